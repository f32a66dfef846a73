// Signals around what the node does. In the kernel they wait until a call is over, or has been interrupted in
// its sleep; here a handler that used the node could meet locks that its own thread holds.
#ifndef KILN_SIM_NODE_SIGNALS_H
#define KILN_SIM_NODE_SIGNALS_H

#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "sim/sync/fence.h"

struct node_signals {
    sigset_t mask;
    const sigset_t *outer;
};

static inline void node_hold_signals(struct node_signals *h)
{
    static const int not_held[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    sigset_t all;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof(not_held) / sizeof(not_held[0]); i++)
        sigdelset(&all, not_held[i]);
    pthread_sigmask(SIG_BLOCK, &all, &h->mask);
    h->outer = sim_set_client_mask(&h->mask);
}

// Keeps errno.
static inline void node_let_signals(const struct node_signals *h)
{
    int err = errno;
    sim_set_client_mask(h->outer);
    pthread_sigmask(SIG_SETMASK, &h->mask, NULL);
    errno = err;
}

#endif
