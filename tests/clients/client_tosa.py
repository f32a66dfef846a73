"""Arm's ML SDK for Vulkan: graphs of TOSA operators (its model converter makes SPIR-V graphs of them) run by its scenario runner through its
layers, which put VK_ARM_tensors and VK_ARM_data_graph upon compute shaders. Against numpy, operator by operator: whole numbers exactly."""
import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile

import emulation_layer
import numpy as np
from against_numpy import Comparison, softmax

TYPES = {"float32": ("f32", "R32_SFLOAT"), "float16": ("f16", "R16_SFLOAT"), "int8": ("i8", "R8_SINT"), "int16": ("i16", "R16_SINT"),
         "int32": ("i32", "R32_SINT"), "bool": ("i1", "R8_BOOL")}
comparison = Comparison("tosa", 17)
numbers, rng = comparison.numbers, comparison.rng


def windows(x, kernel, stride=1):
    """Of an NHWC array: [n, y, x, c, i, j]."""
    return np.lib.stride_tricks.sliding_window_view(x, kernel, axis=(1, 2))[:, ::stride, ::stride]


def pad(x, n, value=0):
    return np.pad(x, ((0, 0), (n, n), (n, n), (0, 0)), constant_values=value)


def convolution(sums, after=1, stride=1):
    """The attributes of one of 3 x 3, with one row and column before."""
    return (f"dilation = array<i64: 1, 1>, pad = array<i64: 1, {after}, 1, {after}>, stride = array<i64: {stride}, {stride}>, "
            f"acc_type = {sums}")


def pool(size):
    return f"kernel = array<i64: {size}, {size}>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>, nan_mode = IGNORE"


class Value:
    def __init__(self, name, data):
        self.name, self.data = name, data
        self.type = f"tensor<{'x'.join(map(str, data.shape))}x{TYPES[data.dtype.name][0]}>"


class Graph:
    """A function of MLIR, and what each of its values is for the inputs given."""

    def __init__(self):
        self.lines, self.inputs, self.outputs = [], [], {}

    def input(self, data):
        self.inputs.append(Value(f"%x{len(self.inputs)}", data))
        return self.inputs[-1]

    def line(self, operation, attributes, operands, types, result):
        name = f"%{len(self.lines)}"
        called = f"tosa.{operation} {', '.join(operands)}" if operands else f'"tosa.{operation}"()'
        self.lines.append(f"{name} = {called} {{{attributes}}} : ({', '.join(types)}) -> {result}")
        return name

    def const(self, data):
        data = np.ascontiguousarray(data)
        v = Value("", data)
        v.name = self.line("const", f'values = dense<"0x{data.tobytes().hex().upper()}"> : {v.type}', [], [], v.type)
        return v

    def op(self, operation, operands, data, attributes="", shape=None):
        """One operation, whose result has to be data; shape is the last operand of those that take one."""
        names, types = [v.name for v in operands], [v.type for v in operands]
        if shape is not None:
            types.append(f"!tosa.shape<{len(shape)}>")
            names.append(self.line("const_shape", f"values = dense<{list(shape)}> : tensor<{len(shape)}xindex>", [], [], types[-1]))
        v = Value("", np.ascontiguousarray(data))
        v.name = self.line(operation, attributes, names, types, v.type)
        return v

    def zero(self, like):
        return self.const(np.zeros(1, like.data.dtype))

    def output(self, what, v, tolerance=0.0):
        self.outputs[what] = v, tolerance

    def mlir(self):
        values = [v for v, _ in self.outputs.values()]
        returned, body = ", ".join(v.type for v in values), "\n".join(self.lines)
        return (f"module {{ func.func @main({', '.join(f'{v.name}: {v.type}' for v in self.inputs)}) -> ({returned}) {{\n{body}\n"
                f"return {', '.join(v.name for v in values)} : {returned}\n}} }}\n")


def network():
    """Convolutions, pooling, a product and a softmax, in floats."""
    g = Graph()
    x = g.input(numbers(1, 18, 14, 5))
    w, b = g.const(numbers(8, 3, 3, 5) / 7), g.const(numbers(8))
    zero = g.zero(x)
    c = g.op("conv2d", [x, w, b, zero, zero], np.einsum("nhwcij,oijc->nhwo", windows(pad(x.data, 1), (3, 3)), w.data) + b.data, convolution("f32"))
    g.output("conv2d", c, 1e-5)
    s = g.op("sigmoid", [c], 1 / (1 + np.exp(-c.data)))
    dw, db = g.const(numbers(3, 3, 8, 2)), g.const(numbers(16))
    deep = np.einsum("nhwcij,ijcm->nhwcm", windows(pad(s.data, 1), (3, 3), 2), dw.data)
    d = g.op("depthwise_conv2d", [s, dw, db, zero, zero], deep.reshape(*deep.shape[:3], 16) + db.data, convolution("f32", after=0, stride=2))
    g.output("depthwise_conv2d", d, 1e-5)
    p = g.op("max_pool2d", [d], windows(d.data, (3, 3), 2).max((4, 5)), pool(3))
    g.output("max_pool2d", p, 1e-5)
    flat = g.op("reshape", [p], p.data.reshape(1, -1, 16), shape=(1, p.data.size // 16, 16))
    m = g.const(numbers(1, 16, 10))
    y = g.op("matmul", [flat, m, zero, zero], flat.data @ m.data)
    top = g.op("reduce_max", [y], y.data.max(2, keepdims=True), "axis = 2 : i32")
    e = g.op("exp", [g.op("sub", [y, top], y.data - top.data)], np.exp(y.data - top.data))
    total = g.op("reciprocal", [g.op("reduce_sum", [e], e.data.sum(2, keepdims=True), "axis = 2 : i32")], 1 / e.data.sum(2, keepdims=True))
    g.output("softmax", g.op("mul", [e, total, g.const(np.zeros(1, np.int8))], softmax(y.data)), 1e-5)
    g.output("argmax", g.op("argmax", [y], y.data.argmax(2).astype(np.int32), "axis = 2 : i32"))
    return g


def quantized():
    """Convolutions of bytes, scaled down to bytes between."""
    g = Graph()
    x = g.input(rng.integers(-128, 128, (1, 12, 12, 6)).astype(np.int8))
    w, b = g.const(rng.integers(-127, 128, (10, 3, 3, 6)).astype(np.int8)), g.const(rng.integers(-1000, 1000, 10).astype(np.int32))
    point, zero = g.const(np.full(1, -3, np.int8)), g.zero(x)
    wide = windows(pad(x.data.astype(np.int64) + 3, 1), (3, 3))
    sums = np.einsum("nhwcij,oijc->nhwo", wide, w.data.astype(np.int64)) + b.data
    c = g.op("conv2d", [x, w, b, point, zero], sums.astype(np.int32), convolution("i32"))
    g.output("conv2d of bytes", c)
    factors, shifts = rng.integers(1 << 30, (1 << 31) - 1, 10), rng.integers(38, 41, 10)
    scaled = np.clip(((sums * factors + (1 << (shifts - 1))) >> shifts) + 5, -128, 127).astype(np.int8)
    r = g.op("rescale", [c, g.const(factors.astype(np.int32)), g.const(shifts.astype(np.int8)), g.zero(c), g.const(np.full(1, 5, np.int8))], scaled,
             'rounding_mode = SINGLE_ROUND, per_channel = true, scale32 = true, input_unsigned = false, output_unsigned = false')
    g.output("rescale", r)
    p = g.op("max_pool2d", [r], windows(r.data, (2, 2), 2).max((4, 5)), pool(2))
    table = rng.integers(-128, 128, 256).astype(np.int8)
    t = g.op("table", [p, g.const(table)], table[p.data.astype(int) + 128])
    g.output("table", t)
    flat = g.op("reshape", [t], t.data.reshape(1, 36, 10), shape=(1, 36, 10))
    m = g.const(rng.integers(-128, 128, (1, 10, 9)).astype(np.int8))
    g.output("product of bytes", g.op("matmul", [flat, m, zero, zero], flat.data.astype(np.int32) @ m.data.astype(np.int32)))
    return g


def moves():
    """Data turned, cut, chosen and gathered; mathematics element by element; halves."""
    g = Graph()
    x, y = g.input(numbers(3, 5, 20)), g.input(rng.integers(-2**31, 2**31, (3, 5, 20)).astype(np.int32))
    positive = g.op("abs", [x], np.abs(x.data))
    near = g.op("clamp", [x], np.clip(x.data, -0.5, 0.75), 'min_val = -0.5 : f32, max_val = 0.75 : f32, nan_mode = IGNORE')
    for name, data, v in (("log", np.log(positive.data), positive), ("rsqrt", positive.data**-0.5, positive), ("tanh", np.tanh(x.data), x),
                          ("sin", np.sin(x.data), x), ("floor", np.floor(x.data), x), ("ceil", np.ceil(x.data), x)):
        g.output(name, g.op(name, [v], data.astype(np.float32)), 0 if name in ("floor", "ceil") else 2e-5)
    g.output("transpose", g.op("transpose", [near], near.data.transpose(2, 0, 1), "perms = array<i32: 2, 0, 1>"))
    g.output("reverse", g.op("reverse", [y], y.data[:, :, ::-1], "axis = 2 : i32"))
    g.output("concat", g.op("concat", [x, near], np.concatenate((x.data, near.data), 1), "axis = 1 : i32"))
    g.output("tile", g.op("tile", [y], np.tile(y.data, (1, 2, 3)), shape=(1, 2, 3)))
    more = g.op("greater", [x, near], x.data > near.data)
    g.output("select", g.op("select", [more, positive, near], np.where(more.data, positive.data, near.data)))
    places = rng.integers(0, 5, (3, 7)).astype(np.int32)
    g.output("gather", g.op("gather", [x, g.const(places)], np.take_along_axis(x.data, places[:, :, None], 1)))
    shift = g.op("arithmetic_right_shift", [y, g.const(np.full((1, 1, 1), 5, np.int32))], y.data >> 5, "round = false")
    g.output("integers", g.op("bitwise_xor", [shift, y], shift.data ^ y.data))
    g.output("clz", g.op("clz", [y], np.array([32 - int(v & 0xffffffff).bit_length() for v in y.data.ravel().tolist()], np.int32).reshape(y.data.shape)))
    half = g.op("cast", [x], x.data.astype(np.float16))
    g.output("halves", g.op("add", [half, half], half.data + half.data))
    return g


def run(name, graph, folder, env):
    with open(f"{folder}/{name}.mlir", "w") as f:
        f.write(graph.mlir())
    p = subprocess.run([f"{scripts}/model_converter", "-i", f"{name}.mlir", "-o", f"{name}.vgf"], cwd=folder, capture_output=True, text=True)
    if p.returncode:
        sys.exit(f"tosa: the model converter takes no {name}: {p.stderr[-500:]}")
    tensors, bindings = [], []
    for n, v in enumerate(graph.inputs + [v for v, _ in graph.outputs.values()]):
        given = n < len(graph.inputs)
        if given:
            np.save(f"{folder}/{n}.npy", v.data)
        tensors.append({"tensor": {"uid": f"t{n}", "dims": list(v.data.shape), "format": f"VK_FORMAT_{TYPES[v.data.dtype.name][1]}",
                                   "shader_access": "readonly" if given else "writeonly", "src" if given else "dst": f"{n}.npy"}})
        bindings.append({"set": 0, "id": n, "resource_ref": f"t{n}"})
    with open(f"{folder}/scenario.json", "w") as f:
        json.dump({"commands": [{"dispatch_vgf": {"bindings": bindings, "graph_ref": "graph"}}],
                   "resources": [{"graph": {"uid": "graph", "src": f"{name}.vgf"}}, *tensors]}, f)
    p = subprocess.run([f"{scripts}/scenario_runner", "--scenario", "scenario.json"], cwd=folder, env=env, capture_output=True, text=True)
    device = re.search(r"Device: (.*), Type", p.stdout + p.stderr)
    if p.returncode or not device:
        sys.exit(f"tosa: {name} does not run: {(p.stdout + p.stderr)[-500:]}")
    for n, (what, (v, tolerance)) in enumerate(graph.outputs.items(), len(graph.inputs)):
        comparison.check(what, np.load(f"{folder}/{n}.npy"), v.data, tolerance)
    return device[1]


scripts, deploy = sysconfig.get_path("scripts"), os.path.join(os.path.dirname(emulation_layer.__file__), "deploy")
with tempfile.TemporaryDirectory() as d:
    # Graphs have to meet the layer of graphs first. Loaders of before 2024 order layers as they find their manifests, and not as they are named.
    for n, layer in enumerate(("Graph", "Tensor")):
        os.mkdir(f"{d}/{n}")
        with open(f"{deploy}/share/vulkan/explicit_layer.d/VkLayer_{layer}.json") as f:
            manifest = json.load(f)
        manifest["layer"]["library_path"] = f"{deploy}/lib/{manifest['layer']['library_path']}"
        with open(f"{d}/{n}/{layer}.json", "w") as f:
            json.dump(manifest, f)
    env = {**os.environ, "VK_LAYER_PATH": f"{d}/0:{d}/1", "VK_INSTANCE_LAYERS": "VK_LAYER_ML_Graph_Emulation:VK_LAYER_ML_Tensor_Emulation"}
    for name, graph in (("network", network()), ("quantized", quantized()), ("moves", moves())):
        device = run(name, graph, d, env)
comparison.finish(device, "a network in floats, one in bytes, and twenty operators of TOSA as by numpy")
