"""wgpu-native (WebGPU on Vulkan): a compute shader in WGSL."""
import numpy as np
import wgpu

# wgpu takes no adapter whose first queue has no graphics: KILN_GRAPHICS=claim.
adapter = [a for a in wgpu.gpu.enumerate_adapters_sync() if "Kiln" in a.info["device"]]
assert adapter, [a.info["device"] for a in wgpu.gpu.enumerate_adapters_sync()]
from wgpu.utils.compute import compute_with_buffers  # noqa: E402

SHADER = """
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    var s = 0.0;
    for (var k = 0u; k <= i % 16u; k++) { s += a[(i + k) % 1024u] * f32(k); }
    b[i] = s;
}
"""
a = np.random.default_rng(2).random(1024, dtype=np.float32)
out = compute_with_buffers({0: a}, {1: (1024, "f")}, SHADER, n=(16, 1, 1))
got = np.frombuffer(out[1], dtype=np.float32)
want = np.array([sum(a[(i + k) % 1024] * np.float32(k) for k in range(i % 16 + 1)) for i in range(1024)], np.float32)
err = np.abs(got - want).max() / np.abs(want).max()
print(f"wgpu {wgpu.__version__} on {adapter[0].info['device']}: error {err:.2g}")
assert err < 1e-5, err
