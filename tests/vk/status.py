#!/usr/bin/env python3
"""The tables of docs/status.md say what the driver says on each simulated chip, and what the table of devices says of each chip.

usage: status.py SOURCE     (the driver's manifest in VK_DRIVER_FILES)
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from tap import case, done

SOURCE = sys.argv[1]


def table(text, title):
    """The rows of the table below a heading, each a list of cells; the first is the head."""
    rows = [line for line in text.split(f'## {title}\n')[1].split('\n## ')[0].split('\n') if line.startswith('|')]
    return [[c.strip() for c in row.strip('|').split('|')] for row in rows if not row.startswith('| ---')]


def answers(chip):
    """{name: value} of all features, properties and extensions on a simulated chip."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'profile.json')
        subprocess.run(['vulkaninfo', '--json', '-o', path], env={**os.environ, 'KILN_DEVICE': f'sim:{chip}'}, capture_output=True, check=True)
        with open(path, encoding='utf-8') as f:
            device = json.load(f)['capabilities']['device']
    found = {}
    for structure in device['features'].values():
        for name, value in structure.items():
            found[name] = found.get(name, False) or value
    members = list(device['properties'].items())
    while members:  # VkPhysicalDeviceProperties has structures in it
        name, value = members.pop()
        if isinstance(value, dict):
            members += value.items()
        else:
            found[name] = value
    found.update({name: True for name in device['extensions']})
    return found


def cell(name, value):
    if name == 'apiVersion':
        return f'1.{value >> 12 & 0x3ff}'
    return {True: 'yes', False: 'no'}.get(value, str(value))


with open(os.path.join(SOURCE, 'docs', 'status.md'), encoding='utf-8') as f:
    page = f.read()
head, *features = table(page, 'Features')
chips = {chip: answers(chip) for chip in head[1:]}
for text, *cells in features:
    name = re.search(r'\(`(\w+)`\)$', text)
    case(f'{text}: names what a program asks for', name)
    if name:
        name = name[1]
        case(f'{name}: is a name', name.startswith('VK_') or any(name in a for a in chips.values()))
        said = [cell(name, a.get(name, False)) for a in chips.values()]
        case(f'{name}: as the driver says', cells == said, {'page': cells, 'driver': dict(zip(chips, said))})

with open(os.path.join(SOURCE, 'src', 'hw', 'devices.def'), encoding='utf-8') as f:
    known = dict(re.findall(r'^#define ON_\w+\s+\w+,\s+"([\w-]+)",\s+(\w+),', f.read(), re.M))
listed = {}
for names, _, compiled, driven, simulated, decoded in table(page, 'Chips')[1:]:
    for name in re.findall(r'`([\w-]+)`', names):
        listed[name] = (compiled, driven, simulated, decoded)
does = {'DRIVEN': ('yes', 'yes', 'yes', 'yes'), 'SIMULATED': ('yes', 'no', 'yes', 'yes'), 'KNOWN': ('yes', 'no', 'no', 'yes'),
        'DECODED': ('no', 'no', 'no', 'EU code')}
case('the chips are those of devices.def', listed == {name: does[d] for name, d in known.items()},
     [n for n in {*listed, *known} if listed.get(n) != does.get(known.get(n))])
sys.exit(done())
