// See keep_module.h.
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "compiler/support/keep_module.h"
#include "util/log.h"
#include "util/sha256.h"

enum { NAME_BYTES = 8 };

// Of what the file is called.
static void name_of(const uint32_t *words, size_t count, char name[2 * NAME_BYTES + 1])
{
    struct kiln_sha256 h;
    uint8_t sum[KILN_SHA256_SIZE];
    kiln_sha256_init(&h);
    kiln_sha256_add(&h, words, count * sizeof(*words));
    kiln_sha256_end(&h, sum);
    for (unsigned k = 0; k < NAME_BYTES; k++)
        snprintf(name + 2 * k, 3, "%02x", sum[k]);
}

void keep_module(const uint32_t *words, size_t count)
{
    const char *folder = kiln_debug_value(KILN_DEBUG_BIT_SPIRV);
    char name[2 * NAME_BYTES + 1], path[4096];
    if (!folder || !words || !count)
        return;
    name_of(words, count, name);
    if ((size_t)snprintf(path, sizeof(path), "%s/%s.spv", folder, name) >= sizeof(path)) {
        kiln_warn_once("KILN_DEBUG=spirv=%s: %s", folder, strerror(ENAMETOOLONG));
        return;
    }
    FILE *f = fopen(path, "wbx");
    if (!f) {
        if (errno != EEXIST)
            kiln_warn_once("KILN_DEBUG=spirv=%s: %s", folder, strerror(errno));
        return;
    }
    const bool whole = fwrite(words, sizeof(*words), count, f) == count;
    if (fclose(f) || !whole) {
        kiln_warn_once("KILN_DEBUG=spirv=%s: %s", folder, strerror(errno));
        unlink(path);
    }
}
