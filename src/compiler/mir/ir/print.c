// Machine IR as text, without loss: mir_parse reads it back to the same shader.
//
//     simd 16
//     payload r0=%0 cross=%1*2 thread=%2
//     %3 = grf 64 align 32
//     %4 = flag 2 align 2 uniform at 0
//     B0: depth 1 loop 0..2
//       (+%4) add.sat(16|M0) {nomask} %3:f, -%1+4<0;1,0>:f, 0x3f800000:f
//       br(16|M0) -> B1 B2 divergent
//
// An operand is [-][(abs)]PLACE[+OFFSET][<vstride;width,hstride>]:TYPE. PLACE is %vreg, arfNN
// (hexadecimal), null, &%vreg (its byte address), r[%addr]%base, or a hexadecimal immediate; a packed
// <8;8,1> is left out. `_`: no operand.
//
// `dpas.8(8|M0)` is one of eight rows. An access (mir/ir/access.h) names its components:
//
//     access(16|M0) {dwords count 2 most 4 mem read surface} by %3:ud to %4:ud, %5:ud
#include "compiler/mir/ir/access.h"
#include "compiler/mir/ir/message.h"
#include "compiler/mir/ir/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct printer {
    struct arena *a;
    char *data;
    size_t size, capacity;
};

__attribute__((format(printf, 2, 3))) static void put(struct printer *p, const char *fmt, ...)
{
    char text[256];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    size_t len = n < (int)sizeof(text) ? (size_t)n : sizeof(text) - 1;
    if (p->size + len + 1 > p->capacity) {
        size_t capacity = (p->capacity + len + 1) * 2;
        p->data = arena_grow(p->a, p->data, p->size, capacity);
        p->capacity = capacity;
    }
    memcpy(p->data + p->size, text, len + 1);
    p->size += len;
}

static const char *name_in(const char *const *table, size_t count, unsigned index)
{
    return index < count ? table[index] : "?";
}
#define NAME(table, index) name_in(table, MIR_COUNT(table), (unsigned)(index))

static void put_place(struct printer *p, const struct mir_operand *o)
{
    switch (o->kind) {
    case MIR_OPK_VREG:
        put(p, "%%%u", o->vreg);
        break;
    case MIR_OPK_ADDROF:
        put(p, "&%%%u", o->vreg);
        break;
    case MIR_OPK_PRIVATE:
        put(p, "private");
        break;
    case MIR_OPK_INDIRECT:
        put(p, o->address ? "r[%%%u.%u]" : "r[%%%u]", o->vreg, o->address);
        put(p, "%%%u", o->base);
        break;
    case MIR_OPK_ARF:
        if (o->arf == EU_ARF_NULL)
            put(p, "null");
        else
            put(p, "arf%02x", o->arf);
        break;
    case MIR_OPK_IMM:
        put(p, "0x%" PRIx64, o->imm);
        break;
    case MIR_OPK_NONE:
        break;
    }
    if (o->kind != MIR_OPK_IMM && o->offset)
        put(p, "%+" PRId32, (int32_t)o->offset);
}

static void put_operand(struct printer *p, const struct mir_operand *o, bool is_dst)
{
    if (o->kind == MIR_OPK_NONE) {
        put(p, "_");
        return;
    }
    put(p, "%s%s", o->negate ? "-" : "", o->abs ? "(abs)" : "");
    put_place(p, o);
    if (!mir_is_imm(o)) {
        if (is_dst && mir_dst_stride(o) != 1)
            put(p, "<%u>", o->hstride);
        else if (!is_dst && !(o->vstride == 8 && o->width == 8 && o->hstride == 1))
            put(p, "<%u;%u,%u>", o->vstride, o->width, o->hstride);
    }
    put(p, ":%s", eu_type_name(o->type));
}

// What the access goes by, of a logical send; the function and the descriptor, of a message.
static void put_what(struct printer *p, const struct mir_send *m)
{
    put(p, " {%s", mir_access_name(m->access));
    if (m->access == MIR_ACCESS_NONE) {
        put(p, " %u desc 0x%x", m->sfid, m->desc);
        if (m->ex_desc)
            put(p, " ex 0x%x", m->ex_desc);
        return;
    }
    const struct {
        const char *name;
        uint32_t value;
    } fields[] = {{"count", m->count}, {"bytes", m->bytes},     {"op", m->op},         {"at", m->at},
                  {"table", m->table}, {"sampler", m->sampler}, {"object", m->object}, {"root", m->root}};
    for (unsigned k = 0; k < MIR_COUNT(fields); k++)
        if (fields[k].value)
            put(p, " %s %u", fields[k].name, fields[k].value);
    put(p, "%s%s%s%s", m->wide ? " wide" : "", m->qword ? " qword" : "", m->real ? " real" : "",
        m->far ? " far" : "");
}

static const char *surface_name(enum mir_surface s)
{
    return s == MIR_SURFACE_HANDLE ? " handle" : s == MIR_SURFACE_EITHER ? " either" : "";
}

static void put_parts(struct printer *p, const struct mir_parts *a)
{
    const unsigned counts[] = {1, 1, 1, 1, 1, a->args, a->data, a->results};
    const struct mir_operand *o = a->at;
    for (unsigned n = 0; n < MIR_COUNT(counts); o += counts[n], n++) {
        if (!counts[n] || (n < MIR_PARTS && o->kind == MIR_OPK_NONE))
            continue;
        put(p, " %s ", mir_part_names[n]);
        for (unsigned k = 0; k < counts[n]; k++) {
            put(p, k ? ", " : "");
            put_operand(p, &o[k], false);
        }
    }
}

static void put_access(struct printer *p, const struct mir_inst *i)
{
    const struct mir_parts *a = i->parts;
    put_what(p, &i->send);
    const struct {
        const char *name;
        uint32_t value;
    } fields[] = {{"most", a->most},
                  {"after", a->after},
                  {"buffer", a->buffer},
                  {"offsets", a->offsets},
                  {"samplers", a->samplers}};
    for (unsigned k = 0; k < MIR_COUNT(fields); k++)
        if (fields[k].value)
            put(p, " %s %u", fields[k].name, fields[k].value);
    put(p, "%s mem %s %s%s}", a->aligned ? " aligned" : "", NAME(mir_mem_names, i->send.mem),
        NAME(mir_space_names, i->send.space), surface_name(i->send.surface));
    put_parts(p, a);
}

static void put_send(struct printer *p, const struct mir_send *m)
{
    put_what(p, m);
    put(p, " len %u %u %u%s%s%s %s %s}", m->mlen, m->ex_mlen, m->rlen, m->header ? " header" : "",
        m->eot ? " eot" : "", surface_name(m->surface), NAME(mir_mem_names, m->mem),
        NAME(mir_space_names, m->space));
}

static void put_targets(struct printer *p, const struct mir_inst *i)
{
    if (i->jip)
        put(p, " jip B%u", i->jip->index);
    if (i->uip)
        put(p, " uip B%u", i->uip->index);
}

static void put_inst(struct printer *p, const struct mir_inst *i)
{
    put(p, "  ");
    if (i->pred.kind == MIR_OPK_VREG) {
        put(p, "(%c%%%u", i->pred_inv ? '-' : '+', i->pred.vreg);
        put(p, "%s%s) ", i->pred_ctrl > EU_PRED_NORMAL ? "." : "",
            i->pred_ctrl > EU_PRED_NORMAL ? NAME(mir_pred_names, i->pred_ctrl) : "");
    }
    const char *name = mir_op_name(i->op);
    put(p, "%s", name ? name : "?");
    if (i->op == EU_OP_MATH)
        put(p, ".%s", NAME(mir_math_names, i->math));
    if (mir_is_systolic(i->op))
        put(p, ".%u", i->rows);
    if (i->op == EU_OP_BFN)
        put(p, ".0x%x", i->bfn);
    if (i->cmod) {
        put(p, ".%s", NAME(mir_cmod_names, i->cmod));
        if (i->flag.kind == MIR_OPK_VREG)
            put(p, "%%%u", i->flag.vreg);
    }
    put(p, "%s(%u|M%u)", i->saturate ? ".sat" : "", i->exec_size, i->chan_offset);
    if (i->nomask || i->acc_wr)
        put(p, " {%s%s%s}", i->nomask ? "nomask" : "", i->nomask && i->acc_wr ? " " : "",
            i->acc_wr ? "accwr" : "");
    unsigned srcs = MIR_MAX_SRCS;
    while (srcs && i->src[srcs - 1].kind == MIR_OPK_NONE)
        srcs--;
    if (srcs || i->dst.kind != MIR_OPK_NONE) {
        put(p, " ");
        put_operand(p, &i->dst, true);
    }
    for (unsigned k = 0; k < srcs; k++) {
        put(p, ", ");
        put_operand(p, &i->src[k], false);
    }
    if (mir_op_is_send(i->op))
        put_send(p, &i->send);
    if (i->op == MIR_OP_ACCESS)
        put_access(p, i);
    put_targets(p, i);
    if (i->line)
        put(p, " @%u", i->line);
    put(p, "\n");
}

static void put_vregs(struct printer *p, const struct mir_shader *s)
{
    for (uint32_t v = 0; v < s->vreg_count; v++) {
        const struct mir_vreg *r = &s->vregs[v];
        put(p, "%%%u = %s %u align %u%s%s%s", v, NAME(mir_file_names, r->file), r->size, r->align,
            r->uniform ? " uniform" : "", r->carried ? " carried" : "", r->spill_temp ? " temp" : "");
        if (r->phys >= 0)
            put(p, " at %d", r->phys);
        put(p, "\n");
    }
}

static void put_header(struct printer *p, const struct mir_shader *s)
{
    put(p, "simd %u%s\n", s->simd, s->is_legal ? " legal" : "");
    if (s->float_mode)
        put(p, "float %u\n", s->float_mode);
    if (s->r0 != UINT32_MAX)
        put(p, "payload r0=%%%u", s->r0);
    if (s->cross_thread != UINT32_MAX)
        put(p, " cross=%%%u*%u", s->cross_thread, s->cross_thread_regs);
    if (s->per_thread != UINT32_MAX)
        put(p, " thread=%%%u", s->per_thread);
    if (s->inline_data != UINT32_MAX)
        put(p, " inline=%%%u", s->inline_data);
    if (s->r0 != UINT32_MAX)
        put(p, "\n");
    if (s->memory.robust || s->memory.states)
        put(p, "memory heap=%u%s%s\n", s->memory.heap, s->memory.robust ? " robust" : "",
            s->memory.states ? " states" : "");
    if (mir_scratch_bytes(s) || s->uses_barrier || s->uses_slm || s->uses_atomics || s->uses_a64)
        put(p, "uses spills=%u private=%u%s%s%s%s\n", s->spill_bytes, s->private_bytes,
            s->uses_barrier ? " barrier" : "", s->uses_slm ? " slm" : "", s->uses_atomics ? " atomics" : "",
            s->uses_a64 ? " a64" : "");
}

static void put_block(struct printer *p, const struct mir_block *b)
{
    put(p, "B%u:", b->index);
    if (b->loop_depth)
        put(p, " depth %u", b->loop_depth);
    if (b->loop_header != UINT32_MAX)
        put(p, " loop %u", b->loop_header);
    if (b->loop_end)
        put(p, " end %u", b->loop_end);
    if (b->over_values)
        put(p, " values");
    put(p, "\n");
    mir_foreach_inst(i, b) put_inst(p, i);
    if (b->succ[0]) {
        put(p, "  -> B%u", b->succ[0]->index);
        if (b->succ[1])
            put(p, " B%u", b->succ[1]->index);
        put(p, "%s\n", b->divergent_branch ? " divergent" : "");
    }
}

char *mir_print(struct arena *a, const struct mir_shader *s)
{
    struct printer p = {.a = a};
    put_header(&p, s);
    put_vregs(&p, s);
    for (uint32_t b = 0; b < s->block_count; b++)
        put_block(&p, s->blocks[b]);
    return p.data;
}
