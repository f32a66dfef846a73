// KILN_SIM_COST: another machine than the tables have, for the estimate only. Names are those of hw/cost.def
// (a class's are its clocks, NAME.latency and NAME.flag_latency), and of the chip's columns of
// hw/devices.def.
#include "sim/observe/stats/cost.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/config/config.h"
#include "util/env.h"
#include "util/log.h"

enum { MOST = 1000000000, MOST_CLOCKS = 4095, MOVES = 64, NAME = 48, NAMES = 128 };

// Columns of the chip that the model uses.
static const struct {
    const char *name, *unit;
    size_t offset; // in struct sim_cost_chip
    unsigned most;
} columns[] = {
#define COLUMN(name, member, unit, most) {name, unit, offsetof(struct sim_cost_chip, member), most}
    COLUMN("SUBSLICES", subslices, "subslices", 4096),
    COLUMN("EUS_PER_SUBSLICE", eus_per_subslice, "EUs", 4096),
    COLUMN("THREADS_PER_EU", threads_per_eu, "threads", 4096),
    COLUMN("SLM_PER_SUBSLICE", slm_per_subslice, "bytes", MOST),
#undef COLUMN
};
enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

static struct kiln_costs now[KILN_ISA_COUNT];
static struct sim_cost_chip machine; // 0: as the chip has it
static char moved[MOVES][NAME + 16];
static unsigned moved_count;
static bool moves_are_right = true;

// ---- names

static const char *const parts[] = {"", ".latency",
                                    ".flag_latency"}; // of a class: members of kiln_cost_class

static unsigned parts_of(const struct kiln_cost_row *row)
{
    return row->pipe ? sizeof(parts) / sizeof(parts[0]) : 1;
}

// Where a name's number is: of a row, its first byte in struct kiln_costs; of the chip, in `machine`.
struct number {
    char name[NAME];
    size_t offset;
    unsigned least, most;
    bool of_chip;
};

// The n-th of all there are; false: there are no more.
static bool number_at(unsigned n, struct number *out)
{
    for (unsigned i = 0; i < kiln_cost_count(); i++) {
        struct kiln_cost_row row = kiln_cost_row(KILN_ISA_GEN9, i);
        if (n >= parts_of(&row)) {
            n -= parts_of(&row);
            continue;
        }
        const bool flag = row.unit && !strcmp(row.unit, "yes or no");
        *out = (struct number){.offset = row.offset + n * sizeof(unsigned),
                               .least = flag || n ? 0 : 1,
                               .most = flag       ? 1
                                       : row.pipe ? MOST_CLOCKS
                                                  : MOST};
        snprintf(out->name, sizeof(out->name), "%s%s", row.name, parts[n]);
        return true;
    }
    if (n >= COLUMNS)
        return false;
    *out = (struct number){.offset = columns[n].offset, .least = 1, .most = columns[n].most, .of_chip = true};
    snprintf(out->name, sizeof(out->name), "%s", columns[n].name);
    return true;
}

static void no_such_number(const char *name, size_t length)
{
    static char all[NAMES][NAME];
    const char *names[NAMES];
    unsigned count = 0, changes;
    struct number n;
    for (; count < NAMES && number_at(count, &n); count++)
        names[count] = strcpy(all[count], n.name);
    const char *near = kiln_nearest(name, length, names, count, &changes);
    kiln_warn_once("KILN_SIM_COST: the model has no number %.*s%s%s%s (KILN_SIM_COST=help lists them)",
                   (int)length, name, near ? ": " : "", near ? near : "", near ? "?" : "");
}

// ---- moves

static bool move(const char *name, size_t length, unsigned long value)
{
    struct number n;
    unsigned i = 0;
    while (number_at(i, &n) && (strncmp(n.name, name, length) != 0 || n.name[length]))
        i++;
    if (!number_at(i, &n)) {
        no_such_number(name, length);
        return false;
    }
    if (value < n.least || value > n.most || moved_count == MOVES) {
        kiln_warn_once("KILN_SIM_COST: %s is from %u to %u", n.name, n.least, n.most);
        return false;
    }
    const unsigned number = (unsigned)value;
    for (unsigned isa = 0; isa < KILN_ISA_COUNT && !n.of_chip; isa++)
        memcpy((char *)&now[isa] + n.offset, &number, sizeof(number));
    if (n.of_chip)
        memcpy((char *)&machine + n.offset, &number, sizeof(number));
    snprintf(moved[moved_count++], sizeof(moved[0]), "%s=%u", n.name, number);
    return true;
}

// ---- help

static unsigned value_of(enum kiln_isa isa, const struct number *n)
{
    unsigned v;
    memcpy(&v, (const char *)kiln_costs(isa) + n->offset, sizeof(v));
    return v;
}

// One line a number: what it is on Gen9, and on each other instruction set where that differs.
static void help(void)
{
    static const struct {
        enum kiln_isa isa;
        const char *name;
    } others[] = {{KILN_ISA_GEN8, "Gen8"}, {KILN_ISA_GEN11, "Gen11"}, {KILN_ISA_GEN12, "Gen12"}};
    struct number n;
    fprintf(stderr, "KILN_SIM_COST=NAME=NUMBER,...: numbers of the cycle model (src/hw/cost.def)\n");
    for (unsigned i = 0, row = 0, part = 0; number_at(i, &n) && !n.of_chip; i++) {
        struct kiln_cost_row r = kiln_cost_row(KILN_ISA_GEN9, row);
        unsigned gen9 = value_of(KILN_ISA_GEN9, &n);
        fprintf(stderr, "  %-22s %u", n.name, gen9);
        for (unsigned k = 0; k < sizeof(others) / sizeof(others[0]); k++)
            if (value_of(others[k].isa, &n) != gen9)
                fprintf(stderr, " (%s: %u)", others[k].name, value_of(others[k].isa, &n));
        fprintf(stderr, " %s: %s\n", r.unit ? r.unit : "clocks", part ? "as above" : r.source);
        if (++part == parts_of(&r)) {
            part = 0;
            row++;
        }
    }
    fprintf(stderr, "and of the chip (src/hw/devices.def), for the estimate only:\n");
    for (unsigned i = 0; i < COLUMNS; i++)
        fprintf(stderr, "  %-22s %s\n", columns[i].name, columns[i].unit);
}

// ---- reading

static bool read_one(const char **s)
{
    size_t length = strcspn(*s, "=,");
    char *end = NULL;
    const char *digits = (*s)[length] == '=' ? *s + length + 1 : "";
    unsigned long v = *digits >= '0' && *digits <= '9' ? strtoul(digits, &end, 10) : 0;
    if (!end || (*end && *end != ',')) {
        kiln_warn_once("KILN_SIM_COST is NAME=NUMBER,...: %s", *s);
        return false;
    }
    bool ok = move(*s, length, v);
    *s = *end ? end + 1 : end;
    return ok;
}

static void read_moves(void)
{
    for (unsigned isa = 0; isa < KILN_ISA_COUNT; isa++)
        now[isa] = *kiln_costs((enum kiln_isa)isa);
    const char *s = sim_config_read().cost;
    if (s && !strcmp(s, "help")) {
        help();
        return;
    }
    for (const char *before = NULL; s && *s && s != before;) {
        before = s;
        moves_are_right &= read_one(&s);
    }
}

bool sim_cost_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_moves);
    return moves_are_right;
}

const struct kiln_costs *sim_cost_numbers(enum kiln_isa isa)
{
    sim_cost_init();
    return &now[isa];
}

// An EU whose threads have twice the registers has half as many of those that KILN_SIM_COST says, too.
struct sim_cost_chip sim_cost_chip_of(const struct kiln_target *target)
{
    const struct kiln_devinfo *info = target->dev;
    sim_cost_init();
    return (struct sim_cost_chip){
        .subslices = machine.subslices ? machine.subslices : info->subslices,
        .eus_per_subslice = machine.eus_per_subslice ? machine.eus_per_subslice : info->eus_per_subslice,
        .threads_per_eu = machine.threads_per_eu
                              ? machine.threads_per_eu * target->threads_per_eu / info->threads_per_eu
                              : target->threads_per_eu,
        .slm_per_subslice = machine.slm_per_subslice ? machine.slm_per_subslice : info->slm_per_subslice,
    };
}

const char *sim_cost_moved(unsigned index)
{
    sim_cost_init();
    return index < moved_count ? moved[index] : NULL;
}
