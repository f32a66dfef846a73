// Questions about messages to the data ports: bounds, alignment, formats; and about what the caches show
// without a flush.
#include <stdio.h>
#include <string.h>

#include "hw/target.h"
#include "probe/questions.h"

// r101: 4 * channel; r20 goes to binding table entry 0.
#define OFFSETS                                                                                              \
    "(W) mov (8|M0) r100.0<1>:uw 0x76543210:uv\n(W) shl (8|M0) r101.0<1>:ud r100.0<8;8,1>:uw 0x2:uw\n"
#define STORE "(W) sends (8|M0) null:ud r101 r20 0x4C 0x02026E00\n"

enum { OUT = 0, IN = 4096 };

static struct dispatch with(struct machine *m, const char *text, struct gen_RENDER_SURFACE_STATE in)
{
    struct dispatch d = {.text = text, .surfaces = 2};
    d.surface[0] = raw_surface(m, OUT, 1024);
    d.surface[1] = in;
    return d;
}

static void run_one(struct machine *m, struct answer *a, const struct dispatch *d, uint32_t at,
                    unsigned dwords)
{
    emit_setup(m);
    if (emit_dispatch(m, d) && !machine_run(m, a))
        answer_dwords(a->got, data_at(m, at), dwords);
}

static void fill(struct machine *m)
{
    for (unsigned i = 0; i < 64; i++)
        data_at(m, IN)[i] = 0x01010101 * (i + 1);
}

static void read_outside(struct machine *m, const struct question *q, struct answer *a)
{
    fill(m);
    struct dispatch d =
        with(m, OFFSETS "(W) mov (8|M0) r20.0<1>:ud -1:d\nsend (8|M0) r20:ud r101 0xC 0x02106E01\n" STORE,
             raw_surface(m, IN, 16));
    answer_print(a->assumed, "01010101 02020202 03030303 04040404 00000000 00000000 00000000 00000000");
    run_one(m, a, &d, OUT, 8);
}

static void write_outside(struct machine *m, const struct question *q, struct answer *a)
{
    struct dispatch d = with(
        m, OFFSETS "(W) mov (8|M0) r20.0<1>:ud 0x7:ud\n(W) sends (8|M0) null:ud r101 r20 0x4C 0x02026E01\n",
        raw_surface(m, IN, 16));
    answer_print(a->assumed, "00000007 00000007 00000007 00000007 00000000 00000000 00000000 00000000");
    run_one(m, a, &d, IN, 8);
}

static void atomic_outside(struct machine *m, const struct question *q, struct answer *a)
{
    fill(m);
    // untyped atomic inc, which returns what was
    struct dispatch d =
        with(m, OFFSETS "(W) mov (8|M0) r20.0<1>:ud -1:d\nsend (8|M0) r20:ud r101 0xC 0x0210B501\n" STORE,
             raw_surface(m, IN, 16));
    answer_print(a->assumed, "01010101 02020202 03030303 04040404 00000000 00000000 00000000 00000000");
    run_one(m, a, &d, OUT, 8);
}

// Reads at 0, 5, 10, ...
#define BY_FIVES(send)                                                                                       \
    OFFSETS "(W) add (8|M0) r102.0<1>:ud r101.0<8;8,1>:ud r100.0<8;8,1>:uw\n"                                \
            "(W) mov (8|M0) r20.0<1>:ud -1:d\nsend (8|M0) r20:ud r102 " send "\n" STORE

static void read_unaligned(struct machine *m, struct answer *a, const char *text, const char *assumed)
{
    fill(m);
    struct dispatch d = with(m, text, raw_surface(m, IN, 256));
    answer_print(a->assumed, "%s", assumed);
    run_one(m, a, &d, OUT, 8);
}

static void unaligned_offset(struct machine *m, const struct question *q, struct answer *a)
{
    read_unaligned(m, a, BY_FIVES("0xC 0x02106E01"),
                   "01010101 02020202 03030303 04040404 06060606 07070707 08080808 09090909");
}

// Each dword is of bytes from two.
static void unaligned_bytes(struct machine *m, const struct question *q, struct answer *a)
{
    read_unaligned(m, a, BY_FIVES("0xA 0x02110801"),
                   "01010101 03020202 04040303 05050504 06060606 08070707 09090808 0a0a0a09");
}

static void shared_outside(struct machine *m, const struct question *q, struct answer *a)
{
    struct dispatch d =
        with(m,
             OFFSETS "(W) shl (8|M0) r102.0<1>:ud r101.0<8;8,1>:ud 0x8:uw\n" // 0, 1024, 2048, ...
                     "(W) mov (8|M0) r21.0<1>:ud 0x5:ud\n(W) sends (8|M0) null:ud r102 r21 0x4C 0x02026EFE\n"
                     "(W) mov (8|M0) r20.0<1>:ud -1:d\nsend (8|M0) r20:ud r102 0xC 0x02106EFE\n" STORE,
             raw_surface(m, IN, 16));
    d.slm_kib = 4;
    answer_print(a->assumed, "00000005 00000005 00000005 00000005 00000000 00000000 00000000 00000000");
    run_one(m, a, &d, OUT, 8);
}

// ---- typed: an image of 4 x 1 texels of 4 bytes

static struct gen_RENDER_SURFACE_STATE row_of_texels(struct machine *m, uint32_t format, unsigned bytes)
{
    struct gen_RENDER_SURFACE_STATE s = raw_surface(m, IN, 16);
    s.surface_type = GEN_SURFTYPE_BUFFER;
    s.surface_format = format;
    s.width = 3;
    s.height = s.depth = 0;
    s.surface_pitch = bytes - 1;
    return s;
}

// r101 / 4: coordinates; V, R and LOD are zero. Where the chip wants a header before them (r109), its last
// dword has the channels.
#define TYPED                                                                                                \
    OFFSETS "(W) mov (8|M0) r109.0<1>:ud 0x0:ud\n(W) mov (1|M0) r109.7<1>:ud 0xFF:ud\n"                      \
            "(W) mov (8|M0) r110.0<1>:ud r100.0<8;8,1>:uw\n(W) mov (8|M0) r111.0<1>:ud 0x40000000:ud\n"      \
            "(W) mov (8|M0) r20.0<1>:ud -1:d\n"

static bool has_header(const struct machine *m)
{
    return kiln_target_wants_typed_header(kiln_target_of(m->info->devinfo));
}

static const char *typed_read_text(const struct machine *m)
{
    return has_header(m) ? TYPED "send (8|M0) r20:ud r109 0xC 0x04195E01\n" STORE
                         : TYPED "send (8|M0) r20:ud r110 0xC 0x02115E01\n" STORE;
}

static void typed_bits(struct machine *m, const struct question *q, struct answer *a)
{
    unsigned format = (unsigned)(uintptr_t)q->data, bytes = format == GEN_FORMAT_R8_UNORM ? 1 : 4;
    if (!kiln_target_has_typed_formats(kiln_target_of(m->info->devinfo))) {
        answer_lacks(a, "typed reads of such formats");
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        memcpy(m->data_map + IN + i * bytes, &(uint32_t){0x44332211 + 0x11 * i}, bytes);
    struct dispatch d = with(m, typed_read_text(m), row_of_texels(m, format, bytes));
    // 17, 34, 51 and 68 in 255 parts are floats, where it converts.
    const bool converts = format != GEN_FORMAT_R10G10B10A2_UNORM &&
                          kiln_target_typed_reads_convert(kiln_target_of(m->info->devinfo));
    answer_print(a->assumed, converts     ? "3d888889 3e088889 3e4ccccd 3e888889"
                             : bytes == 1 ? "00000011 00000022 00000033 00000044"
                                          : "44332211 44332222 44332233 44332244");
    run_one(m, a, &d, OUT, 4);
}

static void typed_exchange(struct machine *m, const struct question *q, struct answer *a)
{
    for (unsigned i = 0; i < 4; i++)
        data_at(m, IN)[i] = 0x3f800000 + i;
    struct dispatch d = with(m,
                             has_header(m) ? TYPED "sends (8|M0) r20:ud r109 r111 0x4C 0x0419A401\n" STORE
                                           : TYPED "sends (8|M0) r20:ud r110 r111 0x4C 0x0211A401\n" STORE,
                             row_of_texels(m, GEN_FORMAT_R32_FLOAT, 4));
    answer_print(a->assumed, "3f800000 3f800001 3f800002 3f800003");
    run_one(m, a, &d, OUT, 4);
}

static void typed_outside(struct machine *m, const struct question *q, struct answer *a)
{
    for (unsigned i = 0; i < 8; i++)
        data_at(m, IN)[i] = 0x11111111 * (i + 1);
    struct dispatch d = with(m, typed_read_text(m), row_of_texels(m, GEN_FORMAT_R32_UINT, 4));
    answer_print(a->assumed, "11111111 22222222 33333333 44444444 00000000 00000000 00000000 00000000");
    run_one(m, a, &d, OUT, 8);
}

// ---- caches. `flushed` questions must see the new value; the others may see either, and say which.

#define NEW 0xabcd1234u

static void fresh_or_stale(struct machine *m, const struct question *q, struct answer *a, uint32_t at,
                           bool must)
{
    if (machine_run(m, a))
        return;
    uint32_t v = *data_at(m, at);
    answer_print(a->assumed, "new");
    answer_print(a->got, v == NEW ? "new" : v ? "%08x" : "old", v);
    if (!must)
        a->verdict = ANSWER_MEASURED;
}

static void emit_wait(struct machine *m)
{
    EMIT(m, PIPE_CONTROL, .command_streamer_stall_enable = true, .stall_at_pixel_scoreboard = true);
}

// The command streamer looks at what a walker wrote.
static void walker_to_streamer(struct machine *m, const struct question *q, struct answer *a)
{
    bool flush = q->data != NULL;
    struct dispatch d =
        with(m, OFFSETS "(W) mov (8|M0) r20.0<1>:ud 0xABCD1234:ud\n" STORE, raw_surface(m, IN, 16));
    emit_setup(m);
    if (!emit_dispatch(m, &d))
        return;
    if (flush)
        emit_stall(m);
    else
        emit_wait(m);
    EMIT(m, MI_LOAD_REGISTER_MEM, .register_address = GEN_REG_CS_GPR(0), .memory_address = m->at + OUT);
    emit_store_register(m, GEN_REG_CS_GPR(0), m->at + 8192);
    fresh_or_stale(m, q, a, 8192, flush);
}

// A walker reads a place, the command streamer writes it, a walker reads it again.
static void streamer_to_walker(struct machine *m, const struct question *q, struct answer *a)
{
    bool flush = q->data != NULL;
    static const char text[] = OFFSETS "send (8|M0) r20:ud r101 0xC 0x02106E01\n" STORE;
    struct dispatch first = with(m, text, raw_surface(m, IN, 64)), second = first;
    second.surface[0] = raw_surface(m, OUT + 1024, 1024);
    emit_setup(m);
    // Between the two neither state nor kernel changes, or their flushes would answer.
    if (!emit_dispatch(m, &first))
        return;
    emit_wait(m);
    emit_store(m, m->at + IN, NEW);
    if (flush)
        emit_stall(m);
    else
        emit_wait(m);
    if (emit_dispatch(m, &second))
        fresh_or_stale(m, q, a, OUT + 1024, flush);
}

// The constant cache: what is read through it (SFID 9, a block of 8 dwords), written through the data port,
// and read again in one thread.
static void constant_cache(struct machine *m, const struct question *q, struct answer *a)
{
    static const char text[] = OFFSETS
        "(W) mov (8|M0) r102.0<1>:ud r0.0<8;8,1>:ud\n(W) mov (1|M0) r102.2<1>:ud 0x0:ud\n"
        "(W) send (8|M0) r30:ud r102 0x9 0x02180001\n(W) mov (8|M0) r31.0<1>:ud r30.0<8;8,1>:ud\n"
        "(W) mov (8|M0) r21.0<1>:ud 0xABCD1234:ud\n(W) sends (8|M0) null:ud r101 r21 0x4C 0x02026E01\n"
        "(W) send (8|M0) r22:ud r101 0xC 0x02106E01\n(W) mov (8|M0) r23.0<1>:ud r22.0<8;8,1>:ud\n"
        "(W) send (8|M0) r20:ud r102 0x9 0x02180001\n" STORE;
    struct dispatch d = with(m, text, raw_surface(m, IN, 64));
    emit_setup(m);
    if (emit_dispatch(m, &d))
        fresh_or_stale(m, q, a, OUT, false);
}

const struct question probe_memory_questions[] = {
    {"read-outside", "An untyped read beyond a surface's end gives zero",
     "PRM KBL vol2d; robustBufferAccess of ANV and NEO", read_outside, NULL},
    {"write-outside", "An untyped write beyond a surface's end is dropped",
     "PRM KBL vol2d; robustBufferAccess of ANV and NEO", write_outside, NULL},
    {"atomic-outside", "An untyped atomic beyond a surface's end returns zero",
     "one source: what Kiln's simulator does", atomic_outside, NULL},
    {"unaligned-bytes", "A byte scattered read of dwords takes offsets as they are, odd ones as well",
     "PRM KBL vol2d (byte scattered messages: byte aligned)", unaligned_bytes, NULL},
    {"unaligned-offset", "Untyped messages drop the two low bits of an offset",
     "PRM KBL vol2d (untyped messages: dword aligned); one source", unaligned_offset, NULL},
    {"shared-outside", "Shared memory beyond a group's reads zero and is not written",
     "one source: what Kiln's simulator does", shared_outside, NULL},
    {"typed-bits-rgba8", "A typed read of R8G8B8A8_UNORM gives the texel's bits, from Gen11 on its red",
     "Mesa 25 brw_nir_lower_storage_image.c", typed_bits, (const void *)(uintptr_t)GEN_FORMAT_R8G8B8A8_UNORM},
    {"typed-bits-rgb10a2", "A typed read of R10G10B10A2_UNORM gives the texel's bits",
     "Mesa 25 brw_nir_lower_storage_image.c", typed_bits,
     (const void *)(uintptr_t)GEN_FORMAT_R10G10B10A2_UNORM},
    {"typed-bits-r8", "A typed read of R8_UNORM gives the texel's bits, from Gen11 on its red",
     "Mesa 25 brw_nir_lower_storage_image.c", typed_bits, (const void *)(uintptr_t)GEN_FORMAT_R8_UNORM},
    {"typed-exchange-float", "A typed atomic exchange on R32_FLOAT",
     "BSpec 1706, quoted in Mesa 25 isl_storage_image.c", typed_exchange, NULL},
    {"typed-outside", "A typed read beyond a surface's end gives zero",
     "PRM KBL vol2d; VK_EXT_robustness2 of ANV", typed_outside, NULL},
    {"streamer-sees-flushed", "MI_LOAD_REGISTER_MEM sees what a walker wrote, after stall and DC flush",
     "PRM SKL vol2a PIPE_CONTROL", walker_to_streamer, "flush"},
    {"streamer-sees-unflushed", "And after a stall alone?", "not relied upon: may be either",
     walker_to_streamer, NULL},
    {"walker-sees-flushed",
     "A walker sees what MI_STORE_DATA_IMM wrote where a walker had read before, after flush and "
     "invalidation",
     "PRM SKL vol2a PIPE_CONTROL", streamer_to_walker, "flush"},
    {"walker-sees-unflushed", "And after a stall alone: are clean lines of L3 stale?",
     "not relied upon: may be either", streamer_to_walker, NULL},
    {"constant-cache", "What a thread wrote through the data port, read again through the constant cache",
     "not relied upon: may be either", constant_cache, NULL},
    {0},
};
