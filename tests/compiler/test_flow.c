// Machine passes over blocks, branches and what lives through loops.
#include "opt_rows.h"

#define STORE "  sends(16|M0) null:ud, %4:ud, %3:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
#define STORE9 "  sends(16|M0) null:ud, %4:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
#define CHOICE "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n  (+%11) br(16|M0)\n"
#define ZERO "  cmp.z%14(16|M0) {nomask} null:ud, %1<0;1,0>:ud, 0x0:ud\n"

// A loop in a loop: %9 is read in the outer one, and a vreg %17 of many registers lives through both.
#define FILL(at, count)                                                                                      \
    "  send(16|M0) %17+" at ":ud, %3:ud {send 12 desc 0x5c00 len 2 0 " count " read surface}\n"
#define SPILL(at, count)                                                                                     \
    "  sends(16|M0) null:ud, %3:ud, %17+" at ":ud {send 12 desc 0x5c01 len 2 " count " 0 write surface}\n"
#define CROWDED_LOOPS(value, inner)                                                                          \
    value FILL("0", "15") FILL("480", "15") FILL("960", "15") FILL("1440", "15") FILL("1920", "15") FILL(    \
        "2400", "15") "  -> B1\n"                                                                            \
                      "B1: depth 1 loop 1 end 4\n" STORE9 "  -> B2\n"                                        \
                      "B2: depth 2 loop 2 end 3\n"                                                           \
                      "  send(16|M0) %10:ud, %4:ud {send 12 desc 0x5e00 len 2 0 2 read surface}\n" inner     \
                      "  cmp.l%11(16|M0) null:d, %10:d, 0x5:d\n"                                             \
                      "  (+%11) br(16|M0)\n"                                                                 \
                      "  -> B2 B3 divergent\n"                                                               \
                      "B3: depth 1\n" CHOICE "  -> B1 B4 divergent\n"                                        \
                      "B4:\n" SPILL("0", "15") SPILL("480", "15") SPILL("960", "15") SPILL("1440", "15")     \
                          SPILL("1920", "15") SPILL("2400", "15")

static const struct row rows[] = {
    {"an empty block is passed by",
     mir_opt_cfg,
     CHOICE "  -> B1 B2 divergent\nB1:\n  br(16|M0)\n  -> B3\nB2:\n" STORE "  -> B3\nB3:\n",
     {"-> B2 B1 divergent"},
     {"B3:"}},
    {"no choice is left between two",
     mir_opt_cfg,
     CHOICE "  -> B1 B2 divergent\nB1:\n  br(16|M0)\n  -> B3\nB2:\n  -> B3\nB3:\n" STORE,
     {"  -> B1\n"},
     {"br(", "B2:"}},
    {"two blocks that set the same constant are one",
     mir_opt_cfg,
     CHOICE "  -> B1 B2 divergent\nB1:\n  mov(16|M0) %9:ud, 0x1:ud\n  br(16|M0)\n  -> B3\n"
            "B2:\n  mov(16|M0) %9:ud, 0x1:ud\n  -> B3\nB3:\n" STORE9,
     {"  mov(16|M0) %9:ud, 0x1:ud\n  -> B2"},
     {"br(", "B3:"}},
    {"but not if it is another, or no constant",
     mir_opt_cfg,
     CHOICE "  -> B1 B2 divergent\nB1:\n  mov(16|M0) %9:ud, 0x1:ud\n  br(16|M0)\n  -> B3\n"
            "B2:\n  mov(16|M0) %9:ud, 0x2:ud\n  -> B3\nB3:\n" STORE9 CHOICE
            "  -> B4 B5 divergent\nB4:\n  mov(16|M0) %10:ud, %3:ud\n  br(16|M0)\n  -> B6\n"
            "B5:\n  mov(16|M0) %10:ud, %3:ud\n  -> B6\nB6:\n"
            "  sends(16|M0) null:ud, %4:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"-> B1 B2 divergent", "-> B4 B5 divergent"},
     {0}},
    {"channels meet in a latch of several blocks",
     mir_opt_cfg,
     "  -> B1\nB1: depth 1 loop 1 end 4\n" CHOICE "  -> B3 B2 divergent\nB2: depth 1\n" STORE CHOICE
     "  -> B4 B3 divergent\nB3: depth 1\n  br(16|M0)\n  -> B1\nB4:\n",
     {"B3: depth 1 loop 1\n  br(16|M0)\n  -> B1"},
     {0}},
    {"what only a jump asks is computed for one channel",
     mir_opt_jump,
     ZERO "  (-%14) jmpi(1|M0) {nomask} jip B2\n  -> B1 B2\nB1:\n" STORE "  -> B2\nB2:\n",
     {"cmp.z%14(1|M0) {nomask}"},
     {0}},
    {"but not what others ask",
     mir_opt_jump,
     ZERO "  (-%14) jmpi(1|M0) {nomask} jip B2\n  -> B1 B2\nB1:\n  (+%14) mov(16|M0) %4:ud, %3:ud\n" STORE
          "  -> B2\nB2:\n",
     {"cmp.z%14(16|M0) {nomask}"},
     {0}},
    {"nor what channels have of their own, or jumps ask of all",
     mir_opt_jump,
     "  cmp.z%14(16|M0) {nomask} null:ud, %3:ud, 0x0:ud\n" ZERO
     "  cmp.z%11(16|M0) {nomask} null:ud, %1<0;1,0>:ud, 0x1:ud\n"
     "  (-%14) jmpi(1|M0) {nomask} jip B2\n  -> B1 B2\nB1:\n" STORE
     "  (+%11.any16h) jmpi(1|M0) {nomask} jip B2\n  -> B2\nB2:\n",
     {"cmp.z%14(16|M0) {nomask} null:ud, %1", "cmp.z%11(16|M0)"},
     {0}},
    {"private memory begins at the thread's base",
     mir_opt_private,
     "  mov(1|M0) {nomask} %8:ud, %0+20<0;1,0>:ud\n  add(1|M0) {nomask} %8:ud, %8<0;1,0>:ud, private:ud\n"
     "  mov(16|M0) %9:ud, %8<0;1,0>:ud\n" STORE9,
     {"%9:ud, %8<0;1,0>:ud"},
     {"add("},
     .header = "\nuses spills=0 private=64"},
    {"but after what is spilled",
     mir_opt_private,
     "  mov(1|M0) {nomask} %8:ud, %0+20<0;1,0>:ud\n  add(1|M0) {nomask} %8:ud, %8<0;1,0>:ud, private:ud\n"
     "  mov(16|M0) %9:ud, %8<0;1,0>:ud\n" STORE9,
     {"add(1|M0) {nomask} %8:ud, %8<0;1,0>:ud, private:ud"},
     {0},
     .header = "\nuses spills=32 private=64"},
    {"what a crowded inner loop does not read is computed again",
     mir_opt_remat,
     CROWDED_LOOPS("  shl(16|M0) %9:ud, %3:ud, 0x4:ud\n", ""),
     {"B1: depth 1 loop 1 end 4\n  shl(16|M0)"},
     {"shl(16|M0) %9:"},
     .more = "%17 = grf 2880 align 32\n"},
    {"but not what it reads, nor a message's result",
     mir_opt_remat,
     CROWDED_LOOPS("  shl(16|M0) %9:ud, %3:ud, 0x4:ud\n", "  add(16|M0) %10:ud, %10:ud, %9:ud\n"),
     {"shl(16|M0) %9:ud, %3:ud, 0x4:ud\n  send"},
     {"end 4\n  shl"},
     .more = "%17 = grf 2880 align 32\n"},
    {"nor what would have to be read from memory again",
     mir_opt_remat,
     CROWDED_LOOPS("  send(16|M0) %9:ud, %3:ud {send 12 desc 0x5e00 len 2 0 2 read surface}\n", ""),
     {"send(16|M0) %9:ud, %3:ud"},
     {"end 4\n  send("},
     .more = "%17 = grf 2880 align 32\n"},
    {"a loop that tests at the top tests at the bottom",
     mir_opt_rotate,
     "  -> B1\nB1: depth 1 loop 1 end 3\n" ZERO
     "  (+%14) jmpi(1|M0) {nomask} jip B3\n  -> B3 B2\nB2: depth 1\n" STORE
     "  jmpi(1|M0) {nomask} jip B1\n  -> B1\nB3:\n",
     {"jmpi(1|M0) {nomask} jip B2\n  -> B2\nB1:", "(-%14) jmpi(1|M0) {nomask} jip B1\n"},
     {0}},
    {"but not one that does already",
     mir_opt_rotate,
     "  -> B1\nB1: depth 1 loop 1 end 2\n" STORE ZERO
     "  (+%14) jmpi(1|M0) {nomask} jip B1\n  -> B1 B2\nB2:\n",
     {"(+%14) jmpi(1|M0) {nomask} jip B1\n  -> B1 B2"},
     {0}},
};

int main(int argc, char **argv)
{
    return run_rows(rows, sizeof(rows) / sizeof(rows[0]));
}
