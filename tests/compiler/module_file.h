// A module's file in memory, for programs that compile what they are given; one that cannot be read ends
// them.
#ifndef KILN_TESTS_MODULE_FILE_H
#define KILN_TESTS_MODULE_FILE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct module_file {
    uint32_t *words; // the caller frees
    size_t count;
};

static struct module_file module_file_read(const char *path)
{
    struct module_file m = {0};
    FILE *f = fopen(path, "rb");
    if (!f)
        exit(2);
    fseek(f, 0, SEEK_END);
    size_t size = (size_t)ftell(f);
    rewind(f);
    m.words = malloc(size + 4);
    m.count = m.words ? fread(m.words, 4, size / 4, f) : 0;
    fclose(f);
    return m;
}

#endif
