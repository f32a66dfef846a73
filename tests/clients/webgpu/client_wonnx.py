"""wonnx (ONNX on wgpu): a fully connected layer, against numpy."""
import os
import tempfile

import numpy as np
import onnx
import wonnx
from onnx import TensorProto, helper, numpy_helper

rng = np.random.default_rng(3)
w, b = rng.standard_normal((16, 32)).astype(np.float32), rng.standard_normal(32).astype(np.float32)
graph = helper.make_graph([helper.make_node("Gemm", ["x", "w", "b"], ["y"])], "layer",
                          [helper.make_tensor_value_info("x", TensorProto.FLOAT, [4, 16])],
                          [helper.make_tensor_value_info("y", TensorProto.FLOAT, [4, 32])],
                          [numpy_helper.from_array(w, "w"), numpy_helper.from_array(b, "b")])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
model.ir_version = 7
x = rng.standard_normal((4, 16)).astype(np.float32)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "layer.onnx")
    onnx.save(model, path)
    got = np.array(wonnx.Session.from_path(path).run({"x": x.flatten().tolist()})["y"]).reshape(4, 32)
error = np.abs(got - (x @ w + b)).max()
print(f"wonnx: a layer of 16 x 32, error {error:.2g}")
assert error < 1e-4, error
