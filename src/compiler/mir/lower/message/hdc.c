// The message set of the data ports, sampler and gateway (accesses.h): who makes which access.
#include "compiler/mir/lower/message/accesses.h"

const struct message_set hdc_messages = {
    .by =
        {
            [MIR_ACCESS_DWORDS] = hdc_memory,
            [MIR_ACCESS_ELEMENT] = hdc_memory,
            [MIR_ACCESS_BLOCK] = hdc_block,
            [MIR_ACCESS_ATOMIC] = hdc_atomic,
            [MIR_ACCESS_TEXEL] = hdc_texel,
            [MIR_ACCESS_SAMPLE] = hdc_sample,
            [MIR_ACCESS_SIZE] = hdc_size,
            [MIR_ACCESS_FENCE] = hdc_fence,
            [MIR_ACCESS_BARRIER] = hdc_barrier,
        },
    .reach = access_reach,
    .read_private = access_read_private,
    .write_private = access_write_private,
};
