// VK_EXT_shader_float8: conversions between E4M3, E5M2 and every other number, in all rounding modes, beyond
// the largest number and between its steps, against the list of the numbers that there are. The assembler of
// Debian 12 does not know the types: they are words here.
#include <math.h>

#include "newer.h"
#include "vk/assemble.h"
#include "vk/vkt.h"

static struct vkt v;

enum { COUNT = 4096, LANES = 2 };

enum type { E4M3, E5M2, BFLOAT, HALF, FLOAT, DOUBLE, I8, U8, I16, U16, I32, I64, U64, TYPES };

static const struct {
    const char *name, *declared;
    uint32_t bytes;
} types[TYPES] = {
    {"e4m3", "OpNoLine\n!0x00040016 %%%s !8 !4214\n", 1},
    {"e5m2", "OpNoLine\n!0x00040016 %%%s !8 !4215\n", 1},
    {"bfloat", "OpNoLine\n!0x00040016 %%%s !16 !0\n", 2},
    {"half", "%%%s = OpTypeFloat 16\n", 2},
    {"float", "%%%s = OpTypeFloat 32\n", 4},
    {"double", "%%%s = OpTypeFloat 64\n", 8},
    {"i8", "%%%s = OpTypeInt 8 1\n", 1},
    {"u8", "%%%s = OpTypeInt 8 0\n", 1},
    {"i16", "%%%s = OpTypeInt 16 1\n", 2},
    {"u16", "%%%s = OpTypeInt 16 0\n", 2},
    {"i32", "%%%s = OpTypeInt 32 1\n", 4},
    {"i64", "%%%s = OpTypeInt 64 1\n", 8},
    {"u64", "%%%s = OpTypeInt 64 0\n", 8},
};

struct conversion {
    enum type from, to;
    bool toward_zero, saturated;
};

// ---- what there is, on the host ----

// The number of eight bits, or the one that would follow the largest, by the definition.
static double number8(enum type t, uint32_t code)
{
    const int mantissa = t == E4M3 ? 3 : 2, bias = t == E4M3 ? 7 : 15;
    const int exponent = (int)(code & 0x7f) >> mantissa;
    const int digits = (int)(code & ((1u << mantissa) - 1)) + (exponent ? 1 << mantissa : 0);
    const double size = ldexp(digits, (exponent ? exponent : 1) - bias - mantissa);
    return code & 0x80 ? -size : size;
}

static uint32_t largest8(enum type t)
{
    return t == E4M3 ? 0x7e : 0x7b;
}

static double decode(enum type t, const void *p, uint32_t n)
{
    const uint32_t code = ((const uint8_t *)p)[n];
    uint32_t bits;
    float f;
    switch (t) {
    case E4M3:
    case E5M2:
        if ((code & 0x7f) > largest8(t))
            return t == E5M2 && (code & 0x7f) == 0x7c ? (code & 0x80 ? -INFINITY : INFINITY) : NAN;
        return number8(t, code);
    case BFLOAT:
        bits = (uint32_t)((const uint16_t *)p)[n] << 16;
        memcpy(&f, &bits, 4);
        return f;
    case HALF:
        return (double)((const _Float16 *)p)[n];
    case FLOAT:
        return ((const float *)p)[n];
    case DOUBLE:
        return ((const double *)p)[n];
    case I8:
        return ((const int8_t *)p)[n];
    case U8:
        return ((const uint8_t *)p)[n];
    case I16:
        return ((const int16_t *)p)[n];
    case U16:
        return ((const uint16_t *)p)[n];
    case I32:
        return ((const int32_t *)p)[n];
    case I64:
        return (double)((const int64_t *)p)[n];
    default:
        return (double)((const uint64_t *)p)[n];
    }
}

static uint32_t encode8(enum type t, double x, const struct conversion *k)
{
    const uint32_t sign = signbit(x) ? 0x80 : 0;
    const double size = fabs(x);
    uint32_t low = 0;
    if (isnan(x))
        return 0x7f; // any
    while (low <= largest8(t) && number8(t, low + 1) <= size)
        low++;
    if (low <= largest8(t) && !k->toward_zero) {
        double below = size - number8(t, low), above = number8(t, low + 1) - size;
        low += above < below || (above == below && low & 1);
    }
    if (low > largest8(t))
        low = k->saturated ? largest8(t) : t == E4M3 ? 0x7f : 0x7c;
    return sign | low;
}

// ---- the shader ----

static const char head[] =
    "OpCapability Shader\nOpCapability Float16\nOpCapability Int8\nOpCapability Int16\n"
    "OpCapability Int64\nOpCapability StorageBuffer8BitAccess\nOpCapability StorageBuffer16BitAccess\n"
    "OpCapability DenormPreserve\nOpCapability !4212\nOpCapability !5116\n"
    "OpExtension \"SPV_EXT_float8\"\nOpExtension \"SPV_KHR_bfloat16\"\nOpExtension "
    "\"SPV_KHR_float_controls\"\n"
    "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\" %id\n"
    "OpExecutionMode %main LocalSize 64 1 1\nOpExecutionMode %main DenormPreserve 16\n"
    "OpDecorate %id BuiltIn GlobalInvocationId\n";

static const char body[] =
    "OpDecorate %%as ArrayStride %u\nOpDecorate %%at ArrayStride %u\nOpDecorate %%bs Block\nOpDecorate %%bt "
    "Block\n"
    "OpMemberDecorate %%bs 0 Offset 0\nOpMemberDecorate %%bt 0 Offset 0\n"
    "OpDecorate %%in DescriptorSet 0\nOpDecorate %%in Binding 0\nOpDecorate %%out DescriptorSet "
    "0\nOpDecorate %%out Binding 1\n"
    "%%void = OpTypeVoid\n%%fn = OpTypeFunction %%void\n%%index = OpTypeInt 32 0\n%%i3 = OpTypeVector "
    "%%index 3\n"
    "%%pi3 = OpTypePointer Input %%i3\n%%id = OpVariable %%pi3 Input\n%%0 = OpConstant %%index 0\n";

static const char rest[] =
    "%%sv = OpTypeVector %%s %u\n%%tv = OpTypeVector %%t %u\n%%as = OpTypeRuntimeArray %%sv\n%%at = "
    "OpTypeRuntimeArray %%tv\n"
    "%%bs = OpTypeStruct %%as\n%%bt = OpTypeStruct %%at\n%%pbs = OpTypePointer StorageBuffer %%bs\n"
    "%%pbt = OpTypePointer StorageBuffer %%bt\n%%ps = OpTypePointer StorageBuffer %%sv\n%%pt = OpTypePointer "
    "StorageBuffer %%tv\n"
    "%%in = OpVariable %%pbs StorageBuffer\n%%out = OpVariable %%pbt StorageBuffer\n"
    "%%main = OpFunction %%void None %%fn\n%%entry = OpLabel\n%%g = OpLoad %%i3 %%id\n%%i = "
    "OpCompositeExtract %%index %%g 0\n"
    "%%pin = OpAccessChain %%ps %%in %%0 %%i\n%%x = OpLoad %%sv %%pin\n%%r = %s %%tv %%x\n"
    "%%pout = OpAccessChain %%pt %%out %%0 %%i\nOpStore %%pout %%r\nOpReturn\nOpFunctionEnd\n";

static bool is_int(enum type t)
{
    return t >= I8;
}

static bool is_signed(enum type t)
{
    return t != U8 && t != U16 && t != U64;
}

static const char *instruction(const struct conversion *k)
{
    if (is_int(k->from))
        return is_signed(k->from) ? "OpConvertSToF" : "OpConvertUToF";
    if (is_int(k->to))
        return is_signed(k->to) ? "OpConvertFToS" : "OpConvertFToU";
    return "OpFConvert";
}

static spv_binary module(const struct conversion *k)
{
    char source[6000];
    int n = snprintf(source, sizeof(source), "%s%s%s%s",
                     k->from == DOUBLE || k->to == DOUBLE ? "OpCapability Float64\n" : "", head,
                     k->toward_zero ? "OpDecorate %r FPRoundingMode RTZ\n" : "",
                     k->saturated ? "OpNop\n!0x00030047 %r !4216\n" : "");
    n += snprintf(source + n, sizeof(source) - (size_t)n, body, types[k->from].bytes * LANES,
                  types[k->to].bytes * LANES);
    n += snprintf(source + n, sizeof(source) - (size_t)n, types[k->from].declared, "s");
    n += snprintf(source + n, sizeof(source) - (size_t)n, types[k->to].declared, "t");
    snprintf(source + n, sizeof(source) - (size_t)n, rest, LANES, LANES, instruction(k));
    return vkt_assemble(source);
}

// ---- running ----

static void encode(enum type t, void *p, uint32_t n, double x)
{
    float f = (float)x;
    uint32_t bits;
    switch (t) {
    case BFLOAT: // cut off
        memcpy(&bits, &f, 4);
        ((uint16_t *)p)[n] = (uint16_t)(bits >> 16 | (isnan(x) ? 0x40 : 0));
        break;
    case HALF:
        ((_Float16 *)p)[n] = (_Float16)x;
        break;
    case FLOAT:
        ((float *)p)[n] = f;
        break;
    case DOUBLE:
        ((double *)p)[n] = x;
        break;
    case I8:
    case U8:
        ((uint8_t *)p)[n] = (uint8_t)(int64_t)x;
        break;
    case I16:
    case U16:
        ((uint16_t *)p)[n] = (uint16_t)(int64_t)x;
        break;
    case I32:
        ((uint32_t *)p)[n] = (uint32_t)(int64_t)x;
        break;
    case I64:
    case U64:
        ((uint64_t *)p)[n] = (uint64_t)(int64_t)x;
        break;
    default: // of eight bits: every one of them
        ((uint8_t *)p)[n] = (uint8_t)n;
    }
}

// Numbers of the target, halfway between two, and a little beside.
static double pick(const struct conversion *k, uint32_t n)
{
    static const double places[] = {0,
                                    0.5,
                                    0.25,
                                    0.75,
                                    0.5 + 0x1p-9,
                                    0.5 - 0x1p-9,
                                    0.5 + 0x1p-19,
                                    0.5 - 0x1p-19,
                                    0.5 + 0x1p-44,
                                    0.5 - 0x1p-44,
                                    0x1p-44,
                                    1 - 0x1p-44};
    static const double others[] = {NAN, INFINITY, 1e30, 1e-30, 1e-41, 1e300, 1e-310, 0x1p16, 0x1.ffp15};
    const uint32_t code = n & 0x7f, place = n / 128 % 12, r = n * 2654435761u >> 16;
    const double sign = r & 1 && (!is_int(k->from) || is_signed(k->from)) ? -1 : 1;
    if (is_int(k->from)) { // near powers of two of every size, and small
        const uint32_t bits = types[k->from].bytes * 8 - is_signed(k->from), most = bits < 53 ? bits : 53;
        double size = ldexp(1, (int)(r / 2 % (most + 1))),
               x = floor(size * (1 + places[place] / 4)) + (r / 128 % 3) - 1;
        return sign * (x < 0 ? 0 : fmin(x, ldexp(1, (int)most) - 1));
    }
    if (!is_int(k->to) && k->to > E5M2)
        return 0; // every number of eight bits
    if (r % 64 == 5)
        return sign * others[n / 64 % 9];
    const enum type t = k->to <= E5M2 ? k->to : E5M2;
    const uint32_t c = code <= largest8(t) ? code : largest8(t);
    const double low = number8(t, c), high = number8(t, c + 1);
    return sign * (low + (high - low) * places[place]);
}

static bool right(const struct conversion *k, double x, const void *out, uint32_t n)
{
    const double got = decode(k->to, out, n);
    if (k->to <= E5M2) {
        uint32_t want = encode8(k->to, x, k), is = ((const uint8_t *)out)[n];
        return kt_ok(isnan(x) ? isnan(got) : is == want, "%s %a to %s%s%s: 0x%x (%g), not 0x%x",
                     types[k->from].name, x, types[k->to].name, k->toward_zero ? " toward zero" : "",
                     k->saturated ? " saturated" : "", is, got, want);
    }
    if (is_int(k->to)) {
        const int bits = (int)types[k->to].bytes * 8 - is_signed(k->to);
        const double low = is_signed(k->to) ? -ldexp(1, bits) : 0;
        if (!(trunc(x) >= low && trunc(x) < ldexp(1, bits))) // not defined
            return true;
        x = trunc(x);
    }
    return kt_ok(isnan(x) ? isnan(got) : got == x && (is_int(k->to) || signbit(got) == signbit(x)),
                 "%s %g to %s: %g", types[k->from].name, x, types[k->to].name, got);
}

static void try(const struct conversion *k, struct vkt_buffer *b)
{
    spv_binary bin = module(k);
    struct vkt_pipeline p;
    if (!bin || !vkt_pipeline(&v, (struct vkt_shader){bin->code, bin->wordCount * 4}, 2, NULL, 0, NULL, &p)) {
        kt_ok(false, "%s to %s", types[k->from].name, types[k->to].name);
        return;
    }
    for (uint32_t n = 0; n < 2; n++)
        vkt_bind_buffer(&v, &p, n, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &b[n], 0, VK_WHOLE_SIZE);
    for (uint32_t n = 0; n < COUNT; n++)
        encode(k->from, b[0].map, n, pick(k, n));
    memset(b[1].map, 0x5a, b[1].size);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    vkCmdDispatch(cmd, COUNT / LANES / 64, 1, 1);
    vkt_run(&v, cmd);
    for (uint32_t n = 0; n < COUNT; n++)
        if (!right(k, decode(k->from, b[0].map, n), b[1].map, n))
            break;
    vkt_pipeline_free(&v, &p);
    spvBinaryDestroy(bin);
}

KT_TEST(conversions)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return;
    VkPhysicalDeviceFeatures2 f = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDeviceShaderFloat8FeaturesEXT float8 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT8_FEATURES_EXT};
    f.pNext = &float8;
    vkGetPhysicalDeviceFeatures2(v.physical, &f);
    kt_true(float8.shaderFloat8 && !float8.shaderFloat8CooperativeMatrix);
    struct vkt_buffer b[2];
    for (uint32_t n = 0; n < 2; n++)
        b[n] = vkt_buffer(&v, COUNT * 8);
    for (enum type from = 0; from < TYPES; from++)
        for (enum type to = 0; to < TYPES; to++) {
            if ((from > E5M2 && to > E5M2) || from == to)
                continue;
            if ((from == DOUBLE || to == DOUBLE) && !f.features.shaderFloat64)
                continue;
            for (uint32_t how = 0; how < (to <= E5M2 ? 4 : 1); how++)
                try(&(struct conversion){from, to, how & 1, how & 2}, b);
        }
    for (uint32_t n = 0; n < 2; n++)
        vkt_buffer_free(&v, &b[n]);
    vkt_finish(&v);
}

// Constants, also specialized ones, and what only moves such numbers.
KT_TEST(values)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return;
    char source[4000];
    snprintf(
        source, sizeof(source), "%s%s", head,
        "OpDecorate %spec SpecId 7\nOpDecorate %ar ArrayStride 4\nOpDecorate %bl Block\nOpMemberDecorate %bl "
        "0 Offset 0\n"
        "OpDecorate %out DescriptorSet 0\nOpDecorate %out Binding 0\n"
        "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%bool = OpTypeBool\n%uint = OpTypeInt 32 0\n"
        "%i3 = OpTypeVector %uint 3\n%pi3 = OpTypePointer Input %i3\n%id = OpVariable %pi3 Input\n"
        "%float = OpTypeFloat 32\nOpNoLine\n!0x00040016 %e !8 !4214\nOpNoLine\n!0x0004002b %e %one !0x38\n"
        "OpNoLine\n!0x0004002b %e %least !0x81\nOpNoLine\n!0x00040032 %e %spec !0x40\n"
        "%0 = OpConstant %uint 0\n%1 = OpConstant %uint 1\n%2 = OpConstant %uint 2\n"
        "%ar = OpTypeRuntimeArray %float\n%bl = OpTypeStruct %ar\n%pbl = OpTypePointer StorageBuffer %bl\n"
        "%pf = OpTypePointer StorageBuffer %float\n%out = OpVariable %pbl StorageBuffer\n"
        "%ev = OpTypeVector %e 3\n%pev = OpTypePointer Function %ev\n%pe = OpTypePointer Function %e\n"
        "%main = OpFunction %void None %fn\n%entry = OpLabel\n%var = OpVariable %pev Function\n"
        "%g = OpLoad %i3 %id\n%i = OpCompositeExtract %uint %g 0\n"
        "%all = OpCompositeConstruct %ev %one %least %spec\nOpStore %var %all\n"
        "%m = OpUMod %uint %i %2\n%pick = OpAccessChain %pe %var %m\n%x = OpLoad %e %pick\n"
        "%third = OpUGreaterThan %bool %i %1\n%last = OpCompositeExtract %e %all 2\n%y = OpSelect %e %third "
        "%last %x\n"
        "%f = OpFConvert %float %y\n%po = OpAccessChain %pf %out %0 %i\nOpStore %po "
        "%f\nOpReturn\nOpFunctionEnd\n");
    spv_binary bin = vkt_assemble(source);
    struct vkt_buffer b = vkt_buffer(&v, 256);
    for (uint32_t special = 0; bin && special < 2; special++) {
        static const uint8_t value = 0xc4; // -3
        const VkSpecializationMapEntry entry = {7, 0, 1};
        const VkSpecializationInfo spec = {1, &entry, 1, &value};
        struct vkt_pipeline p;
        if (!vkt_pipeline(&v, (struct vkt_shader){bin->code, bin->wordCount * 4}, 1, NULL, 0,
                          special ? &spec : NULL, &p))
            break;
        vkt_bind_buffer(&v, &p, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &b, 0, VK_WHOLE_SIZE);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(&v, cmd);
        const float *f = b.map;
        kt_ok(f[0] == 1 && f[1] == -0x1p-9f && f[2] == (special ? -3 : 2), "%g %g %g", f[0], f[1], f[2]);
        vkt_pipeline_free(&v, &p);
    }
    spvBinaryDestroy(bin);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

// There are none of them in SPIR-V: such a module is refused.
KT_TEST(no_dot_products)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return;
    char source[4000];
    snprintf(
        source, sizeof(source), "%s%s", head,
        "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n%i3 = OpTypeVector %uint 3\n"
        "%pi3 = OpTypePointer Input %i3\n%id = OpVariable %pi3 Input\nOpNoLine\n!0x00040016 %e !8 !4214\n"
        "%ev = OpTypeVector %e 2\n%x = OpConstantNull %ev\n%main = OpFunction %void None %fn\n%entry = "
        "OpLabel\n"
        "%d = OpDot %e %x %x\nOpReturn\nOpFunctionEnd\n");
    spv_binary bin = vkt_assemble(source);
    VkPipelineLayout layout = vkt_layout(&v, 0, NULL, 0);
    VkShaderModuleCreateInfo m = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                  .codeSize = bin ? bin->wordCount * 4 : 0,
                                  .pCode = bin ? bin->code : NULL};
    VkShaderModule module = VK_NULL_HANDLE;
    VkPipeline pipeline = VK_NULL_HANDLE;
    if (bin && vkCreateShaderModule(v.device, &m, NULL, &module) == VK_SUCCESS) {
        VkComputePipelineCreateInfo info = vkt_compute_info(module, layout);
        kt_true(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline) != VK_SUCCESS);
    }
    vkDestroyPipeline(v.device, pipeline, NULL);
    vkDestroyShaderModule(v.device, module, NULL);
    vkDestroyPipelineLayout(v.device, layout, NULL);
    spvBinaryDestroy(bin);
    vkt_finish(&v);
}

KT_MAIN()
