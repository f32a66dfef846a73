// Two instructions that become one of three sources (mir/opt/ternary.c), and those that stay.
#include "opt_rows.h"

#define STORE "  sends(16|M0) null:ud, %4:ud, %13:ud {send 12 desc 0x25c01 len 2 2 0 write surface}\n"
#define MADE                                                                                                 \
    "  mov(16|M0) %9:ud, %1<0;1,0>:ud\n  mov(16|M0) %10:ud, %1+4<0;1,0>:ud\n  mov(1|M0) {nomask} %8:ud, "    \
    "%1+8<0;1,0>:ud\n"

static const struct row rows[] = {
    {"sum of a sum",
     mir_opt_ternary,
     MADE "  add(16|M0) %12:ud, %9:ud, %10:ud\n  add(16|M0) %13:ud, %12:ud, %3:ud\n" STORE,
     {"add3(16|M0) %13:d, %9:d, %10:d, %3:d"},
     {"%12:ud"},
     "dg2"},
    {"of a scalar, and a constant last",
     mir_opt_ternary,
     MADE
     "  add(1|M0) {nomask} %15:ud, %8<0;1,0>:ud, 0x40:ud\n  add(16|M0) %13:ud, %3:ud, %15<0;1,0>:ud\n" STORE,
     {"add3(16|M0) %13:d, %8<0;1,0>:d, %3:d, 0x40:w"},
     {"%15<0;1,0>:ud"},
     "dg2"},
    {"minus a sum",
     mir_opt_ternary,
     MADE "  add(16|M0) %12:d, %9:d, -%10:d\n  add(16|M0) %13:d, -%12:d, %3:d\n" STORE,
     {"add3(16|M0) %13:d, -%9:d, %10:d, %3:d"},
     {NULL},
     "dg2"},
    {"xor of and",
     mir_opt_ternary,
     MADE "  and(16|M0) %12:ud, %9:ud, %10:ud\n  xor(16|M0) %13:ud, %12:ud, %3:ud\n" STORE,
     {"bfn.0x78(16|M0) %13:d, %9:d, %10:d, %3:d"}, // 1 of sources 0 to 2: (s0 & s1) ^ s2
     {"%12:ud"},
     "dg2"},
    {"a choice of bits, by three instructions",
     mir_opt_ternary,
     "  mov(16|M0) %10:ud, %1+4<0;1,0>:ud\n  xor(16|M0) %12:ud, %3:ud, %4:ud\n  and(16|M0) %9:ud, %12:ud, "
     "%10:ud\n  xor(16|M0) %13:ud, %9:ud, %4:ud\n" STORE,
     {"bfn.0xac(16|M0) %13:d, %3:d, %4:d, %10:d"}, // s2 ? s0 : s1
     {"%12:ud", "%9:ud"},
     "dg2"},
    {"an inverted operand",
     mir_opt_ternary,
     MADE "  or(16|M0) %12:ud, -%9:ud, %10:ud\n  and(16|M0) %13:ud, -%12:ud, %3:ud\n" STORE,
     {"bfn.0x20(16|M0) %13:d, %9:d, %10:d, %3:d"}, // s0 & ~s1 & s2
     {NULL},
     "dg2"},
    {"a constant first goes last",
     mir_opt_ternary,
     MADE "  and(16|M0) %12:ud, %9:ud, 0xff:ud\n  or(16|M0) %13:ud, %12:ud, %3:ud\n" STORE,
     {"bfn.0xec(16|M0) %13:d, %9:d, %3:d, 0xff:w"}, // s0 & s2 | s1
     {NULL},
     "dg2"},
    {"not on Gen12",
     mir_opt_ternary,
     MADE "  add(16|M0) %12:ud, %9:ud, %10:ud\n  add(16|M0) %13:ud, %12:ud, %3:ud\n" STORE,
     {"add(16|M0) %12:ud, %9:ud, %10:ud", "add(16|M0) %13:ud, %12:ud, %3:ud"},
     {"add3"},
     "tgl"},
    {"not what others read",
     mir_opt_ternary,
     MADE "  add(16|M0) %12:ud, %9:ud, %10:ud\n  add(16|M0) %13:ud, %12:ud, %12:ud\n" STORE,
     {"add(16|M0) %12:ud, %9:ud, %10:ud"},
     {"add3"},
     "dg2"},
    {"not with a large constant",
     mir_opt_ternary,
     MADE "  add(16|M0) %12:ud, %9:ud, 0x8000:ud\n  add(16|M0) %13:ud, %12:ud, %3:ud\n" STORE,
     {"add(16|M0) %12:ud, %9:ud, 0x8000:ud"},
     {"add3"},
     "dg2"},
    {"not for some channels",
     mir_opt_ternary,
     MADE "  cmp.l%11(16|M0) null:ud, %3:ud, 0x9:ud\n  add(16|M0) %12:ud, %9:ud, %10:ud\n"
          "  mov(16|M0) %13:ud, 0x0:ud\n  (+%11) add(16|M0) %13:ud, %12:ud, %3:ud\n" STORE,
     {"add(16|M0) %12:ud, %9:ud, %10:ud"},
     {"add3"},
     "dg2"},
    {"not of a value that is written again",
     mir_opt_ternary,
     MADE "  add(16|M0) %12:ud, %9:ud, %10:ud\n  mov(16|M0) %9:ud, 0x7:ud\n  add(16|M0) %13:ud, %12:ud, "
          "%9:ud\n" STORE,
     {"add(16|M0) %12:ud, %9:ud, %10:ud"},
     {"add3"},
     "dg2"},
    {"not of four operands",
     mir_opt_ternary,
     MADE
     "  and(16|M0) %12:ud, %9:ud, %10:ud\n  or(16|M0) %13:ud, %12:ud, %3:ud\n  xor(16|M0) %5:ud, %13:ud, "
     "%4:ud\n  sends(16|M0) null:ud, %4:ud, %5:ud {send 12 desc 0x25c01 len 2 2 0 write surface}\n",
     {"bfn.0xf8(16|M0) %13:d, %9:d, %10:d, %3:d", "xor(16|M0) %5:ud, %13:ud, %4:ud"},
     {NULL},
     "dg2"},
    {"not words",
     mir_opt_ternary,
     MADE "  add(16|M0) %12:uw, %9<16;8,2>:uw, %10<16;8,2>:uw\n  add(16|M0) %13:ud, %12:uw, %3:ud\n" STORE,
     {"add(16|M0) %12:uw"},
     {"add3"},
     "dg2"},
};

int main(int argc, char **argv)
{
    return run_rows(rows, sizeof(rows) / sizeof(rows[0]));
}
