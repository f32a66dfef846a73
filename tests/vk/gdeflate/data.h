// Data of several kinds, the same in every run.
#ifndef KILN_TESTS_GDEFLATE_DATA_H
#define KILN_TESTS_GDEFLATE_DATA_H

#include <stdint.h>

enum kind { TEXT, NOISE, ZEROS, RECORDS, PERIODS, SKEWED, RAMP, KINDS };
void make_data(uint8_t *p, uint32_t n, enum kind kind);
uint32_t random32(void);

#endif
