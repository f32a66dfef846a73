// The environment's part of the configuration. What is no value of a variable is refused when a device is
// created (kiln_env_check); here it counts as not set.
#include "sim/config/config.h"

#include <stdlib.h>
#include <string.h>

#include "hw/target.h"
#include "util/env.h"

static uint64_t number(const char *name, uint64_t otherwise)
{
    const char *s = kiln_getenv(name);
    uint64_t v;
    return s && kiln_parse_size(s, &v) ? v : otherwise;
}

static bool is(const char *name, const char *word)
{
    const char *s = kiln_getenv(name);
    return s && !strcmp(s, word);
}

// NULL also where it is empty.
static const char *text(const char *name)
{
    const char *s = kiln_getenv(name);
    return s && *s ? s : NULL;
}

static void read_jit(struct sim_config_jit *jit)
{
    jit->mode = is("KILN_SIM_JIT", "0")   ? SIM_JIT_OFF
                : is("KILN_SIM_JIT", "2") ? SIM_JIT_AT_ONCE
                                          : SIM_JIT_WHEN_WORTH;
    jit->dump = text("KILN_SIM_JIT_DUMP") && !is("KILN_SIM_JIT_DUMP", "0");
    jit->cpu = text("KILN_SIM_JIT_CPU");
    jit->library = kiln_getenv("KILN_SIM_JIT_LIBRARY");
}

// N:ERRNO, from 0.
static void read_fail(struct sim_config *c)
{
    const char *s = kiln_getenv("KILN_SIM_FAIL");
    char *end;
    c->fail_after = s ? strtol(s, &end, 10) : -1;
    if (s && *end == ':')
        c->fail_errno = atoi(end + 1);
    else
        c->fail_after = -1;
}

// A program that is checked or debugged wants the fault and its place.
static void read_unmapped(struct sim_config *c)
{
    if (is("KILN_SIM_SCRATCH_PAGE", "0"))
        c->unmapped = SIM_UNMAPPED_FAULTS;
    else if (is("KILN_SIM_SCRATCH_PAGE", "1"))
        c->unmapped = SIM_UNMAPPED_SILENT;
    else
        c->unmapped = c->check || c->debug ? SIM_UNMAPPED_FAULTS : SIM_UNMAPPED_TOLD;
}

static void read_machine(struct sim_config *c)
{
    c->strict = !is("KILN_SIM_STRICT", "off") && !is("KILN_SIM_STRICT", "0");
    c->lazy = c->strict || number("KILN_SIM_LAZY", 0);
    c->fused = number("KILN_SIM_FUSED", 0);
    c->swizzles = number("KILN_SIM_SWIZZLE", 1);
    c->all_rules = is("KILN_SIM_RULES", "all");
    c->seed = number("KILN_SIM_SEED", 1);
    c->schedule = number("KILN_SIM_SCHEDULE", 0);
    // A thread of the real machine issues at most one instruction per clock, and the kernel resets an engine
    // whose walker does not yield within about a second.
    c->instruction_budget = number("KILN_SIM_BUDGET", UINT64_C(1) << 30);
    c->hang_ns = (int64_t)number("KILN_SIM_TIMEOUT_MS", 20000) * 1000000;
    c->instructions_per_second = number("KILN_SIM_CLOCK", 0);
}

bool sim_config_name(const char *name, char chip[SIM_NAME_BYTES], enum sim_kernel *kernel)
{
    static const char *const kernels[] = {[SIM_KERNEL_I915] = "i915", [SIM_KERNEL_XE] = "xe"};
    const size_t length = strcspn(name, ",");
    if (length >= SIM_NAME_BYTES)
        return false;
    memcpy(chip, name, length);
    chip[length] = 0;
    const struct kiln_target *target = kiln_target(chip);
    *kernel = !target || kiln_target_has_i915(target) ? SIM_KERNEL_I915 : SIM_KERNEL_XE;
    if (!name[length])
        return true;
    for (unsigned i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++)
        if (!strcmp(name + length + 1, kernels[i])) {
            *kernel = (enum sim_kernel)i;
            return true;
        }
    return false;
}

struct sim_config sim_config_read(void)
{
    struct sim_config c = {
        .device = "skl",
        .threads = (unsigned)number("KILN_SIM_THREADS", 0),
        .memory_bytes = number("KILN_SIM_MEMORY", 0),
        .check = text("KILN_SIM_CHECK"),
        .check_file = text("KILN_SIM_CHECK_FILE"),
        .debug = text("KILN_SIM_DEBUG"),
        .cost = text("KILN_SIM_COST"),
        .totals = text("KILN_SIM_TOTALS"),
        .stats = text("KILN_SIM_STATS"),
        .capture = text("KILN_SIM_CAPTURE"),
        .aliasing = is("KILN_SIM_PPGTT", "aliasing"),
    };
    read_machine(&c);
    read_unmapped(&c);
    read_jit(&c.jit);
    read_fail(&c);
    return c;
}
