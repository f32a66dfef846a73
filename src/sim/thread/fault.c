// Faults of EU threads, as people need them: which kernel and instruction, which invocation, at which source
// line. Kept in struct sim_fault where they happen.
#include "sim/thread/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/thread/kernel_note.h"
#include "sim/thread/thread.h"

enum { AROUND = 3 }; // instructions printed before and behind the one that faulted

static const struct eu_inst *inst_at(const struct sim_program *p, uint32_t offset)
{
    uint32_t i = sim_program_find(p, offset);
    return i == SIM_NO_UOP ? NULL : p->uops[i].info->inst;
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
    struct kiln_note *note = sim_kernel_note_find(g->launch->pages, t->program->address);
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
    snprintf(f->name, sizeof(f->name), "%s", note->label);
    if (kiln_note_find_line(note, offset, &file, &line))
        snprintf(f->source, sizeof(f->source), "%s:%u", file, line);
    if (lane >= 0)
        find_invocation(f, note);
    free(note);
}

void sim_thread_fault(struct sim_thread *t, const struct sim_uop *u, enum sim_fault_kind kind,
                      uint64_t address, int lane, const char *fmt, ...)
{
    char what[256], text[200] = "?", where[32] = "";
    struct sim_group *g = t->group;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof(what), fmt, ap);
    va_end(ap);
    t->state = SIM_THREAD_FAULT;
    if (g->fault->kind != SIM_FAULT_NONE)
        return;
    if (u->info->inst)
        eu_print(t->program->target, u->info->inst, u->info->ip, text, sizeof(text));
    if (lane >= 0)
        snprintf(where, sizeof(where), " lane %d", lane);
    g->fault->kind = kind;
    g->fault->address = address;
    sim_fault_locate(g->fault, t, u->info->ip, lane);
    snprintf(g->fault->what, sizeof(g->fault->what), "%s", what);
    snprintf(g->fault->text, sizeof(g->fault->text),
             "%s: group (%u, %u, %u) thread %u%s, kernel 0x%llx+0x%x: %s", what, g->id[0], g->id[1], g->id[2],
             t->index, where, (unsigned long long)t->program->address, u->info->ip, text);
}

bool sim_thread_broken(struct sim_thread *t, const struct sim_uop *u, enum kiln_rule rule, const char *what)
{
    if (!kiln_has_rule(t->group->launch->rules, rule))
        return true;
    sim_thread_fault(t, u, SIM_FAULT_ILLEGAL, 0, -1, "rule %s: %s", kiln_rule_info(rule)->name, what);
    return false;
}
