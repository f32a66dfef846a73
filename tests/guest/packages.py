"""Debian packages for a guest (QEMU, a kernel, busybox), by an apt of its own: with apt's signatures, without installing anything.

All of it lies in one folder: apt's lists, and a folder for each thing that was unpacked. The host's packages and its apt are only asked for
the mirror that the host uses.
"""
import os
import re
import shutil
import subprocess

SUITES = ("bookworm", "trixie", "trixie-backports")
MIRROR = "http://deb.debian.org/debian"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


class Failed(Exception):
    """What could not be had, and why."""


def run(command, **options):
    """The output of a command; Failed with the end of what it said."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, **options)
    except OSError as e:
        raise Failed(f"{command[0]}: {e.strerror}") from e
    if done.returncode:
        raise Failed(f"{' '.join(command[:1] + command[-2:])}: {(done.stderr or done.stdout).strip()[-600:]}")
    return done.stdout


def mirror():
    """Debian's mirror, as the host's apt has it."""
    try:
        sites = run(["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages", "Origin: Debian"])
    except Failed:
        return MIRROR
    sites = [s for s in sites.split() if "security" not in s]
    return sites[0] if sites else MIRROR


class Apt:
    """An apt of its own in `folder`, which knows the suites and has installed nothing."""

    def __init__(self, folder, say):
        self.folder, self.say = folder, say
        self.options = []
        for name, value in (("Dir::Etc::SourceList", "sources.list"), ("Dir::Etc::SourceParts", "none"), ("Dir::Etc::Preferences", "preferences"),
                            ("Dir::Etc::PreferencesParts", "none"), ("Dir::State", "state"), ("Dir::State::status", "status"), ("Dir::Cache", "cache")):
            self.options += ["-o", f"{name}={os.path.join(folder, value)}"]
        for option in ("APT::Sandbox::User=", "APT::Architecture=amd64", "APT::Architectures=amd64", "APT::Install-Recommends=false",
                       "Acquire::Languages=none", "Debug::NoLocking=true", "APT::Get::Assume-Yes=true", "Acquire::Retries=3"):
            self.options += ["-o", option]

    def prepare(self):
        """Reads the suites' signed indexes, once."""
        if os.path.exists(os.path.join(self.folder, "ready")):
            return
        if not shutil.which("apt-get"):
            raise Failed("no apt-get: this is not Debian or Ubuntu")
        if not os.path.exists(KEYRING):
            raise Failed(f"no {KEYRING}: install debian-archive-keyring")
        for name in ("state/lists/partial", "cache/archives/partial", "none"):
            os.makedirs(os.path.join(self.folder, name), exist_ok=True)
        site = mirror()
        with open(os.path.join(self.folder, "sources.list"), "w", encoding="utf-8") as f:
            for suite in SUITES:
                f.write(f"deb [arch=amd64 signed-by={KEYRING}] {site} {suite} main\n")
        for name in ("status", "preferences"):
            open(os.path.join(self.folder, name), "w", encoding="utf-8").close()
        self.say(f"reading the lists of {', '.join(SUITES)} from {site} (about 25 MB)")
        run(["apt-get", *self.options, "update", "-o", "APT::Update::Error-Mode=any"])
        open(os.path.join(self.folder, "ready"), "w", encoding="utf-8").close()

    def with_dependencies(self, suite, names):
        """{file name: (address, bytes)} of the packages and all that they depend on."""
        return self._uris(run(["apt-get", *self.options, "-t", suite, "install", "--print-uris", "--quiet", *names]))

    def alone(self, suite, names):
        """The same of these packages alone."""
        return self._uris(run(["apt-get", *self.options, "-t", suite, "download", "--print-uris", "--quiet", *names]))

    @staticmethod
    def _uris(text):
        found = re.findall(r"^'([^']+)' (\S+) (\d+) ", text, re.M)
        return {os.path.basename(name): (uri, int(size)) for uri, name, size in found}

    def depends(self, suite, name):
        """What a package depends on directly, of the version that the suite has."""
        version = self.version(suite, name)
        text = run(["apt-cache", *self.options, "show", f"{name}={version}"])
        line = re.search(r"^Depends: (.*)$", text, re.M)
        return [re.match(r"\s*([^\s(:|]+)", part)[1] for part in line[1].split(",")] if line else []

    def version(self, suite, name):
        text = run(["apt-cache", *self.options, "madison", name])
        for row in text.splitlines():
            cells = [c.strip() for c in row.split("|")]
            if len(cells) == 3 and f" {suite}/main" in cells[2]:
                return cells[1]
        raise Failed(f"{suite} has no package {name}")

    def unpack(self, packages, into, what):
        """Downloads what `packages` lists (_uris), checked by apt, and unpacks it into a folder that is there whole or not at all."""
        self.say(f"downloading {what}: {len(packages)} package{'s' * (len(packages) != 1)}, {sum(n for _, n in packages.values()) / 1e6:.1f} MB, into {into}")
        half = into + ".half"
        shutil.rmtree(half, ignore_errors=True)
        os.makedirs(half)
        archives = os.path.join(half, ".debs")
        os.makedirs(archives)
        # By name and version, so that apt checks each against its signed index.
        wanted = []
        for file in packages:
            name, version, _ = file.removesuffix(".deb").split("_")
            wanted.append(f"{name}={version.replace('%3a', ':')}")
        run(["apt-get", *self.options, "download", *wanted], cwd=archives)
        for file in sorted(os.listdir(archives)):
            run(["dpkg-deb", "-x", os.path.join(archives, file), half])
        shutil.rmtree(archives)
        os.rename(half, into)


KERNELS = {"6.1": "bookworm", "6.12": "trixie", "7.x": "trixie-backports"}
KERNEL_PACKAGE = r"linux-(image|modules|base|binary)-[0-9].*"


def kernel_names(apt, suite):
    """The packages of the suite's kernel, which backports splits: image and modules."""
    found, queue = set(), ["linux-image-amd64"]
    while queue:
        for name in apt.depends(suite, queue.pop()):
            if name not in found and (re.fullmatch(KERNEL_PACKAGE, name) or re.fullmatch(r"linux-(modules|base)-amd64", name)):
                found.add(name)
                queue.append(name)
    return sorted(name for name in found if re.fullmatch(KERNEL_PACKAGE, name))


def fetch(cache, kernel, say, offline=False):
    """The folders (of QEMU or None if the host's will do, of the kernel, of busybox) in `cache`, made where they are not there yet."""
    apt = Apt(os.path.join(cache, "apt"), say)
    folders = {"qemu": None if host_qemu() else os.path.join(cache, "qemu"), "kernel": os.path.join(cache, f"linux-{kernel}"),
               "busybox": os.path.join(cache, "busybox")}
    missing = {what for what, folder in folders.items() if folder and not os.path.isdir(folder)}
    if missing and offline:
        raise Failed(f"not downloaded yet: {', '.join(sorted(missing))} ({cache}); ./dev guest --fetch --kernel {kernel} does that")
    if missing:
        apt.prepare()
    if "qemu" in missing:
        apt.unpack(apt.with_dependencies("trixie-backports", ["qemu-system-x86"]), folders["qemu"], "QEMU")
    if "kernel" in missing:
        suite = KERNELS[kernel]
        apt.unpack(apt.alone(suite, kernel_names(apt, suite)), folders["kernel"], f"Linux {kernel} ({suite})")
    if "busybox" in missing:
        apt.unpack(apt.alone("trixie", ["busybox-static"]), folders["busybox"], "busybox")
    return folders


def host_qemu():
    """The host's QEMU, if it can be a client of vfio-user (10.1 and later)."""
    program = shutil.which("qemu-system-x86_64")
    try:
        return program if program and "vfio-user-pci" in run([program, "-device", "help"]) else None
    except Failed:
        return None
