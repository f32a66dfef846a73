// KILN_DEBUG flags and messages for people. Libraries report errors by value; this is only for what a person
// requested (KILN_DEBUG), and for warnings that have no other way out.
#ifndef KILN_UTIL_LOG_H
#define KILN_UTIL_LOG_H

#include <stdbool.h>
#include <stdint.h>

// One row per flag: name, bit, help text. KILN_DEBUG=help prints the table.
#define KILN_DEBUG_FLAGS(X)                                                                                  \
    X(SPIRV, "spirv", "spirv=DIR: write each SPIR-V module that is compiled to DIR, for kilnc")              \
    X(LLVM, "llvm", "print the LLVM IR before and after optimization")                                       \
    X(MIR, "mir", "print the EU machine IR after every pass")                                                \
    X(ASM, "asm", "print the EU assembly of each kernel")                                                    \
    X(STATS, "stats", "print a line of statistics per kernel")                                               \
    X(TIME, "time", "print how long each stage of a compile takes")                                          \
    X(VALIDATE, "validate", "run every validator also in release builds")                                    \
    X(SIMD8, "simd8", "compile for SIMD8 where the group has few enough threads")                            \
    X(SIMD16, "simd16", "the same for SIMD16")                                                               \
    X(SIMD32, "simd32", "the same for SIMD32")                                                               \
    X(WITHOUT, "without", "without=PASS:PASS...: leave out these passes of the compiler")                    \
    X(LEAN, "lean", "use the compiler's passes for big kernels for all of them")                             \
    X(WIDE, "wide", "compile all pipelines as if they asked for 64-bit indexing")                            \
    X(SOURCE, "source", "compile kernels for a debugger: kiln-debug sets it")                                \
    X(SHUFFLE, "shuffle", "shuffle=SEED: LLVM's passes and the instructions of a block in a random order")   \
    X(REGISTERS, "registers",                                                                                \
      "registers=N: allocate so many registers, of 128 or of the mode of 256, if possible")                  \
    X(NOSLICE, "noslice", "issue each dispatch as one walker, each submission as one request")               \
    X(FORGET, "forget", "forget=RULE:RULE...: break these rules of the hardware (src/hw/rules.def)")         \
    X(CAPTURE, "capture", "capture=DIR: write every batch with its state to DIR, for kiln-decode")           \
    X(SUBMIT, "submit", "print a line per submission")                                                       \
    X(IOCTL, "ioctl", "print each i915 ioctl")                                                               \
    X(STALE, "stale",                                                                                        \
      "print what the strict simulated device reads from caches that should have been invalidated")          \
    X(SIM, "sim", "print what the simulated device executes")                                                \
    X(ERRORS, "errors", "print the source of each Vulkan error")

enum kiln_debug_bit {
#define X(id, name, help) KILN_DEBUG_BIT_##id,
    KILN_DEBUG_FLAGS(X)
#undef X
        KILN_DEBUG_BIT_COUNT
};
#define KILN_DEBUG(id) ((kiln_debug_flags() >> KILN_DEBUG_BIT_##id) & 1)

// Whether KILN_DEBUG has only flags that there are; a warning names each that there is not, and the nearest.
bool kiln_debug_check(void);
uint32_t kiln_debug_flags(void); // parsed once from KILN_DEBUG (thread-safe)
// What stands after the = of a flag that takes a value; NULL where the flag is not set.
const char *kiln_debug_value(enum kiln_debug_bit bit);

void kiln_log(const char *fmt, ...) __attribute__((format(printf, 1, 2)));  // "kiln: ...\n" to stderr
void kiln_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2))); // "kiln: warning: ...\n"
// The same, if this process has not said it yet.
void kiln_warn_once(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void kiln_warn_text(
    const char *text); // whole lines of any length, all of them together; the first gets the prefix

#endif
