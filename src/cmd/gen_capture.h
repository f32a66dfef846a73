// Captures: one submitted batch with the GPU memory that it can reach, in a file that kiln-decode prints.
//
// Format, little endian: 8 bytes "KILNCAP1", 16 bytes device name (zero padded), u64 batch address, u64 batch
// size; then records {u64 address, u64 size, u64 kind}, kind 0 followed by `size` bytes of data, kind 1 (all
// zero) by nothing. Records do not overlap; addresses have 48 bits.
#ifndef KILN_CMD_GEN_CAPTURE_H
#define KILN_CMD_GEN_CAPTURE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct gen_capture_writer {
    FILE *file;
    char *path, *tmp_path;
    int error; // the first failure, negative errno
};

// Starts a capture at `path` (written beside it, renamed when finished). 0 or -errno.
int gen_capture_begin(struct gen_capture_writer *w, const char *path, const char *device,
                      uint64_t batch_address, uint64_t batch_size);
// Adds a mapped range; all-zero pages take no room in the file.
void gen_capture_range(struct gen_capture_writer *w, uint64_t address, const void *data, uint64_t size);
// Finishes the file. 0, or the first error that occurred (then there is no file).
int gen_capture_end(struct gen_capture_writer *w);

// Begins a capture named DIR/<prefix>-<pid>-<number>.cap with a number that is new in this process.
int gen_capture_begin_in(struct gen_capture_writer *w, const char *dir, const char *prefix,
                         const char *device, uint64_t batch_address, uint64_t batch_size);

struct gen_capture_range {
    uint64_t address, size;
    const uint8_t *data; // NULL: all zero
};

struct gen_capture {
    char device[17];
    uint64_t batch_address, batch_size;
    struct gen_capture_range *ranges; // sorted by address
    size_t range_count;
    uint8_t *file;
    size_t file_size;
};

// 0, or -errno; -EINVAL with a message in err for a malformed file.
int gen_capture_load(struct gen_capture *c, const char *path, char *err, size_t err_size);
int gen_capture_parse(struct gen_capture *c, const void *bytes, size_t size, char *err, size_t err_size);
void gen_capture_finish(struct gen_capture *c);

// Copies GPU memory; returns how many bytes from `address` on are mapped and were copied.
size_t gen_capture_peek(const struct gen_capture *c, uint64_t address, void *out, size_t size);

#endif
