// Writes packets of Gen7.5 to Gen12's command streamer into a stream, PIPE_CONTROLs in a form that is legal
// by the rules of the hardware (src/hw/rules.def).
//
// Each packet has the length that it has on Gen9. Those with 32-bit addresses are shorter, and are followed
// by MI_NOOPs: so what is counted in dwords, or changed in place, is so on every chip.
#ifndef KILN_LAUNCH_MI_PACKETS_H
#define KILN_LAUNCH_MI_PACKETS_H

#include "cmd/gen_pack.h"
#include "launch/stream/stream.h"
#include "cmd/gen_table.h"

// Whether the chip has the command.
static inline bool mi_has(const struct launch_device *d, enum gen_cmd_id id)
{
    return gen_desc_exists(&gen_cmd_table[id], kiln_target_of(d->info->devinfo)->isa);
}

// Another block of the stream's, and `dwords` of it; of the trash, if there is none.
uint32_t *mi_grow(struct launch_stream *s, uint32_t dwords);

// Makes sure that so many dwords will come into the block that the next ones come into.
void mi_reserve(struct launch_stream *s, uint32_t dwords);

// A segment begins that runs when the dword is 1.
void mi_wait_before(struct launch_stream *s, const uint32_t *event);

// The commands of a segment of a flat device, which are in one block.
uint32_t *mi_copy_segment(uint32_t *dw, const struct launch_segment *g);

// Room for `dwords` (at most LAUNCH_TRASH_DWORDS) in the stream; never NULL.
static inline uint32_t *mi_room(struct launch_stream *s, uint32_t dwords)
{
    uint32_t *dw = s->cur;
    if (__builtin_expect((size_t)(s->end - dw) < dwords, 0))
        return mi_grow(s, dwords);
    s->cur = dw + dwords;
    return dw;
}

// A packet or structure, packed as Gen9's, in the layout of the device's generation.
const struct gen_desc *mi_own(const struct launch_device *d, enum gen_cmd_id id, uint32_t *dw);

// The same in place, at its length on Gen9.
void mi_fit_narrow(const struct launch_device *d, enum gen_cmd_id id, uint32_t *dw, uint32_t length);
static inline void mi_fit(const struct launch_device *d, enum gen_cmd_id id, uint32_t *dw, uint32_t length)
{
    if (__builtin_expect(d->narrow, 0))
        mi_fit_narrow(d, id, dw, length);
}

// Writes a packet at `dw`, which moves after it: one that is the same on every chip.
#define MI_PUT(dw, name, ...)                                                                                \
    do {                                                                                                     \
        struct gen_##name put_s = {__VA_ARGS__};                                                             \
        gen_##name##_pack((dw), &put_s);                                                                     \
        (dw) += gen_##name##_LENGTH;                                                                         \
    } while (0)

// Any other.
#define MI_PUT_ON(device, dw, name, ...)                                                                     \
    do {                                                                                                     \
        struct gen_##name put_s = {__VA_ARGS__};                                                             \
        gen_##name##_pack((dw), &put_s);                                                                     \
        mi_fit((device), GEN_CMD_##name, (dw), gen_##name##_LENGTH);                                         \
        (dw) += gen_##name##_LENGTH;                                                                         \
    } while (0)

// MI_EMIT(stream, MI_STORE_DATA_IMM, .address = a, .immediate_data = 1)
#define MI_EMIT(s, name, ...)                                                                                \
    do {                                                                                                     \
        struct gen_##name emit_s = {__VA_ARGS__};                                                            \
        uint32_t *emit_dw = mi_room((s), gen_##name##_LENGTH);                                               \
        gen_##name##_pack(emit_dw, &emit_s);                                                                 \
        mi_fit((s)->device, GEN_CMD_##name, emit_dw, gen_##name##_LENGTH);                                   \
    } while (0)

// MI_EMIT of what has another length in other generations.
#define MI_EMIT_OWN(s, name, ...)                                                                            \
    do {                                                                                                     \
        struct gen_##name own_s = {__VA_ARGS__};                                                             \
        uint32_t own_dw[GEN_OWN_MAX];                                                                        \
        gen_##name##_pack(own_dw, &own_s);                                                                   \
        uint32_t own_length = mi_own((s)->device, GEN_CMD_##name, own_dw)->length;                           \
        memcpy(mi_room((s), own_length), own_dw, own_length * 4);                                            \
    } while (0)

// Sets the bits that those of `c` demand. These are part of their callers, which identifies mutants
// (util/mutant.h).
__attribute__((always_inline)) static inline void mi_pipe_control_legalize(const struct launch_device *d,
                                                                           struct gen_PIPE_CONTROL *c)
{
    bool flush = c->dc_flush_enable || c->render_target_cache_flush_enable || c->depth_cache_flush_enable;
    if (c->command_streamer_stall_enable && flush && !c->post_sync_operation &&
        launch_keeps(d, END_OF_PIPE)) {
        c->post_sync_operation = GEN_POST_SYNC_WRITE_IMMEDIATE;
        c->address = launch_nowhere_address(d);
    }
    if ((c->post_sync_operation || flush) && launch_keeps(d, PIPE_CONTROL_STALL))
        c->command_streamer_stall_enable = true;
    if (c->post_sync_operation && launch_keeps(d, POST_SYNC_STALL))
        c->command_streamer_stall_enable = true;
    if (c->texture_cache_invalidation_enable && launch_keeps(d, TEXTURE_INVALIDATE_STALL))
        c->command_streamer_stall_enable = true;
    if (c->command_streamer_stall_enable && !c->post_sync_operation && !flush && !c->depth_stall_enable &&
        launch_keeps(d, CS_STALL_COMPANION))
        c->stall_at_pixel_scoreboard = true;
}

// Whether a stall must come before it, as a command of its own.
static inline bool mi_pipe_control_splits(const struct launch_device *d, const struct gen_PIPE_CONTROL *c)
{
    return c->post_sync_operation && launch_keeps(d, POST_SYNC_SPLIT);
}

enum { MI_PIPE_CONTROL_MOST = 2 * gen_PIPE_CONTROL_LENGTH }; // dwords, with the stall

// One that is legal, and what must come before it; returns after it.
__attribute__((always_inline)) static inline uint32_t *
mi_pipe_control_write(const struct launch_device *d, uint32_t *dw, struct gen_PIPE_CONTROL c)
{
    if (mi_pipe_control_splits(d, &c)) {
        const struct gen_PIPE_CONTROL stall = {.command_streamer_stall_enable = true};
        gen_PIPE_CONTROL_pack(dw, &stall);
        mi_fit(d, GEN_CMD_PIPE_CONTROL, dw, gen_PIPE_CONTROL_LENGTH);
        dw += gen_PIPE_CONTROL_LENGTH;
    }
    gen_PIPE_CONTROL_pack(dw, &c);
    if (c.dc_flush_enable && launch_keeps(d, HDC_FLUSH))
        GEN_PATCH(dw, PIPE_CONTROL_GEN12, hdc_pipeline_flush_enable, true);
    if (c.dc_flush_enable && launch_keeps(d, LSC_FLUSH))
        GEN_PATCH(dw, PIPE_CONTROL_GEN125, untyped_data_port_cache_flush_enable, true);
    mi_fit(d, GEN_CMD_PIPE_CONTROL, dw, gen_PIPE_CONTROL_LENGTH);
    return dw + gen_PIPE_CONTROL_LENGTH;
}

__attribute__((always_inline)) static inline uint32_t *
mi_pipe_control_pack(const struct launch_device *d, uint32_t *dw, struct gen_PIPE_CONTROL c)
{
    mi_pipe_control_legalize(d, &c);
    return mi_pipe_control_write(d, dw, c);
}

__attribute__((always_inline)) static inline void mi_pipe_control(struct launch_stream *s,
                                                                  struct gen_PIPE_CONTROL c, bool legal)
{
    if (!legal)
        mi_pipe_control_legalize(s->device, &c);
    uint32_t dwords = mi_pipe_control_splits(s->device, &c) ? MI_PIPE_CONTROL_MOST : gen_PIPE_CONTROL_LENGTH;
    mi_pipe_control_write(s->device, mi_room(s, dwords), c);
}

// MI_PIPE_CONTROL(stream, .dc_flush_enable = true)
#define MI_PIPE_CONTROL(s, ...) mi_pipe_control((s), (struct gen_PIPE_CONTROL){__VA_ARGS__}, false)
// One that stands where it is legal as it is.
#define MI_PIPE_CONTROL_BARE(s, ...) mi_pipe_control((s), (struct gen_PIPE_CONTROL){__VA_ARGS__}, true)

#endif
