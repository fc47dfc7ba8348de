/* Finds lines of one set by what they evict. */
#include "eviction.h"
#include "hal/timer.h"
#include "lib/measure.h"
#include "lib/pointer_chase.h"

enum {
    BEGIN_BYTES = 37 * 64, /* not at the beginning of pages, where a program's own lines are */
    PASSES = 2,            /* over the lines that are to evict: a policy need not evict at once */
    FEWEST_LOADS = 6,      /* of which one mean is taken */
    MOST_LOADS = 128,
    DEVIATIONS = 3, /* of a mean of loads, that half of the step between levels is */
};

static uint16_t pool[EVICTION_POOL];
static unsigned n_in_pool;

/* How single loads are told apart: a mean of N_LOADS of them beyond LIMIT is a miss. */
static struct {
    unsigned n_loads;
    uint64_t cap, limit; /* 1/256 ticks */
} scale;

static void **line_of(const struct eviction_level *l, unsigned page)
{
    return (void **)(void *)((char *)l->block->start + page * l->page_bytes +
                             (BEGIN_BYTES & (l->page_bytes - 1)));
}

/* Links the N lines at AT to a lap; returns where it begins. */
static char *link_up(const struct eviction_level *l, const uint16_t *at, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        *line_of(l, at[i]) = (void *)line_of(l, at[i + 1 < n ? i + 1 : 0]);
    return (char *)line_of(l, at[0]);
}

/* Ticks that one load of PAGE's line takes, its translation known; MEASURE_NONE: the clock went
 * back. The fences keep the readings of the clock on their sides of the load. */
static uint64_t load_ticks(const struct eviction_level *l, unsigned page)
{
    void *volatile *line = (void *volatile *)line_of(l, page);
    volatile char *beside = (volatile char *)(void *)((uintptr_t)line ^ (l->page_bytes / 2));

    (void)*beside;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    uint64_t begin = hal_timer_now_ticks();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    (void)*line;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return measure_between_ticks(begin, hal_timer_now_ticks());
}

/* The mean of N loads of PAGE's line, each after a walk over the LINES lines from BASE on (0: no
 * walk), 1/256 ticks; no load counts more than the cap. */
static uint64_t mean_ticks(const struct eviction_level *l, unsigned page, char *base,
                           unsigned lines, unsigned n)
{
    struct chase chase = { .base = base };
    uint64_t sum = 0;

    for (unsigned i = 0; i < n; i++) {
        (void)load_ticks(l, page);
        if (lines > 0)
            chase_walk(&chase, (uint64_t)lines * PASSES);
        uint64_t ticks = load_ticks(l, page) << 8;

        sum += ticks < scale.cap ? ticks : scale.cap;
    }
    return sum / n;
}

/* Fills scale from what PAGE's line costs where the nearer levels alone lose it, and where a walk
 * over the first N of the pool does: the costs that a sweep estimated are too crude for single
 * loads. Returns false where the two are not as far apart as the levels are, roughly. */
static bool set_scale(const struct plan *plan, const struct eviction_level *l, unsigned n,
                      unsigned page)
{
    uint64_t step = plan->tick_min << 8, gap = l->beyond - l->within;
    uint64_t loads = DEVIATIONS * step / gap + 1;

    loads = loads * loads > FEWEST_LOADS ? loads * loads : FEWEST_LOADS;
    scale.n_loads = loads < MOST_LOADS ? (unsigned)loads : MOST_LOADS;
    scale.cap = MEASURE_NONE;
    scale.cap = mean_ticks(l, page, 0, 0, FEWEST_LOADS) + step + 2 * l->beyond;
    unsigned few = n < EVICTION_FILLERS ? n : EVICTION_FILLERS;
    uint64_t hit = mean_ticks(l, page, link_up(l, pool, few), few, 2 * scale.n_loads);
    uint64_t miss = mean_ticks(l, page, link_up(l, pool, n), n, scale.n_loads);

    scale.limit = hit + (miss - hit) / 2;
    return miss > hit + gap / 3;
}

/* Returns true when the N lines at AT evict the line of PAGE. */
static bool evicts(const struct eviction_level *l, const uint16_t *at, unsigned n, unsigned page)
{
    return mean_ticks(l, page, link_up(l, at, n), n, scale.n_loads) > scale.limit;
}

static void swap(unsigned i, unsigned j)
{
    uint16_t kept = pool[i];

    pool[i] = pool[j];
    pool[j] = kept;
}

static void shuffle(struct probe_run *run, unsigned n)
{
    n_in_pool = n;
    for (unsigned i = 0; i < n; i++)
        pool[i] = (uint16_t)i;
    for (unsigned i = n; i-- > 1;)
        swap(i, (unsigned)((probe_random(run) >> 33) % (i + 1)));
}

/* Moves part I of PARTS of the first N of the pool behind them; returns how many are left. */
static unsigned take_out(unsigned n, unsigned i, unsigned parts)
{
    unsigned from = (unsigned)((uint64_t)n * i / parts),
             to = (unsigned)((uint64_t)n * (i + 1) / parts);
    unsigned left = n;

    while (to > from)
        swap(--to, --left);
    return left;
}

/* Undoes take_out(). */
static void put_back(unsigned n, unsigned left, unsigned i, unsigned parts)
{
    unsigned from = (unsigned)((uint64_t)n * i / parts);

    while (left < n)
        swap(from++, left++);
}

/* Reduces the first N of the pool, which evict PAGE, to lines that are all needed: parts that are
 * not needed are taken out, smaller parts when all are needed. Returns their number; 0: too many
 * are left. */
static unsigned reduce(const struct eviction_level *l, unsigned n, unsigned page)
{
    unsigned parts = 4;

    for (;;) {
        unsigned i = 0, left = n;

        for (parts = parts < n ? parts : n; i < parts; i++) {
            left = take_out(n, i, parts);
            if (left > 0 && evicts(l, pool, left, page))
                break;
            put_back(n, left, i, parts);
        }
        if (i < parts)
            n = left;
        else if (parts == n)
            return n;
        else
            parts = parts * 2 < n ? parts * 2 : n;
        if (n <= 1)
            return 0;
    }
}

/* Adds the candidates after the first N of the pool that those evict, and keeps others. */
static void grow(const struct eviction_level *l, struct eviction_set *s, unsigned n, unsigned most)
{
    for (unsigned i = n; i < n_in_pool && (s->n < most || s->n_other < EVICTION_FILLERS); i++) {
        bool joins = evicts(l, pool, n, pool[i]) && evicts(l, pool, n, pool[i]);

        s->n_tried++;
        s->n_joined += joins;
        if (joins && s->n < most)
            s->line[s->n++] = pool[i];
        else if (!joins && s->n_other < EVICTION_FILLERS)
            s->other[s->n_other++] = pool[i];
    }
}

/* Adds those of the first N of the pool that all others evict. The rest were needed to drive lines
 * out of a nearer level, and are of other sets. */
static void add_proven(const struct eviction_level *l, struct eviction_set *s, unsigned n)
{
    uint16_t all[2 * EVICTION_LINES];
    unsigned first = s->n;

    for (unsigned i = 0; i < first; i++)
        all[i] = s->line[i];
    for (unsigned left = 0; left < n; left++) {
        unsigned n_all = first;

        for (unsigned i = 0; i < n; i++)
            if (i != left)
                all[n_all++] = pool[i];
        if (evicts(l, all, n_all, pool[left]) && s->n < EVICTION_LINES)
            s->line[s->n++] = pool[left];
    }
}

bool eviction_find(struct probe_run *run, const struct eviction_level *l, unsigned n_pool,
                   struct eviction_set *s)
{
    enum { MORE = 6 }; /* lines beyond those that were needed */

    *s = (struct eviction_set){ .n = 0 };
    if (l->beyond <= l->within || n_pool < 2)
        return false;
    shuffle(run, n_pool);
    unsigned victim = pool[--n_in_pool], n = n_in_pool;

    if (!set_scale(run->plan, l, n, victim) || !evicts(l, pool, n, victim))
        return false;
    n = reduce(l, n, victim);
    if (n == 0 || n + MORE > EVICTION_LINES || !evicts(l, pool, n, victim))
        return false;
    s->line[s->n++] = (uint16_t)victim;
    grow(l, s, n, n + MORE);
    add_proven(l, s, n);
    return s->n_other >= l->n_fillers;
}

uint64_t eviction_lay(const struct eviction_level *l, const struct eviction_set *s, unsigned n,
                      char **base)
{
    uint16_t lap[EVICTION_LINES + EVICTION_FILLERS];
    unsigned at = 0, fillers = 0;

    for (unsigned i = 0; i < n; i++) {
        lap[at++] = s->line[i];
        for (; fillers < l->n_fillers * (i + 1) / n; fillers++)
            lap[at++] = s->other[fillers];
    }
    *base = link_up(l, lap, at);
    return at;
}
