#!/usr/bin/env python3
"""Writes the words of SPIR-V assembly as a header: gen_words.py SPIRV-AS IN.spvasm NAME OUT.h"""
import struct
import subprocess
import sys
import tempfile


def main():
    assembler, source, name, out = sys.argv[1:]
    with tempfile.NamedTemporaryFile(suffix='.spv') as binary:
        subprocess.run([assembler, '--target-env', 'spv1.4', source, '-o', binary.name], check=True)
        data = binary.read()
    words = struct.unpack(f'<{len(data) // 4}I', data)
    with open(out, 'w') as h:
        h.write(f'// Made by gen_words.py. Do not edit.\n#pragma once\nstatic const uint32_t {name}[] = {{\n')
        for i in range(0, len(words), 8):
            h.write('    ' + ', '.join(f'0x{w:08x}' for w in words[i : i + 8]) + ',\n')
        h.write('};\n')


main()
