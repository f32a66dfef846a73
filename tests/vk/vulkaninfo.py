#!/usr/bin/env python3
"""What vulkaninfo says of the driver: that its text and its JSON profile come without a complaint, and that the profile holds what
Vulkan 1.4 demands of every device (specification, "Feature Requirements", "Limit Requirements") and what applications of compute
look for. TAP on stdout.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from tap import case, done


# Features that a device of each version must have. Those of 1.0 to 1.4 that are mandatory without a condition.
MANDATORY = {
    'VkPhysicalDeviceFeatures': [
        'robustBufferAccess', 'fullDrawIndexUint32', 'imageCubeArray', 'independentBlend', 'sampleRateShading', 'drawIndirectFirstInstance',
        'depthClamp', 'depthBiasClamp', 'samplerAnisotropy', 'fragmentStoresAndAtomics', 'shaderStorageImageExtendedFormats',
        'shaderUniformBufferArrayDynamicIndexing', 'shaderSampledImageArrayDynamicIndexing', 'shaderStorageBufferArrayDynamicIndexing',
        'shaderStorageImageArrayDynamicIndexing', 'shaderImageGatherExtended', 'shaderInt16', 'largePoints'],
    'VkPhysicalDeviceVulkan11Features': [
        'multiview', 'samplerYcbcrConversion', 'storageBuffer16BitAccess', 'variablePointers', 'variablePointersStorageBuffer'],
    'VkPhysicalDeviceVulkan12Features': [
        'samplerMirrorClampToEdge', 'scalarBlockLayout', 'shaderUniformTexelBufferArrayDynamicIndexing',
        'shaderStorageTexelBufferArrayDynamicIndexing', 'shaderInt8', 'storageBuffer8BitAccess',
        'imagelessFramebuffer', 'uniformBufferStandardLayout', 'shaderSubgroupExtendedTypes', 'separateDepthStencilLayouts', 'hostQueryReset',
        'timelineSemaphore', 'bufferDeviceAddress', 'vulkanMemoryModel', 'vulkanMemoryModelDeviceScope', 'subgroupBroadcastDynamicId'],
    'VkPhysicalDeviceVulkan13Features': [
        'robustImageAccess', 'inlineUniformBlock', 'descriptorBindingInlineUniformBlockUpdateAfterBind', 'pipelineCreationCacheControl',
        'privateData', 'shaderDemoteToHelperInvocation', 'shaderTerminateInvocation', 'subgroupSizeControl', 'computeFullSubgroups',
        'synchronization2', 'shaderZeroInitializeWorkgroupMemory', 'dynamicRendering', 'shaderIntegerDotProduct', 'maintenance4'],
}
# What applications of compute ask for besides.
WANTED = {
    'VkPhysicalDeviceFeatures': ['shaderInt64', 'shaderInt16', 'shaderFloat64', 'shaderStorageImageWriteWithoutFormat',
                                 'textureCompressionBC', 'textureCompressionETC2', 'textureCompressionASTC_LDR', 'samplerAnisotropy'],
    'VkPhysicalDeviceVulkan11Features': ['storageBuffer16BitAccess', 'uniformAndStorageBuffer16BitAccess', 'variablePointers'],
    'VkPhysicalDeviceVulkan12Features': ['storageBuffer8BitAccess', 'shaderFloat16', 'shaderInt8', 'scalarBlockLayout', 'descriptorIndexing',
                                         'runtimeDescriptorArray', 'shaderBufferInt64Atomics'],
}
# At least: the specification's minima, and what Mesa's driver has on this hardware.
LIMITS = {
    'maxImageDimension2D': 16384, 'maxImageDimension3D': 2048, 'maxImageArrayLayers': 2048, 'maxTexelBufferElements': 1 << 27,
    'maxUniformBufferRange': 1 << 27, 'maxStorageBufferRange': (1 << 32) - 1, 'maxPushConstantsSize': 256, 'maxBoundDescriptorSets': 32,
    'maxPerStageDescriptorStorageBuffers': 65535, 'maxPerStageDescriptorStorageImages': 65535, 'maxComputeSharedMemorySize': 65536,
    'maxComputeWorkGroupInvocations': 1024, 'maxMemoryAllocationCount': 4096, 'maxSamplerAllocationCount': 4000, 'subTexelPrecisionBits': 4,
}
EXTENSIONS = '''
EXT_calibrated_timestamps EXT_custom_border_color EXT_descriptor_indexing EXT_device_address_binding_report EXT_device_fault
EXT_external_memory_dma_buf EXT_external_memory_host EXT_global_priority EXT_host_image_copy EXT_image_robustness EXT_memory_budget
EXT_memory_priority EXT_mutable_descriptor_type EXT_pipeline_robustness EXT_robustness2 EXT_scalar_block_layout EXT_shader_atomic_float
EXT_shader_atomic_float2 EXT_shader_module_identifier EXT_subgroup_size_control EXT_tooling_info INTEL_shader_integer_functions2
KHR_16bit_storage KHR_8bit_storage KHR_buffer_device_address KHR_calibrated_timestamps KHR_compute_shader_derivatives
KHR_deferred_host_operations KHR_external_fence_fd KHR_external_memory_fd KHR_external_semaphore_fd KHR_global_priority KHR_maintenance5
KHR_maintenance6 KHR_map_memory2 KHR_performance_query KHR_pipeline_executable_properties KHR_pipeline_library KHR_push_descriptor KHR_shader_clock
KHR_shader_subgroup_uniform_control_flow KHR_synchronization2 KHR_timeline_semaphore KHR_vulkan_memory_model
KHR_workgroup_memory_explicit_layout NV_compute_shader_derivatives'''.split()


def run(*args):
    return subprocess.run(['vulkaninfo', *args], capture_output=True, text=True)


def complaints(text):
    # It asks every device for a swapchain, and for a display.
    known = ('DISPLAY', 'XDG_RUNTIME_DIR', 'VK_KHR_swapchain', 'Failed to validate extensions', 'simulated')
    return [line for line in text.splitlines() if ('ERROR' in line or 'WARNING' in line) and not any(k in line for k in known)]


text = run()
case('text', text.returncode == 0 and 'apiVersion' in text.stdout)
case('no complaints' + ''.join(f' | {line}' for line in complaints(text.stderr)), not complaints(text.stderr))
formats = run('--show-formats')
case('formats', formats.returncode == 0 and 'FORMAT_' in formats.stdout)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'profile.json')
    profile = run('--json', '-o', path)
    case('profile', profile.returncode == 0 and os.path.exists(path))
    with open(path) as f:
        device = json.load(f)['capabilities']['device']

properties = device['properties']['VkPhysicalDeviceProperties']
case('Vulkan 1.4 or later', properties['apiVersion'] >> 22 == 1 and (properties['apiVersion'] >> 12 & 0x3ff) >= 4)
case('device type', properties['deviceType'] == 'VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU')
for rows, kind in ((MANDATORY, 'mandatory'), (WANTED, 'wanted')):
    for structure, names in rows.items():
        missing = [n for n in names if not device['features'][structure][n]]
        case(f'{kind} features of {structure}: missing {missing}', not missing)
small = {n: properties['limits'][n] for n, least in LIMITS.items() if properties['limits'][n] < least}
case(f'limits: too small {small}', not small)
missing = [e for e in EXTENSIONS if 'VK_' + e not in device['extensions']]
case(f'extensions: missing {missing}', not missing)
unusable = [e for e in device['extensions'] if not e.startswith(('VK_EXT_', 'VK_KHR_', 'VK_INTEL_', 'VK_NV_', 'VK_GOOGLE_', 'VK_VALVE_', 'VK_AMD_', 'VK_ARM_'))]
case(f'extensions of nobody: {unusable}', not unusable)
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../docs/extensions.md')) as f:
    listed = set(re.findall(r'\w+', f.read()))
unlisted = [e for e in device['extensions'] if e[len('VK_'):] not in listed]
case(f'docs/extensions.md: does not list {unlisted}', not unlisted)
queues = device['queueFamiliesProperties']
flags = queues[0]['VkQueueFamilyProperties']['queueFlags']
case('a queue family for everything and one for copies', len(queues) == 2 and set(flags) == {'VK_QUEUE_COMPUTE_BIT', 'VK_QUEUE_TRANSFER_BIT', 'VK_QUEUE_SPARSE_BINDING_BIT'} and
     set(queues[1]['VkQueueFamilyProperties']['queueFlags']) == {'VK_QUEUE_TRANSFER_BIT', 'VK_QUEUE_SPARSE_BINDING_BIT'})
sys.exit(done())
