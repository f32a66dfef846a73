// Asks lavapipe about test shaders, in several processes, and keeps its answers (answers.h). What was
// answered before is not asked again.
//
// usage: answer_shaders SPV_DIR ANSWERS_DIR SHADER|DIRECTORY...     a line for each shader that has no
// answer. Without lavapipe there are none, and no ANSWERS_DIR; status 0 all the same
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "answers.h"
#include "sources.h"

// Of a shader's compilation and all its dispatches, in seconds of processor time.
enum { MOST_JOBS = 64, LIMIT = 120 };

// What the processes share.
struct shared {
    atomic_uint next;
    atomic_uint asked;      // how many were not known
    unsigned at[MOST_JOBS]; // + 1: which shader a process is at
};

static struct shared *shared;
static struct sources shaders;
static const char *spv_dir, *answers_dir;
static uint64_t driver;

// From now on, the process ends after so many seconds of processor time; 0: it does not.
static void limit_time(unsigned seconds)
{
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {.tv_sec = seconds}}, NULL);
}

static bool run_seeds(struct vkc_device *d, const struct plan *p, const uint32_t *spirv, size_t bytes,
                      struct answers *a)
{
    struct job job = {.d = d};
    struct inputs in = {0};
    inputs_create(p, &in);
    bool ok = job_prepare(&job, p, spirv, bytes);
    for (uint32_t seed = 0; ok && seed < p->seeds; seed++) {
        inputs_fill(p, seed, &in);
        ok = job_dispatch(&job, p, &in);
        if (ok)
            answers_add(a, p, seed, &in, &job);
    }
    job_finish(&job, p);
    inputs_destroy(&in);
    return ok;
}

// Whether there are answers to all inputs of this shader.
static bool is_known(const char *path, const struct plan *p, const struct answers_key *key)
{
    const char *why;
    struct answers *a = answers_read(path, key, &why);
    struct inputs in = {0};
    bool known = a != NULL;
    inputs_create(p, &in);
    for (uint32_t seed = 0; known && seed < p->seeds; seed++) {
        inputs_fill(p, seed, &in);
        known = answers_know(a, p, seed, &in);
    }
    inputs_destroy(&in);
    answers_destroy(a);
    return known;
}

static void ask(struct vkc_device *d, const char *shader)
{
    struct plan p;
    char spv[4096], path[4096];
    size_t bytes;
    const char *slash = strrchr(shader, '/');
    if (plan_read(shader, &p) || p.alone)
        return; // run_shaders says what is wrong with it
    snprintf(spv, sizeof(spv), "%s/%s.%s", spv_dir, slash ? slash + 1 : shader,
             p.refused ? "refused" : "spv");
    answers_path(path, sizeof(path), answers_dir, shader);
    uint32_t *spirv = vkc_read_file(spv, &bytes);
    if (!spirv)
        return;
    struct answers_key key = {answers_hash(spirv, bytes), p.words, driver};
    if (!is_known(path, &p, &key)) {
        struct answers *a = answers_create(&key, p.seeds);
        atomic_fetch_add(&shared->asked, 1);
        limit_time(LIMIT);
        bool ok = run_seeds(d, &p, spirv, bytes, a);
        limit_time(0);
        if (!ok) {
            fprintf(stderr, "%s: %s\n", shader, job_error());
            answers_fail(a, job_error());
        }
        if (!answers_write(a, path))
            fprintf(stderr, "%s: %s\n", path, strerror(errno));
        answers_destroy(a);
    }
    free(spirv);
}

// A process that takes shaders until there are none.
static int work(unsigned job)
{
    VkInstance instance;
    struct vkc_device d;
    unsigned i;
    if (vkc_instance_create(&instance) < 0 || vkc_device_create(instance, "llvmpipe", &d) < 0) {
        fprintf(stderr, "no lavapipe to ask (mesa-vulkan-drivers): %s\n", vkc_what());
        return 0;
    }
    mkdir(answers_dir, 0777);
    char name[sizeof(d.props.deviceName) + 16];
    snprintf(name, sizeof(name), "%s %u", d.props.deviceName, d.props.driverVersion);
    driver = answers_hash(name, strlen(name));
    while ((i = atomic_fetch_add(&shared->next, 1)) < shaders.count) {
        shared->at[job] = i + 1;
        ask(&d, shaders.paths[i]);
        shared->at[job] = 0;
    }
    vkc_device_destroy(&d);
    vkDestroyInstance(instance, NULL);
    return 0;
}

// A shader in which lavapipe died, or which took it too long, has that as its answer.
static void note_death(unsigned job, int status)
{
    unsigned at = shared->at[job];
    char path[4096], why[80];
    struct plan p;
    if (!at || plan_read(shaders.paths[at - 1], &p))
        return;
    struct answers *a = answers_create(&(struct answers_key){0, p.words, 0}, 0);
    if (WTERMSIG(status) == SIGPROF)
        snprintf(why, sizeof(why), "lavapipe took more than %d s of processor time", LIMIT);
    else
        snprintf(why, sizeof(why), "lavapipe ended by signal %d", WTERMSIG(status));
    fprintf(stderr, "%s: %s\n", shaders.paths[at - 1], why);
    answers_fail(a, why);
    answers_path(path, sizeof(path), answers_dir, shaders.paths[at - 1]);
    answers_write(a, path);
    answers_destroy(a);
}

static pid_t start(unsigned job)
{
    fflush(NULL);
    shared->at[job] = 0;
    pid_t pid = fork();
    if (!pid)
        _exit(work(job));
    return pid;
}

// Restarts processes that die, until all shaders are done. False: one could not go on.
static bool run_jobs(unsigned jobs)
{
    pid_t pids[MOST_JOBS], pid;
    int status;
    bool ok = true;
    for (unsigned j = 0; j < jobs; j++)
        pids[j] = start(j);
    while ((pid = wait(&status)) > 0)
        for (unsigned j = 0; j < jobs; j++) {
            if (pids[j] != pid)
                continue;
            if (WIFSIGNALED(status) && shared->at[j]) {
                note_death(j, status);
                pids[j] = start(j);
            } else {
                ok = ok && WIFEXITED(status) && !WEXITSTATUS(status);
            }
        }
    return ok;
}

int main(int argc, char **argv)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (argc < 4 || !sources_find(argv + 3, (unsigned)argc - 3, "comp spvasm", &shaders)) {
        fprintf(stderr, "usage: answer_shaders SPV_DIR ANSWERS_DIR SHADER|DIRECTORY...\n");
        return 2;
    }
    spv_dir = argv[1];
    answers_dir = argv[2];
    shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    bool ok = run_jobs(processors < 1 ? 1 : processors > MOST_JOBS ? MOST_JOBS : (unsigned)processors);
    printf("lavapipe was asked about %u of %u shaders\n", atomic_load(&shared->asked), shaders.count);
    sources_finish(&shaders);
    return ok ? 0 : 1;
}
