// kiln-asm: assembles and disassembles EU kernels.
//
//     kiln-asm [-d skl] --asm FILE -o OUT
//     kiln-asm [-d skl] --disasm FILE
//     kiln-asm [-d skl] --validate FILE
//
// The syntax is that of iga64. FILE may be "-" for standard input.
#include "kiln/isa.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(void)
{
    fprintf(stderr, "usage: kiln-asm [-d skl] --asm FILE -o OUT\n"
                    "       kiln-asm [-d skl] --disasm FILE\n"
                    "       kiln-asm [-d skl] --validate FILE\n");
    return 2;
}

// The whole file, with a zero after it.
static char *read_file(const char *path, size_t *size)
{
    FILE *f = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    char *data = NULL;
    size_t capacity = 0, n = 0;
    while (f) {
        if (n + 4096 > capacity) {
            capacity = capacity ? capacity * 2 : 65536;
            char *p = realloc(data, capacity);
            if (!p)
                break;
            data = p;
        }
        size_t got = fread(data + n, 1, capacity - n - 1, f);
        n += got;
        if (!got) {
            if (ferror(f))
                break;
            data[n] = 0;
            *size = n;
            if (f != stdin)
                fclose(f);
            return data;
        }
    }
    perror(path);
    if (f && f != stdin)
        fclose(f);
    free(data);
    return NULL;
}

static bool write_file(const char *path, const void *data, size_t size)
{
    FILE *f = strcmp(path, "-") ? fopen(path, "wb") : stdout;
    bool ok = f && fwrite(data, 1, size, f) == size;
    if (f && fflush(f))
        ok = false;
    if (f && f != stdout && fclose(f))
        ok = false;
    if (!ok)
        perror(path);
    return ok;
}

static bool run(enum eu_gen gen, char mode, const char *path, const char *out)
{
    struct eu_error err = {""};
    size_t size, code_size;
    uint8_t *code;
    struct eu_text text;
    bool ok;
    char *data = read_file(path, &size);
    if (!data)
        return false;
    if (mode == 'a') {
        ok = eu_assemble(gen, data, &code, &code_size, &err);
        if (ok) {
            ok = write_file(out, code, code_size);
            free(code);
        }
    } else if (mode == 'x') {
        ok = eu_disassemble(gen, data, size, &text, &err);
        if (ok) {
            ok = write_file(out ? out : "-", text.data, text.size);
            free(text.data);
        }
    } else {
        ok = eu_validate_kernel(gen, data, size, &err);
    }
    if (err.text[0] && !ok)
        fprintf(stderr, "%s: %s\n", path, err.text);
    free(data);
    return ok;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"asm", required_argument, NULL, 'a'},      {"disasm", required_argument, NULL, 'x'},
        {"validate", required_argument, NULL, 'v'}, {"device", required_argument, NULL, 'd'},
        {"output", required_argument, NULL, 'o'},   {NULL, 0, NULL, 0},
    };
    static const struct {
        const char *name;
        enum eu_gen gen;
    } devices[] = {{"skl", EU_GEN9}, {"bxt", EU_GEN9LP}, {"kbl", EU_GEN9},  {"glk", EU_GEN9LP},
                   {"cfl", EU_GEN9}, {"cml", EU_GEN9},   {"gen9", EU_GEN9}, {"9", EU_GEN9}};
    const char *path = NULL, *out = NULL, *device = "skl";
    char mode = 0;
    int c;
    while ((c = getopt_long(argc, argv, "d:o:", options, NULL)) != -1) {
        switch (c) {
        case 'a':
        case 'x':
        case 'v':
            if (mode)
                return usage();
            mode = (char)c;
            path = optarg;
            break;
        case 'd':
            device = optarg;
            break;
        case 'o':
            out = optarg;
            break;
        default:
            return usage();
        }
    }
    bool known = false;
    enum eu_gen gen = EU_GEN9;
    for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++)
        if (!strcmp(device, devices[i].name)) {
            known = true;
            gen = devices[i].gen;
        }
    if (!known) {
        fprintf(stderr, "kiln-asm: unknown device %s\n", device);
        return 2;
    }
    if (!mode || optind != argc || (mode == 'a' && !out))
        return usage();
    return run(gen, mode, path, out) ? 0 : 1;
}
