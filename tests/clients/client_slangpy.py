"""slangpy (slang-rhi): a function over arrays, and a kernel with shared memory, barriers and waves, against numpy."""
import os
import tempfile

import numpy as np
import slangpy as spy

SOURCE = """
float polynomial(float x, float y) { return x * x * 0.5 - 3.0 * y; }

RWStructuredBuffer<uint> values;
groupshared uint in_group[64];

[shader("compute")]
[numthreads(64, 1, 1)]
void sums(uint3 id : SV_DispatchThreadID, uint local : SV_GroupIndex)
{
    in_group[local] = values[id.x];
    GroupMemoryBarrierWithGroupSync();
    uint sum = 0;
    for (uint i = 0; i <= local; i++)
        sum += in_group[i];
    values[id.x] = sum;
}
"""

with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "kiln_client.slang"), "w", encoding="utf-8") as f:
        f.write(SOURCE)
    device = spy.create_device(type=spy.DeviceType.vulkan, include_paths=[folder], enable_debug_layers=False)
    name = device.info.adapter_name
    assert "Kiln" in name or "Intel" in name, name
    x, y = np.random.default_rng(1).random((2, 100000), dtype=np.float32)
    module = spy.Module.load_from_file(device, "kiln_client.slang")
    got = module.polynomial(x, y, _result="numpy")
    assert np.allclose(got, x * x * np.float32(0.5) - np.float32(3) * y, rtol=1e-6, atol=1e-6)
    data = np.arange(6400, dtype=np.uint32) % 97
    program = device.load_program("kiln_client.slang", ["sums"])
    kernel = device.create_compute_kernel(program)
    buffer = device.create_buffer(element_count=data.size, struct_size=4, data=data,
                                  usage=spy.BufferUsage.unordered_access | spy.BufferUsage.shader_resource)
    kernel.dispatch(thread_count=[data.size, 1, 1], vars={"values": buffer})
    assert np.array_equal(buffer.to_numpy().view(np.uint32), np.cumsum(data.reshape(-1, 64), axis=1, dtype=np.uint32).ravel())
print(f"slangpy: on {name}, 100,000 values of a function and 100 groups' sums as numpy has them")
