// The strict machine's caches under a kernel, the simulated one or (KILN_TEST_NODE) another that drives the
// chip: what threads wrote is not in memory for the command streamer until it is flushed, by the batch or at
// the end of a request.
#include "contexts.h"

enum { OLD = 0x01d };
#define COPY (STATE + 0x3000)

KT_TEST(a_write_is_seen_after_a_flush)
{
    struct machine m;
    if (!machine_open(&m))
        return;
    struct context x = context_open(&m);
    const uint32_t *copies = (uint32_t *)x.state.map + 0x3000 / 4;
    x.out[0] = OLD;
    count(&x, 1, 1, 0);
    stall(&x.w);
    copy_dword(&x.w, COPY, DATA);
    flush(&x.w);
    copy_dword(&x.w, COPY + 8, DATA);
    submit(&x, NULL);
    kt_true(over(&x, NO_LIMIT));
    kt_eq(copies[0], OLD);
    kt_eq(copies[2], VALUE);
    kt_eq(x.out[0], VALUE);
    kt_true(!guilty(&x));
    context_close(&x);
    machine_close(&m);
}

// The kernel's flush after a request; and what the host writes between requests is no older than that.
KT_TEST(the_next_request_sees_it)
{
    struct machine m;
    if (!machine_open(&m))
        return;
    struct context x = context_open(&m);
    const uint32_t *copies = (uint32_t *)x.state.map + 0x3000 / 4;
    for (unsigned i = 0; i < 4; i++) {
        x.out[0] = OLD + i;
        x.out[1] = OLD + i;
        count(&x, 1, 1, 0);
        submit(&x, NULL);
        kt_true(over(&x, NO_LIMIT));
        x.out[1] = OLD + i + 1;
        copy_dword(&x.w, COPY, DATA);
        copy_dword(&x.w, COPY + 8, DATA + 4);
        submit(&x, NULL);
        kt_true(over(&x, NO_LIMIT));
        kt_eq(copies[0], VALUE);
        kt_eq(copies[2], OLD + i + 1);
    }
    context_close(&x);
    machine_close(&m);
}

// Another context's: each is whole when it leaves the engine.
KT_TEST(contexts_leave_nothing_in_caches)
{
    struct machine m;
    if (!machine_open(&m))
        return;
    struct context x[2] = {context_open(&m), context_open(&m)};
    for (unsigned i = 0; i < 8; i++) {
        x[i % 2].out[0] = x[i % 2].out[2] = 0;
        count(&x[i % 2], 1, 1, 0);
        submit(&x[i % 2], NULL);
        count(&x[!(i % 2)], 1, 1, 2);
        submit(&x[!(i % 2)], NULL);
        for (unsigned k = 0; k < 2; k++)
            kt_true(over(&x[k], NO_LIMIT));
        kt_eq(x[i % 2].out[0], VALUE);
        kt_eq(x[!(i % 2)].out[2], VALUE);
    }
    context_close(&x[1]);
    context_close(&x[0]);
    machine_close(&m);
}

KT_MAIN()
