// What the files of libkiln_node.so need to stand in for functions of libc.
#ifndef KILN_SIM_NODE_INTERPOSE_H
#define KILN_SIM_NODE_INTERPOSE_H

#include <dlfcn.h>

#define EXPORT __attribute__((visibility("default")))

// The next definition of a function: libc's, or a sanitizer's.
#define REAL(ret, name, ...)                                                                                 \
    static ret (*real)(__VA_ARGS__);                                                                         \
    if (!__atomic_load_n(&real, __ATOMIC_ACQUIRE)) {                                                         \
        void *next_##name = dlsym(RTLD_NEXT, #name);                                                         \
        __atomic_store_n(&real, (__extension__(ret(*)(__VA_ARGS__)) next_##name), __ATOMIC_RELEASE);         \
    }

#endif
