// Floating-point environments that applications have, for tests that Kiln does not care.
#ifndef KILN_TESTS_FLOAT_MODES_H
#define KILN_TESTS_FLOAT_MODES_H

#include <fenv.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>

struct float_mode {
    const char *name;
    uint32_t mxcsr;
    uint16_t control; // of the x87
};

static const struct float_mode float_modes[] = {
    {"default", 0x1f80, 0x37f},    {"flush", 0x9fc0, 0x37f}, // FTZ and DAZ: -ffast-math
    {"downward", 0x3f80, 0x77f},                             // fesetround(FE_DOWNWARD)
    {"upward", 0x5f80, 0xb7f},                               // fesetround(FE_UPWARD)
    {"towardzero", 0x7f80, 0xf7f},                           // fesetround(FE_TOWARDZERO)
    {"traps", 0x0000, 0x340},      // every exception, inexact results and denormals too
    {"single", 0x1f80, 0x07f},     // 24 bits of an x87 significand: Direct3D 9
    {"everything", 0xc040, 0xc40}, // all of it: flushed, toward or up, trapping
    {"raised", 0x1fbd, 0x37f},     // flags that the application has yet to look at
};
enum { FLOAT_MODES = sizeof(float_modes) / sizeof(float_modes[0]) };

static inline void float_mode_set(const struct float_mode *m)
{
    __asm__ volatile("fldcw %0" : : "m"(m->control));
    _mm_setcsr(m->mxcsr);
}

// Whether the environment is the one that was set, flags included; it is the default one then.
static inline bool float_mode_kept(const struct float_mode *m)
{
    uint16_t control;
    uint32_t mxcsr = _mm_getcsr();
    __asm__ volatile("fnstcw %0" : "=m"(control));
    __asm__ volatile("fnclex");
    float_mode_set(&float_modes[0]);
    return mxcsr == m->mxcsr && control == m->control;
}

static inline const struct float_mode *float_mode_named(const char *name)
{
    for (unsigned i = 0; name && i < FLOAT_MODES; i++)
        if (!strcmp(float_modes[i].name, name))
            return &float_modes[i];
    return NULL;
}
#endif

#endif
