// Walkers and groups that are debugged. See debug.h.
#include "sim/observe/debug/debug.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "sim/observe/check/check.h"
#include "sim/observe/debug/state.h"
#include "sim/thread/kernel_note.h"
#include "sim/config/config.h"
#include "util/env.h"

static void note_finding(void *data, const char *text)
{
    struct sim_debug *d = data;
    if (!d->finding[0])
        strncat(d->finding, text, sizeof(d->finding) - 1);
}

struct sim_debug *sim_debug_create(const struct sim_config *config, struct sim_check *check)
{
    if (!config->debug)
        return NULL;
    struct sim_debug *d = calloc(1, sizeof(*d));
    if (!d) {
        errno = ENOMEM;
        return NULL;
    }
    d->check = check;
    // The address of a socket is short: from here, perhaps.
    char absolute[KILN_PATH_MAX];
    const char *path = kiln_path_absolute(config->debug, absolute);
    if (strlen(path) >= sizeof(d->socket))
        path = config->debug;
    if (strlen(path) < sizeof(d->socket))
        strcpy(d->socket, path);
    d->fd = -1;
    pthread_mutex_init(&d->lock, NULL);
    if (check)
        sim_check_listen(check, note_finding, d);
    return d;
}

void sim_debug_destroy(struct sim_debug *d)
{
    if (!d)
        return;
    if (d->process == getpid())
        debug_hang_up(d);
    debug_journal_finish(&d->journal);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

static void forget_walker(struct sim_debug *d)
{
    free(d->note);
    free(d->breaks);
    free(d->steps);
    d->note = NULL;
    d->breaks = d->steps = NULL;
    d->watch_count = 0;
    d->dispatch = NULL;
    d->g = NULL;
}

bool sim_debug_begin(struct sim_debug *d, struct sim_dispatch *dispatch, const uint8_t *code)
{
    const struct sim_program *p = dispatch->program;
    struct kiln_note *note = sim_kernel_note_find(dispatch->launch->pages, p->address);
    pthread_mutex_lock(&d->lock);
    bool wanted = !dispatch->launch->draw && !d->detached && !(note && note->internal) && debug_connect(d);
    d->note = note;
    d->dispatch = dispatch;
    d->ips = p->size;
    d->breaks = wanted ? calloc(p->size / 8 + 1, 1) : NULL;
    d->steps = wanted ? calloc(p->size / 8 + 1, 1) : NULL;
    d->mode = DEBUG_GO;
    d->phase = DEBUG_FORWARD;
    if (d->breaks && d->steps && debug_tell_walker(d, code) && debug_converse(d) && !d->detached)
        return true;
    forget_walker(d);
    pthread_mutex_unlock(&d->lock);
    return false;
}

void sim_debug_end(struct sim_debug *d, const struct sim_fault *fault)
{
    uint64_t number = d->walker++;
    const char *text = fault->kind == SIM_FAULT_NONE ? "" : fault->text;
    if (!d->detached)
        debug_send(d, DEBUG_ENDED, &number, 1, text, strlen(text));
    forget_walker(d);
    pthread_mutex_unlock(&d->lock);
}

// ---- groups

void sim_debug_group_start(struct sim_group *g)
{
    struct sim_debug *d = debug_of(g);
    d->g = g;
    d->count = d->looked = 0;
    if (d->again) {
        d->again = false;
        return;
    }
    debug_forget(&d->journal);
    d->frontier = 0;
    d->stopped = UINT64_MAX;
    d->phase = DEBUG_FORWARD;
    d->mode = d->mode == DEBUG_DETACH ? DEBUG_DETACH : DEBUG_GO; // a step ends with its workgroup
    if (is_checked(g))
        sim_check_group(g);
}

void sim_debug_group_end(struct sim_group *g)
{
    struct sim_debug *d = debug_of(g);
    if (!d->again)
        d->g = NULL;
}

void sim_debug_group_stuck(struct sim_group *g)
{
    if (is_checked(g))
        sim_check_stuck(g);
}

bool sim_debug_group_again(struct sim_group *g)
{
    struct sim_debug *d = debug_of(g);
    if (!d->again)
        return false;
    debug_put_back(&d->journal);
    g->barrier_arrived = 0;
    g->fault->kind = SIM_FAULT_NONE; // it will happen again
    return true;
}
