"""IREE's Vulkan HAL (needs Vulkan 1.3, timeline semaphores, synchronization2): matrices, a convolution, a softmax, against numpy."""
import importlib.metadata
import os
import subprocess
import sys
import tempfile

import iree.compiler as compiler
import numpy as np

SOURCE = """
func.func @matmul(%a: tensor<61x96xf32>, %b: tensor<96x130xf32>) -> tensor<61x130xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<61x130xf32>
  %c = linalg.fill ins(%z : f32) outs(%e : tensor<61x130xf32>) -> tensor<61x130xf32>
  %d = linalg.matmul ins(%a, %b : tensor<61x96xf32>, tensor<96x130xf32>) outs(%c : tensor<61x130xf32>) -> tensor<61x130xf32>
  return %d : tensor<61x130xf32>
}
func.func @conv(%a: tensor<1x18x18x8xf32>, %k: tensor<3x3x8x16xf32>) -> tensor<1x16x16x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16x16x16xf32>
  %c = linalg.fill ins(%z : f32) outs(%e : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %d = linalg.conv_2d_nhwc_hwcf ins(%a, %k : tensor<1x18x18x8xf32>, tensor<3x3x8x16xf32>)
      outs(%c : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  return %d : tensor<1x16x16x16xf32>
}
func.func @softmax(%a: tensor<7x333xf32>) -> tensor<7x333xf32> {
  %e = tensor.empty() : tensor<7x333xf32>
  %d = linalg.softmax dimension(1) ins(%a : tensor<7x333xf32>) outs(%e : tensor<7x333xf32>) -> tensor<7x333xf32>
  return %d : tensor<7x333xf32>
}
func.func @sum(%a: tensor<100003xi32>) -> tensor<i32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<i32>
  %c = linalg.fill ins(%z : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %d = linalg.reduce ins(%a : tensor<100003xi32>) outs(%c : tensor<i32>) dimensions = [0]
    (%x: i32, %y: i32) { %s = arith.addi %x, %y : i32 linalg.yield %s : i32 }
  return %d : tensor<i32>
}
"""
binary = compiler.compile_str(SOURCE, target_backends=["vulkan-spirv"], extra_args=["--iree-vulkan-target=vp_android_baseline_2022"])


def run(function, *inputs):
    """By iree-run-module: the Python runtime imports host memory without regard to minImportedHostPointerAlignment."""
    with tempfile.TemporaryDirectory() as d:
        open(f"{d}/m.vmfb", "wb").write(binary)
        command = [f"{os.path.dirname(sys.executable)}/iree-run-module", "--device=vulkan", f"--module={d}/m.vmfb",
                   f"--function={function}", f"--output=@{d}/out.npy"]
        for i, x in enumerate(inputs):
            np.save(f"{d}/{i}.npy", x)
            command.append(f"--input=@{d}/{i}.npy")
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return np.load(f"{d}/out.npy")


rng = np.random.default_rng(5)


def check(name, got, want, tolerance):
    worst = float(np.max(np.abs(got - want) / (np.abs(want) + 1)))
    assert worst <= tolerance, (name, worst)
    return worst


a, b = rng.random((61, 96), dtype=np.float32) - 0.5, rng.random((96, 130), dtype=np.float32)
worst = check("matmul", run("matmul", a, b), a @ b, 1e-5)
x, k = rng.random((1, 18, 18, 8), dtype=np.float32), rng.random((3, 3, 8, 16), dtype=np.float32) - 0.5
windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(1, 2))
worst = max(worst, check("conv", run("conv", x, k), np.einsum("nhwcij,ijcf->nhwf", windows, k), 1e-5))
s = rng.random((7, 333), dtype=np.float32) * 8
e = np.exp(s - s.max(axis=1, keepdims=True))
worst = max(worst, check("softmax", run("softmax", s), e / e.sum(axis=1, keepdims=True), 1e-5))
i = rng.integers(-1000, 1000, 100003, dtype=np.int32)
assert int(run("sum", i)) == int(i.sum())
version = importlib.metadata.version("iree-base-compiler")
print(f"iree {version}: matmul, convolution, softmax, sum; worst relative error {worst:.1e}")
