// Writes and reads batch captures (format: gen_capture.h). The reader trusts nothing in the file.
#include "cmd/gen_capture.h"

#include "util/file.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAGIC "KILNCAP1"
#define HEADER_SIZE 40
#define PAGE 4096u
#define ADDRESS_MASK UINT64_C(0xffffffffffff)

enum { KIND_DATA, KIND_ZERO };

static void put(struct gen_capture_writer *w, const void *data, size_t size)
{
    struct kiln_file_limit limit = kiln_file_limit_begin();
    if (!w->error && fwrite(data, 1, size, w->file) != size)
        w->error = errno ? -errno : -EIO;
    kiln_file_limit_end(&limit);
}

int gen_capture_begin(struct gen_capture_writer *w, const char *path, const char *device,
                      uint64_t batch_address, uint64_t batch_size)
{
    memset(w, 0, sizeof(*w));
    w->path = strdup(path);
    if (!w->path || asprintf(&w->tmp_path, "%s.part", path) < 0) {
        free(w->path);
        return -ENOMEM;
    }
    w->file = kiln_fopen(w->tmp_path, "wb");
    if (!w->file) {
        int e = -errno;
        free(w->path);
        free(w->tmp_path);
        return e;
    }
    char name[16] = {0};
    memcpy(name, device, strnlen(device, 16));
    uint64_t words[2] = {batch_address & ADDRESS_MASK, batch_size};
    put(w, MAGIC, 8);
    put(w, name, 16);
    put(w, words, 16);
    return 0;
}

int gen_capture_begin_in(struct gen_capture_writer *w, const char *dir, const char *prefix,
                         const char *device, uint64_t batch_address, uint64_t batch_size)
{
    static atomic_uint next;
    char *path;
    if (asprintf(&path, "%s/%s-%d-%05u.cap", dir, prefix, (int)getpid(), atomic_fetch_add(&next, 1)) < 0)
        return -ENOMEM;
    int ret = gen_capture_begin(w, path, device, batch_address, batch_size);
    free(path);
    return ret;
}

static bool is_zero(const uint8_t *p, size_t n)
{
    return n == 0 || (p[0] == 0 && memcmp(p, p + 1, n - 1) == 0);
}

void gen_capture_range(struct gen_capture_writer *w, uint64_t address, const void *data, uint64_t size)
{
    const uint8_t *bytes = data;
    address &= ADDRESS_MASK;
    for (uint64_t i = 0; i < size;) { // runs of pages of one kind
        uint64_t end = i;
        bool zero = false;
        while (end < size) {
            uint64_t n = size - end < PAGE ? size - end : PAGE;
            bool z = is_zero(bytes + end, n);
            if (end == i)
                zero = z;
            else if (z != zero)
                break;
            end += n;
        }
        uint64_t words[3] = {address + i, end - i, zero ? KIND_ZERO : KIND_DATA};
        put(w, words, sizeof(words));
        if (!zero)
            put(w, bytes + i, end - i);
        i = end;
    }
}

int gen_capture_end(struct gen_capture_writer *w)
{
    struct kiln_file_limit limit = kiln_file_limit_begin();
    if (fclose(w->file) != 0 && !w->error)
        w->error = -errno;
    kiln_file_limit_end(&limit);
    if (!w->error && rename(w->tmp_path, w->path) != 0)
        w->error = -errno;
    if (w->error)
        unlink(w->tmp_path);
    free(w->path);
    free(w->tmp_path);
    return w->error;
}

static int malformed(struct gen_capture *c, char *err, size_t err_size, const char *what)
{
    snprintf(err, err_size, "%s", what);
    gen_capture_finish(c);
    return -EINVAL;
}

static int by_address(const void *a, const void *b)
{
    uint64_t x = ((const struct gen_capture_range *)a)->address,
             y = ((const struct gen_capture_range *)b)->address;
    return (x > y) - (x < y);
}

// Takes over c->file.
static int parse(struct gen_capture *c, char *err, size_t err_size)
{
    size_t at = HEADER_SIZE, capacity = 0;
    if (c->file_size < HEADER_SIZE || memcmp(c->file, MAGIC, 8) != 0)
        return malformed(c, err, err_size, "not a capture (no KILNCAP1 header)");
    memcpy(c->device, c->file + 8, 16);
    memcpy(&c->batch_address, c->file + 24, 8);
    memcpy(&c->batch_size, c->file + 32, 8);
    while (at < c->file_size) {
        uint64_t words[3];
        if (c->file_size - at < sizeof(words))
            return malformed(c, err, err_size, "truncated record header");
        memcpy(words, c->file + at, sizeof(words));
        at += sizeof(words);
        if (words[2] > KIND_ZERO)
            return malformed(c, err, err_size, "unknown record kind");
        if (words[0] > ADDRESS_MASK || words[1] > ADDRESS_MASK + 1 - words[0])
            return malformed(c, err, err_size, "record beyond the address space");
        if (words[2] == KIND_DATA && words[1] > c->file_size - at)
            return malformed(c, err, err_size, "truncated record");
        if (c->range_count == capacity) {
            capacity = capacity ? capacity * 2 : 64;
            void *p = realloc(c->ranges, capacity * sizeof(*c->ranges));
            if (!p) {
                gen_capture_finish(c);
                return -ENOMEM;
            }
            c->ranges = p;
        }
        c->ranges[c->range_count++] =
            (struct gen_capture_range){words[0], words[1], words[2] == KIND_DATA ? c->file + at : NULL};
        at += words[2] == KIND_DATA ? words[1] : 0;
    }
    if (c->range_count)
        qsort(c->ranges, c->range_count, sizeof(*c->ranges), by_address);
    for (size_t i = 1; i < c->range_count; i++)
        if (c->ranges[i].address - c->ranges[i - 1].address < c->ranges[i - 1].size)
            return malformed(c, err, err_size, "overlapping records");
    return 0;
}

int gen_capture_parse(struct gen_capture *c, const void *bytes, size_t size, char *err, size_t err_size)
{
    memset(c, 0, sizeof(*c));
    c->file = malloc(size ? size : 1);
    if (!c->file)
        return -ENOMEM;
    if (size)
        memcpy(c->file, bytes, size);
    c->file_size = size;
    return parse(c, err, err_size);
}

int gen_capture_load(struct gen_capture *c, const char *path, char *err, size_t err_size)
{
    memset(c, 0, sizeof(*c));
    FILE *f = fopen(path, "rb");
    if (!f) {
        int e = -errno;
        snprintf(err, err_size, "cannot open %s: %s", path, strerror(errno));
        return e;
    }
    size_t capacity = 0, n;
    do {
        if (c->file_size == capacity) {
            capacity = capacity ? capacity * 2 : 1 << 20;
            void *p = realloc(c->file, capacity);
            if (!p) {
                fclose(f);
                gen_capture_finish(c);
                return -ENOMEM;
            }
            c->file = p;
        }
        n = fread(c->file + c->file_size, 1, capacity - c->file_size, f);
        c->file_size += n;
        // What is no capture is not read to its end, which it may not have.
        if (c->file_size >= HEADER_SIZE && memcmp(c->file, MAGIC, 8) != 0)
            break;
    } while (n);
    bool bad = ferror(f);
    fclose(f);
    if (bad) {
        snprintf(err, err_size, "cannot read %s", path);
        gen_capture_finish(c);
        return -EIO;
    }
    return parse(c, err, err_size);
}

void gen_capture_finish(struct gen_capture *c)
{
    free(c->ranges);
    free(c->file);
    memset(c, 0, sizeof(*c));
}

// The range that holds `address`, or NULL.
static const struct gen_capture_range *find(const struct gen_capture *c, uint64_t address)
{
    size_t lo = 0, hi = c->range_count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (c->ranges[mid].address <= address)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo && address - c->ranges[lo - 1].address < c->ranges[lo - 1].size ? &c->ranges[lo - 1] : NULL;
}

size_t gen_capture_peek(const struct gen_capture *c, uint64_t address, void *out, size_t size)
{
    size_t done = 0;
    address &= ADDRESS_MASK;
    while (done < size) {
        const struct gen_capture_range *r = find(c, address + done);
        if (!r)
            break;
        uint64_t at = address + done - r->address, n = r->size - at;
        if (n > size - done)
            n = size - done;
        if (r->data)
            memcpy((char *)out + done, r->data + at, n);
        else
            memset((char *)out + done, 0, n);
        done += n;
    }
    return done;
}
