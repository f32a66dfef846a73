// What a thread starts with, and predication. See thread.h.
#include "sim/thread/thread.h"

#include "util/fork.h"

bool sim_eu_general_only;

// Garbage that registers and shared memory start with: words that are bad as addresses, sizes, floats and
// masks alike. A thread takes it from another place each time.
enum { GARBAGE_SPAN = SIM_RF_SIZE };
KILN_STATIC_LOCK(garbage_lock);

const uint8_t *sim_garbage_bytes(uint64_t seed)
{
    static _Thread_local struct {
        uint64_t seed;
        uint8_t *bytes;
    } made;
    uint64_t x = seed;
    if (made.seed != seed) {
        static uint8_t bytes[SIM_GARBAGE + GARBAGE_SPAN];
        static uint64_t have;
        kiln_lock(&garbage_lock);
        for (size_t i = 0; have != seed && i < sizeof(bytes); i += 8) {
            x += UINT64_C(0x9e3779b97f4a7c15);
            uint64_t z = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
            z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
            z ^= z >> 31;
            memcpy(bytes + i, &z, 8);
        }
        have = seed; // of a process, there is one
        kiln_unlock(&garbage_lock);
        made.bytes = bytes;
        made.seed = seed;
    }
    return made.bytes;
}

void sim_fill_garbage(uint8_t *out, size_t size, uint64_t seed, uint64_t which)
{
    while (size) {
        size_t n = size < GARBAGE_SPAN ? size : GARBAGE_SPAN;
        if (seed)
            memcpy(out, sim_garbage_of(sim_garbage_bytes(seed), which++), n);
        else
            memset(out, 0, n);
        out += n;
        size -= n;
    }
}

uint32_t sim_program_find(const struct sim_program *p, uint32_t offset)
{
    return offset < p->size && !(offset & 7) ? p->by_offset[offset / 8] : SIM_NO_UOP;
}

// Groups of `w` flag bits become all ones if any (all) of them is set.
static uint32_t horizontal(uint32_t f, unsigned w, bool all)
{
    uint32_t r = 0, group = w >= 32 ? 0xffffffffu : (1u << w) - 1;
    for (unsigned i = 0; i < 32; i += w) {
        uint32_t m = group << i;
        if (all ? (f & m) == m : (f & m) != 0)
            r |= m;
    }
    return r;
}

static uint32_t replicate(uint32_t f, unsigned component)
{
    uint32_t r = 0;
    for (unsigned i = 0; i < 32; i += 4)
        r |= (f >> (i + component) & 1) * (15u << i);
    return r;
}

uint32_t sim_pred_slow(const struct sim_thread *t, const struct sim_uop *u)
{
    unsigned sub = u->info->inst->flag_subreg * 16;
    uint32_t f = sim_rf32(t, u->flag_rf) >> sub;
    uint32_t f0 = sim_rf32(t, SIM_RF_FLAG) >> sub, f1 = sim_rf32(t, SIM_RF_FLAG + 4) >> sub, p;
    switch ((enum eu_pred)u->pred) {
    case EU_PRED_NORMAL:
        p = f;
        break;
    case EU_PRED_ANYV:
        p = f0 | f1;
        break;
    case EU_PRED_ALLV:
        p = f0 & f1;
        break;
    case EU_PRED_ANY2H:
    case EU_PRED_ALL2H:
        p = horizontal(f, 2, u->pred == EU_PRED_ALL2H);
        break;
    case EU_PRED_ANY4H:
    case EU_PRED_ALL4H:
        p = horizontal(f, 4, u->pred == EU_PRED_ALL4H);
        break;
    case EU_PRED_ANY8H:
    case EU_PRED_ALL8H:
        p = horizontal(f, 8, u->pred == EU_PRED_ALL8H);
        break;
    case EU_PRED_ANY16H:
    case EU_PRED_ALL16H:
        p = horizontal(f, 16, u->pred == EU_PRED_ALL16H);
        break;
    case EU_PRED_ANY32H:
    case EU_PRED_ALL32H:
        p = horizontal(f, 32, u->pred == EU_PRED_ALL32H);
        break;
    case EU_PRED_X:
    case EU_PRED_Y:
    case EU_PRED_Z:
    case EU_PRED_W:
        p = replicate(f, u->pred - EU_PRED_X);
        break;
    default:
        return 0xffffffffu;
    }
    p >>= u->off;
    return u->pred_inv ? ~p : p;
}
