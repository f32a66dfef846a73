// Everything that can fail does, once: the n-th malloc, mmap or thread of the driver and of the kernel
// below it, the n-th ioctl with each errno that a kernel may give, for every n of a scenario. Each time: a
// legal VkResult, no crash, nothing leaked; and the scenario works again after it and those next to it.
//
// The program's malloc, mmap and pthread_create are in place of libc's.
#ifndef KILN_TESTS_FAULTS_H
#define KILN_TESTS_FAULTS_H

#include "vk/vkt.h"

// In a scenario: what fails ends it.
#define TRY(call)                                                                                            \
    do {                                                                                                     \
        VkResult r_ = (call);                                                                                \
        if (r_)                                                                                              \
            return r_;                                                                                       \
    } while (0)

// An instance of a version, and its first device; VK_ERROR_INITIALIZATION_FAILED: that could not be opened.
VkResult fault_instance(uint32_t version, const VkAllocationCallbacks *alloc, VkInstance *instance,
                        VkPhysicalDevice *physical);

// A scenario makes an instance, does what it does, and destroys all that it has made.
void fault_every_malloc(VkResult (*scenario)(const VkAllocationCallbacks *));
void fault_every_ioctl(VkResult (*scenario)(const VkAllocationCallbacks *), int error);

#endif
