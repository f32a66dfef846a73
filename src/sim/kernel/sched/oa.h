// The observation unit as a kernel keeps it: configurations by their number, and the one stream that may be
// open. What a driver's interface to it is, is its own (i915/perf.c, xe/observation.c).
//
// While a stream is open for a context its walkers count (observe/stats/counters.h), and its batches may have
// a report written (MI_REPORT_PERF_COUNT). Reports that the unit would write by itself are not made: a period
// in which one would come is refused (-EOPNOTSUPP), so that a read of the stream has nothing to give, as on
// hardware.
#ifndef KILN_SIM_OA_H
#define KILN_SIM_OA_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "sim/kernel/drm/handles.h"
#include "util/file.h"

struct sim_context;
struct sim_device;

struct sim_oa_config {
    char guid[36]; // KILN_OA_GUID_BYTES
};

struct sim_oa_stream {
    bool open, enabled;
    ino_t inode;             // of its descriptor
    struct kiln_fd peer;     // the other end of that
    struct sim_context *ctx; // NULL: of all contexts
};

struct sim_oa {
    struct sim_handles configs; // of struct sim_oa_config
    uint32_t first;             // the number of the first
    struct sim_oa_stream stream;
};

// OA_EXPONENT: a report comes every 2^(n + 1) ticks of the timestamp, of which there are 12 to 19 million a
// second. From LEAST on that is a minute and more.
enum { SIM_OA_LEAST_EXPONENT = 29, SIM_OA_MOST_EXPONENT = 31, SIM_OA_MOST_REGISTERS = 1024 };

int sim_oa_init(struct sim_device *dev, uint32_t first); // 0 or -ENOMEM
void sim_oa_finish(struct sim_device *dev);

const struct sim_oa_config *sim_oa_config(const struct sim_device *dev, uint64_t id);
bool sim_oa_is_guid(const char *s);
bool sim_oa_is_flex(uint32_t reg);                        // one of the flexible EU counters' registers
int sim_oa_add(struct sim_device *dev, const char *guid); // its number, -EADDRINUSE, -ENOMEM
int sim_oa_remove(struct sim_device *dev, uint64_t id);   // 0 or -ENOENT

// A stream's descriptor. -EBUSY: there is one. -ENODEV: nothing counts.
struct sim_oa_open {
    struct sim_context *ctx; // or NULL
    bool enabled, close_on_exec, nonblock;
};
int sim_oa_open(struct sim_device *dev, const struct sim_oa_open *how);
struct sim_oa_stream *sim_oa_stream_of(struct sim_device *dev, int fd); // NULL: fd is none

// Whether walkers of the context count for an open stream. Takes the lock.
bool sim_oa_counts(struct sim_device *dev, const struct sim_context *ctx);

#endif
