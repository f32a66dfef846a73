// See claim.h.
#include "vk/object/claim.h"

#include <pthread.h>
#include <string.h>

#include "util/env.h"
#include "util/log.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool claims;

static void read_mode(void)
{
    const char *mode = kiln_getenv("KILN_GRAPHICS");
    claims = mode && !strcmp(mode, "claim");
    if (claims)
        kiln_warn("KILN_GRAPHICS=claim: the queue claims graphics, and has none; whoever draws is refused");
}

bool kiln_claims_graphics(void)
{
    pthread_once(&once, read_mode);
    return claims;
}
