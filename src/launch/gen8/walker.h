// The packets of one walk: a note of the kernel for fault reports, GPGPU_WALKER, MEDIA_STATE_FLUSH; and what
// they are predicated on. PRM SKL vol2a GPGPU_WALKER; PRM LKF vol8 MI_PREDICATE, MI_LOAD_REGISTER_REG.
#ifndef KILN_LAUNCH_GEN8_WALKER_H
#define KILN_LAUNCH_GEN8_WALKER_H

#include "launch/gen8/packets.h"

enum {
    GEN8_WALKER = gen_MI_STORE_DATA_IMM_LENGTH, // where the GPGPU_WALKER is
    GEN8_WALKER_DWORDS = GEN8_WALKER + gen_GPGPU_WALKER_LENGTH + gen_MEDIA_STATE_FLUSH_LENGTH,
    GEN8_CONDITION_DWORDS = gen_MI_LOAD_REGISTER_REG_LENGTH + gen_MI_PREDICATE_LENGTH,
};
_Static_assert(GEN8_WALKER_DWORDS <= LAUNCH_WALKER_DWORDS, "room for it");

// The register that holds the condition, 0 or 1.
#define GEN8_CONDITION_REG GEN_REG_CS_GPR(15)

// A kernel's walker over `count` groups from `start` on. Group ids run from a start to an end: the walker's
// "dimension" is where the id stops, not how many there are. Returns after it.
static inline uint32_t *gen8_walker(uint32_t *dw, const struct launch_kernel *k, const uint32_t start[3],
                                    const uint32_t count[3])
{
    uint32_t *w = dw + GEN8_WALKER;
    memcpy(dw, k->walker, GEN8_WALKER_DWORDS * 4);
    GEN_PATCH(w, GPGPU_WALKER, thread_group_id_starting_x, start[0]);
    GEN_PATCH(w, GPGPU_WALKER, thread_group_id_x_dimension, start[0] + count[0]);
    GEN_PATCH(w, GPGPU_WALKER, thread_group_id_starting_y, start[1]);
    GEN_PATCH(w, GPGPU_WALKER, thread_group_id_y_dimension, start[1] + count[1]);
    GEN_PATCH(w, GPGPU_WALKER, thread_group_id_starting_resume_z, start[2]);
    GEN_PATCH(w, GPGPU_WALKER, thread_group_id_z_dimension, start[2] + count[2]);
    return dw + GEN8_WALKER_DWORDS;
}

// The condition, for a walker after it to read (GEN8_CONDITION_DWORDS); returns after it.
uint32_t *gen8_condition(uint32_t *dw);
// As gen8_walker, with the condition before.
uint32_t *gen8_conditional_walker(uint32_t *dw, const struct launch_kernel *k, const uint32_t start[3],
                                  const uint32_t count[3]);

#endif
