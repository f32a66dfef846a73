// See iga.h.
#include "iga.h"

#include "kiln/isa.h"
#include "kt.h"

#include <ctype.h>
#include <unistd.h>

static char message[400];
struct iga_platform iga_platform;

void iga_choose(const char *platform)
{
    static const char *const devices[][2] = {{"7p5", "hsw"},  {"8", "bdw"},     {"9", "skl"}, {"11", "icl"},
                                             {"12p1", "tgl"}, {"12p71", "dg2"}, {"2", "bmg"}, {"3", "ptl"}};
    iga_platform = (struct iga_platform){.name = platform, .program = "iga64"};
    for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++)
        if (!strcmp(devices[i][0], platform))
            iga_platform.target = kiln_target(devices[i][1]);
    if (iga_platform.target->isa >= KILN_ISA_XE2) // which Debian 12's does not know
        iga_platform.program = ISA_WITNESS "/bin/iga64";
}

bool iga_available(void)
{
    char command[512];
    snprintf(command, sizeof(command), "'%s' -h >/dev/null 2>&1", iga_platform.program);
    return system(command) == 0;
}

const char *iga_missing(void)
{
    static char text[300];
    snprintf(text, sizeof(text), "no %s", iga_platform.program);
    return text;
}

const char *iga_message(void)
{
    return message;
}

static char *slurp(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    rewind(f);
    char *data = n >= 0 ? malloc((size_t)n + 1) : NULL;
    if (data) {
        *size = fread(data, 1, (size_t)n, f);
        data[*size] = 0;
    }
    fclose(f);
    return data;
}

// What iga64 made of the input; all that it said too, if `said` is not NULL, and then even if it failed.
static char *run(const char *options, const void *in, size_t in_size, size_t *out_size, char **all)
{
    char dir[] = "/tmp/kiln-iga-XXXXXX", path[3][64], command[1024];
    static const char *const names[3] = {"in", "out", "err"};
    if (!mkdtemp(dir))
        return NULL;
    for (unsigned i = 0; i < 3; i++)
        snprintf(path[i], sizeof(path[i]), "%s/%s", dir, names[i]);
    FILE *f = fopen(path[0], "wb");
    char *out = NULL;
    if (f) {
        fwrite(in, 1, in_size, f);
        fclose(f);
        snprintf(command, sizeof(command), "'%s' -p=%s %s %s -o %s 2>%s", iga_platform.program,
                 iga_platform.name, options, path[0], path[1], path[2]);
        int status = system(command);
        size_t n = 0;
        char *said = slurp(path[2], &n);
        snprintf(message, sizeof(message), "%.390s", said ? said : "");
        if (status == 0 || all)
            out = slurp(path[1], out_size);
        if (all)
            *all = said;
        else
            free(said);
    }
    for (unsigned i = 0; i < 3; i++)
        unlink(path[i]);
    rmdir(dir);
    return out;
}

char *iga_disassemble(const void *code, size_t size)
{
    size_t n;
    return run("-d -Xno-print-bfnexprs", code, size, &n, NULL);
}

char *iga_disassemble_all(const void *code, size_t size, size_t step, uint8_t *bad)
{
    static const char key[] = "byte offset 0x";
    size_t n;
    char *said = NULL, *out = run("-d --output-on-fail -Xno-print-bfnexprs", code, size, &n, &said);
    for (const char *p = said; p && (p = strstr(p, key));) {
        char *end;
        p += strlen(key);
        size_t at = strtoull(p, &end, 16);
        if (at < size && !strncmp(end, ": error", 7))
            bad[at / step] = 1;
    }
    free(said);
    return out;
}

uint8_t *iga_assemble(const char *text, const char *options, size_t *size)
{
    char all[200];
    snprintf(all, sizeof(all), "-a -Xno-ir-checking %s", options);
    return (uint8_t *)run(all, text, strlen(text), size, NULL);
}

bool iga_drops(const struct eu_inst *inst)
{
    return inst->op == EU_OP_LZD && inst->saturate && iga_platform.target->isa >= KILN_ISA_GEN12;
}

// iga64 2 prints regions of sources with a macro register (r15.mme4<1;1,0>), from what is no region's bits.
static void drop_macro_regions(char *line)
{
    for (char *at = line; (at = strstr(at, "mme"));) {
        at += 3;
        at += isdigit((unsigned char)*at) ? 1 : 0;
        char *end = *at == '<' ? strchr(at, '>') : NULL;
        if (end)
            memmove(at, end + 1, strlen(end + 1) + 1);
    }
}

// The next line without comments, with single blanks; empty lines are skipped. False at the end.
static bool next_line(const char **text, char *line, size_t size)
{
    size_t n = 0;
    while (**text) {
        const char *end = strchr(*text, '\n');
        size_t len = end ? (size_t)(end - *text) : strlen(*text);
        const char *p = *text;
        *text += len + (end != NULL);
        n = 0;
        for (size_t i = 0; i < len && !(p[i] == '/' && i + 1 < len && p[i + 1] == '/'); i++) {
            bool blank = isspace((unsigned char)p[i]);
            if (blank && (n == 0 || line[n - 1] == ' '))
                continue;
            if (n + 1 < size)
                line[n++] = blank ? ' ' : p[i];
        }
        while (n && line[n - 1] == ' ')
            n--;
        line[n] = 0;
        drop_macro_regions(line);
        if (n)
            return true;
    }
    return false;
}

bool iga_next_inst(const char **text, char *line, size_t size)
{
    while (next_line(text, line, size))
        if (line[strlen(line) - 1] != ':')
            return true;
    return false;
}

void iga_compare_text(const char *theirs, const char *ours)
{
    char a[512], b[512];
    unsigned bad = 0;
    for (unsigned line = 1; bad < 30; line++) {
        bool ha = next_line(&theirs, a, sizeof(a)), hb = next_line(&ours, b, sizeof(b));
        if (!ha && !hb)
            return;
        if (!kt_ok(ha && hb, "line %u: one listing ends", line))
            return;
        if (!kt_ok(!strcmp(a, b), "line %u:\n#   iga64: %s\n#   ours:  %s", line, a, b))
            bad++;
    }
}

void iga_compare_bytes(const uint8_t *theirs, size_t their_size, const uint8_t *ours, size_t our_size)
{
    unsigned bad = 0;
    kt_eq(our_size, their_size);
    size_t step = 16, n = our_size < their_size ? our_size : their_size;
    for (size_t at = 0; at + 8 <= n && bad < 30; at += step) {
        struct eu_inst inst;
        char text[256];
        step = theirs[at + 3] & 0x20 ? 8 : 16;
        if (at + step > n || !memcmp(theirs + at, ours + at, step))
            continue;
        uint64_t a[2] = {0}, b[2] = {0};
        memcpy(a, theirs + at, step);
        memcpy(b, ours + at, step);
        eu_decode(iga_platform.target, ours + at, step, &inst, NULL);
        eu_print(iga_platform.target, &inst, (uint32_t)at, text, sizeof(text));
        kt_ok(false,
              "at %zu: %s\n#   iga64: %016" PRIx64 "`%016" PRIx64 "\n#   ours:  %016" PRIx64 "`%016" PRIx64,
              at, text, a[1], a[0], b[1], b[0]);
        bad++;
    }
}
