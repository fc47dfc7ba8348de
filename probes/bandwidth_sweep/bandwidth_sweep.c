/* Bandwidth over the working set: reading, writing and copying, by one context and by all at once,
 * as lmbench's bw_mem prints it.
 *
 * One series for each operation, keys kind (as in probe bandwidth) and word, bytes moved at once.
 * x = bytes:contexts with the working set of each context, ops = bytes that all of them moved while
 * the first did its work. Every working set is gone through once before it
 * is timed. */
#include "hal/thread.h"
#include "hal/timer.h"
#include "lib/background_load.h"
#include "lib/estimate.h"
#include "lib/far_memory.h"
#include "lib/stream.h"
#include "run/probe.h"
#include <stdbool.h>

enum {
    FIRST_LOG2 = 12, /* the least working set, 4 KiB */
    MOST_SIZES = 48, /* two an octave */
    /* The largest one, in units of the last cache, or so many bytes: neighbours of a virtual
     * machine may leave it little of that. */
    BEYOND = 2,
    LEAST_MOST = 64 << 20,
    MOST_ROUNDS = 8,
    IN_A_ROW = 2,
    LONG = 32,  /* as many of the shortest timings need no second one */
    LONGER = 4, /* than the shortest timing, where several contexts run */
    CHUNKS = 16,
    OPS = 3,
};

static struct stream streams[BACKGROUND_MOST];
static struct hal_block blocks[BACKGROUND_MOST];

/* What is swept: OP, whose fastest kernel is VARIANT. */
struct sweep {
    struct probe_run *run;
    enum stream_op op;
    unsigned variant, n; /* contexts that there is memory for */
    size_t each_bytes;   /* of memory */
    uint64_t begin, budget_ticks;
};

static unsigned rounds(const struct plan *plan)
{
    static const unsigned by_effort[] = { 2, 4, MOST_ROUNDS };

    return by_effort[plan->effort];
}

/* Sizes 4K, 6K, 8K, 12K ...; half as many in a quick run. */
static size_t size_at(const struct plan *plan, unsigned i)
{
    unsigned at = plan->effort == EFFORT_QUICK ? 2 * i : i;

    return (size_t)(2 + at % 2) << (FIRST_LOG2 - 1 + at / 2);
}

/* Of the largest working set of each of N contexts; 0: it would be in a cache. */
static size_t most_bytes(const struct plan *plan, unsigned n)
{
    size_t beyond = far_bytes(plan, n, BEYOND), share = far_bytes(plan, n, 0);
    size_t least = plan->effort == EFFORT_QUICK ? 0 : LEAST_MOST;

    if (beyond >= least)
        return beyond;
    return share < least ? share : least;
}

static unsigned sizes(const struct plan *plan, size_t most_bytes)
{
    unsigned n = 0;

    while (n < MOST_SIZES && size_at(plan, n) <= most_bytes)
        n++;
    return n;
}

/* Sets the streams of the first M contexts to the first BYTES of their memory; bytes of a step, 0:
 * too few. */
static size_t use(const struct sweep *s, unsigned m, size_t bytes)
{
    size_t step_bytes = 0;

    for (unsigned i = 0; i < m; i++) {
        streams[i].base = blocks[i].start;
        streams[i].bytes = bytes;
        streams[i].at = 0;
        step_bytes = stream_set(&streams[i], s->op, s->variant);
    }
    return step_bytes;
}

/* Steps of a timing that is long enough: whole laps, which leave in the caches what stays there.
 * *TICKS: what they take. 0: none is. */
static uint64_t enough_steps(const struct sweep *s, uint64_t *ticks)
{
    const struct measure_kernel kernel = { stream_run, &streams[0] };
    uint64_t lap = streams[0].steps;

    *ticks = measure_ticks(&kernel, lap);
    if (*ticks != MEASURE_NONE && *ticks >= LONG * s->run->plan->sample_ticks)
        return lap; /* no interruption makes a short lap that long */
    return measure_enough_ops(s->run->plan, &kernel, lap, ticks);
}

static void point(const struct sweep *s, unsigned m, size_t bytes)
{
    const struct measure_kernel kernel = { stream_run, &streams[0] };
    const uint64_t x[] = { bytes, m };
    struct background_timing at[IN_A_ROW];
    size_t step_bytes = use(s, m, bytes);
    uint64_t ticks = 0, steps = step_bytes > 0 ? enough_steps(s, &ticks) : 0;
    unsigned n = ticks >= LONG * s->run->plan->sample_ticks ? 1 : IN_A_ROW;

    if (steps == 0)
        return;
    if (m == 1) {
        for (unsigned i = 0; i < n; i++) {
            ticks = measure_ticks(&kernel, steps);
            if (ticks != MEASURE_NONE && ticks > 0)
                probe_sample(s->run, x, 2, steps * step_bytes, &ticks, 1);
        }
        return;
    }
    uint64_t lap = streams[0].steps;
    if (ticks < LONGER * s->run->plan->sample_ticks)
        steps *= LONGER;
    struct background_pace pace = { steps / CHUNKS + 1, 0 };
    n = background_measure(&kernel, steps, streams, m - 1, lap, pace, at, n);
    for (unsigned i = 0; i < n; i++)
        probe_sample(s->run, x, 2, (at[i].steps + steps) * step_bytes, &at[i].ticks, 1);
}

/* The variant that is fastest in the least working set. */
static void choose_variant(struct sweep *s)
{
    const struct measure_kernel kernel = { stream_run, &streams[0] };
    uint64_t best_bytes = 0, best_ticks = 1;

    for (unsigned v = 1, best = 1; v < STREAM_VARIANTS; v += 2) {
        s->variant = v;
        size_t step_bytes = use(s, 1, size_at(s->run->plan, 0));
        uint64_t ticks = 0, steps = step_bytes > 0 ? measure_enough_ops(s->run->plan, &kernel,
                                                                        streams[0].steps, &ticks)
                                                   : 0;

        /* Timings are short of 2^32 ticks and of 2^31 bytes. */
        if (steps > 0 && steps * step_bytes * best_ticks > best_bytes * ticks) {
            best_bytes = steps * step_bytes;
            best_ticks = ticks;
            best = v;
        }
        if (v + 2 >= STREAM_VARIANTS)
            s->variant = best;
    }
}

/* Sizes in shuffled order, so that whatever changes with time does not look like a step of the
 * curve. */
static void one_round(const struct sweep *s, unsigned m, unsigned n_sizes)
{
    unsigned char order[MOST_SIZES];

    for (unsigned i = 0; i < n_sizes; i++) {
        unsigned j = (unsigned)(probe_random(s->run) % (i + 1));

        order[i] = order[j];
        order[j] = (unsigned char)i;
    }
    for (unsigned i = 0; i < n_sizes; i++)
        point(s, m, size_at(s->run->plan, order[i]));
}

static void run_op(struct sweep *s)
{
    const struct probe_key keys[] = { { "kind", s->op },
                                      { "word", stream_word_bytes() },
                                      { 0, 0 } };
    struct probe_run *run = s->run;
    unsigned n = sizes(run->plan, s->each_bytes);

    probe_series(run, run->name, keys);
    choose_variant(s);
    for (unsigned r = 0; r < rounds(run->plan); r++) {
        if (r > 0 && measure_late(s->begin, s->budget_ticks))
            break;
        one_round(s, 1, n);
        if (s->n > 1)
            one_round(s, s->n, n);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static unsigned contexts(void)
{
    unsigned n = hal_thread_contexts();

    return n < BACKGROUND_MOST ? n : BACKGROUND_MOST;
}

static unsigned points(const struct plan *plan)
{
    unsigned n = contexts(), all = sizes(plan, most_bytes(plan, n));

    return OPS * rounds(plan) * IN_A_ROW * all * (n > 1 ? 2 : 1);
}

/* Memory for as many contexts as there is enough of, all alike. */
static unsigned get_memory(struct sweep *s)
{
    for (unsigned n = contexts(); n > 0; n /= 2) {
        unsigned got = 0;

        s->each_bytes = most_bytes(s->run->plan, n);
        while (got < n && s->each_bytes > 0 && far_alloc(&blocks[got], got, s->each_bytes) == 0)
            got++;
        if (got > 0)
            return got;
    }
    return 0;
}

static enum record_end run(struct probe_run *run)
{
    static const enum stream_op ops[OPS] = { STREAM_READ, STREAM_WRITE, STREAM_COPY };
    static const unsigned tenths[] = { 1, 3, 0 }; /* of a second, for each operation */
    struct sweep s = { .run = run };
    unsigned n = s.n = get_memory(&s);

    if (n == 0)
        return RECORD_END_NO_MEMORY;
    for (unsigned i = 0; i < OPS && run->out->err == 0; i++) {
        s.op = ops[i];
        s.begin = hal_timer_now_ticks();
        s.budget_ticks = measure_budget_ticks(run->plan, tenths[run->plan->effort]);
        run_op(&s);
    }
    while (n > 0)
        hal_free(&blocks[--n]);
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &estimate_capacity, 0 };

const struct probe probe_bandwidth_sweep = {
    .rank = 63,
    .about = "bandwidth over the working set, of one thread and of all",
    .options = options,
    .points = points,
    .run = run,
};
