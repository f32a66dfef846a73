// See job.h.
#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    size_t bytes; // of a texel
} formats[JOB_FORMATS] = {
    [JOB_R32F] = {"r32f", 4}, [JOB_RGBA32F] = {"rgba32f", 16}, [JOB_RGBA8] = {"rgba8", 4}};

// A zero follows the bytes.
static void *read_all(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *data = NULL;
    if (f && !fseek(f, 0, SEEK_END)) {
        long n = ftell(f);
        rewind(f);
        data = n >= 0 ? calloc((size_t)n + 1, 1) : NULL;
        *size = (size_t)n;
        if (data && fread(data, 1, *size, f) != *size) {
            free(data);
            data = NULL;
        }
    }
    if (!data)
        perror(path);
    if (f)
        fclose(f);
    return data;
}

static bool read_binding(struct job *job, enum job_kind kind, const char *line)
{
    char path[512], word[16] = "";
    struct job_binding *b = &job->binding[job->bindings];
    if (job->bindings == JOB_BINDINGS)
        return false;
    b->kind = kind;
    if (kind == JOB_BUFFER) {
        if (sscanf(line, "%511s %15s", path, word) < 1)
            return false;
        b->out = !strcmp(word, "out");
    } else {
        if (sscanf(line, "%511s %u %u %15s", path, &b->width, &b->height, word) != 4)
            return false;
        b->out = kind == JOB_IMAGE;
        while (b->format < JOB_FORMATS && strcmp(formats[b->format].name, word))
            b->format++;
    }
    b->data = read_all(path, &b->size);
    job->bindings += b->data != NULL;
    return b->data && (kind == JOB_BUFFER || (b->format < JOB_FORMATS &&
                                              b->size == formats[b->format].bytes * b->width * b->height));
}

static bool read_scalar(struct job *job, const char *hex)
{
    struct job_scalar *s = &job->scalar[job->scalars];
    if (job->scalars++ == JOB_SCALARS)
        return false;
    unsigned byte;
    for (; sscanf(hex, "%2x", &byte) == 1 && s->size < sizeof(s->bytes); hex += 2)
        s->bytes[s->size++] = (uint8_t)byte;
    return s->size != 0;
}

static bool read_three(const char *line, uint32_t out[3])
{
    return sscanf(line, "%u %u %u", &out[0], &out[1], &out[2]) == 3;
}

static bool read_line(struct job *job, const char *word, const char *rest)
{
    char path[512];
    if (!strcmp(word, "code") && sscanf(rest, "%511s", path) == 1) {
        job->code = read_all(path, &job->code_size);
        return job->code;
    }
    if (!strcmp(word, "local"))
        return read_three(rest, job->local);
    if (!strcmp(word, "groups"))
        return read_three(rest, job->groups);
    if (!strcmp(word, "buffer"))
        return read_binding(job, JOB_BUFFER, rest);
    if (!strcmp(word, "texture"))
        return read_binding(job, JOB_TEXTURE, rest);
    if (!strcmp(word, "image"))
        return read_binding(job, JOB_IMAGE, rest);
    return !strcmp(word, "arg") && read_scalar(job, rest);
}

bool job_read(const char *path, struct job *out)
{
    memset(out, 0, sizeof(*out));
    size_t size;
    char *text = read_all(path, &size), *next = NULL;
    bool ok = text;
    for (char *line = text ? strtok_r(text, "\n", &next) : NULL; line && ok;
         line = strtok_r(NULL, "\n", &next)) {
        char word[16] = "";
        int n = 0;
        ok = sscanf(line, "%15s %n", word, &n) == 1 && read_line(out, word, line + n);
        if (!ok)
            fprintf(stderr, "%s: bad line: %s\n", path, line);
    }
    free(text);
    if (ok && !(out->code && out->local[0] && out->groups[0])) {
        fprintf(stderr, "%s: code, local or groups are missing\n", path);
        ok = false;
    }
    if (!ok)
        job_free(out);
    return ok;
}

bool job_write_results(const struct job *job, const char *prefix)
{
    for (unsigned i = 0; i < job->bindings; i++) {
        const struct job_binding *b = &job->binding[i];
        char path[512];
        if (!b->out)
            continue;
        snprintf(path, sizeof(path), "%s.%u", prefix, i);
        FILE *f = fopen(path, "wb");
        bool ok = f && fwrite(b->data, 1, b->size, f) == b->size;
        if (f && fclose(f))
            ok = false;
        if (!ok) {
            perror(path);
            return false;
        }
    }
    return true;
}

void job_free(struct job *job)
{
    for (unsigned i = 0; i < job->bindings; i++)
        free(job->binding[i].data);
    free(job->code);
    memset(job, 0, sizeof(*job));
}
