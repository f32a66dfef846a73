"""aule-attention: attention in one kernel by its shader variants, with fewer heads of keys than of queries, and its gradients, against numpy."""
import contextlib
import os

import numpy as np
from against_numpy import Comparison, softmax
from aule.vulkan import Aule

comparison = Comparison("aule", 41)
numbers, check = comparison.numbers, comparison.check


def scores(q, k, causal):
    s = q @ k.swapaxes(2, 3) / np.sqrt(q.shape[3])
    return softmax(np.where(np.tri(*s.shape[2:], dtype=bool), s, -1e30) if causal else s)


with open(os.devnull, "w") as quiet, contextlib.redirect_stdout(quiet), Aule() as aule:
    name = aule.device_name
    for variant in aule.available_shader_variants:
        aule.set_shader_variant(variant)
        for heads, keys, length, size, causal in ((2, 2, 40, 64, True), (2, 2, 33, 32, False), (4, 2, 16, 64, True)):
            q, k, v = numbers(1, heads, length, size), numbers(1, keys, length, size), numbers(1, keys, length, size)
            wide = [np.repeat(x, heads // keys, 1) for x in (k, v)]
            check(f"variant {variant} of {heads} heads", aule.attention(q, k, v, causal=causal), scores(q, wide[0], causal) @ wide[1],
                  1e-5 if variant < 2 else 4e-3)
    q, k, v, change = [numbers(1, 2, 24, 64) for _ in range(4)]
    out, sums = aule.attention_forward_with_lse(q, k, v, causal=True)
    p = scores(q, k, True)
    d = p * (change @ v.swapaxes(2, 3) - (change * (p @ v)).sum(-1, keepdims=True)) / 8
    for what, got, want in zip("qkv", aule.attention_backward(q, k, v, out, change, sums, causal=True),
                               (d @ k, d.swapaxes(2, 3) @ q, p.swapaxes(2, 3) @ change)):
        check(f"gradient of {what}", got, want, 1e-5)
comparison.finish(name, "attention and its gradients as by numpy")
