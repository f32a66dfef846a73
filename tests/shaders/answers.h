// What lavapipe answers to a test shader, kept in a file, so that it is computed once for all suites: what
// each compared binding holds after the dispatch of each seed. answer_shaders.c writes them when the tests
// are built, run_shaders.c reads them.
#ifndef KILN_TESTS_SHADERS_ANSWERS_H
#define KILN_TESTS_SHADERS_ANSWERS_H

#include "job.h"

// What answers are answers to: any other shader, directive or driver asks anew.
struct answers_key {
    uint64_t module; // answers_hash of the SPIR-V
    uint64_t plan;   // struct plan's words
    uint64_t driver; // answers_hash of its name and version; a reader need not know it
};

uint64_t answers_hash(const void *data, size_t bytes);

struct answers;

// For `seeds` seeds; destroyed by answers_destroy.
struct answers *answers_create(const struct answers_key *key, uint32_t seeds);
void answers_destroy(struct answers *a);

// The answer of one seed: what `job` holds now, where it differs from the inputs.
void answers_add(struct answers *a, const struct plan *p, uint32_t seed, const struct inputs *in,
                 const struct job *job);

// Instead of answers: why there are none. It is what reading them says.
void answers_fail(struct answers *a, const char *why);

// Replaces a file as a whole. False with errno.
bool answers_write(const struct answers *a, const char *path);

// NULL with *why (valid until the next call) if there are none, or none to this key (whose driver may be 0:
// any).
struct answers *answers_read(const char *path, const struct answers_key *key, const char **why);
// Whether these inputs were answered to.
bool answers_know(const struct answers *a, const struct plan *p, uint32_t seed, const struct inputs *in);
// The dwords of a binding; NULL: the file is damaged.
const uint32_t *answers_binding(const struct answers *a, const struct plan *p, uint32_t seed,
                                unsigned binding, const struct inputs *in);

// The file of a shader's answers: DIR/NAME.answers.
void answers_path(char *out, size_t size, const char *dir, const char *shader);

#endif
