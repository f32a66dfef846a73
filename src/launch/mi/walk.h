// The packets of one walk, which a kernel's class has packed (launch/stream/kernel.h), and what they are
// predicated on. PRM LKF vol8 MI_PREDICATE, MI_LOAD_REGISTER_REG.
#ifndef KILN_LAUNCH_MI_WALK_H
#define KILN_LAUNCH_MI_WALK_H

#include "launch/mi/packets.h"

enum { MI_CONDITION_DWORDS = gen_MI_LOAD_REGISTER_REG_LENGTH + gen_MI_PREDICATE_LENGTH };

// The register that holds the condition, 0 or 1.
#define MI_CONDITION_REG GEN_REG_CS_GPR(15)

// A kernel's walker over `count` groups from `start` on: group ids run from a start to an end. Returns after
// it.
static inline uint32_t *mi_walker(uint32_t *dw, const struct launch_kernel *k, const uint32_t start[3],
                                  const uint32_t count[3])
{
    const struct launch_walker *w = &k->walker;
    memcpy(dw, w->dwords, sizeof(w->dwords));
    for (unsigned i = 0; i < 3; i++) {
        dw[w->start[i]] = start[i];
        dw[w->end[i]] = start[i] + count[i];
    }
    return dw + w->count;
}

// The condition, for a walker after it to read (MI_CONDITION_DWORDS); returns after it.
uint32_t *mi_condition(uint32_t *dw);
// As mi_walker, with the condition before.
uint32_t *mi_conditional_walker(uint32_t *dw, const struct launch_kernel *k, const uint32_t start[3],
                                const uint32_t count[3]);

#endif
