// Fuzzing of the simulated EUs: whatever the bits of a kernel, its threads end, or fault with a report; never
// a signal of the host, never an access outside of what the GPU has. FUZZ_JIT (fuzz_jit.c) translates each
// kernel first.
//
// An input is a shape (SHAPE bytes), then the kernel. Mutations keep to instructions: one gets another
// operand, region, type, opcode or descriptor, vanishes, doubles, moves. With libFuzzer (./dev fuzz) they are
// its custom mutator. With KILN_FUZZ_MAIN a main() runs `argv[1]` mutations, from the seed argv[2], of the
// files that follow: inputs, or assembly
// (.asm); the short form in tests/sim.
#include "../sim/eu_rig.h"

#include "fuzz_seeded.h"
#include "../sim/eu_pool.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

enum { SHAPE = 4, MAX_CODE = 8192, MAX_INPUT = SHAPE + MAX_CODE };

static unsigned ended, faults[8];

// Registers that a kernel may use as addresses, sizes, floats: from the shape's second byte.
static void fill(struct rig *r, uint8_t kind)
{
    uint32_t v = kind * 2654435761u | 1;
    for (unsigned i = 0; i < 40 * 8; i++) {
        v ^= v << 13;
        v ^= v >> 17;
        v ^= v << 5;
        uint32_t word = kind < 64 ? v & 0xfff : kind < 128 ? (uint32_t)rig_address(v & 0xfff) : v;
        memcpy(r->pages.mem + RIG_INDIRECT + 4 * i, &word, 4);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rig *r;
    static struct sim_eu_pool *pool;
    if (size < SHAPE || size > MAX_INPUT)
        return 0;
    if (!r) {
        setenv("KILN_SIM_JIT",
#ifdef FUZZ_JIT
               "2",
#else
               "0",
#endif
               1);
        r = calloc(1, sizeof(*r));
        pool = eu_pool(1);
        rig_init(r);
        rig_surface(r, 0, 4096);
        rig_surface(r, 0x10000, 100);
        r->w.instruction_budget = 3000;
        r->m.idd.cross_thread_constant_data_read_length = 4;
        r->m.idd.constant_urb_entry_read_length = 6;
        r->m.walker.indirect_data_length = 40 * 32;
    }
    static const uint8_t widths[4] = {8, 16, 32, 32};
    unsigned simd = widths[data[0] & 3], threads = 1 + (data[0] >> 2 & 3), groups = 1 + (data[0] >> 4 & 1);
    rig_shape(r, simd, threads, 0, groups);
    r->m.walker.right_execution_mask = data[2] ? data[2] * 0x01010101u : 0xffffffff;
    r->m.idd.shared_local_memory_size = data[3] & 7;
    r->m.idd.barrier_enable = data[3] >> 3 & 1;
    r->m.idd.single_program_flow = data[3] >> 4 & 1;
    r->m.idd.floating_point_mode = data[3] >> 5 & 1;
    r->m.idd.rounding_mode = data[3] >> 6;
    memset(r->pages.mem + RIG_CODE, 0, MAX_CODE + 64);
    memcpy(r->pages.mem + RIG_CODE, data + SHAPE, size - SHAPE);
    fill(r, data[1]);
    if (rig_walk(r, pool)) {
        ended++;
    } else {
        if (r->fault.kind == SIM_FAULT_NONE || !r->fault.text[0] ||
            strnlen(r->fault.text, sizeof(r->fault.text)) == sizeof(r->fault.text)) {
            fprintf(stderr, "fuzz_eu: a fault without a report\n");
            abort();
        }
        faults[r->fault.kind & 7]++;
    }
    return 0;
}

// ---- mutations ----

static uint8_t pick(const uint8_t *from, unsigned n)
{
    return from[below(n)];
}

static void mutate_operand(struct eu_operand *o)
{
    static const uint8_t strides[] = {0, 1, 2, 4, 8, 16, 32},
                         arfs[] = {0, 0x10, 0x20, 0x21, 0x30, 0x31, 0x40, 0x70, 0x80, 0x90, 0xa0, 0xc0};
    static const uint32_t words[] = {
        0,      1,      2,      7,          8,          31,         32,         0x7f,       0x80,      0xff,
        0x7fff, 0x8000, 0xffff, 0x3f800000, 0x7f800000, 0x7fc00000, 0x7fffffff, 0x80000000, 0xffffffff};
    switch (below(9)) {
    case 0:
        o->type = (enum eu_type)below(EU_TYPE_COUNT);
        break;
    case 1:
        o->reg = (uint8_t)(o->file == EU_FILE_ARF ? pick(arfs, sizeof(arfs)) : below(128));
        break;
    case 2:
        o->subreg = (uint8_t)below(32);
        break;
    case 3:
        o->hstride = pick(strides, 4);
        break;
    case 4:
        o->vstride = below(8) ? pick(strides, 7) : EU_VSTRIDE_VXH;
        o->width = (uint8_t)(1u << below(5));
        break;
    case 5:
        o->negate = below(2);
        o->abs = below(2);
        break;
    case 6:
        o->indirect = !o->indirect;
        o->addr_subreg = (uint8_t)below(16);
        o->addr_imm = (int16_t)((int)below(1024) - 512);
        break;
    case 7:
        o->file = below(2) ? EU_FILE_GRF : (enum eu_file)(1 + below(3));
        break;
    default:
        o->imm = below(2) ? words[below(sizeof(words) / 4)] : (uint64_t)next() << 32 | next();
    }
}

static void mutate_inst(struct eu_inst *in)
{
    switch (below(10)) {
    case 0:
        in->op = (enum eu_op)below(EU_OP_COUNT);
        break;
    case 1:
        in->exec_size = (uint8_t)(1u << below(6));
        in->chan_offset = (uint8_t)(4 * below(8));
        break;
    case 2:
        in->pred = (enum eu_pred)below(EU_PRED_W + 1);
        in->pred_inv = below(2);
        in->flag_reg = (uint8_t)below(2);
        in->flag_subreg = (uint8_t)below(2);
        break;
    case 3:
        in->cmod = (enum eu_cmod)below(10);
        in->saturate = below(2);
        in->acc_wr = below(2);
        in->nomask = below(2);
        break;
    case 4:
        in->desc ^= 1u << below(29);
        in->ex_desc ^= below(4) ? 0 : 1u << below(32);
        break;
    case 5:
        in->sfid = (uint8_t)below(14);
        in->desc = below(2) ? next() & 0x1fffffff : in->desc;
        in->eot = below(8) == 0;
        break;
    case 6:
        in->jip = (int32_t)(16 * ((int)below(40) - 20));
        in->uip = (int32_t)(16 * ((int)below(40) - 20));
        in->branch_ctrl = below(2);
        break;
    case 7:
        in->math = (enum eu_math)(1 + below(15));
        in->align16 = below(4) == 0;
        break;
    case 8:
        mutate_operand(&in->dst);
        break;
    default:
        mutate_operand(&in->src[below(3)]);
    }
}

static size_t mutate_code(uint8_t *code, size_t size, size_t room)
{
    size_t count = size / 16, at = count ? 16 * below((unsigned)count) : 0,
           to = count ? 16 * below((unsigned)count) : 0;
    struct eu_inst in;
    struct eu_error err;
    uint8_t bytes[16];
    if (!count || below(12) == 0) {
        if (size)
            code[below((unsigned)size)] ^= (uint8_t)(1u << below(8));
        return size;
    }
    switch (below(12)) {
    case 0: // vanish
        memmove(code + at, code + at + 16, size - at - 16);
        return size - 16;
    case 1: // double
        if (size + 16 <= room) {
            memmove(code + at + 16, code + at, size - at);
            return size + 16;
        }
        return size;
    case 2: // swap
        memcpy(bytes, code + at, 16);
        memmove(code + at, code + to, 16);
        memcpy(code + to, bytes, 16);
        return size;
    case 3: // copy
        memmove(code + at, code + to, 16);
        return size;
    default:
        if (!eu_decode(kiln_target("skl"), code + at, 16, &in, &err))
            break;
        for (unsigned n = 1 + below(3); n; n--)
            mutate_inst(&in);
        if (eu_encode(kiln_target("skl"), &in, bytes, &err)) {
            memcpy(code + at, bytes, 16);
            return size;
        }
    }
    for (unsigned n = 1 + below(3); n; n--)
        code[at + below(16)] ^= (uint8_t)(1u << below(8));
    return size;
}

static size_t mutate(uint8_t *data, size_t size, size_t max_size)
{
    if (max_size > MAX_INPUT)
        max_size = MAX_INPUT;
    if (size < SHAPE) {
        if (max_size < SHAPE)
            return size;
        memset(data + size, 0, SHAPE - size);
        size = SHAPE;
    }
    if (size > max_size)
        size = max_size;
    for (unsigned n = 1 + below(4); n; n--) {
        if (below(8) == 0)
            data[below(SHAPE)] = (uint8_t)next();
        else
            size = SHAPE + mutate_code(data + SHAPE, size - SHAPE, max_size - SHAPE);
    }
    return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    fuzz_state = seed;
    return mutate(data, size, max_size);
}

#ifdef KILN_FUZZ_MAIN

static size_t load(const char *path, uint8_t *out, size_t max_size)
{
    static char text[1 << 16];
    FILE *f = fopen(path, "rb");
    if (!f)
        return 0;
    size_t n = fread(text, 1, sizeof(text) - 1, f), length = strlen(path);
    fclose(f);
    text[n] = 0;
    if (length < 4 || strcmp(path + length - 4, ".asm")) {
        n = n < max_size ? n : max_size;
        memcpy(out, text, n);
        return n;
    }
    uint8_t *code;
    size_t size;
    struct eu_error err;
    if (!eu_assemble(kiln_target("skl"), text, &code, &size, &err)) {
        fprintf(stderr, "%s: %s\n", path, err.text);
        return 0;
    }
    static const uint8_t shape[SHAPE] = {2 | 1 << 2 | 1 << 4, 1, 0, 1 | 8};
    memcpy(out, shape, SHAPE);
    memcpy(out + SHAPE, code, size);
    free(code);
    return SHAPE + size;
}

int main(int argc, char **argv)
{
    if (!fuzz_seeded(&(struct fuzz_target){"fuzz_eu-crash.bin", MAX_INPUT, load, mutate}, argc, argv))
        return 2;
    printf("# %u ended, %u page faults, %u illegal, %u not simulated, %u hangs\n", ended,
           faults[SIM_FAULT_PAGE], faults[SIM_FAULT_ILLEGAL], faults[SIM_FAULT_UNIMPLEMENTED],
           faults[SIM_FAULT_HANG]);
    bool useful = ended && faults[SIM_FAULT_ILLEGAL]; // else it tested nothing
    printf("%s 1 - fuzz\n1..1\n", useful ? "ok" : "not ok");
    return !useful;
}

#endif
