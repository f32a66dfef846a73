// Printing one instruction, in the syntax and the columns of iga64.
//
// What IGA cannot express (align16 with a swizzle or a partial write mask) is printed in an extension that
// our assembler reads: "r2.0<4>.xxyy:f", "{Align16}".
#include "isa/encoding/ternary.h"
#include "isa/text/print.h"
#include "isa/table/tables.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct out {
    enum kiln_isa isa;
    char *buf;
    size_t size, len; // len: of the whole text, also what did not fit
    size_t column;
};

__attribute__((format(printf, 2, 3))) static void emit(struct out *o, const char *fmt, ...)
{
    char text[128];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    for (const char *c = text; *c; c++, o->len++)
        if (o->len + 1 < o->size)
            o->buf[o->len] = *c;
}

static void start_column(struct out *o)
{
    o->column = o->len;
}

static void finish_column(struct out *o, unsigned width)
{
    while (o->len < o->column + width)
        emit(o, " ");
}

enum {
    COL_PRED = 7,
    COL_OP = 13,
    COL_FLAG = 9,
    COL_DST = 12,
    COL_SRC = 16,
    COL_SEND_DST = 7,
    COL_SEND_SRC = 6,
    COL_DESC = 10,
    DPAS_DST = 3 // beside sources 0 to 2
};

static bool is_branch_format(const struct eu_inst *inst)
{
    return eu_op_is_branch(inst->op);
}

static void print_pred(struct out *o, const struct eu_inst *inst)
{
    bool pred = inst->pred != EU_PRED_NONE && eu_op_flags(o->isa, inst->op) & EU_F_PRED;
    start_column(o);
    if (inst->nomask || pred) {
        emit(o, "(%s%s", inst->nomask ? "W" : "", inst->nomask && pred ? "&" : "");
        if (pred)
            emit(o, "%sf%u.%u%s", inst->pred_inv ? "~" : "", inst->flag_reg, inst->flag_subreg,
                 eu_pred_name(o->isa, inst->pred) ? eu_pred_name(o->isa, inst->pred) : "?");
        emit(o, ")");
    }
    finish_column(o, COL_PRED);
    emit(o, " ");
}

static void print_op(struct out *o, const struct eu_inst *inst)
{
    start_column(o);
    emit(o, "%s", eu_mnemonic(o->isa, inst->op));
    if (inst->op == EU_OP_MATH)
        emit(o, ".%s", eu_math_names[inst->math]);
    if (o->isa >= KILN_ISA_GEN12 && eu_op_is_send(inst->op))
        emit(o, ".%s", eu_sfid_name(o->isa, inst->sfid) ? eu_sfid_name(o->isa, inst->sfid) : "?");
    if (inst->op == EU_OP_BFN)
        emit(o, ".0x%02X", inst->bfn);
    if (eu_ops[inst->op].format == EU_FMT_SYSTOLIC)
        emit(o, ".%ux%u", inst->depth, inst->count);
    if (inst->op == EU_OP_SYNC)
        emit(o, ".%s", eu_sync_name(o->isa, inst->sync) ? eu_sync_name(o->isa, inst->sync) : "?");
    if (inst->branch_ctrl && eu_op_flags(o->isa, inst->op) & EU_F_BRANCH_CTRL)
        emit(o, ".b");
    emit(o, " ");
    enum eu_format format = eu_op_format(o->isa, inst->op);
    if (format != EU_FMT_NULLARY && format != EU_FMT_JMPI && format != EU_FMT_WAIT && format != EU_FMT_SYNC)
        emit(o, "(%u|M%u)", inst->exec_size, inst->chan_offset);
    finish_column(o, COL_OP);
    emit(o, " ");
}

static void print_cmod(struct out *o, const struct eu_inst *inst)
{
    start_column(o);
    if (eu_op_flags(o->isa, inst->op) & EU_F_CMOD && inst->cmod != EU_CMOD_NONE)
        emit(o, "(%s)f%u.%u", eu_cmod_names[inst->cmod], inst->flag_reg, inst->flag_subreg);
    else if (inst->op == EU_OP_MATH && eu_is_macro(inst))
        emit(o, "(eo)f%u.%u", inst->flag_reg, inst->flag_subreg); // early out, implied by the function
    finish_column(o, COL_FLAG);
}

static void print_reg(struct out *o, const struct eu_operand *r, bool subreg, unsigned type_size)
{
    unsigned instance = r->reg;
    if (r->file == EU_FILE_GRF) {
        emit(o, "r%u", r->reg);
    } else {
        const struct eu_arf_info *arf = eu_arf_lookup(o->isa, r->reg, &instance);
        emit(o, "%s", arf ? arf->name : "?");
        if (arf && arf->count)
            emit(o, "%u", instance);
        subreg &= arf && arf->subregs;
        if (arf && arf->bytes_as_subreg && type_size)
            type_size = o->isa >= KILN_ISA_XE2 ? 2 : 1;
    }
    unsigned sub = type_size ? r->subreg / type_size : 0;
    if (subreg || sub)
        emit(o, ".%u", sub);
}

static void print_address(struct out *o, const struct eu_operand *r)
{
    emit(o, "r[a0.%u", r->addr_subreg);
    if (r->addr_imm)
        emit(o, ",%d", r->addr_imm);
    emit(o, "]");
}

static void print_channels(struct out *o, unsigned mask)
{
    emit(o, ".");
    for (unsigned i = 0; i < 4; i++)
        if (mask >> i & 1)
            emit(o, "%c", "xyzw"[i]);
}

static void print_macro_operand(struct out *o, const struct eu_operand *r)
{
    print_reg(o, r, false, 0);
    if (r->special_acc < 8)
        emit(o, ".mme%u", r->special_acc);
    else
        emit(o, ".nomme");
}

// acc3..acc9 as an explicit align16 operand: which one is in the write mask or the swizzle (context save).
static bool is_csr_acc(const struct eu_inst *inst, const struct eu_operand *r)
{
    return inst->align16 && r->file == EU_FILE_ARF && !r->indirect && r->reg == EU_ARF_ACC + 2;
}

static void print_dst(struct out *o, const struct eu_inst *inst, bool extended)
{
    const struct eu_operand *d = &inst->dst;
    bool send = eu_op_is_send(inst->op), branch = is_branch_format(inst), macro = eu_is_macro(inst);
    start_column(o);
    if (inst->saturate && eu_op_flags(o->isa, inst->op) & EU_F_SAT)
        emit(o, "(sat)");
    if (d->indirect)
        print_address(o, d);
    else if (macro)
        print_macro_operand(o, d);
    else if (is_csr_acc(inst, d) && !extended)
        emit(o, "mme%u.0", d->writemask > 7 ? (d->writemask == 15 ? 7u : 0u) : d->writemask);
    else
        print_reg(o, d, !send, send ? 0 : eu_type_size(d->type));
    bool packed = d->hstride == 1 || inst->align16 || (send && !d->indirect);
    if (!(send || branch || macro) || !packed)
        emit(o, "<%u>", inst->align16 ? 1u : d->hstride);
    if (extended)
        print_channels(o, d->writemask);
    enum eu_op op = inst->op;
    bool implied_ud = (op == EU_OP_SEND || op == EU_OP_SENDC) && o->isa >= KILN_ISA_GEN8;
    if (!(branch && d->type == EU_TYPE_D) &&
        !((implied_ud || (send && o->isa >= KILN_ISA_GEN12)) && d->type == EU_TYPE_UD))
        emit(o, ":%s", eu_type_name(d->type));
    finish_column(o, send ? COL_SEND_DST : COL_DST);
}

static void print_imm(struct out *o, const struct eu_operand *s)
{
    char text[64];
    switch (s->type) {
    case EU_TYPE_W:
        emit(o, "%d", (int16_t)s->imm);
        break;
    case EU_TYPE_D:
        emit(o, "%d", (int32_t)s->imm);
        break;
    case EU_TYPE_Q:
        emit(o, "%lld", (long long)s->imm);
        break;
    case EU_TYPE_UW:
        emit(o, "0x%X", (uint16_t)s->imm);
        break;
    case EU_TYPE_UQ:
        emit(o, "0x%llX", (unsigned long long)s->imm);
        break;
    case EU_TYPE_F:
    case EU_TYPE_DF:
    case EU_TYPE_HF:
        eu_format_float(s->imm, eu_type_size(s->type), text, sizeof(text));
        emit(o, "%s", text);
        break;
    default:
        emit(o, "0x%X", (uint32_t)s->imm);
        break;
    }
}

static void print_region(struct out *o, const struct eu_inst *inst, unsigned i, const struct eu_operand *s,
                         bool extended)
{
    if (extended) {
        if (s->rep)
            emit(o, "<0>.r");
        else
            emit(o, "<%u>.%c%c%c%c", s->vstride, "xyzw"[s->swizzle & 3], "xyzw"[s->swizzle >> 2 & 3],
                 "xyzw"[s->swizzle >> 4 & 3], "xyzw"[s->swizzle >> 6 & 3]);
    } else if (eu_op_is_ternary(inst->op)) {
        if (i < 2)
            emit(o, "<%u;%u>", s->vstride, s->hstride);
        else
            emit(o, "<%u>", s->hstride);
    } else if (inst->align16) {
        emit(o, "<1;1,0>");
    } else if (s->vstride == EU_VSTRIDE_VXH) {
        emit(o, "<%u,%u>", s->width, s->hstride);
    } else {
        emit(o, "<%u;%u,%u>", s->vstride, s->width, s->hstride);
    }
}

static void print_src(struct out *o, const struct eu_inst *inst, unsigned i, bool extended)
{
    const struct eu_operand *s = &inst->src[i];
    bool send = eu_op_is_send(inst->op), branch = is_branch_format(inst), macro = eu_is_macro(inst);
    start_column(o);
    if (s->file == EU_FILE_IMM) {
        print_imm(o, s);
        emit(o, ":%s", eu_type_name(s->type));
        finish_column(o, COL_SRC);
        return;
    }
    if (eu_op_flags(o->isa, inst->op) & EU_F_SRCMOD) {
        bool bitwise = eu_op_flags(o->isa, inst->op) & EU_F_BITWISE;
        if (s->negate)
            emit(o, "%s", bitwise && !s->abs ? "~" : "-");
        if (s->abs)
            emit(o, "(abs)");
    }
    if (s->indirect)
        print_address(o, s);
    else if (send && s->file == EU_FILE_ARF && s->reg == EU_ARF_SCALAR && o->isa >= KILN_ISA_XE3)
        emit(o, "r[s0.%u]", s->subreg);
    else if (macro)
        print_macro_operand(o, s);
    else if (is_csr_acc(inst, s) && !extended)
        emit(o, "mme%u.0", s->swizzle & 15);
    else
        print_reg(o, s, !send, send ? 0 : eu_type_size(s->type));
    if (!send && !branch && !macro)
        print_region(o, inst, i, s, extended);
    if (send && i == 1 && eu_has_src1_length(o->isa, inst))
        emit(o, ":%u", s->file == EU_FILE_ARF && s->reg == EU_ARF_NULL ? 0u : inst->ex_desc >> 6 & 31);
    if (!(branch && s->type == EU_TYPE_D) && !(send && (s->type == EU_TYPE_UD || i == 1)))
        emit(o, ":%s", eu_type_name(s->type));
    finish_column(o, send ? COL_SEND_SRC : COL_SRC);
}

// Of dpas: whole registers but for the last source, without regions.
static void print_systolic(struct out *o, const struct eu_operand *r, unsigned i)
{
    start_column(o);
    if (r->pack && (i == 2 || r->subreg)) // counted in elements
        emit(o, "r%u.%u", r->reg, (unsigned)r->subreg * (r->pack == EU_PACK_4_BITS ? 2 : 4));
    else
        print_reg(o, r, i == 2, eu_type_size(r->type));
    if (r->pack)
        emit(o, ":%c%u", r->type == EU_TYPE_UB ? 'u' : 's', r->pack == EU_PACK_4_BITS ? 4u : 2u);
    else
        emit(o, ":%s", eu_type_name(r->type));
    finish_column(o, i == DPAS_DST ? COL_DST : COL_SRC);
}

static void print_label(struct out *o, int64_t pc, const char *type)
{
    start_column(o);
    emit(o, pc < 0 ? "L_N%lld%s" : "L%lld%s", (long long)(pc < 0 ? -pc : pc), type);
    finish_column(o, COL_SRC);
}

static void print_desc(struct out *o, const struct eu_inst *inst)
{
    // The target is in the name; from Gen12.5 the length of source 1 is beside it.
    uint32_t shown_elsewhere = o->isa >= KILN_ISA_GEN125 ? 0x7ef : o->isa >= KILN_ISA_GEN12 ? 0x2f : 0;
    emit(o, "  ");
    start_column(o);
    if (inst->ex_desc_in_reg && o->isa >= KILN_ISA_XE2 && inst->ex_desc & ~shown_elsewhere)
        emit(o, "0x%X:", inst->ex_desc & ~shown_elsewhere);
    if (inst->ex_desc_in_reg)
        emit(o, "a0.%u", inst->ex_desc_subreg / 2);
    else
        emit(o, "0x%X", inst->ex_desc & ~shown_elsewhere);
    finish_column(o, COL_DESC);
    emit(o, "  ");
    start_column(o);
    if (inst->desc_in_reg)
        emit(o, "a0.0");
    else
        emit(o, "0x%08X", inst->desc);
    finish_column(o, COL_DESC);
}

static void print_options(struct out *o, const struct eu_inst *inst, bool extended)
{
    bool send = eu_op_is_send(inst->op), branch = is_branch_format(inst);
    // Messages of Gen8 have neither thread control nor NoSrcDepSet, and those of Xe3 no thread control.
    bool hints = !send || (o->isa >= KILN_ISA_GEN9 && o->isa < KILN_ISA_XE3);
    const struct {
        bool on;
        const char *name;
    } opts[] = {
        {inst->acc_wr && !send && !branch, "AccWrEn"},
        {extended, "Align16"},
        {inst->thread_ctrl == EU_THREAD_ATOMIC && hints, "Atomic"},
        {inst->debug, "Breakpoint"},
        {inst->compacted, "Compacted"},
        {inst->eot, "EOT"},
        {inst->serialize, "Serialize"},
        {inst->ex_bso, "ExBSO"},
        {inst->ex_bso && inst->ex_desc >> 11 & 1 && o->isa < KILN_ISA_XE2, "CPS"},
        {inst->no_dd_chk && !send, "NoDDChk"},
        {inst->no_dd_clr && !send, "NoDDClr"},
        {inst->thread_ctrl == EU_THREAD_NO_PREEMPT, "NoPreempt"},
        {inst->acc_wr && send && hints, "NoSrcDepSet"},
        {inst->thread_ctrl == EU_THREAD_SWITCH && hints, "Switch"},
        {inst->swsb.no_acc_set, "NoAccSBSet"},
    };
    const char *sep = " {";
    const struct eu_swsb *w = &inst->swsb;
    static const char *const modes[] = {"", "", ".src", ".dst"};
    for (size_t i = 0; i < sizeof(opts) / sizeof(opts[0]); i++) {
        if (opts[i].on) {
            emit(o, "%s%s", sep, opts[i].name);
            sep = ",";
        }
    }
    if (w->distance) {
        emit(o, "%s%.1s@%u", sep, w->pipe ? &eu_pipe_letters[w->pipe] : "", w->distance);
        sep = ",";
    }
    if (w->mode != EU_TOKEN_NONE) {
        emit(o, "%s$%u%s", sep, w->token, modes[w->mode & 3]);
        sep = ",";
    }
    if (sep[0] == ',')
        emit(o, "}");
}

// The tokens that a sync waits for, all of them if it does not say. From Xe2 sync.bar may have a barrier's
// number.
static void print_tokens(struct out *o, const struct eu_inst *inst)
{
    const struct eu_operand *s = &inst->src[0];
    const char *sep = "(";
    start_column(o);
    if (o->isa >= KILN_ISA_XE2 && inst->sync == EU_SYNC_BAR && s->file != EU_FILE_NONE) {
        if (s->file == EU_FILE_IMM) {
            emit(o, "0x%X", (uint32_t)s->imm);
        } else {
            print_reg(o, s, true, eu_type_size(s->type));
            emit(o, ":%s", eu_type_name(s->type));
        }
        finish_column(o, COL_SRC);
        return;
    }
    if (s->file != EU_FILE_IMM || !s->imm)
        emit(o, s->file != EU_FILE_IMM ? "null" : "()");
    for (unsigned i = 0; s->file == EU_FILE_IMM && i < 32; i++) {
        if (s->imm >> i & 1) {
            emit(o, "%s$%u", sep, i);
            sep = ",";
        }
    }
    if (sep[0] == ',')
        emit(o, ")");
    finish_column(o, COL_SRC);
}

// Align16 forms with an align1 reading: what IGA prints. Others need the extension.
static bool needs_extension(const struct eu_inst *inst)
{
    if (!inst->align16 || eu_is_macro(inst))
        return false;
    if (!is_csr_acc(inst, &inst->dst) && inst->dst.writemask != 0xf)
        return true;
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++) {
        const struct eu_operand *s = &inst->src[i];
        if (s->file != EU_FILE_IMM && (s->vstride != 4 || (s->swizzle != 0xe4 && !is_csr_acc(inst, s))))
            return true;
    }
    return false;
}

static void print_targets(struct out *o, const struct eu_inst *inst, uint32_t offset)
{
    enum eu_format format = eu_op_format(o->isa, inst->op);
    if (inst->src[0].file == EU_FILE_GRF || inst->src[0].file == EU_FILE_ARF) {
        emit(o, "  ");
        print_src(o, inst, 0, false);
    } else {
        int64_t base = inst->op == EU_OP_CALLA ? 0 : (int64_t)offset;
        emit(o, "  ");
        print_label(o, base + inst->jip, inst->op == EU_OP_BRD && o->isa < KILN_ISA_GEN8 ? ":w" : "");
        if (eu_has_uip(format)) {
            emit(o, "  ");
            print_label(o, base + inst->uip, "");
            return;
        }
    }
    start_column(o);
    finish_column(o, COL_SRC);
}

static void print_operands(struct out *o, const struct eu_inst *inst, uint32_t offset, bool extended)
{
    enum eu_format format = eu_op_format(o->isa, inst->op);
    unsigned n = eu_inst_num_srcs(inst);
    bool branch = is_branch_format(inst);
    if (format == EU_FMT_NULLARY)
        return;
    if (format == EU_FMT_SYNC) {
        for (unsigned i = 0; i < COL_DST; i++)
            emit(o, " ");
        print_tokens(o, inst);
        return;
    }
    if (format == EU_FMT_SYSTOLIC) {
        for (unsigned i = 0; i < 4; i++) {
            emit(o, "  ");
            print_systolic(o, i ? &inst->src[i - 1] : &inst->dst, i ? i - 1 : DPAS_DST);
        }
        return;
    }
    if ((branch && format != EU_FMT_CALL) || format == EU_FMT_WAIT) {
        for (unsigned i = 0; i < COL_DST; i++)
            emit(o, " ");
    } else {
        emit(o, "  ");
        print_dst(o, inst, extended);
    }
    if (branch) {
        print_targets(o, inst, offset);
        return;
    }
    for (unsigned i = 0; i < n && inst->src[i].file != EU_FILE_NONE; i++) {
        emit(o, "  ");
        print_src(o, inst, i, extended);
    }
    if (n == 1 && !eu_op_is_send(inst->op)) {
        start_column(o);
        finish_column(o, COL_SRC);
    }
    if (eu_op_is_send(inst->op))
        print_desc(o, inst);
}

int eu_print(const struct kiln_target *target, const struct eu_inst *original, uint32_t offset, char *buf,
             size_t size)
{
    char text[512];
    struct out o = {target->isa, text, sizeof(text), 0, 0};
    struct eu_inst inst = *original;
    bool extended = false;
    if ((unsigned)inst.op >= EU_OP_COUNT)
        return snprintf(buf, size, "?");
    if (eu_op_is_ternary(inst.op) && inst.align16) {
        struct eu_inst raised = inst;
        extended = !eu_ternary_raise(&raised);
        if (!extended)
            inst = raised;
    } else {
        extended = needs_extension(&inst);
    }
    print_pred(&o, &inst);
    print_op(&o, &inst);
    print_cmod(&o, &inst);
    print_operands(&o, &inst, offset, extended);
    print_options(&o, &inst, extended);
    while (o.len && o.len <= sizeof(text) && text[o.len - 1] == ' ')
        o.len--;
    text[o.len < sizeof(text) ? o.len : sizeof(text) - 1] = 0;
    return snprintf(buf, size, "%s", text);
}
