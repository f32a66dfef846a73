// llvm/list.c on IR as text: what it validates, where it stops, and that conditions look at the IR as it is.
#include "compiler/ir_pass.h"
#include "compiler/llvm/list.h"
#include "compiler/llvm/shape.h"
#include "hw/target.h"

static struct llvm_request request;
static const char *error;
static char *text;

static void optimize(struct llvm_facts *f)
{
    struct llvm_shader s = {
        .target = kiln_target("skl"), .module = LLVMGetGlobalParent(f->kernel), .kernel = f->kernel};
    char *of_step = NULL;
    const char *wrong = llvm_optimize(f, &s, &request, &of_step);
    free(text);
    free((char *)error);
    text = of_step ? strdup(of_step) : NULL;
    error = wrong ? strdup(wrong) : NULL;
}

// What is left of the kernel, for LLVMDisposeMessage.
static char *optimized(const char *body, const char *step)
{
    static const char head[] = "target datalayout = \"e-p:32:32-p2:64:64:64:32-p3:32:32-p5:32:32\"\n"
                               "declare ptr addrspace(2) @kiln.surface(i32) memory(none)\n"
                               "define void @kernel(i32 %n, i32 %m) {\n";
    static struct lap lap;
    const char *near;
    char module[4096];
    bool validate = request.validate, stop = request.stop;
    request = (struct llvm_request){.lap = &lap, .validate = validate, .stop = stop};
    if (step)
        kt_ok(step_parse(step, &request.after, &near), "%s", step);
    snprintf(module, sizeof(module), "%s%s", head, body);
    return run_pass(module, optimize);
}

static const char store[] = "%a = call ptr addrspace(2) @kiln.surface(i32 0)\n%x = alloca i32\n"
                            "store i32 %n, ptr %x\n%y = load i32, ptr %x\n%z = add i32 %y, 0\n"
                            "store i32 %z, ptr addrspace(2) %a\nret void\n}\n";

KT_TEST(steps_that_leave_invalid_ir_are_named)
{
    // Not one step's fault, but it is seen before LLVM's first.
    static const char body[] = "%x = add i32 %y, 1\n%y = add i32 %x, 1\nret void\n}\n";
    request.validate = true;
    LLVMDisposeMessage(optimized(body, NULL));
    kt_ok(error && strstr(error, "after one of 3 promote to ") && strstr(error, "dominate"), "%s",
          error ? error : "no error");
}

static bool few;

static void count_reads(struct llvm_facts *f)
{
    few = llvm_has_few_reads(f->kernel);
}

// What unrolling has made counts, and not what there was: gvn looks at memory from each read through all
// blocks.
KT_TEST(gvn_sees_memory_where_reads_are_few)
{
    static char module[1 << 16];
    for (unsigned blocks = 10; blocks <= 210; blocks += 200) {
        int n = snprintf(module, sizeof(module), "define void @kernel(ptr addrspace(1) %%p) {\n");
        for (unsigned b = 0; b < blocks; b++)
            n += snprintf(module + n, sizeof(module) - (size_t)n,
                          "%%a%u = load i32, ptr addrspace(1) %%p\nbr label %%l%u\nl%u:\n", b, b, b);
        snprintf(module + n, sizeof(module) - (size_t)n, "ret void\n}\n");
        LLVMDisposeMessage(run_pass(module, count_reads));
        kt_eq(few, blocks == 10);
    }
}

KT_TEST(text_after_a_step)
{
    request.validate = true;
    LLVMDisposeMessage(optimized(store, "promote"));
    kt_ok(!error && text && !strstr(text, "alloca") && strstr(text, "add i32"), "%s", text ? text : error);
    LLVMDisposeMessage(optimized(store, "instcombine"));
    kt_ok(!error && text && !strstr(text, "add i32"), "%s", text ? text : error);
    LLVMDisposeMessage(optimized(store, "jump-threading"));
    kt_ok(!error && !text, "%s", text ? text : error);
}

KT_TEST(nothing_runs_after_the_step_where_it_stops)
{
    request.validate = true;
    request.stop = true;
    char *after = optimized(store, "promote");
    kt_ok(after && text && !strcmp(after, text), "%s", after);
    LLVMDisposeMessage(after);
    request.stop = false;
    after = optimized(store, "promote");
    kt_ok(after && text && strcmp(after, text) != 0, "%s", after);
    LLVMDisposeMessage(after);
}

KT_TEST(names_and_numbers)
{
    struct step_run run;
    const char *near;
    kt_true(step_parse("gvn", &run, &near) && !strcmp(run.name, "gvn") && run.run == 1);
    kt_true(step_parse("gvn.12", &run, &near) && run.run == 12);
    kt_true(step_parse("3.2", &run, &near) && !run.name && run.number == 3 && run.run == 2);
    for (const char *const *bad =
             (const char *const[]){"", ".", "0", "-1", "3.", "3.0", "3 ", "gvn,", "gvn.1x",
                                   "99999999999999999999", "gvn.99999999999999999999", NULL};
         *bad; bad++)
        kt_ok(!step_parse(*bad, &run, &near), "'%s'", *bad);
    unsigned number = 0;
    for (unsigned k = 0; step_row(k); k++)
        if (step_row(k)->number)
            kt_eq(step_row(k)->number, ++number);
}

KT_MAIN()
