// Products of matrices in machine IR: text, what the validator refuses, what passes leave alone, where
// registers are given to their operands, and what is waited for.
#include "compiler/mir/emit/emit.h"
#include "compiler/mir/ir/mir.h"
#include "compiler/mir/ir/query.h"
#include "compiler/ra/ra.h"

#include "kt.h"

static struct arena arena;

static struct mir_shader *parse_for(const char *chip, const char *text)
{
    char err[256] = "";
    struct mir_shader *s = mir_parse(&arena, kiln_target(chip), text, err, sizeof(err));
    kt_ok(s != NULL, "%s", err);
    return s;
}

// A sum, two factors, and a vector of the width that comes after; SIMD16.
#define VREGS                                                                                                \
    "simd 16\n"                                                                                              \
    "%0 = grf 256 align 32\n"                                                                                \
    "%1 = grf 256 align 32\n"                                                                                \
    "%2 = grf 256 align 32\n"                                                                                \
    "%3 = grf 64 align 32\n"                                                                                 \
    "%4 = grf 64 align 4\n"                                                                                  \
    "%5 = grf 256 align 32\n"                                                                                \
    "%6 = flag 2 align 2\n"

#define FILL4(v, by)                                                                                         \
    "  mov(16|M0) " v ":ud, " by ":ud\n  mov(16|M0) " v "+64:ud, " by ":ud\n  mov(16|M0) " v "+128:ud, " by  \
    ":ud\n  mov(16|M0) " v "+192:ud, " by ":ud\n"
#define FILLED FILL4("%0", "0x0") FILL4("%1", "0x3c003c00") FILL4("%2", "0x3c003c00")
#define PRODUCT "  dpas.8(8|M0) %0:f, %0:f, %1:hf, %2:hf\n"

KT_TEST(text)
{
    static const char body[] = VREGS "B0:\n" FILLED PRODUCT "  dpas.3(8|M0) %0+32:d, null:d, %1:b, %2+64:ub\n"
                                     "  exit(16|M0)\n";
    struct mir_shader *s = parse_for("dg2", body);
    if (s)
        kt_streq(mir_print(&arena, s), body);
    const char *why = s ? mir_validate(&arena, s) : NULL;
    kt_ok(!why, "%s", why);
    char err[256] = "";
    kt_ok(!mir_parse(&arena, kiln_target("dg2"), VREGS "B0:\n  dpas.9(8|M0) %0:f, %0:f, %1:hf, %2:hf\n", err,
                     sizeof(err)),
          "nine rows");
}

KT_TEST(validator_refuses)
{
    static const struct {
        const char *chip, *body, *message;
    } rows[] = {
        {"tgl", PRODUCT, "no matrix unit"},
        {"mtl", PRODUCT, "no matrix unit"},
        {"dg2", "  dpas.0(8|M0) %0:f, %0:f, %1:hf, %2:hf\n", "0 rows"},
        {"dg2", "  dpas.8(16|M0) %0:f, %0:f, %1:hf, %2:hf\n", "of 16 channels"},
        {"dg2", "  dpas.8(8|M0) %0+32:f, %0+32:f, %1:hf, %2:hf\n", "touches bytes"},
        {"dg2", "  dpas.8(8|M0) %0:f, %0:f, %3:hf, %2:hf\n", "touches bytes"},
        {"dg2", "  dpas.8(8|M0) %0:f, %0:f, %1:hf, %2+32:hf\n", "touches bytes"},
        {"dg2", "  dpas.1(8|M0) %4:f, null:f, %1:hf, %2:hf\n", "operand 0 is not made of whole registers"},
        {"dg2", "  dpas.1(8|M0) %0:f, %0:f, %1:hf, %2+16:hf\n", "operand 3 is not made of whole registers"},
        {"dg2", "  dpas.8(8|M0) %0:f, %2:f, %1:hf, %2:hf\n", "adds to other registers"},
        {"dg2", "  dpas.4(8|M0) %0+32:f, %0:f, %1:hf, %2:hf\n", "adds to other registers"},
        {"dg2", "  dpas.8(8|M0) %0:f, %0:f, %0:hf, %2:hf\n", "writes to source 1"},
        {"dg2", "  dpas.4(8|M0) %2:f, null:f, %1:hf, %2+96:hf\n", "writes to source 2"},
        {"dg2", "  dpas.8(8|M0) %0:f, arf20:f, %1:hf, %2:hf\n", "architecture register"},
        {"dg2", "  cmp.z%6(16|M0) null:ud, %3:ud, 0x0:ud\n  (+%6) dpas.8(8|M0) %0:f, %0:f, %1:hf, %2:hf\n",
         "a predicate"},
    };
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        struct mir_shader *s = parse_for(
            rows[k].chip, arena_printf(&arena, "%sB0:\n  mov(16|M0) %%3:ud, 0x0:ud\n%s%s  exit(16|M0)\n",
                                       VREGS, FILLED, rows[k].body));
        const char *why = s ? mir_validate(&arena, s) : "";
        kt_ok(why && strstr(why, rows[k].message), "row %u: '%s' does not say '%s'", k,
              why ? why : "accepted", rows[k].message);
    }
}

// Eight channels of any width, and no copy of constants into its operands: what passes would do to others.
KT_TEST(passes_leave_it)
{
    static bool (*const passes[])(struct mir_shader *) = {
        mir_opt_cse,    mir_opt_propagate, mir_opt_extract, mir_opt_retarget,
        mir_opt_narrow, mir_opt_predicate, mir_opt_mixed,   mir_opt_remat,
        mir_in_place,   mir_sched,         mir_opt_dce};
    struct mir_shader *s = parse_for(
        "dg2", VREGS
        "B0:\n  mov(16|M0) %3:ud, 0x0:ud\n" FILLED PRODUCT
        "  sends(16|M0) null:ud, %3:ud, %0:ud {dwords count 4 len 2 8 0 write surface}\n  exit(16|M0)\n");
    const char *error = NULL;
    if (!s || !kt_ok(mir_legalize(s, &error), "%s", error ? error : ""))
        return;
    for (unsigned k = 0; k < sizeof(passes) / sizeof(passes[0]); k++) {
        passes[k](s);
        const char *why = mir_validate(&arena, s);
        kt_ok(!why, "pass %u: %s", k, why);
        kt_ok(strstr(mir_print(&arena, s), "dpas.8(8|M0) %0:f, %0:f, %1:hf, %2:hf") != NULL, "pass %u:\n%s",
              k, mir_print(&arena, s));
    }
}

static struct mir_inst *find(const struct mir_shader *s, unsigned op, unsigned number)
{
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) if (i->op == op && !number--) return i;
    return NULL;
}

static uint32_t place(const struct mir_shader *s, const struct mir_operand *o)
{
    return (uint32_t)s->vregs[o->vreg].phys + o->offset;
}

// A sum without an addend begins while its factors are read still, though they end there.
KT_TEST(result_is_apart_from_factors)
{
    struct mir_shader *s = parse_for(
        "dg2",
        VREGS "B0:\n  mov(16|M0) %3:ud, 0x0:ud\n" FILL4("%1", "0x3c003c00") FILL4(
            "%2",
            "0x40004000") "  dpas.8(8|M0) %5:f, null:f, %1:hf, %2:hf\n"
                          "  sends(16|M0) null:ud, %3:ud, %5:ud {dwords count 4 len 2 8 0 write surface}\n"
                          "  exit(16|M0)\n");
    const char *error = NULL;
    struct ra_work w;
    ra_work_init(&w);
    if (!s || !kt_ok(ra_general(&w, s, 128, false, &error) == RA_DONE, "%s", error ? error : "no registers"))
        return;
    const char *why = ra_validate(&arena, s);
    kt_ok(!why, "%s", why);
    ra_work_finish(&w);
    const struct mir_inst *i = find(s, EU_OP_DPAS, 0);
    for (unsigned k = 1; i && k < 3; k++) {
        const uint32_t d = place(s, &i->dst), f = place(s, &i->src[k]);
        kt_ok(d >= f + 256 || f >= d + 256, "source %u at %u, the result at %u", k, f, d);
    }
}

// Each product has a token. What it sums to is waited for by who reads it, and by the next product.
KT_TEST(waits)
{
    struct mir_shader *s = parse_for(
        "dg2", "simd 16\n"
               "%0 = grf 256 align 32 at 1024\n"
               "%1 = grf 256 align 32 at 1280\n"
               "%2 = grf 256 align 32 at 1536\n"
               "%3 = grf 64 align 32 at 3840\n"
               "B0:\n" FILLED PRODUCT PRODUCT "  add(16|M0) %3:f, %0+192:f, %0:f\n"
               "  mov(16|M0) %1+192:ud, 0x0:ud\n"
               "  send(8|M0) {nomask} null:ud, %3:ud {send 3 desc 0x0 len 1 0 0 eot barrier any}\n");
    const char *error = NULL;
    struct mir_code code;
    if (!s || !kt_ok(mir_emit(s, kiln_target("dg2"), &code, &error), "%s", error ? error : ""))
        return;
    mir_scoreboard(&code);
    char text[1024] = "";
    for (uint32_t k = 0; k < code.count; k++) {
        const struct eu_inst *i = &code.items[k].inst;
        if (i->op == EU_OP_DPAS)
            kt_ok(i->swsb.mode == EU_TOKEN_SET, "a product without a token");
        if (i->op == EU_OP_DPAS || i->op == EU_OP_SYNC || i->op == EU_OP_ADD)
            snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s %d %u;", eu_op_name(i->op),
                     (int)i->swsb.mode, i->swsb.token);
    }
    const struct eu_inst *add = NULL;
    uint32_t last = 0, products[2] = {0}, n = 0;
    for (uint32_t k = 0; k < code.count; k++) {
        if (code.items[k].inst.op == EU_OP_DPAS && n < 2)
            products[n++] = k;
        if (code.items[k].inst.op == EU_OP_ADD)
            add = &code.items[last = k].inst;
    }
    if (!kt_ok(n == 2 && add, "%s", text))
        return;
    const unsigned first = code.items[products[0]].inst.swsb.token,
                   second = code.items[products[1]].inst.swsb.token;
    bool waited = first == second; // setting it anew waits
    for (uint32_t k = products[0] + 1; k < products[1]; k++)
        waited |= code.items[k].inst.op == EU_OP_SYNC && code.items[k].inst.swsb.token == first &&
                  code.items[k].inst.swsb.mode == EU_TOKEN_DST;
    kt_ok(waited, "the second product does not wait for the first: %s", text);
    waited = add->swsb.mode == EU_TOKEN_DST && add->swsb.token == second;
    for (uint32_t k = products[1] + 1; k < last; k++)
        waited |= code.items[k].inst.op == EU_OP_SYNC && code.items[k].inst.swsb.token == second &&
                  code.items[k].inst.swsb.mode == EU_TOKEN_DST;
    kt_ok(waited, "the sum does not wait for the products: %s", text);
    const uint8_t *bytes;
    size_t size;
    const bool encoded = mir_encode(&code, &bytes, &size, &error);
    kt_ok(encoded, "%s", error ? error : "");
}

// Of Xe2: sixteen columns, and two rows of a factor in a register.
#define WIDE                                                                                                 \
    "simd 16\n"                                                                                              \
    "%0 = grf 512 align 64 at 1024\n"                                                                        \
    "%1 = grf 512 align 64 at 1536\n"                                                                        \
    "%2 = grf 256 align 64 at 2048\n"                                                                        \
    "%3 = grf 64 align 64 at 2304\n"                                                                         \
    "%4 = grf 64 align 64 at 7936\n"
#define LAST4(v, by)                                                                                         \
    "  mov(16|M0) " v "+256:ud, " by ":ud\n  mov(16|M0) " v "+320:ud, " by ":ud\n  mov(16|M0) " v            \
    "+384:ud, " by ":ud\n  mov(16|M0) " v "+448:ud, " by ":ud\n"
#define FILLED_WIDE                                                                                          \
    FILL4("%0", "0x0")                                                                                       \
    LAST4("%0", "0x0") FILL4("%1", "0x3c003c00") LAST4("%1", "0x3c003c00") FILL4("%2", "0x3c003c00")
#define PRODUCT_WIDE "  dpas.8(16|M0) %0:f, %0:f, %1:hf, %2:hf\n"
#define ENDED                                                                                                \
    "  mov(16|M0) %4:ud, 0x0:ud\n"                                                                           \
    "  send(16|M0) {nomask} null:ud, %4:ud {send 3 desc 0x0 len 1 0 0 eot barrier any}\n"

KT_TEST(sixteen_columns)
{
    static const struct {
        const char *body, *message; // NULL: is valid
    } rows[] = {
        {PRODUCT_WIDE, NULL},
        {"  dpas.4(16|M0) %0+256:d, null:d, %1:b, %2+128:ub\n", NULL},
        {"  dpas.8(8|M0) %0:f, %0:f, %1:hf, %2:hf\n", "of 8 channels"},
        {"  dpas.8(16|M0) %0:f, %0:f, %1:hf, %2+64:hf\n", "touches bytes"},
        {"  dpas.8(16|M0) %0:f, %0:f, %2:hf, %2:hf\n", "touches bytes"},
        {"  dpas.8(16|M0) %2:f, null:f, %1:hf, %2:hf\n", "touches bytes"},
        {"  dpas.4(16|M0) %0:f, %0:f, %1:hf, %2+32:hf\n", "operand 3 is not made of whole registers"},
    };
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        struct mir_shader *s = parse_for(
            "bmg", arena_printf(&arena, "%sB0:\n%s%s  exit(16|M0)\n", WIDE, FILLED_WIDE, rows[k].body));
        const char *why = s ? mir_validate(&arena, s) : "";
        if (rows[k].message)
            kt_ok(why && strstr(why, rows[k].message), "row %u: '%s' does not say '%s'", k,
                  why ? why : "accepted", rows[k].message);
        else
            kt_ok(!why && strstr(mir_print(&arena, s), rows[k].body), "row %u: %s", k, why ? why : "text");
    }
}

// Which of the instructions after the product waits for what it reads: one that writes to the last register
// of the narrow factor does, one that writes to the register after it does not.
KT_TEST(sixteen_columns_are_waited_for)
{
    struct mir_shader *s =
        parse_for("bmg", WIDE "B0:\n" FILLED_WIDE PRODUCT_WIDE
                              "  mov(16|M0) %3:ud, 0x1:ud\n  mov(16|M0) %2+192:ud, 0x2:ud\n" ENDED);
    const char *error = NULL;
    struct mir_code code;
    if (!s || !kt_ok(mir_emit(s, kiln_target("bmg"), &code, &error), "%s", error ? error : ""))
        return;
    mir_scoreboard(&code);
    bool after = false, waits[3] = {false};
    for (uint32_t k = 0; k < code.count; k++) {
        const struct eu_inst *i = &code.items[k].inst;
        after |= i->op == EU_OP_DPAS;
        if (after && i->op == EU_OP_MOV && (i->src[0].imm == 1 || i->src[0].imm == 2))
            waits[i->src[0].imm] = i->swsb.mode == EU_TOKEN_SRC || i->swsb.mode == EU_TOKEN_DST;
    }
    kt_ok(after && !waits[1] && waits[2], "waits: %d %d", waits[1], waits[2]);
}

KT_MAIN()
