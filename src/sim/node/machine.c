// libkiln_node.so, where KILN_SIM_MEMORY is set: the memory of the machine about an integrated GPU is the
// GPU's. Drivers ask libc for the machine's (Intel's OpenCL, for one, and sizes its heaps and its largest
// buffer by it).
#include <sys/sysinfo.h>
#include <unistd.h>

#include "sim/node/interpose.h"
#include "sim/sim.h"

// The host's pages, or fewer if the simulated machine has less.
static long bounded(long pages, long page_size)
{
    uint64_t memory = sim_config_read().memory_bytes;
    return memory && page_size > 0 && memory / (uint64_t)page_size < (uint64_t)pages
               ? (long)(memory / (uint64_t)page_size)
               : pages;
}

EXPORT long sysconf(int name)
{
    REAL(long, sysconf, int)
    long value = real(name);
    return name == _SC_PHYS_PAGES || name == _SC_AVPHYS_PAGES ? bounded(value, real(_SC_PAGESIZE)) : value;
}

EXPORT long get_phys_pages(void)
{
    return sysconf(_SC_PHYS_PAGES);
}

EXPORT long get_avphys_pages(void)
{
    return sysconf(_SC_AVPHYS_PAGES);
}

EXPORT int sysinfo(struct sysinfo *info)
{
    REAL(int, sysinfo, struct sysinfo *)
    int ret = real(info);
    if (ret)
        return ret;
    info->totalram = (unsigned long)bounded((long)info->totalram, info->mem_unit);
    info->freeram = (unsigned long)bounded((long)info->freeram, info->mem_unit);
    return 0;
}
