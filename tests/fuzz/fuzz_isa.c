// Fuzzing of the ISA library: whatever the bytes, decode, print, disassemble, validate, compact and assemble
// end, without a crash and within their buffers; and what was decoded survives encoding.
//
// With KILN_FUZZ_MAIN a main() runs it on random and mutated inputs for `argv[1]` seconds (3 by default): the
// short form in tests/isa.
#include "hw/devinfo.h"
#include "hw/target.h"
#include "kiln/isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The generations that there are, each input as one of them.
static const char *const devices[] = {"skl", "bdw", "tgl", "icl", "hsw", "dg2"};
static const struct kiln_target *target;

static void require(bool ok, const char *what, const uint8_t *data, size_t size)
{
    if (ok)
        return;
    fprintf(stderr, "fuzz_isa: %s: %s\n", target->dev->name, what);
    for (size_t i = 0; i < size && i < 64; i++)
        fprintf(stderr, "%02x", data[i]);
    fprintf(stderr, "\n");
    abort();
}

// What decodes must encode, and the encoding must decode to the same.
static void one_instruction(const uint8_t *data, size_t size)
{
    struct eu_inst inst, again;
    struct eu_error err;
    uint8_t native[16], compact[8], expanded[16];
    char text[1024], small[8], text2[1024];
    unsigned len = eu_decode(target, data, size, &inst, &err);
    if (!len)
        return;
    require(len <= size && (len == 8 || len == 16), "length", data, size);
    int n = eu_print(target, &inst, 0, text, sizeof(text));
    require(n > 0 && (size_t)n < sizeof(text) && strlen(text) == (size_t)n, "text length", data, size);
    require(eu_print(target, &inst, 0, small, sizeof(small)) == n, "short buffer", data, size);
    eu_validate(target, &inst, &err);
    if (!eu_encode(target, &inst, native, &err)) {
        fprintf(stderr, "%s: %s\n", text, err.text);
        require(false, "a decoded instruction does not encode", data, size);
    }
    inst.compacted = false;
    if (!eu_encode(target, &inst, native, &err))
        require(false, "a decoded instruction does not encode natively", data, size);
    require(eu_decode(target, native, 16, &again, &err) == 16, "an encoded instruction does not decode", data,
            size);
    eu_print(target, &inst, 0, text, sizeof(text));
    eu_print(target, &again, 0, text2, sizeof(text2));
    require(!strcmp(text, text2), "decode(encode) prints another text", data, size);
    if (eu_compact(target, native, compact))
        require(eu_uncompact(target, compact, expanded), "no way back from compact", data, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct eu_text text;
    struct eu_error err;
    uint8_t *code;
    size_t code_size;
    if (size > 8192)
        return 0;
    target = kiln_target(devices[size ? data[size - 1] % (sizeof(devices) / sizeof(devices[0])) : 0]);
    // An exact copy on the heap, so that the sanitizer sees a read past the end.
    uint8_t *copy = malloc(size ? size : 1);
    char *string = malloc(size + 1);
    if (!copy || !string)
        abort();
    memcpy(copy, data, size);
    memcpy(string, data, size);
    string[size] = 0;
    one_instruction(copy, size);
    eu_validate_kernel(target, copy, size, &err);
    if (eu_disassemble(target, copy, size, &text, &err)) {
        if (eu_assemble(target, text.data, &code, &code_size, &err))
            free(code);
        free(text.data);
    }
    if (eu_assemble(target, string, &code, &code_size, &err))
        free(code);
    free(copy);
    free(string);
    return 0;
}

#ifdef KILN_FUZZ_MAIN

static uint64_t state = 1;

static uint64_t next(void)
{
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static const uint8_t opcodes[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x0a, 0x10, 0x12, 0x17, 0x18, 0x19,
                                  0x1a, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x27, 0x28, 0x2a, 0x2b, 0x2c,
                                  0x2d, 0x2e, 0x2f, 0x30, 0x31, 0x32, 0x33, 0x34, 0x38, 0x40, 0x41, 0x48,
                                  0x49, 0x4e, 0x54, 0x5a, 0x5b, 0x5c, 0x5d, 0x7e, 0x58, 0x61, 0x62, 0x63,
                                  0x64, 0x65, 0x6c, 0x70, 0x72, 0x78, 0x7a, 0x60, 0x13, 0x52, 0x59, 0x6b};

static size_t random_code(uint8_t *buf)
{
    size_t n = next() % 80;
    for (size_t i = 0; i < n; i++)
        buf[i] = (uint8_t)next();
    for (size_t i = 0; i < n; i += 16) {
        buf[i] = opcodes[next() % sizeof(opcodes)];
        if (i + 3 < n && next() % 3)
            buf[i + 3] &= 0xdf; // not compacted
        if (i + 1 < n && next() % 2)
            buf[i + 1] &= 0x3f;
        for (unsigned k = 0; k < 6 && next() % 4; k++)
            if (i + 15 < n)
                buf[i + 1 + next() % 15] = 0;
    }
    return n;
}

static const char *const lines[] = {
    "(W&~f0.1.any2h) mov (8|M0) (lt)f0.1 (sat)r1.0<1>:f -(abs)r2.0<8;8,1>:f {AccWrEn,Compacted,NoDDChk}\n",
    "L0: mad (16|M0) r1.0<1>:f r2.0<8;1>:f r4.0<0;0>:f r6.0<1>:f\njmpi L0\n",
    "add (8|M0) r[a0.1,-16]<1>:hf r[a0.2,8]<1,0>:hf qnan(0x12):hf\n",
    "math.invm (8|M0) (eo)f0.0 r5.mme1:f r2.mme0:f r4.nomme:f ; nop\n",
    "sends (8|M0) r1:ud r2 r5 a0.2 0x02106000 {EOT}\n",
    "goto.b (8|M0) L1 L2\nL1:\nL2: call (8|M0) r1.0 (1+2*-3)\n",
    "mov (8|M0) r1.0<1>.xyz:f r2.0<4>.xxyy:f {Align16}\n",
    "mov (1|M0) r1.0<1>:df -1.5e-300:df /* x */ // y\n",
};

static size_t mutated_text(uint8_t *buf)
{
    static const char alphabet[] = "()[]{}<>|&~.,:;+-*rf019axMWL \n\t/\"\\\xff";
    size_t n = 0;
    for (unsigned k = 0; k < 3; k++) {
        const char *line = lines[next() % (sizeof(lines) / sizeof(lines[0]))];
        memcpy(buf + n, line, strlen(line));
        n += strlen(line);
    }
    for (unsigned k = (unsigned)(next() % 6); k; k--) {
        size_t at = next() % n;
        switch (next() % 3) {
        case 0:
            buf[at] = (uint8_t)alphabet[next() % (sizeof(alphabet) - 1)];
            break;
        case 1: // delete
            memmove(buf + at, buf + at + 1, n - at - 1);
            n--;
            break;
        default: // double
            memmove(buf + at + 1, buf + at, n - at);
            n++;
            break;
        }
    }
    return next() % 8 ? n : next() % n;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 3;
    struct timespec start, now;
    unsigned long runs = 0;
    uint8_t buf[1024];
    if (argc > 2)
        state = strtoull(argv[2], NULL, 0);
    clock_gettime(CLOCK_MONOTONIC, &start);
    do {
        for (unsigned i = 0; i < 500; i++, runs++)
            LLVMFuzzerTestOneInput(buf, next() % 2 ? random_code(buf) : mutated_text(buf));
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((double)(now.tv_sec - start.tv_sec) + (double)(now.tv_nsec - start.tv_nsec) * 1e-9 < seconds);
    printf("# %lu inputs\nok 1 - fuzz_isa\n1..1\n", runs);
    return 0;
}

#endif
