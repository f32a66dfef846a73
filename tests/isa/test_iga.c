// Our encoder, decoder, printer and assembler against Intel's iga64, over random instructions of every
// opcode.
//
// A batch of thousands of instructions is one kernel and one call of iga64:
//   bytes -> text: iga64 -d of our bytes is what eu_disassemble writes, line by line;
//   text -> bytes: iga64 -a of that text is what eu_assemble makes, byte by byte, and the bytes we began
//   with.
#include "gen.h"
#include "iga.h"
#include "kt.h"

enum { BATCH = 5000 };

// Of 5000 instructions; KILN_TEST_ALL (./dev test --all) wants 50,000 of each generation and more.
static unsigned batches(void)
{
    return getenv("KILN_TEST_ALL") ? 11 : 3;
}

static void make_batch(struct rng *r, uint8_t *code)
{
    for (unsigned i = 0; i < BATCH; i++) {
        struct eu_inst inst;
        struct eu_error err = {""};
        gen_inst(r, iga_platform.target, i, BATCH, &inst);
        bool ok = eu_encode(iga_platform.target, &inst, code + 16 * i, &err);
        if (!kt_ok(ok, "%s: %s", eu_op_name(inst.op), err.text))
            memset(code + 16 * i, 0, 16);
    }
}

static void check_round_trip(const uint8_t *code)
{
    for (unsigned i = 0; i < BATCH; i++) {
        struct eu_inst inst;
        struct eu_error err = {""};
        uint8_t back[16] = {0};
        bool ok = eu_decode(iga_platform.target, code + 16 * i, 16, &inst, &err) == 16 &&
                  eu_encode(iga_platform.target, &inst, back, &err);
        char text[256];
        eu_print(iga_platform.target, &inst, 0, text, sizeof(text));
        kt_ok(ok && !memcmp(back, code + 16 * i, 16), "encode(decode) of %s: %s", text, err.text);
    }
}

static void check_batch(struct rng *r)
{
    static uint8_t code[BATCH * 16];
    struct eu_text text = {0};
    struct eu_error err = {""};
    make_batch(r, code);
    check_round_trip(code);
    if (!kt_ok(eu_disassemble(iga_platform.target, code, sizeof(code), &text, &err), "disassemble: %s",
               err.text))
        return;
    char *theirs = iga_disassemble(code, sizeof(code));
    if (kt_ok(theirs, "iga64 -d failed: %s", iga_message()))
        iga_compare_text(theirs, text.data);
    free(theirs);

    uint8_t *bytes = NULL;
    size_t size = 0, their_size = 0;
    kt_ok(eu_assemble(iga_platform.target, text.data, &bytes, &size, &err), "assemble: %s", err.text);
    kt_eq(size, sizeof(code));
    uint8_t *their_bytes = iga_assemble(text.data, "", &their_size);
    if (kt_ok(their_bytes, "iga64 -a failed: %s", iga_message()) && bytes)
        iga_compare_bytes(their_bytes, their_size, bytes, size);
    if (bytes && size == sizeof(code))
        iga_compare_bytes(code, sizeof(code), bytes, size);
    free(their_bytes);
    free(bytes);
    free(text.data);
}

static void random_instructions(const char *platform)
{
    iga_choose(platform);
    if (!iga_available())
        kt_skip(iga_missing());
    struct rng r = {getenv("KILN_SEED") ? strtoull(getenv("KILN_SEED"), NULL, 0) : 1};
    for (unsigned i = 0; i < batches(); i++)
        check_batch(&r);
}

// Bits flipped at random: what iga64 reads without an error, and we read, has one text.
//
// Not compared is what IGA reads in silence but cannot mean: align16 channel predicates, which it drops,
// saturated lzd of Gen12, which iga64 2 drops, and what only our extension writes.
static void flipped_bits(const char *platform)
{
    iga_choose(platform);
    static uint8_t code[BATCH * 16], bad[BATCH];
    static struct eu_inst insts[BATCH];
    static bool ours[BATCH];
    if (!iga_available())
        kt_skip(iga_missing());
    struct rng r = {getenv("KILN_SEED") ? strtoull(getenv("KILN_SEED"), NULL, 0) : 2};
    unsigned compared = 0;
    memset(bad, 0, sizeof(bad));
    for (unsigned i = 0; i < BATCH;) {
        struct eu_inst inst;
        struct eu_error err;
        gen_inst(&r, iga_platform.target, i, BATCH, &inst);
        inst.eot = false;
        if (eu_op_is_branch(inst.op) || !eu_encode(iga_platform.target, &inst, code + 16 * i, &err))
            continue;
        for (unsigned n = 1 + rng_below(&r, 3); n; n--) {
            unsigned bit = 8 + rng_below(&r, 119); // not the opcode, not EOT
            if (bit != 29)
                code[16 * i + bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        ours[i] = eu_decode(iga_platform.target, code + 16 * i, 16, &insts[i], &err) == 16;
        i++;
    }
    char *theirs = iga_disassemble_all(code, sizeof(code), 16, bad), line[512];
    const char *at = theirs;
    if (!kt_ok(theirs, "iga64 -d failed: %s", iga_message()))
        return;
    for (unsigned i = 0; i < BATCH && iga_next_inst(&at, line, sizeof(line)); i++) {
        char text[512], squeezed[512];
        const char *p = text;
        if (bad[i] || !ours[i] || (insts[i].pred >= EU_PRED_X && insts[i].align16) ||
            (insts[i].align16 && insts[i].op == EU_OP_MADM) || iga_drops(&insts[i]))
            continue;
        eu_print(iga_platform.target, &insts[i], i * 16, text, sizeof(text));
        if (!iga_next_inst(&p, squeezed, sizeof(squeezed)) || strstr(squeezed, "Align16"))
            continue;
        compared++;
        kt_ok(!strcmp(line, squeezed), "instruction %u:\n#   iga64: %s\n#   ours:  %s", i, line, squeezed);
    }
    kt_ok(compared > BATCH / 4, "only %u compared", compared);
    free(theirs);
}

#define PLATFORM(p)                                                                                          \
    KT_TEST(random_instructions_##p)                                                                         \
    {                                                                                                        \
        random_instructions(#p);                                                                             \
    }                                                                                                        \
    KT_TEST(flipped_bits_##p)                                                                                \
    {                                                                                                        \
        flipped_bits(#p);                                                                                    \
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
