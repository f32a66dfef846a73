// The compute front end of Gen12.5 as threads are launched from it: COMPUTE_WALKER, which contains most of
// what was sent before it on earlier generations (gpgpu/media.h).
#ifndef KILN_SIM_GPGPU_COMPUTE_H
#define KILN_SIM_GPGPU_COMPUTE_H

#include "cmd/gen_pack.h"
#include "sim/thread/fault.h"
#include "sim/thread/launch.h"

struct sim_compute {
    struct gen_STATE_BASE_ADDRESS_GEN11 sba; // of Gen12.5 it has all that threads see
    struct gen_CFE_STATE cfe;
    struct gen_COMPUTE_WALKER walker; // dimensions already taken from GPGPU_DISPATCHDIM* if indirect
    uint64_t table_pool;              // 3DSTATE_BINDING_TABLE_POOL_ALLOC
    bool systolic;                    // PIPELINE_SELECT
    bool large_registers;             // STATE_COMPUTE_MODE
};

// Fills in all of a launch but what is the machine's and the job's; `devinfo` is there. False: `fault` says
// what is reserved, or not simulated.
bool sim_compute_launch(const struct sim_compute *c, struct sim_launch *l, struct sim_fault *fault);

#endif
