"""How far something is that takes long: one line on standard error, where that is a terminal, and nothing elsewhere."""
import shutil
import sys

_shown = False


def progress(text=""):
    """Shows the text instead of the last one; without one the line is free again."""
    global _shown
    if not sys.stderr.isatty() or not (text or _shown):
        return
    _shown = bool(text)
    print("\r\033[K" + text[:shutil.get_terminal_size().columns - 1], end="", file=sys.stderr, flush=True)
