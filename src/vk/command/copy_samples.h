// Copies between images of several samples that lie in Tile64.
#ifndef KILN_VK_COPY_SAMPLES_H
#define KILN_VK_COPY_SAMPLES_H

#include "vk/command/buffer.h"
#include "vk/image/image.h"

// A region of a plane, of all samples. Both images have elements of as many bytes, and as many samples.
void kiln_cmd_copy_samples(struct kiln_cmd_buffer *cmd, const struct kiln_image *src,
                           const struct kiln_image *dst, const VkImageCopy2 *region);

#endif
