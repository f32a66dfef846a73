// Numbers as text, with a decimal point whatever the locale of the application's process is: a library that
// is loaded into a program under de_DE prints 1,5 by printf and reads 1.5 as 1 by strtod. All of ours prints
// and reads numbers with a fraction by these (tests/locale_numbers.py checks every file).
#ifndef KILN_UTIL_NUMBER_H
#define KILN_UTIL_NUMBER_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

// As strtod, vsnprintf, snprintf and fprintf in the C locale.
double kiln_strtod(const char *text, char **end);
int kiln_vsnprintf(char *buf, size_t size, const char *fmt, va_list ap);
int kiln_snprintf(char *buf, size_t size, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
int kiln_vfprintf(FILE *f, const char *fmt, va_list ap);
int kiln_fprintf(FILE *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
