#!/bin/sh
# build.sh GLSLANG SPIRV_AS SHADER OUT: a test shader to SPIR-V. The directive `env=` (README.md) says for which
# environment: of glslangValidator (default vulkan1.1), or of spirv-as (default spv1.3).
env=$(sed -n 's/^\(\/\/\|;\) kiln:.* env=\([^ ]*\).*/\2/p' "$3" | head -1)
case $3 in
*.spvasm) exec "$2" --target-env "${env:-spv1.3}" --preserve-numeric-ids -o "$4" "$3" ;;
*) exec "$1" --quiet -V --target-env "${env:-vulkan1.1}" -o "$4" "$3" ;;
esac
