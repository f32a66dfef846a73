// The media pipeline of Gen7.5 to Gen12 as threads are launched from it: GPGPU_WALKER, with the states that
// were sent before.
#ifndef KILN_SIM_GPGPU_MEDIA_H
#define KILN_SIM_GPGPU_MEDIA_H

#include "cmd/gen_pack.h"
#include "sim/thread/fault.h"
#include "sim/thread/launch.h"

struct sim_media {
    struct gen_STATE_BASE_ADDRESS_GEN11 sba; // the last one executed; of Gen9 it has the first part
    struct gen_MEDIA_VFE_STATE vfe;
    struct gen_INTERFACE_DESCRIPTOR_DATA idd; // unpacked from memory at the walker's descriptor index
    struct gen_GPGPU_WALKER walker;           // dimensions already taken from GPGPU_DISPATCHDIM* if indirect
    const uint8_t *curbe;                     // CURBE contents loaded by MEDIA_CURBE_LOAD
    size_t curbe_bytes;
    bool slm_enabled; // L3CNTLREG
};

// Fills in all of a launch but what is the machine's and the job's; `devinfo` is there. False: `fault` says
// what is reserved.
bool sim_media_launch(const struct sim_media *m, struct sim_launch *l, struct sim_fault *fault);

// A thread of MEDIA_OBJECT: its constants, then the data that the command has in it.
struct sim_media_object {
    const uint32_t *inline_data;
    unsigned inline_bytes;
    bool indirect;             // it names more data in memory
    uint8_t payload[127 * 32]; // what the launch's constants are
};
bool sim_media_object(const struct sim_media *m, struct sim_media_object *o, struct sim_launch *l,
                      struct sim_fault *fault);

// The bases of address spaces and states.
void sim_launch_bases(struct sim_launch *l, const struct gen_STATE_BASE_ADDRESS_GEN11 *sba);
// The first cr0 of threads: how they compute floats, and whether all channels follow one instruction pointer.
uint32_t sim_launch_cr0(bool alt_mode, bool single_flow, unsigned rounding);

#endif
