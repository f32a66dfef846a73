#!/usr/bin/env python3
"""Writes the ICD's entry-point table from vk.xml: gen_entrypoints.py vk.xml newer.xml extensions.def OUT.h OUT.c
newer.xml has commands of versions and extensions that the installed registry may lack; what it says of a command comes first.

OUT.h declares kiln_Foo for every command vkFoo of Vulkan 1.0 to 1.4 and of the extensions in extensions.def. To OUT.c
they are weak symbols: a command that nobody defines is a null pointer in the table, and vkGet*ProcAddr answers NULL for it. The commands of
the version that we advertise must all be there, and those that a newer extension takes over from older ones (the state of
graphics shaders), that newer.xml calls graphics, or whose extension is only claimed: for them OUT.c has weak definitions that refuse by name.
OUT.c also holds the table, sorted by name. An alias (vkFooKHR of vkFoo) points to the function of the command it names. What the application gets of
each command is a function of OUT.c's that calls kiln_Foo in the default floating-point environment (util/float_env.h).
"""
import re
import sys
import xml.etree.ElementTree as ET


def declaration(command):
    proto = command.find('proto')
    result = ''.join(proto.itertext())[: -len(proto.find('name').text)].strip()
    params = []
    for p in command.findall('param'):
        if 'api' in p.attrib and 'vulkan' not in p.attrib['api'].split(','):
            continue
        params.append(re.sub(r'\s+', ' ', ''.join(p.itertext())).strip())
    return result, params


def level(command):
    first = command.find('param').find('type').text
    if first in ('VkDevice', 'VkQueue', 'VkCommandBuffer'):
        return 'DEVICE'
    if first == 'VkPhysicalDevice':
        return 'PHYSICAL_DEVICE'
    return 'INSTANCE' if first == 'VkInstance' else 'GLOBAL'


def refusal(name, command):
    """The body of a core command that a device without images and graphics never has to run."""
    result, params = declaration(command)
    first = command.find('param').find('name').text
    if name.startswith('vkDestroy'):
        body = ''  # of a null handle: there are no others
    elif name.startswith('vkCmd'):
        body = f' kiln_refuse_command({first}, "{name}"); '
    elif result == 'VkResult':
        body = f' return kiln_refuse("{name}"); '
    else:
        body = f' kiln_refuse("{name}"); '
    return f'VKAPI_ATTR {result} VKAPI_CALL kiln_{name[2:]}({", ".join(params)})\n{{{body}}}\n'


def entry(name, command):
    """What the application calls: kiln_Foo, whatever the modes of the application's floating point."""
    result, params = declaration(command)
    arguments = ', '.join(p.find('name').text for p in command.findall('param') if 'api' not in p.attrib or 'vulkan' in p.attrib['api'].split(','))
    value = result != 'void'
    # Commands are recorded by the million, and compute next to nothing in floats: where there is nothing to change, nothing is kept.
    direct = f'    if (kiln_float_is_default()) {{\n        kiln_{name[2:]}({arguments});\n        return;\n    }}\n' if name.startswith('vkCmd') and not value else ''
    return (f'static VKAPI_ATTR {result} VKAPI_CALL enter_{name[2:]}({", ".join(params)})\n{{\n{direct}    struct kiln_float_env env;\n    kiln_float_enter(&env);\n'
            f'    {result + " result = " if value else ""}kiln_{name[2:]}({arguments});\n    kiln_float_leave(&env);\n'
            f'{"    return result;" + chr(10) if value else ""}}}\n')


ADVERTISED = ('1.0', '1.1', '1.2', '1.3', '1.4')


def main():
    xml, newer_xml, exts_def, out_h, out_c = sys.argv[1:]
    registry, newer = ET.parse(xml).getroot(), ET.parse(newer_xml).getroot()
    rows = open(exts_def).read()
    known = re.findall(r'^(?:INSTANCE|DEVICE)\((\w+),', rows, re.M)
    claimed = set(re.findall(r'^DEVICE\((\w+), \d+, kiln_claims_graphics\(\)\)', rows, re.M))

    commands, aliases = {}, {}
    for c in registry.find('commands').findall('command'):
        if 'alias' in c.attrib:
            aliases[c.attrib['name']] = c.attrib['alias']
        else:
            commands[c.find('proto').find('name').text] = c
    for c in newer.findall('commands/command'):
        name = c.get('name') or c.find('proto/name').text
        aliases.pop(name, None)
        body = commands.pop(name, None)
        if c.get('alias'):
            aliases[name] = c.get('alias')
            if aliases.get(c.get('alias')) == name:  # a registry that has the version calls it the other way round
                del aliases[c.get('alias')]
                commands[c.get('alias')] = body
        else:
            commands[name] = c

    declared = {c.get('name') or c.find('proto/name').text for c in newer.findall('commands/command')}
    taken_over = {c.get('name') for e in newer.findall('extensions/extension') for c in e.findall('require/command')} - declared

    graphics = {c.get('name') for c in newer.findall('extensions/extension/require/command') if c.get('graphics')}

    core, by_ext = {}, {}
    for f in registry.findall('feature') + newer.findall('features/feature'):
        if 'vulkan' in f.attrib['api'].split(','):
            for c in f.findall('require/command'):
                core.setdefault(c.attrib['name'], f.attrib['number'])
    for e in newer.findall('extensions/extension') + registry.findall('extensions/extension'):
        name = e.attrib['name'][len('VK_'):]
        if name in known:
            for c in e.findall('require/command'):
                if name not in by_ext.setdefault(c.attrib['name'], []):
                    by_ext[c.attrib['name']].append(name)

    names = sorted(set(core) | set(by_ext))
    graphics |= {n for n, e in by_ext.items() if claimed & set(e) and n not in core}
    targets = sorted({aliases.get(n, n) for n in names})
    demanded = {aliases.get(n, n) for n in core if core[n] in ADVERTISED}
    platforms = {e.get('platform') for e in registry.findall('extensions/extension') if e.get('name')[len('VK_'):] in known}
    with open(out_h, 'w') as h:
        h.write('// Made by gen_entrypoints.py from vk.xml. Do not edit.\n#pragma once\n#include "newer.h"\n\n')
        if 'xlib' in platforms:  # whose headers are not needed: nobody looks inside
            h.write('typedef struct _XDisplay Display;\ntypedef unsigned long VisualID;\n'
                    'typedef struct VkXlibSurfaceCreateInfoKHR VkXlibSurfaceCreateInfoKHR;\n\n')
        for t in targets:
            result, params = declaration(commands[t])
            h.write(f'VKAPI_ATTR {result} VKAPI_CALL kiln_{t[2:]}({", ".join(params)}) __attribute__((visibility("hidden")));\n')
    with open(out_c, 'w') as c:
        c.write('// Made by gen_entrypoints.py from vk.xml. Do not edit.\n#include "entrypoints.h"\n#include "util/float_env.h"\n#include "vk/object/icd.h"\n\n')
        for t in targets:
            c.write(f'#pragma weak kiln_{t[2:]}\n')
        c.write('\n')
        for t in targets:
            if (t in demanded or t in taken_over or t in graphics) and declaration(commands[t])[0] in ('VkResult', 'void'):
                c.write(refusal(t, commands[t]))
        c.write('\n')
        for t in targets:
            c.write(entry(t, commands[t]))
        c.write('\nconst struct kiln_entrypoint kiln_entrypoints[] = {\n')
        for n in names:
            t = aliases.get(n, n)
            major, minor = core.get(n, '0.0').split('.')
            version = f'VK_MAKE_API_VERSION(0, {major}, {minor}, 0)' if n in core else '0'
            exts = [f'KILN_{e}' for e in by_ext.get(n, [])][:2]
            exts += ['KILN_EXTENSION_COUNT'] * (2 - len(exts))
            c.write(f'    {{"{n}", (PFN_vkVoidFunction)kiln_{t[2:]}, (PFN_vkVoidFunction)enter_{t[2:]}, {version}, KILN_LEVEL_{level(commands[t])}, '
                    f'{{{", ".join(exts)}}}}},\n')
        c.write('};\n')
        c.write(f'const unsigned kiln_entrypoint_count = {len(names)};\n')


main()
