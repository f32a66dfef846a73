// Fences of shared memory where there is something to be fenced. A barrier of the group brings each thread a
// fence (isel/call/machine.c), also on ways on which the thread has not accessed shared memory since its last
// one: in the rounds of a reduction all threads but one only wait. A fence that no access precedes on any way
// goes; one that accesses precede on one way alone, as behind a branch that only some threads take, moves to
// that way's end. It occupies the data port for some thirty clocks (hw/cost.def), which other threads wait
// for.
//
// A thread's own accesses are all that its fence waits for. So lanes that have parted need no more than this:
// each has come to the fence on a way on which its accesses are fenced, and the thread executes a way's end
// with all lanes that are on it.
#include "compiler/mir/ir/query.h"

struct fences {
    struct mir_shader *s;
    bool *dirty; // per block: shared memory was accessed since the last fence, at its end
};

static bool is_fence(const struct mir_inst *i)
{
    return mir_op_is_send(i->op) && i->send.access == MIR_ACCESS_FENCE && i->send.space == MIR_SPACE_SHARED;
}

static bool may_access(const struct mir_inst *i)
{
    const enum mir_mem mem = i->send.mem;
    return mir_op_is_send(i->op) && (i->send.space == MIR_SPACE_SHARED || i->send.space == MIR_SPACE_ANY) &&
           (mem == MIR_MEM_READ || mem == MIR_MEM_WRITE || mem == MIR_MEM_ATOMIC);
}

static bool is_dirty_after(const struct mir_inst *i, bool before)
{
    return (before && !is_fence(i)) || may_access(i);
}

static bool is_dirty_at_start(const struct fences *f, const struct mir_block *b)
{
    bool dirty = false;
    for (uint32_t p = 0; p < b->pred_count; p++)
        dirty |= f->dirty[b->preds[p]->index];
    return dirty;
}

static bool is_dirty_at_end(const struct fences *f, const struct mir_block *b)
{
    bool dirty = is_dirty_at_start(f, b);
    mir_foreach_inst(i, b) dirty = is_dirty_after(i, dirty);
    return dirty;
}

static void find_dirty(struct fences *f)
{
    for (uint32_t b = 0; b < f->s->block_count; b++)
        f->dirty[b] = false;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < f->s->block_count; b++)
            if (!f->dirty[b] && is_dirty_at_end(f, f->s->blocks[b]))
                changed = f->dirty[b] = true;
    }
}

// The first fence, if no access comes before it.
static struct mir_inst *fence_at_start(const struct mir_block *b)
{
    mir_foreach_inst(i, b)
    {
        if (is_fence(i))
            return i;
        if (may_access(i))
            break;
    }
    return NULL;
}

// The only one of several ways to the block that has something to fence, if the fence can be at its end.
static struct mir_block *only_dirty_way(const struct fences *f, const struct mir_block *b)
{
    struct mir_block *found = NULL;
    uint32_t dirty = 0;
    for (uint32_t p = 0; p < b->pred_count; p++)
        if (f->dirty[b->preds[p]->index]) {
            found = b->preds[p];
            dirty++;
        }
    return dirty == 1 && b->pred_count > 1 && found != b && !found->succ[1] ? found : NULL;
}

static void move_to_end(struct mir_inst *fence, struct mir_block *b)
{
    mir_remove(fence);
    if (b->last && mir_op_is_terminator(b->last->op))
        mir_insert_before(b->last, fence);
    else
        mir_append(b, fence);
}

// Fences that no access precedes on any way.
static bool remove_idle(const struct fences *f, struct mir_block *b)
{
    bool dirty = is_dirty_at_start(f, b), any = false;
    mir_foreach_inst_safe(i, b)
    {
        if (is_fence(i) && !dirty) {
            mir_remove(i);
            any = true;
        }
        dirty = is_dirty_after(i, dirty);
    }
    return any;
}

static bool move_back(const struct fences *f, struct mir_block *b)
{
    struct mir_inst *fence = fence_at_start(b);
    struct mir_block *way = fence ? only_dirty_way(f, b) : NULL;
    if (!way)
        return false;
    move_to_end(fence, way);
    f->dirty[way->index] = false; // the ends of others are as they were
    return true;
}

static bool has_fence(const struct mir_shader *s)
{
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) if (is_fence(i)) return true;
    return false;
}

bool mir_opt_fence(struct mir_shader *s)
{
    struct fences f = {s, arena_array(s->arena, bool, s->block_count + 1)};
    bool any = false, changed = has_fence(s);
    if (changed)
        find_dirty(&f);
    for (; changed; any |= changed) {
        changed = false;
        for (uint32_t b = 0; b < s->block_count; b++) {
            changed |= remove_idle(&f, s->blocks[b]);
            changed |= move_back(&f, s->blocks[b]);
        }
    }
    return any;
}
