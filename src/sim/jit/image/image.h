// Messages to images, for the loop over instructions.
#ifndef KILN_SIM_JIT_IMAGE_H
#define KILN_SIM_JIT_IMAGE_H

#include "sim/jit/ir/ir.h"

bool jit_image_message(struct jt *j, const struct sim_uop *u); // false: not translated

#endif
