// Decoded kernels, kept for the next walkers.
//
// By target, address and content: the same address is another kernel in another address space, and contexts
// alternate; and with other register files the same code is decoded anew. What was decoded is compared with
// memory before it is used again, unless the instruction cache would not fetch it again either (caches.h).
// Walkers that were switched out hold on to theirs.
#include "sim/dispatch/programs.h"

#include <stdio.h>
#include <stdlib.h>

#include "sim/memory/caches.h"
#include "sim/jit/jit.h"

enum { CHUNK = 8192, MAX_KERNEL = 4 << 20 };

void sim_programs_put(struct sim_loaded *l)
{
    if (!l || --l->refs)
        return;
    if (!sim_jit_orphan(l->program, l->code)) {
        sim_program_destroy(l->program);
        free(l->code);
    }
    free(l);
}

void sim_programs_finish(struct sim_programs *p)
{
    for (unsigned i = 0; i < SIM_PROGRAMS; i++)
        sim_programs_put(p->slot[i]);
}

static uint64_t epoch_of(const struct sim_tlb *tlb)
{
    return tlb->caches ? sim_caches_instruction_epoch(tlb->caches) : 0;
}

// Bytes of code readable at `address`, at most `want`, in whole steps to a page's end.
static uint32_t readable(struct sim_tlb *tlb, uint64_t address, uint8_t *out, uint32_t want)
{
    uint32_t n = 0;
    while (n < want) {
        uint32_t step = 4096 - (uint32_t)((address + n) & 4095);
        if (step > want - n)
            step = want - n;
        if (!sim_tlb_peek(tlb, address + n, out + n, step))
            break;
        n += step;
    }
    return n;
}

static bool is_in_memory(const struct sim_loaded *l, struct sim_tlb *tlb, uint64_t address)
{
    uint8_t *now = malloc(l->program->examined + 1);
    bool same = now && sim_tlb_peek(tlb, address, now, l->program->examined) &&
                !memcmp(now, l->code, l->program->examined);
    free(now);
    return same;
}

static bool is_of(const struct sim_loaded *l, const struct kiln_target *target, uint64_t address)
{
    return l->program->target == target && l->program->address == address;
}

// What the instruction cache holds is not fetched again.
static struct sim_loaded *find(struct sim_programs *p, struct sim_tlb *tlb, const struct kiln_target *target,
                               uint64_t address)
{
    struct sim_loaded *l = NULL;
    uint64_t epoch = epoch_of(tlb);
    for (unsigned i = 0; i < SIM_PROGRAMS && epoch; i++) {
        l = p->slot[i];
        if (l && is_of(l, target, address) && l->fetched == epoch)
            return l;
    }
    for (unsigned i = 0; i < SIM_PROGRAMS; i++) {
        l = p->slot[i];
        if (l && is_of(l, target, address) && is_in_memory(l, tlb, address)) {
            l->fetched = epoch;
            return l;
        }
    }
    return NULL;
}

static void page_fault(struct sim_fault *fault, uint64_t address)
{
    fault->kind = SIM_FAULT_PAGE;
    fault->address = address;
    snprintf(fault->text, sizeof(fault->text), "kernel at unmapped address 0x%llx",
             (unsigned long long)address);
}

static struct sim_loaded *decode(struct sim_tlb *tlb, const struct kiln_target *target, uint64_t address,
                                 struct sim_fault *fault)
{
    struct sim_loaded *l = calloc(1, sizeof(*l));
    uint8_t *code = NULL;
    for (uint32_t want = CHUNK; l; want *= 4) {
        uint8_t *more = realloc(code, want);
        if (!more)
            break;
        code = more;
        uint32_t have = readable(tlb, address, code, want);
        if (!have) {
            page_fault(fault, address);
            break;
        }
        sim_program_destroy(l->program);
        l->program = sim_program_create(target, code, have, address);
        if (!l->program || !l->program->truncated || have < want || want >= MAX_KERNEL)
            break;
    }
    if (l && l->program) {
        l->code = code;
        return l;
    }
    if (fault->kind == SIM_FAULT_NONE) {
        fault->kind = SIM_FAULT_ILLEGAL;
        snprintf(fault->text, sizeof(fault->text), "out of host memory for a kernel");
    }
    free(code);
    free(l);
    return NULL;
}

struct sim_loaded *sim_programs_load(struct sim_programs *p, struct sim_tlb *tlb,
                                     const struct kiln_target *target, uint64_t address,
                                     struct sim_fault *fault)
{
    struct sim_loaded *l = find(p, tlb, target, address);
    if (!l) {
        l = decode(tlb, target, address, fault);
        if (!l)
            return NULL;
        struct sim_loaded **oldest = &p->slot[0];
        for (unsigned i = 1; *oldest && i < SIM_PROGRAMS; i++)
            if (!p->slot[i] || p->slot[i]->used < (*oldest)->used)
                oldest = &p->slot[i];
        sim_programs_put(*oldest);
        *oldest = l;
        l->refs = 1;
        l->fetched = epoch_of(tlb);
    }
    l->used = ++p->clock;
    l->refs++;
    return l;
}
