// Windows of a client's memory: physical addresses of the guest -> host pointers.
//
// The client maps and unmaps windows while the machine works. A pointer is valid from sim_dma_hold() to the
// sim_dma_release() after it. A window that is unmapped meanwhile is given up before sim_dma_unmap() returns:
// its pages are replaced by zero pages of this process, so that whoever still holds a pointer reads and
// writes those and not the client's memory; the last release frees them. A client that makes its file shorter
// than its window gets the same (sim_dma_guard).
#ifndef KILN_SIM_PCI_DMA_H
#define KILN_SIM_PCI_DMA_H

#include <stdbool.h>
#include <stdint.h>

enum { SIM_DMA_WINDOWS = 256 };

struct sim_dma;

struct sim_dma *sim_dma_create(void); // NULL: out of memory
void sim_dma_destroy(struct sim_dma *dma);

// A window of `size` bytes at `address` (whole pages), of the file from `offset` on; fd -1: one that cannot
// be reached, such as a BAR of a device. Does not keep the fd. 0, or an errno: EINVAL, EEXIST (it overlaps
// another), ENOSPC (SIM_DMA_WINDOWS), or of mmap.
int sim_dma_map(struct sim_dma *dma, uint64_t address, uint64_t size, int fd, uint64_t offset, bool writable);
// 0, or ENOENT: no window has this address and this size.
int sim_dma_unmap(struct sim_dma *dma, uint64_t address, uint64_t size);
void sim_dma_unmap_all(struct sim_dma *dma);

void sim_dma_hold(struct sim_dma *dma);
void sim_dma_release(struct sim_dma *dma);
// The host's address of `size` bytes at `address`, all of one window; NULL: there is none, or it may not be
// written. Only between hold and release.
uint8_t *sim_dma_host(struct sim_dma *dma, uint64_t address, uint64_t size, bool write);

// From now on SIGBUS in a window of `dma` (of one at a time; NULL: of none) is answered with a zero page.
void sim_dma_guard(struct sim_dma *dma);

#endif
