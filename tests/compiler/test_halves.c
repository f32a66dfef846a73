// Halves of qwords with vregs of their own, where the EU has no qwords, and what constants leave of
// instructions.
#include "compiler/mir/lower/int64.h"

#include "opt_rows.h"

static const struct row rows[] = {
    {"halves that nothing has together",
     mir_split_qwords,
     "  mov(16|M0) %5<2>:ud, %3:ud\n"
     "  shl(16|M0) %5+4<2>:ud, %4:ud, 0x1:ud\n"
     "  add(16|M0) %9:d, %5<16;8,2>:d, -%5+4<16;8,2>:d\n"
     "  mov(1|M0) {nomask} %8:ud, %5+28<0;1,0>:ud\n",
     {"mov(16|M0) %17:ud, %3:ud\n  shl(16|M0) %18:ud, %4:ud, 0x1:ud", "add(16|M0) %9:d, %17:d, -%18:d",
      "mov(1|M0) {nomask} %8:ud, %18+12<0;1,0>:ud"},
     {0},
     "tgl"},
    {"words of a half",
     mir_split_qwords,
     "  mov(16|M0) %5<2>:ud, %3:ud\n"
     "  mov(16|M0) %5+4<2>:ud, %4:ud\n"
     "  mov(16|M0) %9:ud, %5+6<32;8,4>:uw\n",
     {"mov(16|M0) %9:ud, %18+2<16;8,2>:uw", "mov(16|M0) %17:ud, %3:ud", "mov(16|M0) %18:ud, %4:ud"},
     {0},
     "tgl"},
    {"what a message reads is whole",
     mir_split_qwords,
     "  mov(16|M0) %5<2>:ud, %3:ud\n"
     "  mov(16|M0) %5+4<2>:ud, %4:ud\n" STORE2("%5"),
     {"mov(16|M0) %5+4<2>:ud, %4:ud"},
     {"%17"},
     "tgl"},
    {"moves of qwords tie values together",
     mir_split_qwords,
     "  mov(16|M0) %5<2>:ud, %3:ud\n"
     "  mov(16|M0) %5+4<2>:ud, %4:ud\n"
     "  mov(16|M0) %6:uq, %5:uq\n"
     "  add(16|M0) %9:ud, %6<16;8,2>:ud, %6+4<16;8,2>:ud\n",
     {"mov(16|M0) %19:ud, %17:ud\n", "mov(16|M0) %20:ud, %18:ud\n", "add(16|M0) %9:ud, %19:ud, %20:ud"},
     {"uq"},
     "tgl"},
    {"and none is taken apart if one is whole",
     mir_split_qwords,
     "  mov(16|M0) %5<2>:ud, %3:ud\n"
     "  mov(16|M0) %5+4<2>:ud, %4:ud\n"
     "  mov(16|M0) %6:uq, %5:uq\n" STORE2("%6") "  add(16|M0) %9:ud, %5<16;8,2>:ud, %5+4<16;8,2>:ud\n",
     {"mov(16|M0) %6:uq, %5:uq"},
     {"%17"},
     "tgl"},
    {"dwords side by side are no halves",
     mir_split_qwords,
     "  mov(16|M0) %5:ud, %3:ud\n"
     "  mov(16|M0) %5+64:ud, %4:ud\n"
     "  add(16|M0) %9:ud, %5<16;8,2>:ud, %5+4<16;8,2>:ud\n",
     {"mov(16|M0) %5:ud"},
     {"%17"},
     "tgl"},
    {"a half of zeros is nothing to or, add or shift by",
     mir_opt_propagate,
     "  mov(16|M0) %9:ud, 0x0:ud\n"
     "  or(16|M0) %10:ud, %9:ud, %3:ud\n"
     "  add(16|M0) %12:ud, %10:ud, %9:ud\n"
     "  shl(16|M0) %13:ud, %12:ud, %9:ud\n",
     {"mov(16|M0) %10:ud, %3:ud", "mov(16|M0) %12:ud, %3:ud", "mov(16|M0) %13:ud, %3:ud"},
     {0}},
    {"and leaves nothing of a product",
     mir_opt_propagate,
     "  mov(16|M0) %9:d, 0x0:d\n"
     "  mov(16|M0) %10:d, 0x1:d\n"
     "  mul(16|M0) %12:d, %3:d, %9:d\n"
     "  mul(16|M0) %13:d, %3:d, %10:d\n",
     {"mov(16|M0) %12:d, 0x0:d", "mov(16|M0) %13:d, %3:d"},
     {0}},
    {"but the sign of a float's zero",
     mir_opt_propagate,
     "  mov(16|M0) %9:f, 0x0:f\n"
     "  add(16|M0) %12:f, %3:f, %9:f\n"
     "  mul(16|M0) %13:f, %3:f, %9:f\n",
     {"add(16|M0) %12:f", "mul(16|M0) %13:f"},
     {0}},
    {"or the condition that it is held against",
     mir_opt_propagate,
     "  mov(16|M0) %9:ud, 0x0:ud\n"
     "  or.nz%11(16|M0) %10:ud, %3:ud, %9:ud\n",
     {"or.nz%11(16|M0) %10:ud"},
     {0}},
};

int main(int argc, char **argv)
{
    return run_rows(rows, sizeof(rows) / sizeof(rows[0]));
}
