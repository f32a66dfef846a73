// What tests of VK_ARM_tensors share: tensors, a shader that reads and writes beyond their edges, and what it
// must have written. The assembler of Debian 12 does not know the instructions: they are words here.
#ifndef KILN_TESTS_TENSOR_KIT_H
#define KILN_TESTS_TENSOR_KIT_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "newer.h"
#include "vk/assemble.h"
#include "vk/vkt.h"

static struct vkt v;

#define TENSOR_COMMANDS(X)                                                                                   \
    X(vkCreateTensorARM)                                                                                     \
    X(vkDestroyTensorARM)                                                                                    \
    X(vkCreateTensorViewARM)                                                                                 \
    X(vkDestroyTensorViewARM)                                                                                \
    X(vkGetTensorMemoryRequirementsARM)                                                                      \
    X(vkGetDeviceTensorMemoryRequirementsARM)                                                                \
    X(vkBindTensorMemoryARM)                                                                                 \
    X(vkCmdCopyTensorARM)                                                                                    \
    X(vkGetTensorOpaqueCaptureDescriptorDataARM)
#define DECLARE(name) static PFN_##name name##_;
TENSOR_COMMANDS(DECLARE)

enum { MAX_RANK = 6, OUTSIDE = 9, GROUP = 64 };

struct element {
    const char *name, *type, *bits, *pattern; // how it becomes an integer of 32 bits
    VkFormat format;
    uint32_t bytes;
};

static const struct element elements[] = {
    {"u8", "OpTypeInt 8 0", "OpUConvert %uint", NULL, VK_FORMAT_R8_UINT, 1},
    {"u16", "OpTypeInt 16 0", "OpUConvert %uint", NULL, VK_FORMAT_R16_UINT, 2},
    {"u32", "OpCopyObject %uint", "OpCopyObject %uint", NULL, VK_FORMAT_R32_UINT, 4},
    {"u64", "OpTypeInt 64 0", "OpUConvert %uint", NULL, VK_FORMAT_R64_UINT, 8},
    {"float", "OpTypeFloat 32", "OpBitcast %uint", NULL, VK_FORMAT_R32_SFLOAT, 4},
    {"bool", "OpTypeBool", "OpSelect %uint", "%c1 %c0", VK_FORMAT_R8_BOOL_ARM, 1},
};

struct shape {
    uint32_t rank;
    int64_t size[MAX_RANK], stride[MAX_RANK]; // strides in elements; 0: packed
};

struct tensor {
    VkTensorARM tensor;
    VkTensorViewARM view;
    VkDeviceMemory memory;
    uint8_t *map;
    VkDeviceSize bytes;
    int64_t stride[MAX_RANK]; // bytes
};

static inline bool load_tensor_commands(void)
{
#define LOAD(name)                                                                                           \
    name##_ = (PFN_##name)vkGetDeviceProcAddr(v.device, #name);                                              \
    if (!kt_ok(name##_ != NULL, #name))                                                                      \
        return false;
    TENSOR_COMMANDS(LOAD)
    return true;
}

// ---- tensors ----

static inline VkTensorDescriptionARM describe_tensor(const struct element *e, const struct shape *s,
                                                     int64_t *stride)
{
    int64_t step = e->bytes;
    for (uint32_t n = s->rank; n-- > 0;) {
        stride[n] = s->stride[n] ? s->stride[n] * e->bytes : step;
        step = stride[n] * s->size[n];
    }
    return (VkTensorDescriptionARM){
        .sType = VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM,
        .tiling = s->stride[0] ? VK_TENSOR_TILING_LINEAR_ARM : VK_TENSOR_TILING_OPTIMAL_ARM,
        .format = e->format,
        .dimensionCount = s->rank,
        .pDimensions = s->size,
        .pStrides = s->stride[0] ? stride : NULL,
        .usage = VK_TENSOR_USAGE_SHADER_BIT_ARM | VK_TENSOR_USAGE_TRANSFER_SRC_BIT_ARM |
                 VK_TENSOR_USAGE_TRANSFER_DST_BIT_ARM};
}

// next, memory: what else the tensor's creation and its memory's allocation say.
static inline struct tensor make_tensor_in(const struct element *e, const struct shape *s,
                                           VkTensorCreateFlagsARM flags, const void *next, const void *memory)
{
    struct tensor t = {0};
    VkTensorDescriptionARM d = describe_tensor(e, s, t.stride);
    VkTensorCreateInfoARM info = {
        .sType = VK_STRUCTURE_TYPE_TENSOR_CREATE_INFO_ARM, .pNext = next, .flags = flags, .pDescription = &d};
    vkt_ok(vkCreateTensorARM_(v.device, &info, NULL, &t.tensor));
    VkMemoryRequirements2 need = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2}, also = need;
    vkGetTensorMemoryRequirementsARM_(
        v.device,
        &(VkTensorMemoryRequirementsInfoARM){.sType = VK_STRUCTURE_TYPE_TENSOR_MEMORY_REQUIREMENTS_INFO_ARM,
                                             .tensor = t.tensor},
        &need);
    vkGetDeviceTensorMemoryRequirementsARM_(
        v.device,
        &(VkDeviceTensorMemoryRequirementsARM){
            .sType = VK_STRUCTURE_TYPE_DEVICE_TENSOR_MEMORY_REQUIREMENTS_ARM, .pCreateInfo = &info},
        &also);
    kt_eq(need.memoryRequirements.size, also.memoryRequirements.size);
    t.bytes = need.memoryRequirements.size;
    kt_ok((int64_t)t.bytes >= t.stride[0] * s->size[0], "%llu bytes", (unsigned long long)t.bytes);
    VkMemoryAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = memory, .allocationSize = t.bytes};
    vkt_ok(vkAllocateMemory(v.device, &allocate, NULL, &t.memory));
    vkt_ok(vkMapMemory(v.device, t.memory, 0, VK_WHOLE_SIZE, 0, (void **)&t.map));
    vkt_ok(vkBindTensorMemoryARM_(
        v.device, 1,
        &(VkBindTensorMemoryInfoARM){
            .sType = VK_STRUCTURE_TYPE_BIND_TENSOR_MEMORY_INFO_ARM, .tensor = t.tensor, .memory = t.memory}));
    VkTensorViewCreateInfoARM view = {
        .sType = VK_STRUCTURE_TYPE_TENSOR_VIEW_CREATE_INFO_ARM, .tensor = t.tensor, .format = e->format};
    vkt_ok(vkCreateTensorViewARM_(v.device, &view, NULL, &t.view));
    return t;
}

static inline struct tensor make_tensor(const struct element *e, const struct shape *s,
                                        VkTensorCreateFlagsARM flags, const void *next)
{
    return make_tensor_in(e, s, flags, next, NULL);
}

static inline void free_tensor(struct tensor *t)
{
    vkDestroyTensorViewARM_(v.device, t->view, NULL);
    vkDestroyTensorARM_(v.device, t->tensor, NULL);
    vkFreeMemory(v.device, t->memory, NULL);
}

static inline uint64_t element_value(const struct element *e, uint32_t at)
{
    const uint32_t r = (at + 1) * 2654435761u;
    if (e->format == VK_FORMAT_R8_BOOL_ARM)
        return r >> 16 & 1;
    return e->bytes == 8 ? (uint64_t)~r << 32 | r : e->bytes == 4 ? r : r >> 16 & ((1u << 8 * e->bytes) - 1);
}

// Where an element is, by its number (the last dimension counts fastest); bytes.
static inline uint64_t element_place(const struct shape *s, const struct tensor *t, uint32_t number)
{
    uint64_t at = 0;
    for (uint32_t n = s->rank; n-- > 0; number /= (uint32_t)s->size[n])
        at += number % (uint32_t)s->size[n] * (uint64_t)t->stride[n];
    return at;
}

static inline uint32_t element_count(const struct shape *s)
{
    uint32_t count = 1;
    for (uint32_t n = 0; n < s->rank; n++)
        count *= (uint32_t)s->size[n];
    return count;
}

static inline void fill_tensor(const struct element *e, const struct shape *s, const struct tensor *t,
                               uint32_t salt)
{
    memset(t->map, 0x5a, t->bytes);
    for (uint32_t i = 0; i < element_count(s); i++) {
        uint64_t x = element_value(e, i + salt);
        memcpy(t->map + element_place(s, t, i), &x, e->bytes);
    }
}

// The elements are those of fill_tensor, and what lies between them is as it was.
static inline bool tensor_holds(const struct element *e, const struct shape *s, const struct tensor *t,
                                uint32_t salt, const char *how)
{
    uint8_t *want = malloc(t->bytes);
    struct tensor other = *t;
    other.map = want;
    fill_tensor(e, s, &other, salt);
    uint64_t first = 0;
    while (first < t->bytes && want[first] == t->map[first])
        first++;
    free(want);
    return kt_ok(first == t->bytes, "%s, %s, rank %u: byte %llu is 0x%x", how, e->name, s->rank,
                 (unsigned long long)first, t->map[first < t->bytes ? first : 0]);
}

// ---- the shader ----

struct text {
    char s[12000];
    size_t n;
};

static inline void put(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    t->n += (size_t)vsnprintf(t->s + t->n, sizeof(t->s) - t->n, format, args);
    va_end(args);
}

// Each lane reads `length` elements from its place on, in a tensor that has two more in each dimension than
// there are, and one before; writes them to another tensor, and what it has read to a buffer, after the
// sizes. tensors[2]: which of them a lane takes is its number's last bit.
static inline spv_binary tensor_module(const struct element *e, const struct shape *s, uint32_t length,
                                       bool outside, bool array)
{
    struct text *t = calloc(1, sizeof(*t));
    const uint32_t operands = outside ? 2 : 0;
    put(t,
        "OpCapability Shader\nOpCapability Int8\nOpCapability Int16\nOpCapability Int64\nOpCapability !4174\n"
        "OpCapability !4175\nOpCapability !4176\nOpExtension \"SPV_ARM_tensors\"\nOpMemoryModel Logical "
        "GLSL450\n"
        "OpEntryPoint GLCompute %%main \"main\" %%id\nOpExecutionMode %%main LocalSize %u 1 1\n"
        "OpDecorate %%id BuiltIn GlobalInvocationId\nOpDecorate %%ar ArrayStride 4\nOpDecorate %%bl Block\n"
        "OpMemberDecorate %%bl 0 Offset 0\n",
        GROUP);
    for (uint32_t n = 0; n < 3; n++)
        put(t, "OpDecorate %%b%u DescriptorSet 0\nOpDecorate %%b%u Binding %u\n", n, n, n);
    put(t, "%%void = OpTypeVoid\n%%fn = OpTypeFunction %%void\n%%uint = OpTypeInt 32 0\n%%bool = OpTypeBool\n"
           "%%i3 = OpTypeVector %%uint 3\n%%pi3 = OpTypePointer Input %%i3\n%%id = OpVariable %%pi3 Input\n");
    for (uint32_t n = 0; n < 64; n++)
        put(t, "%%c%u = OpConstant %%uint %u\n", n, n);
    const bool is_bool = e->format == VK_FORMAT_R8_BOOL_ARM, is_uint = e->format == VK_FORMAT_R32_UINT;
    const char *name = is_bool ? "%bool" : is_uint ? "%uint" : "%e";
    if (!is_bool && !is_uint)
        put(t, "%%e = %s\n", e->type);
    put(t, is_bool ? "%%oob = OpConstantTrue %s\n" : "%%oob = OpConstant %s 9\n", name);
    put(t, "OpNop\n!0x00041043 %%T %s %%c%u\n", name, s->rank);
    put(t,
        "%%pT = OpTypePointer UniformConstant %%T\n%%Ta = OpTypeArray %%T %%c2\n%%pTa = OpTypePointer "
        "UniformConstant %%Ta\n"
        "%%b0 = OpVariable %s UniformConstant\n%%b1 = OpVariable %%pT UniformConstant\n",
        array ? "%pTa" : "%pT");
    put(t,
        "%%ar = OpTypeRuntimeArray %%uint\n%%bl = OpTypeStruct %%ar\n%%pbl = OpTypePointer StorageBuffer "
        "%%bl\n"
        "%%pu = OpTypePointer StorageBuffer %%uint\n%%b2 = OpVariable %%pbl StorageBuffer\n%%C = OpTypeArray "
        "%%uint %%c%u\n"
        "%%V = OpTypeArray %s %%c%u\n%%main = OpFunction %%void None %%fn\n%%entry = OpLabel\n"
        "%%g = OpLoad %%i3 %%id\n%%i = OpCompositeExtract %%uint %%g 0\n",
        s->rank, name, length);
    if (array)
        put(t, "%%which = OpBitwiseAnd %%uint %%i %%c1\n%%p0 = OpAccessChain %%pT %%b0 %%which\n%%t0 = "
               "OpLoad %%T %%p0\n");
    else
        put(t, "%%t0 = OpLoad %%T %%b0\n");
    put(t, "%%t1 = OpLoad %%T %%b1\n%%left%u = OpCopyObject %%uint %%i\n", s->rank);
    for (uint32_t n = s->rank; n-- > 0;)
        put(t,
            "%%m%u = OpUMod %%uint %%left%u %%c%u\n%%left%u = OpUDiv %%uint %%left%u %%c%u\n%%x%u = OpISub "
            "%%uint %%m%u %%c1\n",
            n, n + 1, (uint32_t)s->size[n] + 3, n, n + 1, (uint32_t)s->size[n] + 3, n, n);
    put(t, "%%at = OpCompositeConstruct %%C");
    for (uint32_t n = 0; n < s->rank; n++)
        put(t, " %%x%u", n);
    put(t, "\nOpNop\n!0x000%u1044 %s %%r %%t0 %%at !%u %s\n", outside ? 7 : 6, length > 1 ? "%V" : name,
        operands, outside ? "%oob" : "");
    put(t, "OpNop\n!0x00041045 %%t1 %%at %%r\n%%base = OpIMul %%uint %%i %%c%u\n", length + s->rank);
    for (uint32_t n = 0; n < length + s->rank; n++) {
        put(t, "%%o%u = OpIAdd %%uint %%base %%c%u\n%%q%u = OpAccessChain %%pu %%b2 %%c0 %%o%u\n", n, n, n,
            n);
        if (n < s->rank) {
            put(t, "OpNop\n!0x00051046 %%uint %%w%u %%t0 %%c%u\n", n, n);
        } else {
            if (length > 1)
                put(t, "%%y%u = OpCompositeExtract %s %%r %u\n", n, name, n - s->rank);
            put(t, "%%w%u = %s ", n, e->bits);
            put(t, length > 1 ? "%%y%u" : "%%r", n);
            put(t, " %s\n", e->pattern ? e->pattern : "");
        }
        put(t, "OpStore %%q%u %%w%u\n", n, n);
    }
    put(t, "OpReturn\nOpFunctionEnd\n");
    spv_binary bin = vkt_assemble(t->s);
    free(t);
    return bin;
}

// ---- what comes out ----

static inline uint32_t lanes_of(const struct shape *s)
{
    uint32_t n = 1;
    for (uint32_t k = 0; k < s->rank; k++)
        n *= (uint32_t)s->size[k] + 3;
    return (n + GROUP - 1) / GROUP * GROUP;
}

// As the shader shows it.
static inline uint32_t shown(const struct element *e, uint64_t x)
{
    return e->format == VK_FORMAT_R8_BOOL_ARM ? x != 0 : (uint32_t)x;
}

static inline uint32_t replaced(const struct element *e, bool outside)
{
    const float nine = 9;
    uint32_t bits;
    memcpy(&bits, &nine, 4);
    return !outside                             ? 0
           : e->format == VK_FORMAT_R8_BOOL_ARM ? 1
           : e->format == VK_FORMAT_R32_SFLOAT  ? bits
                                                : OUTSIDE;
}

// What the buffer has of each lane. `is_null`: there is no tensor.
static inline bool check_tensor(const struct element *e, const struct shape *s, const uint32_t *got,
                                uint32_t length, bool outside, bool array, bool is_null)
{
    uint32_t all = 1;
    for (uint32_t k = 0; k < s->rank; k++)
        all *= (uint32_t)s->size[k] + 3;
    for (uint32_t lane = 0; lane < all; lane++) {
        uint32_t left = lane, number = 0, scale = 1, last = 0;
        bool inside = !is_null;
        for (uint32_t k = s->rank; k-- > 0; left /= (uint32_t)s->size[k] + 3) {
            uint32_t x = left % ((uint32_t)s->size[k] + 3) - 1;
            inside &= x < s->size[k];
            number += x * scale;
            scale *= (uint32_t)s->size[k];
            last = k + 1 == s->rank ? x : last;
        }
        const uint32_t *r = got + (size_t)lane * (length + s->rank);
        for (uint32_t k = 0; k < s->rank; k++)
            if (!kt_ok(r[k] == (is_null ? 0 : s->size[k]), "%s, rank %u: size %u is %u", e->name, s->rank, k,
                       r[k]))
                return false;
        for (uint32_t j = 0; j < length; j++) {
            uint32_t want = inside && last + j < s->size[s->rank - 1]
                                ? shown(e, element_value(e, number + j + (array && lane & 1 ? 1000 : 0)))
                                : replaced(e, outside);
            if (!kt_ok(r[s->rank + j] == want, "%s, rank %u, %u elements, lane %u: [%u] is 0x%x, not 0x%x",
                       e->name, s->rank, length, lane, j, r[s->rank + j], want))
                return false;
        }
    }
    return true;
}

#endif
