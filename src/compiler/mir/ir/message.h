// Logical messages, and the messages that they become.
//
// A send is logical from mir_lower_accesses on: it says what is wanted (mir/ir/access.def), of which surface,
// with which effect on memory, and has its payloads as whole registers. Before it is an access
// (mir/ir/access.h), which has values. mir_messages, after register allocation, chooses the message and its
// descriptor by the target's set of messages (isa/table/msgs.def).
//
// Payloads. What the register allocator needs is there from the beginning: mlen, ex_mlen and rlen, in
// registers. mir/lower/message lays them out, as the table says for each access. How many channels a message
// serves, and which half of them (typed ones), follows from exec_size and chan_offset.
//
// Surfaces. `space` says which kind; of MIR_SPACE_SURFACE `table` is an index of the binding table, or src[2]
// is a run-time index, a handle, or either (`surface`). All channels of a message reach one surface: where it
// differs there is a loop over the values (mir/lower/message/loop.c), or it goes by address (`wide`,
// mir/lower/message/state.c). Which accesses may meet is in mir/analysis/alias.h: two surfaces may be
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
