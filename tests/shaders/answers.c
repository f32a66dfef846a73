// Files of answers: a header, a row for each seed, and the contents of bindings that a dispatch changed. They
// are read on the machine that wrote them, so that they have its byte order.
#include "answers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAGIC "kiln-answers 1\n"

struct header {
    char magic[16];
    struct answers_key key;
    uint32_t seeds;
    char failure[508]; // why there are none, or ""
};

struct row {
    uint64_t inputs;           // hash of what was answered to
    uint64_t at[MAX_BINDINGS]; // dword in `data` + 1, or 0: the binding holds its input
};

struct answers {
    struct header header;
    struct row *rows;
    uint32_t *data;
    size_t count; // dwords of `data`
};

uint64_t answers_hash(const void *data, size_t bytes)
{
    const unsigned char *p = data;
    uint64_t hash = UINT64_C(0xcbf29ce484222325), word;
    for (; bytes >= 8; p += 8, bytes -= 8) {
        memcpy(&word, p, 8);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    while (bytes--)
        hash = (hash ^ *p++) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t hash_inputs(const struct plan *p, const struct inputs *in)
{
    uint64_t hash[MAX_BINDINGS + 1] = {0};
    for (unsigned i = 0; i < p->bindings; i++)
        hash[i] = answers_hash(in->start[i], 4 * (size_t)plan_elements(p, i));
    hash[MAX_BINDINGS] = answers_hash(in->push, 4 * p->push_words);
    return answers_hash(hash, sizeof(hash));
}

struct answers *answers_create(const struct answers_key *key, uint32_t seeds)
{
    struct answers *a = calloc(1, sizeof(*a));
    a->header = (struct header){.magic = MAGIC, .key = *key, .seeds = seeds};
    a->rows = calloc(seeds ? seeds : 1, sizeof(*a->rows));
    return a;
}

void answers_destroy(struct answers *a)
{
    if (!a)
        return;
    free(a->rows);
    free(a->data);
    free(a);
}

void answers_add(struct answers *a, const struct plan *p, uint32_t seed, const struct inputs *in,
                 const struct job *job)
{
    struct row *row = &a->rows[seed];
    row->inputs = hash_inputs(p, in);
    for (unsigned i = 0; i < p->bindings; i++) {
        const void *now = p->expected[i] || p->same[i] != i ? NULL : job_memory(job, p, i);
        size_t dwords = plan_elements(p, i);
        if (!now || !memcmp(now, in->start[i], 4 * dwords))
            continue;
        a->data = realloc(a->data, 4 * (a->count + dwords));
        memcpy(a->data + a->count, now, 4 * dwords);
        row->at[i] = a->count + 1;
        a->count += dwords;
    }
}

void answers_fail(struct answers *a, const char *why)
{
    snprintf(a->header.failure, sizeof(a->header.failure), "%s", why);
}

bool answers_write(const struct answers *a, const char *path)
{
    char temporary[4096];
    snprintf(temporary, sizeof(temporary), "%s.%ld", path, (long)getpid());
    FILE *f = fopen(temporary, "wb");
    if (!f)
        return false;
    bool ok = fwrite(&a->header, sizeof(a->header), 1, f) == 1 &&
              fwrite(a->rows, sizeof(*a->rows), a->header.seeds, f) == a->header.seeds &&
              fwrite(a->data, 4, a->count, f) == a->count;
    ok = !fclose(f) && ok && !rename(temporary, path);
    if (!ok) {
        int error = errno;
        unlink(temporary);
        errno = error;
    }
    return ok;
}

static bool read_body(struct answers *a, FILE *f)
{
    enum { MOST_SEEDS = 4096 };
    if (a->header.seeds > MOST_SEEDS)
        return false;
    a->rows = calloc(a->header.seeds ? a->header.seeds : 1, sizeof(*a->rows));
    if (fread(a->rows, sizeof(*a->rows), a->header.seeds, f) != a->header.seeds)
        return false;
    long from = ftell(f);
    if (fseek(f, 0, SEEK_END) || ftell(f) < from)
        return false;
    a->count = (size_t)(ftell(f) - from) / 4;
    a->data = malloc(4 * a->count + 4);
    return !fseek(f, from, SEEK_SET) && fread(a->data, 4, a->count, f) == a->count;
}

struct answers *answers_read(const char *path, const struct answers_key *key, const char **why)
{
    static char text[512];
    struct answers *a = calloc(1, sizeof(*a));
    FILE *f = fopen(path, "rb");
    *why = NULL;
    if (!f)
        *why = "lavapipe has not been asked (ninja tests/shaders/answers.txt asks it)";
    else if (fread(&a->header, sizeof(a->header), 1, f) != 1 ||
             memcmp(a->header.magic, MAGIC, sizeof(MAGIC)) || !read_body(a, f))
        *why = "the file of lavapipe's answers is damaged";
    else if (a->header.key.module != key->module || a->header.key.plan != key->plan ||
             (key->driver && a->header.key.driver != key->driver))
        *why = "lavapipe was asked about another shader (ninja tests/shaders/answers.txt asks it anew)";
    else if (a->header.failure[0]) {
        snprintf(text, sizeof(text), "%s", a->header.failure);
        *why = text;
    }
    if (f)
        fclose(f);
    if (!*why)
        return a;
    answers_destroy(a);
    return NULL;
}

bool answers_know(const struct answers *a, const struct plan *p, uint32_t seed, const struct inputs *in)
{
    return seed < a->header.seeds && a->rows[seed].inputs == hash_inputs(p, in);
}

const uint32_t *answers_binding(const struct answers *a, const struct plan *p, uint32_t seed,
                                unsigned binding, const struct inputs *in)
{
    uint64_t at = a->rows[seed].at[binding];
    if (!at)
        return in->start[binding];
    return at - 1 + plan_elements(p, binding) <= a->count ? a->data + at - 1 : NULL;
}

void answers_path(char *out, size_t size, const char *dir, const char *shader)
{
    const char *slash = strrchr(shader, '/');
    snprintf(out, size, "%s/%s.answers", dir, slash ? slash + 1 : shader);
}
