#!/bin/sh
# usage: float_env.sh RUN_SHADERS DRIVER SPV_DIR ANSWERS_DIR SHADER_DIR
# Runs shaders that compute with floats under each environment that an application's thread may have (tests/common/float_modes.h); a few,
# unless KILN_TEST_ALL asks for all.
for pick in flush:fe_float_env flush:fe_float_round downward:fe_float_env upward:fe_float_arith towardzero:fe_float_class traps:fe_float_env \
    traps:fe_float_div single:fe_float_sqrt everything:fe_float_env raised:fe_float_env; do
    [ -n "$KILN_TEST_ALL" ] && what=fe_ || what=${pick#*:}
    KILN_TEST_FLOAT=${pick%:*} KILN_SHADERS=$what "$@" || [ $? = 1 ] || echo "not ok 0 - ${pick%:*}: the process ended otherwise"
done | awk '
    /^(not )?ok / { ok = $1 == "not" ? "not ok" : "ok"; sub(/^(not )?ok [0-9]+/, ""); print ok " " ++n $0; bad += ok != "ok"; next }
    /^1\.\.0/ { skipped = $0 }
    /^Bail out!/ { print; bad++ }
    /^#/ { print }
    END { if (n || !skipped) print "1.." n + 0; else print skipped; exit bad || (!n && !skipped) }'
