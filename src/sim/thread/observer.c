// The points of thread/observer.h without an observer.
#include "sim/thread/observer.h"

void sim_unseen_message(struct sim_msg *m)
{
    (void)m;
}

void sim_unseen_fence(struct sim_msg *m, bool shared_only)
{
    (void)m;
    (void)shared_only;
}

void sim_unseen_texel(struct sim_msg *m, const struct sim_surface *s, const uint32_t coords[4],
                      enum sim_access access, unsigned lane)
{
    (void)m;
    (void)s;
    (void)coords;
    (void)access;
    (void)lane;
}

void sim_unseen_group(struct sim_group *g)
{
    (void)g;
}

bool sim_unseen_again(struct sim_group *g)
{
    (void)g;
    return false;
}
