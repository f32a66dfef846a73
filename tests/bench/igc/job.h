// One kernel's run, as tests/bench/igc.py writes it down for the hosts of both APIs: a text file of lines
//
//     code FILE                     SPIR-V, or OpenCL C whose kernel is called k
//     local X Y Z                   items of a group
//     groups X Y Z
//     buffer FILE [out]             a storage buffer: the bytes of FILE are what is in it before
//     texture FILE W H FORMAT       an image that is read, sampled too
//     image FILE W H FORMAT         an image that is written
//     arg HEX                       the bytes of a scalar argument, in the order of the arguments
//
// Buffers and images are the first arguments, in their order. What `out` and `image` name is written to
// PREFIX.N afterwards, N being the argument's number.
#ifndef KILN_BENCH_JOB_H
#define KILN_BENCH_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JOB_BINDINGS = 12, JOB_SCALARS = 8 };

enum job_kind { JOB_BUFFER, JOB_TEXTURE, JOB_IMAGE };
enum job_format { JOB_R32F, JOB_RGBA32F, JOB_RGBA8, JOB_FORMATS };

struct job_binding {
    enum job_kind kind;
    bool out;
    enum job_format format; // of an image
    uint32_t width, height;
    void *data; // before the run and, where it is written, after it
    size_t size;
};

struct job_scalar {
    uint8_t bytes[8];
    size_t size;
};

struct job {
    char *code;
    size_t code_size;
    uint32_t local[3], groups[3];
    struct job_binding binding[JOB_BINDINGS];
    struct job_scalar scalar[JOB_SCALARS];
    unsigned bindings, scalars;
};

// False with a message on stderr.
bool job_read(const char *path, struct job *out);
bool job_write_results(const struct job *job, const char *prefix);
void job_free(struct job *job);

#endif
