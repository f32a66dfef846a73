// See data.h.
#include "data.h"

static uint32_t random_state = 1;
uint32_t random32(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    return random_state ^= random_state << 5;
}

static void make_text(uint8_t *p, uint32_t n)
{
    static const char *const words[] = {"the ", "surface ", "of ",    "a ",     "message ", "lane",  ", ",
                                        "is ",  "written ", "where ", "group ", "waits\n",  "0x1f ", "for "};
    for (uint32_t k = 0; k < n;) {
        const char *w = words[random32() % (sizeof(words) / sizeof(words[0]))];
        for (; *w && k < n; w++)
            p[k++] = (uint8_t)*w;
    }
}

void make_data(uint8_t *p, uint32_t n, enum kind kind)
{
    if (kind == TEXT)
        make_text(p, n);
    for (uint32_t k = 0; k < n && kind != TEXT; k++) {
        const uint32_t r = random32(), period = 1 + k / 700 % 9;
        switch (kind) {
        case NOISE:
            p[k] = (uint8_t)(r >> 8);
            break;
        case RECORDS: // of 12 bytes, of which few change
            p[k] = (uint8_t)(k % 12 == 0 ? k / 12 : k % 12 == 5 ? r & 3 : k % 12 * 17);
            break;
        case PERIODS: // short distances, that reach into their own copy
            p[k] = (uint8_t)(k % period * 31 + period);
            break;
        case SKEWED: // each value half as often as the one before: the longest codes
            p[k] = (uint8_t)(r ? __builtin_ctz(r) * 3 + (r >> 31) : 200);
            break;
        case RAMP:
            p[k] = (uint8_t)(k + k / 256 * 3);
            break;
        default:
            p[k] = 0;
        }
    }
}
