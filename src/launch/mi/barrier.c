// Barriers as the fewest PIPE_CONTROLs: they only note what they need, and the next command that depends on
// it emits one.
//
// Data port accesses of kernels are coherent in L3: between two of them only the first's completion matters,
// and the flush makes the writes visible to the command streamer and the host. What the hardware wants of
// PIPE_CONTROL besides is in src/hw/rules.def.
#include "hw/counters.h"
#include "launch/mi/packets.h"

void launch_tell_order(struct launch_stream *s)
{
    MI_EMIT(s, MI_LOAD_REGISTER_IMM, .register_offset = KILN_LOG_MARK, .data_dword = KILN_LOG_ORDER);
}

void launch_flush_pending(struct launch_stream *s)
{
    uint32_t pending = s->pending;
    s->pending = 0;
    s->has.stale |= pending & LAUNCH_PIPE_INVALIDATE;
    bool flush = pending & LAUNCH_PIPE_DATA_FLUSH;
    if (pending & (LAUNCH_PIPE_STALL | LAUNCH_PIPE_DATA_FLUSH))
        MI_PIPE_CONTROL(s, .command_streamer_stall_enable = true, .dc_flush_enable = flush);
}

// Invalidations happen when the command is parsed: they come after the stall, in a command of their own. A
// kernel that does not read through a cache needs none of it.
void launch_invalidate(struct launch_stream *s, uint32_t caches)
{
    uint32_t invalidate = s->has.stale & caches;
    s->has.stale &= ~caches;
    if (invalidate)
        MI_PIPE_CONTROL(s, .texture_cache_invalidation_enable = invalidate & LAUNCH_PIPE_TEXTURE_INVALIDATE,
                        .state_cache_invalidation_enable = invalidate & LAUNCH_PIPE_STATE_INVALIDATE);
}
