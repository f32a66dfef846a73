// The allocations of LLVM and of the compiler itself, seen as they happen.
//
// LLVM has no place where it could be asked to stop. But all its passes allocate, and a failed allocation at
// any place is something that guard.c leaves it by anyway. So the calls of malloc and its kin that LLVM's
// library makes go through here: the entries of its procedure linkage table (and of the object that this code
// is in) are replaced (util/library/plt.h), once. On threads that are in no compile of ours each does what it
// did before, at the price of a test. Where there are no such entries (LLVM linked into a program, another
// processor than x86-64) nothing is seen, and the bounds hold only between passes.
//
// Bytes are those that malloc says it gave (malloc_usable_size), which needs no book-keeping. They are
// counted only where that function is of the same library as malloc, and operator new is the C++ library's,
// which is malloc: a program may bring its own.
//
// Source: Itanium C++ ABI for the names.
#include "compiler/support/guard_heap.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "util/library/object.h"
#include "util/library/plt.h"

static _Thread_local GUARD_TLS struct guard_heap *watched;
static bool malloc_counts, new_counts;

void guard_heap_watch(struct guard_heap *h)
{
    watched = h;
}

// Returns the compile that the thread is in, or NULL, for count: to find that out costs a call.
static struct guard_heap *before(bool llvm, size_t size)
{
    struct guard_heap *h = watched;
    if (!h)
        return NULL;
    int64_t now = h->llvm + h->ours;
    uint64_t have = now > 0 ? (uint64_t)now : 0;
    if (have > h->limit || size > h->limit - have)
        h->over(llvm);
    if (++h->events % GUARD_HEAP_TICK == 0)
        h->tick(llvm);
    return h;
}

static void count(struct guard_heap *h, bool llvm, const void *p, bool counts, int sign)
{
    if (!h || !p || !counts)
        return;
    int64_t bytes = sign * (int64_t)malloc_usable_size((void *)(uintptr_t)p);
    if (llvm)
        h->llvm += bytes;
    else
        h->ours += bytes;
}

// ---- malloc and its kin; by address, for this object's own entries are replaced as well

static struct {
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    void (*free)(void *);
} libc;

static void *watched_malloc(bool llvm, size_t size)
{
    struct guard_heap *h = before(llvm, size);
    void *p = libc.malloc(size);
    count(h, llvm, p, malloc_counts, 1);
    return p;
}

static void *watched_calloc(bool llvm, size_t n, size_t size)
{
    struct guard_heap *h = before(llvm, size && n > SIZE_MAX / size ? 0 : n * size); // what is too much fails
    void *p = libc.calloc(n, size);
    count(h, llvm, p, malloc_counts, 1);
    return p;
}

static void *watched_realloc(bool llvm, void *old, size_t size)
{
    struct guard_heap *h = before(llvm, size);
    count(h, llvm, old, malloc_counts, -1);
    void *p = libc.realloc(old, size);
    count(h, llvm, p || !size ? p : old, malloc_counts, 1);
    return p;
}

static void watched_free(bool llvm, void *p)
{
    count(watched, llvm, p, malloc_counts, -1);
    libc.free(p);
}

static void *llvm_malloc(size_t size)
{
    return watched_malloc(true, size);
}

static void *llvm_calloc(size_t n, size_t size)
{
    return watched_calloc(true, n, size);
}

static void *llvm_realloc(void *old, size_t size)
{
    return watched_realloc(true, old, size);
}

static void llvm_free(void *p)
{
    watched_free(true, p);
}

static void *our_malloc(size_t size)
{
    return watched_malloc(false, size);
}

static void *our_calloc(size_t n, size_t size)
{
    return watched_calloc(false, n, size);
}

static void *our_realloc(void *old, size_t size)
{
    return watched_realloc(false, old, size);
}

static void our_free(void *p)
{
    watched_free(false, p);
}

// ---- operator new and delete, of the C++ library

static struct {
    void *(*new)(size_t);                           // _Znwm
    void *(*new_array)(size_t);                     // _Znam
    void *(*new_nothrow)(size_t, const void *);     // _ZnwmRKSt9nothrow_t
    void *(*new_aligned)(size_t, size_t);           // _ZnwmSt11align_val_t
    void (*delete)(void *);                         // _ZdlPv
    void (*delete_array)(void *);                   // _ZdaPv
    void (*delete_sized)(void *, size_t);           // _ZdlPvm
    void (*delete_array_sized)(void *, size_t);     // _ZdaPvm
    void (*delete_aligned)(void *, size_t, size_t); // _ZdlPvmSt11align_val_t
} cxx;

static void *cxx_new(size_t size)
{
    struct guard_heap *h = before(true, size);
    void *p = cxx.new(size);
    count(h, true, p, new_counts, 1);
    return p;
}

static void *cxx_new_array(size_t size)
{
    struct guard_heap *h = before(true, size);
    void *p = cxx.new_array(size);
    count(h, true, p, new_counts, 1);
    return p;
}

static void *cxx_new_nothrow(size_t size, const void *tag)
{
    struct guard_heap *h = before(true, size);
    void *p = cxx.new_nothrow(size, tag);
    count(h, true, p, new_counts, 1);
    return p;
}

static void *cxx_new_aligned(size_t size, size_t align)
{
    struct guard_heap *h = before(true, size);
    void *p = cxx.new_aligned(size, align);
    count(h, true, p, new_counts, 1);
    return p;
}

static void cxx_delete(void *p)
{
    count(watched, true, p, new_counts, -1);
    cxx.delete(p);
}

static void cxx_delete_array(void *p)
{
    count(watched, true, p, new_counts, -1);
    cxx.delete_array(p);
}

static void cxx_delete_sized(void *p, size_t size)
{
    count(watched, true, p, new_counts, -1);
    cxx.delete_sized(p, size);
}

static void cxx_delete_array_sized(void *p, size_t size)
{
    count(watched, true, p, new_counts, -1);
    cxx.delete_array_sized(p, size);
}

static void cxx_delete_aligned(void *p, size_t size, size_t align)
{
    count(watched, true, p, new_counts, -1);
    cxx.delete_aligned(p, size, align);
}

// ---- the linkage tables

#define ENTRY(name, function, ...) {name, (void (*)(void))(function), __VA_ARGS__}
static const struct kiln_plt_entry of_llvm[] = {
    ENTRY("malloc", llvm_malloc, &libc.malloc),
    ENTRY("calloc", llvm_calloc, &libc.calloc),
    ENTRY("realloc", llvm_realloc, &libc.realloc),
    ENTRY("free", llvm_free, &libc.free),
    ENTRY("_Znwm", cxx_new, &cxx.new),
    ENTRY("_Znam", cxx_new_array, &cxx.new_array),
    ENTRY("_ZnwmRKSt9nothrow_t", cxx_new_nothrow, &cxx.new_nothrow),
    ENTRY("_ZnwmSt11align_val_t", cxx_new_aligned, &cxx.new_aligned),
    ENTRY("_ZdlPv", cxx_delete, &cxx.delete),
    ENTRY("_ZdaPv", cxx_delete_array, &cxx.delete_array),
    ENTRY("_ZdlPvm", cxx_delete_sized, &cxx.delete_sized),
    ENTRY("_ZdaPvm", cxx_delete_array_sized, &cxx.delete_array_sized),
    ENTRY("_ZdlPvmSt11align_val_t", cxx_delete_aligned, &cxx.delete_aligned),
};
static const struct kiln_plt_entry of_ours[] = {
    ENTRY("malloc", our_malloc, &libc.malloc),
    ENTRY("calloc", our_calloc, &libc.calloc),
    ENTRY("realloc", our_realloc, &libc.realloc),
    ENTRY("free", our_free, &libc.free),
};
#undef ENTRY

// As LLVM would find it: a program's own comes before the library's. (No dlopen(), not even of what is loaded
// already: at the end of exit() that would construct LLVM again, util/library/open.h.)
static void *find(const char *name)
{
    void *p = dlsym(RTLD_DEFAULT, name);
    return p ? p : dlsym(RTLD_NEXT, name);
}

static void find_real(void)
{
    for (unsigned i = 0; i < sizeof(of_llvm) / sizeof(of_llvm[0]); i++) {
        void *p = find(of_llvm[i].name);
        memcpy(of_llvm[i].real, &p, sizeof(p));
    }
    const void *heap, *any, *runtime = dlsym(RTLD_NEXT, "__cxa_throw");
    const void *usable = dlsym(RTLD_DEFAULT, "malloc_usable_size");
    memcpy(&heap, &libc.malloc, sizeof(heap));
    memcpy(&any, &cxx.new, sizeof(any));
    const char *of_heap = kiln_object_at(heap), *of_new = kiln_object_at(any);
    malloc_counts = of_heap && of_heap == kiln_object_at(usable);
    new_counts = malloc_counts && of_new && (of_new == kiln_object_at(runtime) || of_new == of_heap);
}

void guard_heap_install(void)
{
    LLVMContextRef (*create)(void) = LLVMContextCreate;
    void (*ours)(struct guard_heap *) = guard_heap_watch;
    const void *llvm, *here;
    memcpy(&llvm, &create, sizeof(llvm));
    memcpy(&here, &ours, sizeof(here));
    find_real();
    if (kiln_object_at(llvm) == kiln_object_at(here))
        return;
    kiln_plt_replace(here, of_ours, sizeof(of_ours) / sizeof(of_ours[0]));
    kiln_plt_replace(llvm, of_llvm, sizeof(of_llvm) / sizeof(of_llvm[0]));
}
