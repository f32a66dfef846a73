// Variants of the compiler's pipeline for tests (variant.h).
#include "compiler/support/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/support/steps.h"
#include "util/env.h"
#include "util/log.h"

enum { MIN_REGISTERS = 16, MAX_PASSES = 30, MAX_NAMES = 512 };

bool variant_without(const char *pass)
{
    const char *list = kiln_debug_value(KILN_DEBUG_BIT_WITHOUT);
    size_t len = strlen(pass);
    for (size_t n; list; list = list[n] ? list + n + 1 : NULL) {
        n = strcspn(list, ":");
        if (n == len && !memcmp(list, pass, n))
            return true;
    }
    return false;
}

bool variant_without_step(const char *name, unsigned number)
{
    char text[12];
    if (!kiln_debug_value(KILN_DEBUG_BIT_WITHOUT))
        return false;
    snprintf(text, sizeof(text), "%u", number);
    return variant_without(name) || variant_without(text);
}

static bool is_number(enum kiln_debug_bit bit, const char *flag)
{
    const char *text = kiln_debug_value(bit);
    uint64_t n;
    if (!text || !*text || kiln_parse_size(text + (*text == '-'), &n))
        return true;
    kiln_warn_once("KILN_DEBUG=%s=%s is not a number", flag, text);
    return false;
}

// The passes that may be left out: how many.
static unsigned list_passes(const char *names[MAX_NAMES])
{
    static const char *const machine[] = {
#define PASS_NAME(name) name,
#include "compiler/support/passes.def"
#define STEP(name, call, why) #name,
#include "compiler/isel/passes.def"
#define PLACE(name, most, needed, when, call, why) needed ? NULL : #name,
#define RELIEVE(name, needed, when, call, why) needed ? NULL : #name,
#include "compiler/ra/passes.def"
    };
    unsigned count = 0;
    for (size_t k = 0; k < sizeof(machine) / sizeof(*machine); k++)
        if (machine[k])
            names[count++] = machine[k];
    const struct step_row *row;
    for (unsigned k = 0; (row = step_row(k)) && count < MAX_NAMES; k++)
        if (row->number && !row->needed)
            names[count++] = row->name;
    return count;
}

// Are these `n` characters the number of a step that is `needed` or is not?
static bool is_step_number(const char *text, size_t n, bool needed)
{
    const struct step_row *row;
    for (unsigned k = 0; (row = step_row(k)); k++) {
        char number[12];
        int length = snprintf(number, sizeof(number), "%u", row->number);
        if (row->number && row->needed == needed && (size_t)length == n && !memcmp(number, text, n))
            return true;
    }
    return false;
}

static bool is_needed(const char *name, size_t n)
{
    static const char *const needed_steps[] = {
#define MUST(name, call, why) #name,
#include "compiler/isel/passes.def"
#define SMALL(file, name, most, needed, call, why) #name,
#define PLACE(name, most, needed, when, call, why) needed ? #name : NULL,
#define RELIEVE(name, needed, when, call, why) needed ? #name : NULL,
#include "compiler/ra/passes.def"
    };
    for (size_t k = 0; k < sizeof(needed_steps) / sizeof(*needed_steps); k++)
        if (needed_steps[k] && strlen(needed_steps[k]) == n && !memcmp(needed_steps[k], name, n))
            return true;
    const struct step_row *row;
    for (unsigned k = 0; (row = step_row(k)); k++)
        if (row->number && row->needed && strlen(row->name) == n && !memcmp(row->name, name, n))
            return true;
    return is_step_number(name, n, true);
}

bool variant_check(void)
{
    enum { SHOWN = 40 };
    bool ok = is_number(KILN_DEBUG_BIT_REGISTERS, "registers");
    ok &= is_number(KILN_DEBUG_BIT_SHUFFLE, "shuffle");
    const char *list = kiln_debug_value(KILN_DEBUG_BIT_WITHOUT);
    const char *names[MAX_NAMES];
    unsigned count = list_passes(names);
    for (size_t n; list && *list; list += n + (list[n] == ':')) {
        n = strcspn(list, ":");
        unsigned changes = 0;
        const char *near = n ? kiln_nearest(list, n, names, count, &changes) : NULL;
        if (!n || (near && !changes) || is_step_number(list, n, false))
            continue;
        if (is_needed(list, n))
            kiln_warn_once("KILN_DEBUG=without=%.*s: no kernel can be made without that", (int)n, list);
        else
            kiln_warn_once("KILN_DEBUG=without=%.*s: there is no such pass%s%s%s", n < SHOWN ? (int)n : SHOWN,
                           list, near ? ": " : "", near ? near : "", near ? "?" : "");
        ok = false;
    }
    return ok;
}

bool variant_has_registers(void)
{
    return kiln_debug_value(KILN_DEBUG_BIT_REGISTERS) != NULL;
}

static unsigned registers_or(unsigned count)
{
    const char *text = kiln_debug_value(KILN_DEBUG_BIT_REGISTERS);
    return text ? (unsigned)strtoul(text, NULL, 0) : count;
}

unsigned variant_registers(unsigned count)
{
    unsigned n = registers_or(count);
    return n < MIN_REGISTERS || n > count ? count : n;
}

bool variant_wants_more_registers(unsigned count)
{
    return registers_or(count) > count;
}

const char *variant_name(struct arena *a)
{
    const char *without = kiln_debug_value(KILN_DEBUG_BIT_WITHOUT),
               *seed = kiln_debug_value(KILN_DEBUG_BIT_SHUFFLE),
               *registers = kiln_debug_value(KILN_DEBUG_BIT_REGISTERS);
    if (!without && !seed && !registers && !KILN_DEBUG(LEAN))
        return "";
    return arena_printf(a, "%s,%s,%s,%d", without ? without : "", seed ? seed : "",
                        registers ? registers : "", (int)KILN_DEBUG(LEAN));
}

// Mixed as in MurmurHash3's finalizer.
uint32_t variant_random(uint32_t *state)
{
    const char *seed = kiln_debug_value(KILN_DEBUG_BIT_SHUFFLE);
    if (!seed)
        return 0;
    uint32_t x = (*state += 0x9e3779b9u) ^ (uint32_t)strtoul(seed, NULL, 0) * 0x85ebca6bu;
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

const char *variant_random_pipeline(struct arena *a)
{
    static const char *const choice[] = {
        "sroa",
        "early-cse<memssa>",
        "early-cse",
        "simplifycfg",
        "instcombine<no-verify-fixpoint>",
        "instsimplify",
        "loop-simplify,lcssa,loop-mssa(loop-rotate<no-header-duplication>,licm)",
        "loop-simplify,lcssa,loop(indvars,loop-deletion)",
        "loop-simplify,lcssa,loop-unroll<O3;no-partial;no-runtime;no-peeling;no-profile-peeling>",
        "gvn",
        "newgvn",
        "adce",
        "bdce",
        "dse",
        "sccp",
        "correlated-propagation",
        "reassociate",
        "sink",
    };
    enum { CHOICES = sizeof(choice) / sizeof(*choice) };
    uint32_t state = 0, n = variant_random(&state) % MAX_PASSES;
    const char *out = "function(no-op-function";
    for (uint32_t k = 0; k < n; k++)
        out = arena_printf(a, "%s,%s", out, choice[variant_random(&state) % CHOICES]);
    return arena_printf(a, "%s)", out);
}
