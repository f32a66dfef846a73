"""TAP from a test in Python: case() of each thing that is to be so, done() after the last.

    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    from tap import case, done
    case("what is to be so", it_is, "what is told if it is not")
    sys.exit(done())
"""

import pty

TOLD = 900  # characters of a reason: its end, where errors are

_number = _failed = 0


def _print(ok, name):
    global _number
    _number += 1
    print(f"{'ok' if ok else 'not ok'} {_number} - {name}", flush=True)


def case(name, ok, *why):
    """One line of TAP, and what to know if it is not so."""
    global _failed
    _failed += not ok
    _print(ok, name)
    for reason in why if not ok else ():
        print("#", str(reason)[-TOLD:].replace("\n", "\n# "), flush=True)


def skip(name, why):
    _print(True, f"{name} # SKIP {why}")


def terminal():
    """(leader, follower): descriptors of a pseudo terminal. None: this system makes none (a chroot without /dev/pts)."""
    try:
        return pty.openpty()
    except OSError:
        return None


def done():
    """The plan, and the exit status."""
    print(f"1..{_number}")
    return int(_failed > 0)
