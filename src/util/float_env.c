// See float_env.h. The x87 is left as it is where its control word is the default one: nothing of ours uses
// it.
#include "util/float_env.h"

#if defined(__x86_64__)
void kiln_float_enter_x87(struct kiln_float_env *e)
{
    uint16_t control = KILN_X87_CONTROL;
    __asm__ volatile("fnstenv %0" : "=m"(e->x87)); // which masks all exceptions, those that are pending too
    __asm__ volatile("fldcw %0" : : "m"(control));
}

void kiln_float_leave_x87(const struct kiln_float_env *e)
{
    __asm__ volatile("fldenv %0" : : "m"(e->x87));
}
#endif
