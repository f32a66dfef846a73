// EU code from nowhere: every decoder, printer and validator must answer with a value, never with a crash.
#include "kiln/isa.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void assemble(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    uint8_t *code = NULL;
    size_t code_size;
    struct eu_error err;
    if (!text)
        return;
    memcpy(text, data, size);
    text[size] = 0;
    if (eu_assemble(EU_GEN9, text, &code, &code_size, &err))
        free(code);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct eu_error err;
    struct eu_inst inst;
    char line[512];
    for (size_t at = 0; at < size;) {
        unsigned n = eu_decode(EU_GEN9, data + at, size - at, &inst, &err);
        if (!n)
            break;
        eu_print(EU_GEN9, &inst, (uint32_t)at, line, sizeof(line));
        eu_validate(EU_GEN9, &inst, &err);
        uint8_t back[16];
        eu_encode(EU_GEN9, &inst, back, &err);
        at += n;
    }
    struct eu_text text = {0};
    if (eu_disassemble(EU_GEN9, data, size, &text, &err))
        free(text.data);
    eu_validate_kernel(EU_GEN9, data, size, &err);
    assemble(data, size);
    return 0;
}
