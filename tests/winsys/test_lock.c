// The order of locks (util/lock.h): what keeps it continues, what breaks it is reported and ends.
#include "util/lock.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kt.h"
#include "util/fork.h"

static struct kiln_lock outer = KILN_LOCK_INITIALIZER(QUEUE), inner = KILN_LOCK_INITIALIZER(RESIDENCY),
                        other = KILN_LOCK_INITIALIZER(RESIDENCY);
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

// What a child says on stderr; true if it aborted.
static bool aborts(void (*what)(void), char said[256])
{
    int p[2], status = 0;
    if (!kt_ok(pipe(p) == 0, "no pipe"))
        return false;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(p[1], STDERR_FILENO);
        close(p[0]);
        what();
        _exit(0);
    }
    close(p[1]);
    ssize_t n = read(p[0], said, 255);
    said[n > 0 ? n : 0] = 0;
    close(p[0]);
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void in_order(void)
{
    for (unsigned i = 0; i < 3; i++) {
        kiln_lock(&outer);
        kiln_lock(&inner);
        kiln_unlock(&outer); // the order of unlocking is free
        kiln_unlock(&inner);
        kiln_lock(&inner);
        kiln_unlock(&inner);
    }
}

static void reversed(void)
{
    kiln_lock(&inner);
    kiln_lock(&outer);
}

static void two_of_a_kind(void)
{
    kiln_lock(&inner);
    kiln_lock(&other);
}

static void twice(void)
{
    kiln_lock(&outer);
    kiln_lock(&outer);
}

static bool fork_waits_for_inner;

static void prepare(void)
{
    if (fork_waits_for_inner)
        kiln_lock(&inner);
}

static void let_go(void)
{
    if (fork_waits_for_inner)
        kiln_unlock(&inner);
}

// As the simulated device does: whenever it is registered, it comes before the locks of the process.
__attribute__((constructor)) static void watch(void)
{
    pthread_atfork(prepare, let_go, let_go);
}

KILN_STATIC_LOCK(of_process);
KILN_STATIC_LOCK(another);

static void static_before_others(void)
{
    kiln_lock(&of_process);
    kiln_lock(&outer);
}

static void two_static(void)
{
    kiln_lock(&of_process);
    kiln_lock(&another);
}

KT_TEST(fork_keeps_the_order)
{
    int status = -1;
    fork_waits_for_inner = true;
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        in_order();
        kiln_lock(&of_process);
        kiln_unlock(&of_process);
        _exit(0);
    }
    fork_waits_for_inner = false;
    kt_eq(waitpid(child, &status, 0), child);
    kt_eq(status, 0);
    kiln_lock(&another);
    kiln_unlock(&another);
}

static void waits_with_another(void)
{
    kiln_lock(&outer);
    kiln_lock(&inner);
    kiln_lock_wait(&condition, &inner);
}

KT_TEST(order)
{
    char said[256];
    in_order();
    kt_true(!aborts(in_order, said));
    kt_streq(said, "");
#ifndef NDEBUG
    kt_true(aborts(reversed, said));
    kt_ok(strstr(said, "QUEUE") && strstr(said, "holds: RESIDENCY"), "%s", said);
    kt_true(aborts(two_of_a_kind, said));
    kt_true(aborts(twice, said));
    kt_true(aborts(static_before_others, said));
    kt_ok(strstr(said, "holds: STATIC") != NULL, "%s", said);
    kt_true(aborts(two_static, said));
    kt_true(aborts(waits_with_another, said));
    kt_ok(strstr(said, "waited on") != NULL, "%s", said);
#else
    (void)reversed, (void)two_of_a_kind, (void)twice, (void)static_before_others, (void)two_static,
        (void)waits_with_another;
#endif
}

KT_MAIN()
