// kiln-decode: prints a batch capture in words.
//
// It walks the batch as the command streamer would (following MI_BATCH_BUFFER_START, without executing
// registers or predicates), and at each GPGPU_WALKER prints the state that the walker uses: interface
// descriptor, CURBE, binding table, surface states, samplers, and the kernel, disassembled. Captures are not
// trusted: every pointer is looked up in the captured ranges, and walks are bounded.
#include "hw/target.h"
#include "hw/devinfo.h"
#include "cmd/gen_capture.h"
#include "cmd/gen_table.h"
#include "kiln/isa.h"
#include "util/safe_text.h"

#include <getopt.h>
#include <stdlib.h>

#define MAX_COMMANDS 250000u
#define MAX_DEPTH 8
#define MAX_KERNEL (1u << 20)
#define MAX_READ (UINT64_C(1) << 30) // bytes of the capture that are printed or taken apart, in all

struct decoder {
    const struct gen_capture *cap;
    const struct kiln_target *target;
    bool all;          // print fields that are zero, too
    bool kernels;      // disassemble
    unsigned commands; // walked
    unsigned problems; // what was wrong in the capture
    uint64_t read;     // of MAX_READ
    uint64_t surface_base, dynamic_base, instruction_base, indirect_base;
    uint64_t table_base; // of binding tables, where it is not that of surface states
    uint64_t curbe, curbe_size, descriptors, descriptors_size; // offsets from the dynamic base
    uint64_t *printed;                                         // kernels that have been disassembled
    size_t printed_count;
};

static void problem(struct decoder *d, int indent, const char *what, uint64_t address)
{
    d->problems++;
    printf("%*s!! %s: 0x%012llx\n", indent, "", what, (unsigned long long)address);
}

static bool peek(struct decoder *d, uint64_t address, void *out, size_t size)
{
    return gen_capture_peek(d->cap, address, out, size) == size;
}

// A packet or structure, by the row of the target's generation.
struct packet {
    const struct gen_desc *desc;
    const uint32_t *dw;
    size_t n;
};

static struct packet packet_of(const struct decoder *d, enum gen_cmd_id id, const uint32_t *dw, size_t n)
{
    return (struct packet){gen_desc_for(&gen_cmd_table[id], d->target->isa), dw, n};
}

static uint64_t field(const struct packet *p, const char *name)
{
    return gen_named_get(p->desc, name, p->dw, p->n);
}

static void print_packet(struct decoder *d, enum gen_cmd_id id, uint64_t address, const uint32_t *dw,
                         size_t n, int indent)
{
    printf("%*s@ 0x%012llx\n", indent, "", (unsigned long long)address);
    gen_print(stdout, gen_desc_for(&gen_cmd_table[id], d->target->isa), dw, n, indent, d->all);
}

// Whether so many bytes may still be read for printing; a capture may ask for them at each of its commands.
static bool may_read(struct decoder *d, uint64_t size, int indent, uint64_t address)
{
    if (size <= MAX_READ - d->read) {
        d->read += size;
        return true;
    }
    if (d->read < MAX_READ)
        problem(d, indent, "more than a gigabyte of data and kernels: no more of them is printed", address);
    d->read = MAX_READ;
    return false;
}

// Rows of 8 dwords; rows that are all zero are left out.
static void hex_dump(struct decoder *d, uint64_t address, uint64_t size, int indent)
{
    static const uint32_t zero[8];
    if (!may_read(d, size, indent, address))
        return;
    for (uint64_t i = 0; i < size; i += 32) {
        uint32_t dw[8] = {0};
        size_t want = size - i < 32 ? size - i : 32, got = gen_capture_peek(d->cap, address + i, dw, want);
        if (got < want) {
            problem(d, indent, "the rest is not mapped", address + i + got);
            return;
        }
        if (!memcmp(dw, zero, sizeof(dw)))
            continue;
        printf("%*s%04llx:", indent, "", (unsigned long long)i);
        for (size_t k = 0; k < want / 4; k++)
            printf(" %08x", dw[k]);
        printf("\n");
    }
}

// ---- kernels

// The length of the kernel at `code`: up to an end-of-thread message that no branch jumps over. 0 with a
// reason if an instruction does not decode.
static size_t kernel_size(struct decoder *d, const uint8_t *code, size_t avail, struct eu_error *err)
{
    size_t at = 0, furthest = 0;
    while (at < avail) {
        struct eu_inst inst;
        unsigned n = eu_decode(d->target, code + at, avail - at, &inst, err);
        if (!n)
            return 0;
        if (eu_op_is_branch(inst.op)) {
            int32_t jump = inst.jip > inst.uip ? inst.jip : inst.uip;
            if (jump > 0 && at + (size_t)jump > furthest)
                furthest = at + (size_t)jump;
        }
        at += n;
        if (eu_op_is_send(inst.op) && inst.eot && at > furthest)
            return at;
    }
    snprintf(err->text, sizeof(err->text), "no end of thread in %zu bytes", avail);
    return 0;
}

static bool seen(struct decoder *d, uint64_t address)
{
    for (size_t i = 0; i < d->printed_count; i++)
        if (d->printed[i] == address)
            return true;
    uint64_t *p = realloc(d->printed, (d->printed_count + 1) * sizeof(*p));
    if (p) {
        d->printed = p;
        p[d->printed_count++] = address;
    }
    return false;
}

static void print_kernel(struct decoder *d, uint64_t address, int indent)
{
    struct eu_error err;
    struct eu_text text = {0};
    bool again = seen(d, address);
    printf("%*skernel @ 0x%012llx%s\n", indent, "", (unsigned long long)address, again ? " (above)" : "");
    uint8_t *code = again || !may_read(d, MAX_KERNEL, indent, address) ? NULL : malloc(MAX_KERNEL);
    if (!code)
        return;
    size_t avail = gen_capture_peek(d->cap, address, code, MAX_KERNEL);
    size_t size = avail ? kernel_size(d, code, avail, &err) : 0;
    if (!avail) {
        problem(d, indent, "kernel is not mapped", address);
    } else if (!size || !eu_disassemble(d->target, code, size, &text, &err)) {
        problem(d, indent, err.text, address);
    } else {
        printf("%*s%zu bytes\n", indent + 2, "", size);
        for (char *line = text.data; line && *line;) {
            size_t n = strcspn(line, "\n");
            printf("%*s%.*s\n", indent + 2, "", (int)n, line);
            line += n + (line[n] == '\n');
        }
    }
    free(text.data);
    free(code);
}

// ---- indirect state

// Room for a structure of any generation.
enum { MAX_DWORDS = 16 };

static void print_surface(struct decoder *d, uint64_t address, int indent)
{
    uint32_t dw[MAX_DWORDS];
    struct packet s = packet_of(d, GEN_CMD_RENDER_SURFACE_STATE, dw, 0);
    s.n = s.desc->length;
    if (!peek(d, address, dw, s.n * 4)) {
        problem(d, indent, "surface state is not mapped", address);
        return;
    }
    print_packet(d, GEN_CMD_RENDER_SURFACE_STATE, address, dw, s.n, indent);
    uint64_t type = field(&s, "surface_type");
    if (type == GEN_SURFTYPE_BUFFER || type == GEN_SURFTYPE_STRBUF) {
        uint64_t n = (field(&s, "depth") << 21 | field(&s, "height") << 7 | field(&s, "width")) + 1;
        printf("%*s= %llu elements of %u bytes\n", indent + 2, "", (unsigned long long)n,
               (unsigned)field(&s, "surface_pitch") + 1);
    }
    uint8_t byte;
    if (type != GEN_SURFTYPE_NULL && !peek(d, field(&s, "surface_base_address"), &byte, 1))
        printf("%*s(its memory is not in the capture)\n", indent + 2, "");
}

// `idd` is an interface descriptor, or a walker that has one within.
static void print_binding_table(struct decoder *d, const struct packet *idd, int indent)
{
    uint64_t base = d->table_base ? d->table_base : d->surface_base;
    uint64_t table = base + field(idd, "binding_table_pointer");
    const struct gen_desc *state = gen_desc_for(&gen_cmd_table[GEN_CMD_RENDER_SURFACE_STATE], d->target->isa);
    uint32_t unit = 4u * state->length; // of a surface state's offset
    for (uint32_t i = 0; i < field(idd, "binding_table_entry_count"); i++) {
        uint32_t entry;
        if (!peek(d, table + 4 * i, &entry, 4)) {
            problem(d, indent, "binding table is not mapped", table + 4 * i);
            return;
        }
        printf("%*sbinding %u: surface state offset 0x%x\n", indent, "", i, entry);
        print_surface(d, d->surface_base + (entry & ~(unit - 1)), indent + 2);
    }
}

static void print_samplers(struct decoder *d, const struct packet *idd, int indent)
{
    for (uint32_t i = 0; i < field(idd, "sampler_count") * 4 && i < 16; i++) {
        uint32_t dw[gen_SAMPLER_STATE_LENGTH], color[gen_SAMPLER_BORDER_COLOR_STATE_LENGTH];
        uint64_t address = d->dynamic_base + field(idd, "sampler_state_pointer") + i * sizeof(dw);
        if (!peek(d, address, dw, sizeof(dw)))
            return; // the count is rounded up to 4
        printf("%*ssampler %u\n", indent, "", i);
        print_packet(d, GEN_CMD_SAMPLER_STATE, address, dw, gen_SAMPLER_STATE_LENGTH, indent + 2);
        struct packet s = packet_of(d, GEN_CMD_SAMPLER_STATE, dw, gen_SAMPLER_STATE_LENGTH);
        uint64_t border = field(&s, "border_color_pointer");
        address = d->dynamic_base + border;
        if (border && peek(d, address, color, sizeof(color)))
            print_packet(d, GEN_CMD_SAMPLER_BORDER_COLOR_STATE, address, color,
                         gen_SAMPLER_BORDER_COLOR_STATE_LENGTH, indent + 4);
    }
}

static void print_data(struct decoder *d, const char *what, uint64_t address, uint64_t size, int indent)
{
    if (!size)
        return;
    printf("%*s%s @ 0x%012llx, %llu bytes\n", indent, "", what, (unsigned long long)address,
           (unsigned long long)size);
    hex_dump(d, address, size, indent + 2);
}

// What a walker uses, by its interface descriptor.
static void print_dispatch(struct decoder *d, const struct packet *walker, const struct packet *idd,
                           int indent)
{
    print_data(d, "CURBE", d->dynamic_base + d->curbe, d->curbe_size, indent);
    print_data(d, "indirect data", d->indirect_base + field(walker, "indirect_data_start_address"),
               field(walker, "indirect_data_length"), indent);
    print_binding_table(d, idd, indent);
    print_samplers(d, idd, indent);
    if (d->kernels)
        print_kernel(d, d->instruction_base + field(idd, "kernel_start_pointer"), indent);
}

static void print_walker_state(struct decoder *d, const struct packet *walker, int indent)
{
    uint64_t descriptor = field(walker, "interface_descriptor_offset");
    uint32_t dw[gen_INTERFACE_DESCRIPTOR_DATA_LENGTH];
    uint64_t address = d->dynamic_base + d->descriptors + descriptor * sizeof(dw);
    if ((descriptor + 1) * sizeof(dw) > d->descriptors_size)
        problem(d, indent, "walker uses an interface descriptor that is not loaded", address);
    if (!peek(d, address, dw, sizeof(dw))) {
        problem(d, indent, "interface descriptor is not mapped", address);
        return;
    }
    print_packet(d, GEN_CMD_INTERFACE_DESCRIPTOR_DATA, address, dw, gen_INTERFACE_DESCRIPTOR_DATA_LENGTH,
                 indent);
    struct packet idd =
        packet_of(d, GEN_CMD_INTERFACE_DESCRIPTOR_DATA, dw, gen_INTERFACE_DESCRIPTOR_DATA_LENGTH);
    print_dispatch(d, walker, &idd, indent);
}

// ---- batches

static void set_bases(struct decoder *d, const struct packet *p)
{
    const struct {
        const char *enable, *name;
        uint64_t *base;
    } bases[] = {
        {"surface_state_base_address_modify_enable", "surface_state_base_address", &d->surface_base},
        {"dynamic_state_base_address_modify_enable", "dynamic_state_base_address", &d->dynamic_base},
        {"instruction_base_address_modify_enable", "instruction_base_address", &d->instruction_base},
        {"indirect_object_base_address_modify_enable", "indirect_object_base_address", &d->indirect_base},
    };
    for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++)
        if (field(p, bases[i].enable))
            *bases[i].base = field(p, bases[i].name);
}

static void track_state(struct decoder *d, enum gen_cmd_id id, const struct packet *p, int indent)
{
    switch (id) {
    case GEN_CMD_STATE_BASE_ADDRESS:
        set_bases(d, p);
        break;
    case GEN_CMD_3DSTATE_BINDING_TABLE_POOL_ALLOC:
        if (kiln_target_has_binding_table_pool(d->target))
            d->table_base = field(p, "binding_table_pool_base_address");
        break;
    case GEN_CMD_MEDIA_CURBE_LOAD:
        d->curbe = field(p, "curbe_data_start_address");
        d->curbe_size = field(p, "curbe_total_data_length");
        break;
    case GEN_CMD_MEDIA_INTERFACE_DESCRIPTOR_LOAD:
        d->descriptors = field(p, "interface_descriptor_data_start_address");
        d->descriptors_size = field(p, "interface_descriptor_total_length");
        break;
    case GEN_CMD_GPGPU_WALKER:
        print_walker_state(d, p, indent + 4);
        break;
    case GEN_CMD_COMPUTE_WALKER:
        print_dispatch(d, p, p, indent + 4);
        break;
    default:
        break;
    }
}

// Walks a batch buffer. A first-level MI_BATCH_BUFFER_START jumps, unless that depends on a predicate: such
// jumps go forward, past commands that are to be seen. A second-level one calls.
static void walk(struct decoder *d, uint64_t at, int depth)
{
    int indent = depth * 2;
    while (d->commands++ < MAX_COMMANDS) {
        uint32_t dw[1026], length;
        const struct gen_desc *desc;
        size_t avail = gen_capture_peek(d->cap, at, dw, sizeof(dw)) / 4;
        if (!avail) {
            problem(d, indent, "batch runs into memory that is not mapped", at);
            return;
        }
        int found = gen_find_command(dw, avail, &desc, &length);
        if (found == GEN_UNKNOWN) {
            printf("%*s0x%012llx: 0x%08x\n", indent, "", (unsigned long long)at, dw[0]);
            problem(d, indent, "unknown command", at);
            return;
        }
        if (found == GEN_TRUNCATED) {
            problem(d, indent, "command runs into memory that is not mapped", at);
            return;
        }
        printf("%*s0x%012llx: ", indent, "", (unsigned long long)at);
        struct packet p = packet_of(d, desc->id, dw, length);
        gen_print(stdout, p.desc, dw, length, 0, d->all);
        track_state(d, desc->id, &p, indent);
        at += 4 * (uint64_t)length;
        if (desc->id == GEN_CMD_MI_BATCH_BUFFER_END)
            return;
        if (desc->id == GEN_CMD_MI_BATCH_BUFFER_START) {
            uint64_t start = field(&p, "batch_buffer_start_address");
            if (field(&p, "second_level_batch_buffer") == GEN_BATCH_LEVEL_FIRST)
                at = field(&p, "predication_enable") ? at : start;
            else if (depth < MAX_DEPTH)
                walk(d, start, depth + 1);
            else
                problem(d, indent, "batches are nested too deep", at);
        }
    }
    problem(d, indent, "too many commands; an endless loop?", at);
}

static void usage(FILE *out)
{
    fprintf(
        out,
        "usage: kiln-decode [-d DEVICE] [-a] [-n] FILE...\n"
        "Prints batch captures (KILN_DEBUG=capture=DIR) in words.\n"
        "  -d DEVICE  decode for this device (hsw, bdw, skl, icl, tgl, dg2 ...) instead of the capture's\n"
        "  -a         print also fields that are zero\n"
        "  -n         do not disassemble kernels\n");
}

static int decode_file(const char *path, const char *device, bool all, bool kernels)
{
    struct gen_capture cap;
    char err[256];
    if (gen_capture_load(&cap, path, err, sizeof(err)) != 0) {
        fprintf(stderr, "kiln-decode: %s: %s\n", path, err);
        return 1;
    }
    const struct kiln_target *target = kiln_target(device ? device : cap.device);
    const struct kiln_devinfo *info = target ? target->dev : NULL;
    if (!info) {
        char name[64];
        kiln_safe_text(name, sizeof(name), device ? device : cap.device, true);
        fprintf(stderr, "kiln-decode: %s: device '%s': %s\n", path, name,
                kiln_devinfo_refusal(device ? device : cap.device));
        gen_capture_finish(&cap);
        return 1;
    }
    uint64_t mapped = 0;
    for (size_t i = 0; i < cap.range_count; i++)
        mapped += cap.ranges[i].size;
    printf("capture %s: %s (%s), batch 0x%012llx, %llu bytes, %zu ranges, %llu bytes of memory\n", path,
           info->name, info->marketing_name, (unsigned long long)cap.batch_address,
           (unsigned long long)cap.batch_size, cap.range_count, (unsigned long long)mapped);
    struct decoder d = {.cap = &cap, .target = target, .all = all, .kernels = kernels};
    walk(&d, cap.batch_address, 0);
    if (d.problems)
        printf("%u problems\n", d.problems);
    free(d.printed);
    gen_capture_finish(&cap);
    return d.problems ? 1 : 0;
}

int main(int argc, char **argv)
{
    const char *device = NULL;
    bool all = false, kernels = true;
    static const struct option options[] = {{"device", required_argument, NULL, 'd'},
                                            {"all", no_argument, NULL, 'a'},
                                            {"no-kernels", no_argument, NULL, 'n'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    for (int c; (c = getopt_long(argc, argv, "d:anh", options, NULL)) != -1;) {
        if (c == 'h') {
            usage(stdout);
            return 0;
        }
        if (c == 'd')
            device = optarg;
        else if (c == 'a')
            all = true;
        else if (c == 'n')
            kernels = false;
        else
            return usage(stderr), 2;
    }
    if (optind == argc)
        return usage(stderr), 2;
    int ret = 0;
    for (; optind < argc; optind++) {
        int r = decode_file(argv[optind], device, all, kernels);
        ret = r > ret ? r : ret;
    }
    return ret;
}
