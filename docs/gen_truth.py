#!/usr/bin/env python3
"""Prints the hardware rules (src/hw/rules.def) as docs/truth.md lists them, or (--check, --write FILE) compares or replaces the part of
the file between its two marks."""
import re
import sys

BEGIN, END = "<!-- rules: made by docs/gen_truth.py -->", "<!-- end of rules -->"
WEIGHT = {"MUST": "no driver that works breaks it", "SHOULD": "one source; another driver that works does not do it"}
DOER = {"DRIVER": "does it", "NEVER": "never does what it is about"}


def rows(path):
    text = re.sub(r"^\s*//.*$", "", open(path).read(), flags=re.M)
    for body in re.findall(r"^RULE\((.*?)\)\s*$", text, flags=re.M | re.S):
        strings = [a.replace('\\"', '"') for a in
                   ("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', part)) for part in split(body))]
        words = [w.strip() for w in split(body)]
        yield {"name": strings[1], "chips": words[2], "first": words[3], "last": words[4], "weight": words[5],
               "doer": words[6], "what": strings[7], "source": strings[8], "question": strings[9]}


def split(body):
    """The arguments: at commas that are not within strings."""
    out, quoted, start, i = [], False, 0, 0
    while i < len(body):
        c = body[i]
        if c == "\\":
            i += 1
        elif c == '"':
            quoted = not quoted
        elif c == "," and not quoted:
            out.append(body[start:i])
            start = i + 1
        i += 1
    return out + [body[start:]]


def listed(path):
    lines = []
    for r in rows(path):
        chips = re.sub(r"ON\((\w+)\)", r"\1", r["chips"])
        chips = re.sub(r"\(?(GEN\d+) & ~\(?([A-Z0-9 |]+)\)*",
                       lambda m: m[1] + " but " + m[2].strip().replace(" |", " and"), chips).replace(" | ", ", ")
        chips = re.sub(r"GEN(\d+)_?", lambda m: "Gen" + m[1] + (" " if m[0][-1] == "_" else ""), chips)
        if (r["first"], r["last"]) != ("0", "255"):
            chips += f", revisions {r['first']} to {r['last']}"
        lines += [f"- **`{r['name']}`** ({chips}): {r['what']}.", f"  - Source: {r['source']}",
                  f"  - Confidence: {WEIGHT[r['weight']]}. Kiln {DOER[r['doer']]}.", f"  - Question: {r['question']}"]
    return "\n".join(lines)


def main():
    rules = sys.argv[1]
    if len(sys.argv) < 3:
        print(listed(rules))
        return 0
    mode, path = sys.argv[2], sys.argv[3]
    text = open(path).read()
    head, rest = text.split(BEGIN, 1)
    tail = rest.split(END, 1)[1]
    new = head + BEGIN + "\n" + listed(rules) + "\n" + END + tail
    if mode == "--write":
        open(path, "w").write(new)
        return 0
    ok = new == text
    print("1..1\n" + ("ok" if ok else "not ok") + " 1 - truth_md_has_the_rules")
    if not ok:
        print(f"# {path} is out of date: {sys.argv[0]} {rules} --write {path}")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
