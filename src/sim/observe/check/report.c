// Reports of the checks: one for each kind and pair of places, counted after that. See check.h.
#include "sim/observe/check/state.h"

#include <stdarg.h>
#include <stdlib.h>

#include "util/safe_text.h"

static bool line_of(const struct sim_check *c, const struct check_place *p, const char **file, uint32_t *line)
{
    const struct check_kernel *k = &c->kernels.data[p->kernel];
    return k->note && kiln_note_find_line(k->note, p->ip, file, line);
}

static void local_id(const struct kiln_note *n, uint32_t index, uint32_t out[3])
{
    uint32_t shift = n->quads && n->local_size[0] > 1 && n->local_size[1] > 1; // of what is counted: quads
    uint32_t i = index >> 2 * shift, width = n->local_size[0] >> shift, height = n->local_size[1] >> shift;
    out[0] = (i % width) << shift | (shift & index);
    out[1] = (i / width % height) << shift | (shift & index >> 1);
    out[2] = i / width / height;
}

static void print_invocation(const struct sim_check *c, const struct check_place *p)
{
    const struct check_kernel *k = &c->kernels.data[p->kernel];
    uint32_t index = p->thread * k->simd + p->lane;
    const uint32_t *size = k->note ? k->note->local_size : NULL;
    if (size && size[0] && size[1] && size[2]) {
        uint32_t l[3];
        local_id(k->note, index, l);
        fprintf(c->out, "invocation (%u, %u, %u) of workgroup (%u, %u, %u), global (%u, %u, %u), ", l[0],
                l[1], l[2], p->group[0], p->group[1], p->group[2], p->group[0] * size[0] + l[0],
                p->group[1] * size[1] + l[1], p->group[2] * size[2] + l[2]);
    } else {
        fprintf(c->out, "invocation %u of workgroup (%u, %u, %u), ", index, p->group[0], p->group[1],
                p->group[2]);
    }
    fprintf(c->out, "subgroup %u lane %u\n", p->thread, p->lane);
}

// What others named, on a line of ours.
static void print_name(FILE *out, const char *name)
{
    fputs("    ", out);
    kiln_put_safe(out, name, true);
}

static void print_place(const struct sim_check *c, const struct check_place *p, const char *what)
{
    const struct check_kernel *k = &c->kernels.data[p->kernel];
    const char *file;
    uint32_t line;
    bool known = line_of(c, p, &file, &line);
    print_name(c->out, known ? file : k->note ? k->note->label : "kernel");
    fprintf(c->out, known ? ":%u: " : "+0x%x: ", known ? line : p->ip);
    fprintf(c->out, "%s by ", what);
    print_invocation(c, p);
    uint32_t at = p->kernel == c->kernel && c->program ? sim_program_find(c->program, p->ip) : SIM_NO_UOP;
    char text[200];
    if (line_of(c, p, &file, &line) || at == SIM_NO_UOP || !c->program->uops[at].info->inst)
        return;
    eu_print(c->program->target, c->program->uops[at].info->inst, p->ip, text, sizeof(text));
    fprintf(c->out, "        %s\n", text);
}

static bool has_lines(const struct kiln_note *n)
{
    for (uint32_t i = 0; i < n->line_count; i++)
        if (n->lines[i].line)
            return true;
    return false;
}

static void print_kernel(const struct sim_check *c, uint32_t kernel)
{
    const struct check_kernel *k = &c->kernels.data[kernel];
    if (k->note) {
        fputs("    in ", c->out);
        kiln_put_safe(c->out, k->note->label, true);
        fprintf(c->out, ", SIMD%u, at 0x%llx%s\n", k->simd, (unsigned long long)k->address,
                has_lines(k->note) ? "" : " (its SPIR-V has no source lines: glslangValidator -g)");
    } else {
        fprintf(c->out, "    in the kernel at 0x%llx, SIMD%u\n", (unsigned long long)k->address, k->simd);
    }
}

static struct check_report make_key(const struct sim_check *c, enum sim_check_class class,
                                    const struct check_place *a, const struct check_place *b)
{
    const struct check_place *p[2] = {a, b ? b : a};
    struct check_report r = {.class = class};
    for (unsigned i = 0; i < 2; i++) {
        r.kernel[i] = p[i]->kernel;
        if (!line_of(c, p[i], &r.file[i], &r.line[i]))
            r.line[i] = p[i]->ip;
    }
    return r;
}

static bool same_key(const struct check_report *a, const struct check_report *b)
{
    bool same = a->class == b->class;
    for (unsigned i = 0; i < 2; i++)
        same = same && a->kernel[i] == b->kernel[i] && a->line[i] == b->line[i] && a->file[i] == b->file[i];
    return same;
}

// With the lock held. False: it was told before, or enough have been.
static bool is_new(struct sim_check *c, struct check_report *r)
{
    char file[64];
    c->total[r->class]++;
    for (size_t i = 0; i < c->reports.count; i++)
        if (same_key(r, &c->reports.data[i])) {
            c->reports.data[i].count++;
            return false;
        }
    if (c->reports.count >= c->limit)
        return false;
    r->count = 1;
    if (r->file[0])
        snprintf(r->head, sizeof(r->head), "%s at %.50s:%u", check_words[r->class],
                 kiln_safe_text(file, sizeof(file), r->file[0], true), r->line[0]);
    else
        snprintf(r->head, sizeof(r->head), "%s at +0x%x", check_words[r->class], r->line[0]);
    return vec_push(&c->reports, *r);
}

const char *check_shared_name(const struct sim_check *c, uint64_t offset, char *out, size_t size)
{
    const struct kiln_note *n = c->kernels.data[c->kernel].note;
    const char *name = n ? kiln_note_find_shared(n, offset) : NULL;
    snprintf(out, size, name ? "shared memory (%.64s)" : "shared memory", name);
    return out;
}

void check_report(struct sim_check *c, enum sim_check_class class, const struct check_place *a,
                  const char *a_what, const struct check_place *b, const char *b_what, const char *fmt, ...)
{
    struct check_report r = make_key(c, class, a, b);
    check_lock();
    if (!is_new(c, &r)) {
        check_unlock();
        return;
    }
    char said[512], text[2 * sizeof(said)];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(said, sizeof(said), fmt, ap);
    va_end(ap);
    kiln_safe_text(text, sizeof(text), said, true); // it has names of the shader and the application
    flockfile(c->out);
    fprintf(c->out, "kiln-check: %s: %s\n", check_words[class], text);
    print_place(c, a, a_what);
    if (b)
        print_place(c, b, b_what);
    print_kernel(c, a->kernel);
    if (b && b->kernel != a->kernel)
        print_kernel(c, b->kernel);
    if (c->reports.count == c->limit)
        fprintf(c->out, "kiln-check: %u reports: further ones are only counted\n", c->limit);
    fflush(c->out);
    funlockfile(c->out);
    check_unlock();
    if (check_on(c, CHECK_ABORT))
        abort();
    if (c->told) {
        char line[sizeof(text) + 16];
        snprintf(line, sizeof(line), "%s: %s", check_words[class], text);
        c->told(c->told_data, line);
    }
}
