// Prints packets in words. What the table cannot say by itself is here: the repeated tails of
// MI_LOAD_REGISTER_IMM and MI_MATH, and register names behind register offsets.
#include "cmd/gen_table.h"
#include "hw/registers.h"
#include "util/number.h"

#include <stdarg.h>

static void line(FILE *out, int indent, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

static void line(FILE *out, int indent, const char *fmt, ...)
{
    va_list ap;
    fprintf(out, "%*s", indent, "");
    va_start(ap, fmt);
    kiln_vfprintf(out, fmt, ap);
    va_end(ap);
    fputc('\n', out);
}

static bool is_register(const struct gen_field *f)
{
    return f->type == GEN_FIELD_OFFSET && strstr(f->name, "register");
}

// What is added to a register's number before it is one: the render engine's block, by whose numbers
// registers of each engine are named, if the packet counts from that of the engine which executes it.
static uint32_t counts_from(const struct gen_desc *d, const struct gen_field *reg, const uint32_t *dw,
                            size_t avail)
{
    static const char relative[] = "add_cs_mmio_start_offset";
    const char *of = strstr(reg->name, "source")        ? "_source"
                     : strstr(reg->name, "destination") ? "_destination"
                                                        : "";
    for (const struct gen_field *f = d->fields; f->name; f++)
        if (!strncmp(f->name, relative, sizeof(relative) - 1) && !strcmp(f->name + sizeof(relative) - 1, of))
            return gen_field_get(f, dw, avail) ? KILN_RENDER_BASE : 0;
    return 0;
}

// base: of a register.
static void print_field(FILE *out, const struct gen_field *f, uint64_t v, uint32_t base, int indent)
{
    char buf[32];
    const char *name;
    switch ((enum gen_field_type)f->type) {
    case GEN_FIELD_LEN:
        return;
    case GEN_FIELD_BOOL:
        line(out, indent, "%s: %s", f->name, v ? "true" : "false");
        return;
    case GEN_FIELD_INT:
        line(out, indent, "%s: %d", f->name, gen_sign_extend(v, f->high - f->low + 1u));
        return;
    case GEN_FIELD_FLOAT:
        line(out, indent, "%s: %g", f->name, (double)gen_float(v));
        return;
    case GEN_FIELD_UFIXED:
        line(out, indent, "%s: %g", f->name, (double)v / (1u << f->fraction));
        return;
    case GEN_FIELD_SFIXED:
        line(out, indent, "%s: %g", f->name,
             (double)gen_sign_extend(v, f->high - f->low + 1u) / (1u << f->fraction));
        return;
    case GEN_FIELD_ADDR:
        line(out, indent, "%s: 0x%012llx", f->name, (unsigned long long)v);
        return;
    case GEN_FIELD_OFFSET:
        name = is_register(f) ? gen_register_name(base + (uint32_t)v, buf, sizeof(buf)) : NULL;
        line(out, indent, "%s: 0x%04llx%s%s%s", f->name, (unsigned long long)v, name ? " (" : "",
             name ? name : "", name ? ")" : "");
        return;
    case GEN_FIELD_ENUM:
        name = gen_value_name(f->values, (uint32_t)v);
        if (name)
            line(out, indent, "%s: %s (%llu)", f->name, name, (unsigned long long)v);
        else
            line(out, indent, "%s: %llu (no such value)", f->name, (unsigned long long)v);
        return;
    case GEN_FIELD_UINT:
    case GEN_FIELD_UINT64:
        if (v < 10)
            line(out, indent, "%s: %llu", f->name, (unsigned long long)v);
        else
            line(out, indent, "%s: %llu (0x%llx)", f->name, (unsigned long long)v, (unsigned long long)v);
        return;
    }
}

// Set bits of a dword that no field names.
static void print_unnamed(FILE *out, const struct gen_desc *d, const uint32_t *dw, size_t avail, int indent)
{
    for (size_t i = 0; i < avail; i++) {
        uint64_t named = i == 0 ? d->mask : 0;
        for (const struct gen_field *f = d->fields; f->name; f++) {
            if (f->dw == i)
                named |= GEN_MASK(f->high, f->low);
            else if (f->dw + 1u == i && f->high > 31)
                named |= GEN_MASK(f->high, f->low) >> 32;
        }
        uint32_t rest = dw[i] & ~(uint32_t)named;
        if (rest)
            line(out, indent, "dword %zu: unnamed bits 0x%08x", i, rest);
    }
}

static void print_register_write(FILE *out, uint32_t offset, uint32_t base, uint32_t value, int indent)
{
    char buf[32];
    const char *name = gen_register_name(base + offset, buf, sizeof(buf));
    line(out, indent, "%s (0x%04x) = 0x%08x", name ? name : "register", offset, value);
    for (unsigned i = 0; i < GEN_CMD_COUNT; i++) {
        const struct gen_desc *d = &gen_cmd_table[i];
        if (d->kind != GEN_KIND_REGISTER || d->header != base + offset)
            continue;
        for (const struct gen_field *f = d->fields; f->name; f++) {
            uint64_t v = gen_field_get(f, &value, 1);
            if (v)
                print_field(out, f, v, 0, indent + 2);
        }
        print_unnamed(out, d, &value, 1, indent + 2);
    }
}

static const struct gen_field *field_named(enum gen_cmd_id id, const char *name)
{
    for (const struct gen_field *f = gen_cmd_table[id].fields; f->name; f++)
        if (!strcmp(f->name, name))
            return f;
    return NULL;
}

static void print_math(FILE *out, const uint32_t *dw, size_t avail, int indent)
{
    const struct gen_field *op = field_named(GEN_CMD_MI_MATH_ALU_INSTRUCTION, "alu_opcode");
    const struct gen_field *reg = field_named(GEN_CMD_MI_MATH_ALU_INSTRUCTION, "operand_1");
    for (size_t i = 1; i < avail; i++) {
        struct gen_MI_MATH_ALU_INSTRUCTION a;
        gen_MI_MATH_ALU_INSTRUCTION_unpack(&dw[i], &a);
        const char *name = gen_value_name(op->values, a.alu_opcode),
                   *n1 = gen_value_name(reg->values, a.operand_1),
                   *n2 = gen_value_name(reg->values, a.operand_2);
        switch (a.alu_opcode) {
        case GEN_MI_ALU_OP_LOAD:
        case GEN_MI_ALU_OP_LOADINV:
        case GEN_MI_ALU_OP_STORE:
        case GEN_MI_ALU_OP_STOREINV:
            line(out, indent, "%s %s, %s", name, n1 ? n1 : "?", n2 ? n2 : "?");
            break;
        case GEN_MI_ALU_OP_LOAD0:
        case GEN_MI_ALU_OP_LOAD1:
            line(out, indent, "%s %s", name, n1 ? n1 : "?");
            break;
        default:
            line(out, indent, "%s", name ? name : "?");
        }
    }
}

void gen_print(FILE *out, const struct gen_desc *d, const uint32_t *dw, size_t avail, int indent, bool all)
{
    const enum gen_cmd_id id = gen_desc_of(d);
    line(out, indent, "%s", gen_cmd_table[id].name);
    indent += 2;
    if (id == GEN_CMD_MI_LOAD_REGISTER_IMM) {
        const uint32_t base = counts_from(d, field_named(id, "register_offset"), dw, avail);
        for (size_t i = 1; i + 1 < avail; i += 2)
            print_register_write(out, dw[i] & 0x7ffffc, base, dw[i + 1], indent);
        return;
    }
    if (id == GEN_CMD_MI_MATH) {
        print_math(out, dw, avail, indent);
        return;
    }
    for (const struct gen_field *f = d->fields; f->name; f++) {
        uint64_t v = gen_field_get(f, dw, avail);
        if (v || all)
            print_field(out, f, v, is_register(f) ? counts_from(d, f, dw, avail) : 0, indent);
    }
    if (d->fields->name == NULL && d->length_bits) // BARE: the dwords as they are
        for (size_t i = 1; i < avail; i++)
            line(out, indent, "dword %zu: 0x%08x", i, dw[i]);
    else
        print_unnamed(out, d, dw, avail, indent);
}
