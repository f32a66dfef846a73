// What core commands without an implementation answer.
#include "util/log.h"
#include "vk/object/icd.h"
#include "vk/object/object.h"

VkResult kiln_refuse(const char *command)
{
    kiln_warn("%s: not supported: this device has no graphics queue", command);
    return kiln_error(VK_ERROR_FEATURE_NOT_PRESENT, "%s", command);
}
