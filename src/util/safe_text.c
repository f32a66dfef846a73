// See safe_text.h. Sources: GitHub's actions/runner, src/Runner.Common/ActionCommand.cs ("::" at the start of
// a line, after white space; "##[" anywhere); Azure Pipelines' logging commands ("##vso[" anywhere); Unicode
// TR 36 and CVE-2021-42574 (directions).
#include "util/safe_text.h"

#include <string.h>

unsigned kiln_utf8(const char *s, uint32_t *code)
{
    const uint8_t *p = (const uint8_t *)s;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned n = p[0] < 0x80 ? 1 : p[0] >> 5 == 6 ? 2 : p[0] >> 4 == 14 ? 3 : p[0] >> 3 == 30 ? 4 : 0;
    *code = n == 1 ? p[0] : n ? p[0] & (0x7fu >> n) : 0;
    for (unsigned k = 1; k < n; k++) {
        if ((p[k] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (p[k] & 0x3f);
    }
    return *code < least[n] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000) ? 0 : n;
}

bool kiln_is_obeyed(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

// "##[" and "##word["
static bool is_bracketed(const char *s)
{
    if (s[0] != '#' || s[1] != '#')
        return false;
    s += 2;
    s += strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    return *s == '[';
}

enum { PIECE = 16 };

// One character at *s as it is shown, and goes on to the next. *begins: a line has had nothing yet that can
// be seen.
static unsigned show(char piece[PIECE], const char **s, bool one_line, bool *begins)
{
    uint32_t c;
    unsigned n = kiln_utf8(*s, &c);
    const char *at = *s;
    *s += n ? n : 1;
    if (!n)
        return (unsigned)snprintf(piece, PIECE, "\\x%02x", (uint8_t)*at);
    if (kiln_is_obeyed(c) && c != '\t' && (c != '\n' || one_line))
        return (unsigned)snprintf(piece, PIECE, c < 0x80 ? "\\x%02x" : "\\u{%x}", c);
    bool command = *begins && at[0] == ':' && at[1] == ':';
    *begins =
        c == '\n' || (*begins && (c == ' ' || c == '\t' || c >= 0x80)); // there is more white space than this
    if (command || is_bracketed(at))
        return (unsigned)snprintf(piece, PIECE, "%s", command ? "\\:" : "#\\");
    memcpy(piece, at, n);
    return n;
}

void kiln_put_safe(FILE *f, const char *text, bool one_line)
{
    char piece[PIECE];
    bool begins = true;
    while (*text) {
        unsigned n = show(piece, &text, one_line, &begins);
        fwrite(piece, 1, n, f);
    }
}

char *kiln_safe_text(char *out, size_t size, const char *text, bool one_line)
{
    char piece[PIECE];
    bool begins = true;
    size_t used = 0;
    while (*text) {
        unsigned n = show(piece, &text, one_line, &begins);
        if (used + n >= size)
            break;
        memcpy(out + used, piece, n);
        used += n;
    }
    if (size)
        out[used] = 0;
    return out;
}
