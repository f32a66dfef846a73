// Fuzzing of what a message may reach: whatever surface states, sampler states, binding tables, bases,
// addresses and descriptors say, no byte outside the buffer objects is read or written, by the interpreter
// and by translated kernels, and both do the same.
//
// Each object lies between pages that fault the host (so a byte too far is a signal), beside its neighbours
// in GPU addresses, some of them read-only. A case is two seeds, of the kernel and of everything else, and
// behind them words that change what the second gives (so that libFuzzer has something to steer). With
// KILN_FUZZ_MAIN a main() runs argv[1] cases from the seed argv[2]; argv[3] is any file. KILN_SIM_JIT=0: no
// translation.
#include <sys/mman.h>

#include "kiln/isa.h"
#include "isa/table/msg.h"
#include "sim/ports/dataport.h"
#include "sim/kernel/drm/device.h"
#include "sim/dispatch/dispatch.h"
#include "sim/gpgpu/media.h"
#include "sim/surface/format.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/gem/vm.h"

#include "fuzz_seeded.h"
#include "../sim/eu_pool.h"

enum { GUARD = 16 << 12, CASES_A_KERNEL = 64, MAX_INPUT = 4096, REGS = 50 };
enum { CODE, STATE, PAYLOAD, SCRATCH, DATA, OBJECTS = DATA + 6 };

static struct object {
    uint64_t address;
    uint32_t pages;
    bool read_only;
    uint8_t *host, *start, *wanted; // start: contents before a case
} objects[OBJECTS] = {
    [CODE] = {0x10000000, 1, false, NULL, NULL, NULL},
    [STATE] = {0x10010000, 2, false, NULL, NULL, NULL},
    [PAYLOAD] = {0x10020000, 2, false, NULL, NULL, NULL},
    [SCRATCH] = {0x10040000, 4, false, NULL, NULL, NULL},
    [DATA] = {0x10100000, 1, false, NULL, NULL, NULL},
    [DATA + 1] = {0x10101000, 1, true, NULL, NULL, NULL},
    [DATA + 2] = {0x10102000, 2, false, NULL, NULL, NULL},
    [DATA + 3] = {0x10105000, 3, false, NULL, NULL, NULL}, // behind a hole
    [DATA + 4] = {0x10200000, 8, false, NULL, NULL, NULL},
    [DATA + 5] = {0xfffffffff000, 1, false, NULL, NULL, NULL}, // the last page that there is
};

static struct sim_device *dev;
static struct sim_vm *vm;
static struct sim_eu_pool *pools[2]; // interpreted; translated, or NULL
static unsigned ended, faulted;

static void make_object(struct object *o)
{
    int err;
    struct sim_vma *vma;
    size_t size = o->pages * 4096ul;
    uint8_t *p = mmap(NULL, size + 2ul * GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED || mprotect(p + GUARD, size, PROT_READ | PROT_WRITE))
        abort();
    o->host = p + GUARD;
    o->start = malloc(size);
    o->wanted = malloc(size);
    struct sim_bo *bo = sim_bo_create_userptr(dev, o->host, size, o->read_only, &err);
    if (!bo || sim_vm_bind(vm, bo, o->address, size, &vma))
        abort();
}

static void setup(void)
{
    struct sim_config config = sim_config_read();
    config.threads = 1;
    config.memory_bytes = 1 << 26;
    const char *jit = getenv("KILN_SIM_JIT");
    bool translate = !jit || *jit != '0';
    setenv("KILN_SIM_JIT", "0", 1);
    setenv("KILN_CACHE", "off", 1);
    pools[0] = eu_pool(1);
    setenv("KILN_SIM_JIT", "2", 1);
    pools[1] = translate ? eu_pool(1) : NULL;
    dev = sim_device_create(&config);
    sim_lock();
    vm = sim_vm_create(dev, SIM_SCRATCH_I915);
    for (unsigned i = 0; i < OBJECTS; i++)
        make_object(&objects[i]);
    sim_unlock();
}

// ---- the numbers of a case

static const uint8_t *steer;
static size_t steer_left;

static uint32_t word(void)
{
    uint32_t w = next(), x = 0;
    size_t n = steer_left < 4 ? steer_left : 4;
    if (n)
        memcpy(&x, steer, n);
    steer += n;
    steer_left -= n;
    return w ^ x;
}

static unsigned upto(unsigned n) // 0 .. n - 1
{
    return word() % n;
}

// Near an edge of something, mostly not aligned to anything.
static uint64_t edge(void)
{
    const struct object *o = &objects[upto(8) ? DATA + upto(OBJECTS - DATA) : upto(OBJECTS)];
    static const uint32_t steps[] = {0, 0, 1, 2, 3, 4, 8, 12, 16, 32, 60, 64, 100, 256};
    uint64_t at = o->address + 4096ul * upto(o->pages + 1);
    uint32_t by = steps[upto(sizeof(steps) / 4)] + (upto(3) ? 0 : upto(4));
    return upto(2) ? at + by : at - by;
}

// Sizes of buffers, and offsets around their ends.
static uint32_t some_size(void)
{
    static const uint32_t sizes[] = {4, 16, 64, 100, 256, 4064, 4096, 4096, 5000, 8192, 12288};
    return sizes[upto(11)];
}

// ---- states

static void surface_state(uint32_t *dw)
{
    static const uint16_t formats[] = {0x1ff, 0x1ff, 0x1ff, 0xd6,  0xd7,  0xd8,  0xc7,  0x140, 0x10c, 0x000,
                                       0x002, 0x084, 0x085, 0x040, 0x0c0, 0x106, 0x117, 0x186, 0x19a, 0x1a2};
    static const uint32_t types[] = {GEN_SURFTYPE_BUFFER, GEN_SURFTYPE_BUFFER, GEN_SURFTYPE_BUFFER,
                                     GEN_SURFTYPE_STRBUF, GEN_SURFTYPE_1D,     GEN_SURFTYPE_2D,
                                     GEN_SURFTYPE_2D,     GEN_SURFTYPE_3D,     GEN_SURFTYPE_CUBE,
                                     GEN_SURFTYPE_NULL};
    uint32_t type = types[upto(10)], last = upto(8) ? some_size() - 1 + (upto(2) ? 0 : upto(4)) : word();
    bool image = type != GEN_SURFTYPE_BUFFER && type != GEN_SURFTYPE_STRBUF;
    struct gen_RENDER_SURFACE_STATE s = {
        .surface_type = type,
        .surface_format = upto(4) ? formats[upto(20)] : upto(512),
        .surface_base_address = upto(2) ? edge() : objects[DATA + 4].address + 4 * upto(64),
        .width = image ? upto(40) : last & 0x7f,
        .height = image ? upto(40) : last >> 7 & 0x3fff,
        .depth = image ? upto(4) : last >> 21,
        .surface_pitch = image     ? (upto(2) ? 127 : upto(600))
                         : upto(2) ? 0
                                   : upto(20),
        .tile_mode = upto(2) ? 0 : upto(4),
        .surface_array = upto(2),
        .surface_horizontal_alignment = 1 + upto(3),
        .surface_vertical_alignment = 1 + upto(3),
        .surface_qpitch = upto(16),
        .mip_count_lod = upto(3) ? 0 : upto(16),
        .surface_min_lod = upto(4) ? 0 : upto(16),
        .render_target_view_extent = upto(4),
        .minimum_array_element = upto(4) ? 0 : upto(8),
        .x_offset = upto(4) ? 0 : upto(64),
        .y_offset = upto(4) ? 0 : upto(8),
        .shader_channel_select_red = 4,
        .shader_channel_select_green = 5,
        .shader_channel_select_blue = 6,
        .shader_channel_select_alpha = 7,
    };
    gen_RENDER_SURFACE_STATE_pack(dw, &s);
    for (unsigned n = upto(4) ? 0 : upto(6); n; n--)
        dw[upto(gen_RENDER_SURFACE_STATE_LENGTH)] ^= 1u << upto(32);
    for (unsigned i = 0; !upto(16) && i < gen_RENDER_SURFACE_STATE_LENGTH; i++)
        dw[i] = word();
}

enum { SURFACES = 16, STATES_AT = 0x400, SAMPLERS_AT = 0x1000 };

static void states(struct sim_media *m)
{
    uint8_t *p = objects[STATE].host;
    for (unsigned i = 0; i < SURFACES; i++) {
        uint32_t at = STATES_AT + 64 * i, dw[gen_RENDER_SURFACE_STATE_LENGTH] = {0};
        surface_state(dw);
        memcpy(p + at, dw, sizeof(dw));
        if (!upto(24))
            at = word() & 0x3fff;
        memcpy(p + 4 * i, &at, 4);
    }
    for (unsigned i = 0; i < 16 * 4; i++) {
        uint32_t v = word() & (upto(2) ? ~0u : 0x00ff00ff);
        if (i % 4 == 0)
            v &= 0x3ffff | (upto(8) ? 0 : ~0u);
        memcpy(p + SAMPLERS_AT + 4 * i, &v, 4);
    }
    m->sba.surface_state_base_address = objects[STATE].address;
    m->sba.bindless_surface_state_base_address = upto(8) ? objects[STATE].address : edge() & ~4095ul;
    m->sba.dynamic_state_base_address = upto(8) ? objects[STATE].address : edge() & ~4095ul;
    m->sba.general_state_base_address = upto(8) ? objects[CODE].address : edge() & ~4095ul;
    m->idd.sampler_state_pointer = SAMPLERS_AT;
    m->idd.binding_table_pointer = upto(16) ? 0 : (word() & 0xffe0);
    m->vfe.scratch_space_base_pointer = upto(8) ? objects[SCRATCH].address - objects[CODE].address : word();
    m->vfe.per_thread_scratch_space = upto(4);
    m->idd.shared_local_memory_size = upto(8);
}

// Registers, a kind for every four: offsets, addresses, coordinates, floats, anything.
static void payload(void)
{
    static const float floats[] = {0, 0.5f, 1, -1, 2, 0.999f, 1e10f, -1e30f, 3, 0.125f};
    unsigned kind = 0, step = 0;
    uint64_t a64 = 0;
    uint32_t base = 0;
    for (unsigned i = 0; i < 2 * REGS * 8; i++) {
        if (i % 32 == 0) {
            kind = upto(16);
            a64 = edge();
            base = upto(3) ? some_size() - upto(80) : upto(0x2000);
            step = upto(4) ? 4u << upto(3) : upto(9);
        }
        uint32_t v = word(), k = i % 32;
        if (kind < 7)
            v = base + (kind < 6 ? step * k : v & 0xff);
        else if (kind < 10) // dwords of 64-bit addresses
            v = (uint32_t)((a64 + step * (k / 2)) >> (k & 1 ? 32 : 0));
        else if (kind < 12)
            v &= kind == 10 ? 63 : 7;
        else if (kind < 14)
            memcpy(&v, &floats[v % 10], 4);
        else if (kind == 14)
            v = 4096 - v % 20;
        memcpy(objects[PAYLOAD].host + 4 * i, &v, 4);
    }
}

// ---- kernels

static uint32_t descriptor(uint8_t sfid, unsigned *regs)
{
    // Data port 0, data port 1: messages by type; control bits as they come.
    static const uint8_t dc0[] = {0, 1, 2, 3, 4, 8, 10, 11, 12, 3, 4, 11, 12},
                         dc1[] = {1, 1, 9, 9, 2, 6, 5, 13, 4, 10, 16, 17, 18, 20, 21, 25, 26, 27, 11, 12};
    uint32_t bti = upto(8) ? upto(SURFACES) : 250 + upto(6), control = upto(64) << 8, desc;
    bool header = upto(2);
    *regs = upto(4) ? 8 : 1 + upto(4);
    if (sfid == EU_SFID_SAMPLER)
        desc = bti | upto(16) << 8 | upto(32) << 12 | (upto(8) ? 1 + upto(2) : upto(4)) << 17;
    else if (sfid == EU_SFID_RENDER_CACHE)
        desc = bti | (upto(4) ? 4 : upto(8)) << 8 | upto(2) << 12 | (upto(16) ? 12 : upto(16)) << 14;
    else if (sfid == EU_SFID_DC1)
        desc = bti | control | (upto(16) ? dc1[upto(20)] : upto(32)) << 14;
    else if (sfid == EU_SFID_CONSTANT_CACHE)
        desc = (header = true, bti | control | upto(upto(16) ? 4 : 16) << 14);
    else if (upto(6))
        desc = bti | control | (upto(16) ? dc0[upto(13)] : upto(16)) << 14;
    else // scratch
        desc = (header = true, 1u << 18 | upto(2) << 17 | upto(2) << 16 | upto(4) << 12 |
                                   (upto(2) ? upto(128) : upto(4096)));
    unsigned type = desc >> 14 & 31;
    if (sfid == EU_SFID_DC1 && upto(8))
        header = type == 4 || type == 10 || type == 20 || type == 21; // media and A64 blocks
    if (sfid == EU_SFID_DC0 && upto(8))
        header = type > 15 || type < 2 || type == 8; // scratch and OWord blocks
    if (sfid == EU_SFID_DC1 && (type == 16 || type == 26) && upto(8))
        desc &= ~(2u << 8);
    return desc | (uint32_t)header << 19;
}

// Messages that kernels are made of, and that are translated: reads, writes and atomics of dwords, bytes and
// words, by offset or by address, by 8 or 16 channels.
static uint32_t frequent(uint8_t *sfid, unsigned *slots)
{
    bool wide = upto(2), dc0 = upto(3) == 0, write = upto(2);
    uint32_t bti = upto(6) ? upto(SURFACES) : EU_BTI_SLM, mask = 0xfu << (1 + upto(4)) & 0xf;
    *sfid = dc0 ? EU_SFID_DC0 : EU_SFID_DC1;
    *slots = wide ? 16 : 8;
    if (dc0) // byte scattered
        return bti | (uint32_t)wide << 8 | upto(3) << 10 | (write ? 12u : 4u) << 14;
    switch (upto(5)) {
    case 0:
    case 1:
        return bti | (mask | (wide ? 0x10u : 0x20u)) << 8 | (write ? 9u : 1u) << 14;
    case 2: // A64
        return 255 | (mask | (wide ? 0x10u : 0x20u)) << 8 | (write ? 25u : 17u) << 14;
    case 3:
        return 255 | ((uint32_t)upto(2) | upto(3) << 2 | (wide ? 16u : 0)) << 8 | (write ? 26u : 16u) << 14;
    default:
        return bti | ((1 + upto(15)) | (wide ? 0 : 16u) | 32u) << 8 | 2u << 14;
    }
}

static void emit(uint8_t **at, const struct eu_inst *in)
{
    struct eu_error err;
    if (eu_encode(kiln_target("skl"), in, *at, &err))
        *at += 16;
}

static struct eu_operand grf(unsigned reg, enum eu_type type)
{
    return (struct eu_operand){.file = EU_FILE_GRF,
                               .type = type,
                               .reg = (uint8_t)reg,
                               .vstride = 8,
                               .width = 8,
                               .hstride = 1,
                               .special_acc = 8};
}

static void kernel(bool pixels)
{
    static const uint8_t functions[] = {EU_SFID_DC1, EU_SFID_DC1,     EU_SFID_DC1,           EU_SFID_DC0,
                                        EU_SFID_DC0, EU_SFID_SAMPLER, EU_SFID_CONSTANT_CACHE};
    uint8_t *at = objects[CODE].host;
    memset(at, 0, 4096);
    for (unsigned n = 1 + upto(3); n; n--) {
        unsigned rlen, split = upto(2), mlen = upto(4) ? 8 : 1 + upto(6), xlen = split ? 1 + upto(6) : 0;
        uint8_t sfid = pixels && upto(2) ? EU_SFID_RENDER_CACHE : functions[upto(7)];
        unsigned slots = upto(8) ? (upto(2) ? 16 : 8) : 1;
        uint32_t desc = descriptor(sfid, &rlen);
        if (!pixels && upto(2)) {
            desc = frequent(&sfid, &slots);
            rlen = mlen = 8;
        }
        struct eu_inst in = {
            .op = split ? EU_OP_SENDS : EU_OP_SEND,
            .exec_size = (uint8_t)slots,
            .nomask = upto(2),
            .sfid = sfid,
            .desc = (desc & 0xfffff) | rlen << 20 | mlen << 25,
            .ex_desc = sfid | xlen << 6 | (upto(4) ? 0 : (STATES_AT / 64 + upto(16)) << 12),
            .src = {grf(1 + upto(REGS - 8), EU_TYPE_UD), grf(1 + upto(REGS - 8), EU_TYPE_UD)},
            .dst = grf(upto(4) ? 64 + upto(16) : 1 + upto(REGS - 5), EU_TYPE_UD),
        };
        if (!split)
            in.src[1] = (struct eu_operand){0};
        emit(&at, &in);
    }
    struct eu_inst move = {.op = EU_OP_MOV,
                           .exec_size = 8,
                           .nomask = true,
                           .src = {grf(0, EU_TYPE_UD)},
                           .dst = grf(127, EU_TYPE_UD)};
    struct eu_inst end = {.op = EU_OP_SEND,
                          .exec_size = 8,
                          .nomask = true,
                          .eot = true,
                          .sfid = EU_SFID_THREAD_SPAWNER,
                          .desc = 0x02000010,
                          .ex_desc = EU_SFID_THREAD_SPAWNER,
                          .src = {grf(127, EU_TYPE_UD)},
                          .dst = {.file = EU_FILE_ARF, .type = EU_TYPE_UD, .hstride = 1, .special_acc = 8}};
    emit(&at, &move);
    emit(&at, &end);
}

// ---- a case

static void keep(size_t which)
{
    for (unsigned i = 0; i < OBJECTS; i++)
        memcpy(which ? objects[i].wanted : objects[i].start, objects[i].host, objects[i].pages * 4096ul);
}

static void restore(void)
{
    for (unsigned i = 0; i < OBJECTS; i++)
        memcpy(objects[i].host, objects[i].start, objects[i].pages * 4096ul);
}

static void compare(const struct sim_fault *a, const struct sim_fault *b)
{
    if (a->kind != b->kind) {
        fprintf(stderr, "fuzz_surfaces: interpreted: %s\ntranslated: %s\n", a->text, b->text);
        abort();
    }
    for (unsigned i = 0; a->kind == SIM_FAULT_NONE && i < OBJECTS; i++)
        for (uint32_t k = 0; k < objects[i].pages * 4096; k++)
            if (objects[i].host[k] != objects[i].wanted[k]) {
                fprintf(stderr, "fuzz_surfaces: byte 0x%x of object %u: interpreted 0x%x, translated 0x%x\n",
                        k, i, objects[i].wanted[k], objects[i].host[k]);
                abort();
            }
}

static void run(const struct sim_launch *w)
{
    struct sim_dispatch_stats stats;
    struct sim_fault fault[2];
    keep(0);
    if (sim_dispatch_walker(pools[0], w, &stats, &fault[0]))
        ended++;
    else
        faulted++;
    if (fault[0].kind != SIM_FAULT_NONE && !fault[0].text[0])
        abort(); // a fault without a report
    if (!pools[1])
        return;
    keep(1);
    restore();
    sim_dispatch_walker(pools[1], w, &stats, &fault[1]);
    compare(&fault[0], &fault[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t seeds[2];
    if (size < 8 || size > MAX_INPUT)
        return 0;
    if (!dev)
        setup();
    memcpy(seeds, data, 8);
    steer = data;
    steer_left = 0;
    fuzz_state = seeds[0] & 0xfff; // of few kernels, which are translated once each while they are kept
    bool pixels = upto(8) == 0;
    kernel(pixels);
    fuzz_state = (uint64_t)seeds[1] << 32 | seeds[0];
    steer = data + 8;
    steer_left = size - 8;
    for (unsigned i = DATA; i < OBJECTS; i++)
        for (uint32_t k = 0; k < objects[i].pages * 1024; k++) {
            uint32_t v = k * 2654435761u + i;
            memcpy(objects[i].host + 4ul * k, &v, 4);
        }
    struct sim_surface depth = {0};
    struct sim_draw draw = {.simd = upto(2) ? 8 : 16,
                            .x1 = 1 + (int)upto(20),
                            .y1 = 1 + (int)upto(8),
                            .layers = 1 + upto(2),
                            .setup_grf = 2,
                            .vector_mask = upto(2)};
    struct sim_launch w = {.pages = &vm->pages, .instruction_budget = 10000};
    struct sim_media m = {.slm_enabled = true};
    struct sim_fault refused;
    memset(draw.write_mask, (int)(upto(3) ? 15 : upto(16)), sizeof(draw.write_mask));
    memset(objects[SCRATCH].host, 0, objects[SCRATCH].pages * 4096ul);
    memset(objects[STATE].host, 0, objects[STATE].pages * 4096ul);
    states(&m);
    payload();
    if (pixels && upto(3) == 0) {
        uint32_t dw[gen_RENDER_SURFACE_STATE_LENGTH];
        surface_state(dw);
        sim_surface_unpack(&depth, dw, kiln_target_of(dev->devinfo));
        draw.depth = depth.fmt && !depth.refused && depth.type <= GEN_SURFTYPE_CUBE ? &depth : NULL;
    }
    w.draw = pixels ? &draw : NULL;
    w.devinfo = dev->devinfo;
    m.sba.instruction_base_address = objects[CODE].address;
    m.sba.indirect_object_base_address = objects[PAYLOAD].address;
    m.vfe.maximum_number_of_threads = 3;
    m.walker.simd_size = upto(2);
    m.walker.right_execution_mask = upto(3) ? UINT32_MAX : word();
    m.walker.bottom_execution_mask = UINT32_MAX;
    m.walker.thread_width_counter_maximum = 1;
    m.walker.thread_group_id_x_dimension = 4;
    m.walker.thread_group_id_y_dimension = m.walker.thread_group_id_z_dimension = 1;
    m.walker.indirect_data_length = 2 * REGS * 32;
    m.idd.constant_urb_entry_read_length = REGS;
    if (sim_media_launch(&m, &w, &refused))
        run(&w);
    return 0;
}

#ifdef KILN_FUZZ_MAIN

static unsigned long number;

// The next case: a new kernel now and then.
static size_t new_case(uint8_t *data, size_t size, size_t max_size)
{
    uint32_t seeds[2] = {(uint32_t)(fuzz_state / CASES_A_KERNEL), (uint32_t)number++};
    (void)max_size;
    memcpy(data, seeds, 8);
    return size;
}

static size_t load(const char *path, uint8_t *out, size_t max_size)
{
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(out, 1, max_size, f) : 0;
    if (f)
        fclose(f);
    return n < 8 ? n : n < 64 && n % 4 == 0 ? n : 8;
}

int main(int argc, char **argv)
{
    if (!fuzz_seeded(&(struct fuzz_target){"fuzz_surfaces-crash.bin", MAX_INPUT, load, new_case}, argc, argv))
        return 2;
    printf("# %u ended, %u faulted\n", ended, faulted);
    bool useful = ended > faulted / 8 && faulted; // else it tested nothing
    printf("%s 1 - no byte outside the buffer objects\n1..1\n", useful ? "ok" : "not ok");
    return !useful;
}

#endif
