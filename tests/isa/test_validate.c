// The validator: for each rule an instruction that breaks it, next to one that does not; what other compilers
// emit is valid.
#include "isa/table/msg.h"
#include "rows.h"

static const struct row insts[] = {
    // Controls
    {"illegal-opcode", "illegal"},
    {NULL, "nop"},
    {"channel-offset", "mov (8|M4) r1.0<1>:f r2.0<8;8,1>:f"},
    {"channel-offset", "mov (32|M16) r1.0<1>:uw r2.0<8;8,1>:uw"},
    {NULL, "mov (8|M24) r1.0<1>:f r2.0<8;8,1>:f"},
    {NULL, "mov (4|M4) r1.0<1>:f r2.0<4;4,1>:f"},
    {"flag-simd32", "cmp (32|M0) (eq)f0.1 null<1>:w r2.0<16;16,1>:w r4.0<16;16,1>:w"},
    {NULL, "cmp (32|M0) (eq)f0.0 null<1>:w r2.0<16;16,1>:w r4.0<16;16,1>:w"},
    // Opcodes
    {"source-null", "mov (8|M0) r1.0<1>:f null<8;8,1>:f"},
    {"source-null", "add (8|M0) r1.0<1>:d r2.0<8;8,1>:d null<8;8,1>:d"},
    {"source1-arf", "add (1|M0) r1.0<1>:d r2.0<0;1,0>:d a0.0<0;1,0>:d"},
    {NULL, "add (1|M0) r1.0<1>:d a0.0<0;1,0>:d r2.0<0;1,0>:d"},
    {NULL, "add (8|M0) r1.0<1>:f r2.0<8;8,1>:f acc0.0<8;8,1>:f"},
    {"bitwise-abs", "and (8|M0) r1.0<1>:d (abs)r2.0<8;8,1>:d r3.0<8;8,1>:d"},
    {NULL, "and (8|M0) r1.0<1>:d ~r2.0<8;8,1>:d r3.0<8;8,1>:d"},
    {"sel-flag", "sel (8|M0) r1.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f"},
    {"sel-flag", "(f0.0) sel (8|M0) (ge)f0.0 r1.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f"},
    {NULL, "sel (8|M0) (ge)f0.0 r1.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f"},
    {NULL, "(~f0.0) sel (8|M0) r1.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f"},
    {"compare-condition", "cmp (8|M0) null<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f"},
    {"compare-condition", "csel (8|M0) r1.0<1>:f r2.0<4;1>:f r3.0<4;1>:f r4.0<1>:f"},
    {NULL, "csel (8|M0) (lt)f0.0 r1.0<1>:f r2.0<4;1>:f r3.0<4;1>:f r4.0<1>:f"},
    {"carry-accumulator", "addc (8|M0) r1.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud"},
    {NULL, "addc (8|M0) r1.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud {AccWrEn}"},
    {"mach-accumulator", "mach (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d"},
    {NULL, "mach (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d {AccWrEn}"},
    {"movi-indirect", "movi (8|M0) r1.0<1>:f r2.0<8;8,1>:f"},
    {NULL, "movi (8|M0) r1.0<1>:f r[a0.0]<8;8,1>:f"},
    {"scalar-opcode", "(W) jmpi (8|M0) r2.0"},
    {NULL, "(W) jmpi r2.0"},
    {NULL, "wait n0.0<0;1,0>:ud"},
    {"destination-read-only", "mov (1|M0) ce:ud r2.0<0;1,0>:ud"},
    {"accumulator-byte", "mov (8|M0) acc0.0<1>:b r2.0<8;8,1>:b"},
    {"address-type", "mov (1|M0) a0.0<1>:ub r2.0<0;1,0>:ub"},
    {NULL, "mov (1|M0) a0.0<1>:uw r2.0<0;1,0>:uw"},
    // Math
    {"math-size", "math.sin (32|M0) r1.0<1>:hf r2.0<16;16,1>:hf"},
    {"math-destination", "math.sin (8|M0) null<1>:f r2.0<8;8,1>:f"},
    {"math-source", "math.sin (8|M0) r1.0<1>:f acc0.0<8;8,1>:f"},
    {"math-int-modifier", "math.iqot (8|M0) r1.0<1>:d -r2.0<8;8,1>:d r3.0<8;8,1>:d"},
    {"math-type", "math.iqot (8|M0) r1.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f"},
    {"math-type", "math.sin (8|M0) r1.0<1>:d r2.0<8;8,1>:d"},
    {"math-idiv-size", "math.idiv (16|M0) r1.0<1>:d r4.0<8;8,1>:d r6.0<8;8,1>:d"},
    {NULL, "math.iqot (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d"},
    {NULL, "math.pow (16|M0) r10.0<1>:f -r2.0<8;8,1>:f (abs)r4.0<8;8,1>:f"},
    {"math-split", "math.sin (8|M0) r1.2<1>:f r2.0<8;8,1>:f"},
    {NULL, "math.sin (8|M0) r1.4<1>:f r2.0<8;8,1>:f"},
    {NULL, "math.invm (8|M0) (eo)f0.0 r5.mme1:f r2.mme0:f r4.nomme:f"},
    // Types
    {"type-combination", "frc (8|M0) r1.0<1>:d r2.0<8;8,1>:d"},
    {"type-combination", "and (8|M0) r1.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f"},
    {"type-combination", "mul (8|M0) r1.0<2>:w r2.0<8;8,1>:d r3.0<8;8,1>:w"},
    {NULL, "mul (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<16;8,2>:uw"},
    {"type-mixed", "add (8|M0) r1.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:d"},
    {NULL, "add (8|M0) r1.0<1>:f r2.0<8;8,1>:d r3.0<8;8,1>:d"},
    {"byte-packed", "mov (8|M0) r1.0<1>:b r2.0<16;8,2>:w"},
    {"byte-packed", "add (8|M0) r1.0<1>:b r2.0<8;8,1>:b r3.0<8;8,1>:b"},
    {NULL, "mov (16|M0) r1.0<1>:b r2.0<16;16,1>:ub"},
    {NULL, "mov (8|M0) r1.0<2>:b r2.0<8;8,1>:w"},
    {"dst-stride-ratio", "mov (8|M0) r1.0<1>:w r2.0<8;8,1>:d"},
    {"dst-stride-ratio", "mov (8|M0) r1.0<2>:b r2.0<8;8,1>:d"},
    {NULL, "mov (8|M0) r1.0<2>:w r2.0<8;8,1>:d"},
    {NULL, "mov (8|M0) r1.0<4>:b r2.0<8;8,1>:d"},
    {NULL, "mov (1|M0) r1.3<1>:w r2.0<0;1,0>:d"},
    {"dst-align-ratio", "mov (4|M0) r1.1<2>:w r2.0<4;4,1>:d"},
    {NULL, "mov (4|M0) r1.2<2>:w r2.0<4;4,1>:d"},
    {NULL, "mov (4|M0) r1.1<4>:b r2.0<4;4,1>:d"},
    {"type-combination", "mov (4|M0) r1.0<1>:df r2.0<4;4,1>:b"},
    {"type-combination", "mov (4|M0) r1.0<4>:b r2.0<4;4,1>:q"},
    {"type-combination", "mov (4|M0) r1.0<1>:df r2.0<4;4,1>:hf"},
    {"half-int-stride", "mov (8|M0) r1.0<1>:hf r2.0<8;8,1>:w"},
    {"half-int-align", "mov (4|M0) r1.1<2>:hf r2.0<4;4,1>:w"},
    {NULL, "mov (8|M0) r1.0<2>:hf r2.0<8;8,1>:d"},
    {NULL, "mov (8|M0) r1.0<1>:d r2.0<16;8,2>:hf"},
    {"half-stride", "mov (4|M0) r1.2<1>:hf r2.0<4;4,1>:f"},
    {NULL, "mov (8|M0) r1.0<1>:hf r2.0<8;8,1>:f"},
    {NULL, "mov (16|M0) r2.0<2>:hf r4.0<8;8,1>:f"},
    {"mixed-simd16", "add (16|M0) r2.0<1>:f r4.0<8;8,1>:f r6.0<16;16,1>:hf"},
    {"mixed-half-simd16", "add (16|M0) r2.0<1>:hf r4.0<8;8,1>:f r6.0<16;16,1>:hf"},
    {"half-stride", "add (8|M0) r2.4<1>:hf r4.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"mixed-indirect", "add (8|M0) r2.0<1>:f r[a0.0]<8;8,1>:f r6.0<8;8,1>:hf"},
    {"mixed-math-stride", "math.sin (8|M0) r2.0<1>:f r4.0<8;8,1>:hf"},
    {NULL, "math.sin (8|M0) r2.0<1>:f r4.0<16;8,2>:hf"},
    {"mixed-acc-stride", "mac (8|M0) r2.0<1>:hf r4.0<8;8,1>:f r6.0<8;8,1>:f"},
    {NULL, "mac (8|M0) r2.0<2>:hf r4.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"mixed-align16", "add (8|M0) r2.0<1>.xyzw:f r4.0<0>.xyzw:hf r6.0<4>.xyzw:f {Align16}"},
    {"mixed-align16", "add (16|M0) r2.0<1>.xyzw:hf r4.0<4>.xyzx:f r6.0<4>.xyzw:f {Align16}"},
    {"mixed-align16", "mac (8|M0) r2.0<1>.xyz:f r4.0<4>.xyzw:hf r6.0<4>.xyzw:f {Align16}"},
    {"align16-qword", "mov (4|M0) r2.0<1>.xyz:df r4.0<4>.xyzw:f {Align16}"},
    {"vector-imm-align", "mov (8|M0) r1.4<1>:w 0x76543210:v"},
    {"vector-imm-stride", "mov (8|M0) r1.0<1>:d 0x76543210:v"},
    {"vector-imm-stride", "mov (4|M0) r1.0<2>:f 0x30303030:vf"},
    {NULL, "mov (8|M0) r1.0<1>:uw 0x76543210:uv"},
    {NULL, "mov (4|M0) r1.0<1>:f 0x30303030:vf"},
    // Regions
    {"exec-width", "mov (4|M0) r1.0<1>:f r2.0<8;8,1>:f"},
    {"width-1", "mov (4|M0) r1.0<1>:f r2.0<4;1,1>:f"},
    {"vstride-row", "mov (8|M0) r1.0<1>:f r2.0<4;8,1>:f"},
    {"scalar-stride", "mov (1|M0) r1.0<1>:f r2.0<1;1,0>:f"},
    {"stride-0-width", "mov (8|M0) r1.0<1>:f r2.0<0;4,0>:f"},
    {"row-crosses", "mov (8|M0) r1.0<1>:f r2.1<8;8,1>:f"},
    {NULL, "mov (8|M0) r1.0<1>:f r2.4<4;4,1>:f"},
    {"source-span", "mov (16|M0) r10.0<2>:w r2.0<8;4,2>:f"},
    {"source-span", "mov (16|M0) r1.0<1>:f r127.0<8;8,1>:f"},
    {"source-type-align", "mov (1|M0) r1.0<1>:d fc0.1<0;1,0>:d"},
    {"dst-stride-0", "mov (8|M0) r1.0<0>:f r2.0<8;8,1>:f"},
    {"dst-span", "mov (16|M0) r1.0<2>:f r2.0<8;8,1>:f"},
    {"dst-span", "mov (16|M0) r127.0<1>:f r2.0<8;8,1>:f"},
    {NULL, "mov (16|M0) r126.0<1>:f r2.0<8;8,1>:f"},
    {NULL, "mov (8|M0) r1.0<1>:f r[a0.0]<1,0>:f"},
    {NULL, "mov (8|M0) r[a0.3,-64]<1>:f r2.0<8;8,1>:f"},
    {"align16-vstride", "mov (8|M0) r1.0<1>.xyz:f r2.0<8>.xyzw:f {Align16}"},
    {NULL, "mov (8|M0) r1.0<1>.xyz:f r2.0<4>.xxyy:f {Align16}"},
    // Three sources
    {"ternary-alignment", "mad (8|M0) r1.1<1>:f r2.0<4;1>:f r3.0<4;1>:f r4.0<1>:f"},
    {"ternary-alignment", "mad (8|M0) r1.0<1>:f r2.2<4;1>:f r3.0<4;1>:f r4.0<1>:f"},
    {"ternary-alignment", "mad (8|M0) r1.0<1>.xyzw:f r2.2<4>.xxxx:f r3.0<4>.xyzw:f r4.0<4>.xyzw:f {Align16}"},
    {"ternary-span", "mad (16|M0) r1.4<1>:f r2.0<4;1>:f r4.0<4;1>:f r6.0<1>:f"},
    {"ternary-span", "mad (16|M0) r10.0<1>:f r127.0<4;1>:f r4.0<4;1>:f r6.0<1>:f"},
    {"type-combination", "lrp (8|M0) r1.0<1>:df r2.0<2;1>:df r4.0<2;1>:df r6.0<1>:df"},
    {"mixed-simd16", "mad (16|M0) r10.0<1>:f r2.0<4;1>:f r4.0<4;1>:hf r6.0<1>:f"},
    {NULL, "mad (16|M0) r10.0<1>:f r2.0<4;1>:f r4.3<0;0>:f r6.0<1>:f"},
    {NULL, "mad (1|M0) r10.3<1>:f r2.1<0;0>:f r4.3<0;0>:f r6.0<0>:f"},
    {NULL, "madm (8|M0) r5.mme1:f r2.mme0:f r4.nomme:f r6.mme7:f"},
    // Messages
    {"send-size", "send (32|M0) r10 r2 0xC 0x02106000"},
    {"send-source", "send (8|M0) r10 acc0 0xC 0x02106000"},
    {"send-source", "sends (8|M0) r10 r2 acc0 0x4C 0x02106000"},
    {"send-destination", "send (8|M0) acc0 r2 0xC 0x02106000"},
    {"send-target", "send (8|M0) r10 r2 0xE 0x02106000"},
    {"send-length", "send (8|M0) r10 r2 0xC 0x00106000"},
    {"send-response", "send (8|M0) null r2 0xC 0x02106000"},
    {"send-range", "send (8|M0) r10 r127 0xC 0x04106000"},
    {"send-range", "send (8|M0) r127 r2 0xC 0x02206000"},
    {"send-range", "sends (8|M0) null r2 r127 0x8C 0x02006000"},
    {"send-r127", "send (8|M0) r126 r126 0xC 0x02206000"},
    {"sends-length", "sends (8|M0) null r2 r5 0xC 0x02006000"},
    {"sends-length", "sends (8|M0) null r2 null 0x4C 0x02006000"},
    {"sends-overlap", "sends (8|M0) null r2 r3 0x4C 0x04006000"},
    {NULL, "sends (8|M0) null r2 r4 0x4C 0x04006000"},
    {NULL, "sends (8|M0) r10 r2 r4 a0.2 a0.0"},
    {"eot-range", "send (8|M0) null r111 0x27 0x02000010 {EOT}"},
    {"eot-range", "sends (8|M0) null r112 r5 0x67 0x02000010 {EOT}"},
    {"eot-response", "send (8|M0) r1 r112 0x27 0x02100010 {EOT}"},
    {NULL, "send (8|M0) null r127 0x27 0x02000010 {EOT}"},
    {"message-type", "send (8|M0) r10 r2 0xC 0x021FC000"},
    {"message-type", "send (8|M0) r10 r2 0xA 0x02114000"},
    {"message-header", "send (8|M0) r10 r2 0xA 0x02100000"},
    {NULL, "send (8|M0) r10 r2 0xA 0x02180000"},
    {"message-response", "sends (8|M0) r10 r2 r4 0x4C 0x02126000"},
    {NULL, "send (8|M0) r10 r2 0xA 0x021C0000"},
    {"urb-header", "send (8|M0) null r10 0x6 0x02000007"},
    {NULL, "send (8|M0) null r10 0x6 0x02080007"},
};

KT_TEST(instructions)
{
    for (size_t i = 0; i < sizeof(insts) / sizeof(insts[0]); i++) {
        struct eu_error err = {""};
        bool ok = validate_text(kiln_target("skl"), insts[i].text, &err);
        expect(&insts[i], ok, &err);
    }
}

// Legal elsewhere, but on Broxton and Gemini Lake, where the rule is one of 64-bit data and products of
// dwords.
static const struct row lowpower[] = {
    {NULL, "mov (4|M0) r10.0<1>:q r2.0<4;4,1>:q"},
    {NULL, "mov (4|M0) r10.0<1>:q r2.0<0;1,0>:q"},
    {NULL, "mov (4|M0) r10.0<1>:q r2.0<8;4,2>:d"},
    {"qword-stride", "mov (4|M0) r10.0<1>:q r2.0<4;4,1>:d"},
    {NULL, "mov (4|M0) r10.0<2>:d r2.0<4;4,1>:q"},
    {"qword-offset", "mov (2|M0) r10.2<1>:q r2.0<2;2,1>:q"},
    {NULL, "mov (2|M0) r10.2<1>:q r2.2<2;2,1>:q"},
    {"qword-rows", "mov (8|M0) r10.0<1>:q r2.0<1;4,0>:q"},
    {"qword-stride", "add (4|M0) r10.0<1>:q r2.0<4;4,1>:q r4.0<4;4,1>:d"},
    {NULL, "add (4|M0) r10.0<1>:q r2.0<4;4,1>:q r4.0<8;4,2>:d"},
    {"qword-stride", "mov (4|M0) r10.0<1>:df r2.0<4;4,1>:f"},
    {"qword-indirect", "mov (1|M0) r10.0<1>:q r[a0.0,0]<0;1,0>:q"},
    {"qword-arf", "mov (1|M0) r10.0<1>:uq acc0.0<0;1,0>:uq"},
    {"qword-stride", "mul (8|M0) r10.0<1>:d r2.0<8;8,1>:d r4.0<8;8,1>:d"},
    {NULL, "mul (8|M0) r10.0<1>:d r2.0<8;8,1>:d r4.0<8;8,1>:w"},
    {"qword-stride", "mul (8|M0) r10.0<1>:d r2.0<8;8,1>:d 3:d"},
    {NULL, "mul (8|M0) acc0.0<1>:d r2.0<8;8,1>:d r4.0<16;8,2>:uw"},
    {"qword-arf", "mul (4|M0) acc0.0<2>:d r2.0<8;4,2>:d r4.0<8;4,2>:d"},
    {NULL, "mul (4|M0) r10.0<2>:d r2.0<8;4,2>:d r4.0<8;4,2>:d"},
    {NULL, "mul (1|M0) r10.0<1>:d r2.1<0;1,0>:d r4.2<0;1,0>:d"},
    {NULL, "cmp (4|M0) (lt)f0.0 null.0<1>:q r2.0<4;4,1>:q r4.0<4;4,1>:q"},
    {NULL, "add (8|M0) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f"},
};

KT_TEST(instructions_of_low_power_chips)
{
    for (size_t i = 0; i < sizeof(lowpower) / sizeof(lowpower[0]); i++) {
        struct eu_error err = {""};
        struct eu_inst inst;
        uint8_t *code;
        size_t size;
        if (!kt_ok(eu_assemble(kiln_target("skl"), lowpower[i].text, &code, &size, &err), "%s: %s",
                   lowpower[i].text, err.text))
            continue;
        kt_eq(eu_decode(kiln_target("bxt"), code, size, &inst, &err), size);
        kt_ok(eu_validate(kiln_target("skl"), &inst, &err), "elsewhere %s: %s", lowpower[i].text, err.text);
        expect(&lowpower[i], eu_validate(kiln_target("bxt"), &inst, &err), &err);
        free(code);
    }
}

// Legal elsewhere, but not on Haswell.
static const struct row haswell[] = {
    {NULL, "add (16|M0) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f"},
    {"compressed-channels", "mov (8|M0) r10.0<2>:d r2.0<8;4,2>:d"},
    {NULL, "(W) mov (8|M0) r10.0<2>:d r2.0<8;4,2>:d"},
    {NULL, "mov (16|M0) r10.0<2>:w r2.0<8;8,1>:d"},
    {NULL, "mov (16|M0) r10.0<4>:b r2.0<16;8,2>:w"},
    {"compressed-channels", "mov (8|M0) r10.0<4>:w r2.0<16;4,4>:w"},
    {NULL, "(W) mov (8|M0) r10.0<2>:d r2.0<8;8,1>:d"},
    {NULL, "mov (8|M0) r10.0<1>:df r2.0<4;4,1>:df"},
    {"channels-32", "mov (32|M0) r10.0<1>:w r2.0<16;16,1>:w"},
    {NULL, "(W) mov (32|M0) r10.0<1>:w r2.0<16;16,1>:w"},
    {"condition-32", "(W) mov (32|M0) (ne)f0.0 r10.0<1>:w r2.0<16;16,1>:w"},
    {NULL, "cmp (8|M0) (lt)f0.0 null.0<1>:d r2.0<8;8,1>:d r4.0<8;8,1>:d {Switch}"},
    {NULL, "cmp (8|M0) (lt)f0.0 r10.0<1>:d r2.0<8;8,1>:d r4.0<8;8,1>:d"},
    {"compare-accumulator", "cmp (8|M0) (lt)f0.0 acc0.0<1>:d r2.0<8;8,1>:d r4.0<8;8,1>:d"},
    {"source-registers", "mov (16|M0) r10.0<1>:d r2.0<16;16,1>:b"},
    {"source-registers", "add (16|M0) r10.0<1>:d r2.0<8;8,1>:d r4.0<16;8,2>:b"},
    {NULL, "mov (16|M0) r10.0<1>:d r2.0<8;8,1>:w"},
    {NULL, "mov (16|M0) r10.0<1>:d r2.0<16;8,2>:w"},
    {NULL, "add (16|M0) r10.0<1>:d r2.0<8;8,1>:d r4.0<0;1,0>:b"},
    {NULL, "mov (8|M0) r10.0<1>:d r2.0<8;8,1>:b"},
    {"insert-8", "bfi1 (16|M0) r10.0<1>:ud r2.0<8;8,1>:ud r4.0<8;8,1>:ud"},
    {NULL, "bfi1 (8|M0) r10.0<1>:ud r2.0<8;8,1>:ud r4.0<8;8,1>:ud"},
    {NULL, "mul (8|M0) r10.0<1>:d r2.0<8;8,1>:d r4.0<8;8,1>:d"},
    {NULL, "xor (8|M0) r10.0<1>:d (abs)r2.0<8;8,1>:d r4.0<8;8,1>:d"},
};

KT_TEST(instructions_of_haswell)
{
    for (size_t i = 0; i < sizeof(haswell) / sizeof(haswell[0]); i++) {
        struct eu_error err = {""};
        struct eu_inst inst;
        uint8_t *code;
        size_t size;
        if (!kt_ok(eu_assemble(kiln_target("hsw"), haswell[i].text, &code, &size, &err), "%s: %s",
                   haswell[i].text, err.text))
            continue;
        kt_eq(eu_decode(kiln_target("hsw"), code, size, &inst, &err), size);
        expect(&haswell[i], eu_validate(kiln_target("hsw"), &inst, &err), &err);
        free(code);
    }
}

// What other generations take, or take no more. The rule is NULL where all is well.
static const struct {
    const char *device;
    struct row row;
} generations[] = {
    {"bdw", {NULL, "mov (8|M0) r10.0<1>:df r2.0<4;4,1>:f"}},
    {"bdw", {NULL, "mul (4|M0) r10.0<1>:q r2.0<8;4,2>:d r4.0<8;4,2>:d"}},
    {"bdw", {NULL, "mov (16|M0) r10.0<1>:f r2.0<16;16,1>:hf"}},
    {"bdw", {"message-type", "send (8|M0) r10 r2 0xC 0x0216C000"}},
    {"bdw", {"message-bindless", "send (8|M0) r10 r2 0xC 0x021060FC"}},
    {"skl", {NULL, "send (8|M0) r10 r2 0xC 0x021060FC"}},
    {"skl", {"mixed-simd16", "mov (16|M0) r10.0<1>:f r2.0<16;16,1>:hf"}},
    {"chv", {"qword-stride", "mov (4|M0) r10.0<1>:q r2.0<4;4,1>:d"}},
    {"icl", {"type-64-bit", "mov (4|M0) r10.0<1>:q r2.0<4;4,1>:q"}},
    {"icl", {"type-64-bit", "mov (4|M0) r10.0<2>:d r2.0<4;4,1>:uq"}},
    {"icl", {"type-64-bit", "mad (4|M0) r1.0<1>:df r2.0<2;1>:df r4.0<2;1>:df r6.0<1>:df"}},
    {"icl", {"product-dword", "mul (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<0;1,0>:ud"}},
    {"icl", {"product-dword", "mul (8|M0) r1.0<1>:d r2.0<8;8,1>:d 70000:d"}},
    {"icl", {NULL, "mul (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.1<16;8,2>:uw"}},
    {"skl", {NULL, "mul (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<0;1,0>:ud"}},
    {"icl", {"source-byte", "add (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:b"}},
    {"icl", {NULL, "add (8|M0) r1.0<1>:d r2.0<8;8,1>:b r3.0<8;8,1>:d"}},
    {"icl", {"source-byte", "mad (8|M0) r1.0<1>:w r2.0<8;1>:w r3.0<8;1>:b r4.0<1>:w"}},
    {"icl", {NULL, "mad (16|M0) r1.0<1>:d r3.0<8;1>:d r5.0<0;0>:w 7:w"}},
    {"icl", {NULL, "mad (8|M0) r1.0<1>:f r2.0<8;1>:f acc0.0<8;1>:f r4.1<0>:f"}},
    {"icl", {NULL, "ror (8|M0) r1.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud"}},
    {"icl", {"type-combination", "ror (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d"}},
    {"icl", {NULL, "csel (8|M0) (lt)f1.1 r1.0<1>:d r2.0<8;1>:d r3.0<8;1>:d r4.0<1>:d"}},
    {"skl", {"type-combination", "csel (8|M0) (lt)f1.1 r1.0<1>:d r2.0<4;1>:d r3.0<4;1>:d r4.0<1>:d"}},
    {"tgl", {"type-64-bit", "mov (4|M0) r10.0<1>:q r2.0<4;4,1>:q {@1}"}},
    {"tgl", {"source-byte", "add (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:b {$3.dst}"}},
    {"tgl", {NULL, "dp4a (16|M0) r1.0<1>:d r3.0<8;1>:d r5.0<8;1>:d r7.0<1>:d {@1,$5.dst}"}},
    {"tgl", {NULL, "sync.allwr ($0,$7) {@2}"}},
    {"tgl", {NULL, "send.dc1 (16|M0) r4 r2 null 0x0 0x04205E00 {@1,$3}"}},
    {"tgl", {"send-size", "send.dc1 (32|M0) r4 r2 null 0x0 0x04205E00 {$3}"}},
    {"tgl", {"message-type", "send.dc1 (8|M0) r10 r2 null 0x0 0x021FC000"}},
    {"tgl", {"scoreboard-set", "add (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d {$3}"}},
    {"tgl", {"scoreboard-set", "sync.nop null {$3}"}},
    {"tgl", {NULL, "math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f {@1,$3}"}},
    {"tgl", {NULL, "add (8|M0) r1.0<1>:d r2.0<8;8,1>:d r3.0<8;8,1>:d {@1,$3.dst}"}},
    {"tgl", {"sends-overlap", "send.dc1 (16|M0) null r4 r5 0x80 0x04025E00 {$2}"}},
    {"tgl", {"eot-range", "send.ts (8|M0) null r5 null 0x0 0x02000010 {EOT,@1}"}},
    {"bdw", {"type-combination", "math.inv (8|M0) r10.0<1>:hf r4.0<16;8,2>:hf"}},
    {"bdw", {"type-combination", "math.inv (8|M0) r10.0<2>:hf r4.0<8;8,1>:f"}},
    {"bdw", {NULL, "math.inv (8|M0) r10.0<1>:f r4.0<8;8,1>:f"}},
    {"skl", {NULL, "math.inv (8|M0) r10.0<2>:hf r4.0<16;8,2>:hf"}},
    {"icl", {"ternary-span", "mad (16|M0) r1.0<2>:f r3.0<8;1>:f r5.0<8;1>:f r7.0<1>:f"}},
    {"icl", {"ternary-span", "mad (16|M0) r1.0<1>:f r127.0<8;1>:f r5.0<8;1>:f r7.0<1>:f"}},
    {"icl", {"ternary-span", "mad (16|M0) r1.0<1>:f r3.0<8;1>:f r5.0<8;1>:f r127.0<1>:f"}},
};

static void check_words(const char *device, const char *text, const char *expected)
{
    const struct kiln_target *target = kiln_target(device);
    struct eu_error err = {""};
    struct eu_inst inst;
    uint8_t *code;
    size_t size;
    char words[100];
    if (!kt_ok(eu_assemble(target, text, &code, &size, &err), "%s: %s", text, err.text))
        return;
    eu_decode(target, code, size, &inst, &err);
    eu_msg_describe(target, &inst, words, sizeof(words));
    kt_streq(words, expected);
    free(code);
}

// Descriptors in words; and their fields put in and taken out again.
KT_TEST(messages)
{
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"send (16|M0) r4 r2 0xC 0x04205E03", "untyped surface read, surface 3, 1 components"},
        {"send (8|M0) r4 r2 0xA 0x021C2004", "scratch block read, 4 registers at 4"},
        {"send (8|M0) r4 r2 0x2 0x02427005", "ld, surface 5, sampler 0"},
        {"send (8|M0) r4 r2 0xC 0x04245EFD", "A64 untyped read, 1 components"},
        {"send (8|M0) null r2 0x3 0x02000004", "barrier"},
        {"send (8|M0) r4 r2 0xC 0x021FC000", ""},
    };
    // The addresses and sizes are those that iga64 writes beside them: load.ugm.d32.a64, fence.slm.none.group
    // ...
    static const struct {
        const char *text, *words;
    } later[] = {
        {"send.ugm (16|M0) r4 r2 null:0 0x0 0x08200580", "load of 32 bits, flat"},
        {"send.ugm (1|M0) r4 r2 null:0 0x1000000 0x6210D500",
         "load of 32 bits, 16 of a block, binding table"},
        {"send.tgm (8|M0) r4 r2 null:0 0x3000000 0x6440F502",
         "load of components of 32 bits, 4 components, binding table"},
        {"send.slm (8|M0) null r2 r5:1 0x0 0x04000504", "store of 32 bits, flat"},
        {"send.slm (8|M0) r4 r2 null:0 0x0 0x0410050C", "atomic add of 32 bits, flat"},
        {"send.slm (1|M0) r6 r3 null:0 0x0 0x0210011F", "fence"},
        {"send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT}", "end of thread"},
    };
    for (size_t i = 0; i < sizeof(later) / sizeof(later[0]); i++)
        check_words("dg2", later[i].text, later[i].words);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check_words("skl", rows[i].text, rows[i].words);
    for (unsigned m = 0; m < EU_MSG_COUNT; m++) {
        const enum kiln_isa isa = eu_msgs[m].since > KILN_ISA_GEN9 ? eu_msgs[m].since : KILN_ISA_GEN9;
        kt_eq(eu_msg_find(isa, eu_msgs[m].sfid, eu_msg_desc((enum eu_msg)m)), m);
        kt_eq(eu_msg_numbered(isa, eu_msgs[m].sfid, eu_msgs[m].number), m);
    }
    kt_eq(eu_msg_find(KILN_ISA_GEN8, EU_SFID_DC1, eu_msg_desc(EU_MSG_DC1_UNTYPED_ATOMIC_FLOAT)),
          EU_MSG_COUNT);
    // Numbers of messages and of functions that others had before.
    kt_eq(eu_msg_find(KILN_ISA_XE2, EU_SFID_SAMPLER, eu_msg_desc(EU_MSG_SAMPLER_GATHER4_PO_C)),
          EU_MSG_SAMPLER_SAMPLE_MLOD);
    kt_eq(eu_msg_find(KILN_ISA_GEN125, EU_SFID_THREAD_SPAWNER, 0), EU_MSG_COUNT);
    kt_eq(eu_msg_find(KILN_ISA_GEN12, EU_SFID_UGM, 12), EU_MSG_COUNT);
    kt_eq(eu_msg_find(KILN_ISA_GEN125, EU_SFID_SLM, 12), EU_MSG_LSC_ATOMIC_ADD);
    kt_eq(eu_msg_find(KILN_ISA_GEN75, EU_SFID_DC1, eu_msg_desc(EU_MSG_DC1_A64_ATOMIC)), EU_MSG_COUNT);
    kt_eq(EU_DESC_PUT(MLEN, 3) | EU_DESC_PUT(RLEN, 2) | EU_DESC_PUT(HEADER, 1), 0x06280000);
    kt_eq(EU_DESC_GET(0x06280000, MLEN), 3);
}

KT_TEST(generations)
{
    for (size_t i = 0; i < sizeof(generations) / sizeof(generations[0]); i++) {
        struct eu_error err = {""};
        bool ok = validate_text(kiln_target(generations[i].device), generations[i].row.text, &err);
        expect(&generations[i].row, ok, &err);
    }
}

// What a generation cannot even encode.
KT_TEST(absent)
{
    static const struct {
        const char *device, *text, *why;
    } rows[] = {
        {"bdw", "sends (8|M0) null r2 r4 0x4C 0x04006000", "invalid mnemonic"},
        {"bdw", "mad (8|M0) r1.0<1>:f r2.0<4;1>:f r3.0<4;1>:hf r4.0<1>:f", "ternary-type: sources f and hf"},
        {"bdw", "send (8|M0) r10 r2 0x1000C 0x02106000",
         "send-extended-descriptor: 0x1000c does not fit send"},
        {"tgl", "sends (8|M0) null r2 r4 0x4C 0x04006000", "invalid mnemonic"},
        {"tgl", "send (8|M0) r10 r2 0xC 0x02106000", "expected ."},
        {"tgl", "send.dc1 (8|M0) r10 r2 null 0xC 0x02106000", "the extended descriptor has the target in it"},
        {"tgl", "send.dc1 (8|M0) r[a0.0,16] r2 null 0x0 0x02106000", "send-dst"},
        {"tgl", "madm (8|M0) r5.mme1:f r2.mme0:f r4.nomme:f r6.mme7:f", "invalid mnemonic"},
        {"tgl", "wait n0.0:ud", "invalid mnemonic"},
        {"tgl", "math.fdiv (8|M0) r1:f r2:f r3:f", "unknown math function"},
        {"tgl", "add (8|M0) r1:f r2:f r3:f {NoDDClr}", "invalid instruction option"},
        {"tgl", "add (8|M0) r1:f r2:f r3:f {@8}", "invalid scoreboard"},
        {"tgl", "add (8|M0) r1:f r2:f r3:f {$16}", "invalid scoreboard"},
        {"tgl", "add (8|M0) r1:f r2:f r3:f {@1,$3.src}", "scoreboard: such a token does not go"},
        {"tgl", "math.inv (8|M0) r1:f r2:f {@1,$3.dst}", "scoreboard: such a token does not go"},
        {"tgl", "sync.foo null", "unknown sync function"},
        {"tgl", "mov (8|M0) fc4.0:ud r1:ud", "no such register"},
        {"skl", "add (8|M0) r1:f r2:f r3:f {@1}", "invalid instruction option"},
        {"icl", "dp4a (8|M0) r1:d r2:d r3:d r4:d", "invalid mnemonic"},
        {"icl", "lrp (8|M0) r1.0<1>:f r2.0<8;1>:f r3.0<8;1>:f r4.0<1>:f", "invalid mnemonic"},
        {"icl", "dp4 (8|M0) r1.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f", "invalid mnemonic"},
        {"icl", "mov (8|M0) r1.0<1>.xyz:f r2.0<4>.xxyy:f {Align16}",
         "align16: all of the generation is align1"},
        {"icl", "mad (8|M0) r1.0<1>:f r2.0<8;1>:f r3.0<8;1>:d r4.0<1>:f", "ternary-type: destination f of d"},
        {"icl", "mad (8|M0) r1.1<1>:f r2.0<8;1>:f r3.0<8;1>:f r4.0<1>:f", "ternary-dst: byte 4"},
        {"icl", "mad (8|M0) r1.0<1>:f acc0.0<8;1>:f r3.0<8;1>:f r4.0<1>:f", "ternary-src: source 0"},
        {"icl", "mad (8|M0) r1.0<1>:f r2.0<8;1>:f r3.0<8;1>:f 1.0:f", "ternary-immediate: source 2"},
        {"icl", "mad (8|M0) r1.0<1>:f r2.0<1;1>:f r3.0<8;1>:f r4.0<1>:f", "ternary-region: source 0"},
        {"bdw", "ror (8|M0) r1.0<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud", "invalid mnemonic"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct eu_error err = {""};
        uint8_t *code;
        size_t size;
        bool ok = eu_assemble(kiln_target(rows[i].device), rows[i].text, &code, &size, &err);
        kt_ok(!ok && strstr(err.text, rows[i].why), "%s, %s: %s", rows[i].device, rows[i].text, err.text);
    }
}

// What the assembler does not write, built by hand.
KT_TEST(fields)
{
    struct eu_operand r = {.file = EU_FILE_GRF,
                           .type = EU_TYPE_F,
                           .reg = 2,
                           .vstride = 8,
                           .width = 8,
                           .hstride = 1,
                           .writemask = 15,
                           .swizzle = 0xe4};
    const struct eu_inst mov = {.op = EU_OP_MOV, .exec_size = 8, .dst = r, .src = {r}};
    const struct eu_inst mad = {.op = EU_OP_MAD, .exec_size = 8, .align16 = true, .dst = r, .src = {r, r, r}};
    struct eu_error err = {""};
    struct eu_inst i = mov;
    kt_true(eu_validate(kiln_target("skl"), &i, &err));
    kt_true(eu_validate(kiln_target("skl"), &mad, &err));
#define WRONG(base, change, rule)                                                                            \
    i = base;                                                                                                \
    i.change;                                                                                                \
    kt_ok(!eu_validate(kiln_target("skl"), &i, &err) && !strncmp(err.text, rule ":", strlen(rule) + 1),      \
          "%s: %s", rule, err.text)
    WRONG(mov, exec_size = 3, "execution-size");
    WRONG(mov, chan_offset = 2, "channel-offset");
    WRONG(mov, flag_reg = 2, "flag-register");
    WRONG(mov, pred = EU_PRED_X, "predicate-control");
    WRONG(mov, cmod = 7, "condition");
    WRONG(mov, dst.reg = 128, "register-number");
    WRONG(mov, dst.subreg = 32, "dst-subregister");
    WRONG(mov, dst.subreg = 2, "dst-type-align");
    WRONG(mov, dst.hstride = 3, "dst-stride");
    WRONG(mov, dst.file = EU_FILE_IMM, "dst-file");
    WRONG(mov, dst.type = EU_TYPE_VF, "type");
    WRONG(mov, src[0].width = 3, "src0-region");
    WRONG(mov, src[0].file = EU_FILE_NONE, "src0-file");
    WRONG(mov, src[0].subreg = 2, "source-type-align");
    WRONG(mad, exec_size = 1, "ternary-simd1");
    WRONG(mad, src[2].file = EU_FILE_IMM, "ternary-src");
    WRONG(mad, dst.file = EU_FILE_ARF, "ternary-dst");
    WRONG(mad, src[1].type = EU_TYPE_D, "ternary-type");
    i = mov;
    i.op = EU_OP_ADD;
    i.src[0].file = EU_FILE_IMM;
    i.src[1] = mov.src[0];
    kt_ok(!eu_validate(kiln_target("skl"), &i, &err) && !strncmp(err.text, "imm-source:", 11), "%s",
          err.text);
    i = mov;
    i.op = EU_OP_FBH;
    i.dst.type = i.src[0].type = EU_TYPE_UD;
    kt_true(eu_validate(kiln_target("skl"), &i, &err));
    i.src[0].negate = true;
    kt_ok(!eu_validate(kiln_target("skl"), &i, &err) && !strncmp(err.text, "source-modifier:", 16), "%s",
          err.text);
    i.src[0].negate = false;
    i.saturate = true;
    kt_ok(!eu_validate(kiln_target("skl"), &i, &err) && !strncmp(err.text, "saturate:", 9), "%s", err.text);
    i.saturate = false;
    i.cmod = EU_CMOD_Z;
    kt_ok(!eu_validate(kiln_target("skl"), &i, &err) && !strncmp(err.text, "condition-modifier:", 19), "%s",
          err.text);
    const struct eu_inst endif = {.op = EU_OP_ENDIF, .exec_size = 8, .pred = EU_PRED_NORMAL};
    kt_ok(!eu_validate(kiln_target("skl"), &endif, &err) && !strncmp(err.text, "predicate:", 10), "%s",
          err.text);
}

#define EOT "send (8|M0) null r127 0x27 0x02000010 {EOT}\n"

static const struct row kernels[] = {
    {NULL, EOT},
    {NULL, EOT "illegal\nillegal\n"},
    {"end-of-thread", "mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f\n"},
    {"end-of-thread", EOT "mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f\n"},
    {"dst-span", "mov (16|M0) r1.0<2>:f r2.0<8;8,1>:f\n" EOT},
    {"branch-range", "(W) jmpi -32\n" EOT},
    {"branch-range", "(W) jmpi 64\n" EOT},
    {"branch-target", "(W) jmpi 24\n" EOT},
    {NULL, "(W) jmpi 16\n" EOT},
    {"endif-nesting", "endif (8|M0) L\nL:\n" EOT},
    {"else-nesting", "else (8|M0) L L\nL:\n" EOT},
    {"if-nesting", "(f0.0) if (8|M0) L L\nL:\n" EOT},
    {NULL, "(f0.0) if (8|M0) L L\nL:\nendif (8|M0) M\nM:\n" EOT},
    {"dependency-hint", "mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f {NoDDChk}\n" EOT},
    {"dependency-hint", "mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f {NoDDClr}\n" EOT},
    {"dependency-hint", "mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f {NoDDClr}\n(W) jmpi 16\n" EOT},
    {NULL,
     "mov (4|M0) r1.0<1>:f r2.0<4;4,1>:f {NoDDClr}\nmov (4|M0) r1.4<1>:f r2.4<4;4,1>:f {NoDDChk}\n" EOT},
};

KT_TEST(whole_kernels)
{
    for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++) {
        struct eu_error err = {""};
        uint8_t *code;
        size_t size;
        if (!kt_ok(eu_assemble(kiln_target("skl"), kernels[i].text, &code, &size, &err), "%s: %s",
                   kernels[i].text, err.text))
            continue;
        expect(&kernels[i], eu_validate_kernel(kiln_target("skl"), code, size, &err), &err);
        free(code);
    }
}

KT_TEST(other_compilers)
{
    static const char *const names[] = {"ocl_saxpy",
                                        "ocl_red",
                                        "ocl_br",
                                        "ocl_img",
                                        "ocl_lng",
                                        "ocl_chr",
                                        "ocl_prv",
                                        "ocl_hlf",
                                        "anv_algo_big_registers",
                                        "anv_algo_mandelbrot",
                                        "anv_algo_reduce",
                                        "anv_algo_scan",
                                        "anv_fe_atomic_signed",
                                        "anv_fe_divergent_tree",
                                        "bdw_saxpy",
                                        "bdw_red",
                                        "bdw_br",
                                        "bdw_img",
                                        "bdw_lng",
                                        "bdw_chr",
                                        "bdw_prv",
                                        "bdw_hlf",
                                        "bdw_mth",
                                        "bdw_dbl",
                                        "icl_saxpy",
                                        "icl_red",
                                        "icl_br",
                                        "icl_img",
                                        "icl_lng",
                                        "icl_chr",
                                        "icl_prv",
                                        "icl_hlf",
                                        "icl_mth",
                                        "tgl_saxpy",
                                        "tgl_red",
                                        "tgl_br",
                                        "tgl_img",
                                        "tgl_lng",
                                        "tgl_chr",
                                        "tgl_prv",
                                        "tgl_hlf",
                                        "tgl_mth",
                                        "dg2_saxpy",
                                        "dg2_red",
                                        "dg2_br",
                                        "dg2_img",
                                        "dg2_lng",
                                        "dg2_chr",
                                        "dg2_prv",
                                        "dg2_hlf",
                                        "dg2_mth",
                                        "dg2_dpas",
                                        "dg2_anv_algo_big_registers",
                                        "dg2_anv_algo_mandelbrot",
                                        "dg2_anv_algo_reduce",
                                        "dg2_anv_algo_scan",
                                        "dg2_anv_fe_atomic_signed",
                                        "dg2_anv_fe_divergent_tree"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char path[512];
        static uint8_t code[1 << 16];
        struct eu_error err = {""};
        const struct kiln_target *target = kiln_target(!strncmp(names[i], "bdw", 3)   ? "bdw"
                                                       : !strncmp(names[i], "icl", 3) ? "icl"
                                                       : !strncmp(names[i], "tgl", 3) ? "tgl"
                                                       : !strncmp(names[i], "dg2", 3) ? "dg2"
                                                                                      : "skl");
        snprintf(path, sizeof(path), "%s/%s.bin", ISA_DATA, names[i]);
        FILE *f = fopen(path, "rb");
        size_t size = f ? fread(code, 1, sizeof(code), f) : 0;
        if (f)
            fclose(f);
        kt_ok(size && eu_validate_kernel(target, code, size, &err), "%s: %s", names[i], err.text);
    }
}

KT_MAIN()
