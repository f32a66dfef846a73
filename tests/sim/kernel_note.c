// Notes around kernels: what the driver writes is what the simulator finds through the page tables, and
// damage of any kind is no note.
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/gem/vm.h"
#include "sim/thread/kernel_note.h"

#include "kt.h"

enum { CODE = 112, BODY_AT = 240, KERNEL_AT = 0x10fc0 }; // the body crosses a page's end

static const struct kiln_note_line lines[] = {{16, 1, 7, 0}, {32, 0, 9, 0}, {64, 0, 9, 1}, {80, 0, 0, 0}};
static const struct kiln_note_binding bindings[] = {{0, 2, 1, 3}, {2, 1, KILN_NOTE_PUSH_CONSTANTS, 0}};
static const char *const files[] = {"dir/a.comp", "b.glsl"};
static const char *const binding_names[] = {"particles", ""};
static const struct kiln_note_shared shared[] = {{0, 32}, {32, 960}, {32, 4}};
static const char *const shared_names[] = {"heads", "tiles", "over"};
static const struct kiln_note example = {
    .code_size = CODE,
    .local_size = {8, 4, 2},
    .simd = 16,
    .slm_size = 1000,
    .name = "main",
    .lines = lines,
    .line_count = 4,
    .files = files,
    .file_count = 2,
    .bindings = bindings,
    .binding_names = binding_names,
    .binding_count = 2,
    .shared = shared,
    .shared_names = shared_names,
    .shared_count = 3,
};

static void expect_example(const struct kiln_note *n)
{
    const char *file = "";
    uint32_t line = 0;
    if (!kt_ok(n, "no note"))
        return;
    kt_eq(n->code_size, CODE);
    kt_eq(n->local_size[0], 8);
    kt_eq(n->local_size[1], 4);
    kt_eq(n->local_size[2], 2);
    kt_eq(n->simd, 16);
    kt_eq(n->slm_size, 1000);
    kt_streq(n->name, "main");
    kt_eq(n->binding_count, 2);
    kt_eq(n->bindings[0].set, 1);
    kt_eq(n->bindings[1].bti, 2);
    kt_streq(n->binding_names[0], "particles");
    kt_streq(n->binding_names[1], "");
    kt_streq(kiln_note_find_shared(n, 31), "heads");
    kt_streq(kiln_note_find_shared(n, 32), "tiles"); // the first of several
    kt_streq(kiln_note_find_shared(n, 991), "tiles");
    kt_ok(!kiln_note_find_shared(n, 992) && !kiln_note_find_shared(n, UINT64_MAX), "beyond all variables");
    kt_ok(!kiln_note_find_line(n, 0, &file, &line), "a line before the first");
    kt_ok(!kiln_note_find_line(n, 80, &file, &line), "a line where there is none");
    kt_ok(!kiln_note_is_atomic(n, 63) && kiln_note_is_atomic(n, 64) && !kiln_note_is_atomic(n, 80),
          "atomic messages");
    static const uint32_t at[] = {16, 31, 32, 79}, want[] = {7, 7, 9, 9};
    for (unsigned i = 0; i < 4; i++) {
        kt_ok(kiln_note_find_line(n, at[i], &file, &line), "no line at %u", at[i]);
        kt_eq(line, want[i]);
        kt_streq(file, want[i] == 7 ? "b.glsl" : "dir/a.comp");
    }
}

KT_TEST(through_page_tables)
{
    struct sim_config config = sim_config_read();
    config.threads = 1;
    config.memory_bytes = 64 << 20;
    struct sim_device *dev = sim_device_create(&config);
    if (!kt_ok(dev, "sim_device_create"))
        return;
    sim_lock();
    struct sim_vm *vm = sim_vm_create(dev, SIM_SCRATCH_I915);
    struct sim_vma *vma;
    int err;
    struct sim_bo *bo = sim_bo_create(dev, 8192, &err);
    kt_eq(sim_vm_bind(vm, bo, 0x10000, 8192, &vma), 0);
    uint8_t *map = bo->map, *kernel = map + (KERNEL_AT - 0x10000);
    kt_ok(!sim_kernel_note_find(&vm->pages, KERNEL_AT), "a note in empty memory");
    kt_ok(!sim_kernel_note_find(&vm->pages, 0x10000), "a note in unmapped memory");
    kiln_note_write(&example, BODY_AT, kernel - KILN_NOTE_HEADER, kernel + BODY_AT);
    struct kiln_note *n = sim_kernel_note_find(&vm->pages, KERNEL_AT);
    expect_example(n);
    free(n);
    kt_ok(!sim_kernel_note_find(&vm->pages, KERNEL_AT + 64), "a note of another kernel");
    // A header that promises a body behind the mapped end.
    kiln_note_write(&example, 8192, kernel - KILN_NOTE_HEADER, kernel + BODY_AT);
    kt_ok(!sim_kernel_note_find(&vm->pages, KERNEL_AT), "a note whose body is not mapped");
    sim_vm_unref(vm);
    sim_bo_unref(bo);
    sim_unlock();
    sim_device_destroy(dev);
}

// Each byte of the note, and each of its counts with a fitting checksum, changed: no note, or one whose
// numbers stay within it.
KT_TEST(damage)
{
    uint32_t size = kiln_note_body_size(&example);
    uint8_t header[KILN_NOTE_HEADER], *body = malloc(size);
    unsigned refused = 0;
    for (unsigned at = 0; at < KILN_NOTE_HEADER + size; at++) {
        kiln_note_write(&example, BODY_AT, header, body);
        uint8_t *p = at < KILN_NOTE_HEADER ? header + at : body + (at - KILN_NOTE_HEADER);
        *p ^= 0x81;
        uint32_t body_at, body_size;
        struct kiln_note *n = NULL;
        if (kiln_note_parse_header(header, &body_at, &body_size) && body_size <= size)
            n = kiln_note_parse(header, body);
        refused += !n;
        if (at >= KILN_NOTE_HEADER)
            kt_ok(!n, "body byte %u changed, and it is still a note", at - KILN_NOTE_HEADER);
        free(n);
    }
    kt_ok(refused > size, "%u refused", refused);
    free(body);
}

KT_TEST(titles)
{
    static const struct {
        const char *given, *title, *label;
    } rows[] = {
        {"blur", "blur", "blur (main)"},
        {"", "", "main"},
        {"a\nb\x7f", "a?b?", "a?b? (main)"},
        // 64 bytes: cut before the character of two bytes that would be cut in two.
        {"12345678901234567890123456789012345678901234567890123456789012\xc3\xa9",
         "12345678901234567890123456789012345678901234567890123456789012",
         "12345678901234567890123456789012345678901234567890123456789012 (main)"},
    };
    uint32_t size = kiln_note_body_size(&example);
    uint8_t header[KILN_NOTE_HEADER], *body = malloc(size);
    kiln_note_write(&example, BODY_AT, header, body);
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        kiln_note_set_title(header, rows[i].given);
        struct kiln_note *n = kiln_note_parse(header, body);
        if (kt_ok(n, "no note")) {
            kt_streq(n->title, rows[i].title);
            kt_streq(n->label, rows[i].label);
            expect_example(n);
        }
        free(n);
    }
    memset(header + KILN_NOTE_HEADER - KILN_NOTE_TITLE, 'x', KILN_NOTE_TITLE); // no end: others wrote it
    struct kiln_note *n = kiln_note_parse(header, body);
    kt_ok(n && strlen(n->title) == KILN_NOTE_TITLE - 1, "a title without an end");
    free(n);
    free(body);
}

// FNV-1a, as the format says: a liar knows it too.
static uint32_t checksum(const uint8_t *p, uint32_t size)
{
    uint32_t h = 2166136261u;
    for (uint32_t i = 0; i < size; i++)
        h = (h ^ p[i]) * 16777619u;
    return h;
}

KT_TEST(lies)
{
    uint32_t size = kiln_note_body_size(&example), seed = 1;
    uint8_t header[KILN_NOTE_HEADER], *body = malloc(size);
    for (unsigned round = 0; round < 20000; round++) {
        kiln_note_write(&example, BODY_AT, header, body);
        for (unsigned k = 0; k < 1 + round % 3; k++) {
            seed = seed * 1664525 + 1013904223;
            body[(seed >> 8) % size] = (uint8_t)(seed >> 24);
        }
        uint32_t sum = checksum(body, size);
        memcpy(header + 44, &sum, 4);
        struct kiln_note *n = kiln_note_parse(header, body);
        const char *file;
        uint32_t line;
        size_t length = n ? strlen(n->name) : 0; // all that a note points to can be read
        for (uint32_t i = 0; n && i < n->file_count; i++)
            length += strlen(n->files[i]);
        for (uint32_t i = 0; n && i < CODE; i += 8)
            length += kiln_note_find_line(n, i, &file, &line) ? strlen(file) : 0;
        if (length > 100 * size)
            kt_ok(false, "strings of %zu bytes", length);
        free(n);
    }
    kiln_note_write(&example, BODY_AT, header, body);
    uint32_t sum = checksum(body, size), is;
    memcpy(&is, header + 44, 4);
    kt_eq(is, sum);
    free(body);
}

KT_MAIN()
