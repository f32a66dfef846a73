// Captures: what is written comes back, zero pages take no room, and malformed files are refused by name.
#include "cmd/gen_capture.h"

#include "kt.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[64];

KT_TEST(roundtrip)
{
    static uint8_t data[5 * 4096 + 100];
    struct gen_capture_writer w;
    struct gen_capture c;
    char err[128];
    uint8_t back[sizeof(data)];
    for (unsigned i = 0; i < 4096; i++)
        data[i] = (uint8_t)(i * 7 + 1), data[4 * 4096 + i] = 5;
    snprintf(path, sizeof(path), "/tmp/kiln-capture-%d.cap", (int)getpid());
    kt_eq(gen_capture_begin(&w, path, "skl", 0xffff800000001000, 64), 0);
    gen_capture_range(&w, 0x800000001000 | (UINT64_C(0xffff) << 48), data, sizeof(data));
    gen_capture_range(&w, 0x1000, "hello", 5);
    kt_eq(gen_capture_end(&w), 0);
    struct stat st;
    kt_eq(stat(path, &st), 0);
    kt_eq(st.st_size, 40 + 5 * 24 + 4096 + 4096 + 5); // data, zeros, data and a zero tail; hello
    kt_eq(gen_capture_load(&c, path, err, sizeof(err)), 0);
    kt_streq(c.device, "skl");
    kt_eq(c.batch_address, 0x800000001000);
    kt_eq(c.batch_size, 64);
    kt_eq(gen_capture_peek(&c, 0xffff800000001000, back, sizeof(back)), sizeof(back));
    kt_true(!memcmp(back, data, sizeof(data)));
    kt_eq(gen_capture_peek(&c, 0x1002, back, 100), 3); // stops at the end of what is mapped
    kt_true(!memcmp(back, "llo", 3));
    kt_eq(gen_capture_peek(&c, 0xfff, back, 1), 0);
    gen_capture_finish(&c);
    unlink(path);
    kt_eq(gen_capture_load(&c, path, err, sizeof(err)), -ENOENT);
    kt_eq(gen_capture_begin(&w, "/nonexistent/x.cap", "skl", 0, 0), -ENOENT);
}

static void bad(const void *bytes, size_t size, const char *why)
{
    struct gen_capture c;
    char err[128] = "";
    kt_eq(gen_capture_parse(&c, bytes, size, err, sizeof(err)), -EINVAL);
    kt_streq(err, why);
}

KT_TEST(malformed)
{
    uint64_t f[32] = {0};
    memcpy(f, "KILNCAP1skl", 11);
    struct gen_capture c;
    char err[128];
    kt_eq(gen_capture_parse(&c, f, 40, err, sizeof(err)), 0); // no memory at all is legal
    gen_capture_finish(&c);
    bad(f, 39, "not a capture (no KILNCAP1 header)");
    bad("", 0, "not a capture (no KILNCAP1 header)");
    bad(f, 48, "truncated record header");
    f[5] = 0x1000, f[6] = 16, f[7] = 0;
    bad(f, 64 + 8, "truncated record");
    f[7] = 2;
    bad(f, 64 + 16, "unknown record kind");
    f[7] = 1, f[5] = UINT64_C(1) << 48;
    bad(f, 64, "record beyond the address space");
    f[5] = 0x1000, f[6] = UINT64_MAX;
    bad(f, 64, "record beyond the address space");
    f[6] = 0x2000, f[8] = 0x2fff, f[9] = 1, f[10] = 1;
    bad(f, 88, "overlapping records");
}

KT_MAIN()
