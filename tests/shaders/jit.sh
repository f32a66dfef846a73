#!/bin/sh
# usage: jit.sh RUN_SHADERS DRIVER DIRECTORY SHADER...
# A few shaders, unless KILN_TEST_ALL asks for all (or KILN_TEST_HALF of them). With KILN_SIM_JIT=2, where translating takes longer than running, also: there is a
# translator, and what it does ahead of the kernel's accesses (windows, which grow) is no access to what is not mapped.
[ -n "$KILN_TEST_ALL" ] || { export KILN_SHADERS=algo_ && unset KILN_TEST_HALF; }
[ "$KILN_SIM_JIT" = 2 ] || exec "$@"
said=$(mktemp) || exit 1
trap 'rm -f "$said"' EXIT
unset KILN_SIM_SCRATCH_PAGE # a warning each
"$@" 2>"$said"
status=$?
cat "$said" >&2
! grep -E 'no JIT|not mapped' "$said" >/dev/null && exit $status
echo "# the translator is missing, or reached what is not mapped: see standard error"
exit 1
