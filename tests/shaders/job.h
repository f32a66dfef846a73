// A test shader on one device: its buffers and images, filled with the inputs of a seed, and one dispatch.
#ifndef KILN_TESTS_SHADERS_JOB_H
#define KILN_TESTS_SHADERS_JOB_H

#include "common/float_modes.h"
#include "plan.h"

struct job {
    struct vkc_device *d;
    const struct float_mode
        *mode; // the floating-point environment that the driver is called in, and has to give back; NULL: any
    struct vkc_pipeline pipeline;
    struct vkc_buffer buffers[MAX_BINDINGS];
    struct img images[MAX_BINDINGS];
};

// What a seed fills bindings and push constants with: the same on every device.
struct inputs {
    uint32_t *start[MAX_BINDINGS], push[MAX_PUSH];
};

void inputs_create(const struct plan *p, struct inputs *out);
void inputs_fill(const struct plan *p, uint32_t seed, struct inputs *out);
void inputs_destroy(struct inputs *i);

// Functions that return bool say in job_error() what failed.
bool job_prepare(struct job *j, const struct plan *p, const uint32_t *spirv, size_t bytes);
bool job_dispatch(struct job *j, const struct plan *p, const struct inputs *in);
void job_finish(struct job *j, const struct plan *p);
const char *job_error(void);

// What a binding holds after a dispatch; NULL: it is a sampler.
const void *job_memory(const struct job *j, const struct plan *p, unsigned binding);

#endif
