#!/usr/bin/env python3
"""Runs a command in a Linux guest whose GPU is kiln-chip: Debian's kernel and its own i915 or xe, the host's tree, QEMU.

The guest sees the host's files; what it writes is gone with it, but for the folders of --write. The command's output is printed as it comes,
its status is the status of this program. 125: the guest could not be had or did not boot; the reason is printed.
"""
import argparse
import fcntl
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import initrd
import packages
from packages import Failed

# Of the processor's time: a loaded machine is no reason to give up. What QEMU takes to boot under TCG is 4 to 8 s.
BOOT_CPU_SECONDS = 300
# Until a guest under KVM has said its first word, before TCG is taken instead.
KVM_SECONDS = 10
CANNOT = 125
PORTS = ("control", "out", "err", "log")


def say(*words):
    print("[guest]", *words, file=sys.stderr, flush=True)


def arguments(argv):
    p = argparse.ArgumentParser(prog="./dev guest", description=__doc__, usage="./dev guest [OPTIONS] -- COMMAND ...")
    p.add_argument("--device", default="skl", metavar="NAME", help="the chip (kiln-chip --device help lists them; none: no GPU); default: skl")
    p.add_argument("--kernel", default="6.12", choices=sorted(packages.KERNELS), help="Debian's: 12, 13, 13's backports; default: 6.12")
    p.add_argument("--driver", default="i915", choices=["i915", "xe"], help="default: i915")
    p.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the driver's module, e.g. enable_guc=1")
    p.add_argument("--memory", type=int, default=2048, metavar="MIB", help="of the guest; default: 2048")
    p.add_argument("--cpus", type=int, default=1, metavar="N", help="of the guest; default: 1")
    p.add_argument("--write", action="append", default=[], metavar="DIR", help="a folder of the host's that the command may write to")
    p.add_argument("--kernel-log", metavar="FILE", help="what the kernel said, into this file")
    p.add_argument("--chip-log", metavar="FILE", help="what kiln-chip was asked, into this file")
    p.add_argument("--chip", metavar="PROGRAM", help="instead of build/kiln-chip")
    p.add_argument("--accel", choices=["kvm", "tcg"], help="default: KVM if it works, else TCG")
    p.add_argument("--fetch", action="store_true", help="only downloads what is missing")
    p.add_argument("--offline", action="store_true", help="downloads nothing: fails if anything is missing")
    p.add_argument("command", nargs=argparse.REMAINDER, metavar="COMMAND")
    args = p.parse_args(argv)
    if args.command[:1] == ["--"]:
        args.command = args.command[1:]
    if not args.command and not args.fetch:
        p.error("no command")
    return args


def cache_folder():
    chosen = os.environ.get("KILN_GUEST_CACHE")
    if not chosen:
        chosen = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "kiln", "guest")
    os.makedirs(chosen, exist_ok=True)
    return os.path.abspath(chosen)


class Cache:
    """The folder of what was downloaded, held by one process at a time while it looks or fetches."""

    def __init__(self):
        self.path = cache_folder()

    def __enter__(self):
        self.file = open(os.path.join(self.path, "lock"), "w", encoding="utf-8")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("another ./dev guest is fetching: waiting for it")
            fcntl.flock(self.file, fcntl.LOCK_EX)
        return self

    def __exit__(self, *_):
        self.file.close()


def qemu_command(folder):
    """How QEMU starts, and its environment: the host's, or the unpacked one by its own loader and libraries."""
    if not folder:
        return [packages.host_qemu()], {}
    lib = os.path.join(folder, "usr/lib/x86_64-linux-gnu")
    return ([os.path.join(folder, "usr/lib64/ld-linux-x86-64.so.2"), "--library-path", lib, os.path.join(folder, "usr/bin/qemu-system-x86_64"),
             "-L", os.path.join(folder, "usr/share/qemu"), "-L", os.path.join(folder, "usr/share/seabios")],
            {"QEMU_MODULE_DIR": os.path.join(lib, "qemu")})


def command_script(args):
    """What the guest's shell runs: the caller's environment and folder, and the command on the chip."""
    left_out = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "_", "KILN_DEVICE")
    lines = [f"export {k}={shlex.quote(v)}" for k, v in os.environ.items() if k not in left_out and k.isidentifier()]
    if args.device != "none":
        lines.append("export KILN_DEVICE=/dev/dri/renderD128")
    lines.append(f"cd {shlex.quote(os.getcwd())} || exit 125")
    lines.append(f"exec {shlex.join(args.command)}")
    return "\n".join(lines) + "\n"


def module_options(args):
    options = list(args.option)
    if args.device == "dg1":
        options.append("force_probe=4905")
    if args.driver == "xe":
        options.append("force_probe=*")
    return [f"kiln.option={o}" for o in options]


class Port:
    """One of the guest's serial ports: a socket that QEMU connects to, read by a thread."""

    def __init__(self, folder, name, take):
        self.path = os.path.join(folder, name)
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(self.path)
        self.server.listen(1)
        self.take = take
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        try:
            client, _ = self.server.accept()
            while data := client.recv(65536):
                self.take(data)
        except OSError:
            pass

    def close(self):
        try:
            self.server.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.server.close()


class Guest:
    """A run: the chip, QEMU, the ports, in a folder of its own."""

    def __init__(self, args, folders, kernel, image):
        self.args, self.folders, self.kernel, self.image = args, folders, kernel, image
        self.folder = tempfile.mkdtemp(prefix="kiln-guest-")
        self.processes = []
        self.said = b""  # on the control port
        self.log = b""
        self.changed = threading.Condition()

    def close(self):
        for p in reversed(self.processes):
            if p.poll() is None:
                p.kill()
            p.wait()
        self.processes = []
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def _control(self, data):
        with self.changed:
            self.said += data
            self.changed.notify_all()

    def _log(self, data):
        self.log += data

    @staticmethod
    def _to(stream):
        def take(data):
            try:
                stream.buffer.write(data)
                stream.buffer.flush()
            except (BrokenPipeError, ValueError):
                pass
        return take

    def word(self, name):
        """What the guest said after this word, or None."""
        for line in self.said.decode(errors="replace").split("\n")[:-1]:
            if line.split(" ", 1)[0] == name:
                return line[len(name) + 1:]
        return None

    def start_chip(self):
        socket_path = self.path("chip")
        program = self.args.chip or os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../build/kiln-chip")
        if not os.path.exists(program):
            raise Failed(f"no {os.path.normpath(program)}: ./dev build makes it")
        command = [program, "--device", self.args.device, "--socket", socket_path]
        if self.args.chip_log:
            command += ["--log", self.args.chip_log]
        chip = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)  # its reports of faults are to be seen
        self.processes.append(chip)
        while not os.path.exists(socket_path):
            if chip.poll() is not None:
                raise Failed(f"kiln-chip ended with {chip.returncode}")
            time.sleep(0.01)
        return socket_path

    def tail(self, name, lines=40):
        try:
            with open(self.path(name), encoding="utf-8", errors="replace") as f:
                return "\n".join(f.read().splitlines()[-lines:])
        except OSError:
            return ""

    def write_run_folder(self):
        os.mkdir(self.path("run"))
        with open(self.path("run/command"), "w", encoding="utf-8") as f:
            f.write(command_script(self.args))
        with open(self.path("run/write"), "w", encoding="utf-8") as f:
            for i, folder in enumerate(self.args.write):
                f.write(f"write{i} {os.path.realpath(folder)}\n")

    def shares(self):
        out = []
        folders = [("host", "/", ",readonly=on"), ("run", self.path("run"), ",readonly=on"),
                   *[(f"write{i}", os.path.realpath(d), "") for i, d in enumerate(self.args.write)]]
        for number, (tag, path, options) in enumerate(folders):
            out += ["-fsdev", f"local,id={tag},path={path.replace(',', ',,')},security_model=none,multidevs=remap{options}",
                    "-device", f"virtio-9p-pci,fsdev={tag},mount_tag={tag},addr={8 + number:#x}"]
        return out

    def start_qemu(self, accel, chip_socket):
        qemu, environment = qemu_command(self.folders["qemu"])
        memory = f"{self.args.memory}M"
        # Where integrated graphics is; QEMU makes devices that are told in JSON last, so that the others have places of their own.
        chip = ["-device", '{"driver":"vfio-user-pci","addr":"02.0","socket":{"type":"unix","path":"%s"}}' % chip_socket] if chip_socket else []
        command = [*qemu, "-machine", f"q35,accel={accel},memory-backend=m,vmport=off", "-cpu", "host" if accel == "kvm" else "max",
                   "-object", f"memory-backend-memfd,id=m,size={memory},share=on", "-m", memory, "-smp", str(self.args.cpus),
                   "-nodefaults", "-no-reboot", "-display", "none", "-serial", f"file:{self.path('serial')}",
                   "-kernel", self.kernel, "-initrd", self.image,
                   "-append", " ".join(["console=ttyS0", "panic=-1", "loglevel=5", "no_timer_check", *module_options(self.args)]),
                   *chip, *self.shares(), "-device", "virtio-serial-pci,addr=0x7"]
        for name in PORTS:
            command += ["-chardev", f"socket,id={name},path={self.path('port.' + name)}", "-device", f"virtserialport,chardev={name},name=kiln.{name}"]
        qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=open(self.path("qemu.err"), "wb"), stderr=subprocess.STDOUT,
                                env={**os.environ, **environment})
        self.processes.append(qemu)
        return qemu

    def boot(self, accel):
        """Until the command runs. Failed: it does not; False: the guest said nothing under KVM."""
        self.ports = [Port(self.folder, "port." + name, take) for name, take in
                      zip(PORTS, (self._control, self._to(sys.stdout), self._to(sys.stderr), self._log))]
        self.write_run_folder()
        self.chip = None if self.args.device == "none" else self.start_chip()
        started = time.monotonic()
        self.qemu = self.start_qemu(accel, self.chip)
        while self.word("ready") is None:
            if (why := self.word("failed")) is not None:
                raise Failed(f"the guest: {why}")
            if self.qemu.poll() is not None:
                if accel == "kvm" and not self.speaks():
                    return False
                raise Failed(f"QEMU ended with {self.qemu.returncode} before the command ran. {self.tail('qemu.err', 5)}")
            if accel == "kvm" and not self.speaks() and time.monotonic() - started > KVM_SECONDS:
                return False
            if cpu_seconds(self.qemu.pid) > BOOT_CPU_SECONDS:
                raise Failed(f"the guest has not booted after {BOOT_CPU_SECONDS} s of QEMU's CPU time")
            with self.changed:
                self.changed.wait(0.2)
        return True

    def speaks(self):
        return os.path.exists(self.path("serial")) and os.path.getsize(self.path("serial")) > 0

    def wait(self):
        """The command's status."""
        while True:
            if (status := self.word("exit")) is not None:
                return int(status)
            if self.qemu.poll() is not None:
                raise Failed(f"the guest ended before the command did. {self.tail('qemu.err', 5)}")
            if self.chip and self.processes[0].poll() is not None:
                raise Failed(f"kiln-chip ended with {self.processes[0].returncode}")
            with self.changed:
                self.changed.wait(0.2)

    def stop(self):
        self.qemu.kill()
        self.qemu.wait()
        for port in self.ports:  # with QEMU gone, what is still on its way comes to an end
            port.thread.join(10)
            port.close()

    def keep_log(self):
        if self.args.kernel_log:
            with open(self.args.kernel_log, "wb") as f:
                f.write(self.log or self.tail("serial", 100000).encode())


def cpu_seconds(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return 0


def kvm_note(cache):
    """A file that says that KVM did not run a guest since this machine started."""
    with open("/proc/sys/kernel/random/boot_id", encoding="utf-8") as f:
        return os.path.join(cache, "kvm-is-unusable-" + f.read().strip())


def ways(args, cache):
    if args.accel:
        return [args.accel]
    kvm = os.access("/dev/kvm", os.R_OK | os.W_OK) and not os.path.exists(kvm_note(cache))
    return ["kvm", "tcg"] if kvm else ["tcg"]


def run(args):
    with Cache() as cache:
        folders = packages.fetch(cache.path, args.kernel, say, args.offline)
        if args.fetch:
            return 0
        kernel = initrd.kernel_image(folders["kernel"])
        image = initrd.make(cache.path, folders["kernel"], folders["busybox"], None if args.device == "none" else args.driver)
    for accel in ways(args, cache.path):
        guest = Guest(args, folders, kernel, image)
        try:
            if not guest.boot(accel):
                say("KVM does not run this guest here: TCG from now on")
                open(kvm_note(cache.path), "w", encoding="utf-8").close()
                continue
            status = guest.wait()
            guest.stop()
            return status
        except Failed:
            if tail := guest.tail("serial"):
                say(f"the last that the kernel said:\n{tail}")
            raise
        finally:
            guest.keep_log()
            guest.close()
    raise Failed("KVM does not run this guest here")


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    args = arguments(sys.argv[1:])
    try:
        return run(args)
    except Failed as e:
        say(e)
        return CANNOT
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
