// A compile, from SPIR-V to EU code: the list of passes. Read this first. Of a module (front.c) and then of
// each width that is tried (machine.c, width.c):
//
//     spv_to_llvm         SPIR-V to LLVM IR                         spirv/translate.c
//     llvm_optimize       LLVM's passes and ours, and lowering      llvm/passes.def
//     isel_function       LLVM IR to machine IR of one width        isel/passes.def, isel/select.c
//     compile_passes      machine IR up to registers                here
//     compile_registers   general registers, in rounds              ra/passes.def
//     compile_last_passes for the width that is chosen              here
//     compile_bytes       EU instructions, waits, encoding          allocate.c
#include "compiler/compile.h"
#include "compiler/mir/lower/int64.h"
#include "compiler/ra/ra.h"

// Up to where registers are allocated if none need to be spilled. A debugger shows all lanes and what was
// computed where it was, and follows branches, and statements in order.
const char *compile_passes(struct compile *c, struct mir_shader *s, struct candidate *out)
{
    bool debug = c->options->debug;
    const char *error = pass_done(c, &out->log, s, "isel");
    if (error)
        return error;
    PASS_OR_FAIL(mir_lower_accesses(s, &why), NOTHING);
    PASS(mir_opt_value_loops(s), NOTHING);
    if (!kiln_target_makes_qwords(s->target)) {
        PASS(mir_opt_propagate(s), LOOPS); // halves of constants are worth knowing
        PASS_OR_FAIL(mir_int64(s, &why), NOTHING);
        PASS(mir_split_qwords(s), NOTHING);
    }
    PASS(mir_opt_cse(s), LOOPS);
    PASS(mir_opt_propagate(s), LOOPS);
    PASS(mir_opt_extract(s), LOOPS);
    PASS(mir_opt_dce(s), LOOPS);
    PASS(mir_opt_retarget(s), LOOPS); // counts readers
    if (!debug) {
        PASS(mir_opt_narrow(s), LOOPS);
        PASS(mir_opt_predicate(s), LOOPS);
        PASS(mir_opt_fence(s), LOOPS); // in branches that are left
    }
    PASS(mir_opt_mixed(s), LOOPS);
    PASS(mir_opt_ternary(s), LOOPS);
    PASS_OR_FAIL(mir_legalize(s, &why), LOOPS);
    PASS(mir_opt_cse(s), LOOPS); // scalars in all channels, for instructions that take no scalars
    PASS(mir_opt_propagate(s), LOOPS);
    PASS(mir_opt_dce(s), LOOPS);
    PASS(mir_opt_retarget(s), LOOPS);
    if (!debug)
        PASS(mir_opt_remat(s), LOOPS);
    if (!kiln_target_has_split_sends(s->target))
        PASS_OR_FAIL(mir_payload(s, &why), LOOPS);
    if (s->target->restricted_qwords)
        PASS_OR_FAIL(mir_lowpower(s), LOOPS); // no later pass may move operands
    if (kiln_target_keeps_floats_in_place(s->target))
        PASS_OR_FAIL(mir_in_place(s), LOOPS); // the same
    if (!debug)
        PASS(mir_sched(s), LOOPS);
    PASS_OR_FAIL(mir_end_thread(s), LOOPS);
    PASS(ra_coalesce(s), LOOPS);
    if (!kiln_target_makes_qwords(s->target))
        PASS_OR_FAIL(mir_qword_moves(s, &why), LOOPS); // those that are left
    PASS(mir_opt_cfg(s), LOOPS);                       // blocks of which coalescing left nothing
    PASS(mir_opt_dce(s), LOOPS);                       // conditions that are not read any more
    PASS_OR_FAIL(mir_cf(s, &why), LOOPS);
    PASS(mir_opt_jump(s), LOOPS);
    PASS_OR_FAIL(ra_small(&c->ra, s, &why), LOOPS);
    return compile_registers(c, s, out, false);
}

// And from there.
const char *compile_last_passes(struct compile *c, struct mir_shader *s, struct candidate *out)
{
    bool debug = c->options->debug;
    const char *error = out->would_spill ? compile_registers(c, s, out, true) : NULL;
    if (error)
        return error;
    PASS(mir_opt_private(s), LOOPS);
    if ((error = compile_check_registers(c, s)))
        return error;
    if (!debug && kiln_target_has_goto(s->target))
        PASS(mir_opt_rotate(s), NOTHING);
    if (!s->target->has_dword_mul && kiln_target_mach_gives_low(s->target))
        PASS_OR_FAIL(mir_accumulate(s), LOOPS);
    PASS_OR_FAIL(mir_messages(s, s->target, &why), LOOPS);
    if (!debug) // which only stops at what has a line by itself
        PASS(mir_lines(s), LOOPS);
    return compile_bytes(c, s, out);
}
