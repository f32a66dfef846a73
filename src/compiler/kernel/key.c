// The key under which a cache finds a kernel: SHA-256 of all that its code depends on. Shaders come from
// strangers (a web page's, say): with a key that somebody can make twice, a cache would give one program
// another's kernel. Needs neither LLVM nor SPIRV-Tools, so that the driver makes it without loading the
// compiler.
#include "kiln/cache.h"

#include "compiler/kernel/kernel.h"
#include "compiler/support/variant.h"
#include "hw/devinfo.h"
#include "hw/target.h"
#include "util/sha256.h"

_Static_assert(KILN_KEY_SIZE == KILN_SHA256_SIZE, "a key is a SHA-256");

static void add_string(struct kiln_sha256 *h, const char *s)
{
    kiln_sha256_add_sized(h, s, strlen(s));
}

// The configurations of one platform (skl-gt3) differ by their threads only, which is one of the options
// below.
static const char *device_name(const struct kiln_compile_options *o)
{
    const struct kiln_target *target = kernel_target(o);
    return target ? target->dev->name : o->device;
}

static void add_options(struct kiln_sha256 *h, const struct kiln_compile_options *o)
{
    const uint32_t flags[] = {o->simd,
                              o->simd_if_seen,
                              kernel_debug_width(),
                              kernel_max_threads(o),
                              o->full_subgroups,
                              o->robust_buffer_access,
                              o->spec_constant_count,
                              o->bindless_samplers,
                              o->descriptor_buffers,
                              o->keep_unwritten,
                              o->debug,
                              o->ycbcr_count,
                              o->descriptor_heaps,
                              o->mapping_count,
                              o->wide_buffers,
                              o->valid_descriptors,
                              o->small_grids,
                              o->try_simd,
                              o->registers};
    kiln_sha256_add_sized(h, flags, sizeof(flags));
    for (unsigned n = 0; n < o->spec_constant_count; n++) {
        const struct kiln_spec_constant *s = &o->spec_constants[n];
        kiln_sha256_add(h, &s->id, sizeof(s->id));
        kiln_sha256_add_sized(h, s->data, s->size);
    }
    for (unsigned n = 0; n < o->ycbcr_count; n++)
        kiln_sha256_add_sized(h, &o->ycbcr[n], sizeof(o->ycbcr[n]));
    for (unsigned n = 0; n < o->mapping_count; n++)
        kiln_sha256_add_sized(h, &o->mappings[n], sizeof(o->mappings[n]));
}

enum kiln_result kiln_compile_key(const uint32_t *spirv, size_t word_count,
                                  const struct kiln_compile_options *options, uint8_t key[KILN_KEY_SIZE])
{
    struct kiln_compile_options given;
    const struct kiln_compile_options *o = &given;
    struct kiln_sha256 h;
    struct arena a;
    if (!key || (!spirv && word_count) || kernel_options(options, &given))
        return KILN_ERROR_INVALID_ARGUMENT;
    kiln_sha256_init(&h);
    add_string(&h, kiln_compiler_version());
    add_string(&h, device_name(o));
    add_string(&h, o->entry_point ? o->entry_point : "main");
    arena_init(&a);
    add_string(&h, variant_name(&a));
    arena_finish(&a);
    add_options(&h, o);
    kiln_sha256_add_sized(&h, spirv, word_count * sizeof(uint32_t));
    kiln_sha256_end(&h, key);
    return KILN_OK;
}

void kiln_cache_digest(const uint8_t key[KILN_KEY_SIZE], const void *kernel, size_t size,
                       uint8_t digest[KILN_KEY_SIZE])
{
    struct kiln_sha256 h;
    kiln_sha256_init(&h);
    kiln_sha256_add(&h, key, KILN_KEY_SIZE);
    kiln_sha256_add_sized(&h, kernel, size);
    kiln_sha256_end(&h, digest);
}
