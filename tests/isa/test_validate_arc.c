// The validator's rules of Gen12.5: for each an instruction that breaks it, beside one that does not.
#include "rows.h"

static const struct row insts[] = {
    // Pipes of floats and of 64 bits
    {NULL, "add (8|M0) r1.0<1>:f r2.0<1;1,0>:f r3.0<1;1,0>:f {F@1}"},
    {"channel-moves", "add (8|M0) r1.0<1>:f r2.0<2;1,0>:f r3.0<1;1,0>:f"},
    {"channel-moves", "add (4|M0) r1.0<1>:f r2.4<1;1,0>:f r3.0<1;1,0>:f"},
    {"channel-moves", "mov (8|M0) r1.0<1>:f r2.0<2;1,0>:d"},
    {"channel-moves", "add (8|M0) r1.0<1>:f r2.0<4;2,1>:f r3.0<1;1,0>:f"},
    {NULL, "add (8|M0) r1.0<1>:f r2.3<0;1,0>:f r3.0<1;1,0>:f"},
    {NULL, "add (8|M0) r1.0<1>:f r2.0<1;1,0>:f 1.0:f"},
    {NULL, "add (1|M0) r1.3<1>:f r2.0<0;1,0>:f r3.1<0;1,0>:f"},
    {NULL, "add (8|M0) r1.0<1>:d r2.0<2;1,0>:d r3.0<1;1,0>:d"},
    {NULL, "mov (8|M0) r1.0<1>:f r2.0<1;1,0>:hf"},
    {NULL, "mov (16|M0) r1.0<1>:f r3.0<1;1,0>:hf"},
    {"mixed-simd16", "add (16|M0) r1.0<1>:f r3.0<1;1,0>:hf r4.0<1;1,0>:f"},
    {"channel-moves", "add (8|M0) r1.0<1>:hf r2.0<2;1,0>:hf r3.0<1;1,0>:hf"},
    {"indirect-float", "mov (8|M0) r1.0<1>:f r[a0.0,0]<1,0>:f"},
    {NULL, "mov (8|M0) r1.0<1>:d r[a0.0,0]<1,0>:d"},
    {NULL, "mov (8|M0) r1.0<1>:f r[a0.0,0]<1;1,0>:f"},
    {"pipe-arf", "mov (1|M0) r1.0<1>:f a0.0<0;1,0>:f"},
    {"pipe-arf", "mov (1|M0) f0.0<1>:f r1.0<0;1,0>:f"},
    {NULL, "mov (8|M0) acc0.0<1>:f r1.0<1;1,0>:f"},
    {"product-modifier", "mul (8|M0) r1.0<1>:d r2.0<1;1,0>:d -r3.0<2;1,0>:w"},
    {NULL, "mul (8|M0) r1.0<1>:d -r2.0<1;1,0>:d r3.0<2;1,0>:w"},
    {NULL, "mul (8|M0) r1.0<1>:d r2.0<1;1,0>:d -3:w"},
    {"product-dword", "mul (8|M0) r1.0<1>:d r2.0<1;1,0>:d r3.0<1;1,0>:d"},
    {"type-64-bit", "mov (4|M0) r1.0<1>:q r2.0<1;1,0>:q"},
    {"type-64-bit", "mov (4|M0) r1.0<1>:df r2.0<1;1,0>:df"},
    {NULL, "mov (2|M0) r3.0<1>:ud 0x400:uv"},
    {"vector-imm-stride", "mov (2|M0) r3.0<4>:ud 0x400:uv"},
    // Bfloat16
    {NULL, "add (8|M0) r16.0<2>:bf r11.0<1;1,0>:f r12.0<1;1,0>:f"},
    {NULL, "add (8|M0) r16.1<2>:bf r11.0<1;1,0>:f r12.0<1;1,0>:f"},
    {NULL, "add (8|M0) r16.8<1>:bf r11.0<1;1,0>:f r12.0<0;1,0>:f"},
    {NULL, "mul (8|M0) r14.0<1>:f r11.0<1;1,0>:bf r12.0<1;1,0>:f"},
    {NULL, "mov (16|M0) r14.0<1>:f r11.0<1;1,0>:bf"},
    {NULL, "mul (1|M0) r14.0<1>:f r11.0<0;1,0>:bf r12.3<0;1,0>:f"},
    {"bfloat-pure", "add (8|M0) r16.0<1>:bf r11.0<1;1,0>:bf r12.0<1;1,0>:bf"},
    {"bfloat-size", "add (16|M0) r16.0<1>:f r11.0<1;1,0>:bf r13.0<1;1,0>:f"},
    {"bfloat-factor", "mul (8|M0) r14.0<1>:f r11.0<1;1,0>:f r12.0<1;1,0>:bf"},
    {"bfloat-scalar", "add (8|M0) r14.0<1>:f r11.0<0;1,0>:bf r12.0<1;1,0>:f"},
    {"bfloat-region", "add (8|M0) r16.2<1>:bf r11.0<1;1,0>:f r12.0<1;1,0>:f"},
    {"bfloat-region", "add (8|M0) r16.0<1>:f r11.2<1;1,0>:bf r12.0<1;1,0>:f"},
    {"bfloat-region", "add (8|M0) r16.2<2>:bf r11.0<1;1,0>:f r12.0<1;1,0>:f"},
    {"type-combination", "add (8|M0) r16.0<2>:d r11.0<1;1,0>:bf r12.0<1;1,0>:bf"},
    // Three sources
    {NULL, "bfn.0xEA (16|M0) r1.0<1>:ud r3.0<1;0>:ud r5.0<1;0>:ud r7.0<0>:d"},
    {"type-combination", "bfn.0xEA (8|M0) r1.0<1>:ub r3.0<1;0>:ud r5.0<1;0>:ud r7.0<0>:d"},
    {NULL, "add3 (16|M0) r1.0<1>:d r3.0<1;0>:d r5.0<1;0>:d 7:w"},
    {"type-combination", "add3 (8|M0) r1.0<1>:f r3.0<1;0>:f r5.0<1;0>:f r7.0<1>:f"},
    // Products of matrices
    {NULL, "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf {$1}"},
    {NULL, "dpas.8x8 (8|M0) r10:f null:f r30:bf r40.0:bf {$1}"},
    {NULL, "dpas.8x3 (8|M0) r10:ud r20:ud r30:ub r40.0:ub"},
    {NULL, "dpas.8x8 (8|M0) r10:d r20:ud r30:b r40.0:ub"},
    {NULL, "dpas.8x8 (8|M0) r10:d r20:d r30:s4 r40.0:u4"},
    {NULL, "dpas.8x8 (8|M0) r10:d r20:d r30:b r40.32:u4"},
    {"systolic-align", "dpas.8x8 (8|M0) r10:d r20:d r30:s4 r40.32:u4"},
    {NULL, "dpasw.8x8 (8|M0) r10:d r20:d r30:b r124.0:b"},
    {"systolic-span", "dpas.8x8 (8|M0) r10:d r20:d r30:b r124.0:b"},
    {"systolic-size", "dpas.8x8 (16|M0) r10:f r20:f r30:hf r40.0:hf"},
    {"systolic-depth", "dpas.4x8 (8|M0) r10:f r20:f r30:hf r40.0:hf"},
    {"systolic-accumulator", "dpas.8x8 (8|M0) r10:hf r20:hf r30:hf r40.0:hf"},
    {"systolic-accumulator", "dpas.8x8 (8|M0) r10:f r20:hf r30:hf r40.0:hf"},
    {"systolic-accumulator", "dpas.8x8 (8|M0) r10:w r20:d r30:b r40.0:b"},
    {"systolic-factor", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:bf"},
    {"systolic-factor", "dpas.8x8 (8|M0) r10:d r20:d r30:d r40.0:b"},
    {"systolic-sign", "dpas.8x8 (8|M0) r10:ud r20:ud r30:b r40.0:ub"},
    {"systolic-align", "dpas.8x8 (8|M0) r10.4:f r20:f r30:hf r40.0:hf"},
    {"systolic-align", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.8:hf"},
    {"systolic-span", "dpas.8x8 (8|M0) r250:f r20:f r30:hf r40.0:hf"},
    {"systolic-span", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r250.0:hf"},
    // Messages of the load-store units
    {NULL, "send.ugm (16|M0) r4 r2 null:0 0x0 0x08200580"},
    {NULL, "send.ugm (16|M0) r4 r2 null:0 0x3000000 0x64201502"},
    {NULL, "send.ugm (1|M0) r4 r2 null:0 0x1000000 0x6220D500"},
    {NULL, "send.slm (8|M0) null r2 r5:1 0x0 0x02000504"},
    {NULL, "send.slm (1|M0) r6 r3 null:0 0x0 0x0210011F"},
    {NULL, "send.tgm (8|M0) r4 r2 null:0 0x3000000 0x6440F502"},
    {NULL, "send.ugm (16|M0) null r2 r5:2 0x3000000 0x6404050C"},
    {"message-type", "send.ugm (16|M0) r4 r2 null:0 0x0 0x08200581"},
    {"lsc-data", "send.ugm (16|M0) r4 r2 null:0 0x0 0x08200180"},
    {"lsc-data", "send.ugm (16|M0) r4 r2 null:0 0x0 0x08200D80"},
    {"lsc-block", "send.ugm (16|M0) r4 r2 null:0 0x0 0x08208580"},
    {"lsc-block", "send.ugm (1|M0) r4 r2 null:0 0x0 0x04208980"},
    {"lsc-block", "send.ugm (1|M0) r4 r2 r5:1 0x0 0x0410858C"},
    {"lsc-mask", "send.ugm (16|M0) r4 r2 null:0 0x0 0x08200582"},
    {"lsc-mask", "send.ugm (16|M0) r4 r2 null:0 0x0 0x08401782"},
    {"lsc-count", "send.ugm (8|M0) r4 r2 null:0 0x0 0x04804580"},
    {"lsc-count", "send.ugm (8|M0) r4 r2 null:0 0x0 0x04201980"},
    {"lsc-count", "send.ugm (8|M0) null r2 r5:2 0x0 0x0400158C"},
    {"lsc-data", "send.ugm (8|M0) null r2 r5:1 0x0 0x0400098C"},
    {"lsc-address", "send.ugm (16|M0) r4 r2 null:0 0x0 0x08200400"},
    {"lsc-address", "send.ugm (16|M0) r4 r2 null:0 0x3000000 0x68200580"},
    {"lsc-address", "send.slm (16|M0) r4 r2 null:0 0x0 0x08200580"},
    {"lsc-surface", "send.slm (16|M0) r4 r2 null:0 0x3000000 0x64200500"},
    {"lsc-surface", "send.tgm (8|M0) r4 r2 null:0 0x0 0x0440F502"},
    {"lsc-mask", "send.tgm (8|M0) r4 r2 null:0 0x3000000 0x64100500"},
    {"lsc-length", "send.ugm (16|M0) r4 r2 null:0 0x0 0x04200580"},
    {"lsc-length", "send.ugm (16|M0) r4 r2 null:0 0x0 0x08400580"},
    {"lsc-length", "send.slm (8|M0) null r2 r5:2 0x0 0x02000504"},
    {"lsc-length", "send.slm (8|M0) r4 r2 null:0 0x0 0x02100512"},
    {"message-response", "send.slm (8|M0) r4 r2 r5:1 0x0 0x02100504"},
    {"lsc-fence", "send.slm (1|M0) null r3 null:0 0x0 0x0200011F"},
    // Waits
    {NULL, "add (8|M0) r1.0<1>:d r2.0<1;1,0>:d r3.0<1;1,0>:d {@2,$3.dst}"},
    {"scoreboard-set", "add (8|M0) r1.0<1>:d r2.0<1;1,0>:d r3.0<1;1,0>:d {$3}"},
    {NULL, "math.inv (8|M0) r1.0<1>:f r2.0<1;1,0>:f {$3}"},
    {NULL, "mov (8|M0) r1.0<1>:d r2.0<1;1,0>:d {L@2}"},
};

KT_TEST(arc)
{
    for (size_t i = 0; i < sizeof(insts) / sizeof(insts[0]); i++) {
        struct eu_error err = {""};
        bool ok = validate_text(kiln_target("dg2"), insts[i].text, &err);
        expect(&insts[i], ok, &err);
    }
}

// Threads of 256 registers: beside each the same with 128.
static const struct {
    const char *text, *large, *small; // the rule that it breaks, in either mode
} registers[] = {
    {"mov (8|M0) r255.0<1>:d r128.0<1;1,0>:d", NULL, "source-span"},
    {"mov (16|M0) r255.0<1>:d r1.0<1;1,0>:d", "dst-span", "dst-span"},
    {"mad (8|M0) r200.0<1>:f r1.0<1;0>:f r2.0<1;0>:f r3.0<1>:f", NULL, "ternary-span"},
    {"dpas.8x8 (8|M0) r240:f r220:f r230:hf r210.0:hf", NULL, "systolic-span"},
    {"send.ugm (8|M0) r250 r200 null:0 0x0 0x04100580 {$1}", NULL, "send-range"},
    {"(W) send.gtwy (8|M0) null r240 null:0 0x0 0x02000010 {EOT}", NULL, "send-range"},
    {"(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT}", "eot-range", NULL},
};

KT_TEST(large_register_files)
{
    static const char *const devices[] = {"dg2", "arl-h", NULL};
    for (unsigned d = 0; devices[d]; d++)
        for (size_t i = 0; i < sizeof(registers) / sizeof(registers[0]); i++) {
            const struct kiln_target *small = kiln_target(devices[d]);
            struct row row = {registers[i].large, registers[i].text};
            struct eu_error err = {""};
            bool ok = validate_text(kiln_target_with_registers(small, 256), row.text, &err);
            expect(&row, ok, &err);
            row.rule = registers[i].small;
            ok = validate_text(kiln_target_with_registers(small, 128), row.text, &err);
            expect(&row, ok, &err);
        }
    kt_true(!kiln_target_with_registers(kiln_target("dg2"), 192));
    kt_true(!kiln_target_with_registers(kiln_target("tgl"), 256));
    kt_true(!kiln_target_with_registers(NULL, 128));
}

// Meteor Lake and Arrow Lake S have no products of matrices, and doubles that go with math.
static const struct row of_mtl[] = {
    {"systolic-absent", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf"},
    {NULL, "add (4|M0) r1.0<1>:df r2.0<1;1,0>:df r3.0<1;1,0>:df {$3}"},
    {"scoreboard-set", "add (8|M0) r1.0<1>:f r2.0<1;1,0>:f r3.0<1;1,0>:f {$3}"},
    {"scoreboard-pipe", "mov (8|M0) r1.0<1>:d r2.0<1;1,0>:d {L@2}"},
    {"channel-moves", "add (2|M0) r1.2<1>:df r2.0<1;1,0>:df r3.2<1;1,0>:df"},
    {"pipe-arf", "mov (1|M0) r1.0<1>:df tm0.0<0;1,0>:df"},
    {"type-64-bit", "mov (4|M0) r1.0<1>:q r2.0<1;1,0>:q"},
};

KT_TEST(meteor_lake)
{
    for (size_t i = 0; i < sizeof(of_mtl) / sizeof(of_mtl[0]); i++) {
        struct eu_error err = {""};
        bool ok = validate_text(kiln_target("mtl"), of_mtl[i].text, &err);
        expect(&of_mtl[i], ok, &err);
        ok = validate_text(kiln_target("arl-s"), of_mtl[i].text, &err);
        expect(&of_mtl[i], ok, &err);
    }
    struct eu_error err = {""};
    kt_true(validate_text(kiln_target("arl-h"), of_mtl[0].text, &err));
}

KT_MAIN()
