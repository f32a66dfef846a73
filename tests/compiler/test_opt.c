// Machine passes that make code shorter: what they form is in the text, and what they must leave alone stays.
#include "opt_rows.h"

#define FENCE(to) "  send(8|M0) {nomask} " to ":ud, %0:ud {fence len 1 0 1 header fence shared}\n"
#define BARRIER "  send(8|M0) {nomask} null:ud, %0:ud {barrier len 1 0 0 barrier any}\n"
#define WRITE_SHARED "  sends(16|M0) null:ud, %3:ud, %3:ud {dwords count 1 len 2 2 0 write shared}\n"
#define IF5 "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n  (+%11) br(16|M0)\n  -> B1 B2 divergent\n"

static const struct row rows[] = {
    {"a scalar is computed where it is spread, of what is written before and behind",
     mir_opt_retarget,
     "  add(1|M0) {nomask} %8:ud, %1<0;1,0>:ud, 0x1:ud\n"
     "  shl(1|M0) {nomask} %15:ud, %8<0;1,0>:ud, 0x2:ud\n"
     "  mov(16|M0) %9:ud, %15<0;1,0>:ud\n"
     "  add(1|M0) {nomask} %8:ud, %8<0;1,0>:ud, 0x1:ud\n"
     "  mov(16|M0) %10:ud, %8<0;1,0>:ud\n"
     "  sends(16|M0) null:ud, %9:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"shl(16|M0) %9:ud, %8<0;1,0>:ud, 0x2:ud"},
     {"shl(1|M0)"}},
    {"but not of what is written between",
     mir_opt_retarget,
     "  add(1|M0) {nomask} %8:ud, %1<0;1,0>:ud, 0x1:ud\n"
     "  shl(1|M0) {nomask} %15:ud, %8<0;1,0>:ud, 0x2:ud\n"
     "  add(1|M0) {nomask} %8:ud, %8<0;1,0>:ud, 0x1:ud\n"
     "  mov(16|M0) %9:ud, %15<0;1,0>:ud\n"
     "  mov(16|M0) %10:ud, %8<0;1,0>:ud\n"
     "  sends(16|M0) null:ud, %9:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"shl(1|M0) {nomask} %15:ud", "mov(16|M0) %9:ud, %15<0;1,0>:ud"},
     {0}},
    {"one broadcast for two messages",
     mir_opt_cse,
     "  mov(16|M0) %9:ud, 0x5:ud\n"
     "  sends(16|M0) null:ud, %3:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  mov(16|M0) %10:ud, 0x5:ud\n"
     "  sends(16|M0) null:ud, %4:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"null:ud, %3:ud, %9:ud", "null:ud, %4:ud, %9:ud"},
     {0}},
    {"high and low halves of a product are two",
     mir_opt_cse,
     "  mach(16|M0) {accwr} %9:ud, %3:ud, %4:ud\n"
     "  mach(16|M0) %10:ud, %3:ud, %4:ud\n"
     "  mach(16|M0) %12:ud, %3:ud, %4:ud\n"
     "  sends(16|M0) null:ud, %9:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  sends(16|M0) null:ud, %9:ud, %12:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"{accwr}", "mach(16|M0) %10:ud"},
     {"mach(16|M0) %12"}},
    {"but not for both payloads of one",
     mir_opt_cse,
     "  mov(16|M0) %9:ud, 0x5:ud\n"
     "  mov(16|M0) %10:ud, 0x5:ud\n"
     "  sends(16|M0) null:ud, %9:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"null:ud, %9:ud, %10:ud"},
     {0}},
    {"of a value with several definitions",
     mir_opt_cse,
     "  mov(16|M0) %9:ud, 0x1:ud\n"
     "  add(16|M0) %9:ud, %9:ud, 0x2:ud\n"
     "  shl(16|M0) %12:ud, %9:ud, 0x4:ud\n"
     "  shl(16|M0) %13:ud, %9:ud, 0x4:ud\n"
     "  add(16|M0) %10:ud, %13:ud, 0x1:ud\n"
     "  sends(16|M0) null:ud, %12:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"%10:ud, %12:ud, 0x1:ud"},
     {"shl(16|M0) %13"}},
    {"but not where one lies between",
     mir_opt_cse,
     "  mov(16|M0) %9:ud, 0x1:ud\n"
     "  shl(16|M0) %12:ud, %9:ud, 0x4:ud\n"
     "  add(16|M0) %9:ud, %9:ud, 0x2:ud\n"
     "  shl(16|M0) %13:ud, %9:ud, 0x4:ud\n"
     "  add(16|M0) %10:ud, %13:ud, 0x1:ud\n"
     "  sends(16|M0) null:ud, %12:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"%10:ud, %13:ud, 0x1:ud", "shl(16|M0) %13:ud, %9:ud"},
     {0}},
    {"the halves of a qword are read where they lie",
     mir_opt_propagate,
     "  mul(16|M0) %5:uq, %3:ud, %4:ud\n"
     "  mov(16|M0) %9:ud, %5+4<16;8,2>:ud\n"
     "  mov(16|M0) %10:ud, %5<16;8,2>:ud\n"
     "  xor(16|M0) %12:ud, %9:ud, %3:ud\n"
     "  add(16|M0) %13:d, %10:d, %9:d\n"
     "  sends(16|M0) null:ud, %12:ud, %13:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"xor(16|M0) %12:ud, %5+4<16;8,2>:ud, %3:ud", "add(16|M0) %13:d, %5<16;8,2>:d, %5+4<16;8,2>:d"},
     {0}},
    {"but not by many",
     mir_opt_propagate,
     "  mul(16|M0) %5:uq, %3:ud, %4:ud\n"
     "  mov(16|M0) %9:ud, %5+4<16;8,2>:ud\n"
     "  xor(16|M0) %12:ud, %9:ud, %3:ud\n"
     "  shr(16|M0) %13:ud, %9:ud, 0x3:ud\n"
     "  add(16|M0) %13:d, %9:d, %13:d\n"
     "  sends(16|M0) null:ud, %12:ud, %13:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"xor(16|M0) %12:ud, %9:ud, %3:ud"},
     {0}},
    {"nor beside a message",
     mir_opt_propagate,
     "  mul(16|M0) %5:uq, %3:ud, %4:ud\n"
     "  mov(16|M0) %9:ud, %5+4<16;8,2>:ud\n"
     "  xor(16|M0) %12:ud, %9:ud, %3:ud\n"
     "  sends(16|M0) null:ud, %12:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"xor(16|M0) %12:ud, %9:ud, %3:ud"},
     {0}},
    {"nor in products where those take qwords apart",
     mir_opt_propagate,
     "  mul(16|M0) %5:uq, %3:ud, %4:ud\n"
     "  mov(16|M0) %9:ud, %5+4<16;8,2>:ud\n"
     "  mul(16|M0) %12:d, %9:d, %3:d\n"
     "  sends(16|M0) null:ud, %3:ud, %12:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"mul(16|M0) %12:d, %9:d, %3:d"},
     {0},
     "bxt"},
    {"a byte of a dword is multiplied where it is",
     mir_opt_extract,
     LOAD2 "  shr(16|M0) %9:ud, %5:ud, 0x8:ud\n"
           "  mov(16|M0) %10:d, %9<32;8,4>:b\n"
           "  mul(16|M0) %7:d, %10:d, %5+64:d\n" STORE2("%7"),
     {"mov(16|M0) %10:d, %5+1<32;8,4>:b", "mul(16|M0) %7:d, %5+64:d, %5+1<32;8,4>:b"},
     {0}},
    {"a byte by shifts up and down",
     mir_opt_extract,
     LOAD2 "  shr(16|M0) %9:ud, %5:ud, 0x8:ud\n"
           "  shl(16|M0) %10:d, %9:d, 0x18:ud\n"
           "  asr(16|M0) %3:d, %10:d, 0x18:ud\n"
           "  add(16|M0) %7:d, %3:d, %5+64:d\n" STORE2("%7"),
     {"add(16|M0) %7:d, %3:d, %5+64:d"},
     {0}},
    {"a byte as a float",
     mir_opt_extract,
     LOAD2 "  and(16|M0) %9:ud, %5:ud, 0xff:ud\n"
           "  mov(16|M0) %7:f, %9:ud\n" STORE2("%7"),
     {"mov(16|M0) %7:f, %5<32;8,4>:ub"},
     {0}},
    {"a signed byte read as unsigned is no byte",
     mir_opt_extract,
     LOAD2 "  mov(16|M0) %9:d, %5<32;8,4>:b\n"
           "  mov(16|M0) %7:f, %9:ud\n" STORE2("%7"),
     {"mov(16|M0) %7:f, %9:ud"},
     {0}},
    {"one channel's byte is not that of each",
     mir_opt_extract,
     LOAD2 "  mov(16|M0) %9:d, %5<32;8,4>:b\n"
           "  mul(16|M0) %7:d, %9<0;1,0>:d, %5+64:d\n" STORE2("%7"),
     {"mul(16|M0) %7:d, %9<0;1,0>:d, %5+64:d"},
     {0}},
    {"two bytes are not multiplied as bytes",
     mir_opt_extract,
     LOAD2 "  and(16|M0) %9:ud, %5:ud, 0xff:ud\n"
           "  shr(16|M0) %10:ud, %5:ud, 0x18:ud\n"
           "  mul(16|M0) %7:d, %9:d, %10:d\n" STORE2("%7"),
     {"mul(16|M0) %7:d, %9:d, %5+3<32;8,4>:ub"},
     {0}},
    {"two words are",
     mir_opt_extract,
     LOAD2 "  and(16|M0) %9:ud, %5:ud, 0xffff:ud\n"
           "  shr(16|M0) %10:ud, %5:ud, 0x10:ud\n"
           "  mul(16|M0) %7:d, %9:d, %10:d\n" STORE2("%7"),
     {"mul(16|M0) %7:d, %5<16;8,2>:uw, %5+2<16;8,2>:uw"},
     {0}},
    {"what crosses the dword's end is not in it",
     mir_opt_extract,
     LOAD2 "  shr(16|M0) %9:ud, %5:ud, 0x18:ud\n"
           "  and(16|M0) %10:ud, %9:ud, 0xffff:ud\n"
           "  mov(16|M0) %7:f, %10:ud\n" STORE2("%7"),
     {"and(16|M0) %10:ud, %5+3<32;8,4>:ub, 0xffff:ud"},
     {"%5+3<16;8,2>"}},
    {"a mask and a shift of a byte read it where it is",
     mir_opt_extract,
     LOAD2 "  shr(16|M0) %9:ud, %5:ud, 0x8:ud\n"
           "  and(16|M0) %10:ud, %9:ud, 0x3f:ud\n"
           "  mov(16|M0) %12:ud, %5+2<32;8,4>:ub\n"
           "  shr(16|M0) %13:ud, %12:ud, 0x4:ud\n"
           "  or(16|M0) %7:ud, %10:ud, %13:ud\n" STORE2("%7"),
     {"and(16|M0) %10:ud, %5+1<32;8,4>:ub, 0x3f:ud", "shr(16|M0) %13:ud, %5+2<32;8,4>:ub, 0x4:ud",
      "or(16|M0) %7:ud, %10:ud, %13:ud"},
     {0}},
    {"a mask wider than the part is of the part",
     mir_opt_extract,
     LOAD2 "  mov(16|M0) %9:d, %5+1<32;8,4>:b\n"
           "  and(16|M0) %10:d, %9:d, 0x7fff:d\n"
           "  shr(16|M0) %13:ud, %9:ud, 0x4:ud\n"
           "  or(16|M0) %7:ud, %10:ud, %13:ud\n" STORE2("%7"),
     {"and(16|M0) %10:d, %9:d, 0x7fff:d", "shr(16|M0) %13:ud, %9:ud, 0x4:ud"},
     {0}},
    {"a word at an odd byte has no region",
     mir_opt_extract,
     LOAD2 "  shl(16|M0) %9:ud, %5:ud, 0x8:ud\n"
           "  shr(16|M0) %10:ud, %9:ud, 0x10:ud\n"
           "  mov(16|M0) %7:f, %10:ud\n" STORE2("%7"),
     {"shr(16|M0) %10:ud, %9:ud, 0x10:ud", "mov(16|M0) %7:f, %10:ud"},
     {0}},
    {"a dword that changes",
     mir_opt_extract,
     LOAD2 "  and(16|M0) %9:ud, %3:ud, 0xff:ud\n"
           "  mov(16|M0) %3:ud, %5:ud\n"
           "  mov(16|M0) %7:f, %9:ud\n" STORE2("%7"),
     {"mov(16|M0) %7:f, %9:ud"},
     {0}},
    {"a store in a short branch",
     mir_opt_predicate,
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n"
     "  (+%11) br(16|M0)\n"
     "  -> B1 B2 divergent\n"
     "B1:\n"
     "  shl(16|M0) %9:d, %3:d, 0x2:ud\n"
     "  sends(16|M0) null:ud, %9:ud, %3:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  -> B2\n"
     "B2:\n"
     "  exit(16|M0)\n",
     {"  shl(16|M0) %9:d, %3:d", "(+%11) sends(16|M0)"},
     {"br(", "B1:"}},
    {"a short branch on the other side",
     mir_opt_predicate,
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n"
     "  (+%11) br(16|M0)\n"
     "  -> B2 B1 divergent\n"
     "B1:\n"
     "  sends(16|M0) null:ud, %3:ud, %3:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  -> B2\n"
     "B2:\n"
     "  exit(16|M0)\n",
     {"(-%11) sends(16|M0)"},
     {"br("}},
    {"what is read behind a short branch",
     mir_opt_predicate,
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n"
     "  (+%11) br(16|M0)\n"
     "  -> B1 B2 divergent\n"
     "B1:\n"
     "  add(16|M0) %9:d, %3:d, 0x1:d\n"
     "  -> B2\n"
     "B2:\n"
     "  sends(16|M0) null:ud, %3:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  exit(16|M0)\n",
     {"(+%11) add(16|M0) %9:d, %3:d, 0x1:d"},
     {"br("}},
    {"a branch that all take together",
     mir_opt_predicate,
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n"
     "  (+%11) br(16|M0)\n"
     "  -> B1 B2\n"
     "B1:\n"
     "  sends(16|M0) null:ud, %3:ud, %3:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  -> B2\n"
     "B2:\n"
     "  exit(16|M0)\n",
     {"br("},
     {"(+%11) sends"}},
    {"a fence in a branch",
     mir_opt_predicate,
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n"
     "  (+%11) br(16|M0)\n"
     "  -> B1 B2 divergent\n"
     "B1:\n"
     "  sends(16|M0) null:ud, %3:ud, %3:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  send(8|M0) {nomask} %9:ud, %0:ud {send 10 desc 0x1c000 len 1 0 1 header fence any}\n"
     "  -> B2\n"
     "B2:\n"
     "  exit(16|M0)\n",
     {"br("},
     {"(+%11) sends"}},
    {"a sum of what other channels have",
     mir_opt_predicate,
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n"
     "  (+%11) br(16|M0)\n"
     "  -> B1 B2 divergent\n"
     "B1:\n"
     "  add(8|M0) {nomask} %9:d, %3:d, %3+32:d\n"
     "  sends(16|M0) null:ud, %3:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  -> B2\n"
     "B2:\n"
     "  exit(16|M0)\n",
     {"br("},
     {"(+%11) sends"}},
    {"a branch that changes its condition",
     mir_opt_predicate,
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n"
     "  (+%11) br(16|M0)\n"
     "  -> B1 B2 divergent\n"
     "B1:\n"
     "  cmp.z%11(16|M0) null:d, %3:d, 0x1:d\n"
     "  sends(16|M0) null:ud, %3:ud, %3:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  -> B2\n"
     "B2:\n"
     "  exit(16|M0)\n",
     {"br("},
     {"(+%11) sends"}},
    {"a choice that is read behind the branch",
     mir_opt_predicate,
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n"
     "  (+%11) br(16|M0)\n"
     "  -> B1 B2 divergent\n"
     "B1:\n"
     "  sel.l(16|M0) %9:d, %3:d, 0x1:d\n"
     "  -> B2\n"
     "B2:\n"
     "  sends(16|M0) null:ud, %3:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  exit(16|M0)\n",
     {"br("},
     {"(+%11) sel"}},
    {"a long branch",
     mir_opt_predicate,
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n"
     "  (+%11) br(16|M0)\n"
     "  -> B1 B2 divergent\n"
     "B1:\n"
     "  math.inv(16|M0) %9:f, %3:f\n"
     "  math.sqt(16|M0) %9:f, %9:f\n"
     "  math.sqt(16|M0) %9:f, %9:f\n"
     "  sends(16|M0) null:ud, %3:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  -> B2\n"
     "B2:\n"
     "  exit(16|M0)\n",
     {"br("},
     {"(+%11) sends"}},
    {"both sides of a branch compute the same",
     mir_opt_predicate,
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n"
     "  (+%11) br(16|M0)\n"
     "  -> B1 B2 divergent\n"
     "B1:\n"
     "  add(16|M0) %9:d, %3:d, 0x1:d\n"
     "  br(16|M0)\n"
     "  -> B3\n"
     "B2:\n"
     "  shl(16|M0) %9:d, %3:d, 0x2:ud\n"
     "  -> B3\n"
     "B3:\n"
     "  sends(16|M0) null:ud, %3:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  exit(16|M0)\n",
     {"  add(16|M0) %9:d, %3:d, 0x1:d", "(-%11) shl(16|M0) %9:d, %3:d, 0x2:ud"},
     {"br(", "(+%11) add"}},
    {"a message on one side, a constant on the other",
     mir_opt_predicate,
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n"
     "  (+%11) br(16|M0)\n"
     "  -> B1 B2 divergent\n"
     "B1:\n"
     "  send(16|M0) %10:ud, %3:ud {send 12 desc 0x5e00 len 2 0 2 read surface}\n"
     "  mov(16|M0) %9:ud, %10:ud\n"
     "  br(16|M0)\n"
     "  -> B3\n"
     "B2:\n"
     "  mov(16|M0) %9:ud, 0x0:ud\n"
     "  -> B3\n"
     "B3:\n"
     "  sends(16|M0) null:ud, %3:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  exit(16|M0)\n",
     {"  mov(16|M0) %9:ud, 0x0:ud\n  (+%11) send(16|M0) %10:ud", "  (+%11) mov(16|M0) %9:ud, %10:ud"},
     {"br("}},
    {"moves of what was there",
     mir_opt_predicate,
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n"
     "  (+%11) br(16|M0)\n"
     "  -> B1 B2 divergent\n"
     "B1:\n"
     "  mov(16|M0) %9:ud, %3:ud\n"
     "  sends(16|M0) null:ud, %3:ud, %3:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  br(16|M0)\n"
     "  -> B3\n"
     "B2:\n"
     "  mov(16|M0) %9:ud, %4:ud\n"
     "  -> B3\n"
     "B3:\n"
     "  sends(16|M0) null:ud, %3:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  exit(16|M0)\n",
     {"  mov(16|M0) %9:ud, %4:ud", "(+%11) mov(16|M0) %9:ud, %3:ud"},
     {"br("}},
    {"sides that read what the other writes",
     mir_opt_predicate,
     "  mov(16|M0) %9:ud, %3:ud\n"
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n"
     "  (+%11) br(16|M0)\n"
     "  -> B1 B2 divergent\n"
     "B1:\n"
     "  add(16|M0) %9:d, %9:d, 0x1:d\n"
     "  br(16|M0)\n"
     "  -> B3\n"
     "B2:\n"
     "  shl(16|M0) %9:d, %9:d, 0x2:ud\n"
     "  -> B3\n"
     "B3:\n"
     "  sends(16|M0) null:ud, %3:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  exit(16|M0)\n",
     {"(+%11) add(16|M0) %9:d, %9:d, 0x1:d", "(-%11) shl(16|M0) %9:d, %9:d, 0x2:ud"},
     {"br("}},
    {"what only the lower half is asked of",
     mir_opt_narrow,
     "  send(16|M0) %5:ud, %3:ud {dwords count 2 len 2 0 4 read surface}\n"
     "  mov(8|M0) %9:f, %5<16;8,2>:hf\n"
     "  mov(8|M0) %10:f, %5+66<16;8,2>:hf\n"
     "  add(8|M0) %9:f, %9:f, %10:f\n"
     "  sends(16|M0) null:ud, %4:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"send(8|M0) %5:ud, %3:ud {dwords count 2 len 1 0 2 read", "%9:f, %5<16;8,2>:hf",
      "%10:f, %5+34<16;8,2>:hf"},
     {0}},
    {"what one reader asks of the upper half",
     mir_opt_narrow,
     "  send(16|M0) %5:ud, %3:ud {dwords count 2 len 2 0 4 read surface}\n"
     "  mov(8|M0) %9:f, %5<16;8,2>:hf\n"
     "  mov(8|M0) %10:f, %5+96<16;8,2>:hf\n"
     "  add(8|M0) %9:f, %9:f, %10:f\n"
     "  sends(16|M0) null:ud, %4:ud, %9:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"send(16|M0) %5:ud, %3:ud {dwords count 2 len 2 0 4 read", "%5+96<16;8,2>:hf"},
     {0}},
    {"addresses of a loop's narrow reads",
     mir_opt_narrow,
     "  mov(16|M0) %9:ud, %3:ud\n"
     "  -> B1\n"
     "B1:\n"
     "  add(16|M0) %10:d, %9:d, 0x10:d\n"
     "  send(16|M0) %12:ud, %10:ud {dwords count 1 len 2 0 2 read surface}\n"
     "  mov(16|M0) %13:ud, %12<0;8,1>:ud\n"
     "  sends(16|M0) null:ud, %4:ud, %13:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n"
     "  add(16|M0) %9:d, %9:d, 0x4:d\n"
     "  cmp.z%11(16|M0) {nomask} null:ud, %1<0;1,0>:ud, 0x9:ud\n"
     "  (-%11) br(16|M0)\n"
     "  -> B1 B2\n"
     "B2:\n"
     "  exit(16|M0)\n",
     {"mov(8|M0) %9:ud, %3:ud", "add(8|M0) %9:d, %9:d",
      "send(8|M0) %12:ud, %10:ud {dwords count 1 len 1 0 1 read"},
     {"add(16"}},
    {"a saturating move",
     mir_opt_retarget,
     "  mul(16|M0) %9:f, %3:f, %3:f\n"
     "  mov.sat(16|M0) %10:f, %9:f\n"
     "  sends(16|M0) null:ud, %4:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"mul.sat(16|M0) %10:f, %3:f, %3:f"},
     {"mov.sat"}},
    {"a saturating move of an interpolation",
     mir_opt_retarget,
     "  lrp(16|M0) %9:f, %3:f, %3:f, %4:f\n"
     "  mov.sat(16|M0) %10:f, %9:f\n"
     "  sends(16|M0) null:ud, %4:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"lrp.sat(16|M0) %10:f, %3:f, %3:f, %4:f"},
     {"mov.sat"}},
    {"an interpolation that is compared with zero",
     mir_opt_retarget,
     "  lrp(16|M0) %9:f, %3:f, %3:f, %4:f\n"
     "  cmp.l%11(16|M0) null:f, %9:f, 0x0:f\n"
     "  (+%11) mov(16|M0) %10:f, %9:f\n"
     "  sends(16|M0) null:ud, %4:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"lrp.l%11(16|M0) %9:f, %3:f, %3:f, %4:f"},
     {"cmp"}},
    {"bits that are tested",
     mir_opt_retarget,
     "  and(16|M0) %9:d, %3:d, 0x4:d\n"
     "  cmp.z%11(16|M0) null:ud, %9:ud, 0x0:ud\n"
     "  (+%11) mov(16|M0) %10:d, %3:d\n"
     "  sends(16|M0) null:ud, %4:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"and.z%11(16|M0) %9:d, %3:d, 0x4:d"},
     {"cmp"}},
    {"bits that are compared without their sign",
     mir_opt_retarget,
     "  mov(16|M0) %9:d, %3:d\n"
     "  cmp.g%11(16|M0) null:ud, %9:ud, 0x0:ud\n"
     "  (+%11) mov(16|M0) %10:d, %9:d\n"
     "  sends(16|M0) null:ud, %4:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"cmp.g%11(16|M0) null:ud, %9:ud, 0x0:ud"},
     {"mov.g"}},
    {"a saturating move of what is read otherwise",
     mir_opt_retarget,
     "  mul(16|M0) %9:f, %3:f, %3:f\n"
     "  mov.sat(16|M0) %10:f, %9:f\n"
     "  add(16|M0) %10:f, %10:f, %9:f\n"
     "  sends(16|M0) null:ud, %4:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"mov.sat(16|M0) %10:f, %9:f"},
     {"mul.sat"}},
    {"a saturating move of integer arithmetic",
     mir_opt_retarget,
     "  add(16|M0) %9:d, %3:d, 0x1:d\n"
     "  mov.sat(16|M0) %10:f, %9:f\n"
     "  sends(16|M0) null:ud, %4:ud, %10:ud {send 12 desc 0x5e01 len 2 2 0 write surface}\n",
     {"mov.sat(16|M0) %10:f, %9:f"},
     {"add.sat"}},
    {"a payload in a loop over the values of an index",
     mir_opt_value_loops,
     "  -> B1\n"
     "B1: depth 1 loop 1 end 2 values\n"
     "  fbl(1|M0) {nomask} %8:ud, arf40<0;1,0>:ud\n"
     "  add(16|M0) %9:ud, %3:ud, 0x10:ud\n"
     "  add(16|M0) %10:ud, %3:ud, %8<0;1,0>:ud\n"
     "  cmp.z%11(16|M0) null:ud, %3:ud, %8<0;1,0>:ud\n"
     "  (+%11) br(16|M0)\n"
     "  -> B2 B1 divergent\n"
     "B2:\n",
     {"%9:ud, %3:ud, 0x10:ud\n  -> B1\n", "values\n  fbl(1|M0) {nomask} %8",
      "  add(16|M0) %10:ud, %3:ud, %8<0;1,0>:ud\n  cmp"},
     {0}},
    {"another loop",
     mir_opt_value_loops,
     "  -> B1\n"
     "B1: depth 1 loop 1 end 2\n"
     "  add(16|M0) %9:ud, %3:ud, 0x10:ud\n"
     "  cmp.z%11(16|M0) null:ud, %3:ud, 0x1:ud\n"
     "  (+%11) br(16|M0)\n"
     "  -> B2 B1 divergent\n"
     "B2:\n",
     {"loop 1 end 2\n  add(16|M0) %9:ud"},
     {0}},
    {"a loop that all channels leave together",
     mir_opt_rotate,
     "  mov(1|M0) {nomask} %8:ud, 0x0:ud\n"
     "  -> B1\n"
     "B1:\n"
     "  cmp.z%11(16|M0) {nomask} null:ud, %8<0;1,0>:ud, 0x5:ud\n"
     "  (+%11) jmpi(1|M0) {nomask} jip B3\n"
     "  -> B3 B2\n"
     "B2:\n"
     "  add(1|M0) {nomask} %8:ud, %8<0;1,0>:ud, 0x1:ud\n"
     "  jmpi(1|M0) {nomask} jip B1\n"
     "  -> B1\n"
     "B3:\n",
     {"%8:ud, 0x0:ud\n  jmpi(1|M0) {nomask} jip B2\n", "%8<0;1,0>:ud, 0x1:ud\n  -> B2",
      "(-%11) jmpi(1|M0) {nomask} jip B1\n"},
     {0}},
    {"a loop that channels leave one by one",
     mir_opt_rotate,
     "  mov(16|M0) %9:ud, 0x0:ud\n"
     "  -> B1\n"
     "B1:\n"
     "  cmp.l%11(16|M0) null:ud, %9:ud, %3:ud\n"
     "  (+%11) goto(16|M0) jip B3 uip B3\n"
     "  -> B3 B2 divergent\n"
     "B2:\n"
     "  add(16|M0) %9:ud, %9:ud, 0x1:ud\n"
     "  jmpi(1|M0) {nomask} jip B1\n"
     "  -> B1\n"
     "B3:\n"
     "  join(16|M0)\n",
     {"%9:ud, 0x0:ud\n  jmpi(1|M0) {nomask} jip B2\n", "(+%11) goto(16|M0) jip B3 uip B1\n"},
     {0}},
    {"a loop where channels wait for the next round",
     mir_opt_rotate,
     "  mov(16|M0) %9:ud, 0x0:ud\n"
     "  -> B1\n"
     "B1:\n"
     "  join(16|M0)\n"
     "  cmp.l%11(16|M0) null:ud, %9:ud, %3:ud\n"
     "  (+%11) goto(16|M0) jip B3 uip B3\n"
     "  -> B3 B2 divergent\n"
     "B2:\n"
     "  add(16|M0) %9:ud, %9:ud, 0x1:ud\n"
     "  jmpi(1|M0) {nomask} jip B1\n"
     "  -> B1\n"
     "B3:\n"
     "  join(16|M0)\n",
     {"(+%11) goto(16|M0) jip B3 uip B3\n", "jip B1\n"},
     {0}},
    {"a fence of shared memory, which one way has accessed",
     mir_opt_fence,
     IF5 "B1:\n" WRITE_SHARED "  -> B2\nB2:\n" FENCE("%9") BARRIER "  exit(16|M0)\n",
     {WRITE_SHARED FENCE("%9") "  -> B2", "B2:\n" BARRIER},
     {0},
     "icl"},
    {"one that both have accessed stays",
     mir_opt_fence,
     IF5 "B1:\n" WRITE_SHARED "  -> B3\nB2:\n" WRITE_SHARED "  -> B3\nB3:\n" FENCE("%9") BARRIER
     "  exit(16|M0)\n",
     {"B3:\n" FENCE("%9")},
     {0},
     "icl"},
    {"and one whose way goes elsewhere as well",
     mir_opt_fence,
     IF5 "B1:\n" WRITE_SHARED "  (+%11) br(16|M0)\n  -> B2 B3 divergent\nB2:\n" FENCE("%9") BARRIER
     "  -> B3\nB3:\n  exit(16|M0)\n",
     {"B2:\n" FENCE("%9")},
     {0},
     "icl"},
    {"of two fences without an access between them the second goes",
     mir_opt_fence,
     WRITE_SHARED FENCE("%9") BARRIER FENCE("%10") BARRIER,
     {FENCE("%9") BARRIER BARRIER},
     {FENCE("%10")},
     "icl"},
    {"and one before any access",
     mir_opt_fence,
     FENCE("%9") BARRIER WRITE_SHARED FENCE("%10") BARRIER,
     {WRITE_SHARED FENCE("%10") BARRIER},
     {FENCE("%9")},
     "icl"},
    {"reads are accesses too",
     mir_opt_fence,
     WRITE_SHARED FENCE("%9") BARRIER
     "  send(16|M0) %12:ud, %3:ud {dwords count 1 len 2 0 2 read shared}\n" FENCE("%10") BARRIER,
     {FENCE("%9"), FENCE("%10")},
     {0},
     "icl"},
    {"fences of other memory stay",
     mir_opt_fence,
     "  send(8|M0) {nomask} %9:ud, %0:ud {fence len 1 0 1 header fence any}\n" BARRIER,
     {"fence any}"},
     {0},
     "icl"},
    {"a loop's fence of what is accessed before the loop",
     mir_opt_fence,
     WRITE_SHARED "  -> B1\nB1:\n" FENCE("%9") BARRIER
     "  cmp.l%11(16|M0) null:d, %3:d, 0x5:d\n  (+%11) br(16|M0)\n  -> B1 B2 divergent\n"
     "B2:\n  exit(16|M0)\n",
     {FENCE("%9") "  -> B1", "B1:\n" BARRIER},
     {0},
     "icl"},
};

int main(int argc, char **argv)
{
    return run_rows(rows, sizeof(rows) / sizeof(rows[0]));
}
