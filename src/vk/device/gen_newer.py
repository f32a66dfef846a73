#!/usr/bin/env python3
"""Writes newer.h from newer.xml: gen_newer.py newer.xml OUT.h

Declares the structures, values and command types of versions and extensions that the installed Vulkan headers may lack. One that they have
(its macro VK_VERSION_1_x, VK_KHR_x is defined there) is left to them.
"""
import sys
import xml.etree.ElementTree as ET


def text(e):
    return ''.join(e.itertext()).strip()


def main():
    source, out = sys.argv[1:]
    registry = ET.parse(source).getroot()
    types = {t.get('name'): t for t in registry.findall('types/type')}
    commands = {c.get('name') or c.find('proto/name').text: c for c in registry.findall('commands/command')}

    def declare(name, done, lines):
        if name in done or name not in types:
            return
        done.add(name)
        t = types[name]
        kind = t.get('category')
        if kind in ('struct', 'union'):
            members = t.findall('member')
            for m in members:
                declare(m.find('type').text, done, lines)
            lines.append(f'typedef {kind} {name} {{\n' + ''.join(f'    {text(m)};\n' for m in members) + f'}} {name};')
        elif kind == 'bitmask':
            lines.append(f'typedef VkFlags{"64" if t.get("bits") == "64" else ""} {name};')
        elif kind == 'handle':
            lines.append(f'VK_DEFINE_NON_DISPATCHABLE_HANDLE({name})')
        elif kind == 'alias':
            lines.append(f'typedef {t.get("alias")} {name};')
        else:
            lines.append(f'typedef uint32_t {name};')

    done = set()
    with open(out, 'w') as h:
        h.write('// Made by gen_newer.py from newer.xml. Do not edit.\n#pragma once\n#include <vulkan/vulkan_core.h>\n')
        for e in registry.findall('extensions/extension') + registry.findall('features/feature'):
            lines = []
            for v in e.findall('require/enum'):
                number = v.get('value') + ('ull' if len(v.get('value')) > 10 and v.get('value').startswith('0x') else '')
                lines.append(f'#define {v.get("name")} (({v.get("extends")}){number})')
            for t in e.findall('require/type'):
                declare(t.get('name'), done, lines)
            for c in e.findall('require/command'):
                if c.get('name') not in commands:  # the installed headers have it
                    continue
                if e.tag == 'feature':  # of an extension, by another name
                    lines.append(f'typedef PFN_{commands[c.get("name")].get("alias")} PFN_{c.get("name")};')
                    continue
                while commands[c.get('name')].get('alias'):
                    c = ET.Element('command', name=commands[c.get('name')].get('alias'))
                d = commands[c.get('name')]
                params = ', '.join(text(p) for p in d.findall('param'))
                lines.append(f'typedef {d.find("proto/type").text} (VKAPI_PTR *PFN_{c.get("name")})({params});')
            h.write(f'\n#ifndef {e.get("name")}\n' + '\n'.join(lines) + '\n#endif\n')


main()
