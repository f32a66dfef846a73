"""Documents as kiln-report reads them: JSON of which nothing is believed. Where a page puts a figure there is a number, of a size that sums can have;
words are only where words belong, without what a terminal obeys; names of members are of letters that HTML does not know.
"""
import json
import re

from kiln_text import visible

MOST_BYTES = 1 << 29
MOST_NUMBER = float(1 << 64)
TINIEST = 1e-9  # what is smaller is nothing

# Members that hold words, in what KILN_SIM_STATS writes (src/sim/observe/stats/log_json.c) and in what kilnc writes (src/tools/kilnc). All others are numbers.
WORDS = {"stats": {"name", "title", "hash", "text", "file", "space", "what", "variable", "object", "kind", "bound", "unit", "source", "pipe", "device", "fault", "labels", "hypothetical"},
         "kilnc": {"version", "shader", "entry", "asked_device", "device", "message", "text", "name", "pipe", "bound", "resource", "by", "kind", "why", "reason", "type", "limit", "hypothetical"}}
NAME = re.compile(r"[\w .:,;/()+\[\]|*@#-]{1,120}")



def number(name, value):
    if value is None or isinstance(value, bool):
        return value
    if not isinstance(value, (int, float)):
        raise ValueError(f"member {name!r:.60} is no number: {visible(str(value))!r:.60}")
    if not -1 <= value <= MOST_NUMBER:
        raise ValueError(f"member {name!r:.60} is out of range: {value if isinstance(value, float) else 'a number of many digits'}")
    return value if isinstance(value, int) or value >= TINIEST or value < 0 else 0.0


def check(document):
    """The same document, checked and with words as they may be shown, from the outside in (it may be nested deep)."""
    words = WORDS["kilnc" if isinstance(document, dict) and "kilnc" in document else "stats"]
    todo = [(document, None)]  # containers; the name of the member that a list is
    while todo:
        of, member = todo.pop()
        for name, value in list(of.items() if isinstance(of, dict) else enumerate(of)):
            within = name if isinstance(of, dict) else member
            if isinstance(of, dict) and not NAME.fullmatch(name):
                raise ValueError(f"a member is called {visible(name)!r:.80}")
            if isinstance(value, (dict, list)):
                todo.append((value, within))
            elif isinstance(value, str) and within in words:
                of[name] = visible(value if within == "text" else value.replace("\n", " "))
            else:
                of[name] = number(within, value)
    return document


def refuse(word):
    raise ValueError(f"{word} is no number of JSON")


def load(f):
    """The document that a file holds; ValueError for what is none."""
    parts, size = [], 0
    while part := f.read(1 << 20):
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES >> 20} MB")
    try:
        document = json.loads("".join(parts), parse_constant=refuse)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if not isinstance(document, dict):
        raise ValueError("not a file of KILN_SIM_STATS, nor of kilnc")
    return check(document)
