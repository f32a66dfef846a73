// Which accesses machine IR takes for the same bytes, and which it may put in another order
// (mir/analysis/alias.h).
#include "compiler/mir/analysis/alias.h"
#include "compiler/mir/ir/query.h"

#include "kt.h"

static struct arena arena;

static const char vregs[] = "simd 16\n"
                            "payload r0=%0\n"
                            "%0 = grf 32 align 32 uniform at 0\n"
                            "%1 = grf 64 align 32\n"
                            "%2 = grf 256 align 32\n"
                            "B0:\n"
                            "  mov(16|M0) %1:ud, 0x40:ud\n"
                            "  mov(16|M0) %2:ud, 0x40:ud\n"
                            "  mov(16|M0) %2+64:ud, 0x40:ud\n";

#define READ1 "  send(16|M0) %2:ud, %1:ud {dwords count 1 "
#define READ2 "  send(16|M0) %2:ud, %1:ud {dwords count 2 "
#define WRITE1 "  sends(16|M0) null:ud, %1:ud, %2:ud {dwords count 1 "
#define WRITE2 "  sends(16|M0) null:ud, %1:ud, %2:ud {dwords count 2 "
#define BYTE "  sends(16|M0) null:ud, %1:ud, %2:ud {element bytes 1 "
#define LEN_READ1 "len 2 0 2 read "
#define LEN_READ2 "len 2 0 4 read "
#define LEN_WRITE1 "len 2 2 0 write "
#define LEN_WRITE2 "len 2 4 0 write "

// `alias`: may they; `order`, `back`: must the second stay behind the first, and the first behind the second?
static const struct row {
    const char *first, *second;
    bool alias, order, back;
} rows[] = {
    // Nothing known but the space.
    {READ1 LEN_READ1 "surface}", WRITE1 LEN_WRITE1 "surface}", true, true, true},
    {READ1 LEN_READ1 "surface}", WRITE1 LEN_WRITE1 "shared}", false, false, false},
    {READ1 LEN_READ1 "surface}", READ1 LEN_READ1 "surface}", true, false, false},
    {READ1 LEN_READ1 "any}", WRITE1 LEN_WRITE1 "shared}", true, true, true},
    // Buffers that are declared: only a read moves up past a write.
    {READ1 "object 1 " LEN_READ1 "surface}", WRITE1 "object 2 " LEN_WRITE1 "surface}", true, true, false},
    {WRITE1 "object 1 " LEN_WRITE1 "surface}", WRITE1 "object 2 " LEN_WRITE1 "surface}", true, true, true},
    {READ1 "object 1 " LEN_READ1 "surface}", WRITE1 "object 1 " LEN_WRITE1 "surface}", true, true, true},
    {READ1 LEN_READ1 "surface}", WRITE1 "object 2 " LEN_WRITE1 "surface}", true, true, true},
    // Shared variables are memory of their own.
    {READ1 "object 1 " LEN_READ1 "shared}", WRITE1 "object 2 " LEN_WRITE1 "shared}", false, false, false},
    {READ1 "object 1 " LEN_READ1 "shared}", "  order(1|M0) {nomask}", true, true, true},
    {READ1 "object 1 " LEN_READ1 "surface}", "  order(1|M0) {nomask}", false, false, false},
    // Bytes behind one address.
    {READ1 "at 4 root 1 " LEN_READ1 "surface}", WRITE1 "at 8 root 1 " LEN_WRITE1 "surface}", false, false,
     false},
    {READ2 "at 4 root 1 " LEN_READ2 "surface}", WRITE1 "at 8 root 1 " LEN_WRITE1 "surface}", true, true,
     true},
    {READ1 "at 4 root 1 " LEN_READ1 "surface}", WRITE1 "at 8 root 2 " LEN_WRITE1 "surface}", true, true,
     true},
    {WRITE2 "root 7 " LEN_WRITE2 "shared}", BYTE "at 7 root 7 " LEN_WRITE1 "shared}", true, true, true},
    {WRITE2 "root 7 " LEN_WRITE2 "shared}", BYTE "at 8 root 7 " LEN_WRITE1 "shared}", false, false, false},
    {WRITE2 "at 4294967292 root 7 " LEN_WRITE2 "shared}", BYTE "root 7 " LEN_WRITE1 "shared}", true, true,
     true},
    {WRITE1 "at 4294967292 root 7 " LEN_WRITE1 "shared}", BYTE "root 7 " LEN_WRITE1 "shared}", false, false,
     false},
    // What a message moves that is none of those is not known.
    {"  send(16|M0) %2:ud, %1:ud {atomic op 1 root 1 len 2 0 2 atomic surface}",
     WRITE1 "at 64 root 1 " LEN_WRITE1 "surface}", true, true, true},
};

KT_TEST(rows_hold)
{
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        char err[256] = "";
        struct mir_shader *s =
            mir_parse(&arena, kiln_target("skl"),
                      arena_printf(&arena, "%s%s\n%s\n  exit(16|M0)\n", vregs, rows[k].first, rows[k].second),
                      err, sizeof(err));
        if (!kt_ok(s != NULL, "row %u: %s", k, err))
            continue;
        const struct mir_inst *second = s->blocks[0]->last->prev, *first = second->prev;
        kt_ok(mir_may_alias(first, second) == rows[k].alias && mir_may_alias(second, first) == rows[k].alias,
              "row %u: alias", k);
        kt_ok(mir_keeps_order(first, second) == rows[k].order, "row %u: order", k);
        kt_ok(mir_keeps_order(second, first) == rows[k].back, "row %u: the other way", k);
    }
}

// Reads of one buffer behind writes of another: all in front, as they have longer to go. Of the same: they
// stay.
static unsigned reads_before_first_write(const char *object)
{
    char err[256] = "";
    const char *body = "";
    for (unsigned k = 0; k < 4; k++)
        body =
            arena_printf(&arena,
                         "%s  send(16|M0) %%%u:ud, %%1:ud {dwords count 1 object %s len 2 0 2 read surface}\n"
                         "  sends(16|M0) null:ud, %%1:ud, %%%u:ud {dwords count 1 object 2 len 2 2 0 write "
                         "surface}\n",
                         body, 2 + k, object, 2 + k);
    struct mir_shader *s = mir_parse(
        &arena, kiln_target("skl"),
        arena_printf(
            &arena,
            "simd 16\npayload r0=%%0\n%%0 = grf 32 align 32 uniform at 0\n%%1 = grf 64 align 32\n"
            "%%2 = grf 64 align 32\n%%3 = grf 64 align 32\n%%4 = grf 64 align 32\n%%5 = grf 64 align 32\n"
            "B0:\n  mov(16|M0) %%1:ud, 0x40:ud\n%s  exit(16|M0)\n",
            body),
        err, sizeof(err));
    if (!kt_ok(s != NULL, "%s", err))
        return 0;
    mir_sched(s);
    unsigned reads = 0;
    mir_foreach_inst(i, s->blocks[0])
    {
        if (mir_order_of(i) == MIR_ORDER_WRITE)
            break;
        reads += mir_order_of(i) == MIR_ORDER_READ;
    }
    return reads;
}

KT_TEST(reads_move_up_past_writes_elsewhere)
{
    kt_eq(reads_before_first_write("1"), 4);
    kt_eq(reads_before_first_write("2"), 1);
}

int main(int argc, char **argv)
{
    arena_init(&arena);
    int r = kt_main(argc, argv);
    arena_finish(&arena);
    return r;
}
