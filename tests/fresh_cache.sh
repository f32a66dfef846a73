#!/bin/sh
# A test that opens many devices, with a cache of its own that is empty at its start: what it compiles and translates once stays for
# its other devices. Without one in ./dev test --all.    usage: fresh_cache.sh COMMAND...
[ -z "${KILN_TEST_ALL:-}" ] || exec "$@"
KILN_CACHE_DIR=$(mktemp -d) || exit 1
export KILN_CACHE_DIR KILN_CACHE=on
trap 'rm -rf "$KILN_CACHE_DIR"' EXIT
"$@"
