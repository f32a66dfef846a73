// A program of its own on libkiln_compiler: what a module has, and what it becomes on a device.
//
//   cc -o compile compile.c $(pkg-config --cflags --libs kiln-compiler)
//   ./compile shader.spv [DEVICE]
#include <stdio.h>
#include <stdlib.h>
#include <kiln/compiler.h>

static uint32_t *read_words(const char *path, size_t *count)
{
    FILE *f = fopen(path, "rb");
    uint32_t *words = NULL;
    long size = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
    if (size > 0 && (words = malloc((size_t)size))) {
        rewind(f);
        *count = fread(words, 4, (size_t)size / 4, f);
    }
    if (f)
        fclose(f);
    return words;
}

static void report(void *user, const struct kiln_diagnostic *d)
{
    const char *kind = d->severity == KILN_SEVERITY_ERROR ? "error" : "warning";
    fprintf(stderr, "%s:%u: %s: %s", d->file ? d->file : (const char *)user, d->line, kind, d->message);
    if (d->opcode_name)
        fprintf(stderr, " [instruction %u: %s]", d->instruction, d->opcode_name);
    fputc('\n', stderr);
}

static void print_module(const uint32_t *words, size_t count)
{
    struct kiln_module_entry e = {.size = sizeof(e)};
    struct kiln_module_constant c = {.size = sizeof(c)};
    struct kiln_module *m = kiln_module_create(words, count);
    for (uint32_t i = 0; kiln_module_get_entry(m, i, &e); i++)
        printf("entry %s: %u x %u x %u\n", e.name, e.local_size[0], e.local_size[1], e.local_size[2]);
    for (uint32_t i = 0; kiln_module_get_constant(m, i, &c); i++)
        printf("constant %u: %s, %u bits\n", c.id, c.name, c.bits);
    kiln_module_destroy(m);
}

static void print_kernel(const struct kiln_kernel *k)
{
    const struct kiln_kernel_info *info = kiln_kernel_get_info(k);
    const struct kiln_binding *b = kiln_kernel_get_bindings(k);
    size_t size;
    kiln_kernel_get_code(k, &size);
    printf("%s: SIMD%u, %u instructions, %u messages, %u cycles, %u spills, %zu bytes\n", info->device,
           info->simd, info->instructions, info->sends, info->cycles, info->spills, size);
    for (uint32_t i = 0; i < info->binding_count; i++)
        printf("binding %u.%u: %s\n", b[i].set, b[i].binding, b[i].written ? "written" : "read");
    printf("%s", kiln_kernel_get_text(k, KILN_EMIT_ASM));
}

int main(int argc, char **argv)
{
    size_t count = 0;
    struct kiln_kernel *k;
    if (argc < 2) {
        struct kiln_compiler_device d = {.size = sizeof(d)};
        for (uint32_t i = 0; kiln_compiler_get_device(i, &d); i++)
            printf("%-5s %3u EUs  %s\n", d.name, d.eus, d.product);
        return 0;
    }
    uint32_t *words = read_words(argv[1], &count);
    if (!words) {
        perror(argv[1]);
        return 1;
    }
    print_module(words, count);
    struct kiln_compile_options o = {.size = sizeof(o),
                                     .device = argc > 2 ? argv[2] : NULL,
                                     .validate = true,
                                     .dump = KILN_EMIT_ASM,
                                     .report = report,
                                     .user = argv[1]};
    enum kiln_result r = kiln_compile(words, count, &o, &k, NULL, 0);
    if (r == KILN_OK)
        print_kernel(k);
    kiln_kernel_destroy(k);
    free(words);
    return r != KILN_OK;
}
