// Batches and captures from nowhere: finding, measuring and printing commands must end with a value, never
// with a crash.
#include "cmd/gen_capture.h"
#include "cmd/gen_table.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static FILE *sink;

static void walk(const uint8_t *data, size_t size)
{
    size_t avail = size / 4, at = 0;
    uint32_t *dw = malloc(size + 4);
    if (!dw)
        return;
    memcpy(dw, data, size);
    while (at < avail) {
        const struct gen_desc *d;
        uint32_t length;
        if (gen_find_command(dw + at, avail - at, &d, &length) != GEN_FOUND || !length)
            break;
        gen_print(sink, d, dw + at, length, 2, true);
        at += length;
    }
    free(dw);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!sink)
        sink = fopen("/dev/null", "w");
    walk(data, size);
    struct gen_capture capture;
    char err[256];
    if (!gen_capture_parse(&capture, data, size, err, sizeof(err))) {
        uint8_t bytes[64];
        gen_capture_peek(&capture, capture.batch_address, bytes, sizeof(bytes));
        gen_capture_finish(&capture);
    }
    return 0;
}
