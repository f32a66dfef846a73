#!/usr/bin/env python3
"""kiln-debug: steps through the compute shaders of any Vulkan program, on Kiln's simulated device.

In a terminal, or as a server of the Debug Adapter Protocol for editors. docs/debug.md says what it can; kiln_debug_session.py is the debugger
itself, src/sim/debug its other end.
"""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [os.path.join(HERE, "debug"), HERE, os.path.join(HERE, "..", "share", "kiln")]  # in the tree, beside it, installed
sys.dont_write_bytecode = True
import kiln_debug_dap  # noqa: E402
import kiln_debug_session  # noqa: E402
import kiln_debug_terminal  # noqa: E402


def manifest():
    """The driver's manifest beside us, in a build tree; None: the loader's own."""
    path = os.path.join(HERE, "kiln_icd.json")
    return path if os.path.exists(path) else None


def check_list(text):
    words = [w for w in text.split(",") if w]
    for w in words:
        if w not in kiln_debug_session.CHECKS + ("all", "same"):
            raise argparse.ArgumentTypeError(f"{w}: there are {', '.join(kiln_debug_session.CHECKS)}, all and same")
    return words


def main():
    p = argparse.ArgumentParser(prog="kiln-debug", description="Steps through the compute shaders of a Vulkan program.",
                                usage="kiln-debug [options] -- PROGRAM [ARGUMENT...]\n       kiln-debug --dap | --port N")
    p.add_argument("--dap", action="store_true", help="speak the Debug Adapter Protocol on standard input and output")
    p.add_argument("--port", type=int, metavar="N", help="the same, to one client after the other on this port of 127.0.0.1 (0: any, printed)")
    p.add_argument("--device", metavar="NAME", help="the simulated device: skl, icl, ... (default: KILN_DEVICE, else skl)")
    p.add_argument("--check", type=check_list, default=[], metavar="LIST", help="stop at findings of these checks: race, oob, uninit, barrier, stale, all")
    p.add_argument("-x", "--commands", metavar="FILE", help="commands to run first")
    p.add_argument("-e", action="append", default=[], metavar="COMMAND", help="a command to run first")
    p.add_argument("--batch", action="store_true", help="end after these")
    p.add_argument("program", nargs=argparse.REMAINDER)
    a = p.parse_args()
    program = a.program[1:] if a.program[:1] == ["--"] else a.program
    if a.dap or a.port is not None:
        if program:
            p.error("an editor says what is debugged: no program with --dap or --port")
        return kiln_debug_dap.serve(a.port, manifest())
    if not program:
        p.error("which program?")

    def launch(session):
        session.launch(program, device=a.device, checks=a.check, beside=manifest())

    t = kiln_debug_terminal.Terminal(launch)
    commands = list(a.e)
    try:
        if a.commands:
            with open(a.commands, encoding="utf-8") as f:
                commands = [line.strip() for line in f if line.strip() and not line.startswith("#")] + commands
    except OSError as e:
        print(f"kiln-debug: {e}", file=sys.stderr)
        return 2
    try:
        for line in commands:
            print(t.prompt + line, flush=True)
            if t.onecmd(line):
                return 0
        if not a.batch:
            t.cmdloop()
        else:
            t.session.end()
    except OSError as e:
        print(f"kiln-debug: {e}", file=sys.stderr)
        t.session.end()
        return 2
    except KeyboardInterrupt:
        t.session.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
