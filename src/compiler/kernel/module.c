// What is asked before a compile: the devices, and what a module has, which is read from its bytes without
// believing them. SPIR-V specification, 2.3 (physical layout), 3 (opcodes).
#include <string.h>

#include "compiler/kernel/kernel.h"
#include "hw/devinfo.h"
#include "hw/target.h"

enum {
    HEADER_WORDS = 5,
    OP_NAME = 5,
    OP_EXTENSION = 10,
    OP_EXT_INST_IMPORT = 11,
    OP_MEMORY_MODEL = 14,
    OP_ENTRY_POINT = 15,
    OP_EXECUTION_MODE = 16,
    OP_CAPABILITY = 17,
    OP_TYPE_BOOL = 20,
    OP_TYPE_INT = 21,
    OP_TYPE_FLOAT = 22,
    OP_SPEC_CONSTANT_TRUE = 48,
    OP_SPEC_CONSTANT = 50,
    OP_SPEC_CONSTANT_COMPOSITE = 51,
    OP_FUNCTION = 54,
    OP_DECORATE = 71,
    OP_EXECUTION_MODE_ID = 331
};
enum {
    MODEL_GLCOMPUTE = 5,
    MODE_LOCAL_SIZE = 17,
    MODE_LOCAL_SIZE_ID = 38,
    DECORATION_SPEC_ID = 1,
    DECORATION_BUILT_IN = 11,
    BUILT_IN_WORKGROUP_SIZE = 25
};

struct module {
    const uint32_t *words;
    size_t count, at;
};

static struct module open_module(const uint32_t *words, size_t count)
{
    return (struct module){words, words ? count : 0, HEADER_WORDS};
}

// The next instruction, of *length words; NULL at the end, and where the module is damaged.
static const uint32_t *next(struct module *m, uint32_t *length)
{
    if (m->at >= m->count)
        return NULL;
    const uint32_t *i = m->words + m->at;
    *length = i[0] >> 16;
    if (!*length || *length > m->count - m->at)
        return NULL;
    m->at += *length;
    return i;
}

static uint32_t op_of(const uint32_t *i)
{
    return i[0] & 0xffff;
}

// Whether it is of the module's first sections, the last of which has the execution modes (specification,
// 2.4).
static bool is_before_names(const uint32_t *i)
{
    switch (op_of(i)) {
    case OP_EXTENSION:
    case OP_EXT_INST_IMPORT:
    case OP_MEMORY_MODEL:
    case OP_ENTRY_POINT:
    case OP_EXECUTION_MODE:
    case OP_CAPABILITY:
    case OP_EXECUTION_MODE_ID:
        return true;
    default:
        return false;
    }
}

// The first instruction with an opcode from `first` to `last` and `value` as its word `n`.
static const uint32_t *find(const struct module *in, uint32_t first, uint32_t last, unsigned n,
                            uint32_t value)
{
    struct module m = open_module(in->words, in->count);
    uint32_t length;
    for (const uint32_t *i; (i = next(&m, &length));)
        if (op_of(i) >= first && op_of(i) <= last && length > n && i[n] == value)
            return i;
    return NULL;
}

// The string from word `from` of an instruction on; "" if it does not end there.
static const char *string_at(const uint32_t *i, uint32_t from)
{
    const uint32_t length = i[0] >> 16;
    const char *s = (const char *)(i + from);
    return from < length && memchr(s, 0, (size_t)(length - from) * 4) ? s : "";
}

static const char *name_of(const struct module *in, uint32_t id)
{
    const uint32_t *i = find(in, OP_NAME, OP_NAME, 1, id);
    return i ? string_at(i, 2) : "";
}

// A constant that is decorated as such overrides what the entry points say; one that cannot be specialized
// says the same.
static bool has_workgroup_size(const struct module *in)
{
    struct module m = open_module(in->words, in->count);
    uint32_t length;
    for (const uint32_t *i; (i = next(&m, &length)) && op_of(i) != OP_FUNCTION;)
        if (op_of(i) == OP_DECORATE && length == 4 && i[2] == DECORATION_BUILT_IN &&
            i[3] == BUILT_IN_WORKGROUP_SIZE &&
            find(in, OP_SPEC_CONSTANT_COMPOSITE, OP_SPEC_CONSTANT_COMPOSITE, 2, i[1]))
            return true;
    return false;
}

static void read_local_size(const struct module *in, uint32_t entry, struct kiln_module_entry *out)
{
    struct module m = open_module(in->words, in->count);
    uint32_t length;
    for (const uint32_t *i; (i = next(&m, &length)) && is_before_names(i);) {
        if (length < 6 || i[1] != entry)
            continue;
        if (op_of(i) == OP_EXECUTION_MODE && i[2] == MODE_LOCAL_SIZE)
            memcpy(out->local_size, i + 3, sizeof(out->local_size));
        else if (op_of(i) == OP_EXECUTION_MODE_ID && i[2] == MODE_LOCAL_SIZE_ID)
            out->specialized = true;
    }
    out->specialized |= has_workgroup_size(in);
}

bool kiln_module_get_entry(const uint32_t *spirv, size_t word_count, uint32_t index,
                           struct kiln_module_entry *out)
{
    struct module m = open_module(spirv, word_count);
    uint32_t length;
    for (const uint32_t *i; out && (i = next(&m, &length));) {
        if (op_of(i) != OP_ENTRY_POINT || length < 4 || i[1] != MODEL_GLCOMPUTE || index--)
            continue;
        struct kiln_module_entry e = {.name = string_at(i, 3)};
        read_local_size(&m, i[2], &e);
        return kernel_give(out, &e, sizeof(e));
    }
    return false;
}

// False: it is of no type that has values.
static bool read_constant(const struct module *m, uint32_t target, struct kiln_module_constant *out)
{
    const uint32_t *c = find(m, OP_SPEC_CONSTANT_TRUE, OP_SPEC_CONSTANT, 2, target);
    const uint32_t *t = c ? find(m, OP_TYPE_BOOL, OP_TYPE_FLOAT, 1, c[1]) : NULL;
    if (!t)
        return false;
    const uint32_t words = c[0] >> 16, type_words = t[0] >> 16;
    out->bits = type_words > 2 ? t[2] : 8;
    out->kind = op_of(t) == OP_TYPE_BOOL    ? KILN_KIND_BOOL
                : op_of(t) == OP_TYPE_FLOAT ? KILN_KIND_FLOAT
                : op_of(t) != OP_TYPE_INT   ? UINT32_MAX
                : type_words > 3 && t[3]    ? KILN_KIND_INT
                                            : KILN_KIND_UINT;
    out->value = words > 3 ? c[3] : op_of(c) == OP_SPEC_CONSTANT_TRUE;
    if (out->bits == 64 && words > 4)
        out->value |= (uint64_t)c[4] << 32;
    else if (out->bits < 32)
        out->value &= (UINT64_C(1) << out->bits) - 1;
    out->name = name_of(m, target);
    return out->bits == 8 || out->bits == 16 || out->bits == 32 || out->bits == 64;
}

bool kiln_module_get_constant(const uint32_t *spirv, size_t word_count, uint32_t index,
                              struct kiln_module_constant *out)
{
    struct module m = open_module(spirv, word_count);
    uint32_t length;
    for (const uint32_t *i; out && (i = next(&m, &length));) {
        if (op_of(i) != OP_DECORATE || length != 4 || i[2] != DECORATION_SPEC_ID)
            continue;
        struct kiln_module_constant c = {.id = i[3]};
        if (read_constant(&m, i[1], &c) && !index--)
            return kernel_give(out, &c, sizeof(c));
    }
    return false;
}

bool kiln_compiler_get_device(uint32_t index, struct kiln_compiler_device *out)
{
    const struct kiln_devinfo *d;
    const char *last = "";
    for (unsigned row = 0; out && (d = kiln_devinfo_get(row)); row++) {
        const struct kiln_target *t = kiln_target_of(d);
        if (!kiln_target_is_compiled(t) || !strcmp(d->name, last))
            continue;
        last = d->name;
        if (index--)
            continue;
        d = kiln_target(d->name)->dev; // the configuration that the name alone stands for
        const struct kiln_compiler_device device = {.pci_id = d->pci_id,
                                                    .eus = d->eus,
                                                    .threads = d->max_threads,
                                                    .registers = t->grf_count,
                                                    .register_bytes = t->grf_bytes,
                                                    .shared_size = d->max_slm_per_group,
                                                    .name = d->name,
                                                    .product = d->marketing_name};
        return kernel_give(out, &device, sizeof(device));
    }
    return false;
}
