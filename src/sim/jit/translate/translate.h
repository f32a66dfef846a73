// What the files of jit/translate share.
//
// translate.c  blocks, entries, exits, and the loop over instructions
// send.c       messages to buffers and shared memory
// block.c      block messages
// blob.c       the translation as bytes
#ifndef KILN_SIM_JIT_TRANSLATE_H
#define KILN_SIM_JIT_TRANSLATE_H

#include "sim/jit/ir/send.h"

// False: not translated.
bool jit_send(struct jt *j, const struct sim_uop *u);
bool jit_block_message(struct jt *j, const struct sim_uop *u);

void jit_describe(const struct jt *j, struct sim_jit_head *h);
bool jit_pack(struct jt *j, const struct sim_jit_head *h, const void *object, struct sim_jit_blob *out);

#endif
