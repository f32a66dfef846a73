// See claim.h.
#include "vk/object/claim.h"

#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/env.h"
#include "util/log.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool claims, is_known; // KILN_GRAPHICS has a value

static void read_mode(void)
{
    const char *mode = kiln_getenv("KILN_GRAPHICS");
    is_known = mode && *mode;
    claims = mode && !strcmp(mode, "claim");
    if (claims)
        kiln_warn("KILN_GRAPHICS=claim: the queue claims graphics, and has none; whoever draws is refused");
}

bool kiln_claims_graphics(void)
{
    pthread_once(&once, read_mode);
    return claims;
}

// ---- a program that leaves

enum { HAS_DEVICE = -1 };
static atomic_int reader; // the process that read the families, or HAS_DEVICE: it has asked for one since

// Whether the loader had other drivers to show: the list that the user gives it, else what is installed.
static bool has_other_drivers(void)
{
    static const char *const folders[] = {"/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d",
                                          "/etc/vulkan/icd.d"};
    static const char *const lists[] = {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"};
    unsigned count = 0;
    for (unsigned n = 0; n < 2; n++) {
        const char *list = kiln_getenv(lists[n]);
        if (list && *list)
            return strchr(list, ':') != NULL;
    }
    for (unsigned n = 0; n < sizeof(folders) / sizeof(folders[0]); n++) {
        DIR *d = opendir(folders[n]);
        for (struct dirent *e; d && (e = readdir(d));)
            count += e->d_name[0] != '.';
        if (d)
            closedir(d);
    }
    return count > 1;
}

static void at_exit(int status, void *data)
{
    if (!(status & 0xff) || atomic_load(&reader) != getpid() || has_other_drivers())
        return;
    kiln_log("this program looked at the queues and took no device. If it wants one with graphics, but only "
             "computes: KILN_GRAPHICS=claim (kiln-run --claim-graphics); KILN_GRAPHICS=none: this is not "
             "said");
}

static void watch_exit(void)
{
    on_exit(at_exit, NULL);
}

void kiln_note_families(void)
{
    static pthread_once_t watched = PTHREAD_ONCE_INIT;
    int before = atomic_load(&reader);
    if (kiln_claims_graphics() || is_known)
        return;
    while (before != HAS_DEVICE && !atomic_compare_exchange_weak(&reader, &before, getpid()))
        ;
    pthread_once(&watched, watch_exit);
}

void kiln_note_device(void)
{
    atomic_store(&reader, HAS_DEVICE);
}
