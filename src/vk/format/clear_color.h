// A clear colour, depth or stencil as the bytes of a texel.
#ifndef KILN_VK_CLEAR_COLOR_H
#define KILN_VK_CLEAR_COLOR_H

#include "vk/format/format.h"

// Repeated to 48 bytes, which all sizes of texels divide; those of powers of two repeat each 16. False if the
// format is compressed or not a colour.
bool kiln_clear_pattern(const struct kiln_format *f, const VkClearColorValue *color, uint32_t pattern[12]);
// Of a surface of depth, or of the one of stencil; what has both is two.
void kiln_clear_depth_pattern(const struct kiln_format *f, const VkClearDepthStencilValue *value,
                              uint32_t pattern[12]);

#endif
