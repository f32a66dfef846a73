// Sparse resources: a range of GPU addresses that shows memory in parts, which may change between
// submissions.
//
// Every execution lists the buffers that it may reach, so that to bind is to change that list for those that
// come later: a part is a buffer object of its own, over some of the memory's pages, at its place in the
// range. Those that a bind replaces stay with the executions that have listed them; the kernel waits for
// these before it puts another object of a later list there. (That is i915, which has no VM_BIND on these
// chips; for xe the winsys binds as the list changes. The registers of tiled-resource translation tables are
// no batch's to write: docs/winsys.md, "Sparse resources".)
#ifndef KILN_LAUNCH_SPARSE_H
#define KILN_LAUNCH_SPARSE_H

#include "launch/memory/bo.h"

// Of a device. Unbound pages exist once a resource has holes.
struct launch_sparse_device {
    struct kiln_lock lock; // of them, and of all resources' parts
    struct ws_pages *nobodys;
};
void launch_sparse_device_init(struct launch_sparse_device *d);
void launch_sparse_device_finish(struct launch_sparse_device *d);

struct launch_sparse_part {
    uint64_t start, size; // from the range's start
    struct ws_pages *pages;
    uint64_t offset;      // in the pages
    struct launch_bo *bo; // NULL: none yet
};
struct launch_sparse_parts {
    struct launch_sparse_part *part; // in order of addresses, none over another
    uint32_t count, capacity;
};

struct launch_sparse {
    uint64_t address, size;
    enum ws_zone zone;
    struct ws_range range;
    bool holes; // what is not bound shows unbound pages, so that it can be accessed
    struct launch_sparse_parts now;
    struct launch_sparse_parts next; // while binds are carried out, as all that follows
    bool changing;
    struct launch_sparse *link;
};

// With holes in all of it, or nothing. `address`: fixed, or 0.
struct launch_sparse_info {
    uint64_t size, alignment, address;
    enum ws_zone zone;
    bool holes;
};
enum launch_result launch_sparse_init(struct launch_device *device, struct launch_sparse *s,
                                      const struct launch_sparse_info *info);
// The GPU is done with it.
void launch_sparse_finish(struct launch_device *device, struct launch_sparse *s);

struct launch_bind {
    struct launch_sparse *sparse;
    uint64_t start, size;   // whole pages of the resource
    struct ws_pages *pages; // NULL: no memory
    uint64_t offset;
};
// In order, for all submissions that begin from now on. Who fails has changed nothing.
enum launch_result launch_sparse_bind(struct launch_device *device, const struct launch_bind *binds,
                                      uint32_t count);

#endif
