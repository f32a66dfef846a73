#!/usr/bin/env python3
"""Programs that leave for want of a graphics queue get a hint at KILN_GRAPHICS, once, and no others.

usage: test_leave.py LEAVE
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import case, done

leave = sys.argv[1]


def told(what, wanted, *actions, status=1, **env):
    """How often the line comes."""
    e = {k: v for k, v in os.environ.items() if k != "KILN_GRAPHICS"}
    e.update(env)
    for k in [k for k, v in env.items() if v is None]:
        e.pop(k, None)
    p = subprocess.run([leave, *actions, str(status)], capture_output=True, text=True, env=e)
    times = p.stderr.count("KILN_GRAPHICS=claim")
    case(what, (times, p.returncode) == (wanted, status) and (not wanted or p.stderr.count("\n") == 1), (times, p.returncode, p.stderr))


told("families, no device, an error", 1, "families")
told("also after the instance", 1, "families", "families", "destroy", status=3)
told("a child's line is the child's", 1, "fork", "families")
told("and a parent's not its children's", 0, "families", "fork")
told("who only lists ends with 0", 0, "families", status=0)
told("a device was made", 0, "families", "device", "families")
told("a device was asked for", 0, "families", "bad")
told("nobody asked for families", 0)
told("nor for more than their number", 0, "count")
told("the mode is on", 1, "families", KILN_GRAPHICS="claim")  # its own warning
told("the user knows", 0, "families", KILN_GRAPHICS="none")
told("another driver was there", 0, "families", VK_DRIVER_FILES=os.environ["VK_DRIVER_FILES"] + ":/nonexistent.json")
told("ends without handlers", 0, "families", "quick")
sys.exit(done())
