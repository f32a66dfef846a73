// A GPU address allocator: holes of one address window, first fit by address. Not thread-safe by itself.
//
// Invariant: holes are sorted, disjoint, not empty, and never touch (neighbours are merged).
#ifndef KILN_WINSYS_VMA_H
#define KILN_WINSYS_VMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct vma_hole {
    uint64_t start, end; // [start, end)
};

struct vma {
    uint64_t start, end;
    struct vma_hole *holes;
    size_t count, capacity;
};

bool vma_init(struct vma *v, uint64_t start, uint64_t end); // false: out of host memory
void vma_finish(struct vma *v);

// An address that is a multiple of `alignment` (a power of two) with `size` free bytes; 0 if there is none.
// Neither address 0 nor anything outside of the window is ever returned.
uint64_t vma_alloc(struct vma *v, uint64_t size, uint64_t alignment);
// Takes exactly [address, address + size); false if any of it is in use or outside.
bool vma_alloc_at(struct vma *v, uint64_t address, uint64_t size);
// Gives a range back. False (nothing changed) for a range that is not allocated as a whole, or out of host
// memory.
bool vma_free(struct vma *v, uint64_t address, uint64_t size);

uint64_t vma_free_bytes(const struct vma *v);

// 48-bit addresses as the hardware and the kernel want them: bit 47 copied into the bits above, and back.
static inline uint64_t vma_canonical(uint64_t address)
{
    return (uint64_t)((int64_t)(address << 16) >> 16);
}

static inline uint64_t vma_decanonical(uint64_t address)
{
    return address & UINT64_C(0xffffffffffff);
}

#endif
