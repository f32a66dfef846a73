// The registry of hardware rules and workarounds: what must be done, on which chips, and the source.
//
// One row of rules.def is one rule. The driver looks up the rules of its device and keeps them; the
// simulated device looks up the same rules and reports the name of each that a batch breaks; docs/truth.md
// lists them (gen_truth.py). So a rule is never only an `if` in the driver.
#ifndef KILN_HW_RULES_H
#define KILN_HW_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/devinfo.h"

enum kiln_rule {
#define RULE(id, name, platforms, first, last, weight, doer, what, source, question) KILN_RULE_##id,
#include "hw/rules.def"
    KILN_RULE_COUNT
};

enum kiln_rule_weight {
    // Whoever breaks it is reported, and loses the context.
    KILN_RULE_MUST,
    // One source has it, and a driver that works on the chips does not do it: reported only where all
    // rules are on (KILN_SIM_RULES=all, as in Kiln's own tests).
    KILN_RULE_SHOULD,
};

enum kiln_rule_doer {
    KILN_RULE_DRIVER, // Kiln's driver does something for it, which KILN_DEBUG=forget=NAME leaves out
    KILN_RULE_NEVER,  // something that Kiln's driver never does; others might
};

struct kiln_rule_info {
    const char *name;
    uint32_t platforms;                    // bits by enum kiln_platform
    uint8_t first_revision, last_revision; // of the PCI device
    enum kiln_rule_weight weight;
    enum kiln_rule_doer doer;
    const char *what;     // must be done, in a sentence
    const char *source;   // where it is documented
    const char *question; // what a program on a real chip would try
};

const struct kiln_rule_info *kiln_rule_info(enum kiln_rule rule);

// The rules of a chip, a bit each.
uint64_t kiln_rules_of(const struct kiln_devinfo *info, unsigned revision);
// The rules of a list NAME:NAME..., which ends at a comma or with the string; names that are none are left
// out. NULL: no rule.
bool kiln_rules_check(const char *list); // whether there are all; a warning names each that there is not
uint64_t kiln_rules_named(const char *list);

static inline bool kiln_has_rule(uint64_t rules, enum kiln_rule rule)
{
    return rules >> rule & 1;
}

_Static_assert(KILN_RULE_COUNT <= 64, "a bit each");

#endif
