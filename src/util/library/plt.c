// See plt.h. Source: System V ABI for x86-64, "Dynamic Linking".
#include "util/library/plt.h"

#ifdef __x86_64__
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// An object of the process, its linkage table, and what is to be replaced there.
struct object {
    uintptr_t inside; // an address in it
    const struct kiln_plt_entry *entries;
    unsigned count;
    uintptr_t relro, relro_end; // read-only since it was linked
};

static void replace(const struct object *o, uintptr_t slot, void (*with)(void))
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = slot & ~(page - 1);
    bool guarded = slot >= o->relro && slot < o->relro_end;
    if (guarded && mprotect((void *)first, page, PROT_READ | PROT_WRITE))
        return;
    __atomic_store_n((uintptr_t *)slot, (uintptr_t)with, __ATOMIC_RELEASE);
    if (guarded)
        mprotect((void *)first, page, PROT_READ);
}

static uintptr_t absolute(uintptr_t base, uintptr_t address)
{
    return address < base ? base + address : address;
}

static void replace_all(const struct object *o, uintptr_t base, const ElfW(Dyn) * dyn)
{
    const ElfW(Rela) *table = NULL;
    const ElfW(Sym) *symbols = NULL;
    const char *strings = NULL;
    size_t bytes = 0;
    for (; dyn->d_tag != DT_NULL; dyn++) {
        uintptr_t at = absolute(base, dyn->d_un.d_ptr);
        if (dyn->d_tag == DT_JMPREL)
            table = (const void *)at;
        else if (dyn->d_tag == DT_SYMTAB)
            symbols = (const void *)at;
        else if (dyn->d_tag == DT_STRTAB)
            strings = (const void *)at;
        else if (dyn->d_tag == DT_PLTRELSZ)
            bytes = dyn->d_un.d_val;
    }
    for (size_t i = 0; table && symbols && strings && i < bytes / sizeof(*table); i++) {
        const char *name = strings + symbols[ELF64_R_SYM(table[i].r_info)].st_name;
        for (unsigned k = 0; k < o->count; k++) {
            const struct kiln_plt_entry *e = &o->entries[k];
            void *real;
            memcpy(&real, e->real, sizeof(real));
            if (real && !strcmp(name, e->name))
                replace(o, base + table[i].r_offset, e->place);
        }
    }
}

static int visit(struct dl_phdr_info *info, size_t size, void *data)
{
    struct object *o = data;
    const ElfW(Dyn) *dyn = NULL;
    bool here = false;
    (void)size;
    o->relro = o->relro_end = 0;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t at = info->dlpi_addr + p->p_vaddr;
        here |= p->p_type == PT_LOAD && o->inside >= at && o->inside < at + p->p_memsz;
        if (p->p_type == PT_DYNAMIC)
            dyn = (const void *)at;
        if (p->p_type == PT_GNU_RELRO) {
            o->relro = at;
            o->relro_end = at + p->p_memsz;
        }
    }
    if (here && dyn)
        replace_all(o, info->dlpi_addr, dyn);
    return here;
}

void kiln_plt_replace(const void *inside, const struct kiln_plt_entry *entries, unsigned count)
{
    struct object o = {.inside = (uintptr_t)inside, .entries = entries, .count = count};
    dl_iterate_phdr(visit, &o);
}
#else
void kiln_plt_replace(const void *inside, const struct kiln_plt_entry *entries, unsigned count)
{
    (void)inside, (void)entries, (void)count;
}
#endif
