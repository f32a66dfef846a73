// See source.h. SPIR-V specification, 3.52.2 (OpSource, OpString), 2.3 (physical layout); GLSL 4.60, 3.3
// (#line); SPV extended instructions NonSemantic.Shader.DebugInfo.100 (DebugSource).
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/kernel/source.h"

enum {
    HEADER_WORDS = 5,
    OP_SOURCE_CONTINUED = 2,
    OP_SOURCE = 3,
    OP_STRING = 7,
    OP_EXT_INST_IMPORT = 11,
    OP_EXT_INST = 12,
    DEBUG_SOURCE = 35,
    DEBUG_SOURCE_CONTINUED = 102,
    MAX_BOUND = 4194304, // 2.17
    MAX_LINE = 1 << 18,  // rows that a directive numbers higher are left out
    MAX_FILES = 256,
};
#define DEBUG_INFO "NonSemantic.Shader.DebugInfo."
#define PREAMBLE "// OpModuleProcessed "

// ---- rows with their numbers

struct row {
    const char *text;
    uint32_t length, number, order;
    bool weak; // a directive: any other row of the same number goes before it
};

struct file {
    const char *name;
    struct row *rows;
    uint32_t count, capacity;
    bool whole; // it has a text of its own, not only rows that a directive in another one calls its
};

struct files {
    struct arena *arena;
    struct file *files;
    uint32_t count, capacity;
};

static struct file *find_file(struct files *f, const char *name)
{
    for (uint32_t n = 0; n < f->count; n++)
        if (!strcmp(f->files[n].name, name))
            return &f->files[n];
    if (f->count == MAX_FILES)
        return NULL;
    if (f->count == f->capacity) {
        const uint32_t more = f->capacity ? 2 * f->capacity : 8;
        f->files = arena_grow(f->arena, f->files, f->count * sizeof(*f->files), more * sizeof(*f->files));
        f->capacity = more;
    }
    f->files[f->count] = (struct file){.name = name};
    return &f->files[f->count++];
}

static void add_row(struct files *f, struct file *to, struct row row)
{
    if (!to || !row.number || row.number > MAX_LINE)
        return;
    if (to->count == to->capacity) {
        const uint32_t more = to->capacity ? 2 * to->capacity : 64;
        to->rows = arena_grow(f->arena, to->rows, to->count * sizeof(row), more * sizeof(row));
        to->capacity = more;
    }
    row.order = to->count;
    to->rows[to->count++] = row;
}

static const char *skip_blanks(const char *s)
{
    return s + strspn(s, " \t");
}

// #line NUMBER ["FILE"]: *file is NULL where it names none (a number of a string is the same text). Numbers
// that are not written as digits are not known.
static bool read_directive(struct arena *a, const char *row, uint32_t *number, const char **file)
{
    const char *s = skip_blanks(row);
    *file = NULL;
    if (*s++ != '#' || strncmp(s = skip_blanks(s), "line", 4) != 0 || (s[4] != ' ' && s[4] != '\t'))
        return false;
    s = skip_blanks(s + 4);
    if (*s < '0' || *s > '9')
        return false;
    char *end;
    const unsigned long value = strtoul(s, &end, 10);
    *number = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
    s = skip_blanks(end);
    if (*s == '"') {
        const size_t length = strcspn(s + 1, "\"\r\n");
        *file = s[1 + length] == '"' ? arena_strndup(a, s + 1, length) : NULL;
    }
    return true;
}

// What glslang has put before the text.
static const char *skip_preamble(const char *text)
{
    const char *s = text;
    while (!strncmp(s, PREAMBLE, strlen(PREAMBLE))) {
        s += strcspn(s, "\n");
        s += *s == '\n';
    }
    return s != text && !strncmp(s, "#line 1\n", 8) ? s + 8 : s;
}

// The first text of a file is taken.
static void add_text(struct files *f, const char *name, const char *text)
{
    uint32_t number = 1;
    struct file *to = find_file(f, name);
    if (!to || to->whole)
        return;
    to->whole = true;
    to->count = 0;
    for (const char *s = skip_preamble(text); *s;) {
        const size_t length = strcspn(s, "\n");
        const size_t shown = length && s[length - 1] == '\r' ? length - 1 : length;
        uint32_t next = number < UINT32_MAX ? number + 1 : number;
        const char *other;
        const bool directive = read_directive(f->arena, s, &next, &other);
        add_row(f, to, (struct row){s, (uint32_t)shown, number, 0, directive});
        if (directive && other)
            to = find_file(f, other); // NULL: too many, and its rows are left out
        number = next;
        s += length + (s[length] == '\n');
    }
}

// ---- texts again

static int by_number(const void *x, const void *y)
{
    const struct row *a = x, *b = y;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    if (a->weak != b->weak)
        return a->weak ? 1 : -1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static const char *text_of(struct arena *a, const struct file *f)
{
    size_t size = 1, at = 0;
    if (f->count)
        qsort(f->rows, f->count, sizeof(*f->rows), by_number);
    for (uint32_t n = 0; n < f->count; n++)
        size += f->rows[n].length;
    size += f->count ? f->rows[f->count - 1].number : 0;
    char *text = arena_alloc(a, size);
    uint32_t line = 0;
    for (uint32_t n = 0; n < f->count; n++) {
        const struct row *r = &f->rows[n];
        if (r->number == line)
            continue; // the first of several of one number
        for (; line < r->number; line++)
            if (line)
                text[at++] = '\n';
        memcpy(text + at, r->text, r->length);
        at += r->length;
    }
    text[at++] = '\n';
    text[at] = 0;
    return text;
}

static const struct kernel_source *finish(struct files *f, uint32_t *count)
{
    struct kernel_source *out = arena_array(f->arena, struct kernel_source, f->count + 1);
    *count = f->count;
    for (uint32_t n = 0; n < f->count; n++)
        out[n] = (struct kernel_source){f->files[n].name, text_of(f->arena, &f->files[n])};
    return out;
}

const struct kernel_source *kernel_sources_of_text(struct arena *a, const char *file, const char *text,
                                                   uint32_t *count)
{
    struct files f = {.arena = a};
    add_text(&f, file, text);
    return finish(&f, count);
}

const char *kernel_source_find(const struct kernel_source *sources, uint32_t count, const char *file)
{
    for (uint32_t n = 0; n < count; n++)
        if (!strcmp(sources[n].file, file))
            return sources[n].text;
    return NULL;
}

// ---- the module

struct scan {
    struct arena *arena;
    const char **strings; // by id: OpString; the name of an imported set
    uint32_t bound;
    // The text that is being put together, of its first instruction and those that continue it.
    const char *file;
    char *text;
    size_t size, capacity;
    struct files files;
};

// The string from word `from` of an instruction on; NULL if it does not end there.
static const char *string_at(const uint32_t *i, uint32_t from)
{
    const uint32_t length = i[0] >> 16;
    const char *s = (const char *)(i + from);
    return from < length && memchr(s, 0, (size_t)(length - from) * 4) ? s : NULL;
}

static const char *string_of(const struct scan *s, uint32_t id)
{
    return id < s->bound ? s->strings[id] : NULL;
}

static void end_text(struct scan *s)
{
    if (s->text)
        add_text(&s->files, s->file, s->text);
    s->text = NULL;
    s->size = 0;
}

static void begin_text(struct scan *s, const char *file, const char *text)
{
    end_text(s);
    if (!file || !text)
        return;
    s->file = file;
    s->size = s->capacity = strlen(text);
    s->text = arena_strndup(s->arena, text, s->size);
}

static void continue_text(struct scan *s, const char *more)
{
    if (!s->text || !more)
        return;
    const size_t length = strlen(more);
    if (s->size + length > s->capacity) {
        s->capacity = 2 * (s->size + length);
        s->text = arena_grow(s->arena, s->text, s->size, s->capacity + 1);
    }
    memcpy(s->text + s->size, more, length + 1);
    s->size += length;
}

static bool is_debug(const struct scan *s, const uint32_t *i, uint32_t length, uint32_t op)
{
    const char *set = length > 5 && (i[0] & 0xffff) == OP_EXT_INST && i[4] == op ? string_of(s, i[3]) : NULL;
    return set && !strncmp(set, DEBUG_INFO, strlen(DEBUG_INFO));
}

static void scan_instruction(struct scan *s, const uint32_t *i, uint32_t length)
{
    switch (i[0] & 0xffff) {
    case OP_STRING:
    case OP_EXT_INST_IMPORT:
        if (length > 2 && i[1] < s->bound)
            s->strings[i[1]] = string_at(i, 2);
        return;
    case OP_SOURCE:
        begin_text(s, length > 4 ? string_of(s, i[3]) : NULL, string_at(i, 4));
        return;
    case OP_SOURCE_CONTINUED:
        continue_text(s, string_at(i, 1));
        return;
    default:
        break;
    }
    if (is_debug(s, i, length, DEBUG_SOURCE))
        begin_text(s, string_of(s, i[5]), length > 6 ? string_of(s, i[6]) : NULL);
    else if (is_debug(s, i, length, DEBUG_SOURCE_CONTINUED))
        continue_text(s, string_of(s, i[5]));
}

const struct kernel_source *kernel_sources(struct arena *a, const uint32_t *words, size_t word_count,
                                           uint32_t *count)
{
    struct scan s = {.arena = a, .files = {.arena = a}};
    if (word_count > HEADER_WORDS)
        s.bound = words[3] < MAX_BOUND ? words[3] : MAX_BOUND;
    s.strings = arena_array(a, const char *, s.bound + 1);
    for (size_t at = HEADER_WORDS; at < word_count;) {
        const uint32_t length = words[at] >> 16;
        if (!length || length > word_count - at)
            break;
        scan_instruction(&s, words + at, length);
        at += length;
    }
    end_text(&s);
    return finish(&s.files, count);
}
