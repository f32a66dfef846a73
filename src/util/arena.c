// Bump allocation in chunks that double up to 1 MiB.
#include "util/arena.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_chunk {
    struct arena_chunk *next;
    size_t size, used;
    _Alignas(16) unsigned char data[];
};

static _Thread_local struct __jmp_buf_tag *oom_handler;

void arena_set_oom(struct __jmp_buf_tag *where)
{
    oom_handler = where;
}

static _Thread_local struct arena_limit *limit;

void arena_set_limit(struct arena_limit *l)
{
    limit = l;
}

void arena_check_limit(void)
{
    if (limit)
        limit->check(limit->data, limit->bytes);
}

static void arena_oom(void)
{
    if (oom_handler)
        longjmp(oom_handler, 1);
    fputs("kiln: out of memory\n", stderr);
    abort();
}

void arena_init(struct arena *a)
{
    a->chunks = a->spare = NULL;
    a->total = 0;
}

static void free_chunks(struct arena_chunk **list)
{
    while (*list) {
        struct arena_chunk *next = (*list)->next;
        if (limit)
            limit->bytes -= (*list)->size < limit->bytes ? (*list)->size : limit->bytes;
        free(*list);
        *list = next;
    }
}

void arena_finish(struct arena *a)
{
    free_chunks(&a->chunks);
    free_chunks(&a->spare);
    a->total = 0;
}

void arena_reset(struct arena *a)
{
    while (a->chunks) {
        struct arena_chunk *c = a->chunks;
        a->chunks = c->next;
        c->next = a->spare;
        a->spare = c;
    }
    a->total = 0;
}

// Of the spare chunks the first that is large enough; those before it go.
static struct arena_chunk *take_spare(struct arena *a, size_t size)
{
    while (a->spare && a->spare->size < size) {
        struct arena_chunk *c = a->spare;
        a->spare = c->next;
        c->next = NULL;
        free_chunks(&c);
    }
    struct arena_chunk *c = a->spare;
    if (c)
        a->spare = c->next;
    return c;
}

static struct arena_chunk *chunk_for(struct arena *a, size_t size)
{
    struct arena_chunk *c = a->chunks;
    if (c && c->size - c->used >= size)
        return c;
    size_t want = c ? c->size * 2 : 4096;
    if (want > 1u << 20)
        want = 1u << 20;
    if (want < size)
        want = size;
    c = take_spare(a, size);
    if (!c) {
        if (limit) {
            limit->bytes += want;
            limit->check(limit->data, limit->bytes);
        }
        c = malloc(sizeof(*c) + want);
        if (!c)
            arena_oom();
        c->size = want;
    }
    c->used = 0;
    c->next = a->chunks;
    a->chunks = c;
    return c;
}

// Not zeroed; of a size that *size then is.
static void *take(struct arena *a, size_t *size)
{
    if (*size >= SIZE_MAX / 2)
        arena_oom();
    *size = (*size + 15) & ~(size_t)15;
    struct arena_chunk *c = chunk_for(a, *size);
    void *p = c->data + c->used;
    c->used += *size;
    a->total += *size;
    return p;
}

void *arena_alloc(struct arena *a, size_t size)
{
    void *p = take(a, &size);
    return memset(p, 0, size);
}

void *arena_grow(struct arena *a, void *old, size_t old_size, size_t new_size)
{
    unsigned char *p = take(a, &new_size);
    if (old_size)
        memcpy(p, old, old_size);
    memset(p + old_size, 0, new_size - old_size);
    return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    char *p = arena_alloc(a, n + 1);
    memcpy(p, s, n);
    return p;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0)
        return arena_strndup(a, "", 0);
    char *p = arena_alloc(a, (size_t)n + 1);
    va_start(ap, fmt);
    vsnprintf(p, (size_t)n + 1, fmt, ap);
    va_end(ap);
    return p;
}
