// What the floor above gives this one: memory of the host, and ears for bad news; and how this floor says
// that something failed.
#ifndef KILN_LAUNCH_HOST_H
#define KILN_LAUNCH_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum launch_result {
    LAUNCH_OK,
    LAUNCH_NO_HOST_MEMORY,
    LAUNCH_NO_DEVICE_MEMORY,
    LAUNCH_ADDRESS_TAKEN, // launch_state_alloc_at
    LAUNCH_LOST,          // the context will not run anything any more
};

struct launch_allocator {
    // `old` is NULL, or a block that this one replaces. 16 bytes aligned; NULL when out of memory.
    void *(*allocate)(void *user, void *old, size_t size);
    void (*release)(void *user, void *block);
    void *user;
};

// Zeroed memory, or NULL.
void *launch_zalloc(const struct launch_allocator *a, size_t size);
// Grows an array to at least `need` elements; the old block stays valid on failure.
bool launch_grow(const struct launch_allocator *a, void **data, uint32_t *capacity, uint32_t need,
                 size_t elem);
void launch_free(const struct launch_allocator *a, void *block); // NULL is allowed

const char *launch_result_name(enum launch_result result);
// Of a winsys error (-ENOMEM, -EIO, ...).
enum launch_result launch_result_from_errno(int err);

// Returns `result`; says where it comes from under KILN_DEBUG=errors.
#define launch_error(result, ...) launch_error_at((result), __FILE__, __LINE__, " " __VA_ARGS__)
enum launch_result launch_error_at(enum launch_result result, const char *file, int line, const char *fmt,
                                   ...) __attribute__((format(printf, 4, 5), cold));

#endif
