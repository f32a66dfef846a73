// What a kernel's code says of itself: blocks with their loops, live registers and source lines at each
// instruction, and what other widths would cost. As JSON that kiln-report draws; docs/kernels.md has the
// schema.
//
// Registers: bytes are not told apart, and a write ends a live range only if it writes whole registers in all
// channels (no predicate). Channels that are off keep what they had: where control flow is divergent, a
// figure may be low by what only they hold.
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "compiler/kernel/source.h"
#include "hw/target.h"
#include "kiln/isa.h"
#include "tools/kilnc/analysis.h"
#include "tools/kilnc/pace.h"
#include "tools/read.h"

// ---- decoding

// An instruction for each line of the text: constants lie after the code.
static bool decode(struct code *c, const uint8_t *code, size_t size, const char *text)
{
    struct eu_error error;
    size_t at = 0;
    c->at = calloc(size / 8 + 1, sizeof(*c->at));
    for (const char *line = text; c->at && *line;) {
        const size_t length = strcspn(line, "\n");
        if (*line != 'L' && length) {
            struct instruction *i = &c->at[c->count];
            i->offset = (uint32_t)at;
            i->text = line;
            i->length = length;
            i->size = at < size ? eu_decode(c->target, code + at, size - at, &i->inst, &error) : 0;
            if (!i->size)
                return false;
            at += i->size;
            c->count++;
        }
        line += length + (line[length] == '\n');
    }
    return c->at && c->count;
}

// ---- blocks

static bool is_branch(const struct instruction *i)
{
    return eu_op_is_branch(i->inst.op);
}

// The instruction at an offset; `count` if it is the end.
static uint32_t find(const struct code *c, int64_t offset)
{
    uint32_t low = 0, high = c->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (c->at[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has_target(const struct instruction *i)
{
    return is_branch(i) && i->inst.src[0].file != EU_FILE_GRF;
}

static void mark(const struct code *c, bool *leaders, const struct instruction *i, int32_t distance)
{
    uint32_t to = find(c, (int64_t)i->offset + distance);
    if (distance && to < c->count)
        leaders[to] = true;
}

static bool split(struct code *c)
{
    bool *leaders = calloc(c->count + 1, sizeof(*leaders));
    c->blocks = calloc(c->count, sizeof(*c->blocks));
    if (!leaders || !c->blocks) {
        free(leaders);
        return false;
    }
    for (uint32_t n = 0; n < c->count; n++)
        if (is_branch(&c->at[n]) || c->at[n].inst.eot) {
            leaders[n + 1] = true;
            mark(c, leaders, &c->at[n], c->at[n].inst.jip);
            mark(c, leaders, &c->at[n], c->at[n].inst.uip);
        }
    for (uint32_t n = 0; n < c->count; n++) {
        if (!n || leaders[n])
            c->blocks[c->block_count++].first = n;
        c->at[n].block = c->block_count - 1;
        c->blocks[c->block_count - 1].last = n;
    }
    free(leaders);
    return true;
}

static void add_next(const struct code *c, struct block *b, uint32_t instruction)
{
    if (instruction >= c->count)
        return;
    for (unsigned k = 0; k < b->next_count; k++)
        if (b->next[k] == c->at[instruction].block)
            return;
    b->next[b->next_count++] = c->at[instruction].block;
}

// Where channels may go from a block's end, whichever of them; and the loops that ways back make.
static void connect(struct code *c)
{
    for (uint32_t k = 0; k < c->block_count; k++) {
        struct block *b = &c->blocks[k];
        const struct instruction *i = &c->at[b->last];
        bool always = i->inst.op == EU_OP_JMPI && i->inst.pred == EU_PRED_NONE;
        if (!always && !i->inst.eot)
            add_next(c, b, b->last + 1);
        if (has_target(i) && i->inst.jip)
            add_next(c, b, find(c, (int64_t)i->offset + i->inst.jip));
        if (has_target(i) && i->inst.uip && i->inst.uip != i->inst.jip)
            add_next(c, b, find(c, (int64_t)i->offset + i->inst.uip));
        for (unsigned n = 0; n < b->next_count; n++)
            for (uint32_t in = b->next[n]; in <= k; in++)
                c->blocks[in].depth++;
    }
}

// ---- live registers

static void add_range(struct regs *r, unsigned first, unsigned count)
{
    for (unsigned n = first; n < first + count && n < MOST_GRFS; n++)
        r->bits[n / 64] |= UINT64_C(1) << n % 64;
}

static unsigned bytes_of(const struct eu_operand *o, unsigned channels, bool destination)
{
    unsigned size = eu_type_size(o->type), stride = destination    ? o->hstride
                                                    : o->width > 1 ? o->hstride
                                                                   : o->vstride;
    if (!destination && o->width > 1 && o->width < channels)
        return ((channels / o->width - 1) * o->vstride + (o->width - 1) * o->hstride + 1) * size;
    return ((channels - 1) * stride + 1) * size;
}

static void add_operand(struct regs *r, const struct eu_operand *o, unsigned channels, bool destination)
{
    unsigned end = o->subreg + bytes_of(o, channels, destination);
    if (o->file == EU_FILE_GRF && o->indirect)
        memset(r, 0xff, sizeof(*r)); // any
    else if (o->file == EU_FILE_GRF)
        add_range(r, o->reg, (end + GRF_BYTES - 1) / GRF_BYTES);
}

static bool is_send(const struct eu_inst *i)
{
    return i->op == EU_OP_SEND || i->op == EU_OP_SENDC || i->op == EU_OP_SENDS || i->op == EU_OP_SENDSC;
}

static void reads_of(const struct eu_inst *i, struct regs *r)
{
    if (!is_send(i)) {
        for (unsigned k = 0; k < eu_inst_num_srcs(i); k++)
            add_operand(r, &i->src[k], i->exec_size, false);
        return;
    }
    if (i->src[0].file == EU_FILE_GRF)
        add_range(r, i->src[0].reg, i->desc_in_reg ? 1 : i->desc >> 25 & 15);
    if (i->src[1].file == EU_FILE_GRF && (i->op == EU_OP_SENDS || i->op == EU_OP_SENDSC))
        add_range(r, i->src[1].reg, i->ex_desc >> 6 & 15);
}

// And whether they are whole, in all channels: else what was there before lives on.
static bool writes_of(const struct eu_inst *i, struct regs *r)
{
    if (i->dst.file != EU_FILE_GRF || i->dst.indirect)
        return false;
    if (is_send(i)) {
        add_range(r, i->dst.reg, i->desc_in_reg ? 0 : i->desc >> 20 & 31);
        return i->pred == EU_PRED_NONE;
    }
    add_operand(r, &i->dst, i->exec_size, true);
    unsigned bytes = bytes_of(&i->dst, i->exec_size, true);
    bool packed = i->dst.hstride == 1 && !i->dst.subreg && bytes % GRF_BYTES == 0;
    return packed && (i->pred == EU_PRED_NONE || i->op == EU_OP_SEL);
}

static void step_back(struct regs *live, const struct eu_inst *i)
{
    struct regs reads = {{0}}, writes = {{0}};
    bool whole = writes_of(i, &writes);
    reads_of(i, &reads);
    for (unsigned k = 0; k < MOST_GRFS / 64; k++)
        live->bits[k] = (whole ? live->bits[k] & ~writes.bits[k] : live->bits[k]) | reads.bits[k];
}

static struct regs live_out(const struct code *c, const struct block *b)
{
    struct regs live = {{0}};
    for (unsigned n = 0; n < b->next_count; n++)
        for (unsigned k = 0; k < MOST_GRFS / 64; k++)
            live.bits[k] |= c->blocks[b->next[n]].in.bits[k];
    return live;
}

static void find_live(struct code *c)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = c->block_count; k-- > 0;) {
            struct block *b = &c->blocks[k];
            struct regs live = live_out(c, b);
            for (uint32_t n = b->last + 1; n-- > b->first;)
                step_back(&live, &c->at[n].inst);
            changed |= memcmp(&live, &b->in, sizeof(live)) != 0;
            b->in = live;
        }
    }
    for (uint32_t k = 0; k < c->block_count; k++) {
        struct regs live = live_out(c, &c->blocks[k]);
        for (uint32_t n = c->blocks[k].last + 1; n-- > c->blocks[k].first;) {
            step_back(&live, &c->at[n].inst);
            c->at[n].live =
                (unsigned)(__builtin_popcountll(live.bits[0]) + __builtin_popcountll(live.bits[1]));
        }
    }
}

// ---- JSON

static void put_text(FILE *f, const char *text, size_t length)
{
    char *copy = strndup(text, length);
    kilnc_put_string(f, copy ? copy : "");
    free(copy);
}

static void put_instruction(FILE *f, const struct kiln_kernel *k, const struct instruction *i)
{
    const struct kiln_line *line = kilnc_line_at(k, i->offset);
    const char *comment = i->text ? memmem(i->text, i->length, "  // ", 5) : NULL;
    size_t length = comment ? (size_t)(comment - i->text) : i->length;
    fprintf(f, "\n    {\"offset\": %u, \"block\": %u, \"live\": %u, \"text\": ", i->offset, i->block,
            i->live);
    put_text(f, i->text ? i->text : "", length);
    if (is_send(&i->inst)) {
        fprintf(f, ", \"message\": ");
        put_text(f, comment ? comment + 5 : "", comment ? i->length - length - 5 : 0);
    }
    if (i->pace.pipe)
        fprintf(f, ", \"pipe\": \"%s\", \"clocks\": %u, \"waits\": %u", i->pace.pipe, i->pace.clocks,
                i->pace.waits);
    if (line)
        fprintf(f, ", \"file\": %u, \"line\": %u", line->file, line->line);
    fprintf(f, "}");
}

static void put_blocks(FILE *f, const struct code *c)
{
    fprintf(f, ",\n   \"blocks\": [");
    for (uint32_t k = 0; k < c->block_count; k++) {
        const struct block *b = &c->blocks[k];
        fprintf(f, "%s\n    {\"first\": %u, \"last\": %u, \"loop_depth\": %u, \"clocks\": %llu, \"next\": [",
                k ? "," : "", b->first, b->last, b->depth, (unsigned long long)b->clocks);
        for (unsigned n = 0; n < b->next_count; n++)
            fprintf(f, "%s%u", n ? ", " : "", b->next[n]);
        fprintf(f, "]}");
    }
    fprintf(f, "]");
}

static void put_limit(FILE *f, const char *name, unsigned groups)
{
    if (groups != UINT_MAX)
        fprintf(f, "%s\": %u", name, groups);
}

// What lets no more workgroups be in a subslice at once: the number of its threads, of which those of one
// more would be too many, its shared memory or its barriers. With all threads in use: none.
static const char *limit_of(const struct sim_room *r, unsigned group_threads)
{
    if (r->groups * group_threads >= r->threads)
        return "none";
    if (r->groups >= r->by_threads)
        return "group size";
    return r->by_slm <= r->by_barriers ? "shared memory" : "barriers";
}

static void put_occupancy(FILE *f, const struct pace_whole *w)
{
    const struct sim_room *r = &w->room;
    if (!w->known)
        return;
    fprintf(f,
            ",\n   \"occupancy\": {\"threads_per_subslice\": %u, \"group_threads\": %u, \"groups\": %u, "
            "\"slm_allotted\": %u, \"share\": %.4f, \"limit\": \"%s\", \"limits\": {",
            r->threads, w->group_threads, r->groups, w->slm_bytes,
            (double)(r->groups * w->group_threads) / r->threads, limit_of(r, w->group_threads));
    put_limit(f, "\"threads", r->by_threads);
    put_limit(f, ", \"shared memory", r->by_slm);
    put_limit(f, ", \"barriers", r->by_barriers);
    fprintf(f, "}}");
}

static void put_pace(FILE *f, const struct pace_whole *w)
{
    if (!w->known)
        return;
    fprintf(f,
            ",\n   \"pace\": {\"shortest\": %llu, \"longest\": %llu, \"groups\": %d, \"rounds\": %d, "
            "\"bound\": \"%s\", "
            "\"occupancy\": %.3f, \"bounds\": {",
            (unsigned long long)w->shortest, (unsigned long long)w->longest, PACE_GROUPS, PACE_ROUNDS,
            sim_bound_name(w->estimate.largest), w->estimate.occupancy);
    const char *comma = "";
    for (unsigned b = 0; b < SIM_BOUNDS; b++)
        if (b != SIM_BOUND_MEMORY) { // what is in caches is not known
            fprintf(f, "%s\"%s\": %.0f", comma, sim_bound_name((enum sim_bound)b), w->estimate.bound[b]);
            comma = ", ";
        }
    fprintf(f, "}");
    for (unsigned i = 0; sim_cost_moved(i); i++) {
        fprintf(f, i ? ", " : ", \"hypothetical\": [");
        kilnc_put_string(f, sim_cost_moved(i));
        fprintf(f, sim_cost_moved(i + 1) ? "" : "]");
    }
    fprintf(f, "}");
}

enum { MAX_SOURCE = 16 << 20 };

// The module says which files these are, and their text goes into a page that may be passed on: nothing but
// sources is read.
static bool is_source(const char *name)
{
    static const char *const endings[] = {".comp", ".glsl", ".hlsl", ".hlsli",   ".wgsl",  ".slang",
                                          ".cl",   ".h",    ".hpp",  ".inc",     ".fx",    ".usf",
                                          ".ush",  ".c",    ".cc",   ".cpp",     ".cu",    ".py",
                                          ".rs",   ".vert", ".frag", ".compute", ".shader"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof(endings) / sizeof(endings[0]); i++)
        if (!strcasecmp(dot, endings[i]))
            return true;
    return false;
}

// The text of a file: as the module has it, which is what was compiled, or else from disk. NULL: neither.
static const char *source_of(struct arena *a, const struct kernel_source *sources, uint32_t count,
                             const char *name)
{
    size_t size = 0;
    const char *text = kernel_source_find(sources, count, name);
    if (text || !strcmp(name, "-"))
        return text;
    // The module says which file: it may be anything that never ends.
    struct stat st;
    if (!is_source(name) || stat(name, &st) || !S_ISREG(st.st_mode) || st.st_size > MAX_SOURCE)
        return NULL;
    char *disk = tool_read(name, MAX_SOURCE, &size), *kept = NULL;
    if (disk && !memchr(disk, 0, size))
        kept = arena_strndup(a, disk, size);
    free(disk);
    sources = kept ? kernel_sources_of_text(a, name, kept, &count) : NULL;
    return kept ? kernel_source_find(sources, count, name) : NULL;
}

static void put_files(FILE *f, const struct kiln_kernel *k, const struct kilnc_unit *u)
{
    const char *name;
    struct arena arena;
    uint32_t count;
    arena_init(&arena);
    const struct kernel_source *sources = kernel_sources(&arena, u->words, u->count, &count);
    fprintf(f, ",\n   \"files\": [");
    for (uint32_t n = 0; (name = kiln_kernel_get_file(k, n)); n++) {
        const char *text = source_of(&arena, sources, count, name);
        fprintf(f, "%s\n    {\"name\": ", n ? "," : "");
        kilnc_put_string(f, name);
        if (text) {
            fprintf(f, ", \"text\": ");
            kilnc_put_string(f, text);
        }
        fprintf(f, "}");
    }
    fprintf(f, "]");
    arena_finish(&arena);
}

void kilnc_put_analysis(FILE *f, const struct kiln_kernel *k, const struct kilnc_unit *u)
{
    size_t size;
    struct code c = {.target = kilnc_target(k)};
    const uint8_t *code = kiln_kernel_get_code(k, &size);
    const char *text = kiln_kernel_get_text(k, KILN_EMIT_ASM);
    put_files(f, k, u);
    if (decode(&c, code, size, text ? text : "") && split(&c)) {
        connect(&c);
        find_live(&c);
        kilnc_pace(&c, k);
        put_blocks(f, &c);
        put_pace(f, &c.whole);
        put_occupancy(f, &c.whole);
        fprintf(f, ",\n   \"listing\": [");
        for (uint32_t n = 0; n < c.count; n++) {
            fprintf(f, n ? "," : "");
            put_instruction(f, k, &c.at[n]);
        }
        fprintf(f, "]");
    }
    free(c.at);
    free(c.blocks);
}
