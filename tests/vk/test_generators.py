#!/usr/bin/env python3
"""The generators of src/vk/device on registries that are not the installed one: on one in which what newer.xml brings has been promoted (other names, the
older ones as aliases), as registries of later releases have it, and on one with a provisional extension whose structure is in the header and whose sType is not.

usage: test_generators.py SOURCE vk.xml vulkan_core.h newer.h
"""
import copy
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done

source, registry_path, header_path, newer_h = sys.argv[1:5]
device = os.path.join(source, "src/vk/device")
newer_xml = os.path.join(device, "newer.xml")
VENDOR = r"[A-Z]{2,}$"
FIRST_OF_EXTENSIONS = 1000000000 # from there on a thousand numbers for each extension


def misplaced(newer):
    """Enumerants whose number is that of another extension of newer.xml: a header may have the one and not the other."""
    def numbers(e):
        for n in e.iter("enum"):
            value = abs(int(n.get("value"))) if re.fullmatch(r"-?\d+", n.get("value") or "") else 0
            if value >= FIRST_OF_EXTENSIONS:
                yield n.get("name"), value // 1000
    all_numbers = [(e.get("name"), list(numbers(e))) for e in newer.findall("extensions/extension")]
    owner = {}
    for name, of in all_numbers:
        if of:
            owner.setdefault(of[0][1], name)
    return [f"{enum} in {name}, of {owner[n]}" for name, of in all_numbers for enum, n in of if owner.get(n, name) != name]


def promoted(name):
    return re.sub(VENDOR, "", name) if re.search(VENDOR, name) else name + "Promoted"


def promoted_stype(stype):
    return stype + "_PROMOTED"


def promote_structs(registry, newer):
    """The structures of newer.xml in the registry under other names; what a header then has more, and {new sType: old sType}."""
    types, have = registry.find("types"), {t.get("name") for t in registry.findall("types/type")}
    text, stypes = [], {}
    for t in newer.findall("types/type"):
        stype = t.find("member").get("values") if t.find("member") is not None else None
        if t.get("category") != "struct" or not stype or t.get("name") in have:
            continue
        t = copy.deepcopy(t)
        old, new = t.get("name"), promoted(t.get("name"))
        t.set("name", new)
        t.find("member").set("values", promoted_stype(stype))
        types.append(t)
        types.append(ET.Element("type", category="struct", name=old, alias=new))
        stypes[promoted_stype(stype)] = stype
        text.append(f"typedef struct {new} {{\n}} {new};\ntypedef {new} {old};\n#define {promoted_stype(stype)} 0\n")
    return "".join(text), stypes


def promote_commands(registry, newer):
    """The commands of newer.xml in the registry under other names, or under those that newer.xml gives to versions of the core (as aliases)."""
    commands = registry.find("commands")
    by_name = {c.get("name") or c.findtext("proto/name"): c for c in commands}
    bodies = {c.findtext("proto/name"): c for c in newer.findall("commands/command") if c.findtext("proto/name")}
    core = {c.get("alias"): c.get("name") for c in newer.findall("commands/command") if c.get("alias")}
    for old in {**bodies, **core}:
        c = by_name.get(old) if old not in bodies else bodies[old]
        if c is None or c.get("alias") or (old in by_name and old not in core):
            continue
        new = core.get(old, promoted(old))
        if old in by_name:
            commands.remove(by_name[old])
        if new in by_name:
            commands.remove(by_name[new])
        c = copy.deepcopy(c)
        c.find("proto/name").text = new
        commands.append(c)
        commands.append(ET.Element("command", name=old, alias=new))


def add_provisional(registry):
    t = ET.fromstring('<type category="struct" name="VkPhysicalDeviceProvisionalFeaturesNV" structextends="VkPhysicalDeviceFeatures2,VkDeviceCreateInfo">'
                      '<member values="VK_STRUCTURE_TYPE_PROVISIONAL_NV"><type>VkStructureType</type> <name>sType</name></member>'
                      '<member><type>void</type>* <name>pNext</name></member><member><type>VkBool32</type> <name>provisional</name></member></type>')
    registry.find("types").append(t)
    return ("#ifdef VK_ENABLE_BETA_EXTENSIONS\n    VK_STRUCTURE_TYPE_PROVISIONAL_NV = 1,\n#endif\n"
            "typedef struct VkPhysicalDeviceProvisionalFeaturesNV {\n} VkPhysicalDeviceProvisionalFeaturesNV;\n")


def generate(script, *arguments):
    try:
        p = subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True, timeout=300)
        case(f"{os.path.basename(script)} comes to its end", p.returncode == 0, p.stderr)
    except subprocess.TimeoutExpired:
        case(f"{os.path.basename(script)} comes to its end", False, "it went on for 300 s")


def twice(names):
    return sorted({n for n in names if names.count(n) > 1})


with tempfile.TemporaryDirectory() as work:
    registry, newer = ET.parse(registry_path).getroot(), ET.parse(newer_xml).getroot()
    more, stypes = promote_structs(registry, newer)
    promote_commands(registry, newer)
    more += add_provisional(registry)
    xml, header = os.path.join(work, "vk.xml"), os.path.join(work, "vulkan_core.h")
    ET.ElementTree(registry).write(xml)
    with open(header_path, encoding="utf-8") as f, open(header, "w", encoding="utf-8") as out:
        out.write(f.read() + more)
    wrong = misplaced(ET.parse(newer_xml).getroot())
    case("enumerants of newer.xml stand in the extensions that bring them", not wrong, wrong)
    case("newer.xml has what the installed registry lacks, or there is nothing to promote", stypes or int(re.search(r"VK_HEADER_VERSION (\d+)", open(header_path).read())[1]) > 300)

    out = [os.path.join(work, n) for n in ("a.h", "a.c", "b.h", "b.c", "shims.c", "chains.h")]
    defs = os.path.join(device, "features.def"), os.path.join(device, "properties.def")
    generate(os.path.join(device, "gen_structs.py"), xml, header, newer_xml, newer_h, *defs, *out[:2])
    text = open(out[1], encoding="utf-8").read() if os.path.exists(out[1]) else ""
    rows = [stypes.get(s, s) for s in re.findall(r"^    \{(VK_STRUCTURE_TYPE_\w+), \d+, \w+_members\}", text, re.M)]
    cases = [stypes.get(s, s) for s in re.findall(r"^    case (VK_STRUCTURE_TYPE_\w+):", text, re.M)]
    case("each structure of features has one row", rows and not twice(rows), twice(rows))
    case("each structure of properties has one case", cases and not twice(cases), twice(cases))
    case("a structure without an sType has no row", "PROVISIONAL" not in text)

    generate(os.path.join(device, "gen_entrypoints.py"), xml, newer_xml, os.path.join(source, "src/vk/object/extensions.def"), *out[2:4])
    generate(os.path.join(device, "gen_shims.py"), xml, newer_xml, out[4])
    generate(os.path.join(source, "tests/vk/gen_chains.py"), xml, header, newer_xml, newer_h, out[5])
    text = open(out[5], encoding="utf-8").read() if os.path.exists(out[5]) else ""
    rows = [stypes.get(s, s) for s in re.findall(r'^    \{"\w+", (VK_STRUCTURE_TYPE_\w+), sizeof', text, re.M)]
    case("each structure of a chain has one row", rows and not twice(rows), twice(rows))
sys.exit(done())
