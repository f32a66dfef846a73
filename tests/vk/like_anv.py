#!/usr/bin/env python3
"""Kiln compared with Mesa's ANV, both on the simulated device, field by field of vulkaninfo's JSON profile: like_anv.py [-v] NODE ICD ANV_ICD

Every feature that ANV has, Kiln has; every limit and property is at least as good; every extension and every feature of a format that
ANV has, Kiln has. What is less is in EXCEPTIONS with its reason, and an exception that excuses nothing is an error: take it out.
NEWER and NEWEST are those of the ANVs that have a certain extension (ANV 25 of Debian 13, ANV 26 of sid): judged with these alone.
-v shows what is excused.
TAP on stdout.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

GRAPHICS = 'there is no graphics queue'
WINDOW = 'a Gen9 message names 2^20 bindless surface states, and a storage image takes two of them; ANV reaches buffers without'
# (what, reason). `what` is a pattern of the whole path: extension.NAME, feature.NAME, limit.NAME, property.NAME, FORMAT.tiling.FEATURE.
EXCEPTIONS = [
    (r'limit\.maxMemoryAllocationCount', "what the host's vm.max_map_count holds; ANV promises 2^32 - 1, and the kernel maps 65,530"),
    (r'extension\.(EXT_(color_write_enable|conservative_rasterization|depth_\w+|extended_dynamic_state\d?|fragment_shader_interlock'
     r'|index_type_uint8|line_rasterization|multi_draw|post_depth_coverage|primitive_topology_list_restart|primitives_generated_query'
     r'|provoking_vertex|sample_locations|shader_demote_to_helper_invocation|shader_stencil_export|shader_viewport_index_layer'
     r'|transform_feedback|vertex_attribute_divisor|display_control'
     r'|attachment_feedback_loop_\w+|dynamic_rendering_unused_attachments|graphics_pipeline_library|legacy_\w+|load_store_op_none'
     r'|swapchain_maintenance1|vertex_input_dynamic_state)|KHR_(create_renderpass2|depth_stencil_resolve|draw_indirect_count'
     r'|dynamic_rendering\w*|imageless_framebuffer|incremental_present|multiview|separate_depth_stencil_layouts|shader_draw_parameters'
     r'|shader_terminate_invocation|swapchain\w*|index_type_uint8|line_rasterization|load_store_op_none|present_\w+'
     r'|vertex_attribute_divisor))', GRAPHICS),
    (r'feature\.(fullDrawIndexUint32|independentBlend|geometryShader|tessellationShader|sampleRateShading|dualSrcBlend|logicOp'
     r'|multiDrawIndirect|drawIndirectFirstInstance|depthClamp|depthBiasClamp|fillModeNonSolid|wideLines|largePoints|alphaToOne|multiViewport'
     r'|occlusionQueryPrecise|shaderTessellationAndGeometryPointSize|shaderClipDistance|shaderCullDistance|variableMultisampleRate'
     r'|multiview(Geometry|Tessellation)Shader|shaderDrawParameters|drawIndirectCount|shaderOutput(ViewportIndex|Layer)|colorWriteEnable'
     r'|depthCl\w+|extendedDynamicState\w*|fragmentShader\w+Interlock|indexTypeUint8|bresenhamLines|smoothLines|stippledBresenhamLines'
     r'|multiDraw|primitiveTopology\w+|primitivesGeneratedQuery|provokingVertexLast|transformFeedback\w*|geometryStreams'
     r'|vertexAttributeInstanceRate\w+|attachmentFeedbackLoop\w+|depthBias\w+|floatRepresentation|dynamicRendering\w+'
     r'|graphicsPipelineLibrary|legacy\w+|nestedCommandBufferRendering|present(Id|Wait)|swapchainMaintenance1'
     r'|vertexInputDynamicState)', GRAPHICS),
    (r'limit\.(maxVertex\w+|maxTessellation\w+|maxGeometry\w+|maxFragment\w+|maxDraw\w+|maxViewport\w*|viewport\w+|\w*nterpolationOffset\w*'
     r'|maxFramebuffer\w+|framebuffer\w+|maxColorAttachments|max(Clip|Cull|CombinedClipAndCull)Distances'
     r'|pointSize\w+|lineWidth\w+|subPixelPrecisionBits|standardSampleLocations|max\w+InputAttachments)', GRAPHICS),
    (r'property\.(supported\w+ResolveModes|independentResolve\w*|maxMultiview\w+|framebufferInteger\w+|\w*quadOperationsInAllStages'
     r'|subgroupQuadOperationsInAllStages|pointClippingBehavior|(subgroupS|s)upportedStages|requiredSubgroupSizeStages'
     r'|robustFragmentShadingRateAttachmentAccess|separateDepthStencilAttachmentAccess|maxVertexAttribDivisor|supportsNonZeroFirstInstance'
     r'|dynamicRenderingLocalRead\w+|polygonModePointSize|fragmentShadingRate\w+)', GRAPHICS),
    (r'extension\.EXT_(pci_bus_info|physical_device_drm)', 'the simulated device in this process is on no bus and has no node'),
    (r'extension\.INTEL_performance_query', 'raw reports for who knows their format: KHR_performance_query has the same counters'),
    (r'property\.shaderStorageBufferArrayNonUniformIndexingNative',
     'ANV reads such buffers by address; a surface costs a turn of a loop for each value'),
    (r'limit\.maxPerStageResources|property\.max(PerStage|DescriptorSet)\w*UpdateAfterBind\w+|property\.maxUpdateAfterBindDescriptorsInAllPools',
     WINDOW),
    (r'limit\.minStorageBufferOffsetAlignment', 'kernels may use messages of whole 16 bytes, and 64-bit atomics by address'),
    (r'\w+(UINT|SINT)\w*\.\w+\.SAMPLED_IMAGE_FILTER_MINMAX', 'a minimum is of what a linear filter reads, and integers have none'),
    (r'feature\.customBorderColorWithoutFormat', 'A4B4G4R4 is swizzled after the border colour; ANV does not have the format'),
    (r'(G|B)\w*_(2PLANE|3PLANE|422)\w*\.\w+\.(STORAGE_WRITE_WITHOUT_FORMAT|SAMPLED_IMAGE_FILTER_MINMAX)',
     'no use: they are no storage images, and a conversion goes with averages only (VUID-VkSamplerCreateInfo-None-01647)'),
    (r'(B5G6R5|A1B5G5R5)_UNORM_PACK16\.\w+\.STORAGE\w+', 'its channels are in the other order, and typed writes take no swizzle'),
]
NEWER_HAS = 'VK_EXT_legacy_vertex_attributes'
NEWER = [
    (r'limit\.max(PerStageDescriptor|DescriptorSet)(Samplers|\w+Buffers|\w+Images)', WINDOW),
    (r'property\.(maxSamplerDescriptorBufferRange|\w*[dD]escriptorBufferAddressSpaceSize)', 'the zone of descriptor buffers has 512 MiB'),
    (r'property\.allowSamplerImageViewPostSubmitCreation', 'a border colour must be in memory before a batch that uses it starts'),
    (r'property\.accelerationStructureDescriptorSize', 'there are no acceleration structures on these chips, with ANV neither'),
    (r'property\.blockTexelViewCompatibleMultipleLayers', 'the surface of such a view begins at its one layer'),
    (r'extension\.MESA_image_alignment_control', 'no image is aligned to more than 4 KiB: there is nothing to lower'),
]
NEWEST_HAS = 'VK_KHR_maintenance11'
NEWEST = [
    (r'extension\.(EXT_(hdr_metadata|present_timing|primitive_restart_index)|KHR_depth_clamp_zero_one)|feature\.present(Id2|Timing|Wait2'
     r'|At(Absolute|Relative)Time)|feature\.storageInputOutput16|property\.(supportedQueues|resolveSrgb\w+)', GRAPHICS),
    (r'extension\.(KHR_maintenance11|KHR_shader_constant_data)', 'later than what newer.xml has of the registry'),
    (r'extension\.EXT_debug_marker', 'superseded by EXT_debug_utils, which is there'),
    (r'limit\.maxComputeWorkGroupCount', 'the 65,535 of every axis that applications expect; ANV 26 hands on all bits of the walker for x'),
    (r'property\.max(Sampler|Resource)HeapSize', 'the zone of heaps has 64 MiB, of which 4 KiB are the driver\'s'),
    (r'property\.pipelineBinary\w*InternalCache\w*', 'the disk cache has kernels, which is no cache of pipeline binaries'),
    (r'R10X6\w*_2?PACK16\.\w+\.\w+', 'ANV 26 reads their ten bits as sixteen; Kiln has the formats with chroma only'),
]
# Not better or worse: names, numbers of versions, identities.
IGNORED = re.compile(r'(apiVersion|deviceName|driverVersion|pipelineCacheUUID|driver(ID|Name|Info|UUID)|deviceUUID|conformanceVersion'
                     r'|shaderModuleIdentifierAlgorithmUUID|deviceID|vendorID|deviceType|deviceLUID\w*|deviceNodeMask'
                     r'|optimalTilingLayoutUUID|shaderBinaryUUID|\w+CaptureReplayDescriptorDataSize|copy(Src|Dst)LayoutCount)')
# Of lists of layouts: those of extensions for graphics.
GRAPHICS_LAYOUT = re.compile(r'VK_IMAGE_LAYOUT_(FRAGMENT_SHADING_RATE|ATTACHMENT_FEEDBACK_LOOP|RENDERING_LOCAL_READ)\w*')
# From the worse to the better: what may be had by a request of less.
ROBUSTNESS = ('DISABLED', 'ROBUST_BUFFER_ACCESS', 'ROBUST_BUFFER_ACCESS_2')
# Where less is more.
SMALLER = re.compile(r'(min\w*(Alignment|SubgroupSize)|\w+AlignmentBytes|bufferImageGranularity|\w+AccessSizeAlignment|optimalBufferCopy\w+'
                     r'|nonCoherentAtomSize|samplerYcbcrConversionCount|timestampPeriod|min\w*(Texel|Gather)Offset|minInterpolationOffset|strictLines)')
GRAPHICS_FEATURES = ('BLIT', 'ATTACHMENT', 'VERTEX')


def at_least(name, have, want):
    if isinstance(want, bool):
        return have or not want
    if isinstance(want, (int, float)):
        return have <= want if SMALLER.fullmatch(name) else have >= want
    if isinstance(want, str) and want.startswith('VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_'):
        order = [ROBUSTNESS.index(v.replace('VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_', '').replace('_EXT', '')) for v in (have, want)]
        return order[0] >= order[1]
    if isinstance(want, list) and want and isinstance(want[0], str):
        return {w for w in want if not GRAPHICS_LAYOUT.fullmatch(w)} <= set(have)
    if isinstance(want, list) and len(want) == len(have):
        return all(at_least(name, h, w) for h, w in zip(have, want))
    return have == want


def profile(env):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'profile.json')
        e = dict(os.environ, **env)
        p = subprocess.run(['vulkaninfo', '--json', '-o', path], capture_output=True, text=True, env=e)
        if not os.path.exists(path):
            return None, p.stdout + p.stderr
        with open(path) as f:
            return json.load(f)['capabilities']['device'], ''


def members(structures):
    """{member: value} of all structures: a name means the same in each."""
    out = {}
    for s in structures.values():
        for name, value in s.items():
            if not isinstance(value, dict):
                out[name] = value
    return out


def format_features(entry):
    out = {}
    for s in entry.values():
        for tiling, names in s.items():
            short = {n.replace('VK_FORMAT_FEATURE_2_', '').replace('VK_FORMAT_FEATURE_', '').replace('_BIT', '') for n in names}
            out.setdefault(tiling, set()).update(short)
    return out


def differences(kiln, anv):
    for e in anv['extensions']:
        if e not in kiln['extensions']:
            yield f'extension.{e[3:]}', 'missing'
    have, want = members(kiln['features']), members(anv['features'])
    for n in want:
        if want[n] and not have.get(n):
            yield f'feature.{n}', 'missing'
    have, want = (d['properties']['VkPhysicalDeviceProperties']['limits'] for d in (kiln, anv))
    for n in want:
        if not at_least(n, have[n], want[n]):
            yield f'limit.{n}', f'{have[n]}, ANV {want[n]}'
    have, want = members(kiln['properties']), members(anv['properties'])
    for n in want:
        # (Structures of extensions that are missing are not there at all.)
        if n in have and not IGNORED.fullmatch(n) and not at_least(n, have[n], want[n]):
            yield f'property.{n}', f'{have[n]}, ANV {want[n]}'
    for name, entry in anv['formats'].items():
        have = format_features(kiln['formats'].get(name, {}))
        for tiling, features in format_features(entry).items():
            for f in sorted(features - have.get(tiling, set())):
                if not any(g in f for g in GRAPHICS_FEATURES):
                    yield f'{name.replace("VK_FORMAT_", "").replace("FORMAT_", "")}.{tiling}.{f}', 'missing'


def main():
    verbose = '-v' in sys.argv
    args = [a for a in sys.argv[1:] if a != '-v']
    node, icd, other = args
    if not os.path.exists(other):
        print('1..0 # SKIP no ANV')
        return 0
    kiln, said = profile({'VK_DRIVER_FILES': icd})
    anv, anv_said = profile({'VK_DRIVER_FILES': other, 'LD_PRELOAD': node})
    print(f'{"ok" if kiln else "not ok"} 1 - Kiln\'s profile{said[:200]}')
    print(f'{"ok" if anv else "not ok"} 2 - ANV\'s profile{anv_said[:200]}')
    if not kiln or not anv:
        print('1..2')
        return 1
    exceptions = EXCEPTIONS + (NEWER if NEWER_HAS in anv['extensions'] else []) + (NEWEST if NEWEST_HAS in anv['extensions'] else [])
    used, bad = set(), []
    for path, what in differences(kiln, anv):
        found = [i for i, (pattern, _) in enumerate(exceptions) if re.fullmatch(pattern, path)]
        used.update(found)
        if not found:
            bad.append(f'{path}: {what}')
        elif verbose:
            print(f'# {path}: {what} ({exceptions[found[0]][1]})')
    number = 2
    for line in bad:
        number += 1
        print(f'not ok {number} - {line}')
    for i, (pattern, reason) in enumerate(exceptions):
        number += 1
        print(f'{"ok" if i in used else "not ok"} {number} - {reason}' + ('' if i in used else f': {pattern} excuses nothing'))
    print(f'1..{number}')
    return 1 if bad or len(used) < len(exceptions) else 0


sys.exit(main())
