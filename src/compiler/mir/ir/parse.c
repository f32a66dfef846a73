// Reads the text that mir_print writes (its syntax is described there). Errors name the line; nothing is
// assumed about the text, so that tests and fuzzers can feed anything.
#include "compiler/mir/ir/access.h"
#include "compiler/mir/ir/message.h"
#include "compiler/mir/ir/text.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    struct mir_shader *s;
    const char *at;
    unsigned line;
    char *err;
    size_t err_size;
    jmp_buf fail;
};

__attribute__((format(printf, 2, 3), noreturn)) static void fail(struct parser *p, const char *fmt, ...)
{
    char text[160];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    snprintf(p->err, p->err_size, "line %u: %s", p->line, text);
    longjmp(p->fail, 1);
}

static void skip(struct parser *p)
{
    while (*p->at == ' ' || *p->at == '\t')
        p->at++;
}

static bool accept(struct parser *p, const char *word)
{
    skip(p);
    size_t n = strlen(word);
    if (strncmp(p->at, word, n))
        return false;
    if (isalnum((unsigned char)word[n - 1]) && (isalnum((unsigned char)p->at[n]) || p->at[n] == '_'))
        return false;
    p->at += n;
    return true;
}

static void expect(struct parser *p, const char *word)
{
    if (!accept(p, word))
        fail(p, "expected '%s' at '%.20s'", word, p->at);
}

static uint64_t number(struct parser *p, int base)
{
    skip(p);
    char *end;
    if (!isxdigit((unsigned char)*p->at))
        fail(p, "expected a number at '%.20s'", p->at);
    uint64_t n = strtoull(p->at, &end, base);
    if (end == p->at)
        fail(p, "expected a number at '%.20s'", p->at);
    p->at = end;
    return n;
}

static uint32_t number_below(struct parser *p, uint64_t limit)
{
    uint64_t n = number(p, 0);
    if (n >= limit)
        fail(p, "%llu is out of range", (unsigned long long)n);
    return (uint32_t)n;
}

static size_t word(struct parser *p, char out[32])
{
    size_t n = 0;
    skip(p);
    while (n < 31 && (isalnum((unsigned char)p->at[n]) || p->at[n] == '_')) {
        out[n] = p->at[n];
        n++;
    }
    out[n] = 0;
    p->at += n;
    return n;
}

static int lookup(const char *const *table, size_t count, const char *name)
{
    for (size_t k = 0; k < count; k++)
        if (*table[k] && !strcmp(table[k], name))
            return (int)k;
    return -1;
}
#define LOOKUP(table, name) lookup(table, MIR_COUNT(table), name)

static unsigned choice(struct parser *p, const char *const *table, size_t count, const char *what)
{
    char name[32];
    word(p, name);
    int k = lookup(table, count, name);
    if (k < 0)
        fail(p, "'%s' is no %s", name, what);
    return (unsigned)k;
}

static uint32_t vreg_ref(struct parser *p)
{
    expect(p, "%");
    return number_below(p, p->s->vreg_count);
}

static struct mir_block *block_ref(struct parser *p)
{
    skip(p);
    if (*p->at != 'B')
        fail(p, "expected a block at '%.20s'", p->at);
    p->at++;
    return p->s->blocks[number_below(p, p->s->block_count)];
}

static enum eu_type type_name(struct parser *p)
{
    char name[32];
    expect(p, ":");
    word(p, name);
    for (unsigned t = 0; t < EU_TYPE_COUNT; t++)
        if (!strcmp(name, eu_type_name((enum eu_type)t)))
            return (enum eu_type)t;
    fail(p, "'%s' is no type", name);
}

static void place(struct parser *p, struct mir_operand *o)
{
    if (accept(p, "null")) {
        o->kind = MIR_OPK_ARF;
        o->arf = EU_ARF_NULL;
    } else if (!strncmp(p->at, "arf", 3)) {
        p->at += 3;
        o->kind = MIR_OPK_ARF;
        o->arf = (uint8_t)number(p, 16);
    } else if (accept(p, "&")) {
        o->kind = MIR_OPK_ADDROF;
        o->vreg = vreg_ref(p);
    } else if (accept(p, "private")) {
        o->kind = MIR_OPK_PRIVATE;
        return;
    } else if (accept(p, "r[")) {
        o->kind = MIR_OPK_INDIRECT;
        o->vreg = vreg_ref(p);
        if (accept(p, "."))
            o->address = (uint8_t)number_below(p, 16);
        expect(p, "]");
        o->base = vreg_ref(p);
    } else if (*p->at == '%') {
        o->kind = MIR_OPK_VREG;
        o->vreg = vreg_ref(p);
    } else {
        o->kind = MIR_OPK_IMM;
        o->imm = number(p, 16);
        return;
    }
    if (accept(p, "+"))
        o->offset = number_below(p, UINT32_MAX);
    else if (o->kind == MIR_OPK_INDIRECT && accept(p, "-"))
        o->offset = 0u - number_below(p, 4096);
}

static struct mir_operand operand(struct parser *p, bool is_dst)
{
    struct mir_operand o = {0};
    if (accept(p, "_"))
        return o;
    o.negate = accept(p, "-");
    o.abs = accept(p, "(abs)");
    place(p, &o);
    o.vstride = o.width = 8;
    o.hstride = 1;
    if (mir_is_imm(&o))
        o.vstride = o.width = o.hstride = 0;
    else if (accept(p, "<")) {
        if (is_dst) {
            o.hstride = (uint8_t)number_below(p, 256);
            o.vstride = (uint8_t)(8 * o.hstride);
        } else {
            o.vstride = (uint8_t)number_below(p, 256);
            expect(p, ";");
            o.width = (uint8_t)number_below(p, 256);
            expect(p, ",");
            o.hstride = (uint8_t)number_below(p, 256);
        }
        expect(p, ">");
    }
    o.type = type_name(p);
    return o;
}

static struct mir_operand flag_operand(struct parser *p)
{
    return (struct mir_operand){.kind = MIR_OPK_VREG, .type = EU_TYPE_UW, .vreg = vreg_ref(p)};
}

static void predicate(struct parser *p, struct mir_inst *i)
{
    if (!accept(p, "("))
        return;
    i->pred_inv = accept(p, "-");
    if (!i->pred_inv)
        expect(p, "+");
    i->pred = flag_operand(p);
    i->pred_ctrl = EU_PRED_NORMAL;
    if (accept(p, "."))
        i->pred_ctrl =
            (enum eu_pred)choice(p, mir_pred_names, MIR_COUNT(mir_pred_names), "predicate control");
    expect(p, ")");
}

static void opcode(struct parser *p, struct mir_inst *i)
{
    char name[32];
    word(p, name);
    for (i->op = 0; i->op < MIR_OP_COUNT; i->op++)
        if (mir_op_name(i->op) && !strcmp(name, mir_op_name(i->op)))
            break;
    if (i->op == MIR_OP_COUNT)
        fail(p, "'%s' is no instruction", name);
    if (i->op == EU_OP_MATH) {
        expect(p, ".");
        i->math = (enum eu_math)choice(p, mir_math_names, MIR_COUNT(mir_math_names), "math function");
    }
    if (mir_is_systolic(i->op)) {
        expect(p, ".");
        i->rows = (uint8_t)number_below(p, KILN_SYSTOLIC_ROWS + 1);
    }
    if (i->op == EU_OP_BFN) {
        expect(p, ".");
        i->bfn = (uint8_t)number(p, 16);
    }
    while (accept(p, ".")) {
        word(p, name);
        int cmod = LOOKUP(mir_cmod_names, name);
        if (!strcmp(name, "sat"))
            i->saturate = true;
        else if (cmod > 0) {
            i->cmod = (enum eu_cmod)cmod;
            if (*p->at == '%')
                i->flag = flag_operand(p);
        } else
            fail(p, "'%s' is no modifier", name);
    }
}

// What an access goes by. False: `name` is none of it.
static bool access_field(struct parser *p, struct mir_send *m, const char *name)
{
    uint8_t *small = !strcmp(name, "count")     ? &m->count
                     : !strcmp(name, "bytes")   ? &m->bytes
                     : !strcmp(name, "op")      ? &m->op
                     : !strcmp(name, "table")   ? &m->table
                     : !strcmp(name, "sampler") ? &m->sampler
                     : !strcmp(name, "object")  ? &m->object
                                                : NULL;
    bool *flag = !strcmp(name, "wide")    ? &m->wide
                 : !strcmp(name, "qword") ? &m->qword
                 : !strcmp(name, "real")  ? &m->real
                 : !strcmp(name, "far")   ? &m->far
                                          : NULL;
    if (small)
        *small = (uint8_t)number_below(p, 256);
    else if (flag)
        *flag = true;
    else if (!strcmp(name, "at"))
        m->at = number_below(p, UINT32_MAX + UINT64_C(1));
    else if (!strcmp(name, "root"))
        m->root = (uint16_t)number_below(p, UINT16_MAX + 1);
    else
        return false;
    return true;
}

// And what only those have that are no messages yet.
static bool parts_field(struct parser *p, struct mir_parts *a, const char *name)
{
    if (!strcmp(name, "most"))
        a->most = (uint8_t)number_below(p, 256);
    else if (!strcmp(name, "after"))
        a->after = number_below(p, UINT32_MAX);
    else if (!strcmp(name, "buffer"))
        a->buffer = number_below(p, UINT32_MAX);
    else if (!strcmp(name, "offsets"))
        a->offsets = number_below(p, UINT32_MAX);
    else if (!strcmp(name, "samplers"))
        a->samplers = (enum mir_surface)number_below(p, MIR_SURFACE_EITHER + 1);
    else if (!strcmp(name, "aligned"))
        a->aligned = true;
    else
        return false;
    return true;
}

// Up to the word that comes after them.
static void access_fields(struct parser *p, struct mir_send *m, struct mir_parts *a, const char *end)
{
    char name[32];
    for (word(p, name); strcmp(name, end) != 0; word(p, name))
        if (!access_field(p, m, name) && !(a && parts_field(p, a, name)))
            fail(p, "'%s' is nothing that an access goes by", name);
}

static void access_kind(struct parser *p, struct mir_send *m)
{
    char name[32];
    expect(p, "{");
    word(p, name);
    while (m->access < MIR_ACCESS_COUNT && strcmp(name, mir_access_name(m->access)) != 0)
        m->access++;
    if (m->access == MIR_ACCESS_COUNT)
        fail(p, "'%s' is no access", name);
}

static void effect(struct parser *p, struct mir_send *m)
{
    m->mem = (enum mir_mem)choice(p, mir_mem_names, MIR_COUNT(mir_mem_names), "memory effect");
    m->space = (enum mir_space)choice(p, mir_space_names, MIR_COUNT(mir_space_names), "memory space");
}

static void surface_kind(struct parser *p, struct mir_send *m)
{
    if (accept(p, "handle"))
        m->surface = MIR_SURFACE_HANDLE;
    else if (accept(p, "either"))
        m->surface = MIR_SURFACE_EITHER;
}

static void access_info(struct parser *p, struct mir_inst *i)
{
    enum { MOST = 160 };
    struct mir_operand fixed[MIR_PARTS] = {0}, list[3][MOST];
    struct mir_send send = {0};
    struct mir_parts a = {0};
    unsigned count[3] = {0}, first = 0;
    access_kind(p, &send);
    access_fields(p, &send, &a, "mem");
    effect(p, &send);
    surface_kind(p, &send);
    expect(p, "}");
    for (unsigned n = 0; n < MIR_COUNT(mir_part_names); n++) {
        if (!accept(p, mir_part_names[n]))
            continue;
        if (n < MIR_PARTS) {
            fixed[n] = operand(p, false);
            continue;
        }
        unsigned *c = &count[n - MIR_PARTS];
        do
            list[n - MIR_PARTS][(*c)++] = operand(p, false);
        while (*c < MOST && accept(p, ","));
    }
    struct mir_inst *made = mir_access_new(p->s, send.access, false, count[0], count[1], count[2]);
    a.args = made->parts->args;
    a.data = made->parts->data;
    a.results = made->parts->results;
    a.born = made->parts->born;
    *made->parts = a;
    memcpy(made->parts->at, fixed, sizeof(fixed));
    for (unsigned n = 0; n < 3; first += count[n++])
        memcpy(&made->parts->at[MIR_PARTS + first], list[n], count[n] * sizeof(list[n][0]));
    i->parts = made->parts;
    i->send = send;
}

static void send_info(struct parser *p, struct mir_send *m)
{
    access_kind(p, m);
    if (m->access == MIR_ACCESS_NONE) {
        m->sfid = (uint8_t)number_below(p, 16);
        expect(p, "desc");
        m->desc = (uint32_t)number(p, 16);
        if (accept(p, "ex"))
            m->ex_desc = (uint32_t)number(p, 16);
        expect(p, "len");
    } else {
        access_fields(p, m, NULL, "len");
    }
    m->mlen = (uint8_t)number_below(p, 16);
    m->ex_mlen = (uint8_t)number_below(p, 16);
    m->rlen = (uint8_t)number_below(p, 32);
    m->header = accept(p, "header");
    m->eot = accept(p, "eot");
    surface_kind(p, m);
    effect(p, m);
    expect(p, "}");
}

static void instruction(struct parser *p, struct mir_block *b)
{
    struct mir_inst *i = mir_inst_new(p->s, 0, 1);
    predicate(p, i);
    opcode(p, i);
    expect(p, "(");
    i->exec_size = (uint8_t)number_below(p, 33);
    expect(p, "|");
    skip(p);
    if (*p->at++ != 'M')
        fail(p, "expected the channel offset M0...");
    i->chan_offset = (uint8_t)number_below(p, 32);
    expect(p, ")");
    skip(p);
    if (!strncmp(p->at, "{nomask", 7) || !strncmp(p->at, "{accwr", 6)) {
        p->at++;
        i->nomask = accept(p, "nomask");
        i->acc_wr = accept(p, "accwr");
        expect(p, "}");
        skip(p);
    }
    if (*p->at != '\n' && *p->at != '@' && *p->at != '{' && *p->at != 'j' && strncmp(p->at, "uip", 3)) {
        i->dst = operand(p, true);
        for (unsigned k = 0; k < MIR_MAX_SRCS && accept(p, ","); k++)
            i->src[k] = operand(p, false);
    }
    if (mir_op_is_send(i->op))
        send_info(p, &i->send);
    if (i->op == MIR_OP_ACCESS)
        access_info(p, i);
    if (accept(p, "jip"))
        i->jip = block_ref(p);
    if (accept(p, "uip"))
        i->uip = block_ref(p);
    p->s->has_cf |= i->jip || i->uip || i->op == EU_OP_JOIN || i->op == EU_OP_ENDIF;
    if (accept(p, "@"))
        i->line = number_below(p, UINT32_MAX);
    mir_append(b, i);
}

static void vreg_line(struct parser *p)
{
    expect(p, "%");
    if (number(p, 10) != p->s->vreg_count)
        fail(p, "virtual registers must be declared in order");
    expect(p, "=");
    enum mir_file file = (enum mir_file)choice(p, mir_file_names, MIR_COUNT(mir_file_names), "register file");
    uint32_t size = number_below(p, 1 << 20);
    expect(p, "align");
    unsigned align = number_below(p, 256);
    uint32_t v = mir_vreg_new(p->s, file, size, align, false);
    p->s->vregs[v].uniform = accept(p, "uniform");
    p->s->vregs[v].carried = accept(p, "carried");
    p->s->vregs[v].spill_temp = accept(p, "temp");
    if (accept(p, "at"))
        p->s->vregs[v].phys = (int32_t)number_below(p, (uint64_t)p->s->target->grf_count * p->s->reg_bytes);
}

static void header_line(struct parser *p)
{
    struct mir_shader *s = p->s;
    if (accept(p, "simd")) {
        s->simd = number_below(p, 33);
        s->is_legal = accept(p, "legal");
    } else if (accept(p, "float")) {
        s->float_mode = number_below(p, 1 << 16);
    } else if (accept(p, "memory")) {
        expect(p, "heap=");
        s->memory.heap = number_below(p, 1 << 16);
        s->memory.robust = accept(p, "robust");
        s->memory.states = accept(p, "states");
    } else if (accept(p, "uses")) {
        expect(p, "spills=");
        s->spill_bytes = number_below(p, 1 << 30);
        expect(p, "private=");
        s->private_bytes = number_below(p, 1 << 30);
        s->uses_barrier = accept(p, "barrier");
        s->uses_slm = accept(p, "slm");
        s->uses_atomics = accept(p, "atomics");
        s->uses_a64 = accept(p, "a64");
    } else if (accept(p, "payload")) { // its vregs are declared below: checked at the end
        expect(p, "r0=%");
        s->r0 = number_below(p, UINT32_MAX);
        if (accept(p, "cross=%")) {
            s->cross_thread = number_below(p, UINT32_MAX);
            expect(p, "*");
            s->cross_thread_regs = number_below(p, 128);
        }
        if (accept(p, "thread=%"))
            s->per_thread = number_below(p, UINT32_MAX);
        if (accept(p, "inline=%"))
            s->inline_data = number_below(p, UINT32_MAX);
    } else
        fail(p, "unknown line '%.20s'", p->at);
}

static void block_line(struct parser *p, struct mir_block *b)
{
    p->at = strchr(p->at, ':') + 1;
    if (accept(p, "depth"))
        b->loop_depth = number_below(p, 1 << 16);
    if (accept(p, "loop"))
        b->loop_header = number_below(p, p->s->block_count);
    if (accept(p, "end"))
        b->loop_end = number_below(p, p->s->block_count + 1);
    b->over_values = accept(p, "values");
}

static bool is_block_line(const char *line)
{
    if (*line != 'B')
        return false;
    line++;
    while (isdigit((unsigned char)*line))
        line++;
    return *line == ':';
}

// Blocks are referred to before their text: make them all first.
static void count_blocks(struct parser *p, const char *text)
{
    uint32_t n = 0;
    for (const char *l = text; l; l = strchr(l, '\n')) {
        l += *l == '\n';
        if (is_block_line(l) && strtoul(l + 1, NULL, 10) != n++)
            fail(p, "blocks must come in order, B%u is missing", n - 1);
    }
    while (n--)
        mir_block_new(p->s);
}

static void parse_line(struct parser *p, struct mir_block **current)
{
    if (is_block_line(p->at)) {
        *current = *current ? p->s->blocks[(*current)->index + 1] : p->s->blocks[0];
        block_line(p, *current);
        return;
    }
    skip(p);
    if (*p->at == '\n' || *p->at == '#' || !*p->at)
        return;
    if (!*current && *p->at == '%')
        vreg_line(p);
    else if (!*current)
        header_line(p);
    else if (accept(p, "->")) {
        if ((*current)->succ[0])
            fail(p, "a second list of successors");
        mir_block_link(p->s, *current, block_ref(p));
        skip(p);
        if (*p->at == 'B')
            mir_block_link(p->s, *current, block_ref(p));
        (*current)->divergent_branch = accept(p, "divergent");
    } else
        instruction(p, *current);
}

static void check_payload(struct parser *p)
{
    const uint32_t v[] = {p->s->r0, p->s->cross_thread, p->s->per_thread, p->s->inline_data};
    for (unsigned k = 0; k < 4; k++)
        if (v[k] != UINT32_MAX && v[k] >= p->s->vreg_count)
            fail(p, "the payload names %%%u, which is not declared", v[k]);
}

struct mir_shader *mir_parse(struct arena *a, const struct kiln_target *target, const char *text, char *err,
                             size_t err_size)
{
    struct parser p = {.s = mir_shader_create(a, target, 8), .at = text, .err = err, .err_size = err_size};
    if (setjmp(p.fail))
        return NULL;
    count_blocks(&p, text);
    struct mir_block *current = NULL;
    while (*p.at) {
        p.line++;
        parse_line(&p, &current);
        skip(&p);
        while (*p.at == '#' || (*p.at && *p.at != '\n' && p.at[-1] == '#'))
            p.at++;
        if (*p.at == '\n')
            p.at++;
        else if (*p.at)
            fail(&p, "unexpected '%.20s'", p.at);
    }
    check_payload(&p);
    return p.s;
}
