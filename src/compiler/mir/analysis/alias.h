// Which accesses to memory may touch the same bytes, and which must keep their order.
//
// What is known of an access, in its send:
// - `space`: surfaces, shared memory, scratch. Bytes of different spaces are different.
// - `object` (0: not known): which variable. Of shared and private memory each is a piece of its own; of
//   buffers it is what the module declares, and two declarations may be one buffer (see below).
// - `root` (0: not known) and `at`: an address, the same number for the same address and surface, and bytes
//   after it. Offsets wrap around at 32 bits.
//
// All this is said of one invocation, as LLVM's aliasing is: that a[i] and a[i + 1] are apart, though one
// lane's are the next lane's. What lanes hand each other they hand past a barrier or fence (MIR_MEM_FENCE,
// BARRIER, MIR_OP_ORDER), past which nothing moves; volatile and atomic accesses have neither object nor
// root.
//
// Declared buffers. Programs bind a buffer twice without saying so (spirv/memory/alias.c has the rules): so
// declarations tell apart only a write and a *later* read, which may move up past it. What works in place
// reads its elements before it writes them, and that order stays.
#ifndef KILN_COMPILER_MIR_ALIAS_H
#define KILN_COMPILER_MIR_ALIAS_H

#include "compiler/mir/ir/mir.h"

// What an instruction is to the order of memory.
enum mir_order {
    MIR_ORDER_NONE,
    MIR_ORDER_READ,
    MIR_ORDER_WRITE,
    MIR_ORDER_ALL, // keeps its place among all accesses: atomics, fences, barriers, states of the machine
};
enum mir_order mir_order_of(const struct mir_inst *i);

// May the two touch the same byte, for one invocation? Of accesses of one block.
bool mir_may_alias(const struct mir_inst *a, const struct mir_inst *b);

// Are they, or may they be, in the same space? What mir_may_alias says where nothing else is known.
bool mir_same_space(const struct mir_inst *a, const struct mir_inst *b);

// Must `then`, which comes after `first` in a block, stay after it?
bool mir_keeps_order(const struct mir_inst *first, const struct mir_inst *then);

#endif
