#!/bin/sh
# usage: jit.sh RUN_SHADERS DRIVER DIRECTORY SHADER...   (with KILN_SIM_JIT=2)
# Translating takes longer than running: a few shaders, unless KILN_TEST_ALL asks for all.
[ -n "$KILN_TEST_ALL" ] || export KILN_SHADERS=algo_
exec "$@"
