// The vfio-user server against a client of ours: the order that QEMU speaks, and every lie that a client can
// tell.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>

#include "kt.h"
#include "pci_client.h"

static unsigned open_files(void)
{
    unsigned n = 0;
    DIR *d = opendir("/proc/self/fd");
    while (d && readdir(d))
        n++;
    closedir(d);
    return n;
}

KT_TEST(speaks_as_qemu_does)
{
    struct rig r;
    rig_init(&r);
    rig_connect(&r);
    kt_eq(rig_negotiate(&r), 0);
    int memory = rig_memory(1 << 20);
    kt_eq(rig_map(&r, 0, 0xa0000, memory, 0), 0);
    kt_eq(rig_map(&r, 0xc0000, 0x40000, memory, 0xc0000), 0);
    struct vfio_user_device_info info = {.argsz = sizeof(info)};
    kt_eq(rig_command(&r, VFIO_USER_DEVICE_GET_INFO, &info, sizeof(info), NULL, 0, sizeof(info), NULL, NULL),
          0);
    kt_eq(info.flags, 3);
    kt_eq(info.regions, 9);
    kt_eq(info.irqs, 5);
    struct {
        struct vfio_user_region_info info;
        struct vfio_user_sparse_mmap sparse;
        struct vfio_user_sparse_area area;
    } region = {.info = {.argsz = 32}};
    size_t size;
    int fd;
    kt_eq(rig_command(&r, VFIO_USER_DEVICE_GET_REGION_INFO, &region, 32, NULL, 0, sizeof(region), &size, &fd),
          0);
    kt_eq(size, 32); // the first time, to learn the size
    kt_eq(region.info.argsz, 64);
    kt_eq(region.info.cap_offset, 32);
    kt_eq(fd, -1);
    kt_eq(rig_command(&r, VFIO_USER_DEVICE_GET_REGION_INFO, &region, 64, NULL, 0, sizeof(region), &size, &fd),
          0);
    kt_eq(size, 64);
    kt_eq(region.info.flags, 15);
    kt_eq(region.info.size, RIG_BAR0);
    kt_eq(region.sparse.id, 1);
    kt_eq(region.sparse.areas, 1);
    kt_eq(region.area.offset, RIG_MAPPED_AT);
    kt_ok(fd >= 0, "no file for the part that is mapped");
    uint32_t *part =
        mmap(NULL, region.area.size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)region.area.offset);
    part[3] = 0x1234;
    uint32_t value = 0;
    kt_eq(rig_access(&r, false, 0, RIG_MAPPED_AT + 12, &value, 4), 0);
    kt_eq(value, 0x1234);
    munmap(part, region.area.size);
    close(fd);
    int event = eventfd(0, EFD_NONBLOCK);
    kt_eq(rig_irqs(&r, 0x24, VFIO_USER_IRQ_MSI, 0, 1, event), 0);
    sim_pci_interrupt(r.server);
    uint64_t count = 0;
    kt_eq(read(event, &count, 8), 8);
    kt_eq(count, 1);
    kt_eq(rig_command(&r, VFIO_USER_DEVICE_RESET, NULL, 0, NULL, 0, 0, NULL, NULL), 0);
    kt_eq(atomic_load(&r.resets), 2); // and at the start
    rig_disconnect(&r);
    close(event);
    close(memory);
    rig_finish(&r);
}

KT_TEST(configuration_tells_sizes_and_keeps_what_is_fixed)
{
    struct rig r;
    rig_init(&r);
    rig_connect(&r);
    rig_negotiate(&r);
    uint32_t v = 0;
    rig_access(&r, false, 7, 0, &v, 4);
    kt_eq(v, 0x19128086);
    rig_access(&r, false, 7, 8, &v, 4);
    kt_eq(v, 0x03000006);
    static const uint32_t size[6] = {~(RIG_BAR0 - 1u) | 4, ~0u, ~(RIG_BAR2 - 1u) | 0xc, ~0u,
                                     ~(RIG_BAR4 - 1u) | 1, 0};
    for (unsigned i = 0; i < 6; i++) {
        v = ~0u;
        kt_eq(rig_access(&r, true, 7, 0x10 + 4 * i, &v, 4), 0);
        kt_eq(rig_access(&r, false, 7, 0x10 + 4 * i, &v, 4), 0);
        kt_eq(v, size[i]);
    }
    uint8_t all[64];
    memset(all, 0xff, sizeof(all));
    for (unsigned at = 0; at < 256; at += 64)
        kt_eq(rig_access(&r, true, 7, at, all, 64), 0);
    rig_access(&r, false, 7, 0, &v, 4);
    kt_eq(v, 0x19128086);
    rig_access(&r, false, 7, 4, &v, 4);
    kt_eq(v, 0x00100547);
    kt_eq(rig_command(&r, VFIO_USER_DEVICE_RESET, NULL, 0, NULL, 0, 0, NULL, NULL), 0);
    rig_access(&r, false, 7, 0x10, &v, 4);
    kt_eq(v, 4);
    rig_disconnect(&r);
    rig_finish(&r);
}

KT_TEST(accesses_stay_in_their_region)
{
    static const struct {
        uint32_t region;
        uint64_t offset;
        uint32_t count;
        int error;
    } of[] = {
        {0, 0, 4, 0},
        {0, RIG_BAR0 - 1, 1, 0},
        {0, RIG_BAR0 - 1, 2, EINVAL},
        {0, RIG_BAR0, 1, EINVAL},
        {0, 1, 7, 0},
        {0, 3, 64, 0},
        {0, UINT64_MAX, 1, EINVAL},
        {0, UINT64_MAX - 3, 8, EINVAL},
        {0, 0, 0, EINVAL},
        {0, 0, UINT32_MAX, EINVAL},
        {0, 0, RIG_BAR0 + 1, EINVAL},
        {1, 0, 4, EINVAL},
        {4, 60, 4, 0},
        {4, 60, 8, EINVAL},
        {6, 0, 4, EINVAL},
        {7, 252, 4, 0},
        {7, 252, 8, EINVAL},
        {7, 255, 1, 0},
        {7, 256, 1, EINVAL},
        {8, 0, 1, EINVAL},
        {9, 0, 1, EINVAL},
        {0xffffffff, 0, 4, EINVAL},
        {0x80000000, 0, 4, EINVAL},
    };
    struct rig r;
    rig_init(&r);
    rig_connect(&r);
    rig_negotiate(&r);
    for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++)
        for (int write = 0; write < 2; write++) {
            uint8_t data[64] = {0};
            // A write says a count that its bytes do not have: refused as well.
            int error = of[i].count > 64 ? EINVAL : of[i].error;
            int got = rig_access(&r, write, of[i].region, of[i].offset, data,
                                 write && of[i].count > 64 ? 64 : of[i].count);
            if (!(write && of[i].count > 64))
                kt_ok(got == error, "%s of region %u at %#" PRIx64 " + %#x: %d, not %d",
                      write ? "write" : "read", of[i].region, of[i].offset, of[i].count, got, error);
        }
    struct rig_access m = {{0, 0, 8}, {0}};
    for (uint32_t size = 0; size <= 64; size++) // of 8 bytes, as many as there are
        kt_eq(rig_command(&r, VFIO_USER_REGION_WRITE, &m, sizeof(m.at) + size, NULL, 0, 0, NULL, NULL),
              size == 8 ? 0 : EINVAL);
    kt_eq(atomic_load(&r.wrong), 0);
    rig_disconnect(&r);
    rig_finish(&r);
}

struct gathered {
    struct vfio_user_region_writes head;
    struct {
        struct vfio_user_region_access at;
        uint8_t data[VFIO_USER_MULTI_DATA];
    } one[3];
};

static int gather(struct rig *r, const struct gathered *g, size_t size)
{
    struct gathered m = *g;
    return rig_command(r, VFIO_USER_REGION_WRITE_MULTI, &m, size, NULL, 0, sizeof(m), NULL, NULL);
}

KT_TEST(gathered_writes_are_all_done_or_none)
{
    struct rig r;
    rig_init(&r);
    rig_connect(&r);
    rig_negotiate(&r);
    const struct gathered right = {
        {3}, {{{0, 0, 4}, {1, 2, 3, 4}}, {{2, 0, 1}, {9}}, {{8, 0, 8}, {8, 7, 6, 5, 4, 3, 2, 1}}}};
    uint8_t data[16];
    kt_eq(gather(&r, &right, sizeof(right)), 0);
    kt_eq(rig_access(&r, false, 0, 0, data, sizeof(data)), 0);
    kt_eq(memcmp(data, (const uint8_t[16]){1, 2, 9, 4, 0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1}, sizeof(data)), 0);
    const struct gathered none = {0};
    kt_eq(gather(&r, &none, sizeof(none.head)), 0);

    int writes = atomic_load(&r.writes);
    for (unsigned i = 0; i < 3; i++) {
        struct gathered wrong = right;
        wrong.one[i].at.count = i == 0 ? 9 : 0;
        kt_eq(gather(&r, &wrong, sizeof(wrong)), EINVAL);
        wrong = right;
        wrong.one[i].at.offset = RIG_BAR0 - 1 + i;
        wrong.one[i].at.count = 2;
        kt_eq(gather(&r, &wrong, sizeof(wrong)), EINVAL);
        wrong = right;
        wrong.one[i].at.region = i == 0 ? UINT32_MAX : 1;
        kt_eq(gather(&r, &wrong, sizeof(wrong)), EINVAL);
    }
    for (uint64_t count = 0; count < 6; count++)
        for (size_t size = sizeof(right.head); size <= sizeof(right); size++)
            if (size != sizeof(right.head) + count * sizeof(right.one[0])) {
                struct gathered wrong = right;
                wrong.head.count = count;
                kt_eq(gather(&r, &wrong, size), EINVAL);
            }
    struct gathered wrong = right;
    wrong.head.count = UINT64_MAX / sizeof(right.one[0]) + 4; // that many would wrap round to three
    kt_eq(gather(&r, &wrong, sizeof(wrong)), EINVAL);
    kt_eq(atomic_load(&r.writes), writes);
    kt_eq(atomic_load(&r.wrong), 0);
    rig_disconnect(&r);
    rig_finish(&r);
}

KT_TEST(every_wrong_length_is_refused)
{
    static const struct {
        uint16_t command;
        uint32_t right;
    } of[] = {{VFIO_USER_DMA_MAP, 32},         {VFIO_USER_DMA_UNMAP, 24},
              {VFIO_USER_DEVICE_GET_INFO, 16}, {VFIO_USER_DEVICE_GET_IRQ_INFO, 16},
              {VFIO_USER_REGION_READ, 16},     {VFIO_USER_DEVICE_RESET, 0}};
    struct rig r;
    rig_init(&r);
    rig_connect(&r);
    rig_negotiate(&r);
    uint8_t payload[64];
    for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++)
        for (uint32_t size = 0; size <= sizeof(payload); size++) {
            memset(payload, 0, sizeof(payload));
            if (size != of[i].right)
                kt_eq(rig_command(&r, of[i].command, payload, size, NULL, 0, sizeof(payload), NULL, NULL),
                      EINVAL);
        }
    for (uint16_t command = 0; command < 40; command++) { // those that are not ours
        bool is_ours = command == 1 || (command >= 2 && command <= 5) || (command >= 7 && command <= 10) ||
                       command == 13 || command == 15;
        if (!is_ours)
            kt_eq(rig_command(&r, command, payload, 32, NULL, 0, sizeof(payload), NULL, NULL), ENOTSUP);
    }
    kt_eq(rig_negotiate(&r), EINVAL); // once is enough
    rig_disconnect(&r);
    rig_finish(&r);
}

// What cannot be read on ends the connection, and the next client meets a device as new.
KT_TEST(what_is_no_message_ends_the_connection)
{
    static const struct vfio_user_header wrong[] = {
        {.command = 1, .size = 0},
        {.command = 1, .size = 15},
        {.command = 1, .size = 0xffffffff},
        {.command = 10, .size = 1 << 20},
        {.command = 1, .size = 20, .flags = 1},
        {.command = 1, .size = 20, .flags = 7},
    };
    struct rig r;
    rig_init(&r);
    unsigned files = open_files();
    int memory = rig_memory(4096);
    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        uint8_t data[20] = {0};
        rig_connect(&r);
        kt_eq(rig_negotiate(&r), 0);
        kt_eq(rig_map(&r, 0, 4096, memory, 0), 0); // would be EEXIST, were the last client's still there
        uint32_t v = 0x5000;
        rig_access(&r, true, 7, 0x3c, &v, 1);
        kt_true(rig_send_raw(&r, wrong[i], data, 4, &memory, 1));
        kt_eq(rig_receive(&r, 0, data, sizeof(data), NULL, NULL), -1);
        rig_disconnect(&r);
    }
    rig_connect(&r);
    kt_eq(rig_access(&r, false, 7, 0, &(uint32_t){0}, 4), EINVAL); // before the version
    struct vfio_user_version other = {.major = 1};
    kt_eq(rig_command(&r, VFIO_USER_VERSION, &other, sizeof(other), NULL, 0, sizeof(other), NULL, NULL), -1);
    rig_disconnect(&r);
    struct vfio_user_header half = {.command = 2, .size = 48};
    for (size_t cut = 0; cut < 32; cut += 7) { // a message that ends early, with a file
        uint8_t data[32] = {0};
        rig_connect(&r);
        rig_negotiate(&r);
        kt_true(rig_send_raw(&r, half, data, cut, &memory, 1));
        rig_disconnect(&r);
    }
    close(memory);
    kt_eq(open_files(), files);
    rig_finish(&r);
}

KT_TEST(windows_lie_where_they_are_told_and_nowhere_else)
{
    struct rig r;
    rig_init(&r);
    rig_connect(&r);
    rig_negotiate(&r);
    unsigned files = open_files();
    int memory = rig_memory(1 << 16), pipes[2], folder = open("/", O_RDONLY | O_DIRECTORY);
    if (pipe(pipes))
        abort();
    kt_eq(rig_map(&r, 0x10000, 0x4000, memory, 0x8000), 0);
    static const struct {
        uint64_t address, size, offset;
        int error;
    } of[] = {
        {0x10000, 0x4000, 0, EEXIST},
        {0x13000, 0x1000, 0, EEXIST},
        {0xf000, 0x2000, 0, EEXIST},
        {0, 0x10000, 0, 0},
        {0x14000, 0x1000, 0, 0},
        {0x8000, 0x10000, 0, EEXIST},
        {0x100000, 0, 0, EINVAL},
        {0x100000, 0x1001, 0, EINVAL},
        {0x100800, 0x1000, 0, EINVAL},
        {0x100000, 0x1000, 0x10, EINVAL},
        {0x100000, 0x1000, 0x10000, EINVAL},
        {0x100000, 0x11000, 0, EINVAL},
        {0x100000, 0x1000, UINT64_MAX - 4095, EINVAL},
        {UINT64_MAX - 4095, 0x2000, 0, EINVAL},
        {UINT64_MAX - 4095, 0x1000, 0, 0},
        {0x100000, UINT64_MAX - 4095, 0, EINVAL},
    };
    for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++)
        kt_ok(rig_map(&r, of[i].address, of[i].size, memory, of[i].offset) == of[i].error,
              "map %#" PRIx64 " + %#" PRIx64 ", not %d", of[i].address, of[i].size, of[i].error);
    kt_eq(rig_map(&r, 0x200000, 0x1000, pipes[0], 0), EINVAL);
    kt_eq(rig_map(&r, 0x200000, 0x1000, folder, 0), EINVAL);
    kt_eq(rig_map(&r, 0x200000, 0x1000, -1, 0), 0); // cannot be reached, but is there
    uint8_t *host = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    sim_dma_hold(r.dma);
    host[0x8123] = 0x5a;
    uint8_t *at = sim_dma_host(r.dma, 0x10123, 1, true);
    kt_ok(at && *at == 0x5a, "the window's offset");
    kt_true(!sim_dma_host(r.dma, 0x200000, 1, false));
    kt_true(!sim_dma_host(r.dma, 0x15000, 1, false));
    kt_true(!sim_dma_host(r.dma, 0x13fff, 2, false)); // out of a window, though the next follows
    kt_true(!sim_dma_host(r.dma, 0x10000, 0, false));
    kt_true(!sim_dma_host(r.dma, 0x10000, UINT64_MAX, false));
    kt_true(sim_dma_host(r.dma, UINT64_MAX - 4095, 4096, false));
    sim_dma_release(r.dma);
    kt_eq(rig_unmap(&r, 0x10000, 0x1000), ENOENT);
    kt_eq(rig_unmap(&r, 0x11000, 0x3000), ENOENT);
    kt_eq(rig_unmap(&r, 0, UINT64_MAX), ENOENT);
    kt_eq(rig_unmap(&r, 0x10000, 0x4000), 0);
    kt_eq(rig_unmap(&r, 0x10000, 0x4000), ENOENT);
    munmap(host, 1 << 16);
    close(memory);
    close(pipes[0]);
    close(pipes[1]);
    close(folder);
    kt_eq(open_files(), files);
    rig_disconnect(&r);
    rig_finish(&r);
}

// After the answer to an unmap, nothing that the machine does reaches the client's memory, and the machine
// lives.
KT_TEST(a_window_in_use_is_given_up)
{
    struct rig r;
    rig_init(&r);
    rig_connect(&r);
    rig_negotiate(&r);
    int memory = rig_memory(1 << 16);
    uint8_t *host = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    kt_eq(rig_map(&r, 0, 1 << 16, memory, 0), 0);
    sim_dma_hold(r.dma);
    uint8_t *at = sim_dma_host(r.dma, 0x2000, 0x1000, true);
    at[0] = 1;
    kt_eq(host[0x2000], 1);
    kt_eq(rig_unmap(&r, 0, 1 << 16), 0);
    at[0] = 2;
    kt_eq(host[0x2000], 1);
    kt_true(!sim_dma_host(r.dma, 0x2000, 0x1000, true));
    kt_eq(rig_map(&r, 0, 1 << 16, memory, 0), 0); // the same again, meanwhile
    at[1] = 3;
    kt_eq(host[0x2001], 0);
    sim_dma_release(r.dma);
    rig_disconnect(&r);
    munmap(host, 1 << 16);
    close(memory);
    rig_finish(&r);
}

KT_TEST(a_file_that_shrinks_is_zeros)
{
    struct rig r;
    rig_init(&r);
    sim_dma_guard(r.dma);
    rig_connect(&r);
    rig_negotiate(&r);
    int memory = rig_memory(1 << 16);
    kt_eq(rig_map(&r, 0, 1 << 16, memory, 0), 0);
    sim_dma_hold(r.dma);
    volatile uint8_t *at = sim_dma_host(r.dma, 0x2000, 0x1000, true);
    at[0] = 1;
    kt_eq(ftruncate(memory, 0), 0);
    kt_eq(at[0], 0);
    at[0] = 2;
    kt_eq(at[0], 2);
    sim_dma_release(r.dma);
    rig_disconnect(&r);
    close(memory);
    rig_finish(&r);
}

KT_TEST(windows_end_at_their_number)
{
    struct rig r;
    rig_init(&r);
    rig_connect(&r);
    rig_negotiate(&r);
    int memory = rig_memory(4096);
    for (unsigned i = 0; i < SIM_DMA_WINDOWS; i++) // from the middle outward
        kt_eq(rig_map(&r, (i % 2 ? 300 + i : 300 - i) * UINT64_C(0x2000), 4096, memory, 0), 0);
    kt_eq(rig_map(&r, 0x10000000, 4096, memory, 0), ENOSPC);
    for (unsigned i = 0; i < SIM_DMA_WINDOWS; i++)
        kt_eq(rig_unmap(&r, (i % 2 ? 300 + i : 300 - i) * UINT64_C(0x2000), 4096), 0);
    kt_eq(rig_map(&r, 0x10000000, 4096, memory, 0), 0);
    rig_disconnect(&r);
    close(memory);
    rig_finish(&r);
}

KT_TEST(interrupts_go_to_eventfds_only)
{
    struct rig r;
    rig_init(&r);
    rig_connect(&r);
    rig_negotiate(&r);
    unsigned files = open_files();
    int event = eventfd(0, EFD_NONBLOCK), pipes[2];
    if (pipe(pipes))
        abort();
    static const struct {
        uint32_t flags, index, start, count;
        bool file;
        int error;
    } of[] = {
        {0x24, 1, 0, 1, true, 0},
        {0x24, 0, 0, 1, true, 0},
        {0x21, 1, 0, 0, false, 0},
        {0x24, 1, 0, 1, false, 0},
        {0x24, 2, 0, 1, true, EINVAL},
        {0x24, 0xffffffff, 0, 1, true, EINVAL},
        {0x24, 1, 1, 1, true, EINVAL},
        {0x24, 1, 0, 2, true, EINVAL},
        {0x24, 1, 0xffffffff, 1, true, EINVAL},
        {0x24, 1, 0, 0xffffffff, true, EINVAL},
        {0x20, 1, 0, 1, false, EINVAL},
        {0x04, 1, 0, 1, true, EINVAL},
        {0x27, 1, 0, 1, true, EINVAL},
        {0x3c, 1, 0, 1, true, EINVAL},
        {0x64, 1, 0, 1, true, EINVAL},
        {0x22, 1, 0, 1, false, EINVAL}, // no byte follows
        {0x09, 1, 0, 1, false, EINVAL},
        {0x0c, 0, 0, 1, true, ENOTSUP},
        {0x09, 0, 0, 1, false, 0},
        {0x11, 0, 0, 1, false, 0},
    };
    for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++)
        kt_ok(rig_irqs(&r, of[i].flags, of[i].index, of[i].start, of[i].count, of[i].file ? event : -1) ==
                  of[i].error,
              "SET_IRQS %#x index %u: not %d", of[i].flags, of[i].index, of[i].error);
    kt_eq(rig_irqs(&r, 0x24, 1, 0, 1, pipes[1]), EINVAL); // writing there could wait for ever
    int many[12];
    for (unsigned i = 0; i < 12; i++)
        many[i] = event;
    for (unsigned n = 2; n <= 12; n++) {
        struct vfio_user_irq_set m = {sizeof(m), 0x24, 1, 0, 1};
        kt_eq(rig_command(&r, VFIO_USER_DEVICE_SET_IRQS, &m, sizeof(m), many, n, sizeof(m), NULL, NULL),
              EINVAL);
    }
    kt_eq(rig_irqs(&r, 0x24, 1, 0, 1, event), 0);
    uint64_t full = UINT64_MAX - 1, count;
    kt_eq(write(event, &full, 8), 8);
    sim_pci_interrupt(r.server); // does not wait
    kt_eq(read(event, &count, 8), 8);
    kt_eq(rig_irqs(&r, 0x21, 1, 0, 0, -1), 0); // INTx from now on: the second waits for the unmask
    kt_eq(rig_irqs(&r, 0x24, 0, 0, 1, event), 0);
    sim_pci_interrupt(r.server);
    sim_pci_interrupt(r.server);
    kt_eq(read(event, &count, 8), 8);
    kt_eq(count, 1);
    kt_eq(rig_irqs(&r, 0x11, 0, 0, 1, -1), 0);
    kt_eq(read(event, &count, 8), 8);
    kt_eq(rig_irqs(&r, 0x11, 0, 0, 1, -1), 0);
    kt_eq(read(event, &count, 8), -1);
    close(event);
    close(pipes[0]);
    close(pipes[1]);
    rig_disconnect(&r);
    kt_eq(open_files(), files - 2); // and the socket's two ends
    rig_finish(&r);
}

// A client that does not read its answers, and one that sends a byte at a time.
KT_TEST(slow_clients_are_served)
{
    struct rig r;
    rig_init(&r);
    rig_connect(&r);
    struct vfio_user_header header = {.id = 7, .command = 1, .size = 20};
    uint8_t bytes[20] = {0};
    memcpy(bytes, &header, sizeof(header));
    for (unsigned i = 0; i < sizeof(bytes); i++)
        kt_eq(write(r.client, bytes + i, 1), 1);
    uint8_t out[400];
    kt_eq(rig_receive(&r, 7, out, sizeof(out), NULL, NULL), 0);
    struct vfio_user_header quiet = {
        .id = 9, .command = VFIO_USER_REGION_READ, .size = 32, .flags = VFIO_USER_NO_REPLY};
    struct vfio_user_region_access access = {0, 0, 64};
    for (unsigned i = 0; i < 1000; i++)
        kt_true(rig_send_raw(&r, quiet, &access, sizeof(access), NULL, 0));
    quiet.flags = 0;
    for (unsigned i = 0; i < 100; i++) // and then it reads them all
        kt_true(rig_send_raw(&r, quiet, &access, sizeof(access), NULL, 0));
    for (unsigned i = 0; i < 100; i++)
        kt_eq(rig_receive(&r, 9, out, sizeof(out), NULL, NULL), 0);
    kt_eq(atomic_load(&r.reads), 1100 * 8);
    rig_disconnect(&r);
    rig_finish(&r);
}

static uint32_t next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33);
}

// A field of a message: mostly what means something, at its borders.
static uint32_t field(uint64_t *seed)
{
    static const uint32_t of[] = {0,      1,       2,      3,          4,          7,          8,
                                  9,      16,      32,     64,         0x24,       0x1000,     0x2000,
                                  0x8000, 0x10000, 0xffff, 0x7fffffff, 0x80000000, 0xfffff000, 0xffffffff};
    return next(seed) % 5 ? of[next(seed) % (sizeof(of) / sizeof(of[0]))] : next(seed);
}

KT_TEST(random_messages_leave_nothing_behind)
{
    struct rig r;
    rig_init(&r);
    sim_dma_guard(r.dma);
    unsigned files = open_files();
    uint64_t seed = 1;
    for (unsigned client = 0; client < 300; client++) {
        int memory = rig_memory(1 << 16), event = eventfd(0, EFD_NONBLOCK), pipes[2];
        if (pipe(pipes))
            abort();
        int of[4] = {memory, event, pipes[1], memory};
        rig_connect(&r);
        rig_negotiate(&r);
        for (unsigned i = 0; i < 200; i++) {
            uint32_t payload[24] = {0};
            for (unsigned k = 0; k < 24; k++)
                payload[k] = field(&seed);
            static const uint16_t size_of[] = {0, 4, 32, 24, 16, 32, 16, 16, 20, 16, 24, 0, 0, 0, 0, 56};
            uint16_t command = (uint16_t)(next(&seed) % (sizeof(size_of) / sizeof(size_of[0])));
            size_t size = next(&seed) % 8 ? size_of[command] : next(&seed) % sizeof(payload);
            if (size >= 16 && command == VFIO_USER_REGION_READ + next(&seed) % 2) { // one that may be right
                payload[1] = 0;
                payload[2] %= 10;
                payload[3] = command == VFIO_USER_REGION_WRITE ? (uint32_t)size - 16 : payload[3] % 64;
            }
            if (command == VFIO_USER_REGION_WRITE_MULTI &&
                next(&seed) % 2) { // two of which each may be right
                payload[0] = 2;
                payload[1] = 0;
                for (unsigned k = 2; k < 14; k += 6) {
                    payload[k + 1] = 0;
                    payload[k + 2] %= 10;
                    payload[k + 3] %= 10;
                }
            }
            struct vfio_user_header header = {
                .id = (uint16_t)i, .command = command, .size = (uint32_t)(sizeof(header) + size)};
            if (next(&seed) % 400 == 0)
                header.size = field(&seed);
            unsigned fds = next(&seed) % 3 ? command == 2 || command == 8 : next(&seed) % 5;
            if (!rig_send_raw(&r, header, payload, size, of, fds))
                break;
            uint8_t out[256];
            if (header.size != sizeof(header) + size ||
                rig_receive(&r, header.id, out, sizeof(out), NULL, NULL) < 0)
                break; // half a message: the server waits for the rest
            sim_pci_interrupt(r.server);
        }
        rig_disconnect(&r);
        close(memory);
        close(event);
        close(pipes[0]);
        close(pipes[1]);
    }
    kt_eq(open_files(), files);
    kt_eq(atomic_load(&r.wrong), 0);
    kt_ok(atomic_load(&r.reads) > 100 && atomic_load(&r.writes) > 100, "the messages reach the device");
    rig_finish(&r);
}

KT_MAIN()
