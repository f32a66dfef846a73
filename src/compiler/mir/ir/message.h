// Logical accesses to memory, and the messages that they become.
//
// A send is logical from selection on: it says what is wanted (mir/ir/access.def), of which surface, with
// which effect on memory, and has its payloads as whole registers. mir_messages, after register allocation,
// chooses the message and its descriptor by the target's set of messages (isa/table/msgs.def); no other pass
// knows one.
//
// Payloads. What the register allocator needs is there from the beginning: mlen, ex_mlen and rlen, in
// registers. Selection lays them out, as the table says for each access, because where a value is computed
// decides whether it must be copied into one. How wide a message may be is found there too
// (isel_message_width), and loads are joined to blocks there (isel/memory/block.c), where LLVM's alignment
// and invariance are known. How many channels a message serves, and which half of them (typed ones), follows
// from exec_size and chan_offset.
//
// Surfaces. `space` says which kind; of MIR_SPACE_SURFACE `table` is an index of the binding table, or src[2]
// is a run-time index, a handle, or either (`surface`). All channels of a message reach one surface: where it
// differs, selection has made a loop over the values (isel/memory/send.c), or goes by address (`wide`,
// isel/memory/lane_surface.c). Which accesses may meet is in mir/analysis/alias.h: two surfaces may be
// one buffer.
//
// Invariants: a logical send has neither sfid nor desc; after mir_messages (has_messages) none is logical.
#ifndef KILN_COMPILER_MIR_MESSAGE_H
#define KILN_COMPILER_MIR_MESSAGE_H

#include "compiler/mir/ir/query.h"
#include "hw/target.h"

const char *mir_access_name(enum mir_access access);
bool mir_access_has_surface(enum mir_access access);

enum {
    MIR_SPILL_REACH = 4096, // registers of scratch space that plain spills reach; others want a block header
    MIR_TABLE_BINDLESS = 252, // MIR_SURFACE_EITHER: the index of the table where the handle says which
};

#endif
