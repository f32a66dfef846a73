// Floating-point immediates as IGA writes them: the shortest of %g and %e that reads back exactly, else
// hexadecimal; NaNs with their payload.
#include "isa/text/print.h"
#include "isa/table/tables.h"
#include "util/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float half_to_float(uint16_t h)
{
    unsigned e = h >> 10 & 31, m = h & 1023;
    float v;
    if (e == 31)
        v = m ? NAN : INFINITY;
    else
        v = e ? ldexpf((float)(1024 + m), (int)e - 25) : ldexpf((float)m, -24);
    return h & 0x8000 ? -v : v;
}

float eu_half_to_float(uint16_t h)
{
    return half_to_float(h);
}

// The text of v, if it reads back as v (as float when single).
static bool try_format(double v, bool single, char *buf, size_t size)
{
    for (unsigned scientific = 0; scientific < 2; scientific++) {
        kiln_snprintf(buf, size, scientific ? "%e" : "%g", v);
        double back = kiln_strtod(buf, NULL);
        if (single ? (float)back == (float)v : back == v) {
            if (!strpbrk(buf, ".eE"))
                strncat(buf, ".0", size - strlen(buf) - 1);
            return true;
        }
    }
    return false;
}

// bits: `size` bytes. The sign, then inf, or qnan/snan with the payload below the quiet bit.
void eu_format_float(uint64_t bits, unsigned size, char *buf, size_t buf_size)
{
    unsigned mant = size == 8 ? 52 : size == 4 ? 23 : 10, width = size * 8;
    uint64_t mask = (1ull << mant) - 1, m = bits & mask, quiet = 1ull << (mant - 1);
    uint64_t exp = (bits >> mant) & ((1ull << (width - 1 - mant)) - 1),
             exp_max = (1ull << (width - 1 - mant)) - 1;
    const char *sign = bits >> (width - 1) & 1 ? "-" : "";
    if (exp == exp_max) {
        if (!m)
            snprintf(buf, buf_size, "%sinf", sign);
        else
            snprintf(buf, buf_size, "%s%cnan(0x%llX)", sign, m & quiet ? 'q' : 's',
                     (unsigned long long)(m & (quiet - 1)));
        return;
    }
    double v;
    if (size == 8) {
        memcpy(&v, &bits, 8);
    } else if (size == 4) {
        float f;
        uint32_t b = (uint32_t)bits;
        memcpy(&f, &b, 4);
        v = f;
    } else {
        v = half_to_float((uint16_t)bits);
    }
    if (!try_format(v, size < 8, buf, buf_size))
        snprintf(buf, buf_size, "0x%llX", (unsigned long long)bits);
}
