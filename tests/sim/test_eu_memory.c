// Data port messages, the gateway, dispatch and faults. Descriptors are written from PRM KBL vol2d.
#include <math.h>
#include <time.h>

#include "util/math.h"

#include "eu_rig.h"
#include "eu_pool.h"

#define EOT "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n"
// r2, r3: 4 * channel for 16 channels
#define OFFSETS                                                                                              \
    "mov (8|M0) r2.0<1>:uw 0x76543210:v\n"                                                                   \
    "add (8|M0) r2.8<1>:uw r2.0<8;8,1>:uw 8:uw\n"                                                            \
    "shl (16|M0) r4.0<1>:ud r2.0<8;8,1>:uw 2:uw\n"

static struct rig *rig_new(unsigned simd)
{
    struct rig *r = calloc(1, sizeof(*r));
    rig_init(r);
    rig_shape(r, simd, 1, 0, 1);
    return r;
}

static void rig_free(struct rig *r)
{
    rig_finish(r);
    free(r);
}

// Untyped read and write with one and with four dwords, out of bounds at the end.
KT_TEST(untyped_read_write)
{
    struct rig *r = rig_new(16);
    uint32_t *in = rig_data(r, 0), *out = rig_data(r, 0x1000);
    for (unsigned i = 0; i < 64; i++)
        in[i] = 1000 + i, out[i] = 7;
    rig_surface(r, 0, 48); // 12 dwords
    rig_surface(r, 0x1000, 40);
    // DC1 untyped read x: type 1, SIMD16, mask 0xe; write x: type 9
    if (rig_run(r, OFFSETS "send (16|M0) r10:w r4 0xC 0x04205E00\n"
                           "sends (16|M0) null:w r4 r10 0x8C 0x04025E01\n" EOT)) {
        for (unsigned i = 0; i < 16; i++)
            kt_eq(out[i], i < 10 ? 1000 + i : 7);
        kt_eq(r->stats.send_messages, 3);
    }
    // The two channels beyond the read surface got zeros.
    r->m.idd.binding_table_pointer = 0;
    rig_surface(r, 0x1000, 64);
    if (rig_run(r, OFFSETS "send (16|M0) r10:w r4 0xC 0x04205E00\n"
                           "sends (16|M0) null:w r4 r10 0x8C 0x04025E02\n" EOT))
        for (unsigned i = 0; i < 16; i++)
            kt_eq(out[i], i < 12 ? 1000 + i : 0);
    rig_free(r);
}

// A base that is not aligned to dwords: words lie at the aligned one, so that none straddles two pages.
KT_TEST(misaligned_base)
{
    struct rig *r = rig_new(16);
    uint32_t *in = rig_data(r, 0xffc), *out = rig_data(r, 0x2ffc);
    for (unsigned i = 0; i < 16; i++)
        in[i] = 1000 + i;
    rig_surface(r, 0xfff, 64);
    rig_surface(r, 0x2ffe, 40);
    // Read, write, add 5 with the old value back to r10.
    if (rig_run(r, OFFSETS "send (16|M0) r10:w r4 0xC 0x04205E00\n"
                           "sends (16|M0) null:w r4 r10 0x8C 0x04025E01\n"
                           "mov (16|M0) r12.0<1>:ud 5:ud\n"
                           "sends (16|M0) null:w r4 r12 0x8C 0x04008701\n" EOT))
        for (unsigned i = 0; i < 16; i++)
            kt_eq(out[i], i < 10 ? 1005 + i : 0);
    rig_free(r);
}

KT_TEST(untyped_four_dwords)
{
    struct rig *r = rig_new(8);
    uint32_t *in = rig_data(r, 0), *out = rig_data(r, 0x1000);
    for (unsigned i = 0; i < 64; i++)
        in[i] = i * i;
    rig_surface(r, 0, 4096);
    rig_surface(r, 0x1000, 4096);
    // SIMD8, all four channels: response and payload of four registers
    if (rig_run(r, OFFSETS "shl (8|M0) r4.0<1>:ud r4.0<8;8,1>:ud 2:uw\n"
                           "send (8|M0) r10:w r4 0xC 0x02406000\n"
                           "sends (8|M0) null:w r4 r10 0x10C 0x02026001\n" EOT))
        for (unsigned i = 0; i < 32; i++)
            kt_eq(out[i], i * i);
    rig_free(r);
}

KT_TEST(disabled_channels_do_nothing)
{
    struct rig *r = rig_new(16);
    uint32_t *out = rig_data(r, 0x1000);
    rig_surface(r, 0x1000, 4096);
    rig_shape(r, 16, 1, 11, 1); // right mask: 11 channels
    if (rig_run(r, OFFSETS "mov (16|M0) r10.0<1>:ud 5:ud\n"
                           "cmp (16|M0) (gt)f0.0 null<1>:ud r4.0<8;8,1>:ud 12:ud\n"
                           "(f0.0) sends (16|M0) null:w r4 r10 0x8C 0x04025E00\n" EOT))
        for (unsigned i = 0; i < 16; i++)
            kt_eq(out[i], i > 3 && i < 11 ? 5 : 0);
    rig_free(r);
}

KT_TEST(a64_scattered_and_untyped)
{
    struct rig *r = rig_new(8);
    uint32_t *in = rig_data(r, 0), *out = rig_data(r, 0x1000);
    for (unsigned i = 0; i < 64; i++)
        in[i] = 0x01010101 * i + 0x00020304;
    // Addresses r20..r21: base + 4 * channel. A64 scattered dword read: type 16, subtype 1, SIMD8.
    char text[2048];
    snprintf(text, sizeof(text),
             OFFSETS "(W) mov (1|M0) r8.0<1>:uq 0x%llx:uq\n(W) mov (1|M0) r8.1<1>:uq 0x%llx:uq\n"
                     "add (8|M0) r20.0<1>:uq r8.0<0;1,0>:uq r4.0<8;8,1>:ud\n"
                     "add (8|M0) r22.0<1>:uq r8.1<0;1,0>:uq r4.0<8;8,1>:ud\n"
                     "send (8|M0) r10:w r20 0xC 0x041401FF\n" // type 16, subtype 1: dword scattered read
                     "sends (8|M0) null:w r22 r10 0x4C 0x040681FF\n" // dword scattered write
                     "send (8|M0) r11:w r20 0xC 0x041400FF\n"        // byte scattered read, one byte
                     "add (8|M0) r22.0<1>:uq r22.0<4;4,1>:uq 64:ud\n"
                     "sends (8|M0) null:w r22 r11 0x4C 0x04066EFF\n" // untyped write x, SIMD8: type 25
             EOT,
             (unsigned long long)rig_address(0), (unsigned long long)rig_address(0x1000));
    if (rig_run(r, text))
        for (unsigned i = 0; i < 8; i++) {
            kt_eq(out[i], in[i]);
            kt_eq(out[16 + i], in[i] & 0xff);
        }
    rig_free(r);
}

// Eight bytes a channel, at any address: type 16, bytes, eight of them, SIMD8. After Gen8 four are the most.
KT_TEST(a64_byte_octets)
{
    static const struct {
        const char *chip;
        bool can;
    } cases[] = {{"bdw", true}, {"chv", true}, {"skl", false}, {"kbl", false}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        struct rig *r = rig_new(8);
        uint8_t *in = rig_data(r, 0), *out = rig_data(r, 0x1000);
        r->w.devinfo = kiln_devinfo_from_name(cases[k].chip);
        rig_shape(r, 8, 1, 0, 1);
        for (unsigned i = 0; i < 128; i++)
            in[i] = (uint8_t)(3 * i + 1);
        char text[2048];
        // No `sends` before Gen9: the payload of the write is one piece, r24 to r27.
        snprintf(
            text, sizeof(text),
            // Addresses by their halves, as low-power chips want them.
            "mov (8|M0) r4.0<1>:uw 0x76543210:v\nmul (8|M0) r4.0<1>:ud r4.0<8;8,1>:uw 9:uw\n"
            "add (8|M0) r5.0<1>:ud r4.0<8;8,1>:ud 0x%x:ud\nadd (8|M0) r6.0<1>:ud r4.0<8;8,1>:ud 0x%x:ud\n"
            "mov (8|M0) r20.0<2>:ud r5.0<8;8,1>:ud\nmov (8|M0) r20.1<2>:ud 0x%x:ud\n"
            "mov (8|M0) r24.0<2>:ud r6.0<8;8,1>:ud\nmov (8|M0) r24.1<2>:ud 0x%x:ud\n"
            "send (8|M0) r26:w r20 0xC 0x04240CFF\n"
            "send (8|M0) null:w r24 0xC 0x08068CFF\n" EOT,
            (uint32_t)rig_address(5), (uint32_t)rig_address(0x1003), (uint32_t)(rig_address(5) >> 32),
            (uint32_t)(rig_address(0x1003) >> 32));
        if (!rig_load(r, text))
            return;
        bool ok = rig_dispatch(r);
        kt_ok(ok == cases[k].can && (ok || strstr(r->fault.text, "four bytes")), "%s: %d %s", cases[k].chip,
              ok, r->fault.text);
        for (unsigned i = 0; ok && i < 8; i++)
            kt_ok(!memcmp(out + 3 + 9 * i, in + 5 + 9 * i, 8) && !out[3 + 9 * i + 8], "channel %u", i);
        rig_free(r);
    }
}

KT_TEST(byte_scattered)
{
    struct rig *r = rig_new(16);
    uint8_t *in = rig_data(r, 0), *out = rig_data(r, 0x1000);
    for (unsigned i = 0; i < 64; i++)
        in[i] = (uint8_t)(200 + i);
    rig_surface(r, 0, 4096);
    rig_surface(r, 0x1000, 4096);
    // DC0 type 4 read / 12 write, SIMD16, data size in bits 11:10
    if (rig_run(r, OFFSETS "shr (16|M0) r4.0<1>:ud r4.0<8;8,1>:ud 2:uw\n" // unaligned bytes
                           "send (16|M0) r10:w r4 0xA 0x04210100\n"       // byte read
                           "sends (16|M0) null:w r4 r10 0x8A 0x04030101\n"
                           "shl (16|M0) r4.0<1>:ud r4.0<8;8,1>:ud 1:uw\n"
                           "send (16|M0) r10:w r4 0xA 0x04210500\n" // word read
                           "add (16|M0) r4.0<1>:ud r4.0<8;8,1>:ud 101:ud\n"
                           "sends (16|M0) null:w r4 r10 0x8A 0x04030501\n" EOT)) {
        kt_ok(!memcmp(out, in, 16), "bytes");
        kt_ok(!memcmp(out + 101, in, 32), "words");
    }
    rig_free(r);
}

// One instruction with its descriptor in a0.0: another surface, another number of components and another
// length each time, and the first again.
KT_TEST(descriptors_in_registers)
{
    struct rig *r = rig_new(8);
    const uint32_t *out = rig_data(r, 0);
    for (unsigned i = 0; i < 3; i++)
        rig_surface(r, 0x1000 * i, 4096);
    // Untyped surface writes of x to 0, of x and y to 1, of x to 2, of y to 0.
    if (rig_run(r, "mov (8|M0) r20.0<1>:uw 0x76543210:v\n"
                   "shl (8|M0) r4.0<1>:ud r20.0<8;8,1>:uw 3:uw\n"
                   "add (8|M0) r5.0<1>:ud r20.0<8;8,1>:uw 100:uw\n"
                   "add (8|M0) r6.0<1>:ud r20.0<8;8,1>:uw 200:uw\n"
                   "(W) mov (1|M0) r30.0<1>:ud 0x04026E00:ud\n(W) mov (1|M0) r30.1<1>:ud 0x06026C01:ud\n"
                   "(W) mov (1|M0) r30.2<1>:ud 0x04026E02:ud\n(W) mov (1|M0) r30.3<1>:ud 0x04026D00:ud\n"
                   "(W) mov (1|M0) r30.4<1>:ud 0:ud\n"
                   "LOOP:\n"
                   "(W) mov (1|M0) a0.0<1>:ud r30.0<0;1,0>:ud\n"
                   "send (8|M0) null:w r4 0xC a0.0\n"
                   "(W) mov (4|M0) r31.0<1>:ud r30.1<4;4,1>:ud\n(W) mov (4|M0) r30.0<1>:ud r31.0<4;4,1>:ud\n"
                   "(W) cmp (1|M0) (ne)f0.0 null<1>:ud r30.0<0;1,0>:ud 0:ud\n"
                   "(W&f0.0) jmpi LOOP\n" EOT))
        for (unsigned i = 0; i < 8; i++) {
            kt_eq(out[2 * i], 100 + i);
            kt_eq(out[2 * i + 1], 100 + i); // y of a message that has nothing but y
            kt_eq(out[0x400 + 2 * i], 100 + i);
            kt_eq(out[0x400 + 2 * i + 1], 200 + i);
            kt_eq(out[0x800 + 2 * i], 100 + i);
            kt_eq(out[0x800 + 2 * i + 1], 0);
        }
    rig_free(r);
}

KT_TEST(oword_blocks)
{
    struct rig *r = rig_new(8);
    uint32_t *in = rig_data(r, 0), *out = rig_data(r, 0x1000);
    for (unsigned i = 0; i < 64; i++)
        in[i] = 77 * i;
    rig_surface(r, 0, 4096);
    rig_surface(r, 0x1000, 4096);
    // Header r8: dword 2 is the offset in OWords. DC0 type 0 read, 8 write; control 3: four OWords.
    if (rig_run(r, "(W) mov (8|M0) r8.0<1>:ud 0:ud\n"
                   "(W) mov (1|M0) r8.2<1>:ud 2:ud\n"
                   "(W) send (16|M0) r10:w r8 0xA 0x02280300\n"
                   "(W) sends (16|M0) null:w r8 r10 0x8A 0x020A0301\n" EOT)) {
        kt_ok(!memcmp(out + 8, in + 8, 64), "four OWords at OWord 2");
        kt_eq(out[7], 0);
        kt_eq(out[24], 0);
    }
    rig_free(r);
}

KT_TEST(scratch_blocks_are_private)
{
    struct rig *r = rig_new(8);
    uint32_t *out = rig_data(r, 0x1000);
    rig_surface(r, 0x1000, 4096);
    rig_shape(r, 8, 4, 0, 8);
    r->m.vfe.per_thread_scratch_space = 1; // 2 KiB
    // Each thread writes group * 100 + FFTID's thread number to scratch block 3, then reads it back.
    if (rig_run(r, OFFSETS "(W) and (1|M0) r9.0<1>:ud r0.5<0;1,0>:ud 3:ud\n"
                           "(W) mul (1|M0) r9.1<1>:d r0.1<0;1,0>:d 100:d\n"
                           "(W) add (1|M0) r9.0<1>:d r9.0<0;1,0>:d r9.1<0;1,0>:d\n"
                           "mov (8|M0) r10.0<1>:ud r9.0<0;1,0>:ud\n"
                           "sends (8|M0) null:w r0 r10 0x4A 0x020F0003\n" // scratch write, dword mode
                           "mov (8|M0) r10.0<1>:ud 0:ud\n"
                           "send (8|M0) r10:w r0 0xA 0x021C0003\n" // scratch read
                           "(W) and (1|M0) r9.2<1>:ud r0.5<0;1,0>:ud 3:ud\n"
                           "(W) shl (1|M0) r9.3<1>:ud r0.1<0;1,0>:ud 2:ud\n"
                           "(W) add (1|M0) r9.2<1>:ud r9.2<0;1,0>:ud r9.3<0;1,0>:ud\n"
                           "(W) shl (1|M0) r9.2<1>:ud r9.2<0;1,0>:ud 5:ud\n"
                           "add (8|M0) r4.0<1>:ud r4.0<8;8,1>:ud r9.2<0;1,0>:ud\n"
                           "sends (8|M0) null:w r4 r10 0x4C 0x02026E00\n" EOT))
        for (unsigned i = 0; i < 32; i++)
            for (unsigned k = 0; k < 8; k++)
                kt_eq(out[i * 8 + k], i / 4 * 100 + i % 4);
    rig_free(r);
}

// Broxton's rules on 64-bit data and products of dwords (restricted_qwords): what breaks them does not run
// there.
KT_TEST(low_power_chips_refuse)
{
    static const char *const devices[] = {"skl", "bxt", "glk"};
    for (unsigned i = 0; i < 3; i++) {
        struct rig *r = rig_new(8);
        rig_shape(r, 8, 1, 0, 1);
        r->w.devinfo = kiln_devinfo_from_name(devices[i]);
        if (!rig_load(r, "mul (8|M0) r10.0<1>:d r2.0<8;8,1>:d r4.0<8;8,1>:d\n" EOT))
            return;
        bool ok = rig_dispatch(r);
        kt_ok(ok == (i == 0) && (ok || strstr(r->fault.text, "qword-stride")), "%s: %d %s", devices[i], ok,
              r->fault.text);
        rig_free(r);
    }
}

// ---- atomics

static void atomic_case(unsigned op, uint32_t start, uint32_t want)
{
    struct rig *r = rig_new(8);
    uint32_t *mem = rig_data(r, 0), *old = rig_data(r, 0x1000);
    rig_surface(r, 0, 4096);
    rig_surface(r, 0x1000, 4096);
    mem[0] = start;
    char text[2048];
    unsigned none = op == 5 || op == 6 || op == 15, two = op == 14;
    // All eight channels on dword 0, operand 10 + channel (and 50 + channel); return data on.
    snprintf(text, sizeof(text),
             OFFSETS
             "shr (8|M0) r10.0<1>:ud r4.0<8;8,1>:ud 2:ud\nadd (8|M0) r11.0<1>:ud r10.0<8;8,1>:ud 50:ud\n"
             "add (8|M0) r10.0<1>:ud r10.0<8;8,1>:ud 10:ud\nmov (8|M0) r9.0<1>:ud 0:ud\n"
             "send (8|M0) r12:w r9 0xC 0x%08x\n"
             "sends (8|M0) null:w r4 r12 0x4C 0x02026E01\n" EOT,
             ((none ? 1u : 2 + two) << 25 | 1 << 20 | 2 << 14 | (0x30 | op) << 8));
    if (rig_run(r, text))
        kt_ok(mem[0] == want, "atomic %u leaves %u (%d), not %u", op, mem[0], (int)mem[0], want);
    kt_ok(op == 15 ? old[0] == start - 1 : old[0] == start, "atomic %u returns %u first", op, old[0]);
    rig_free(r);
}

KT_TEST(atomics)
{
    atomic_case(1, 0xff, 0xff & 10 & 11 & 12 & 13 & 14 & 15 & 16 & 17);
    atomic_case(2, 0x100, 0x100 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17);
    atomic_case(3, 1, 1 ^ 10 ^ 11 ^ 12 ^ 13 ^ 14 ^ 15 ^ 16 ^ 17);
    atomic_case(4, 9, 17);
    atomic_case(5, 9, 17);
    atomic_case(6, 9, 1);
    atomic_case(7, 1, 1 + 108);
    atomic_case(8, 1000, 1000 - 108);
    atomic_case(10, 0xffffffff, 17); // signed max with -1
    atomic_case(11, 0xffffffff, 0xffffffff);
    atomic_case(12, 12, 17);
    atomic_case(13, 12, 10);
    atomic_case(14, 12, 52); // channel 2 compares equal
    atomic_case(15, 9, 1);
}

// Counters of all groups on three host threads.
KT_TEST(atomics_across_groups)
{
    struct rig *r = rig_new(16);
    uint32_t *mem = rig_data(r, 0);
    rig_surface(r, 0, 4096);
    rig_shape(r, 16, 3, 0, 200);
    r->host_threads = 3;
    if (rig_run(r, OFFSETS "mov (16|M0) r10.0<1>:ud 3:ud\nmov (16|M0) r4.0<1>:ud 64:ud\n"
                           "sends (16|M0) null:w r4 r10 0x8C 0x04008700\n" EOT))
        kt_eq(mem[16], 3 * 16 * 3 * 200);
    rig_free(r);
}

// ---- typed surfaces

static void typed_surface(struct rig *r, uint32_t offset, uint32_t format, unsigned width, unsigned height,
                          unsigned pitch)
{
    uint32_t entry = 0x1000 + 64 * r->surfaces;
    struct gen_RENDER_SURFACE_STATE s = {
        .surface_type = height ? GEN_SURFTYPE_2D : GEN_SURFTYPE_BUFFER,
        .surface_format = format,
        .width = (width - 1) & (height ? 0x3fff : 0x7f),
        .height = height ? height - 1 : (width - 1) >> 7,
        .surface_pitch = pitch - 1,
        .surface_base_address = rig_address(offset),
    };
    gen_RENDER_SURFACE_STATE_pack((uint32_t *)(void *)(r->pages.mem + RIG_STATE + entry), &s);
    memcpy(r->pages.mem + RIG_STATE + 4 * r->surfaces++, &entry, 4);
}

// Channel i reads texel (i, 1) of a 6 x 3 RGBA8 image and writes it to element i of an RGBA32 buffer and back
// to (i, 2) of the image.
KT_TEST(typed_read_write)
{
    struct rig *r = rig_new(8);
    uint8_t *image = rig_data(r, 0);
    uint32_t *out = rig_data(r, 0x1000);
    for (unsigned i = 0; i < 3 * 64; i++)
        image[i] = (uint8_t)(i * 5);
    typed_surface(r, 0, GEN_FORMAT_R8G8B8A8_UINT, 6, 3, 64);
    typed_surface(r, 0x1000, GEN_FORMAT_R32G32B32A32_UINT, 7, 0, 16);
    memset(out, 0x77, 256);
    // r20 header, r21 u, r22 v, r23.. data. DC1 types 5 and 13; slot group 1, all channels
    if (rig_run(r, OFFSETS "(W) mov (8|M0) r20.0<1>:ud 0:ud\n(W) mov (1|M0) r20.7<1>:ud 0xff:ud\n"
                           "shr (8|M0) r21.0<1>:ud r4.0<8;8,1>:ud 2:uw\nmov (8|M0) r22.0<1>:ud 1:ud\n"
                           "send (8|M0) r30:w r20 0xC 0x06495000\n"
                           "mov (8|M0) r22.0<1>:ud r30.0<8;8,1>:ud\nmov (8|M0) r23.0<1>:ud r31.0<8;8,1>:ud\n"
                           "mov (8|M0) r24.0<1>:ud r32.0<8;8,1>:ud\nmov (8|M0) r25.0<1>:ud r33.0<8;8,1>:ud\n"
                           "send (8|M0) null:w r20 0xC 0x0C0B5001\n"
                           "mov (8|M0) r22.0<1>:ud 2:ud\n"
                           "sends (8|M0) null:w r20 r30 0x10C 0x060B5000\n" EOT)) {
        for (unsigned i = 0; i < 8; i++)
            for (unsigned c = 0; c < 4; c++) {
                uint32_t in = i < 6 ? (uint8_t)((64 + 4 * i + c) * 5) : 0;
                kt_eq(out[4 * i + c], i < 7 ? in : 0x77777777);
                kt_eq(image[128 + 4 * i + c], i < 6 ? in : (uint8_t)((128 + 4 * i + c) * 5));
            }
    }
    rig_free(r);
}

KT_TEST(typed_atomic_add)
{
    struct rig *r = rig_new(8);
    uint32_t *mem = rig_data(r, 0);
    typed_surface(r, 0, GEN_FORMAT_R32_UINT, 5, 0, 4);
    mem[5] = 1234;
    // Channel i adds 100 to element i; elements from 5 on are outside.
    if (rig_run(r, OFFSETS "(W) mov (8|M0) r20.0<1>:ud 0:ud\n(W) mov (1|M0) r20.7<1>:ud 0xff:ud\n"
                           "shr (8|M0) r21.0<1>:ud r4.0<8;8,1>:ud 2:uw\nmov (8|M0) r22.0<1>:ud 100:ud\n"
                           "send (8|M0) r30:w r20 0xC 0x0619A700\n" EOT))
        for (unsigned i = 0; i < 6; i++)
            kt_eq(mem[i], i < 5 ? 100 : 1234);
    rig_free(r);
}

// The same statistics and results at any number of host threads.
KT_TEST(host_threads_make_no_difference)
{
    struct sim_dispatch_stats first = {0};
    for (unsigned threads = 1; threads <= 8; threads *= 2) {
        struct rig *r = rig_new(16);
        rig_surface(r, 0, 4096);
        rig_shape(r, 16, 3, 40, 100);
        r->host_threads = threads;
        if (rig_run(r, OFFSETS
                    "(W) and (1|M0) r10.0<1>:ud r0.1<0;1,0>:ud 7:ud\n"
                    "LOOP:\n(W) add (1|M0) r10.0<1>:d r10.0<0;1,0>:d -1:d\n"
                    "(W) cmp (1|M0) (gt)f0.0 null<1>:d r10.0<0;1,0>:d 0:d\n(W&f0.0) jmpi LOOP\n" EOT)) {
            if (threads == 1)
                first = r->stats;
            kt_ok(!memcmp(&first, &r->stats, sizeof(first)), "%u threads: %llu instructions, not %llu",
                  threads, (unsigned long long)r->stats.eu_instructions,
                  (unsigned long long)first.eu_instructions);
        }
        rig_free(r);
    }
}

// ---- groups

KT_TEST(group_ids_and_counts)
{
    struct rig *r = rig_new(8);
    uint32_t *out = rig_data(r, 0);
    rig_surface(r, 0, 65536);
    r->m.walker.thread_group_id_starting_x = 2;
    r->m.walker.thread_group_id_x_dimension = 5;
    r->m.walker.thread_group_id_y_dimension = 4;
    r->m.walker.thread_group_id_z_dimension = 2;
    // out[(z * 8 + y) * 8 + x] = 1 + x + 16 y + 256 z
    if (rig_run(r, "(W) shl (1|M0) r10.0<1>:ud r0.6<0;1,0>:ud 3:ud\n"
                   "(W) shl (1|M0) r10.1<1>:ud r0.7<0;1,0>:ud 6:ud\n"
                   "(W) add (1|M0) r10.0<1>:ud r10.0<0;1,0>:ud r10.1<0;1,0>:ud\n"
                   "(W) add (1|M0) r10.0<1>:ud r10.0<0;1,0>:ud r0.1<0;1,0>:ud\n"
                   "(W) shl (1|M0) r4.0<1>:ud r10.0<0;1,0>:ud 2:ud\n"
                   "(W) shl (1|M0) r11.0<1>:ud r0.6<0;1,0>:ud 4:ud\n"
                   "(W) shl (1|M0) r11.1<1>:ud r0.7<0;1,0>:ud 8:ud\n"
                   "(W) add (1|M0) r11.0<1>:ud r11.0<0;1,0>:ud r11.1<0;1,0>:ud\n"
                   "(W) add (1|M0) r11.0<1>:ud r11.0<0;1,0>:ud r0.1<0;1,0>:ud\n"
                   "(W) add (1|M0) r11.0<1>:ud r11.0<0;1,0>:ud 1:ud\n"
                   "(W) sends (1|M0) null:w r4 r11 0x4C 0x02026E00\n" EOT)) {
        kt_eq(r->stats.thread_groups, 3 * 4 * 2);
        for (unsigned z = 0; z < 3; z++)
            for (unsigned y = 0; y < 8; y++)
                for (unsigned x = 0; x < 8; x++)
                    kt_eq(out[(z * 8 + y) * 8 + x],
                          x >= 2 && x < 5 && y < 4 && z < 2 ? 1 + x + 16 * y + 256 * z : 0);
    }
    rig_free(r);
}

// CURBE: cross-thread registers first, then the thread's own.
KT_TEST(curbe_payload)
{
    struct rig *r = rig_new(8);
    uint32_t *out = rig_data(r, 0), curbe[8 * 6];
    for (unsigned i = 0; i < 48; i++)
        curbe[i] = 100 + i;
    rig_surface(r, 0, 65536);
    rig_shape(r, 8, 3, 0, 1);
    r->m.curbe = (const uint8_t *)curbe;
    r->m.curbe_bytes = sizeof(curbe);
    r->m.idd.constant_urb_entry_read_offset = 1;
    r->m.idd.cross_thread_constant_data_read_length = 2;
    r->m.idd.constant_urb_entry_read_length = 1;
    if (rig_run(r, "(W) add (1|M0) r10.0<1>:ud r3.0<0;1,0>:ud -124:d\n" // 8 per thread
                   "(W) shr (1|M0) r10.0<1>:ud r10.0<0;1,0>:ud 1:ud\n"
                   "(W) mov (1|M0) r11.0<1>:ud r1.0<0;1,0>:ud\n"
                   "(W) mov (1|M0) r11.1<1>:ud r2.7<0;1,0>:ud\n"
                   "(W) add (1|M0) r11.0<1>:ud r11.0<0;1,0>:ud r11.1<0;1,0>:ud\n"
                   "(W) sends (1|M0) null:w r10 r11 0x4C 0x02026E00\n" EOT))
        for (unsigned t = 0; t < 3; t++)
            kt_eq(out[t], 108 + 123);
    rig_free(r);
}

// ---- faults

static enum sim_fault_kind fault_of(struct rig *r, const char *text)
{
    if (!rig_load(r, text))
        return SIM_FAULT_NONE;
    kt_ok(!rig_dispatch(r), "no fault");
    return r->fault.kind;
}

KT_TEST(page_fault_names_the_culprit)
{
    struct rig *r = rig_new(8);
    char text[1024];
    snprintf(text, sizeof(text),
             OFFSETS "(W) mov (1|M0) r8.0<1>:uq 0x%llx:uq\n"
                     "add (8|M0) r20.0<1>:uq r8.0<0;1,0>:uq r4.0<8;8,1>:ud\n"
                     "send (8|M0) r10:w r20 0xC 0x041401ff\n" EOT,
             (unsigned long long)RIG_BASE + RIG_BYTES - 12);
    kt_eq(fault_of(r, text), SIM_FAULT_PAGE);
    kt_eq(r->fault.address, RIG_BASE + RIG_BYTES);
    kt_ok(strstr(r->fault.text, "lane 3") && strstr(r->fault.text, "send"), "%s", r->fault.text);
    kt_ok(r->fault.in_kernel && r->fault.lane == 3 && !r->fault.write && strstr(r->fault.what, "not mapped"),
          "%s", r->fault.what);
    // The instruction and its neighbours.
    kt_ok(strstr(r->fault.listing, "-> 0x0050: ") && strstr(r->fault.listing, "0x0040: ") &&
              strstr(r->fault.listing, "0x0070: "),
          "%s", r->fault.listing);
    rig_free(r);
}

KT_TEST(lowest_group_faults)
{
    for (unsigned threads = 1; threads <= 4; threads++) {
        struct rig *r = rig_new(8);
        r->host_threads = threads;
        rig_shape(r, 8, 1, 0, 100);
        // Groups from 37 on run into an illegal instruction.
        kt_eq(fault_of(r, "(W) cmp (1|M0) (lt)f0.0 null<1>:ud r0.1<0;1,0>:ud 37:ud\n"
                          "(W&f0.0) jmpi FINE\nillegal\nFINE:\n" EOT),
              SIM_FAULT_ILLEGAL);
        kt_ok(strstr(r->fault.text, "group (37, 0, 0)"), "%s", r->fault.text);
        rig_free(r);
    }
}

// Bytes that do not decode are part of what a cached kernel was made of.
KT_TEST(kernel_is_repaired_in_place)
{
    struct rig *r = rig_new(8);
    struct sim_eu_pool *pool = eu_pool(1);
    if (rig_load(r, EOT)) {
        uint8_t good[2], *code = r->pages.mem + RIG_CODE;
        memcpy(good, code, 2);
        memset(code, 0x7f, 2); // no such opcode
        kt_ok(!rig_walk(r, pool), "an unknown opcode is executed");
        memcpy(code, good, 2);
        kt_ok(rig_walk(r, pool), "%s", r->fault.text);
        memset(code + 16, 0x7f, 2); // the second instruction
        kt_ok(!rig_walk(r, pool), "an unknown opcode is executed");
        kt_ok(strstr(r->fault.listing, "->") && strstr(r->fault.listing, "mov"), "%s", r->fault.listing);
    }
    sim_eu_pool_destroy(pool);
    rig_free(r);
}

// What reads dwords at its source's place, with an immediate there: no place that is read, in either engine.
KT_TEST(immediate_where_a_register_must_be)
{
    static const char *const text[] = {"(W) wait n0:ud\n", "(W) ret (8|M0) r10.0<1;1,0>:d\n",
                                       "line (8|M0) r10.0<1>:f r12.0<0;1,0>:f r14.0<8;8,1>:f\n",
                                       "pln (8|M0) r10.0<1>:f r12.0<0;1,0>:f r14.0<8;8,1>:f\n"};
    for (unsigned i = 0; i < 2 * KILN_ARRAY_LEN(text); i++) {
        char kernel[256];
        snprintf(kernel, sizeof(kernel), "%s%s", text[i / 2], EOT);
        setenv("KILN_SIM_JIT", i & 1 ? "2" : "0", 1);
        struct rig *r = rig_new(8);
        struct sim_eu_pool *pool = eu_pool(1);
        if (kt_ok(rig_load(r, kernel), "%s", kernel)) {
            r->pages.mem[RIG_CODE + 5] |= 6; // src0.RegFile: immediate
            bool ran = rig_walk(r, pool);
            kt_ok(!ran && r->fault.kind == SIM_FAULT_ILLEGAL, "%s: %s", text[i / 2], r->fault.text);
        }
        sim_eu_pool_destroy(pool);
        rig_free(r);
    }
    unsetenv("KILN_SIM_JIT");
}

KT_TEST(endless_loop_is_a_hang)
{
    struct rig *r = rig_new(8);
    r->w.instruction_budget = 100000;
    kt_eq(fault_of(r, "LOOP:\nadd (8|M0) r10.0<1>:d r10.0<8;8,1>:d 1:d\n(W) jmpi LOOP\n" EOT),
          SIM_FAULT_HANG);
    rig_free(r);
}

// Threads that end at once, but so many of them: a bound for the walker, and whoever cancels it is heard.
KT_TEST(endless_groups_are_a_hang)
{
    for (unsigned cancels = 0; cancels < 2; cancels++) {
        static const atomic_bool yes = true;
        struct rig *r = rig_new(8);
        rig_shape(r, 8, 1, 0, 60000);
        r->m.walker.thread_group_id_y_dimension = 60000;
        r->w.instruction_total = cancels ? 0 : 1000000;
        r->w.cancel = cancels ? &yes : NULL;
        if (!rig_load(r, EOT))
            return;
        kt_true(!rig_dispatch(r));
        kt_eq(r->fault.kind, SIM_FAULT_HANG);
        kt_ok(strstr(r->fault.text, cancels ? "cancelled" : "more than the chip does"), "%s", r->fault.text);
        kt_ok(r->stats.eu_instructions < 3000000, "%llu", (unsigned long long)r->stats.eu_instructions);
        rig_free(r);
    }
}

KT_TEST(lonely_barrier_is_a_hang)
{
    struct rig *r = rig_new(8);
    rig_shape(r, 8, 2, 0, 1);
    // Only thread 0 (FFTID 0) reaches the barrier.
    kt_eq(fault_of(r, "(W) and (1|M0) r10.0<1>:ud r0.5<0;1,0>:ud 1:ud\n"
                      "(W) cmp (1|M0) (ne)f0.0 null<1>:ud r10.0<0;1,0>:ud 0:ud\n"
                      "(W&f0.0) jmpi SKIP\n"
                      "(W) mov (8|M0) r11.0<1>:ud r0.0<8;8,1>:ud\n"
                      "(W) send (1|M0) null r11 0x3 0x02000004\n"
                      "(W) wait n0.0<0;1,0>:ud\n"
                      "SKIP:\n" EOT),
          SIM_FAULT_HANG);
    kt_ok(strstr(r->fault.what, "1 of a group's 2 threads wait") && strstr(r->fault.what, "1 have ended"),
          "%s", r->fault.what);
    kt_ok(strstr(r->fault.listing, "wait") && r->fault.thread == 0, "%s", r->fault.listing);
    rig_free(r);
}

KT_TEST(sampler_is_named)
{
    struct rig *r = rig_new(8);
    kt_eq(fault_of(r, "send (8|M0) r10:w r4 0x2 0x02460000\n" EOT), SIM_FAULT_UNIMPLEMENTED);
    kt_ok(strstr(r->fault.text, "sampler"), "%s", r->fault.text);
    rig_free(r);
}

KT_TEST(unmapped_kernel)
{
    struct rig *r = rig_new(8);
    r->m.idd.kernel_start_pointer = RIG_BYTES;
    kt_ok(!rig_dispatch(r) && r->fault.kind == SIM_FAULT_PAGE, "%s", r->fault.text);
    rig_free(r);
}

KT_MAIN()
