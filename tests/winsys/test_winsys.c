// Every ws_ function on a device, by the row of its kernel (KILN_TEST_DEVICE=sim:tgl,xe: xe's): what it does,
// what it refuses, and what remains when an ioctl below it fails.
#include "winsys/ws.h"

#include "cmd/gen_capture.h"
#include "cmd/gen_pack.h"
#include "hw/registers.h"
#include "util/log.h"

#include "binding.h"
#include "faulty.h"
#include "kt.h"

#include <dirent.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static struct ws_device *device(void)
{
    struct ws_device *dev = NULL;
    faulty_countdown = -1;
    if (!kt_eq(ws_device_open_on(&faulty_transport, NULL, faulty_device(), &dev), 0)) {
        printf("Bail out! no device\n"); // refused, where wild_env.py sets what there is not
        exit(1);
    }
    return dev;
}

static bool is_xe(const struct ws_device *dev)
{
    return dev->node.kernel == &ws_kernel_xe;
}

// Closes the device and checks that nothing of it is left.
static void finish(struct ws_device *dev)
{
    ws_device_close(dev);
    kt_eq(faulty_handles, 0);
    kt_eq(faulty_contexts, 0);
    kt_eq(faulty_syncobjs, 0);
    kt_eq(faulty_maps, 0);
}

static struct ws_bo *buffer(struct ws_device *dev, uint64_t size, enum ws_zone zone)
{
    struct ws_bo *bo = NULL;
    kt_eq(ws_bo_create(dev, &(struct ws_bo_desc){.size = size, .zone = zone}, &bo), 0);
    return bo;
}

static uint32_t *mapped(struct ws_bo *bo)
{
    void *map = NULL;
    if (!kt_ok(bo && !ws_bo_map(bo, &map), "no memory: nothing can be tested"))
        exit(1); // KILN_SIM_MEMORY of a few bytes
    return map;
}

static int64_t in_ms(int64_t ms)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec + ms * 1000000;
}

// A batch that writes `value` to the first dword of `target`.
static struct ws_bo *store_batch(struct ws_device *dev, uint64_t target, uint32_t value)
{
    struct ws_bo *bo = buffer(dev, 4096, WS_ZONE_HIGH);
    uint32_t *dw = mapped(bo);
    gen_MI_STORE_DATA_IMM_pack(dw,
                               &(struct gen_MI_STORE_DATA_IMM){.address = target, .immediate_data = value});
    gen_MI_BATCH_BUFFER_END_pack(dw + 4, &(struct gen_MI_BATCH_BUFFER_END){});
    return bo;
}

// ---- devices

KT_TEST(enumerate)
{
    struct ws_device_info infos[WS_MAX_DEVICES];
    unsigned count = 99;
    setenv("KILN_DEVICE", "sim:skl", 1);
    kt_eq(ws_enumerate(infos, &count), 0);
    kt_eq(count, 1);
    kt_streq(infos[0].path, "sim:skl");
    kt_true(infos[0].simulated && !infos[0].pci_valid);
    kt_eq(infos[0].pci_id, 0x1912);
    setenv("KILN_DEVICE", "sim", 1);
    kt_eq(ws_enumerate(infos, &count), 0);
    kt_streq(infos[0].path, "sim:skl");
    setenv("KILN_DEVICE", "sim:bxt", 1);
    kt_eq(ws_enumerate(infos, &count), 0);
    kt_streq(infos[0].devinfo->name, "bxt");
    kt_true(!infos[0].has_llc);
    kt_eq(infos[0].eus, 18);
    kt_eq(infos[0].timestamp_frequency, 19200000);
    static const char *const none[] = {"sim:nope", "sim:", "/dev/null", "/nonexistent", "skl"};
    for (unsigned i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        setenv("KILN_DEVICE", none[i], 1);
        kt_ok(ws_enumerate(infos, &count) == -EINVAL && count == 0, "KILN_DEVICE=%s is accepted", none[i]);
    }
    unsetenv("KILN_DEVICE");
    kt_eq(ws_enumerate(infos, &count), 0);
    kt_true(count >= 1); // the simulated one, where there is no real one
    if (!faulty_node())
        return;
    kt_streq(infos[0].path, faulty_node());
    kt_true(!infos[0].simulated && infos[0].pci_valid && infos[0].render_minor >= 128);
    setenv("KILN_DEVICE", faulty_node(), 1);
    kt_eq(ws_enumerate(infos, &count), 0);
    kt_eq(count, 1);
    kt_streq(infos[0].path, faulty_node());
    struct ws_device *dev;
    kt_eq(ws_device_open(&infos[0], &dev), 0);
    kt_true(ws_device_get_info(dev)->pci_valid);
    ws_device_close(dev);
    unsetenv("KILN_DEVICE");
}

KT_TEST(device_info)
{
    struct ws_device *dev = device();
    const struct ws_device_info *i = ws_device_get_info(dev);
    const bool tgl = is_xe(dev); // else skl
    const unsigned ms = tgl ? 19200 : 12000;
    kt_eq(i->slices, 1);
    kt_eq(i->subslices, tgl ? 6 : 3);
    kt_eq(i->eus, tgl ? 96 : 24);
    kt_eq(i->timestamp_frequency, ms * 1000);
    kt_eq(i->gtt_size >> 32, 1 << 16);
    kt_true(i->memory_size >= 64 << 20);
    kt_true(i->has_llc && i->has_timeline && i->has_userptr);
    uint64_t a = 0, b = 0, free_bytes = 0;
    kt_eq(ws_device_read_timestamp(dev, &a), 0);
    usleep(2000);
    kt_eq(ws_device_read_timestamp(dev, &b), 0);
    kt_ok(b - a >= 2 * ms && b - a < 1000 * ms, "%llu ticks in 2 ms", (unsigned long long)(b - a));
    free_bytes = ws_memory_available(ws_device_get_info(dev));
    kt_true(free_bytes > 0 && free_bytes <= i->memory_size);
    finish(dev);
}

// Which engine executes batches shows by whose registers it has.
static void run_on_engine(struct ws_device *dev, bool compute)
{
    static const uint32_t bases[] = {KILN_RENDER_BASE, KILN_COMPUTE_BASE};
    struct ws_context *ctx;
    kt_eq(ws_device_get_info(dev)->compute_engine, compute);
    kt_eq(ws_context_create(dev, WS_PRIORITY_LOW, &ctx), 0);
    struct ws_bo *out = buffer(dev, 4096, WS_ZONE_HIGH), *batch = buffer(dev, 4096, WS_ZONE_HIGH);
    uint32_t *dw = mapped(batch);
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t reg = GEN_REG_CS_GPR(3) - KILN_RENDER_BASE + bases[i];
        gen_MI_LOAD_REGISTER_IMM_pack(
            dw, &(struct gen_MI_LOAD_REGISTER_IMM){.register_offset = reg, .data_dword = 7});
        dw += gen_MI_LOAD_REGISTER_IMM_LENGTH;
        gen_MI_STORE_REGISTER_MEM_pack(
            dw, &(struct gen_MI_STORE_REGISTER_MEM){.register_address = reg,
                                                    .memory_address = ws_bo_address(out) + 4 * i});
        dw += gen_MI_STORE_REGISTER_MEM_LENGTH;
    }
    gen_MI_BATCH_BUFFER_END_pack(dw, &(struct gen_MI_BATCH_BUFFER_END){});
    kt_eq(ws_submit(ctx, &(struct ws_submit){.bos = &out, .bo_count = 1, .batch = batch}), 0);
    kt_eq(ws_bo_wait(batch, -1), 0);
    kt_eq(mapped(out)[0], compute ? 0 : 7);
    kt_eq(mapped(out)[1], compute ? 7 : 0);
    ws_bo_unref(batch);
    ws_bo_unref(out);
    ws_context_destroy(ctx);
}

KT_TEST(engines)
{
    static const struct {
        const char *path, *engine;
        bool compute;
    } cases[] = {{"sim:skl", "compute", false}, {"sim:tgl,xe", "", false},       {"sim:dg2", "", true},
                 {"sim:dg2", "compute", true},  {"sim:dg2", "render", false},    {"sim:mtl", "", true},
                 {"sim:dg2,xe", "", true},      {"sim:dg2,xe", "render", false}, {"sim:bmg", "", true},
                 {"sim:bmg", "render", false}};
    if (faulty_node())
        kt_skip("of several devices");
    faulty_countdown = -1;
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct ws_device *dev = NULL;
        setenv("KILN_ENGINE", cases[i].engine, 1);
        if (kt_eq(ws_device_open_on(&faulty_transport, NULL, cases[i].path, &dev), 0)) {
            run_on_engine(dev, cases[i].compute);
            finish(dev);
        }
    }
    unsetenv("KILN_ENGINE");
}

// ---- buffers

KT_TEST(buffers)
{
    struct ws_device *dev = device();
    const struct ws_range *zones = ws_device_get_info(dev)->zones;
    for (unsigned z = 0; z < WS_ZONE_COUNT; z++) {
        struct ws_bo *bo = buffer(dev, 5000, z);
        uint64_t at = ws_bo_address(bo);
        kt_eq(ws_bo_size(bo), 8192);
        kt_ok(at >= zones[z].base && at + 8192 <= zones[z].base + zones[z].size, "zone %u: 0x%llx", z,
              (unsigned long long)at);
        uint32_t *p = mapped(bo);
        for (unsigned i = 0; i < 2048; i++)
            kt_eq(p[i], 0);
        memset(p, 0xff, 8192);
        kt_true(mapped(bo) == p);
        ws_bo_unref(bo);
        bo = buffer(dev, 5000, z); // likely the same one: cleared
        p = mapped(bo);
        kt_true(p[0] == 0 && p[2047] == 0 && !memcmp(p, p + 1, 8188));
        ws_bo_unref(bo);
    }
    ws_bo_unref(NULL);
    finish(dev);
}

// They lie beside each other in every address space that a chip has, within 32 bits of what reaches them.
KT_TEST(zones)
{
    static const unsigned bits[] = {32, 36, 47, 48};
    for (unsigned i = 0; i < 4; i++) {
        struct ws_range r[WS_ZONE_COUNT];
        ws_zones(UINT64_C(1) << bits[i], r);
        for (unsigned a = 0; a < WS_ZONE_COUNT; a++) {
            kt_ok(r[a].base && r[a].size && r[a].base + r[a].size < UINT64_C(1) << bits[i],
                  "%u bits, zone %u", bits[i], a);
            for (unsigned b = 0; b < a; b++)
                kt_ok(r[a].base >= r[b].base + r[b].size || r[b].base >= r[a].base + r[a].size,
                      "%u bits, zones %u and %u", bits[i], a, b);
            kt_true(a == WS_ZONE_HIGH || a == WS_ZONE_SCRATCH || r[a].base + r[a].size <= UINT64_C(1) << 32);
        }
        kt_eq(r[WS_ZONE_SURFACE].base, WS_SURFACE_BASE);
        kt_true(r[WS_ZONE_DESCRIPTOR].base > WS_SURFACE_BASE &&
                r[WS_ZONE_DESCRIPTOR].base > r[WS_ZONE_DYNAMIC].base);
        kt_true(r[WS_ZONE_HIGH].size >= UINT64_C(5) << 29); // a buffer of 2 GiB, and more
    }
}

// A chip whose contexts have 32 bits fills them with buffers, and gives them again.
KT_TEST(four_gigabytes)
{
    struct ws_device *dev;
    struct ws_bo *bo[8] = {NULL}, *one = NULL;
    if (faulty_node())
        kt_skip("of the simulated kernel");
    if (!kt_eq(ws_device_open_on(&ws_transport_sim, NULL, "sim:chv", &dev), 0))
        return;
    const struct ws_device_info *info = ws_device_get_info(dev);
    const struct ws_range *high = &info->zones[WS_ZONE_HIGH];
    kt_eq(info->gtt_size, UINT64_C(1) << 32);
    kt_true(info->memory_size <= high->size);
    unsigned n = 0;
    while (n < 8 && ws_bo_create(dev, &(struct ws_bo_desc){.size = 512 << 20}, &bo[n]) == 0)
        n++;
    kt_eq(n, 5);
    for (unsigned i = 0; i < n; i++)
        kt_true(ws_bo_address(bo[i]) >= high->base && ws_bo_address(bo[i]) + (512 << 20) < UINT64_C(1) << 32);
    for (unsigned i = 0; i < n; i++)
        ws_bo_unref(bo[i]);
    kt_eq(ws_bo_create(dev, &(struct ws_bo_desc){.size = UINT64_C(2) << 30}, &one), 0);
    ws_bo_unref(one);
    finish(dev);
}

static void store(struct ws_device *dev, struct ws_context *ctx, struct ws_bo *out, uint32_t value)
{
    struct ws_bo *batch = store_batch(dev, ws_bo_address(out), value);
    kt_eq(ws_submit(ctx, &(struct ws_submit){.batch = batch, .bos = &out, .bo_count = 1}), 0);
    kt_eq(ws_bo_wait(batch, -1), 0);
    kt_eq(*mapped(out), value);
    ws_bo_unref(batch);
}

// The global space of a kernel without full PPGTT: the kernel has addresses of its own in it, and other
// clients the same as we.
KT_TEST(a_space_that_is_shared)
{
    enum { PIECE = 64 << 20, MOST = 32 };
    const uint64_t kernels = UINT64_C(200) << 20, kernels_end = UINT64_C(208) << 20;
    struct ws_device *dev, *peer;
    struct ws_bo *bo[MOST] = {NULL}, *one;
    if (faulty_node())
        kt_skip("of the simulated kernel");
    setenv("KILN_SIM_PPGTT", "aliasing", 1);
    int ret = ws_device_open_on(&faulty_transport, NULL, "sim:skl", &dev);
    unsetenv("KILN_SIM_PPGTT");
    if (!kt_eq(ret, 0) || !kt_eq(ws_device_open_on(&faulty_transport, NULL, "sim:skl", &peer), 0))
        return;
    const struct ws_device_info *info = ws_device_get_info(dev);
    kt_true(info->shares_space && !info->has_sparse);
    kt_eq(info->gtt_size, UINT64_C(1) << 31);
    for (unsigned z = 0; z < WS_ZONE_COUNT; z++)
        kt_true(info->zones[z].size && info->zones[z].base + info->zones[z].size < info->gtt_size);
    // Each address that is given is one: none of the kernel's. All that is left is found.
    unsigned n = 0;
    while (n < MOST && ws_bo_create(dev, &(struct ws_bo_desc){.size = PIECE}, &bo[n]) == 0)
        n++;
    kt_eq(n, 14);
    for (unsigned i = 0; i < n; i++)
        kt_true(ws_bo_address(bo[i]) + PIECE <= kernels || ws_bo_address(bo[i]) >= kernels_end);
    // Another client finds nothing that is free, and has what is evicted.
    struct ws_bo *theirs = buffer(peer, PIECE, WS_ZONE_HIGH), *mine = NULL;
    for (unsigned i = 0; i < n; i++)
        if (ws_bo_address(bo[i]) == ws_bo_address(theirs))
            mine = bo[i];
    for (unsigned i = 0; i < n; i++)
        if (bo[i] != mine)
            ws_bo_unref(bo[i]);
    // Fixed addresses are those that are free, and others go around them.
    kt_eq(ws_bo_create(dev, &(struct ws_bo_desc){.size = 4096, .address = kernels + 4096}, &one), -ENOSPC);
    struct ws_bo *small = buffer(dev, 4096, WS_ZONE_HIGH);
    const struct ws_bo_desc there = {.size = 4096, .address = ws_bo_address(small)};
    kt_eq(ws_bo_create(peer, &there, &one), -ENOSPC);
    one = buffer(peer, 4096, WS_ZONE_HIGH);
    kt_true(ws_bo_address(one) != ws_bo_address(small));
    ws_bo_unref(one);
    ws_bo_unref(small);
    // Two clients have the same address alternately.
    struct ws_context *ctx = NULL, *other = NULL;
    kt_eq(ws_context_create(dev, WS_PRIORITY_MEDIUM, &ctx), 0);
    kt_eq(ws_context_create(peer, WS_PRIORITY_MEDIUM, &other), 0);
    if (!kt_ok(mine, "no address of the other client's"))
        return;
    for (uint32_t i = 0; i < 4; i++) {
        store(dev, ctx, mine, 10 + i);
        store(peer, other, theirs, 20 + i);
        kt_eq(*mapped(mine), 10 + i);
    }
    ws_bo_unref(mine);
    ws_bo_unref(theirs);
    ws_context_destroy(other);
    ws_context_destroy(ctx);
    ws_device_close(peer);
    finish(dev);
}

KT_TEST(addresses)
{
    struct ws_device *dev = device();
    struct ws_bo *a, *b, *c;
    kt_eq(ws_bo_create(dev, &(struct ws_bo_desc){.size = 4096, .alignment = 1 << 24}, &a), 0);
    kt_eq(ws_bo_address(a) & ((1 << 24) - 1), 0);
    kt_eq(ws_bo_create(dev, &(struct ws_bo_desc){.size = 4096, .address = 0x345678000000}, &b), 0);
    kt_eq(ws_bo_address(b), 0x345678000000);
    kt_eq(ws_bo_create(dev, &(struct ws_bo_desc){.size = 4096, .address = 0x345678000000}, &c), -ENOSPC);
    ws_bo_unref(b);
    kt_eq(ws_bo_create(dev, &(struct ws_bo_desc){.size = 4096, .address = 0x345678000000}, &b), 0);
    ws_bo_unref(b);
    ws_bo_unref(a);
    // An address that only the cache holds is given up for who asks for it.
    a = buffer(dev, 4096, WS_ZONE_HIGH);
    uint64_t at = ws_bo_address(a);
    ws_bo_unref(a);
    kt_eq(ws_bo_create(dev, &(struct ws_bo_desc){.size = 4096, .address = at}, &b), 0);
    ws_bo_unref(b);
    static const struct ws_bo_desc bad[] = {
        {.size = 0},
        {.size = UINT64_MAX},
        {.size = 4096, .zone = WS_ZONE_COUNT},
        {.size = 4096, .alignment = 3 << 12},
        {.size = 4096, .address = 0x200000800},
    };
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        kt_eq(ws_bo_create(dev, &bad[i], &c), -EINVAL);
    kt_eq(ws_bo_create(dev, &(struct ws_bo_desc){.size = 4096, .address = 0x1000}, &c),
          -ENOSPC); // outside of the zone
    kt_eq(ws_bo_create(dev, &(struct ws_bo_desc){.size = 4096, .zone = WS_ZONE_KERNEL, .address = at}, &c),
          -ENOSPC);
    kt_true(ws_bo_create(dev, &(struct ws_bo_desc){.size = UINT64_C(1) << 60}, &c) < 0);
    finish(dev);
}

KT_TEST(userptr)
{
    struct ws_device *dev = device();
    struct ws_context *ctx;
    struct ws_bo *bo, *batch;
    uint32_t *mem = aligned_alloc(4096, 8192);
    memset(mem, 0, 8192);
    kt_eq(ws_bo_from_userptr(dev, mem, 8192, &bo), 0);
    kt_true(mapped(bo) == mem);
    kt_eq(ws_context_create(dev, 0, &ctx), 0);
    batch = store_batch(dev, ws_bo_address(bo) + 4096, 1234);
    kt_eq(ws_submit(ctx, &(struct ws_submit){.bos = &bo, .bo_count = 1, .batch = batch}), 0);
    kt_eq(ws_bo_wait(bo, -1), 0);
    kt_eq(mem[1024], 1234);
    struct ws_bo *none;
    kt_eq(ws_bo_from_userptr(dev, (char *)mem + 1, 4096, &none), -EINVAL);
    kt_eq(ws_bo_from_userptr(dev, mem, 100, &none), -EINVAL);
    kt_eq(ws_bo_from_userptr(dev, mem, 0, &none), -EINVAL);
    kt_true(ws_bo_from_userptr(dev, (void *)16384, 4096, &none) < 0); // nothing is mapped there
    ws_bo_unref(bo);
    ws_bo_unref(batch);
    ws_context_destroy(ctx);
    finish(dev);
    free(mem);
}

static struct ws_bo *part(struct ws_device *dev, struct ws_pages *pages, uint64_t offset, uint64_t address)
{
    struct ws_bo *bo = NULL;
    kt_eq(ws_bo_from_pages(
              dev,
              &(struct ws_part){
                  .pages = pages, .offset = offset, .size = 4096, .address = address, .in_range = true},
              &bo),
          0);
    kt_eq(ws_bo_address(bo), address);
    return bo;
}

// The part that a range shows, instead of *shown; and a store to it.
static void show(struct ws_device *dev, struct ws_context *ctx, struct ws_bo **shown, struct ws_bo *bo,
                 uint32_t value)
{
    struct ws_bo *batch = store_batch(dev, ws_bo_address(bo), value);
    kt_eq(ws_bo_exchange(dev, shown, *shown ? 1 : 0, &bo, 1), 0);
    ws_bo_unref(*shown);
    *shown = bo;
    kt_eq(ws_submit(ctx, &(struct ws_submit){.bos = &bo, .bo_count = 1, .batch = batch}), 0);
    ws_bo_unref(batch);
}

// Parts of pages in a range: a submission finds what it lists, also where an earlier one, which has not
// ended, has something else.
KT_TEST(parts_of_pages)
{
    struct ws_device *dev = device();
    kt_true(ws_device_get_info(dev)->has_sparse && ws_device_get_info(dev)->has_read_only);
    struct ws_context *ctx;
    struct ws_pages *pages, *nobodys;
    struct ws_range range;
    struct ws_bo *all;
    kt_eq(ws_context_create(dev, 0, &ctx), 0);
    kt_eq(ws_pages_create(dev, 4 * 4096, &pages), 0);
    kt_eq(ws_pages_create(dev, 100, &nobodys), -EINVAL);
    kt_eq(ws_pages_create_nobodys(dev, 3 << 21, &nobodys), 0);
    kt_eq(ws_range_take(dev, WS_ZONE_HIGH, 4 * 4096, 0, 0, &range), 0);
    kt_eq(ws_bo_from_pages(dev, &(struct ws_part){.pages = pages, .size = 4 * 4096}, &all), 0);
    uint32_t *map = mapped(all);
    struct ws_bo *shown = NULL;
    for (unsigned i = 0; i < 4; i++)
        show(dev, ctx, &shown, part(dev, pages, (3 - i) * 4096, range.base + 4096), 100 + i);
    if (is_xe(dev)) { // a change that the kernel refuses is none
        struct ws_bo *refused = part(dev, pages, 0, range.base + 4096);
        faulty_request = DRM_IOCTL_XE_VM_BIND;
        faulty_countdown = 0;
        kt_eq(ws_bo_exchange(dev, &shown, 1, &refused, 1), -ENOMEM);
        faulty_request = 0;
        faulty_countdown = -1;
        ws_bo_unref(refused);
        show(dev, ctx, &shown, part(dev, pages, 0, range.base + 4096), 103);
    }
    show(dev, ctx, &shown, part(dev, nobodys, 2 << 21, range.base + 4096), 77);
    kt_eq(ws_bo_wait(shown, -1), 0);
    for (unsigned i = 0; i < 4; i++)
        kt_eq(map[i * 1024], 103 - i);
    if (!is_xe(dev)) // where it is no memory
        kt_eq(*mapped(shown), 0);
    // Two places for one page, and the host's own second one.
    uint32_t *placed = mmap(NULL, 4 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    kt_eq(ws_bo_map_at(all, 4 * 4096, placed), 0);
    placed[1024] = 5;
    kt_eq(map[1024], 5);
    kt_eq(ws_bo_unmap_at(all, 4 * 4096, placed, false), 0);
    ws_bo_unref(shown);
    ws_bo_reap(dev);
    ws_range_give(dev, WS_ZONE_HIGH, &range);
    ws_pages_unref(pages);
    map[7] = 3; // a buffer shows them still
    ws_bo_unref(all);
    ws_pages_unref(nobodys);
    ws_context_destroy(ctx);
    finish(dev);
}

// A buffer of another driver, which the kernel does not map: its dma-buf is mapped instead.
KT_TEST(foreign_buffers_are_mapped)
{
    struct ws_device *dev = device(), *other = NULL;
    kt_eq(ws_device_open_on(faulty_base(), NULL, faulty_node() ? faulty_node() : faulty_device(), &other), 0);
    struct ws_bo *theirs = buffer(other, 65536, WS_ZONE_HIGH), *ours;
    void *map = NULL;
    int fd = -1;
    kt_eq(ws_bo_export_dmabuf(theirs, &fd), 0);
    kt_eq(ws_bo_import_dmabuf(dev, fd, &ours), 0);
    faulty_handles++; // it came from an fd
    close(fd);
    faulty_request = is_xe(dev) ? DRM_IOCTL_XE_GEM_MMAP_OFFSET : DRM_IOCTL_I915_GEM_MMAP_OFFSET;
    faulty_errno = -ENODEV;
    faulty_countdown = 0;
    faulty_hit = false;
    kt_eq(ws_bo_map(ours, &map), 0);
    kt_true(faulty_hit);
    faulty_maps++; // not by the node
    faulty_request = 0;
    faulty_errno = -ENOMEM;
    faulty_countdown = -1;
    mapped(theirs)[77] = 4711;
    kt_eq(((uint32_t *)map)[77], 4711);
    ws_bo_unref(ours);
    ws_bo_unref(theirs);
    ws_device_close(other);
    finish(dev);
}

KT_TEST(sharing)
{
    struct ws_device *dev = device(), *other = NULL;
    kt_eq(ws_device_open_on(faulty_base(), NULL, faulty_node() ? faulty_node() : faulty_device(), &other), 0);
    struct ws_bo *a = buffer(dev, 65536, WS_ZONE_HIGH), *same, *b;
    int fd = -1;
    kt_eq(ws_bo_export_dmabuf(a, &fd), 0);
    kt_eq(ws_bo_import_dmabuf(dev, fd, &same), 0);
    kt_true(same == a); // one handle, one buffer
    kt_eq(ws_bo_import_dmabuf(other, fd, &b), 0);
    kt_eq(ws_bo_size(b), 65536);
    mapped(a)[77] = 7777;
    kt_eq(mapped(b)[77], 7777);
    close(fd);
    ws_bo_unref(same);
    mapped(a)[0] = 5; // still alive
    ws_bo_unref(a);
    kt_eq(mapped(b)[77], 7777);
    ws_bo_unref(b);
    int pipe_fds[2];
    kt_eq(pipe(pipe_fds), 0);
    kt_true(ws_bo_import_dmabuf(dev, pipe_fds[0], &b) < 0);
    kt_eq(ws_bo_import_dmabuf(dev, -1, &b), -EBADF);
    close(pipe_fds[0]);
    close(pipe_fds[1]);
    ws_device_close(other);
    finish(dev);
}

// Threads create, fill, check and free: what is theirs stays theirs.
static void *hammer(void *arg)
{
    struct ws_device *dev = arg;
    static atomic_uint ids;
    uint32_t id = ++ids, *failed = calloc(1, sizeof(*failed));
    struct ws_bo *bos[16] = {0};
    for (unsigned n = 0; n < 400; n++) {
        unsigned i = (n * 7 + id) % 16;
        void *map;
        if (bos[i]) {
            *failed += ws_bo_map(bos[i], &map) != 0 || ((uint32_t *)map)[3] != (id << 16 | i);
            ws_bo_unref(bos[i]);
        }
        struct ws_bo_desc desc = {.size = 4096u << (n % 4)};
        if (ws_bo_create(dev, &desc, &bos[i]) != 0 || ws_bo_map(bos[i], &map) != 0) {
            ++*failed;
            continue;
        }
        *failed += ((uint32_t *)map)[3] != 0;
        ((uint32_t *)map)[3] = id << 16 | i;
    }
    for (unsigned i = 0; i < 16; i++)
        ws_bo_unref(bos[i]);
    return failed;
}

KT_TEST(threads)
{
    struct ws_device *dev = device();
    pthread_t t[4];
    for (unsigned i = 0; i < 4; i++)
        kt_eq(pthread_create(&t[i], NULL, hammer, dev), 0);
    for (unsigned i = 0; i < 4; i++) {
        void *failed;
        pthread_join(t[i], &failed);
        kt_eq(*(uint32_t *)failed, 0);
        free(failed);
    }
    finish(dev);
}

// ---- contexts and submissions

KT_TEST(contexts)
{
    struct ws_device *dev = device();
    struct ws_context *ctx, *low;
    kt_eq(ws_context_create(dev, WS_PRIORITY_MEDIUM, &ctx), 0);
    kt_eq(ws_context_create(dev, WS_PRIORITY_LOW, &low), 0);
    kt_eq(ws_context_check(ctx), 0);
    struct ws_context *none;
    kt_true(ws_context_create(dev, 99999, &none) < 0);
    ws_context_destroy(ctx);
    ws_context_destroy(low);
    ws_context_destroy(NULL);
    finish(dev);
}

KT_TEST(submit)
{
    struct ws_device *dev = device();
    struct ws_context *ctx;
    uint32_t binary;
    bool busy = true;
    kt_eq(ws_context_create(dev, 0, &ctx), 0);
    kt_eq(ws_syncobj_create(dev, false, &binary), 0);
    struct ws_bo *out = buffer(dev, 4096, WS_ZONE_HIGH);
    struct ws_bo *batch = store_batch(dev, ws_bo_address(out), 42), *bos[] = {out, batch};
    struct ws_sync_point point = {.syncobj = binary};
    // The batch in the list or not; with its size or without.
    kt_eq(ws_submit(ctx,
                    &(struct ws_submit){
                        .bos = bos, .bo_count = 2, .batch = batch, .signals = &point, .signal_count = 1}),
          0);
    kt_eq(ws_syncobj_wait(dev, &point, 1, true, INT64_MAX, NULL), 0);
    kt_eq(mapped(out)[0], 42);
    kt_eq(ws_bo_busy(out, &busy), 0);
    kt_true(!busy);
    mapped(out)[0] = 0;
    kt_eq(ws_submit(ctx, &(struct ws_submit){.bos = bos,
                                             .bo_count = 1,
                                             .batch = batch,
                                             .batch_size = 20,
                                             .waits = &point,
                                             .wait_count = 1}),
          0);
    kt_eq(ws_bo_wait(batch, -1), 0);
    kt_eq(mapped(out)[0], 42);
    kt_eq(ws_context_check(ctx), 0);
    // From an offset, and from a state zone.
    struct ws_bo *low = buffer(dev, 4096, WS_ZONE_SURFACE);
    memcpy(mapped(low) + 64, mapped(batch), 20);
    mapped(low)[67] = 43;
    kt_eq(ws_submit(ctx, &(struct ws_submit){.bos = bos, .bo_count = 1, .batch = low, .batch_offset = 256}),
          0);
    kt_eq(ws_bo_wait(low, -1), 0);
    kt_eq(mapped(out)[0], 43);

    struct ws_submit bad = {.bos = bos, .bo_count = 1, .batch = batch, .batch_offset = 4};
    kt_eq(ws_submit(ctx, &bad), -EINVAL);
    bad = (struct ws_submit){.bos = bos, .bo_count = 1, .batch = batch, .batch_size = 4104};
    kt_eq(ws_submit(ctx, &bad), -EINVAL);
    bad = (struct ws_submit){.bos = bos, .bo_count = 1, .batch = batch, .batch_offset = 4096};
    kt_eq(ws_submit(ctx, &bad), -EINVAL);
    bad = (struct ws_submit){.bos = bos, .bo_count = 1};
    kt_eq(ws_submit(ctx, &bad), -EINVAL);
    struct ws_bo *twice[] = {out, out};
    bad = (struct ws_submit){.bos = twice, .bo_count = 2, .batch = batch};
    kt_eq(ws_submit(ctx, &bad), 0); // i915 takes one twice
    struct ws_sync_point unknown = {.syncobj = 9999};
    bad =
        (struct ws_submit){.bos = bos, .bo_count = 1, .batch = batch, .signals = &unknown, .signal_count = 1};
    kt_eq(ws_submit(ctx, &bad), -ENOENT);
    kt_eq(ws_context_check(ctx), 0);
    ws_bo_unref(low);
    ws_bo_unref(batch);
    ws_bo_unref(out);
    ws_syncobj_destroy(dev, binary);
    ws_context_destroy(ctx);
    finish(dev);
}

KT_TEST(many_buffers)
{
    struct ws_device *dev = device();
    struct ws_context *ctx;
    struct ws_bo *bos[300];
    kt_eq(ws_context_create(dev, 0, &ctx), 0);
    for (unsigned i = 0; i < 300; i++)
        bos[i] = buffer(dev, 4096, WS_ZONE_HIGH);
    struct ws_bo *batch = store_batch(dev, ws_bo_address(bos[299]), 9);
    kt_eq(ws_submit(ctx, &(struct ws_submit){.bos = bos, .bo_count = 300, .batch = batch}), 0);
    kt_eq(ws_bo_wait(bos[0], -1), 0);
    kt_eq(mapped(bos[299])[0], 9);
    for (unsigned i = 0; i < 300; i++)
        ws_bo_unref(bos[i]);
    ws_bo_unref(batch);
    ws_context_destroy(ctx);
    finish(dev);
}

KT_TEST(timeline_submit)
{
    struct ws_device *dev = device();
    struct ws_context *ctx;
    uint32_t sem;
    uint64_t value = 99;
    kt_eq(ws_context_create(dev, 0, &ctx), 0);
    kt_eq(ws_syncobj_create(dev, false, &sem), 0);
    struct ws_bo *out = buffer(dev, 4096, WS_ZONE_HIGH), *batch = store_batch(dev, ws_bo_address(out), 1);
    struct ws_sync_point five = {sem, 5}, nine = {sem, 9}, twelve = {sem, 12};
    struct ws_submit s = {.bos = &out, .bo_count = 1, .batch = batch, .waits = &five, .wait_count = 1};
    kt_eq(ws_syncobj_wait_submitted(dev, &five, 1, 0), -ETIME);
    kt_eq(ws_submit(ctx, &s), -EINVAL); // point 5 has no fence yet
    s = (struct ws_submit){.bos = &out, .bo_count = 1, .batch = batch, .signals = &five, .signal_count = 1};
    kt_eq(ws_submit(ctx, &s), 0);
    kt_eq(ws_syncobj_wait_submitted(dev, &five, 1, in_ms(1000)), 0);
    s = (struct ws_submit){.bos = &out,
                           .bo_count = 1,
                           .batch = batch,
                           .waits = &five,
                           .wait_count = 1,
                           .signals = &nine,
                           .signal_count = 1};
    kt_eq(ws_submit(ctx, &s), 0);
    kt_eq(ws_syncobj_wait(dev, &nine, 1, true, in_ms(5000), NULL), 0);
    kt_eq(ws_syncobj_query(dev, sem, &value), 0);
    kt_eq(value, 9);
    kt_eq(mapped(out)[0], 1);
    kt_eq(ws_syncobj_wait(dev, &twelve, 1, true, in_ms(5), NULL), -ETIME);
    ws_bo_unref(out);
    ws_bo_unref(batch);
    ws_syncobj_destroy(dev, sem);
    ws_context_destroy(ctx);
    finish(dev);
}

KT_TEST(lost_context)
{
    struct ws_device *dev = device();
    struct ws_context *ctx, *fine;
    uint32_t done;
    kt_eq(ws_context_create(dev, 0, &ctx), 0);
    kt_eq(ws_context_create(dev, 0, &fine), 0);
    kt_eq(ws_syncobj_create(dev, false, &done), 0);
    struct ws_bo *out = buffer(dev, 4096, WS_ZONE_HIGH);
    struct ws_bo *batch = buffer(dev, 4096, WS_ZONE_HIGH);
    *mapped(batch) = 0x7fff0000; // no command
    struct ws_sync_point point = {.syncobj = done};
    struct ws_submit s = {.batch = batch, .signals = &point, .signal_count = 1};
    kt_eq(ws_submit(ctx, &s), 0);
    kt_eq(ws_syncobj_wait(dev, &point, 1, true, in_ms(60000), NULL), 0); // the fence signals, with an error
    kt_eq(ws_context_check(ctx), -EIO);
    s.batch = store_batch(dev, ws_bo_address(out), 1);
    s.bos = &out, s.bo_count = 1;
    kt_eq(ws_submit(ctx, &s), -EIO);
    kt_eq(ws_submit(fine, &s), 0); // others go on
    kt_eq(ws_bo_wait(out, -1), 0);
    kt_eq(mapped(out)[0], 1);
    kt_eq(ws_context_check(fine), 0);
    ws_bo_unref(out);
    ws_bo_unref(batch);
    ws_bo_unref(s.batch);
    ws_syncobj_destroy(dev, done);
    ws_context_destroy(ctx);
    ws_context_destroy(fine);
    finish(dev);
}

// ---- syncobjs

KT_TEST(binary_syncobjs)
{
    struct ws_device *dev = device();
    uint32_t a, b;
    unsigned first = 9;
    kt_eq(ws_syncobj_create(dev, false, &a), 0);
    kt_eq(ws_syncobj_create(dev, true, &b), 0);
    struct ws_sync_point points[] = {{a, 0}, {b, 0}};
    kt_eq(ws_syncobj_wait(dev, points, 2, true, 0, NULL), -ETIME);
    kt_eq(ws_syncobj_wait(dev, points, 2, true, in_ms(5), NULL), -ETIME);
    kt_eq(ws_syncobj_wait(dev, points, 2, false, INT64_MAX, &first), 0);
    kt_eq(first, 1);
    kt_eq(ws_syncobj_signal(dev, points, 1), 0);
    kt_eq(ws_syncobj_wait(dev, points, 2, true, 0, NULL), 0);
    kt_eq(ws_syncobj_reset(dev, (uint32_t[]){a, b}, 2), 0);
    kt_eq(ws_syncobj_wait(dev, points + 1, 1, true, 0, NULL), -ETIME);
    kt_eq(ws_syncobj_wait(dev, NULL, 0, true, 0, NULL), 0);
    kt_eq(ws_syncobj_signal(dev, NULL, 0), 0);
    kt_eq(ws_syncobj_reset(dev, NULL, 0), 0);
    struct ws_sync_point unknown = {1234, 0};
    kt_eq(ws_syncobj_wait(dev, &unknown, 1, true, 0, NULL), -ENOENT);
    kt_eq(ws_syncobj_reset(dev, &unknown.syncobj, 1), -ENOENT);
    kt_eq(ws_syncobj_signal(dev, &unknown, 1), -ENOENT);
    ws_syncobj_destroy(dev, a);
    ws_syncobj_destroy(dev, b);
    finish(dev);
}

KT_TEST(timelines)
{
    struct ws_device *dev = device();
    uint32_t t, b;
    uint64_t value = 99;
    kt_eq(ws_syncobj_create(dev, false, &t), 0);
    kt_eq(ws_syncobj_create(dev, true, &b), 0);
    kt_eq(ws_syncobj_query(dev, t, &value), 0);
    kt_eq(value, 0);
    struct ws_sync_point seven = {t, 7}, three = {t, 3}, many[40];
    kt_eq(ws_syncobj_wait(dev, &three, 1, true, in_ms(5), NULL), -ETIME);
    kt_eq(ws_syncobj_signal(dev, &seven, 1), 0);
    kt_eq(ws_syncobj_wait(dev, &three, 1, true, 0, NULL), 0);
    kt_eq(ws_syncobj_wait(dev, &seven, 1, true, 0, NULL), 0);
    kt_eq(ws_syncobj_query(dev, t, &value), 0);
    kt_eq(value, 7);
    for (unsigned i = 0; i < 40; i++)
        many[i] = i % 2 ? seven : (struct ws_sync_point){b, 0};
    kt_eq(ws_syncobj_wait(dev, many, 40, true, 0, NULL), 0);
    // The fence of a binary syncobj becomes point 20, and point 20 a binary syncobj's fence.
    kt_eq(ws_syncobj_transfer(dev, (struct ws_sync_point){t, 20}, (struct ws_sync_point){b, 0}), 0);
    kt_eq(ws_syncobj_query(dev, t, &value), 0);
    kt_eq(value, 20);
    kt_eq(ws_syncobj_reset(dev, &b, 1), 0);
    kt_eq(ws_syncobj_transfer(dev, (struct ws_sync_point){b, 0}, (struct ws_sync_point){t, 20}), 0);
    kt_eq(ws_syncobj_wait(dev, &(struct ws_sync_point){b, 0}, 1, true, 0, NULL), 0);
    kt_true(ws_syncobj_transfer(dev, (struct ws_sync_point){b, 0}, (struct ws_sync_point){t, 99}) < 0);
    ws_syncobj_destroy(dev, t);
    ws_syncobj_destroy(dev, b);
    finish(dev);
}

KT_TEST(syncobj_fds)
{
    struct ws_device *dev = device();
    uint32_t a, b, c;
    int fd = -1;
    kt_eq(ws_syncobj_create(dev, true, &a), 0);
    kt_eq(ws_syncobj_create(dev, false, &b), 0);
    kt_eq(ws_syncobj_export_fd(dev, a, true, &fd), 0);
    kt_eq(ws_syncobj_import_fd(dev, b, true, fd), 0);
    close(fd);
    kt_eq(ws_syncobj_wait(dev, &(struct ws_sync_point){b, 0}, 1, true, 0, NULL), 0);
    kt_eq(ws_syncobj_reset(dev, &a, 1), 0);
    kt_true(ws_syncobj_export_fd(dev, a, true, &fd) < 0); // no fence to export
    kt_eq(ws_syncobj_export_fd(dev, a, false, &fd), 0);
    kt_eq(ws_syncobj_open_fd(dev, fd, &c), 0);
    close(fd);
    kt_eq(ws_syncobj_signal(dev, &(struct ws_sync_point){a, 0}, 1), 0);
    kt_eq(ws_syncobj_wait(dev, &(struct ws_sync_point){c, 0}, 1, true, 0, NULL), 0); // the same syncobj
    kt_eq(ws_syncobj_import_fd(dev, b, false, -1), -EINVAL);
    kt_true(ws_syncobj_import_fd(dev, b, true, -1) < 0);
    kt_true(ws_syncobj_open_fd(dev, -1, &c) < 0);
    kt_eq(ws_syncobj_export_fd(dev, 777, false, &fd), -EINVAL);
    ws_syncobj_destroy(dev, a);
    ws_syncobj_destroy(dev, b);
    ws_syncobj_destroy(dev, c);
    faulty_syncobjs++; // c came from an fd
    finish(dev);
}

static void *signal_later(void *arg)
{
    usleep(20000);
    struct ws_device *dev = ((void **)arg)[0];
    uint32_t *t = ((void **)arg)[1];
    ws_syncobj_signal(dev, &(struct ws_sync_point){*t, 4}, 1);
    return NULL;
}

KT_TEST(wait_before_signal)
{
    struct ws_device *dev = device();
    uint32_t t;
    pthread_t thread;
    kt_eq(ws_syncobj_create(dev, false, &t), 0);
    void *args[] = {dev, &t};
    kt_eq(pthread_create(&thread, NULL, signal_later, args), 0);
    kt_eq(ws_syncobj_wait(dev, &(struct ws_sync_point){t, 4}, 1, true, INT64_MAX, NULL), 0);
    pthread_join(thread, NULL);
    ws_syncobj_destroy(dev, t);
    finish(dev);
}

// ---- another kernel's row

// A kernel that binds buffers once and reads no list is a row, and nothing above is different.
KT_TEST(a_kernel_that_binds)
{
    struct ws_device *dev = device();
    const bool xe = is_xe(dev);
    finish(dev);
    if (xe)
        kt_skip("over i915's row");
    kt_eq(ws_device_open_on(&faulty_transport, &binding_kernel, faulty_device(), &dev), 0);
    kt_eq(binding_spaces, 1);
    struct ws_context *ctx = NULL;
    kt_eq(ws_context_create(dev, WS_PRIORITY_MEDIUM, &ctx), 0);
    uint32_t syncobj;
    kt_eq(ws_syncobj_create(dev, false, &syncobj), 0);
    for (unsigned i = 1; i <= 8; i++) { // the cache gives buffers again, bound as they are
        struct ws_bo *out = buffer(dev, 4096, WS_ZONE_HIGH);
        struct ws_bo *batch = store_batch(dev, ws_bo_address(out), 77 + i);
        struct ws_sync_point point = {syncobj, i};
        kt_eq(ws_submit(ctx, &(struct ws_submit){.batch = batch, .signals = &point, .signal_count = 1}), 0);
        kt_eq(ws_bo_wait(out, -1), 0);
        kt_eq(*mapped(out), 77 + i);
        kt_eq(ws_syncobj_wait(dev, &point, 1, true, in_ms(2000), NULL), 0);
        ws_bo_unref(batch);
        ws_bo_unref(out);
    }
    void *mem = aligned_alloc(4096, 4096);
    struct ws_bo *user, *big = buffer(dev, 4 << 20, WS_ZONE_HIGH);
    kt_eq(ws_bo_from_userptr(dev, mem, 4096, &user), 0);
    struct ws_bo *batch = store_batch(dev, ws_bo_address(user), 5);
    kt_eq(ws_submit(ctx, &(struct ws_submit){.batch = batch}), 0);
    ws_bo_unref(big); // while the GPU may use it: unbound when it is done
    kt_eq(ws_bo_wait(user, -1), 0);
    kt_eq(*(uint32_t *)mem, 5);
    kt_ok(binding_binds >= 4 && binding_binds < 12, "%u binds", binding_binds);
    ws_bo_unref(batch);
    ws_bo_unref(user);
    ws_syncobj_destroy(dev, syncobj);
    ws_context_destroy(ctx);
    finish(dev);
    kt_eq(binding_count, 0);
    kt_eq(binding_spaces, 0);
    free(mem);
}

// ---- faults

// A little of everything. Returns the first error.
static int scenario(struct ws_device *dev)
{
    struct ws_context *ctx = NULL;
    struct ws_bo *out = NULL, *batch = NULL, *user = NULL;
    uint32_t syncobj = 0;
    uint64_t value;
    void *map, *mem = aligned_alloc(4096, 4096);
    memset(mem, 0, 4096);
    int ret = ws_context_create(dev, WS_PRIORITY_LOW, &ctx);
    if (ret == 0)
        ret = ws_syncobj_create(dev, false, &syncobj);
    if (ret == 0)
        ret = ws_bo_create(dev, &(struct ws_bo_desc){.size = 4096}, &out);
    if (ret == 0)
        ret = ws_bo_create(dev, &(struct ws_bo_desc){.size = 4096}, &batch);
    if (ret == 0)
        ret = ws_bo_from_userptr(dev, mem, 4096, &user);
    if (ret == 0)
        ret = ws_bo_map(batch, &map);
    struct ws_sync_point point = {syncobj, 3};
    if (ret == 0) {
        gen_MI_STORE_DATA_IMM_pack(map, &(struct gen_MI_STORE_DATA_IMM){.address = ws_bo_address(out)});
        gen_MI_BATCH_BUFFER_END_pack((uint32_t *)map + 4, &(struct gen_MI_BATCH_BUFFER_END){});
        struct ws_bo *bos[] = {out, user};
        ret = ws_submit(ctx,
                        &(struct ws_submit){
                            .bos = bos, .bo_count = 2, .batch = batch, .signals = &point, .signal_count = 1});
    }
    if (ret == 0)
        ret = ws_syncobj_wait(dev, &point, 1, true, INT64_MAX, NULL);
    if (ret == 0)
        ret = ws_bo_wait(batch, -1);
    if (ret == 0)
        ret = ws_syncobj_query(dev, syncobj, &value);
    if (ret == 0)
        ret = ws_syncobj_reset(dev, &syncobj, 1);
    if (ret == 0)
        ret = ws_context_check(ctx);
    ws_bo_unref(out);
    ws_bo_unref(batch);
    ws_bo_unref(user);
    if (syncobj)
        ws_syncobj_destroy(dev, syncobj);
    ws_context_destroy(ctx);
    free(mem);
    return ret;
}

// Each ioctl of open + scenario fails once, with each errno: it is reported or worked around, and nothing
// leaks.
KT_TEST(every_ioctl_fails_once)
{
    static const int errors[] = {-ENOMEM, -EINVAL, -EIO, -ENODEV};
    unsigned faults = 0, survived = 0;
    for (unsigned e = 0; e < sizeof(errors) / sizeof(errors[0]); e++)
        for (int n = 0;; n++) {
            struct ws_device *dev = NULL;
            faulty_errno = errors[e];
            faulty_request = 0;
            faulty_countdown = n;
            faulty_hit = false;
            int ret = ws_device_open_on(&faulty_transport, NULL, faulty_device(), &dev);
            if (ret == 0) {
                ret = scenario(dev);
                ws_device_close(dev);
            }
            faulty_countdown = -1;
            kt_ok(ret == 0 || ret == errors[e] || (ret < 0 && faulty_hit), "ioctl %d: %d, not %d", n, ret,
                  errors[e]);
            kt_ok(!faulty_handles && !faulty_contexts && !faulty_syncobjs && !faulty_maps,
                  "ioctl %d: left %d handles, %d contexts, %d syncobjs, %d maps", n, faulty_handles,
                  faulty_contexts, faulty_syncobjs, faulty_maps);
            faulty_handles = faulty_contexts = faulty_syncobjs = faulty_maps = 0;
            if (!faulty_hit) {
                kt_eq(ret, 0);
                break;
            }
            faults++;
            survived += ret == 0;
        }
    kt_ok(faults >= 4 * 25 && survived < faults * 3 / 4, "%u faults, %u without effect", faults, survived);
}

KT_TEST(open_refuses)
{
    struct ws_device *dev = NULL;
    kt_eq(ws_device_open_on(&ws_transport_sim, NULL, "sim:ptl", &dev), -ENODEV);
    kt_eq(ws_device_open_on(&ws_transport_node, NULL, "/nonexistent", &dev), -ENOENT);
    kt_true(ws_device_open_on(&ws_transport_node, NULL, "/dev/null", &dev) < 0);
    kt_eq(ws_device_open_on(&ws_transport_sim, NULL, "/dev/dri/renderD128", &dev), -ENODEV);
    // What the driver cannot do without.
    dev = device();
    const bool xe = is_xe(dev);
    finish(dev);
    faulty_request = xe ? DRM_IOCTL_XE_DEVICE_QUERY : DRM_IOCTL_GET_CAP;
    faulty_countdown = 0;
    faulty_errno = -EINVAL;
    kt_eq(ws_device_open_on(&faulty_transport, NULL, faulty_device(), &dev), xe ? -EINVAL : -ENOTSUP);
    faulty_countdown = -1;
    faulty_request = 0;
}

// Nothing is asked of a GPU that i915 has given up: some of its answers are faults of the kernel's.
KT_TEST(open_refuses_a_wedged_gpu)
{
    struct ws_device *dev = device();
    const bool xe = is_xe(dev);
    finish(dev);
    if (xe)
        return;
    faulty_request = DRM_IOCTL_I915_GEM_THROTTLE;
    faulty_countdown = 0;
    faulty_errno = -EIO;
    faulty_userptrs = 0;
    kt_eq(ws_device_open_on(&faulty_transport, NULL, faulty_device(), &dev), -EIO);
    kt_eq(faulty_userptrs, 0);
    faulty_request = 0;
    faulty_countdown = -1;
    finish(device());
}

// Out of memory: what the cache holds is given back and the creation tried again.
KT_TEST(cache_gives_way)
{
    struct ws_device *dev = device();
    struct ws_bo *a = buffer(dev, 4096, WS_ZONE_HIGH), *b;
    ws_bo_unref(a);
    kt_eq(faulty_handles, 1); // kept
    faulty_request = is_xe(dev) ? DRM_IOCTL_XE_GEM_CREATE : DRM_IOCTL_I915_GEM_CREATE;
    faulty_errno = -ENOMEM;
    faulty_countdown = 0;
    kt_eq(ws_bo_create(dev, &(struct ws_bo_desc){.size = 8192}, &b), 0);
    kt_eq(faulty_handles, 1); // only b
    faulty_countdown = 0;
    struct ws_bo *c;
    kt_eq(ws_bo_create(dev, &(struct ws_bo_desc){.size = 8192}, &c), -ENOMEM); // nothing to give
    faulty_countdown = -1;
    faulty_request = 0;
    ws_bo_unref(b);
    finish(dev);
}

// ---- captures: run with KILN_DEBUG=capture=DIR

KT_TEST(capture)
{
    const char *dir = kiln_debug_value(KILN_DEBUG_BIT_CAPTURE);
    if (!dir)
        kt_skip("KILN_DEBUG=capture=DIR is not set");
    mkdir(dir, 0777);
    struct ws_device *dev = device();
    struct ws_context *ctx;
    char pattern[64], path[512] = "", err[128];
    kt_eq(ws_context_create(dev, 0, &ctx), 0);
    struct ws_bo *out = buffer(dev, 8192, WS_ZONE_HIGH), *batch = store_batch(dev, ws_bo_address(out), 1);
    mapped(out)[1024] = 0xabcd;
    kt_eq(ws_submit(ctx, &(struct ws_submit){.bos = &out, .bo_count = 1, .batch = batch}), 0);
    kt_eq(ws_bo_wait(out, -1), 0);
    snprintf(pattern, sizeof(pattern), "kiln-%d-", (int)getpid());
    DIR *d = opendir(dir);
    for (struct dirent *e; d && (e = readdir(d));)
        if (!strncmp(e->d_name, pattern, strlen(pattern)))
            snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
    if (d)
        closedir(d);
    struct gen_capture c;
    uint32_t dw[5] = {0};
    if (kt_eq(gen_capture_load(&c, path, err, sizeof(err)), 0)) {
        kt_streq(c.device, ws_device_get_info(dev)->devinfo->name);
        kt_eq(c.batch_address, ws_bo_address(batch));
        kt_eq(gen_capture_peek(&c, c.batch_address, dw, 20), 20);
        kt_true(!memcmp(dw, mapped(batch), 20));
        kt_eq(gen_capture_peek(&c, ws_bo_address(out), dw, 4), 4);
        kt_eq(dw[0], 0); // as it was before the batch ran
        kt_eq(gen_capture_peek(&c, ws_bo_address(out) + 4096, dw, 4), 4);
        kt_eq(dw[0], 0xabcd);
        gen_capture_finish(&c);
        unlink(path);
    }
    ws_bo_unref(out);
    ws_bo_unref(batch);
    ws_context_destroy(ctx);
    finish(dev);
}

KT_MAIN()
