/* Gathers timings, and finds the step between misses that overlap and misses that do not. */
#include "miss_overlap.h"
#include "stats/evidence.h"
#include "stats/values.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Functions with an array of each point are not inlined: together their frames would be too large.
 */

/* Beyond the window a load takes so much more than before, and the step stands out from what is
 * scattered about it by so many standard errors. Two loads that overlap take half as long. */
#define STEP   0.2
#define ERRORS 4

static int by_x(const void *a, const void *b)
{
    const struct miss_timing *p = a, *q = b;

    if (p->x != q->x)
        return p->x > q->x ? 1 : -1;
    return (p->cost > q->cost) - (p->cost < q->cost);
}

static bool same_kind(const struct log_series *a, const struct log_series *b)
{
    const char *of = log_key_text(a->keys, a->n_keys, "of"),
               *other = log_key_text(b->keys, b->n_keys, "of");

    return of == NULL || other == NULL ? of == other : strcmp(of, other) == 0;
}

/* ---- no-ops ---- */

/* Another thread is on the core where no-ops take so much longer than quiet ones. */
#define SLOWER 1.09

static bool is_width(const struct log_series *s)
{
    const char *of = log_key_text(s->keys, s->n_keys, "of");

    return of != NULL && strcmp(of, "width") == 0;
}

/* What an operation took in each window of no-ops of PROBE, ascending; *N of them. NULL: none, or
 * no memory. The caller frees them. */
static double *gather_widths(const struct log_run *run, const char *probe, size_t *n)
{
    double *all = NULL;

    *n = 0;
    for (size_t i = log_find_series(run, probe, 0); i < run->n_series;
         i = log_find_series(run, probe, i + 1))
        for (size_t k = 0; k < run->series[i].n_samples && is_width(&run->series[i]); k++) {
            const struct log_sample *p = &run->series[i].samples[k];
            double *more = realloc(all, (*n + p->n_ticks + 1) * sizeof *all);

            if (more == NULL)
                return all;
            all = more;
            for (size_t t = 0; t < p->n_ticks; t++)
                all[(*n)++] = (double)p->ticks[t] / (double)p->ops;
        }
    if (*n > 0)
        stats_sort(all, *n);
    return all;
}

/* What no-ops take at most on a core without another thread; 0: not known. One that is there all
 * the time leaves the core for moments, so that only the quickest windows tell. */
static double quiet_width(const struct log_run *run, const char *probe)
{
    static const double quiet = 0.004, moment = 0.75;
    size_t n;
    double *all = gather_widths(run, probe, &n), most = 0;

    if (n > 0) {
        most = all[(size_t)(quiet * (double)n)];
        most = SLOWER * (all[0] < moment * most ? all[0] : most);
    }
    free(all);
    return most;
}

/* The series of no-ops that follows series AT of PROBE; NULL: none. */
static const struct log_series *width_beside(const struct log_run *run, const char *probe,
                                             size_t at)
{
    size_t next = log_find_series(run, probe, at + 1);

    return next < run->n_series && is_width(&run->series[next]) ? &run->series[next] : NULL;
}

/* Returns true where the no-ops beside timing K of P, of a series beside which WIDTHS are, took
 * more than MOST. */
static bool was_shared(const struct log_sample *p, size_t k, const struct log_series *widths,
                       double most)
{
    for (size_t i = 0; widths != NULL && i < widths->n_samples; i++) {
        const struct log_sample *w = &widths->samples[i];

        if (w->x[0] == p->x[0] && w->n_ticks > 0)
            return (double)w->ticks[k * w->n_ticks / p->n_ticks] > most * (double)w->ops;
    }
    return false;
}

/* ---- points ---- */

/* Adds the timings of S, beside which WIDTHS are (NULL: none), to TO, which has room, and returns
 * how many there are then. */
static size_t add_timings(struct miss_timing *to, size_t n, const struct log_series *s,
                          const struct log_series *widths, double most)
{
    for (size_t i = 0; i < s->n_samples; i++)
        for (size_t k = 0; k < s->samples[i].n_ticks; k++) {
            const struct log_sample *p = &s->samples[i];

            if (p->ops > 0 && p->ticks[k] > 0)
                to[n++] =
                    (struct miss_timing){ (double)p->x[0], (double)p->ticks[k] / (double)p->ops,
                                          was_shared(p, k, widths, most) };
        }
    return n;
}

static double middle_cost(const struct miss_timing *t, size_t n)
{
    return n == 0 ? NAN : (t[(n - 1) / 2].cost + t[n / 2].cost) / 2;
}

/* Makes a point of all timings at one x; x = 0 is one chain alone. */
static void make_points(struct miss_climb *c, size_t n)
{
    for (size_t i = 0, end; i < n && c->n < MISS_POINTS; i = end) {
        for (end = i + 1; end < n && c->timings[end].x == c->timings[i].x;)
            end++;
        double cost = middle_cost(c->timings + i, end - i);

        if (c->timings[i].x == 0) {
            c->alone = cost;
            continue;
        }
        c->x[c->n] = c->timings[i].x;
        c->from[c->n] = i;
        c->cost[c->n++] = cost;
        c->from[c->n] = end;
    }
}

/* Leaves out the passes beside another thread, of the N timings of C, unless they are most of them.
 * Those of one chain stay. Returns how many are left. */
static size_t sort_out(struct miss_climb *c, size_t n)
{
    static const double most = 0.75;
    size_t quiet = 0;

    for (size_t i = 0; i < n; i++)
        quiet += !c->timings[i].shared;
    c->shared = n > 0 ? 1 - (double)quiet / (double)n : NAN;
    if (quiet == n || c->shared > most)
        return n;
    c->sorted = true;
    quiet = 0;
    for (size_t i = 0; i < n; i++)
        if (!c->timings[i].shared || c->timings[i].x == 0)
            c->timings[quiet++] = c->timings[i];
    return quiet;
}

/* MOST: what no-ops take at most beside those that stay; 0: all stay. */
static void gather(struct miss_climb *c, const struct log_run *run, const char *probe, size_t at,
                   double most)
{
    size_t room = 1, n = 0;

    *c = (struct miss_climb){ .alone = NAN, .shared = NAN };
    for (size_t i = at; i < run->n_series; i = log_find_series(run, probe, i + 1))
        for (size_t k = 0; k < run->series[i].n_samples; k++)
            room += run->series[i].samples[k].n_ticks;
    c->timings = malloc(room * sizeof *c->timings);
    for (size_t i = at; c->timings && i < run->n_series; i = log_find_series(run, probe, i + 1))
        if (same_kind(&run->series[at], &run->series[i]))
            n = add_timings(c->timings, n, &run->series[i], width_beside(run, probe, i), most);
    if (most > 0)
        n = sort_out(c, n);
    if (n > 0)
        qsort(c->timings, n, sizeof *c->timings, by_x);
    make_points(c, n);
}

void miss_gather(struct miss_climb *c, const struct log_run *run, const char *probe, size_t at)
{
    gather(c, run, probe, at, quiet_width(run, probe));
}

void miss_gather_all(struct miss_climb *c, const struct log_run *run, const char *probe, size_t at)
{
    gather(c, run, probe, at, 0);
}

/* ---- the step ---- */

static double mean_of(const double *of, size_t from, size_t to)
{
    double sum = 0;

    for (size_t i = from; i < to; i++)
        sum += of[i];
    return sum / (double)(to - from);
}

/* The step at point AT with the slope that both sides share. */
static struct miss_fit fit_at(const struct miss_climb *c, size_t at)
{
    const size_t from[] = { 0, at }, to[] = { at, c->n };
    double x[2], cost[2], xx = 0, xy = 0;
    struct miss_fit f = { .at = at };

    for (unsigned side = 0; side < 2; side++) {
        x[side] = mean_of(c->x, from[side], to[side]);
        cost[side] = mean_of(c->cost, from[side], to[side]);
        for (size_t i = from[side]; i < to[side]; i++) {
            xx += (c->x[i] - x[side]) * (c->x[i] - x[side]);
            xy += (c->x[i] - x[side]) * (c->cost[i] - cost[side]);
        }
    }
    f.slope = fmax(0, xx > 0 ? xy / xx : 0);
    f.base = cost[0] - f.slope * x[0];
    f.step = cost[1] - f.slope * x[1] - f.base;
    for (size_t i = 0; i < c->n; i++) {
        double off = c->cost[i] - f.base - f.slope * c->x[i] - (i < at ? 0 : f.step);
        f.squares += off * off;
    }
    return f;
}

/* The first point alone is before a step only where it overlaps by itself: one says nothing of how
 * they scatter. */
struct miss_fit miss_best_fit(const struct miss_climb *c)
{
    struct miss_fit best = { .squares = INFINITY };

    for (size_t at = c->cost[0] < MISS_OVERLAP * c->alone ? 1 : 2; at + 2 <= c->n; at++) {
        struct miss_fit f = fit_at(c, at);
        if (f.step > 0 && f.squares < best.squares)
            best = f;
    }
    return best;
}

double miss_before(const struct miss_climb *c, const struct miss_fit *f)
{
    return f->base + f->slope * c->x[f->at - 1];
}

bool miss_stands_out(const struct miss_climb *c, const struct miss_fit *f)
{
    if (f->at == 0 || f->step < STEP * miss_before(c, f))
        return false;
    double variance = f->squares / (double)(c->n - 3);
    double error = sqrt(variance * (1 / (double)f->at + 1 / (double)(c->n - f->at)));
    return f->step > ERRORS * error;
}

/* Points on the side of half the step that they should be on. */
size_t miss_agreeing(const struct miss_climb *c, const struct miss_fit *f)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++) {
        bool beyond = c->cost[i] > f->base + f->slope * c->x[i] + f->step / 2;
        n += beyond == (i >= f->at);
    }
    return n;
}

/* ---- modes ---- */

/* Takes SLOPE x out of each timing. Returns how many there are. */
static size_t without_slope(const struct miss_climb *c, double slope, double *rest)
{
    size_t n = 0;

    for (size_t i = c->from[0]; i < c->from[c->n]; i++)
        rest[n++] = c->timings[i].cost - slope * c->timings[i].x;
    return n;
}

/* The slope of quiet passes: beside another thread operations take longer, so that the lower
 * quarter of each point's timings counts. */
__attribute__((noinline)) static double quiet_slope(const struct miss_climb *c)
{
    static const double quiet = 0.2;
    struct miss_climb low = *c;

    for (size_t i = 0; i < c->n; i++) {
        double n = (double)(c->from[i + 1] - c->from[i]);

        low.cost[i] = c->timings[c->from[i] + (size_t)(quiet * n)].cost;
    }
    return miss_best_fit(&low).slope;
}

void miss_mark_serial(const struct miss_climb *c, double slope, struct miss_modes *m)
{
    for (size_t i = 0; i < c->n; i++) {
        struct overlap_point *p = &m->points[i];

        *p = (struct overlap_point){ .x = c->x[i], .n = c->from[i + 1] - c->from[i] };
        for (size_t k = c->from[i]; k < c->from[i + 1]; k++)
            p->serial += c->timings[k].cost - slope * c->timings[k].x > m->levels.split;
    }
}

/* Fills *MODES where timings have these two modes, and the number of operations parts them. */
bool miss_find_modes(const struct miss_climb *c, double own, struct miss_modes *modes)
{
    size_t n = c->from[c->n] - c->from[0];
    double *rest = malloc((n + 1) * sizeof *rest);
    struct stats_modes *levels = &modes->levels;
    bool two = rest != NULL;

    double slope = quiet_slope(c);
    if (two) {
        n = without_slope(c, slope, rest);
        two = stats_two_modes(rest, n, levels) && levels->high - levels->low > STEP * levels->low;
    }
    if (two)
        miss_mark_serial(c, slope, modes);
    free(rest);
    return two && overlap_steps_find(modes->points, c->n, own, &modes->steps);
}

/* Evidence that the queue ends where M says: the points most of whose timings are on their side,
 * and how far its bounds are apart. Those between two modes are of the whole queue at times. */
double miss_evidence(const struct miss_climb *c, const struct miss_modes *m)
{
    const struct overlap_steps *s = &m->steps;
    size_t agree = 0, n = 0;

    for (size_t i = 0; i < c->n; i++) {
        const struct overlap_point *p = &m->points[i];

        if (i >= s->part && i < s->at)
            continue;
        n++;
        agree += (2 * p->serial > p->n) == (i >= s->at);
    }
    double apart = s->last > s->first ? evidence_near(c->x[s->first], c->x[s->last]) : 1;
    return evidence_agreement(agree, n) * apart;
}

size_t miss_overlapping(const struct miss_climb *c)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        n += c->cost[i] < MISS_OVERLAP * c->alone;
    return n;
}

/* ---- shares ---- */

enum { FEWEST_WINDOWS = 32 };

double miss_shared_windows(const struct log_run *run)
{
    static const double quiet_part = 0.05, longer = 1.25;
    double share = NAN;
    size_t n = 0, room = 0, slow = 0;

    for (size_t i = log_find_series(run, "issue", 0); i < run->n_series;
         i = log_find_series(run, "issue", i + 1))
        for (size_t k = 0; k < run->series[i].n_samples; k++)
            room += run->series[i].samples[k].n_ticks;
    struct miss_timing *t = malloc((room + 1) * sizeof *t);
    for (size_t i = log_find_series(run, "issue", 0); t && i < run->n_series;
         i = log_find_series(run, "issue", i + 1))
        n = add_timings(t, n, &run->series[i], NULL, 0);
    if (n > 0)
        qsort(t, n, sizeof *t, by_x);
    while (n > 0 && t[n - 1].x > 0) /* additions alone */
        n--;
    for (size_t i = 0; i < n; i++)
        slow += t[i].cost > longer * t[(size_t)(quiet_part * (double)n)].cost;
    if (n >= FEWEST_WINDOWS)
        share = (double)slow / (double)n;
    free(t);
    return share;
}

double miss_shared_widths(const struct log_run *run)
{
    double most = quiet_width(run, "core_queues");
    size_t n, slow = 0;
    double *all = gather_widths(run, "core_queues", &n);

    for (size_t i = 0; i < n; i++)
        slow += all[i] > most;
    free(all);
    return n < FEWEST_WINDOWS ? NAN : (double)slow / (double)n;
}

bool miss_may_be_shared(const struct log_run *run)
{
    const char *os = log_key_text(run->keys, run->n_keys, "os");

    return os != NULL && strcmp(os, "none") != 0;
}
