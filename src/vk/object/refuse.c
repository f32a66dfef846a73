// What core commands without an implementation answer.
#include "util/log.h"
#include "vk/object/claim.h"
#include "vk/object/icd.h"
#include "vk/object/object.h"

VkResult kiln_refuse(const char *command)
{
    kiln_warn("%s: not supported: this device has no graphics queue%s", command,
              kiln_claims_graphics() ? ", although it claims to (KILN_GRAPHICS=claim)" : "");
    return kiln_error(VK_ERROR_FEATURE_NOT_PRESENT, "%s", command);
}
