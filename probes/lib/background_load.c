/* Times work on one context while others stream, and counts what these move. */
#include "background_load.h"
#include "hal/thread.h"
#include "parallel_run.h"
#include "reference.h"

_Static_assert((unsigned)BACKGROUND_MOST <= (unsigned)PARALLEL_MOST, "each context can run");

/* A line of its own for each. */
struct progress {
    _Alignas(128) uint64_t steps;
};

static struct parallel_member members[BACKGROUND_MOST];
static struct progress progress[BACKGROUND_MOST];
static struct stream *first_stream;
static struct hal_barrier all_stream;
static unsigned done;
static uint64_t warm_up_steps;
static uint64_t additions; /* after each chunk */

/* The work of the caller's context. */
static struct {
    const struct measure_kernel *kernel;
    unsigned m, n_wanted, n;
    struct background_timing *at;
} lead;

static uint64_t all_steps(void)
{
    uint64_t sum = 0;

    for (unsigned i = 1; i <= lead.m; i++)
        sum += __atomic_load_n(&progress[i].steps, __ATOMIC_RELAXED);
    return sum;
}

static void measure(void *ctx, uint64_t ops)
{
    (void)ctx;
    if (__atomic_load_n(&done, __ATOMIC_ACQUIRE))
        return; /* the clock went back outside of what is timed here */
    hal_barrier_wait(&all_stream);
    for (unsigned i = 0; i < lead.n_wanted; i++) {
        uint64_t before = all_steps();
        uint64_t ticks = measure_ticks(lead.kernel, ops);

        if (ticks != MEASURE_NONE && ticks > 0)
            lead.at[lead.n++] = (struct background_timing){ ticks, all_steps() - before };
    }
    __atomic_store_n(&done, 1, __ATOMIC_RELEASE);
}

static void stream(void *ctx, uint64_t chunk_steps)
{
    const struct measure_kernel *pause = reference_kernel(REFERENCE_ADD);
    const uint64_t waits = additions;
    struct stream *s = ctx;
    struct progress *mine = &progress[s - first_stream];

    if (__atomic_load_n(&done, __ATOMIC_ACQUIRE))
        return;
    stream_run(s, warm_up_steps);
    hal_barrier_wait(&all_stream);
    while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {
        stream_run(s, chunk_steps);
        __atomic_store_n(&mine->steps, mine->steps + chunk_steps, __ATOMIC_RELAXED);
        if (waits > 0)
            pause->run(pause->ctx, waits);
    }
}

unsigned background_measure(const struct measure_kernel *kernel, uint64_t ops,
                            struct stream *streams, unsigned m, uint64_t warm_steps,
                            struct background_pace pace, struct background_timing *at, unsigned n)
{
    uint64_t ticks;
    unsigned which;

    members[0] = (struct parallel_member){ { measure, 0 }, ops, 0, 0 };
    for (unsigned i = 1; i <= m; i++) {
        progress[i].steps = 0;
        members[i] = (struct parallel_member){ { stream, &streams[i] }, pace.chunk_steps, i, 0 };
    }
    first_stream = streams;
    all_stream = (struct hal_barrier){ .n = m + 1 };
    warm_up_steps = warm_steps;
    additions = pace.additions;
    done = 0;
    lead.kernel = kernel;
    lead.m = m;
    lead.n_wanted = n;
    lead.n = 0;
    lead.at = at;
    if (parallel_run(members, m + 1, &ticks, &which) != HAL_THREAD_OK)
        return 0;
    return lead.n;
}
