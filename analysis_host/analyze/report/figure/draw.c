/* Timings, lines and marks, for those that draw a figure. */
#include "draw.h"
#include "figure.h"
#include "report/format/value.h"
#include "result/os_reported.h"
#include "result/query.h"
#include "series/by_point.h"
#include "series/point.h"
#include "stats/stats.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more of SIZE bytes after the *N in *AT. Returns the new one, zeroed, or NULL.
 * Grows where N is a power of two. */
static void *one_more(struct figure_build *b, void **at, size_t *n, size_t size)
{
    if ((*n & (*n - 1)) == 0) {
        void *larger = realloc(*at, (*n == 0 ? 1 : 2 * *n) * size);
        if (larger == NULL) {
            b->all->no_memory = true;
            return NULL;
        }
        *at = larger;
    }
    void *new = (char *)*at + *n *size;
    (*n)++;
    return memset(new, 0, size);
}

/* ---- timings ---- */

/* Equal ones by y, so that the order is the same everywhere. */
static int by_control(const void *a, const void *b)
{
    const struct figure_timing *x = a, *y = b;

    if (x->x2 != y->x2)
        return x->x2 < y->x2 ? -1 : 1;
    if (x->x != y->x)
        return x->x < y->x ? -1 : 1;
    return (x->y > y->y) - (x->y < y->y);
}

void figure_timings_sort(struct figure_timings *t)
{
    if (t->n > 0)
        qsort(t->at, t->n, sizeof *t->at, by_control);
}

/* Timings of a series that are kept, and those that are read at once. */
enum { MOST_KEPT = 1 << 16, AT_ONCE = 1 << 20 };

static int ascending(const void *a, const void *b)
{
    const double *p = a, *q = b;

    return (*p > *q) - (*p < *q);
}

/* Appends MOST of the timings of P, whose COST it sorts, or all where there are no more. */
static void keep_point(struct figure_timings *t, const struct by_point_at *p, double *cost,
                       size_t most, double unit)
{
    size_t kept = p->n < most ? p->n : most;

    if (kept < p->n)
        qsort(cost, p->n, sizeof *cost, ascending);
    for (size_t i = 0; i < kept; i++) {
        size_t at = kept > 1 ? i * (p->n - 1) / (kept - 1) : 0;
        size_t of = (i + 1) * p->n / kept - i * p->n / kept;

        t->at[t->n++] = (struct figure_timing){ p->x, p->x2, cost[at] / unit, of };
    }
}

/* Fills T, which has room for MOST timings of each point of B. False: memory is short. */
static bool keep_points(struct figure_timings *t, const struct by_point *b, size_t most,
                        double unit)
{
    for (size_t first = 0, n, timings; first < b->n; first += n) {
        n = by_point_together(b, first, AT_ONCE, &timings);
        double *cost = malloc(timings * sizeof *cost);
        if (cost == NULL)
            return false;
        by_point_costs(b, b->at[first].first, timings, cost);
        for (size_t i = first; i < first + n; i++)
            keep_point(t, &b->at[i], cost + (b->at[i].first - b->at[first].first), most, unit);
        free(cost);
    }
    return true;
}

/* Returns how many timings of a point of B are kept: a least, a most and some between them. */
static size_t most_of_point(const struct by_point *b)
{
    enum { FEWEST = 5 };
    size_t most = MOST_KEPT / b->n;

    if (b->n_timings <= MOST_KEPT)
        return MOST_KEPT;
    return most < FEWEST ? FEWEST : most;
}

struct figure_timings figure_timings(struct figure_build *b, const struct log_series *s,
                                     double unit)
{
    struct figure_timings t = { 0 };
    struct by_point points;

    if (!(unit > 0))
        return t;
    if (by_point_make(&points, s) != 0)
        b->all->no_memory = true;
    if (points.n > 0) {
        size_t most = most_of_point(&points);
        size_t room = most * points.n < points.n_timings ? most * points.n : points.n_timings;

        t.at = malloc(room * sizeof *t.at);
        if (t.at == NULL || !keep_points(&t, &points, most, unit))
            b->all->no_memory = true;
    }
    by_point_free(&points);
    figure_timings_sort(&t);
    return t;
}

struct figure_timings figure_timings_at(const struct figure_timings *t, double x2)
{
    size_t first = 0, end;

    while (first < t->n && t->at[first].x2 < x2)
        first++;
    for (end = first; end < t->n && t->at[end].x2 == x2;)
        end++;
    return (struct figure_timings){ end > first ? t->at + first : NULL, end - first };
}

/* Counts those from FIRST on that are at the same x. */
static size_t same_x(const struct figure_timings *t, size_t first)
{
    size_t end = first;

    while (end < t->n && t->at[end].x == t->at[first].x)
        end++;
    return end - first;
}

/* Element of N ascending ones below which the share Q lies. */
static double quantile_of(const struct figure_timing *at, size_t n, double q)
{
    return at[(size_t)lround(q * (double)(n - 1))].y;
}

double figure_timings_median(const struct figure_timings *t, double x)
{
    for (size_t i = 0; i < t->n; i += same_x(t, i))
        if (t->at[i].x == x)
            return quantile_of(t->at + i, same_x(t, i), 0.5);
    return NAN;
}

/* ---- lines ---- */

struct figure_line *figure_new_line(struct figure_build *b, const struct log_series *s,
                                    const char *name)
{
    void *lines = b->figure->line;
    struct figure_line *l = one_more(b, &lines, &b->figure->n_lines, sizeof *l);

    b->figure->line = lines;
    if (l == NULL)
        return NULL;
    snprintf(l->name, sizeof l->name, "%s", name);
    snprintf(l->group, sizeof l->group, "%.23s", name);
    l->first_line = s->first_line;
    l->last_line = s->last_line;
    l->damaged = s->damaged;
    return l;
}

struct figure_point *figure_add_point(struct figure_build *b, struct figure_line *l, double x,
                                      double y)
{
    void *points = l->point;
    struct figure_point *p = one_more(b, &points, &l->n_points, sizeof *p);

    l->point = points;
    if (p == NULL)
        return NULL;
    p->x = x;
    p->low = p->lower = p->middle = p->upper = p->high = y;
    p->n = 1;
    return p;
}

/* Returns how many timings the N from AT on stand for. */
static size_t stands_for(const struct figure_timing *at, size_t n)
{
    size_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += at[i].n;
    return sum;
}

static void add_points(struct figure_build *b, struct figure_line *l,
                       const struct figure_timings *t)
{
    for (size_t i = 0, n; i < t->n; i += n) {
        n = same_x(t, i);
        struct figure_point *p = figure_add_point(b, l, t->at[i].x, quantile_of(t->at + i, n, 0.5));
        if (p == NULL)
            return;
        p->low = t->at[i].y;
        p->lower = quantile_of(t->at + i, n, 0.25);
        p->upper = quantile_of(t->at + i, n, 0.75);
        p->high = t->at[i + n - 1].y;
        p->n = stands_for(t->at + i, n);
    }
}

static void add_dots(struct figure_build *b, struct figure_line *l, const struct figure_timings *t)
{
    void *dots = NULL;

    for (size_t i = 0; i < t->n; i++) {
        struct figure_dot *d = one_more(b, &dots, &l->n_dots, sizeof *d);
        if (d == NULL)
            break;
        *d = (struct figure_dot){ t->at[i].x, t->at[i].y };
        l->timings += t->at[i].n;
    }
    l->dot = dots;
}

struct figure_line *figure_add_line(struct figure_build *b, const struct log_series *s,
                                    const struct figure_timings *t, const char *format, ...)
{
    char name[sizeof((struct figure_line *)0)->name];
    va_list args;

    if (t->n == 0)
        return NULL;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    struct figure_line *l = figure_new_line(b, s, name);
    if (l == NULL)
        return NULL;
    add_points(b, l, t);
    add_dots(b, l, t);
    return l;
}

void figure_group(struct figure_build *b, const char *group)
{
    struct figure *f = b->figure;

    if (f->n_lines == 0)
        return;
    for (size_t i = 0; i + 1 < f->n_lines; i++)
        if (strcmp(f->line[i].group, group) == 0)
            group = "";
    snprintf(f->line[f->n_lines - 1].group, sizeof f->line->group, "%s", group);
}

/* ---- answers ---- */

/* A new mark at VALUE, in WORDS. NULL when memory is short. */
static struct figure_mark *new_mark(struct figure_build *b, const char *label, double value,
                                    const char *words)
{
    void *marks = b->figure->mark;
    struct figure_mark *m = one_more(b, &marks, &b->figure->n_marks, sizeof *m);

    b->figure->mark = marks;
    if (m == NULL)
        return NULL;
    snprintf(m->label, sizeof m->label, "%s%s%s", label, *label ? " " : "", words);
    m->at = m->low = m->high = value;
    return m;
}

static void add_mark(struct figure_build *b, struct result_id id, const char *label, bool across,
                     double from, double to)
{
    const struct result *r = result_find(b->results, id);
    char words[FORMAT_CELL];

    if (r == NULL || r->kind != RESULT_NUMBER)
        return;
    format_answer(words, r); /* with ~ where it is doubtful */
    struct figure_mark *m = new_mark(b, label, r->value, words);
    if (m == NULL)
        return;
    m->across = across;
    if (r->has_bounds) {
        m->low = r->low;
        m->high = r->high;
    }
    m->from = from;
    m->to = to;
}

void figure_mark_x(struct figure_build *b, struct result_id id, const char *label)
{
    add_mark(b, id, label, false, 0, 0);
}

void figure_mark_reported(struct figure_build *b, struct result_id id, const char *label)
{
    char unit[sizeof((struct result *)0)->unit], words[FORMAT_CELL];
    double value;

    if (!os_reported_value(b->run, id.text, &value))
        return;
    id_unit(unit, sizeof unit, &id);
    format_number(words, value, unit);
    struct figure_mark *m = new_mark(b, label, value, words);
    if (m != NULL)
        m->reported = true;
}

void figure_mark_y(struct figure_build *b, struct result_id id, const char *label, double from,
                   double to)
{
    add_mark(b, id, label, true, from, to);
}

void figure_name_row(struct figure_build *b, double at, const char *name, ...)
{
    char words[sizeof((struct figure_mark *)0)->label];
    va_list args;

    va_start(args, name);
    vsnprintf(words, sizeof words, name, args);
    va_end(args);
    (void)new_mark(b, "", at, words);
}

/* ---- the log ---- */

const struct log_series *figure_series(const struct figure_build *b, size_t *at)
{
    size_t found = log_find_series(b->run, b->figure->spec->probe, *at);

    *at = found + 1;
    return found < b->run->n_series ? &b->run->series[found] : NULL;
}

const char *figure_key(const struct log_series *s, const char *key)
{
    const char *value = log_key_text(s->keys, s->n_keys, key);

    return value != NULL ? value : "";
}

/* ---- histograms ---- */

/* The width of a bin for the N VALUES, whose median is MEDIAN; at least what values differ by. */
static double bin_width(const double *values, size_t n, double median)
{
    double lower = stats_quantile(values, n, 0.25), upper = stats_quantile(values, n, 0.75);
    double width = fmax(upper - lower, median / 10) / cbrt((double)n);

    return fmax(width, median / 500);
}

struct figure_line *figure_add_histogram(struct figure_build *b, const struct log_series *series,
                                         const char *name, const double *values, size_t n)
{
    enum { MOST_MEDIANS = 10, MOST_BINS = MOST_MEDIANS * 500 + 1 };
    double median = stats_median(values, n);
    double width = median > 0 ? bin_width(values, n, median) : 0;
    size_t *count = width > 0 ? calloc(MOST_BINS, sizeof *count) : NULL;
    struct figure_line *l = count != NULL ? figure_new_line(b, series, name) : NULL;

    for (size_t i = 0; i < n && l != NULL; i++)
        if (values[i] >= 0 && values[i] < MOST_MEDIANS * median)
            count[(size_t)(values[i] / width)]++;
    for (size_t k = 0; k < MOST_BINS && l != NULL; k++) {
        double share = 100.0 * (double)count[k] / (double)n;
        struct figure_point *p =
            count[k] > 0 ? figure_add_point(b, l, (double)k * width, share) : NULL;
        if (p != NULL)
            p->x2 = (double)(k + 1) * width;
    }
    free(count);
    return l;
}
