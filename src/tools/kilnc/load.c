// Inputs: SPIR-V, other languages, archives of Fossilize; and the entry points that are compiled of them.
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/kilnc/kilnc.h"
#include "tools/read.h"
#include "util/safe_text.h"

enum { MOST_BYTES = 1 << 30 }; // of a file: archives are large

char *kilnc_read(struct arena *a, const char *path, size_t *size)
{
    char *data = tool_read(path, MOST_BYTES, size), *kept = NULL;
    if (data)
        kept = arena_alloc(a, *size + 1);
    if (kept)
        memcpy(kept, data, *size);
    free(data);
    return kept;
}

void kilnc_say(const char *message, const char *before)
{
    flockfile(stderr);
    fprintf(stderr, "kilnc: %s", before);
    kiln_put_safe(stderr, message, false);
    fputc('\n', stderr);
    funlockfile(stderr);
}

void kilnc_fail(struct kilnc_input *in, int status, const char *fmt, ...)
{
    char message[4096];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(message, sizeof(message), fmt, ap);
    va_end(ap);
    const struct kilnc_unit u = {
        .shader = in->path, .status = status, .message = arena_strndup(&in->arena, message, strlen(message))};
    vec_push(&in->units, u);
}

// Whether every entry point is meant: it was said so, or nothing was and there is no main.
static bool all_are_meant(const char *entry, const kilnc_names *names)
{
    if (entry && strcmp(entry, "all") != 0)
        return false;
    for (size_t i = 0; i < names->count; i++)
        if (!strcmp(names->data[i], entry ? "all" : "main"))
            return false;
    return true;
}

void kilnc_add_module(const struct kilnc_args *args, struct kilnc_input *in, const char *shader,
                      const uint32_t *words, size_t count)
{
    kilnc_names names = {0};
    kilnc_entries(words, count, &names);
    bool all = all_are_meant(args->entry, &names);
    struct kilnc_unit u = {.shader = shader,
                           .words = words,
                           .count = count,
                           .entry = args->entry && !all ? args->entry : "main",
                           .robust = args->robust,
                           .wide_buffers = args->wide_buffers,
                           .partially_bound = args->partially_bound};
    // Without any the compiler says what is wrong.
    for (size_t i = 0; i < (all && names.count && !args->list ? names.count : 1); i++) {
        if (all && names.count)
            u.entry = arena_strndup(&in->arena, names.data[i], strlen(names.data[i]));
        vec_push(&in->units, u);
    }
    vec_free(&names);
}

static uint32_t first_word(const char *data, size_t size)
{
    uint32_t word = 0;
    memcpy(&word, data, size < 4 ? size : 4);
    return word;
}

// Of either byte order: the compiler says that it takes one.
static bool is_spirv(const char *data, size_t size)
{
    uint32_t magic = first_word(data, size);
    return size >= 4 && (magic == 0x07230203 || magic == 0x03022307);
}

// By its name or its bytes: no text.
static bool is_binary(const char *path, const char *data, size_t size)
{
    size_t n = strlen(path);
    return (n > 4 && !strcmp(path + n - 4, ".spv")) || memchr(data, 0, size);
}

void kilnc_load(const struct kilnc_args *args, struct kilnc_input *in)
{
    size_t size, words;
    arena_init(&in->arena);
    char *data = kilnc_read(&in->arena, in->path, &size);
    if (!data) {
        kilnc_fail(in, KILNC_INPUT, "%s: %s", in->path, strerror(errno));
    } else if (kilnc_is_fossil(data, size)) {
        kilnc_load_fossil(in, (const uint8_t *)data, size);
    } else if (is_spirv(data, size)) {
        kilnc_add_module(args, in, in->path, (const uint32_t *)(const void *)data, size / 4);
    } else if (is_binary(in->path, data, size)) {
        kilnc_fail(in, KILNC_COMPILE, "%s is not SPIR-V: it begins with 0x%08x instead of 0x07230203",
                   in->path, first_word(data, size));
    } else {
        uint32_t *spirv = kilnc_translate(args, in, data, size, &words);
        if (spirv)
            kilnc_add_module(args, in, in->path, spirv, words);
    }
}

void kilnc_input_finish(struct kilnc_input *in)
{
    vec_free(&in->units);
    arena_finish(&in->arena);
}
