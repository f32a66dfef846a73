#!/bin/busybox sh
# The guest's init: loads the modules, shows the host's tree with writes of its own over it, runs the command, tells how it ended.
B=/bin/busybox
$B mount -t proc proc /proc
$B mount -t sysfs sys /sys
$B mount -t devtmpfs dev /dev
options=
for word in $($B cat /proc/cmdline); do
    case $word in kiln.option=*) options="$options ${word#kiln.option=}" ;; esac
done
say() { echo "kiln: $*" >/dev/kmsg; }

for m in $($B cat /lib/modules/order); do
    case $m in
    i915 | xe) $B insmod "/lib/modules/$m.ko" $options || say "$m was not loaded" ;;
    *) $B insmod "/lib/modules/$m.ko" || say "$m was not loaded" ;;
    esac
done

# i915 gives its first batches a fifth of a second to end, and gives up a GPU for good whose do not (intel_gt_init, I915_GEM_IDLE_TIMEOUT).
# On a loaded host that says nothing of the chip: it is bound again, twice at most.
wedged() { [ "$($B dmesg | $B grep -c 'tainted.* by intel_gt_init')" -gt "$1" ]; }
for n in 0 1; do
    wedged $n || break
    say "i915 gave up in its start; it binds again"
    for pci in /sys/bus/pci/drivers/i915/0*; do
        name=${pci##*/}
        echo "$name" >/sys/bus/pci/drivers/i915/unbind
        echo "$name" >/sys/bus/pci/drivers/i915/bind
    done
done

# Ports by their names: kiln.control, kiln.out, kiln.err, kiln.log.
port() {
    for p in /sys/class/virtio-ports/*; do
        [ "$($B cat "$p/name")" = "$1" ] && echo "/dev/${p##*/}" && return
    done
    say "no port $1"
}
exec 3>"$(port kiln.control)"
fail() {
    say "$*"
    echo "failed $*" >&3
    $B poweroff -f
}

$B mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,cache=loose,ro host /host || fail "the host's tree was not mounted"
$B mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,ro run /run || fail "the command was not mounted"
$B mount -t tmpfs -o size=75% upper /upper
$B mkdir /upper/upper /upper/work
$B mount -t overlay -o lowerdir=/host,upperdir=/upper/upper,workdir=/upper/work overlay /root || fail "no overlay over the host's tree"
for d in proc sys dev; do $B mount -o bind "/$d" "/root/$d"; done
$B mkdir -p /dev/shm /dev/pts
$B mount -t tmpfs shm /dev/shm
$B mount -t devpts pts /dev/pts
while read -r tag path; do # folders of the host that the command may write to
    $B mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,cache=none "$tag" "/root$path" || fail "$path was not mounted"
done </run/write
$B hostname kiln-guest
$B ip link set lo up 2>/dev/null
$B mkdir -p /root/.kiln-run
$B mount -o bind /run /root/.kiln-run

echo "ready $($B cut -d' ' -f1 /proc/uptime)" >&3
# The command inherits no port but its output.
$B chroot /root /bin/sh /.kiln-run/command 3>&- </dev/null >"$(port kiln.out)" 2>"$(port kiln.err)"
status=$?
$B sync
$B dmesg >"$(port kiln.log)"
echo "exit $status" >&3
$B sleep 1000
