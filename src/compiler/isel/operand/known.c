// See isel/operand/known.h.
#include "compiler/isel/operand/ctx.h"

enum scope {
    IN_BLOCK,  // while instructions go into what will be the same machine block
    DOMINATED, // in LLVM blocks that are reached through its own only
    ANYWHERE,
};

static const struct row {
    enum scope scope;
    unsigned kept; // the last so many; 0: all
} rows[ISEL_FACTS] = {
    [ISEL_CONDITION] = {IN_BLOCK, 2}, // there are few flags
    [ISEL_FAR_HANDLES] = {IN_BLOCK, 1},
    [ISEL_FENCE] = {IN_BLOCK, 1},
    [ISEL_MULTIPLE] = {DOMINATED, 0},
    [ISEL_LOADED] = {ANYWHERE, 0}, // the load itself is where its dwords are there
    [ISEL_FLOATS] = {DOMINATED, 0},
    [ISEL_TILE] = {DOMINATED, 0},
    [ISEL_LANE_TABLE] = {ANYWHERE, ISEL_KEPT},
    [ISEL_OBJECT] = {ANYWHERE, 0}, // numbers, which mean the same everywhere
    [ISEL_BUFFER] = {ANYWHERE, 0},
    [ISEL_ROOT] = {ANYWHERE, 0},
};

static bool is_here(const struct isel_ctx *x, const struct isel_known *k, const struct isel_key *key)
{
    if (!k->b || k->key.fact != key->fact || k->key.of != key->of || k->key.number != key->number ||
        k->key.type != key->type)
        return false;
    switch (rows[key->fact].scope) {
    case IN_BLOCK:
        return k->b == x->b && k->era == x->era;
    case DOMINATED:
        return cfg_dominates(&x->cfg, k->block, x->block);
    case ANYWHERE:
        break;
    }
    return true;
}

const struct isel_known *isel_known(const struct isel_ctx *x, struct isel_key key)
{
    const struct isel_knowledge *n = &x->knowledge;
    if (rows[key.fact].kept) {
        for (unsigned k = 0; k < rows[key.fact].kept; k++)
            if (is_here(x, &n->last[key.fact][k], &key))
                return &n->last[key.fact][k];
        return NULL;
    }
    uint32_t i = n->newest.keys ? llvm_map_get(&n->newest, key.of) : LLVM_NONE;
    for (; i != LLVM_NONE; i = n->all[i].before)
        if (is_here(x, &n->all[i], &key))
            return &n->all[i];
    return NULL;
}

static struct isel_known *add(struct isel_ctx *x, LLVMValueRef of)
{
    struct isel_knowledge *n = &x->knowledge;
    if (!n->newest.keys)
        llvm_map_init(&n->newest, x->arena, 16);
    if (n->count == n->capacity) {
        uint32_t more = n->capacity ? 2 * n->capacity : 16;
        n->all = arena_grow(x->arena, n->all, n->count * sizeof(*n->all), more * sizeof(*n->all));
        n->capacity = more;
    }
    struct isel_known *k = &n->all[n->count];
    k->before = llvm_map_get(&n->newest, of);
    llvm_map_set(&n->newest, of, n->count++);
    return k;
}

struct isel_known *isel_learn(struct isel_ctx *x, struct isel_key key)
{
    struct isel_knowledge *n = &x->knowledge;
    unsigned kept = rows[key.fact].kept;
    struct isel_known *k = kept ? &n->last[key.fact][n->next[key.fact]++ % kept] : add(x, key.of);
    *k = (struct isel_known){.key = key, .b = x->b, .era = x->era, .block = x->block, .before = k->before};
    return k;
}
