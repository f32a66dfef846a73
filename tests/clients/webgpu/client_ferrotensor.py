"""ferrotensor (a library of tensors in Rust, wgpu's WGSL): operations, gradients and steps of training, against numpy and against its own CPU device."""
import ferrotensor as ft
import ferrotensor.nn.functional as F
import numpy as np
from against_numpy import Comparison, softmax
from ferrotensor import nn, optim

comparison = Comparison("ferrotensor", 23)
numbers, check = comparison.numbers, comparison.check
gpu = ft.Device("gpu")


def put(data, device=gpu):
    return ft.tensor(data if isinstance(data, list) else data.tolist(), device=device)


def operations():
    a, b, c = numbers(37, 70), numbers(70, 45), numbers(37, 70)
    x, y, z = put(a), put(b), put(c)
    check("product", (x @ y).tolist(), a @ b, 1e-5)
    s, t = numbers(3, 17, 20), numbers(3, 20, 9)
    check("batched product", (put(s) @ put(t)).tolist(), s @ t, 1e-5)
    check("arithmetic", (x * z - x / (z * z + 1.0)).tolist(), a * c - a / (c * c + 1), 1e-5)
    for what, got, want in (("sum", x.sum(dim=1), a.sum(1)), ("mean", x.mean(dim=0), a.mean(0)), ("max", x.max(dim=1), a.max(1)),
                            ("variance", x.var(dim=1), a.var(1)), ("argmax", x.argmax(dim=1), a.argmax(1)), ("softmax", x.softmax(dim=1), softmax(a)),
                            ("tanh", x.tanh(), np.tanh(a)), ("sigmoid", x.sigmoid(), 1 / (1 + np.exp(-a))), ("exp", x.exp(), np.exp(a)),
                            ("where", ft.where(x > z, x, z), np.maximum(a, c)), ("narrow", x.narrow(1, 3, 50), a[:, 3:53]),
                            ("transpose", x.T @ z, a.T @ c),
                            ("joined", ft.cat([x, z], dim=1), np.concatenate((a, c), 1)), ("broadcast", x + put(c[0]), a + c[0])):
        check(what, got.tolist(), want, 1e-5)


class Network(nn.Module):
    """Attention over six words of eight numbers, and a layer over all."""

    def __init__(self, device):
        super().__init__()
        self.norm, self.look = nn.LayerNorm(8, device=device), nn.MultiHeadAttention(8, 2, device=device)
        self.wide, self.last = nn.Linear(48, 32, device=device), nn.Linear(32, 5, device=device)

    def forward(self, x):
        return self.last(F.gelu(self.wide(self.look(self.norm(x)).reshape(-1, 48))))


def training():
    x, targets = numbers(12, 6, 8), [int(i) for i in comparison.rng.integers(0, 5, 12)]
    cpu = Network(ft.Device("cpu"))
    state = {name: v.tolist() for name, v in cpu.state_dict().items()}
    losses = []
    for network in (cpu, Network(gpu)):
        device = gpu if losses else ft.Device("cpu")
        network.load_state_dict({name: put(v, device) for name, v in state.items()})
        inputs, optimizer, taken = put(x, device), optim.AdamW(network.parameters(), lr=0.01), []
        for _ in range(8):
            optimizer.zero_grad()
            loss = F.cross_entropy(network(inputs), targets)
            loss.backward()
            optimizer.step()
            taken.append(loss.item())
        losses.append((taken, np.concatenate([np.ravel(p.tolist()) for p in network.parameters()])))
    check("losses", losses[1][0], losses[0][0], 1e-4)
    check("weights", losses[1][1], losses[0][1], 1e-3)


operations()
training()
comparison.finish(repr(gpu), "operations and eight steps of training as by numpy and on its CPU")
