// LLVM's passes, code generation and linker (ORC), shared by all kernels of the process.
//
// LLVM is initialised once and never shut down. At exit() a translation in progress is waited for, because
// LLVM's own objects are destroyed then. Handlers run in the reverse order of their registration, and LLVM
// registers destructors of its function-local objects while it works: so a module is compiled for nothing at
// first, and our handler is registered again behind what each compile left.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "sim/jit_ir.h"

double jit_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

// Instruction selection simplifies what instcombine would, and the rest gains nothing: these take a fifth of
// the time of the usual list.
static const char passes[] = "function(mem2reg,early-cse,simplifycfg)";

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // a translation holds it; exit() keeps it
static LLVMOrcLLJITRef jit;
static LLVMTargetMachineRef machine;
static char init_error[256];
static unsigned serial;

static bool failed(LLVMErrorRef e, char *why, size_t size)
{
    if (!e)
        return false;
    char *text = LLVMGetErrorMessage(e);
    snprintf(why, size, "%s", text);
    LLVMDisposeErrorMessage(text);
    return true;
}

static void at_exit(void)
{
    static bool kept; // exit handlers run on one thread
    if (!kept)
        pthread_mutex_lock(&lock); // and never unlock: no translation begins from here on
    kept = true;
}

static void register_exit(void)
{
    enum { ENOUGH = 256 }; // later compiles find all of LLVM's objects made
    static unsigned count;
    if (count < ENOUGH && !atexit(at_exit))
        count++;
}

// The host's processor, or the one that KILN_SIM_JIT_CPU names as LLVM does.
static const char *wanted_cpu(void)
{
    const char *cpu = getenv("KILN_SIM_JIT_CPU");
    return cpu && *cpu ? cpu : NULL;
}

#if defined(__x86_64__)
#define HOST_HAS(feature)                                                                                    \
    (__builtin_cpu_supports(feature) && (!wanted_cpu() || !strcmp(wanted_cpu(), "x86-64-v3")))
#else
#define HOST_HAS(feature) false
#endif

bool jit_host_has_avx(void)
{
    return HOST_HAS("avx");
}

bool jit_host_has_avx2(void)
{
    return HOST_HAS("avx2");
}

bool jit_host_has_f16c(void)
{
    return HOST_HAS("avx2") && HOST_HAS("f16c");
}

static LLVMTargetMachineRef host_machine(void)
{
    char *triple = LLVMGetDefaultTargetTriple(),
         *cpu = wanted_cpu() ? LLVMCreateMessage(wanted_cpu()) : LLVMGetHostCPUName(),
         *features = wanted_cpu() ? LLVMCreateMessage("") : LLVMGetHostCPUFeatures();
    char *error = NULL;
    LLVMTargetRef target;
    LLVMTargetMachineRef m = NULL;
    if (LLVMGetTargetFromTriple(triple, &target, &error)) {
        snprintf(init_error, sizeof(init_error), "%s", error);
        LLVMDisposeMessage(error);
    } else {
        m = LLVMCreateTargetMachine(target, triple, cpu, features, LLVMCodeGenLevelLess, LLVMRelocPIC,
                                    LLVMCodeModelJITDefault);
    }
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    return m;
}

// An empty function, compiled and forgotten.
static void compile_nothing(void)
{
    char ignored[64];
    LLVMOrcExecutorAddress at;
    LLVMOrcThreadSafeContextRef c = LLVMOrcCreateNewThreadSafeContext();
    LLVMContextRef ctx = LLVMOrcThreadSafeContextGetContext(c);
    LLVMModuleRef mod = LLVMModuleCreateWithNameInContext("nothing", ctx);
    LLVMSetTarget(mod, LLVMOrcLLJITGetTripleString(jit));
    LLVMSetDataLayout(mod, LLVMOrcLLJITGetDataLayoutStr(jit));
    LLVMValueRef fn =
        LLVMAddFunction(mod, "nothing", LLVMFunctionType(LLVMVoidTypeInContext(ctx), NULL, 0, false));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(ctx);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(ctx, fn, ""));
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
    LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
    failed(LLVMRunPasses(mod, passes, machine, o), ignored, sizeof(ignored));
    LLVMDisposePassBuilderOptions(o);
    LLVMOrcResourceTrackerRef t = LLVMOrcJITDylibCreateResourceTracker(LLVMOrcLLJITGetMainJITDylib(jit));
    if (!failed(LLVMOrcLLJITAddLLVMIRModuleWithRT(jit, t, LLVMOrcCreateNewThreadSafeModule(mod, c)), ignored,
                sizeof(ignored)))
        failed(LLVMOrcLLJITLookup(jit, &at, "nothing"), ignored, sizeof(ignored));
    failed(LLVMOrcResourceTrackerRemove(t), ignored, sizeof(ignored));
    LLVMOrcReleaseResourceTracker(t);
    LLVMOrcDisposeThreadSafeContext(c);
}

// What LLVM has no other way to say. Moving integer code to AVX-512's mask registers takes as long as all
// other passes together on a large function, and gains nothing here; nor does a long search for where to
// split the registers that live through many blocks, which is most of register allocation.
static void leave_out_passes(void)
{
    static const char *const args[] = {"kiln", "-grow-region-complexity-budget=100",
                                       "-disable-x86-domain-reassignment"};
#if defined(__x86_64__)
    LLVMParseCommandLineOptions(3, args, NULL);
#else
    LLVMParseCommandLineOptions(2, args, NULL);
#endif
}

static void init(void)
{
    leave_out_passes();
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    machine = host_machine();
    LLVMTargetMachineRef other = host_machine();
    if (!machine || !other)
        return;
    LLVMOrcLLJITBuilderRef b = LLVMOrcCreateLLJITBuilder();
    LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
        b, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(other));
    if (failed(LLVMOrcCreateLLJIT(&jit, b), init_error, sizeof(init_error)))
        return;
    LLVMOrcDefinitionGeneratorRef process;
    if (!failed(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
                    &process, LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL),
                init_error, sizeof(init_error)))
        LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(jit), process);
    init_error[0] = 0;
    compile_nothing();
    register_exit();
}

static void dump(struct jt *j, const char *when)
{
    char *text = LLVMPrintModuleToString(j->mod);
    fprintf(stderr, "; ---- %s\n%s", when, text);
    LLVMDisposeMessage(text);
}

static bool optimize(struct jt *j, char *why, size_t size)
{
    char *error = NULL;
    if (j->rq->dump)
        dump(j, "translated");
    if (LLVMVerifyModule(j->mod, LLVMReturnStatusAction, &error)) {
        snprintf(why, size, "%s", error);
        LLVMDisposeMessage(error);
        return false;
    }
    LLVMDisposeMessage(error);
    LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
    bool ok = !failed(LLVMRunPasses(j->mod, passes, machine, o), why, size);
    LLVMDisposePassBuilderOptions(o);
    if (ok && j->rq->dump)
        dump(j, "optimized");
    return ok;
}

static bool link_code(struct jt *j, struct sim_jit_code *code, LLVMOrcThreadSafeContextRef context, char *why,
                      size_t size)
{
    char name[32];
    LLVMOrcExecutorAddress at;
    uint32_t found = 0;
    for (uint32_t k = 0; k < j->pieces; k++) {
        snprintf(name, sizeof(name), "kiln%u.%u", serial, k);
        LLVMSetValueName2(j->piece[k], name, strlen(name));
    }
    LLVMOrcResourceTrackerRef t = LLVMOrcJITDylibCreateResourceTracker(LLVMOrcLLJITGetMainJITDylib(jit));
    LLVMOrcThreadSafeModuleRef m = LLVMOrcCreateNewThreadSafeModule(j->mod, context);
    code->tracker = t;
    bool ok = !failed(LLVMOrcLLJITAddLLVMIRModuleWithRT(jit, t, m), why, size);
    for (; ok && found < j->pieces; found++) {
        snprintf(name, sizeof(name), "kiln%u.%u", serial, found);
        ok = !failed(LLVMOrcLLJITLookup(jit, &at, name), why, size);
        void *p = (void *)(uintptr_t)at;
        memcpy(&code->run[found], &p, sizeof(p));
    }
    serial++;
    if (ok)
        return true;
    char ignored[8];
    failed(LLVMOrcResourceTrackerRemove(t), ignored, sizeof(ignored));
    LLVMOrcReleaseResourceTracker(t);
    return false;
}

void jit_begin(struct jt *j)
{
    pthread_once(&once, init);
    pthread_mutex_lock(&lock); // until jit_finish or jit_abandon
    LLVMOrcThreadSafeContextRef c = LLVMOrcCreateNewThreadSafeContext();
    j->shared_ctx = c;
    j->ctx = LLVMOrcThreadSafeContextGetContext(c);
    LLVMContextSetDiscardValueNames(j->ctx, !j->rq->dump);
}

void jit_abandon(struct jt *j)
{
    LLVMDisposeModule(j->mod);
    LLVMOrcDisposeThreadSafeContext(j->shared_ctx);
    pthread_mutex_unlock(&lock);
}

bool jit_finish(struct jt *j, struct sim_jit_code *code, char *why, size_t size)
{
    if (!jit) {
        snprintf(why, size, "LLVM: %s", init_error);
        jit_abandon(j);
        return false;
    }
    LLVMSetTarget(j->mod, LLVMOrcLLJITGetTripleString(jit));
    LLVMSetDataLayout(j->mod, LLVMOrcLLJITGetDataLayoutStr(jit));
    double began = jit_now();
    bool ok = optimize(j, why, size);
    code->milliseconds[1] = jit_now() - began;
    if (ok)
        ok = link_code(j, code, j->shared_ctx, why, size);
    else
        LLVMDisposeModule(j->mod);
    code->milliseconds[2] = jit_now() - began - code->milliseconds[1];
    LLVMOrcDisposeThreadSafeContext(j->shared_ctx); // the module keeps it as long as it needs it
    register_exit();
    pthread_mutex_unlock(&lock);
    return ok;
}

__attribute__((visibility("default"))) void sim_jit_release(struct sim_jit_code *code)
{
    char ignored[8];
    if (!code)
        return;
    failed(LLVMOrcResourceTrackerRemove(code->tracker), ignored, sizeof(ignored));
    LLVMOrcReleaseResourceTracker(code->tracker);
    free(code->label_ip);
    free(code->entry);
    free(code->messages);
    free(code->piece_first);
    free(code->run);
    free(code);
}
