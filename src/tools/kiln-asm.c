// kiln-asm: assembles and disassembles EU kernels.
//
//     kiln-asm [-d skl] --asm FILE -o OUT
//     kiln-asm [-d skl] --disasm FILE
//     kiln-asm [-d skl] [-r 128] --validate FILE
//
// -r says how many registers threads have, where a chip has two modes; only --validate looks at it. The
// syntax is that of iga64. FILE may be "-" for standard input.
#include "hw/devinfo.h"
#include "kiln/isa.h"
#include "tools/read.h"
#include "util/safe_text.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(void)
{
    fprintf(stderr, "usage: kiln-asm [-d skl] --asm FILE -o OUT\n"
                    "       kiln-asm [-d skl] --disasm FILE\n"
                    "       kiln-asm [-d skl] [-r REGISTERS] --validate FILE\n");
    return 2;
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

// What an error quotes of a file is the file's.
static void complain(const char *path, const char *what)
{
    fprintf(stderr, "%s: ", path);
    kiln_put_safe(stderr, what, false);
    fputc('\n', stderr);
}

static bool run(const struct kiln_target *target, char mode, const char *path, const char *out)
{
    struct eu_error err = {""};
    size_t size, code_size;
    uint8_t *code;
    struct eu_text text;
    bool ok;
    char *data = tool_read(path, TOOL_MOST_TEXT, &size);
    if (!data) {
        perror(path);
        return false;
    }
    if (mode == 'a') {
        ok = eu_assemble(target, data, &code, &code_size, &err);
        if (ok) {
            ok = write_file(out, code, code_size);
            free(code);
        }
    } else if (mode == 'x') {
        ok = eu_disassemble(target, data, size, &text, &err);
        if (ok) {
            ok = write_file(out ? out : "-", text.data, text.size);
            free(text.data);
        }
    } else {
        ok = eu_validate_kernel(target, data, size, &err);
    }
    if (err.text[0] && !ok)
        complain(path, err.text);
    free(data);
    return ok;
}

// A chip's name, or an instruction set's as iga64 -p has it.
static const struct kiln_target *find_target(const char *name)
{
    static const char *const isas[][2] = {{"8", "bdw"},    {"9", "skl"}, {"11", "icl"},
                                          {"12p1", "tgl"}, {"2", "bmg"}, {"3", "ptl"}};
    const char *number = strncmp(name, "gen", 3) ? name : name + 3;
    for (size_t i = 0; i < sizeof(isas) / sizeof(isas[0]); i++)
        if (!strcmp(number, isas[i][0]))
            return kiln_target(isas[i][1]);
    return kiln_target(name);
}

static int list_devices(void)
{
    const char *last = "";
    const struct kiln_devinfo *d;
    for (unsigned i = 0; (d = kiln_devinfo_get(i)); i++) {
        if (strcmp(d->name, last))
            printf("%s\n", d->name);
        last = d->name;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"asm", required_argument, NULL, 'a'},
        {"disasm", required_argument, NULL, 'x'},
        {"validate", required_argument, NULL, 'v'},
        {"device", required_argument, NULL, 'd'},
        {"output", required_argument, NULL, 'o'},
        {"registers", required_argument, NULL, 'r'},
        {NULL, 0, NULL, 0},
    };
    const char *path = NULL, *out = NULL, *device = "skl", *registers = NULL;
    char mode = 0;
    int c;
    while ((c = getopt_long(argc, argv, "d:o:r:", options, NULL)) != -1) {
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
        case 'r':
            registers = optarg;
            break;
        default:
            return usage();
        }
    }
    if (!strcmp(device, "help"))
        return list_devices();
    const struct kiln_target *target = find_target(device);
    if (!target) {
        fprintf(stderr, "kiln-asm: unknown device %s\n", device);
        return 2;
    }
    if (registers && !(target = kiln_target_with_registers(target, (unsigned)strtoul(registers, NULL, 10)))) {
        fprintf(stderr, "kiln-asm: threads of %s never have %s registers\n", device, registers);
        return 2;
    }
    if (!mode || optind != argc || (mode == 'a' && !out))
        return usage();
    return run(target, mode, path, out) ? 0 : 1;
}
