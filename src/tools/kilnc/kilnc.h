// kilnc in three steps: inputs become units (a module and an entry point, load.c), units times devices times
// widths become jobs (job.c), whose outputs are written in their order (output.c). Loading and compiling run
// in parallel (parallel.c).
#ifndef KILN_TOOLS_KILNC_H
#define KILN_TOOLS_KILNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "kiln/compiler.h"
#include "kiln/target.h"
#include "util/arena.h"
#include "util/vec.h"

// Exit statuses; of several the largest.
enum { KILNC_OK = 0, KILNC_COMPILE = 1, KILNC_USAGE = 2, KILNC_INPUT = 3 };

enum kilnc_emit {
    KILNC_ASM,
    KILNC_BIN,
    KILNC_LLVM,
    KILNC_MIR,
    KILNC_STATS,
    KILNC_JSON,
    KILNC_CACHE,
    KILNC_ANALYSIS,
    KILNC_REPORT,
    KILNC_DEBUG,
    KILNC_EMITS
};

enum { KILNC_MAX_SPECS = 64 };

typedef VEC(const char *) kilnc_strings;

// The command line.
struct kilnc_args {
    kilnc_strings inputs, devices, specs, includes, defines;
    unsigned simd[3], simd_count; // none: the compiler chooses
    bool any_width;               // --simd all: widths that cannot be are left out
    enum kilnc_emit emit[KILNC_EMITS];
    unsigned emit_count;
    const char *pass;       // of mir=PASS, or NULL
    const char *step;       // of llvm=STEP, or NULL
    const char *entry;      // NULL: main, or all that there are where there is no main
    const char *target_env; // as glslang names it
    const char *output;     // NULL: standard output
    unsigned registers;     // of a thread; 0: the compiler chooses
    unsigned threads;
    bool compare; // the page, or text, is of two sides
    bool debug, robust, wide_buffers, partially_bound, validate, list, list_json;
    bool listing; // assembly as other compilers' -S has it
};

// What is compiled: an entry point of a module, and what the pipeline says of it.
struct kilnc_unit {
    const char *shader; // for people; in an archive ARCHIVE:HASH
    const uint32_t *words;
    size_t count;
    const char *entry;
    struct kiln_spec_constant *constants; // of an archive's pipeline
    unsigned constant_count;
    unsigned simd; // required by the pipeline, or 0
    bool robust, wide_buffers, partially_bound, full_subgroups;
    bool created;            // by an application: of the width that vkCreateComputePipelines takes,
    bool varying;            // unless it may be any
    bool bindless_samplers;  // as its layout makes them
    bool descriptor_buffers; // likewise
    int status;              // not 0: there is nothing to compile, and `message` says why
    const char *message;
};

// What one name on the command line holds. All is in the arena.
struct kilnc_input {
    const char *path;
    struct arena arena;
    VEC(struct kilnc_unit) units;
};

void kilnc_load(const struct kilnc_args *args, struct kilnc_input *in);
void kilnc_input_finish(struct kilnc_input *in);
// A unit that says only what is wrong; `fmt` has no name of the input.
void kilnc_fail(struct kilnc_input *in, int status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
// Units for the module's entry points that the command line names.
void kilnc_add_module(const struct kilnc_args *args, struct kilnc_input *in, const char *shader,
                      const uint32_t *words, size_t count);
// `message` on standard error as safe text (util/safe_text.h), after "kilnc: " and `before`.
void kilnc_say(const char *message, const char *before);
// A whole file, "-" for standard input, with a zero after it. NULL: errno (tools/read.h).
char *kilnc_read(struct arena *a, const char *path, size_t *size);
// The compute pipelines of a Fossilize archive (fossilize.c).
bool kilnc_is_fossil(const char *data, size_t size);
void kilnc_load_fossil(struct kilnc_input *in, const uint8_t *data, size_t size);
// Other languages than SPIR-V: by libglslang, or by a program that is installed (language.c). NULL: `in` has
// a unit that says why.
uint32_t *kilnc_translate(const struct kilnc_args *args, struct kilnc_input *in, const char *source,
                          size_t size, size_t *words);
// Whether a file in a folder is one that kilnc reads, by its name.
bool kilnc_reads(const char *name);

// What a module has (list.c).
typedef VEC(const char *) kilnc_names;
void kilnc_entries(const uint32_t *words, size_t count, kilnc_names *out); // its compute entry points
void kilnc_list(const struct kilnc_unit *units, size_t count, bool json, FILE *f);

struct kilnc_job {
    const struct kilnc_unit *unit;
    const char *device;
    unsigned simd; // 0: the compiler chooses
    int status;
    char *message; // NULL: there is none
    unsigned width;
    char *out[KILNC_EMITS]; // in the order of kilnc_args.emit; NULL: none
    size_t size[KILNC_EMITS];
};

void kilnc_compile(const struct kilnc_args *args, struct kilnc_job *job);
void kilnc_job_finish(struct kilnc_job *job);

// What the kernel's code is for.
const struct kiln_target *kilnc_target(const struct kiln_kernel *k);
// Statistics as the members of a JSON object, `indent` before each.
void kilnc_put_stats(FILE *f, const struct kiln_kernel *k, const char *indent);
void kilnc_put_string(FILE *f, const char *s);

// One document of all jobs, instead of an output for each.
static inline bool kilnc_is_document(enum kilnc_emit what)
{
    return what == KILNC_JSON || what == KILNC_ANALYSIS || what == KILNC_REPORT;
}

// Writes a job's outputs, or says why there are none. Returns an exit status.
struct kilnc_writer {
    const struct kilnc_args *args;
    unsigned jobs, written, failed;
    FILE *json;  // the document that is made of all jobs, or NULL
    bool report; // kiln-report draws it
    bool headers;
};
int kilnc_plan_output(struct kilnc_writer *w, const struct kilnc_args *args, const struct kilnc_job *jobs,
                      unsigned count);
int kilnc_write(struct kilnc_writer *w, const struct kilnc_job *job);
int kilnc_finish_output(struct kilnc_writer *w);

// run(of, i) for each i on so many threads; done(of, i) on this one, in order, each as soon as it can be.
void kilnc_parallel(unsigned count, unsigned threads, void (*run)(void *of, unsigned i),
                    void (*done)(void *of, unsigned i), void *of);
// How far it is, on a terminal, where there is much to do.
void kilnc_progress(const char *what, unsigned done, unsigned count);

// ---- text.c

// The instruction at `index` of the module as text, without its place. False: there is none, or the module is
// broken.
bool kilnc_instruction_text(const uint32_t *words, size_t count, uint32_t index, char *out, size_t size);

#endif
