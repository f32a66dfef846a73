// Kernels as bytes: header, info, bindings, source lines, code. Little-endian words, written field by field
// so that the format does not depend on a compiler's padding. A blob comes from disk and from strangers:
// everything is checked before it is used.
#include <stdlib.h>
#include <string.h>

#include "compiler/kernel.h"

#define MAGIC 0x4e4c4b47u // "GKLN"
#define VERSION 7
#define HEADER 32 // magic, version, total size, checksum (8), compiler version hash (8), reserved
#define MAX_CODE (64u << 20)

struct buffer {
    uint8_t *data;
    size_t size, pos;
    bool fail;
};

static void put(struct buffer *b, const void *data, size_t size)
{
    if (b->data)
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
    };
    for (unsigned n = 0; n < sizeof(words) / sizeof(words[0]); n++)
        f(b, words[n], 4);
    bool_field(b, f, &i->uses_barrier);
    bool_field(b, f, &i->uses_atomics);
    bool_field(b, f, &i->uses_a64);
    bool_field(b, f, &i->uses_sampler);
    bool_field(b, f, &i->uses_constant_cache);
    bool_field(b, f, &i->quads);
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

static void write_lines(struct buffer *b, const struct kiln_kernel *k)
{
    put(b, &k->file_count, 4);
    for (uint32_t n = 0; n < k->file_count; n++) {
        uint32_t length = (uint32_t)strlen(k->files[n]);
        put(b, &length, 4);
        put(b, k->files[n], length);
    }
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
    if (b->fail || files > (b->size - b->pos) / 4 || !(k->files = calloc(files + 1, sizeof(*k->files))))
        return false;
    for (uint32_t n = 0; n < files; n++) {
        uint32_t length = 0;
        get(b, &length, 4);
        if (b->fail || length > b->size - b->pos || !(k->files[n] = calloc(1, (size_t)length + 1)))
            return false;
        k->file_count++;
        get(b, k->files[n], length);
    }
    get(b, &lines, 4);
    if (b->fail || lines > (b->size - b->pos) / 16 || !(k->lines = calloc(lines + 1, sizeof(*k->lines))))
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

static uint64_t checksum(const uint8_t *data, size_t size)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325); // FNV-1a
    for (size_t n = 0; n < size; n++)
        h = (h ^ data[n]) * UINT64_C(0x100000001b3);
    return h;
}

static uint64_t version_hash(void)
{
    const char *s = kiln_compiler_version();
    return checksum((const uint8_t *)s, strlen(s));
}

static void write_body(struct buffer *b, const struct kiln_kernel *k)
{
    struct kiln_kernel_info info = k->info;
    info_fields(b, put_field, &info);
    for (uint32_t n = 0; n < info.binding_count; n++) {
        struct kiln_binding v = k->bindings[n];
        binding_fields(b, put_field, &v);
    }
    write_lines(b, k);
    uint32_t code_size = (uint32_t)k->code_size;
    put(b, &code_size, 4);
    put(b, k->code, k->code_size);
}

enum kiln_result kiln_kernel_serialize(const struct kiln_kernel *k, void **blob, size_t *size)
{
    struct buffer b = {.pos = HEADER};
    write_body(&b, k);
    b.size = b.pos;
    b.data = calloc(1, b.size);
    if (!b.data)
        return KILN_ERROR_OUT_OF_MEMORY;
    b.pos = HEADER;
    write_body(&b, k);
    uint32_t head[] = {MAGIC, VERSION, (uint32_t)b.size, 0};
    uint64_t sums[] = {checksum(b.data + HEADER, b.size - HEADER), version_hash()};
    memcpy(b.data, head, sizeof(head));
    memcpy(b.data + 16, sums, sizeof(sums));
    *blob = b.data;
    *size = b.size;
    return KILN_OK;
}

// Values that the driver would trust.
static bool far_handles_plausible(const struct kiln_kernel_info *i)
{
    return i->far_handle_count ? i->far_handle_count <= 1 << 20 && i->far_handle_bti < i->bti_count
                               : i->far_handle_bti == KILN_NO_OFFSET;
}

static bool plausible(const struct kiln_kernel_info *i)
{
    uint64_t group = (uint64_t)i->local_size[0] * i->local_size[1] * i->local_size[2];
    bool sizes = i->local_size[0] && i->local_size[1] && i->local_size[2] && i->local_size[0] <= 1024 &&
                 i->local_size[1] <= 1024 && i->local_size[2] <= 1024 && group <= 1024;
    if (!sizes || (i->simd != 8 && i->simd != 16 && i->simd != 32))
        return false;
    return memchr(i->device, 0, sizeof(i->device)) &&
           i->threads_per_group == (group + i->simd - 1) / i->simd && i->cross_thread_regs <= 64 &&
           i->per_thread_regs <= 1 && i->push_size <= 32 * i->cross_thread_regs &&
           (i->num_workgroups_offset == KILN_NO_OFFSET ||
            i->num_workgroups_offset + 12 <= 32 * i->cross_thread_regs) &&
           i->handle_count <= 256 && i->handle_offset <= 32 * i->cross_thread_regs &&
           i->handle_offset + 4 * i->handle_count <= 32 * i->cross_thread_regs && i->slm_size <= 65536 &&
           (i->scratch_size & (i->scratch_size - 1)) == 0 && i->scratch_size <= 2 << 20 &&
           i->binding_count <= 1 << 20 && far_handles_plausible(i) && i->bti_count <= 256 &&
           i->sampler_count <= 16 && (i->push_bti == KILN_NO_OFFSET || i->push_bti < 256) &&
           (i->const_bti == KILN_NO_OFFSET || i->const_bti < i->bti_count) && i->const_offset % 64 == 0;
}

// In the table or by a handle, not both.
static bool place_plausible(const struct kiln_binding *v, const struct kiln_kernel_info *i)
{
    if (v->bti == KILN_NO_OFFSET)
        return v->handle < i->handle_count + i->far_handle_count;
    uint32_t limit = v->resource == KILN_RESOURCE_SAMPLER ? i->sampler_count : i->bti_count;
    return v->handle == KILN_NO_OFFSET && v->count <= 256 && v->bti <= limit && v->count <= limit - v->bti;
}

static bool read_body(struct buffer *b, struct kiln_kernel *k)
{
    info_fields(b, get, &k->info);
    if (b->fail || !plausible(&k->info))
        return false;
    k->bindings = calloc(k->info.binding_count + 1, sizeof(*k->bindings));
    if (!k->bindings)
        return false;
    for (uint32_t n = 0; n < k->info.binding_count; n++) {
        struct kiln_binding *v = &k->bindings[n];
        binding_fields(b, get, v);
        if ((uint32_t)v->resource > KILN_RESOURCE_SAMPLER || !place_plausible(v, &k->info))
            return false;
    }
    if (!read_lines(b, k))
        return false;
    uint32_t code_size = 0;
    get(b, &code_size, 4);
    if (b->fail || code_size == 0 || code_size > MAX_CODE || code_size % 8 || code_size != b->size - b->pos)
        return false;
    if (k->info.const_offset > code_size || k->info.const_size > code_size - k->info.const_offset)
        return false;
    k->code = malloc(code_size);
    k->code_size = code_size;
    if (!k->code)
        return false;
    get(b, k->code, code_size);
    return !b->fail;
}

enum kiln_result kiln_kernel_deserialize(const void *blob, size_t size, struct kiln_kernel **out)
{
    *out = NULL;
    uint32_t head[4];
    uint64_t sums[2];
    if (!blob || size < HEADER)
        return KILN_ERROR_BAD_BLOB;
    memcpy(head, blob, sizeof(head));
    memcpy(sums, (const uint8_t *)blob + 16, sizeof(sums));
    if (head[0] != MAGIC || head[1] != VERSION || head[2] != size || sums[1] != version_hash() ||
        sums[0] != checksum((const uint8_t *)blob + HEADER, size - HEADER))
        return KILN_ERROR_BAD_BLOB;
    struct kiln_kernel *k = calloc(1, sizeof(*k));
    if (!k)
        return KILN_ERROR_OUT_OF_MEMORY;
    struct buffer b = {.data = (uint8_t *)blob, .size = size, .pos = HEADER};
    if (!read_body(&b, k)) {
        kiln_kernel_destroy(k);
        return KILN_ERROR_BAD_BLOB;
    }
    *out = k;
    return KILN_OK;
}
