// A program that looks for a queue and leaves: usage: leave ACTION... STATUS
//
// families: reads the families of queues; count: only how many there are; device: asks for a device; bad:
// for one that it does not get; destroy: destroys the instance; fork: the rest is a child's, whose status is
// ours; abort, quick: ends without handlers. Ends with STATUS.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

static VkInstance instance;
static VkPhysicalDevice physical;

static int start(void)
{
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    uint32_t one = 1;
    return vkCreateInstance(&info, NULL, &instance) == VK_SUCCESS &&
           vkEnumeratePhysicalDevices(instance, &one, &physical) >= 0 && one == 1;
}

static void make_device(uint32_t family)
{
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                           .queueFamilyIndex = family,
                                           .queueCount = 1,
                                           .pQueuePriorities = &priority};
    const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                     .queueCreateInfoCount = 1,
                                     .pQueueCreateInfos = &queue};
    VkDevice device;
    if (vkCreateDevice(physical, &info, NULL, &device) == VK_SUCCESS)
        vkDestroyDevice(device, NULL);
}

int main(int argc, char **argv)
{
    VkQueueFamilyProperties families[4];
    uint32_t n = 4;
    if (argc < 2 || !start())
        return 99;
    for (int i = 1; i < argc - 1; i++) {
        const char *action = argv[i];
        if (!strcmp(action, "families"))
            vkGetPhysicalDeviceQueueFamilyProperties(physical, &n, families);
        else if (!strcmp(action, "count"))
            vkGetPhysicalDeviceQueueFamilyProperties(physical, &n, NULL);
        else if (!strcmp(action, "device") || !strcmp(action, "bad"))
            make_device(*action == 'd' ? 0 : 77);
        else if (!strcmp(action, "destroy"))
            vkDestroyInstance(instance, NULL);
        else if (!strcmp(action, "quick"))
            _exit(atoi(argv[argc - 1]));
        else if (!strcmp(action, "fork")) {
            int status = 0;
            if (fork()) {
                wait(&status);
                _exit(WEXITSTATUS(status));
            }
        }
    }
    return atoi(argv[argc - 1]);
}
