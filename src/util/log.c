// Parses KILN_DEBUG=flag,flag,flag=VALUE once, and writes whole lines to stderr.
#include "util/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/env.h"

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
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void line(const char *prefix, const char *fmt, va_list ap)
{
    char message[2048];
    vsnprintf(message, sizeof(message), fmt, ap);
    fprintf(stderr, "%s%s\n", prefix, message);
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

void kiln_warn_text(const char *text)
{
    fprintf(stderr, "kiln: warning: %s", text);
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

// s: n characters, and a null behind them.
static void flag(const char *s, size_t n)
{
    if (n == 4 && !memcmp(s, "help", 4)) {
        help();
        return;
    }
    const char *equals = memchr(s, '=', n);
    size_t len = equals ? (size_t)(equals - s) : n;
    for (unsigned i = 0; i < KILN_DEBUG_BIT_COUNT; i++)
        if (len == strlen(flags[i].name) && !memcmp(s, flags[i].name, len) && takes_value(i) == !!equals) {
            debug_flags |= 1u << i;
            if (equals)
                values[i] = equals + 1;
            return;
        }
    kiln_warn("KILN_DEBUG: unknown flag '%s' (KILN_DEBUG=help lists them)", s);
}

static void parse(void)
{
    const char *variable = kiln_getenv("KILN_DEBUG");
    if (!variable)
        return;
    if (strlen(variable) >= sizeof(settings)) {
        kiln_warn("KILN_DEBUG is longer than %zu characters: ignored", sizeof(settings) - 1);
        return;
    }
    strcpy(settings, variable);
    for (char *s = settings; *s;) {
        size_t n = strcspn(s, ",");
        bool more = s[n] == ',';
        s[n] = 0;
        if (n)
            flag(s, n);
        s += n + more;
    }
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
