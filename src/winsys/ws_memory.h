// Memory without an address: allocated, taken of the process, shared, mapped, waited for. Who calls
// serializes what changes one object (ws_device.lock).
#ifndef KILN_WINSYS_WS_MEMORY_H
#define KILN_WINSYS_WS_MEMORY_H

#include "winsys/kernel/kernel.h"

int ws_memory_create(struct ws_node *n, uint64_t size, uint32_t flags, struct ws_memory *out); // zeros
int ws_memory_from_host(struct ws_node *n, void *map, uint64_t size, bool read_only, struct ws_memory *out);
int ws_memory_of_nothing(struct ws_node *n, uint64_t size, struct ws_memory *out); // where has_nothing
// The memory of a handle that an import gave.
void ws_memory_of_handle(uint32_t handle, uint64_t size, struct ws_memory *out);
// The handle of a dma-buf, the same for each import of the same one; and its size.
int ws_memory_import(struct ws_node *n, int fd, uint32_t *handle, uint64_t *size);
int ws_memory_export(struct ws_node *n, struct ws_memory *m, int *fd);
// From now on others may see it.
void ws_memory_share(struct ws_node *n, struct ws_memory *m);
void ws_memory_destroy(struct ws_node *n, struct ws_memory *m);

int ws_memory_map(struct ws_node *n, struct ws_memory *m, void **out); // once
// ws_bo_map_at, ws_bo_unmap_at, of memory that is not of ws_pages.
int ws_memory_map_at(struct ws_node *n, struct ws_memory *m, uint64_t size, void *address);

#endif
