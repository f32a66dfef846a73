#!/usr/bin/env python3
"""Writes what is known about the structures that chain to VkPhysicalDeviceFeatures2 and VkPhysicalDeviceProperties2:
gen_structs.py vk.xml vulkan_core.h newer.xml newer.h features.def properties.def OUT.h OUT.c
newer.xml and newer.h have structures that the installed registry and header lack. A later registry may have one of them under the name that it was
promoted to, with the older name as an alias: that is the same structure.

OUT.h has an enumerator KILN_FEATURE_x for each member x of any feature structure. A name means the same in every structure that
has it (the one of an extension, and VkPhysicalDeviceVulkan12Features after the extension was promoted), so a feature is one bit.
OUT.c has a row for each feature structure, which lists its members; the values of features.def; and kiln_property_fill, which
sets every member of every property structure as properties.def says, or to zero.
"""
import re
import sys
import xml.etree.ElementTree as ET


def structures(registry, header, extends):
    """(name, sType, [(type, member, is an array)]) of each structure of the header that has its sType; pointers are the application's."""
    out = []
    for t in registry.findall('types/type'):
        name = t.get('name')
        if t.get('category') != 'struct' or t.get('alias') or f'typedef struct {name} {{' not in header:
            continue
        if extends not in (t.get('structextends') or '').split(','):
            continue
        members = t.findall('member')
        stype = members[0].get('values')
        if not re.search(rf'\b{stype}\b', header):
            continue
        rest = [(m.find('type').text, m.find('name').text, '[' in ''.join(m.itertext())) for m in members[2:]
                if '*' not in ''.join(m.itertext()) and 'vulkan' in (m.get('api') or 'vulkan').split(',')]
        out.append((name, stype, rest))
    return out


def without_beta(header):
    """The header as a program sees it that does not ask for provisional extensions: some of their structures are there, and no sType."""
    return re.sub(r'^#ifdef VK_ENABLE_BETA_EXTENSIONS\n.*?^#endif[^\n]*\n', '', header, flags=re.M | re.S)


def called(registry):
    """By each name that a structure has in the registry, the name under which it is defined there."""
    alias = {t.get('name'): t.get('alias') for t in registry.findall('types/type') if t.get('alias')}

    def resolve(name):
        while name in alias:
            name = alias[name]
        return name
    return resolve


def main():
    xml, header_path, newer_xml, newer_h, features_def, properties_def, out_h, out_c = sys.argv[1:]
    registry = ET.parse(xml).getroot()
    newer = ET.parse(newer_xml).getroot()
    header, newer_header = without_beta(open(header_path).read()), open(newer_h).read()
    core = next(t for t in registry.findall('types/type') if t.get('name') == 'VkPhysicalDeviceFeatures')
    core_members = [m.find('name').text for m in core.findall('member')]
    features = structures(registry, header, 'VkPhysicalDeviceFeatures2')
    properties = structures(registry, header, 'VkPhysicalDeviceProperties2')
    name_in_registry = called(registry)
    for found, extends in ((features, 'VkPhysicalDeviceFeatures2'), (properties, 'VkPhysicalDeviceProperties2')):
        known = {name for name, _, _ in found}
        found += [s for s in structures(newer, header + newer_header, extends) if name_in_registry(s[0]) not in known]

    names = list(core_members)
    for name, _, members in features:
        assert all(t == 'VkBool32' and not array for t, _, array in members), name
        names += [m for _, m, _ in members if m not in names]

    feature_rows = re.findall(r'^FEATURE\((\w+),', open(features_def).read(), re.M)
    rows = dict(re.findall(r'^PROPERTY\((\w+),\s*(.*)\)(?:\s*//.*)?$', open(properties_def).read(), re.M))
    # What a name means in one structure only.
    own = {(name_in_registry(s), m): v for s, m, v in re.findall(r'^PROPERTY_OF\((\w+),\s*(\w+),\s*(.*)\)(?:\s*//.*)?$', open(properties_def).read(), re.M)}
    everything = {m for _, _, ms in properties for _, m, _ in ms}
    for n in feature_rows:
        assert n in names, f'features.def: no structure has a feature {n}'
    assert len(feature_rows) == len(set(feature_rows)), 'features.def: a feature has two rows'
    for n in rows:
        assert n in everything, f'properties.def: no structure has a property {n}'

    for s, m in own:
        assert any(s == name_in_registry(name) and m in [x for _, x, _ in ms] for name, _, ms in properties), f'properties.def: {s} has no {m}'

    with open(out_h, 'w') as h:
        h.write('// Made by gen_structs.py. Do not edit.\n#pragma once\n#include <stdint.h>\n#include <vulkan/vulkan_core.h>\n\n')
        h.write('enum kiln_feature {\n')
        for n in names:
            h.write(f'    KILN_FEATURE_{n},\n')
        h.write('    KILN_FEATURE_COUNT\n};\n')
        h.write(f'#define KILN_CORE_FEATURE_COUNT {len(core_members)} // those of VkPhysicalDeviceFeatures come first\n\n')
        h.write('// A structure of VkBool32 members after sType and pNext.\nstruct kiln_feature_struct {\n'
                '    VkStructureType type;\n    uint16_t count;\n    const uint16_t *members; // enum kiln_feature\n};\n')
        h.write('extern const struct kiln_feature_struct kiln_feature_structs[];\n')
        h.write('extern const unsigned kiln_feature_struct_count;\nextern const char *const kiln_feature_names[];\n')
    with open(out_c, 'w') as c:
        c.write('// Made by gen_structs.py. Do not edit.\n#include "vk/object/physical_device.h"\n#include "newer.h"\n#include "vk/object/property_values.h"\n\n')
        for name, _, members in features:
            c.write(f'static const uint16_t {name}_members[] = {{{", ".join("KILN_FEATURE_" + m for _, m, _ in members)}}};\n')
            c.write(f'_Static_assert(offsetof({name}, {members[-1][1]}) == sizeof(VkBaseOutStructure) + {len(members) - 1} * sizeof(VkBool32), "{name}");\n')
        c.write('\nconst struct kiln_feature_struct kiln_feature_structs[] = {\n')
        for name, stype, members in features:
            c.write(f'    {{{stype}, {len(members)}, {name}_members}},\n')
        c.write(f'}};\nconst unsigned kiln_feature_struct_count = {len(features)};\n')
        c.write('const char *const kiln_feature_names[] = {\n' + ''.join(f'    "{n}",\n' for n in names) + '};\n\n')
        c.write('bool kiln_property_fill(const struct kiln_physical_device *p, VkBaseOutStructure *s)\n{\n'
                '    const struct ws_device_info *info = &p->info;\n    const struct kiln_devinfo *d = info->devinfo;\n'
                '    (void)d;\n    switch ((uint32_t)s->sType) {\n')
        for name, stype, members in properties:
            c.write(f'    case {stype}: {{\n        {name} *o = (void *)s;\n')
            for t, m, array in members:
                value = own.get((name_in_registry(name), m), rows.get(m))
                if value is None:
                    c.write(f'        memset(&o->{m}, 0, sizeof(o->{m}));\n')
                elif array:
                    c.write(f'        memcpy(o->{m}, {value}, sizeof(o->{m}));\n')
                else:
                    c.write(f'        o->{m} = {value};\n')
            c.write('        return true;\n    }\n')
        c.write('    default:\n        return false;\n    }\n}\n')


if __name__ == '__main__':
    main()
