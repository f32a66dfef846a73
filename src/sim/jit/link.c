// From what the JIT's library made, or what the disk cache kept of it, to code that can be called: the object
// file's sections are copied to memory of their own and relocated. Neither needs LLVM.
//
// Objects are ELF for x86-64; on other hosts kernels are interpreted. Source: System V ABI, AMD64 supplement,
// "Relocation".
#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "sim/jit/jit.h"

#if defined(__x86_64__)
enum { PAGE = 4096, MAX_SECTIONS = 4096, STUB = 16 };

struct link {
    const uint8_t *file;
    size_t size;
    const Elf64_Ehdr *eh;
    const Elf64_Shdr *sh;
    const Elf64_Sym *sym;
    uint32_t syms, names_size;
    const char *names;
    uint8_t *map;
    size_t map_size, text_size; // code first, in pages of its own
    uint64_t at[MAX_SECTIONS];  // offset of a section in the map, plus one; 0: left out
    uint64_t stubs;             // offset of the stubs, one for each symbol
    char *why;
    size_t why_size;
};

static bool fail(struct link *l, const char *what)
{
    snprintf(l->why, l->why_size, "the object file: %s", what);
    return false;
}

static bool inside(const struct link *l, uint64_t offset, uint64_t size)
{
    return offset <= l->size && size <= l->size - offset;
}

static bool find_tables(struct link *l)
{
    l->eh = (const Elf64_Ehdr *)(const void *)l->file;
    if (l->size < sizeof(*l->eh) || memcmp(l->eh->e_ident, ELFMAG, SELFMAG) || l->eh->e_type != ET_REL ||
        l->eh->e_machine != EM_X86_64 || l->eh->e_shentsize != sizeof(*l->sh) ||
        l->eh->e_shnum > MAX_SECTIONS || l->eh->e_shoff % 8 ||
        !inside(l, l->eh->e_shoff, (uint64_t)l->eh->e_shnum * sizeof(*l->sh)))
        return fail(l, "no relocatable ELF of this machine");
    l->sh = (const Elf64_Shdr *)(const void *)(l->file + l->eh->e_shoff);
    for (unsigned i = 0; i < l->eh->e_shnum; i++) {
        const Elf64_Shdr *s = &l->sh[i];
        if (s->sh_type != SHT_NOBITS && !inside(l, s->sh_offset, s->sh_size))
            return fail(l, "a section outside");
        if (s->sh_type != SHT_SYMTAB)
            continue;
        if (s->sh_offset % 8 || s->sh_link >= l->eh->e_shnum || l->sh[s->sh_link].sh_type != SHT_STRTAB)
            return fail(l, "a bad symbol table");
        l->sym = (const Elf64_Sym *)(const void *)(l->file + s->sh_offset);
        l->syms = (uint32_t)(s->sh_size / sizeof(*l->sym));
        l->names = (const char *)l->file + l->sh[s->sh_link].sh_offset;
        l->names_size = (uint32_t)l->sh[s->sh_link].sh_size;
    }
    return l->sym && l->names_size && !l->names[l->names_size - 1] ? true : fail(l, "no symbols");
}

// Code, stubs, and then, in other pages, data.
static bool lay_out(struct link *l)
{
    uint64_t end = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < l->eh->e_shnum; i++) {
            const Elf64_Shdr *s = &l->sh[i];
            uint64_t align = s->sh_addralign ? s->sh_addralign : 1;
            bool code = s->sh_flags & SHF_EXECINSTR;
            if (!(s->sh_flags & SHF_ALLOC) || s->sh_type == SHT_X86_64_UNWIND || code == pass)
                continue;
            if (align > PAGE || (align & (align - 1)) || s->sh_size > UINT32_MAX / 4)
                return fail(l, "a section's size or alignment");
            end = (end + align - 1) & ~(align - 1);
            l->at[i] = end + 1;
            end += s->sh_size;
        }
        if (!pass) {
            l->stubs = (end + STUB - 1) & ~(uint64_t)(STUB - 1);
            end = l->stubs + (uint64_t)l->syms * STUB;
            l->text_size = end = (end + PAGE - 1) & ~(uint64_t)(PAGE - 1);
        }
        if (end > UINT32_MAX / 4)
            return fail(l, "too large");
    }
    l->map_size = (end + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    l->map = mmap(NULL, l->map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (l->map == MAP_FAILED)
        return fail(l, "no memory for the code");
    for (unsigned i = 0; i < l->eh->e_shnum; i++)
        if (l->at[i] && l->sh[i].sh_type != SHT_NOBITS)
            memcpy(l->map + l->at[i] - 1, l->file + l->sh[i].sh_offset, l->sh[i].sh_size);
    return true;
}

static const char *name_of(const struct link *l, const Elf64_Sym *s)
{
    return s->st_name < l->names_size ? l->names + s->st_name : "";
}

// The address of a symbol of the object; NULL: of another's.
static uint8_t *defined(const struct link *l, const Elf64_Sym *s)
{
    unsigned i = s->st_shndx;
    if (i == SHN_UNDEF || i >= l->eh->e_shnum || !l->at[i] || s->st_value > l->sh[i].sh_size)
        return NULL;
    return l->map + l->at[i] - 1 + s->st_value;
}

// What LLVM calls of the C library lies too far for 32 bits: a jump through the address behind it.
static uint8_t *stub_of(struct link *l, uint32_t symbol)
{
    static const uint8_t jump[8] = {0xff, 0x25, 2, 0, 0, 0, 0x90, 0x90}; // jmp *2(%rip)
    uint8_t *stub = l->map + l->stubs + (uint64_t)symbol * STUB, *own = defined(l, &l->sym[symbol]);
    void *p = own ? own : dlsym(RTLD_DEFAULT, name_of(l, &l->sym[symbol]));
    memcpy(stub, jump, sizeof(jump));
    memcpy(stub + sizeof(jump), &p, sizeof(p));
    return p ? stub : NULL;
}

static bool relocate(struct link *l, uint8_t *section, uint64_t size, const Elf64_Rela *r)
{
    uint32_t symbol = (uint32_t)ELF64_R_SYM(r->r_info), kind = (uint32_t)ELF64_R_TYPE(r->r_info);
    if (symbol >= l->syms || r->r_offset > size || size - r->r_offset < (kind == R_X86_64_64 ? 8 : 4))
        return fail(l, "a relocation outside");
    uint8_t *p = section + r->r_offset, *s = defined(l, &l->sym[symbol]);
    switch (kind) {
    case R_X86_64_64: {
        if (!s)
            return fail(l, "an address of another library");
        uint64_t v = (uint64_t)(uintptr_t)s + (uint64_t)r->r_addend;
        memcpy(p, &v, 8);
        return true;
    }
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
        s = stub_of(l, symbol);
        s = s ? s + 8 : NULL;
        break;
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
        s = s ? s : stub_of(l, symbol);
        break;
    default:
        return fail(l, "a relocation of another kind");
    }
    if (!s) {
        snprintf(l->why, l->why_size, "no symbol %s", name_of(l, &l->sym[symbol]));
        return false;
    }
    int32_t v = (int32_t)((int64_t)(uintptr_t)s + r->r_addend - (int64_t)(uintptr_t)p);
    memcpy(p, &v, 4);
    return true;
}

static bool relocate_all(struct link *l)
{
    for (unsigned i = 0; i < l->eh->e_shnum; i++) {
        const Elf64_Shdr *s = &l->sh[i];
        if (s->sh_type != SHT_RELA || s->sh_info >= l->eh->e_shnum || !l->at[s->sh_info])
            continue;
        if (s->sh_offset % 8)
            return fail(l, "a bad relocation section");
        const Elf64_Rela *r = (const Elf64_Rela *)(const void *)(l->file + s->sh_offset);
        for (uint64_t k = 0; k < s->sh_size / sizeof(*r); k++)
            if (!relocate(l, l->map + l->at[s->sh_info] - 1, l->sh[s->sh_info].sh_size, &r[k]))
                return false;
    }
    return true;
}

static bool find_pieces(struct link *l, struct sim_jit_code *c)
{
    for (uint32_t k = 0; k < c->head->pieces; k++) {
        char name[32];
        uint8_t *p = NULL;
        snprintf(name, sizeof(name), SIM_JIT_PIECE, k);
        for (uint32_t i = 0; i < l->syms && !p; i++)
            if (!strcmp(name_of(l, &l->sym[i]), name))
                p = defined(l, &l->sym[i]);
        if (!p)
            return fail(l, "a function is missing");
        memcpy(&c->run[k], &p, sizeof(p));
    }
    return true;
}

static bool link_object(struct sim_jit_code *c, const uint8_t *file, size_t size, char *why, size_t why_size)
{
    struct link *l = calloc(1, sizeof(*l));
    if (!l)
        return false;
    *l = (struct link){.file = file, .size = size, .why = why, .why_size = why_size};
    bool ok = find_tables(l) && lay_out(l) && relocate_all(l) && find_pieces(l, c) &&
              !mprotect(l->map, l->text_size, PROT_READ | PROT_EXEC);
    if (l->map != MAP_FAILED) {
        c->map = l->map;
        c->map_size = l->map_size;
    }
    free(l);
    return ok;
}
#else
static bool link_object(struct sim_jit_code *c, const uint8_t *file, size_t size, char *why, size_t why_size)
{
    (void)c, (void)file, (void)size;
    snprintf(why, why_size, "no linker for this host");
    return false;
}
#endif

// ---- the blob

// Takes `count` elements of the blob; NULL: there are not as many.
static const void *take(const struct sim_jit_blob *b, size_t *at, size_t count, size_t bytes)
{
    size_t start = (*at + 7) & ~(size_t)7;
    if (start > b->size || count > (b->size - start) / bytes)
        return NULL;
    *at = start + count * bytes;
    return b->data + start;
}

static bool numbers_fit(const struct sim_jit_code *c, const struct sim_program *p)
{
    const struct sim_jit_head *h = c->head;
    for (uint32_t k = 0; k < h->pieces; k++)
        if (c->piece_first[k] >= c->piece_first[k + 1])
            return false;
    for (uint32_t k = 0; k < h->messages; k++) {
        const struct sim_jit_message *m = &c->messages[k];
        if (m->uop >= p->count || m->window >= SIM_WINDOWS || m->use >= SIM_IMAGE_USES ||
            m->sampler > SIM_SAMPLER_KEYS || (m->kind == SIM_JIT_IMAGE && m->window >= SIM_IMAGES_OF_USE))
            return false;
    }
    return c->piece_first[0] == 0 && c->piece_first[h->pieces] == p->count;
}

static bool unpack(struct sim_jit_code *c, const struct sim_program *p, const uint8_t **object)
{
    size_t at = 0;
    const struct sim_jit_head *h = c->head = take(&c->blob, &at, 1, sizeof(*h));
    if (!h || h->version != SIM_JIT_VERSION || h->uops != p->count || !h->pieces || h->pieces > p->count ||
        h->labels > SIM_JIT_MAX_LABELS || h->code_size != p->examined)
        return false;
    c->label_ip = take(&c->blob, &at, h->labels, sizeof(*c->label_ip));
    c->piece_first = take(&c->blob, &at, h->pieces + 1, sizeof(*c->piece_first));
    c->entry = take(&c->blob, &at, 2 * (size_t)h->uops, sizeof(*c->entry));
    c->messages = take(&c->blob, &at, h->messages, sizeof(*c->messages));
    *object = take(&c->blob, &at, h->object_size, 1);
    c->run = calloc(h->pieces, sizeof(*c->run));
    return c->label_ip && c->piece_first && c->entry && c->messages && *object && c->run && numbers_fit(c, p);
}

struct sim_jit_code *sim_jit_link(struct sim_jit_blob blob, const struct sim_program *program,
                                  const struct sim_jit_links *links, char *why, size_t size)
{
    struct sim_jit_code *c = calloc(1, sizeof(*c));
    const uint8_t *object = NULL;
    if (!c) {
        free(blob.data);
        return NULL;
    }
    c->blob = blob;
    snprintf(why, size, "not a translation of this kernel");
    if (!unpack(c, program, &object) || !link_object(c, object, c->head->object_size, why, size)) {
        sim_jit_release(c);
        return NULL;
    }
    c->links = *links;
    c->links.uops = program->uops;
    c->links.messages = c->messages;
    return c;
}

void sim_jit_release(struct sim_jit_code *c)
{
    if (!c)
        return;
    if (c->map)
        munmap(c->map, c->map_size);
    free(c->run);
    free(c->blob.data);
    free(c);
}
