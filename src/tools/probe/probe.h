// kiln-probe: questions to a real chip, each of which is one assumption of Kiln's tables or of its simulated
// device.
//
// A question (questions.h lists the tables of them) runs in a hardware context of its own, with a deadline,
// and answers with a value and the assumed one. It needs winsys, packets and the EU assembler; no
// compiler, no Vulkan.
#ifndef KILN_PROBE_PROBE_H
#define KILN_PROBE_PROBE_H

#include <stdbool.h>
#include <stdint.h>

#include "cmd/gen_pack.h"
#include "cmd/gen_table.h"
#include "kiln/isa.h"
#include "winsys/ws.h"

enum verdict {
    ANSWER_NONE,     // not asked, or what it needs is missing; the text says why
    ANSWER_AS_TABLE, // what Kiln assumes
    ANSWER_MEASURED, // a number that nothing depends on
    ANSWER_OTHER,    // something else: to be reported
    ANSWER_HUNG,     // the GPU did not come back: the context is lost
    ANSWER_LACKS,    // the chip lacks what the question is about; the text says what
    VERDICTS
};

struct answer {
    enum verdict verdict;
    char got[512];
    char assumed[512];
};

struct machine;

struct question {
    const char *name;
    const char *asks;   // in a sentence
    const char *source; // of the assumption
    void (*ask)(struct machine *m, const struct question *q, struct answer *a);
    const void *data; // for tables of like questions
};

// ---- the machine (machine.c)

enum {
    SURFACES = 6,
    DATA_BYTES = 1 << 16, // m->data
    CODE_BYTES = 1 << 15,
};

// A dispatch. Threads have r0, then `constants` registers from r1 on; binding table entry i is surface[i].
struct dispatch {
    const char *text; // EU assembly; its end (EOT) is added
    unsigned simd;    // 8, 16 or 32; 0: 8
    unsigned groups;  // 0: 1
    unsigned threads; // of a group; 0: 1
    unsigned slm_kib;
    bool barrier;
    bool ftz; // denormals are flushed whatever the kernel sets
    const uint32_t *constants;
    unsigned constant_regs;
    bool own_constants; // one register for each thread of a group, instead of all for all
    struct gen_RENDER_SURFACE_STATE surface[SURFACES];
    unsigned surfaces;
    bool predicated;
};

struct machine {
    struct ws_device *dev;
    const struct ws_device_info *info;
    struct ws_context *ctx;
    struct ws_bo *state, *dynamic, *code, *data, *batch, *scratch;
    uint8_t *state_map, *dynamic_map, *code_map, *data_map;
    uint32_t *batch_map;
    uint64_t at; // GPU address of `data`
    unsigned n;  // dwords of the batch so far
    unsigned dispatches;
    char error[512]; // of a question that cannot be asked
};

// Begins a question: a context of its own, zeroed data. False with m->error.
bool machine_begin(struct machine *m);
void machine_end(struct machine *m);
int machine_open(struct machine *m, const struct ws_device_info *info); // 0 or -errno
void machine_close(struct machine *m);

// Appends to the batch.
void emit(struct machine *m, uint32_t dword);
void emit_setup(struct machine *m);                              // what dispatches need: pipeline, bases, L3
bool emit_dispatch(struct machine *m, const struct dispatch *d); // false with m->error: it does not assemble
void emit_stall(struct machine *m); // PIPE_CONTROL with all flushes and invalidations
void emit_store_register(struct machine *m, uint32_t reg, uint64_t address);
void emit_load_register(struct machine *m, uint32_t reg, uint32_t value);
void emit_store(struct machine *m, uint64_t address, uint32_t value);

// A packet, as the chip's generation has it.
#define EMIT(m, name, ...)                                                                                   \
    do {                                                                                                     \
        const struct gen_##name emit_s = {__VA_ARGS__};                                                      \
        gen_##name##_pack((m)->batch_map + (m)->n, &emit_s);                                                 \
        (m)->n += own_layout((m), GEN_CMD_##name, (m)->batch_map + (m)->n);                                  \
    } while (0)

// A packet or structure that is packed as Gen9's, in the layout of the chip's generation: its dwords.
unsigned own_layout(const struct machine *m, enum gen_cmd_id id, uint32_t *dw);

// Assembles a question's text, which is Gen9's, for another generation: port.c. As eu_assemble.
bool probe_assemble(const struct kiln_target *to, const char *text, uint8_t **code, size_t *size,
                    struct eu_error *err);

// Runs the batch to its end: 0; -ETIME (deadline), -EIO (hang, banned); the answer then says so.
int machine_run(struct machine *m, struct answer *a);

// A raw buffer over `bytes` of the data from `offset`.
struct gen_RENDER_SURFACE_STATE raw_surface(const struct machine *m, uint32_t offset, uint32_t bytes);

uint32_t *data_at(struct machine *m, uint32_t offset);

void answer_lacks(struct answer *a, const char *what);
// Fills in the verdict from two texts.
void answer_compare(struct answer *a);
void answer_dwords(char *text, const uint32_t *v, unsigned n);
__attribute__((format(printf, 2, 3))) void answer_print(char *text, const char *format,
                                                        ...); // into got or assumed

#endif
