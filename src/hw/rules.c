// See rules.h.
#include "hw/rules.h"

#include <stddef.h>
#include <string.h>

#include "hw/platform_sets.h"
#include "util/env.h"
#include "util/log.h"

static const struct kiln_rule_info rules[KILN_RULE_COUNT] = {
#define RULE(id, name, platforms, first, last, weight, doer, what, source, question)                         \
    [KILN_RULE_##                                                                                            \
        id] = {name, platforms, first, last, KILN_RULE_##weight, KILN_RULE_##doer, what, source, question},
#include "hw/rules.def"
};

const struct kiln_rule_info *kiln_rule_info(enum kiln_rule rule)
{
    return &rules[rule];
}

uint64_t kiln_rules_of(const struct kiln_devinfo *info, unsigned revision)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < KILN_RULE_COUNT; i++)
        if (rules[i].platforms >> info->platform & 1 && revision >= rules[i].first_revision &&
            revision <= rules[i].last_revision)
            set |= UINT64_C(1) << i;
    return set;
}

bool kiln_rules_check(const char *list)
{
    enum { SHOWN = 40 };
    const char *names[KILN_RULE_COUNT];
    bool ok = true;
    for (unsigned i = 0; i < KILN_RULE_COUNT; i++)
        names[i] = rules[i].name;
    for (size_t n; list && *list; list += n + (list[n] == ':')) {
        n = strcspn(list, ":");
        unsigned changes = 0;
        const char *near = n ? kiln_nearest(list, n, names, KILN_RULE_COUNT, &changes) : NULL;
        if (!n || (near && !changes))
            continue;
        kiln_warn_once("KILN_DEBUG=forget=%.*s: there is no such rule%s%s%s", n < SHOWN ? (int)n : SHOWN,
                       list, near ? ": " : "", near ? near : "", near ? "?" : "");
        ok = false;
    }
    return ok;
}

uint64_t kiln_rules_named(const char *list)
{
    uint64_t set = 0;
    while (list && *list && *list != ',') {
        size_t n = strcspn(list, ":,");
        for (unsigned i = 0; i < KILN_RULE_COUNT; i++)
            if (strlen(rules[i].name) == n && !memcmp(rules[i].name, list, n))
                set |= UINT64_C(1) << i;
        list += n;
        list += *list == ':';
    }
    return set;
}
