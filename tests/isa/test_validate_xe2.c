// The validator's rules of Xe2 and Xe3, for each an instruction that breaks it beside one that does not; and
// what the assembler refuses there.
#include "rows.h"

static const struct row xe2[] = {
    // Registers of 64 bytes and 16 channels
    {NULL, "add (32|M0) r1.0<1>:f r3.0<1;1,0>:f r5.0<1;1,0>:f {F@1}"},
    {"source-span", "add (32|M0) r1.0<1>:f r3.4<1;1,0>:f r5.0<1;1,0>:f"},
    {"dst-span", "mov (16|M0) r128.0<1>:d r3.0<1;1,0>:d"},
    {"dst-span", "add (32|M0) r127.0<1>:d r3.0<1;1,0>:d r5.0<1;1,0>:d"},
    {NULL, "math.inv (32|M0) r1.0<1>:f r3.0<1;1,0>:f {M@1}"},
    {"channel-moves", "add (16|M0) r1.0<1>:f r2.0<2;1,0>:f r3.0<1;1,0>:f"},
    {NULL, "mov (1|M0) a0.0<2>:ud r3.3<0;1,0>:uq"},
    // 64 bits: no compares, selections or logic, and products on Xe3 alone
    {NULL, "add (16|M0) r1.0<1>:q r3.0<1;1,0>:q r5.0<1;1,0>:q"},
    {NULL, "shl (16|M0) r1.0<1>:q r3.0<1;1,0>:q 3:w"},
    {NULL, "rol (16|M0) r1.0<1>:uq r3.0<1;1,0>:uq 3:uw"},
    {NULL, "mul (16|M0) r1.0<1>:df r3.0<1;1,0>:df r5.0<1;1,0>:df {L@1}"},
    {NULL, "sel (16|M0) (ge)f0.0 r1.0<1>:df r3.0<1;1,0>:df r5.0<1;1,0>:df"},
    {"type-combination", "and (16|M0) r1.0<1>:q r3.0<1;1,0>:q r5.0<1;1,0>:q"},
    {"type-combination", "cmp (16|M0) (eq)f0.0 r1.0<1>:q r3.0<1;1,0>:q r5.0<1;1,0>:q"},
    {"type-combination", "sel (16|M0) (ge)f0.0 r1.0<1>:q r3.0<1;1,0>:q r5.0<1;1,0>:q"},
    {"product-dword", "mul (8|M0) r1.0<1>:q r3.0<2;1,0>:d r5.0<2;1,0>:d"},
    {"product-dword", "mul (16|M0) r1.0<1>:d r2.0<1;1,0>:d r3.0<1;1,0>:d"},
    {"type-combination", "lzd (16|M0) r1.0<1>:d r2.0<1;1,0>:d"},
    {"source-byte", "mad (16|M0) r1.0<1>:w r2.0<1;0>:b r3.0<1;0>:b r4.0<1>:b"},
    // Small floats
    {NULL, "mov (16|M0) r1.0<1>:tf32 r2.0<1;1,0>:f"},
    {NULL, "mov (16|M0) r1.0<2>:bf8 r2.0<1;1,0>:hf"},
    {"narrow-region", "mov (16|M0) r1.0<1>:bf8 r2.0<1;1,0>:hf"},
    {NULL, "srnd (16|M0) r1.0<2>:bf8 r2.0<1;1,0>:hf r3.0<1;1,0>:hf"},
    {"type-combination", "mov (16|M0) r1.0<1>:bf8 r2.0<1;1,0>:f"},
    {"type-combination", "add (16|M0) r1.0<1>:tf32 r2.0<1;1,0>:f r3.0<1;1,0>:f"},
    {"bfloat-size", "add (32|M0) r16.0<1>:f r11.0<1;1,0>:bf r13.0<1;1,0>:f"},
    {"bfloat-region", "add (16|M0) r16.0<1>:f r11.8<1;1,0>:bf r12.0<1;1,0>:f"},
    {NULL, "add (16|M0) r16.0<1>:f r11.16<1;1,0>:bf r12.0<1;1,0>:f"},
    // Products of matrices
    {NULL, "dpas.8x8 (16|M0) r10:f r20:f r30:tf32 r40.0:tf32 {$1}"},
    {NULL, "dpas.8x8 (16|M0) r10:bf r20:bf r30:bf r40.0:bf {@2,$1.dst}"},
    {NULL, "dpas.8x8 (16|M0) r10:f r20:f r30:bf8 r40.0:bf8 {$1}"},
    {"systolic-size", "dpas.8x8 (8|M0) r10:f r20:f r30:bf r40.0:bf"},
    {"systolic-factor", "dpas.8x8 (16|M0) r10:f r20:f r30:tf32 r40.0:bf"},
    {"systolic-accumulator", "dpas.8x8 (16|M0) r10:bf r20:bf r30:hf r40.0:hf"},
    // Bytes and words: what shares a doubleword's channel
    {NULL, "mov (16|M0) r1.0<1>:w r2.0<1;1,0>:w"},
    {NULL, "mov (16|M0) r1.0<1>:w r2.0<2;1,0>:w"},
    {NULL, "mov (16|M0) r1.1<1>:w r2.2<2;1,0>:w"},
    {"narrow-region", "mov (16|M0) r1.0<1>:w r2.2<2;1,0>:w"},
    {"narrow-region", "mov (8|M0) r1.0<1>:w r2.0<4;1,0>:w"},
    {NULL, "mov (8|M0) r1.0<2>:w r2.0<4;1,0>:w"},
    {NULL, "mov (16|M0) r1.0<1>:b r2.0<1;1,0>:b"},
    {NULL, "mov (16|M0) r1.0<1>:b r2.0<4;1,0>:b"},
    {"narrow-region", "mov (16|M0) r1.0<1>:b r2.4<4;1,0>:b"},
    {NULL, "mov (16|M0) r1.0<1>:w r2.0<4;1,0>:b"},
    {"narrow-region", "mov (16|M0) r1.0<1>:w r2.4<4;1,0>:b"},
    {NULL, "mov (16|M0) r1.0<1>:b r2.0<4;2,1>:b"},
    {"narrow-region", "mov (16|M0) r1.0<1>:b r2.1<4;2,1>:b"},
    {"narrow-region", "mov (16|M0) r1.0<1>:b r2.0<8;2,1>:b"},
    {NULL, "add (16|M0) r1.0<1>:w r2.0<1;1,0>:w r3.0<2;1,0>:w"},
    {"narrow-region", "add (16|M0) r1.0<1>:w r2.0<1;1,0>:w r3.2<2;1,0>:w"},
    // The scoreboard
    {NULL, "mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f {@2,$15.src}"},
    {"scoreboard-token", "mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f {$16.dst}"},
    {NULL, "mov (16|M0) acc0.0<1>:f r2.0<1;1,0>:f {NoAccSBSet}"},
    {"scoreboard-set", "math.inv (16|M0) r1.0<1>:f r2.0<1;1,0>:f {$1}"},
    {"scoreboard-message", "send.ugm (16|M0) r10 r20 null:0 0x0 0x04100580 {A@1}"},
    {"scoreboard-message", "send.ugm (16|M0) r10 r20 null:0 0x0 0x04100580 {$3.dst}"},
    {NULL, "(W) send.gtwy (32|M0) null r127 null:0 0x0 0x02000000 {EOT,I@1}"},
    // Messages of 32 channels, and lengths in registers of 64 bytes
    {NULL, "send.ugm (16|M0) r10 r20 null:0 0x0 0x04100580 {A@1,$1}"},
    {NULL, "send.ugm (32|M0) r10 r20 null:0 0x0 0x08200580 {$1}"},
    {"lsc-length", "send.ugm (32|M0) r10 r20 null:0 0x0 0x04200580 {$1}"},
    {"lsc-length", "send.ugm (32|M0) r10 r20 null:0 0x0 0x08400580 {$1}"},
    {"eot-range", "send.gtwy (1|M0) null r5 null:0 0x0 0x02000010 {EOT}"},
    // Rectangles: one channel, and a register that describes one
    {NULL, "(W) send.tgm (1|M0) r13 r17 null:0 0x3000000 0x62400003 {A@1,$2}"},
    {NULL, "(W) send.tgm (1|M0) null r37 r41:4 0x3000000 0x62000007 {A@1,$7}"},
    {"lsc-block", "send.tgm (16|M0) r13 r17 null:0 0x3000000 0x62400003 {$2}"},
    {"lsc-length", "(W) send.tgm (1|M0) r13 r17 null:0 0x3000000 0x64400003 {$2}"},
    {"message-response", "(W) send.tgm (1|M0) r13 r37 r41:4 0x3000000 0x62400007 {$2}"},
    {"lsc-surface", "(W) send.tgm (1|M0) r13 r17 null:0 0x0 0x02400003 {$2}"},
};

static const struct row xe3[] = {
    {NULL, "mov (1|M0) s0.0<1>:ud r1.0<0;1,0>:ud"},
    {NULL, "mov (1|M0) s0.1<1>:uq 0x807060504030201:uq"},
    {"scalar-destination", "add (1|M0) s0.0<1>:ud r1.0<0;1,0>:ud r2.0<0;1,0>:ud"},
    {"scalar-destination", "mov (1|M0) s0.0<1>:ud r1.0<0;1,0>:uw"},
    {"scalar-destination", "mov (1|M0) s0.0<1>:f r1.0<0;1,0>:f"},
    {"scalar-destination", "mov (2|M0) s0.0<1>:ud 0x5:ud"},
    {NULL, "send.ugm (16|M0) r10 r[s0.2] 0x0 0x04100580 {$1}"},
    {NULL, "send.ugm (16|M0) null r[s0.2] 0x0 0x06000584 {$1}"}, // addresses of two registers, data of one
    {"lsc-length", "send.ugm (16|M0) null r[s0.2] 0x0 0x08000584 {$1}"},
    {NULL, "send.gtwy (1|M0) null r5 null:0 0x0 0x02000010 {EOT}"},
    {NULL, "mov (16|M0) r255.0<1>:f r2.0<1;1,0>:f"},
    {NULL, "mul (16|M0) r1.0<1>:q r3.0<2;1,0>:d r5.0<2;1,0>:d"},
    {NULL, "mov (16|M0) r1.0<2>:hf8 r2.0<1;1,0>:hf"},
    {NULL, "mad (16|M0) r1.0<1>:q r3.0<1;0>:q r5.0<1;0>:q r7.0<1>:q"},
    {NULL, "mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f {S@3}"},
};

static void check(const char *device, const struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct eu_error err = {""};
        expect(&rows[i], validate_text(kiln_target(device), rows[i].text, &err), &err);
    }
}

#define CHECK(device, rows) check(device, rows, sizeof(rows) / sizeof((rows)[0]))

KT_TEST(of_xe2)
{
    CHECK("bmg", xe2);
    CHECK("lnl", xe2);
}

// Threads of 256 registers, and twice the tokens.
KT_TEST(large_register_files)
{
    static const struct {
        const char *text, *large, *small;
    } t[] = {
        {"mov (16|M0) r255.0<1>:d r128.0<1;1,0>:d", NULL, "source-span"},
        {"mov (32|M0) r255.0<1>:d r1.0<1;1,0>:d", "dst-span", "dst-span"},
        {"mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f {$31.dst}", NULL, "scoreboard-token"},
        {"(W) send.gtwy (16|M0) null r240 null:0 0x0 0x02000010 {EOT}", NULL, "send-range"},
        {"(W) send.gtwy (16|M0) null r127 null:0 0x0 0x02000010 {EOT}", "eot-range", NULL},
    };
    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        const struct kiln_target *small = kiln_target("lnl");
        struct row row = {t[i].large, t[i].text};
        struct eu_error err = {""};
        bool ok = validate_text(kiln_target_with_registers(small, 256), row.text, &err);
        expect(&row, ok, &err);
        row.rule = t[i].small;
        ok = validate_text(kiln_target_with_registers(small, 128), row.text, &err);
        expect(&row, ok, &err);
    }
}

KT_TEST(of_xe3)
{
    CHECK("ptl", xe3);
}

// What cannot be written there.
KT_TEST(refused)
{
    static const struct {
        const char *device, *text, *message;
    } t[] = {
        {"bmg", "mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f {AccWrEn}", "invalid instruction option"},
        {"bmg", "mov (4|M4) r1.0<1>:f r2.0<1;1,0>:f", "channel-offset: M4"},
        {"bmg", "(f0.0.any16h) mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f", "unknown predicate control"},
        {"bmg", "(f4.0) mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f", "expected a flag register"},
        {"bmg", "add (1|M0) r1.0<1>:uw r2.0<0;1,0>:uw r3.63<0;1,0>:ub", "src1-subregister: byte 63"},
        {"bmg", "add (1|M0) r1.0<1>:uw r2.0<0;1,0>:uw r3.32<0;1,0>:uw", "subregister out of bounds"},
        {"bmg", "mov (16|M0) r1.0<1>:f r[a0.0,1024]<1;1,0>:f", "address offset out of range"},
        {"bmg", "add (16|M0) r1.0<1>:d r2.0<1;1,0>:d r[a0.0,3]<1;1,0>:d", "address-immediate: 3"},
        {"bmg", "dpasw.8x8 (16|M0) r10:f r20:f r30:bf r40.0:bf", "invalid mnemonic"},
        {"bmg", "mov (16|M0) r1.0<1>:hf8 r2.0<1;1,0>:hf", "type: hf8 is no register type"},
        {"bmg", "mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f {S@1}", "invalid instruction option"},
        {"bmg", "mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f {A@1,$1.src}", "scoreboard: pipe 1"},
        {"bmg", "mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f {@1,$1}", "scoreboard: such a token"},
        {"bmg", "mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f {@1,NoAccSBSet}", "scoreboard: NoAccSBSet"},
        {"bmg", "mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f {$32.dst}", "invalid scoreboard"},
        {"bmg", "send.dcro (16|M0) r10 r20 null:0 0x0 0x04100580 {$1}", "unknown shared function"},
        {"bmg", "send.ugm (16|M0) r10 r20 null:0 0x10000:a0.1 0x04100580 {$1}",
         "send-extended-descriptor: a0"},
        {"bmg", "send.slm (16|M0) r10 r20 null:0 0x8000:a0.1 0x04100580 {$1}",
         "send-extended-descriptor: a0"},
        {"bmg", "send.ugm (16|M0) r10 r[s0.0] 0x0 0x04100580 {$1}", "expected a0"},
        {"bmg", "send.ugm (16|M0) r10 r20 null:0 0x0 0x04100580 {Serialize}", "invalid instruction option"},
        {"bmg", "mov (1|M0) s0.0<1>:ud r1.0<0;1,0>:ud", "expected a register"},
        {"bmg", "sync.bar r1.0<0;1,0>:ud", "sync-operand: not a flag register"},
        {"dg2", "sync.fence null", "unknown sync function"},
        {"dg2", "macl (16|M0) r1.0<1>:d r2.0<1;1,0>:d r3.0<1;1,0>:d", "invalid mnemonic"},
        {"ptl", "brd (16|M0) 32", "invalid mnemonic"},
        {"ptl", "send.ugm (16|M0) r10 r[s0.3] 0x0 0x04100580 {$1}", "send-gather: s0.3"},
        {"ptl", "add (16|M0) r1.0<1>:d r[s0.0]<1;1,0>:d r2.0<1;1,0>:d",
         "s0 names registers of messages only"},
        {"ptl", "send.ugm (16|M0) r10 r20 null:0 0x0 0x04100580 {Atomic,$1}", "invalid instruction option"},
    };
    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        uint8_t *code = NULL;
        size_t size = 0;
        struct eu_error err = {""};
        bool ok = eu_assemble(kiln_target(t[i].device), t[i].text, &code, &size, &err);
        kt_ok(!ok && strstr(err.text, t[i].message), "%s: \"%s\": %s, not %s", t[i].device, t[i].text,
              ok ? "accepted" : err.text, t[i].message);
        free(code);
    }
}

KT_MAIN()
