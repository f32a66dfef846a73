// Names that mir_print writes and mir_parse reads: one table for both.
#ifndef KILN_COMPILER_MIR_TEXT_H
#define KILN_COMPILER_MIR_TEXT_H

static const char *const mir_cmod_names[] = {"", "z", "nz", "g", "ge", "l", "le", "", "o", "u"};
static const char *const mir_pred_names[] = {"none",   "",       "anyv",  "allv",  "any2h",  "all2h",
                                             "any4h",  "all4h",  "any8h", "all8h", "any16h", "all16h",
                                             "any32h", "all32h", "x",     "y",     "z",      "w"};
static const char *const mir_math_names[] = {"", "inv",  "log", "exp",  "sqt",  "rsqt", "sin",  "cos",
                                             "", "fdiv", "pow", "idiv", "iqot", "irem", "invm", "rsqtm"};
static const char *const mir_mem_names[] = {"none", "read", "write", "atomic", "fence", "barrier", "const"};
static const char *const mir_space_names[] = {"any", "surface", "shared", "scratch"};
// Of an access: what it goes by besides mir_send's fields, and its operands (enum mir_part, then lists).
static const char *const mir_part_names[] = {"surface", "base", "end",  "sampler",
                                             "texels",  "by",   "data", "to"};
static const char *const mir_file_names[] = {"grf", "flag", "addr"};

#define MIR_COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
