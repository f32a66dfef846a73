// The packets of one walk, which a kernel's class has packed (launch/stream/kernel.h), and what they are
// predicated on. PRM LKF vol8 MI_PREDICATE, MI_LOAD_REGISTER_REG.
#ifndef KILN_LAUNCH_MI_WALK_H
#define KILN_LAUNCH_MI_WALK_H

#include "launch/mi/packets.h"

enum { MI_CONDITION_DWORDS = gen_MI_LOAD_REGISTER_REG_LENGTH + gen_MI_PREDICATE_LENGTH };

// The register that holds the condition, 0 or 1.
#define MI_CONDITION_REG GEN_REG_CS_GPR(15)

// What a walker has besides, and what it names.
static inline void mi_walker_more(uint32_t *dw, const struct launch_walker *w,
                                  const struct launch_bindings *b)
{
    memcpy(dw + LAUNCH_WALKER_DWORDS, w->rest, sizeof(w->rest));
    dw[w->constants] = (uint32_t)b->constants;
    dw[w->constants + 1] = (uint32_t)(b->constants >> 32);
    dw[w->tables] |= b->tables;
    dw[w->samplers] |= b->samplers;
}

// A kernel's packets of one walk as they are, for groups to be put in.
static inline void mi_copy_walker(uint32_t *dw, const struct launch_walker *w,
                                  const struct launch_bindings *bindings)
{
    memcpy(dw, w->dwords, sizeof(w->dwords));
    if (__builtin_expect(w->more, 0))
        mi_walker_more(dw, w, bindings);
}

// A kernel's walker over `count` groups from `start` on: group ids run from a start to an end. Returns after
// it.
static inline uint32_t *mi_walker(uint32_t *dw, const struct launch_kernel *k,
                                  const struct launch_bindings *bindings, const uint32_t start[3],
                                  const uint32_t count[3])
{
    const struct launch_walker *w = &k->walker;
    mi_copy_walker(dw, w, bindings);
    for (unsigned i = 0; i < 3; i++) {
        dw[w->start[i]] = start[i];
        dw[w->end[i]] = start[i] + count[i];
    }
    return dw + w->count;
}

// The condition, for a walker after it to read (MI_CONDITION_DWORDS); returns after it.
uint32_t *mi_condition(const struct launch_device *d, uint32_t *dw);
// As mi_walker, with the condition before.
uint32_t *mi_conditional_walker(const struct launch_device *d, uint32_t *dw, const struct launch_kernel *k,
                                const struct launch_bindings *bindings, const uint32_t start[3],
                                const uint32_t count[3]);

#endif
