// Messages to images: typed reads and writes, and the sampler's ld of level 0, of surfaces of a shape that
// was bound when the kernel was translated (ports/image.h). Coordinates are compared, texels located,
// gathered and decoded in lanes. Messages about other shapes, and the first ones of a walker, are the
// interpreter's (jit/message.c).
#include <stddef.h>
#include <string.h>

#include "hw/target.h"
#include "isa/table/msg.h"
#include "sim/jit/ir/send.h"
#include "sim/jit/image/image.h"
#include "sim/jit/image/message.h"
#include "util/math.h"

static unsigned payload_registers(const struct sim_send *s)
{
    return s->mlen + s->xlen;
}

unsigned image_payload(const struct image *m, unsigned k)
{
    const struct sim_send *s = m->s;
    return k < s->mlen ? s->src0 / SIM_GRF_BYTES + k : s->src1 / SIM_GRF_BYTES + (k - s->mlen);
}

// ---- which messages

// Registers of data in the payload, and whether the message is one of those that are made.
static bool count_data(struct image *m, unsigned *count)
{
    const struct sim_send *s = m->s;
    const struct message plain = {.op = s->op};
    m->atomic = s->kind == SIM_SEND_TYPED_ATOMIC;
    *count = m->atomic ? jit_operands(&plain) : m->use == SIM_IMAGE_WRITTEN ? s->count : 0;
    // (Other atomics on floats than those that move bits are an error.)
    return m->atomic
               ? jit_atomic_ok(s) && m->shape->format->bytes == 4 && m->shape->format->use & SIM_USE_ATOMIC
               : s->count;
}

static bool understand_typed(struct image *m, const struct sim_uop *u, const struct kiln_target *target)
{
    const struct sim_send *s = m->s;
    unsigned count;
    if (!count_data(m, &count))
        return false;
    const unsigned total = payload_registers(s), data = s->header + count;
    if (s->slots != 8 || s->header != kiln_target_wants_typed_header(target) || total <= data)
        return false;
    m->per = 1;
    m->on = s->on;
    m->header = s->header;
    m->coords = total - data;
    m->data = m->header + m->coords;
    m->level = -1;
    for (unsigned k = 0; k < COORDS; k++)
        m->param[k] = (uint8_t)k;
    if (m->use == SIM_IMAGE_READ && (s->dst == SIM_SEND_NO_RESPONSE || s->rlen < s->count))
        return false;
    const bool understood = u->n == 8 && m->coords <= COORDS; // the fourth is the level
    m->coords = m->shape->buffer ? 1 : m->coords;
    return understood;
}

// Where the parameters of a message of the sampler are: x, y, z or the array's index, and the level of
// detail.
struct order {
    int8_t param[COORDS], level; // -1: it has none
    bool is_explicit;            // the level is not derived
    bool compares;               // the first one is a reference
};

static const struct order *order_of(const struct sim_send *s, const struct kiln_target *target)
{
    static const struct order plain = {{0, 1, 2}, -1, true, false}, derived = {{0, 1, 2}, -1, false, false},
                              first = {{1, 2, 3}, 0, true, false}, biased = {{1, 2, 3}, 0, false, false},
                              compared = {{1, 2, 3}, -1, true, true},
                              derived_compared = {{1, 2, 3}, -1, false, true},
                              first_compared = {{2, 3, 4}, 1, true, true},
                              biased_compared = {{2, 3, 4}, 1, false, true}, ld = {{0, 1, 3}, 2, true, false},
                              ld_gen8 = {{0, 2, 3}, 1, true, false};
    switch (s->number) {
    case EU_MSG_NO_SAMPLER_LD:
        return kiln_target_has_lz(target) ? &ld : &ld_gen8;
    case EU_MSG_NO_SAMPLER_LD_LZ:
    case EU_MSG_NO_SAMPLER_SAMPLE_LZ:
    case EU_MSG_NO_SAMPLER_GATHER4:
        return &plain;
    case EU_MSG_NO_SAMPLER_SAMPLE:
        return &derived;
    case EU_MSG_NO_SAMPLER_SAMPLE_B:
        return &biased;
    case EU_MSG_NO_SAMPLER_SAMPLE_L:
        return &first;
    case EU_MSG_NO_SAMPLER_SAMPLE_C_LZ:
    case EU_MSG_NO_SAMPLER_GATHER4_C:
        return &compared;
    case EU_MSG_NO_SAMPLER_SAMPLE_C:
        return &derived_compared;
    case EU_MSG_NO_SAMPLER_SAMPLE_L_C:
        return &first_compared;
    case EU_MSG_NO_SAMPLER_SAMPLE_B_C:
        return &biased_compared;
    default:
        return NULL;
    }
}

static bool is_load(const struct sim_send *s)
{
    return s->number == EU_MSG_NO_SAMPLER_LD || s->number == EU_MSG_NO_SAMPLER_LD_LZ;
}

// The dword `at` of the register file before an instruction, if the block has a constant there.
static bool constant_before(const struct jt *j, const struct sim_uop *u, unsigned at, uint32_t *value)
{
    for (uint32_t i = (uint32_t)(u - j->uops); i > 0 && !j->leader[i]; i--) {
        const struct sim_uop *w = &j->uops[i - 1];
        struct grf_set reads, writes;
        jit_touched(w, &reads, &writes);
        if (w->info->pseudo || w->dst.indirect || !grf_has(&writes, at / SIM_GRF_BYTES))
            continue;
        const bool scalar = !jit_op_is_send(w->op) && w->n == 1 && w->dst.size == 4;
        if (scalar && w->dst.base != at)
            continue;
        const struct sim_src *s = &w->src[0];
        if (!scalar || w->op != EU_OP_MOV || !w->nomask || w->pred || w->sat || s->kind != SIM_SRC_IMM ||
            s->size != 4 || s->neg || s->abs || w->dst.type == EU_TYPE_F || s->type == EU_TYPE_F)
            return false;
        memcpy(value, s->imm, sizeof(*value));
        return true;
    }
    return false;
}

// What a header says besides the sampler's place: texel offsets, no channels left out; of a gather which one
// it is of.
static bool understand_header(struct image *m, const struct jt *j, const struct sim_uop *u)
{
    enum { CONTROL = 8, CHANNEL_SHIFT = 16, OFFSETS = 0xfff };
    uint32_t control = 0;
    const bool compares = m->s->number == EU_MSG_NO_SAMPLER_GATHER4_C,
               gathers = compares || m->s->number == EU_MSG_NO_SAMPLER_GATHER4;
    m->header = m->s->header;
    if (m->header && !constant_before(j, u, m->s->src0 + CONTROL, &control))
        return false;
    m->gather = compares ? 1 : gathers ? (uint8_t)(1 + (control >> CHANNEL_SHIFT & 3)) : 0;
    m->moved = control & OFFSETS;
    return !(control & ~(OFFSETS | (gathers ? 3u << CHANNEL_SHIFT : 0)));
}

// Coordinates that a message does not have are zero, and may be moved as well.
static bool moves_others(const struct image *m)
{
    const unsigned dims = m->shape->volume ? 3 : m->shape->buffer ? 1 : 2;
    for (unsigned k = m->coords; k < dims; k++)
        if (jit_texel_offset(m->moved, k))
            return true;
    return false;
}

static bool understand_sampler(struct image *m, const struct jt *j, const struct sim_uop *u)
{
    const struct sim_send *s = m->s;
    const struct order *order = order_of(s, j->p->target);
    if (!order || !understand_header(m, j, u) || s->small || s->slots != u->n ||
        (s->slots != 8 && s->slots != 16) || s->dst == SIM_SEND_NO_RESPONSE)
        return false;
    m->per = s->slots / 8u;
    const int params = (int)((payload_registers(s) - m->header) / m->per);
    const unsigned most = m->shape->buffer ? 1 : COORDS;
    while (m->coords < most && order->param[m->coords] < params) {
        m->param[m->coords] = (uint8_t)order->param[m->coords];
        m->coords++;
    }
    m->level = order->level < params && !m->shape->buffer ? order->level : -1;
    m->reference = order->compares ? 0 : -1;
    if (!is_load(s)) {
        m->sampler = s->sampler < SIM_SAMPLER_KEYS ? j->rq->samplers[s->sampler] : 0;
        if (m->shape->buffer || !jit_sample_ok(m->shape, m->sampler, order->is_explicit) ||
            (m->gather && !order->compares && !jit_gather_ok(m->shape, m->gather)) ||
            (order->compares && !jit_compare_ok(m->shape)))
            return false;
    }
    const unsigned answers = s->rlen / m->per;
    m->on = answers >= 4 ? 15 : (1u << answers) - 1;
    return m->coords && answers && !moves_others(m);
}

static bool understand(struct image *m, struct jt *j, const struct sim_uop *u)
{
    *m = (struct image){.u = u, .s = u->info->send};
    if (!j->has_avx2 || !j->rq->shapes || !sim_jit_image_use(m->s, &m->use))
        return false;
    m->shape = &j->rq->shapes[SIM_IMAGES_OF_USE * m->use + m->s->index];
    const bool write = m->use == SIM_IMAGE_WRITTEN;
    if (!m->shape->key || !jit_texel_ok(m->shape->format, write))
        return false;
    if (m->use == SIM_IMAGE_SAMPLED)
        return understand_sampler(m, j, u);
    return understand_typed(m, u, j->p->target) &&
           !(write && !m->atomic && m->shape->format->present & ~m->on);
}

// ---- where the texels lie

// Bits of v from `from` on, moved to `to`.
static val move_bits(struct jt *j, val v, uint32_t mask, unsigned from, unsigned to)
{
    v = masked(j, v, mask << from);
    return to < from ? LLVMBuildLShr(B, v, k32(j, v, from - to), "") : shl(j, v, to - from);
}

// The low bits of v to where a tile's `mask` has ones, run by run of them; those above that to bit `end` (0:
// there are none), with the last run if that ends there.
static val deposit(struct jt *j, val v, uint32_t mask, unsigned end)
{
    val out = NULL;
    unsigned from = 0;
    while (mask | end) {
        const uint32_t run = mask ? kiln_lowest_run(mask) : 0;
        const unsigned to = mask ? (unsigned)__builtin_ctz(run) : end,
                       count = (unsigned)__builtin_popcount(run);
        const bool last = to + count == end;
        const val part = move_bits(j, v, last ? UINT32_MAX : (1u << count) - 1, from, to);
        out = out ? LLVMBuildOr(B, out, part, "") : part;
        from += count;
        mask &= ~run;
        end = last ? 0 : end;
    }
    return out;
}

// Of the bytes from the left.
val jit_image_column(struct jt *j, const struct sim_image_shape *shape, val x)
{
    const val b = shl(j, x, (unsigned)__builtin_ctz(shape->format->bytes));
    return shape->tile.bits ? deposit(j, b, shape->tile.x, shape->tile.bits) : b;
}

val jit_image_row(struct jt *j, const struct sim_image_shape *shape, val y, val pitch)
{
    if (!shape->tile.bits)
        return LLVMBuildMul(B, y, pitch, "");
    const unsigned rows = (unsigned)__builtin_popcount(shape->tile.y);
    const val tile = LLVMBuildMul(B, LLVMBuildLShr(B, y, k32(j, y, rows), ""), pitch, "");
    return LLVMBuildAdd(B, tile, deposit(j, y, shape->tile.y, 0), "");
}

// Columns and rows have no bit of a tile in common. (As SIM_SWIZZLED has it.)
val jit_image_join(struct jt *j, const struct sim_image_shape *shape, val column, val row)
{
    const val at = row ? LLVMBuildAdd(B, column, row, "") : column;
    if (!shape->swizzled)
        return at;
    const val nine = LLVMBuildLShr(B, at, k32(j, at, 3), "");
    val with = nine;
    if (shape->tiling == SIM_TILING_X)
        with = LLVMBuildXor(B, nine, LLVMBuildLShr(B, at, k32(j, at, 4), ""), "");
    return LLVMBuildXor(B, at, masked(j, with, 64), "");
}

// Once a message: LLVM does not see that nothing changes them.
static void load_members(struct jt *j, struct image *m)
{
    m->host = jit_member(j, m->at, offsetof(struct sim_image, host), j->ptr);
    j->srgb = jit_member(j, m->at, offsetof(struct sim_image, srgb), j->ptr);
    for (unsigned k = 0; k < m->coords; k++)
        m->last[k] = splat_member(j, m->at, offsetof(struct sim_image, last) + 4 * k);
    m->pitch = m->coords > Y ? splat_member(j, m->at, offsetof(struct sim_image, pitch)) : NULL;
    m->qpitch = m->coords > Z ? splat_member(j, m->at, offsetof(struct sim_image, qpitch)) : NULL;
    m->slices = m->coords > Z ? splat_member(j, m->at, offsetof(struct sim_image, slices)) : NULL;
}

static val parameter(struct jt *j, const struct image *m, unsigned param, unsigned chunk)
{
    const unsigned first = m->header + param * m->per;
    return m->chunks < m->per ? jit_join_lanes(j, jit_load_grf(j, image_payload(m, first)),
                                               jit_load_grf(j, image_payload(m, first + 1)))
                              : jit_load_grf(j, image_payload(m, first + chunk));
}

// A coordinate of a texel, moved by the header's offset of it.
static val coordinate(struct jt *j, const struct image *m, unsigned k, unsigned chunk)
{
    const val c = parameter(j, m, m->param[k], chunk);
    const int offset = k < Z || m->shape->volume ? jit_texel_offset(m->moved, k) : 0;
    return offset ? LLVMBuildAdd(B, c, k32(j, c, (uint32_t)offset), "") : c;
}

static val both(struct jt *j, val a, val b)
{
    return a ? LLVMBuildAnd(B, a, b, "") : b;
}

// The offset of a texel whose place is counted from `left` and `above` (NULL: 0).
static val offset_of(struct jt *j, const struct image *m, val c[COORDS], val left, val above, val *texel)
{
    const struct sim_format *f = m->shape->format;
    if (f->codec) {
        val x, y = NULL;
        c[X] = jit_codec_split(j, f->bw, c[X], &x);
        c[Y] = c[Y] ? jit_codec_split(j, f->bh, c[Y], &y) : NULL;
        *texel = jit_codec_texel(j, f, x, y);
    }
    const val x = jit_image_column(j, m->shape, left ? LLVMBuildAdd(B, c[X], left, "") : c[X]);
    val y = c[Y] && above ? LLVMBuildAdd(B, c[Y], above, "") : c[Y] ? c[Y] : above;
    if (c[Z]) {
        const val rows = LLVMBuildMul(B, c[Z], m->qpitch, "");
        y = LLVMBuildAdd(B, y, rows, "");
    }
    return jit_image_join(j, m->shape, x, y ? jit_image_row(j, m->shape, y, m->pitch) : NULL);
}

// Coordinates (NULL: there is none), and the channels that are enabled and within.
static val coordinates(struct jt *j, const struct image *m, unsigned chunk, val c[COORDS])
{
    val inside = m->mask[chunk];
    for (unsigned k = 0; k < COORDS; k++) {
        c[k] = k < m->coords ? coordinate(j, m, k, chunk) : NULL;
        if (!c[k])
            continue;
        if (k == Z)
            c[Z] = LLVMBuildAnd(B, c[Z], m->slices, "");
        inside = both(j, inside, icmp(j, LLVMIntULE, c[k], m->last[k]));
    }
    if (m->level >= 0) { // of which there is one
        const val level = parameter(j, m, (unsigned)m->level, chunk);
        inside = both(j, inside, icmp(j, LLVMIntEQ, level, k32(j, level, 0)));
    }
    return inside;
}

val image_locate(struct jt *j, const struct image *m, unsigned chunk, val *inside, val *texel)
{
    val c[COORDS];
    *inside = coordinates(j, m, chunk, c);
    return offset_of(j, m, c, NULL, NULL, texel);
}

// The same where each channel has a level of its own; the offsets are from *host.
static val locate_in_level(struct jt *j, const struct image *m, unsigned chunk, val *inside, val *host,
                           val *texel)
{
    struct sample q = {.j = j, .shape = m->shape, .at = m->at, .dims = m->shape->volume ? 3 : 2};
    val c[COORDS], level = parameter(j, m, (unsigned)m->level, chunk), ok, first;
    sample_level_of(&q, level, &first, &ok);
    *inside = both(j, m->mask[chunk], ok);
    *host = q.host;
    sample_enter_level(&q, first);
    for (unsigned k = 0; k < COORDS; k++) {
        c[k] = k < m->coords ? coordinate(j, m, k, chunk) : NULL;
        if (!c[k])
            continue;
        const bool sized = k < q.dims;
        if (k == Z)
            c[Z] = LLVMBuildAnd(B, c[Z], m->slices, "");
        const val end = sized ? q.size[k] : m->last[k];
        *inside = both(j, *inside, icmp(j, sized ? LLVMIntULT : LLVMIntULE, c[k], end));
    }
    return offset_of(j, m, c, q.left, q.above, texel);
}

// ---- reading

// Whether all channels' texels are there, and in one span of a row: which of it (in lanes), and where it
// begins (a scalar).
static val are_in_span(struct jt *j, const struct image *m, const val c[COORDS], val inside, val *index,
                       val *at)
{
    const val start = jit_image_span_start(j, m->shape, lane_of(j, c[X], 0));
    val all, row[COORDS] = {NULL};
    *index = LLVMBuildSub(B, c[X], jit_splat(j, start, j->lanes), "");
    all = icmp(j, LLVMIntULT, *index, jit_const(j, j->words, jit_image_span_texels(j, m->shape)));
    all = both(j, inside, all);
    for (unsigned k = Y; k < COORDS; k++) {
        row[k] = c[k] ? lane_of(j, c[k], 0) : NULL;
        if (c[k])
            all = both(j, all, icmp(j, LLVMIntEQ, c[k], jit_splat(j, row[k], j->lanes)));
    }
    *at = jit_image_column(j, m->shape, start);
    if (row[Z])
        row[Y] = LLVMBuildAdd(B, row[Y], LLVMBuildMul(B, row[Z], lane_of(j, m->qpitch, 0), ""), "");
    if (row[Y])
        *at = LLVMBuildAdd(B, *at, jit_image_row(j, m->shape, row[Y], lane_of(j, m->pitch, 0)), "");
    const val end = LLVMBuildAdd(B, LLVMBuildZExt(B, *at, j->i64, ""),
                                 LLVMConstInt(j->i64, jit_image_span_reach(j, m->shape), false), "");
    const val bytes = jit_member(j, m->at, offsetof(struct sim_image, bytes), j->i64);
    return LLVMBuildAnd(B, all_hold(j, all), icmp(j, LLVMIntULE, end, bytes), "");
}

// The texels' dwords: by spans where they are in one, as those of a row mostly are.
static void fetch_near(struct jt *j, const struct image *m, unsigned chunk, val raw[4])
{
    const unsigned bytes = m->shape->format->bytes, dwords = bytes < 4 ? 1 : bytes / 4;
    LLVMBasicBlockRef ways[2] = {jit_new_block(j, "near"), jit_new_block(j, "far")},
                      end = jit_new_block(j, "");
    val c[COORDS], index, at, near[4];
    const val inside = coordinates(j, m, chunk, c);
    LLVMBuildCondBr(B, are_in_span(j, m, c, inside, &index, &at), ways[0], ways[1]);
    LLVMPositionBuilderAtEnd(B, ways[0]);
    if (m->use == SIM_IMAGE_READ)
        jit_image_prefetch_span(j, m->shape, m->host, at);
    const struct jit_span span = jit_image_load_span(j, m->shape, m->host, at);
    jit_image_of_span(j, m->shape, &span, index, near);
    LLVMBuildBr(B, end);
    LLVMPositionBuilderAtEnd(B, ways[1]);
    const val offset = offset_of(j, m, c, NULL, NULL, NULL);
    if (m->use == SIM_IMAGE_READ)
        jit_image_prefetch(j, m->shape, m->host, offset, false);
    jit_image_fetch(j, m->shape->format, m->host, offset, inside, raw);
    LLVMBuildBr(B, end);
    LLVMPositionBuilderAtEnd(B, end);
    for (unsigned k = 0; k < dwords; k++) {
        val values[2] = {near[k], raw[k]};
        raw[k] = LLVMBuildPhi(B, j->words, "");
        LLVMAddIncoming(raw[k], values, ways, 2);
    }
}

static void fetch(struct jt *j, const struct image *m, unsigned c, val raw[4])
{
    val inside, host = m->host, texel = NULL;
    const bool levels = m->level >= 0 && !m->shape->one_level;
    // (Those of a row are next to each other: spans of larger ones do not have all.)
    if (!levels && jit_image_has_spans(m->shape) && jit_image_span_texels(j, m->shape) >= j->lanes) {
        fetch_near(j, m, c, raw);
        return;
    }
    const val offset =
        levels ? locate_in_level(j, m, c, &inside, &host, &texel) : image_locate(j, m, c, &inside, &texel);
    if (m->use == SIM_IMAGE_READ)
        jit_image_prefetch(j, m->shape, host, offset, false);
    if (m->shape->format->codec)
        jit_codec_fetch(j, m->shape->format, m->at, host, offset, inside, texel, raw);
    else
        jit_image_fetch(j, m->shape->format, host, offset, inside, raw);
}

static void load_chunk(struct jt *j, const struct image *m, unsigned c, val answer[4][2])
{
    val raw[4], word[4];
    fetch(j, m, c, raw);
    jit_texel_decode_all(j, m->shape, m->on, raw, word);
    for (unsigned n = 0; n < 4; n++)
        answer[n][c] = word[n];
}

static void sample_chunk(struct jt *j, const struct image *m, unsigned c, val answer[4][2])
{
    val coords[COORDS], word[4];
    for (unsigned k = 0; k < COORDS; k++)
        coords[k] = k < m->coords ? parameter(j, m, m->param[k], c) : NULL;
    const val detail = m->level >= 0 && !m->shape->one_level ? parameter(j, m, (unsigned)m->level, c) : NULL;
    const val reference = m->reference >= 0 ? parameter(j, m, (unsigned)m->reference, c) : NULL;
    const struct jit_sample_kind kind = {m->shape, m->sampler, m->gather, m->moved, reference != NULL};
    jit_sample(j, &kind, m->at, coords, detail, reference, word);
    for (unsigned n = 0; n < 4; n++)
        answer[n][c] = m->on >> n & 1 ? word[n] : NULL;
}

static void read_texels(struct jt *j, const struct image *m)
{
    val answer[4][2] = {{NULL}};
    jit_count_send(j);
    for (unsigned c = 0; c < m->chunks; c++)
        (m->sampler ? sample_chunk : load_chunk)(j, m, c, answer);
    unsigned r = m->s->dst / SIM_GRF_BYTES; // which may be where the coordinates are
    for (unsigned n = 0; n < 4; n++)
        for (unsigned c = 0; c < m->per && m->on >> n & 1; c++, r++) {
            const bool part = m->chunks < m->per;
            const val v = part ? jit_part_of_lanes(j, answer[n][0], JIT_CHUNK * c, JIT_CHUNK) : answer[n][c],
                      mask = part && m->mask[0] ? jit_part_of_lanes(j, m->mask[0], JIT_CHUNK * c, JIT_CHUNK)
                                                : m->mask[c];
            jit_store_grf(j, r, mask ? pick(j, mask, v, jit_load_grf(j, r)) : v);
        }
}

// ---- the message

static const struct sim_jit_message *describe(struct jt *j, const struct image *m)
{
    struct sim_jit_message *d = jit_new_message(j);
    *d = (struct sim_jit_message){.uop = (uint32_t)(m->u - j->uops),
                                  .kind = SIM_JIT_IMAGE,
                                  .write = m->use == SIM_IMAGE_WRITTEN,
                                  .coords = (uint8_t)m->coords,
                                  .header = m->header,
                                  .mlen = m->s->mlen,
                                  .xlen = m->s->xlen,
                                  .src0 = (uint16_t)(m->s->src0 / SIM_GRF_BYTES),
                                  .src1 = (uint16_t)(m->s->src1 / SIM_GRF_BYTES),
                                  .use = (uint8_t)m->use,
                                  .sampler = (uint8_t)(m->sampler ? m->s->sampler + 1 : 0),
                                  .window = m->s->index};
    return d;
}

static void find_image(struct jt *j, struct image *m)
{
    const size_t at = offsetof(struct sim_group, images) + m->use * sizeof(void *);
    m->at =
        jit_bytes_after(j, jit_member(j, jit_group(j), at, j->ptr), m->s->index * sizeof(struct sim_image));
}

static val sampler_key(struct jt *j, const struct image *m)
{
    const val keys = jit_member(j, jit_group(j), offsetof(struct sim_group, sampler_keys), j->ptr);
    return jit_member(j, keys, m->s->sampler * sizeof(uint64_t), j->i64);
}

// Whether the header has the samplers of the launch, as r0 does, and no others.
static val is_own_table(struct jt *j, const struct image *m)
{
    enum { SAMPLERS = 3 };
    const val launch = jit_member(j, jit_group(j), offsetof(struct sim_group, launch), j->ptr);
    const val own = jit_member(j, launch, offsetof(struct sim_launch, samplers), j->i32);
    const val given = lane_of(j, jit_load_grf(j, image_payload(m, 0)), SAMPLERS);
    // The lowest bit chooses the base.
    const val other = masked(j, LLVMBuildXor(B, given, masked(j, own, ~31u), ""), ~30u);
    return icmp(j, LLVMIntEQ, other, k32(j, other, 0));
}

// The slots that a header of a typed message enables.
static val header_lanes(struct jt *j, const struct image *m)
{
    enum { MASK = 7 };
    const val word = lane_of(j, jit_load_grf(j, image_payload(m, 0)), MASK);
    return jit_lanes_of(j, word, m->s->upper ? 8 : 0, 8);
}

// Of sixteen channels all at once where the host has such vectors. (Decoded blocks are answered eight by
// eight.)
static void choose_lanes(struct jt *j, struct image *m)
{
    const struct sim_format *f = m->shape->format;
    const bool all = j->has_avx512 && m->per == 2 && !(f->codec && !jit_bc_ok(f));
    j->lanes = all ? 2 * JIT_CHUNK : JIT_CHUNK;
    j->words = LLVMVectorType(j->i32, j->lanes);
    m->chunks = all ? 1 : m->per;
}

bool jit_image_message(struct jt *j, const struct sim_uop *u)
{
    struct image m;
    if (!understand(&m, j, u))
        return false;
    const struct sim_jit_message *d = describe(j, &m);
    LLVMBasicBlockRef slow = jit_new_block(j, "slow"), done = jit_new_block(j, "done");
    choose_lanes(j, &m);
    for (unsigned c = 0; c < m.chunks; c++)
        m.mask[c] = jit_exec_lanes(j, u, j->lanes * c, j->lanes, true);
    if (m.s->masked)
        m.mask[0] = both(j, m.mask[0], header_lanes(j, &m));
    jit_active(j); // known in all blocks that follow
    jit_count(j);
    find_image(j, &m);
    const val key = jit_member(j, m.at, offsetof(struct sim_image, key), j->i32);
    jit_branch_unless(j, icmp(j, LLVMIntEQ, key, k32(j, key, m.shape->key)), slow);
    if (m.sampler) {
        const val of = sampler_key(j, &m);
        jit_branch_unless(j, icmp(j, LLVMIntEQ, of, LLVMConstInt(j->i64, m.sampler, false)), slow);
    }
    if (m.header && m.sampler)
        jit_branch_unless(j, is_own_table(j, &m), slow);
    if (!m.sampler)
        load_members(j, &m);
    if (m.atomic)
        image_atomic(j, &m, slow);
    else if (m.use == SIM_IMAGE_WRITTEN)
        image_write(j, &m, slow);
    else
        read_texels(j, &m);
    LLVMBuildBr(B, done);
    jit_end_message(j, d, slow, done);
    return true;
}
