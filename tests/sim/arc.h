// A bench for EU code of Gen12.5: eight channels that know where the data lie.
#ifndef KILN_TESTS_SIM_ARC_H
#define KILN_TESTS_SIM_ARC_H

#include "eu_rig.h"

#define ARC_EOT                                                                                              \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud {A@1}\n(W) send.gtwy (8|M0) null r127 null:0 0x0 "           \
    "0x02000010 {EOT,A@1}\n"
// r4: a byte offset for each of eight dwords; r6 and r7: the addresses of the data.
#define ARC_OFFSETS                                                                                          \
    "mov (8|M0) r2.0<1>:uw 0x76543210:v\nshl (8|M0) r4.0<1>:ud r2.0<1;1,0>:uw 2:uw {A@1}\n"                  \
    "add (8|M0) r5.0<1>:ud r4.0<1;1,0>:ud 0x10200000:ud {A@1}\n"                                             \
    "mov (8|M0) r6.0<2>:ud r5.0<1;1,0>:ud {A@1}\nmov (8|M0) r6.1<2>:ud 0x0:ud {A@1}\n"

static bool arc_run(struct rig *r, const char *text)
{
    char whole[16384];
    r->w.seed = 1;
    snprintf(whole, sizeof(whole), ARC_OFFSETS "%s" ARC_EOT, text);
    return rig_load(r, whole) && rig_dispatch(r);
}

static void arc_setup(struct rig *r)
{
    rig_device = "dg2";
    rig_init(r);
    rig_shape(r, 8, 1, 0, 1);
}

#endif
