// What a driver writes around a kernel in GPU memory so that a reader of the kernel there (the
// simulator's reports, a capture) can name it: entry point, source lines, the shape of its workgroup, its
// bindings.
//
// A header of KILN_NOTE_HEADER bytes stands right before the first instruction, where the hardware never
// looks; it says where the body is, after the code. A reader has nothing but the kernel's start pointer, and
// what it finds before that may be anything: kiln_note_parse believes nothing that it has not checked, the
// body's checksum included. Numbers are little-endian, offsets count bytes.
//
//     header   magic, version, code size, where the body is, workgroup, SIMD width, shared memory; title
//     code     the kernel starts here
//     body     counts; lines; bindings; shared variables; files; names of bindings, of shared variables;
//     strings,
//              each ended by a zero
#ifndef KILN_UTIL_KERNEL_NOTE_H
#define KILN_UTIL_KERNEL_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KILN_NOTE_HEADER = 128,
    KILN_NOTE_TITLE = 64, // bytes of a title, its zero included
    KILN_NOTE_MAX_BODY = 16 << 20,
};

// From `offset` on (bytes from the kernel's start) the code is of this line; line 0: of none that is known.
// `atomic`: its messages, plain ones to the hardware, are atomic loads and stores of the shader.
struct kiln_note_line {
    uint32_t offset, file, line, atomic;
};

// `count` entries of the binding table from `bti` on are this descriptor of the shader.
struct kiln_note_binding {
    uint32_t bti, count, set, binding;
};

// `bytes` of shared memory from `offset` on are a variable of the shader.
struct kiln_note_shared {
    uint32_t offset, bytes;
};

enum { KILN_NOTE_PUSH_CONSTANTS = UINT32_MAX - 1, KILN_NOTE_CONSTANTS = UINT32_MAX }; // as `set`

struct kiln_note {
    uint32_t code_size;     // bytes of instructions and constants from the kernel's start
    uint32_t local_size[3]; // of the workgroup; channel c of the group's thread t is invocation t * simd + c
    uint32_t simd;          // channels a thread
    uint32_t slm_size;      // bytes of shared memory that the shader declares
    bool quads;             // ... but four channels are 2 x 2 invocations, quads in rows
    bool internal;          // a kernel of the driver itself: it may count on what happens out of bounds
    const char *name;       // of the entry point
    const char *title;      // what the application calls the pipeline, or ""
    const char *label;      // for people: the title with the entry point after it, or that alone
    const char *debug;      // what a debugger must know (docs/debug.md), or NULL
    const struct kiln_note_line *lines; // by rising offset
    uint32_t line_count;
    const char *const *files;
    uint32_t file_count;
    const struct kiln_note_binding *bindings;
    const char *const *binding_names; // what the shader calls them; "": nothing
    uint32_t binding_count;
    const struct kiln_note_shared *shared;
    const char *const *shared_names;
    uint32_t shared_count;
};

// Bytes of the body; 0: too long for a note.
uint32_t kiln_note_body_size(const struct kiln_note *n);
// Writes the header (KILN_NOTE_HEADER bytes) for a body at `body_offset` from the kernel's start, and the
// body.
void kiln_note_write(const struct kiln_note *n, uint32_t body_offset, void *header, void *body);

// Gives a note the title, cut where it is too long. It may come at any time after the note, as the
// application's names of objects do.
void kiln_note_set_title(void *header, const char *title);

// Where the body is, by the header: false if that is none.
bool kiln_note_parse_header(const void *header, uint32_t *body_offset, uint32_t *body_size);
// The note, as one allocation for free(), which holds everything that it points to. NULL: the body is not
// sound, or out of memory.
struct kiln_note *kiln_note_parse(const void *header, const void *body);

// The line of the instruction at `offset`; false if none is known.
bool kiln_note_find_line(const struct kiln_note *n, uint32_t offset, const char **file, uint32_t *line);

// The variable that the byte of shared memory belongs to, or NULL.
const char *kiln_note_find_shared(const struct kiln_note *n, uint64_t offset);

// Whether the message at `offset` is an atomic load or store.
bool kiln_note_is_atomic(const struct kiln_note *n, uint32_t offset);

// How kernels that are made for checks tell the simulated device of an index: `avg` of it and of how many
// elements there are, plus this, in either order.
#define KILN_NOTE_COUNT UINT32_C(0x80000000)
enum { KILN_NOTE_COUNT_MOST = 1 << 20 };

#endif
