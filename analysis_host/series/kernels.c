/* Reads series of kernels: counts, timings, traffic and checks. */
#include "kernels.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TIMINGS = 64, PAPER_TIMINGS = 10 };

/* The chance that a bound of undisturbed times holds. */
#define FLOOR_LEVEL 0.9

const char *const kernel_probes[KERNEL_PROBES] = { "pattern", "kernels" };

/* Timings agree when they differ by at most this share. */
#define AGREE 0.1

static const char *text_of(const struct log_series *s, const char *key)
{
    const char *text = log_key_text(s->keys, s->n_keys, key);

    return text != NULL ? text : "";
}

/* ---- points ---- */

/* The point at N, made where there is none; NULL when memory is short. Log order is ascending but
 * for a few, so that sorting comes later. */
static struct kernel_point *point_for(struct kernel_run *r, uint64_t n)
{
    for (size_t i = r->n_points; i-- > 0;)
        if (r->point[i].n == n)
            return &r->point[i];
    struct kernel_point *more = realloc(r->point, (r->n_points + 1) * sizeof *more);
    if (more == NULL)
        return NULL;
    r->point = more;
    more[r->n_points] = (struct kernel_point){ .n = n };
    return &more[r->n_points++];
}

/* Joins the values of all E at index *I's x, which may be several sentences; moves *I past them.
 * Returns how many there are. */
static size_t join_values(const struct log_series *s, size_t *i, uint64_t *values, size_t most)
{
    uint64_t x = s->events[*i].x;
    size_t n = 0;

    for (; *i < s->n_events && s->events[*i].x == x && n < most; ++*i)
        for (size_t k = 0; k < s->events[*i].n_values && n < most; k++)
            values[n++] = s->events[*i].values[k];
    return n;
}

static int read_counts(struct kernel_run *r)
{
    const struct log_series *s = r->series;

    for (size_t i = 0; i < s->n_events;) {
        uint64_t n = s->events[i].x, values[KERNEL_COUNTS];
        size_t n_values = join_values(s, &i, values, KERNEL_COUNTS);
        struct kernel_point *p = point_for(r, n);

        if (p == NULL)
            return -1;
        p->counted = n_values == KERNEL_COUNTS;
        if (p->counted)
            memcpy(p->count, values, sizeof values);
    }
    return 0;
}

/* Ticks of a run in each timing of SAMPLE, into Y; how many. */
static size_t costs_of(const struct log_sample *sample, double y[MOST_TIMINGS])
{
    size_t n = 0;

    for (; n < sample->n_ticks && n < MOST_TIMINGS; n++)
        y[n] = (double)sample->ticks[n] / (double)sample->ops;
    return n;
}

static double agreement(const double *y, size_t n, double ticks)
{
    size_t agree = 0;

    for (size_t i = 0; i < n; i++)
        agree += fabs(y[i] - ticks) <= AGREE * ticks;
    return (double)(agree + 1) / (double)(n + 2);
}

static void take_timings(struct kernel_point *p, const struct log_sample *sample,
                         enum method method)
{
    double y[MOST_TIMINGS];
    size_t n = costs_of(sample, y);

    p->timings = n;
    p->least = stats_min(y, n);
    p->most = stats_quantile(y, n, 1);
    p->lower = stats_quantile(y, n, 0.25);
    p->upper = stats_quantile(y, n, 0.75);
    p->ticks = method == METHOD_PAPER ? stats_min(y, n < PAPER_TIMINGS ? n : PAPER_TIMINGS)
                                      : p->lower; /* the median of the lower half */
    p->floor = n > 1 ? fmax(0, stats_undisturbed_low(y, n, FLOOR_LEVEL)) : p->least;
    p->agreement = agreement(y, n, p->ticks);
}

static int read_timings(struct kernel_run *r, enum method method)
{
    for (size_t i = 0; i < r->series->n_samples; i++) {
        const struct log_sample *sample = &r->series->samples[i];
        struct kernel_point overhead = { 0 };
        bool empty = sample->n_x == 2 && sample->x[1] == 1;

        if (sample->n_ticks == 0 || sample->n_x != 2)
            continue;
        struct kernel_point *p = empty ? &overhead : point_for(r, sample->x[0]);
        if (p == NULL)
            return -1;
        take_timings(p, sample, method);
        if (empty) {
            r->overhead_ticks = p->ticks;
            r->overhead_agreement = p->agreement;
        }
    }
    return 0;
}

/* Lines that the port counted, from series TRAFFIC, which came after R's own. */
static void read_traffic(struct kernel_run *r, const struct log_series *traffic)
{
    for (size_t i = 0; i < traffic->n_events;) {
        uint64_t n = traffic->events[i].x, v[3 * KERNEL_LEVELS];
        unsigned levels = (unsigned)(join_values(traffic, &i, v, 3 * KERNEL_LEVELS) / 3);

        for (size_t k = 0; k < r->n_points; k++) {
            if (r->point[k].n != n)
                continue;
            r->point[k].levels = levels;
            for (unsigned l = 0; l < levels; l++)
                r->point[k].moved[l] =
                    (struct kernel_moved){ (double)v[2 * l], (double)v[2 * l + 1],
                                           (double)v[2 * levels + l] };
        }
    }
}

static int by_n(const void *a, const void *b)
{
    const struct kernel_point *x = a, *y = b;

    return (x->n > y->n) - (x->n < y->n);
}

/* ---- series ---- */

static bool same_key(const struct log_series *a, const struct log_series *b, const char *key)
{
    return strcmp(text_of(a, key), text_of(b, key)) == 0;
}

/* The traffic of the series at index AT: it comes before the next one of its probe. */
static const struct log_series *traffic_of(const struct log_run *run, size_t at)
{
    for (size_t i = at + 1; i < run->n_series; i++) {
        const struct log_series *s = &run->series[i];

        if (strcmp(s->probe, run->series[at].probe) == 0)
            return NULL;
        if (strcmp(s->probe, "traffic") == 0 && same_key(s, &run->series[at], "name") &&
            same_key(s, &run->series[at], "variant") && same_key(s, &run->series[at], "state"))
            return s;
    }
    return NULL;
}

/* The state of S; caches that were emptied by a walk are another one than flushed ones, so that
 * nobody compares them. */
static const char *state_of(const struct log_series *s)
{
    const char *state = text_of(s, "state");

    if (strcmp(text_of(s, "flush"), "walk") != 0)
        return state;
    return strcmp(state, "code") == 0   ? "code_walk"
           : strcmp(state, "cold") == 0 ? "cold_walk"
                                        : state;
}

static int read_series(struct kernel_run *r, const struct log_run *run, size_t at,
                       enum method method)
{
    const struct log_series *s = &run->series[at];

    *r = (struct kernel_run){
        .series = s,
        .name = text_of(s, "name"),
        .variant = text_of(s, "variant"),
        .type = text_of(s, "type"),
        .state = state_of(s),
        .space = text_of(s, "space"),
        .spec = text_of(s, "spec"),
        .contexts = (unsigned)log_series_number(s, "contexts"),
        .chunk = log_series_number(s, "chunk"),
        .line_bytes = log_series_number(s, "line"),
        .element_bytes = strstr(text_of(s, "type"), "64") != NULL ? 8 : 4,
        .barrier = strcmp(text_of(s, "barrier"), "yes") == 0,
    };
    if (read_counts(r) != 0 || read_timings(r, method) != 0)
        return -1;
    if (r->n_points > 0)
        qsort(r->point, r->n_points, sizeof *r->point, by_n);
    if (traffic_of(run, at) != NULL)
        read_traffic(r, traffic_of(run, at));
    return 0;
}

static int read_expected(struct kernels *k, const struct log_series *s)
{
    for (size_t i = 0; i < s->n_events;) {
        struct kernel_expected *more =
            realloc(k->expected, (k->n_expected + 1) * sizeof *k->expected);
        uint64_t n = s->events[i].x, v[2];

        if (more == NULL)
            return -1;
        k->expected = more;
        if (join_values(s, &i, v, 2) == 2)
            more[k->n_expected++] =
                (struct kernel_expected){ text_of(s, "name"), n, v[0] << 32 | v[1] };
    }
    return 0;
}

static int add_run(struct kernels *k, const struct log_run *run, size_t at, enum method method)
{
    struct kernel_run *more = realloc(k->run, (k->n + 1) * sizeof *more);

    if (more == NULL)
        return -1;
    k->run = more;
    return read_series(&more[k->n++], run, at, method);
}

int kernels_read(struct kernels *k, const struct log_run *run, const char *probe,
                 enum method method)
{
    *k = (struct kernels){ 0 };
    for (size_t i = 0; i < run->n_series; i++) {
        const struct log_series *s = &run->series[i];

        /* One of the probe's own name and no kernel says why the probe did not run. */
        if (strcmp(s->probe, probe) == 0 && *text_of(s, "name") != '\0' &&
            *text_of(s, "variant") != '\0' && add_run(k, run, i, method) != 0)
            return -1;
        if (strcmp(s->probe, "expected") == 0 && strcmp(text_of(s, "of"), probe) == 0 &&
            read_expected(k, s) != 0)
            return -1;
    }
    return 0;
}

void kernels_free(struct kernels *k)
{
    for (size_t i = 0; i < k->n; i++)
        free(k->run[i].point);
    free(k->run);
    free(k->expected);
    *k = (struct kernels){ 0 };
}

const struct kernel_point *kernels_at(const struct kernel_run *r, uint64_t n)
{
    for (size_t i = 0; i < r->n_points; i++)
        if (r->point[i].n == n && r->point[i].timings > 0)
            return &r->point[i];
    return NULL;
}

/* ---- counts ---- */

double kernel_work(const struct kernel_point *p)
{
    double sum = 0;

    for (unsigned i = KERNEL_ADDS; i <= KERNEL_OTHERS; i++)
        sum += (double)p->count[i];
    return sum;
}

double kernel_compulsory_bytes(const struct kernel_run *r, const struct kernel_point *p)
{
    if (p->count[KERNEL_LINES] > 0)
        return (double)r->line_bytes *
               ((double)p->count[KERNEL_LINES] + (double)p->count[KERNEL_LINES_WRITTEN]);
    return r->element_bytes *
           ((double)p->count[KERNEL_ELEMENTS] + (double)p->count[KERNEL_WRITTEN]);
}

double kernel_access_bytes(const struct kernel_run *r, const struct kernel_point *p)
{
    return r->element_bytes * ((double)p->count[KERNEL_LOADS] + (double)p->count[KERNEL_STORES]);
}

double kernel_overhead(const struct kernel_run *r, const struct kernel_point *p)
{
    return p->ticks > 0 ? fmin(1, r->overhead_ticks / p->ticks) : 0;
}

/* ---- checks ---- */

uint64_t kernel_check(const struct kernel_point *p)
{
    return p->counted ? p->count[KERNEL_CHECK_HIGH] << 32 | p->count[KERNEL_CHECK_LOW] : 0;
}

bool kernels_warm(const struct kernel_run *r)
{
    return *r->state == '\0' || strcmp(r->state, "warm") == 0;
}

const struct kernel_run *kernels_reference(const struct kernels *k, const struct kernel_run *r)
{
    const struct kernel_run *first = k->run;

    while (strcmp(first->name, r->name) != 0 || strcmp(first->type, r->type) != 0)
        first++;
    return first;
}

/* The check that the text of R's pattern gives at N; 0: not known. */
static uint64_t expected_at(const struct kernels *k, const struct kernel_run *r, uint64_t n)
{
    for (size_t i = 0; i < k->n_expected; i++)
        if (k->expected[i].n == n && strcmp(k->expected[i].name, r->name) == 0)
            return k->expected[i].check;
    return 0;
}

static bool differ(uint64_t a, uint64_t b)
{
    return a != 0 && b != 0 && a != b;
}

/* A size at which R's check is not that of the text; 0: none. */
static uint64_t unlike_text(const struct kernels *k, const struct kernel_run *r)
{
    for (size_t i = 0; i < r->n_points; i++)
        if (differ(kernel_check(&r->point[i]), expected_at(k, r, r->point[i].n)))
            return r->point[i].n;
    return 0;
}

uint64_t kernels_disagree(const struct kernels *k, const struct kernel_run *r, const char **other)
{
    const struct kernel_run *first = kernels_reference(k, r);
    uint64_t n = unlike_text(k, r);

    *other = n > 0 ? "the text" : first->variant;
    if (n > 0 || unlike_text(k, first) > 0)
        return n;
    for (size_t i = 0; i < r->n_points; i++)
        for (size_t j = 0; j < first->n_points; j++)
            if (first->point[j].n == r->point[i].n &&
                differ(kernel_check(&r->point[i]), kernel_check(&first->point[j])))
                return r->point[i].n;
    return 0;
}
