// What the EUs and the data ports of Gen7.5 do that later ones do not.
#include "eu_bench.h"
#include "sim/eu/send.h"

#define EOT "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null:uw r127 0x27 0x02000010 {EOT}\n"

static struct bench *bench(void)
{
    rig_device = "hsw";
    struct bench *b = bench_new();
    for (unsigned r = 10; r < 14; r++)
        for (unsigned i = 0; i < 8; i++)
            set32(b, r, i, (uint32_t)rnd());
    return b;
}

static uint32_t start(const struct bench *b, unsigned reg, unsigned i)
{
    uint32_t v;
    memcpy(&v, b->grf + reg * 32 + 4 * i, 4);
    return v;
}

// Of two dwords mul takes the low word of the second; mach adds what the high one makes.
KT_TEST(products)
{
    struct bench *b = bench();
    if (bench_run(b, "mul (8|M0) r20.0<1>:ud r10.0<8;8,1>:ud r11.0<8;8,1>:ud\n"
                     "mul (8|M0) r21.0<1>:d r10.0<8;8,1>:d r11.3<0;1,0>:d\n"
                     "mul (8|M0) r22.0<1>:d r10.0<8;8,1>:d 0x12345:d\n"
                     "mul (8|M0) acc0.0<1>:d r10.0<8;8,1>:d r11.0<8;8,1>:d\n"
                     "mach (8|M0) r23.0<1>:d r10.0<8;8,1>:d r11.0<8;8,1>:d {AccWrEn}\n"
                     "mov (8|M0) r24.0<1>:d acc0.0<8;8,1>:d\n"
                     "mul (8|M0) acc0.0<1>:ud r10.0<8;8,1>:ud r11.0<8;8,1>:ud\n"
                     "mach (8|M0) r25.0<1>:ud r10.0<8;8,1>:ud r11.0<8;8,1>:ud {AccWrEn}\n"
                     "mul (8|M0) r26.0<1>:f r12.0<8;8,1>:f r13.0<8;8,1>:f\n"))
        for (unsigned i = 0; i < 8; i++) {
            uint32_t x = start(b, 10, i), y = start(b, 11, i);
            int64_t whole = (int64_t)(int32_t)x * (int32_t)y;
            kt_eq(get32(b, 20, i), x * (y & 0xffff));
            kt_eq(get32(b, 21, i), x * (start(b, 11, 3) & 0xffff));
            kt_eq(get32(b, 22, i), x * 0x2345);
            kt_eq(get32(b, 23, i), (uint32_t)(whole >> 32));
            kt_eq(get32(b, 24, i), (uint32_t)whole);
            kt_eq(get32(b, 25, i), (uint32_t)((uint64_t)x * y >> 32));
        }
    bench_free(b);
}

// A source of a logic instruction may be negated as a number, or absolute.
KT_TEST(logic)
{
    struct bench *b = bench();
    if (bench_run(b, "xor (8|M0) r20.0<1>:d (abs)r10.0<8;8,1>:d (abs)r11.0<8;8,1>:d\n"
                     "and (8|M0) r21.0<1>:d ~r10.0<8;8,1>:d r11.0<8;8,1>:d\n"
                     "not (8|M0) r22.0<1>:d r10.0<8;8,1>:d\n"))
        for (unsigned i = 0; i < 8; i++) {
            int32_t x = (int32_t)start(b, 10, i), y = (int32_t)start(b, 11, i);
            kt_eq(get32(b, 20, i), (uint32_t)((x < 0 ? -x : x) ^ (y < 0 ? -y : y)));
            kt_eq(get32(b, 21, i), (uint32_t)(-x & y));
            kt_eq(get32(b, 22, i), (uint32_t)~x);
        }
    bench_free(b);
}

KT_TEST(halves)
{
    struct bench *b = bench();
    static const float f[8] = {1, -2.5f, 65504, 1e6f, 0.1f, -0.0f, 6e-8f, INFINITY};
    static const uint16_t h[8] = {0x3c00, 0xc100, 0x7bff, 0x7c00, 0x2e66, 0x8000, 1, 0x7c00};
    memcpy(b->grf + 10 * 32, f, 32);
    if (bench_run(b, "mov (8|M0) r20.0<1>:ud 0xabcdabcd:ud\n"
                     "f32to16 (8|M0) r20.0<2>:w r10.0<8;8,1>:f\n"
                     "f16to32 (8|M0) r21.0<1>:f r20.0<16;8,2>:w\n"))
        for (unsigned i = 0; i < 8; i++) {
            kt_eq(get32(b, 20, i), 0xabcd0000 | h[i]);
            kt_ok(i == 3 || i == 4 || i == 6 || get32(b, 21, i) == start(b, 10, i), "%g", (double)f[i]);
        }
    bench_free(b);
}

// Branches count in 8 bytes, and else has one target.
KT_TEST(branches)
{
    struct bench *b = bench();
    for (unsigned i = 0; i < 8; i++)
        set32(b, 10, i, i);
    if (bench_run(b, "cmp (8|M0) (lt)f0.0 null:d r10.0<8;8,1>:d 3:d {Switch}\n"
                     "(f0.0) if (8|M0) ELSE END\n"
                     "mov (8|M0) r20.0<1>:d 1:d\n"
                     "ELSE_:\n"
                     "else (8|M0) END\n"
                     "ELSE:\n"
                     "mov (8|M0) r20.0<1>:d 2:d\n"
                     "END:\n"
                     "endif (8|M0) AFTER\n"
                     "AFTER:\n"
                     "mov (8|M0) r21.0<1>:d 0:d\n"
                     "LOOP:\n"
                     "add (8|M0) r21.0<1>:d r21.0<8;8,1>:d 1:d\n"
                     "cmp (8|M0) (lt)f0.0 null:d r21.0<8;8,1>:d r10.0<8;8,1>:d {Switch}\n"
                     "(f0.0) while (8|M0) LOOP\n"))
        for (unsigned i = 0; i < 8; i++) {
            kt_eq(get32(b, 20, i), i < 3 ? 1 : 2);
            kt_eq(get32(b, 21, i), i ? i : 1);
        }
    bench_free(b);
}

// Slices of an array are as far apart as all levels need, or as the first one; a volume's lie by level.
KT_TEST(surfaces)
{
    const struct kiln_target *hsw = kiln_target("hsw");
    struct gen_RENDER_SURFACE_STATE_GEN75 s = {.surface_type = GEN_SURFTYPE_2D,
                                               .surface_format = GEN_FORMAT_R32_UINT,
                                               .surface_array = true,
                                               .surface_vertical_alignment = 1, // of four rows
                                               .width = 19,
                                               .height = 9,
                                               .depth = 2,
                                               .surface_pitch = 127,
                                               .surface_base_address = 0x12340};
    uint32_t dw[gen_RENDER_SURFACE_STATE_LENGTH] = {0};
    struct sim_surface a = {0};
    gen_RENDER_SURFACE_STATE_GEN75_pack(dw, &s);
    sim_surface_unpack(&a, dw, hsw);
    kt_eq(a.base, 0x12340);
    kt_eq(a.width, 20);
    kt_eq(sim_surface_offset(&a, 0, 3, 1, 0), 128 + 12);
    kt_eq(sim_surface_offset(&a, 0, 0, 0, 1), 128 * (12 + 8 + 12 * 4));
    s.surface_array_spacing = 1;
    gen_RENDER_SURFACE_STATE_GEN75_pack(dw, &s);
    sim_surface_unpack(&a, dw, hsw);
    kt_eq(sim_surface_offset(&a, 0, 0, 0, 2), 128 * 24);
    s.y_offset = 9; // twice as many rows
    s.x_offset = 2;
    s.tiled_surface = true;
    gen_RENDER_SURFACE_STATE_GEN75_pack(dw, &s);
    sim_surface_unpack(&a, dw, hsw);
    kt_eq(a.origin_y, 18);
    kt_eq(a.origin_x, 8);
    kt_eq(a.state.tile_mode, GEN_TILE_MODE_XMAJOR);
    s.tile_walk = 1;
    gen_RENDER_SURFACE_STATE_GEN75_pack(dw, &s);
    sim_surface_unpack(&a, dw, hsw);
    kt_eq(a.state.tile_mode, GEN_TILE_MODE_YMAJOR);
    s = (struct gen_RENDER_SURFACE_STATE_GEN75){.surface_type = GEN_SURFTYPE_BUFFER,
                                                .surface_format = GEN_FORMAT_RAW,
                                                .width = 0x7f,
                                                .height = 1,
                                                .depth = 0};
    gen_RENDER_SURFACE_STATE_GEN75_pack(dw, &s);
    sim_surface_unpack(&a, dw, hsw);
    kt_eq(a.size, 256);
}

// A scratch message counts its registers: one, two or four.
KT_TEST(scratch)
{
    static const unsigned regs[4] = {1, 2, 0, 4};
    for (unsigned size = 0; size < 4; size++) {
        struct eu_inst in = {.op = EU_OP_SEND, .sfid = EU_SFID_DC0, .exec_size = 8};
        struct sim_send s, later;
        in.desc = 1u << 25 | 4u << 20 | 1 << 19 | 1 << 18 | size << 12 | 3; // at register 3
        in.dst = (struct eu_operand){.file = EU_FILE_GRF, .reg = 20};
        in.src[0] = (struct eu_operand){.file = EU_FILE_GRF, .reg = 1};
        sim_send_decode(&s, kiln_target("hsw"), &in);
        sim_send_decode(&later, kiln_target("bdw"), &in);
        kt_eq(later.block, 32u << size);
        kt_ok(regs[size] ? s.kind == SIM_SEND_SCRATCH && s.block == 32 * regs[size] && s.offset == 96
                         : s.kind == SIM_SEND_ILLEGAL,
              "size %u", size);
    }
}

KT_MAIN()
