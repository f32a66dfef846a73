// A made-up target: registers of 64 bytes, threads of 16 channels and more. Every shader of the tests
// compiles for it, by the passes that other targets have, and what comes out is a program of such a machine:
// this file has its rules, apart from the compiler's validators. There is no encoding of it: where bytes
// would be made the program is checked instead.
//
//     test_wide_registers SHADER.spv...
//
// The linker gives the compiler this file's kernel_target and compile_bytes (-Wl,--wrap).
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/compile.h"
#include "compiler/mir/ir/query.h"
#include "kiln/compiler.h"
#include "module_file.h"

enum { REG = 64, NATIVE = 16, WIDEST = 32, PAYLOAD = 31 };

static struct kiln_target made_up;
static unsigned checked, instructions, spilled;
static bool broken; // the check is to fail: registers are half as long

const struct kiln_target *__wrap_kernel_target(const struct kiln_compile_options *o);
const char *__wrap_compile_bytes(struct compile *c, struct mir_shader *s, struct candidate *out);

const struct kiln_target *__wrap_kernel_target(const struct kiln_compile_options *o)
{
    return &made_up;
}

// ---- the machine

struct machine {
    const struct mir_shader *s;
    struct arena *a;
    uint32_t reg;
};

static uint32_t place_of(const struct machine *m, const struct mir_operand *o)
{
    return (uint32_t)m->s->vregs[o->vreg].phys + o->offset;
}

// Operands lie in the register file, in two registers at most; where in two, half of the channels in each.
static const char *check_region(const struct machine *m, const struct mir_operand *o, unsigned channels,
                                unsigned stride)
{
    const unsigned size = eu_type_size(o->type);
    if (o->kind != MIR_OPK_VREG || m->s->vregs[o->vreg].file != MIR_GRF)
        return NULL;
    if (m->s->vregs[o->vreg].phys < 0)
        return "has no register";
    const uint32_t at = place_of(m, o), bytes = ((channels - 1) * stride + 1) * size;
    if (at % size)
        return "is not aligned";
    if (at + bytes > made_up.grf_count * m->reg)
        return "lies outside of the registers";
    if (at % m->reg + bytes > 2 * m->reg)
        return "lies in more than two registers";
    if (at % m->reg + bytes > m->reg && at % m->reg >= stride * size)
        return "has not half of its channels in each of two registers";
    return NULL;
}

static const char *check_payload(const struct machine *m, const struct mir_operand *o, unsigned regs)
{
    if (!regs)
        return NULL;
    if (o->kind != MIR_OPK_VREG || m->s->vregs[o->vreg].phys < 0 || place_of(m, o) % m->reg)
        return "does not begin at a register";
    if (place_of(m, o) + regs * m->reg > made_up.grf_count * m->reg || regs > PAYLOAD)
        return "is too long";
    return NULL;
}

static const char *check_send(const struct machine *m, const struct mir_inst *i)
{
    const char *bad = check_payload(m, &i->src[0], i->send.mlen);
    bad = bad ? bad : check_payload(m, &i->src[1], i->send.ex_mlen);
    bad = bad ? bad : check_payload(m, &i->dst, i->send.rlen);
    if (!bad && !i->nomask && i->exec_size < NATIVE)
        return "message of fewer channels than a register has";
    return bad;
}

static const char *check_inst(const struct machine *m, const struct mir_inst *i)
{
    if (i->op >= EU_OP_COUNT)
        return i->op == MIR_OP_UNDEF || i->op == MIR_OP_ORDER ? NULL : "is no instruction";
    if (i->exec_size > WIDEST || i->reg_bytes != REG)
        return "has too many channels";
    if (mir_op_is_send(i->op))
        return check_send(m, i);
    const char *bad = NULL;
    if (i->dst.kind == MIR_OPK_VREG)
        bad = check_region(m, &i->dst, i->exec_size, i->exec_size > 1 ? mir_dst_stride(&i->dst) : 1);
    for (unsigned k = 0; k < MIR_MAX_SRCS && !bad; k++) {
        int stride = mir_src_stride(&i->src[k], i->exec_size);
        if (stride >= 0)
            bad = check_region(m, &i->src[k], stride ? i->exec_size : 1, stride ? (unsigned)stride : 1);
    }
    return bad;
}

const char *__wrap_compile_bytes(struct compile *c, struct mir_shader *s, struct candidate *out)
{
    const struct machine m = {.s = s, .a = &c->arena, .reg = broken ? REG / 2 : REG};
    if (s->reg_bytes != REG || s->simd < NATIVE)
        return "a program of another machine";
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            const char *bad = check_inst(&m, i);
            if (bad)
                return arena_printf(&c->arena, "machine: B%u: %s %s", b, mir_op_name(i->op), bad);
            instructions++;
        }
    checked++;
    spilled += s->spills != 0;
    out->code = arena_alloc(&c->arena, 16);
    out->code_size = 16;
    return NULL;
}

// ---- the shaders

// What the made-up target does not have may be refused, with its reason; nothing may go wrong within.
static bool is_refusal(enum kiln_result r)
{
    return r == KILN_ERROR_UNSUPPORTED || r == KILN_ERROR_LIMIT || r == KILN_ERROR_INVALID_MODULE;
}

static enum kiln_result compile(const char *path, unsigned simd, char *message, size_t size)
{
    struct module_file module = module_file_read(path);
    struct kiln_compile_options o = {.size = sizeof(o), .device = "tgl", .simd = simd, .validate = true};
    struct kiln_kernel *k = NULL;
    enum kiln_result r = kiln_compile(module.words, module.count, &o, &k, message, size);
    kiln_kernel_destroy(k);
    free(module.words);
    return r;
}

static int cases, failures;

__attribute__((format(printf, 2, 3))) static void report(bool ok, const char *fmt, ...)
{
    va_list ap;
    failures += !ok;
    printf("%s %d - ", ok ? "ok" : "not ok", ++cases);
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    printf("\n");
}

// Of that machine and width (0: as the compiler chooses).
static const struct variant {
    const char *name;
    bool wide; // operands of 64 bits
    unsigned simd;
} variants[] = {
    {"with operands of 64 bits", true, 0},
    {"without", false, 0},
    {"threads of 32 channels", true, WIDEST},
};

static void run_variant(const struct variant *v, int count, char **paths)
{
    char message[512] = "";
    // The first variant has all of them; of the others ./dev test compiles one of four, and --all every one.
    const int step = v == variants || getenv("KILN_TEST_ALL") ? 1 : 4;
    int refused = 0, wrong = 0, tried = 0;
    made_up.has_int64 = made_up.has_fp64 = made_up.has_dword_mul = v->wide;
    checked = instructions = spilled = 0;
    for (int k = 0; k < count; k += step, tried++) {
        enum kiln_result r = compile(paths[k], v->simd, message, sizeof(message));
        if (r == KILN_OK)
            continue;
        const bool ok = is_refusal(r);
        refused += ok;
        wrong += !ok;
        printf("# %s: %s: %s\n", ok ? "refused" : "WRONG", paths[k], message);
    }
    printf("# %u programs, %u instructions, %u with spills, %d refused\n", checked, instructions, spilled,
           refused);
    report(!wrong && checked > 0, "%s: each of %d shaders compiles for registers of %d bytes, or is refused",
           v->name, tried, REG);
    if (v->wide && !v->simd)
        report(refused <= count / 20, "few are refused: %d", refused);
}

int main(int argc, char **argv)
{
    char message[512] = "";
    if (argc < 2)
        return 2;
    made_up = *kiln_target("tgl");
    made_up.grf_bytes = REG;
    for (unsigned k = 0; k < sizeof(variants) / sizeof(variants[0]); k++)
        run_variant(&variants[k], argc - 1, argv + 1);
    report(compile(argv[1], NATIVE / 2, message, sizeof(message)) == KILN_ERROR_UNSUPPORTED &&
               strstr(message, "are wider"),
           "threads of half a register are refused: %s", message);
    broken = true;
    report(compile(argv[1], 0, message, sizeof(message)) == KILN_ERROR_INTERNAL &&
               strstr(message, "machine:"),
           "the check finds a program of another machine: %s", message);
    printf("1..%d\n", cases);
    return failures != 0;
}
