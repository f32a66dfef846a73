// Machine IR: text both ways, what the validators refuse, what legalization and control flow make of small
// programs.
#include "compiler/mir/ir/mir.h"
#include "compiler/mir/analysis/live.h"
#include "compiler/ra/ra.h"
#include "assemble.h"

#include "kt.h"

static struct arena arena;

static struct mir_shader *parse(const char *text)
{
    char err[256] = "";
    struct mir_shader *s = mir_parse(&arena, kiln_target("skl"), text, err, sizeof(err));
    kt_ok(s != NULL, "%s", err);
    return s;
}

#define VREGS                                                                                                \
    "simd 16\n"                                                                                              \
    "payload r0=%0 cross=%1*1 thread=%2\n"                                                                   \
    "%0 = grf 32 align 32 uniform at 0\n"                                                                    \
    "%1 = grf 32 align 32 uniform at 32\n"                                                                   \
    "%2 = grf 32 align 32 uniform at 64\n"                                                                   \
    "%3 = grf 64 align 32\n"                                                                                 \
    "%4 = grf 64 align 32\n"                                                                                 \
    "%5 = grf 64 align 32\n"                                                                                 \
    "%6 = flag 2 align 2\n"                                                                                  \
    "%7 = grf 64 align 32\n"                                                                                 \
    "%8 = grf 4 align 4 uniform\n"                                                                           \
    "%9 = addr 2 align 2\n"                                                                                  \
    "%10 = grf 32 align 32\n"                                                                                \
    "%11 = grf 128 align 32\n"

#define MESSAGE_VREGS VREGS "%12 = grf 128 align 32\n"

static const char saxpy[] =
    VREGS "B0:\n"
          "  shl(16|M0) %3:ud, %0+4<0;1,0>:ud, 0x2:ud\n"
          "  cmp.l%6(16|M0) null:ud, %3:ud, %1+4<0;1,0>:ud\n"
          "  (+%6) br(16|M0)\n"
          "  -> B1 B2 divergent\n"
          "B1:\n"
          "  send(16|M0) %4:ud, %3:ud {send 12 desc 0x5e00 len 2 0 2 read surface}\n"
          "  send(16|M0) %5:ud, %3:ud {send 12 desc 0x5e01 len 2 0 2 read surface} @17\n"
          "  mad(16|M0) %7:f, %5:f, %4:f, %1<0;1,0>:f\n"
          "  sends(16|M0) null:ud, %3:ud, %7:ud {send 12 desc 0x25e01 len 2 2 0 write surface}\n"
          "  -> B2\n"
          "B2:\n"
          "  exit(16|M0)\n";

KT_TEST(text_round_trip)
{
    static const char *const texts[] = {
        saxpy,
        VREGS "B0: depth 1 loop 0 end 1\n"
              "  mov(1|M0) {nomask} %9:uw, &%3+8:uw\n"
              "  mov(1|M0) {nomask} %8:ud, r[%9]%3-4<0;1,0>:ud\n"
              "  (-%6.any16h) add.ge%6.sat(8|M8) {nomask accwr} %3+4<2>:w, -(abs)%4+2<16;8,2>:w, 0xffff:w\n"
              "  math.rsqt(16|M0) %3:f, arf20+4<0;1,0>:f\n"
              "  undef(1|M0) %3:ud\n"
              "  -> B0\n",
    };
    for (unsigned k = 0; k < 2; k++) {
        struct mir_shader *s = parse(texts[k]);
        if (!s)
            continue;
        char *once = mir_print(&arena, s);
        kt_streq(once, texts[k]);
        struct mir_shader *again = parse(once);
        if (again)
            kt_streq(mir_print(&arena, again), once);
    }
}

// Halves lie two words apart: the words between are nobody's, so a value that a loop computes and uses up
// does not live around the loop.
KT_TEST(halves_live_briefly)
{
    struct mir_shader *s = parse(VREGS "B0:\n"
                                       "  mov(16|M0) %3<2>:hf, 0x0:hf\n"
                                       "  -> B1\n"
                                       "B1: depth 1 loop 1 end 2\n"
                                       "  mul(16|M0) %4<2>:hf, %3<16;8,2>:hf, %3<16;8,2>:hf\n"
                                       "  add(16|M0) %5<2>:hf, %4<16;8,2>:hf, %4<16;8,2>:hf\n"
                                       "  mul(16|M0) %7<2>:hf, %5<16;8,2>:hf, %5<16;8,2>:hf\n"
                                       "  cmp.l%6(16|M0) null:hf, %7<16;8,2>:hf, %3<16;8,2>:hf\n"
                                       "  add(16|M0) %3<2>:hf, %3<16;8,2>:hf, %7<16;8,2>:hf\n"
                                       "  (+%6) br(16|M0)\n"
                                       "  -> B1 B2 divergent\n"
                                       "B2:\n"
                                       "  mov(16|M0) %11:hf, %3<16;8,2>:hf\n"
                                       "  mov(16|M0) %11+64:uw, %7+2<16;8,2>:uw\n"
                                       "  exit(16|M0)\n");
    struct mir_live *l = s ? mir_live_compute(&arena, s, NULL) : NULL;
    for (unsigned k = 0; l && k < 2; k++) {
        const struct live_unit *u[8];
        for (unsigned v = 3; v < 8; v++)
            u[v] = &l->units[l->first_unit[v] + k];
        kt_ok(!live_overlap(u[4], u[5]), "unit %u of %%4 and %%5", k);
        kt_ok(live_overlap(u[3], u[4]) && live_overlap(u[3], u[5]), "unit %u of %%3", k);
        // Its odd words come from above: something reads them.
        kt_ok(live_overlap(u[7], u[4]) && live_end(u[7]) > live_end(u[5]), "unit %u of %%7", k);
    }
}

// A register that came from scratch memory, is changed for some channels and goes back has all channels in
// between, although its messages execute in one (Gen12.5).
KT_TEST(blocks_of_one_channel_have_all)
{
    static const char text[] =
        "simd 8\npayload r0=%0\n%0 = grf 32 align 32 uniform at 0\n%1 = grf 32 align 32 uniform\n%2 = grf 32 "
        "align "
        "32\n%3 = grf 32 align 32\nB0:\n"
        "  mov(8|M0) {nomask} %1:ud, 0x40:ud\n"
        "  send(1|M0) {nomask} %2:ud, %1:ud, %0+20<0;1,0>:ud {spill at 2 len 1 0 1 handle read scratch}\n"
        "  mov(8|M0) %3:ud, 0x7:ud\n"
        "  add(8|M0) %2:ud, %3:ud, 0x1:ud\n"
        "  sends(1|M0) {nomask} null:ud, %1:ud, %2:ud, %0+20<0;1,0>:ud {spill at 2 len 1 1 0 handle write "
        "scratch}\n"
        "  exit(8|M0)\n";
    char err[256] = "";
    struct mir_shader *s = mir_parse(&arena, kiln_target("dg2"), text, err, sizeof(err));
    if (!kt_ok(s != NULL, "%s", err))
        return;
    struct mir_live *l = mir_live_compute(&arena, s, NULL);
    kt_ok(live_overlap(&l->units[l->first_unit[2]], &l->units[l->first_unit[3]]),
          "another value may overwrite what some channels have in %%2");
}

// A flag of 32 channels is written and read in halves of 16: of two flags, one after the other, neither lives
// around the loop. One of which a half comes from the round before does.
KT_TEST(flags_live_by_halves)
{
    static const char vregs[] = "simd 32\n"
                                "payload r0=%0 cross=%1*1 thread=%2\n"
                                "%0 = grf 32 align 32 uniform at 0\n"
                                "%1 = grf 32 align 32 uniform at 32\n"
                                "%2 = grf 32 align 32 uniform at 64\n"
                                "%3 = grf 128 align 32\n"
                                "%4 = flag 4 align 4\n"
                                "%5 = flag 4 align 4\n"
                                "%6 = flag 4 align 4\n"
                                "%7 = flag 4 align 4\n";
    static const char loop[] = "B0:\n"
                               "  mov(16|M0) %3:f, 0x0:f\n"
                               "  mov(16|M16) %3+64:f, 0x0:f\n"
                               "  cmp.l%6(16|M16) null:f, %3+64:f, 0x0:f\n"
                               "  -> B1\n"
                               "B1: depth 1 loop 1 end 2\n"
                               "  cmp.l%4(16|M0) null:f, %3:f, 0x0:f\n"
                               "  (+%4) sel(16|M0) %3:f, %3:f, 0x1:f\n"
                               "  cmp.l%4(16|M16) null:f, %3+64:f, 0x0:f\n"
                               "  (+%4) sel(16|M16) %3+64:f, %3+64:f, 0x1:f\n"
                               "  cmp.l%5(16|M0) null:f, %3:f, 0x0:f\n"
                               "  cmp.l%5(16|M16) null:f, %3+64:f, 0x0:f\n"
                               "  (+%5) sel(16|M0) %3:f, %3:f, 0x2:f\n"
                               "  (+%5) sel(16|M16) %3+64:f, %3+64:f, 0x2:f\n"
                               "  cmp.l%6(16|M0) null:f, %3:f, 0x0:f\n"
                               "  (+%6) sel(16|M0) %3:f, %3:f, 0x3:f\n"
                               "  (+%6) sel(16|M16) %3+64:f, %3+64:f, 0x3:f\n"
                               "  cmp.l%7(32|M0) null:f, %3:f, 0x0:f\n"
                               "  (+%7) br(32|M0)\n"
                               "  -> B1 B2 divergent\n"
                               "B2:\n"
                               "  exit(32|M0)\n";
    char text[4096];
    snprintf(text, sizeof(text), "%s%s", vregs, loop);
    struct mir_shader *s = parse(text);
    struct mir_live *l = s ? mir_live_compute(&arena, s, NULL) : NULL;
    if (!kt_ok(l != NULL, "%s", text))
        return;
    const struct live_unit *u[5];
    for (unsigned v = 1; v < 5; v++)
        u[v] = &l->units[l->first_unit[v + 3]];
    kt_true(!live_overlap(u[1], u[2]));
    kt_true(!live_overlap(u[1], u[4]) && !live_overlap(u[2], u[4]));
    kt_true(live_overlap(u[3], u[1]) && live_overlap(u[3], u[2]) && live_overlap(u[3], u[4]));
}

// An array that is read through a register address is read whole, and no more: what writes all of it anew
// ends the range of what it had.
KT_TEST(arrays_end_where_they_are_written_anew)
{
    struct mir_shader *s = parse(VREGS "B0:\n"
                                       "  mov(1|M0) {nomask} %9:uw, &%7:uw\n"
                                       "  mov(16|M0) {nomask} %7:ud, 0x1:ud\n"
                                       "  mov(16|M0) %3:ud, r[%9]%7<0;1,0>:ud\n"
                                       "  mov(16|M0) %4:ud, %3:ud\n"
                                       "  add(16|M0) %5:ud, %4:ud, %3:ud\n"
                                       "  mov(16|M0) {nomask} %7:ud, %5:ud\n"
                                       "  mov(16|M0) %3:ud, r[%9]%7<0;1,0>:ud\n"
                                       "  mov(16|M0) %11:ud, %3:ud\n"
                                       "  exit(16|M0)\n");
    struct mir_live *l = s ? mir_live_compute(&arena, s, NULL) : NULL;
    for (unsigned k = 0; l && k < 2; k++)
        kt_ok(!live_overlap(&l->units[l->first_unit[7] + k], &l->units[l->first_unit[4] + k]), "unit %u", k);
}

KT_TEST(parse_refuses)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"simd 16\n%1 = grf 4 align 4\n", "declared in order"},
        {"simd 16\n%0 = grf 4 align 4\nB0:\n  frob(1|M0)\n", "'frob' is no instruction"},
        {"simd 16\n%0 = grf 4 align 4\nB0:\n  mov(1|M0) %7:ud, 0x0:ud\n", "out of range"},
        {"simd 16\n%0 = grf 4 align 4\nB0:\n  mov(1|M0) %0:zz, 0x0:ud\n", "'zz' is no type"},
        {"simd 16\nB0:\n  br(16|M0)\n  -> B4\n", "out of range"},
        {"simd 16\n%0 = grf 64 align 32\nB0:\n  send(16|M0) %0:ud, %0:ud {words len 2 0 2 read any}\n",
         "'words' is no access"},
        {"simd 16\n%0 = grf 64 align 32\nB0:\n  send(16|M0) %0:ud, %0:ud {dwords many len 2 0 2 read any}\n",
         "'many' is nothing"},
        {"simd 16\nB1:\n", "in order"},
        {"simd 99\n", "out of range"},
        {"simd 16\npayload r0=%3\n", "not declared"},
        {"simd 16\n%0 = grf 4 align 4\nB0:\n  mov(1|M0) %0:ud, \n", "expected"},
        {"bogus\n", "unknown line"},
    };
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        char err[256] = "";
        kt_ok(!mir_parse(&arena, kiln_target("skl"), rows[k].text, err, sizeof(err)), "row %u is accepted",
              k);
        kt_ok(strstr(err, rows[k].message) != NULL, "row %u: '%s' does not say '%s'", k, err,
              rows[k].message);
    }
}

// Every prefix and every single-character change of a text is refused or accepted, never more.
KT_TEST(parse_survives)
{
    char text[sizeof(saxpy)], err[256];
    for (size_t n = 0; n < sizeof(saxpy); n += 3) {
        memcpy(text, saxpy, n);
        text[n] = 0;
        struct mir_shader *s = mir_parse(&arena, kiln_target("skl"), text, err, sizeof(err));
        if (s)
            mir_validate(&arena, s);
    }
    for (size_t n = 0; n + 1 < sizeof(saxpy); n += 2) {
        static const char junk[] = "%<9-{\n:B~";
        memcpy(text, saxpy, sizeof(saxpy));
        text[n] = junk[n % (sizeof(junk) - 1)];
        struct mir_shader *s = mir_parse(&arena, kiln_target("skl"), text, err, sizeof(err));
        if (s)
            mir_validate(&arena, s);
    }
    kt_ok(true);
}

KT_TEST(validator_refuses)
{
    static const struct {
        const char *body, *message;
    } rows[] = {
        {"  mov(16|M0) %8:ud, 0x0:ud\n  exit(16|M0)\n", "touches bytes"},
        {"  mov(16|M0) %3:ud, %4:ud\n  exit(16|M0)\n", "which nothing wrote before"},
        {"  mov(1|M0) %8:ud, 0x0:ud\n  exit(16|M0)\n", "under the channel mask"},
        {"  mov(12|M0) %3:ud, 0x0:ud\n  exit(16|M0)\n", "execution size"},
        {"  mov(16|M4) %3:ud, 0x0:ud\n  exit(16|M0)\n", "SIMD16 shader"},
        {"  mov(8|M0) %3+2:ud, 0x0:ud\n  exit(16|M0)\n", "not aligned"},
        {"  add(16|M0) %3:ud, 0x0:ud\n  exit(16|M0)\n", "source 1 is missing"},
        {"  cmp.l(16|M0) null:ud, 0x0:ud, 0x0:ud\n  exit(16|M0)\n", "without a flag"},
        {"  (+%3) mov(16|M0) %4:ud, 0x0:ud\n  exit(16|M0)\n", "another register file"},
        {"  mov(16|M0) %3:ud, 0x0:ud\n", "runs off the end"},
        {"  mov(16|M0) %3:ud, 0x0:ud\n  send(16|M0) %4:ud, %3:ud {dwords count 2 len 2 0 2 read surface}\n  "
         "exit(16|M0)\n",
         "registers of address"},
        {"  mov(16|M0) %3:ud, 0x0:ud\n  send(16|M0) %4:ud, %3:ud {dwords count 5 len 2 0 2 read surface}\n  "
         "exit(16|M0)\n",
         "5 dwords a channel"},
        {"  br(16|M0)\n  -> B1\nB1:\n  join(16|M0)\n  exit(16|M0)\n", "not lowered, after mir_cf"},
        {"  exit(16|M0)\n  mov(16|M0) %3:ud, 0x0:ud\n", "follows the terminator"},
        {"  mov(16|M0) %3:ud, 0x0:ud\n  send(16|M0) %4:ud, %3:ud {send 12 desc 0x0 len 3 0 2 read any}\n  "
         "exit(16|M0)\n",
         "touches bytes"},
        {"  send(16|M0) %4:ud, %8:ud {send 12 desc 0x0 len 1 0 2 read any}\n  exit(16|M0)\n",
         "touches bytes"},
        {"  mov(16|M0) %3:ud, 0x0:ud\n  send(16|M0) %4:ud, %3:ud {send 12 desc 0x80000 len 2 0 2 read any}\n "
         " exit(16|M0)\n",
         "belong to lengths"},
        {"  mov(16|M0) %3:ud, 0x0:ud\n  send(16|M0) %4:ud, %3:ud, %3:ud {send 12 desc 0x0 len 2 2 2 read "
         "any}\n"
         "  exit(16|M0)\n",
         "needs sends"},
    };
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        struct mir_shader *s = parse(arena_printf(&arena, "%sB0:\n%s", VREGS, rows[k].body));
        const char *why = s ? mir_validate(&arena, s) : "";
        kt_ok(why && strstr(why, rows[k].message), "row %u: '%s' does not say '%s'", k,
              why ? why : "accepted", rows[k].message);
    }
}

// A logical access, and the message of Gen9 that it becomes; the descriptors are those of before there were
// logical accesses.
KT_TEST(messages)
{
    static const struct {
        const char *in, *out;
    } rows[] = {
        {"(16|M0) %4:ud, %3:ud {dwords count 1 table 1 len 2 0 2 read surface}", "send 12 desc 0x5e01"},
        {"(8|M0) {nomask} %12:ud, %10:ud {dwords count 4 len 1 0 4 const surface}", "send 12 desc 0x6000"},
        {"s(16|M0) null:ud, %3:ud, %12:ud {dwords count 2 len 2 4 0 write shared}", "send 12 desc 0x25cfe"},
        {"s(8|M0) null:ud, %10:ud, %4:ud, %8<0;1,0>:ud {dwords count 1 len 1 1 0 handle write surface}",
         "send 12 desc 0x26efc"},
        {"(16|M0) %4:ud, %12:ud {element bytes 2 wide len 4 0 2 read surface}", "send 12 desc 0x414fd"},
        {"s(16|M0) null:ud, %3:ud, %4:ud {element bytes 1 table 1 len 2 2 0 write surface}",
         "send 10 desc 0x30101"},
        {"s(16|M0) %4:ud, %10:ud, %3:ud {slot len 1 2 2 header read scratch}", "send 10 desc 0xc3fd"},
        {"(8|M0) {nomask} %4:ud, %10:ud {block count 16 table 2 len 1 0 2 header read surface}",
         "send 10 desc 0x4302"},
        {"s(8|M0) null:ud, %10:ud, %4:ud {atomic op 2 len 1 1 0 atomic shared}", "send 12 desc 0x92fe"},
        {"s(16|M0) null:ud, %3:ud, %4:ud {atomic op 1 real len 2 2 0 atomic surface}",
         "send 12 desc 0x6c100"},
        {"s(8|M8) %7:uq, %3:uq, %4:uq {atomic op 7 wide qword len 2 2 2 atomic surface}",
         "send 12 desc 0x4b7fd"},
        {"s(8|M0) %10:ud, %3:ud, %4:ud {texel count 1 table 3 len 2 1 1 read surface}",
         "send 12 desc 0x15e03"},
        {"s(8|M8) null:ud, %3:ud, %4:ud {texel count 1 table 3 len 2 1 0 write surface}",
         "send 12 desc 0x36e03"},
        {"s(8|M0) null:ud, %3:ud, %4:ud {texel op 7 table 2 len 2 1 0 atomic surface}",
         "send 12 desc 0x18702"},
        {"(8|M0) {nomask} %3:ud, %10:ud {sample op 10 table 2 len 1 0 2 const surface}",
         "send 2 desc 0x2a002"},
        {"(16|M0) {nomask} %3:ud, %0:ud {spill at 6 len 1 0 2 header read scratch}", "send 10 desc 0x41006"},
        {"s(16|M0) {nomask} null:ud, %0:ud, %3:ud {spill at 38 len 1 2 0 header write scratch}",
         "send 10 desc 0x61026"},
        {"(8|M0) {nomask} %10:ud, %0:ud {fence len 1 0 1 header fence any}", "send 10 desc 0x1e000"},
        {"(8|M0) {nomask} null:ud, %10:ud {barrier len 1 0 0 barrier any}", "send 3 desc 0x4"},
    };
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        const char *error = NULL;
        struct mir_shader *s =
            parse(arena_printf(&arena, "%sB0:\n  send%s\n  exit(16|M0)\n", MESSAGE_VREGS, rows[k].in));
        if (!s)
            continue;
        const char *before = strstr(mir_print(&arena, s), "B0:");
        kt_ok(strstr(before, rows[k].in) != NULL, "row %u is printed as %s", k, before);
        const char *wrong = mir_validate(&arena, s);
        kt_ok(!wrong || strstr(wrong, "nothing wrote"), "row %u: %s", k, wrong ? wrong : "");
        kt_ok(mir_messages(s, kiln_target("skl"), &error), "row %u: %s", k, error ? error : "");
        const char *after = strstr(mir_print(&arena, s), "B0:");
        kt_ok(strstr(after, rows[k].out) != NULL, "row %u is not %s: %s", k, rows[k].out, after);
    }
    static const struct {
        const char *target, *in, *what;
    } refused[] = {
        // sample_lz came with Gen9
        {"bdw", "%3:ud, %10:ud {sample op 24 len 1 0 2 const surface}", "no message for this sample"},
    };
    for (unsigned k = 0; k < sizeof(refused) / sizeof(refused[0]); k++) {
        const char *error = NULL;
        struct mir_shader *s = parse(arena_printf(&arena, "%sB0:\n  send(8|M0) {nomask} %s\n  exit(16|M0)\n",
                                                  MESSAGE_VREGS, refused[k].in));
        kt_ok(s && !mir_messages(s, kiln_target(refused[k].target), &error) && strstr(error, refused[k].what),
              "%s: %s", refused[k].what, error ? error : "accepted");
    }
}

// Those of Gen12.5's load-store units, whose surface is partly in the extended descriptor; a thread ends by
// the gateway. Descriptors: as tests/sim/test_eu_lsc.c has them.
KT_TEST(messages_of_the_load_store_units)
{
    static const struct {
        const char *in, *out;
    } rows[] = {
        {"(8|M0) %3:ud, %10:ud {dwords count 2 table 2 len 1 0 2 read surface}",
         "send 15 desc 0x60001500 ex 0x2000000"},
        {"(8|M0) %3:ud, %10:ud {element bytes 1 table 1 len 1 0 1 read surface}",
         "send 15 desc 0x60000900 ex 0x1000000"},
        {"(8|M0) %3:ud, %10:ud {dwords count 1 len 1 0 1 read shared}", "send 14 desc 0x500"},
        {"s(8|M0) null:ud, %10:ud, %4:ud {atomic op 4 table 1 real len 1 1 0 atomic surface}", // adds floats
         "send 15 desc 0x60000513 ex 0x1000000"},
        {"s(8|M0) %3:ud, %10:ud, %4:ud {atomic op 4 real len 1 1 1 atomic shared}", "send 14 desc 0x513"},
        {"(1|M0) {nomask} %3:ud, %10:ud {fence len 1 0 1 fence shared}", "send 14 desc 0x11f"},
        {"(8|M0) {nomask} null:ud, %10:ud {end len 1 0 0 barrier any}", "send 3 desc 0x0"},
    };
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        const char *error = NULL;
        struct mir_shader *s =
            parse(arena_printf(&arena, "%sB0:\n  send%s\n  exit(16|M0)\n", MESSAGE_VREGS, rows[k].in));
        if (!s || !kt_ok(mir_messages(s, kiln_target("dg2"), &error), "row %u: %s", k, error ? error : ""))
            continue;
        const char *after = strstr(mir_print(&arena, s), "B0:");
        kt_ok(strstr(after, rows[k].out) != NULL, "row %u is not %s: %s", k, rows[k].out, after);
    }
}

static char *body_of(struct mir_shader *s)
{
    return strstr(mir_print(&arena, s), "B0:");
}

// A product gets its MUL, and its low half behind the high one is what the accumulator has.
KT_TEST(accumulates)
{
    static const struct {
        const char *in, *out;
    } rows[] = {
        {"  mach(8|M8) {accwr} %10:d, %3:d, %4:d\n",
         "  mul(8|M8) arf20:d, %3:d, %4<16;8,2>:uw\n  mach(8|M8) {accwr} %10:d, %3:d, %4:d\n"},
        {"  (+%6) mach(8|M0) %10:ud, %3:ud, 0x12345678:ud\n",
         "  mul(8|M0) arf20:ud, %3:ud, 0x5678:uw\n  (+%6) mach(8|M0) %10:ud, %3:ud, 0x12345678:ud\n"},
        {"  mach(8|M0) {accwr} %10:ud, %3:ud, %4:ud\n  mach(8|M0) %5:ud, %3:ud, %4:ud\n",
         "  mov(8|M0) %5:ud, arf20:ud\n"},
        {"  mach(8|M0) {accwr} %3:ud, %3:ud, %4:ud\n  mach(8|M0) %5:ud, %3:ud, %4:ud\n", // a factor is gone
         "  mul(8|M0) arf20:ud, %3:ud, %4<16;8,2>:uw\n  mach(8|M0) %5:ud, %3:ud, %4:ud\n"},
        {"  (+%6) mach(8|M0) {accwr} %10:ud, %3:ud, %4:ud\n  mach(8|M0) %5:ud, %3:ud, %4:ud\n", // not in all
         "  mul(8|M0) arf20:ud, %3:ud, %4<16;8,2>:uw\n  mach(8|M0) %5:ud, %3:ud, %4:ud\n"},
    };
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        struct mir_shader *s = parse(arena_printf(&arena, "%sB0:\n%s  exit(16|M0)\n", VREGS, rows[k].in));
        kt_ok(s && mir_accumulate(s), "row %u: nothing done", k);
        const char *text = s ? body_of(s) : "";
        kt_ok(strstr(text, rows[k].out) != NULL, "row %u:\n%snot\n%s", k, text, rows[k].out);
    }
}

// One instruction before, what legalization makes of it.
KT_TEST(legalizes)
{
    static const struct {
        const char *name, *in, *out;
    } rows[] = {
        {"narrow", "  mov(16|M0) %10:uw, %3:ud\n", "  mov(16|M0) %10:uw, %3<16;8,2>:uw\n"},
        {"swap", "  add(16|M0) %4:d, 0x5:d, %3:d\n", "  add(16|M0) %4:d, %3:d, 0x5:d\n"},
        {"swap compare", "  cmp.l%6(16|M0) null:d, 0x5:d, %3:d\n", "  cmp.g%6(16|M0) null:d, %3:d, 0x5:d\n"},
        {"pool", "  mad(16|M0) %4:f, %3:f, %3:f, 0x40000000:f\n",
         "  mov(1|M0) {nomask} %12:f, 0x40000000:f\n  mad(16|M0) %4:f, %3:f, %3:f, %12<0;1,0>:f\n"},
        {"shift", "  shl(16|M0) %4:d, 0x5:d, %3:d\n",
         "  mov(1|M0) {nomask} %12:d, 0x5:d\n  shl(16|M0) %4:d, %12<0;1,0>:d, %3:d\n"},
        {"quad", "  mov(16|M0) %11:q, %3:d\n", "  mov(8|M0) %11:q, %3:d\n  mov(8|M8) %11+64:q, %3+32:d\n"},
        {"division", "  math.iqot(16|M0) %4:d, %3:d, %3:d\n",
         "  math.iqot(8|M0) %4:d, %3:d, %3:d\n  math.iqot(8|M8) %4+32:d, %3+32:d, %3+32:d\n"},
        {"accumulator", "  mul(16|M0) arf20:d, %3:d, %3:d\n  mach(16|M0) %4:d, %3:d, %3:d\n",
         "  mul(8|M0) arf20:d, %3:d, %3:d\n  mach(8|M0) %4:d, %3:d, %3:d\n"
         "  mul(8|M8) arf20:d, %3+32:d, %3+32:d\n  mach(8|M8) %4+32:d, %3+32:d, %3+32:d\n"},
        {"products of their own", // the second reads channels of the first that lie behind its own
         "  mach(16|M0) %4:d, %3:d, %3:d\n  mach(16|M0) %5:d, %4<0;1,0>:d, %3:d\n",
         "  mach(8|M0) %4:d, %3:d, %3:d\n  mach(8|M8) %4+32:d, %3+32:d, %3+32:d\n"
         "  mach(8|M0) %5:d, %4<0;1,0>:d, %3:d\n  mach(8|M8) %5+32:d, %4<0;1,0>:d, %3+32:d\n"},
        {"to half", "  mov(16|M0) %10:hf, %3:f\n",
         "  mov(16|M0) %12<2>:hf, %3:f\n  mov(16|M0) %10:hf, %12<16;8,2>:hf\n"},
        {"negated immediate", "  add(16|M0) %4:f, %3:f, -0x40000000:f\n",
         "  add(16|M0) %4:f, %3:f, 0xc0000000:f\n"},
        {"same payloads", "  sends(16|M0) null:ud, %3:ud, %3:ud {send 12 desc 0x0 len 2 2 0 write any}\n",
         "  mov(8|M0) {nomask} %12:ud, %3:ud\n  mov(8|M0) {nomask} %12+32:ud, %3+32:ud\n"
         "  sends(16|M0) null:ud, %3:ud, %12:ud {send 12 desc 0x0 len 2 2 0 write any}\n"},
        {"scalar third", "  mad(16|M0) %4:f, %3<2;1,0>:f, %3:f, %3:f\n", NULL},
    };
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        if (!rows[k].out)
            continue;
        struct mir_shader *s = parse(
            arena_printf(&arena, "%sB0:\n  mov(16|M0) %%3:ud, 0x0:ud\n%s  exit(16|M0)\n", VREGS, rows[k].in));
        const char *error = NULL;
        if (!s)
            continue;
        mir_legalize(s, &error);
        char *text = body_of(s), *exit = strstr(text, "  exit");
        kt_ok(exit != NULL, "no exit");
        if (exit)
            *exit = 0;
        // Constants come first in the block, before the MOV that this test puts there.
        char *zero = strstr(text, "  mov(16|M0) %3:ud, 0x0:ud\n");
        char *rest = zero ? arena_printf(&arena, "%.*s%s", (int)(zero - text) - 4, text + 4,
                                         zero + strlen("  mov(16|M0) %3:ud, 0x0:ud\n"))
                          : text;
        kt_ok(!strcmp(rest, rows[k].out), "%s:\n%snot\n%s", rows[k].name, rest, rows[k].out);
        error = mir_validate(&arena, s);
        kt_ok(!error, "%s: %s", rows[k].name, error ? error : "");
    }
}

KT_TEST(ra_validator_refuses)
{
    static const struct {
        const char *p3, *p4, *message;
    } rows[] = {
        {" at 96", " at 160", NULL},
        {" at 96", " at 128", "may be overwritten"},
        {" at 96", "", "no place"},
    };
    for (unsigned k = 0; k < 3; k++) {
        struct mir_shader *s = parse(arena_printf(&arena,
                                                  "simd 16\n"
                                                  "payload r0=%%0\n"
                                                  "%%0 = grf 32 align 32 uniform at 0\n"
                                                  "%%1 = grf 64 align 32%s\n"
                                                  "%%2 = grf 64 align 32%s\n"
                                                  "B0:\n"
                                                  "  mov(16|M0) %%1:ud, 0x1:ud\n"
                                                  "  mov(16|M0) %%2:ud, 0x2:ud\n"
                                                  "  add(16|M0) %%2:ud, %%2:ud, %%1:ud\n"
                                                  "  exit(16|M0)\n",
                                                  rows[k].p3, rows[k].p4));
        const char *why = s ? ra_validate(&arena, s) : "";
        kt_ok(rows[k].message ? why && strstr(why, rows[k].message) : !why, "row %u: %s", k,
              why ? why : "accepted");
    }
}

// The value that one branch keeps for later must survive the other branch, which shares its registers.
KT_TEST(ra_validator_knows_divergence)
{
    static const char text[] = "simd 16\n"
                               "payload r0=%0\n"
                               "%0 = grf 32 align 32 uniform at 0\n"
                               "%1 = grf 64 align 32 at 96\n"
                               "%2 = grf 64 align 32 at 96\n"
                               "%3 = flag 2 align 2 at 0\n"
                               "%4 = grf 64 align 32 at 160\n"
                               "B0:\n"
                               "  mov(16|M0) %1:ud, 0x1:ud\n"
                               "  cmp.z%3(16|M0) null:ud, %1:ud, 0x2:ud\n"
                               "  (+%3) goto(16|M0) jip B2 uip B2\n"
                               "  -> B1 B2 divergent\n"
                               "B1:\n"
                               "  mov(16|M0) %2:ud, 0x5:ud\n"
                               "  add(16|M0) %4:ud, %2:ud, 0x5:ud\n"
                               "  mov(16|M0) %1:ud, %4:ud\n"
                               "  -> B2\n"
                               "B2:\n"
                               "  join(16|M0)\n"
                               "  add(16|M0) %4:ud, %1:ud, 0x5:ud\n"
                               "  exit(16|M0)\n";
    struct mir_shader *s = parse(text);
    const char *why = s ? ra_validate(&arena, s) : NULL;
    kt_ok(why && strstr(why, "may be overwritten"), "%s", why ? why : "accepted");
}

// Values that are loaded before a loop which some channels skip, changed in it, and used after it by all: one
// register each, though channels that skip the loop keep theirs in it while the others go on.
KT_TEST(coalesces_around_a_skipped_loop)
{
    struct mir_shader *s =
        parse(VREGS "%12 = grf 64 align 32\n"
                    "%13 = flag 2 align 2\n"
                    "B0:\n"
                    "  mov(16|M0) %3:ud, 0x40:ud\n"
                    "  send(16|M0) %4:ud, %3:ud {send 12 desc 0x5e00 len 2 0 2 read surface}\n"
                    "  cmp.l%6(16|M0) null:ud, %3:ud, %1+4<0;1,0>:ud\n"
                    "  (+%6) br(16|M0)\n"
                    "  -> B1 B4 divergent\n"
                    "B1:\n"
                    "  mov(16|M0) %5:ud, %4:ud\n"
                    "  -> B2\n"
                    "B2: depth 1 loop 2 end 2\n"
                    "  add(16|M0) %5:ud, %5:ud, %3:ud\n"
                    "  cmp.l%13(16|M0) null:ud, %5:ud, %1+4<0;1,0>:ud\n"
                    "  (+%13) br(16|M0)\n"
                    "  -> B2 B3 divergent\n"
                    "B3:\n"
                    "  mov(16|M0) %12:ud, %5:ud\n"
                    "  -> B5\n"
                    "B4:\n"
                    "  mov(16|M0) %12:ud, %4:ud\n"
                    "  -> B5\n"
                    "B5:\n"
                    "  sends(16|M0) null:ud, %3:ud, %12:ud {send 12 desc 0x25e01 len 2 2 0 write surface}\n"
                    "  exit(16|M0)\n");
    unsigned copies = 0;
    if (!s)
        return;
    ra_coalesce(s);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) copies += i->op == EU_OP_MOV && i->src[0].kind == MIR_OPK_VREG;
    kt_eq(copies, 0);
}

// A word of each dword is copied to where another is put beside it: both are made in place.
KT_TEST(coalesces_words_that_lie_apart)
{
    struct mir_shader *s =
        parse(VREGS "B0:\n"
                    "  mov(16|M0) %3:ud, 0x0:ud\n"
                    "  send(16|M0) %4:ud, %3:ud {element bytes 2 table 1 len 2 0 2 read surface}\n"
                    "  send(16|M0) %5:ud, %3:ud {element bytes 2 table 2 len 2 0 2 read surface}\n"
                    "  mov(16|M0) %7<2>:uw, %4<16;8,2>:uw\n"
                    "  mov(16|M0) %7+2<2>:uw, %5<16;8,2>:uw\n"
                    "  sends(16|M0) null:ud, %3:ud, %7:ud {dwords count 1 table 1 len 2 2 0 write surface}\n"
                    "  exit(16|M0)\n");
    if (!s)
        return;
    kt_ok(ra_coalesce(s), "nothing was merged");
    const char *why = mir_validate(&arena, s), *text = mir_print(&arena, s);
    kt_ok(!why, "%s", why);
    kt_ok(!strstr(text, "mov(16|M0) %7<2>") && !strstr(text, "%4<16;8,2>"), "%s", text);
    kt_ok(strstr(text, "+2<2>:uw, %5<16;8,2>:uw") != NULL, "the other is no longer beside it:\n%s", text);
}

KT_TEST(compiles_saxpy)
{
    struct mir_shader *s = parse(saxpy);
    const char *error = NULL;
    const uint8_t *code;
    size_t size;
    if (!s)
        return;
    mir_legalize(s, &error);
    mir_sched(s);
    mir_end_thread(s);
    ra_coalesce(s);
    const char *why = NULL;
    mir_cf(s, &why);
    struct ra_work w;
    ra_work_init(&w);
    kt_ok(ra_small(&w, s, &error) && ra_general(&w, s, 128, true, &error) == RA_DONE, "%s", error);
    ra_work_finish(&w);
    kt_ok(mir_messages(s, kiln_target("skl"), &error), "%s", error);
    if (!kt_ok(assemble(s, kiln_target("skl"), &code, &size, &error), "%s", error))
        return;
    struct eu_text text = {0};
    struct eu_error err;
    kt_ok(eu_disassemble(kiln_target("skl"), code, size, &text, &err), "%s", err.text);
    // f0.0 holds where the channel goes on: the forward GOTO of Gen9 takes the others away.
    kt_ok(text.data && strstr(text.data, "(f0.0)  goto"), "%s", text.data);
    kt_ok(text.data && strstr(text.data, "EOT"), "%s", text.data);
    free(text.data);
}

// Loads that the text has all in front, and chains of arithmetic that it has one after the other, beside
// values that live throughout: neither the text's order nor that of the longest paths fits into the
// registers.
KT_TEST(schedules_for_pressure)
{
    enum { KEPT = 46, LOADS = 22, CHAINS = 44, FIRST = 2 };
    unsigned n = FIRST + KEPT;
    const char *vregs = "", *body = "", *end = "";
    for (unsigned k = 0; k < KEPT + LOADS + 3 * CHAINS; k++)
        vregs = arena_printf(&arena, "%s%%%u = grf 64 align 32\n", vregs, FIRST + k);
    for (unsigned k = 0; k < KEPT; k++) {
        body = arena_printf(&arena, "%s  add(16|M0) %%%u:ud, %%1:ud, 0x%x:ud\n", body, FIRST + k, k);
        end = arena_printf(
            &arena,
            "%s  sends(16|M0) null:ud, %%1:ud, %%%u:ud {send 12 desc 0x25efe len 2 2 0 write shared}\n", end,
            FIRST + k);
    }
    body = arena_printf(&arena, "%s  -> B1\nB1:\n", body);
    for (unsigned k = 0; k < LOADS; k++)
        body = arena_printf(&arena,
                            "%s  send(16|M0) %%%u:ud, %%%u:ud {send 12 desc 0x5e00 len 2 0 2 read surface}\n",
                            body, n + k, FIRST + k);
    for (unsigned k = 0; k < LOADS; k++)
        body = arena_printf(
            &arena,
            "%s  sends(16|M0) null:ud, %%1:ud, %%%u:ud {send 12 desc 0x25efe len 2 2 0 write shared}\n", body,
            n + k);
    for (unsigned k = 0, a = n + LOADS; k < CHAINS; k++, a += 3)
        body = arena_printf(
            &arena,
            "%s  add(16|M0) %%%u:ud, %%%u:ud, 0x7:ud\n  send(16|M0) %%%u:ud, %%%u:ud {send 12 desc 0x5e00 "
            "len 2 0 2 read surface}\n"
            "  add(16|M0) %%%u:ud, %%%u:ud, %%%u:ud\n"
            "  sends(16|M0) null:ud, %%1:ud, %%%u:ud {send 12 desc 0x25efe len 2 2 0 write shared}\n",
            body, a, FIRST + k, a + 1, a, a + 2, a + 1, a, a + 2);
    struct mir_shader *s =
        parse(arena_printf(&arena,
                           "simd 16\npayload r0=%%0\n%%0 = grf 32 align 32 uniform at 0\n"
                           "%%1 = grf 64 align 32\n%sB0:\n  mov(16|M0) %%1:ud, 0x40:ud\n%s%s"
                           "  exit(16|M0)\n",
                           vregs, body, end));
    const char *error = NULL;
    if (!s)
        return;
    mir_sched(s);
    mir_end_thread(s);
    ra_coalesce(s);
    const char *why = NULL;
    mir_cf(s, &why);
    struct ra_work w;
    ra_work_init(&w);
    kt_ok(ra_small(&w, s, &error) && ra_general(&w, s, 128, true, &error) == RA_DONE, "%s", error);
    ra_work_finish(&w);
    kt_eq(s->spills, 0);
    kt_ok(s->max_live_bytes <= 110 * 32, "%u registers", s->max_live_bytes / 32);
}

// Reads with chains of so many temporary values behind them, as rounds of a loop that is unrolled, and values
// that live throughout.
static struct mir_shader *parse_rounds(unsigned kept, unsigned reads, unsigned temps)
{
    enum { FIRST = 2 };
    unsigned n = FIRST + kept;
    const char *vregs = "", *body = "";
    for (unsigned k = 0; k < kept + reads * (temps + 1); k++)
        vregs = arena_printf(&arena, "%s%%%u = grf 64 align 32\n", vregs, FIRST + k);
    for (unsigned k = 0; k < kept; k++)
        body = arena_printf(&arena, "%s  add(16|M0) %%%u:ud, %%1:ud, 0x%x:ud\n", body, FIRST + k, k);
    body = arena_printf(&arena, "%s  -> B1\nB1:\n", body);
    for (unsigned k = 0, r = n; k < reads; k++, r += temps + 1) {
        body = arena_printf(&arena,
                            "%s  send(16|M0) %%%u:ud, %%%u:ud {send 12 desc 0x5e00 len 2 0 2 read surface}\n",
                            body, r, FIRST + k);
        for (unsigned t = 1; t <= temps; t++)
            body =
                arena_printf(&arena, "%s  add(16|M0) %%%u:ud, %%%u:ud, 0x%x:ud\n", body, r + t, r + t - 1, t);
        for (unsigned t = temps; t--;)
            body = arena_printf(&arena, "%s  add(16|M0) %%%u:ud, %%%u:ud, %%%u:ud\n", body, r + t, r + t,
                                r + t + 1);
        body = arena_printf(&arena, "%s  add(16|M0) %%%u:ud, %%%u:ud, %%%u:ud\n", body, FIRST, FIRST, r);
    }
    for (unsigned k = 0; k < kept; k++)
        body = arena_printf(
            &arena,
            "%s  sends(16|M0) null:ud, %%1:ud, %%%u:ud {send 12 desc 0x25efe len 2 2 0 write shared}\n", body,
            FIRST + k);
    return parse(arena_printf(&arena,
                              "simd 16\npayload r0=%%0\n%%0 = grf 32 align 32 uniform at 0\n"
                              "%%1 = grf 64 align 32\n%sB0:\n  mov(16|M0) %%1:ud, 0x40:ud\n%s"
                              "  exit(16|M0)\n",
                              vregs, body));
}

// Of the instructions in front of the last read of the second block, those that are no reads.
static unsigned count_before_reads(const struct mir_shader *s, unsigned reads)
{
    unsigned seen = 0, before = 0;
    mir_foreach_inst(i, s->blocks[1])
    {
        bool read = mir_op_is_send(i->op) && i->send.mem == MIR_MEM_READ;
        before += seen < reads && !read;
        seen += read;
    }
    kt_eq(seen, reads);
    return before;
}

// Half of what stands in front of the last read may be no reads.
static void check_reads_are_early(unsigned kept, unsigned reads, unsigned temps, uint32_t clocks)
{
    struct mir_shader *s = parse_rounds(kept, reads, temps);
    if (!s)
        return;
    mir_sched(s);
    unsigned before = count_before_reads(s, reads);
    kt_ok(before <= reads * (2 * temps + 1) / 2, "%u instructions before the last read", before);
    kt_ok(s->cycles < clocks, "%u clocks", s->cycles);
}

// All chains at once take more registers than there are; the reads come early nevertheless.
KT_TEST(schedules_reads_first)
{
    check_reads_are_early(30, 4, 9, 1000);
}

// There are registers for few of the reads at a time: each goes ahead of the chain before it.
KT_TEST(schedules_some_reads_ahead)
{
    check_reads_are_early(36, 12, 6, 2000);
}

int main(int argc, char **argv)
{
    arena_init(&arena);
    int r = kt_main(argc, argv);
    arena_finish(&arena);
    return r;
}
