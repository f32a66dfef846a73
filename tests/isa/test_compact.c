// Compaction: against iga64 both ways, and its round trip over random bits.
#include "gen.h"
#include "iga.h"
#include "kt.h"

enum { COUNT = 4000, RANDOM = 16000 };

// Products of what the array multiplies.
static bool systolic_types(const struct eu_inst *inst)
{
    enum eu_type a = inst->src[1].type, b = inst->src[2].type;
    bool bytes = a == EU_TYPE_UB || a == EU_TYPE_B;
    return bytes ? b == EU_TYPE_UB || b == EU_TYPE_B : a == b && (a == EU_TYPE_HF || a >= EU_TYPE_BF);
}

static bool has_bf(const struct eu_inst *inst)
{
    bool found = inst->dst.type == EU_TYPE_BF;
    for (unsigned i = 0; i < 3; i++)
        found |= inst->src[i].type == EU_TYPE_BF;
    return found;
}

// An opcode that has a compact form.
static unsigned compact_op(struct rng *r)
{
    static const uint8_t ops[] = {0x01, 0x01, 0x02, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0c,
                                  0x10, 0x38, 0x40, 0x40, 0x41, 0x48, 0x4a, 0x43, 0x45, 0x59,
                                  0x5a, 0x5b, 0x5b, 0x5c, 0x12, 0x18, 0x4b, 0x4f};
    static const uint8_t
        ops12[] = {0x61, 0x61, 0x62, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6c, 0x6e,
                   0x70, 0x71, 0x40, 0x40, 0x41, 0x48, 0x4a, 0x43, 0x45, 0x5b, 0x5b,
                   0x58, 0x72, 0x78, 0x4b, 0x52, 0x59, 0x59, 0x5d, 0x6b, // the last five from Gen12.5
                   0x53};                                                // from Xe2
    enum kiln_isa isa = iga_platform.target->isa;
    if (isa < KILN_ISA_GEN12)
        return ops[rng_below(r, sizeof(ops))];
    return ops12[rng_below(r, sizeof(ops12) - (isa < KILN_ISA_GEN125 ? 6 : isa < KILN_ISA_XE2 ? 1 : 0))];
}

// A random compact instruction that expands to one that assemblers can write.
static bool gen_compact(struct rng *r, uint8_t compact[8], uint8_t native[16], struct eu_inst *inst)
{
    // From Gen12 the compact form has other bits: nothing but the opcode is chosen.
    uint64_t c = rng_next(r);
    if (iga_platform.target->isa >= KILN_ISA_GEN12) {
        c = (c & ~0x7full) | 1u << 29 | compact_op(r);
        if (!rng_one_in(r, 4))
            c &= ~0xff80ull; // no scoreboard, no breakpoint
    } else {
        c &= ~0x1000007full; // opcode, reserved bit 28
        if (!rng_one_in(r, 4))
            c &= ~0x0f800080ull; // no condition, AccWrEn, breakpoint
        c |= 1u << 29 | compact_op(r);
        if (c % 128 == 0x5b || c % 128 == 0x5c || c % 128 == 0x12 || c % 128 == 0x18) // three sources
            c &= ~0x0ff80000ull;
    }
    memcpy(compact, &c, 8);
    uint8_t back[16];
    struct eu_error err;
    if (!eu_uncompact(iga_platform.target, compact, native) ||
        eu_decode(iga_platform.target, compact, 8, inst, &err) != 8)
        return false;
    if (iga_drops(inst))
        return false;
    unsigned n = eu_inst_num_srcs(inst);
    bool systolic = inst->op == EU_OP_DPAS || inst->op == EU_OP_DPASW;
    if (systolic ? !systolic_types(inst) : has_bf(inst) && inst->op != EU_OP_MAD && !gen_takes_bf(inst->op))
        return false;
    for (unsigned i = 0; i < n && inst->op == EU_OP_MACL; i++)
        if (inst->dst.type > EU_TYPE_D || inst->src[i].type > EU_TYPE_D)
            return false;
    bool ternary = n == 3;
    if (!inst->dst.hstride && !ternary) // reserved
        return false;
    if (inst->align16 != (ternary && iga_platform.target->isa < KILN_ISA_GEN11) ||
        (n == 2 && inst->src[1].file == EU_FILE_ARF))
        return false;
    if (inst->op == EU_OP_MATH && (inst->dst.file != EU_FILE_GRF || inst->src[0].file != EU_FILE_GRF ||
                                   inst->src[0].indirect || (n == 2 && inst->src[1].indirect)))
        return false;
    if (inst->op == EU_OP_MATH && (inst->math == EU_MATH_INVM || inst->math == EU_MATH_RSQRTM))
        return false;
    if (n < 2) // nobody writes the absent source
        inst->src[1] = (struct eu_operand){0};
    if (eu_op_is_branch(inst->op) || inst->dst.indirect || inst->src[0].indirect)
        return false;
    // Written as text it must come back: no modifiers that the opcode lacks, and so on.
    char text[256];
    uint8_t *bytes;
    size_t size;
    inst->compacted = false;
    eu_print(iga_platform.target, inst, 0, text, sizeof(text));
    if (strstr(text, "Align16") || !eu_encode(iga_platform.target, inst, native, &err) ||
        !eu_assemble(iga_platform.target, text, &bytes, &size, &err))
        return false;
    memcpy(back, bytes, 16);
    free(bytes);
    return !memcmp(back, native, 16);
}

static void compare(const uint8_t *native, const uint8_t *theirs, size_t size)
{
    size_t at = 0;
    for (unsigned i = 0; i < COUNT && at + 8 <= size; i++) {
        uint8_t ours[8] = {0};
        struct eu_inst inst;
        char text[256];
        bool shrunk = eu_compact(iga_platform.target, native + 16 * i, ours), by_iga = theirs[at + 3] & 0x20;
        uint64_t a, b;
        memcpy(&a, theirs + at, 8);
        memcpy(&b, ours, 8);
        eu_decode(iga_platform.target, native + 16 * i, 16, &inst, NULL);
        eu_print(iga_platform.target, &inst, 0, text, sizeof(text));
        kt_ok(shrunk == by_iga && (!shrunk || a == b), "%s: iga64 %s %016" PRIx64 ", we %s %016" PRIx64, text,
              by_iga ? "shrinks" : "keeps", a, shrunk ? "shrink" : "keep", b);
        at += by_iga ? 8 : 16;
    }
    kt_eq(at, size);
}

// iga64 with -Xautocompact must shrink what we shrink, to the same bytes, and read what we wrote.
static void against_iga(const char *platform)
{
    iga_choose(platform);
    if (!iga_available())
        kt_skip(iga_missing());
    struct rng r = {3};
    static uint8_t native[COUNT * 16], ours[COUNT * 16];
    size_t our_size = 0;
    unsigned shrunk = 0, tries = 0;
    for (unsigned i = 0; i < COUNT && tries < 5000000; tries++) {
        struct eu_inst inst;
        uint8_t compact[8];
        if (!gen_compact(&r, compact, native + 16 * i, &inst))
            continue;
        if (eu_compact(iga_platform.target, native + 16 * i, ours + our_size)) {
            our_size += 8;
            shrunk++;
        } else {
            memcpy(ours + our_size, native + 16 * i, 16);
            our_size += 16;
        }
        i++;
    }
    printf("# %u of %u shrunk, %u tried\n", shrunk, COUNT, tries);
    kt_ok(shrunk > COUNT / 2, "only %u instructions shrunk", shrunk);

    struct eu_text text;
    struct eu_error err = {""};
    if (!kt_ok(eu_disassemble(iga_platform.target, native, sizeof(native), &text, &err), "%s", err.text))
        return;
    size_t size = 0;
    uint8_t *theirs = iga_assemble(text.data, "-Xautocompact", &size);
    if (kt_ok(theirs, "iga64: %s", iga_message()))
        compare(native, theirs, size);
    free(theirs);
    free(text.data);

    char *their_text = iga_disassemble(ours, our_size);
    if (kt_ok(eu_disassemble(iga_platform.target, ours, our_size, &text, &err), "%s", err.text) &&
        kt_ok(their_text, "iga64: %s", iga_message()))
        iga_compare_text(their_text, text.data);
    free(text.data);
    free(their_text);
}

// Compact instructions of random bits: what iga64 and we read both without an error has one text, so that
// each entry of each table is compared.
static void random_bits(const char *platform)
{
    static uint8_t code[RANDOM * 8], bad[RANDOM];
    static struct eu_inst insts[RANDOM];
    static bool ours[RANDOM];
    memset(bad, 0, sizeof(bad));
    iga_choose(platform);
    if (!iga_available())
        kt_skip(iga_missing());
    struct rng r = {5};
    for (unsigned i = 0; i < RANDOM; i++) {
        // No scoreboard; no condition, no AccWrEn, nothing reserved; r0 to r127.
        uint64_t no = iga_platform.target->isa >= KILN_ISA_XE2     ? 0x3ffff
                      : iga_platform.target->isa >= KILN_ISA_GEN12 ? 0x800080000080ffff
                                                                   : 0x808080001f8000ff;
        uint64_t c = (rng_next(&r) & ~no) | 1u << 29 | compact_op(&r);
        memcpy(code + 8 * i, &c, 8);
        ours[i] = eu_decode(iga_platform.target, code + 8 * i, 8, &insts[i], NULL) == 8;
    }
    char *theirs = iga_disassemble_all(code, sizeof(code), 8, bad), line[512];
    const char *at = theirs;
    unsigned compared = 0;
    if (!kt_ok(theirs, "iga64 -d failed: %s", iga_message()))
        return;
    for (unsigned i = 0; i < RANDOM && iga_next_inst(&at, line, sizeof(line)); i++) {
        char text[512], squeezed[512];
        const char *p = text;
        if (bad[i] || !ours[i] || iga_drops(&insts[i]))
            continue;
        eu_print(iga_platform.target, &insts[i], i * 8, text, sizeof(text));
        if (!iga_next_inst(&p, squeezed, sizeof(squeezed)) || strstr(squeezed, "Align16"))
            continue;
        compared++;
        uint64_t c;
        memcpy(&c, code + 8 * i, 8);
        kt_ok(!strcmp(line, squeezed), "%016" PRIx64 "\n#   iga64: %s\n#   ours:  %s", c, line, squeezed);
    }
    printf("# %u of %u compared\n", compared, RANDOM);
    kt_ok(compared > 2000, "only %u compared", compared);
    free(theirs);
}

static void round_trip(const char *platform)
{
    iga_choose(platform);
    struct rng r = {4};
    unsigned shrunk = 0;
    for (unsigned i = 0; i < 200000; i++) {
        uint64_t c = rng_next(&r) | 1u << 29;
        uint8_t compact[8], native[16], again[8], expanded[16];
        if (rng_one_in(&r, 2))
            c = (c & ~0x7full) | (rng_one_in(&r, 2) ? 0x5b : 0x40); // numbers of every generation
        memcpy(compact, &c, 8);
        if (!eu_uncompact(iga_platform.target, compact, native))
            continue;
        // The indices may differ (an unused field), what they mean may not.
        if (!eu_compact(iga_platform.target, native, again))
            continue;
        shrunk++;
        kt_ok(eu_uncompact(iga_platform.target, again, expanded) && !memcmp(expanded, native, 16),
              "round trip of %016" PRIx64, c);
    }
    kt_ok(shrunk > 50000, "only %u", shrunk);
}

#define PLATFORM(p)                                                                                          \
    KT_TEST(against_iga_##p)                                                                                 \
    {                                                                                                        \
        against_iga(#p);                                                                                     \
    }                                                                                                        \
    KT_TEST(random_bits_##p)                                                                                 \
    {                                                                                                        \
        random_bits(#p);                                                                                     \
    }                                                                                                        \
    KT_TEST(round_trip_##p)                                                                                  \
    {                                                                                                        \
        round_trip(#p);                                                                                      \
    }
PLATFORM(7p5)
PLATFORM(8)
PLATFORM(9)
PLATFORM(11)
PLATFORM(12p1)
PLATFORM(12p71)
PLATFORM(2)
PLATFORM(3)

KT_MAIN()
