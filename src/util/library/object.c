// See object.h.
#include "util/library/object.h"

#include <link.h>
#include <stdint.h>

struct search {
    uintptr_t inside;
    const char *path;
};

static int visit(struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *s = data;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        const uintptr_t at = info->dlpi_addr + p->p_vaddr;
        if (p->p_type != PT_LOAD || s->inside < at || s->inside >= at + p->p_memsz)
            continue;
        s->path = info->dlpi_name;
        return 1;
    }
    return 0;
}

const char *kiln_object_at(const void *inside)
{
    struct search s = {.inside = (uintptr_t)inside};
    dl_iterate_phdr(visit, &s);
    return s.path;
}
