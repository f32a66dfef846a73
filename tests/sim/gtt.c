// Page tables: every page of a binding translates to its own byte, holes and edges do not, and what is
// evicted or unbound is gone. Below the ioctls, on the VM itself.
#include <errno.h>

#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/gem/bo.h"

#include "kt.h"

#define MiB (UINT64_C(1) << 20)

static struct sim_device *dev;
static struct sim_vm *vm;

static bool begin(void)
{
    struct sim_config config = sim_config_read();
    config.threads = 1;
    config.memory_bytes = 256 * MiB;
    dev = sim_device_create(&config);
    if (!kt_ok(dev, "sim_device_create"))
        return false;
    sim_lock();
    vm = sim_vm_create(dev, SIM_SCRATCH_I915);
    return kt_ok(vm, "sim_vm_create");
}

static void end(void)
{
    sim_vm_unref(vm);
    sim_unlock();
    sim_device_destroy(dev);
}

static struct sim_bo *bind(uint64_t size, uint64_t addr)
{
    int err;
    struct sim_vma *vma;
    struct sim_bo *bo = sim_bo_create(dev, size, &err);
    kt_ok(bo, "sim_bo_create");
    kt_eq(sim_vm_bind(vm, bo, addr, size, &vma), 0);
    return bo;
}

// The byte that the page table gives for an address, or NULL.
static uint8_t *look(uint64_t addr, enum sim_access access)
{
    struct sim_tlb tlb = {.pages = &vm->pages};
    return sim_tlb_ptr(&tlb, addr, access);
}

KT_TEST(every_page)
{
    static const struct {
        uint64_t addr, size;
    } cases[] = {
        {0x1000, 4096},                           // one small page
        {0x1ff000, 8192},                         // across a page-table's end
        {2 * MiB, 2 * MiB},                       // one large page
        {6 * MiB - 4096, 4 * MiB + 8192},         // small, large, small
        {(UINT64_C(1) << 39) - 4096, 8192},       // across the top level
        {(UINT64_C(1) << 48) - 2 * MiB, 2 * MiB}, // the last
        {(UINT64_C(1) << 30) - 6 * MiB, 12 * MiB},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (!begin())
            return;
        uint64_t addr = cases[i].addr, size = cases[i].size;
        struct sim_bo *bo = bind(size, addr);
        bool good = true;
        for (uint64_t off = 0; off < size; off += 1021)
            good &= look(addr + off, SIM_WRITE) == bo->map + off;
        kt_ok(good && look(addr + size - 1, SIM_READ) == bo->map + size - 1, "case %u", i);
        kt_true(!look(addr - 1, SIM_READ));
        if (addr + size < UINT64_C(1) << 48)
            kt_true(!look(addr + size, SIM_READ));
        // The canonical form is the same address.
        kt_true(look(sim_canonical(addr), SIM_READ) == bo->map);
        sim_bo_unref(bo);
        good = true;
        for (uint64_t off = 0; off < size; off += 4096)
            good &= !look(addr + off, SIM_READ);
        kt_ok(good, "case %u: unbound", i);
        kt_eq(vm->vmas.count, 0);
        end();
    }
}

// A TLB that was filled before: it is told by the generation, not by a walk.
KT_TEST(a_tlb_forgets_what_is_gone)
{
    if (!begin())
        return;
    struct sim_tlb tlb = {.pages = &vm->pages};
    struct sim_bo *first = bind(8192, 0x10000);
    kt_true(sim_tlb_ptr(&tlb, 0x10000, SIM_READ) == first->map);
    sim_tlb_refresh(&tlb); // nothing has changed
    kt_true(tlb.used && sim_tlb_ptr(&tlb, 0x10000, SIM_READ) == first->map);
    sim_bo_unref(first);
    sim_tlb_refresh(&tlb);
    kt_true(!tlb.used && !sim_tlb_ptr(&tlb, 0x10000, SIM_READ));
    struct sim_bo *second = bind(4096, 0x10000);
    sim_tlb_refresh(&tlb);
    kt_true(sim_tlb_ptr(&tlb, 0x10000, SIM_READ) == second->map);
    sim_bo_unref(second);
    end();
}

KT_TEST(neighbours_and_eviction)
{
    if (!begin())
        return;
    // Three in a row, bound out of order; then a large one over the middle and the last.
    struct sim_bo *c = bind(8192, 0x7000), *a = bind(8192, 0x3000), *b = bind(8192, 0x5000);
    kt_true(look(0x4fff, SIM_READ) == a->map + 8191 && look(0x5000, SIM_READ) == b->map);
    kt_true(look(0x6fff, SIM_READ) == b->map + 8191 && look(0x7000, SIM_READ) == c->map);
    for (size_t i = 1; i < vm->vmas.count; i++)
        kt_true(vm->vmas.data[i - 1]->addr < vm->vmas.data[i]->addr);
    vm->exec_serial++; // what is bound is not of this execbuffer
    struct sim_bo *big = bind(16384, 0x6000);
    kt_true(look(0x4000, SIM_READ) == a->map + 4096);
    kt_true(!look(0x5000, SIM_READ));
    kt_true(look(0x8000, SIM_READ) == big->map + 8192);
    kt_eq(vm->vmas.count, 2);
    // But not over one of the same execbuffer.
    int err;
    struct sim_vma *vma;
    struct sim_bo *late = sim_bo_create(dev, 4096, &err);
    kt_eq(sim_vm_bind(vm, late, 0x9000, 4096, &vma), -ENOSPC);
    uint64_t addr = 0;
    kt_true(sim_vm_find_hole(vm, 4096, 4096, 0x1000, MiB, &addr) && addr == 0x1000);
    kt_true(sim_vm_find_hole(vm, 12288, 4096, 0x1000, MiB, &addr) && addr == 0xa000);
    kt_true(sim_vm_find_hole(vm, 4096, 0x8000, 0x3000, MiB, &addr) && addr == 0x10000);
    kt_true(!sim_vm_find_hole(vm, MiB, 4096, 0x1000, MiB, &addr));
    sim_bo_unref(late);
    sim_bo_unref(a);
    sim_bo_unref(b);
    sim_bo_unref(c);
    sim_bo_unref(big);
    end();
}

// Who only looks does not reach the scratch page, which is what a program's first access to it is told by.
KT_TEST(looks_are_no_accesses)
{
    unsetenv("KILN_SIM_SCRATCH_PAGE");
    const bool ready = begin();
    setenv("KILN_SIM_SCRATCH_PAGE", "0", 1);
    if (!ready)
        return;
    struct sim_bo *a = bind(4096, 0x10000);
    struct sim_tlb tlb = {.pages = &vm->pages};
    char out[300];
    a->map[0xfff] = 7;
    kt_true(sim_tlb_probe(&tlb, 0x10fff, SIM_WRITE) == a->map + 0xfff);
    kt_true(sim_tlb_peek(&tlb, 0x10f00, out, 256) && out[255] == 7);
    kt_true(!sim_tlb_probe(&tlb, 0x11000, SIM_READ) && !sim_tlb_probe(&tlb, 0x11000, SIM_WRITE));
    kt_true(!sim_tlb_peek(&tlb, 0x10f00, out, sizeof(out)));
    kt_eq(vm->scratch.first, 0);
    kt_true(sim_tlb_read(&tlb, 0x10f00, out, sizeof(out)) && !out[256]); // the program's
    kt_true(vm->scratch.first != 0);
    end();
}

KT_TEST(copies_and_reports)
{
    if (!begin())
        return;
    struct sim_bo *a = bind(4096, 0x10000), *b = bind(4096, 0x11000);
    struct sim_tlb tlb = {.pages = &vm->pages};
    char in[300], out[300], text[256];
    for (unsigned i = 0; i < sizeof(in); i++)
        in[i] = (char)(i * 7);
    kt_true(sim_tlb_write(&tlb, 0x10f80, in, sizeof(in))); // across two objects
    kt_true(!memcmp(a->map + 0xf80, in, 128) && !memcmp(b->map, in + 128, sizeof(in) - 128));
    kt_true(sim_tlb_read(&tlb, 0x10f80, out, sizeof(out)) && !memcmp(in, out, sizeof(in)));
    kt_true(!sim_tlb_read(&tlb, 0x11f80, out, sizeof(out)));
    kt_true(!sim_tlb_write(&tlb, 0xff80, in, sizeof(in)));
    int err;
    static uint8_t page[8192] __attribute__((aligned(4096)));
    struct sim_vma *vma;
    struct sim_bo *ro = sim_bo_create_userptr(dev, page, 4096, true, &err);
    kt_eq(sim_vm_bind(vm, ro, 0x20000, 4096, &vma), 0);
    page[4] = 3;
    kt_true(look(0x20004, SIM_READ) == page + 4);
    uint8_t *dropped = look(0x20004, SIM_WRITE); // an atomic sees what is there
    kt_true(dropped && dropped != page + 4 && *dropped == 3);
    *dropped = 9;
    kt_true(look(0x20004, SIM_READ) == page + 4 && page[4] == 3);
    sim_unlock();
    sim_vm_describe(vm, 0x12040, text, sizeof(text));
    kt_streq(text, "0x12040 is 64 bytes past bo 2 [0x11000, 0x12000)");
    sim_vm_describe(vm, 0xfff0, text, sizeof(text));
    kt_streq(text, "0xfff0 is 16 bytes before bo 1 [0x10000, 0x11000)");
    sim_vm_describe(vm, 0x20004, text, sizeof(text));
    kt_streq(text, "0x20004 is 4 bytes into read-only bo 3 [0x20000, 0x21000)");
    sim_lock();
    sim_bo_unref(ro);
    sim_bo_unref(a);
    sim_bo_unref(b);
    end();
}

KT_MAIN()
