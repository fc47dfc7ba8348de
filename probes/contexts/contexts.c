/* Execution contexts (BlackjackBench section 3.4): M threads of the same work at once take no
 * longer than one, as long as none waits for another.
 *
 * Series with key kind: 0 integer divisions, 1 floating-point divisions, 2 loads that hit the first
 * cache. x = M, ops = a thread's own; ticks of all of them, from the common start to the last end.
 * M doubles until a thread waits, is halved in on, and goes on to three times as long. Where the
 * system places no threads, each has a context of its own, and M ends where contexts do. Where it
 * does, a second series of each kind, with key pinned=1, has each on a context of its own: a busy
 * system may put two on one although others are idle. There ticks are those of windows in which all
 * M were seen to work, on the first one's clock: other programs may have a context for a while. */
#include "hal/alloc.h"
#include "lib/concurrent.h"
#include "lib/parallel_run.h"
#include "lib/pointer_chase.h"
#include "lib/work.h"
#include "run/probe.h"
#include <stdbool.h>

enum {
    KINDS = 3,
    LOADS = WORK_KINDS, /* the last kind */
    ROUNDS = 5,
    BLOCK_BYTES = 4096, /* of loads, for each thread: in any first cache */
    APART_BYTES = 8192,
    SAMPLES = 200, /* work of a thread, in units of the shortest timing */
    QUICK_SAMPLES = 100,
    LIMIT = 3, /* of the time that M = 1 takes */
    WINDOWS = 12,
    PIECES = 4,     /* of the shortest timing */
    PATIENCE = 100, /* so many times as long as threads work is waited for windows */
};

static struct parallel_member members[PARALLEL_MOST];
static struct chase chains[PARALLEL_MOST];

struct sweep_of_kind {
    struct probe_run *run;
    unsigned kind, most; /* most threads that there is memory and a place for */
    uint64_t ops, piece_ops, alone_ticks, life_ticks;
    bool pinned; /* each on a context of its own */
    bool placed; /* the system placed threads */
};

/* Gives member I its work. 0, or -1: there is none of that kind. */
static int give_work(unsigned kind, unsigned i)
{
    if (kind == LOADS) {
        members[i].kernel = (struct measure_kernel){ chase_walk, &chains[i] };
        return 0;
    }
    return work_busy((enum work_kind)kind, &members[i].kernel);
}

static void lay_chains(const struct hal_block *block, unsigned n, uint64_t seed)
{
    for (unsigned i = 0; i < n; i++) {
        chains[i] = (struct chase){
            .base = (char *)block->start + (size_t)i * APART_BYTES,
            .slot_bytes = 64,
            .segment_bytes = BLOCK_BYTES,
            .seed = seed,
        };
        chase_init(&chains[i]);
        (void)chase_lay(&chains[i], BLOCK_BYTES / 64);
    }
}

/* Gives M members a context each, and OPS. */
static void spread(unsigned m, uint64_t ops)
{
    for (unsigned i = 0; i < m; i++) {
        members[i].ops = ops;
        members[i].context = i;
    }
}

/* Runs M threads once, where the system likes, else each on its own context. MEASURE_NONE when so
 * many are not to be had. */
static uint64_t once(struct sweep_of_kind *s, unsigned m)
{
    uint64_t ticks = MEASURE_NONE;
    unsigned which;

    for (unsigned i = 0; i < m; i++) {
        members[i].ops = s->ops;
        members[i].context = HAL_THREAD_ANY;
    }
    if (parallel_run(members, m, &ticks, &which) == HAL_THREAD_OK) {
        s->placed = true;
        return ticks;
    }
    spread(m, s->ops);
    return parallel_run(members, m, &ticks, &which) == HAL_THREAD_OK ? ticks : MEASURE_NONE;
}

/* Fills TICKS with timings of M threads; how many. */
static unsigned time_all(struct sweep_of_kind *s, unsigned m, uint64_t *ticks)
{
    unsigned n = 0;

    if (s->pinned) {
        spread(m, s->piece_ops);
        return concurrent_run(members, m, s->life_ticks, ticks, WINDOWS);
    }
    for (unsigned r = 0; r < ROUNDS; r++) {
        uint64_t took = once(s, m);

        if (took != MEASURE_NONE)
            ticks[n++] = took;
    }
    return n;
}

/* Sends point M and returns its shortest timing; MEASURE_NONE: no such number. */
static uint64_t point(struct sweep_of_kind *s, unsigned m)
{
    uint64_t ticks[WINDOWS], x = m, least, next;
    unsigned n = time_all(s, m, ticks);

    if (n > 0)
        probe_sample(s->run, &x, 1, s->pinned ? s->piece_ops * CONCURRENT_PIECES : s->ops, ticks,
                     n);
    measure_lowest_two(ticks, n, &least, &next);
    return least;
}

/* Returns true when M threads take at least half as long again as one does. */
static bool waits(const struct sweep_of_kind *s, uint64_t ticks)
{
    return ticks == MEASURE_NONE || ticks > s->alone_ticks + s->alone_ticks / 2;
}

/* The first number of threads among which one waits lies above LOW and at HIGH or below. */
static unsigned narrow(struct sweep_of_kind *s, unsigned low, unsigned high)
{
    while (high - low > 1) {
        unsigned middle = low + (high - low) / 2;

        if (waits(s, point(s, middle)))
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* The same with a context for each, up to all of them. */
static void sweep_pinned(struct sweep_of_kind *s)
{
    unsigned low = 1, high = 2, all = hal_thread_contexts();

    all = all < s->most ? all : s->most;
    s->alone_ticks = point(s, 1);
    if (s->alone_ticks == MEASURE_NONE)
        return;
    while (low < all && !waits(s, point(s, high <= all ? high : all))) {
        low = high <= all ? high : all;
        high *= 2;
    }
    if (low < all)
        (void)narrow(s, low, high <= all ? high : all);
}

static void sweep_kind(struct sweep_of_kind *s)
{
    unsigned low = 1, high = 2;

    s->alone_ticks = point(s, 1);
    if (s->alone_ticks == MEASURE_NONE)
        return;
    while (high <= s->most && !waits(s, point(s, high))) {
        low = high;
        high *= 2;
    }
    if (high > s->most)
        high = s->most + 1;
    unsigned contexts = narrow(s, low, high);
    for (unsigned m = contexts + 1; m <= s->most && m <= LIMIT * contexts + 1;
         m += contexts < 4 ? 1 : contexts / 2)
        if (point(s, m) > LIMIT * s->alone_ticks)
            break;
}

/* Gives every member its work and chooses how much. RECORD_END_OK, or why there is none of this
 * kind. */
static enum record_end prepare(struct sweep_of_kind *s)
{
    const struct plan *plan = s->run->plan;
    unsigned samples = plan->effort == EFFORT_QUICK ? QUICK_SAMPLES : SAMPLES;
    uint64_t ticks = 0, lap = s->kind == LOADS ? 64 : 1;

    for (unsigned i = 0; i < s->most; i++)
        if (give_work(s->kind, i) != 0)
            return RECORD_END_NO_INSTRUCTION;
    uint64_t enough = measure_enough_ops(plan, &members[0].kernel, lap, &ticks);
    if (enough == 0 || ticks == 0)
        return RECORD_END_CLOCK_BACK;
    s->ops = enough * samples * plan->sample_ticks / ticks;
    s->piece_ops = enough > lap * PIECES ? enough / PIECES : lap;
    s->life_ticks = PATIENCE * samples * plan->sample_ticks;
    return RECORD_END_OK;
}

static void run_pinned(struct sweep_of_kind *s)
{
    const struct probe_key keys[] = { { "kind", s->kind }, { "pinned", 1 }, { 0, 0 } };

    s->pinned = true;
    probe_series(s->run, s->run->name, keys);
    sweep_pinned(s);
    probe_done(s->run, s->run->name, s->run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static void run_kind(struct probe_run *run, unsigned kind, unsigned most)
{
    const struct probe_key keys[] = { { "kind", kind }, { 0, 0 } };
    struct sweep_of_kind s = { .run = run, .kind = kind, .most = most };
    enum record_end end = prepare(&s);

    probe_series(run, run->name, keys);
    if (end == RECORD_END_OK) {
        sweep_kind(&s);
        end = run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK;
    }
    probe_done(run, run->name, end);
    if (s.placed && hal_thread_contexts() > 1)
        run_pinned(&s);
}

static unsigned points(const struct plan *plan)
{
    unsigned n = hal_thread_contexts();

    (void)plan;
    /* Without an operating system the one point, else 4; and some of each context pinned. */
    return KINDS * (n == 1 ? 2 : n + 3 + (n < 4 ? n : 4));
}

static enum record_end run(struct probe_run *run)
{
    unsigned most = 4 * hal_thread_contexts() + 1;
    struct hal_block block;

    most = most > PARALLEL_MOST ? PARALLEL_MOST : most;
    if (hal_alloc(&block, (size_t)most * APART_BYTES, APART_BYTES, HAL_PAGES_BASE) != 0)
        return RECORD_END_NO_MEMORY;
    lay_chains(&block, most, run->plan->seed);
    for (unsigned kind = 0; kind < KINDS; kind++)
        run_kind(run, kind, most);
    hal_free(&block);
    return RECORD_END_OK;
}

const struct probe probe_contexts = {
    .rank = 70,
    .about = "execution contexts for integer, floating-point and memory work",
    .points = points,
    .run = run,
};
