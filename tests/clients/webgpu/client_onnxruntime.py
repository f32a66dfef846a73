"""onnxruntime's WebGPU provider (on Dawn): a small convolutional network, against its own CPU provider."""
import numpy as np
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper

rng = np.random.default_rng(3)


def weights(*shape):
    return rng.standard_normal(shape).astype(np.float32) * np.float32(np.prod(shape[1:]) ** -0.5)


constants = {"w1": weights(8, 3, 3, 3), "b1": weights(8), "w2": weights(16, 8, 3, 3), "b2": weights(16),
             "w3": weights(10, 16 * 8 * 8), "b3": weights(10)}
pool = {"kernel_shape": [2, 2], "strides": [2, 2]}
nodes = [helper.make_node("Conv", ["x", "w1", "b1"], ["c1"], pads=[1] * 4), helper.make_node("Relu", ["c1"], ["r1"]),
         helper.make_node("MaxPool", ["r1"], ["p1"], **pool), helper.make_node("Conv", ["p1", "w2", "b2"], ["c2"], pads=[1] * 4),
         helper.make_node("Sigmoid", ["c2"], ["r2"]), helper.make_node("MaxPool", ["r2"], ["p2"], **pool),
         helper.make_node("Flatten", ["p2"], ["f"]), helper.make_node("Gemm", ["f", "w3", "b3"], ["g"], transB=1),
         helper.make_node("Softmax", ["g"], ["y"])]
graph = helper.make_graph(nodes, "cnn", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 32, 32])],
                          [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 10])],
                          [numpy_helper.from_array(v, k) for k, v in constants.items()])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
model.ir_version = 9
x = rng.standard_normal((1, 3, 32, 32)).astype(np.float32)


def run(provider):
    session = ort.InferenceSession(model.SerializeToString(), providers=[provider])
    assert session.get_providers()[0] == provider, session.get_providers()
    return session.run(None, {"x": x})[0]


error = np.abs(run("WebGpuExecutionProvider") - run("CPUExecutionProvider")).max()
print(f"onnxruntime {ort.__version__}, WebGPU: a convolutional network, error {error:.2g}")
assert error < 1e-5, error
