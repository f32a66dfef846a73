// Machine passes over copies: who reads what was copied, and who writes where a copy goes.
#include "opt_rows.h"

#define LOAD6 "  send(16|M0) %6:ud, %3:ud {send 12 desc 0x5c00 len 2 0 4 read surface}\n"
#define STORE1(v) "  sends(16|M0) null:ud, %4:ud, " v ":ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
#define SHARED                                                                                               \
    "  mul(16|M0) %9:f, %3:f, %3:f\n"                                                                        \
    "  mul(16|M0) %10:f, %4:f, %4:f\n"
#define PARTS                                                                                                \
    "  send(8|M0) %9:ud, %3:ud {element bytes 4 len 1 0 1 read surface}\n"                                   \
    "  send(8|M8) %9+32:ud, %3+32:ud {element bytes 4 len 1 0 1 read surface}\n"

static const struct row rows[] = {
    {"a payload that lies somewhere",
     mir_opt_propagate,
     LOAD2 "  mov(16|M0) %6:ud, %5:ud\n"
           "  mov(16|M0) %6+64:ud, %5+64:ud\n" STORE2("%6"),
     {"null:ud, %4:ud, %5:ud"},
     {0}},
    {"a payload in another order",
     mir_opt_propagate,
     LOAD2 "  mov(16|M0) %6:ud, %5+64:ud\n"
           "  mov(16|M0) %6+64:ud, %5:ud\n" STORE2("%6"),
     {"null:ud, %4:ud, %6:ud"},
     {0}},
    {"a payload that is not copied whole",
     mir_opt_propagate,
     LOAD2 "  mov(16|M0) %6:ud, %5:ud\n"
           "  add(16|M0) %6+64:ud, %5+64:ud, 0x1:ud\n" STORE2("%6"),
     {"null:ud, %4:ud, %6:ud"},
     {0}},
    {"a payload under a predicate",
     mir_opt_propagate,
     LOAD2 "  cmp.z%11(16|M0) null:ud, %3:ud, 0x0:ud\n"
           "  mov(16|M0) %6:ud, %5:ud\n"
           "  (+%11) mov(16|M0) %6+64:ud, %5+64:ud\n" STORE2("%6"),
     {"null:ud, %4:ud, %6:ud"},
     {0}},
    {"payloads of a split send stay apart",
     mir_opt_propagate,
     LOAD2 "  mov(16|M0) %9:ud, %5:ud\n"
           "  sends(16|M0) null:ud, %5:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"null:ud, %5:ud, %9:ud"},
     {0}},
    {"dwords of qwords",
     mir_opt_propagate,
     LOAD2 "  mov(8|M0) %6<2>:ud, %5:ud\n"
           "  mov(8|M8) %6+64<2>:ud, %5+32:ud\n"
           "  mov(8|M0) %6+4<2>:ud, %5+64:ud\n"
           "  mov(8|M8) %6+68<2>:ud, %5+96:ud\n"
           "  mov(8|M0) %7:ud, %6<8;4,2>:ud\n"
           "  mov(8|M8) %7+32:ud, %6+64<8;4,2>:ud\n"
           "  mov(8|M0) %7+64:ud, %6+4<8;4,2>:ud\n"
           "  mov(8|M8) %7+96:ud, %6+68<8;4,2>:ud\n" STORE2("%7"),
     {"%7:ud, %5:ud", "%7+96:ud, %5+96:ud", "null:ud, %4:ud, %5:ud"},
     {"<8;4,2>"}},
    {"a copy that is written again",
     mir_opt_propagate,
     LOAD2 "  mov(16|M0) %9:ud, %5:ud\n"
           "  add(16|M0) %10:ud, %9:ud, 0x1:ud\n"
           "  mov(16|M0) %9:ud, %10:ud\n"
           "  add(16|M0) %7:ud, %9:ud, 0x2:ud\n" STORE2("%7"),
     {"%10:ud, %9:ud, 0x1:ud", "%7:ud, %9:ud, 0x2:ud"},
     {0}},
    {"other channels' elements",
     mir_opt_propagate,
     LOAD2 "  mov(16|M0) %9:ud, %5:ud\n"
           "  mov(8|M8) %10:ud, %9:ud\n"
           "  mov(8|M0) %10+32:ud, %9:ud\n" STORE2("%5"),
     {"mov(8|M8) %10:ud, %9:ud", "mov(8|M0) %10+32:ud, %5:ud"},
     {0}},
    {"unmasked readers",
     mir_opt_propagate,
     LOAD2 "  mov(16|M0) %9:ud, %5:ud\n"
           "  add(16|M0) {nomask} %10:ud, %9:ud, 0x1:ud\n" STORE2("%5"),
     {"%10:ud, %9:ud"},
     {0}},
    {"a copy of what a message brings in two parts",
     mir_opt_propagate,
     PARTS "  mov(16|M0) %12:ud, %9:ud\n"
           "  add(16|M0) %10:ud, %12:ud, 0x1:ud\n" STORE1("%10"),
     {"%10:ud, %9:ud"},
     {0}},
    {"but not if one part is written again",
     mir_opt_propagate,
     PARTS "  mov(16|M0) %12:ud, %9:ud\n"
           "  mov(8|M8) %9+32:ud, 0x7:ud\n"
           "  add(16|M0) %10:ud, %12:ud, 0x1:ud\n" STORE1("%10"),
     {"%10:ud, %12:ud"},
     {0}},
    {"words of a dword are written where they are put together",
     mir_opt_retarget,
     "  mov(16|M0) %9<2>:hf, %3:f\n"
     "  mov(16|M0) %10<2>:hf, %4:f\n"
     "  undef(16|M0) %12:ud\n"
     "  mov(16|M0) %12<2>:uw, %9<16;8,2>:uw\n"
     "  mov(16|M0) %12+2<2>:uw, %10<16;8,2>:uw\n" STORE1("%12"),
     {"undef(16|M0) %12:ud\n  mov(16|M0) %12<2>:hf, %3:f", "%10<2>:hf", "%12+2<2>:uw, %10<16;8,2>:uw"},
     {"%9<"}},
    {"what a loop's next round has is left to the register allocator",
     mir_opt_retarget,
     LOAD6 "  add(16|M0) %9:ud, %6:ud, %3:ud\n"
           "  mov(16|M0) %6:ud, %9:ud\n" STORE2("%6"),
     {"%9:ud, %6:ud, %3:ud", "mov(16|M0) %6:ud, %9:ud"},
     {0}},
    {"a part of a vector",
     mir_opt_retarget,
     "  add(16|M0) %9:ud, %3:ud, %4:ud\n"
     "  add(16|M0) %6+64:ud, %3:ud, 0x1:ud\n"
     "  mov(16|M0) %6:ud, %9:ud\n" STORE2("%6"),
     {"add(16|M0) %6:ud, %3:ud, %4:ud"},
     {"%9:"}},
    {"but not over what it is made of",
     mir_opt_retarget,
     "  undef(16|M0) %6:ud\n"
     "  add(16|M0) %9:ud, %6+32:ud, %3:ud\n"
     "  mov(16|M0) %6:ud, %9:ud\n"
     "  mov(16|M0) %6+64:ud, %3:ud\n" STORE2("%6"),
     {"add(16|M0) %9:ud, %6+32:ud, %3:ud", "mov(16|M0) %6:ud, %9:ud"},
     {0}},
    {"nor over what is read before the copy",
     mir_opt_retarget,
     "  undef(16|M0) %6:ud\n"
     "  add(16|M0) %9:ud, %3:ud, 0x1:ud\n"
     "  add(16|M0) %10:ud, %6:ud, 0x1:ud\n"
     "  mov(16|M0) %6:ud, %9:ud\n"
     "  mov(16|M0) %6+64:ud, %10:ud\n" STORE2("%6"),
     {"%9:ud, %3:ud", "mov(16|M0) %6:ud, %9:ud", "add(16|M0) %6+64:ud, %6:ud"},
     {"%10"}},
    {"nor where another reads the result, nor for other lanes",
     mir_opt_retarget,
     "  add(16|M0) %9:ud, %3:ud, 0x1:ud\n"
     "  mov(16|M0) %6:ud, %9:ud\n"
     "  add(16|M0) %10:ud, %9:ud, 0x1:ud\n"
     "  add(16|M0) {nomask} %12:ud, %3:ud, 0x2:ud\n"
     "  mov(16|M0) %6+64:ud, %12:ud\n" STORE2("%6") STORE1("%10"),
     {"mov(16|M0) %6:ud, %9:ud", "mov(16|M0) %6+64:ud, %12:ud"},
     {0}},
    {"a word for a message of words is not extended",
     mir_opt_retarget,
     "  mov(16|M0) %9<2>:hf, %3:f\n"
     "  mov(16|M0) %12:ud, %9<16;8,2>:uw\n"
     "  sends(16|M0) null:ud, %4:ud, %12:ud {element bytes 2 len 2 2 0 write surface}\n",
     {"undef(16|M0) %12:ud\n  mov(16|M0) %12<2>:hf, %3:f"},
     {"%9<"}},
    {"but for one of dwords",
     mir_opt_retarget,
     "  mov(16|M0) %9<2>:hf, %3:f\n"
     "  mov(16|M0) %12:ud, %9<16;8,2>:uw\n"
     "  sends(16|M0) null:ud, %4:ud, %12:ud {element bytes 4 len 2 2 0 write surface}\n",
     {"mov(16|M0) %12:ud, %9<16;8,2>:uw"},
     {"undef"}},
    {"words of a region are read where they lie",
     mir_opt_propagate,
     "  mov(8|M0) {nomask} %9:uw, 0x76543210:uv\n"
     "  mov(16|M0) %10:ud, %9<1;4,0>:uw\n"
     "  or(16|M0) %12:ud, %3:ud, %10:ud\n" STORE1("%12"),
     {"%12:ud, %3:ud, %9<1;4,0>:uw"},
     {0}},
    {"but not in products, nor for all lanes, nor in another size",
     mir_opt_propagate,
     "  mov(8|M0) {nomask} %9:uw, 0x76543210:uv\n"
     "  mov(16|M0) %10:ud, %9<1;4,0>:uw\n"
     "  mul(16|M0) %12:d, %10:d, %3:d\n"
     "  add(16|M0) {nomask} %13:ud, %10:ud, 0x1:ud\n"
     "  add(8|M8) %13:ud, %10:ud, 0x1:ud\n" STORE1("%12") STORE1("%13"),
     {"%12:d, %10:d, %3:d", "{nomask} %13:ud, %10:ud", "add(8|M8) %13:ud, %10:ud"},
     {0}},
    {"what only makes more of itself is dead",
     mir_opt_dce,
     LOAD2 "  mov(8|M0) {nomask} %9:uw, 0x76543210:uv\n"
           "  add(8|M0) {nomask} %9+16:uw, %9:uw, 0x8:uw\n"
           "  mov(16|M0) %10:ud, 0x0:ud\n"
           "  add(16|M0) %10:ud, %10:ud, 0x1:ud\n" STORE2("%5"),
     {0},
     {"%9", "%10"}},
    {"but not if its flag is asked, or if it is stored",
     mir_opt_dce,
     LOAD2 "  mov(16|M0) %9:ud, 0x0:ud\n"
           "  mov(16|M0) %10:ud, 0x0:ud\n"
           "  add(16|M0) %9:ud, %9:ud, 0x1:ud\n"
           "  add.z%11(16|M0) %10:ud, %10:ud, 0x1:ud\n"
           "  (+%11) mov(16|M0) %5:ud, 0x1:ud\n" STORE2("%5") STORE1("%9"),
     {"mov(16|M0) %9:ud, 0x0:ud", "mov(16|M0) %10:ud, 0x0:ud", "%10:ud, %10:ud, 0x1:ud"},
     {0}},
    {"what is carried keeps what it had",
     mir_opt_propagate,
     LOAD2 "  mov(16|M0) %16:ud, %3:ud\n"
           "  mov(16|M0) %9:ud, %16:ud\n"
           "  add(16|M0) %10:ud, %16:ud, %9:ud\n" STORE1("%10"),
     {"%10:ud, %16:ud, %9:ud"},
     {0}},
    {"in parts as well",
     mir_opt_propagate,
     LOAD2 "  mov(16|M0) %16:ud, %5:ud\n"
           "  add(16|M0) %10:ud, %16:ud, 0x1:ud\n" STORE1("%10"),
     {"%10:ud, %16:ud, 0x1:ud"},
     {0}},
    {"a half is what a sum takes",
     mir_opt_mixed,
     LOAD2 "  mov(16|M0) %9:f, %5<16;8,2>:hf\n"
           "  add(16|M0) %10:f, %3:f, -%9:f\n" STORE1("%10"),
     {"add(16|M0) %10:f, %3:f, -%5<16;8,2>:hf"},
     {"mov"}},
    {"and a product; its square and another are too many readers",
     mir_opt_mixed,
     LOAD2 "  mov(16|M0) %9:f, %5<16;8,2>:hf\n"
           "  mov(16|M0) %10:f, %5+2<16;8,2>:hf\n"
           "  mul(16|M0) %12:f, %9:f, %10:f\n"
           "  mul(16|M0) %6:f, %10:f, %10:f\n" STORE1("%12") STORE1("%6"),
     {"mul(16|M0) %12:f, %5<16;8,2>:hf, %10:f", "mul(16|M0) %6:f, %10:f, %10:f"},
     {0}},
    {"of what is negative or has no sign",
     mir_opt_mixed,
     LOAD2 "  mov(16|M0) %9:f, -(abs)%5<16;8,2>:hf\n"
           "  mov(16|M0) %10:f, -%5+2<16;8,2>:hf\n"
           "  mul(16|M0) %12:f, -%9:f, %3:f\n"
           "  add(16|M0) %6:f, (abs)%10:f, -%3:f\n" STORE1("%12") STORE1("%6"),
     {"%12:f, (abs)%5<16;8,2>:hf, %3:f", "%6:f, (abs)%5+2<16;8,2>:hf, -%3:f"},
     {"mov"}},
    {"a multiply-add of two halves is a product and a sum",
     mir_opt_mixed,
     LOAD2 "  mov(16|M0) %9:f, %5<16;8,2>:hf\n"
           "  mov(16|M0) %10:f, %5+2<16;8,2>:hf\n"
           "  mad(16|M0) %12:f, -%3:f, -%9:f, %10:f\n" STORE1("%12"),
     {":f, -%5<16;8,2>:hf, %5+2<16;8,2>:hf", "add(16|M0) %12:f, -%3:f, "},
     {"mov", "mad"}},
    {"but not of one, nor where another reads it",
     mir_opt_mixed,
     LOAD2 "  mov(16|M0) %9:f, %5<16;8,2>:hf\n"
           "  mov(16|M0) %10:f, %5+2<16;8,2>:hf\n"
           "  mad(16|M0) %12:f, %3:f, %9:f, %4:f\n"
           "  add(16|M0) %6:f, %10:f, %3:f\n" STORE1("%12") STORE1("%6") STORE1("%10"),
     {"mov(16|M0) %10:f", "mad(16|M0) %12:f, %3:f, %9:f, %4:f", "%6:f, %10:f, %3:f"},
     {0}},
    {"nor what is read often, or by all channels",
     mir_opt_mixed,
     LOAD2 "  mov(16|M0) %9:f, %5<16;8,2>:hf\n"
           "  mov(16|M0) %10:f, %5+2<16;8,2>:hf\n"
           "  add(16|M0) %12:f, %9:f, %3:f\n"
           "  add(16|M0) %12:f, %9:f, %12:f\n"
           "  add(16|M0) %12:f, %9:f, %12:f\n"
           "  add(16|M0) {nomask} %6:f, %10:f, %3:f\n" STORE1("%12") STORE1("%6"),
     {"mov(16|M0) %9:f", "mov(16|M0) %10:f"},
     {0}},
    {"a constant is the last source of what is legal",
     mir_opt_propagate,
     "  mov(16|M0) %9:ud, 0x7:ud\n"
     "  add(16|M0) %10:ud, %9:ud, %3:ud\n"
     "  add(16|M0) %12:ud, %3:ud, %9:ud\n" STORE1("%10") STORE1("%12"),
     {"%10:ud, %9:ud, %3:ud", "%12:ud, %3:ud, 0x7:ud"},
     {0},
     .header = " legal"},
    {"any source of what will be",
     mir_opt_propagate,
     "  mov(16|M0) %9:f, 0x3f000000:f\n"
     "  add(16|M0) %10:f, %9:f, %3:f\n"
     "  mad(16|M0) %12:f, %3:f, %9:f, %4:f\n" STORE1("%10") STORE1("%12"),
     {"%10:f, 0x3f000000:f, %3:f", "%12:f, %3:f, 0x3f000000:f, %4:f"},
     {0}},
    {"a part that is a constant, and one that is a scalar",
     mir_opt_propagate,
     "  mov(16|M0) %6:ud, 0x7:ud\n"
     "  mov(16|M0) %6+64:ud, %1<0;1,0>:ud\n"
     "  add(16|M0) %10:ud, %3:ud, %6:ud\n"
     "  add(16|M0) %12:ud, %3:ud, %6+64:ud\n" STORE2("%6") STORE1("%10") STORE1("%12"),
     {"%10:ud, %3:ud, 0x7:ud", "%12:ud, %3:ud, %1<0;1,0>:ud", "null:ud, %4:ud, %6:ud"},
     {0}},
    {"a sign inverts in logic, and only there",
     mir_opt_propagate,
     "  not(16|M0) %9:d, %3:d\n"
     "  mov(16|M0) %10:d, -%3:d\n"
     "  and(16|M0) %12:d, %9:d, %10:d\n"
     "  add(16|M0) %13:d, %9:d, %10:d\n" STORE1("%12") STORE1("%13"),
     {"%12:d, -%3:d, %10:d", "%13:d, %9:d, -%3:d"},
     {0}},
    {"what is legal stays so: a dword of each qword for sixteen channels",
     mir_opt_propagate,
     LOAD2 "  mov(16|M0) %9:uw, %5<16;8,2>:uw\n"
           "  mov(8|M0) %10:ud, %5<8;4,2>:ud\n"
           "  mov(8|M8) %10+32:ud, %5+64<8;4,2>:ud\n"
           "  add(16|M0) %12:ud, %10:ud, %3:ud\n" STORE1("%12"),
     {"%12:ud, %10:ud, %3:ud"},
     {0},
     .header = " legal"},
    {"multiply-adds take what lanes share",
     mir_opt_propagate,
     SHARED "  mov(16|M0) {nomask} %12:ud, %9+4<4;4,0>:ud\n"
            "  mov(16|M0) {nomask} %13:ud, %10<0;8,1>:ud\n"
            "  mad(16|M0) %3:f, %3:f, %12:f, -%13:f\n" STORE1("%3"),
     {"mad(16|M0) %3:f, %3:f, %9+4<4;4,0>:f, -%10<0;8,1>:f"},
     {0}},
    {"but no others, nor where there are no swizzles",
     mir_opt_propagate,
     SHARED "  mov(16|M0) {nomask} %12:ud, %9<4;4,0>:ud\n"
            "  mul(16|M0) %3:f, %3:f, %12:f\n"
            "  mad(8|M0) %3:f, %3:f, %12:f, %10:f\n" STORE1("%3"),
     {"%3:f, %3:f, %12:f\n", "%3:f, %3:f, %12:f, %10:f"},
     {0}},
    {"from Gen11 on",
     mir_opt_propagate,
     SHARED "  mov(16|M0) {nomask} %12:ud, %9<4;4,0>:ud\n"
            "  mad(16|M0) %3:f, %3:f, %12:f, %10:f\n" STORE1("%3"),
     {"%3:f, %3:f, %12:f, %10:f"},
     {0},
     "icl"},
    {"a scalar is spread where it has to lie, a saturated result as well",
     mir_opt_retarget,
     "  shl(1|M0) {nomask} %15:ud, %1<0;1,0>:ud, 0x2:ud\n"
     "  mov(16|M0) %6:ud, %15<0;1,0>:ud\n"
     "  mul(16|M0) %9:f, %3:f, %3:f\n"
     "  mov.sat(16|M0) %6+64:f, %9:f\n" STORE2("%6"),
     {"shl(16|M0) %6:ud, %1<0;1,0>:ud, 0x2:ud", "mul.sat(16|M0) %6+64:f, %3:f, %3:f"},
     {"mov"}},
    {"bits that are saturated as an integer are no saturated float",
     mir_opt_retarget,
     "  mul(16|M0) %9:f, %3:f, %3:f\n"
     "  mov.sat(16|M0) %10:ud, %9:ud\n" STORE1("%10"),
     {"mul(16|M0) %9:f, %3:f, %3:f", "mov.sat(16|M0) %10:ud, %9:ud"},
     {0}},
    {"but what another reads stays",
     mir_opt_retarget,
     "  shl(1|M0) {nomask} %15:ud, %1<0;1,0>:ud, 0x2:ud\n"
     "  mov(16|M0) %6:ud, %15<0;1,0>:ud\n"
     "  mul(16|M0) %9:f, %3:f, %3:f\n"
     "  mov.sat(16|M0) %6+64:f, %9:f\n"
     "  add(16|M0) %10:ud, %9:ud, %15<0;1,0>:ud\n" STORE2("%6") STORE1("%10"),
     {"shl(1|M0)", "mov.sat(16|M0) %6+64:f, %9:f"},
     {0}},
};

int main(int argc, char **argv)
{
    return run_rows(rows, sizeof(rows) / sizeof(rows[0]));
}
