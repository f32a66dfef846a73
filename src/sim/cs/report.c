// The report of a batch that ended with a fault: what, where, and the batch up to there.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/cs/cs.h"
#include "util/log.h"

static const char *kind_name(enum sim_fault_kind kind)
{
    switch (kind) {
    case SIM_FAULT_PAGE:
        return "page fault";
    case SIM_FAULT_UNIMPLEMENTED:
        return "not simulated";
    case SIM_FAULT_HANG:
    case SIM_FAULT_ENDLESS:
    case SIM_FAULT_UNSIGNALLED:
        return "hang";
    default:
        return "illegal";
    }
}

static void put_thread(FILE *out, const struct sim_fault *f)
{
    fprintf(out, "  kernel:      %s, at 0x%" PRIx64 " + 0x%x\n", f->name[0] ? f->name : "(without a name)",
            f->kernel, f->offset);
    if (f->source[0])
        fprintf(out, "  source:      %s\n", f->source);
    fprintf(out, "  thread:      group (%u, %u, %u), thread %u", f->group[0], f->group[1], f->group[2],
            f->thread);
    if (f->lane >= 0)
        fprintf(out, ", lane %d", f->lane);
    if (f->invocation_known)
        fprintf(out, "; invocation (%u, %u, %u)", f->invocation[0], f->invocation[1], f->invocation[2]);
    fprintf(out, "\n  instruction:\n%s", f->listing);
}

// A command as it is in memory now.
static void put_command(FILE *out, struct sim_cs *cs, uint64_t ip)
{
    uint32_t dw[2048];
    const struct gen_desc *d;
    uint32_t length;
    struct sim_tlb *tlb = ip & SIM_CS_RECENT_GLOBAL ? &cs->global : &cs->tlb;
    ip &= ~(uint64_t)SIM_CS_RECENT_GLOBAL;
    if (!sim_tlb_peek(tlb, ip, dw, 4) || gen_find_command(dw, 1, &d, &length) == GEN_UNKNOWN || !length ||
        length > sizeof(dw) / 4 || !sim_tlb_peek(tlb, ip, dw, length * 4)) {
        fprintf(out, "    0x%012" PRIx64 ": (not readable)\n", ip);
        return;
    }
    // The name goes behind the address, the fields below it.
    enum { INDENT = 8 };
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return;
    gen_print(f, gen_desc_for(d, cs->target->isa), dw, length, INDENT, false);
    fclose(f);
    fprintf(out, "    0x%012" PRIx64 ": %s", ip, text + (size > INDENT ? INDENT : 0));
    free(text);
}

static void put_batch(FILE *out, struct sim_cs *cs)
{
    unsigned count = cs->commands < SIM_CS_RECENT ? (unsigned)cs->commands : SIM_CS_RECENT;
    fprintf(out,
            "  batch:       %s at 0x%" PRIx64 "; before it, the last %u of %" PRIu64
            " commands (without no-ops):\n",
            cs->desc ? cs->desc->name : "no command", cs->ip, count, cs->commands);
    for (unsigned i = count; i; i--)
        put_command(out, cs, cs->recent[(cs->commands - i) % SIM_CS_RECENT]);
    if (cs->desc)
        put_command(out, cs, cs->ip);
    if (cs->commands > count)
        fprintf(out, "    (KILN_SIM_CAPTURE=DIR keeps whole batches, for kiln-decode)\n");
}

void sim_fault_report(struct sim_cs *cs, const struct sim_fault *f)
{
    const struct sim_cs_job *job = cs->job;
    char *text = NULL, where[256] = "";
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        kiln_warn("GPU fault on %s: %s", job->engine, f->text);
        return;
    }
    fprintf(out, "GPU fault on %s, context %u, request %" PRIu64 ": %s: %s\n", job->engine,
            job->batch->context, job->batch->number, kind_name(f->kind), f->what[0] ? f->what : f->text);
    if (f->kind == SIM_FAULT_PAGE) {
        job->batch->owner->describe(job->batch->of, f->address, where, sizeof(where));
        fprintf(out, "  address:     %s\n", where);
    }
    if (f->in_kernel)
        put_thread(out, f);
    put_batch(out, cs);
    fclose(out);
    kiln_warn_text(text);
    free(text);
}
