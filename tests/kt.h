// The test harness: TAP on standard output, one line per case, so that meson (protocol 'tap') counts cases.
//
//     KT_TEST(adds)
//     {
//         kt_eq(1 + 1, 2);
//         kt_ok(strlen(s) == 3, "length of '%s'", s);
//     }
//     KT_MAIN()
//
// A case fails when any of its checks fails; it goes on to the next check. kt_skip("why") ends it as skipped.
// argv[1], if given, is a substring: only cases whose name contains it run.
#ifndef KILN_TESTS_KT_H
#define KILN_TESTS_KT_H

#include <inttypes.h>
#include <locale.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kt_case {
    const char *name;
    void (*run)(void);
    struct kt_case *next;
};

static struct kt_case *kt_first, **kt_last = &kt_first;
// Weak, so that a test made of several files counts in one place.
__attribute__((weak)) unsigned kt_failures;
__attribute__((weak)) const char *kt_skipped;
static unsigned kt_number;

__attribute__((unused)) static void kt_register(struct kt_case *c)
{
    *kt_last = c;
    kt_last = &c->next;
}

__attribute__((unused, format(printf, 4, 5))) static bool kt_check(bool ok, const char *file, int line,
                                                                   const char *fmt, ...)
{
    if (ok)
        return true;
    if (kt_failures++ < 50) {
        char text[1024];
        va_list ap;
        va_start(ap, fmt);
        vsnprintf(text, sizeof(text), fmt, ap);
        va_end(ap);
        printf("# %s:%d: %s\n", file, line, text);
    }
    return false;
}

#define kt_ok(cond, ...) kt_check((cond), __FILE__, __LINE__, " " __VA_ARGS__)
#define kt_true(cond) kt_check((cond), __FILE__, __LINE__, "%s", #cond)
#define kt_eq(a, b)                                                                                          \
    __extension__({                                                                                          \
        int64_t kt_a = (int64_t)(a), kt_b = (int64_t)(b);                                                    \
        kt_check(kt_a == kt_b, __FILE__, __LINE__,                                                           \
                 "%s is %" PRId64 " (0x%" PRIx64 "), not %" PRId64 " (0x%" PRIx64 ")", #a, kt_a,             \
                 (uint64_t)kt_a, kt_b, (uint64_t)kt_b);                                                      \
    })
#define kt_streq(a, b)                                                                                       \
    __extension__({                                                                                          \
        const char *kt_a = (a), *kt_b = (b);                                                                 \
        kt_check(kt_a &&kt_b && !strcmp(kt_a, kt_b), __FILE__, __LINE__, "%s is \"%s\", not \"%s\"", #a,     \
                 kt_a ? kt_a : "(null)", kt_b ? kt_b : "(null)");                                            \
    })
#define kt_skip(why)                                                                                         \
    do {                                                                                                     \
        kt_skipped = (why);                                                                                  \
        return;                                                                                              \
    } while (0)

#define KT_TEST(ident)                                                                                       \
    static void kt_run_##ident(void);                                                                        \
    __attribute__((constructor)) static void kt_ctor_##ident(void)                                           \
    {                                                                                                        \
        static struct kt_case c = {#ident, kt_run_##ident, NULL};                                            \
        kt_register(&c);                                                                                     \
    }                                                                                                        \
    static void kt_run_##ident(void)

// Mappings of the process, of which the kernel allows 65,530 (vm.max_map_count).
__attribute__((unused)) static unsigned kt_mappings(void)
{
    FILE *f = fopen("/proc/self/maps", "r");
    unsigned lines = 0;
    for (int c; f && (c = fgetc(f)) != EOF;)
        lines += c == '\n';
    if (f)
        fclose(f);
    return lines;
}

// Runs one case and prints its TAP line. Table-driven tests may call it with a name per row.
__attribute__((unused)) static bool kt_case_run(const char *name, void (*run)(void))
{
    kt_failures = 0;
    kt_skipped = NULL;
    run();
    bool ok = !kt_failures;
    printf("%sok %u - %s%s%s\n", ok ? "" : "not ", ++kt_number, name, kt_skipped ? " # SKIP " : "",
           kt_skipped ? kt_skipped : "");
    fflush(stdout);
    return ok;
}

__attribute__((unused)) static int kt_main(int argc, char **argv)
{
    unsigned bad = 0;
    // Cases allocate megabytes, one after the other: those that malloc gives back to the kernel it gets again
    // page by page.
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    const char *locale = getenv("KILN_TEST_LOCALE"); // tests/locale.sh
    if (locale && !setlocale(LC_ALL, locale)) {
        printf("Bail out! no locale %s\n", locale);
        return 1;
    }
    setenv("KILN_SIM_SCRATCH_PAGE", "0", 0); // as tests/meson.build has it for all tests
    for (struct kt_case *c = kt_first; c; c = c->next)
        if (argc < 2 || strstr(c->name, argv[1]))
            bad += !kt_case_run(c->name, c->run);
    printf("1..%u\n", kt_number);
    return bad ? 1 : 0;
}

#define KT_MAIN()                                                                                            \
    int main(int argc, char **argv)                                                                          \
    {                                                                                                        \
        return kt_main(argc, argv);                                                                          \
    }

#endif
