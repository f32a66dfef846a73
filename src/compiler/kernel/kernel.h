// The result of a compile. Private to the compiler; kiln/compiler.h has its accessors.
#ifndef KILN_COMPILER_KERNEL_H
#define KILN_COMPILER_KERNEL_H

#include "kiln/compiler.h"
#include "kiln/isa.h"

struct kiln_kernel {
    struct kiln_kernel_info info;
    struct kiln_binding *bindings;       // info.binding_count
    char **binding_names;                // likewise; never NULL
    struct kiln_shared_variable *shared; // shared_count; their names are the kernel's
    uint32_t shared_count;
    void *code;
    size_t code_size;
    struct kiln_line *lines; // line_count, by rising offset
    uint32_t line_count;
    char **files;
    uint32_t file_count;
    char *debug;               // JSON, or NULL
    char *text[3];             // by bit of enum kiln_emit; not serialized
    struct kiln_kernel *small; // or NULL
    uint32_t small_groups;     // a subslice, at most, that it is for
};

// The caller's options, of whatever version, as ours: NULL, or what is wrong with them.
const char *kernel_options(const struct kiln_compile_options *given, struct kiln_compile_options *out);
// Our structure as the caller's, which begins with its size. False: the size is that of no structure.
bool kernel_give(void *out, const void *ours, uint32_t ours_size);
// The hardware threads that a workgroup may have. 0: there is no such device.
unsigned kernel_max_threads(const struct kiln_compile_options *o);
// The rules that its code must follow.
const struct kiln_target *kernel_target(const struct kiln_compile_options *o);
const struct kiln_devinfo *kernel_devinfo(const struct kiln_compile_options *o); // NULL: no such device
// The width that KILN_DEBUG requests, or 0.
unsigned kernel_debug_width(void);

#endif
