// The floating-point environment that our code runs in: the default one, whatever the application's thread
// has.
//
// A program may flush denormals (what -ffast-math links into it), round upward, or have exceptions trap
// (FreePascal, Delphi, gfortran -ffpe-trap). What we compute on the host, LLVM's constants and the simulated
// machine among it, must not depend on that. Every function that others call into (an entry point of Vulkan,
// of libkiln_compiler, of the simulated device) runs between enter and leave; threads inherit the environment
// of the one that makes them, which is the default one then.
#ifndef KILN_UTIL_FLOAT_ENV_H
#define KILN_UTIL_FLOAT_ENV_H

#include <fenv.h>
#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>

// Reset values. Intel SDM vol 1, 10.2.3 "MXCSR Control and Status Register", 8.1.5 "x87 FPU Control Word".
enum { KILN_MXCSR = 0x1f80, KILN_MXCSR_FLAGS = 0x3f, KILN_X87_CONTROL = 0x37f };

struct kiln_float_env {
    uint32_t mxcsr;
    uint16_t control; // of the x87
    fenv_t x87;       // the whole of it, where `control` is not the default
};

// Whether enter would change nothing. To look at MXCSR takes about 5 ns, twice in enter and leave.
static inline bool kiln_float_is_default(void)
{
    uint16_t control;
    __asm__ volatile("fnstcw %0" : "=m"(control));
    return (_mm_getcsr() & ~(uint32_t)KILN_MXCSR_FLAGS) == KILN_MXCSR && control == KILN_X87_CONTROL;
}

void kiln_float_enter_x87(struct kiln_float_env *e);
void kiln_float_leave_x87(const struct kiln_float_env *e);

static inline void kiln_float_enter(struct kiln_float_env *e)
{
    e->mxcsr = _mm_getcsr();
    __asm__ volatile("fnstcw %0" : "=m"(e->control));
    if ((e->mxcsr & ~(uint32_t)KILN_MXCSR_FLAGS) != KILN_MXCSR)
        _mm_setcsr(KILN_MXCSR);
    if (e->control != KILN_X87_CONTROL)
        kiln_float_enter_x87(e);
}

// The caller's modes, and the flags of its exceptions without ours.
static inline void kiln_float_leave(const struct kiln_float_env *e)
{
    if (_mm_getcsr() != e->mxcsr)
        _mm_setcsr(e->mxcsr);
    if (e->control != KILN_X87_CONTROL)
        kiln_float_leave_x87(e);
}
#else
struct kiln_float_env {
    fenv_t all;
};

static inline bool kiln_float_is_default(void)
{
    return false; // it is not known cheaply
}

static inline void kiln_float_enter(struct kiln_float_env *e)
{
    fegetenv(&e->all);
    fesetenv(FE_DFL_ENV);
}

static inline void kiln_float_leave(const struct kiln_float_env *e)
{
    fesetenv(&e->all);
}
#endif

// For the rest of a function that has many returns.
#define KILN_DEFAULT_FLOAT_ENV                                                                               \
    struct kiln_float_env float_env __attribute__((cleanup(kiln_float_leave)));                              \
    kiln_float_enter(&float_env)

#endif
