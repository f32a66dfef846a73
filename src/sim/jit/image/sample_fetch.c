// The texels of a sample's footprint: a part of each row where it has those of all channels, or each from its
// place.
#include "sim/jit/image/sample.h"

static void fetch_texel(const struct sample *q, const struct sample_footprint *p, unsigned i, unsigned n,
                        unsigned k, val raw[4])
{
    struct jt *j = q->j;
    const struct sim_format *f = q->shape->format;
    const val offset = jit_image_join(j, q->shape, p->column[i], p->row[k][n]);
    if (f->codec)
        jit_codec_fetch(j, f, q->at, q->host, offset, NULL, jit_codec_texel(j, f, p->x_in[i], p->y_in[n]),
                        raw);
    else
        jit_image_fetch(j, f, q->host, offset, NULL, raw);
}

static void fetch_each(const struct sample *q, const struct sample_footprint *p, unsigned k, val raw[2][2][4])
{
    for (unsigned n = 0; n < p->y.n; n++)
        for (unsigned i = 0; i < p->x.n; i++)
            fetch_texel(q, p, i, n, k, raw[n][i]);
}

// Of two bytes each, and next to each other in all channels: both in one dword. NULL: no.
static val find_adjacent(const struct sample *q, const struct sample_footprint *p)
{
    struct jt *j = q->j;
    if (q->shape->format->bytes != 2 || q->shape->swizzled || p->x.n < 2)
        return NULL;
    return all_hold(j, icmp(j, LLVMIntEQ, sub(j, p->column[1], p->column[0]), words(j, 2)));
}

static void fetch_adjacent(const struct sample *q, const struct sample_footprint *p, unsigned k,
                           val raw[2][2][4])
{
    struct jt *j = q->j;
    for (unsigned n = 0; n < p->y.n; n++) {
        const val offset = jit_image_join(j, q->shape, p->column[0], p->row[k][n]);
        const val both = jit_gather_dwords(j, q->host, offset, NULL);
        raw[n][0][0] = masked(j, both, 0xffff);
        raw[n][1][0] = shr(j, both, 16);
    }
}

static void fetch_spans(const struct sample *q, const struct sample_footprint *p, unsigned k,
                        val raw[2][2][4])
{
    for (unsigned n = 0; n < p->y.n; n++) {
        const struct jit_span s = jit_image_load_span(q->j, q->shape, q->host, p->span[k][n]);
        for (unsigned i = 0; i < p->x.n; i++)
            jit_image_of_span(q->j, q->shape, &s, p->in_span[i], raw[n][i]);
    }
}

typedef void fetch_fn(const struct sample *q, const struct sample_footprint *p, unsigned k, val raw[2][2][4]);

// One way or the other: the dwords that texels have. (Others are zeros.)
static void fetch_either(const struct sample *q, const struct sample_footprint *p, unsigned k, val condition,
                         fetch_fn *yes, fetch_fn *no, val raw[2][2][4])
{
    struct jt *j = q->j;
    const val fn = LLVMGetBasicBlockParent(LLVMGetInsertBlock(B));
    const unsigned bytes = q->shape->format->bytes, dwords = bytes < 4 ? 1 : bytes / 4;
    LLVMBasicBlockRef ways[2] = {LLVMAppendBasicBlockInContext(j->ctx, fn, ""),
                                 LLVMAppendBasicBlockInContext(j->ctx, fn, "")};
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(j->ctx, fn, "");
    val other[2][2][4];
    LLVMBuildCondBr(B, condition, ways[0], ways[1]);
    LLVMPositionBuilderAtEnd(B, ways[0]);
    yes(q, p, k, other);
    ways[0] = LLVMGetInsertBlock(B);
    LLVMBuildBr(B, end);
    LLVMPositionBuilderAtEnd(B, ways[1]);
    no(q, p, k, raw);
    ways[1] = LLVMGetInsertBlock(B);
    LLVMBuildBr(B, end);
    LLVMPositionBuilderAtEnd(B, end);
    for (unsigned n = 0; n < p->y.n; n++)
        for (unsigned i = 0; i < p->x.n; i++)
            for (unsigned d = 0; d < dwords; d++) {
                val values[2] = {other[n][i][d], raw[n][i][d]};
                raw[n][i][d] = LLVMBuildPhi(B, j->words, "");
                LLVMAddIncoming(raw[n][i][d], values, ways, 2);
            }
}

static void fetch_apart(const struct sample *q, const struct sample_footprint *p, unsigned k,
                        val raw[2][2][4])
{
    const val adjacent = find_adjacent(q, p);
    if (adjacent)
        fetch_either(q, p, k, adjacent, fetch_adjacent, fetch_each, raw);
    else
        fetch_each(q, p, k, raw);
}

// Puts the border where a texel is beyond an edge.
static void put_border(const struct sample *q, const struct sample_footprint *p, const unsigned at[3],
                       val raw[4])
{
    struct jt *j = q->j;
    const struct sample_axis *axis[3] = {&p->x, &p->y, &p->z};
    const struct sim_format *f = q->shape->format;
    const unsigned dwords = f->codec ? 4 : f->bytes < 4 ? 1 : f->bytes / 4;
    val outside = NULL;
    for (unsigned k = 0; k < 3; k++) {
        const val one = axis[k]->outside[at[k]];
        outside = one && outside ? LLVMBuildOr(B, outside, one, "") : one ? one : outside;
    }
    for (unsigned d = 0; d < dwords && outside; d++)
        raw[d] = pick(j, outside, words(j, q->border[d]), raw[d]);
}

void sample_fetch_slice(const struct sample *q, const struct sample_footprint *p, unsigned k,
                        val raw[2][2][4])
{
    if (p->near)
        fetch_either(q, p, k, p->near, fetch_spans, fetch_apart, raw);
    else
        fetch_apart(q, p, k, raw);
    for (unsigned n = 0; n < p->y.n; n++)
        for (unsigned i = 0; i < p->x.n; i++)
            put_border(q, p, (const unsigned[3]){i, n, k}, raw[n][i]);
}
