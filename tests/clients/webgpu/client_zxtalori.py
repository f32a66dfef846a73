"""zxtalori (Zig and WGSL on wgpu-native): orientations in a crystal's symmetry, spread out and measured, against numpy."""
import sys

import numpy as np
import zxtalori

from against_numpy import Comparison

c = Comparison("zxtalori", 6)


def product(p, q):
    (a, b), (x, y) = (np.split(v, [1], -1) for v in (p, q))
    return np.concatenate([a * x - (b * y).sum(-1, keepdims=True), a * y + x * b + np.cross(b, y)], -1)


def angles(p, q, operations):
    """Of each P to the nearest of the orbit of each Q, in degrees."""
    orbits = product(q[:, None], operations[None])
    return np.degrees(2 * np.arccos(np.clip(np.abs(np.einsum("ai,bki->abk", p, orbits)).max(2), 0, 1)))


for group, count in (("C3", 20), ("D2", 60), ("O", 40)):
    with zxtalori.haar(group, count, 7) as grid:
        first = grid.measure()
        operations = np.float64(grid.operations)
        for state in ("at random", "relaxed"):
            q = np.float64(grid.quaternions)
            c.check(f"{group}: {state}: length", np.linalg.norm(q, axis=1), np.ones(count), 1e-6)
            between = angles(q, q, operations)
            np.fill_diagonal(between, 360)
            c.check(f"{group}: {state}: separation of each", grid.point_values("separation"), between.min(1), 1e-4)
            c.check(f"{group}: {state}: separation", grid.stats["separation_deg"], between.min(), 1e-3)
            grid.relax(6)
            last = grid.measure()
        c.check(f"{group}: energy falls", last["energy"] < first["energy"] and last["separation_deg"] > 2 * first["separation_deg"], True)
# The emptiest place, from a triangulation on the device: as far as it says, and no other place is farther from all.
with zxtalori.haar("O", 12, 3) as grid:
    found = grid.covering()
    q, operations = np.float64(grid.quaternions), np.float64(grid.operations)
    anywhere = c.rng.standard_normal((20000, 4))
    anywhere /= np.linalg.norm(anywhere, axis=1, keepdims=True)
    farthest = angles(anywhere, q, operations).min(1).max()
    radius = found["covering_radius_deg"]
    c.check("covering", angles(np.float64([found["covering_witness"]]), q, operations).min(), radius, 1e-3)
    c.check("nothing is farther", 0.9 * radius < farthest < 1.001 * radius, True)
# (It does not say which device it took: run.sh counts what the simulated one did.)
if c.bad:
    sys.exit(f"zxtalori: {', '.join(c.bad)}")
print("zxtalori: orientations relaxed and measured, and a triangulation, as by numpy")
