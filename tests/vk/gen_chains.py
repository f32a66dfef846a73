#!/usr/bin/env python3
"""Writes what test_chains.c walks through: gen_chains.py vk.xml vulkan_core.h newer.xml newer.h OUT.h

chain_structs: each structure that may be in a pNext chain, with the structures that it extends, its members, and what it comes with (a
core version, or extensions). chain_commands: each command of a core version or an extension, and whether a queue without graphics can have
it. Both are of vk.xml and newer.xml, as far as the headers have them.
"""
import os
import re
import sys
import xml.etree.ElementTree as ET

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../src/vk/device'))
from gen_structs import without_beta


def main():
    xml, header_path, newer_xml, newer_h, out = sys.argv[1:]
    old, newer = ET.parse(xml).getroot(), ET.parse(newer_xml).getroot()
    header = without_beta(open(header_path).read()) + open(newer_h).read()
    types, aliases, commands = {}, {}, {}
    for root in (newer, old):
        for t in root.findall('types/type'):
            if t.get('category') == 'struct' and t.get('alias'):
                aliases[t.get('name')] = t.get('alias')
            elif t.get('category') == 'struct' and t.get('name') not in types:
                types[t.get('name')] = t
        for c in root.findall('commands/command'):
            name = c.get('name') or c.find('proto/name').text
            if name not in commands or (commands[name].get('alias') and not c.get('alias')):
                commands[name] = c
    # What an extension has in newer.xml a later registry may have under the name that it was promoted to.
    for name in aliases:
        types.pop(name, None)
    wants, has_command = {}, {}  # name: [(version, extension)]
    for f in old.findall('feature'):
        if 'vulkan' not in f.get('api').split(','):
            continue
        version = int(f.get('number').split('.')[1])
        for r in f.findall('require/type'):
            wants.setdefault(aliases.get(r.get('name'), r.get('name')), []).append((version, ''))
        for r in f.findall('require/command'):
            has_command.setdefault(r.get('name'), []).append((version, ''))
    for root in (old, newer):
        for e in root.findall('extensions/extension'):
            if e.get('supported', 'vulkan') == 'disabled':
                continue
            for q in e.findall('require'):
                for r in q.findall('type'):
                    wants.setdefault(aliases.get(r.get('name'), r.get('name')), []).append((-1, e.get('name')))
                for r in q.findall('command'):
                    # What only two extensions together have is not asked for.
                    if not q.get('extension') and not q.get('feature') and not q.get('depends'):
                        has_command.setdefault(r.get('name'), []).append((-1, e.get('name')))

    structs = []
    for name, t in sorted(types.items()):
        members = [m for m in t.findall('member') if 'vulkan' in (m.get('api') or 'vulkan').split(',')]
        if not members or not members[0].get('values') or f'typedef struct {name} {{' not in header:
            continue
        if not re.search(rf'\b{members[0].get("values")}\b', header):  # a provisional extension's
            continue
        if t.get('structextends'):
            structs.append((name, members[0].get('values'), t.get('structextends').split(','), members[2:]))

    def reasons(list_):
        return ', '.join(f'{{{v}, "{e}"}}' for v, e in list_)

    with open(out, 'w') as h:
        h.write('// Made by gen_chains.py. Do not edit.\n#pragma once\n#include "newer.h"\n#include <stddef.h>\n\n'
                'struct chain_member {\n    const char *name;\n    unsigned offset, size;\n    int pointer;\n};\n'
                'struct chain_origin {\n    int version; // of the core, 1.x; or -1\n    const char *extension;\n};\n'
                'struct chain_struct {\n    const char *name;\n    uint32_t type;\n    unsigned size;\n    const char *const *extends;\n'
                '    const struct chain_member *members; // up to one without a name\n    const struct chain_origin *origins; // up to one with neither\n};\n'
                'struct chain_command {\n    const char *name;\n    int level; // 0: of no instance, 1: instance or physical device, 2: device\n'
                '    int graphics; // only a graphics queue has it\n    const struct chain_origin *origins;\n};\n\n')
        for name, stype, extends, members in structs:
            h.write(f'static const char *const {name}_extends[] = {{' + ', '.join(f'"{e}"' for e in extends) + ', NULL};\n')
            h.write(f'static const struct chain_member {name}_members[] = {{')
            for m in members:
                n = m.find('name').text
                text = ''.join(m.itertext())
                if re.search(r':\s*\d+', text):
                    continue
                h.write(f'{{"{n}", offsetof({name}, {n}), sizeof((({name} *)0)->{n}), {int("*" in text)}}}, ')
            h.write('{NULL, 0, 0, 0}};\n')
            h.write(f'static const struct chain_origin {name}_origins[] = {{{reasons(wants.get(name, []) + [(-1, "")])}}};\n')
        h.write('static const struct chain_struct chain_structs[] = {\n')
        for name, stype, _, _ in structs:
            h.write(f'    {{"{name}", {stype}, sizeof({name}), {name}_extends, {name}_members, {name}_origins}},\n')
        h.write('};\n\n')
        rows = []
        for name, origins in sorted(has_command.items()):
            c = commands[name]
            while c.get('alias'):
                c = commands[c.get('alias')]
            first = c.find('param/type').text
            level = 2 if first in ('VkDevice', 'VkQueue', 'VkCommandBuffer') else 1 if first in ('VkInstance', 'VkPhysicalDevice') else 0
            queues = (c.get('queues') or '').replace('VK_QUEUE_', '').lower()
            graphics = queues and not re.search('compute|transfer', queues)
            h.write(f'static const struct chain_origin {name}_origins[] = {{{reasons(origins + [(-1, "")])}}};\n')
            rows.append(f'    {{"{name}", {level}, {int(bool(graphics))}, {name}_origins}},\n')
        h.write('static const struct chain_command chain_commands[] = {\n' + ''.join(rows) + '};\n')


main()
