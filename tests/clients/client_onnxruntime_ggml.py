"""onnxruntime-ggml (an execution provider on ggml's Vulkan kernels): convolutions along time and a transformer, as networks that hear begin,
against onnxruntime's own CPU provider. ggml multiplies in halves."""
import os
import re
import sys
import tempfile

import numpy as np
import onnxruntime as ort
import onnxruntime_ggml as ggml
from against_numpy import Comparison
from onnx import TensorProto, helper, numpy_helper

WIDTH, HEADS, TIME = 32, 4, 24
comparison = Comparison("onnxruntime_ggml", 3)
nodes, constants = [], {}


def node(kind, *inputs, **attributes):
    nodes.append(helper.make_node(kind, inputs, [f"{kind}{len(nodes)}"], **attributes))
    return nodes[-1].output[0]


def constant(data):
    name = f"c{len(constants)}"
    constants[name] = np.asarray(data)
    return name


def weights(*shape):
    return constant(comparison.numbers(*shape) * np.float32(np.prod(shape[1:]) ** -0.5))


def shaped(x, *shape):
    return node("Reshape", x, constant(np.array(shape, np.int64)))


def attention(x):
    q, k, v = [node("Transpose", shaped(node("MatMul", x, weights(WIDTH, WIDTH)), 1, TIME, HEADS, WIDTH // HEADS), perm=perm)
               for perm in ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3])]
    scores = node("Softmax", node("Mul", node("MatMul", q, k), constant(np.float32((WIDTH // HEADS) ** -0.5))), axis=-1)
    return node("MatMul", shaped(node("Transpose", node("MatMul", scores, v), perm=[0, 2, 1, 3]), 1, TIME, WIDTH), weights(WIDTH, WIDTH))


def normal(x):
    return node("LayerNormalization", x, constant(1 + comparison.numbers(WIDTH) / 8), constant(comparison.numbers(WIDTH)), axis=-1)


def gelu(x):
    halves = [constant(np.float32(f)) for f in (2**-0.5, 1, 0.5)]
    return node("Mul", node("Mul", x, node("Add", node("Erf", node("Mul", x, halves[0])), halves[1])), halves[2])


def model():
    heard = gelu(node("Conv", "x", weights(16, 10, 3), constant(comparison.numbers(16)), pads=[1, 1]))
    x = shaped(node("Conv", heard, weights(WIDTH, 16, 2), strides=[2]), 1, WIDTH, TIME)
    x = node("Transpose", x, perm=[0, 2, 1])
    for _ in range(2):
        x = node("Add", x, attention(normal(x)))
        x = node("Add", x, node("MatMul", gelu(node("MatMul", normal(x), weights(WIDTH, 64))), weights(64, WIDTH)))
    nodes[-1].output[0] = "y"
    graph = helper.make_graph(nodes, "hearing", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 10, 2 * TIME])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, TIME, WIDTH])],
                              [numpy_helper.from_array(v, k) for k, v in constants.items()])
    m = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    m.ir_version = 9
    return m.SerializeToString()


# The name of the device, and what was not taken, are only in what the library says.
with tempfile.TemporaryFile("w+") as said, tempfile.TemporaryDirectory() as d:
    kept = os.dup(2)
    os.dup2(said.fileno(), 2)
    with open(f"{d}/model.onnx", "wb") as f:
        f.write(model())
    x = comparison.numbers(1, 10, 2 * TIME)
    got = ggml.InferenceSession(f"{d}/model.onnx", {"device": "gpu"}).run(None, {"x": x})[0]
    want = ort.InferenceSession(f"{d}/model.onnx", providers=["CPUExecutionProvider"]).run(None, {"x": x})[0]
    os.dup2(kept, 2)
    said.seek(0)
    text = said.read()
name = re.search(r"ggml_vulkan: 0 = (.*?) \| uma", text)
if not name or "claiming nothing" in text:
    sys.exit(f"onnxruntime_ggml computes on the CPU: {text[-500:]}")
comparison.check("results", got, want, 2e-3)
comparison.finish(name[1], "convolutions and a transformer as onnxruntime's CPU provider has them")
