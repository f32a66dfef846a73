// What a translation becomes for the process that requested it, and for the disk: a head, tables, the object
// file. See jit/jit.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/jit/translate/translate.h"

// Appends to the blob; `data` NULL: zeros.
static bool put(struct sim_jit_blob *b, const void *data, size_t size)
{
    size_t start = (b->size + 7) & ~(size_t)7;
    uint8_t *p = realloc(b->data, start + size + 8);
    if (!p)
        return false;
    b->data = p;
    memset(p + b->size, 0, start - b->size);
    memcpy(p + start, data, size);
    b->size = start + size;
    return true;
}

bool jit_pack(struct jt *j, const struct sim_jit_head *h, const void *object, struct sim_jit_blob *out)
{
    uint32_t *ip = calloc(j->labels + 1, sizeof(*ip));
    for (uint32_t i = 0; ip && i < j->p->count; i++)
        if (j->label_of[i])
            ip[j->label_of[i] - 1] = j->uops[i].info->ip;
    bool ok = ip && put(out, h, sizeof(*h)) && put(out, ip, h->labels * sizeof(*ip)) &&
              put(out, j->piece_first, (h->pieces + 1) * sizeof(*j->piece_first)) &&
              put(out, j->entry, 2 * (size_t)h->uops * sizeof(*j->entry)) &&
              put(out, j->messages, h->messages * sizeof(*j->messages)) && put(out, object, h->object_size);
    free(ip);
    return ok;
}

void jit_describe(const struct jt *j, struct sim_jit_head *h)
{
    memset(h, 0, sizeof(*h)); // it is compared and stored
    h->version = SIM_JIT_VERSION;
    h->code_size = j->p->examined;
    h->uops = j->p->count;
    h->labels = j->labels;
    h->pieces = j->pieces;
    h->messages = j->message_count;
    h->full = j->rq->full;
    h->needs = j->needs;
    h->partial_start = j->single || j->rq->partial_start;
    h->single = j->single;
    for (unsigned w = 0; w < SIM_GRF_WORDS; w++) {
        const uint64_t partial = h->partial_start ? j->live_in[PARTIAL].w[w] : 0;
        h->starts[w] = j->rq->keep_all ? UINT64_MAX : j->live_in[FULL].w[w] | partial | j->memory.w[w];
    }
    h->native = j->native;
    h->called = j->called;
    snprintf(h->calls, sizeof(h->calls), "%s", j->calls);
    h->milliseconds[0] = jit_now() - j->began;
}
