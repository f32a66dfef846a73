// A clear colour as the bytes of a texel.
#ifndef KILN_VK_CLEAR_COLOR_H
#define KILN_VK_CLEAR_COLOR_H

#include "vk/format/format.h"

// Repeated to 48 bytes, which all sizes of texels divide; those of powers of two repeat each 16. False if the
// format is compressed or not a colour.
bool kiln_clear_pattern(const struct kiln_format *f, const VkClearColorValue *color, uint32_t pattern[12]);

#endif
