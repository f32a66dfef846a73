#!/usr/bin/env python3
# KILN_SIM_STATS has one entry for each dispatch of the application, whatever requests and slices made of it, with the same counts
# wherever they were cut: test_vk_bounded on clocks of other speeds, and once with everything whole.
#     whole_stats.py TEST-VK-TURNS
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from tap import case, done

bounded = sys.argv[1]


def stats(name, **variables):
    with tempfile.TemporaryDirectory() as top:
        path = os.path.join(top, 'stats.json')
        env = {**os.environ, 'KILN_SIM_STATS': path, **variables}
        subprocess.run([bounded, name], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return json.load(open(path))


def run(name, **variables):
    """Of each dispatch what does not depend on when it ran; and how many walkers there were."""
    data = stats(name, **variables)
    return [{k: v for k, v in d.items() if k != 'index'} for d in data['dispatches']], data['walkers']


for name, grids in (('dispatch_of_minutes', [[20000, 1, 1]]), ('base', [[60, 55, 1]])):
    a, walkers = run(name)
    b, others = run(name, KILN_SIM_SEED='7', KILN_SIM_THREADS='1')
    case(f'{name}: it was cut', walkers > len(a), f'{walkers} walkers, {len(a)} entries')
    case(f'{name}: one entry for a dispatch', len(a) == len(b) and [d['grid'] for d in a] == grids,
         [d['grid'] for d in a])
    case(f'{name}: all groups', all(d['groups'] == d['grid'][0] * d['grid'][1] * d['grid'][2] for d in a), a)
    case(f'{name}: the same counts in another order of walkers', sorted(map(str, a)) == sorted(map(str, b)))

# Another machine, by KILN_SIM_COST: said so, with the same counts and other estimates.
real, other = stats('base'), stats('base', KILN_SIM_COST='MEGAHERTZ=2300,SUBSLICES=6,EUS_PER_SUBSLICE=4')
case('nothing is hypothetical', 'hypothetical' not in real)
case('a hypothetical machine', other.get('hypothetical') == ['MEGAHERTZ=2300', 'SUBSLICES=6', 'EUS_PER_SUBSLICE=4'], other.get('hypothetical'))
case('its model', other['model']['subslices'] == 6 and other['model']['eus'] == 24 and other['model']['numbers']['MEGAHERTZ']['value'] == 2300,
     other['model'])
case('its estimate', all(d['estimate']['microseconds'] == round(d['estimate']['clocks'] / 2300, 3) for d in other['dispatches']))
case('the same counts', [d['instructions'] for d in real['dispatches']] == [d['instructions'] for d in other['dispatches']])
sys.exit(done())
