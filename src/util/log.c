// Parses KILN_DEBUG=flag,flag,flag=VALUE once, and writes whole lines to stderr.
#include "util/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/env.h"
#include "util/file.h"
#include "util/number.h"
#include "util/safe_text.h"

static const struct {
    const char *name, *help;
} flags[] = {
#define X(id, name, help) {name, help},
    KILN_DEBUG_FLAGS(X)
#undef X
};

static uint32_t debug_flags;
static const char *values[KILN_DEBUG_BIT_COUNT]; // in `settings`
static char settings[4096]; // a copy of the variable; not on the heap, since libraries are unloaded
static bool wrong;          // the variable has what is no flag
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void line(const char *prefix, const char *fmt, va_list ap)
{
    char message[2048];
    kiln_vsnprintf(message, sizeof(message), fmt, ap);
    struct kiln_file_limit limit = kiln_file_limit_begin();
    flockfile(stderr);
    fputs(prefix, stderr);
    kiln_put_safe(stderr, message, false);
    fputc('\n', stderr);
    funlockfile(stderr);
    kiln_file_limit_end(&limit);
}

void kiln_log(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    line("kiln: ", fmt, ap);
    va_end(ap);
}

void kiln_warn(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    line("kiln: warning: ", fmt, ap);
    va_end(ap);
}

void kiln_warn_once(const char *fmt, ...)
{
    enum { KEPT = 256 };
    static atomic_ullong said[KEPT];
    char message[1024];
    va_list ap;
    va_start(ap, fmt);
    kiln_vsnprintf(message, sizeof(message), fmt, ap);
    va_end(ap);
    uint64_t hash = UINT64_C(14695981039346656037); // FNV-1a
    for (const char *s = message; *s; s++)
        hash = (hash ^ (uint8_t)*s) * UINT64_C(1099511628211);
    hash |= 1;
    for (unsigned i = 0; i < KEPT; i++) {
        unsigned long long there = 0;
        if (atomic_compare_exchange_strong(&said[i], &there, hash)) {
            kiln_warn("%s", message);
            return;
        }
        if (there == hash)
            return;
    }
}

void kiln_warn_text(const char *text)
{
    flockfile(stderr);
    fputs("kiln: warning: ", stderr);
    kiln_put_safe(stderr, text, false);
    funlockfile(stderr);
}

static void help(void)
{
    fprintf(stderr, "KILN_DEBUG takes a comma-separated list of:\n");
    for (unsigned i = 0; i < KILN_DEBUG_BIT_COUNT; i++)
        fprintf(stderr, "  %-10s %s\n", flags[i].name, flags[i].help);
}

// Those whose help begins "name=".
static bool takes_value(unsigned i)
{
    size_t len = strlen(flags[i].name);
    return !strncmp(flags[i].help, flags[i].name, len) && flags[i].help[len] == '=';
}

static void unknown_flag(const char *s, size_t length)
{
    const char *names[KILN_DEBUG_BIT_COUNT + 1], *value = s[length] == '=' ? "=" : "";
    unsigned changes;
    for (unsigned i = 0; i < KILN_DEBUG_BIT_COUNT; i++)
        names[i] = flags[i].name;
    names[KILN_DEBUG_BIT_COUNT] = "help";
    const char *near = kiln_nearest(s, length, names, KILN_DEBUG_BIT_COUNT + 1, &changes);
    if (near && !changes)
        kiln_warn_once("KILN_DEBUG: '%s' %s (KILN_DEBUG=help lists them)", near,
                       *value ? "takes no value" : "needs a value after =");
    else
        kiln_warn_once("KILN_DEBUG: unknown flag '%.*s'%s%s%s (KILN_DEBUG=help lists them)", (int)length, s,
                       near ? ": " : "", near ? near : "", near ? "?" : "");
}

// The flag that `length` characters name, of those with a value behind it or of those without; or -1.
static int find_flag(const char *s, size_t length)
{
    for (unsigned i = 0; i < KILN_DEBUG_BIT_COUNT; i++)
        if (length == strlen(flags[i].name) && !memcmp(s, flags[i].name, length) &&
            takes_value(i) == (s[length] == '='))
            return (int)i;
    return -1;
}

// Folders: as they are meant where the process was.
static const char *value_of(int flag, const char *value)
{
    static char capture[KILN_PATH_MAX], spirv[KILN_PATH_MAX];
    return flag == KILN_DEBUG_BIT_CAPTURE ? kiln_path_absolute(value, capture)
           : flag == KILN_DEBUG_BIT_SPIRV ? kiln_path_absolute(value, spirv)
                                          : value;
}

static void parse(void)
{
    const char *variable = kiln_getenv("KILN_DEBUG");
    if (!variable)
        return;
    if (strlen(variable) >= sizeof(settings)) {
        wrong = true;
        return;
    }
    strcpy(settings, variable);
    for (char *s = settings; *s;) {
        size_t n = strcspn(s, ",");
        bool more = s[n] == ',';
        s[n] = 0;
        size_t length = strcspn(s, "=");
        int i = find_flag(s, length);
        if (i >= 0) {
            debug_flags |= 1u << i;
            values[i] = s[length] ? value_of(i, s + length + 1) : NULL;
        }
        wrong |= n && i < 0; // or help
        s += n + more;
    }
}

// Each library of ours has read the variable: one of them says what is wrong with it.
bool kiln_debug_check(void)
{
    static atomic_flag helped = ATOMIC_FLAG_INIT;
    bool ok = true;
    pthread_once(&once, parse);
    const char *variable = wrong ? kiln_getenv("KILN_DEBUG") : NULL;
    if (variable && strlen(variable) >= sizeof(settings)) {
        kiln_warn_once("KILN_DEBUG is longer than %zu characters", sizeof(settings) - 1);
        return false;
    }
    char copy[sizeof(settings)];
    strcpy(copy, variable ? variable : "");
    for (char *rest, *s = strtok_r(copy, ",", &rest); s; s = strtok_r(NULL, ",", &rest)) {
        size_t length = strcspn(s, "=");
        if (!strcmp(s, "help")) {
            if (!atomic_flag_test_and_set(&helped))
                help();
        } else if (find_flag(s, length) < 0) {
            unknown_flag(s, length);
            ok = false;
        }
    }
    return ok;
}

uint32_t kiln_debug_flags(void)
{
    pthread_once(&once, parse);
    return debug_flags;
}

const char *kiln_debug_value(enum kiln_debug_bit bit)
{
    pthread_once(&once, parse);
    return values[bit];
}
