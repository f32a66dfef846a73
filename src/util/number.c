// See number.h. The C locale is a constant of the C library's: to ask for it takes no memory and cannot fail.
#include "util/number.h"

#include <locale.h>
#include <stdlib.h>

static locale_t c_locale(void)
{
    return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

double kiln_strtod(const char *text, char **end)
{
    locale_t before = uselocale(c_locale());
    double v = strtod(text, end);
    uselocale(before);
    return v;
}

int kiln_vsnprintf(char *buf, size_t size, const char *fmt, va_list ap)
{
    locale_t before = uselocale(c_locale());
    int n = vsnprintf(buf, size, fmt, ap);
    uselocale(before);
    return n;
}

int kiln_snprintf(char *buf, size_t size, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = kiln_vsnprintf(buf, size, fmt, ap);
    va_end(ap);
    return n;
}

int kiln_vfprintf(FILE *f, const char *fmt, va_list ap)
{
    locale_t before = uselocale(c_locale());
    int n = vfprintf(f, fmt, ap);
    uselocale(before);
    return n;
}

int kiln_fprintf(FILE *f, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = kiln_vfprintf(f, fmt, ap);
    va_end(ap);
    return n;
}
