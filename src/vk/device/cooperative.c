// VK_KHR_cooperative_matrix: what products there are (kiln/cooperative.def). The compiler gives them to the
// matrix unit, or makes shuffles and multiply-adds of them (src/compiler/spirv/math/cooperative_product.c).
#include "entrypoints.h"
#include "hw/target.h"
#include "vk/object/device.h"

struct product {
    uint32_t chips; // by the columns of their unit, as kiln/cooperative.def has them
    uint32_t m, n, k;
    VkComponentTypeKHR factor, sum;
};

static const struct product products[] = {
#define MATRIX(chips, m, n, k, ab, c)                                                                        \
    {chips, m, n, k, VK_COMPONENT_TYPE_##ab##_KHR, VK_COMPONENT_TYPE_##c##_KHR},
#include "kiln/cooperative.def"
#undef MATRIX
};

static bool may_saturate(const struct product *p)
{
    return p->sum == VK_COMPONENT_TYPE_SINT32_KHR || p->sum == VK_COMPONENT_TYPE_UINT32_KHR;
}

static void describe(const struct product *p, bool saturates, VkCooperativeMatrixPropertiesKHR *out)
{
    out->MSize = p->m;
    out->NSize = p->n;
    out->KSize = p->k;
    out->AType = out->BType = p->factor;
    out->CType = out->ResultType = p->sum;
    out->saturatingAccumulation = saturates;
    out->scope = VK_SCOPE_SUBGROUP_KHR;
}

// Those whose sums may saturate are there twice: programs must say which they want.
VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPhysicalDeviceCooperativeMatrixPropertiesKHR(
    VkPhysicalDevice handle, uint32_t *count, VkCooperativeMatrixPropertiesKHR *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, physical, handle);
    const uint32_t columns = kiln_target_systolic_columns(physical->target);
    uint32_t all = 0;
    for (uint32_t i = 0; i < KILN_ARRAY_LEN(products); i++) {
        const struct product *p = &products[i];
        for (unsigned saturates = 0; saturates <= may_saturate(p) && p->chips & (columns ? columns : 1);
             saturates++) {
            if (out && all < *count)
                describe(p, saturates, &out[all]);
            all++;
        }
    }
    const uint32_t room = out ? *count : all;
    *count = KILN_MIN(room, all);
    return room < all ? VK_INCOMPLETE : VK_SUCCESS;
}
