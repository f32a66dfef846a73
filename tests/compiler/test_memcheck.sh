#!/bin/sh
# Tests of the compiler's passes under valgrind: what LLVM has freed is not read again. (LLVM's own code has no sanitizer, so that --asan
# does not see it.) The first two, all with --all. usage: test_memcheck.sh PROGRAM... TAP on stdout; skipped without valgrind.
command -v valgrind >/dev/null || { echo '1..0 # SKIP no valgrind'; exit 0; }
n=0 bad=0 log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
for program; do
    [ $n = 2 ] && [ -z "${KILN_TEST_ALL:-}" ] && break
    n=$((n + 1))
    if valgrind -q --error-exitcode=99 --undef-value-errors=no "$program" >"$log" 2>&1; then
        echo "ok $n - $(basename "$program")"
    else
        bad=1
        echo "not ok $n - $(basename "$program")"
        grep -m 12 '==' "$log" | sed 's/^/# /'
    fi
done
echo "1..$n"
exit $bad
