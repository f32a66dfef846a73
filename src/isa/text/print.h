// Between the printer's files. Private to src/isa.
#ifndef KILN_ISA_TEXT_PRINT_H
#define KILN_ISA_TEXT_PRINT_H

#include <stddef.h>
#include <stdint.h>

void eu_format_float(uint64_t bits, unsigned size, char *buf, size_t buf_size);
float eu_half_to_float(uint16_t h);

#endif
