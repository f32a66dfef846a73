#!/usr/bin/env python3
"""Writes the commands of old that a newer one has taken over, as calls of that: gen_shims.py vk.xml newer.xml OUT.c

vkFoo of SHIMS becomes kiln_Foo, which calls what implements vkFoo2 (vkFoo2KHR, ...). What goes where follows from the registry:

- a parameter of vkFoo2 that vkFoo has under the same name, or at the same place, is passed on;
- an input structure is filled with the parameters named as its members; a member of another structure's type with what a parameter of that type
  points to; a list of structures is one structure, where vkFoo has no list;
- a list of older structures becomes one of newer ones, member by member;
- of an output structure, what vkFoo asks for is copied back.

A parameter of vkFoo that nothing takes, or a member that nothing fills in, ends this script: such commands are written by hand, and so are
those of BY_HAND. A new pair is a line in SHIMS.
"""
import sys
import xml.etree.ElementTree as ET

SHIMS = '''
vkBindBufferMemory vkBindImageMemory vkMapMemory vkUnmapMemory vkGetDeviceQueue
vkGetBufferMemoryRequirements vkGetImageMemoryRequirements vkGetImageSparseMemoryRequirements vkGetImageSubresourceLayout
vkGetPhysicalDeviceFeatures vkGetPhysicalDeviceProperties vkGetPhysicalDeviceMemoryProperties vkGetPhysicalDeviceQueueFamilyProperties
vkGetPhysicalDeviceFormatProperties vkGetPhysicalDeviceImageFormatProperties vkGetPhysicalDeviceSparseImageFormatProperties
vkCmdCopyBuffer vkCmdCopyImage vkCmdCopyBufferToImage vkCmdCopyImageToBuffer
vkCmdResetEvent vkCmdWriteTimestamp
'''.split()

BY_HAND = {
    'vkCmdPipelineBarrier': 'before every dispatch of many programs: by a list of newer barriers it took 24 ns with the dispatch, not 17',
    'vkCmdBindDescriptorSets': 'as often; vkCmdBindDescriptorSets2KHR calls it instead',
    'vkCmdPushConstants': 'the same',
    'vkCmdPushDescriptorSetKHR': 'the same',
    'vkCmdPushDescriptorSetWithTemplateKHR': 'the same',
    'vkCmdBindDescriptorBufferEmbeddedSamplersEXT': 'the same',
    'vkCmdSetDescriptorBufferOffsetsEXT': 'the same',
    'vkQueueSubmit': 'the values of its semaphores, and protection, are in chains',
    'vkCmdSetEvent': 'its stages are a dependency of which the registry does not say how it is made',
    'vkCmdWaitEvents': 'one dependency for all events, where vkCmdWaitEvents2 has one for each',
}

# Members that may stay zero where nothing is named as they are.
OPTIONAL = {'pNext', 'flags', 'dependencyFlags'}
FEW = 16  # elements of a list that are converted on the stack


class Value:
    """A parameter or a member: its type, and how it is pointed to."""

    def __init__(self, node):
        self.name, self.type = node.findtext('name'), node.findtext('type')
        self.text = ' '.join(''.join(t for t in node.itertext() if t != node.findtext('comment')).split())
        self.pointer, self.const = self.text.count('*'), self.text.startswith('const')
        self.len = (node.get('len') or '').split(',')[0]
        self.stype = node.get('values')


def vulkan(node):
    return 'api' not in node.attrib or 'vulkan' in node.get('api').split(',')


class Registry:
    def __init__(self, *roots):  # what comes first counts
        self.commands, self.aliases, self.structs = {}, {}, {}
        for root in roots:
            for c in root.findall('commands/command'):
                name = c.get('name') or c.findtext('proto/name')
                if name in self.commands or name in self.aliases:
                    continue
                if c.get('alias'):
                    self.aliases[name] = c.get('alias')
                else:
                    self.commands[name] = (c.findtext('proto/type'), [Value(p) for p in c.findall('param') if vulkan(p)])
            for t in root.findall('types/type'):
                if t.get('category') != 'struct' or t.get('name') in self.structs:
                    continue
                if t.get('alias'):
                    self.structs[t.get('name')] = t.get('alias')
                else:
                    self.structs[t.get('name')] = [Value(m) for m in t.findall('member') if vulkan(m)]

    def members(self, struct):
        found = self.structs.get(struct)
        return self.members(found) if isinstance(found, str) else found

    def newer(self, name):
        for n in (name + '2', name + '2KHR', name + '2EXT'):
            n = self.aliases.get(n, n)
            if n in self.commands:
                return n
        sys.exit(f'{name}: there is no newer command')


class Shim:
    def __init__(self, registry, name):
        self.registry, self.name = registry, name
        self.newer = registry.newer(name)
        self.result, self.params = registry.commands[name]
        self.newer_result, newer_params = registry.commands[self.newer]
        self.taken = set()  # parameters that went somewhere
        self.before, self.after = [], []
        self.arguments = [self.argument(p, i, newer_params) for i, p in enumerate(newer_params)]
        left = [p.name for p in self.params if p.name not in self.taken and p.name != 'flags']
        if left:
            sys.exit(f'{name}: nothing takes {", ".join(left)}')

    def take(self, param):
        self.taken.add(param.name)
        return param

    def named(self, name):
        return next((p for p in self.params if p.name == name), None)

    def same(self, a, b):
        return a.pointer == b.pointer and (a.type == b.type or not a.pointer and not self.registry.members(a.type) and not self.registry.members(b.type))

    def argument(self, p, i, newer_params):
        here = self.named(p.name)
        if here and self.same(here, p):
            return self.take(here).name
        members = self.registry.members(p.type)
        if not members and not p.pointer and len(newer_params) == len(self.params):  # another name
            return self.take(self.params[i]).name
        if p.pointer and p.const and members:
            return self.input(p, members)
        if p.pointer and members:
            return self.output(p, members)
        if any(q.len == p.name and q.const for q in newer_params):
            return '1'  # the length of a list of one
        sys.exit(f'{self.name}: {p.name} of {self.newer}')

    def initializer(self, members, element=None):
        """The members of a newer structure, from those of an older one, `element`, and from the parameters."""
        out = []
        older = {m.name for m in self.registry.members(element)} if element else set()
        for m in members:
            p = self.named(m.name)
            if m.name == 'sType':
                out.append(f'.sType = {m.stype}')
            elif m.name in older:
                out.append(f'.{m.name} = o->{m.name}')
            elif p and self.same(p, m):
                out.append(f'.{m.name} = {self.take(p).name}')
            elif p and p.pointer and m.pointer and p.len:
                out.append(f'.{m.name} = {self.list(self.take(p), m)}')
            elif not m.pointer and (p := next((p for p in self.params if p.type == m.type and p.pointer == 1 and p.const), None)):
                out.append(f'.{m.name} = *{self.take(p).name}')
            elif m.name not in OPTIONAL:
                sys.exit(f'{self.name}: {m.name} of {self.newer}')
        return ', '.join(out)

    def input(self, p, members):
        text = self.initializer(members)
        self.before.append(f'    const {p.type} info = {{{text}}};')
        return '&info'

    def list(self, old, new):
        """Converts the list `old` to elements of the type of `new`, one list a command."""
        text = self.initializer(self.registry.members(new.type), element=old.type)
        self.before += [f'    {new.type} few[{FEW}], *list = room(few, {FEW}, {old.len}, sizeof(*list));',
                        f'    if (!list) {{\n        kiln_command_out_of_memory({self.params[0].name});\n        return;\n    }}',
                        f'    for (uint32_t i = 0; i < {old.len}; i++) {{', f'        const {old.type} *o = &{old.name}[i];',
                        f'        list[i] = ({new.type}){{{text}}};', '    }']
        self.after.append('    release(few, list);')
        return 'list'

    def output(self, p, members):
        """The older command's structure is a member of the newer one's."""
        m, old = next(((m, q) for m in members for q in self.params if q.type == m.type and q.pointer == 1 and not q.const and not m.pointer), (None, None))
        if not m:
            sys.exit(f'{self.name}: {p.name} of {self.newer}')
        self.take(old)
        stype = next(x.stype for x in members if x.name == 'sType')
        if not p.len:
            self.before.append(f'    {p.type} out = {{.sType = {stype}}};')
            self.after.append(f'    *{old.name} = out.{m.name};')
            return '&out'
        self.before += [f'    {p.type} few[{FEW}], *all = {old.name} ? room(few, {FEW}, *{p.len}, sizeof(*all)) : NULL;',
                        f'    if ({old.name} && !all) {{\n        *{p.len} = 0;\n        return;\n    }}',
                        f'    for (uint32_t i = 0; all && i < *{p.len}; i++)', f'        all[i] = ({p.type}){{.sType = {stype}}};']
        self.after += [f'    for (uint32_t i = 0; all && i < *{p.len}; i++)', f'        {old.name}[i] = all[i].{m.name};', '    release(few, all);']
        return 'all'

    def text(self):
        call = f'kiln_{self.newer[2:]}({", ".join(self.arguments)})'
        returns, ignore = self.result == 'VkResult', '' if self.newer_result == 'void' else '(void)'
        lines = [f'VKAPI_ATTR {self.result} VKAPI_CALL kiln_{self.name[2:]}({", ".join(p.text for p in self.params)})', '{', *self.before]
        if not self.after:
            lines.append(f'    {"return " if returns else ignore}{call};')
        else:
            lines += [f'    {"VkResult result = " if returns else ignore}{call};', *self.after]
            if returns:
                lines.append('    return result;')
        return '\n'.join(lines + ['}', ''])


def main():
    xml, newer_xml, out = sys.argv[1:]
    registry = Registry(ET.parse(newer_xml).getroot(), ET.parse(xml).getroot())
    both = [n for n in SHIMS if n in BY_HAND]
    if both:
        sys.exit(f'both a shim and written by hand: {both}')
    with open(out, 'w') as c:
        c.write('''// Made by gen_shims.py from vk.xml. Do not edit.
#include <stdlib.h>

#include "entrypoints.h"
#include "vk/object/icd.h"

// Room for `count` elements: `few`, which has some, or on the heap.
static void *room(void *few, uint32_t has, uint32_t count, size_t size)
{
    return count <= has ? few : calloc(count, size);
}

static void release(void *few, void *list)
{
    if (list != few)
        free(list);
}

''')
        for name in SHIMS:
            c.write(Shim(registry, name).text() + '\n')


main()
