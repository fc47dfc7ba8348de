/* Finds lines of one set by what they evict. */
#include "eviction.h"
#include "hal/timer.h"
#include "lib/measure.h"
#include "lib/pointer_chase.h"

enum {
    BEGIN_BYTES = 37 * 64, /* not at the beginning of pages, where a program's own lines are */
    PLACE_BYTES = 9 * 64,  /* from one place of a page to the next */
    PLACES = 4,            /* most lines of a page that are timed together */
    PASSES = 2,            /* over the lines that are to evict: a policy need not evict at once */
    FEWEST_LOADS = 512,    /* of one place: a policy that keeps what was used lately loses a line in
                            * time alone, and a few lines are walked soon */
    FEWEST_TIMINGS = 3,    /* of which one mean is taken */
    MOST_TIMINGS = 64,
    DEVIATIONS = 3, /* of a mean of timings, that half of the step between levels is */
    CONFIRM = 2,    /* more tests before lines are taken out: one that is needed is lost for good */
    MOST_TESTS = 600, /* of one reduction: 200 to 450 are usual, one gone wrong hardly recovers */
    MOST_BACK = 128,  /* steps that can be taken back */
    PARTS = 10,       /* of the candidates, one of which is taken out */
};

static uint16_t pool[EVICTION_POOL];
static unsigned n_in_pool;

/* How hits and misses are distinguished: a page is timed N_TIMINGS times, each time with a load at
 * PLACES places of it. Where the mean of the lower two thirds is above LIMIT (1/256 ticks), its
 * lines miss. */
static struct {
    unsigned n_places, n_timings;
    uint64_t limit;
} scale;

/* Pages whose lines at one place share a set have lines that share one at every place. */
static void **line_of(const struct eviction_level *l, unsigned page, unsigned place)
{
    return (void **)(void *)((char *)l->block->start + page * l->page_bytes +
                             ((BEGIN_BYTES + place * PLACE_BYTES) & (l->page_bytes - 1)));
}

/* Links the lines of N pages AT, place after place, to a lap; returns where it begins. */
static char *link_places(const struct eviction_level *l, const uint16_t *at, unsigned n,
                         unsigned n_places)
{
    for (unsigned place = 0; place < n_places; place++)
        for (unsigned i = 0; i < n; i++) {
            unsigned last = i + 1 == n, next = last && place + 1 < n_places ? place + 1
                                               : last                       ? 0
                                                                            : place;

            *line_of(l, at[i], place) = (void *)line_of(l, at[last ? 0 : i + 1], next);
        }
    return (char *)line_of(l, at[0], 0);
}

/* Links the second words of PAGE's lines to a chain of their own. */
static void link_victim(const struct eviction_level *l, unsigned page)
{
    for (unsigned place = 0; place < scale.n_places; place++)
        line_of(l, page, place)[1] = (void *)(line_of(l, page, (place + 1) % scale.n_places) + 1);
}

/* Ticks that a load of each of PAGE's lines takes, one after the other, its translation known;
 * MEASURE_NONE: the clock went back. The fences keep the readings of the clock on their sides. */
static uint64_t load_ticks(const struct eviction_level *l, unsigned page)
{
    void *volatile *p = line_of(l, page, 0) + 1;
    volatile char *beside = (volatile char *)(void *)((uintptr_t)p ^ (l->page_bytes / 2));

    (void)*beside;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    uint64_t begin = hal_timer_now_ticks();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    for (unsigned place = 0; place < scale.n_places; place++)
        p = *p;
    (void)*p;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return measure_between_ticks(begin, hal_timer_now_ticks());
}

/* The mean of the lower two thirds of N timings at TICKS, which it sorts, 1/256 ticks: who else
 * runs makes single ones long. */
static uint64_t lower_mean(uint64_t *ticks, unsigned n)
{
    unsigned lower = (2 * n + 2) / 3;
    uint64_t sum = 0;

    for (unsigned i = 1; i < n; i++)
        for (unsigned k = i; k > 0 && ticks[k - 1] > ticks[k]; k--) {
            uint64_t kept = ticks[k];

            ticks[k] = ticks[k - 1];
            ticks[k - 1] = kept;
        }
    for (unsigned i = 0; i < lower; i++)
        sum += ticks[i];
    return (sum << 8) / lower;
}

/* The mean of N timings (at most MOST_TIMINGS) of PAGE's lines, each after a walk over those of the
 * N_PAGES pages AT. */
static uint64_t mean_ticks(const struct eviction_level *l, unsigned page, const uint16_t *at,
                           unsigned n_pages, unsigned n)
{
    struct chase chase = { .base = link_places(l, at, n_pages, scale.n_places) };
    uint64_t loads = n_pages * PASSES > FEWEST_LOADS ? n_pages * PASSES : FEWEST_LOADS;
    uint64_t ticks[MOST_TIMINGS];

    link_victim(l, page);
    for (unsigned i = 0; i < n; i++) {
        (void)load_ticks(l, page);
        chase_walk(&chase, loads * scale.n_places);
        ticks[i] = load_ticks(l, page);
    }
    return lower_mean(ticks, n);
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Fills scale from what PAGE's lines cost where the nearer levels alone lose them, and where a walk
 * over the first N of the pool does. The costs that a sweep estimated are too crude to compare
 * with; and so many candidates may drive lines out of the next level, too, so that a miss counts
 * from a few times this level's own cost on. Returns false where the two are not apart. */
static bool set_scale(const struct plan *plan, const struct eviction_level *l, unsigned n,
                      unsigned page)
{
    enum { STEPS = 3, TIMES_WITHIN = 3, TIMINGS = 9 };
    uint64_t step = plan->tick_min << 8,
             gap = least(l->beyond - l->within, TIMES_WITHIN * l->within);
    unsigned few = n < EVICTION_FILLERS ? n : EVICTION_FILLERS;

    scale.n_places = 1;
    while (scale.n_places < PLACES && scale.n_places * gap < STEPS * step)
        scale.n_places *= 2;
    gap *= scale.n_places;
    uint64_t timings = step / gap + 1;
    timings *= timings;
    scale.n_timings = timings < FEWEST_TIMINGS ? FEWEST_TIMINGS
                      : timings < MOST_TIMINGS ? (unsigned)timings
                                               : MOST_TIMINGS;
    unsigned more = scale.n_timings > TIMINGS ? scale.n_timings : TIMINGS;
    uint64_t hit = mean_ticks(l, page, pool, few, more);
    uint64_t miss = mean_ticks(l, page, pool, n, more);

    scale.limit = hit + least(miss > hit ? miss - hit : 0, gap) / 2;
    return miss > hit + gap / 2;
}

/* Returns true when the N pages at AT evict the lines of PAGE. */
static bool evicts(const struct eviction_level *l, const uint16_t *at, unsigned n, unsigned page)
{
    return mean_ticks(l, page, at, n, scale.n_timings) > scale.limit;
}

/* The same, of one test after the other. */
static bool evicts_surely(const struct eviction_level *l, const uint16_t *at, unsigned n,
                          unsigned page)
{
    for (unsigned i = 0; i <= CONFIRM; i++)
        if (!evicts(l, at, n, page))
            return false;
    return true;
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

/* Moves part I of PARTS of the first N of the pool to their end; returns how many come before it.
 */
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
 * not needed are taken out, smaller parts when all are needed; where a test went wrong and what is
 * left evicts no more, what was taken out last comes back. Returns their number; 0: too many are
 * left. */
static unsigned reduce(const struct eviction_level *l, unsigned n, unsigned page)
{
    unsigned parts = PARTS, tests = 0, back = 0, before[MOST_BACK];

    while (tests < MOST_TESTS && n > 1 && !l->is_over(l->limit)) {
        unsigned i = 0, left = n;

        for (parts = parts < n ? parts : n; i < parts; i++, tests++) {
            left = take_out(n, i, parts);
            if (left > 0 && evicts_surely(l, pool, left, page))
                break;
            put_back(n, left, i, parts);
        }
        if (i < parts) {
            before[back++ % MOST_BACK] = n;
            n = left;
        } else if (back > 0 && !evicts_surely(l, pool, n, page)) {
            do
                n = before[--back % MOST_BACK];
            while (back > 0 && !evicts_surely(l, pool, n, page));
            parts = PARTS;
        } else if (parts == n) {
            return n;
        } else {
            parts = parts * 2 < n ? parts * 2 : n;
        }
    }
    return 0;
}

/* Adds the candidates after the first N of the pool that those evict, and keeps others. */
static void grow(const struct eviction_level *l, struct eviction_set *s, unsigned n, unsigned most)
{
    for (unsigned i = n; i < n_in_pool && (s->n < most || s->n_other < EVICTION_FILLERS); i++) {
        bool joins = evicts_surely(l, pool, n, pool[i]);

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
        if (evicts_surely(l, all, n_all, pool[left]) && s->n < EVICTION_LINES)
            s->line[s->n++] = pool[left];
    }
}

/* Returns about as few of the first N of the pool as evict PAGE: the fewer there are, the faster
 * they are reduced. 0: not even all do. */
static unsigned enough(const struct eviction_level *l, unsigned n, unsigned page)
{
    enum { FIRST = 64 };
    unsigned few = FIRST;

    while (few < n && !evicts_surely(l, pool, few, page))
        few += few / 2;
    if (few < n) /* twice as many, as a policy need not evict each time with just enough */
        return 2 * few < n ? 2 * few : n;
    return evicts(l, pool, n, page) ? n : 0;
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

    n = set_scale(run->plan, l, n, victim) ? enough(l, n, victim) : 0;
    if (n > 0)
        n = reduce(l, n, victim);
    if (n == 0 || n + MORE > EVICTION_LINES || !evicts_surely(l, pool, n, victim))
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
    *base = link_places(l, lap, at, 1);
    return at;
}

uint64_t eviction_lay_hot(const struct eviction_level *l, const struct eviction_set *s, unsigned n,
                          unsigned hot, char **base)
{
    void **visits = line_of(l, hot, 0);
    unsigned every = (n + EVICTION_HOT - 1) / EVICTION_HOT, at = 0;

    for (unsigned i = 0; i < n; i++) {
        void **from = line_of(l, s->line[i], 0);

        if ((i + 1) % every == 0) {
            *from = (void *)&visits[at];
            from = &visits[at++];
        }
        *from = (void *)line_of(l, s->line[i + 1 < n ? i + 1 : 0], 0);
    }
    *base = (char *)line_of(l, s->line[0], 0);
    return n + at;
}

unsigned eviction_fillers(const struct eviction_set *s, unsigned n)
{
    unsigned each = s->n_other * EVICTION_TURNS / n;

    return each < s->n_other ? each : s->n_other;
}

uint64_t eviction_lay_order(const struct eviction_level *l, const struct eviction_set *s,
                            const uint16_t *order, unsigned n, char **base)
{
    unsigned each = eviction_fillers(s, n), filled = 0;
    uint8_t turn[EVICTION_LINES] = { 0 };
    void **last = line_of(l, s->line[order[0]], 0);

    *base = (char *)last;
    turn[order[0]] = 1;
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < each; k++, filled++) {
            void **to = line_of(l, s->other[filled % s->n_other], 0) + filled / s->n_other;

            *last = (void *)to;
            last = to;
        }
        unsigned next = i + 1 < n ? order[i + 1] : order[0];
        void **to = line_of(l, s->line[next], 0) + (i + 1 < n ? turn[next]++ : 0);

        *last = (void *)to;
        last = to;
    }
    return (uint64_t)n * (each + 1);
}
