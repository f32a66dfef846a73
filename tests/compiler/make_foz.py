#!/usr/bin/env python3
"""Writes an archive as Fossilize's layer does, of modules and pipelines: the format of its README and of the comment in its fossilize_db.cpp.

    make_foz.py OUT.foz MODULE.spv [ID=INTEGER...] [robust] [simd=N] [varying] [LAYOUT] [MODULE.spv ...]

One compute pipeline for each module, with the specialization constants (of 32 bits) that follow it. Payloads are deflated and plain in turn.
LAYOUT: after-bind, buffers, plain (sets with a combined image sampler, of these flags), immutable, ycbcr (its sampler), partial (it need not be valid
where it is not used), or lost: the archive has no such layout. Without one the pipeline has no sets.
"""
import base64
import json
import struct
import sys
import zlib

APPLICATION, SAMPLER, SET, LAYOUT, MODULE, COMPUTE = 0, 1, 2, 3, 4, 7
# Pipeline layouts: their hash, the flags of their set, and its sampler (0: none that is immutable).
LAYOUTS = {"plain": (0x30, 0, 0), "after-bind": (0x31, 2, 0), "buffers": (0x32, 16, 0), "immutable": (0x33, 0, 0x10), "ycbcr": (0x34, 0, 0x11),
           "partial": (0x35, 0, 0)}


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


def layouts():
    """Samplers, set layouts and pipeline layouts, as the layer writes them."""
    sampler = {"flags": 0, "minFilter": 1, "magFilter": 1, "maxAnisotropy": 1.0, "compareOp": 0, "anisotropyEnable": 0, "mipmapMode": 1,
               "addressModeU": 2, "addressModeV": 2, "addressModeW": 2, "borderColor": 0, "unnormalizedCoordinates": 0, "compareEnable": 0,
               "mipLodBias": -0.5, "minLod": 0.0, "maxLod": 1000.0}
    conversion = {"sType": 1000156000, "format": 1000156003, "ycbcrModel": 2, "ycbcrRange": 1, "components": [0, 0, 0, 0], "xChromaOffset": 0,
                  "yChromaOffset": 0, "chromaFilter": 0, "forceExplicitReconstruction": 0}
    yield entry(SAMPLER, 0x10, document(samplers={f"{0x10:016x}": sampler}), False)
    yield entry(SAMPLER, 0x11, document(samplers={f"{0x11:016x}": {**sampler, "pNext": [conversion]}}), True)
    for key, flags, of in LAYOUTS.values():
        binding = {"descriptorType": 1, "descriptorCount": 1, "stageFlags": 32, "binding": 0, **({"immutableSamplers": [f"{of:016x}"]} if of else {})}
        chain = {"pNext": [{"sType": 1000161000, "bindingFlags": [4]}]} if key == LAYOUTS["partial"][0] else {}
        yield entry(SET, key + 0x10, document(setLayouts={f"{key + 0x10:016x}": {"flags": flags, "bindings": [binding], **chain}}), True)
        sets = [f"{0:016x}", f"{key + 0x10:016x}"]
        yield entry(LAYOUT, key, document(pipelineLayouts={f"{key:016x}": {"flags": 0, "pushConstantRanges": [], "setLayouts": sets}}), False)


def main():
    out, words, shaders, robust = sys.argv[1], sys.argv[2:], [], 0
    for w in words:
        if w == "robust":
            robust = 1
        elif w.startswith("simd="):
            shaders[-1][2] = int(w[5:])
        elif w == "varying":
            shaders[-1][3] = 1
        elif w in LAYOUTS or w == "lost":
            shaders[-1][4] = LAYOUTS[w][0] if w in LAYOUTS else 0x99
        elif "=" in w:
            i, v = w.split("=")
            shaders[-1][1].append((int(i), int(v)))
        else:
            shaders.append([w, [], 0, 0, 2])
    entries = [entry(APPLICATION, 1, document(applicationInfo={"applicationName": "t\u00e9st \"quoted\"", "apiVersion": 1 << 22},
                                              physicalDeviceFeatures={"robustBufferAccess": robust}), False),
               entry(LAYOUT, 2, document(pipelineLayouts={f"{2:016x}": {"flags": 0, "pushConstantRanges": [], "setLayouts": []}}), True)]
    entries += layouts()
    for n, (path, constants, simd, flags, layout) in enumerate(shaders):
        with open(path, "rb") as f:
            code = f.read()
        packed = varint(struct.unpack(f"<{len(code) // 4}I", code))
        module = {"varintOffset": 0, "varintSize": len(packed), "codeSize": len(code), "flags": 0}
        stage = {"flags": flags, "stage": 32, "module": f"{0xabc0 + n:016x}", "name": "main"}
        if constants:
            stage["specializationInfo"] = specialization(constants)
        if simd:
            stage["pNext"] = [{"sType": 1000225001, "requiredSubgroupSize": simd}]
        pipeline = {"flags": 0, "layout": f"{layout:016x}", "basePipelineHandle": f"{0:016x}", "basePipelineIndex": -1, "stage": stage}
        # Pipelines may come before what they are made of.
        entries.append(entry(COMPUTE, 0x100 + n, document(computePipelines={f"{0x100 + n:016x}": pipeline}), n % 2 == 0))
        entries.append(entry(MODULE, 0xabc0 + n, document(shaderModules={f"{0xabc0 + n:016x}": module}) + b"\0" + packed, n % 2 == 1))
    with open(out, "wb") as f:
        f.write(b"\x81FOSSILIZEDB\0\0\0\x06" + b"".join(entries))


main()
