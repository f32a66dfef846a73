// Physical memory, as a chip on a bus reaches it: the machine's, and what the chip has of its own. Pointers
// are valid between hold and release, and whoever owns the memory may take it away meanwhile (it reads as
// zeros then).
#ifndef KILN_SIM_BUS_H
#define KILN_SIM_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim_bus {
    // The host's address of `size` bytes of the machine's memory, in a page; NULL: there is none.
    uint8_t *(*host)(void *of, uint64_t address, uint64_t size, bool write);
    void (*hold)(void *of);
    void (*release)(void *of);
    void (*interrupt)(void *of); // raises the chip's interrupt
    void *of;
    uint8_t *local; // the chip's own memory, or NULL
    uint64_t local_size;
    void *global; // the entries of the global page table, which lie in BAR 0: qwords, dwords on Gen7.5
    uint32_t global_entries;
};

// local: of the chip's own memory.
static inline uint8_t *sim_bus_host(const struct sim_bus *bus, uint64_t address, bool local, uint64_t size,
                                    bool write)
{
    if (!local)
        return bus->host(bus->of, address, size, write);
    return address < bus->local_size && size <= bus->local_size - address ? bus->local + address : NULL;
}

#endif
