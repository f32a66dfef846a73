// A compile, between its files: compile.c has the list of passes, pass.c runs and checks them, front.c and
// machine.c are its two halves, width.c chooses the SIMD width, result.c makes the kernel, job.c is the door
// (kiln_compile).
#ifndef KILN_COMPILER_COMPILE_H
#define KILN_COMPILER_COMPILE_H

#include "compiler/isel/isel.h"
#include "compiler/kernel/kernel.h"
#include "compiler/llvm/ir/shader.h"
#include "compiler/llvm/kernel_uses.h"
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/analysis/trips.h"
#include "compiler/ra/ra.h"
#include "compiler/support/lap.h"
#include "hw/target.h"

struct compile {
    struct arena arena;
    // Of validations, each of which leaves it empty: they count as much as the largest of them.
    struct arena scratch;
    uint64_t validated; // what they have taken: pass.c
    const struct kiln_compile_options *options;
    const struct kiln_target *target; // with the registers that threads have, of the candidate at hand
    struct kiln_diagnostic why;       // there is no kernel; what it points to is here or in the arena
    char text[1024];
    struct llvm_shader shader;
    struct isel_params params;
    struct llvm_uses uses;
    unsigned max_threads; // of a workgroup
    bool validate;
    struct lap lap;
    struct ra_work ra;              // of the width at hand
    enum mir_sched_mode sched_mode; // likewise
    bool in_memory;                 // likewise: private arrays are
    bool crowded;         // a candidate with these registers would have spilled, or was not tried for that
    struct pass_log *log; // likewise, for steps within a pass
};

struct mir_code;

// KILN_EMIT_MIR: the machine IR after a pass, and what was kept before it. In the compile's arena.
struct pass_text {
    const struct pass_text *before;
    const char *title, *text; // no title: by itself
};

// What ran, of one width.
struct pass_log {
    unsigned number;               // of the last pass
    const struct pass_text *texts; // of every pass, or of the requested one,
    bool stopped;                  // which has run
};

// What one width gave.
struct candidate {
    struct mir_shader *shader;
    unsigned registers; // that may be used
    enum mir_trips trips;
    bool would_spill; // registers are not allocated yet
    const uint8_t *code;
    size_t code_size;
    struct pass_log log;
};

// ---- front.c, machine.c. Each: KILN_OK, or what went wrong, with its message.

// From SPIR-V to optimized LLVM IR: c->shader, c->uses, and in *llvm its text, if that is wanted.
enum kiln_result compile_front(struct compile *c, LLVMContextRef ctx, const uint32_t *spirv,
                               size_t word_count, char **llvm);
// From there to machine IR of one width, up to where registers are allocated if none need to be spilled
// (else out->would_spill).
enum kiln_result compile_machine(struct compile *c, unsigned simd, unsigned registers, struct candidate *out);
// And from there to code.
enum kiln_result compile_code(struct compile *c, struct candidate *out);

// ---- compile.c, the list, and allocate.c. Each: NULL, or what went wrong.

const char *compile_passes(struct compile *c, struct mir_shader *s, struct candidate *out);
const char *compile_last_passes(struct compile *c, struct mir_shader *s, struct candidate *out);
// RA_SPILLS: out->would_spill.
const char *compile_registers(struct compile *c, struct mir_shader *s, struct candidate *out, bool may_spill);
// Without trusting any of the allocation, where the compile validates.
const char *compile_check_registers(struct compile *c, struct mir_shader *s);
// On the EU's own instructions.
const char *compile_bytes(struct compile *c, struct mir_shader *s, struct candidate *out);

// ---- pass.c

// Of the compile as a whole: in c->why.
enum kiln_result compile_fail(struct compile *c, enum kiln_result r, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
// Is there to be no code, only LLVM IR?
bool compile_stops_at_llvm(const struct compile *c);
// A text of any length, for KILN_DEBUG.
void compile_show(const char *text, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
// Does KILN_DEBUG leave it out? By the call, as below.
bool pass_is_off(const char *call);
// After each pass, of which this is the name or the call: number it, keep or print its text, and check what
// it left. NULL, or what is wrong.
const char *pass_done(struct compile *c, struct pass_log *log, struct mir_shader *s, const char *pass);
// The same of a step of register allocation (ra_work.done).
const char *pass_step_done(void *compile, struct mir_shader *s, const char *step);
// The same of passes on the EU's own instructions, which the EU validator checks after the last.
void pass_done_code(struct compile *c, struct pass_log *log, const struct mir_code *code, const char *pass);
// What the log keeps, in the order in which it came, for free(). NULL: out of memory.
char *pass_join_texts(const struct pass_log *log);
// "mir_legalize(s, &why)" -> "legalize", "ra_small(&c->ra, s, &why)" -> "ra_small"
const char *pass_name(const char *call);

// Of compile.c's list: a pass that a kernel is right without as well, which says whether it changed
// something, and one that it needs. `keeps` LOOPS, ALL or NOTHING of mir/analysis/facts.h, if it did.
#define PASS(call, keeps)                                                                                    \
    do {                                                                                                     \
        if (!pass_is_off(#call) && (call))                                                                   \
            mir_facts_keep(s, MIR_KEEPS_##keeps);                                                            \
        const char *wrong = pass_done(c, &out->log, s, #call);                                               \
        if (wrong)                                                                                           \
            return wrong;                                                                                    \
    } while (0)
#define PASS_OR_FAIL(call, keeps)                                                                            \
    do {                                                                                                     \
        const char *why = NULL, *wrong;                                                                      \
        if (!(call) && why)                                                                                  \
            return arena_printf(&c->arena, "%s: %s", pass_name(#call), why);                                 \
        mir_facts_keep(s, MIR_KEEPS_##keeps);                                                                \
        if ((wrong = pass_done(c, &out->log, s, #call)))                                                     \
            return wrong;                                                                                    \
    } while (0)

// ---- width.c, result.c

// The kernel for small grids, in addition to the other one.
struct small_candidate {
    struct candidate candidate; // {0}: there is none
    uint32_t groups;            // a subslice, at most
};

// What only the invocations of a workgroup, the limits of the device and the options decide is checked first.
uint32_t compile_group_size(const struct compile *c);
enum kiln_result compile_choose_width(struct compile *c, struct candidate *best,
                                      struct small_candidate *small);
// `best` is {0} where the compile stopped at LLVM IR.
enum kiln_result compile_make_kernel(struct compile *c, const struct candidate *best, const char *llvm,
                                     struct kiln_kernel **out);
// And with it the one for small grids.
enum kiln_result compile_add_small(struct compile *c, const struct small_candidate *small,
                                   struct kiln_kernel *k);

#endif
