// See kernel_note.h.
#include "util/kernel_note.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 6 };

struct header {
    char magic[8];
    uint32_t version;
    uint32_t code_size;
    uint32_t body_offset, body_size;
    uint32_t local_size[3];
    uint32_t simd;
    uint32_t slm_size;
    uint32_t checksum; // of the body
    uint32_t internal;
    uint32_t quads;
    uint32_t debug; // where in the strings that is, + 1; 0: there is none
    uint32_t reserved;
    char title[KILN_NOTE_TITLE];
};
_Static_assert(sizeof(struct header) == KILN_NOTE_HEADER, "the code follows at once");

// The body starts with this. Then lines, bindings, shared variables, the offsets into the strings of names
// (of files, of bindings, of shared variables), the strings, of which the first is the entry point's name.
struct counts {
    uint32_t lines, bindings, shared, files, strings;
};

static const char magic[8] = {'K', 'I', 'L', 'N', 'N', 'O', 'T', 'E'};

static uint32_t checksum(const void *data, uint32_t size) // FNV-1a
{
    const uint8_t *p = data;
    uint32_t h = 2166136261u;
    for (uint32_t i = 0; i < size; i++)
        h = (h ^ p[i]) * 16777619u;
    return h;
}

static uint64_t fixed_size(const struct counts *c)
{
    return sizeof(*c) + (uint64_t)c->lines * sizeof(struct kiln_note_line) +
           (uint64_t)c->bindings * sizeof(struct kiln_note_binding) +
           (uint64_t)c->shared * sizeof(struct kiln_note_shared) +
           ((uint64_t)c->files + c->bindings + c->shared) * sizeof(uint32_t);
}

static struct counts counts_of(const struct kiln_note *n)
{
    return (struct counts){n->line_count, n->binding_count, n->shared_count, n->file_count, 0};
}

// Number i of all names.
static const char *name_of(const struct kiln_note *n, uint32_t i)
{
    if (i < n->file_count)
        return n->files[i];
    i -= n->file_count;
    return i < n->binding_count ? n->binding_names[i] : n->shared_names[i - n->binding_count];
}

uint32_t kiln_note_body_size(const struct kiln_note *n)
{
    struct counts c = counts_of(n);
    uint64_t size = fixed_size(&c) + strlen(n->name) + 1;
    for (uint32_t i = 0; i < c.files + c.bindings + c.shared; i++)
        size += strlen(name_of(n, i)) + 1;
    size += n->debug ? strlen(n->debug) + 1 : 0;
    return size <= KILN_NOTE_MAX_BODY ? (uint32_t)size : 0;
}

static uint8_t *put(uint8_t *to, const void *data, size_t size)
{
    if (size)
        memcpy(to, data, size);
    return to + size;
}

void kiln_note_write(const struct kiln_note *n, uint32_t body_offset, void *header, void *body)
{
    uint32_t size = kiln_note_body_size(n);
    struct counts c = counts_of(n);
    c.strings = size - (uint32_t)fixed_size(&c);
    uint8_t *p = put(body, &c, sizeof(c));
    p = put(p, n->lines, n->line_count * sizeof(n->lines[0]));
    p = put(p, n->bindings, n->binding_count * sizeof(n->bindings[0]));
    p = put(p, n->shared, n->shared_count * sizeof(n->shared[0]));
    const uint32_t names = c.files + c.bindings + c.shared;
    uint8_t *strings = p + names * sizeof(uint32_t);
    uint8_t *s = put(strings, n->name, strlen(n->name) + 1);
    for (uint32_t i = 0; i < names; i++) {
        const char *name = name_of(n, i);
        uint32_t at = (uint32_t)(s - strings);
        p = put(p, &at, sizeof(at));
        s = put(s, name, strlen(name) + 1);
    }
    uint32_t debug_at = n->debug ? (uint32_t)(s - strings) + 1 : 0;
    if (n->debug)
        put(s, n->debug, strlen(n->debug) + 1);
    struct header h = {
        .version = VERSION,
        .code_size = n->code_size,
        .body_offset = body_offset,
        .body_size = size,
        .local_size = {n->local_size[0], n->local_size[1], n->local_size[2]},
        .simd = n->simd,
        .slm_size = n->slm_size,
        .checksum = checksum(body, size),
        .internal = n->internal,
        .quads = n->quads,
        .debug = debug_at,
    };
    memcpy(h.magic, magic, sizeof(magic));
    memcpy(header, &h, sizeof(h));
}

// Of one line; of UTF-8 no character is cut in two. `from` may have no zero in its first KILN_NOTE_TITLE
// bytes.
static void copy_title(char to[KILN_NOTE_TITLE], const char *from)
{
    char text[KILN_NOTE_TITLE] = ""; // whoever reads `to` meanwhile finds its last byte zero
    size_t n = strnlen(from, KILN_NOTE_TITLE);
    if (n == KILN_NOTE_TITLE) {
        n--;
        while (n && ((unsigned char)from[n] & 0xc0) == 0x80)
            n--;
    }
    for (size_t i = 0; i < n; i++)
        text[i] = (unsigned char)from[i] < ' ' || from[i] == 0x7f ? '?' : from[i];
    memcpy(to, text, sizeof(text));
}

void kiln_note_set_title(void *header, const char *title)
{
    copy_title((char *)header + offsetof(struct header, title), title);
}

bool kiln_note_parse_header(const void *header, uint32_t *body_offset, uint32_t *body_size)
{
    struct header h;
    memcpy(&h, header, sizeof(h));
    if (memcmp(h.magic, magic, sizeof(magic)) || h.version != VERSION ||
        h.body_size < sizeof(struct counts) || h.body_size > KILN_NOTE_MAX_BODY ||
        h.body_offset < h.code_size)
        return false;
    *body_offset = h.body_offset;
    *body_size = h.body_size;
    return true;
}

static bool sound(const struct header *h, const uint8_t *body, struct counts *c)
{
    memcpy(c, body, sizeof(*c));
    uint64_t fixed = fixed_size(c);
    return checksum(body, h->body_size) == h->checksum && c->strings && fixed <= h->body_size &&
           c->strings == h->body_size - fixed && !body[h->body_size - 1];
}

struct kiln_note *kiln_note_parse(const void *header, const void *body)
{
    struct header h;
    struct counts c;
    uint32_t offset, size;
    if (!kiln_note_parse_header(header, &offset, &size))
        return NULL;
    memcpy(&h, header, sizeof(h));
    if (!sound(&h, body, &c))
        return NULL;
    enum { LABEL = KILN_NOTE_TITLE + 256 };
    struct kiln_note *n = malloc(sizeof(*n) + (c.files + c.bindings + c.shared) * sizeof(char *) + size +
                                 KILN_NOTE_TITLE + LABEL);
    if (!n)
        return NULL;
    const char **files = (const char **)(n + 1), **binding_names = files + c.files;
    const char **shared_names = binding_names + c.bindings;
    uint8_t *copy = (uint8_t *)(shared_names + c.shared);
    char *title = (char *)copy + size, *label = title + KILN_NOTE_TITLE;
    memcpy(copy, body, size);
    copy_title(title, h.title);
    struct kiln_note_line *lines = (void *)(copy + sizeof(c));
    struct kiln_note_binding *bindings = (void *)(lines + c.lines);
    struct kiln_note_shared *shared = (void *)(bindings + c.bindings);
    const uint32_t *names = (const void *)(shared + c.shared);
    const char *strings = (const char *)(names + c.files + c.bindings + c.shared);
    *n = (struct kiln_note){
        .code_size = h.code_size,
        .local_size = {h.local_size[0], h.local_size[1], h.local_size[2]},
        .simd = h.simd,
        .slm_size = h.slm_size,
        .internal = h.internal == 1,
        .quads = h.quads == 1,
        .name = strings,
        .title = title,
        .label = title[0] ? label : strings,
        .debug = h.debug && h.debug - 1 < c.strings ? strings + h.debug - 1 : NULL,
        .lines = lines,
        .line_count = c.lines,
        .files = files,
        .file_count = c.files,
        .bindings = bindings,
        .binding_names = binding_names,
        .binding_count = c.bindings,
        .shared = shared,
        .shared_names = shared_names,
        .shared_count = c.shared,
    };
    char text[LABEL];
    snprintf(text, sizeof(text), "%s (%s)", title, strings);
    memcpy(label, text, sizeof(text));
    for (uint32_t i = 0; i < c.files + c.bindings + c.shared; i++)
        files[i] = names[i] < c.strings ? strings + names[i] : "?";
    return n;
}

// The last row that begins at or before the offset, or NULL.
static const struct kiln_note_line *row_at(const struct kiln_note *n, uint32_t offset)
{
    uint32_t lo = 0, hi = n->line_count;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (n->lines[mid].offset <= offset)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? &n->lines[lo - 1] : NULL;
}

bool kiln_note_find_line(const struct kiln_note *n, uint32_t offset, const char **file, uint32_t *line)
{
    const struct kiln_note_line *l = row_at(n, offset);
    if (!l || !l->line || l->file >= n->file_count)
        return false;
    *file = n->files[l->file];
    *line = l->line;
    return true;
}

const char *kiln_note_find_shared(const struct kiln_note *n, uint64_t offset)
{
    for (uint32_t i = 0; i < n->shared_count; i++)
        if (offset >= n->shared[i].offset && offset - n->shared[i].offset < n->shared[i].bytes)
            return n->shared_names[i];
    return NULL;
}

bool kiln_note_is_atomic(const struct kiln_note *n, uint32_t offset)
{
    const struct kiln_note_line *l = row_at(n, offset);
    return l && l->atomic;
}
