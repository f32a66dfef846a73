// Clients, and what applications call their memory (hw/names.h): a list for each, for reports.
#include <drm.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/kernel/drm/client.h"
#include "sim/kernel/drm/device.h"
#include "sim/sync/fence.h"

int sim_ioctl_name(struct sim_file *file, void *arg)
{
    const struct kiln_object_place *a = arg;
    struct sim_client *c = file->client;
    if (!memchr(a->name, 0, sizeof(a->name)) || a->address + a->size < a->address)
        return -EINVAL;
    size_t i = 0;
    while (i < c->names.count && c->names.data[i].object != a->object)
        i++;
    if (i < c->names.count && a->size)
        c->names.data[i] = *a;
    else if (i < c->names.count)
        c->names.data[i] = c->names.data[--c->names.count];
    else if (a->size && !vec_push(&c->names, *a))
        return -ENOMEM;
    return 0;
}

void sim_client_unref(struct sim_client *c)
{
    if (!c || --c->refs)
        return;
    vec_free(&c->names);
    free(c);
}

bool sim_client_name_of(struct sim_client *c, uint64_t address, char name[KILN_NAME_BYTES])
{
    const struct kiln_object_place *best = NULL;
    sim_lock();
    for (size_t i = 0; i < c->names.count; i++) {
        const struct kiln_object_place *p = &c->names.data[i];
        if (address >= p->address && address - p->address < p->size && (!best || p->size < best->size))
            best = p;
    }
    if (best)
        memcpy(name, best->name, KILN_NAME_BYTES);
    sim_unlock();
    return best != NULL;
}
