// The GPU address allocator, by cases and against a page bitmap with random operations.
#include "winsys/address/vma.h"

#include "kt.h"

#define PAGE UINT64_C(4096)

KT_TEST(alloc_and_merge)
{
    struct vma v;
    kt_true(vma_init(&v, 0x10000, 0x20000));
    kt_eq(vma_alloc(&v, 0x1000, 0x1000), 0x10000);
    kt_eq(vma_alloc(&v, 0x2000, 0x4000), 0x14000);
    kt_eq(vma_alloc(&v, 0x1000, 0x1000), 0x11000); // the gap that alignment left
    kt_eq(vma_free_bytes(&v), 0x10000 - 0x4000);
    kt_true(vma_free(&v, 0x10000, 0x1000));
    kt_true(vma_free(&v, 0x14000, 0x2000));
    kt_true(vma_free(&v, 0x11000, 0x1000));
    kt_eq(v.count, 1); // one hole again
    kt_eq(vma_alloc(&v, 0x10000, 0x1000), 0x10000);
    kt_eq(vma_alloc(&v, 0x1000, 0x1000), 0);
    vma_finish(&v);
}

KT_TEST(refusals)
{
    struct vma v;
    kt_true(vma_init(&v, 0x10000, 0x20000));
    kt_eq(vma_alloc(&v, 0, 0x1000), 0);
    kt_eq(vma_alloc(&v, 0x1000, 0x3000), 0); // no power of two
    kt_eq(vma_alloc(&v, 0x1000, 0), 0);
    kt_eq(vma_alloc(&v, 0x10001, 1), 0);
    kt_eq(vma_alloc(&v, UINT64_MAX, 0x1000), 0);
    kt_eq(vma_alloc(&v, 0x1000, UINT64_C(1) << 63), 0);
    kt_true(!vma_alloc_at(&v, 0xf000, 0x1000));
    kt_true(!vma_alloc_at(&v, 0x1f000, 0x2000));
    kt_true(!vma_alloc_at(&v, 0x1f000, UINT64_MAX));
    kt_true(vma_alloc_at(&v, 0x18000, 0x1000));
    kt_true(!vma_alloc_at(&v, 0x17000, 0x2000));
    kt_true(!vma_alloc_at(&v, 0x18000, 0x1000));
    kt_true(!vma_free(&v, 0x17000, 0x1000)); // not allocated
    kt_true(!vma_free(&v, 0x17000, 0x2000)); // only half of it is
    kt_true(!vma_free(&v, 0x18000, 0x2000));
    kt_true(!vma_free(&v, 0x30000, 0x1000));
    kt_true(!vma_free(&v, 0x18000, UINT64_MAX));
    kt_true(vma_free(&v, 0x18000, 0x1000));
    kt_true(!vma_free(&v, 0x18000, 0x1000)); // twice
    kt_eq(vma_free_bytes(&v), 0x10000);
    vma_finish(&v);
}

KT_TEST(address_zero_is_not_given_out)
{
    struct vma v;
    kt_true(vma_init(&v, 0, 0x4000));
    kt_eq(vma_alloc(&v, 0x1000, 0x1000), 0x1000);
    kt_eq(vma_alloc(&v, 0x2000, 0x2000), 0x2000);
    kt_eq(vma_alloc(&v, 0x1000, 0x1000), 0);
    kt_true(!vma_alloc_at(&v, 0, 0x1000));
    vma_finish(&v);
    kt_true(vma_init(&v, 0x5000, 0x5000)); // an empty window
    kt_eq(vma_alloc(&v, 1, 1), 0);
    vma_finish(&v);
}

KT_TEST(canonical)
{
    kt_eq(vma_canonical(UINT64_C(0x7ffffffff000)), INT64_C(0x7ffffffff000));
    kt_eq(vma_canonical(UINT64_C(0x800000000000)), (int64_t)UINT64_C(0xffff800000000000));
    kt_eq(vma_decanonical(UINT64_C(0xffff800000001000)), INT64_C(0x800000001000));
}

// ---- model

enum { PAGES = 512, LIVE = 128 };
static bool used[PAGES];
static struct {
    uint64_t address, size;
} live[LIVE];
static uint32_t seed = 1;

static uint32_t rnd(uint32_t n)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

static bool range_is(uint64_t page, uint64_t n, bool want)
{
    for (uint64_t i = 0; i < n; i++)
        if (page + i >= PAGES || used[page + i] != want)
            return false;
    return true;
}

static uint64_t model_first_fit(uint64_t start, uint64_t n, uint64_t align)
{
    for (uint64_t p = 0; p + n <= PAGES; p++)
        if ((start + p * PAGE) % align == 0 && range_is(p, n, false))
            return start + p * PAGE;
    return 0;
}

KT_TEST(random_against_a_bitmap)
{
    const uint64_t start = 0x7fff0000;
    struct vma v;
    kt_true(vma_init(&v, start, start + PAGES * PAGE));
    for (unsigned n = 0; n < 50000; n++) {
        unsigned i = rnd(LIVE);
        if (live[i].size) {
            kt_true(vma_free(&v, live[i].address, live[i].size));
            memset(&used[(live[i].address - start) / PAGE], 0, live[i].size / PAGE);
            live[i].size = 0;
            continue;
        }
        uint64_t pages = 1 + rnd(12), align = PAGE << rnd(5), got;
        if (rnd(4)) {
            got = vma_alloc(&v, pages * PAGE, align);
            uint64_t want = model_first_fit(start, pages, align);
            if (!kt_ok(got == want, "step %u: 0x%llx, not 0x%llx", n, (unsigned long long)got,
                       (unsigned long long)want))
                break;
        } else {
            uint64_t page = rnd(PAGES);
            got = vma_alloc_at(&v, start + page * PAGE, pages * PAGE) ? start + page * PAGE : 0;
            if (!kt_eq(got != 0, range_is(page, pages, false)))
                break;
        }
        if (got) {
            memset(&used[(got - start) / PAGE], 1, pages);
            live[i].address = got;
            live[i].size = pages * PAGE;
        }
    }
    uint64_t free_pages = 0;
    for (unsigned p = 0; p < PAGES; p++)
        free_pages += !used[p];
    kt_eq(vma_free_bytes(&v), free_pages * PAGE);
    for (size_t i = 1; i < v.count; i++)
        kt_true(v.holes[i - 1].end < v.holes[i].start);
    vma_finish(&v);
}

KT_MAIN()
