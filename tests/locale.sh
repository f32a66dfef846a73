#!/bin/sh
# Runs a test under a locale with a decimal comma, made in a folder of its own: KILN_TEST_LOCALE is its name for setlocale().
# usage: locale.sh [--anyway] PROGRAM ARGUMENTS...     --anyway: without one where localedef cannot make it; else the test is skipped
anyway=
[ "$1" = --anyway ] && { anyway=1; shift; }
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
if localedef -i de_DE -f UTF-8 "$folder/de_DE.UTF-8" >"$folder/why" 2>&1; then
    LOCPATH=$folder KILN_TEST_LOCALE=de_DE.UTF-8 "$@"
elif [ -n "$anyway" ]; then
    "$@"
else
    echo "1..0 # SKIP localedef made no de_DE.UTF-8: $(head -n 1 "$folder/why" | tr -d '#')"
fi
