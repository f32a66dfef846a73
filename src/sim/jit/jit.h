// The seam between the simulator and its JIT, which lives in a library of its own (libkiln_simjit.so, with
// LLVM with it) that is loaded when a kernel has run for long enough.
//
// A translated kernel works on the interpreter's own state. Wherever it returns (a barrier to wait for, an
// exhausted budget, an instruction that it leaves to the interpreter) the thread is exactly as the
// interpreter would have left it there, so that the two can alternate in the middle of a kernel. It is
// entered at the start, at instructions that wait, and at the heads of loops.
//
// On a strict machine the writes of some groups are late in translated code as well (sim_group.late_windows):
// the messages of such a group are the interpreter's, but for reads while nothing is late. And where code
// must wait by itself it is interpreted now and then for a while, and held against the software scoreboard
// (sim_thread.watch).
//
// Two versions are made of each block: one for threads of which all channels are enabled, and one for any
// other mask.
#ifndef KILN_SIM_JIT_H
#define KILN_SIM_JIT_H

#include <stdatomic.h>

#include "sim/eu/transcend.h"
#include "sim/ports/image.h"
#include "sim/sampler/shape.h"
#include "util/fork.h"
#include "sim/thread/thread.h"

// Runs from entry number `entry` until the thread waits, ends, faults or is over its deadline, or until an
// instruction for the interpreter. `wait`: the channels that wait at each label, in and out, if not all
// channels are enabled. Returns whether it went out with such a mask.
// `links`: what translated code refers to.
struct sim_jit_links;
typedef bool sim_jit_fn(struct sim_thread *t, uint32_t entry, uint32_t *wait,
                        const struct sim_jit_links *links);

enum { SIM_JIT_MAX_LABELS = 4096 };

struct sim_jit_message;
typedef void sim_jit_message_fn(struct sim_thread *t, const struct sim_jit_message *m);

// No address of the simulator's is in translated code.
struct sim_jit_links {
    const struct sim_uop *uops;
    const struct sim_jit_message *messages;
    sim_jit_message_fn *message;
    sim_transcend_lanes_fn *math[SIM_TRANSCEND_COUNT]; // by enum eu_math
};

// What the library makes: a head, and after it, each from a multiple of 8 bytes on, `labels` byte offsets
// (u32) of the instructions at which channels may wait; the first instruction (u32) of each piece, and one
// more; for each instruction and version the number of its entry in its piece plus one, or 0 (u16); the
// messages; and an object file with a function for each piece. It holds for the same kernel in another
// process too.
enum { SIM_JIT_VERSION = 6 };
#define SIM_JIT_PIECE "piece%u" // name of a function

struct sim_jit_head {
    uint32_t version;
    uint32_t code_size; // bytes of the kernel
    uint32_t uops, labels, pieces, messages, object_size;
    uint32_t needs;         // bits of cr0 that must be set: the modes for halves and doubles
    uint32_t full;          // the channels of a whole thread: active == live == full is the first version
    uint32_t single;        // only the second version exists
    uint32_t partial_start; // threads that start with fewer channels can be entered
    uint64_t starts[SIM_GRF_WORDS]; // registers, a bit each, whose contents at the start matter
    uint32_t native, called;        // made in line; left to the interpreter's functions
    double milliseconds[3];         // to make LLVM's code, to optimize it, to generate host code
    char calls[160];                // which are left, by name
};

struct sim_jit_blob {
    uint8_t *data; // malloc'ed
    size_t size;
};

struct sim_jit_code {
    sim_jit_fn **run; // a function for each piece of the kernel
    const struct sim_jit_head *head;
    const uint32_t *label_ip, *piece_first; // see above
    const uint16_t *entry;
    const struct sim_jit_message *messages;
    struct sim_jit_links links;
    struct sim_jit_blob blob; // where these lie
    uint8_t *map;             // the code
    size_t map_size;
    bool from_disk;
    struct sim_jit_code *older; // what it replaced: threads may still be in it
};

// A message, decoded when it was translated.
enum { SIM_JIT_READ, SIM_JIT_WRITE, SIM_JIT_ATOMIC, SIM_JIT_BLOCK, SIM_JIT_IMAGE, SIM_JIT_OTHER };
struct sim_jit_message {
    uint32_t uop;
    uint8_t kind, slots;
    uint8_t bytes, dwords; // of a channel: 1 or 2 bytes, or 4 and how many times
    uint8_t scale;         // of addresses
    uint8_t op;            // of an atomic
    uint8_t coords, use;   // of an image
    uint8_t sampler;       // its number and one; 0: none
    bool slm, a64, aligned;
    bool header, scratch; // scratch: relative to the base in the header
    bool write, constant; // constant: through the constant cache
    uint8_t mlen, xlen, rlen;
    uint16_t src0, src1, dst;
    uint16_t window; // IMAGE: the binding table index
    uint32_t offset; // of a block
};
sim_jit_message_fn sim_jit_message_run; // jit/message.c
// Whether a message is about an image whose shape matters, and how it uses it.
static inline bool sim_jit_image_use(const struct sim_send *s, enum sim_image_use *use)
{
    const bool atomic = s->kind == SIM_SEND_TYPED_ATOMIC;
    *use = s->kind == SIM_SEND_SAMPLE ? SIM_IMAGE_SAMPLED
           : s->write || atomic       ? SIM_IMAGE_WRITTEN
                                      : SIM_IMAGE_READ;
    return (s->kind == SIM_SEND_SAMPLE || s->kind == SIM_SEND_TYPED || atomic) &&
           s->space == SIM_SEND_SURFACE;
}
// For a group with late_windows: before a thread of it is entered.
void sim_jit_choose_windows(struct sim_thread *t);

struct sim_jit_request {
    const struct sim_program *program;
    uint32_t full;
    bool partial_start; // also make the version for threads that start with fewer channels
    bool keep_all;      // tests: leave all registers as the interpreter does when the thread ends
    uint32_t piece;     // tests: instructions of a piece; 0: the usual
    // SIM_IMAGES of what the kernel finds bound, or NULL: what its messages to images are made for. Those to
    // others are the interpreter's.
    const struct sim_image_shape *shapes;
    const uint64_t *samplers; // and SIM_SAMPLER_KEYS (sampler/shape.h), with shapes
    bool dump;                // print LLVM's code before and after optimization
    const char *cpu;          // as LLVM calls it, for its features; NULL: the host's
    const atomic_bool *quit;  // no longer wanted; may be NULL
};

// What libkiln_simjit.so exports: false with the reason in `why`. Thread safe.
bool sim_jit_translate(const struct sim_jit_request *rq, struct sim_jit_blob *out, char *why, size_t size);

// ---- in the simulator (jit.c, jit/link.c)

// Takes the blob; `links` without those of the kernel. NULL with the reason in `why`.
struct sim_jit_code *sim_jit_link(struct sim_jit_blob blob, const struct sim_program *program,
                                  const struct sim_jit_links *links, char *why, size_t size);
void sim_jit_release(struct sim_jit_code *code);

// One of a pool: the thread that translates in the background.
struct sim_jit;
struct sim_config_jit;                                               // config/config.h
struct sim_jit *sim_jit_create(const struct sim_config_jit *config); // NULL: off, or out of memory
void sim_jit_destroy(struct sim_jit *jit); // waits for no translation: its thread frees the rest then

// Attaches the JIT to a program; `code`: its `examined` bytes, which live as long (NULL: its translation is
// not kept on disk); `partial`: some threads start with fewer channels; `threads`: so many will run it, which
// decides whether it is translated. Detached when the program dies.
// `launch` and `tlb`: where the images are found that it will use (NULL: its messages to images are left to
// the interpreter).
void sim_jit_attach(struct sim_jit *jit, struct sim_program *program, const uint8_t *code, unsigned simd,
                    bool partial, uint64_t threads, const struct sim_launch *launch, struct sim_tlb *tlb);
// Tests: the images of a program that sim_jit_now will translate.
void sim_jit_see_images(struct sim_program *program, const struct sim_launch *launch, struct sim_tlb *tlb);
// Tests: what it has been translated to; NULL: not yet.
const struct sim_jit_code *sim_jit_code_of(const struct sim_program *program);
void sim_jit_detach(struct sim_program *program); // waits while it is translated
// The same without waiting: true if the program is being translated. Then it and its code (malloc'ed) belong
// to the translating thread.
bool sim_jit_orphan(struct sim_program *program, uint8_t *code);

void sim_jit_fork(struct sim_jit *jit, enum kiln_fork step); // as sim_device_fork; NULL is allowed

// Tests: translates at once, in pieces of about `piece` instructions (0: the usual size). NULL if it cannot
// be done.
const struct sim_jit_code *sim_jit_now(struct sim_program *program, unsigned simd, bool keep_all,
                                       unsigned piece);

bool sim_jit_has_code(const struct sim_program *program); // translated already

// The registers, a bit each, that a thread of this dispatch mask may read before it writes them; NULL: any.
const uint64_t *sim_jit_starts(const struct sim_program *program, uint32_t mask);

// For a program that sim_jit_attach has seen: in the interpreter until it is translated.
void sim_jit_thread_run(struct sim_thread *t);

#endif
