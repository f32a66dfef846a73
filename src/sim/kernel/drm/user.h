// Copies between the client and "the kernel".
#ifndef KILN_SIM_USER_H
#define KILN_SIM_USER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// False (-EFAULT): an address that the client does not have.
bool sim_copy_from_user(void *dst, uint64_t src, size_t size);
bool sim_copy_to_user(uint64_t dst, const void *src, size_t size);

#endif
