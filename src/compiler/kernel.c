// Kernels as objects: accessors, and the key under which a cache finds one.
#include <stdlib.h>
#include <string.h>

#include "compiler/kernel.h"
#include "compiler/variant.h"
#include "util/log.h"

#define COMPILER_VERSION "kiln 0.1.0"

const char *kiln_compiler_version(void)
{
    return COMPILER_VERSION;
}

void kiln_kernel_destroy(struct kiln_kernel *k)
{
    if (!k)
        return;
    for (unsigned n = 0; n < 3; n++)
        free(k->text[n]);
    for (uint32_t n = 0; n < k->file_count; n++)
        free(k->files[n]);
    free(k->files);
    free(k->lines);
    free(k->bindings);
    free(k->code);
    free(k);
}

const struct kiln_kernel_info *kiln_kernel_get_info(const struct kiln_kernel *k)
{
    return &k->info;
}

const struct kiln_binding *kiln_kernel_get_bindings(const struct kiln_kernel *k)
{
    return k->bindings;
}

const void *kiln_kernel_get_code(const struct kiln_kernel *k, size_t *size)
{
    if (size)
        *size = k->code_size;
    return k->code;
}

const struct kiln_line *kiln_kernel_get_lines(const struct kiln_kernel *k, uint32_t *count)
{
    *count = k->line_count;
    return k->lines;
}

const char *kiln_kernel_get_file(const struct kiln_kernel *k, uint32_t file)
{
    return file < k->file_count ? k->files[file] : NULL;
}

const char *kiln_kernel_get_text(const struct kiln_kernel *k, enum kiln_emit which)
{
    return which == KILN_EMIT_LLVM  ? k->text[0]
           : which == KILN_EMIT_MIR ? k->text[1]
           : which == KILN_EMIT_ASM ? k->text[2]
                                    : NULL;
}

unsigned kernel_max_threads(const struct kiln_compile_options *o)
{
    // Those of a subslice (PRM SKL vol3 "Device Attributes"; the LP parts have 6 EUs of 6 threads). All are
    // Gen9, with one instruction set.
    static const struct {
        const char *name;
        unsigned threads;
    } devices[] = {{"skl", 56}, {"kbl", 56}, {"cfl", 56}, {"cml", 56}, {"bxt", 36}, {"glk", 36}};
    const char *device = o->device ? o->device : "skl";
    for (unsigned n = 0; n < sizeof(devices) / sizeof(devices[0]); n++)
        if (!strcmp(device, devices[n].name))
            return o->max_group_threads ? o->max_group_threads : devices[n].threads;
    return 0;
}

unsigned kernel_debug_width(void)
{
    return KILN_DEBUG(SIMD8) ? 8 : KILN_DEBUG(SIMD16) ? 16 : KILN_DEBUG(SIMD32) ? 32 : 0;
}

// ---- the key ----

// Two 64-bit lanes, each mixed by multiplication as in MurmurHash3's finalizer (public domain constants).
struct hash {
    uint64_t a, b, length;
};

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= UINT64_C(0xff51afd7ed558ccd);
    x ^= x >> 33;
    x *= UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ (x >> 33);
}

static void hash_bytes(struct hash *h, const void *data, size_t size)
{
    const uint8_t *p = data;
    h->length += size;
    for (size_t n = 0; n < size; n += 8) {
        uint64_t w = 0;
        memcpy(&w, p + n, size - n < 8 ? size - n : 8);
        h->a = mix(h->a ^ w) + h->b;
        h->b = mix(h->b + w * UINT64_C(0x9e3779b97f4a7c15)) ^ h->a;
    }
    h->a = mix(h->a ^ size);
}

static void hash_string(struct hash *h, const char *s)
{
    hash_bytes(h, s, strlen(s) + 1);
}

void kiln_compile_key(const uint32_t *spirv, size_t word_count, const struct kiln_compile_options *o,
                      uint8_t key[16])
{
    static const struct kiln_compile_options defaults;
    o = o ? o : &defaults;
    struct hash h = {UINT64_C(0x6b696c6e), UINT64_C(0x636f6d70), 0};
    hash_string(&h, COMPILER_VERSION);
    hash_string(&h, o->device ? o->device : "skl");
    hash_string(&h, o->entry_point ? o->entry_point : "main");
    uint32_t flags[] = {o->simd,
                        o->simd_if_seen,
                        kernel_debug_width(),
                        kernel_max_threads(o),
                        o->full_subgroups,
                        o->robust_buffer_access,
                        o->spec_constant_count,
                        o->bindless_samplers,
                        o->descriptor_buffers,
                        o->keep_unwritten,
                        o->ycbcr_count};
    hash_bytes(&h, flags, sizeof(flags));
    struct arena a;
    arena_init(&a);
    hash_string(&h, variant_name(&a));
    arena_finish(&a);
    for (unsigned n = 0; n < o->spec_constant_count; n++) {
        const struct kiln_spec_constant *s = &o->spec_constants[n];
        uint32_t head[] = {s->id, s->size};
        hash_bytes(&h, head, sizeof(head));
        hash_bytes(&h, s->data, s->size);
    }
    for (unsigned n = 0; n < o->ycbcr_count; n++)
        hash_bytes(&h, &o->ycbcr[n], sizeof(o->ycbcr[n]));
    hash_bytes(&h, spirv, word_count * sizeof(uint32_t));
    uint64_t out[2] = {mix(h.a + h.length), mix(h.b ^ h.a)};
    memcpy(key, out, 16);
}
