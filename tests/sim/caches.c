// The strict machine's caches by themselves: who sees what of a page, until which flush or invalidation.
#include "sim/memory/caches.h"

#include <stdlib.h>
#include <string.h>

#include "kt.h"

static struct sim_caches *caches;
static uint8_t *page;

static void begin(void)
{
    caches = sim_caches_create();
    page = aligned_alloc(4096, 8192);
    memset(page, 1, 8192);
}

static void end(void)
{
    sim_caches_destroy(caches);
    free(page);
}

static uint8_t *eu(uint8_t *at, enum sim_access access)
{
    bool writable = true;
    uint8_t *p = sim_caches_page(caches, SIM_CLIENT_DATA, at, access, &writable);
    kt_ok(access == SIM_WRITE || !writable, "a page that was read is asked for again before it is written");
    return p;
}

static uint8_t read_only(enum sim_cache_client client)
{
    bool writable = true;
    uint8_t v = *sim_caches_page(caches, client, page, SIM_READ, &writable);
    kt_ok(!writable, "a read-only client writes");
    return v;
}

// What threads write is in L3: others see it after a flush of the data cache, and no other bit helps.
KT_TEST(data_cache)
{
    begin();
    *eu(page, SIM_WRITE) = 2;
    kt_eq(*eu(page, SIM_READ), 2);
    kt_eq(*sim_caches_memory(caches, page), 1);
    kt_eq(*sim_caches_memory(caches, page + 4096), 1);
    sim_caches_maintain(caches, SIM_FLUSH_RENDER | SIM_INVALIDATE_ALL);
    kt_eq(*sim_caches_memory(caches, page), 1);
    sim_caches_maintain(caches, SIM_FLUSH_DATA);
    kt_eq(*sim_caches_memory(caches, page), 2);
    *eu(page, SIM_WRITE) = 3; // marked again
    kt_eq(*sim_caches_memory(caches, page), 2);
    end();
}

// Beside a dirty line the command streamer's write reaches both; over a dirty byte it is lost.
KT_TEST(command_streamer_writes)
{
    uint8_t v = 9;
    begin();
    *eu(page, SIM_WRITE) = 2;
    kt_ok(!sim_caches_plain(caches, page), "the page is dirty");
    kt_ok(sim_caches_plain(caches, page + 4096), "the next one is not");
    sim_caches_write(caches, page + 1, &v, 1);
    kt_eq(page[1], 9);
    kt_eq(*sim_caches_memory(caches, page + 1), 9);
    sim_caches_write(caches, page, &v, 1);
    kt_eq(page[0], 2);
    kt_eq(*sim_caches_memory(caches, page), 9);
    sim_caches_maintain(caches, SIM_FLUSH_DATA);
    kt_eq(*sim_caches_memory(caches, page), 2);
    end();
}

// Each read-only cache has its own bit, and keeps what there was at the first write after its invalidation.
KT_TEST(read_only_caches)
{
    begin();
    *eu(page, SIM_WRITE) = 2;
    kt_eq(read_only(SIM_CLIENT_SAMPLER), 1);
    kt_eq(read_only(SIM_CLIENT_CONSTANT), 1);
    sim_caches_maintain(caches, SIM_FLUSH_DATA | SIM_INVALIDATE_CONSTANT);
    kt_eq(read_only(SIM_CLIENT_SAMPLER), 1);
    kt_eq(read_only(SIM_CLIENT_CONSTANT), 2);
    *eu(page, SIM_WRITE) = 3;
    kt_eq(read_only(SIM_CLIENT_SAMPLER), 1);
    kt_eq(read_only(SIM_CLIENT_CONSTANT), 2);
    sim_caches_maintain(caches, SIM_INVALIDATE_SAMPLER);
    kt_eq(read_only(SIM_CLIENT_SAMPLER), 3);
    kt_eq(read_only(SIM_CLIENT_CONSTANT), 2);
    // A write of the command streamer's is one too, and does not change what they hold.
    uint8_t v = 9;
    sim_caches_write(caches, page, &v, 1);
    kt_eq(read_only(SIM_CLIENT_SAMPLER), 3);
    kt_eq(read_only(SIM_CLIENT_CONSTANT), 2);
    sim_caches_maintain(caches, SIM_FLUSH_ALL | SIM_INVALIDATE_ALL);
    kt_eq(read_only(SIM_CLIENT_SAMPLER), *page);
    end();
}

KT_TEST(render_cache)
{
    bool writable = true;
    begin();
    *sim_caches_page(caches, SIM_CLIENT_RENDER, page, SIM_WRITE, &writable) = 2;
    kt_eq(*eu(page, SIM_READ), 1); // not behind the render cache
    kt_eq(*sim_caches_memory(caches, page), 1);
    sim_caches_maintain(caches, SIM_FLUSH_DATA);
    kt_eq(*eu(page, SIM_READ), 1);
    sim_caches_maintain(caches, SIM_FLUSH_RENDER);
    kt_eq(*eu(page, SIM_READ), 2);
    end();
}

// The state cache by lines: what was not read is fetched as it is.
KT_TEST(state_cache)
{
    uint8_t out[128];
    begin();
    kt_ok(sim_caches_state(caches, page + 32, out, 64), "fresh");
    memset(page, 2, 4096);
    kt_ok(!sim_caches_state(caches, page + 64, out, 128), "stale");
    kt_eq(out[0], 1);
    kt_eq(out[64], 2);
    sim_caches_maintain(caches, SIM_INVALIDATE_SAMPLER | SIM_INVALIDATE_CONSTANT);
    kt_ok(!sim_caches_state(caches, page, out, 1), "another cache's bit");
    sim_caches_maintain(caches, SIM_INVALIDATE_STATE);
    kt_ok(sim_caches_state(caches, page, out, 128), "fetched again");
    kt_eq(out[127], 2);
    for (unsigned i = 0; i < 100000; i++) // more lines than it has
        sim_caches_state(caches, page + i % 128 * 64, out, 64);
    end();
}

KT_TEST(instruction_cache)
{
    begin();
    uint64_t epoch = sim_caches_instruction_epoch(caches);
    sim_caches_maintain(caches, SIM_FLUSH_ALL | SIM_INVALIDATE_STATE);
    kt_eq(sim_caches_instruction_epoch(caches), epoch);
    sim_caches_maintain(caches, SIM_INVALIDATE_INSTRUCTION);
    kt_ok(sim_caches_instruction_epoch(caches) != epoch, "fetched again");
    end();
}

// More dirty pages than there is room for: they are written back early, and nothing is lost or leaks.
KT_TEST(limits)
{
    enum { PAGES = 5000 };
    begin();
    uint8_t *many = aligned_alloc(4096, PAGES * 4096ul);
    memset(many, 0, PAGES * 4096ul);
    for (unsigned round = 1; round < 4; round++) {
        unsigned hidden = 0;
        for (unsigned i = 0; i < PAGES; i++)
            *eu(many + i * 4096ul, SIM_WRITE) = (uint8_t)round;
        for (unsigned i = 0; i < PAGES; i++)
            hidden += *sim_caches_memory(caches, many + i * 4096ul) != round;
        kt_ok(hidden >= 200 && hidden < PAGES, "%u pages of %u wait for a flush", hidden, PAGES);
        sim_caches_maintain(caches, SIM_FLUSH_ALL | SIM_INVALIDATE_ALL);
        for (unsigned i = 0; i < PAGES; i++)
            if (*sim_caches_memory(caches, many + i * 4096ul) != round)
                kt_ok(false, "page %u after a flush", i);
    }
    free(many);
    end();
}

KT_MAIN()
