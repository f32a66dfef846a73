// The assembler's syntax beyond what the disassembler writes, against bytes of iga64; and its errors, by
// message.
#include "iga.h"
#include "kiln/isa.h"
#include "kt.h"

static char *load(const char *name, size_t *size)
{
    char path[512];
    snprintf(path, sizeof(path), "%s/%s", ISA_DATA, name);
    FILE *f = fopen(path, "rb");
    char *data = calloc(1, 1 << 16);
    *size = f && data ? fread(data, 1, (1 << 16) - 1, f) : 0;
    if (f)
        fclose(f);
    kt_ok(*size > 0, "cannot read %s", path);
    return data;
}

KT_TEST(forms)
{
    size_t text_size, want_size, size;
    uint8_t *code;
    struct eu_error err = {""};
    char *text = load("syntax.asm", &text_size), *want = load("syntax.bin", &want_size);
    if (kt_ok(eu_assemble(kiln_target("skl"), text, &code, &size, &err), "%s", err.text)) {
        iga_compare_bytes((uint8_t *)want, want_size, code, size);
        free(code);
    }
    free(text);
    free(want);
}

// The extension for align16, which iga64 cannot write: text -> bytes -> the same text.
KT_TEST(align16)
{
    static const char *const texts[] = {
        "mov (8|M0) r1.0<1>.xyz:f r2.0<4>.xxyy:f {Align16}",
        "(f0.0.x) mov (4|M4) r1.4<1>.w:f -r2.4<0>.wzyx:f {Align16}",
        "add (8|M0) r1.0<1>.y:d r2.0<4>.xyzw:d 3:d {Align16}",
        "mad (8|M0) r1.0<1>.xy:f r2.0<4>.wzyx:f r3.0<0>.r:f r4.0<4>.xyzw:f {Align16}",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct eu_error err = {""};
        struct eu_inst inst;
        uint8_t *code, again[16];
        size_t size;
        if (!kt_ok(eu_assemble(kiln_target("skl"), texts[i], &code, &size, &err), "%s: %s", texts[i],
                   err.text))
            continue;
        char printed[256], squeezed[256] = "";
        kt_eq(eu_decode(kiln_target("skl"), code, size, &inst, &err), 16);
        kt_true(inst.align16);
        eu_print(kiln_target("skl"), &inst, 0, printed, sizeof(printed));
        for (char *p = strtok(printed, " "); p; p = strtok(NULL, " ")) {
            if (squeezed[0])
                strcat(squeezed, " ");
            strcat(squeezed, p);
        }
        kt_streq(squeezed, texts[i]);
        kt_ok(eu_encode(kiln_target("skl"), &inst, again, &err) && !memcmp(again, code, 16), "%s: %s",
              texts[i], err.text);
        free(code);
    }
}

static const struct {
    const char *text, *error;
} errors[] = {
    {"foo (8|M0) r1:f r2:f", "1:1: invalid mnemonic"},
    {"\n\n  mov (8|M0) r1:f r2:x", "3:22: expected a type"},
    {"mov (8|M0) r1:f", "1:16: expected an operand"},
    {"mov (3|M0) r1:f r2:f", "1:7: invalid execution size"},
    {"mov (8|M2) r1:f r2:f", "1:8: expected M0 ... M28"},
    {"mov r1:f r2:f", "1:5: expected ("},
    {"mov (8|M0) r128:f r2:f", "1:12: no such register"},
    {"mov (8|M0) r1.8:f r2:f", "1:19: subregister out of bounds"},
    {"mov (8|M0) r1 r2:f", "1:15: expected a type"},
    {"mov (8|M0) r1<3>:f r2:f", "1:17: no such destination stride"},
    {"mov (8|M0) r1:f r2<3;8,1>:f", "1:21: no such region"},
    {"mov (8|M0) r1:f r2<8,1>:f", "1:22: no such region"},
    {"mov (8|M0) r1:f r2<2>:f", "1:22: no such region"},
    {"mov (8|M0) r1:f r2:f junk", "1:22: expected the end of the line"},
    {"mov (8|M0) r1:f r2:f {Foo}", "1:23: invalid instruction option"},
    {"mov (8|M0) r1:f r2:f {EOT}", "1:23: invalid instruction option"},
    {"mov (8|M0) r1:f 2:f", "1:20: write a floating-point literal"},
    {"mov (8|M0) r1:f 0x100000000:f", "1:30: literal too big"},
    {"mov (8|M0) r1:d 1.0:d", "1:22: the literal must be an integer"},
    {"mov (8|M0) r1:f qnan(0x400000):f", "1:33: NaN payload out of range"},
    {"mov (8|M0) r1:b 1:b", "1:20: expected a type for the immediate"},
    {"mov (8|M0) r1:d 99999999999999999999:d", "1:17: expected an operand"},
    {"(f2.0) mov (8|M0) r1:f r2:f", "1:2: expected a flag register"},
    {"(f0.2) mov (8|M0) r1:f r2:f", "1:5: expected an integer up to 1"},
    {"(f0.0.any3h) mov (8|M0) r1:f r2:f", "1:7: unknown predicate control"},
    {"(f0.0) endif (8|M0) 16", "1:14: endif cannot be predicated"},
    {"(f0.0) cmp (8|M0) (lt)f0.1 r1:f r2:f r3:f", "1:28: predicate and condition must use one flag"},
    {"bfrev (8|M0) (lt)f0.1 r1:ud r2:ud", "1:15: bfrev takes no such condition"},
    {"cbit (8|M0) r1:ud -r2:ud", "1:20: source modifier not supported"},
    {"cmp (8|M0) (lt)f0.0 (sat)r1:f r2:f r3:f", "1:22: expected a destination"},
    {"math.foo (8|M0) r1:f r2:f", "1:6: unknown math function"},
    {"mov (8|M0) r[a0.16]:f r2:f", "1:17: expected an integer up to 15"},
    {"mov (8|M0) r[a0.0,512]:f r2:f", "1:22: address offset out of range"},
    {"mov (8|M0) r[a1.0]:f r2:f", "1:14: expected a0"},
    {"(W) jmpi nowhere", "1:10: undefined label"},
    {"a:\na:\nnop", "2:1: label defined twice"},
    {"if (8|M0) 16", "1:13: expected an operand"},
    {"if (8|M0) 1.5 16", "1:15: expected a branch offset"},
    {"ret (8|M0) 16", "1:12: expected a register"},
    {"send (8|M0) r1 r2 a0.0 a0.0", "1:24: send takes its extended descriptor"},
    {"send (8|M0) r1 r2 0xC a0.2", "1:27: the descriptor register is a0.0"},
    {"send (8|M0) r1 r2 0xC 0x100000000", "1:34: expected a descriptor"},
    {"send (8|M0) r1 r2 0xC 0x80000000", "1:1: send-descriptor"},
    {"mad (8|M0) r1<1>:f r2<1;2>:f r3<4;1>:f r4<1>:f", "1:1: ternary-region"},
    {"mad (8|M0) r1<2>:f r2<4;1>:f r3<4;1>:f r4<1>:f", "1:1: ternary-dst"},
    {"add (8|M0) r1:f 1.0:f r2:f", "1:1: imm-source"},
    {"add (8|M0) r1:q r2:q 5:q", "1:1: imm64-source"},
    {"add (8|M0) r1.0<1>:f r2.0<8;8,1>:f r3.3<8;4,1>:f {Compacted}",
     "1:1: the instruction has no compact form"},
    {"mov (8|M0) r1:d ((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))):d",
     "expression too deep"},
    {"mov (8|M0) r1:f \"", "1:17: expected an operand"},
};

KT_TEST(messages)
{
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
        struct eu_error err = {""};
        uint8_t *code = NULL;
        size_t size;
        bool ok = eu_assemble(kiln_target("skl"), errors[i].text, &code, &size, &err);
        kt_ok(!ok, "\"%s\" is accepted", errors[i].text);
        kt_ok(ok || strstr(err.text, errors[i].error), "\"%s\": \"%s\", not \"%s\"", errors[i].text, err.text,
              errors[i].error);
        free(code);
    }
}

// The interface at its edges.
// What only Gen7.5 or Gen12.5 has, or has not: refused with a reason.
KT_TEST(messages_of_generations)
{
    static const struct {
        const char *device, *text, *error;
    } rows[] = {
        {"dg2", "bfn.(s0&s3) (8|M0) r1:ud r2:ud r3:ud r4:ud", "1:9: expected s0, s1 or s2"},
        {"dg2", "bfn.(s0|s1 (8|M0) r1:ud r2:ud r3:ud r4:ud", "1:12: expected )"},
        {"dg2", "bfn.0x100 (8|M0) r1:ud r2:ud r3:ud r4:ud", "expected an integer up to 255"},
        {"dg2", "bfn.0x8E (8|M0) (ne)f0.0 r1:ud r2:ud r3:ud r4:ud", "condition: ne of bfn"},
        {"dg2", "dpas.8 (8|M0) r10:d r20:d r30:b r40.0:b", "1:8: expected a repeat count"},
        {"dg2", "dpas.3x8 (8|M0) r10:d r20:d r30:b r40.0:b", "systolic-shape: 3x8"},
        {"dg2", "dpas.8x8 (8|M0) r10:d r20:d r30:f r40.0:b", "systolic-type: source 1 f"},
        {"dg2", "dpas.8x8 (8|M0) r10:d acc0:d r30:b r40.0:b", "systolic-operand"},
        {"dg2", "send.ugm (8|M0) r1 r2 r5:32 0x0 0x0", "expected an integer up to 31"},
        {"dg2", "send.ugm (8|M0) r1 r2 r5:2 0x40 0x0", "another length of source 1"},
        {"dg2", "send.ts (8|M0) r1 r2 r5:2 0x0 0x0", "unknown shared function"},
        {"dg2", "mov (8|M0) r1:f r2:f {F@1,$2.dst}", "scoreboard: pipe 2"},
        {"dg2", "mov (8|M0) r1:f 0x1:bf", "expected a type for the immediate"},
        {"dg2", "mov (8|M0) r256:f r2:f", "no such register"},
        {"dg2", "math.idiv (8|M0) r1:d r2:d r3:d", "unknown math function"},
        {"tgl", "mov (8|M0) r1:f r2:f {F@1}", "invalid instruction option"},
        {"tgl", "add3 (8|M0) r1:d r2:d r3:d r4:d", "invalid mnemonic"},
        {"tgl", "mov (8|M0) r1:bf r2:f", "type: bf is no register type"},
        {"hsw", "goto (8|M0) 16 16", "invalid mnemonic"},
        {"hsw", "mov (8|M0) r1:hf r2:f", "type: hf is no register type"},
        {"hsw", "mov (8|M0) r1:d r[a0.8]:d", "address-subregister: a0.8"},
        {"hsw", "math.sin (8|M0) r1:f 0x1:f", "math-immediate"},
        {"hsw", "if (8|M0) 300000 16", "branch-offset: 300000"},
        {"hsw", "endif (8|M0) 12", "branch-offset: 12"},
        {"skl", "dim (8|M0) r1:df 1.0:f", "invalid mnemonic"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct eu_error err = {""};
        uint8_t *code = NULL;
        size_t size;
        bool ok = eu_assemble(kiln_target(rows[i].device), rows[i].text, &code, &size, &err);
        kt_ok(!ok, "%s: \"%s\" is accepted", rows[i].device, rows[i].text);
        kt_ok(ok || strstr(err.text, rows[i].error), "\"%s\": \"%s\", not \"%s\"", rows[i].text, err.text,
              rows[i].error);
        free(code);
    }
    // An expression is the truth table that iga64 writes beside the number.
    static const struct {
        const char *expression;
        unsigned table;
    } bfn[] = {{"s0&s1|s2", 0xf8},           {"s0^s1^s2", 0x96}, {"s0&s1|(s0|s1)&~s2", 0x8e},
               {"s0^(~s1|s2)|~s1&s2", 0x79}, {"zeros", 0},       {"~(s0|s1)&~~s2", 0x10}};
    for (size_t i = 0; i < sizeof(bfn) / sizeof(bfn[0]); i++) {
        char text[100];
        struct eu_error err = {""};
        struct eu_inst inst = {0};
        uint8_t *code = NULL;
        size_t size;
        snprintf(text, sizeof(text), "bfn.(%s) (8|M0) r1:ud r2:ud r3:ud r4:ud", bfn[i].expression);
        if (kt_ok(eu_assemble(kiln_target("dg2"), text, &code, &size, &err), "%s: %s", text, err.text)) {
            eu_decode(kiln_target("dg2"), code, size, &inst, &err);
            kt_eq(inst.bfn, bfn[i].table);
        }
        free(code);
    }
}

KT_TEST(edges)
{
    struct eu_error err = {""};
    struct eu_inst inst;
    struct eu_text text;
    uint8_t bytes[16] = {0x01}, *code;
    size_t size;
    kt_eq(eu_decode(kiln_target("skl"), bytes, 0, &inst, &err), 0);
    kt_ok(strstr(err.text, "truncated"), "%s", err.text);
    kt_eq(eu_decode(kiln_target("skl"), bytes, 15, &inst, &err), 0);
    kt_eq(eu_decode(kiln_target("skl"), bytes, 16, &inst, NULL), 16);
    bytes[0] = 0x0b;
    kt_eq(eu_decode(kiln_target("skl"), bytes, 16, &inst, &err), 0);
    kt_ok(strstr(err.text, "unknown-opcode"), "%s", err.text);
    kt_true(!eu_disassemble(kiln_target("skl"), bytes, 16, &text, &err));
    kt_ok(strstr(err.text, "at 0:"), "%s", err.text);
    kt_true(text.data == NULL && text.size == 0);
    kt_true(eu_disassemble(kiln_target("skl"), bytes, 0, &text, &err));
    free(text.data);
    kt_true(eu_assemble(kiln_target("skl"), "", &code, &size, &err));
    kt_eq(size, 0);
    free(code);
    kt_true(eu_assemble(kiln_target("skl"), "nop", &code, &size, &err));
    kt_eq(size, 16);
    char small[4];
    kt_eq(eu_decode(kiln_target("skl"), code, size, &inst, &err), 16);
    kt_true(eu_print(kiln_target("skl"), &inst, 0, small, sizeof(small)) > 3);
    kt_eq(strlen(small), 3);
    free(code);
    kt_streq(eu_type_name(EU_TYPE_HF), "hf");
    kt_eq(eu_type_size(EU_TYPE_VF), 4);
    kt_streq(eu_op_name(EU_OP_SENDSC), "sendsc");
    kt_eq(eu_op_num_srcs(EU_OP_MAD), 3);
    kt_true(eu_op_is_branch(EU_OP_JMPI) && eu_op_is_branch(EU_OP_JOIN) && !eu_op_is_branch(EU_OP_WAIT));
    kt_true(eu_op_is_send(EU_OP_SENDS) && !eu_op_is_send(EU_OP_MATH));
}

// The furthest jumps that there are: what the encoder takes off, the chip adds, and both wrap.
KT_TEST(far_jumps)
{
    struct eu_error err = {""};
    struct eu_inst inst, again;
    uint8_t *code;
    size_t size;
    if (!kt_ok(eu_assemble(kiln_target("skl"), "jmpi (1|M0) 16", &code, &size, &err), "%s", err.text))
        return;
    kt_eq(eu_decode(kiln_target("skl"), code, size, &inst, &err), 16);
    const int32_t far[] = {INT32_MIN, INT32_MIN + 8, INT32_MAX - 7, 0};
    for (unsigned n = 0; n < sizeof(far) / sizeof(far[0]); n++) {
        inst.jip = far[n];
        kt_ok(eu_encode(kiln_target("skl"), &inst, code, &err), "%d: %s", far[n], err.text);
        kt_eq(eu_decode(kiln_target("skl"), code, size, &again, &err), 16);
        kt_eq(again.jip, far[n]);
    }
    free(code);
}

KT_MAIN()
