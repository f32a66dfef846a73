#!/usr/bin/env python3
"""Writes an archive as Fossilize's layer does, of modules and pipelines: the format of its README and of the comment in its fossilize_db.cpp.

    make_foz.py OUT.foz MODULE.spv [ID=INTEGER...] [robust] [simd=N] [MODULE.spv ...]

One compute pipeline for each module, with the specialization constants (of 32 bits) that follow it. Payloads are deflated and plain in turn.
"""
import base64
import json
import struct
import sys
import zlib

APPLICATION, LAYOUT, MODULE, COMPUTE = 0, 3, 4, 7


def varint(words):
    out = bytearray()
    for w in words:
        while w >= 0x80:
            out.append(w & 0x7f | 0x80)
            w >>= 7
        out.append(w)
    return bytes(out)


def entry(tag, key, payload, deflate):
    stored = zlib.compress(payload) if deflate else payload
    name = f"{tag:024x}{key:016x}".encode()
    return name + struct.pack("<4I", len(stored), 2 if deflate else 1, zlib.crc32(stored), len(payload)) + stored


def document(**members):
    return json.dumps({"version": 6, **members}, separators=(",", ":")).encode()


def specialization(constants):
    data = b"".join(struct.pack("<i", v) for _, v in constants)
    return {"dataSize": len(data), "data": base64.b64encode(data).decode(),
            "mapEntries": [{"offset": 4 * n, "size": 4, "constantID": i} for n, (i, _) in enumerate(constants)]}


def main():
    out, words, shaders, robust = sys.argv[1], sys.argv[2:], [], 0
    for w in words:
        if w == "robust":
            robust = 1
        elif w.startswith("simd="):
            shaders[-1][2] = int(w[5:])
        elif "=" in w:
            i, v = w.split("=")
            shaders[-1][1].append((int(i), int(v)))
        else:
            shaders.append([w, [], 0])
    entries = [entry(APPLICATION, 1, document(applicationInfo={"applicationName": "t\u00e9st \"quoted\"", "apiVersion": 1 << 22},
                                              physicalDeviceFeatures={"robustBufferAccess": robust}), False),
               entry(LAYOUT, 2, document(pipelineLayouts={f"{2:016x}": {"flags": 0, "pushConstantRanges": [], "setLayouts": []}}), True)]
    for n, (path, constants, simd) in enumerate(shaders):
        with open(path, "rb") as f:
            code = f.read()
        packed = varint(struct.unpack(f"<{len(code) // 4}I", code))
        module = {"varintOffset": 0, "varintSize": len(packed), "codeSize": len(code), "flags": 0}
        stage = {"flags": 0, "stage": 32, "module": f"{0xabc0 + n:016x}", "name": "main"}
        if constants:
            stage["specializationInfo"] = specialization(constants)
        if simd:
            stage["pNext"] = [{"sType": 1000225001, "requiredSubgroupSize": simd}]
        pipeline = {"flags": 0, "layout": f"{2:016x}", "basePipelineHandle": f"{0:016x}", "basePipelineIndex": -1, "stage": stage}
        # Pipelines may come before what they are made of.
        entries.append(entry(COMPUTE, 0x100 + n, document(computePipelines={f"{0x100 + n:016x}": pipeline}), n % 2 == 0))
        entries.append(entry(MODULE, 0xabc0 + n, document(shaderModules={f"{0xabc0 + n:016x}": module}) + b"\0" + packed, n % 2 == 1))
    with open(out, "wb") as f:
        f.write(b"\x81FOSSILIZEDB\0\0\0\x06" + b"".join(entries))


main()
