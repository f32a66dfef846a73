// See fault_report.h.
#include "sim/fault/fault_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/cs/cs.h"
#include "sim/kernel/device.h"
#include "sim/memory/gtt.h"
#include "sim/fault/kernel_note.h"
#include "util/log.h"

enum { AROUND = 3 }; // instructions printed before and behind the one that faulted

// ---- where an EU thread stands
// -----------------------------------------------------------------------------------

static const struct eu_inst *inst_at(const struct sim_program *p, uint32_t offset)
{
    uint32_t i = sim_program_find(p, offset);
    return i == SIM_NO_UOP ? NULL : p->uops[i].inst;
}

static void list_instructions(struct sim_fault *f, const struct sim_program *p, uint32_t offset)
{
    uint32_t before[AROUND], count = 0;
    size_t n = 0;
    for (uint32_t at = offset; count < AROUND && at >= 8;) { // compacted ones have 8 bytes
        at -= at >= 16 && sim_program_find(p, at - 8) == SIM_NO_UOP ? 16 : 8;
        if (!inst_at(p, at))
            break;
        before[count++] = at;
    }
    uint32_t at = count ? before[count - 1] : offset;
    for (unsigned behind = 0; behind <= AROUND && n < sizeof(f->listing);) {
        const struct eu_inst *in = inst_at(p, at);
        char text[200] = "(no instruction)";
        if (in)
            eu_print(p->target, in, at, text, sizeof(text));
        int len = snprintf(f->listing + n, sizeof(f->listing) - n, "    %s 0x%04x: %s\n",
                           at == offset ? "->" : "  ", at, text);
        if (len < 0 || n + (size_t)len >= sizeof(f->listing)) {
            f->listing[n] = 0; // whole lines only
            break;
        }
        n += (size_t)len;
        behind += at >= offset;
        if (!in)
            break;
        at += in->compacted ? 8 : 16;
    }
}

// The invocation of a channel: a thread's channels follow each other in the workgroup, x first.
static void find_invocation(struct sim_fault *f, const struct kiln_note *note)
{
    const uint32_t *size = note->local_size;
    uint64_t local = (uint64_t)f->thread * note->simd + (uint32_t)f->lane;
    if (!size[0] || !size[1] || !size[2] || local >= (uint64_t)size[0] * size[1] * size[2])
        return;
    f->invocation[0] = f->group[0] * size[0] + (uint32_t)(local % size[0]);
    f->invocation[1] = f->group[1] * size[1] + (uint32_t)(local / size[0] % size[1]);
    f->invocation[2] = f->group[2] * size[2] + (uint32_t)(local / size[0] / size[1]);
    f->invocation_known = true;
}

void sim_fault_locate(struct sim_fault *f, const struct sim_thread *t, uint32_t offset, int lane)
{
    const struct sim_group *g = t->group;
    struct kiln_note *note = sim_kernel_note_find(g->walker->vm, t->program->address);
    const char *file;
    uint32_t line;
    f->in_kernel = true;
    f->kernel = t->program->address;
    f->offset = offset;
    memcpy(f->group, g->id, sizeof(f->group));
    f->thread = t->index;
    f->lane = lane;
    list_instructions(f, t->program, offset);
    if (!note)
        return;
    snprintf(f->name, sizeof(f->name), "%s", note->name);
    if (kiln_note_find_line(note, offset, &file, &line))
        snprintf(f->source, sizeof(f->source), "%s:%u", file, line);
    if (lane >= 0)
        find_invocation(f, note);
    free(note);
}

// ---- the report
// -------------------------------------------------------------------------------------------------

static const char *kind_name(enum sim_fault_kind kind)
{
    switch (kind) {
    case SIM_FAULT_PAGE:
        return "page fault";
    case SIM_FAULT_UNIMPLEMENTED:
        return "not simulated";
    case SIM_FAULT_HANG:
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
    if (!sim_tlb_read(&cs->tlb, ip, dw, 4) || gen_find_command(dw, 1, &d, &length) == GEN_UNKNOWN ||
        !length || length > sizeof(dw) / 4 || !sim_tlb_read(&cs->tlb, ip, dw, length * 4)) {
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
    gen_print(f, d, dw, length, INDENT, false);
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
    const struct sim_request *rq = cs->rq;
    char *text = NULL, where[256] = "";
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        kiln_warn("GPU fault on %s: %s", rq->engine->name, f->text);
        return;
    }
    fprintf(out, "GPU fault on %s, context %u, request %" PRIu64 ": %s: %s\n", rq->engine->name, rq->ctx->id,
            rq->number, kind_name(f->kind), f->what[0] ? f->what : f->text);
    if (f->kind == SIM_FAULT_PAGE) {
        sim_vm_describe(rq->ctx->vm, f->address, where, sizeof(where));
        fprintf(out, "  address:     %s\n", where);
    }
    if (f->in_kernel)
        put_thread(out, f);
    put_batch(out, cs);
    fclose(out);
    kiln_warn_text(text);
    free(text);
}
