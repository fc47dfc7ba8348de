/* Cycles of single operations, from laps of several lengths and numbers of streams. */
#include "ops_chains.h"
#include "again.h"
#include "point.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A timing of so many laps holds little of what a reading of the clock takes. */
enum { ROUNDS = 64, MOST_AGAIN = 256, MANY_LAPS = 64 };

/* Points within 1.1 times the least cost of an operation take part in the slope of laps. */
#define NEAR_BEST 1.1
/* Rounds whose quartiles are nearer than this share of their median agree. */
#define AGREE 0.05
/* A step is longer than its share of a lap by more than errors of measurement. */
#define SLOWED 0.05
/* Two laps give a slope when they differ by six operations or more. */
#define FEWEST_MORE 6
/* The loop takes less than this share of a lap whose half was not held up. */
#define LOOP_SHARE 0.2
/* Beyond 12 cycles noise makes odd numbers of cycles even. */
#define LARGEST_TOLD 12

/* Whole and half lap of one number of streams. */
struct pair {
    const struct log_sample *whole, *half;
};

/* Two timings or more of laps of some streams, of which there may be 0 (the reference chain). */
static bool is_lap(const struct log_sample *p)
{
    return p->n_x == 2 && p->n_ticks > 1;
}

static double second_lowest(const struct log_sample *p)
{
    double y[ROUNDS];
    size_t n = 0;

    for (; n < p->n_ticks && n < ROUNDS; n++)
        y[n] = (double)p->ticks[n];
    return stats_second_lowest(y, n);
}

/* The reference chain that was timed with a series. */
struct reference {
    const struct log_sample *chain; /* NULL: none was */
    double share;                   /* of the additions in its laps */
};

static struct reference find_reference(const struct log_run *run, const struct log_series *s)
{
    struct reference ref = { NULL, point_chain_share(run) };

    for (size_t i = 0; i < s->n_samples && ref.chain == NULL; i++)
        if (is_lap(&s->samples[i]) && s->samples[i].x[0] == 0 && s->samples[i].x[1] == 0 &&
            second_lowest(&s->samples[i]) > 0)
            ref.chain = &s->samples[i];
    return ref;
}

/* Returns the ticks of a cycle. */
static double cycle_of(const struct reference *ref)
{
    return second_lowest(ref->chain) / (double)ref->chain->ops * ref->share;
}

/* A lap of a series, and the fewest steps of those of its streams up to it. */
struct lap {
    const struct log_sample *sample;
    uint64_t fewest;
};

/* The laps of a series by streams, then order received. */
struct laps {
    struct lap *at; /* owned */
    size_t n;
};

static int by_streams(const void *a, const void *b)
{
    const struct log_sample *p = ((const struct lap *)a)->sample,
                            *q = ((const struct lap *)b)->sample;

    if (p->x[0] != q->x[0])
        return p->x[0] < q->x[0] ? -1 : 1;
    return (p > q) - (p < q); /* of one array */
}

/* False when memory is short. */
static bool find_laps(struct laps *l, const struct log_series *s)
{
    *l = (struct laps){ .at = malloc((s->n_samples + 1) * sizeof *l->at) };
    for (size_t i = 0; l->at && i < s->n_samples; i++)
        if (is_lap(&s->samples[i]))
            l->at[l->n++] = (struct lap){ &s->samples[i], s->samples[i].x[1] };
    if (l->at)
        qsort(l->at, l->n, sizeof *l->at, by_streams);
    for (size_t i = 1; i < l->n; i++)
        if (l->at[i - 1].sample->x[0] == l->at[i].sample->x[0] &&
            l->at[i - 1].fewest < l->at[i].fewest)
            l->at[i].fewest = l->at[i - 1].fewest;
    return l->at != NULL;
}

/* Returns the first lap of STREAMS that has fewer than STEPS steps, or NULL. */
static const struct log_sample *find_half(const struct laps *l, uint64_t streams, uint64_t steps)
{
    size_t from = 0, to = l->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        const struct lap *lap = &l->at[middle];

        if (lap->sample->x[0] < streams || (lap->sample->x[0] == streams && lap->fewest >= steps))
            from = middle + 1;
        else
            to = middle;
    }
    return from < l->n && l->at[from].sample->x[0] == streams ? l->at[from].sample : NULL;
}

/* Returns the ticks of a cycle in round R; in a round of no time, those of the second fastest. */
static double cycle_in_round(const struct reference *ref, size_t r)
{
    const struct log_sample *chain = ref->chain;
    double ticks = (double)chain->ticks[r < chain->n_ticks ? r : chain->n_ticks - 1];

    return ticks > 0 ? ticks / (double)chain->ops * ref->share : cycle_of(ref);
}

/* Returns how many laps of its steps on all its streams the operations of a timing are. */
static double laps_of(const struct log_sample *p)
{
    return (double)p->ops / ((double)p->x[0] * (double)p->x[1]);
}

/* Returns true for timings of whole laps that took time. */
static bool is_timed(const struct log_sample *p)
{
    return p->n_x == 2 && p->x[0] > 0 && p->x[1] > 0 && p->n_ticks >= 2 && laps_of(p) >= 1 &&
           second_lowest(p) > 0;
}

/* Returns the steps by which the whole laps of a timing exceed the half ones. */
static double steps_between(const struct pair *p)
{
    return laps_of(p->whole) * (double)(p->whole->x[1] - p->half->x[1]);
}

/* Fills Y (ROUNDS) with the step's cost in each round, cycles; returns the number of rounds. */
static size_t by_rounds(const struct pair *p, const struct reference *ref, double *y)
{
    size_t n = p->whole->n_ticks < p->half->n_ticks ? p->whole->n_ticks : p->half->n_ticks;
    double steps = steps_between(p);

    n = n < ROUNDS ? n : ROUNDS;
    for (size_t r = 0; r < n; r++)
        y[r] = ((double)p->whole->ticks[r] - (double)p->half->ticks[r]) / steps /
               cycle_in_round(ref, r);
    return n;
}

static double by_second_lowest(const struct pair *p, const struct reference *ref)
{
    return (second_lowest(p->whole) - second_lowest(p->half)) / steps_between(p) / cycle_of(ref);
}

static double cycles_a_lap(const struct log_sample *p, const struct reference *ref)
{
    return second_lowest(p) / laps_of(p) / cycle_of(ref);
}

static void add_point(struct ops_chain *c, const struct pair *p, const struct reference *ref,
                      enum method method)
{
    double y[ROUNDS];
    size_t n = by_rounds(p, ref, y);
    double low = stats_quantile(y, n, 0.25), high = stats_quantile(y, n, 0.75);
    double cost = stats_median(y, n);

    /* Disturbed rounds do not pair up: then the second lowest of each lap. */
    if (method == METHOD_PAPER || !(high - low < AGREE * cost))
        cost = by_second_lowest(p, ref);

    if ((!(cost > 0) && method == METHOD_PAPER) || c->n == OPS_MOST_POINTS)
        return;
    if (p->whole->x[0] == 1) {
        c->low = low;
        c->high = high;
    }
    c->streams[c->n] = (double)p->whole->x[0];
    c->steps[c->n] = (double)p->whole->x[1];
    c->half[c->n] = cycles_a_lap(p->half, ref);
    c->whole[c->n] = cycles_a_lap(p->whole, ref) / (double)p->whole->x[1];
    c->step[c->n++] = cost;
}

/* No step takes longer than its share of a lap, whole or half, loop and all: where the step of one
 * stream does, the whole laps were slowed down, as while a core changes its clock for wide vectors.
 * Then a lap's share is the step, and what the halves said bounds it. */
static void limit_single(struct ops_chain *c)
{
    double most = fmin(c->whole[0], c->half[0] / (c->steps[0] / 2));

    if (!(most > 0) || c->step[0] <= (1 + SLOWED) * most)
        return;
    c->low = fmin(c->low, most);
    c->high = fmax(c->high, c->step[0]);
    c->step[0] = most;
    c->slowed = true;
}

/* Raises the step of one stream to what whole laps of other lengths prove. The lap of most steps is
 * longer than another by at most the steps that it has more. Where its own two halves differ by
 * less, the half lap was held up: entered in the middle, its instructions may be decoded each time.
 */
static void mend_single(struct ops_chain *c)
{
    double upper = c->whole[0], all = c->steps[0], least = c->step[0];

    for (unsigned i = 0; i < c->n; i++) {
        if (c->steps[i] < all)
            least = fmax(least, (upper * all - c->whole[i] * c->steps[i]) / (all - c->steps[i]));
        least = fmax(least, (upper * all - c->half[i]) / (all - c->steps[i] / 2));
    }
    c->step[0] = fmin(least, fmax(upper, c->step[0]));
    c->low = fmin(c->low, c->step[0]);
    c->high = fmax(c->high, c->step[0]);
}

/* False when memory is short. */
static bool read_series(struct ops_chain *c, const struct log_run *run, const struct log_series *s,
                        enum method method)
{
    struct reference ref = find_reference(run, s);
    struct laps laps;

    c->loop_shows = ref.share < 1;
    c->series = s;
    c->op = log_key_text(s->keys, s->n_keys, "op");
    c->type = log_key_text(s->keys, s->n_keys, "type");
    c->with = log_key_text(s->keys, s->n_keys, "with");
    c->is_apart = log_key_text(s->keys, s->n_keys, "apart") != NULL;
    c->missing = s->end == RECORD_END_NO_INSTRUCTION;
    if (!find_laps(&laps, s))
        return false;
    for (size_t i = 0; i < s->n_samples && ref.chain != NULL && c->n < OPS_MOST_POINTS; i++) {
        struct pair p = { .whole = &s->samples[i] };

        if (!is_timed(p.whole))
            continue;
        p.half = find_half(&laps, p.whole->x[0], p.whole->x[1]);
        if (p.half != NULL)
            add_point(c, &p, &ref, method);
    }
    free(laps.at);
    if (method == METHOD_ROBUST && c->n > 0 && c->streams[0] == 1) {
        limit_single(c);
        if (!c->slowed)
            mend_single(c);
    }
    return true;
}

/* Chains come before the operations apart. */
static int compare_names(const struct ops_chain *c, const char *op, const char *type, bool apart)
{
    int order = strcmp(c->op, op);

    if (order == 0)
        order = strcmp(c->type, type);
    return order != 0 ? order : c->is_apart - apart;
}

static int by_name(const void *a, const void *b)
{
    const struct ops_chain *p = *(const struct ops_chain *const *)a,
                           *q = *(const struct ops_chain *const *)b;
    int order = compare_names(p, q->op, q->type, q->is_apart);

    return order != 0 ? order : (p > q) - (p < q); /* of one array */
}

static int sort_by_name(struct ops_chains *chains)
{
    chains->by_name = malloc((chains->n + 1) * sizeof *chains->by_name);
    for (size_t i = 0; chains->by_name && i < chains->n; i++)
        chains->by_name[i] = &chains->at[i];
    if (chains->by_name)
        qsort(chains->by_name, chains->n, sizeof *chains->by_name, by_name);
    return chains->by_name ? 0 : -1;
}

static const struct ops_chain *find_kind(const struct ops_chains *chains, const char *op,
                                         const char *type, bool apart)
{
    size_t from = 0, to = chains->by_name ? chains->n : 0;

    while (from < to) {
        size_t middle = from + (to - from) / 2;

        if (compare_names(chains->by_name[middle], op, type, apart) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    const struct ops_chain *c = chains->by_name && from < chains->n ? chains->by_name[from] : NULL;
    return c != NULL && compare_names(c, op, type, apart) == 0 && c->n > 0 ? c : NULL;
}

/* ---- what was timed again ---- */

/* Cycles of a step on all streams in the timings of P; how many of at most MOST_AGAIN. */
static size_t costs_again(const struct log_sample *p, double cycle_ticks, double *y)
{
    double steps = laps_of(p) * (double)p->x[1];
    size_t n = 0;

    for (; n < p->n_ticks && n < MOST_AGAIN; n++)
        y[n] = (double)p->ticks[n] / steps / cycle_ticks;
    return n;
}

/* What a step of C on STREAMS cost while probe ops ran, in whole laps; 0: not measured. */
static double cost_before(const struct ops_chain *c, double streams)
{
    for (unsigned i = 0; i < c->n; i++)
        if (c->streams[i] == streams)
            return c->whole[i];
    return 0;
}

/* Returns the cycles from start to start by whole laps P of series S less half ones; 0: half ones
 * were not timed. */
static double less_half(const struct log_series *s, const struct log_sample *p, double cycle_ticks)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *half = &s->samples[i];

        if (is_timed(half) && half->x[0] == p->x[0] && half->x[1] < p->x[1])
            return (second_lowest(p) / laps_of(p) - second_lowest(half) / laps_of(half)) /
                   (double)(p->x[1] - half->x[1]) / (double)p->x[0] / cycle_ticks;
    }
    return 0;
}

/* Bounds the interval of C by laps P of series S, of as long a cycle. */
static void bound_again(struct ops_chain *c, const struct log_series *s, const struct log_sample *p,
                        double cycle_ticks)
{
    double most = second_lowest(p) / laps_of(p) / ((double)p->x[0] * (double)p->x[1]) / cycle_ticks;
    double least = less_half(s, p, cycle_ticks);

    if (c->again.most == 0 || most < c->again.most) {
        c->again.most = most;
        c->again.long_enough = laps_of(p) >= MANY_LAPS;
    }
    if (least > 0)
        c->again.least = least;
}

/* Takes the timings of P, of as long a cycle, into C, where they are faster than those of others.
 */
static void take_again(struct ops_chain *c, const struct log_sample *p, double cycle_ticks)
{
    double y[MOST_AGAIN], before = cost_before(c, (double)p->x[0]);
    size_t n = costs_again(p, cycle_ticks, y), quiet = 0;
    double best = n > 1 ? stats_second_lowest(y, n) / before : 0;

    if (!(before > 0) || !(best > 0) || (c->again.n > 0 && best >= c->again.best))
        return;
    for (size_t i = 0; i < n; i++)
        quiet += y[i] / before <= fmin(1, best) / (1 - AGAIN_QUIET);
    c->again.n = n;
    c->again.quiet = quiet;
    c->again.best = best;
    c->again.shared = stats_median(y, n) / before;
}

static void read_again(struct ops_chain *c, const struct log_run *run, const struct log_series *s)
{
    struct reference ref = find_reference(run, s);

    for (size_t i = 0; ref.chain != NULL && i < s->n_samples; i++)
        if (is_timed(&s->samples[i])) {
            take_again(c, &s->samples[i], cycle_of(&ref));
            bound_again(c, s, &s->samples[i], cycle_of(&ref));
        }
}

/* Gives the chains of RUN what was timed again of each. */
static void join_again(struct ops_chains *chains, const struct log_run *run)
{
    for (size_t i = log_find_series(run, "ops", 0); i < run->n_series;
         i = log_find_series(run, "ops", i + 1)) {
        const struct log_series *s = &run->series[i];
        const char *op = log_key_text(s->keys, s->n_keys, "op");
        const char *type = log_key_text(s->keys, s->n_keys, "type");

        if (!series_is_again(s) || op == NULL || type == NULL)
            continue;
        const struct ops_chain *c =
            find_kind(chains, op, type, log_key_text(s->keys, s->n_keys, "apart") != NULL);
        if (c != NULL)
            read_again(&chains->at[c - chains->at], run, s);
    }
}

/* Gives each of CHAINS the operations that were timed apart. */
static void join_apart(struct ops_chains *chains)
{
    for (size_t i = 0; i < chains->n; i++)
        if (!chains->at[i].is_apart)
            chains->at[i].apart = find_kind(chains, chains->at[i].op, chains->at[i].type, true);
}

static size_t count_series(const struct log_run *run)
{
    size_t n = 0;

    for (size_t i = log_find_series(run, "ops", 0); i < run->n_series;
         i = log_find_series(run, "ops", i + 1))
        n++;
    return n;
}

int ops_chains_read(struct ops_chains *chains, const struct log_run *run, enum method method)
{
    *chains = (struct ops_chains){ .at = malloc((count_series(run) + 1) * sizeof *chains->at) };
    if (chains->at == NULL)
        return -1;
    for (size_t i = log_find_series(run, "ops", 0); i < run->n_series;
         i = log_find_series(run, "ops", i + 1)) {
        struct ops_chain *c = &chains->at[chains->n];

        if (series_is_again(&run->series[i]))
            continue;
        *c = (struct ops_chain){ .n = 0 };
        if (!read_series(c, run, &run->series[i], method))
            return -1;
        if (c->op != NULL && c->type != NULL)
            chains->n++;
    }
    if (sort_by_name(chains) != 0)
        return -1;
    if (method == METHOD_ROBUST) {
        join_again(chains, run);
        join_apart(chains);
    }
    return 0;
}

void ops_chains_free(struct ops_chains *chains)
{
    free(chains->at);
    free(chains->by_name);
    *chains = (struct ops_chains){ .n = 0 };
}

const struct ops_chain *ops_chains_find(const struct ops_chains *chains, const char *op,
                                        const char *type)
{
    return find_kind(chains, op, type, false);
}

double ops_chains_latency(const struct ops_chains *chains, const struct ops_chain *c)
{
    double carried = 0;

    if (c->n == 0 || c->streams[0] != 1)
        return 0;
    if (c->with != NULL) {
        const struct ops_chain *with = ops_chains_find(chains, c->with, c->type);

        if (with == NULL || with->streams[0] != 1)
            return 0;
        carried = with->step[0];
    }
    return c->step[0] > carried ? c->step[0] - carried : 0;
}

/* Returns the cycles by which a lap grows with each operation: the median over all pairs of whole
 * laps of points NEAR (Theil-Sen). NaN where no two laps differ enough. */
static double slope_of_laps(const struct ops_chain *c, const bool *near)
{
    double slopes[OPS_MOST_POINTS * OPS_MOST_POINTS / 2];
    size_t n = 0;

    for (unsigned i = 0; i < c->n; i++)
        for (unsigned j = 0; j < i; j++) {
            double more = c->steps[i] * c->streams[i] - c->steps[j] * c->streams[j];
            double longer = c->whole[i] * c->steps[i] - c->whole[j] * c->steps[j];

            if (near[i] && near[j] && fabs(more) >= FEWEST_MORE)
                slopes[n++] = longer / more;
        }
    return n > 0 ? stats_median(slopes, n) : NAN;
}

/* Returns true when the step of point I costs less than 0.9 of the step on one stream: the loop ran
 * in parallel with the operations of one of the two laps. */
static bool loop_overlapped(const struct ops_chain *c, unsigned i)
{
    return c->step[i] < 0.9 * c->step[0];
}

/* Returns what a quiet machine needs of what was measured while probe ops ran. */
static double quiet_share(const struct ops_chain *c)
{
    return c->again.n > 0 && c->again.best < 1 - AGAIN_QUIET ? c->again.best : 1;
}

/* Returns the median of Y, the upper of two; N is not 0. */
static double upper_median(const double *y, size_t n)
{
    double found = INFINITY;

    for (size_t i = 0; i < n; i++) {
        size_t not_above = 0;

        for (size_t k = 0; k < n; k++)
            not_above += y[k] <= y[i];
        if (not_above > n / 2)
            found = fmin(found, y[i]);
    }
    return found;
}

/* The interval lies between two bounds. A step with its share of the loop is too much; the
 * difference of two laps is too little where operations of the shorter lap run in parallel with the
 * loop, and too much where so many streams spill: the upper median of those kernels near the best.
 * Whole laps of several numbers of streams have the loop in common, so that their slope is free of
 * it. */
static double interval_of_points(const struct ops_chain *c)
{
    double most = INFINITY, steps[OPS_MOST_POINTS];
    bool near[OPS_MOST_POINTS] = { false };
    size_t n = 0;

    for (unsigned i = 0; i < c->n; i++)
        most = fmin(most, c->whole[i] / c->streams[i]);
    for (unsigned i = 0; i < c->n; i++) {
        near[i] = c->whole[i] / c->streams[i] <= NEAR_BEST * most;
        if (near[i] && !loop_overlapped(c, i))
            steps[n++] = fmin(most, c->step[i] / c->streams[i]);
    }
    double interval = n > 0 ? upper_median(steps, n) : 0, slope = slope_of_laps(c, near);
    if (slope > 0)
        interval = fmax(interval, fmin(most, slope));
    return interval > 0 ? interval : most;
}

/* What was timed again in quiet windows bounds the interval, too. A neighbour that came and went
 * while probe ops ran makes its differences wrong: those of windows are used where it is beyond.
 * Where the loop is a large part of a lap by them, the half lap was held up, or ran beside the
 * loop, and the whole lap holds little of the loop. */
static double own_interval(const struct ops_chain *c)
{
    double interval = interval_of_points(c) * quiet_share(c), most = c->again.most;
    double least = fmin(c->again.least, most), floor = least;
    bool known = c->loop_shows || least > (1 - LOOP_SHARE) * most;

    if (!known && c->again.long_enough)
        floor = least = most;
    if (c->again.best > 1 + AGAIN_QUIET) /* all windows were shared */
        floor = 0;
    floor *= known ? 1 - AGAIN_QUIET : 1 - LOOP_SHARE;
    return most > 0 && (interval > most || interval < floor) ? least : interval;
}

const struct ops_chain *ops_chains_fastest(const struct ops_chain *c)
{
    return c->apart != NULL && own_interval(c->apart) < own_interval(c) ? c->apart : c;
}

double ops_chains_interval(const struct ops_chain *c)
{
    return own_interval(ops_chains_fastest(c));
}

/* True where kernel I of C has streams enough to keep what they wait for busy when one operation
 * starts every MOST cycles, and is near that. */
static bool is_saturating(const struct ops_chain *c, unsigned i, double most)
{
    double share = quiet_share(c);

    return c->streams[i] * most >= c->step[0] * share &&
           c->whole[i] / c->streams[i] * share <= NEAR_BEST * most && !loop_overlapped(c, i);
}

/* Widens BOUNDS to what each saturating kernel gives by the difference of two laps, which is too
 * little where the loop ran beside the shorter one. Where their chains leave a unit idle now and
 * then, these differ. An interval is not longer than MOST. */
static void widen_by_kernels(struct ops_bounds *bounds, const struct ops_chain *c, double most)
{
    for (unsigned i = 0; i < c->n; i++) {
        double one = fmax(c->step[i], c->step[0]) / c->streams[i] * quiet_share(c);

        if (!is_saturating(c, i, most))
            continue;
        bounds->low = fmin(bounds->low, one);
        bounds->high = fmax(bounds->high, fmin(most, one));
    }
}

struct ops_bounds ops_chains_interval_bounds(const struct ops_chain *c)
{
    const struct ops_chain *from = ops_chains_fastest(c);
    double interval = own_interval(from), most = INFINITY;
    struct ops_bounds bounds = { .low = interval, .high = interval };

    for (unsigned i = 0; i < from->n; i++)
        most = fmin(most, from->whole[i] / from->streams[i] * quiet_share(from));
    if (from->again.most > 0)
        most = fmin(most, from->again.most);
    widen_by_kernels(&bounds, from, fmax(most, interval));
    if (from->again.n > 0 && (from->loop_shows || from->again.least > (1 - LOOP_SHARE) * most)) {
        bounds.low = fmin(bounds.low, from->again.least);
        bounds.high = fmax(bounds.high, fmin(most, from->again.least));
    }
    return bounds;
}

/* An addition of the table takes one of the reference chain, give or take this. */
#define ADDITION_AGREES 0.15

bool ops_chains_double_pumped(const struct ops_chains *chains)
{
    static const char *const slow[][2] = { { "mul", "i32" },  { "mul", "f32" }, { "mul", "f64" },
                                           { "add", "f32" },  { "add", "f64" }, { "load", "i32" },
                                           { "shift", "i32" } };
    const struct ops_chain *add = ops_chains_find(chains, "add", "i32");
    unsigned known = 0, even = 0;

    /* Else the table of operations ran at another clock than the reference chain. */
    if (add != NULL && !(fabs(ops_chains_latency(chains, add) - 1) <= ADDITION_AGREES))
        return false;
    for (size_t i = 0; i < sizeof slow / sizeof slow[0]; i++) {
        const struct ops_chain *c = ops_chains_find(chains, slow[i][0], slow[i][1]);
        double l = c != NULL ? ops_chains_latency(chains, c) : 0;

        if (l <= 0 || l > LARGEST_TOLD)
            continue;
        known++;
        even += l > 1.5 && fabs(l / 2 - round(l / 2)) < 0.06 + 0.015 * l;
    }
    return known >= 4 && even == known;
}

void ops_chains_find_cycle(struct log_run *run)
{
    struct ops_chains chains;

    if (run->adds_a_cycle > 0)
        return;
    bool pumped =
        ops_chains_read(&chains, run, METHOD_ROBUST) == 0 && ops_chains_double_pumped(&chains);
    run->adds_a_cycle = pumped ? 2 : 1;
    ops_chains_free(&chains);
}

const char *ops_chains_rewritten_by(const struct log_run *run)
{
    const char *cc = log_key_text(run->keys, run->n_keys, "cc");

    return cc != NULL && strncasecmp(cc, "clang", 5) == 0 ? cc : NULL;
}
