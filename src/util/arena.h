// A bump allocator: everything that one compile (or one decode) needs lives and dies together.
#ifndef KILN_UTIL_ARENA_H
#define KILN_UTIL_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_chunk;

struct arena {
    struct arena_chunk *chunks; // newest first
    struct arena_chunk *spare;  // of before a reset
    size_t total;               // bytes handed out
};

void arena_init(struct arena *a);
void arena_finish(struct arena *a);
// Takes everything back, and keeps the memory for what comes next.
void arena_reset(struct arena *a);

// Zeroed memory, aligned to 16. Never returns NULL: out of memory aborts the compile by arena_oom().
void *arena_alloc(struct arena *a, size_t size);
char *arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *arena_strndup(struct arena *a, const char *s, size_t n);

// Grows an array in the arena; the old block stays until arena_finish.
void *arena_grow(struct arena *a, void *old, size_t old_size, size_t new_size);

// Called when the host is out of memory. If a handler is set on this thread (arena_set_oom), it is longjmp'ed
// to, so that vkCreateComputePipelines can answer VK_ERROR_OUT_OF_HOST_MEMORY; otherwise the process aborts.
struct __jmp_buf_tag;
void arena_set_oom(struct __jmp_buf_tag *where);

// Bounds what this thread's arenas take: `check` is called for each chunk (up to a megabyte, or one large
// block) with the bytes of all of them since the limit was set, and may longjmp away. NULL: no limit.
struct arena_limit {
    void (*check)(void *data, size_t bytes);
    void *data;
    size_t bytes;
};
void arena_set_limit(struct arena_limit *limit);
// For long work that allocates nothing: calls `check` as a chunk would.
void arena_check_limit(void);

#define arena_new(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define arena_array(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (size_t)(n)))

#endif
