// Checks of kernels that carry no note: other drivers'.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "eu_pool.h"
#include "eu_rig.h"

#define EOT "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n"

// Every channel writes its number, and `added`, to the first dword of binding 0.
#define RACE(added)                                                                                          \
    "mov (8|M0) r2.0<1>:uw 0x76543210:v\n"                                                                   \
    "add (8|M0) r10.0<1>:ud r2.0<8;8,1>:uw " added ":uw\n"                                                   \
    "mov (8|M0) r4.0<1>:ud 0:ud\n"                                                                           \
    "sends (8|M0) null:w r4 r10 0x4C 0x02026E00\n" EOT

static unsigned reports(const char *path)
{
    char line[512];
    unsigned n = 0;
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof(line), f))
        n += !strncmp(line, "kiln-check: race", strlen("kiln-check: race"));
    if (f)
        fclose(f);
    return n;
}

// Kernels that follow each other at an address, with a race at the same instruction each. Told once are each
// one's with itself, and with the one before it.
KT_TEST(kernels_at_one_address_are_two)
{
    char path[] = "/tmp/kiln-check-XXXXXX";
    const int fd = mkstemp(path);
    if (!kt_ok(fd >= 0, "no temporary file"))
        return;
    setenv("KILN_SIM_CHECK", "race", 1);
    setenv("KILN_SIM_CHECK_FILE", path, 1);
    struct rig r;
    rig_init(&r);
    rig_shape(&r, 8, 1, 0, 1);
    rig_surface(&r, 0, 64);
    struct sim_eu_pool *pool = eu_pool(1);
    static const char *const kernels[] = {RACE("1"), RACE("2"), RACE("1"), RACE("2")};
    for (unsigned i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++)
        kt_ok(rig_load(&r, kernels[i]) && rig_walk(&r, pool), "%s", r.fault.text);
    sim_eu_pool_destroy(pool);
    kt_eq(reports(path), 4);
    rig_finish(&r);
    close(fd);
    unlink(path);
}

KT_MAIN()
