"""onnxruntime's WebGPU provider as a plugin (on Dawn): operators one by one, in floats and in halves, and a transformer, against the CPU
provider. All of a model must run on the device."""
import os
import sys

import numpy as np

# (It offers itself to those GPUs only that it finds in /sys; the simulated one is not there.)
os.environ["ORT_WEBGPU_EP_ALLOW_SOFTWARE_ADAPTER"] = "1"
import onnxruntime as ort  # noqa: E402
import onnxruntime_ep_webgpu as webgpu  # noqa: E402
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

ort.register_execution_provider_library("webgpu", webgpu.get_library_path())
device = next(d for d in ort.get_ep_devices() if d.ep_name == webgpu.get_ep_name())
rng = np.random.default_rng(3)
MS = "com.microsoft"


def f(*shape):
    return rng.standard_normal(shape).astype(np.float32)


def model(nodes, inputs, constants, outputs):
    types = {np.dtype(k): v for k, v in ((np.float32, TensorProto.FLOAT), (np.float16, TensorProto.FLOAT16), (np.int64, TensorProto.INT64),
                                         (np.int32, TensorProto.INT32), (np.bool_, TensorProto.BOOL))}
    graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info(k, types[v.dtype], v.shape) for k, v in inputs.items()],
                              [helper.make_empty_tensor_value_info(o) for o in outputs],
                              [numpy_helper.from_array(v, k) for k, v in constants.items()])
    m = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(MS, 1)])
    m.ir_version = 9
    return m.SerializeToString()


def run(m, inputs, on_device):
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    if on_device:
        options.add_provider_for_devices([device], {})
        options.add_session_config_entry("session.disable_cpu_ep_fallback", "1")
    return ort.InferenceSession(m, options).run(None, inputs)


def half(v):
    return v.astype(np.float16) if v.dtype == np.float32 else v


worst, wrong, count = 0.0, [], 0


def check(what, nodes, inputs, constants, outputs, tolerance):
    global worst, count
    count += 1
    m = model(nodes, inputs, constants, outputs)
    try:
        want, got = run(m, inputs, False), run(m, inputs, True)
    except Exception as e:  # pylint: disable=broad-except
        wrong.append(f"{what}: {str(e)[:300]}")
        return
    for w, g in zip(want, got):
        if w.dtype.kind == "f":
            error = np.abs(w.astype(np.float64) - g).max() / max(1.0, np.abs(w).max())
            worst = max(worst, 0 if tolerance > 1e-3 else error)
        else:
            error = 0 if (w == g).all() else np.inf
        if w.shape != g.shape or not error < tolerance:
            wrong.append(f"{what}: {error}")
        if "-v" in sys.argv:
            print(what, error)


def operator(op, inputs, halves=True, constants=None, outputs=1, domain="", **attributes):
    """One operator: INPUTS are given when it runs, CONSTANTS come behind them in the model (None: left out)."""
    names = [f"x{i}" for i in range(len(inputs))]
    constants = constants or []
    kept = {f"c{i}": v for i, v in enumerate(constants) if v is not None}
    outs = [f"y{i}" for i in range(outputs)]
    node = helper.make_node(op, names + [f"c{i}" if v is not None else "" for i, v in enumerate(constants)], outs, domain=domain, **attributes)
    check(op, [node], dict(zip(names, inputs)), kept, outs, 2e-5)
    if halves:
        check(op + " in halves", [node], {k: half(v) for k, v in zip(names, inputs)}, {k: half(v) for k, v in kept.items()}, outs, 4e-3)


a, b, image = f(3, 33, 65), f(3, 33, 65), f(2, 8, 19, 23)
for op in "Add Sub Mul Div Greater Less Equal".split():
    operator(op, [a, np.abs(b) + 1])
for op in "Abs Neg Exp Sigmoid Tanh Relu Floor Ceil Sin Cos Tan Erf Elu LeakyRelu HardSigmoid Softplus".split():
    operator(op, [a], halves=op not in ("Erf", "Tan", "Softplus"))
for op in "Sqrt Log Reciprocal".split():
    operator(op, [np.abs(a) + 0.5])
operator("Pow", [np.abs(a) + 0.1, b])
operator("Where", [a > 0, a, b])
operator("Clip", [a], constants=[np.float32(-0.5), np.float32(0.7)])
operator("Cast", [a * 100], halves=False, to=TensorProto.INT32)
operator("Cast", [a], halves=False, to=TensorProto.FLOAT16)
operator("MatMul", [f(2, 37, 50), f(2, 50, 41)])
operator("MatMul", [f(64, 128), f(128, 96)])
operator("Gemm", [f(29, 64)], constants=[f(40, 64) / 8, f(40)], transB=1, alpha=0.5)
operator("Conv", [image], constants=[f(8, 8, 3, 3) / 8, f(8)], pads=[1] * 4)
operator("Conv", [image], constants=[f(8, 4, 5, 5) / 10, f(8)], strides=[2, 2], group=2)
operator("Conv", [image], constants=[f(8, 1, 3, 3) / 3], group=8, dilations=[2, 2])
operator("Conv", [image], constants=[f(12, 8, 1, 1) / 3, f(12)])
operator("ConvTranspose", [image], constants=[f(8, 4, 3, 3) / 8, f(4)], strides=[2, 2])
operator("MaxPool", [image], kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
operator("AveragePool", [image], kernel_shape=[2, 2], strides=[2, 2])
operator("GlobalAveragePool", [image])
operator("BatchNormalization", [image], constants=[f(8), f(8), f(8), np.abs(f(8)) + 1])
operator("InstanceNormalization", [image], constants=[f(8), f(8)])
operator("LayerNormalization", [a], constants=[f(65), f(65)])
operator("Softmax", [a], axis=-1)
operator("Softmax", [a], axis=1)
for op in "ReduceSum ReduceMean ReduceMax ReduceMin ReduceL2 ReduceLogSumExp".split():
    if op == "ReduceSum":
        operator(op, [a], constants=[np.array([1])])
    else:
        operator(op, [a], halves=op in ("ReduceMean", "ReduceMax", "ReduceMin"), axes=[1])
operator("ArgMax", [a], halves=False, axis=2)
operator("CumSum", [f(4, 200)], halves=False, constants=[np.array(1)])
operator("TopK", [f(5, 70)], halves=False, constants=[np.array([6])], outputs=2)
operator("Transpose", [image], perm=[0, 3, 1, 2])
operator("Concat", [a, b], axis=1)
operator("Split", [f(4, 30)], constants=[np.array([7, 23])], outputs=2, axis=1)
operator("Slice", [a], constants=[np.array([1, 2]), np.array([3, 30]), np.array([0, 1]), np.array([1, 3])])
operator("Gather", [a], constants=[np.array([[5, 0], [32, 9]])], axis=1)
operator("GatherElements", [f(20, 9)], constants=[rng.integers(0, 20, (7, 9))], axis=0)
operator("ScatterND", [f(40, 8)], halves=False, constants=[np.array([[3], [17]]), f(2, 8)])
operator("Pad", [image], constants=[np.array([0, 0, 2, 1, 0, 0, 1, 3])], mode="reflect")
operator("Expand", [f(1, 33, 1)], constants=[np.array([4, 33, 7])])
operator("Tile", [f(3, 5)], constants=[np.array([2, 4])])
operator("Resize", [image], halves=False, constants=[None, None, np.array([2, 8, 38, 46])], mode="linear", coordinate_transformation_mode="half_pixel")
operator("DepthToSpace", [f(1, 16, 7, 5)], blocksize=2)
operator("Einsum", [f(2, 7, 9), f(2, 9, 5)], halves=False, equation="bij,bjk->bik")
operator("Gelu", [a], halves=False, domain=MS)
operator("QuickGelu", [a], halves=False, domain=MS)
operator("FastGelu", [a], halves=False, domain=MS)
operator("SkipLayerNormalization", [f(2, 9, 64), f(2, 9, 64)], halves=False, constants=[f(64), f(64)], domain=MS)
operator("SimplifiedLayerNormalization", [f(2, 9, 64)], halves=False, constants=[f(64)])
operator("MultiHeadAttention", [f(2, 12, 64), f(2, 12, 64), f(2, 12, 64)], halves=False, domain=MS, num_heads=4)
# Weights of 4 bits in blocks of 32.
operator("MatMulNBits", [f(5, 128)], halves=False, constants=[rng.integers(0, 256, (48, 4, 16)).astype(np.uint8), f(48 * 4) / 16], domain=MS, K=128, N=48, bits=4,
         block_size=32)
operator("MatMulNBits", [f(1, 128)], halves=False, constants=[rng.integers(0, 256, (48, 4, 16)).astype(np.uint8), f(48 * 4) / 16], domain=MS, K=128, N=48, bits=4,
         block_size=32)

# A block of a transformer, of plain operators.
D, H, T = 64, 4, 21
c = {"wq": f(D, D) / 8, "wk": f(D, D) / 8, "wv": f(D, D) / 8, "wo": f(D, D) / 8, "g": f(D), "b": f(D), "w1": f(D, 4 * D) / 8, "w2": f(4 * D, D) / 16,
     "heads": np.array([2, T, H, D // H]), "whole": np.array([2, T, D]), "scale": np.float32((D // H) ** -0.5)}
n = [helper.make_node("LayerNormalization", ["x", "g", "b"], ["n"])]
for p in "qkv":
    n += [helper.make_node("MatMul", ["n", "w" + p], [p]), helper.make_node("Reshape", [p, "heads"], [p + "h"]),
          helper.make_node("Transpose", [p + "h"], [p + "t"], perm=[0, 2, 3, 1] if p == "k" else [0, 2, 1, 3])]
n += [helper.make_node("MatMul", ["qt", "kt"], ["s"]), helper.make_node("Mul", ["s", "scale"], ["ss"]), helper.make_node("Softmax", ["ss"], ["p"]),
      helper.make_node("MatMul", ["p", "vt"], ["o"]), helper.make_node("Transpose", ["o"], ["ot"], perm=[0, 2, 1, 3]),
      helper.make_node("Reshape", ["ot", "whole"], ["or"]), helper.make_node("MatMul", ["or", "wo"], ["op"]),
      helper.make_node("Add", ["op", "x"], ["r"]), helper.make_node("MatMul", ["r", "w1"], ["h"]), helper.make_node("Relu", ["h"], ["hr"]),
      helper.make_node("MatMul", ["hr", "w2"], ["m"]), helper.make_node("Add", ["m", "r"], ["y"])]
check("a transformer", n, {"x": f(2, T, D)}, c, ["y"], 2e-5)

for line in wrong:
    print(line)
print(f"onnxruntime {ort.__version__} with its WebGPU plugin: {count - len(wrong)} of {count} models as on the CPU, error {worst:.1e}")
sys.exit(1 if wrong else 0)
