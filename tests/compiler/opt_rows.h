// Rows of machine code: what a pass forms is in the text afterwards, and what it must leave alone stays.
#ifndef KILN_TEST_OPT_ROWS_H
#define KILN_TEST_OPT_ROWS_H

#include "compiler/mir/ir/mir.h"

#include "kt.h"

struct row {
    const char *name;
    bool (*pass)(struct mir_shader *s);
    const char *body;
    const char *has[3];   // each must occur afterwards
    const char *lacks[2]; // must not occur
    const char *device;   // skl if it is missing
    const char *header;   // what else there is to say of the program
    const char *more;     // vregs, from %17 on
};

static const char vregs[] = "payload r0=%0 cross=%1*1 thread=%2\n"
                            "%0 = grf 32 align 32 uniform at 0\n"
                            "%1 = grf 32 align 32 uniform at 32\n"
                            "%2 = grf 32 align 32 uniform at 64\n"
                            "%3 = grf 64 align 32\n"
                            "%4 = grf 64 align 32\n"
                            "%5 = grf 128 align 32\n"
                            "%6 = grf 128 align 32\n"
                            "%7 = grf 128 align 32\n"
                            "%8 = grf 4 align 4 uniform\n"
                            "%9 = grf 64 align 32\n"
                            "%10 = grf 64 align 32\n"
                            "%11 = flag 2 align 2\n"
                            "%12 = grf 64 align 32\n"
                            "%13 = grf 64 align 32\n"
                            "%14 = flag 2 align 2\n"
                            "%15 = grf 4 align 4 uniform\n"
                            "%16 = grf 64 align 32 carried\n";

#define LOAD2 "  send(16|M0) %5:ud, %3:ud {send 12 desc 0x5c00 len 2 0 4 read surface}\n"
#define STORE2(v) "  sends(16|M0) null:ud, %4:ud, " v ":ud {send 12 desc 0x5c01 len 2 4 0 write surface}\n"

static const struct row *current;

static void run_row(void)
{
    const struct row *r = current;
    struct arena a;
    char err[256] = "";
    arena_init(&a);
    // What the rows read is defined, and the program ends.
    const char *text = arena_printf(
        &a,
        "simd 16%s\n%s%sB0:\n  shl(16|M0) %%3:ud, %%1<0;1,0>:ud, 0x2:ud\n  shl(16|M0) %%4:ud, %%1<0;1,0>:ud, "
        "0x3:ud\n%s  exit(16|M0)\n",
        r->header ? r->header : "", vregs, r->more ? r->more : "", r->body);
    struct mir_shader *s = mir_parse(&a, kiln_target(r->device ? r->device : "skl"), text, err, sizeof(err));
    if (kt_ok(s != NULL, "%s", err)) {
        const char *before = mir_validate(&a, s);
        kt_ok(!before, "before: %s", before);
        r->pass(s);
        const char *after = mir_validate(&a, s), *out = mir_print(&a, s);
        kt_ok(!after, "after: %s", after);
        for (unsigned k = 0; k < 3 && r->has[k]; k++)
            kt_ok(strstr(out, r->has[k]) != NULL, "no '%s' in\n%s", r->has[k], out);
        for (unsigned k = 0; k < 2 && r->lacks[k]; k++)
            kt_ok(strstr(strstr(out, "B0:"), r->lacks[k]) == NULL, "'%s' in\n%s", r->lacks[k], out);
    }
    arena_finish(&a);
}

static int run_rows(const struct row *rows, size_t count)
{
    unsigned bad = 0;
    for (size_t k = 0; k < count; k++) {
        current = &rows[k];
        bad += !kt_case_run(rows[k].name, run_row);
    }
    printf("1..%u\n", kt_number);
    return bad ? 1 : 0;
}

#endif
