// Translations: made by the library (libkiln_simjit.so), which is loaded at the first one, or found on disk
// (util/disk_cache.h) by the kernel's code, the library's build, the processor, and the shapes of its images.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

#include "sim/jit/slot.h"
#include "util/env.h"
#include "util/library/open.h"
#include "util/disk_cache.h"
#include "sim/config/config.h"
#include "util/log.h"
#include "hw/target.h"
#include "util/sha256.h"

#define LIBRARY "libkiln_simjit.so"

// ---- the library

static bool (*library_translate)(const struct sim_jit_request *, struct sim_jit_blob *, char *, size_t);
static pthread_once_t once = PTHREAD_ONCE_INIT;

// NULL: the one in our own folder.
static const char *named_library(const struct sim_config_jit *c, char out[KILN_PATH_MAX])
{
    return c->library && strchr(c->library, '/') ? kiln_path_absolute(c->library, out) : c->library;
}

// Once in a process, whichever machine is the first to want it.
static void load(void)
{
    const struct sim_config config = sim_config_read();
    char path[KILN_PATH_MAX];
    const char *named = named_library(&config.jit, path);
    const char *why;
    void *handle = kiln_library_open(&once, named ? named : LIBRARY, &why);
    if (!handle) {
        if (KILN_DEBUG(SIM))
            kiln_log("no JIT, kernels are interpreted: %s", why);
        return;
    }
    void *t = dlsym(handle, "sim_jit_translate");
    memcpy(&library_translate, &t, sizeof(t)); // never unloaded: LLVM does not survive that
}

// The library makes it.
static bool make(const struct sim_jit_request *rq, struct sim_jit_blob *out, char *why, size_t size)
{
    snprintf(why, size, "no " LIBRARY);
    pthread_once(&once, load);
    return library_translate && library_translate(rq, out, why, size);
}

static struct sim_jit_code *link_blob(struct sim_jit_blob blob, const struct sim_program *p, char *why,
                                      size_t size)
{
    struct sim_jit_links links = {.message = sim_jit_message_run};
    memcpy(links.math, sim_transcend()->lanes, sizeof(links.math));
    return sim_jit_link(blob, p, &links, why, size);
}

// ---- on disk

// A virtual machine leaves for its host at each of these questions: they are asked once.
static struct kiln_sha256 host;
static void hash_host(void)
{
    struct kiln_sha256 h;
    kiln_sha256_init(&h);
#if defined(__x86_64__)
    static const uint32_t leaves[][2] = {{0, 0}, {7, 0}, {7, 1}, {0xd, 1}, {0x80000001u, 0}};
    uint32_t r[4], mode = 0, high;
    if (__get_cpuid(1, &r[0], &r[1], &r[2], &r[3])) {
        r[1] = 0; // which of the processors this is
        kiln_sha256_add(&h, r, sizeof(r));
        if (r[2] >> 27 & 1) // what the system saves of the registers
            __asm__ volatile("xgetbv" : "=a"(mode), "=d"(high) : "c"(0));
        kiln_sha256_add(&h, &mode, sizeof(mode));
    }
    for (unsigned i = 0; i < sizeof(leaves) / sizeof(leaves[0]); i++)
        if (__get_cpuid_count(leaves[i][0], leaves[i][1], &r[0], &r[1], &r[2], &r[3]))
            kiln_sha256_add(&h, r, sizeof(r));
#elif defined(__aarch64__)
    const unsigned long has[2] = {getauxval(AT_HWCAP), getauxval(AT_HWCAP2)};
    kiln_sha256_add(&h, has, sizeof(has));
#endif
    host = h;
}

void sim_jit_hash_processor(const char *cpu, uint8_t out[KILN_SHA256_SIZE])
{
    static pthread_once_t asked = PTHREAD_ONCE_INIT;
    pthread_once(&asked, hash_host);
    struct kiln_sha256 h = host;
    kiln_sha256_add_sized(&h, cpu ? cpu : "", cpu ? strlen(cpu) : 0);
    kiln_sha256_end(&h, out);
}

uint64_t sim_jit_library_build(const struct sim_config_jit *c)
{
    char path[KILN_PATH_MAX];
    const char *named = named_library(c, path);
    if (named)
        return kiln_disk_cache_build(named);
    return kiln_path_next_to(&once, LIBRARY, path, sizeof(path)) ? kiln_disk_cache_build(path) : 0;
}

static void make_key(const struct sim_jit_slot *s, bool partial, uint8_t key[KILN_DISK_KEY_SIZE])
{
    const uint32_t facts[] = {SIM_JIT_VERSION, s->simd, partial, s->program->target->isa,
                              s->program->target->grf_count};
    struct kiln_sha256 h;
    kiln_sha256_init(&h);
    kiln_sha256_add(&h, s->jit->processor, sizeof(s->jit->processor));
    kiln_sha256_add(&h, facts, sizeof(facts));
    for (unsigned i = 0; i < SIM_IMAGES && s->shapes; i++)
        if (s->shapes[i].key) {
            const uint32_t shape[] = {i, s->shapes[i].key};
            kiln_sha256_add(&h, shape, sizeof(shape));
        }
    kiln_sha256_add(&h, s->samplers, sizeof(s->samplers));
    kiln_sha256_add_sized(&h, s->kernel, s->program->examined);
    kiln_sha256_end(&h, key);
}

// An entry is the kernel's code and what it was translated to.
static void store(const struct sim_jit_slot *s, bool partial, const struct sim_jit_blob *blob)
{
    uint8_t key[KILN_DISK_KEY_SIZE], *entry;
    if (!s->kernel || !s->jit || !s->jit->disk.dir[0] || !(entry = malloc(s->program->examined + blob->size)))
        return;
    make_key(s, partial, key);
    memcpy(entry, s->kernel, s->program->examined);
    memcpy(entry + s->program->examined, blob->data, blob->size);
    kiln_disk_cache_store(&s->jit->disk, s->jit->build, key, entry, s->program->examined + blob->size);
    free(entry);
}

struct sim_jit_code *sim_jit_find(const struct sim_jit_slot *s, bool partial)
{
    uint8_t key[KILN_DISK_KEY_SIZE], *entry;
    char why[256];
    size_t size, code = s->program->examined;
    struct sim_jit_blob blob = {NULL, 0};
    if (!s->kernel || !s->jit->disk.dir[0] ||
        s->jit->config.dump) // what is printed is not taken from the disk
        return NULL;
    make_key(s, partial, key);
    entry = kiln_disk_cache_load(&s->jit->disk, s->jit->build, key, &size);
    if (entry && size > code && !memcmp(entry, s->kernel, code) && (blob.data = malloc(size - code))) {
        blob.size = size - code;
        memcpy(blob.data, entry + code, blob.size);
    }
    free(entry);
    struct sim_jit_code *c = blob.data ? link_blob(blob, s->program, why, sizeof(why)) : NULL;
    if (c)
        c->from_disk = true;
    return c;
}

static void log_made(const struct sim_program *p, const struct sim_jit_code *c, const char *why)
{
    if (!KILN_DEBUG(SIM))
        return;
    if (!c) {
        kiln_log("kernel 0x%llx is interpreted: %s", (unsigned long long)p->address, why);
        return;
    }
    const struct sim_jit_head *h = c->head;
    kiln_log("kernel 0x%llx: %u instructions, %u translated, %u calls (%s ), %.1f + %.1f + %.1f ms",
             (unsigned long long)p->address, h->uops, h->native, h->called, h->calls, h->milliseconds[0],
             h->milliseconds[1], h->milliseconds[2]);
}

// ---- the whole

struct sim_jit_code *sim_jit_make(const struct sim_jit_slot *s, const struct sim_config_jit *config,
                                  bool partial, bool keep_all, unsigned piece)
{
    char why[256];
    struct sim_jit_blob blob;
    struct sim_jit_request rq = {.program = s->program,
                                 .full = sim_jit_channels(s->simd),
                                 .partial_start = partial,
                                 .keep_all = keep_all,
                                 .piece = piece,
                                 .shapes = s->shapes,
                                 .samplers = s->samplers,
                                 .quit = s->jit ? &s->jit->quit : NULL,
                                 .dump = config->dump,
                                 .cpu = config->cpu};
    struct sim_jit_code *c = NULL;
    if (make(&rq, &blob, why, sizeof(why))) {
        store(s, partial, &blob);
        c = link_blob(blob, s->program, why, sizeof(why));
    }
    log_made(s->program, c, why);
    return c;
}
