// Kernels as blobs: the round trip keeps everything, and no damaged blob is taken.
#include "compiler/kernel/kernel.h"
#include "kt.h"

static struct kiln_kernel *sample(void)
{
    struct kiln_kernel *k = calloc(1, sizeof(*k));
    k->info = (struct kiln_kernel_info){.device = "skl",
                                        .simd = 16,
                                        .local_size = {33, 2, 1},
                                        .threads_per_group = 5,
                                        .cross_thread_regs = 2,
                                        .per_thread_regs = 1,
                                        .push_offset = 0,
                                        .push_size = 20,
                                        .push_bti = KILN_NO_OFFSET,
                                        .const_bti = 4,
                                        .const_offset = 64,
                                        .const_size = 0,
                                        .num_workgroups_offset = 20,
                                        .handle_offset = 32,
                                        .handle_count = 1,
                                        .far_handle_count = 2,
                                        .far_handle_bti = 3,
                                        .slm_size = 4096,
                                        .scratch_size = 2048,
                                        .uses_barrier = true,
                                        .uses_atomics = true,
                                        .binding_count = 3,
                                        .bti_count = 5,
                                        .instructions = 100,
                                        .sends = 9,
                                        .loops = 3,
                                        .spills = 2,
                                        .fills = 4,
                                        .grf_used = 99,
                                        .cycles = 1234,
                                        .max_live_regs = 77,
                                        .registers = 128};
    k->bindings = calloc(4, sizeof(*k->bindings));
    k->bindings[0] = (struct kiln_binding){0, 3, 1, 0, KILN_NO_OFFSET, KILN_RESOURCE_UNIFORM_BUFFER, false};
    k->bindings[1] = (struct kiln_binding){2, 1, 4, 1, KILN_NO_OFFSET, KILN_RESOURCE_STORAGE_BUFFER, true};
    k->bindings[2] = (struct kiln_binding){1, 7, 0, KILN_NO_OFFSET, 2, KILN_RESOURCE_STORAGE_BUFFER, true};
    k->binding_names = calloc(4, sizeof(*k->binding_names));
    for (unsigned n = 0; n < 3; n++)
        k->binding_names[n] = strdup(n == 1 ? "cells" : "");
    k->shared = calloc(2, sizeof(*k->shared));
    k->shared[0] = (struct kiln_shared_variable){0, 64, strdup("tiles")};
    k->shared[1] = (struct kiln_shared_variable){64, 4, strdup("total")};
    k->shared_count = 2;
    k->files = calloc(2, sizeof(*k->files));
    k->files[0] = strdup("a.comp");
    k->files[1] = strdup("lib/b.glsl");
    k->file_count = 2;
    k->lines = calloc(3, sizeof(*k->lines));
    k->lines[0] = (struct kiln_line){0, 1, 77, true};
    k->lines[1] = (struct kiln_line){16, 0, 0};
    k->lines[2] = (struct kiln_line){24, 0, 4};
    k->line_count = 3;
    k->code_size = 64;
    k->code = malloc(64);
    for (unsigned n = 0; n < 64; n++)
        ((uint8_t *)k->code)[n] = (uint8_t)(n * 7);
    return k;
}

KT_TEST(round_trip)
{
    struct kiln_kernel *k = sample(), *back;
    void *blob;
    size_t size, code_size;
    kt_eq(kiln_kernel_serialize(k, &blob, &size), KILN_OK);
    kt_eq(kiln_kernel_deserialize(blob, size, &back), KILN_OK);
    if (back) {
        const struct kiln_kernel_info *a = kiln_kernel_get_info(k), *b = kiln_kernel_get_info(back);
        kt_streq(b->device, a->device);
        kt_eq(b->simd, a->simd);
        kt_ok(!memcmp(a->local_size, b->local_size, sizeof(a->local_size)), "local size");
        kt_eq(b->threads_per_group, a->threads_per_group);
        kt_eq(b->cross_thread_regs, a->cross_thread_regs);
        kt_eq(b->per_thread_regs, a->per_thread_regs);
        kt_eq(b->push_size, a->push_size);
        kt_eq(b->push_bti, a->push_bti);
        kt_eq(b->const_bti, 4);
        kt_eq(b->far_handle_count, 2);
        kt_eq(b->far_handle_bti, 3);
        kt_eq(b->const_offset, 64);
        kt_eq(b->num_workgroups_offset, a->num_workgroups_offset);
        kt_eq(b->slm_size, a->slm_size);
        kt_eq(b->scratch_size, a->scratch_size);
        kt_eq(b->uses_barrier, 1);
        kt_eq(b->uses_atomics, 1);
        kt_eq(b->uses_a64, 0);
        kt_eq(b->bti_count, a->bti_count);
        kt_eq(b->instructions, a->instructions);
        kt_eq(b->cycles, a->cycles);
        kt_eq(b->max_live_regs, a->max_live_regs);
        kt_eq(b->registers, a->registers);
        const struct kiln_binding *v = kiln_kernel_get_bindings(back);
        kt_eq(v[1].set, 2);
        kt_eq(v[1].binding, 1);
        kt_eq(v[1].count, 4);
        kt_eq(v[1].bti, 1);
        kt_eq(v[1].resource, KILN_RESOURCE_STORAGE_BUFFER);
        kt_eq(v[1].written, 1);
        kt_eq(v[0].written, 0);
        kt_streq(kiln_kernel_get_binding_name(back, 0), "");
        kt_streq(kiln_kernel_get_binding_name(back, 1), "cells");
        kt_ok(!kiln_kernel_get_binding_name(back, 3), "a name of no binding");
        uint32_t variables;
        const struct kiln_shared_variable *s = kiln_kernel_get_shared(back, &variables);
        kt_eq(variables, 2);
        kt_eq(s[1].offset, 64);
        kt_eq(s[1].bytes, 4);
        kt_streq(s[0].name, "tiles");
        kt_ok(!kiln_kernel_get_shared(NULL, &variables) && !variables, "variables of no kernel");
        uint32_t lines;
        const struct kiln_line *l = kiln_kernel_get_lines(back, &lines);
        kt_eq(lines, 3);
        kt_eq(l[0].line, 77);
        kt_ok(l[0].atomic && !l[1].atomic, "which messages are atomic");
        kt_eq(l[2].offset, 24);
        kt_streq(kiln_kernel_get_file(back, l[0].file), "lib/b.glsl");
        kt_ok(!kiln_kernel_get_file(back, 2), "a file too many");
        const void *code = kiln_kernel_get_code(back, &code_size);
        kt_eq(code_size, 64);
        kt_ok(!memcmp(code, k->code, 64), "code differs");
    }
    kiln_kernel_destroy(back);
    kiln_kernel_destroy(k);
    free(blob);
}

// With one for small grids, a thread of which has half as many channels.
static struct kiln_kernel *pair(void)
{
    struct kiln_kernel *k = sample();
    k->small = sample();
    k->small->info.simd = 8;
    k->small->info.threads_per_group = 9;
    ((uint8_t *)k->small->code)[0] = 99;
    k->small_groups = 5;
    return k;
}

KT_TEST(small_round_trip)
{
    struct kiln_kernel *k = pair(), *back;
    void *blob;
    size_t size, code_size;
    uint32_t groups;
    kt_eq(kiln_kernel_serialize(k, &blob, &size), KILN_OK);
    kt_eq(kiln_kernel_deserialize(blob, size, &back), KILN_OK);
    const struct kiln_kernel *small = kiln_kernel_get_small(back, &groups);
    if (kt_ok(small != NULL, "it is gone")) {
        kt_eq(groups, 5);
        kt_eq(kiln_kernel_get_info(small)->size, sizeof(struct kiln_kernel_info));
        kt_eq(kiln_kernel_get_info(small)->simd, 8);
        kt_eq(kiln_kernel_get_info(back)->simd, 16);
        kt_streq(kiln_kernel_get_binding_name(small, 1), "cells");
        kt_ok(!memcmp(kiln_kernel_get_code(small, &code_size), k->small->code, 64), "code differs");
        kt_eq(code_size, 64);
        kt_ok(!kiln_kernel_get_small(small, &groups) && !groups, "it has one itself");
    }
    kiln_kernel_destroy(back);
    kiln_kernel_destroy(k);
    free(blob);
}

static bool taken(const void *blob, size_t size)
{
    struct kiln_kernel *k;
    enum kiln_result r = kiln_kernel_deserialize(blob, size, &k);
    kt_ok((r == KILN_OK) == (k != NULL) && (r == KILN_OK || r == KILN_ERROR_BAD_BLOB), "result %d", (int)r);
    kiln_kernel_destroy(k);
    return r == KILN_OK;
}

KT_TEST(damage)
{
    struct kiln_kernel *k = sample();
    uint8_t *blob, *copy;
    size_t size;
    kt_eq(kiln_kernel_serialize(k, (void **)&blob, &size), KILN_OK);
    for (size_t n = 0; n < size; n++) { // every byte, one bit; the last header word is reserved
        if (n >= 12 && n < 16)
            continue;
        blob[n] ^= (uint8_t)(1u << n % 8);
        kt_ok(!taken(blob, size), "byte %zu may be damaged", n);
        blob[n] ^= (uint8_t)(1u << n % 8);
    }
    for (size_t n = 0; n < size; n++) { // truncated, in a buffer of just that size
        copy = malloc(n + 1);
        memcpy(copy, blob, n);
        kt_ok(!taken(copy, n), "%zu bytes of %zu are taken", n, size);
        free(copy);
    }
    kt_ok(!taken(NULL, 0), "nothing is taken");
    kt_ok(taken(blob, size), "the blob itself is not taken");
    free(blob);
    kiln_kernel_destroy(k);
}

// The checksum is no protection against a forger: values are checked too.
KT_TEST(forged)
{
    static const struct {
        const char *what;
        size_t offset;
        uint32_t value;
    } rows[] = {
#define INFO(field) offsetof(struct kiln_kernel_info, field)
        {"simd", INFO(simd), 64},
        {"local size", INFO(local_size), 0},
        {"local size", INFO(local_size), 1025},
        {"threads", INFO(threads_per_group), 1},
        {"cross-thread registers", INFO(cross_thread_regs), 1000},
        {"per-thread registers", INFO(per_thread_regs), 2},
        {"push size", INFO(push_size), 65},
        {"group counts", INFO(num_workgroups_offset), 60},
        {"shared memory", INFO(slm_size), 1 << 20},
        {"scratch", INFO(scratch_size), 3000},
        {"scratch", INFO(scratch_size), 64 << 20},
        {"bindings", INFO(binding_count), 100000},
        {"binding table", INFO(bti_count), 2},
    };
    for (unsigned n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
        struct kiln_kernel *k = sample();
        void *blob;
        size_t size;
        memcpy((uint8_t *)&k->info + rows[n].offset, &rows[n].value, 4);
        if (k->info.binding_count > 3) { // a table of that size, so that writing it is no error of the test's
            free(k->bindings);
            k->bindings = calloc(k->info.binding_count, sizeof(*k->bindings));
            for (unsigned i = 0; i < 3; i++)
                free(k->binding_names[i]);
            free(k->binding_names);
            k->binding_names = calloc(k->info.binding_count, sizeof(*k->binding_names));
        }
        kt_eq(kiln_kernel_serialize(k, &blob, &size), KILN_OK);
        kt_ok(!taken(blob, size), "%s = %u is taken", rows[n].what, rows[n].value);
        free(blob);
        kiln_kernel_destroy(k);
    }
}

// What stands for another kernel has its interface.
KT_TEST(forged_small)
{
    static const char *const what[] = {"the pair itself", "as wide",          "another group",
                                       "other constants", "another binding",  "fewer bindings",
                                       "written or not",  "one of its own",   "group counts elsewhere",
                                       "another device",  "no limit but one", "a limit of nothing"};
    for (unsigned n = 0; n < sizeof(what) / sizeof(what[0]); n++) {
        struct kiln_kernel *k = pair(), *small = k->small;
        void *blob;
        size_t size;
        switch (n) {
        case 1:
            small->info.simd = 16;
            small->info.threads_per_group = 5;
            break;
        case 2:
            small->info.local_size[0] = 2;
            small->info.local_size[1] = 33;
            break;
        case 3:
            small->info.push_size = 16;
            break;
        case 4:
            small->bindings[0].binding = 4;
            break;
        case 5:
            small->info.binding_count--;
            small->bindings[2] = (struct kiln_binding){0};
            free(small->binding_names[2]);
            small->info.handle_count = 0;
            break;
        case 6:
            small->bindings[0].written = true;
            break;
        case 7:
            small->small = sample();
            small->small_groups = 1;
            small->small->info.simd = 8;
            small->small->info.threads_per_group = 9;
            break;
        case 8:
            small->info.num_workgroups_offset = KILN_NO_OFFSET;
            break;
        case 9:
            strcpy(small->info.device, "bdw");
            break;
        case 10:
            kiln_kernel_destroy(small);
            k->small = NULL;
            break;
        case 11:
            k->small_groups = 0;
            break;
        default:
            break;
        }
        kt_eq(kiln_kernel_serialize(k, &blob, &size), KILN_OK);
        kt_ok(taken(blob, size) == !n, "%s", what[n]);
        free(blob);
        kiln_kernel_destroy(k);
    }
}

KT_MAIN()
