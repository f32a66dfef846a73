// Errors: the text is kept, and the translation left at once. spirv/translate.c says where it was.
#include <stdarg.h>
#include <stdio.h>

#include "compiler/spirv/module/spv.h"

void spv_fail(struct spv *c, enum kiln_result result, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(c->error, sizeof(c->error), fmt, ap);
    va_end(ap);
    c->result = result;
    longjmp(c->fail, 1);
}
