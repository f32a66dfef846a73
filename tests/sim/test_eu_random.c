// Random instructions on the fast paths and on the general code: both must leave the same register file. Also
// the register regions of the general code against the PRM's address rule, computed here.
#include "eu_bench.h"

enum { COUNT = 6000 };

static unsigned below(unsigned n)
{
    return rnd() % n;
}

static uint32_t random_float(void)
{
    static const uint32_t special[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                       0xff800000, 0x7fc00000, 1,          0x007fffff, 0x00800000,
                                       0x7f7fffff, 0x4f000000, 0xcf000000, 0x4f800000, 0x3effffff};
    unsigned k = below(4);
    if (k == 0)
        return special[below(sizeof(special) / 4)];
    return k == 1 ? rnd() : (rnd() & 0x807fffff) | (110 + below(40)) << 23;
}

static uint32_t random_int(void)
{
    static const uint32_t special[] = {0,          1,          31,     32,     0x7fffffff,
                                       0x80000000, 0xffffffff, 0xffff, 0x8000, 0x7f};
    return below(2) ? special[below(sizeof(special) / 4)] : rnd();
}

static void random_source(struct eu_operand *o, const struct eu_inst *in, enum eu_type type, unsigned base,
                          bool last, bool logic)
{
    *o = (struct eu_operand){.file = EU_FILE_GRF, .type = type, .special_acc = 8};
    unsigned size = eu_type_size(type);
    if (last && below(4) == 0 && size <= 4 && size > 1) {
        o->file = EU_FILE_IMM;
        uint32_t v = type == EU_TYPE_F ? random_float() : random_int();
        if (size == 2)
            v = (v & 0xffff) * 0x10001u;
        o->imm = v;
        return;
    }
    o->reg = (uint8_t)(base + below(8));
    switch (below(4)) {
    case 0: // one element
        o->vstride = 0, o->width = 1, o->hstride = 0;
        o->subreg = (uint8_t)(below(32 / size) * size);
        break;
    case 1: // two rows far apart, or a stride
        if (in->exec_size >= 8 && size <= 2) {
            o->vstride = 16, o->width = 8, o->hstride = 2;
            break;
        } // fallthrough
    default:
        o->width = in->exec_size < 8 ? in->exec_size : 8;
        o->vstride = o->width;
        o->hstride = 1;
        if (o->width == 1)
            o->vstride = 0, o->hstride = 0;
    }
    o->negate = below(5) == 0;
    o->abs = below(7) == 0 && !logic;
}

static enum eu_type random_int_type(void)
{
    static const enum eu_type t[] = {EU_TYPE_D, EU_TYPE_UD, EU_TYPE_D,  EU_TYPE_UD,
                                     EU_TYPE_W, EU_TYPE_UW, EU_TYPE_UB, EU_TYPE_B};
    return t[below(8)];
}

static bool random_inst(struct eu_inst *in)
{
    static const enum eu_op ops[] = {EU_OP_MOV,   EU_OP_MOV, EU_OP_ADD, EU_OP_MUL,  EU_OP_AND,  EU_OP_OR,
                                     EU_OP_XOR,   EU_OP_NOT, EU_OP_SHL, EU_OP_SHR,  EU_OP_ASR,  EU_OP_CMP,
                                     EU_OP_CMP,   EU_OP_SEL, EU_OP_SEL, EU_OP_RNDD, EU_OP_RNDE, EU_OP_RNDU,
                                     EU_OP_RNDZ,  EU_OP_FRC, EU_OP_LZD, EU_OP_FBH,  EU_OP_FBL,  EU_OP_CBIT,
                                     EU_OP_BFREV, EU_OP_MATH};
    memset(in, 0, sizeof(*in));
    in->op = ops[below(sizeof(ops) / sizeof(*ops))];
    in->exec_size = (uint8_t)(1u << below(5));
    in->chan_offset = in->exec_size == 8 && below(2) ? 8 : 0;
    in->nomask = below(3) == 0;
    bool logic = in->op == EU_OP_AND || in->op == EU_OP_OR || in->op == EU_OP_XOR || in->op == EU_OP_NOT;
    bool shift = in->op == EU_OP_SHL || in->op == EU_OP_SHR || in->op == EU_OP_ASR;
    bool bits = in->op == EU_OP_LZD || in->op == EU_OP_FBH || in->op == EU_OP_FBL || in->op == EU_OP_CBIT ||
                in->op == EU_OP_BFREV;
    bool rounding = in->op >= EU_OP_FRC && in->op <= EU_OP_RNDZ;
    bool is_float = rounding || in->op == EU_OP_MATH || (!logic && !shift && !bits && below(2));
    enum eu_type dt = is_float ? EU_TYPE_F : below(4) ? (below(2) ? EU_TYPE_D : EU_TYPE_UD) : EU_TYPE_UW;
    if (in->op == EU_OP_MOV && below(2))
        dt = is_float ? (below(2) ? EU_TYPE_D : EU_TYPE_UD) : EU_TYPE_F;
    if (in->op == EU_OP_MATH)
        in->math = (enum eu_math[]){EU_MATH_INV,  EU_MATH_SQRT, EU_MATH_RSQ,
                                    EU_MATH_FDIV, EU_MATH_SIN,  EU_MATH_EXP}[below(6)];
    unsigned srcs = in->op == EU_OP_MATH ? (in->math == EU_MATH_FDIV ? 2 : 1) : eu_op_num_srcs(in->op);
    for (unsigned k = 0; k < srcs; k++) {
        enum eu_type t = is_float ? EU_TYPE_F
                         : bits   ? (below(2) ? EU_TYPE_D : EU_TYPE_UD)
                                  : random_int_type();
        random_source(&in->src[k], in, t, 10 + 20 * k, k + 1 == srcs && in->op != EU_OP_MATH, logic);
        if (bits)
            in->src[k].negate = in->src[k].abs = false;
    }
    in->dst = (struct eu_operand){
        .file = EU_FILE_GRF, .type = dt, .reg = (uint8_t)(70 + below(8)), .hstride = 1, .special_acc = 8};
    if (eu_type_size(dt) == 2)
        in->dst.hstride = 2;
    if (in->exec_size == 1 && eu_type_size(dt) == 4)
        in->dst.subreg = (uint8_t)(below(8) * 4);
    in->flag_reg = (uint8_t)below(2);
    in->flag_subreg = in->exec_size <= 16 ? (uint8_t)below(2) : 0;
    if (below(2) && in->op != EU_OP_SEL) {
        in->pred = below(4) ? EU_PRED_NORMAL : below(2) ? EU_PRED_ANY4H : EU_PRED_ALL2H;
        in->pred_inv = below(2);
    }
    if (in->op == EU_OP_CMP)
        in->cmod = (enum eu_cmod)(1 + below(6));
    else if (in->op == EU_OP_SEL && below(2))
        in->cmod = below(2) ? EU_CMOD_L : EU_CMOD_GE;
    else if (in->op == EU_OP_SEL)
        in->pred = EU_PRED_NORMAL, in->pred_inv = below(2);
    else if (!bits && in->op != EU_OP_MATH && below(4) == 0)
        in->cmod = (enum eu_cmod)(1 + below(6));
    in->saturate = below(5) == 0 && !logic && !bits && in->op != EU_OP_CMP && in->op != EU_OP_MATH;
    return true;
}

static void random_registers(struct bench *b)
{
    for (unsigned i = 0; i < 1024; i++) {
        uint32_t v = below(2) ? random_float() : random_int();
        memcpy(b->grf + 4 * i, &v, 4);
    }
}

// End of thread, encoded once.
static const uint8_t *eot(void)
{
    static uint8_t *code;
    size_t size;
    struct eu_error err;
    if (!code)
        eu_assemble(EU_GEN9, "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n", &code, &size, &err);
    return code;
}

static void random_runs(uint32_t cr0)
{
    struct bench *b = bench_new();
    static uint8_t first[SIM_RF_SIZE];
    unsigned bad = 0;
    b->cr0 = cr0;
    for (unsigned n = 0; n < COUNT && bad < 10; n++) {
        struct eu_inst in, set = {.op = EU_OP_NOP, .exec_size = 1};
        struct eu_error err;
        uint8_t code[48];
        random_inst(&in);
        if (!eu_encode(EU_GEN9, &in, code + 16, &err))
            continue;
        // Random flags first, by moves of r126.
        uint8_t *flags;
        size_t size;
        (void)set;
        static uint8_t *prefix;
        static size_t prefix_size;
        if (!prefix) {
            if (!eu_assemble(EU_GEN9, "(W) mov (2|M0) f0.0<1>:ud r126.0<2;2,1>:ud\n", &flags, &size, &err)) {
                kt_ok(false, "%s", err.text);
                break;
            }
            prefix = flags;
            prefix_size = size;
        }
        uint8_t whole[64];
        memcpy(whole, prefix, prefix_size);
        memcpy(whole + prefix_size, code + 16, 16);
        memcpy(whole + prefix_size + 16, eot(), 16);
        random_registers(b);
        b->mask = below(3) ? 0xffffffff : rnd();
        char text[256];
        eu_print(EU_GEN9, &in, 0, text, sizeof(text));
        if (!kt_ok(bench_once(b, whole, prefix_size + 32, false), "%s: %s", text, b->rig.fault.text))
            break;
        memcpy(first, b->t.rf, SIM_RF_SINK);
        bench_once(b, whole, prefix_size + 32, true);
        for (unsigned i = 0; i < SIM_RF_SINK; i += 4) {
            uint32_t x, y;
            memcpy(&x, first + i, 4);
            memcpy(&y, b->t.rf + i, 4);
            bool nans = (x & 0x7fffffff) > 0x7f800000 && (y & 0x7fffffff) > 0x7f800000;
            if (x != y && !nans) {
                kt_ok(false, "r%u.%u is %08x on the fast path, %08x in general: %s", i / 32, i / 4 % 8, x, y,
                      text);
                bad++;
                break;
            }
        }
    }
    bench_free(b);
}

KT_TEST(fast_paths_agree_with_general_code)
{
    random_runs(SIM_CR0_F_DENORM | SIM_CR0_DF_DENORM | SIM_CR0_HF_DENORM);
}

KT_TEST(fast_paths_agree_when_flushing)
{
    random_runs(0);
}

KT_TEST(fast_paths_agree_when_rounding_up)
{
    random_runs(SIM_CR0_F_DENORM | 1 << SIM_CR0_ROUND_SHIFT);
}

// ---- regions
// -------------------------------------------------------------------------------------------------

KT_TEST(source_regions)
{
    static const struct {
        unsigned v, w, h;
    } regions[] = {{8, 8, 1}, {0, 1, 0}, {4, 4, 1}, {2, 1, 0}, {1, 1, 0}, {8, 4, 2}, {16, 8, 2}, {0, 4, 1},
                   {1, 4, 0}, {2, 2, 1}, {4, 2, 2}, {8, 2, 4}, {0, 2, 1}, {0, 8, 1}, {4, 1, 0}};
    static const char *const types[] = {"ub", "uw", "ud"};
    struct bench *b = bench_new();
    for (unsigned i = 0; i < sizeof(b->grf); i++)
        b->grf[i] = (uint8_t)(i * 7 + (i >> 8));
    for (unsigned r = 0; r < sizeof(regions) / sizeof(*regions); r++)
        for (unsigned ty = 0; ty < 3; ty++)
            for (unsigned n = 4; n <= 16; n *= 2) {
                unsigned size = 1u << ty, w = regions[r].w, sub = (r * 3) % (8 >> ty);
                if (w > n || ((n / w - 1) * regions[r].v + (w - 1) * regions[r].h + sub + 1) * size > 64)
                    continue;
                char text[256];
                snprintf(text, sizeof(text), "mov (%u|M0) r70.0<1>:ud r10.%u<%u;%u,%u>:%s", n, sub,
                         regions[r].v, w, regions[r].h, types[ty]);
                if (!bench_run(b, text))
                    continue;
                for (unsigned i = 0; i < n; i++) {
                    unsigned at = 320 + (sub + i / w * regions[r].v + i % w * regions[r].h) * size;
                    uint32_t want = 0;
                    memcpy(&want, b->grf + at, size);
                    if (get32(b, 70, i) != want) {
                        kt_ok(false, "channel %u is %08x, not %08x: %s", i, get32(b, 70, i), want, text);
                        break;
                    }
                }
            }
    bench_free(b);
}

KT_TEST(indirect_regions)
{
    struct bench *b = bench_new();
    for (unsigned i = 0; i < 1024; i++)
        set32(b, i / 8, i % 8, i * 3);
    for (unsigned i = 0; i < 8; i++) { // byte addresses of dwords, one a channel
        uint16_t a = (uint16_t)((10 + i * 5) * 32 + i * 4);
        memcpy(b->grf + 120 * 32 + 2 * i, &a, 2);
    }
    if (bench_run(b, "(W) mov (8|M0) a0.0<1>:uw r120.0<8;8,1>:uw\n"
                     "mov (8|M0) r70.0<1>:ud r[a0.0, 0]<1,0>:ud\n"
                     "mov (8|M0) r71.0<1>:ud r[a0.2, 32]<8;8,1>:ud\n"
                     "mov (8|M0) r[a0.1, 0]<1>:ud 0x77:ud\n"))
        for (unsigned i = 0; i < 8; i++) {
            kt_eq(get32(b, 70, i), ((10 + i * 5) * 8 + i) * 3);
            kt_eq(get32(b, 71, i), (20 * 8 + 2 + 8 + i) * 3);
            kt_eq(get32(b, 15 + (1 + i) / 8, (1 + i) % 8), 0x77);
        }
    bench_free(b);
}

KT_MAIN()
