// See skip_exit.h. Source: Itanium C++ ABI, "DSO Object Destruction API".
#include "util/library/skip_exit.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>

#include "util/library/plt.h"

enum { ALL = 100 }; // what nothing but the constructors of a large library comes to

static int (*register_real)(void (*)(void *), void *, void *);
static void (*end_of_streams)(void *); // std::ios_base::Init::~Init()
static atomic_uint kept;

static int keep(void (*function)(void *), void *object, void *library)
{
    if (function == end_of_streams)
        return register_real(function, object, library);
    atomic_fetch_add(&kept, 1);
    return 0;
}

// (No dlopen() here, which would construct the library.)
void kiln_skip_exit(const void *inside)
{
    static const struct kiln_plt_entry entry = {"__cxa_atexit", (void (*)(void))keep, &register_real};
    void *real = dlsym(RTLD_DEFAULT, entry.name);
    void *streams = dlsym(RTLD_NEXT, "_ZNSt8ios_base4InitD1Ev");
    memcpy(&register_real, &real, sizeof(real));
    memcpy(&end_of_streams, &streams, sizeof(streams));
    if (streams)
        kiln_plt_replace(inside, &entry, 1);
}

bool kiln_skips_exit(void)
{
    return atomic_load(&kept) > ALL;
}
