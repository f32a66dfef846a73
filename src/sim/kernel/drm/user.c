// Copies between the client and "the kernel".
#include "sim/kernel/drm/user.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

struct stack {
    bool asked;
    uintptr_t low, end; // 0: not known
};

static const struct stack *own_stack(void)
{
    static _Thread_local struct stack s;
    pthread_attr_t attr;
    void *low;
    size_t size;
    if (!s.asked && !pthread_getattr_np(pthread_self(), &attr)) {
        if (!pthread_attr_getstack(&attr, &low, &size))
            s = (struct stack){.low = (uintptr_t)low, .end = (uintptr_t)low + size};
        pthread_attr_destroy(&attr);
    }
    s.asked = true;
    return &s;
}

// Most of what clients pass lies on the stack that this runs on, between here and its end, and needs no
// check.
static bool on_stack(uint64_t user, size_t size)
{
    const struct stack *s = own_stack();
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    return here >= s->low && here < s->end && user >= here && user < s->end && size <= s->end - user;
}

static void copy(void *kernel, uint64_t user, size_t size, bool to_user)
{
    if (to_user)
        memcpy((void *)(uintptr_t)user, kernel, size);
    else
        memcpy(kernel, (const void *)(uintptr_t)user, size);
}

// The system call checks the addresses; where it is forbidden (some sandboxes), the client is trusted.
static bool transfer(void *kernel, uint64_t user, size_t size, bool to_user)
{
    struct iovec local = {kernel, size}, remote = {(void *)(uintptr_t)user, size};
    if (!size)
        return true;
    if (on_stack(user, size)) {
        copy(kernel, user, size, to_user);
        return true;
    }
    ssize_t n = to_user ? process_vm_writev(getpid(), &local, 1, &remote, 1, 0)
                        : process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
    if (n < 0 && (errno == ENOSYS || errno == EPERM) && user) {
        copy(kernel, user, size, to_user);
        return true;
    }
    return n == (ssize_t)size;
}

bool sim_copy_from_user(void *dst, uint64_t src, size_t size)
{
    return transfer(dst, src, size, false);
}

bool sim_copy_to_user(uint64_t dst, const void *src, size_t size)
{
    // process_vm_writev takes its source as non-const.
    return transfer((void *)(uintptr_t)src, dst, size, true);
}
