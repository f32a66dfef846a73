// From what the JIT's library made, or what the disk cache kept of it, to code that can be called: the object
// file's sections are copied to memory of their own and relocated. Neither needs LLVM.
//
// Objects are ELF for x86-64 or AArch64; on other hosts kernels are interpreted. Source: System V ABI, AMD64
// supplement, "Relocation"; ELF for the Arm 64-bit Architecture, "Relocation".
#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "sim/jit/jit.h"

#if defined(__x86_64__) || defined(__aarch64__)
// Pages are of 64 KiB on some AArch64 systems. A stub is a jump of eight bytes through the address behind it.
#if defined(__x86_64__)
enum { PAGE = 4096, MACHINE = EM_X86_64, UNWIND = SHT_X86_64_UNWIND };
static const uint8_t jump[8] = {0xff, 0x25, 2, 0, 0, 0, 0x90, 0x90}; // jmp *2(%rip)
#else
enum { PAGE = 65536, MACHINE = EM_AARCH64, UNWIND = SHT_NULL };
static const uint8_t jump[8] = {0x50, 0, 0, 0x58, 0, 2, 0x1f, 0xd6}; // ldr x16, .+8; br x16
#endif
enum { MAX_SECTIONS = 4096, STUB = 16 };

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
        l->eh->e_machine != MACHINE || l->eh->e_shentsize != sizeof(*l->sh) ||
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
            if (!(s->sh_flags & SHF_ALLOC) || s->sh_type == UNWIND || code == pass)
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

// What LLVM calls of the C library lies too far for 32 bits.
static uint8_t *stub_of(struct link *l, uint32_t symbol)
{
    uint8_t *stub = l->map + l->stubs + (uint64_t)symbol * STUB, *own = defined(l, &l->sym[symbol]);
    void *p = own ? own : dlsym(RTLD_DEFAULT, name_of(l, &l->sym[symbol]));
    memcpy(stub, jump, sizeof(jump));
    memcpy(stub + sizeof(jump), &p, sizeof(p));
    return p ? stub : NULL;
}

static bool no_symbol(struct link *l, uint32_t symbol)
{
    snprintf(l->why, l->why_size, "no symbol %s", name_of(l, &l->sym[symbol]));
    return false;
}

#if defined(__x86_64__)
static unsigned bytes_of(uint32_t kind)
{
    return kind == R_X86_64_64 ? 8 : 4;
}

// `s`: the symbol's address, NULL where it is another library's.
static bool relocate(struct link *l, uint8_t *p, uint8_t *s, uint32_t symbol, uint32_t kind, int64_t addend)
{
    switch (kind) {
    case R_X86_64_64: {
        if (!s)
            return fail(l, "an address of another library");
        uint64_t v = (uint64_t)(uintptr_t)s + (uint64_t)addend;
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
    if (!s)
        return no_symbol(l, symbol);
    int32_t v = (int32_t)((int64_t)(uintptr_t)s + addend - (int64_t)(uintptr_t)p);
    memcpy(p, &v, 4);
    return true;
}
#else
// What a relocation puts where: a value of `bytes`, or `bits` of it, from bit `from` on, into the
// instruction's bits from bit `at` on.
enum what { VALUE, DISTANCE, PAGES, GOT_PAGES, LOW, GOT_LOW };
static const struct relocation {
    uint32_t kind;
    enum what what;
    uint8_t bytes, from, bits, at;
} relocations[] = {
    {R_AARCH64_ABS64, VALUE, 8, 0, 64, 0},
    {R_AARCH64_PREL32, DISTANCE, 4, 0, 32, 0},
    {R_AARCH64_PREL64, DISTANCE, 8, 0, 64, 0},
    {R_AARCH64_CALL26, DISTANCE, 4, 2, 26, 0},
    {R_AARCH64_JUMP26, DISTANCE, 4, 2, 26, 0},
    {R_AARCH64_ADR_PREL_PG_HI21, PAGES, 4, 0, 21, 5},
    {R_AARCH64_ADR_GOT_PAGE, GOT_PAGES, 4, 0, 21, 5},
    {R_AARCH64_ADD_ABS_LO12_NC, LOW, 4, 0, 12, 10},
    {R_AARCH64_LDST8_ABS_LO12_NC, LOW, 4, 0, 12, 10},
    {R_AARCH64_LDST16_ABS_LO12_NC, LOW, 4, 1, 11, 10},
    {R_AARCH64_LDST32_ABS_LO12_NC, LOW, 4, 2, 10, 10},
    {R_AARCH64_LDST64_ABS_LO12_NC, LOW, 4, 3, 9, 10},
    {R_AARCH64_LDST128_ABS_LO12_NC, LOW, 4, 4, 8, 10},
    {R_AARCH64_LD64_GOT_LO12_NC, GOT_LOW, 4, 3, 9, 10},
};

static const struct relocation *relocation_of(uint32_t kind)
{
    for (unsigned i = 0; i < sizeof(relocations) / sizeof(relocations[0]); i++)
        if (relocations[i].kind == kind)
            return &relocations[i];
    return NULL;
}

static unsigned bytes_of(uint32_t kind)
{
    const struct relocation *r = relocation_of(kind);
    return r ? r->bytes : 8;
}

static bool is_of_got(const struct relocation *r)
{
    return r->what == GOT_PAGES || r->what == GOT_LOW;
}

static uint64_t value_of(const struct relocation *r, uint64_t value, uint64_t place)
{
    switch (r->what) {
    case DISTANCE:
        return value - place;
    case PAGES:
    case GOT_PAGES: // of 4 KiB, whatever the system has
        return (value >> 12) - (place >> 12);
    case LOW:
    case GOT_LOW:
        return value & 0xfff;
    default:
        return value;
    }
}

// `s`: the symbol's address, NULL where it is another library's.
static bool relocate(struct link *l, uint8_t *p, uint8_t *s, uint32_t symbol, uint32_t kind, int64_t addend)
{
    const struct relocation *r = relocation_of(kind);
    if (!r)
        return fail(l, "a relocation of another kind");
    if (r->what == VALUE && !s)
        return fail(l, "an address of another library");
    if (!s || is_of_got(r))
        s = stub_of(l, symbol);
    if (!s)
        return no_symbol(l, symbol);
    const uint64_t v = value_of(r, (uint64_t)(uintptr_t)(is_of_got(r) ? s + 8 : s) + (uint64_t)addend,
                                (uint64_t)(uintptr_t)p);
    if (r->bits >= 32) {
        memcpy(p, &v, r->bytes);
        return true;
    }
    const int64_t field = (int64_t)v >> r->from;
    const bool is_signed = r->what == DISTANCE || r->what == PAGES || r->what == GOT_PAGES;
    if (v & ((UINT64_C(1) << r->from) - 1) ||
        (is_signed && (field >= INT64_C(1) << (r->bits - 1) || field < -(INT64_C(1) << (r->bits - 1)))))
        return fail(l, "a relocation that does not reach");
    uint32_t word, bits = (uint32_t)field & ((1u << r->bits) - 1);
    memcpy(&word, p, 4);
    if (r->bits == 21) // ADRP: the low two bits are above the others
        word = (word & ~(3u << 29 | 0x7ffffu << 5)) | (bits & 3) << 29 | bits >> 2 << 5;
    else
        word = (word & ~(((1u << r->bits) - 1) << r->at)) | bits << r->at;
    memcpy(p, &word, 4);
    return true;
}
#endif

static bool relocate_at(struct link *l, uint8_t *section, uint64_t size, const Elf64_Rela *r)
{
    uint32_t symbol = (uint32_t)ELF64_R_SYM(r->r_info), kind = (uint32_t)ELF64_R_TYPE(r->r_info);
    if (symbol >= l->syms || r->r_offset > size || size - r->r_offset < bytes_of(kind))
        return fail(l, "a relocation outside");
    return relocate(l, section + r->r_offset, defined(l, &l->sym[symbol]), symbol, kind, r->r_addend);
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
            if (!relocate_at(l, l->map + l->at[s->sh_info] - 1, l->sh[s->sh_info].sh_size, &r[k]))
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
    if (ok) // what x86 does by itself
        __builtin___clear_cache((char *)l->map, (char *)l->map + l->text_size);
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
