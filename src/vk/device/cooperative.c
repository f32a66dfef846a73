// VK_KHR_cooperative_matrix: what products there are (kiln/cooperative.def). The compiler makes shuffles and
// multiply-adds of them (src/compiler/spirv/math/cooperative.c), with what that costs at each width.
#include "entrypoints.h"
#include "vk/object/device.h"

static const struct {
    uint32_t m, n, k;
    VkComponentTypeKHR factor, sum;
} products[] = {
#define MATRIX(m, n, k, ab, c) {m, n, k, VK_COMPONENT_TYPE_##ab##_KHR, VK_COMPONENT_TYPE_##c##_KHR},
#include "kiln/cooperative.def"
#undef MATRIX
};

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPhysicalDeviceCooperativeMatrixPropertiesKHR(
    VkPhysicalDevice handle, uint32_t *count, VkCooperativeMatrixPropertiesKHR *out)
{
    const uint32_t all = KILN_ARRAY_LEN(products);
    if (!out) {
        *count = all;
        return VK_SUCCESS;
    }
    *count = KILN_MIN(*count, all);
    for (uint32_t i = 0; i < *count; i++) {
        out[i].MSize = products[i].m;
        out[i].NSize = products[i].n;
        out[i].KSize = products[i].k;
        out[i].AType = out[i].BType = products[i].factor;
        out[i].CType = out[i].ResultType = products[i].sum;
        out[i].saturatingAccumulation = false;
        out[i].scope = VK_SCOPE_SUBGROUP_KHR;
    }
    return *count < all ? VK_INCOMPLETE : VK_SUCCESS;
}
