// Messages of translated kernels that are not made in line: with some channels off, at scattered addresses,
// out of bounds, or out of the window. What the window does not hold goes to the interpreter (sim_eu_send),
// after which it grows.
#include "sim/ports/dataport.h"
#include "sim/ports/late.h"
#include "sim/jit/jit.h"
#include "sim/surface/blocks.h"

enum { PAGE = 4096, FIRST_BUDGET = 16, LAST_BUDGET = 1 << 18 };

// ---- windows

// What the page's first byte is for this client, NULL if it cannot be accessed so. For writing, it becomes
// dirty in L3. Nobody accesses the neighbours of what a message did: a scratch page is not reached by this.
static uint8_t *page_host(struct sim_tlb *tlb, uint64_t va, bool write)
{
    uint8_t *host = sim_tlb_probe(tlb, va & ~UINT64_C(4095), write ? SIM_WRITE : SIM_READ);
    return !write || host == sim_tlb_probe(tlb, va & ~UINT64_C(4095), SIM_READ) ? host : NULL;
}

// Offsets stay below 2^31, so that they can be signed.
static void set_limits(struct sim_window *w, bool writable)
{
    for (unsigned k = 0; k < 4; k++) {
        uint64_t n = w->len >= 4 * (k + 1) ? w->len - 4 * (k + 1) + 1 : 0;
        w->read[k] = n > 0x7ffffff0u ? 0x7ffffff0u : (uint32_t)n;
        w->write[k] = writable ? w->read[k] : 0;
    }
}

// Whether all pages of a window that has been read can be written as well.
static bool make_writable(struct sim_tlb *tlb, const struct sim_window *w, uint64_t base)
{
    uint64_t lo = base + w->lo, hi = lo + w->len, first = lo & ~UINT64_C(4095);
    const uint8_t *host = w->host - (lo & 4095);
    for (uint64_t at = first; at < hi; at += PAGE)
        if (page_host(tlb, at, true) != host + (at - first))
            return false;
    return true;
}

// Grows a window of the `size` bytes at `base` to pages around `offset` that lie in one piece of host memory.
// A window that is written may be read as well.
static void grow(struct sim_tlb *tlb, struct sim_window *w, uint64_t base, uint64_t size, uint64_t offset,
                 bool write)
{
    uint64_t va = base + offset, lo = base + w->lo, hi = lo + w->len, end = base + size;
    uint8_t *host = w->host;
    if (offset >= size || end < base)
        return;
    bool keep = w->len && va >= lo && va < hi;
    if (keep && write && !w->write[0])
        keep = make_writable(tlb, w, base);
    else if (keep)
        write = w->write[0] != 0;
    if (!keep) {
        host = page_host(tlb, va, write);
        if (!host)
            return;
        lo = va & ~UINT64_C(4095);
        hi = lo + PAGE;
        // A walk in large steps leaves one window after the other: they begin larger then.
        if (!w->budget)
            w->budget = FIRST_BUDGET;
    } else {
        host -= lo & 4095;
        lo &= ~UINT64_C(4095);
        hi = (hi + 4095) & ~UINT64_C(4095);
    }
    for (uint32_t n = w->budget; n && hi < end && page_host(tlb, hi, write) == host + (hi - lo); n--)
        hi += PAGE;
    for (uint32_t n = w->budget / 4; n && lo > base && page_host(tlb, lo - PAGE, write) == host - PAGE; n--) {
        lo -= PAGE;
        host -= PAGE;
    }
    if (w->budget < LAST_BUDGET)
        w->budget *= 2;
    if (lo < base) {
        host += base - lo;
        lo = base;
    }
    w->lo = lo - base;
    w->len = (hi < end ? hi : end) - lo;
    w->host = host;
    w->whole = !w->lo && w->len == size;
    set_limits(w, write);
}

static void interpret(struct sim_thread *t, const struct sim_jit_message *m)
{
    const struct sim_uop *u = &t->program->uops[m->uop];
    u->fn(t, u);
}

static void miss(struct sim_thread *t, const struct sim_jit_message *m, uint64_t offset)
{
    struct sim_group *g = t->group;
    interpret(t, m);
    if (t->state != SIM_THREAD_RUN || m->slm)
        return;
    const struct sim_surface *s = m->window < SIM_WINDOWS_OWN ? &g->surfaces[m->window] : NULL;
    struct sim_window *w = &g->windows[m->window];
    struct sim_tlb *tlb = m->constant ? &g->clients[SIM_CLIENT_CONSTANT] : g->tlb;
    if (!m->constant && !m->a64 && g->tlb->client == SIM_CLIENT_DATA && sim_uncached(g->launch, s))
        tlb = &g->clients[SIM_CLIENT_MEMORY];
    if (!s)
        grow(tlb, w, 0, UINT64_C(1) << 47, offset, m->write);
    // Of a misaligned base words and bytes see different bits: the interpreter's.
    else if (s->valid && s->type == GEN_SURFTYPE_BUFFER && !(s->base & 3))
        grow(tlb, w, s->base, s->size < UINT32_MAX ? s->size : UINT32_MAX, offset, m->write);
}

// ---- one message

static uint8_t *payload(struct sim_thread *t, const struct sim_jit_message *m, unsigned k)
{
    return t->rf + (k < m->mlen ? m->src0 + k : m->src1 + (k - m->mlen)) * SIM_GRF_BYTES;
}

static uint32_t load32(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}

static uint64_t address(struct sim_thread *t, const struct sim_jit_message *m, unsigned i)
{
    unsigned first = m->header;
    uint64_t v = 0;
    if (m->a64) {
        memcpy(&v, payload(t, m, first + i / 4) + i % 4 * 8, 8);
    } else {
        v = load32(payload(t, m, first + i / 8) + i % 8 * 4);
        if (m->slm)
            v &= 0xffff;
    }
    if (m->aligned)
        v &= ~UINT64_C(3);
    return v * m->scale;
}

static uint64_t block_address(struct sim_thread *t, const struct sim_jit_message *m)
{
    uint64_t v;
    if (!m->scale)
        return m->offset;
    memcpy(&v, payload(t, m, 0) + (m->a64 || !m->header ? 0 : 8), 8);
    return m->a64 ? v : (uint64_t)(uint32_t)v * m->scale;
}

// Reads or writes one channel at `p` (NULL: out of bounds); `data` is the register of the first dword.
static void transfer(const struct sim_jit_message *m, uint8_t *p, uint8_t *data, unsigned i, uint32_t *out)
{
    unsigned step = m->slots * 4;
    for (unsigned d = 0; d < m->dwords; d++) {
        if (m->kind == SIM_JIT_WRITE) {
            if (p && m->bytes == 4)
                __atomic_store_n((uint32_t *)(void *)(p + 4 * d), load32(data + d * step + 4 * i),
                                 __ATOMIC_RELAXED);
            else if (p)
                memcpy(p, data + 4 * i, m->bytes);
        } else {
            uint32_t v = 0;
            if (p && m->bytes == 4)
                v = __atomic_load_n((const uint32_t *)(const void *)(p + 4 * d), __ATOMIC_RELAXED);
            else if (p)
                memcpy(&v, p, m->bytes);
            out[d * m->slots + i] = v;
        }
    }
}

static uint64_t scratch_base(struct sim_thread *t, const struct sim_jit_message *m)
{
    return t->group->launch->general_base + (load32(payload(t, m, 0) + 20) & ~1023u);
}

// Windows hold what memory has: they are for a thread of which no write is late, and never for writing.
void sim_jit_choose_windows(struct sim_thread *t)
{
    static const struct sim_window none[SIM_WINDOWS];
    struct sim_group *g = t->group;
    g->windows = t->late->count ? (struct sim_window *)(uintptr_t)none : g->late_windows;
    sim_images_choose(g, g->images[SIM_IMAGE_SAMPLED], !t->late->count, false);
}

static void late_message(struct sim_thread *t, const struct sim_jit_message *m)
{
    const uint32_t mask = sim_exec_mask(t, &t->program->uops[m->uop]);
    sim_jit_choose_windows(t); // a fence since the last message may have settled what was late
    if (t->late->count || m->slm || m->write || m->kind == SIM_JIT_ATOMIC || !mask)
        interpret(t, m);
    else
        miss(t, m,
             (m->scratch ? scratch_base(t, m) : 0) + (m->kind == SIM_JIT_BLOCK
                                                          ? block_address(t, m)
                                                          : address(t, m, (unsigned)__builtin_ctz(mask))));
    sim_jit_choose_windows(t);
}

// ---- images

static struct sim_tlb *client_of(const struct sim_group *g, const struct sim_surface *s, bool sampled)
{
    if (sampled)
        return &g->clients[SIM_CLIENT_SAMPLER];
    return g->tlb->client == SIM_CLIENT_DATA && sim_uncached(g->launch, s) ? &g->clients[SIM_CLIENT_MEMORY]
                                                                           : g->tlb;
}

// The window grows around the first texel that was outside.
static void grow_image(struct sim_thread *t, const struct sim_jit_message *m, struct sim_image *image,
                       const struct sim_surface *s)
{
    const uint32_t mask = sim_exec_mask(t, &t->program->uops[m->uop]), bytes = s->fmt->bytes;
    struct sim_window *w = &image->window;
    for (uint32_t live = mask & 0xff; live; live &= live - 1) {
        const unsigned i = (unsigned)__builtin_ctz(live);
        uint32_t at[3] = {0};
        for (unsigned k = 0; k < m->coords; k++)
            at[k] = load32(payload(t, m, m->header + k) + 4 * i);
        const uint64_t offset = sim_image_offset(image, s, at);
        if (offset == UINT64_MAX || offset - w->lo < image->limit)
            continue;
        grow(client_of(t->group, s, false), w, image->address, image->bytes, offset, true);
        image->limit = w->write[0] && w->len >= bytes ? (uint32_t)w->len - bytes + 1 : 0;
        return;
    }
}

// What the message was about, for those that follow; when that is worth a look at all its pages.
static void find_image(struct sim_thread *t, const struct sim_jit_message *m, struct sim_image *image)
{
    enum { PAGES_A_MESSAGE = 16 };
    const enum sim_image_use use = (enum sim_image_use)m->use;
    struct sim_group *g = t->group;
    const struct sim_surface *s = &g->surfaces[m->window];
    if (!s->valid)
        return;
    const struct sim_image_shape shape = sim_image_shape(s, use, t->program->target);
    const uint32_t pages = m->write ? 0 : sim_image_pages(s);
    if (!shape.key || image->seen++ * PAGES_A_MESSAGE < pages)
        return;
    image->seen = 0;
    image->levels = &g->image_levels[m->window];
    image->blocks = shape.format->codec ? sim_blocks_find(g->blocks, shape.format) : NULL;
    if (shape.format->codec && !image->blocks)
        return;
    if (sim_image_find(image, s, use, client_of(g, s, use == SIM_IMAGE_SAMPLED)))
        image->key = shape.key;
}

// Before and after a message the thread may have written what is late.
static bool may_keep(struct sim_thread *t, const struct sim_jit_message *m)
{
    return t->state == SIM_THREAD_RUN &&
           (!t->group->late_windows || (m->use == SIM_IMAGE_READ && !t->late->count) ||
            m->use == SIM_IMAGE_SAMPLED);
}

static void image_message(struct sim_thread *t, const struct sim_jit_message *m)
{
    const bool keep = may_keep(t, m);
    interpret(t, m);
    if (t->late)
        sim_jit_choose_windows(t);
    struct sim_image *image = &t->group->images[m->use][m->window];
    if (!keep || !may_keep(t, m))
        return;
    *t->group->images_used = true;
    if (!image->key)
        find_image(t, m, image);
    if (m->sampler)
        t->group->sampler_keys[m->sampler - 1] = sim_sampler_met(t->group, m->sampler - 1u);
    if (image->key && m->write)
        grow_image(t, m, image, &t->group->surfaces[m->window]);
}

// What is not translated: writes of it may be late.
static void other_message(struct sim_thread *t, const struct sim_jit_message *m)
{
    interpret(t, m);
    if (t->late)
        sim_jit_choose_windows(t);
}

void sim_jit_message_run(struct sim_thread *t, const struct sim_jit_message *m)
{
    const struct sim_uop *u = &t->program->uops[m->uop];
    if (m->kind == SIM_JIT_IMAGE || m->kind == SIM_JIT_OTHER) {
        (m->kind == SIM_JIT_IMAGE ? image_message : other_message)(t, m);
        return;
    }
    if (t->late) {
        late_message(t, m);
        return;
    }
    const struct sim_window *w = &t->group->windows[m->slm ? 0 : m->window];
    uint32_t mask = sim_exec_mask(t, u) & ((1u << m->slots) - 1), out[64];
    uint64_t at[16], lo = m->slm ? 0 : w->lo, base = 0;
    unsigned span = m->bytes * m->dwords, limit, any;
    bool whole = m->slm || w->whole;
    uint8_t *host = m->slm ? t->group->slm : w->host;
    if (m->slm) {
        any = limit = t->group->slm_size >= span ? t->group->slm_size - span + 1 : 0;
        if (m->dwords > 1)
            any = t->group->slm_size >= 4 ? t->group->slm_size - 3 : 0;
    } else if (m->kind == SIM_JIT_BLOCK) {
        any = limit = 0;
    } else {
        limit = m->kind == SIM_JIT_READ ? w->read[m->dwords - 1] : w->write[m->dwords - 1];
        any = m->kind == SIM_JIT_READ ? w->read[0] : w->write[0];
        whole &= limit != 0 && m->bytes == 4;
    }
    if (m->scratch)
        base = scratch_base(t, m);
    if (m->kind == SIM_JIT_BLOCK && sim_exec_mask(t, u) != u->chmask) {
        interpret(t, m);
        return;
    }
    if (m->kind == SIM_JIT_BLOCK) {
        miss(t, m, base + block_address(t, m));
        return;
    }
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        uint64_t a = base + address(t, m, i);
        at[i] = a - lo;
        if (at[i] >= limit && (!whole || at[i] < any || m->kind == SIM_JIT_ATOMIC)) {
            miss(t, m, a);
            return;
        }
    }
    if (m->kind == SIM_JIT_ATOMIC) { // with holes in the mask: the interpreter's
        interpret(t, m);
        return;
    }
    uint8_t *data = NULL;
    if (m->kind == SIM_JIT_WRITE)
        data = payload(t, m, m->header + m->slots / 8 * (m->a64 ? 2 : 1));
    t->sends++;
    uint8_t split[4 * 64]; // data that lie in both parts of the payload
    if (data && m->dwords > 1) {
        for (unsigned k = 0; k < m->dwords * m->slots / 8; k++)
            memcpy(split + k * SIM_GRF_BYTES, payload(t, m, m->header + m->slots / 8 * (m->a64 ? 2 : 1) + k),
                   SIM_GRF_BYTES);
        data = split;
    }
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        transfer(m, at[i] < limit ? host + at[i] : NULL, data, i, out);
    }
    if (m->kind == SIM_JIT_WRITE)
        return;
    uint8_t *dst = t->rf + m->dst * SIM_GRF_BYTES;
    for (uint32_t live = mask; live; live &= live - 1)
        for (unsigned d = 0, i = (unsigned)__builtin_ctz(live); d < m->dwords; d++)
            memcpy(dst + (d * m->slots + i) * 4, &out[d * m->slots + i], 4);
}
