/* Reads series of kernels: counts, timings, traffic and checks. */
#include "kernels.h"
#include "again.h"
#include "kernel_timings.h"
#include "point.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const kernel_probes[KERNEL_PROBES] = { "pattern", "kernels", "region" };

static const char *text_of(const struct log_series *s, const char *key)
{
    const char *text = log_key_text(s->keys, s->n_keys, key);

    return text != NULL ? text : "";
}

/* ---- points ---- */

static int by_n(const void *a, const void *b)
{
    const struct kernel_point *x = a, *y = b;

    return (x->n > y->n) - (x->n < y->n);
}

/* A timing of a size, or of a run with n = 0. */
static bool is_timing(const struct log_sample *sample)
{
    return sample->n_ticks > 0 && sample->n_x == 2;
}

static bool is_empty_run(const struct log_sample *sample)
{
    return sample->x[1] == 1;
}

/* Makes a point of each size that S counts or times. */
static int make_points(struct kernel_run *r, const struct log_series *s)
{
    size_t n = 0, kept = 0;

    if (s->n_events + s->n_samples == 0)
        return 0;
    r->point = calloc(s->n_events + s->n_samples, sizeof *r->point);
    if (r->point == NULL)
        return -1;
    for (size_t i = 0; i < s->n_events; i++)
        r->point[n++].n = s->events[i].x;
    for (size_t i = 0; i < s->n_samples; i++)
        if (is_timing(&s->samples[i]) && !is_empty_run(&s->samples[i]))
            r->point[n++].n = s->samples[i].x[0];
    qsort(r->point, n, sizeof *r->point, by_n);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || r->point[kept - 1].n != r->point[i].n)
            r->point[kept++].n = r->point[i].n;
    r->n_points = kept;
    return 0;
}

static struct kernel_point *point_at(const struct kernel_run *r, uint64_t n)
{
    const struct kernel_point key = { .n = n };

    return r->n_points == 0 ? NULL : bsearch(&key, r->point, r->n_points, sizeof key, by_n);
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

static void read_counts(struct kernel_run *r)
{
    const struct log_series *s = r->series;

    for (size_t i = 0; i < s->n_events;) {
        struct kernel_point *p = point_at(r, s->events[i].x);
        uint64_t values[KERNEL_COUNTS];
        size_t n_values = join_values(s, &i, values, KERNEL_COUNTS);

        p->counted = n_values == KERNEL_COUNTS;
        if (p->counted)
            memcpy(p->count, values, sizeof values);
    }
}

static void read_timings(struct kernel_run *r, enum method method)
{
    for (size_t i = 0; i < r->series->n_samples; i++) {
        const struct log_sample *sample = &r->series->samples[i];

        if (is_timing(sample))
            kernel_timings_take(is_empty_run(sample) ? &r->overhead : point_at(r, sample->x[0]),
                                sample, method);
    }
}

/* Adds what was timed of R's points between later probes, in cycles of R's own. */
static void read_again(struct kernel_run *r, const struct log_run *run, double cycle)
{
    for (size_t at = series_find_again(run, r->series, 0); at < run->n_series;
         at = series_find_again(run, r->series, at + 1)) {
        double beside = cycle > 0 ? point_cycle_beside(run, at, cycle) : 0;
        double scale = beside > 0 ? r->cycle / beside : 1;

        for (size_t i = 0; i < r->n_points; i++) {
            struct kernel_point *p = &r->point[i];

            kernel_timings_again(p, &run->series[at], scale);
            if (p->quiet > 0 && beside > 0)
                p->pace = point_cycle_at(run, at, p->n) / beside;
        }
    }
}

/* Lines that the port counted, from series TRAFFIC, which came after R's own. */
static void read_traffic(struct kernel_run *r, const struct log_series *traffic)
{
    for (size_t i = 0; i < traffic->n_events;) {
        struct kernel_point *p = point_at(r, traffic->events[i].x);
        uint64_t v[3 * KERNEL_LEVELS];
        unsigned levels = (unsigned)(join_values(traffic, &i, v, 3 * KERNEL_LEVELS) / 3);

        if (p == NULL)
            continue;
        p->levels = levels;
        p->in_only = strcmp(text_of(traffic, "only"), "in") == 0;
        for (unsigned l = 0; l < levels; l++)
            p->moved[l] = (struct kernel_moved){ (double)v[2 * l], (double)v[2 * l + 1],
                                                 (double)v[2 * levels + l] };
    }
}

/* ---- series ---- */

static bool same_key(const struct log_series *a, const struct log_series *b, const char *key)
{
    return strcmp(text_of(a, key), text_of(b, key)) == 0;
}

/* Walks of page tables that the port counted, from series WALKS, which came after R's own. */
static void read_walks(struct kernel_run *r, const struct log_series *walks)
{
    for (size_t i = 0; i < walks->n_events; i++) {
        struct kernel_point *p = point_at(r, walks->events[i].x);

        if (p == NULL || walks->events[i].n_values == 0)
            continue;
        p->walks_counted = true;
        p->walks = walks->events[i].values[0];
    }
}

/* The companion NAME of the series at index AT: it comes before the next one of its probe. */
static const struct log_series *companion(const struct log_run *run, size_t at, const char *name)
{
    for (size_t i = at + 1; i < run->n_series; i++) {
        const struct log_series *s = &run->series[i];

        if (strcmp(s->probe, run->series[at].probe) == 0)
            return NULL;
        if (strcmp(s->probe, name) == 0 && same_key(s, &run->series[at], "name") &&
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
           : strcmp(state, "data") == 0 ? "data_walk"
                                        : state;
}

static int read_series(struct kernel_run *r, const struct log_run *run, size_t at, double cycle,
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
        .schedule = text_of(s, "schedule"),
        .contexts = (unsigned)log_series_number(s, "contexts"),
        .chunk = log_series_number(s, "chunk"),
        .line_bytes = log_series_number(s, "line"),
        .element_bytes = strstr(text_of(s, "type"), "64") != NULL ? 8 : 4,
        .barrier = strcmp(text_of(s, "barrier"), "yes") == 0,
        .cycle = cycle > 0 ? point_cycle_beside(run, at, cycle) : 0,
        .run_cycle = cycle,
    };
    if (make_points(r, s) != 0)
        return -1;
    read_counts(r);
    read_timings(r, method);
    if (method != METHOD_PAPER)
        read_again(r, run, cycle);
    const struct log_series *traffic = companion(run, at, "traffic");
    const struct log_series *walks = companion(run, at, "walks");
    if (traffic != NULL)
        read_traffic(r, traffic);
    if (walks != NULL)
        read_walks(r, walks);
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

static int add_run(struct kernels *k, const struct log_run *run, size_t at, double cycle,
                   enum method method)
{
    struct kernel_run *more = realloc(k->run, (k->n + 1) * sizeof *more);

    if (more == NULL)
        return -1;
    k->run = more;
    return read_series(&more[k->n++], run, at, cycle, method);
}

/* ---- order by name ---- */

static int compare_names(const struct kernel_run *x, const struct kernel_run *y)
{
    int names = strcmp(x->name, y->name);

    return names != 0 ? names : strcmp(x->type, y->type);
}

static int by_name(const void *a, const void *b)
{
    const struct kernel_run *const *x = a, *const *y = b;
    int names = compare_names(*x, *y);

    return names != 0 ? names : (*x > *y) - (*x < *y);
}

static int by_name_and_n(const void *a, const void *b)
{
    const struct kernel_expected *x = a, *y = b;
    int names = strcmp(x->name, y->name);

    return names != 0 ? names : (x->n > y->n) - (x->n < y->n);
}

static int sort_by_name(struct kernels *k)
{
    if (k->n_expected > 0)
        qsort(k->expected, k->n_expected, sizeof *k->expected, by_name_and_n);
    if (k->n == 0)
        return 0;
    k->by_name = calloc(k->n, sizeof *k->by_name);
    if (k->by_name == NULL)
        return -1;
    for (size_t i = 0; i < k->n; i++)
        k->by_name[i] = &k->run[i];
    qsort(k->by_name, k->n, sizeof *k->by_name, by_name);
    for (size_t i = 0, first = 0; i < k->n; i++) {
        if (compare_names(k->by_name[i], k->by_name[first]) != 0)
            first = i;
        k->run[k->by_name[i] - k->run].first = (size_t)(k->by_name[first] - k->run);
    }
    return 0;
}

size_t kernels_name_end(const struct kernels *k, size_t from)
{
    size_t end = from;

    while (end < k->n && strcmp(k->by_name[end]->name, k->by_name[from]->name) == 0)
        end++;
    return end;
}

int kernels_read(struct kernels *k, const struct log_run *run, const char *probe,
                 enum method method)
{
    double cycle = point_cycle(run);

    *k = (struct kernels){ 0 };
    for (size_t i = 0; i < run->n_series; i++) {
        const struct log_series *s = &run->series[i];

        /* One of the probe's own name and no kernel says why the probe did not run. */
        if (strcmp(s->probe, probe) == 0 && !series_is_again(s) && *text_of(s, "name") != '\0' &&
            *text_of(s, "variant") != '\0' && add_run(k, run, i, cycle, method) != 0)
            return -1;
        if (strcmp(s->probe, "expected") == 0 && strcmp(text_of(s, "of"), probe) == 0 &&
            read_expected(k, s) != 0)
            return -1;
    }
    return sort_by_name(k);
}

void kernels_free(struct kernels *k)
{
    for (size_t i = 0; i < k->n; i++)
        free(k->run[i].point);
    free(k->run);
    free(k->by_name);
    free(k->expected);
    *k = (struct kernels){ 0 };
}

void kernels_replay(struct kernels *k, const struct replay *replay)
{
    for (size_t i = 0; i < k->n && replay != NULL; i++)
        for (struct kernel_point *p = k->run[i].point; p < k->run[i].point + k->run[i].n_points;
             p++)
            p->replayed = replay_find(replay, k->run[i].series, p->n);
}

const struct kernel_point *kernels_at(const struct kernel_run *r, uint64_t n)
{
    const struct kernel_point *p = point_at(r, n);

    return p != NULL && p->timings > 0 ? p : NULL;
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

double kernel_counted_bytes(const struct kernel_run *r, const struct kernel_point *p)
{
    const struct kernel_moved *last = p->levels > 0 ? &p->moved[p->levels - 1] : NULL;

    if (last == NULL)
        return 0;
    return (last->in + last->out) * last->line_bytes +
           (p->in_only ? (double)r->line_bytes * (double)p->count[KERNEL_LINES_WRITTEN] : 0);
}

double kernel_access_bytes(const struct kernel_run *r, const struct kernel_point *p)
{
    return r->element_bytes * ((double)p->count[KERNEL_LOADS] + (double)p->count[KERNEL_STORES]);
}

double kernel_overhead(const struct kernel_run *r, const struct kernel_point *p)
{
    return p->ticks > 0 ? fmin(1, r->overhead.ticks / p->ticks) : 0;
}

/* ---- checks ---- */

uint64_t kernels_check(const struct kernel_point *p)
{
    return p->counted ? p->count[KERNEL_CHECK_HIGH] << 32 | p->count[KERNEL_CHECK_LOW] : 0;
}

bool kernels_warm(const struct kernel_run *r)
{
    return *r->state == '\0' || strcmp(r->state, "warm") == 0;
}

const struct kernel_run *kernels_reference(const struct kernels *k, const struct kernel_run *r)
{
    return &k->run[r->first];
}

/* The check that the text of R's pattern gives at N; 0: not known. */
static uint64_t expected_at(const struct kernels *k, const struct kernel_run *r, uint64_t n)
{
    const struct kernel_expected key = { .name = r->name, .n = n }, *found = NULL;

    if (k->n_expected > 0)
        found = bsearch(&key, k->expected, k->n_expected, sizeof key, by_name_and_n);
    return found != NULL ? found->check : 0;
}

static bool differ(uint64_t a, uint64_t b)
{
    return a != 0 && b != 0 && a != b;
}

/* A size at which R's check is not that of the text; 0: none. */
static uint64_t unlike_text(const struct kernels *k, const struct kernel_run *r)
{
    for (size_t i = 0; i < r->n_points; i++)
        if (differ(kernels_check(&r->point[i]), expected_at(k, r, r->point[i].n)))
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
    for (size_t i = 0; i < r->n_points; i++) {
        const struct kernel_point *of = point_at(first, r->point[i].n);

        if (of != NULL && differ(kernels_check(&r->point[i]), kernels_check(of)))
            return r->point[i].n;
    }
    return 0;
}
