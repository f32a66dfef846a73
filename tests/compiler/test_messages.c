// Accesses as text, and what messages mir_lower_accesses makes of them. Also: texts are read back as they
// are, and accesses that are not well formed are refused.
#include "compiler/mir/ir/mir.h"
#include "kt.h"

#define HEAD                                                                                                 \
    "simd 16\n"                                                                                              \
    "payload r0=%0 thread=%1\n"                                                                              \
    "%0 = grf 32 align 32 uniform at 0\n"                                                                    \
    "%1 = grf 32 align 32 uniform at 32\n"                                                                   \
    "%2 = grf 64 align 32\n"                                                                                 \
    "%3 = grf 64 align 32\n"                                                                                 \
    "%4 = grf 64 align 32\n"                                                                                 \
    "%5 = grf 64 align 32\n"                                                                                 \
    "%6 = grf 64 align 32\n"                                                                                 \
    "%7 = grf 64 align 32\n"                                                                                 \
    "%8 = grf 4 align 4 uniform\n"                                                                           \
    "%9 = grf 128 align 32\n"                                                                                \
    "%10 = grf 4 align 4 uniform\n"                                                                          \
    "%11 = grf 128 align 32 uniform\n"                                                                       \
    "%12 = grf 8 align 8 uniform\n"                                                                          \
    "B0:\n"                                                                                                  \
    "  mov(16|M0) %2:ud, 0x0:ud\n"                                                                           \
    "  mov(16|M0) %3:ud, 0x1:ud\n"                                                                           \
    "  mov(16|M0) %9:uq, 0x0:uq\n"                                                                           \
    "  mov(1|M0) {nomask} %8:ud, 0x0:ud\n"                                                                   \
    "  mov(1|M0) {nomask} %12:uq, 0x0:uq\n"
#define TAIL "  exit(16|M0)\n"
#define STORE(value)                                                                                         \
    "  access(16|M0) {dwords count 1 bytes 4 table 1 most 4 mem write surface} by %2:ud data " value "\n"

static const struct row {
    const char *name, *device, *text;
    unsigned sends;
    const char *has[4], *lacks[2];
} rows[] = {
    {"dwords that lie together are one message, and its response is stored from where it is",
     "skl",
     "  access(16|M0) {dwords count 2 bytes 4 most 4 mem read surface} by %2:ud to %4:ud, %5:ud\n"
     "  access(16|M0) {dwords count 2 bytes 4 table 1 most 4 mem write surface} by %2:ud data %4:ud, %5:ud\n",
     2,
     {"{dwords count 2 len 2 0 4 read surface}", "{dwords count 2 table 1 len 2 4 0 write surface}"},
     {"mov(16|M0) %4", "access"}},
    {"blocks of load-store units have an address and no header",
     "dg2",
     "  access(1|M0) {nomask} {block count 16 mem read surface} by %8<0;1,0>:ud to %11:ud\n" STORE("%2:ud"),
     2,
     {"send(1|M0)", "{block count 16 len 1 0 2 read surface}"},
     {"header"}},
    {"what is not aligned goes by bytes there",
     "dg2",
     "  access(16|M0) {element count 1 bytes 2 most 1 mem read shared} by %2:ud to %4:ud\n" STORE("%4:ud"),
     3,
     {"{element bytes 1 len 2 0 2 read shared}", "shl(16|M0)", "or(16|M0)"},
     {"bytes 2"}},
    {"private memory is a surface that r0 names",
     "dg2",
     "  access(16|M0) {dwords count 1 bytes 4 most 1 mem write scratch} by 0x8:ud data %3:ud\n",
     1,
     {"private:ud", "0x80:ud", "%0+20<0;1,0>:ud {dwords count 1 len 2 2 0 handle write scratch}"},
     {"header"}},
    {"and a fence is one of each unit",
     "dg2",
     "  access(1|M0) {nomask} {fence mem fence any}\n",
     2,
     {"fence any}", "fence surface}"},
     {NULL}},
    {"more than a message takes are two",
     "skl",
     "  access(16|M0) {dwords count 3 bytes 4 most 2 mem read surface} by %2:ud to %4:ud, %5:ud, "
     "%6:ud\n" STORE("%6:ud"),
     3,
     {"{dwords count 2 len 2 0 4 read", "{dwords count 1 len 2 0 2 read", "add(16|M0)"},
     {NULL}},
    {"data that lie apart are copied together",
     "skl",
     "  access(16|M0) {dwords count 2 bytes 4 most 4 mem write surface} by %2:ud data %3:ud, %2:ud\n",
     1,
     {"sends", "len 2 4 0 write"},
     {NULL}},
    {"what is read once is read by the lanes of a register",
     "skl",
     "  access(1|M0) {nomask} {dwords count 1 bytes 4 most 4 mem read surface} by %8<0;1,0>:ud to "
     "%10<0;1,0>:ud\n"
     "  mov(16|M0) %4:ud, %10<0;1,0>:ud\n" STORE("%4:ud"),
     2,
     {"mov(8|M0) {nomask}", "send(8|M0) {nomask}"},
     {NULL}},
    {"bytes go by scattered messages, one for each",
     "skl",
     "  access(16|M0) {element count 2 bytes 1 most 1 mem read surface} by %2:ud to %4:ud, %5:ud\n" STORE(
         "%5:ud"),
     3,
     {"{element bytes 1 len 2 0 2 read surface}"},
     {NULL}},
    {"a block has its address in a header",
     "skl",
     "  access(1|M0) {nomask} {block count 16 aligned mem read surface} by %8<0;1,0>:ud to %11:ud\n"
     "  mov(16|M0) %4:ud, %11+4<0;1,0>:ud\n" STORE("%4:ud"),
     2,
     {"{block count 16 len 1 0 2 header read surface}"},
     {NULL}},
    {"shared memory that begins anywhere is read by lanes",
     "skl",
     "  access(1|M0) {nomask} {block count 8 mem read shared} by %8<0;1,0>:ud to %11:ud\n"
     "  mov(16|M0) %4:ud, %11+4<0;1,0>:ud\n" STORE("%4:ud"),
     2,
     {"{dwords count 1 len 1 0 1 read shared}", "add(8|M0) {nomask}"},
     {"block"}},
    {"and dwords that make no block, by lanes of which the last ones read one again",
     "skl",
     "  access(1|M0) {nomask} {block count 9 aligned mem read surface} by %8<0;1,0>:ud to %11:ud\n"
     "  mov(16|M0) %4:ud, %11+32<0;1,0>:ud\n" STORE("%4:ud"),
     2,
     {"send(16|M0) {nomask}", "{dwords count 1 len 2 0 2 read surface}", "0x76543210:uv", "0x88888888:uv"},
     {"block"}},
    {"private memory has a header with the thread's base, and a dword for each lane",
     "skl",
     "  access(16|M0) {dwords count 1 bytes 4 most 1 mem read scratch} by %2:ud to %4:ud\n" STORE("%4:ud"),
     2,
     {"{slot len 1 2 2 header read scratch}", "private:ud", "0xfffffc00"},
     {NULL}},
    {"a surface that differs takes a loop over its values",
     "skl",
     "  access(16|M0) {dwords count 1 bytes 4 most 4 mem read surface} surface %3:ud by %2:ud to "
     "%4:ud\n" STORE("%4:ud"),
     2,
     {"values", "cmp.z", "divergent"},
     {NULL}},
    {"a surface that does not takes none",
     "skl",
     "  access(16|M0) {dwords count 1 bytes 4 most 4 mem read surface} surface %8<0;1,0>:ud by %2:ud to "
     "%4:ud\n" STORE("%4:ud"),
     2,
     {"<0;1,0>:ud {dwords count 1 len 2 0 2 read surface}"},
     {"values", "cmp"}},
    {"an address with an end is compared with it, and what is outside is zero",
     "skl",
     "  access(16|M0) {dwords count 1 bytes 4 wide most 4 mem read surface} base %12<0;1,0>:uq end "
     "%12<0;1,0>:uq by %9:uq to %4:ud\n" STORE("%4:ud"),
     2,
     {"cmp.l", "sel(16|M0)", "wide len 4 0 2 read surface"},
     {NULL}},
    {"an atomic by address is two of half as many lanes",
     "skl",
     "  access(16|M0) {atomic op 7 wide mem atomic surface} by %9:uq data %3:ud to %4:ud\n" STORE("%4:ud"),
     3,
     {"sends(8|M0)", "sends(8|M8)"},
     {NULL}},
    {"so is a texel",
     "skl",
     "  access(16|M0) {texel table 2 mem read surface} by %2:ud, %3:ud to %4:ud\n" STORE("%4:ud"),
     3,
     {"send", "(8|M8)", "{texel count 1 table 2"},
     {"header"}},
    {"which has a header on early chips",
     "bdw",
     "  access(16|M0) {texel table 2 mem read surface} by %2:ud, %3:ud to %4:ud\n" STORE("%4:ud"),
     3,
     {"header read surface", "0xffff:ud"},
     {NULL}},
    {"the sampler's parameters come in the order of its message",
     "skl",
     "  access(16|M0) {sample op 10 mem const surface} by %2:ud, %3:ud, _, _, _, 0x5:ud, _, _, _, _, _, _, "
     "_, _, _, _, _ to %4:ud\n" STORE("%4:ud"),
     2,
     {"0x5:ud", "{sample op 7", "const surface"},
     {NULL}},
    {"a fence waits for its commit, a barrier for the others",
     "skl",
     "  access(1|M0) {nomask} {fence mem fence any}\n"
     "  access(1|M0) {nomask} {barrier mem barrier any}\n",
     2,
     {"{fence len 1 0 1 header fence any}", "{barrier len 1 0 0 barrier any}", "wait"},
     {NULL}},
};

static unsigned count_of(const char *text, const char *word)
{
    unsigned n = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        n++;
    return n;
}

static struct mir_shader *parse(struct arena *a, const char *device, const char *text)
{
    char error[256] = "";
    struct mir_shader *s = mir_parse(a, kiln_target(device), text, error, sizeof(error));
    kt_ok(s != NULL, "%s", error);
    return s;
}

static void check_row(struct arena *a, const struct row *r)
{
    const char *text = arena_printf(a, "%s%s%s", HEAD, r->text, TAIL), *error = NULL, *bad;
    struct mir_shader *s = parse(a, r->device, text);
    if (!s)
        return;
    const char *once = mir_print(a, s);
    struct mir_shader *again = parse(a, r->device, once);
    kt_ok(again && !strcmp(once, mir_print(a, again)), "%s: the text is read back as another:\n%s", r->name,
          once);
    bad = mir_validate(a, s);
    kt_ok(!bad, "%s: %s", r->name, bad ? bad : "");
    kt_ok(mir_lower_accesses(s, &error), "%s: %s", r->name, error ? error : "");
    bad = mir_validate(a, s);
    const char *got = mir_print(a, s);
    kt_ok(!bad, "%s: %s\n%s", r->name, bad ? bad : "", got);
    kt_ok(count_of(got, " send") == r->sends, "%s: %u messages, not %u:\n%s", r->name, count_of(got, " send"),
          r->sends, got);
    for (unsigned k = 0; k < 4 && r->has[k]; k++)
        kt_ok(strstr(got, r->has[k]) != NULL, "%s: no '%s':\n%s", r->name, r->has[k], got);
    for (unsigned k = 0; k < 2 && r->lacks[k]; k++)
        kt_ok(!strstr(strstr(got, "B0:"), r->lacks[k]), "%s: '%s':\n%s", r->name, r->lacks[k], got);
}

KT_TEST(accesses_become_messages)
{
    struct arena a;
    arena_init(&a);
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++)
        check_row(&a, &rows[k]);
    arena_finish(&a);
}

KT_TEST(what_has_no_access_stays)
{
    struct arena a;
    const char *error = NULL;
    arena_init(&a);
    struct mir_shader *s = parse(&a, "skl", HEAD TAIL);
    const char *before = mir_print(&a, s);
    kt_ok(mir_lower_accesses(s, &error) && !strcmp(before, mir_print(&a, s)),
          "a program without accesses has changed");
    arena_finish(&a);
}

KT_TEST(malformed_accesses_are_refused)
{
    static const struct {
        const char *text, *why;
    } wrong[] = {
        {"  access(16|M0) {dwords count 1 bytes 4 most 4 mem read surface} by %8:ud to %4:ud\n",
         "a component touches bytes"},
        {"  access(16|M0) {dwords count 1 bytes 4 most 4 mem read surface} by %2:ud to 0x0:ud\n",
         "result 0 is no vreg"},
        {"  access(16|M0) {dwords count 1 bytes 4 most 4 mem write surface} by %5:ud data %3:ud\n",
         "reads %5, which nothing wrote"},
        {"  access(16|M0) {send 0 desc 0x0\n", NULL},
        {"  access(16|M0) {dwords count 1 colour 4 mem write surface} by %2:ud data %3:ud\n", NULL},
    };
    struct arena a;
    arena_init(&a);
    for (unsigned k = 0; k < sizeof(wrong) / sizeof(wrong[0]); k++) {
        char error[256] = "";
        const char *text = arena_printf(&a, "%s%s%s", HEAD, wrong[k].text, TAIL);
        struct mir_shader *s = mir_parse(&a, kiln_target("skl"), text, error, sizeof(error));
        const char *bad = s ? mir_validate(&a, s) : NULL;
        if (!wrong[k].why)
            kt_ok(!s && error[0], "row %u is read", k);
        else
            kt_ok(bad && strstr(bad, wrong[k].why), "row %u: %s", k, bad ? bad : error);
    }
    struct mir_shader *s = parse(&a, "skl", HEAD STORE("%3:ud") TAIL);
    s->has_payloads = true;
    const char *bad = mir_validate(&a, s);
    kt_ok(bad && strstr(bad, "after mir_lower_accesses"), "%s", bad ? bad : "an access after its lowering");
    arena_finish(&a);
}

KT_MAIN()
