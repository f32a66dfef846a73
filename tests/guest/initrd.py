"""A guest's first file system: busybox, the kernel modules that it needs, init.sh, and firmware of zeros.

Modules are decompressed, freed of debug data (a fifth of the boot's CPU time) and listed in the order in which they load. The cpio archive
is written here, so that neither kmod nor cpio is needed.
"""
import hashlib
import lzma
import os
import re
import shutil
import struct
import subprocess
import tempfile

from packages import Failed

# What a guest needs besides its driver. Those that a kernel has built in have no file.
NEEDED = ("virtio_pci", "virtio_console", "9pnet_virtio", "9p", "overlay")


def modules_of(root):
    """{name: path} of the modules in an unpacked kernel package."""
    found = {}
    for top, _, files in os.walk(root):
        for file in files:
            if name := re.fullmatch(r"(.*)\.ko(\.xz)?", file):
                found[name[1].replace("-", "_")] = os.path.join(top, file)
    return found


def read_module(path):
    with open(path, "rb") as f:
        data = f.read()
    return lzma.decompress(data) if path.endswith(".xz") else data


def in_order(modules, wanted):
    """[(name, bytes)] of the modules and what they depend on, which loads first."""
    out, done = [], set()

    def add(name):
        name = name.replace("-", "_")
        if name in done or name not in modules:
            return
        done.add(name)
        data = read_module(modules[name])
        found = re.search(rb"\0depends=([^\0]*)\0", data)
        for other in found[1].decode().split(",") if found else ():
            add(other)
        out.append((name, data))

    for name in wanted:
        add(name)
    return out


def stripped(data):
    """A module without debug data and BTF, if the host has objcopy."""
    if not shutil.which("objcopy"):
        return data
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "m.ko")
        with open(path, "wb") as f:
            f.write(data)
        if subprocess.run(["objcopy", "--strip-debug", "-R", ".BTF", "-R", ".BTF_ids", path], stderr=subprocess.DEVNULL, check=False).returncode:
            return data
        with open(path, "rb") as f:
            return f.read()


def cpio(entries):
    """An archive in cpio's `newc` form (Linux Documentation/driver-api/early-userspace/buffer-format.rst) of (name, mode, bytes)."""
    out = bytearray()
    for inode, (name, mode, data) in enumerate([*entries, ("TRAILER!!!", 0, b"")], 1):
        fields = (inode, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
        out += b"070701" + b"".join(b"%08x" % f for f in fields) + name.encode() + b"\0"
        out += b"\0" * (-len(out) % 4) + data
        out += b"\0" * (-len(out) % 4)
    return bytes(out)


def firmware_of(modules):
    """{name: bytes} of the GuC firmware that the modules may ask for, of the version that the name has."""
    out = {}
    for _, data in modules:
        for name in re.findall(rb"\0firmware=((?:i915|xe)/[a-z0-9]+_guc_[0-9.]+\.bin)(?=\0)", data):
            numbers = [int(n) for n in re.findall(r"\d+", name.decode().rsplit("_guc_", 1)[1])]
            version = numbers if len(numbers) == 3 else (numbers[0], 49, 4)  # only its first number: any later one will do
            out[name.decode()] = firmware(version, (1, 25, 0))
    return out


def firmware(version, submission):
    """A GuC firmware of zeros with a header that adds up: kiln-chip speaks the firmware's protocol itself. Source: Linux intel_uc_fw_abi.h,
    struct uc_css_header (128 bytes; sizes in dwords)."""
    key, modulus, exponent, code = 64, 64, 1, 16384  # dwords
    header = 32 + key + modulus + exponent
    words = [0] * 32
    words[0], words[1], words[2] = 6, header, 0x10000
    words[6], words[7], words[8], words[9] = header + code, key, modulus, exponent
    words[16] = version[0] << 16 | version[1] << 8 | version[2]
    words[17] = submission[0] << 16 | submission[1] << 8 | submission[2]
    words[30] = 4096  # of private data
    return struct.pack("<32I", *words) + bytes(4 * (key + modulus + exponent + code))


def make(cache, kernel_folder, busybox_folder, driver):
    """The path of the archive for a kernel and a driver (or None), made if it is not in the cache."""
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "init.sh"), "rb") as f:
        init = f.read()
    with open(os.path.abspath(__file__), "rb") as f:
        key = hashlib.sha256(init + f.read() + os.path.basename(kernel_folder).encode()).hexdigest()[:16]
    path = os.path.join(cache, f"initrd-{os.path.basename(kernel_folder)}-{driver or 'none'}-{key}")
    if os.path.exists(path):
        return path
    modules = in_order(modules_of(kernel_folder), [*NEEDED, *([driver] if driver else [])])
    if driver and driver not in [name for name, _ in modules]:
        raise Failed(f"{os.path.basename(kernel_folder)} has no module {driver}")
    with open(os.path.join(busybox_folder, "usr/bin/busybox"), "rb") as f:
        busybox = f.read()
    folder, file = 0o040755, 0o100644
    entries = [(name, folder, b"") for name in ("bin", "dev", "proc", "sys", "host", "run", "upper", "root", "lib", "lib/modules", "lib/firmware", "lib/firmware/i915", "lib/firmware/xe")]
    entries += [("bin/busybox", 0o100755, busybox), ("init", 0o100755, init)]
    entries += [(f"lib/modules/{name}.ko", file, stripped(data)) for name, data in modules]
    entries.append(("lib/modules/order", file, "".join(name + "\n" for name, _ in modules).encode()))
    entries += [(f"lib/firmware/{name}", file, data) for name, data in sorted(firmware_of(modules).items())]
    with open(path + ".half", "wb") as f:
        f.write(cpio(entries))
    os.rename(path + ".half", path)
    return path


def kernel_image(kernel_folder):
    """The kernel to boot: the unpacked ELF file where Python can unpack it (saves half a second of the guest's), else the bzImage.
    Source: Linux Documentation/arch/x86/boot.rst, payload_offset."""
    images = [os.path.join(top, f) for top, _, files in os.walk(kernel_folder) for f in files if re.fullmatch(r"vmlinuz(-.*)?", f)]
    if len(images) != 1:
        raise Failed(f"{kernel_folder} has {len(images)} kernels")
    path = os.path.join(kernel_folder, "vmlinux")
    if os.path.exists(path):
        return path
    with open(images[0], "rb") as f:
        data = f.read()
    start = (data[0x1f1] + 1) * 512 + struct.unpack_from("<I", data, 0x248)[0]
    payload = data[start:start + struct.unpack_from("<I", data, 0x24c)[0]]
    try:
        elf = lzma.LZMADecompressor().decompress(payload)
    except lzma.LZMAError:
        return images[0]
    if not elf.startswith(b"\x7fELF"):
        return images[0]
    with open(path + ".half", "wb") as f:
        f.write(elf)
    os.rename(path + ".half", path)
    return path
