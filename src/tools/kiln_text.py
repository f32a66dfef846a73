"""Text of others as it may go to a terminal and into the log of a CI job: names of shaders, of files, of an application's objects.

src/util/safe_text.c does the same for programs in C, with its sources.
"""
import re

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
COMMAND = re.compile(r"^([^\S\n]*):(?=:)", re.M)
BRACKETED = re.compile(r"#(?=#[A-Za-z0-9]*\[)")


def visible(text):
    """What a terminal would obey, and what turns the direction of text, as \\xNN and \\u{NNNN}; tabs and ends of lines as they are."""
    return OBEYED.sub(lambda m: f"\\x{ord(m[0]):02x}" if ord(m[0]) < 0x80 else f"\\u{{{ord(m[0]):x}}}", text)


def shown(text):
    """visible(), and no line is a command of GitHub's or Azure's runners."""
    return BRACKETED.sub("#\\\\", COMMAND.sub(r"\1\\:", visible(text)))
