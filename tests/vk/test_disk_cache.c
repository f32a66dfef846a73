// The kernels on disk: found by another device, by other processes at the same time, after the directory
// moved; not when corrupt; and never more than the limit.
#include "vk/vkt.h"
#include "vkt_add.h"
#include "vkt_saxpy.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char root[] = "/tmp/kiln-cache-XXXXXX";

static void use(const char *name)
{
    char path[256];
    snprintf(path, sizeof(path), "%s/%s", root, name);
    setenv("KILN_CACHE", "on", 1);
    setenv("KILN_CACHE_DIR", path, 1);
    unsetenv("KILN_CACHE_SIZE");
}

// Creates the pipeline of `add` again; with `only_cached` a compile is refused.
static VkResult make_add(bool only_cached)
{
    struct vkt v;
    struct vkt_pipeline p;
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                      VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    setenv("KILN_CACHE", only_cached ? "off" : getenv("KILN_CACHE"), 1);
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return VK_ERROR_UNKNOWN;
    bool ok = vkt_pipeline(&v, (struct vkt_shader){vkt_add, sizeof(vkt_add)}, 3, types, 0, NULL, &p);
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
    return ok ? VK_SUCCESS : VK_ERROR_UNKNOWN;
}

// VK_SUCCESS if `add` is in the cache on disk, VK_PIPELINE_COMPILE_REQUIRED if not.
static VkResult lookup(void)
{
    struct vkt v;
    VkResult result = VK_ERROR_UNKNOWN;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return result;
    VkShaderModuleCreateInfo module_info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof(vkt_add), .pCode = vkt_add};
    VkShaderModule module;
    VkPipelineLayoutCreateInfo layout_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    VkPipelineLayout layout;
    vkt_ok(vkCreateShaderModule(v.device, &module_info, NULL, &module));
    vkt_ok(vkCreatePipelineLayout(v.device, &layout_info, NULL, &layout));
    VkComputePipelineCreateInfo info = vkt_compute_info(module, layout);
    info.flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    VkPipeline p = VK_NULL_HANDLE;
    result = vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &p);
    vkDestroyPipeline(v.device, p, NULL);
    vkDestroyPipelineLayout(v.device, layout, NULL);
    vkDestroyShaderModule(v.device, module, NULL);
    vkt_finish(&v);
    return result;
}

// Calls `f` on every entry's file; returns their number. *bytes: their size.
static unsigned each_file(const char *dir, void (*f)(const char *path), uint64_t *bytes)
{
    unsigned n = 0;
    DIR *d = opendir(dir);
    for (struct dirent *e; d && (e = readdir(d));) {
        char path[512];
        struct stat st;
        snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
        // ("compiler": which one the driver had beside it is noted in a file of that name, in hexadecimal
        // digits.)
        if (e->d_name[0] == '.' || strstr(e->d_name, "636f6d70696c6572") || stat(path, &st))
            continue;
        if (S_ISDIR(st.st_mode)) {
            n += each_file(path, f, bytes);
            continue;
        }
        n++;
        *bytes += (uint64_t)st.st_size;
        if (f)
            f(path);
    }
    if (d)
        closedir(d);
    return n;
}

static unsigned files(const char *name, void (*f)(const char *), uint64_t *bytes)
{
    char path[256];
    uint64_t ignored = 0;
    snprintf(path, sizeof(path), "%s/%s", root, name);
    return each_file(path, f, bytes ? bytes : &ignored);
}

KT_TEST(found_again)
{
    use("a");
    kt_eq(lookup(), VK_PIPELINE_COMPILE_REQUIRED);
    kt_eq(make_add(false), VK_SUCCESS);
    kt_eq(files("a", NULL, NULL), 1);
    kt_eq(lookup(), VK_SUCCESS);
    char from[256], to[256];
    snprintf(from, sizeof(from), "%s/a", root);
    snprintf(to, sizeof(to), "%s/moved", root);
    kt_eq(rename(from, to), 0);
    kt_eq(lookup(), VK_PIPELINE_COMPILE_REQUIRED);
    use("moved");
    kt_eq(lookup(), VK_SUCCESS);
    setenv("KILN_CACHE", "off", 1);
    kt_eq(lookup(), VK_PIPELINE_COMPILE_REQUIRED);
}

static void cut(const char *path)
{
    kt_eq(truncate(path, 100), 0);
}

static void flip(const char *path)
{
    int fd = open(path, O_RDWR);
    uint8_t b = 0;
    kt_eq(pread(fd, &b, 1, 200), 1);
    b ^= 0x10;
    kt_eq(pwrite(fd, &b, 1, 200), 1);
    close(fd);
}

static void empty(const char *path)
{
    kt_eq(truncate(path, 0), 0);
}

KT_TEST(corrupt_files)
{
    void (*const damage[])(const char *) = {cut, flip, empty};
    for (unsigned i = 0; i < 3; i++) {
        use("b");
        kt_eq(make_add(false), VK_SUCCESS);
        kt_eq(files("b", damage[i], NULL), 1);
        kt_eq(lookup(), VK_PIPELINE_COMPILE_REQUIRED); // and the file is gone
        kt_eq(files("b", NULL, NULL), 0);
        kt_eq(make_add(false), VK_SUCCESS);
        kt_eq(lookup(), VK_SUCCESS);
    }
}

KT_TEST(unwritable)
{
    setenv("KILN_CACHE", "on", 1);
    setenv("KILN_CACHE_DIR", "/proc/nowhere", 1);
    kt_eq(make_add(false), VK_SUCCESS);
    setenv("KILN_CACHE_DIR", "/dev/null/x", 1);
    kt_eq(make_add(false), VK_SUCCESS);
}

// ---- what somebody else may have put there is not believed, waited for or written through

static void writable(const char *path)
{
    kt_eq(chmod(path, 0666), 0);
}

static void foreign(const char *path)
{
    kt_eq(chown(path, 65534, 65534), 0);
}

static void fifo(const char *path)
{
    kt_eq(unlink(path), 0);
    kt_eq(mkfifo(path, 0600), 0);
}

static void elsewhere(const char *path)
{
    char other[600];
    snprintf(other, sizeof(other), "%s.moved", root);
    kt_eq(rename(path, other), 0);
    kt_eq(symlink(other, path), 0);
}

KT_TEST(files_of_others)
{
    void (*const change[])(const char *) = {writable, fifo, elsewhere, foreign};
    alarm(60); // a FIFO that is waited for ends the test
    for (unsigned i = 0; i < (geteuid() ? 3 : 4); i++) {
        use("f");
        kt_eq(make_add(false), VK_SUCCESS);
        kt_eq(lookup(), VK_SUCCESS);
        kt_eq(files("f", change[i], NULL), 1);
        kt_ok(lookup() == VK_PIPELINE_COMPILE_REQUIRED, "change %u is believed", i);
        kt_eq(make_add(false), VK_SUCCESS); // replaced by one of ours
        kt_eq(lookup(), VK_SUCCESS);
    }
    char other[600];
    snprintf(other, sizeof(other), "%s.moved", root);
    unlink(other);
    alarm(0);
}

static void each_dir(const char *name, mode_t mode, uid_t owner, bool top)
{
    char path[256], sub[640];
    snprintf(path, sizeof(path), "%s/%s", root, name);
    if (top) {
        kt_eq(chmod(path, mode), 0);
        kt_eq(chown(path, owner, (gid_t)-1), 0);
        return;
    }
    DIR *d = opendir(path);
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.') {
            snprintf(sub, sizeof(sub), "%s/%s", path, e->d_name);
            kt_eq(chmod(sub, mode), 0);
            kt_eq(chown(sub, owner, (gid_t)-1), 0);
        }
    closedir(d);
}

KT_TEST(directories_of_others)
{
    for (unsigned i = 0; i < (geteuid() ? 4 : 6); i++) {
        bool top = i % 2;
        use("g");
        kt_eq(make_add(false), VK_SUCCESS);
        kt_eq(lookup(), VK_SUCCESS);
        each_dir("g", i / 2 == 0 ? 0770 : i / 2 == 1 ? 0702 : 0700, i / 2 == 2 ? 65534 : geteuid(), top);
        kt_ok(lookup() == VK_PIPELINE_COMPILE_REQUIRED, "directory %u is believed", i);
        kt_eq(make_add(false), VK_SUCCESS); // without the cache
        kt_eq(files("g", NULL, NULL), 1);
        each_dir("g", 0700, geteuid(), top);
        kt_eq(lookup(), VK_SUCCESS);
    }
    // A link in its place leads nowhere.
    char link[256];
    snprintf(link, sizeof(link), "%s/link", root);
    kt_eq(symlink("g", link), 0);
    use("link");
    kt_eq(lookup(), VK_PIPELINE_COMPILE_REQUIRED);
}

// The program closed the descriptor, and the number is another file's by now; and the directory was deleted.
KT_TEST(descriptor_taken_away)
{
    struct vkt v;
    struct vkt_pipeline p;
    char path[256], rm[300];
    use("taken");
    kt_eq(make_add(false), VK_SUCCESS);
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                      VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    snprintf(path, sizeof(path), "%s/taken", root);
    snprintf(rm, sizeof(rm), "rm -rf %s", path);
    for (unsigned round = 0; round < 3; round++) {
        vkt_pipeline(&v, (struct vkt_shader){vkt_add, sizeof(vkt_add)}, 3, types, 0, NULL, &p);
        vkt_pipeline_free(&v, &p);
        kt_eq(files("taken", NULL, NULL), 1);
        struct stat want, st;
        kt_eq(stat(path, &want), 0);
        if (round == 1)
            kt_eq(system(rm), 0);
        for (int fd = 3; fd < 256 && !round; fd++)
            if (!fstat(fd, &st) && st.st_ino == want.st_ino)
                kt_eq(dup2(2, fd), fd);
    }
    vkt_finish(&v);
}

KT_TEST(many_processes)
{
    use("c");
    pid_t pids[6];
    for (unsigned i = 0; i < 6; i++) {
        pids[i] = fork();
        if (!pids[i]) {
            int bad = 0;
            for (unsigned k = 0; k < 2; k++)
                bad |= make_add(false) != VK_SUCCESS;
            _exit(bad);
        }
    }
    for (unsigned i = 0; i < 6; i++) {
        int status = -1;
        waitpid(pids[i], &status, 0);
        kt_eq(status, 0);
    }
    kt_eq(files("c", NULL, NULL), 1);
    kt_eq(lookup(), VK_SUCCESS);
}

KT_TEST(bounded)
{
    struct vkt v;
    use("d");
    setenv("KILN_CACHE_SIZE", "48K", 1);
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    const VkSpecializationMapEntry entries[2] = {{0, 0, 4}, {1, 4, 4}};
    uint64_t most = 0;
    for (uint32_t i = 0; i < 60; i++) {
        struct {
            uint32_t size;
            float bias;
        } values = {64, (float)i + 0.5f};
        VkSpecializationInfo spec = {2, entries, sizeof(values), &values};
        struct vkt_pipeline p;
        kt_true(vkt_pipeline(&v, (struct vkt_shader){vkt_saxpy, sizeof(vkt_saxpy)}, 2, types, 8, &spec, &p));
        vkt_pipeline_free(&v, &p);
        uint64_t bytes = 0;
        files("d", NULL, &bytes);
        most = bytes > most ? bytes : most;
    }
    kt_ok(most > 16 * 1024, "%llu bytes", (unsigned long long)most);
    kt_ok(most <= 52 * 1024, "%llu bytes", (unsigned long long)most); // a sixteenth may come on top
    vkt_finish(&v);
}

// Makes the pipeline of saxpy for this bias; the process's only one.
static int make_one(float bias)
{
    struct vkt v;
    struct vkt_pipeline p;
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    const VkSpecializationMapEntry entries[2] = {{0, 0, 4}, {1, 4, 4}};
    struct {
        uint32_t size;
        float bias;
    } values = {64, bias};
    VkSpecializationInfo spec = {2, entries, sizeof(values), &values};
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return 1;
    bool ok = vkt_pipeline(&v, (struct vkt_shader){vkt_saxpy, sizeof(vkt_saxpy)}, 2, types, 8, &spec, &p);
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
    return !ok;
}

static pid_t start(float bias)
{
    pid_t pid = fork();
    if (!pid)
        _exit(make_one(bias));
    return pid;
}

// None of these processes writes as much as would make it look at the directory.
KT_TEST(bounded_over_processes)
{
    use("e");
    setenv("KILN_CACHE_SIZE", "20K", 1);
    uint64_t most = 0;
    for (unsigned i = 0; i < 60; i += 4) {
        pid_t pids[4];
        for (unsigned k = 0; k < 4; k++)
            pids[k] = start((float)(i + k) + 0.25f);
        for (unsigned k = 0; k < 4; k++) {
            int status = -1;
            waitpid(pids[k], &status, 0);
            kt_eq(status, 0);
        }
        uint64_t bytes = 0;
        files("e", NULL, &bytes);
        most = bytes > most ? bytes : most;
    }
    kt_ok(most > 10 * 1024, "%llu bytes", (unsigned long long)most);
    kt_ok(most < 34 * 1024, "%llu bytes", (unsigned long long)most);
}

// Processes that are killed wherever they are: no file that appears is broken, and others find theirs.
KT_TEST(killed_processes)
{
    use("f");
    for (unsigned round = 0; round < 6; round++) {
        pid_t pids[8];
        for (unsigned i = 0; i < 8; i++)
            pids[i] = start((float)(round * 8 + i % 6) + 0.75f);
        usleep(5000 + round * 3000);
        for (unsigned i = 0; i < 8; i++) {
            int status = -1;
            if (i % 2)
                kill(pids[i], SIGKILL);
            waitpid(pids[i], &status, 0);
            kt_ok(i % 2 || status == 0, "process %u: %d", i, status);
        }
    }
    kt_eq(make_add(false), VK_SUCCESS);
    kt_eq(lookup(), VK_SUCCESS);
    unsigned before = files("f", NULL, NULL);
    for (unsigned i = 0; i < 48; i += 2) // those that nobody killed are there: nothing is written
        kt_eq(make_one((float)(i / 8 * 8 + i % 8 % 6) + 0.75f), 0);
    kt_eq(files("f", NULL, NULL), before);
}

// A disk that is full after so many bytes: this program's write, in place of libc's.
static long room = -1;

__attribute__((visibility("default"))) ssize_t write(int fd, const void *data, size_t size)
{
    if (room >= 0 && fd > 2) {
        if (room == 0) {
            errno = ENOSPC;
            return -1;
        }
        size = size < (size_t)room ? size : (size_t)room;
        room -= (long)size;
    }
    return syscall(SYS_write, fd, data, size);
}

// Root may write everywhere: not without this capability. (As another user it might not be able to read the
// driver.)
static bool obey_modes(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
    if (syscall(SYS_capget, &header, data))
        return false;
    data[0].effective &= ~(1u << CAP_DAC_OVERRIDE);
    return !syscall(SYS_capset, &header, data);
}

// Full disks; directories that may not be written.
KT_TEST(failing_writes)
{
    unsigned most = 0;
    for (long limit = 0; limit < 6000; limit += 500) {
        use("g");
        room = limit;
        kt_eq(make_add(false), VK_SUCCESS);
        room = -1;
        unsigned found = files("g", NULL, NULL);
        kt_ok(found <= 1, "%u files", found);
        kt_eq(lookup(), found ? VK_SUCCESS : VK_PIPELINE_COMPILE_REQUIRED);
        most = found > most ? found : most;
    }
    kt_eq(most, 1); // there was room in the end
    char path[256];
    snprintf(path, sizeof(path), "%s/h", root);
    kt_eq(mkdir(path, 0500), 0);
    use("h");
    pid_t pid = fork();
    if (!pid) {
        if (!obey_modes())
            _exit(2);
        _exit(make_add(false) != VK_SUCCESS);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    kt_eq(status, 0);
    kt_eq(files("h", NULL, NULL), 0);
}

int main(int argc, char **argv)
{
    if (!mkdtemp(root))
        return 1;
    int result = kt_main(argc, argv);
    char command[300];
    snprintf(command, sizeof(command), "rm -rf %s", root);
    return system(command) ? 1 : result;
}
