// A map from LLVM values and blocks (any pointers) to indices.
#ifndef KILN_COMPILER_LLVM_MAP_H
#define KILN_COMPILER_LLVM_MAP_H

#include <stdint.h>

#include "util/arena.h"

#define LLVM_NONE UINT32_MAX // no index

struct llvm_map {
    const void **keys;
    uint32_t *values;
    uint32_t count, mask;
    struct arena *arena;
};
void llvm_map_init(struct llvm_map *m, struct arena *a, uint32_t expected);
void llvm_map_set(struct llvm_map *m, const void *key, uint32_t value);
uint32_t llvm_map_get(const struct llvm_map *m, const void *key); // LLVM_NONE if absent

#endif
