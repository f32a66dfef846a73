// Test shaders on a device, by tests/common/vkc.h.
#include "job.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char error[512];

const char *job_error(void)
{
    return error;
}

__attribute__((format(printf, 2, 3))) static bool check(bool ok, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    if (!ok)
        vsnprintf(error, sizeof(error), format, ap);
    va_end(ap);
    return ok;
}

static uint64_t rng;

static uint32_t random_u32(void)
{
    rng = rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint32_t x = (uint32_t)(rng >> 33) ^ (uint32_t)(rng >> 13);
    return x * 0x9e3779b1u ^ x >> 15;
}

static uint32_t float_bits(double v)
{
    float f = (float)v;
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}

static double random_unit(void)
{
    return random_u32() / 4294967296.0;
}

static uint32_t random_element(enum kind k, uint32_t elems)
{
    static const uint32_t specials[] = {0x00000000, 0x80000000, 0x7f800000, 0xff800000,
                                        0x3f800000, 0xbf800000, 0x7f7fffff, 0x00800000,
                                        0xff7fffff, 0x80800000, 0x3f000000, 0x4b000001};
    switch (k) {
    case K_SMALL:
        return random_u32() & 255;
    case K_INDEX:
        return random_u32() % elems;
    case K_ZERO:
        return 0;
    case K_FLOAT:
        return float_bits(random_unit() * 200 - 100);
    case K_UNIT:
        return float_bits(random_unit());
    case K_POS:
        return float_bits(exp(random_unit() * 13.8 - 6.9));
    case K_SPECIAL:
        if (random_u32() % 4 == 0)
            return specials[random_u32() % (sizeof(specials) / 4)];
        __attribute__((fallthrough));
    case K_WIDE:
        return (random_u32() & 0x807fffff) | (random_u32() % 200 + 27) << 23;
    default:
        return random_u32();
    }
}

static void fill(uint32_t *to, enum kind k, uint32_t count, uint32_t elems)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = random_element(k, elems);
}

static void fill_binding(const struct plan *p, unsigned i, uint32_t *to)
{
    fill(to, p->kind[i], plan_elements(p, i), p->elems);
    if (!p->is_image[i] || !p->image[i].half)
        return;
    uint16_t *h = (uint16_t *)to; // finite halves that are not denormal
    for (size_t n = 0; n < p->image[i].size / 2; n++)
        h[n] = (uint16_t)((random_u32() & 0x83ff) | (random_u32() % 20 + 5) << 10);
}

void inputs_create(const struct plan *p, struct inputs *out)
{
    for (unsigned i = 0; i < p->bindings; i++)
        out->start[i] = calloc(4, (size_t)plan_elements(p, i) + 4);
}

void inputs_fill(const struct plan *p, uint32_t seed, struct inputs *out)
{
    rng = seed * 7919 + 1;
    for (unsigned i = 0; i < p->bindings; i++)
        fill_binding(p, i, out->start[i]);
    fill(out->push, p->push_kind, p->push_words, p->elems);
}

void inputs_destroy(struct inputs *i)
{
    for (unsigned b = 0; b < MAX_BINDINGS; b++)
        free(i->start[b]);
}

const void *job_memory(const struct job *j, const struct plan *p, unsigned binding)
{
    return p->is_image[binding] ? j->images[binding].buffer.map : j->buffers[binding].map;
}

static void enter_mode(const struct job *j)
{
    if (j->mode)
        float_mode_set(j->mode);
}

static bool leave_mode(const struct job *j)
{
    return !j->mode ||
           check(float_mode_kept(j->mode), "the caller's floating-point environment is another one");
}

bool job_prepare(struct job *j, const struct plan *p, const uint32_t *spirv, size_t bytes)
{
    VkDescriptorType types[MAX_BINDINGS];
    for (unsigned i = 0; i < p->bindings; i++) {
        if (p->is_image[i]) {
            types[i] = p->image[i].type;
            if (!check(img_create(j->d, &p->image[i], &j->images[i]) >= 0, "%s: image %u: %s", j->d->driver,
                       i, vkc_what()))
                return false;
            continue;
        }
        types[i] = p->uniform[i] ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        if (!check(vkc_buffer_create(j->d, 4 * (VkDeviceSize)p->elems, &j->buffers[i]) >= 0, "%s: %s",
                   j->d->driver, vkc_what()))
            return false;
    }
    VkSpecializationInfo spec = {p->spec_count, p->spec_entries, sizeof(p->spec_data), p->spec_data};
    uint32_t addresses = p->address ? 8 * p->bindings : 0;
    enter_mode(j);
    VkResult r = vkc_pipeline_create(j->d, spirv, bytes, p->spec_count ? &spec : NULL, types, p->array,
                                     p->bindings, addresses + 4 * p->push_words, &j->pipeline);
    return leave_mode(j) && check(r >= 0, "%s: %s", j->d->driver, vkc_what());
}

bool job_dispatch(struct job *j, const struct plan *p, const struct inputs *in)
{
    struct vkc_binding bindings[MAX_BINDINGS];
    for (unsigned i = 0; i < p->bindings; i++) {
        if (p->is_image[i]) {
            bindings[i] = img_binding(&j->images[i]);
            bindings[i].array = p->array[i];
            if (!p->image[i].size || p->image[i].type == VK_DESCRIPTOR_TYPE_SAMPLER)
                continue;
            memcpy(j->images[i].buffer.map, in->start[i], p->image[i].size);
            if (!check(img_upload(j->d, &j->images[i]) >= 0, "%s: %s", j->d->driver, vkc_what()))
                return false;
            continue;
        }
        if (p->same[i] == i)
            memcpy(j->buffers[i].map, in->start[i], 4 * (size_t)p->elems);
        bindings[i] = (struct vkc_binding){.type = p->uniform[i] ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                                                 : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .buffer = &j->buffers[p->same[i]],
                                           .array = p->array[i]};
    }
    uint32_t all[2 * MAX_BINDINGS + MAX_PUSH], at = 0;
    for (unsigned i = 0; p->address && i < p->bindings; i++, at += 2) {
        uint64_t address = p->is_image[i] ? 0 : vkc_buffer_address(j->d, &j->buffers[i]);
        memcpy(all + at, &address, 8);
    }
    memcpy(all + at, in->push, 4 * p->push_words);
    enter_mode(j);
    VkResult r = vkc_dispatch(j->d, &j->pipeline, bindings, p->bindings, all, p->groups[0], p->groups[1],
                              p->groups[2]);
    if (!leave_mode(j) || !check(r >= 0, "%s: %s", j->d->driver, vkc_what()))
        return false;
    for (unsigned i = 0; i < p->bindings; i++)
        if (p->is_image[i] &&
            !check(img_download(j->d, &j->images[i]) >= 0, "%s: %s", j->d->driver, vkc_what()))
            return false;
    return true;
}

void job_finish(struct job *j, const struct plan *p)
{
    vkc_pipeline_destroy(j->d, &j->pipeline);
    for (unsigned i = 0; i < p->bindings; i++) {
        vkc_buffer_destroy(j->d, &j->buffers[i]);
        img_destroy(j->d, &j->images[i]);
    }
}
