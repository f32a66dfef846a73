// What callers of other versions give: their options as ours, and our structures as theirs (kiln/compiler.h
// has the rules).
#include <stddef.h>
#include <string.h>

#include "compiler/kernel/kernel.h"
#include "compiler/support/steps.h"

enum {
    FIRST_SIZE = offsetof(struct kiln_compile_options, spec_constants), // the least that there ever was
    MAX_SIZE = 4096,                                                    // more is a mistake
    MAX_ENTRIES = 1 << 16                                               // likewise, of an array
};

uint32_t kiln_compiler_interface(void)
{
    return KILN_COMPILER_MAJOR << 16 | KILN_COMPILER_MINOR;
}

// Whether all is zero from byte `from` on.
static bool is_zero(const void *p, size_t from, size_t size)
{
    for (size_t n = from; n < size; n++)
        if (((const uint8_t *)p)[n])
            return false;
    return true;
}

static const char *wrong_constants(const struct kiln_compile_options *o)
{
    if (o->spec_constant_count > MAX_ENTRIES || (o->spec_constant_count && !o->spec_constants))
        return "options.spec_constants are NULL, or too many";
    for (unsigned n = 0; n < o->spec_constant_count; n++) {
        const struct kiln_spec_constant *s = &o->spec_constants[n];
        if (!s->data)
            return "the data of a specialization constant are NULL";
        if (s->size != 1 && s->size != 2 && s->size != 4 && s->size != 8)
            return "the size of a specialization constant is not 1, 2, 4 or 8";
    }
    return NULL;
}

const char *kernel_options(const struct kiln_compile_options *given, struct kiln_compile_options *out)
{
    *out = (struct kiln_compile_options){.size = sizeof(*out)};
    if (!given)
        return NULL;
    uint32_t size = given->size;
    if (size < FIRST_SIZE || size > MAX_SIZE)
        return "options.size is that of no version";
    if (size > sizeof(*out) && !is_zero(given, sizeof(*out), size))
        return "options have members that this version of the library does not know";
    memcpy(out, given, size < sizeof(*out) ? size : sizeof(*out));
    out->size = sizeof(*out);
    if (out->dump & ~(uint32_t)(KILN_EMIT_LLVM | KILN_EMIT_MIR | KILN_EMIT_ASM))
        return "options.dump has a bit that is none";
    if (out->ycbcr_count > MAX_ENTRIES || (out->ycbcr_count && !out->ycbcr))
        return "options.ycbcr are NULL, or too many";
    if (out->mapping_count > MAX_ENTRIES || (out->mapping_count && !out->mappings))
        return "options.mappings are NULL, or too many";
    const char *near;
    if (out->llvm_step && !step_parse(out->llvm_step, &(struct step_run){0}, &near))
        return "options.llvm_step is no step";
    return wrong_constants(out);
}

bool kernel_give(void *out, const void *ours, uint32_t ours_size)
{
    uint32_t size;
    memcpy(&size, out, sizeof(size));
    if (size < sizeof(size) || size > MAX_SIZE)
        return false;
    memset(out, 0, size);
    memcpy(out, ours, size < ours_size ? size : ours_size);
    memcpy(out, &size, sizeof(size));
    return true;
}
