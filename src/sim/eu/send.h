// Send instructions: descriptors decoded (eu/send_decode.c, eu/send_hdc.c). Executed by sim_eu_send.
#ifndef KILN_SIM_EU_SEND_H
#define KILN_SIM_EU_SEND_H

#include "sim/thread/thread.h"

// Decodes the instruction's descriptors as far as they are known: SIM_SEND_UNKNOWN if one is in a register.
void sim_send_decode(struct sim_send *s, const struct kiln_target *target, const struct eu_inst *in);
// The same when it executes: of one that is not known, by what the address register holds. Valid until the
// thread's next.
const struct sim_send *sim_send_late(struct sim_thread *t, const struct sim_send *s);
// The one that executes now.
static inline const struct sim_send *sim_send_now(struct sim_thread *t, const struct sim_uop *u)
{
    const struct sim_send *s = u->info->send;
    return s->kind == SIM_SEND_UNKNOWN ? sim_send_late(t, s) : s;
}

// For decoders of a shared function's messages. The message is illegal or not implemented: why.
void sim_send_refuse(struct sim_send *s, enum sim_send_kind kind, const char *why);
// Whether the register with the extended descriptor has the offset of a surface's state alone.
bool sim_send_is_offset(const struct eu_inst *in, const struct kiln_target *target);
// The space by a binding table index, or what stands in its place.
void sim_send_address(struct sim_send *s, uint32_t desc, uint32_t ex_desc);
// The data ports of Gen7.5 to Gen12: data cache 0 and 1, constant cache.
void sim_send_decode_hdc(struct sim_send *s, const struct kiln_target *target, uint32_t desc,
                         uint32_t ex_desc);
// The load-store units of Gen12.5.
void sim_send_decode_lsc(struct sim_send *s, const struct kiln_target *target, uint32_t desc,
                         uint32_t ex_desc);

#endif
