// Addresses: which of a device's are taken, and by what memory. With the device's lock held.
#ifndef KILN_WINSYS_WS_SPACE_H
#define KILN_WINSYS_WS_SPACE_H

#include "winsys/kernel/kernel.h"

int ws_space_create(struct ws_node *n, struct ws_space *s);
void ws_space_destroy(struct ws_node *n, struct ws_space *s);

// `address`: fixed, or 0 to choose. range->size is what is asked for, and becomes what is taken.
int ws_space_take(struct ws_space *s, enum ws_zone zone, uint64_t address, uint64_t alignment,
                  struct ws_range *range);
void ws_space_give(struct ws_space *s, enum ws_zone zone, const struct ws_range *range);

// Takes addresses for b->memory in b->zone, where the kernel binds it if it does so before executions.
int ws_binding_create(struct ws_node *n, struct ws_space *s, uint64_t address, uint64_t alignment,
                      struct ws_binding *b);
void ws_binding_destroy(struct ws_node *n, struct ws_space *s, struct ws_binding *b);

#endif
