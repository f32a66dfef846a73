"""computeml: its operations one by one, a captured step, weights of 4 and 8 bits, and a training run, against numpy.

Its cross entropy reads what other invocations wrote without a barrier (KILN_SIM_CHECK=race reports it): right on every driver only for as many
classes as a subgroup has lanes.
"""
import computeml as cml
import numpy as np
from against_numpy import softmax

rng = np.random.default_rng(7)
ctx = cml.Context()
ops = cml.ops
CLASSES = 8


def normal(*shape):
    return rng.standard_normal(shape).astype(np.float32)


def layer_norm(x, w, b):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * w + b


def gelu(x):
    return x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def silu(x):
    return x / (1 + np.exp(-x))


def attention(q, k, v, heads, causal):
    parts = []
    for h in np.split(np.arange(q.shape[1]), heads):
        s = q[:, h] @ k[:, h].T / np.sqrt(len(h))
        parts.append(softmax(np.where(np.tri(*s.shape), s, -1e9) if causal else s) @ v[:, h])
    return np.concatenate(parts, 1)


def rope(x, heads):
    d = x.shape[1] // heads
    angle = np.arange(len(x))[:, None, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
    turned = (x.reshape(len(x), heads, d // 2, 2) @ [1, 1j]) * np.exp(1j * angle)
    return np.stack((turned.real, turned.imag), -1).reshape(x.shape)


def conv1d(x, w, b, stride, pad):
    channels = x.shape[1]
    kernel = w.shape[1] // channels
    x = np.pad(x, ((pad, pad), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(x, kernel, 0)[::stride]  # (length, channel, k)
    return windows.reshape(len(windows), -1) @ w.T + b


x, y, z = normal(37, 130), normal(37, 130), normal(37, 130)
w, b, scale = normal(70, 130), normal(70), normal(130)
q, k, v = normal(50, 96), normal(50, 96), normal(50, 96)
table = normal(100, 48)
ids = rng.integers(0, 100, 29)
CASES = {
    "relu": (ops.relu, lambda x: np.maximum(x, 0), x), "gelu": (ops.gelu, gelu, x), "silu": (ops.silu, silu, x), "tanh": (ops.tanh, np.tanh, x),
    "sigmoid": (ops.sigmoid, lambda x: 1 / (1 + np.exp(-x)), x), "exp": (ops.exp, np.exp, x), "log": (ops.log, np.log, np.abs(x) + 0.1),
    "sqrt": (ops.sqrt, np.sqrt, np.abs(x)), "abs": (ops.abs, np.abs, x), "reciprocal": (ops.reciprocal, np.reciprocal, x),
    "add": (ops.add, np.add, x, y), "sub": (ops.sub, np.subtract, x, y), "mul": (ops.mul, np.multiply, x, y), "div": (ops.div, np.divide, x, y),
    "swiglu": (ops.swiglu, lambda a, b: silu(a) * b, x, y), "clamp": (lambda x: ops.clamp(x, -0.5, 1), lambda x: np.clip(x, -0.5, 1), x),
    "where": (ops.where, lambda c, a, b: np.where(c != 0, a, b), (x > 0).astype(np.float32), y, z),
    "matmul": (ops.matmul, np.matmul, x, scale[:, None] * w.T),
    "matmul, transposed": (lambda a, b: ops.matmul(a, b, transpose_b=True), lambda a, b: a @ b.T, x, w),
    "matmul of 256": (ops.matmul, np.matmul, normal(256, 256), normal(256, 256)),
    "matmul, batched": (ops.matmul_batched, np.matmul, normal(3, 20, 33), normal(3, 33, 45)),
    "softmax": (ops.softmax, softmax, x), "layer_norm": (ops.layer_norm, layer_norm, x, scale, y[0]),
    "rms_norm": (ops.rms_norm, lambda x, w: x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * w, x, scale),
    "add_layer_norm": (ops.add_layer_norm, lambda a, b, w, c: layer_norm(a + b, w, c), x, y, scale, z[0]),
    "bias_add": (ops.bias_add, np.add, x, scale),
    "linear_bias_add_layer_norm": (ops.linear_bias_add_layer_norm, lambda x, w, b, r, s, c: layer_norm(x @ w.T + b + r, s, c),
                                   x, w, b, y[:, :70].copy(), b + 1, b),
    **{f"linear, {name}": (lambda x, w, b, name=name: ops.linear(x, w, b, activation=name), lambda x, w, b, f=f: f(x @ w.T + b), x, w, b)
       for name, f in (("relu", lambda x: np.maximum(x, 0)), ("gelu", gelu), ("silu", silu))},
    **{f"attention, {heads} heads{', causal' * causal}": (
        lambda q, k, v, h=heads, c=causal: ops.attention(q, k, v, h, c), lambda q, k, v, h=heads, c=causal: attention(q, k, v, h, c), q, k, v)
       for heads in (1, 3) for causal in (False, True)},
    "rope": (lambda x: ops.rope(x, 3), lambda x: rope(x, 3), q),
    "permute": (lambda x: ops.permute(x, (2, 0, 1)), lambda x: x.transpose(2, 0, 1), normal(5, 6, 7)),
    "concat": (ops.concat, lambda a, b: np.concatenate((a, b), -1), x, w[:37].copy()),
    "embedding": (ops.embedding, lambda i, t: t[i.astype(int)], ids.astype(np.float32), table),
    "gather": (ops.gather, lambda t, i: t[i.astype(int)], table, ids.astype(np.float32)),
    **{name: (getattr(ops, name), lambda x, name=name: getattr(x, name)(keepdims=True)[0], x) for name in ("sum", "max", "mean")},
    "argmax": (ops.argmax, lambda x: x.argmax(-1), x),
    "conv1d": (lambda x, w, b: ops.conv1d(x, w, b, 2, 1), lambda x, w, b: conv1d(x, w, b, 2, 1), normal(40, 12), normal(20, 36), normal(20)),
    "cross_entropy": (ops.cross_entropy, lambda p, t: -np.log(softmax(p)[np.arange(37), t.astype(int)]).mean(keepdims=True),
                      x[:, :CLASSES].copy(), rng.integers(0, CLASSES, 37).astype(np.float32)),
}
worst = 0


def check(name, got, want, tolerance=1e-4):
    global worst
    error = np.abs(got - want).max() / np.abs(want).max()
    assert error < tolerance, (name, error)
    worst = max(worst, error)


for name, (device, reference, *inputs) in CASES.items():
    check(name, device(*map(ctx.asarray, inputs)).numpy(), reference(*[i.astype(np.float64) for i in inputs]))

a, weights = normal(16, 256), normal(256, 64)
for kind, step in (("Q8_0", 0.02), ("Q4_0", 0.3), ("float16", 1e-3)):
    packed = ctx.asarray(weights).to_fp16() if kind == "float16" else ctx.asarray(weights).quantize(kind)
    plain = (packed.to_fp32() if kind == "float16" else packed.dequantize()).numpy()
    assert 0 < np.abs(plain - weights).max() < 2 * step, kind
    if kind != "float16":
        check(kind, (ctx.asarray(a) @ packed).numpy(), a @ plain)


@ctx.capture
def step(x):
    return ops.softmax(ops.relu(x @ square))


square = ctx.asarray(normal(64, 64))
for _ in range(3):
    x = normal(32, 64)
    check("captured", step(x).numpy(), softmax(np.maximum(x @ square.numpy(), 0)))
assert step.record_count == 1

# Two layers and AdamW, step by step
x, target = normal(128, 4), rng.integers(0, CLASSES, 128)
layers = [normal(16, 4) / 2, normal(16) / 2, normal(CLASSES, 16) / 4, normal(CLASSES) / 4]
model = cml.nn.Sequential(cml.nn.Linear.from_numpy(ctx, *layers[:2], activation="relu"), cml.nn.Linear.from_numpy(ctx, *layers[2:])).requires_grad_()
adam = cml.optim.AdamW(model.parameters(), lr=0.05, weight_decay=0)
layers = [p.astype(np.float64) for p in layers]
moments = [(np.zeros_like(p), np.zeros_like(p)) for p in layers]
losses = []
for i in range(1, 21):
    adam.zero_grad()
    loss = ops.cross_entropy(model(ctx.asarray(x)), ctx.asarray(target.astype(np.float32)))
    loss.backward()
    adam.step()
    hidden = np.maximum(x @ layers[0].T + layers[1], 0)
    chances = softmax(hidden @ layers[2].T + layers[3])
    losses.append(-np.log(chances[np.arange(128), target]).mean())
    check(f"loss {i}", float(loss), losses[-1], 1e-3)
    back = (chances - np.eye(CLASSES)[target]) / 128
    inner = back @ layers[2] * (hidden > 0)
    for p, (m, v), g in zip(layers, moments, (inner.T @ x, inner.sum(0), back.T @ hidden, back.sum(0))):
        m += 0.1 * (g - m)
        v += 0.001 * (g * g - v)
        p -= 0.05 * (m / (1 - 0.9**i)) / (np.sqrt(v / (1 - 0.999**i)) + 1e-8)
assert losses[-1] < 0.9 * losses[0], losses
print(f"computeml: {len(CASES)} operations, weights of 4 and 8 bits, 20 steps of training on {ctx.device_name}: error {worst:.2g}")
