"""What clients share that hold a program's results against numpy: numbers with a fixed seed, some functions, what differs, and on which device."""
import os
import sys

import numpy as np


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


class Comparison:
    def __init__(self, program, seed):
        self.program, self.rng, self.bad = program, np.random.default_rng(seed), []

    def numbers(self, *shape):
        return self.rng.standard_normal(shape).astype(np.float32)

    def check(self, what, got, want, tolerance=1e-4):
        got, want = np.asarray(got, np.float64), np.asarray(want, np.float64)
        if got.shape != want.shape:
            self.bad.append(f"{what}: {got.shape} instead of {want.shape}")
            return
        error = np.abs(got - want).max() / max(1.0, np.abs(want).max())
        if not error <= tolerance:
            self.bad.append(f"{what}: {error:.2e}")

    def finish(self, device, what):
        """Ends the program: another device is as bad as another result, unless the machine has a real one."""
        if "simulated by Kiln" not in device and not os.path.exists("/dev/dri"):
            self.bad.append("another device")
        if self.bad:
            sys.exit(f"{self.program} on {device}: {', '.join(self.bad)}")
        print(f"{self.program}: {what} on {device}")
