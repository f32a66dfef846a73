"""Writes models with random weights for transformers.js, of the operators that its models are exported with:
model.py DIR makes DIR/decoder (a Llama in floats, and with weights of 4 bits among halves) and DIR/encoder (a BERT)."""
import json
import os
import sys

import numpy as np
from onnx import TensorProto, helper, numpy_helper

D, HEADS, KV, LAYERS, WORDS, INNER, LONGEST = 64, 4, 2, 2, 256, 128, 96
HEAD = D // HEADS
MS = "com.microsoft"


class Graph:
    def __init__(self, dtype, bits=None):
        self.dtype, self.bits, self.rng = dtype, bits, np.random.default_rng(11)
        self.nodes, self.constants, self.inputs, self.outputs = [], [], [], []

    def type(self):
        return TensorProto.FLOAT16 if self.dtype == np.float16 else TensorProto.FLOAT

    def add(self, op, *inputs, outputs=1, domain="", **attributes):
        names = [f"v{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(op, list(inputs), names, domain=domain, **attributes))
        return names[0] if outputs == 1 else names

    def constant(self, value):
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def numbers(self, *shape, scale=1.0):
        return self.constant((self.rng.standard_normal(shape) * scale).astype(self.dtype))

    def linear(self, x, n, k):
        if not self.bits:
            return self.add("MatMul", x, self.numbers(k, n, scale=2 / k**0.5))
        codes = self.constant(self.rng.integers(0, 256, (n, k // 32, 16)).astype(np.uint8))
        scales = self.constant((self.rng.uniform(0.2, 0.45, n * k // 32) / k**0.5).astype(self.dtype))
        return self.add("MatMulNBits", x, codes, scales, domain=MS, K=k, N=n, bits=4, block_size=32)

    def output(self, value, name, shape, kind=None):
        self.nodes.append(helper.make_node("Identity", [value], [name]))
        self.outputs.append(helper.make_tensor_value_info(name, kind or self.type(), shape))

    def write(self, path, opset=17):
        graph = helper.make_graph(self.nodes, "g", self.inputs, self.outputs, self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset), helper.make_opsetid(MS, 1)])
        model.ir_version = 9
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(model.SerializeToString())


def decoder(path, dtype, bits):
    g = Graph(dtype, bits)
    for name in ("input_ids", "attention_mask"):
        g.inputs.append(helper.make_tensor_value_info(name, TensorProto.INT64, ["batch_size", "total_sequence_length" if name == "attention_mask" else "sequence_length"]))
    length = g.add("ReduceSum", "attention_mask", g.constant(np.array([1])), keepdims=0)
    last = g.add("Cast", g.add("Sub", length, g.constant(np.array([1]))), to=TensorProto.INT32)
    total = g.add("Cast", g.add("Gather", g.add("Shape", "attention_mask"), g.constant(np.array(1))), to=TensorProto.INT32)
    turns = np.outer(np.arange(LONGEST), 10000.0 ** (-np.arange(HEAD // 2) / (HEAD // 2)))
    cos, sin = g.constant(np.cos(turns).astype(dtype)), g.constant(np.sin(turns).astype(dtype))
    x = g.add("Gather", g.numbers(WORDS, D), "input_ids")
    for layer in range(LAYERS):
        n = g.add("SimplifiedLayerNormalization", x, g.constant(np.ones(D, dtype)), axis=-1, epsilon=1e-5)
        q, k, v = g.linear(n, D, D), g.linear(n, KV * HEAD, D), g.linear(n, KV * HEAD, D)
        past = [f"past_key_values.{layer}.{p}" for p in ("key", "value")]
        for p in past:
            g.inputs.append(helper.make_tensor_value_info(p, g.type(), ["batch_size", KV, "past_sequence_length", HEAD]))
        y, key, value = g.add("GroupQueryAttention", q, k, v, *past, last, total, cos, sin, outputs=3, domain=MS, num_heads=HEADS, kv_num_heads=KV,
                              do_rotary=1)
        for p, what in (("key", key), ("value", value)):
            g.output(what, f"present.{layer}.{p}", ["batch_size", KV, "total_sequence_length", HEAD])
        x = g.add("Add", x, g.linear(y, D, D))
        n = g.add("SimplifiedLayerNormalization", x, g.constant(np.ones(D, dtype)), axis=-1, epsilon=1e-5)
        gate = g.linear(n, INNER, D)
        inner = g.add("Mul", g.add("Mul", gate, g.add("Sigmoid", gate)), g.linear(n, INNER, D))
        x = g.add("Add", x, g.linear(inner, D, INNER))
    x = g.add("SimplifiedLayerNormalization", x, g.constant(np.ones(D, dtype)), axis=-1, epsilon=1e-5)
    logits = g.add("MatMul", x, g.numbers(D, WORDS, scale=D**-0.5))
    g.output(g.add("Cast", logits, to=TensorProto.FLOAT), "logits", ["batch_size", "sequence_length", WORDS], TensorProto.FLOAT)
    g.write(path)


def encoder(path):
    g = Graph(np.float32)
    for name in ("input_ids", "attention_mask", "token_type_ids"):
        g.inputs.append(helper.make_tensor_value_info(name, TensorProto.INT64, ["batch_size", "sequence_length"]))

    def normal(x):
        return g.add("LayerNormalization", x, g.numbers(D, scale=0.5), g.numbers(D, scale=0.1), axis=-1)

    words = g.add("Gather", g.add("Shape", "input_ids"), g.constant(np.array([1])))
    places = g.add("Slice", g.numbers(LONGEST, D), g.constant(np.array([0])), words)
    x = normal(g.add("Add", g.add("Add", g.add("Gather", g.numbers(WORDS, D), "input_ids"), g.add("Gather", g.numbers(2, D), "token_type_ids")), places))
    hidden = g.add("Sub", g.constant(np.float32(1)), g.add("Cast", g.add("Unsqueeze", "attention_mask", g.constant(np.array([1, 2]))), to=TensorProto.FLOAT))
    mask = g.add("Mul", hidden, g.constant(np.float32(-1e9)))
    split, joined = g.constant(np.array([0, 0, HEADS, HEAD])), g.constant(np.array([0, 0, D]))
    for _ in range(LAYERS):
        q, k, v = (g.add("Transpose", g.add("Reshape", g.add("Add", g.linear(x, D, D), g.numbers(D)), split), perm=p)
                   for p in ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]))
        scores = g.add("Add", g.add("Div", g.add("MatMul", q, k), g.constant(np.float32(HEAD**0.5))), mask)
        y = g.add("Reshape", g.add("Transpose", g.add("MatMul", g.add("Softmax", scores, axis=-1), v), perm=[0, 2, 1, 3]), joined)
        x = normal(g.add("Add", x, g.linear(y, D, D)))
        h = g.linear(x, INNER, D)
        gelu = g.add("Mul", g.add("Mul", h, g.constant(np.float32(0.5))), g.add("Add", g.add("Erf", g.add("Mul", h, g.constant(np.float32(0.5**0.5)))),
                                                                              g.constant(np.float32(1))))
        x = normal(g.add("Add", x, g.linear(gelu, D, INNER)))
    g.output(x, "last_hidden_state", ["batch_size", "sequence_length", D])
    g.write(path)


def config(folder, **values):
    with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as f:
        json.dump({"hidden_size": D, "num_attention_heads": HEADS, "num_hidden_layers": LAYERS, "vocab_size": WORDS, **values}, f)


top = sys.argv[1]
decoder(f"{top}/decoder/onnx/model.onnx", np.float32, None)
decoder(f"{top}/decoder/onnx/model_q4f16.onnx", np.float16, 4)
config(f"{top}/decoder", model_type="llama", architectures=["LlamaForCausalLM"], num_key_value_heads=KV, head_dim=HEAD, bos_token_id=1, eos_token_id=WORDS)
encoder(f"{top}/encoder/onnx/model.onnx")
config(f"{top}/encoder", model_type="bert", architectures=["BertModel"])
