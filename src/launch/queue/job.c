// A job as requests.
//
// What surely takes less than limits.segment_ns is one request, which signals what the job signals. Anything
// else runs in bounded requests: each has as many items as fit, and ends by itself when a second is over
// (mi/guard.c), or less where other contexts use the engine as well. The host waits, sees how far it came,
// and goes on from there; the last request only signals. So a request lasts for a second and what one item
// may take, whatever the kernels do and however far they are from any estimate.
//
// A long dispatch is cut into slices: the first ones as small as the worst case demands, each of the
// following as large as all before it in the same request together. So what remains of a request's time says
// what the next slice may take, and a quick kernel soon runs in large pieces. At once, if the kernel has been
// measured and the first slice takes no longer than its groups took then: the second is what takes a quarter
// of the time. Slices are marked with the number of their walk, so that whoever counts what the GPU did
// (KILN_SIM_STATS) can distinguish them from dispatches of the application's.
//
// The host cannot know how many groups an indirect dispatch has if something that is still to run may write
// the counts. The GPU looks at them when it comes to the dispatch, and leaves one that is too large for one
// walker; the host then finds the counts and cuts it like any other.
//
// Commands that the device generated are called in runs. A dispatch in one that is too large was left out,
// and the run ends there: the GPU leaves the run before it begins, with a mask of these; and then each of
// them, with its counts.
#include "launch/queue/bounded.h"
#include "launch/queue/items.h"
#include "util/log.h"

// Adds the cost of the indirect dispatch. False if it is too large, or if the counts are not known yet.
static bool add_indirect(const struct launch_queue *queue, const struct launch_walk *walk, uint64_t *cost)
{
    uint32_t n[3];
    if (!launch_read_counts(queue, walk, n) || !launch_counts_are_legal(n))
        return false;
    uint64_t groups = (uint64_t)n[0] * n[1] * n[2];
    if (groups > walk->kernel->slice_groups)
        return false;
    *cost += groups * walk->kernel->group_ns;
    return true;
}

// Nothing that was submitted before may still write memory, here or elsewhere.
static bool idle(struct launch_queue *queue, bool waits)
{
    return !waits && launch_queue_completed(queue) == __atomic_load_n(&queue->seqno, __ATOMIC_ACQUIRE);
}

// Whether it is known to take no longer than one request may; *cost then.
static bool is_short(struct launch_queue *queue, const struct launch_job *job, bool waits, uint64_t *cost)
{
    *cost = job->cost;
    if (KILN_DEBUG(NOSLICE))
        return true;
    if (job->sliced || job->cost > queue->device->limits.segment_ns)
        return false;
    if (!job->indirects)
        return true;
    if (job->indirects > 1 || !idle(queue, waits))
        return false;
    // Segments without cost change no memory: those before the indirect dispatch leave its counts alone.
    uint32_t i = 0;
    while (!job->segments[i].walk && !job->segments[i].cost)
        i++;
    return job->segments[i].walk && add_indirect(queue, job->segments[i].walk, cost) &&
           *cost <= queue->device->limits.segment_ns;
}

bool launch_queue_is_ready(struct launch_queue *queue, const struct launch_job *job, bool waits)
{
    uint64_t cost;
    return is_short(queue, job, waits, &cost) && launch_queue_has_room(queue, cost);
}

// One request, unless there are very many segments.
static enum launch_result run_short(struct launch_queue *queue, const struct launch_job *job,
                                    const struct launch_points *points, uint64_t cost)
{
    struct launch_item items[LAUNCH_MOST_ITEMS];
    uint32_t next = 0;
    enum launch_result result;
    do {
        struct launch_request r = {
            .job = job, .points = points, .items = items, .cost = next ? 0 : cost, .waits = !next};
        for (uint32_t dwords = 0; next < job->segment_count && r.count < LAUNCH_MOST_ITEMS &&
                                  launch_request_has_room(queue, job, next, &dwords);
             next++) {
            items[r.count++] = (struct launch_item){.segment = next};
        }
        r.signals = next == job->segment_count;
        result = launch_queue_request(queue, &r);
    } while (!result && next < job->segment_count);
    return result;
}

static enum launch_result need_product(struct launch_queue *queue)
{
    if (queue->product)
        return LAUNCH_OK;
    enum launch_result result = launch_batch_bo_get(queue->device, 0, &queue->product);
    if (!result)
        launch_write_product(queue->device, queue->product->map);
    return result;
}

static enum launch_result run_long(struct launch_queue *queue, const struct launch_job *job,
                                   const struct launch_points *points)
{
    enum launch_result result = job->indirects && !queue->device->flat ? need_product(queue) : LAUNCH_OK;
    if (!result)
        result = launch_run_bounded(queue, job, points);
    if (!result && points->signal_count)
        result = launch_queue_request_patiently(
            queue, &(struct launch_request){.job = job, .points = points, .signals = true});
    return result;
}

static enum launch_result run_locked(struct launch_queue *queue, const struct launch_job *job,
                                     const struct launch_points *points)
{
    uint64_t before = queue->seqno, cost;
    enum launch_result result = is_short(queue, job, points->wait_count, &cost)
                                    ? run_short(queue, job, points, cost)
                                    : run_long(queue, job, points);
    // Half a job cannot be taken back.
    if (result && queue->seqno != before && result != LAUNCH_LOST)
        result =
            launch_lost(queue->device, "the rest of a submission failed: %s", launch_result_name(result));
    return result;
}

enum launch_result launch_queue_run(struct launch_queue *queue, const struct launch_job *job,
                                    const struct launch_points *points)
{
    if (launch_is_lost(queue->device))
        return LAUNCH_LOST;
    kiln_lock(&queue->lock);
    enum launch_result result = run_locked(queue, job, points);
    kiln_unlock(&queue->lock);
    return result;
}
