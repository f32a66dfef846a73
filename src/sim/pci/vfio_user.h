// The messages of vfio-user 0.0 as they lie on the socket: a header of 16 bytes, then what each command has.
// Source: QEMU docs/interop/vfio-user.rst; structures and flags that it takes from <linux/vfio.h> by name.
// All numbers are in the host's byte order; every structure is packed by its own fields (checked below).
#ifndef KILN_SIM_PCI_VFIO_USER_H
#define KILN_SIM_PCI_VFIO_USER_H

#include <stdint.h>

enum vfio_user_command {
    VFIO_USER_VERSION = 1,
    VFIO_USER_DMA_MAP = 2,
    VFIO_USER_DMA_UNMAP = 3,
    VFIO_USER_DEVICE_GET_INFO = 4,
    VFIO_USER_DEVICE_GET_REGION_INFO = 5,
    VFIO_USER_DEVICE_GET_IRQ_INFO = 7,
    VFIO_USER_DEVICE_SET_IRQS = 8,
    VFIO_USER_REGION_READ = 9,
    VFIO_USER_REGION_WRITE = 10,
    VFIO_USER_DEVICE_RESET = 13,
    VFIO_USER_REGION_WRITE_MULTI = 15,
    VFIO_USER_COMMANDS = 19,
};

enum {
    VFIO_USER_TYPE_MASK = 0xf, // flags: 0 a command, 1 a reply
    VFIO_USER_REPLY = 1,
    VFIO_USER_NO_REPLY = 0x10, // the client wants none
    VFIO_USER_ERROR = 0x20,    // in a reply: `error` is an errno
};

struct vfio_user_header {
    uint16_t id, command;
    uint32_t size; // of the message with this header
    uint32_t flags, error;
};

struct vfio_user_version { // then JSON with its NUL, or nothing
    uint16_t major, minor;
};

enum { VFIO_USER_DMA_READ_ALLOWED = 1, VFIO_USER_DMA_WRITE_ALLOWED = 2 };

struct vfio_user_dma_map {
    uint32_t argsz, flags;
    uint64_t offset, address, size;
};

struct vfio_user_dma_unmap {
    uint32_t argsz, flags;
    uint64_t address, size;
};

enum { VFIO_USER_DEVICE_RESETS = 1, VFIO_USER_DEVICE_PCI = 2 };

struct vfio_user_device_info {
    uint32_t argsz, flags, regions, irqs;
};

// Regions of a PCI device: 0 to 5 its BARs, 6 the ROM, 7 the configuration space, 8 VGA.
enum { VFIO_USER_REGION_CONFIG = 7, VFIO_USER_REGIONS = 9 };

enum {
    VFIO_USER_REGION_READS = 1,
    VFIO_USER_REGION_WRITES = 2,
    VFIO_USER_REGION_MMAP = 4,
    VFIO_USER_REGION_CAPS = 8
};

struct vfio_user_region_info {
    uint32_t argsz, flags, index, cap_offset;
    uint64_t size, offset;
};

enum { VFIO_USER_CAP_SPARSE_MMAP = 1 };

struct vfio_user_sparse_mmap { // then the areas
    uint16_t id, version;
    uint32_t next, areas, reserved;
};

struct vfio_user_sparse_area {
    uint64_t offset, size;
};

// Interrupts of a PCI device: INTx, MSI, MSI-X, error, request.
enum { VFIO_USER_IRQ_INTX, VFIO_USER_IRQ_MSI, VFIO_USER_IRQS = 5 };

enum {
    VFIO_USER_IRQ_EVENTFD = 1,
    VFIO_USER_IRQ_MASKABLE = 2,
    VFIO_USER_IRQ_AUTOMASKED = 4,
    VFIO_USER_IRQ_NORESIZE = 8
};

struct vfio_user_irq_info {
    uint32_t argsz, flags, index, count;
};

enum {
    VFIO_USER_SET_NONE = 1, // what follows: nothing, bytes, file descriptors
    VFIO_USER_SET_BOOL = 2,
    VFIO_USER_SET_EVENTFD = 4,
    VFIO_USER_SET_DATA = 7,
    VFIO_USER_SET_MASK = 8, // what is done
    VFIO_USER_SET_UNMASK = 16,
    VFIO_USER_SET_TRIGGER = 32,
    VFIO_USER_SET_ACTIONS = 56,
};

struct vfio_user_irq_set { // then `count` bytes, if SET_BOOL
    uint32_t argsz, flags, index, start, count;
};

struct vfio_user_region_access { // then `count` bytes: in what writes, and in the reply of what reads
    uint64_t offset;
    uint32_t region, count;
};

enum { VFIO_USER_MULTI_DATA = 8 };

struct vfio_user_region_writes { // then `count` times an access and VFIO_USER_MULTI_DATA bytes, of which it
                                 // writes the first
    uint64_t count;
};

_Static_assert(sizeof(struct vfio_user_header) == 16, "header");
_Static_assert(sizeof(struct vfio_user_version) == 4, "version");
_Static_assert(sizeof(struct vfio_user_dma_map) == 32, "DMA map");
_Static_assert(sizeof(struct vfio_user_dma_unmap) == 24, "DMA unmap");
_Static_assert(sizeof(struct vfio_user_device_info) == 16, "device info");
_Static_assert(sizeof(struct vfio_user_region_info) == 32, "region info");
_Static_assert(sizeof(struct vfio_user_sparse_mmap) == 16, "sparse mmap");
_Static_assert(sizeof(struct vfio_user_sparse_area) == 16, "sparse area");
_Static_assert(sizeof(struct vfio_user_irq_info) == 16, "IRQ info");
_Static_assert(sizeof(struct vfio_user_irq_set) == 20, "IRQ set");
_Static_assert(sizeof(struct vfio_user_region_access) == 16, "region access");
_Static_assert(sizeof(struct vfio_user_region_writes) == 8, "region writes");

#endif
