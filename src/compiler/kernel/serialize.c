// Kernels as bytes: header, info, bindings, source lines, what a debugger wants, code; and the same of the
// one for small grids. Little-endian words, written field by field so that the format does not depend on a
// compiler's padding. A blob comes from disk and from strangers, who can make the digest right as well: every
// field is checked against what the driver will do with it (vk/pipeline/pipeline.c, command/dispatch.c). What
// is not checked says so. Code is not: it runs on the GPU, where any code may run.
#include <stdlib.h>
#include <string.h>

#include "compiler/kernel/kernel.h"
#include "hw/target.h"
#include "util/math.h"
#include "util/sha256.h"

#define MAGIC 0x4e4c4b47u // "GKLN"
#define VERSION 15
#define HEADER 48 // magic, version, total size, reserved, SHA-256 of the compiler's version and the rest
#define MAX_CODE (64u << 20)

struct buffer {
    uint8_t *data;
    size_t size, pos;
    bool fail, out_of_memory;
};

static void *allocate(struct buffer *b, size_t count, size_t size)
{
    void *p = calloc(count, size);
    b->out_of_memory |= !p;
    return p;
}

static void put(struct buffer *b, const void *data, size_t size)
{
    if (b->data && size)
        memcpy(b->data + b->pos, data, size);
    b->pos += size;
}

static void get(struct buffer *b, void *data, size_t size)
{
    if (b->fail || size > b->size - b->pos) {
        b->fail = true;
        memset(data, 0, size);
        return;
    }
    memcpy(data, b->data + b->pos, size);
    b->pos += size;
}

// One description of the fields serves both ways.
typedef void (*field_fn)(struct buffer *b, void *data, size_t size);

static void put_field(struct buffer *b, void *data, size_t size)
{
    put(b, data, size);
}

static void bool_field(struct buffer *b, field_fn f, bool *v)
{
    uint8_t byte = *v;
    f(b, &byte, 1);
    *v = byte != 0;
}

static void info_fields(struct buffer *b, field_fn f, struct kiln_kernel_info *i)
{
    f(b, i->device, sizeof(i->device));
    uint32_t *const words[] = {
        &i->simd,
        &i->local_size[0],
        &i->local_size[1],
        &i->local_size[2],
        &i->threads_per_group,
        &i->cross_thread_regs,
        &i->per_thread_regs,
        &i->push_offset,
        &i->push_size,
        &i->push_bti,
        &i->const_bti,
        &i->const_offset,
        &i->const_size,
        &i->num_workgroups_offset,
        &i->handle_offset,
        &i->handle_count,
        &i->far_handle_count,
        &i->far_handle_bti,
        &i->slm_size,
        &i->scratch_size,
        &i->binding_count,
        &i->bti_count,
        &i->sampler_count,
        &i->instructions,
        &i->sends,
        &i->loops,
        &i->spills,
        &i->fills,
        &i->grf_used,
        &i->cycles,
        &i->max_live_regs,
        &i->registers,
    };
    for (unsigned n = 0; n < sizeof(words) / sizeof(words[0]); n++)
        f(b, words[n], 4);
    bool_field(b, f, &i->uses_barrier);
    bool_field(b, f, &i->uses_atomics);
    bool_field(b, f, &i->uses_a64);
    bool_field(b, f, &i->uses_sampler);
    bool_field(b, f, &i->uses_constant_cache);
    bool_field(b, f, &i->quads);
    bool_field(b, f, &i->reads_states);
}

static void binding_fields(struct buffer *b, field_fn f, struct kiln_binding *v)
{
    uint32_t resource = (uint32_t)v->resource;
    f(b, &v->set, 4);
    f(b, &v->binding, 4);
    f(b, &v->count, 4);
    f(b, &v->bti, 4);
    f(b, &v->handle, 4);
    f(b, &resource, 4);
    bool_field(b, f, &v->written);
    v->resource = (enum kiln_resource)resource;
}

enum { BINDING_BYTES = 25 }; // what binding_fields writes: a name follows

static void write_string(struct buffer *b, const char *s)
{
    uint32_t length = s ? (uint32_t)strlen(s) : 0;
    put(b, &length, 4);
    put(b, s, length);
}

static char *read_string(struct buffer *b)
{
    uint32_t length = 0;
    get(b, &length, 4);
    char *s = b->fail || length > b->size - b->pos ? NULL : allocate(b, 1, (size_t)length + 1);
    if (s)
        get(b, s, length);
    return s;
}

static void write_lines(struct buffer *b, const struct kiln_kernel *k)
{
    put(b, &k->file_count, 4);
    for (uint32_t n = 0; n < k->file_count; n++)
        write_string(b, k->files[n]);
    put(b, &k->line_count, 4);
    for (uint32_t n = 0; n < k->line_count; n++) {
        const uint32_t words[] = {k->lines[n].offset, k->lines[n].file, k->lines[n].line, k->lines[n].atomic};
        put(b, words, sizeof(words));
    }
}

static bool read_lines(struct buffer *b, struct kiln_kernel *k)
{
    uint32_t files = 0, lines = 0;
    get(b, &files, 4);
    if (b->fail || files > (b->size - b->pos) / 4 || !(k->files = allocate(b, files + 1, sizeof(*k->files))))
        return false;
    for (uint32_t n = 0; n < files; n++) {
        if (!(k->files[n] = read_string(b)))
            return false;
        k->file_count++;
    }
    get(b, &lines, 4);
    if (b->fail || lines > (b->size - b->pos) / 16 || !(k->lines = allocate(b, lines + 1, sizeof(*k->lines))))
        return false;
    k->line_count = lines;
    for (uint32_t n = 0; n < lines; n++) {
        uint32_t words[4] = {0};
        get(b, words, sizeof(words));
        k->lines[n] = (struct kiln_line){words[0], words[1], words[2], words[3] == 1};
        if (words[3] > 1 || (words[2] && words[1] >= files) || (n && words[0] <= k->lines[n - 1].offset))
            return false;
    }
    return !b->fail;
}

static void write_shared(struct buffer *b, const struct kiln_kernel *k)
{
    put(b, &k->shared_count, 4);
    for (uint32_t n = 0; n < k->shared_count; n++) {
        put(b, &k->shared[n].offset, 4);
        put(b, &k->shared[n].bytes, 4);
        write_string(b, k->shared[n].name);
    }
}

// For reports only: where they lie is not checked.
static bool read_shared(struct buffer *b, struct kiln_kernel *k)
{
    uint32_t count = 0;
    get(b, &count, 4);
    if (b->fail || count > (b->size - b->pos) / 12 ||
        !(k->shared = allocate(b, count + 1, sizeof(*k->shared))))
        return false;
    for (uint32_t n = 0; n < count; n++) {
        get(b, &k->shared[n].offset, 4);
        get(b, &k->shared[n].bytes, 4);
        if (!(k->shared[n].name = read_string(b)))
            return false;
        k->shared_count++;
    }
    return !b->fail;
}

static void write_debug(struct buffer *b, const struct kiln_kernel *k)
{
    uint32_t length = k->debug ? (uint32_t)strlen(k->debug) : 0;
    put(b, &length, 4);
    put(b, k->debug, length);
}

// Nobody reads it but a debugger, which believes nothing of it either.
static bool read_debug(struct buffer *b, struct kiln_kernel *k)
{
    uint32_t length = 0;
    get(b, &length, 4);
    if (b->fail || length > b->size - b->pos)
        return false;
    if (!length)
        return true;
    if (!(k->debug = allocate(b, 1, (size_t)length + 1)))
        return false;
    get(b, k->debug, length);
    return !b->fail;
}

static void digest_of(const uint8_t *blob, size_t size, uint8_t out[KILN_SHA256_SIZE])
{
    const char *version = kiln_compiler_version();
    struct kiln_sha256 h;
    kiln_sha256_init(&h);
    kiln_sha256_add_sized(&h, version, strlen(version));
    kiln_sha256_add_sized(&h, blob + HEADER, size - HEADER);
    kiln_sha256_end(&h, out);
}

static void write_body(struct buffer *b, const struct kiln_kernel *k)
{
    struct kiln_kernel_info info = k->info;
    info_fields(b, put_field, &info);
    for (uint32_t n = 0; n < info.binding_count; n++) {
        struct kiln_binding v = k->bindings[n];
        binding_fields(b, put_field, &v);
        write_string(b, k->binding_names[n]);
    }
    write_lines(b, k);
    write_shared(b, k);
    write_debug(b, k);
    uint32_t code_size = (uint32_t)k->code_size;
    put(b, &code_size, 4);
    put(b, k->code, k->code_size);
    put(b, &k->small_groups, 4);
    if (k->small)
        write_body(b, k->small);
}

enum kiln_result kiln_kernel_serialize(const struct kiln_kernel *k, void **blob, size_t *size)
{
    struct buffer b = {.pos = HEADER};
    if (!k || !blob || !size)
        return KILN_ERROR_INVALID_ARGUMENT;
    write_body(&b, k);
    b.size = b.pos;
    b.data = calloc(1, b.size);
    if (!b.data)
        return KILN_ERROR_OUT_OF_MEMORY;
    b.pos = HEADER;
    write_body(&b, k);
    uint32_t head[] = {MAGIC, VERSION, (uint32_t)b.size, 0};
    memcpy(b.data, head, sizeof(head));
    digest_of(b.data, b.size, b.data + sizeof(head));
    *blob = b.data;
    *size = b.size;
    return KILN_OK;
}

// ---- what the driver does with the fields
//
// Sums are of 64 bits, so that none wraps. Statistics (instructions to max_live_regs, the uses_* of caches)
// only decide how work is cut and which caches are flushed: a lie loses the device of the one who told it.

enum {
    MAX_CROSS_REGS = 64, // of the CURBE data
    MAX_TABLE = 256,     // entries of a binding table
    MAX_SAMPLERS = 16,
    MAX_SCRATCH = 2 << 20, // the largest that MEDIA_VFE_STATE can say
    MIN_SCRATCH = 1024,    // and the smallest
    MAX_SLM = 65536,
    MAX_GROUP = 1024,
    REG = 32
};

static bool group_fits(const struct kiln_kernel_info *i)
{
    uint64_t group = 1;
    for (unsigned n = 0; n < 3; n++) {
        if (!i->local_size[n] || i->local_size[n] > MAX_GROUP)
            return false;
        group *= i->local_size[n];
    }
    struct kiln_compile_options o = {.device = i->device};
    const struct kiln_target *t = kiln_target_with_registers(kernel_target(&o), i->registers);
    return t && group <= MAX_GROUP && (i->simd == 8 || i->simd == 16 || i->simd == 32) &&
           i->threads_per_group == (group + i->simd - 1) / i->simd &&
           i->threads_per_group <= KILN_MIN(kernel_max_threads(&o), kiln_target_max_group(t));
}

// `size` bytes from `offset` on, in whole dwords, within the cross-thread data: the driver writes there.
static bool in_cross_data(const struct kiln_kernel_info *i, uint64_t offset, uint64_t size)
{
    return offset % 4 == 0 && offset + size <= (uint64_t)REG * i->cross_thread_regs;
}

static bool cross_data_fits(const struct kiln_kernel_info *i)
{
    return i->cross_thread_regs <= MAX_CROSS_REGS && i->per_thread_regs <= 1 && i->push_size % 4 == 0 &&
           in_cross_data(i, 0, i->push_size) &&
           (i->num_workgroups_offset == KILN_NO_OFFSET || in_cross_data(i, i->num_workgroups_offset, 12)) &&
           in_cross_data(i, i->handle_offset, UINT64_C(4) * i->handle_count);
}

// An entry of the binding table, or none.
static bool entry_fits(const struct kiln_kernel_info *i, uint32_t bti)
{
    return bti == KILN_NO_OFFSET || bti < i->bti_count;
}

static bool tables_fit(const struct kiln_kernel_info *i)
{
    // A handle is a binding's: there are not more of them.
    bool far = i->far_handle_count ? i->far_handle_bti < i->bti_count : i->far_handle_bti == KILN_NO_OFFSET;
    return far && (uint64_t)i->handle_count + i->far_handle_count <= i->binding_count &&
           i->bti_count <= MAX_TABLE && i->sampler_count <= MAX_SAMPLERS && entry_fits(i, i->push_bti) &&
           entry_fits(i, i->const_bti);
}

static bool memory_fits(const struct kiln_kernel_info *i)
{
    bool scratch = !i->scratch_size || (i->scratch_size >= MIN_SCRATCH && i->scratch_size <= MAX_SCRATCH &&
                                        (i->scratch_size & (i->scratch_size - 1)) == 0);
    return scratch && i->slm_size <= MAX_SLM && i->const_offset % 64 == 0;
}

static bool info_fits(const struct kiln_kernel_info *i)
{
    return memchr(i->device, 0, sizeof(i->device)) && group_fits(i) && cross_data_fits(i) && tables_fit(i) &&
           memory_fits(i);
}

// In the table or by a handle, not both.
static bool place_fits(const struct kiln_binding *v, const struct kiln_kernel_info *i)
{
    if (v->bti == KILN_NO_OFFSET)
        return v->handle < (uint64_t)i->handle_count + i->far_handle_count;
    uint32_t limit = v->resource == KILN_RESOURCE_SAMPLER ? i->sampler_count : i->bti_count;
    return v->handle == KILN_NO_OFFSET && v->bti <= limit && v->count <= limit - v->bti;
}

static bool same_bindings(const struct kiln_kernel *a, const struct kiln_kernel *b)
{
    bool same = a->info.binding_count == b->info.binding_count;
    for (uint32_t n = 0; same && n < a->info.binding_count; n++) {
        const struct kiln_binding *p = &a->bindings[n], *q = &b->bindings[n];
        same = p->set == q->set && p->binding == q->binding && p->count == q->count && p->bti == q->bti &&
               p->handle == q->handle && p->resource == q->resource && p->written == q->written;
    }
    return same;
}

// Both are given what one of them is.
static bool may_stand_for(const struct kiln_kernel *small, const struct kiln_kernel *k)
{
    const struct kiln_kernel_info *a = &small->info, *b = &k->info;
    return a->simd < b->simd && strcmp(a->device, b->device) == 0 &&
           memcmp(a->local_size, b->local_size, sizeof(a->local_size)) == 0 &&
           a->num_workgroups_offset == b->num_workgroups_offset && a->push_size == b->push_size &&
           same_bindings(small, k);
}

static bool read_body(struct buffer *b, struct kiln_kernel *k)
{
    info_fields(b, get, &k->info);
    if (b->fail || !info_fits(&k->info) || k->info.binding_count > (b->size - b->pos) / BINDING_BYTES)
        return false;
    k->bindings = allocate(b, k->info.binding_count + 1, sizeof(*k->bindings));
    k->binding_names = allocate(b, k->info.binding_count + 1, sizeof(*k->binding_names));
    if (!k->bindings || !k->binding_names)
        return false;
    for (uint32_t n = 0; n < k->info.binding_count; n++) {
        struct kiln_binding *v = &k->bindings[n];
        binding_fields(b, get, v);
        if (!(k->binding_names[n] = read_string(b)))
            return false;
        if ((uint32_t)v->resource > KILN_RESOURCE_TEXELS || !place_fits(v, &k->info))
            return false;
    }
    if (!read_lines(b, k) || !read_shared(b, k) || !read_debug(b, k))
        return false;
    uint32_t code_size = 0;
    get(b, &code_size, 4);
    if (b->fail || code_size < 16 || code_size > MAX_CODE || code_size % 8 || code_size > b->size - b->pos)
        return false;
    if (k->info.const_offset > code_size || k->info.const_size > code_size - k->info.const_offset)
        return false;
    k->code = allocate(b, 1, code_size);
    k->code_size = code_size;
    if (!k->code)
        return false;
    get(b, k->code, code_size);
    return !b->fail;
}

// With the kernel for small grids, which has none itself.
static bool read_kernels(struct buffer *b, struct kiln_kernel *k)
{
    uint32_t none = 0;
    if (!read_body(b, k))
        return false;
    get(b, &k->small_groups, 4);
    if (k->small_groups) {
        if (b->fail || !(k->small = allocate(b, 1, sizeof(*k->small))))
            return false;
        k->small->info.size = sizeof(k->small->info);
        if (!read_body(b, k->small) || !may_stand_for(k->small, k))
            return false;
        get(b, &none, 4);
    }
    return !b->fail && !none && b->pos == b->size;
}

enum kiln_result kiln_kernel_deserialize(const void *blob, size_t size, struct kiln_kernel **out)
{
    if (!out)
        return KILN_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    uint32_t head[4];
    uint8_t digest[KILN_SHA256_SIZE];
    if (!blob || size < HEADER)
        return KILN_ERROR_BAD_BLOB;
    memcpy(head, blob, sizeof(head));
    if (head[0] != MAGIC || head[1] != VERSION || head[2] != size || head[3])
        return KILN_ERROR_BAD_BLOB;
    digest_of(blob, size, digest);
    if (memcmp(digest, (const uint8_t *)blob + sizeof(head), sizeof(digest)))
        return KILN_ERROR_BAD_BLOB;
    struct kiln_kernel *k = calloc(1, sizeof(*k));
    if (!k)
        return KILN_ERROR_OUT_OF_MEMORY;
    k->info.size = sizeof(k->info);
    struct buffer b = {.data = (uint8_t *)blob, .size = size, .pos = HEADER};
    if (!read_kernels(&b, k)) {
        kiln_kernel_destroy(k);
        return b.out_of_memory ? KILN_ERROR_OUT_OF_MEMORY : KILN_ERROR_BAD_BLOB;
    }
    *out = k;
    return KILN_OK;
}
