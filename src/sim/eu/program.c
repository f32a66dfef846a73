// From kernel bytes to micro-ops: decodes once per walker, resolves operands and branch targets, and chooses
// the function that executes each instruction.
//
// Decoding is linear. It ends behind an EOT that no branch seen so far jumps over; with computed jumps, at
// the first bytes that do not decode. An arrival micro-op stands before each instruction at which channels
// can wait.
#include <stdio.h>
#include <stdlib.h>

#include "hw/target.h"
#include "isa/table/tables.h"
#include "sim/eu/send.h"
#include "sim/eu/scoreboard.h"
#include "sim/eu/systolic.h"
#include "sim/thread/region.h"
#include "util/bitset.h"

struct builder {
    struct sim_program *p;
    const struct kiln_target *target;
    const uint8_t *code;
    uint32_t size;
    uint32_t inst_count, inst_capacity;
    uint32_t *offset;  // of each instruction
    uint64_t *arrival; // bit set by offset / 8
    uint32_t furthest; // highest branch target
    bool computed;     // has jumps whose targets are not in the code
};

void sim_program_destroy(struct sim_program *p)
{
    if (!p)
        return;
    if (p->jit)
        p->jit_detach(p);
    free(p->uops);
    free(p->infos);
    free(p->insts);
    free(p->sends);
    free(p->board_uses);
    free(p->by_offset);
    free(p->observed);
    free(p);
}

static void mark_arrival(struct builder *b, int64_t offset)
{
    if (offset >= 0 && offset < b->size && !(offset & 7))
        bitset_set(b->arrival, (size_t)offset / 8);
    if (offset > b->furthest && offset < b->size)
        b->furthest = (uint32_t)offset;
}

// Where channels may wait because of this branch.
static void mark_targets(struct builder *b, const struct eu_inst *in, uint32_t offset, uint32_t len)
{
    bool in_reg = in->src[0].file == EU_FILE_GRF || in->src[0].file == EU_FILE_ARF;
    int64_t jip = (int64_t)offset + in->jip, uip = (int64_t)offset + in->uip;
    switch (in->op) {
    case EU_OP_JMPI:
        b->computed |= in_reg;
        if (!in_reg && jip > b->furthest && jip < b->size)
            b->furthest = (uint32_t)jip;
        return;
    case EU_OP_CALLA:
    case EU_OP_RET:
        b->computed |= in->op == EU_OP_CALLA;
        mark_arrival(b, offset + len);
        return;
    case EU_OP_CALL:
        b->computed |= in_reg;
        mark_arrival(b, offset + len);
        if (!in_reg)
            mark_arrival(b, jip);
        return;
    case EU_OP_IF:
    case EU_OP_ELSE:
    case EU_OP_BREAK:
    case EU_OP_CONT:
    case EU_OP_HALT:
    case EU_OP_GOTO:
    case EU_OP_BRC:
        mark_arrival(b, uip);
        /* fallthrough */
    case EU_OP_ENDIF:
    case EU_OP_WHILE:
    case EU_OP_JOIN:
    case EU_OP_BRD:
        b->computed |= in_reg;
        mark_arrival(b, jip);
        mark_arrival(b, offset + len);
        return;
    default:
        return;
    }
}

static bool grow(struct builder *b)
{
    if (b->inst_count < b->inst_capacity)
        return true;
    uint32_t n = b->inst_capacity ? b->inst_capacity * 2 : 128;
    struct eu_inst *insts = realloc(b->p->insts, n * sizeof(*insts));
    if (insts)
        b->p->insts = insts;
    uint32_t *offset = insts ? realloc(b->offset, n * sizeof(*offset)) : NULL;
    if (!offset)
        return false;
    b->offset = offset;
    b->inst_capacity = n;
    return true;
}

// False when out of memory.
static bool decode_all(struct builder *b)
{
    struct sim_program *p = b->p;
    uint32_t at = 0;
    snprintf(p->error, sizeof(p->error), "end of code");
    while (at < b->size) {
        struct eu_error err = {{0}};
        if (!grow(b))
            return false;
        struct eu_inst *in = &p->insts[b->inst_count];
        unsigned len = eu_decode(b->target, b->code + at, b->size - at, in, &err);
        if (!len || !eu_validate_chip(b->target, in, &err)) {
            snprintf(p->error, sizeof(p->error), "at 0x%x: %.200s", at, err.text);
            p->truncated = !len && b->size - at < 16;
            break;
        }
        b->offset[b->inst_count++] = at;
        mark_targets(b, in, at, len);
        at += len;
        if (eu_op_is_send(in->op) && in->eot && at > b->furthest && !b->computed)
            break;
        if (in->op == EU_OP_ILLEGAL && at > b->furthest)
            break;
        if (at >= b->size)
            p->truncated = true;
    }
    p->size = at;
    p->examined = b->size - at < 16 ? b->size : at + 16;
    return true;
}

// ---- micro-ops

static sim_uop_fn *branch_fn(enum eu_op op)
{
    static sim_uop_fn *const fn[EU_OP_COUNT] = {
        [EU_OP_IF] = sim_cf_if,       [EU_OP_ELSE] = sim_cf_else,   [EU_OP_ENDIF] = sim_cf_endif,
        [EU_OP_WHILE] = sim_cf_while, [EU_OP_BREAK] = sim_cf_break, [EU_OP_CONT] = sim_cf_cont,
        [EU_OP_HALT] = sim_cf_halt,   [EU_OP_GOTO] = sim_cf_goto,   [EU_OP_JOIN] = sim_cf_join,
        [EU_OP_JMPI] = sim_cf_jmpi,   [EU_OP_BRD] = sim_cf_brd,     [EU_OP_BRC] = sim_cf_brc,
        [EU_OP_CALL] = sim_cf_call,   [EU_OP_CALLA] = sim_cf_calla, [EU_OP_RET] = sim_cf_ret,
    };
    return fn[op];
}

static enum sim_exec exec_domain(const struct sim_uop *u)
{
    enum sim_exec e = SIM_EXEC_INT;
    for (unsigned k = 0; k < 3; k++) {
        if (!u->src[k].kind)
            continue;
        enum sim_exec s = u->src[k].type == EU_TYPE_DF   ? SIM_EXEC_DF
                          : u->src[k].type == EU_TYPE_F  ? SIM_EXEC_F
                          : u->src[k].type == EU_TYPE_BF ? SIM_EXEC_F
                          : u->src[k].type == EU_TYPE_HF ? SIM_EXEC_HF
                                                         : SIM_EXEC_INT;
        if (s > e)
            e = s;
    }
    return e;
}

static bool reads_special(const struct eu_operand *o)
{
    unsigned arf = o->reg & 0xf0;
    return o->file == EU_FILE_ARF &&
           (arf == EU_ARF_IP || arf == EU_ARF_CE || arf == EU_ARF_TM || arf == EU_ARF_STATE);
}

static bool float_only(enum eu_op op)
{
    switch (op) {
    case EU_OP_FRC:
    case EU_OP_RNDU:
    case EU_OP_RNDD:
    case EU_OP_RNDE:
    case EU_OP_RNDZ:
    case EU_OP_DP2:
    case EU_OP_DP3:
    case EU_OP_DP4:
    case EU_OP_DPH:
    case EU_OP_LINE:
    case EU_OP_PLN:
    case EU_OP_LRP:
        return true;
    default:
        return false;
    }
}

// Accumulators of more bits than :f has (Gen11), which only interpolation in pixel shaders is made for.
static bool has_native_float(const struct eu_inst *in)
{
    bool any = in->dst.type == EU_TYPE_NF;
    for (unsigned k = 0; k < 3; k++)
        any |= in->src[k].file != EU_FILE_NONE && in->src[k].type == EU_TYPE_NF;
    return any;
}

// sync, Gen12's: it waits for results, which are there at once (eu/scoreboard.h: who waits for
// what), or for the barrier as others' wait does.
static sim_uop_fn *sync_fn(struct sim_uop *u, const struct eu_inst *in)
{
    switch (in->sync) {
    case EU_SYNC_NOP:
    case EU_SYNC_ALLRD:
    case EU_SYNC_ALLWR:
        u->op = EU_OP_NOP;
        return sim_cf_nop;
    case EU_SYNC_BAR:
        u->op = EU_OP_WAIT;
        u->src[0] = (struct sim_src){
            .kind = SIM_SRC_REG, .type = EU_TYPE_UD, .size = 4, .mme = 8, .base = SIM_RF_NOTIFY};
        return sim_cf_wait;
    case EU_SYNC_FLUSH:
    case EU_SYNC_FENCE:
    case EU_SYNC_HOST:
        break;
    }
    return sim_eu_unimplemented;
}

static sim_uop_fn *alu_fn(const struct kiln_target *target, struct sim_uop *u, const struct eu_inst *in)
{
    if (has_native_float(in))
        return sim_eu_unimplemented;
    switch (in->op) {
    case EU_OP_ILLEGAL:
        return sim_cf_illegal;
    case EU_OP_NOP:
        return sim_cf_nop;
    case EU_OP_WAIT:
        return sim_cf_wait;
    case EU_OP_SYNC:
        return sync_fn(u, in);
    case EU_OP_SMOV: // between equal types, or from a narrower integer
        return u->src[1].kind == SIM_SRC_IMM && (u->src[0].type == u->dst.type || u->exec == SIM_EXEC_INT)
                   ? sim_alu_smov
                   : sim_eu_unimplemented;
    case EU_OP_MOVI:
        u->src[0].kind = SIM_SRC_A0_VXH;
        u->src[0].wshift = 0;
        return sim_alu_movi;
    case EU_OP_MADM:
        return sim_alu_math;
    case EU_OP_DPAS:
        return sim_systolic_fits(target, in) ? sim_alu_systolic : sim_eu_unimplemented;
    case EU_OP_DPASW: // of two EUs in step
        return sim_eu_unimplemented;
    case EU_OP_MATH: {
        sim_uop_fn *fast = u->special || sim_eu_general_only ? NULL : sim_alu_fast(u);
        return fast ? fast : sim_alu_math;
    }
    default: {
        bool is_float = u->exec != SIM_EXEC_INT;
        if (float_only(in->op) && !is_float)
            return sim_cf_illegal;
        bool general = u->special || sim_eu_general_only;
        sim_uop_fn *fast = general ? NULL : sim_alu_fast(u);
        if (!fast && !general)
            fast = sim_alu_wide(u);
        return fast ? fast : is_float ? sim_alu_float : sim_alu_int;
    }
    }
}

// An instruction that reads dwords at its first source's base, whatever the region, and that is no register.
static bool lacks_register(const struct sim_uop *u)
{
    switch ((enum eu_op)u->op) {
    case EU_OP_WAIT:
    case EU_OP_RET:
    case EU_OP_LINE:
    case EU_OP_PLN:
        return u->src[0].kind != SIM_SRC_REG;
    default:
        return false;
    }
}

static bool is_bitwise(enum eu_op op)
{
    return op == EU_OP_AND || op == EU_OP_OR || op == EU_OP_XOR || op == EU_OP_NOT;
}

// What Gen7.5 has instructions for, or takes for granted, as later chips would be told: half floats, and the
// low word of a second factor (MACH adds what the high one makes).
static const struct eu_inst *in_later_words(const struct builder *b, const struct eu_inst *in,
                                            struct eu_inst *out)
{
    struct eu_operand *second = &out->src[1];
    *out = *in;
    if (in->op == EU_OP_F32TO16) {
        out->op = EU_OP_MOV;
        out->dst.type = EU_TYPE_HF;
    } else if (in->op == EU_OP_F16TO32) {
        out->op = EU_OP_MOV;
        out->src[0].type = EU_TYPE_HF;
    } else if (in->op == EU_OP_MUL && kiln_target_has_half_products(b->target) &&
               eu_type_size(in->src[0].type) == 4 && !sim_type_is_float(in->src[0].type) &&
               eu_type_size(second->type) == 4 && !sim_type_is_float(second->type)) {
        second->type = EU_TYPE_UW;
        second->vstride *= 2;
        second->hstride *= 2;
        if (second->file == EU_FILE_IMM)
            second->imm &= 0xffff;
    } else {
        return in;
    }
    return out;
}

static bool mach_gives_low(const struct kiln_target *t)
{
    return kiln_target_mach_gives_low(t) && !kiln_target_has_macl(t);
}

// Votes by width are those of so many channels by name.
static uint8_t predicate(const struct kiln_target *t, const struct eu_inst *in)
{
    if (!kiln_target_votes_by_width(t) || (in->pred != EU_PRED_ANYV && in->pred != EU_PRED_ALLV))
        return (uint8_t)in->pred;
    uint8_t pred = in->exec_size < 2 ? EU_PRED_NORMAL : EU_PRED_ANY2H + (in->pred == EU_PRED_ALLV);
    for (unsigned n = in->exec_size; n > 2; n /= 2)
        pred += EU_PRED_ANY4H - EU_PRED_ANY2H;
    return pred;
}

static void build(struct builder *b, struct sim_uop *u, const struct eu_inst *as_encoded, uint32_t offset,
                  uint32_t len)
{
    struct eu_inst later;
    const struct eu_inst *in = in_later_words(b, as_encoded, &later);
    *u = (struct sim_uop){.info = u->info};
    u->info->inst = as_encoded;
    u->op = (uint8_t)in->op;
    u->math = (uint8_t)in->math;
    u->info->ip = offset;
    u->info->next_ip = offset + len;
    u->n = in->exec_size ? in->exec_size : 1;
    u->off = in->chan_offset;
    u->chmask = u->n >= 32 ? 0xffffffffu : (1u << u->n) - 1;
    u->nomask = in->nomask;
    u->pred = predicate(b->target, in);
    u->pred_inv = in->pred_inv;
    u->cmod = (uint8_t)in->cmod;
    u->sat = in->saturate;
    u->acc_wr = in->acc_wr;
    u->branch_ctrl = in->branch_ctrl;
    u->goto_true = in->op == EU_OP_GOTO && kiln_target_goes_on_true(b->target);
    u->inverts = is_bitwise(in->op) && kiln_target_has_inverting_logic(b->target);
    u->low_half = in->op == EU_OP_MACL || (in->op == EU_OP_MACH && !in->acc_wr && mach_gives_low(b->target));
    u->flag_rf = (uint16_t)(SIM_RF_FLAG + 4 * (in->flag_reg & (eu_flag_count(b->target->isa) - 1)));
    u->flag_shift = (uint8_t)((in->flag_subreg * 16 + in->chan_offset) & 31);
    bool ok = true;
    unsigned srcs = eu_op_num_srcs(in->op);
    for (unsigned k = 0; k < 3 && k < srcs; k++)
        ok &= sim_prepare_src(b->target, &u->src[k], in, k, u->info->imm[k]);
    ok &= sim_prepare_dst(b->target, &u->dst, in);
    u->exec = (uint8_t)exec_domain(u);
    u->wide = u->dst.size == 8;
    for (unsigned k = 0; k < 3; k++) {
        u->wide |= u->src[k].kind && u->src[k].size == 8;
        u->special |= reads_special(&in->src[k]);
    }
    u->special |= u->dst.arf == EU_ARF_CONTROL || u->dst.arf == EU_ARF_IP;
    if (eu_op_is_branch(in->op)) {
        u->info->jip = offset + (uint32_t)in->jip;
        u->info->uip = offset + (uint32_t)in->uip;
        if (in->op == EU_OP_ELSE && !kiln_target_has_else_uip(b->target))
            u->info->uip = u->info->jip;
        if (branch_fn(in->op)) {
            u->fn = lacks_register(u) ? sim_cf_illegal : branch_fn(in->op);
            // The targets of immediate branches are not operands of the register file.
            if (in->src[0].file == EU_FILE_IMM)
                u->src[0].kind = SIM_SRC_NONE;
            return;
        }
    }
    if (in->op == EU_OP_DPAS && sim_systolic_fits(b->target, in))
        sim_systolic_extent(b->target, in, u->info->systolic);
    if (u->info->send)
        u->fn = sim_eu_send;
    else if (!ok || lacks_register(u))
        u->fn = sim_cf_illegal;
    else
        u->fn = alu_fn(b->target, u, in);
}

static bool has_macros(const struct sim_uop *u)
{
    return u->op == EU_OP_MADM ||
           (u->op == EU_OP_MATH && (u->math == EU_MATH_INVM || u->math == EU_MATH_RSQRTM));
}

// Reads or writes an accumulator, by name or as its operation does.
static bool has_accumulators(const struct sim_uop *u)
{
    bool has = u->acc_wr || u->dst.acc || u->op == EU_OP_MAC || u->op == EU_OP_MACH || u->op == EU_OP_MACL ||
               u->op == EU_OP_SADA2 || u->op == EU_OP_ADDC || u->op == EU_OP_SUBB;
    for (unsigned k = 0; k < 3; k++)
        has = has ||
              (u->src[k].kind == SIM_SRC_REG && u->src[k].base >= SIM_RF_ACC && u->src[k].base < SIM_RF_FLAG);
    return has;
}

// Registers that are neither general nor address, accumulator or flag: written, or refreshed to be read; and
// what barriers count. (A message whose descriptor is in a register may be any.)
static bool has_state(const struct sim_uop *u)
{
    const struct sim_send *s = u->info->send;
    const bool counts = u->op == EU_OP_WAIT || (s && s->kind < SIM_SEND_FENCE && s->kind != SIM_SEND_END);
    return counts || u->special || (u->dst.base >= SIM_RF_CE && u->dst.base < SIM_RF_SINK);
}

static void link_targets(struct sim_program *p)
{
    for (uint32_t i = 0; i < p->count; i++) {
        struct sim_uop *u = &p->uops[i];
        u->info->jip_uop = sim_program_find(p, u->info->jip);
        u->info->uip_uop = sim_program_find(p, u->info->uip);
    }
}

static bool build_all(struct builder *b)
{
    struct sim_program *p = b->p;
    uint32_t arrivals = 0, sends = 0;
    for (uint32_t i = 0; i < b->inst_count; i++) {
        arrivals += bitset_test(b->arrival, b->offset[i] / 8);
        sends += eu_op_is_send(p->insts[i].op);
    }
    uint32_t count = b->inst_count + arrivals + 1;
    p->uops = aligned_alloc(sizeof(*p->uops), count * sizeof(*p->uops));
    p->infos = calloc(count, sizeof(*p->infos));
    p->sends = calloc(sends + 1, sizeof(*p->sends));
    p->by_offset = malloc((p->size / 8 + 1) * sizeof(*p->by_offset));
    if (!p->uops || !p->infos || !p->sends || !p->by_offset)
        return false;
    for (uint32_t i = 0; i < count; i++)
        p->uops[i] = (struct sim_uop){.info = &p->infos[i]};
    for (uint32_t i = 0; i <= p->size / 8; i++)
        p->by_offset[i] = SIM_NO_UOP;
    struct sim_uop *u = p->uops;
    struct sim_send *send = p->sends;
    bool synced = false; // by sync.allwr, and no message since
    for (uint32_t i = 0; i < b->inst_count; i++) {
        uint32_t at = b->offset[i], end = i + 1 < b->inst_count ? b->offset[i + 1] : p->size;
        p->by_offset[at / 8] = (uint32_t)(u - p->uops);
        if (bitset_test(b->arrival, at / 8)) {
            u->fn = sim_cf_arrive;
            u->info->pseudo = SIM_PSEUDO_ARRIVE;
            u->info->inst = &p->insts[i];
            u->info->ip = at;
            u++;
        }
        if (eu_op_is_send(p->insts[i].op)) {
            sim_send_decode(send, b->target, &p->insts[i]);
            send->synced = synced;
            synced = false;
            u->info->send = send++;
        }
        synced |= p->insts[i].op == EU_OP_SYNC && p->insts[i].sync == EU_SYNC_ALLWR;
        build(b, u, &p->insts[i], at, end - at);
        if (p->insts[i].swsb.mode != EU_TOKEN_NONE && p->insts[i].swsb.token >= kiln_target_tokens(b->target))
            u->fn = sim_cf_illegal;
        p->macros |= has_macros(u);
        p->accumulators |= has_accumulators(u);
        p->state |= has_state(u);
        if (u->fn == sim_cf_illegal || u->fn == sim_eu_unimplemented)
            u->info->pseudo = SIM_PSEUDO_STOP;
        u++;
    }
    u->fn = sim_cf_end;
    u->info->pseudo = SIM_PSEUDO_STOP;
    u->info->ip = p->size;
    u++;
    p->count = (uint32_t)(u - p->uops);
    link_targets(p);
    return true;
}

// FNV-1a.
static uint64_t sum_of(const uint8_t *code, uint32_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < size; i++)
        sum = (sum ^ code[i]) * UINT64_C(0x100000001b3);
    return sum;
}

struct sim_program *sim_program_create(const struct kiln_target *target, const uint8_t *code, uint32_t size,
                                       uint64_t address)
{
    struct builder b = {.target = target, .code = code, .size = size};
    b.p = calloc(1, sizeof(*b.p));
    b.arrival = calloc(BITSET_WORDS(size / 8 + 1), 8);
    bool ok = b.p && b.arrival;
    if (ok) {
        b.p->address = address;
        b.p->target = target;
        b.p->grf_end = sim_grf_end(target);
        ok = decode_all(&b) && build_all(&b) &&
             (kiln_target_has_scoreboard(target) || sim_scoreboard_find(b.p));
        b.p->sum = sum_of(code, b.p->size);
    }
    free(b.arrival);
    free(b.offset);
    if (!ok) {
        sim_program_destroy(b.p);
        return NULL;
    }
    return b.p;
}
