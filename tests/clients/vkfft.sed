# What Debian 12's vkFFT.h lacks to be C17 and to match its glslang (nine mesh-shader limits were added in between).
s/VkCommandBuffer commandBuffer = {};/VkCommandBuffer commandBuffer = VK_NULL_HANDLE;/
s|/\* .maxDualSourceDrawBuffersEXT = \*/ 1,|/* mesh EXT limits */ 256, 256, 128, 128, 128, 128, 128, 128, 4, &|
