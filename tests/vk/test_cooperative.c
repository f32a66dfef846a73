// VK_KHR_cooperative_matrix: products, loads and stores in all layouts, element access and arithmetic, at
// each width and in buffers and shared memory, against the same on the host. The assembler of Debian 12 does
// not know the instructions: they are words here.
#include <math.h>

#include "newer.h"
#include "vk/assemble.h"
#include "vk/vkt.h"

static struct vkt v;

enum { PITCH = 48, ROWS = 40 }; // PITCH: components of a row in memory, at most

enum factor { HALF, BFLOAT, BYTE };

struct kind {
    const char *name;
    uint32_t chips; // with which columns of a matrix unit: sums of 1 (none), 8 and 16
    enum factor factor;
    uint32_t m, n, k;
    uint32_t bytes;        // of A's and B's components
    uint32_t operands;     // of the product: which of A, B, C and the result are signed
    const char *component; // SPIR-V's types
    const char *sum;
    bool floats, is_signed;
    uint32_t sum_bytes;
    bool saturates;
};

#define HALVES "%comp = OpTypeFloat 16"
#define BYTES "%comp = OpTypeInt 8 0"
#define BFLOATS "OpNoLine\n!0x00040016 %comp !16 !0"
#define SAME "OpCopyObject" // one type, made once
static const struct kind kinds[] = {
    {"halves", 1 + 8, HALF, 8, 8, 16, 2, 0, HALVES, "OpTypeFloat 32", true, true, 4},
    {"halves in halves", 1 + 8, HALF, 8, 8, 16, 2, 0, HALVES, SAME, true, true, 2},
    {"signed bytes", 1 + 8, BYTE, 8, 8, 32, 1, 15, BYTES, "OpTypeInt 32 0", false, true, 4},
    {"unsigned bytes", 1 + 8, BYTE, 8, 8, 32, 1, 0, BYTES, "OpTypeInt 32 0", false, false, 4},
    {"signed, saturating", 1 + 8, BYTE, 8, 8, 32, 1, 31, BYTES, "OpTypeInt 32 0", false, true, 4, true},
    {"unsigned, saturating", 1 + 8, BYTE, 8, 8, 32, 1, 16, BYTES, "OpTypeInt 32 0", false, false, 4, true},
    {"bfloats", 8, BFLOAT, 8, 8, 16, 2, 0, BFLOATS, "OpTypeFloat 32", true, true, 4},
    {"wide, halves", 16, HALF, 8, 16, 16, 2, 0, HALVES, "OpTypeFloat 32", true, true, 4},
    {"wide, halves in halves", 16, HALF, 8, 16, 16, 2, 0, HALVES, SAME, true, true, 2},
    {"wide, bfloats", 16, BFLOAT, 8, 16, 16, 2, 0, BFLOATS, "OpTypeFloat 32", true, true, 4},
    {"wide, signed bytes", 16, BYTE, 8, 16, 32, 1, 15, BYTES, "OpTypeInt 32 0", false, true, 4},
    {"wide, unsigned bytes", 16, BYTE, 8, 16, 32, 1, 0, BYTES, "OpTypeInt 32 0", false, false, 4},
    {"wide, signed, saturating", 16, BYTE, 8, 16, 32, 1, 31, BYTES, "OpTypeInt 32 0", false, true, 4, true},
    {"wide, unsigned, saturating", 16, BYTE, 8, 16, 32, 1, 16, BYTES, "OpTypeInt 32 0", false, false, 4,
     true},
    {"large, halves", 8 + 16, HALF, 16, 16, 16, 2, 0, HALVES, "OpTypeFloat 32", true, true, 4},
    {"large, halves in halves", 8 + 16, HALF, 16, 16, 16, 2, 0, HALVES, SAME, true, true, 2},
    {"large, bfloats", 8 + 16, BFLOAT, 16, 16, 16, 2, 0, BFLOATS, "OpTypeFloat 32", true, true, 4},
    {"large, signed bytes", 8 + 16, BYTE, 16, 16, 32, 1, 15, BYTES, "OpTypeInt 32 0", false, true, 4},
    {"large, unsigned bytes", 8 + 16, BYTE, 16, 16, 32, 1, 0, BYTES, "OpTypeInt 32 0", false, false, 4},
    {"large, signed, saturating", 8 + 16, BYTE, 16, 16, 32, 1, 31, BYTES, "OpTypeInt 32 0", false, true, 4,
     true},
    {"large, unsigned, saturating", 8 + 16, BYTE, 16, 16, 32, 1, 16, BYTES, "OpTypeInt 32 0", false, false, 4,
     true},
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static VkComponentTypeKHR factor_type(const struct kind *k)
{
    return k->factor == HALF     ? VK_COMPONENT_TYPE_FLOAT16_KHR
           : k->factor == BFLOAT ? VK_COMPONENT_TYPE_BFLOAT16_KHR
           : k->is_signed        ? VK_COMPONENT_TYPE_SINT8_KHR
                                 : VK_COMPONENT_TYPE_UINT8_KHR;
}

static VkComponentTypeKHR sum_type(const struct kind *k)
{
    return k->factor != BYTE
               ? k->sum_bytes == 2 ? VK_COMPONENT_TYPE_FLOAT16_KHR : VK_COMPONENT_TYPE_FLOAT32_KHR
           : k->is_signed ? VK_COMPONENT_TYPE_SINT32_KHR
                          : VK_COMPONENT_TYPE_UINT32_KHR;
}

static bool is_kind(const VkCooperativeMatrixPropertiesKHR *m, const struct kind *k)
{
    return m->MSize == k->m && m->NSize == k->n && m->KSize == k->k && m->AType == factor_type(k) &&
           m->BType == m->AType && m->CType == sum_type(k) && m->ResultType == m->CType &&
           m->saturatingAccumulation == k->saturates && m->scope == VK_SCOPE_SUBGROUP_KHR;
}

// Which kinds the device has: a bit for each.
static uint32_t offered(void)
{
    PFN_vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR get =
        (PFN_vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR)vkGetInstanceProcAddr(
            v.instance, "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR");
    VkCooperativeMatrixPropertiesKHR m[KINDS + 1] = {0};
    uint32_t count = KINDS + 1, all = 0;
    for (uint32_t i = 0; i < count; i++)
        m[i].sType = VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES_KHR;
    if (!kt_ok(get != NULL, "the command is missing"))
        return 0;
    vkt_ok(get(v.physical, &count, m));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = 0;
        while (k < KINDS && !is_kind(&m[i], &kinds[k]))
            k++;
        kt_ok(k < KINDS, "%u: %u x %u x %u of %u", i, m[i].MSize, m[i].NSize, m[i].KSize, m[i].AType);
        kt_ok(!(all >> k & 1), "%u is there twice", i);
        all |= 1u << k;
    }
    return all;
}

struct order {
    uint32_t columns[4]; // of A, B, C, D: is it column-major?
    uint32_t stride[4];
};

// What the shader makes of a product's element.
static double finish(const struct kind *k, double x)
{
    return k->floats ? -(x + 1) * 2 + 0.5 : (double)(int32_t)(uint32_t)(int64_t)(-(x + 1) * 2 + 3);
}

static const char text[] =
    "OpCapability Shader\nOpCapability Float16\nOpCapability Int8\nOpCapability StorageBuffer8BitAccess\n"
    "OpCapability StorageBuffer16BitAccess\nOpCapability !6022\n%sOpExtension "
    "\"SPV_KHR_cooperative_matrix\"\n"
    "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %%main \"main\" %%at\nOpExecutionMode %%main "
    "LocalSize 32 1 1\n"
    "OpDecorate %%at BuiltIn LocalInvocationIndex\n"
    "OpDecorate %%ta ArrayStride %u\nOpDecorate %%ts ArrayStride %u\nOpDecorate %%blka Block\nOpDecorate "
    "%%blks Block\n"
    "OpMemberDecorate %%blka 0 Offset 0\nOpMemberDecorate %%blks 0 Offset 0\n"
    "OpDecorate %%a DescriptorSet 0\nOpDecorate %%a Binding 0\nOpDecorate %%b DescriptorSet 0\nOpDecorate "
    "%%b Binding 1\n"
    "OpDecorate %%c DescriptorSet 0\nOpDecorate %%c Binding 2\nOpDecorate %%d DescriptorSet 0\nOpDecorate "
    "%%d Binding 3\n"
    "%%void = OpTypeVoid\n%%fn = OpTypeFunction %%void\n%%bool = OpTypeBool\n%s\n%%sum = %s\n%%uint "
    "= %s\n"
    "%%ta = OpTypeRuntimeArray %%comp\n%%ts = OpTypeRuntimeArray %%sum\n%%blka = OpTypeStruct %%ta\n"
    "%%blks = OpTypeStruct %%ts\n%%pblka = OpTypePointer StorageBuffer %%blka\n%%pblks = OpTypePointer "
    "StorageBuffer %%blks\n"
    "%%pcomp = OpTypePointer StorageBuffer %%comp\n%%psum = OpTypePointer StorageBuffer %%sum\n"
    "%%pin = OpTypePointer Input %%uint\n%%at = OpVariable %%pin Input\n"
    "%%a = OpVariable %%pblka StorageBuffer\n%%b = OpVariable %%pblka StorageBuffer\n"
    "%%c = OpVariable %%pblks StorageBuffer\n%%d = OpVariable %%pblks StorageBuffer\n"
    "%%0 = OpConstant %%uint 0\n%%1 = OpConstant %%uint 1\n%%2 = OpConstant %%uint 2\n%%3 = OpConstant "
    "%%uint 3\n"
    "%%m_ = OpConstant %%uint %u\n%%at_c = OpConstant %%uint 8\n%%at_d = OpConstant %%uint 16\n%%n_ = "
    "OpConstant %%uint %u\n%%32 = OpConstant %%uint 32\n%%k = OpConstant %%uint %u\n%%size = OpConstant "
    "%%uint %u\n"
    "%%la = OpConstant %%uint %u\n%%lb = OpConstant %%uint %u\n%%lc = OpConstant %%uint %u\n%%ld = "
    "OpConstant %%uint %u\n"
    "%%sa = OpConstant %%uint %u\n%%sb = OpConstant %%uint %u\n%%sc = OpConstant %%uint %u\n%%sd = "
    "OpConstant %%uint %u\n"
    "%%one = OpConstant %%sum 1\n%%two = OpConstant %%sum 2\n%%last = OpConstant %%sum %s\n"
    "%%tg = OpTypeArray %%comp %%size\n%%pg = OpTypePointer Workgroup %%tg\n%%pgc = OpTypePointer Workgroup "
    "%%comp\n"
    "%%group = OpVariable %%pg Workgroup\n%%semantics = OpConstant %%uint 264\n"
    "OpNoLine\n!0x00071168 %%A %%comp %%3 %%m_ %%k %%0\nOpNoLine\n!0x00071168 %%B %%comp %%3 %%k %%n_ %%1\n"
    "OpNoLine\n!0x00071168 %%S %%sum %%3 %%m_ %%n_ %%2\n"
    "%%pS = OpTypePointer Function %%S\n%%pe = OpTypePointer Function %%sum\n"
    "OpNoLine\n!0x0004002c %%S %%lasts %%last\n" // OpConstantComposite: one for the whole matrix
    "%%main = OpFunction %%void None %%fn\n%%entry = OpLabel\n%%m = OpVariable %%pS Function\n"
    "%%i = OpLoad %%uint %%at\n"
    "OpBranch %%fill\n%%fill = OpLabel\n%%f = OpPhi %%uint %%i %%entry %%f2 %%more\n"
    "%%fc = OpULessThan %%bool %%f %%size\nOpLoopMerge %%filled %%more None\nOpBranchConditional %%fc %%some "
    "%%filled\n"
    "%%some = OpLabel\n%%from = OpAccessChain %%pcomp %%a %%0 %%f\n%%word = OpLoad %%comp %%from\n"
    "%%to = OpAccessChain %%pgc %%group %%f\nOpStore %%to %%word\nOpBranch %%more\n"
    "%%more = OpLabel\n%%f2 = OpIAdd %%uint %%f %%32\nOpBranch %%fill\n%%filled = OpLabel\n"
    "OpControlBarrier %%2 %%2 %%semantics\n"
    "%%pa = OpAccessChain %%%s %s\n%%pb = OpAccessChain %%pcomp %%b %%0 %%0\n"
    "%%pc = OpAccessChain %%psum %%c %%0 %%at_c\n%%pd = OpAccessChain %%psum %%d %%0 %%at_d\n"
    "OpNop\n!0x00061169 %%A %%ma %%pa %%la %%sa\nOpNop\n!0x00061169 %%B %%mb %%pb %%lb %%sb\n"
    "OpNop\n!0x00061169 %%S %%mc %%pc %%lc %%sc\nOpNop\n!0x0007116b %%S %%product %%ma %%mb %%mc !%u\n"
    "OpStore %%m %%product\nOpNop\n!0x0004116c %%uint %%length %%S\nOpBranch %%head\n"
    "%%head = OpLabel\n%%e = OpPhi %%uint %%0 %%filled %%e2 %%next\n%%ec = OpULessThan %%bool %%e %%length\n"
    "OpLoopMerge %%done %%next None\nOpBranchConditional %%ec %%body %%done\n%%body = OpLabel\n"
    "%%pm = OpAccessChain %%pe %%m %%e\n%%x = OpLoad %%sum %%pm\n%%x2 = %s %%sum %%x %%one\nOpStore %%pm "
    "%%x2\nOpBranch %%next\n"
    "%%next = OpLabel\n%%e2 = OpIAdd %%uint %%e %%1\nOpBranch %%head\n%%done = OpLabel\n"
    "%%m1 = OpLoad %%S %%m\n%%m2 = OpMatrixTimesScalar %%S %%m1 %%two\n%%m3 = %s %%S %%m2\n%%m4 = %s %%S "
    "%%m3 %%lasts\n"
    "OpNop\n!0x0005116a %%pd %%m4 %%ld %%sd\nOpReturn\nOpFunctionEnd\n";

// `name` is %sum, which is not made a second time.
static void same(char *source, const char *name, const char *again)
{
    for (char *p = source; (p = strstr(p, name)); p += 4)
        memcpy(p, "%sum ", 5);
    char *line = strstr(source, again);
    if (line)
        memset(line, ' ', strlen(again));
}

static spv_binary assemble(const struct kind *k, const struct order *o, bool shared)
{
    char *source = NULL;
    const char *add = k->floats ? "OpFAdd" : "OpIAdd";
    // The type of 32-bit integers may be made once only: bytes have it as their sum.
    int size = asprintf(
        &source, text, k->factor == BFLOAT ? "OpCapability !5116\nOpCapability !5118\n" : "", k->bytes,
        k->sum_bytes, k->component, k->sum, k->floats ? "OpTypeInt 32 0" : "OpCopyObject", k->m, k->n, k->k,
        ROWS * PITCH, o->columns[0], o->columns[1], o->columns[2], o->columns[3], o->stride[0], o->stride[1],
        o->stride[2], o->stride[3], k->floats ? "0.5" : "3", shared ? "pgc" : "pcomp",
        shared ? "%group %0" : "%a %0 %0", k->operands, add, k->floats ? "OpFNegate" : "OpSNegate", add);
    if (size > 0 && !k->floats)
        same(source, "%uint", "%sum  = OpCopyObject");
    else if (size > 0 && k->sum_bytes == k->bytes)
        same(source, "%comp", "%sum = OpCopyObject");
    spv_binary bin = size > 0 ? vkt_assemble(source) : NULL;
    free(source);
    return bin;
}

// ---- the host's side ----

static double value(const struct kind *k, uint32_t which, uint32_t row, uint32_t column)
{
    uint32_t r = (which * 7919 + row * 104729 + column * 1299709) * 2654435761u >> 16;
    if (k->floats && k->sum_bytes == 2) // no sum needs more bits than a half has
        return which == 2 ? (double)(r % 65) * 0.25 - 8 : (double)(r % 5) * 0.5 - 1;
    if (which == 2 && k->saturates) // near both ends
        return k->is_signed ? (r % 2 ? 2147483647.0 - r % 40000 : -2147483648.0 + r % 40000)
                            : 4294967295.0 - r % 400000;
    if (which == 2)
        return k->floats ? (double)(r % 401) * 0.25 - 50 : (double)(r % 2001) - 1000;
    if (k->floats)
        return (double)(r % 33) * 0.125 - 2;
    return k->is_signed ? (double)(r % 256) - 128 : r % 256;
}

static uint16_t half(double d) // of numbers that are halves
{
    int e;
    double m = frexp(fabs(d), &e); // m in [0.5, 1)
    if (d == 0)
        return 0;
    return (uint16_t)((d < 0 ? 0x8000 : 0) | (e + 14) << 10 | ((uint32_t)(m * 2048) & 0x3ff));
}

static uint16_t bfloat(double d) // likewise
{
    float f = (float)d;
    uint32_t bits;
    memcpy(&bits, &f, sizeof(bits));
    return (uint16_t)(bits >> 16);
}

static void write(void *to, const struct kind *k, bool sum, uint32_t index, double d)
{
    if (sum && k->floats && k->sum_bytes == 4)
        ((float *)to)[index] = (float)d;
    else if (sum && !k->floats)
        ((uint32_t *)to)[index] = (uint32_t)(int64_t)d;
    else if (k->factor == BFLOAT && !sum)
        ((uint16_t *)to)[index] = bfloat(d);
    else if (k->floats)
        ((uint16_t *)to)[index] = half(d);
    else
        ((uint8_t *)to)[index] = (uint8_t)(int32_t)d;
}

static uint32_t place(const struct order *o, uint32_t which, uint32_t row, uint32_t column)
{
    return o->columns[which] ? column * o->stride[which] + row : row * o->stride[which] + column;
}

static void fill(const struct kind *k, const struct order *o, struct vkt_buffer *b)
{
    for (uint32_t m = 0; m < 3; m++)
        for (uint32_t r = 0; r < (m == 1 ? k->k : k->m); r++)
            for (uint32_t c = 0; c < (m == 0 ? k->k : k->n); c++)
                write(b[m].map, k, m == 2, place(o, m, r, c) + (m == 2 ? 8 : 0), value(k, m, r, c));
    memset(b[3].map, 0x5a, b[3].size);
}

static bool check(const struct kind *k, const struct order *o, const void *got, const char *how)
{
    for (uint32_t r = 0; r < k->m; r++)
        for (uint32_t c = 0; c < k->n; c++) {
            double want = value(k, 2, r, c), is;
            for (uint32_t i = 0; i < k->k; i++)
                want += value(k, 0, r, i) * value(k, 1, i, c);
            if (k->saturates)
                want =
                    k->is_signed ? fmin(fmax(want, -2147483648.0), 2147483647.0) : fmin(want, 4294967295.0);
            uint32_t at = place(o, 3, r, c) + 16;
            is = k->sum_bytes == 2 ? (double)((const _Float16 *)got)[at]
                 : k->floats       ? ((const float *)got)[at]
                                   : ((const int32_t *)got)[at];
            if (!kt_ok(is == finish(k, want), "%s, %s: (%u, %u) is %g, not %g", k->name, how, r, c, is,
                       finish(k, want)))
                return false;
        }
    // Between the rows and around the matrix nothing was written.
    uint32_t others = 0, all = ROWS * PITCH * 4 / k->sum_bytes;
    for (uint32_t i = 0; i < all; i++)
        others += !memcmp((const char *)got + i * k->sum_bytes, "ZZZZ", k->sum_bytes); // 0x5a
    return kt_eq(others, all - k->m * k->n);
}

// ---- running ----

// `size` 0: the device's; 1: whichever the compiler takes.
static VkPipeline pipeline(const struct vkt_pipeline *p, uint32_t size)
{
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo wish = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = size};
    VkComputePipelineCreateInfo info = vkt_compute_info(p->module, p->layout);
    info.stage.pNext = size > 1 ? &wish : NULL;
    info.stage.flags = size == 1 ? VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT : 0;
    VkPipeline out = VK_NULL_HANDLE;
    vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &out));
    return out;
}

static void try(const struct kind *k, const struct order *o, bool shared, struct vkt_buffer *b)
{
    spv_binary bin = assemble(k, o, shared);
    struct vkt_pipeline p;
    if (!bin || !vkt_pipeline(&v, (struct vkt_shader){bin->code, bin->wordCount * 4}, 4, NULL, 0, NULL, &p))
        return;
    for (uint32_t n = 0; n < 4; n++)
        vkt_bind_buffer(&v, &p, n, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &b[n], 0, VK_WHOLE_SIZE);
    static const uint32_t sizes[] = {0, 1, 8, 16, 32};
    for (uint32_t s = 0; s < 5; s++) {
        if (sizes[s] > 1 && sizes[s] < vkt_min_subgroup(&v))
            continue;
        char how[80];
        snprintf(how, sizeof(how), "size %u, %s, columns %u%u%u%u", sizes[s], shared ? "shared" : "buffer",
                 o->columns[0], o->columns[1], o->columns[2], o->columns[3]);
        VkPipeline made = pipeline(&p, sizes[s]);
        fill(k, o, b);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, made);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(&v, cmd);
        check(k, o, b[3].map, how);
        vkDestroyPipeline(v.device, made, NULL);
    }
    vkt_pipeline_free(&v, &p);
    spvBinaryDestroy(bin);
}

KT_TEST(products)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return;
    struct vkt_buffer b[4];
    for (uint32_t n = 0; n < 4; n++)
        b[n] = vkt_buffer(&v, ROWS * PITCH * 4);
    // Aligned as VUID-RuntimeSpirv-OpCooperativeMatrixLoadKHR-08986 wants it, or to rows of eight bytes.
    static const struct order orders[] = {
        {{0, 0, 0, 0}, {32, 16, 16, 16}},
        {{1, 1, 1, 1}, {16, 48, 24, 32}},
        {{0, 1, 0, 1}, {48, 32, 24, 16}},
        {{1, 0, 1, 0}, {32, 16, 16, 40}},
    };
    const uint32_t all = offered();
    for (uint32_t k = 0; k < KINDS; k++)
        for (uint32_t o = 0; o < 4 && all >> k & 1; o++)
            try(&kinds[k], &orders[o], (o + k) % 2, b);
    for (uint32_t n = 0; n < 4; n++)
        vkt_buffer_free(&v, &b[n]);
    vkt_finish(&v);
}

// Only a matrix unit has them.
static bool has_bfloats(void)
{
    VkPhysicalDeviceShaderBfloat16FeaturesKHR f = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_BFLOAT16_FEATURES_KHR};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f};
    vkGetPhysicalDeviceFeatures2(v.physical, &features);
    return f.shaderBFloat16CooperativeMatrix;
}

// What is said is what is there; and fewer rows than there are, if that is all the room.
KT_TEST(properties)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return;
    PFN_vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR get =
        (PFN_vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR)vkGetInstanceProcAddr(
            v.instance, "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR");
    const uint32_t all = offered();
    uint32_t count = 0;
    VkCooperativeMatrixPropertiesKHR m[2] = {{.sType = VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES_KHR},
                                             {.sType = VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES_KHR}};
    // Those of a chip are there together: of one without a unit, or of one with so many columns.
    const uint32_t chip = vkt_min_subgroup(&v) == 16 ? 16 : has_bfloats() ? 8 : 1;
    for (uint32_t k = 0; k < KINDS; k++)
        kt_eq(all >> k & 1, (kinds[k].chips & chip) != 0);
    if (get) {
        vkt_ok(get(v.physical, &count, NULL));
        kt_eq(count, (uint32_t)__builtin_popcount(all));
        count = 1;
        kt_eq(get(v.physical, &count, m), VK_INCOMPLETE);
        kt_eq(count, 1);
        kt_eq(m[1].MSize, 0);
    }
    vkt_finish(&v);
}

KT_MAIN()
