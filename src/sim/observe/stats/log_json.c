// The log of KILN_SIM_STATS as JSON. docs/stats.md describes the members.
#include <inttypes.h>
#include <string.h>

#include "isa/table/msg.h"
#include "sim/observe/stats/log.h"
#include "util/number.h"

static void put_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            fprintf(f, "\\%c", c);
        else if (c < 0x20 || c >= 0x7f) // bytes that are not ASCII: as Latin-1, which is always valid
            fprintf(f, "\\u%04x", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}

static void put_u64(FILE *f, const char *name, uint64_t v)
{
    fprintf(f, "\"%s\": %" PRIu64, name, v);
}

void sim_stats_put_kernel(FILE *f, const struct sim_stats_kernel *k)
{
    fprintf(f, "{\"name\": ");
    put_string(f, k->name ? k->name : "");
    fprintf(f, ", \"title\": ");
    put_string(f, k->note ? k->note->title : "");
    fprintf(f, ", \"hash\": \"%016" PRIx64 "\", \"simd\": %u, \"code_bytes\": %u, \"dispatches\": %" PRIu64,
            k->hash, k->simd, k->size, k->dispatches);
    if (k->note)
        fprintf(f, ", \"local_size\": [%u, %u, %u]", k->note->local_size[0], k->note->local_size[1],
                k->note->local_size[2]);
    fprintf(f, ",\n  \"instructions\": [");
    for (uint32_t i = 0; i < k->count; i++) {
        const struct sim_stats_instruction *in = &k->instructions[i];
        fprintf(f, "%s\n   {\"offset\": %u, \"text\": ", i ? "," : "", in->offset);
        put_string(f, in->text);
        if (in->file) {
            fprintf(f, ", \"file\": ");
            put_string(f, in->file);
            fprintf(f, ", \"line\": %u", in->line);
        }
        fprintf(f,
                ", \"executed\": %" PRIu64 ", \"channels\": %" PRIu64 ", \"width\": %u, \"clocks\": %" PRIu64,
                in->sum.executed, in->sum.channels, in->channels, in->sum.clocks);
        if (in->sum.divergent | in->sum.taken | in->sum.passed)
            fprintf(f, ", \"divergent\": %" PRIu64 ", \"uniform\": %" PRIu64, in->sum.divergent,
                    in->sum.taken + in->sum.passed);
        fprintf(f, "}");
    }
    fprintf(f, "]}");
}

// ---- dispatches

static unsigned simd8(const struct sim_stats_instruction *in)
{
    return in->channels > 8 ? in->channels / 8u : 1;
}

static void put_opcodes(FILE *f, const struct sim_stats_kernel *k, const struct sim_profile *p)
{
    uint64_t executed[EU_OP_COUNT] = {0}, wide[EU_OP_COUNT] = {0}, total = 0, total_wide = 0, channels = 0,
             width = 0, divergent = 0, uniform = 0;
    for (uint32_t i = 0; i < k->count; i++) {
        const struct sim_stats_instruction *u = &k->instructions[i];
        const struct sim_uop_profile *c = &p->uops[u->uop];
        executed[u->op] += c->executed;
        wide[u->op] += c->executed * simd8(u);
        total += c->executed;
        total_wide += c->executed * simd8(u);
        channels += c->channels;
        width += c->executed * u->channels;
        divergent += c->divergent;
        uniform += c->taken + c->passed;
    }
    fprintf(f, ", \"instructions\": %" PRIu64 ", \"simd8_instructions\": %" PRIu64 ", \"opcodes\": {", total,
            total_wide);
    bool first = true;
    for (unsigned op = 0; op < EU_OP_COUNT; op++) {
        if (!executed[op])
            continue;
        fprintf(f, "%s\"%s\": {\"instructions\": %" PRIu64 ", \"simd8\": %" PRIu64 "}", first ? "" : ", ",
                eu_op_name(op), executed[op], wide[op]);
        first = false;
    }
    kiln_fprintf(f,
                 "}, \"lanes\": {\"enabled\": %" PRIu64 ", \"width\": %" PRIu64 ", \"utilization\": %.6f}, "
                 "\"branches\": {\"uniform\": %" PRIu64 ", \"divergent\": %" PRIu64 "}",
                 channels, width, width ? (double)channels / (double)width : 0, uniform, divergent);
}

static void put_sends(FILE *f, const struct sim_profile *p)
{
    bool first = true;
    fprintf(f, ", \"sends\": {");
    for (unsigned i = 0; i < SIM_MESSAGE_KINDS; i++) {
        if (!p->sends[i])
            continue;
        const char *name = sim_message_kind_name(i);
        fprintf(f, "%s\"%s\": %" PRIu64, first ? "" : ", ", name ? name : "other sampler message",
                p->sends[i]);
        first = false;
    }
    fprintf(f, "}");
}

static const struct kiln_note_binding *binding_of(const struct kiln_note *note, unsigned bti)
{
    for (uint32_t i = 0; note && i < note->binding_count; i++)
        if (bti >= note->bindings[i].bti && bti - note->bindings[i].bti < note->bindings[i].count)
            return &note->bindings[i];
    return NULL;
}

static void put_space(FILE *f, unsigned i, const struct kiln_note *note)
{
    const struct kiln_note_binding *b = i < EU_BTI_BINDLESS ? binding_of(note, i) : NULL;
    switch (i) {
    case SIM_SPACE_A64:
        fprintf(f, "\"A64\"");
        return;
    case SIM_SPACE_SCRATCH:
        fprintf(f, "\"scratch\"");
        return;
    case EU_BTI_SLM:
        fprintf(f, "\"SLM\"");
        return;
    case EU_BTI_BINDLESS:
        fprintf(f, "\"bindless\"");
        return;
    case EU_BTI_STATELESS:
    case EU_BTI_STATELESS_NONCOHERENT:
        fprintf(f, "\"stateless\"");
        return;
    default:
        fprintf(f, "\"bti %u\"", i);
    }
    if (!b)
        return;
    if (b->set == KILN_NOTE_PUSH_CONSTANTS)
        fprintf(f, ", \"what\": \"push constants\"");
    else if (b->set == KILN_NOTE_CONSTANTS)
        fprintf(f, ", \"what\": \"constant data\"");
    else {
        fprintf(f, ", \"set\": %u, \"binding\": %u, \"variable\": ", b->set, b->binding);
        put_string(f, note->binding_names[b - note->bindings]);
    }
}

static void put_surfaces(FILE *f, const struct sim_profile *p, const struct kiln_note *note)
{
    bool first = true;
    uint64_t read = 0, written = 0;
    fprintf(f, ", \"surfaces\": [");
    for (unsigned i = 0; i < SIM_SPACES; i++) {
        const struct sim_traffic *t = &p->space[i];
        if (!t->messages)
            continue;
        fprintf(f, "%s{\"space\": ", first ? "" : ", ");
        put_space(f, i, note);
        fprintf(f,
                ", \"messages\": %" PRIu64 ", \"read\": %" PRIu64 ", \"written\": %" PRIu64
                ", \"atomics\": %" PRIu64 ", \"dropped\": %" PRIu64 ", \"lines\": %" PRIu64 "}",
                t->messages, t->read, t->written, t->atomics, t->dropped, t->lines);
        if (i != EU_BTI_SLM) {
            read += t->read;
            written += t->written;
        }
        first = false;
    }
    fprintf(f,
            "], \"bytes\": {\"read\": %" PRIu64 ", \"written\": %" PRIu64 ", \"footprint_read\": %" PRIu64
            ", \"footprint_written\": %" PRIu64 "}",
            read, written, p->demand.lines_read * 64, p->demand.lines_written * 64);
    fprintf(f,
            ", \"slm\": {\"messages\": %" PRIu64 ", \"accesses\": %" PRIu64 ", \"clocks\": %" PRIu64
            ", \"ideal_clocks\": %" PRIu64 ", \"conflict_clocks\": %" PRIu64 ", \"worst\": %" PRIu64 "}",
            p->slm.messages, p->slm.accesses, p->slm.clocks, p->slm.ideal, p->slm.clocks - p->slm.ideal,
            p->slm.worst);
}

static void put_model(FILE *f, const struct sim_demand *d, const struct kiln_target *target)
{
    struct sim_estimate e;
    sim_estimate(d, target, &e);
    kiln_fprintf(
        f, ", \"estimate\": {\"clocks\": %.1f, \"microseconds\": %.3f, \"bound\": \"%s\", \"bounds\": {",
        e.clocks, e.clocks / sim_cost_numbers(target->isa)->MEGAHERTZ, sim_bound_name(e.largest));
    for (unsigned i = 0; i < SIM_BOUNDS; i++)
        kiln_fprintf(f, "%s\"%s\": %.1f", i ? ", " : "", sim_bound_name(i), e.bound[i]);
    kiln_fprintf(f,
                 "}, \"groups_at_once\": %u, \"threads_at_once\": %u, \"eus\": %u, \"subslices\": %u, "
                 "\"occupancy\": %.4f, "
                 "\"pipe_clocks\": {\"any\": %" PRIu64 ", \"em\": %" PRIu64 "}, \"thread_clocks\": %.1f}",
                 e.groups_at_once, e.threads_at_once, e.eus, e.subslices, e.occupancy, d->pipe[SIM_PIPE_ANY],
                 d->pipe[SIM_PIPE_EM], d->groups ? (double)d->group_clocks / (double)d->groups : 0);
}

static void put_labels(FILE *f, const struct sim_label *l)
{
    if (l->in) {
        put_labels(f, l->in);
        fprintf(f, ", ");
    }
    put_string(f, l->text);
}

char *sim_stats_labels(const struct sim_label *innermost)
{
    char *text = NULL;
    size_t size;
    FILE *f = innermost ? open_memstream(&text, &size) : NULL;
    if (!f)
        return NULL;
    fprintf(f, "[");
    put_labels(f, innermost);
    fprintf(f, "]");
    return fclose(f) ? NULL : text;
}

static void put_before(FILE *f, const struct sim_stats_record *r)
{
    if (r->labels)
        fprintf(f, ", \"labels\": %s", r->labels);
    if (r->barriers)
        fprintf(f,
                ", \"barriers_before\": {\"count\": %u, \"waits\": %s, \"flushes\": %s, \"invalidates\": %s}",
                r->barriers, r->barrier_kinds & KILN_LOG_WAITS ? "true" : "false",
                r->barrier_kinds & KILN_LOG_FLUSHES ? "true" : "false",
                r->barrier_kinds & KILN_LOG_INVALIDATES ? "true" : "false");
}

void sim_stats_put_record(FILE *f, const struct sim_stats_record *r)
{
    const struct sim_stats_kernel *k = r->kernel;
    struct sim_profile p = *r->sum;
    p.demand = sim_profile_demand(r->sum, &r->of);
    fprintf(f,
            "%s\n {\"index\": %" PRIu64 ", \"kind\": \"%s\", \"kernel\": %u, \"name\": ", r->index ? "," : "",
            r->index, r->draw ? "draw" : "compute", r->number);
    put_string(f, k->name ? k->name : "");
    fprintf(f, ", \"title\": ");
    put_string(f, k->note ? k->note->title : "");
    fprintf(f,
            ", \"hash\": \"%016" PRIx64 "\", \"grid\": [%u, %u, %u], \"simd\": %u, \"registers\": %u, "
            "\"group_threads\": %u, ",
            k->hash, r->end[0] - r->first[0], r->end[1] - r->first[1], r->end[2] - r->first[2], r->of.simd,
            r->target->grf_count, r->of.threads);
    put_u64(f, "groups", r->groups);
    fprintf(f, ", \"slm_bytes\": %u, ", r->of.slm_bytes);
    put_u64(f, "threads", r->threads);
    put_opcodes(f, k, &p);
    fprintf(f, ", \"barriers\": %" PRIu64 ", \"flops\": %" PRIu64, p.barriers, p.flops);
    put_sends(f, &p);
    put_surfaces(f, &p, k->note);
    put_model(f, &p.demand, r->target);
    put_before(f, r);
    if (r->fault) {
        fprintf(f, ", \"fault\": ");
        put_string(f, r->fault);
    }
    if (p.failed)
        fprintf(f, ", \"incomplete\": true");
    fprintf(f, "}");
}

// ---- the model

static void put_number(FILE *f, bool *first, const char *name, long value, const char *unit,
                       const char *source)
{
    fprintf(f, "%s\n  \"%s\": {\"value\": %ld, \"unit\": ", *first ? "" : ",", name, value);
    put_string(f, unit);
    fprintf(f, ", \"source\": ");
    put_string(f, source);
    fprintf(f, "}");
    *first = false;
}

static void put_class(FILE *f, bool *first, const char *name, const char *pipe, unsigned clocks,
                      unsigned latency, const char *source)
{
    fprintf(f, "%s\n  \"%s\": {\"pipe\": \"%s\", \"clocks\": %u, \"latency\": %u, \"source\": ",
            *first ? "" : ",", name, pipe, clocks, latency);
    put_string(f, source);
    fprintf(f, "}");
    *first = false;
}

// The numbers of the model, or its classes.
static void put_rows(FILE *f, const struct kiln_devinfo *info, bool classes)
{
    enum kiln_isa isa = kiln_target_of(info)->isa;
    const char *now = (const char *)sim_cost_numbers(isa);
    bool first = true;
    for (unsigned i = 0; i < kiln_cost_count(); i++) {
        struct kiln_cost_row r = kiln_cost_row(isa, i);
        struct kiln_cost_class c = {0};
        if (!r.pipe != !classes)
            continue;
        memcpy(&c, now + r.offset, classes ? sizeof(c) : sizeof(c.clocks));
        if (classes)
            put_class(f, &first, r.name, r.pipe, c.clocks, c.latency, r.source);
        else
            put_number(f, &first, r.name, c.clocks, r.unit, r.source);
    }
}

void sim_stats_put_model(FILE *f, const struct kiln_devinfo *info)
{
    const struct sim_cost_chip m = sim_cost_chip_of(kiln_target_of(info));
    if (sim_cost_moved(0)) {
        fprintf(f, "\"hypothetical\": [");
        for (unsigned i = 0; sim_cost_moved(i); i++) {
            fprintf(f, "%s", i ? ", " : "");
            put_string(f, sim_cost_moved(i));
        }
        fprintf(f, "],\n");
    }
    fprintf(f,
            "\"model\": {\"eus\": %u, \"subslices\": %u, \"threads_per_eu\": %u, \"slm_per_subslice\": %u,\n "
            "\"numbers\": {",
            m.subslices * m.eus_per_subslice, m.subslices, m.threads_per_eu, m.slm_per_subslice);
    put_rows(f, info, false);
    fprintf(f, "},\n \"classes\": {");
    put_rows(f, info, true);
    fprintf(f, "}}");
}
