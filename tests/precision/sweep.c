// Sweeps every instruction over special and random operands at every type, on the device, and checks each
// result against reference.c. Each instruction runs twice: with operands that differ between invocations, and
// with operands that are the same for a workgroup, which the compiler keeps in scalar registers. Then
// arithmetic in the execution modes of SPV_KHR_float_controls, and conversions with a rounding mode of their
// own.
//
// usage: sweep DRIVER [SUBSTRING]: only cases whose name contains it. KILN_TEST_ALL: many more random
// operands.
#define kDefaultMaxIdBound sweep_max_id_bound // the header defines a constant, once per C file
#include <spirv-tools/libspirv.h>

#include "common/vkc.h"
#include "kt.h"
#include "reference.h"

enum { COUNT = 2048, UNIFORM_COUNT = 256, LOCAL = 64 };

static struct vkc_device device;
static unsigned rounds = 1;
static struct vkc_buffer buffers[MAX_ARGS + 1]; // operands, result
static const struct modes *modes;               // of the shader
static const struct modes *expected;            // of the result, where it has its own
static const char *decoration;                  // of the result

// ---- shaders ----

struct text {
    char data[16384];
    size_t size;
};

static void put(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct text *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(t->data + t->size, sizeof(t->data) - t->size, fmt, ap);
    va_end(ap);
    t->size += (size_t)n;
    if (t->size >= sizeof(t->data))
        abort();
}

static void put_body(struct text *t, const char *body, const struct type *arg, const struct type *result)
{
    for (; *body; body++)
        if (*body == '$')
            put(t, "%s", *++body == 'A' ? arg->name : result->name);
        else
            put(t, "%c", *body);
}

static void put_modes(struct text *t)
{
    for (unsigned w = 16; w <= 64; w *= 2) {
        if (modes->rtz)
            put(t, "OpExecutionMode %%main RoundingModeRTZ %u\n", w);
        if (modes->preserve)
            put(t, "OpExecutionMode %%main DenormPreserve %u\n", w);
        if (modes->flush)
            put(t, "OpExecutionMode %%main DenormFlushToZero %u\n", w);
        put(t, "OpExecutionMode %%main SignedZeroInfNanPreserve %u\n", w);
    }
}

static void put_head(struct text *t, bool uniform)
{
    put(t, "OpCapability Shader\nOpCapability Int8\nOpCapability Int16\nOpCapability Int64\n"
           "OpCapability Float16\nOpCapability Float64\nOpCapability StorageBuffer16BitAccess\n"
           "OpCapability StorageBuffer8BitAccess\nOpCapability SignedZeroInfNanPreserve\nOpCapability "
           "DotProduct\n"
           "OpCapability DotProductInputAll\nOpCapability DotProductInput4x8BitPacked\n");
    if (modes->rtz)
        put(t, "OpCapability RoundingModeRTZ\n");
    if (modes->preserve)
        put(t, "OpCapability DenormPreserve\n");
    if (modes->flush)
        put(t, "OpCapability DenormFlushToZero\n");
    put(t,
        "OpExtension \"SPV_KHR_16bit_storage\"\nOpExtension \"SPV_KHR_8bit_storage\"\n"
        "OpExtension \"SPV_KHR_integer_dot_product\"\nOpExtension \"SPV_KHR_float_controls\"\nOpExtension "
        "\"SPV_KHR_storage_buffer_storage_class\"\n"
        "%%glsl = OpExtInstImport \"GLSL.std.450\"\nOpMemoryModel Logical GLSL450\n"
        "OpEntryPoint GLCompute %%main \"main\" %%id\nOpExecutionMode %%main LocalSize %u 1 1\n",
        uniform ? 1 : LOCAL);
    put_modes(t);
    put(t, "OpDecorate %%id BuiltIn %s\n", uniform ? "WorkgroupId" : "GlobalInvocationId");
}

static void put_types(struct text *t)
{
    put(t, "%%void = OpTypeVoid\n%%fn = OpTypeFunction %%void\n%%bool = OpTypeBool\n"
           "%%u8 = OpTypeInt 8 0\n%%u16 = OpTypeInt 16 0\n%%u32 = OpTypeInt 32 0\n%%u64 = OpTypeInt 64 0\n"
           "%%f16 = OpTypeFloat 16\n%%f32 = OpTypeFloat 32\n%%f64 = OpTypeFloat 64\n"
           "%%0 = OpConstant %%u32 0\n%%1 = OpConstant %%u32 1\n");
    for (unsigned k = 0; k < TYPE_COUNT; k++) {
        const char *n = types[k].name;
        put(t, "%%pair_%s = OpTypeStruct %%%s %%%s\n", n, n, n);
        for (unsigned size = 2; size <= 4; size++)
            put(t, "%%v%u_%s = OpTypeVector %%%s %u\n", size, n, n, size);
        put(t,
            "%%arr_%s = OpTypeRuntimeArray %%%s\n%%blk_%s = OpTypeStruct %%arr_%s\n"
            "%%pblk_%s = OpTypePointer StorageBuffer %%blk_%s\n%%p_%s = OpTypePointer StorageBuffer %%%s\n",
            n, n, n, n, n, n, n, n);
        if (types[k].is_float)
            put(t,
                "%%frexp_%s = OpTypeStruct %%%s %%u32\n%%modf_%s = OpTypeStruct %%%s %%%s\n%%m2_%s = "
                "OpTypeMatrix "
                "%%v2_%s 2\n",
                n, n, n, n, n, n, n);
    }
    put(t, "%%pv3 = OpTypePointer Input %%v3_u32\n%%id = OpVariable %%pv3 Input\n");
}

static void put_shader(struct text *t, const struct op *o, const struct type *arg, const struct type *result,
                       const struct type *other, bool uniform)
{
    t->size = 0;
    put_head(t, uniform);
    for (unsigned k = 0; k <= o->args; k++)
        put(t, "OpDecorate %%b%u DescriptorSet 0\nOpDecorate %%b%u Binding %u\n", k, k, k);
    for (unsigned k = 0; k < TYPE_COUNT; k++)
        put(t,
            "OpDecorate %%arr_%s ArrayStride %u\nOpMemberDecorate %%blk_%s 0 Offset 0\nOpDecorate %%blk_%s "
            "Block\n",
            types[k].name, types[k].bits / 8, types[k].name, types[k].name);
    if (decoration)
        put(t, "OpDecorate %%r %s\n", decoration);
    for (const char *id = o->precise ? "rtu" : ""; *id; id++) {
        const char assigned[] = {'%', *id, ' ', '=', 0};
        if (strstr(o->text, assigned))
            put(t, "OpDecorate %%%c NoContraction\n", *id);
    }
    put_types(t);
    put(t, "%%top = OpConstant %%u64 %u\n", arg->bits + 1);
    for (unsigned k = 0; k <= o->args; k++)
        put(t, "%%b%u = OpVariable %%pblk_%s StorageBuffer\n", k,
            k == o->args ? result->name : (k ? other : arg)->name);
    put(t, "%%main = OpFunction %%void None %%fn\n%%start = OpLabel\n%%ids = OpLoad %%v3_u32 %%id\n"
           "%%i = OpCompositeExtract %%u32 %%ids 0\n");
    for (unsigned k = 0; k < o->args; k++)
        put(t, "%%p%u = OpAccessChain %%p_%s %%b%u %%0 %%i\n%%%c = OpLoad %%%s %%p%u\n", k,
            (k ? other : arg)->name, k, "abcd"[k], (k ? other : arg) -> name, k);
    // Offsets and counts of 64 bits are not converted; %top is one more than the width.
    put_body(t, o->text, arg, result);
    if (o->result == BOOLEAN)
        put(t, "%%rr = OpSelect %%u32 %%r %%1 %%0\n");
    put(t, "%%pr = OpAccessChain %%p_%s %%b%u %%0 %%i\nOpStore %%pr %%%s\nOpReturn\nOpFunctionEnd\n",
        result->name, o->args, o->result == BOOLEAN ? "rr" : "r");
}

static bool pipeline(const struct text *t, unsigned args, struct vkc_pipeline *out)
{
    spv_context ctx = spvContextCreate(SPV_ENV_VULKAN_1_1);
    spv_binary bin = NULL;
    spv_diagnostic diag = NULL;
    spv_result_t r = spvTextToBinary(ctx, t->data, t->size, &bin, &diag);
    bool ok = kt_ok(r == SPV_SUCCESS, "assembly: line %d: %s", diag ? (int)diag->position.line : 0,
                    diag ? diag->error : "?");
    VkDescriptorType kinds[MAX_ARGS + 1];
    for (unsigned k = 0; k <= args; k++)
        kinds[k] = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    ok = ok && kt_ok(vkc_pipeline_create(&device, bin->code, bin->wordCount * 4, NULL, kinds, NULL, args + 1,
                                         0, out) >= 0,
                     "%s", vkc_what());
    spvDiagnosticDestroy(diag);
    spvBinaryDestroy(bin);
    spvContextDestroy(ctx);
    return ok;
}

// ---- operands and results ----

static uint64_t get(const void *from, unsigned bits, unsigned i)
{
    uint64_t v = 0;
    memcpy(&v, (const char *)from + (size_t)i * (bits / 8), bits / 8); // little endian
    return v;
}

static void set(void *to, unsigned bits, unsigned i, uint64_t v)
{
    memcpy((char *)to + (size_t)i * (bits / 8), &v, bits / 8);
}

// In the first round all pairs of special values first, as many as fit; then special and random ones by
// chance.
static void fill(unsigned args, const struct type *arg, const struct type *other, unsigned count,
                 unsigned round)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < args; k++) {
            const struct type *t = k ? other : arg;
            unsigned n = special_count(t), first = special_count(arg);
            uint64_t v =
                random_bits() % 4 ? random_value(t) : special_value(t, (unsigned)(random_bits() % n));
            if (args == 1 && i < first && !round)
                v = special_value(t, i);
            if (args == 2 && count == COUNT && i < first * n && !round)
                v = special_value(t, k ? i / first : i % first);
            set(buffers[k].map, t->bits, i, v);
        }
}

static void check(const struct op *o, const struct type *arg, const struct type *result,
                  const struct type *other, unsigned count)
{
    struct call c = {.arg = arg, .result = result, .other = other, .modes = expected ? expected : modes};
    unsigned bad = 0;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < o->args; k++)
            c.a[k] = get(buffers[k].map, (k ? other : arg)->bits, i);
        uint64_t got = get(buffers[o->args].map, result->bits, i);
        char want[64] = "";
        if (!op_accepts(o, &c, got, want, sizeof(want)) && bad++ < 4)
            kt_ok(false, "%s(0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64 ") -> %s: got 0x%" PRIx64 ", not %s",
                  arg->name, c.a[0], o->args > 1 ? c.a[1] : 0, o->args > 2 ? c.a[2] : 0, result->name, got,
                  want);
    }
    if (bad)
        kt_ok(false, "%u of %u results are wrong", bad, count);
}

static void run(const struct op *o, uint64_t seed, const struct type *arg, const struct type *result,
                bool uniform)
{
    static struct text t;
    const struct type *other = o->fixed ? &types[o->fixed - 1] : arg;
    unsigned count = uniform ? UNIFORM_COUNT : COUNT;
    struct vkc_pipeline p;
    put_shader(&t, o, arg, result, other, uniform);
    if (!pipeline(&t, o->args, &p))
        return;
    struct vkc_binding bindings[MAX_ARGS + 1];
    for (unsigned k = 0; k <= o->args; k++)
        bindings[k] = (struct vkc_binding){.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .buffer = &buffers[k]};
    for (unsigned round = 0; round < rounds; round++) {
        random_seed(1 + seed * 64 + (uint64_t)(arg - types) * 8 + (uint64_t)(result - types) +
                    (uint64_t)round * 1000003);
        fill(o->args, arg, other, count, round);
        memset(buffers[o->args].map, 0xa5, COUNT * 8);
        VkResult r =
            vkc_dispatch(&device, &p, bindings, o->args + 1, NULL, uniform ? count : count / LOCAL, 1, 1);
        if (kt_ok(r >= 0, "%s", vkc_what()))
            check(o, arg, result, other, count);
    }
    vkc_pipeline_destroy(&device, &p);
}

// ---- cases ----

static const struct op *case_op;
static const struct type *case_arg;
static uint64_t case_seed;

static void run_case(void)
{
    for (unsigned k = 0; k < TYPE_COUNT; k++) {
        const struct op *o = case_op;
        const struct type *result = o->result == BOOLEAN ? &types[U32] : o->result ? &types[k] : case_arg;
        bool once = !o->result || o->result == BOOLEAN;
        if (once ? k > 0 : !(o->result >> k & 1))
            continue;
        bool convert = !strncmp(o->text, "%r = OpUConvert", 15) || !strncmp(o->text, "%r = OpSConvert", 15) ||
                       !strncmp(o->text, "%r = OpFConvert", 15);
        if (convert && result == case_arg) // not a conversion
            continue;
        if (!strncmp(o->text, "%r = OpBitcast", 14) && (result->bits != case_arg->bits || result == case_arg))
            continue;
        if (decoration && result->bits >= case_arg->bits)
            continue;
        run(o, case_seed, case_arg, result, false);
        run(o, case_seed, case_arg, result, true);
    }
}

static unsigned run_ops(const char *prefix, const char *only, bool (*wanted)(const struct op *))
{
    unsigned bad = 0;
    for (unsigned i = 0; i < op_count + derived_op_count; i++)
        for (unsigned k = 0; k < TYPE_COUNT; k++) {
            const struct op *o = i < op_count ? &ops[i] : &derived_ops[i - op_count];
            char name[128];
            snprintf(name, sizeof(name), "%s%s.%s", prefix, o->name, types[k].name);
            if (!(o->on >> k & 1) || (wanted && !wanted(o)) || (only && !strstr(name, only)))
                continue;
            case_op = o;
            case_seed = i;
            case_arg = &types[k];
            bad += !kt_case_run(name, run_case);
        }
    return bad;
}

// What the modes are defined for.
static bool is_arithmetic(const struct op *o)
{
    static const char *const names[] = {"FAdd", "FSub",     "FMul",        "FDiv",       "Fma",
                                        "Sqrt", "FConvert", "ConvertSToF", "ConvertUToF"};
    for (unsigned k = 0; k < sizeof(names) / sizeof(names[0]); k++)
        if (!strcmp(o->name, names[k]))
            return true;
    return o->precise;
}

static bool is_conversion(const struct op *o)
{
    return !strcmp(o->name, "FConvert");
}

static unsigned run_modes(const char *only)
{
    static const struct modes rtz = {.rtz = true}, preserve = {.preserve = true}, flush = {.flush = true},
                              both = {.rtz = true, .preserve = true};
    unsigned bad = 0;
    modes = &rtz;
    bad += run_ops("rtz.", only, is_arithmetic);
    modes = &preserve;
    bad += run_ops("preserve.", only, is_arithmetic);
    modes = &flush;
    bad += run_ops("flush.", only, is_arithmetic);
    modes = &both;
    bad += run_ops("rtz-preserve.", only, is_arithmetic);
    return bad;
}

int main(int argc, char **argv)
{
    static const struct modes plain, rtz = {.rtz = true};
    VkInstance instance;
    if (vkc_instance_create(&instance) < 0 ||
        vkc_device_create(instance, argc > 1 ? argv[1] : NULL, &device) < 0) {
        printf("Bail out! %s\n", vkc_what());
        return 1;
    }
    for (unsigned k = 0; k <= MAX_ARGS; k++)
        if (vkc_buffer_create(&device, COUNT * 8, &buffers[k]) < 0)
            return 1;
    if (getenv("KILN_TEST_ALL"))
        rounds = 12;
    const char *only = argc > 2 ? argv[2] : NULL;
    modes = &plain;
    unsigned bad = run_ops("", only, NULL);
    bad += run_modes(only);
    decoration = "FPRoundingMode RTZ";
    expected = &rtz;
    bad += run_ops("decorated-rtz.", only, is_conversion);
    decoration = "FPRoundingMode RTE";
    modes = &rtz;
    expected = &plain;
    bad += run_ops("decorated-rte.", only, is_conversion);
    printf("1..%u\n", kt_number);
    for (unsigned k = 0; k <= MAX_ARGS; k++)
        vkc_buffer_destroy(&device, &buffers[k]);
    vkc_device_destroy(&device);
    vkDestroyInstance(instance, NULL);
    mpfr_free_cache();
    return bad ? 1 : 0;
}
