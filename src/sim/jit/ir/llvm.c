// LLVM's passes and code generation, shared by all kernels of the process.
//
// LLVM is initialised once and never shut down, and its objects live on when the process ends
// (util/library/skip_exit.h). Where others had loaded it before they do not: then a translation in progress
// is waited for at exit(). Handlers run in the reverse order of their registration, and where LLVM is not
// kept from registering destructors of its function-local objects it does so while it works: so a module is
// compiled for nothing at first, and our handler is registered again behind what each compile left.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "sim/jit/ir/ir.h"
#include "util/env.h"
#include "util/fork.h"
#include "util/library/open.h"
#include "util/library/skip_exit.h"

double jit_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

// Instruction selection simplifies what instcombine would, and the rest gains nothing: these take a fifth of
// the time of the usual list.
static const char passes[] = "function(mem2reg,early-cse,simplifycfg)";

static pthread_once_t once = PTHREAD_ONCE_INIT, watch_once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // a translation holds it
static bool exiting;                                     // under the lock: LLVM's objects go
static bool outlives;                                    // they do not
static LLVMTargetMachineRef machine;
static char init_error[256];

static bool failed(LLVMErrorRef e, char *why, size_t size)
{
    if (!e)
        return false;
    char *text = LLVMGetErrorMessage(e);
    snprintf(why, size, "%s", text);
    LLVMDisposeErrorMessage(text);
    return true;
}

// Waits for a translation that is in progress. None begins from here on, but who asks for one goes on without
// it: handlers and destructors that come later may still dispatch, and wait for the threads of a device.
static void at_exit(void)
{
    pthread_mutex_lock(&lock);
    exiting = true;
    pthread_mutex_unlock(&lock);
}

static void register_exit(void)
{
    enum { ENOUGH = 256 }; // later compiles find all of LLVM's objects made
    static unsigned count;
    if (!outlives && count < ENOUGH && !atexit(at_exit))
        count++;
}

__attribute__((constructor(KILN_SKIP_EXIT_FIRST))) static void keep_llvm(void)
{
    LLVMContextRef (*create)(void) = LLVMContextCreate;
    const void *llvm;
    memcpy(&llvm, &create, sizeof(llvm));
    kiln_skip_exit(llvm);
}

// NULL: the host's processor. Of the translation that the thread is at.
static _Thread_local const char *wanted;

static const char *wanted_cpu(void)
{
    return wanted;
}

void jit_set_cpu(const char *cpu)
{
    wanted = cpu;
}

#if defined(__x86_64__)
#define HOST_HAS(feature)                                                                                    \
    (__builtin_cpu_supports(feature) &&                                                                      \
     (!wanted_cpu() || !strcmp(wanted_cpu(), "x86-64-v4") || !strcmp(wanted_cpu(), "x86-64-v3")))
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

// With the parts that image code has to do with: of bytes, words and quadwords, and in shorter vectors.
bool jit_host_has_avx512(void)
{
    return HOST_HAS("avx512f") && HOST_HAS("avx512bw") && HOST_HAS("avx512dq") && HOST_HAS("avx512vl") &&
           !(wanted_cpu() && !strcmp(wanted_cpu(), "x86-64-v3"));
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
                                    LLVMCodeModelSmall);
    }
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    return m;
}

static void set_target(LLVMModuleRef mod)
{
    char *triple = LLVMGetTargetMachineTriple(machine);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
    LLVMSetTarget(mod, triple);
    LLVMSetModuleDataLayout(mod, layout);
    LLVMDisposeTargetData(layout);
    LLVMDisposeMessage(triple);
}

// The object file; NULL with the reason in `why`.
static LLVMMemoryBufferRef emit(LLVMModuleRef mod, char *why, size_t size)
{
    char *error = NULL;
    LLVMMemoryBufferRef object = NULL;
    if (!LLVMTargetMachineEmitToMemoryBuffer(machine, mod, LLVMObjectFile, &error, &object))
        return object;
    snprintf(why, size, "%s", error);
    LLVMDisposeMessage(error);
    return NULL;
}

// An empty function, compiled and forgotten.
static void compile_nothing(void)
{
    char ignored[64];
    LLVMContextRef ctx = LLVMContextCreate();
    LLVMModuleRef mod = LLVMModuleCreateWithNameInContext("nothing", ctx);
    set_target(mod);
    LLVMValueRef fn =
        LLVMAddFunction(mod, "nothing", LLVMFunctionType(LLVMVoidTypeInContext(ctx), NULL, 0, false));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(ctx);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(ctx, fn, ""));
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
    LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
    failed(LLVMRunPasses(mod, passes, machine, o), ignored, sizeof(ignored));
    LLVMDisposePassBuilderOptions(o);
    LLVMMemoryBufferRef object = emit(mod, ignored, sizeof(ignored));
    if (object)
        LLVMDisposeMemoryBuffer(object);
    LLVMDisposeModule(mod);
    LLVMContextDispose(ctx);
}

// What LLVM has no other way to say. Moving integer code to AVX-512's mask registers takes as long as all
// other passes together on a large function, and gains nothing here; nor does a long search for where to
// split the registers that live through many blocks, which can be most of register allocation. (With a tenth
// of it what a loop sums up lies on the stack: a product of matrices takes twice as long.)
static void leave_out_passes(void)
{
    static const char *const args[] = {"kiln", "-grow-region-complexity-budget=1000",
                                       "-disable-x86-domain-reassignment"};
#if defined(__x86_64__)
    LLVMParseCommandLineOptions(3, args, NULL);
#else
    LLVMParseCommandLineOptions(2, args, NULL);
#endif
}

static void watch_exit(void)
{
    outlives = kiln_skips_exit();
    register_exit();
}

void kiln_library_opened(const char *directory)
{
    kiln_set_directory(directory);
    pthread_once(&watch_once, watch_exit);
}

// A child must not find LLVM in the middle of something.
void kiln_library_fork(enum kiln_fork step)
{
    static _Thread_local unsigned prepared;
    if (!kiln_fork_acts(step, &prepared))
        return;
    if (step == KILN_FORK_PREPARE)
        pthread_mutex_lock(&lock);
    else
        pthread_mutex_unlock(&lock);
}

static void init(void)
{
    pthread_once(&watch_once, watch_exit);
    leave_out_passes();
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    machine = host_machine();
    if (!machine)
        return;
    if (!outlives)
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
    if (ok)
        jit_join_products(j);
    if (ok && j->rq->dump)
        dump(j, "optimized");
    return ok;
}

static bool is_unwanted(const struct jt *j)
{
    return j->rq->quit && atomic_load(j->rq->quit);
}

bool jit_begin(struct jt *j)
{
    pthread_mutex_lock(&lock); // until jit_compile
    if (exiting || is_unwanted(j)) {
        pthread_mutex_unlock(&lock);
        return false;
    }
    pthread_once(&once, init);
    j->ctx = LLVMContextCreate();
    LLVMContextSetDiscardValueNames(j->ctx, !j->rq->dump);
    return true;
}

LLVMMemoryBufferRef jit_compile(struct jt *j, struct sim_jit_head *h, char *why, size_t size)
{
    LLVMMemoryBufferRef object = NULL;
    double began = jit_now();
    for (uint32_t k = 0; k < j->pieces; k++) {
        char name[32];
        int n = snprintf(name, sizeof(name), SIM_JIT_PIECE, k);
        LLVMSetValueName2(j->piece[k], name, (size_t)n);
    }
    if (machine) {
        set_target(j->mod);
        const bool ok = optimize(j, why, size);
        h->milliseconds[1] = jit_now() - began;
        if (ok && is_unwanted(j))
            snprintf(why, size, "it is no longer wanted");
        else if (ok)
            object = emit(j->mod, why, size); // which takes longest
    } else {
        snprintf(why, size, "LLVM: %s", init_error);
    }
    if (object)
        h->object_size = (uint32_t)LLVMGetBufferSize(object);
    h->milliseconds[2] = jit_now() - began - h->milliseconds[1];
    LLVMDisposeModule(j->mod);
    LLVMContextDispose(j->ctx);
    register_exit();
    pthread_mutex_unlock(&lock);
    return object;
}
