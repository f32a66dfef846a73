// Whole kernels from other compilers: the listing equals iga64's, the text assembles to the same bytes, and
// decoding, encoding and compacting again loses nothing.
#include "iga.h"
#include "kiln/isa.h"
#include "kt.h"

static const char *const names[] = {"ocl_saxpy",
                                    "ocl_red",
                                    "ocl_br",
                                    "ocl_img",
                                    "ocl_lng",
                                    "ocl_chr",
                                    "ocl_prv",
                                    "ocl_hlf",
                                    "forms",
                                    "anv_algo_big_registers",
                                    "anv_algo_mandelbrot",
                                    "anv_algo_reduce",
                                    "anv_algo_scan",
                                    "anv_fe_atomic_signed",
                                    "anv_fe_divergent_tree",
                                    "bdw_saxpy",
                                    "bdw_red",
                                    "bdw_br",
                                    "bdw_img",
                                    "bdw_lng",
                                    "bdw_chr",
                                    "bdw_prv",
                                    "bdw_hlf",
                                    "bdw_mth",
                                    "bdw_dbl",
                                    "icl_saxpy",
                                    "icl_red",
                                    "icl_br",
                                    "icl_img",
                                    "icl_lng",
                                    "icl_chr",
                                    "icl_prv",
                                    "icl_hlf",
                                    "icl_mth",
                                    "tgl_saxpy",
                                    "tgl_red",
                                    "tgl_br",
                                    "tgl_img",
                                    "tgl_lng",
                                    "tgl_chr",
                                    "tgl_prv",
                                    "tgl_hlf",
                                    "tgl_mth",
                                    "dg2_saxpy",
                                    "dg2_red",
                                    "dg2_br",
                                    "dg2_img",
                                    "dg2_lng",
                                    "dg2_chr",
                                    "dg2_prv",
                                    "dg2_hlf",
                                    "dg2_mth",
                                    "dg2_dpas",
                                    "dg2_anv_algo_big_registers",
                                    "dg2_anv_algo_mandelbrot",
                                    "dg2_anv_algo_reduce",
                                    "dg2_anv_algo_scan",
                                    "dg2_anv_fe_atomic_signed",
                                    "dg2_anv_fe_divergent_tree"};
static const char *current;

static uint8_t *load(const char *name, const char *ext, size_t *size)
{
    char path[512];
    snprintf(path, sizeof(path), "%s/%s.%s", ISA_DATA, name, ext);
    FILE *f = fopen(path, "rb");
    uint8_t *data = calloc(1, 1 << 20);
    *size = f && data ? fread(data, 1, (1 << 20) - 1, f) : 0;
    if (f)
        fclose(f);
    kt_ok(*size > 0, "cannot read %s", path);
    return data;
}

// Encodes and, if it was, compacts what was decoded. `as_text`: without what the text does not show, a bit of
// while that has no meaning.
static bool rewrite(struct eu_inst *inst, bool as_text, uint8_t out[16])
{
    if (as_text) {
        for (unsigned i = eu_op_is_branch(inst->op) ? 1 : eu_inst_num_srcs(inst); i < 3; i++)
            inst->src[i] = (struct eu_operand){0};
        if (inst->op == EU_OP_WHILE)
            inst->branch_ctrl = false;
        if (inst->op == EU_OP_SYNC) // ANV leaves what it set last
            inst->pred = EU_PRED_NONE, inst->exec_size = 1;
        if (inst->op == EU_OP_SEND || inst->op == EU_OP_SENDC) // Gen8: the region of a payload
            inst->src[0].vstride = inst->src[0].hstride = 0, inst->src[0].width = 1;
        if (eu_op_is_branch(inst->op) && inst->op != EU_OP_CALL && inst->op != EU_OP_CALLA)
            inst->dst = (struct eu_operand){0};
    }
    uint8_t native[16];
    struct eu_error err;
    if (!eu_encode(iga_platform.target, inst, native, &err))
        return kt_ok(false, "%s: encode: %s", current, err.text);
    if (inst->compacted)
        return kt_ok(eu_compact(iga_platform.target, native, out), "%s: compact", current);
    memcpy(out, native, 16);
    return true;
}

// ANV sets types of the operands that branches of Gen12.5 do not have, and not the destination's stride of
// sync, as Intel's compiler does. No text has them, and decoding forgets them.
static bool sets_unread(const struct eu_inst *inst)
{
    return strstr(current, "dg2_anv_") &&
           (inst->op == EU_OP_SYNC || inst->op == EU_OP_JMPI || eu_op_is_branch(inst->op));
}

static void check_kernel(void)
{
    size_t size, text_size, made = 0;
    uint8_t *code = load(current, "bin", &size), *text = load(current, "asm", &text_size), *bytes = NULL;
    struct eu_text ours = {0};
    struct eu_error err = {""};
    if (kt_ok(eu_disassemble(iga_platform.target, code, size, &ours, &err), "disassemble: %s", err.text))
        iga_compare_text((char *)text, ours.data);
    free(ours.data);
    kt_ok(eu_assemble(iga_platform.target, (char *)text, &bytes, &made, &err), "assemble: %s", err.text);
    kt_eq(made, size);
    unsigned len;
    for (size_t at = 0; at < size; at += len) {
        struct eu_inst inst;
        uint8_t again[16];
        len = eu_decode(iga_platform.target, code + at, size - at, &inst, &err);
        if (!kt_ok(len, "at %zu: %s", at, err.text))
            break;
        if (rewrite(&inst, false, again) && !sets_unread(&inst))
            kt_ok(!memcmp(again, code + at, len), "encode(decode) at %zu", at);
        if (rewrite(&inst, true, again) && made == size)
            kt_ok(!memcmp(again, bytes + at, len), "assembled bytes at %zu", at);
    }
    free(bytes);
    free(code);
    free(text);
}

// The first part of a name may be the device that the kernel is for.
static const char *platform_of(const char *name)
{
    static const char *const devices[][2] = {
        {"bdw_", "8"}, {"icl_", "11"}, {"tgl_", "12p1"}, {"dg2_", "12p71"}};
    for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++)
        if (!strncmp(name, devices[i][0], 4))
            return devices[i][1];
    return "9";
}

int main(void)
{
    unsigned bad = 0;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        iga_choose(platform_of(names[i]));
        current = names[i];
        bad += !kt_case_run(current, check_kernel);
    }
    printf("1..%u\n", kt_number);
    return bad != 0;
}
