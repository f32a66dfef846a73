// How the simulated device says which counters it has: an item of DRM_IOCTL_I915_QUERY and registers that no
// chip and no kernel have (docs/winsys.md, "Counters"). Both sides of the ioctl include this.
//
// A context counts while its hold register is not zero: a batch writes 1 to it to begin, and 0 to end. Each
// counter is a qword in two registers, which only grow. Walkers count when they have ended: who reads has
// stalled before.
#ifndef KILN_HW_COUNTERS_H
#define KILN_HW_COUNTERS_H

#include <stdint.h>

// Of drm_i915_query_item.query_id: i915 counts its own from 1, and answers -EINVAL to any other.
#define KILN_QUERY_COUNTERS UINT64_C(0x4b696c6e00000001) // "Kiln"
// The same of drm_xe_device_query.query, of xe.
#define KILN_XE_QUERY_COUNTERS UINT32_C(0x4b696c6e)

// Behind all registers of the chips that are simulated, and within the 23 bits of MI_STORE_REGISTER_MEM.
#define KILN_COUNTER_HOLD 0x7e0000u
#define KILN_COUNTER_FIRST 0x7e0018u

// What a driver says of the commands that follow, where the device keeps a log of walkers (KILN_SIM_STATS).
// Two dwords: the address of KILN_LOG_LABEL_BYTES with the name of a region that begins; the second one acts.
// One dword: zero, and the region ends; else a barrier, by enum kiln_log_barrier.
#define KILN_LOG_LABEL 0x7e0008u
#define KILN_LOG_LABEL_HIGH 0x7e000cu
#define KILN_LOG_MARK 0x7e0010u
enum { KILN_LOG_LABEL_BYTES = 64 }; // terminated
enum kiln_log_barrier { KILN_LOG_WAITS = 1, KILN_LOG_FLUSHES = 2, KILN_LOG_INVALIDATES = 4 };
// Where walkers are checked (KILN_SIM_CHECK), the same register says what orders them for the application: a
// driver that writes ORDER_TOLD writes ORDER at each barrier, before the stall that carries it out. Stalls
// that it needs for itself order nothing then.
enum kiln_log_order { KILN_LOG_ORDER = 8, KILN_LOG_ORDER_TOLD = 16 };

enum kiln_counter_unit { KILN_UNIT_NUMBER, KILN_UNIT_BYTES, KILN_UNIT_CLOCKS };

struct kiln_counter_info {
    uint32_t reg; // of the low dword
    uint32_t unit;
    char name[88], category[32], text[128]; // terminated
};

// The answer. Its header comes in zeroed, as of all items.
struct kiln_counters {
    uint32_t hold; // register
    uint32_t count;
    uint32_t logs; // 1: it keeps a log
    uint32_t reserved;
    struct kiln_counter_info counters[];
};

#endif
