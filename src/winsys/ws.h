// The kernel as Kiln sees it: devices, buffer objects at fixed GPU addresses, contexts, submissions,
// syncobjs.
//
// No Vulkan types here, and no kernel's structures: those are in its row of the table in kernel/kernel.h. All
// functions that can fail return 0 or a negative errno.
#ifndef KILN_WINSYS_WS_H
#define KILN_WINSYS_WS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/counters.h"
#include "hw/devinfo.h"
#include "hw/names.h"

struct ws_device;
struct ws_bo;
struct ws_context;

// ---- devices ----

// What the kernel does to work that takes too long. 0: nothing.
struct ws_limits {
    uint64_t request_ns;   // a submission that has not ended this long after it was made is cancelled
    bool since_start;      // or after it began to execute: how much is queued before it does not count
    uint64_t preempt_ns;   // work that does not yield within this time of a request is reset
    uint64_t heartbeat_ns; // the kernel's own requests to yield come at this interval
};

// Where a buffer's GPU address lies. State zones are windows that one STATE_BASE_ADDRESS base each covers.
enum ws_zone {
    WS_ZONE_HIGH,       // application memory
    WS_ZONE_SURFACE,    // surface states and binding tables, from WS_SURFACE_BASE on all chips
    WS_ZONE_DYNAMIC,    // samplers, interface descriptors, CURBE
    WS_ZONE_KERNEL,     // EU code
    WS_ZONE_SCRATCH,    // general state base, scratch
    WS_ZONE_DESCRIPTOR, // descriptors that the application writes
    WS_ZONE_COUNT
};
#define WS_SURFACE_BASE UINT64_C(0x40000000)

struct ws_range {
    uint64_t base, size;
};
// Where the zones lie in an address space of that many bytes, 2 GiB at least. The dynamic zone and that of
// descriptors are reached by 32-bit offsets from Dynamic State Base Address, and the latter from
// WS_SURFACE_BASE as well.
void ws_zones(uint64_t gtt_size, struct ws_range zones[WS_ZONE_COUNT]);

struct ws_device_info {
    const struct kiln_devinfo *devinfo;
    uint32_t pci_id, pci_revision;
    uint32_t pci_domain, pci_bus, pci_dev, pci_func;
    bool pci_valid; // false for the simulated device
    bool simulated;
    char path[64];                      // "/dev/dri/renderD128", or "sim:skl"
    int64_t render_major, render_minor; // -1 if there is no node
    unsigned slices, subslices, eus;    // totals from the topology query
    uint64_t timestamp_frequency;       // Hz
    uint64_t memory_size;               // bytes that all buffers together may use
    uint64_t gtt_size;                  // bytes of GPU address space
    struct ws_range zones[WS_ZONE_COUNT];
    bool has_llc, has_timeline, has_userptr;
    bool has_sparse;       // ws_bo_from_pages in a range: buffers may change places between submissions
    bool shares_space;     // with the kernel and all other clients: an address that is free here may be taken
    bool swizzles_tiles;   // of Y tiles bit 6 of addresses takes bit 9 to itself: two memory channels, before
                           // Gen8
    bool has_read_only;    // there is memory that the GPU reads, and whose writes are dropped
    uint64_t page;         // of memory: objects have sizes and addresses that are multiples of it
    bool has_local_memory; // where all buffers are, which the CPU writes fast and reads slowly; memory_size
                           // is its
    bool keeps_log;        // of dispatches, with what the driver says of them: KILN_LOG_* of hw/counters.h
    bool checks;           // for races: it gets what orders dispatches (KILN_LOG_ORDER)
    bool has_oa;           // the observation unit, for this process: ws_device_oa_open
    bool compute_engine;   // executes batches, not the render engine: KILN_ENGINE
    struct ws_limits limits;
};

#define WS_MAX_DEVICES 8

// Fills in the usable devices, best first, as KILN_DEVICE says ("auto" when unset: real nodes we drive, else
// sim:skl). *count is 0 when there is none. -EINVAL: KILN_DEVICE names no such device.
int ws_enumerate(struct ws_device_info infos[WS_MAX_DEVICES], unsigned *count);
// Why there is no device of a name that KILN_DEVICE has.
const char *ws_refusal(const char *name);

int ws_device_open(const struct ws_device_info *info, struct ws_device **out);
void ws_device_close(struct ws_device *dev);
const struct ws_device_info *ws_device_get_info(const struct ws_device *dev);
int ws_device_read_timestamp(struct ws_device *dev, uint64_t *ticks); // GPU TIMESTAMP register, 36 bits
// Bytes of the device's memory that is unused now: MemAvailable of the host, for an integrated GPU; all of
// the device's own, which the kernel does not tell more of. 0: unknown.
uint64_t ws_memory_available(const struct ws_device_info *info);
// Buffers that a process may have mapped at once: the host bounds its mappings, and the simulated device has
// one of each buffer too.
uint32_t ws_mapped_buffers(void);

// The counters that batches may read in registers, in memory that the caller frees; -ENODATA: it has none. Of
// all devices only the simulated one has some (hw/counters.h).
int ws_device_counters(struct ws_device *dev, struct kiln_counters **out);

// Switches the observation unit (hw/oa.h) on, for one context that is not preempted meanwhile, or for all
// there are (NULL), until it is closed, or the device. -EBUSY: another process has it; -ENODEV:
// there is none (ws_device_info.has_oa).
struct ws_context;
int ws_device_oa_open(struct ws_device *dev, struct ws_context *only);
void ws_device_oa_close(struct ws_device *dev);

// Tells the simulated device what the application calls memory, for its reports (hw/names.h); other devices
// do not get it. Names are cut where they are too long. size 0: the object lies nowhere any more.
void ws_device_name(struct ws_device *dev, uint64_t object, uint64_t address, uint64_t size,
                    const char *name);

// Totals of the simulated device; false on a real one.
struct ws_sim_stats {
    uint64_t eu_instructions, eu_threads, thread_groups, walkers, submissions, send_messages, walker_ns;
};
bool ws_device_sim_stats(struct ws_device *dev, struct ws_sim_stats *out);

// ---- buffer objects ----

enum ws_bo_flags {
    WS_BO_CAPTURE = 1 << 0,  // include in the kernel's error state
    WS_BO_COHERENT = 1 << 1, // snooped on devices without LLC
};

struct ws_bo_desc {
    uint64_t size;      // bytes; rounded up to 4 KiB
    uint64_t alignment; // of the GPU address; 0: 4 KiB
    enum ws_zone zone;
    uint32_t flags;   // enum ws_bo_flags
    uint64_t address; // fixed GPU address, or 0 to choose one
    const char *name; // for captures and fault reports; a string constant, or NULL
};

int ws_bo_create(struct ws_device *dev, const struct ws_bo_desc *desc, struct ws_bo **out); // zero-filled
int ws_bo_from_userptr(struct ws_device *dev, void *ptr, uint64_t size, struct ws_bo **out);
int ws_bo_import_dmabuf(struct ws_device *dev, int fd, struct ws_bo **out);
int ws_bo_export_dmabuf(struct ws_bo *bo, int *fd);

// ---- parts of memory, side by side in ranges of addresses

// Memory of the host's that any number of buffers show in parts, the same part also more than once.
struct ws_pages;
int ws_pages_create(struct ws_device *dev, uint64_t size, struct ws_pages **out); // zeros
// Nobody's: a few zeros again and again. The GPU's writes are dropped if info.has_read_only; otherwise they
// come back anywhere.
int ws_pages_create_nobodys(struct ws_device *dev, uint64_t size, struct ws_pages **out);
void ws_pages_unref(struct ws_pages *pages); // NULL is allowed. Buffers that show it keep it

// Addresses that buffers are placed at: they are given back when no submission lists any of them any more.
// `address`: fixed, or 0 to choose.
int ws_range_take(struct ws_device *dev, enum ws_zone zone, uint64_t size, uint64_t alignment,
                  uint64_t address, struct ws_range *out);
void ws_range_give(struct ws_device *dev, enum ws_zone zone, const struct ws_range *range);

struct ws_part {
    struct ws_pages *pages;
    uint64_t offset, size; // whole pages
    uint64_t address;      // fixed GPU address, or 0 to choose one
    bool in_range;         // which is in a range (info.has_sparse): of those that overlap, a submission
                           // lists one, and ws_bo_exchange says which
};
int ws_bo_from_pages(struct ws_device *dev, const struct ws_part *part, struct ws_bo **out);
// Parts in ranges: submissions that follow list `in` and not `out`. -errno: nothing has changed.
int ws_bo_exchange(struct ws_device *dev, struct ws_bo *const *out, unsigned out_count,
                   struct ws_bo *const *in, unsigned in_count);
void ws_bo_reap(struct ws_device *dev); // lets go of what the GPU has done with since it was unreferenced

void ws_bo_ref(struct ws_bo *bo);
void ws_bo_unref(
    struct ws_bo *bo); // NULL is allowed. The address is reused only when the GPU is done with it.
uint64_t ws_bo_address(const struct ws_bo *bo);
uint64_t ws_bo_size(const struct ws_bo *bo);
uint32_t ws_bo_handle(const struct ws_bo *bo);
uint64_t *ws_bo_tag(struct ws_bo *bo);       // a number for the buffer's user; 0 if it comes from outside
int ws_bo_map(struct ws_bo *bo, void **out); // write-back and coherent; stays mapped until the last unref
// A second mapping of the first `size` bytes, whole pages, in place of what is mapped at `address`. -ENODEV:
// there can be none. It goes by ws_bo_unmap_at alone, also where the buffer is not used any more; with
// keep_reserved its addresses stay taken.
int ws_bo_map_at(struct ws_bo *bo, uint64_t size, void *address);
int ws_bo_unmap_at(struct ws_bo *bo, uint64_t size, void *address, bool keep_reserved);
void ws_bo_map_reserve(struct ws_bo *bo);             // the same for the addresses of ws_bo_map, when it goes
int ws_bo_wait(struct ws_bo *bo, int64_t timeout_ns); // -ETIME; negative timeout: for ever
int ws_bo_busy(struct ws_bo *bo, bool *busy);

// ---- submission ----

enum ws_priority {
    WS_PRIORITY_LOW = -512,
    WS_PRIORITY_MEDIUM = 0,
    WS_PRIORITY_HIGH = 512,
    WS_PRIORITY_REALTIME = 1023
};

// -EPERM, -EACCES: a priority above the medium one needs a privilege.
int ws_context_create(struct ws_device *dev, int priority, struct ws_context **out);
void ws_context_destroy(struct ws_context *ctx);
// -EIO if the context is banned or one of its requests hung; 0 otherwise.
int ws_context_check(struct ws_context *ctx);

// Why the context was lost, as far as the device tells user space: only the simulated one does.
struct ws_fault {
    bool page; // an access to `address`, which is not mapped for it
    bool write;
    uint64_t address;
    char what[256];  // in words
    bool in_kernel;  // the rest is of the thread that it happened in
    uint64_t kernel; // GPU address of its first instruction
    uint32_t offset; // of the instruction, in bytes
    uint32_t group[3], thread;
    int lane;                    // negative: none in particular
    char name[128], source[256]; // kernel; file:line. Empty if not known
};
bool ws_context_fault(struct ws_context *ctx, struct ws_fault *out);

struct ws_sync_point {
    uint32_t syncobj;
    uint64_t value; // 0: binary
};

struct ws_submit {
    struct ws_bo *const *bos; // every buffer that the batch can reach, each once
    unsigned bo_count;
    uint64_t bos_version;  // not 0: while it is the same on a context, so is `bos`; one thread at a time
    struct ws_bo *batch;   // may also be in bos
    uint64_t batch_offset; // bytes into `batch`, 8-byte aligned
    uint64_t batch_size;   // bytes of the first batch buffer, 0: to the end of the bo
    const struct ws_sync_point *waits, *signals;
    unsigned wait_count, signal_count;
    // Called, if it is not NULL, when `bos` is not read any more, before the kernel is called: the array may
    // change from then on, but its buffers must stay until ws_submit returns.
    void (*listed)(void *arg);
    void *listed_arg;
};

// The points in `waits` must have a fence already (ws_syncobj_wait_submitted), or it is -EINVAL.
// -EIO: context lost; -ENOMEM, -ENOSPC: resources; -EOPNOTSUPP: timeline points on a kernel without them.
int ws_submit(struct ws_context *ctx, const struct ws_submit *submit);

// ---- syncobjs ----

int ws_syncobj_create(struct ws_device *dev, bool signaled, uint32_t *out);
void ws_syncobj_destroy(struct ws_device *dev, uint32_t syncobj);
int ws_syncobj_reset(struct ws_device *dev, const uint32_t *syncobjs, unsigned count);
int ws_syncobj_signal(struct ws_device *dev, const struct ws_sync_point *points,
                      unsigned count);                                          // from the host
int ws_syncobj_query(struct ws_device *dev, uint32_t syncobj, uint64_t *value); // timeline payload
// Waits for any or all points. `abs_timeout_ns` is on CLOCK_MONOTONIC (0: poll, INT64_MAX: for ever). -ETIME
// on timeout. A point that is not submitted yet is waited for. *first (may be NULL): index of a signaled
// point for `any`.
int ws_syncobj_wait(struct ws_device *dev, const struct ws_sync_point *points, unsigned count, bool all,
                    int64_t abs_timeout_ns, unsigned *first);
// Waits until every point has a fence (its work is submitted), as ws_submit requires of the points it waits
// for.
int ws_syncobj_wait_submitted(struct ws_device *dev, const struct ws_sync_point *points, unsigned count,
                              int64_t abs_timeout_ns);
// Copies the fence of a point to another (binary <-> timeline).
int ws_syncobj_transfer(struct ws_device *dev, struct ws_sync_point dst, struct ws_sync_point src);
int ws_syncobj_export_fd(struct ws_device *dev, uint32_t syncobj, bool sync_file, int *fd);
int ws_syncobj_import_fd(struct ws_device *dev, uint32_t syncobj, bool sync_file,
                         int fd);                                     // sync_file: into it
int ws_syncobj_open_fd(struct ws_device *dev, int fd, uint32_t *out); // opaque fd: a new handle

#endif
