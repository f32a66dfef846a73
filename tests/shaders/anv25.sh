#!/bin/sh
# A program on Mesa's ANV 25, or with KILN_ICD=hasvk on its hasvk, where ./dev test --all has fetched it (tests/witness.sh).
# usage: anv25.sh WITNESSES RUN_SHADERS ARGS...
icd=$1/anv25/${KILN_ICD:-icd}.json
[ -f "$icd" ] || { echo "1..0 # SKIP ANV 25 is fetched by ./dev test --all"; exit 0; }
export VK_DRIVER_FILES="$icd" VK_ICD_FILENAMES="$icd" KILN_WITNESS="${KILN_WITNESS:-anv25}" LD_PRELOAD="$KILN_NODE"
shift
exec "$@"
