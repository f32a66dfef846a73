// kiln-decode on captures made here: the words it prints, and how it takes broken ones. argv[1] is the
// program.
#include "cmd/gen_capture.h"
#include "cmd/gen_pack.h"
#include "kiln/isa.h"

#include "kt.h"

#include <sys/wait.h>
#include <unistd.h>

static const char *program;
static char path[64];

#define BATCH UINT64_C(0x200000000)
#define SECOND UINT64_C(0x200010000)
#define SURFACE UINT64_C(0x40000000)
#define DYNAMIC UINT64_C(0x80000000)
#define KERNEL UINT64_C(0xc0000000)

static uint32_t batch[256], second[64], surface[256], dynamic[256];
static unsigned at;

#define EMIT(name, ...)                                                                                      \
    (gen_##name##_pack(batch + at, &(struct gen_##name){__VA_ARGS__}), at += gen_##name##_LENGTH)

static char *run(int *status)
{
    char command[256], *out = NULL;
    size_t size;
    snprintf(command, sizeof(command), "%s %s 2>&1", program, path);
    FILE *mem = open_memstream(&out, &size), *p = popen(command, "r");
    for (int c; p && (c = fgetc(p)) != EOF;)
        fputc(c, mem);
    *status = p ? WEXITSTATUS(pclose(p)) : -1;
    fclose(mem);
    return out;
}

static void has(const char *text, const char *what)
{
    kt_ok(strstr(text, what) != NULL, "the text lacks \"%s\"", what);
}

static void build(void)
{
    at = 0;
    memset(batch, 0, sizeof(batch));
    EMIT(PIPELINE_SELECT, .pipeline_selection = GEN_PIPELINE_GPGPU, .mask_bits = 3);
    EMIT(STATE_BASE_ADDRESS, .surface_state_base_address = SURFACE,
         .surface_state_base_address_modify_enable = true, .dynamic_state_base_address = DYNAMIC,
         .dynamic_state_base_address_modify_enable = true, .instruction_base_address = KERNEL,
         .instruction_base_address_modify_enable = true);
    EMIT(MI_BATCH_BUFFER_START, .batch_buffer_start_address = SECOND,
         .second_level_batch_buffer = GEN_BATCH_LEVEL_SECOND, .address_space_indicator = GEN_ASI_PPGTT);
    EMIT(MEDIA_CURBE_LOAD, .curbe_total_data_length = 64, .curbe_data_start_address = 256);
    EMIT(MEDIA_INTERFACE_DESCRIPTOR_LOAD, .interface_descriptor_total_length = 32,
         .interface_descriptor_data_start_address = 64);
    EMIT(GPGPU_WALKER, .simd_size = GEN_SIMD_SIZE_8, .thread_group_id_x_dimension = 5,
         .right_execution_mask = 0xff);
    // What a predicate jumps over is shown.
    EMIT(MI_BATCH_BUFFER_START, .batch_buffer_start_address = SECOND + 16, .predication_enable = true,
         .address_space_indicator = GEN_ASI_PPGTT);
    EMIT(GPGPU_WALKER, .simd_size = GEN_SIMD_SIZE_8, .thread_group_id_x_dimension = 6,
         .right_execution_mask = 0xff);
    EMIT(MI_BATCH_BUFFER_END);
    gen_MI_STORE_DATA_IMM_pack(second,
                               &(struct gen_MI_STORE_DATA_IMM){.address = 0x1234000, .immediate_data = 77});
    gen_MI_BATCH_BUFFER_END_pack(second + 4, &(struct gen_MI_BATCH_BUFFER_END){});
    gen_INTERFACE_DESCRIPTOR_DATA_pack(
        dynamic + 16, &(struct gen_INTERFACE_DESCRIPTOR_DATA){.kernel_start_pointer = 64,
                                                              .binding_table_pointer = 32,
                                                              .binding_table_entry_count = 1});
    dynamic[64] = 0xc0ffee00;
    surface[8] = 128;
    gen_RENDER_SURFACE_STATE_pack(surface + 32,
                                  &(struct gen_RENDER_SURFACE_STATE){.surface_type = GEN_SURFTYPE_BUFFER,
                                                                     .surface_format = GEN_FORMAT_RAW,
                                                                     .width = 0x7f,
                                                                     .height = 7,
                                                                     .surface_base_address = 0x300000000});
}

static void write_capture_of(const char *device, const uint8_t *code, size_t code_size)
{
    struct gen_capture_writer w;
    kt_eq(gen_capture_begin(&w, path, device, BATCH, at * 4), 0);
    gen_capture_range(&w, BATCH, batch, sizeof(batch));
    gen_capture_range(&w, SECOND, second, sizeof(second));
    gen_capture_range(&w, SURFACE, surface, sizeof(surface));
    gen_capture_range(&w, DYNAMIC, dynamic, sizeof(dynamic));
    if (code_size)
        gen_capture_range(&w, KERNEL + 64, code, code_size);
    kt_eq(gen_capture_end(&w), 0);
}

static void write_capture(const uint8_t *code, size_t code_size)
{
    write_capture_of("skl", code, code_size);
}

KT_TEST(words)
{
    uint8_t *code = NULL;
    size_t size = 0;
    struct eu_error err;
    kt_ok(eu_assemble(kiln_target("skl"),
                      "mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\nsend (8|M0) null r127 0x27 0x02000010 {EOT}\n",
                      &code, &size, &err),
          "%s", err.text);
    build();
    write_capture(code, size);
    int status;
    char *text = run(&status);
    kt_eq(status, 0);
    has(text, "capture ");
    has(text, "skl (Intel(R) HD Graphics 530)");
    has(text, "0x000200000000: PIPELINE_SELECT");
    has(text, "surface_state_base_address: 0x000040000000");
    has(text, "  0x000200010000: MI_STORE_DATA_IMM");
    has(text, "immediate_data: 77 (0x4d)");
    has(text, "thread_group_id_x_dimension: 5");
    has(text, "CURBE @ 0x000080000100, 64 bytes");
    has(text, "0000: c0ffee00 00000000");
    has(text, "binding 0: surface state offset 0x80");
    has(text, "surface_type: BUFFER (4)");
    has(text, "surface_format: RAW (511)");
    has(text, "= 1024 elements of 1 bytes");
    has(text, "(its memory is not in the capture)");
    has(text, "kernel @ 0x0000c0000040\n");
    has(text, "kernel @ 0x0000c0000040 (above)\n");
    has(text, "r127.0<1>:ud");
    has(text, "{EOT}");
    free(text);
    free(code);
}

// A batch of another generation, with a kernel that ends at once: the state is found by that generation's
// layouts.
static char *decode_of(const char *device, const char *kernel)
{
    uint8_t *code = NULL;
    size_t size = 0;
    struct eu_error err;
    int status;
    kt_ok(eu_assemble(kiln_target(device), kernel, &code, &size, &err), "%s: %s", device, err.text);
    EMIT(MI_BATCH_BUFFER_END);
    dynamic[64] = 0xc0ffee00;
    surface[8] = 128;
    write_capture_of(device, code, size);
    free(code);
    char *text = run(&status);
    kt_ok(status == 0, "%s: status %d", device, status);
    has(text, "binding 0: surface state offset 0x80");
    has(text, "surface_type: BUFFER (4)");
    has(text, "= 1024 elements of 1 bytes");
    has(text, "kernel @ 0x0000c0000040\n");
    has(text, "EOT");
    return text;
}

static void clear_all(void)
{
    at = 0;
    memset(batch, 0, sizeof(batch));
    memset(surface, 0, sizeof(surface));
    memset(dynamic, 0, sizeof(dynamic));
}

KT_TEST(haswell)
{
    clear_all();
    EMIT(STATE_BASE_ADDRESS_GEN75, .surface_state_base_address = (uint32_t)SURFACE,
         .surface_state_base_address_modify_enable = true, .dynamic_state_base_address = (uint32_t)DYNAMIC,
         .dynamic_state_base_address_modify_enable = true, .instruction_base_address = (uint32_t)KERNEL,
         .instruction_base_address_modify_enable = true);
    EMIT(MEDIA_CURBE_LOAD, .curbe_total_data_length = 64, .curbe_data_start_address = 256);
    EMIT(MEDIA_INTERFACE_DESCRIPTOR_LOAD, .interface_descriptor_total_length = 32,
         .interface_descriptor_data_start_address = 64);
    EMIT(GPGPU_WALKER_GEN75, .thread_group_id_x_dimension = 5, .right_execution_mask = 0xff);
    gen_INTERFACE_DESCRIPTOR_DATA_GEN75_pack(
        dynamic + 16, &(struct gen_INTERFACE_DESCRIPTOR_DATA_GEN75){.kernel_start_pointer = 64,
                                                                    .binding_table_pointer = 32,
                                                                    .binding_table_entry_count = 1});
    gen_RENDER_SURFACE_STATE_GEN75_pack(
        surface + 32, &(struct gen_RENDER_SURFACE_STATE_GEN75){.surface_type = GEN_SURFTYPE_BUFFER,
                                                               .surface_format = GEN_FORMAT_RAW,
                                                               .width = 0x7f,
                                                               .height = 7,
                                                               .surface_base_address = 0x30000000});
    char *text = decode_of("hsw", "send (8|M0) null:ud r127 0x27 0x02000010 {EOT}\n");
    has(text, "CURBE @ 0x000080000100, 64 bytes");
    has(text, "thread_group_id_x_dimension: 5");
    free(text);
}

KT_TEST(arc)
{
    clear_all();
    EMIT(STATE_BASE_ADDRESS_GEN125, .surface_state_base_address = SURFACE,
         .surface_state_base_address_modify_enable = true, .dynamic_state_base_address = DYNAMIC,
         .dynamic_state_base_address_modify_enable = true, .instruction_base_address = KERNEL,
         .instruction_base_address_modify_enable = true, .indirect_object_base_address = DYNAMIC,
         .indirect_object_base_address_modify_enable = true);
    EMIT(3DSTATE_BINDING_TABLE_POOL_ALLOC_GEN125, .binding_table_pool_base_address = SURFACE,
         .binding_table_pool_buffer_size = 1);
    EMIT(CFE_STATE, .maximum_number_of_threads = 512);
    EMIT(COMPUTE_WALKER, .thread_group_id_x_dimension = 5, .execution_mask = 0xffff,
         .indirect_data_length = 64, .indirect_data_start_address = 256, .kernel_start_pointer = 64,
         .binding_table_pointer = 32, .binding_table_entry_count = 1, .inline_data_1 = 77);
    gen_RENDER_SURFACE_STATE_GEN125_pack(
        surface + 32, &(struct gen_RENDER_SURFACE_STATE_GEN125){.surface_type = GEN_SURFTYPE_BUFFER,
                                                                .surface_format = GEN_FORMAT_RAW,
                                                                .width = 0x7f,
                                                                .height = 7,
                                                                .surface_base_address = 0x300000000});
    char *text = decode_of("dg2", "send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT}\n");
    has(text, "COMPUTE_WALKER");
    has(text, "maximum_number_of_threads: 512");
    has(text, "indirect data @ 0x000080000100, 64 bytes");
    has(text, "0000: c0ffee00 00000000");
    has(text, "inline_data_1: 77");
    free(text);
}

static void broken(const char *what)
{
    int status;
    write_capture(NULL, 0);
    char *text = run(&status);
    kt_eq(status, 1);
    has(text, what);
    free(text);
}

KT_TEST(broken_captures)
{
    build();
    broken("!! kernel is not mapped: 0x0000c0000040");
    batch[1] = 0x5a5a5a5a;
    broken("!! unknown command: 0x000200000004");
    batch[0] = 0x18800101, batch[1] = (uint32_t)BATCH, batch[2] = BATCH >> 32; // jumps to itself
    broken("!! too many commands");
    batch[0] |= 1 << 22; // calls itself
    broken("!! batches are nested too deep");
    batch[1] = 0x1000, batch[0] = 0x18800101;
    broken("!! batch runs into memory that is not mapped: 0x000200001000");
    FILE *f = fopen(path, "w");
    fputs("KILNCAP1", f);
    fclose(f);
    int status;
    char *text = run(&status);
    kt_eq(status, 1);
    has(text, "not a capture");
    free(text);
}

int main(int argc, char **argv)
{
    program = argc > 1 ? argv[1] : "./kiln-decode";
    snprintf(path, sizeof(path), "/tmp/kiln-decode-%d.cap", (int)getpid());
    int ret = kt_main(argc - (argc > 1), argv + (argc > 1));
    unlink(path);
    return ret;
}
