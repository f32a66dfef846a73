// One compile, and what is printed of it.
#include <stdlib.h>
#include <string.h>

#include "hw/target.h"
#include "kiln/cache.h"
#include "kiln/isa.h"
#include "tools/kilnc/analysis.h"
#include "tools/kilnc/kilnc.h"
#include "tools/kilnc/spec.h"
#include "util/safe_text.h"

static void fail(struct kilnc_job *job, int status, const char *fmt, const char *a, const char *b)
{
    job->status = status;
    if (asprintf(&job->message, fmt, a, b) < 0)
        job->message = NULL;
}

// ---- assembly

const struct kiln_line *kilnc_line_at(const struct kiln_kernel *k, uint32_t offset)
{
    uint32_t count;
    const struct kiln_line *lines = kiln_kernel_get_lines(k, &count), *found = NULL;
    for (uint32_t i = 0; i < count && lines[i].offset <= offset; i++)
        found = &lines[i];
    return found && found->line ? found : NULL;
}

// Source lines as an assembler's directives, each where another one begins: what tools that read compilers'
// listings look for. File 0 there is none.
static void put_files(FILE *f, const struct kiln_kernel *k)
{
    const char *name;
    for (uint32_t i = 0; (name = kiln_kernel_get_file(k, i)); i++) {
        fprintf(f, "        .file %u ", i + 1);
        kilnc_put_string(f, name);
        fputc('\n', f);
    }
}

static void put_directive(FILE *f, const struct kiln_line *at)
{
    fprintf(f, "        .loc %u %u 0\n", at ? at->file + 1 : 0, at ? at->line : 0);
}

// Tools that read listings take a line that begins with a parenthesis for no instruction: its predicate or
// (W) goes behind the opcode for them.
static void put_line(FILE *f, const char *line, size_t n, bool opcode_first)
{
    const char *end = line + n, *close = opcode_first && *line == '(' ? memchr(line, ')', n) : NULL;
    if (!close) {
        fprintf(f, "%.*s", (int)n, line);
        return;
    }
    const char *op = close + 1 + strspn(close + 1, " "), *rest = op + strcspn(op, " \n");
    fprintf(f, "        %.*s %.*s%.*s", (int)(rest - op), op, (int)(close + 1 - line), line,
            (int)(end - rest), rest);
}

// The compiler's text, and behind each instruction where it comes from, if the module says so; or before it,
// as a directive.
static void put_asm(FILE *f, const struct kiln_kernel *k, bool directives)
{
    const struct kiln_line *last = NULL;
    const struct kiln_target *t = kilnc_target(k);
    const char *text = kiln_kernel_get_text(k, KILN_EMIT_ASM);
    size_t size;
    uint32_t count, offset = 0;
    const uint8_t *code = kiln_kernel_get_code(k, &size);
    kiln_kernel_get_lines(k, &count);
    if (directives)
        put_files(f, k);
    for (const char *line = text ? text : ""; *line;) {
        size_t n = strcspn(line, "\n");
        struct eu_inst inst;
        struct eu_error error;
        unsigned bytes = *line != 'L' && n && offset < size
                             ? eu_decode(t, code + offset, size - offset, &inst, &error)
                             : 0;
        const struct kiln_line *at = bytes && count ? kilnc_line_at(k, offset) : NULL;
        if (directives && bytes && at != last)
            put_directive(f, last = at);
        put_line(f, line, n, directives && bytes);
        if (at && !directives) {
            fprintf(f, "%*s // ", n < 100 ? (int)(100 - n) : 0, "");
            kiln_put_safe(f, kiln_kernel_get_file(k, at->file), true);
            fprintf(f, ":%u", at->line);
        }
        fputc('\n', f);
        offset += bytes;
        line += n + (line[n] == '\n');
    }
}

// ---- the pipeline cache

// The data of a pipeline cache with this kernel in it (kiln/cache.h).
static bool put_cache(FILE *f, const struct kiln_kernel *k, const uint8_t key[KILN_KEY_SIZE])
{
    const struct kiln_cache_header header = {.header_size = sizeof(header),
                                             .header_version = 1,
                                             .vendor_id = 0x8086,
                                             .uuid = KILN_CACHE_OFFLINE_UUID};
    struct kiln_cache_entry_header entry;
    const uint8_t zeros[8] = {0};
    void *kernel;
    size_t size;
    if (kiln_kernel_serialize(k, &kernel, &size) != KILN_OK)
        return false;
    memcpy(entry.key, key, sizeof(entry.key));
    entry.size = size;
    kiln_cache_digest(entry.key, kernel, size, entry.digest);
    fwrite(&header, sizeof(header), 1, f);
    fwrite(&entry, sizeof(entry), 1, f);
    fwrite(kernel, 1, size, f);
    fwrite(zeros, 1, -size % 8, f);
    free(kernel);
    return true;
}

// ---- JSON

static void put_width(FILE *f, const struct kiln_kernel_info *i)
{
    fprintf(f,
            "\"cycles\": %u, \"instructions\": %u, \"sends\": %u, \"spills\": %u, \"fills\": %u, "
            "\"max_live_regs\": %u, \"registers\": %u, \"threads_per_group\": %u}",
            i->cycles, i->instructions, i->sends, i->spills, i->fills, i->max_live_regs, i->registers,
            i->threads_per_group);
}

// What each width would be, in few words: `o` is of the compile that made `k`, which is its own width's row.
// Where the width was demanded the others are demanded as well, else they are as if the compiler had chosen
// them: a shader that knows its width is another one.
static void put_widths(FILE *f, const struct kilnc_job *job, const struct kiln_kernel *k,
                       struct kiln_compile_options o)
{
    const struct kiln_kernel_info *mine = kiln_kernel_get_info(k);
    const bool demanded = o.simd && !o.simd_if_seen;
    o.dump = 0;
    o.stop_after = o.llvm_step = NULL;
    o.small_grids = false;
    fprintf(f, ",\n   \"widths\": [");
    for (unsigned simd = 8; simd <= 32; simd *= 2) {
        struct kiln_kernel *other = NULL;
        char message[1024];
        fprintf(f, "%s\n    {\"simd\": %u, ", simd > 8 ? "," : "", simd);
        *(demanded ? &o.simd : &o.try_simd) = simd;
        if (simd == mine->simd) {
            put_width(f, mine);
        } else if (kiln_compile(job->unit->words, job->unit->count, &o, &other, message, sizeof(message)) ==
                   KILN_OK) {
            put_width(f, kiln_kernel_get_info(other));
            kiln_kernel_destroy(other);
        } else {
            fprintf(f, "\"message\": ");
            kilnc_put_string(f, message);
            fprintf(f, "}");
        }
    }
    fprintf(f, "]");
}

static void put_json(FILE *f, const struct kilnc_job *job, const struct kiln_kernel *k,
                     const struct kiln_compile_options *o)
{
    fprintf(f, "{\n   \"shader\": ");
    kilnc_put_string(f, job->unit->shader);
    fprintf(f, ",\n   \"entry\": ");
    kilnc_put_string(f, job->unit->entry ? job->unit->entry : "");
    fprintf(f, ",\n   \"asked_device\": \"%s\", \"asked_simd\": %u, \"status\": %d", job->device, job->simd,
            job->status);
    if (job->message) {
        fprintf(f, ",\n   \"message\": ");
        kilnc_put_string(f, job->message);
    }
    if (k) {
        fprintf(f, ",\n");
        kilnc_put_stats(f, k, "   ");
    }
    if (k && o) {
        put_widths(f, job, k, *o);
        kilnc_put_analysis(f, k, job->unit);
    }
    fprintf(f, "\n  }");
}

// ---- one output

static bool put(FILE *f, const struct kilnc_args *args, struct kilnc_job *job, enum kilnc_emit what,
                const struct kiln_kernel *k, const uint8_t key[KILN_KEY_SIZE],
                const struct kiln_compile_options *o)
{
    const char *text = NULL;
    size_t size;
    switch (what) {
    case KILNC_ASM:
        put_asm(f, k, args->listing);
        return true;
    case KILNC_BIN:
        text = kiln_kernel_get_code(k, &size);
        fwrite(text, 1, size, f);
        return true;
    case KILNC_STATS:
        fprintf(f, "{\n");
        kilnc_put_stats(f, k, "  ");
        fprintf(f, "\n}\n");
        return true;
    case KILNC_JSON:
        put_json(f, job, k, NULL);
        return true;
    case KILNC_ANALYSIS:
    case KILNC_REPORT:
        put_json(f, job, k, o);
        return true;
    case KILNC_CACHE:
        return put_cache(f, k, key);
    case KILNC_LLVM:
        text = kiln_kernel_get_text(k, KILN_EMIT_LLVM);
        if (!text && args->step)
            fail(job, KILNC_COMPILE, "%s: step '%s' does not run", job->unit->shader, args->step);
        break;
    case KILNC_MIR:
        text = kiln_kernel_get_text(k, KILN_EMIT_MIR);
        if (!text && args->pass)
            fail(job, KILNC_USAGE, "there is no pass '%s'%s", args->pass, "");
        break;
    case KILNC_DEBUG:
        text = kiln_kernel_get_debug(k);
        break;
    case KILNC_EMITS:
        break;
    }
    fputs(text ? text : "", f);
    return true;
}

static void print(const struct kilnc_args *args, struct kilnc_job *job, const struct kiln_kernel *k,
                  const uint8_t key[KILN_KEY_SIZE], const struct kiln_compile_options *o)
{
    for (unsigned e = 0; e < args->emit_count; e++) {
        if (!k && !kilnc_is_document(args->emit[e]))
            continue;
        FILE *f = open_memstream(&job->out[e], &job->size[e]);
        bool ok = f && put(f, args, job, args->emit[e], k, key, o);
        if (!f || fclose(f) || !ok)
            fail(job, KILNC_COMPILE, "%s%s", "out of memory", "");
    }
}

// ---- the compile

static bool has(const struct kilnc_args *args, enum kilnc_emit what)
{
    for (unsigned e = 0; e < args->emit_count; e++)
        if (args->emit[e] == what)
            return true;
    return false;
}

// The command line's constants, which go before those of an archive.
static bool resolve_specs(const struct kilnc_args *args, struct kilnc_job *job,
                          struct kiln_spec_constant *specs, uint64_t *data, unsigned *count)
{
    const struct kilnc_unit *u = job->unit;
    struct kiln_module *m = args->specs.count ? kiln_module_create(u->words, u->count) : NULL;
    char message[512];
    bool ok = m || !args->specs.count;
    if (!ok)
        fail(job, KILNC_COMPILE, "%s: %s", u->shader, "out of memory");
    *count = 0;
    for (size_t n = 0; ok && n < args->specs.count; n++, ++*count) {
        ok = kilnc_spec(args->specs.data[n], m, &specs[n], &data[n], message, sizeof(message));
        if (!ok)
            fail(job, KILNC_USAGE, "%s: %s", u->shader, message);
    }
    kiln_module_destroy(m);
    if (!ok)
        return false;
    for (unsigned i = 0; i < u->constant_count && *count < KILNC_MAX_SPECS; i++) {
        bool given = false;
        for (size_t n = 0; n < args->specs.count; n++)
            given |= specs[n].id == u->constants[i].id;
        if (!given)
            specs[(*count)++] = u->constants[i];
    }
    return true;
}

// The width that all pipelines have, as the driver has it on a device of narrower threads.
static unsigned narrowed(const struct kiln_compile_options *o)
{
    const unsigned most = kiln_target_max_simd(kiln_target(o->device));
    return o->simd < most ? o->simd : most;
}

static struct kiln_compile_options options_of(const struct kilnc_args *args, const struct kilnc_job *job)
{
    const struct kilnc_unit *u = job->unit;
    struct kiln_compile_options o = {.size = sizeof(o),
                                     .device = job->device,
                                     .entry_point = u->entry,
                                     .simd = job->simd ? job->simd : u->simd,
                                     .full_subgroups = u->full_subgroups,
                                     .robust_buffer_access = u->robust,
                                     .bindless_samplers = u->bindless_samplers,
                                     .descriptor_buffers = u->descriptor_buffers,
                                     .debug = has(args, KILNC_DEBUG),
                                     .validate = args->validate,
                                     .stop_after = args->pass,
                                     .llvm_step = args->step,
                                     .wide_buffers = u->wide_buffers,
                                     .valid_descriptors = !u->partially_bound && !u->descriptor_buffers,
                                     .small_grids = true,
                                     .registers = args->registers};
    o.dump =
        (has(args, KILNC_ASM) || has(args, KILNC_ANALYSIS) || has(args, KILNC_REPORT) ? KILN_EMIT_ASM : 0) |
        (has(args, KILNC_LLVM) ? KILN_EMIT_LLVM : 0) | (has(args, KILNC_MIR) ? KILN_EMIT_MIR : 0);
    if (args->emit_count == 1 && has(args, KILNC_LLVM))
        o.stop_after = "llvm";
    // What the driver does (vk/pipeline/compile.c): a width that is demanded, or that all pipelines have,
    // only counts where the shader can tell.
    if (u->created && !job->simd && !u->status) {
        kiln_cache_options(&o, u->words, u->count);
        o.simd = narrowed(&o);
        o.simd = u->simd ? u->simd : u->varying ? 0 : o.simd;
    }
    return o;
}

static void note_instruction(void *instruction, const struct kiln_diagnostic *d)
{
    *(uint32_t *)instruction = d->instruction;
}

// Below the message, the instruction that it is about; the validator shows it in its own words.
static void fail_to_compile(struct kilnc_job *job, const char *message, uint32_t instruction)
{
    const struct kilnc_unit *u = job->unit;
    char text[256], all[1400];
    if (instruction != KILN_NO_INSTRUCTION && !strchr(message, '\n') &&
        kilnc_instruction_text(u->words, u->count, instruction, text, sizeof(text))) {
        snprintf(all, sizeof(all), "%s\n  %s", message, text);
        message = all;
    }
    fail(job, KILNC_COMPILE, "%s: %s", u->shader, message);
}

void kilnc_compile(const struct kilnc_args *args, struct kilnc_job *job)
{
    const struct kilnc_unit *u = job->unit;
    struct kiln_spec_constant specs[KILNC_MAX_SPECS];
    uint64_t data[KILNC_MAX_SPECS];
    uint8_t key[KILN_KEY_SIZE] = {0};
    struct kiln_compile_options o = options_of(args, job);
    struct kiln_kernel *k = NULL;
    char message[1024];
    if (u->status) {
        fail(job, u->status, "%s%s", u->message, "");
    } else if (resolve_specs(args, job, specs, data, &o.spec_constant_count)) {
        o.spec_constants = specs;
        if (has(args, KILNC_CACHE)) {
            // The ICD looks for what it would compile itself; it takes a kernel of another width as well,
            // except where the shader can see the width.
            unsigned simd = o.simd;
            kiln_cache_options(&o, u->words, u->count);
            o.simd = narrowed(&o);
            kiln_compile_key(u->words, u->count, &o, key);
            if (!o.simd) {
                o.simd = simd;
                o.simd_if_seen = false;
            }
        }
        uint32_t instruction = KILN_NO_INSTRUCTION;
        o.report = note_instruction;
        o.user = &instruction;
        enum kiln_result r = kiln_compile(u->words, u->count, &o, &k, message, sizeof(message));
        if (r != KILN_OK)
            fail_to_compile(job, message, instruction);
        else
            job->width = kiln_kernel_get_info(k)->simd;
    }
    print(args, job, k, key, &o);
    if (k)
        kiln_kernel_destroy(k);
}

void kilnc_job_finish(struct kilnc_job *job)
{
    for (unsigned e = 0; e < KILNC_EMITS; e++)
        free(job->out[e]);
    free(job->message);
}
