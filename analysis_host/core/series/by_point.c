/* The timings of a series point by point. */
#include "by_point.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum { FIRST_ROOM = 1 << 8 };

/* Points by x, while they are found: a hash table of their numbers. */
struct finder {
    struct by_point_at *at; /* in the order received */
    size_t n, room;         /* room: a power of two */
    uint32_t *table;        /* 2 * room places, NONE: empty */
};

static size_t place_of(const struct finder *f, double x, double x2)
{
    uint64_t bits[2];
    const double both[2] = { x, x2 };

    memcpy(bits, both, sizeof bits);
    uint64_t mixed = (bits[0] ^ bits[1] >> 32 ^ bits[1] << 32) * 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 32) * 0x9e3779b97f4a7c15u; /* whole numbers have no low bits */
    return (size_t)(mixed >> 32) & (2 * f->room - 1);
}

/* Returns the place of the point X, X2, or the empty one where it would stand. */
static size_t search(const struct finder *f, double x, double x2)
{
    size_t place = place_of(f, x, x2);

    while (f->table[place] != NONE &&
           (f->at[f->table[place]].x != x || f->at[f->table[place]].x2 != x2))
        place = (place + 1) & (2 * f->room - 1);
    return place;
}

/* Doubles the room. False: memory is short. */
static bool grow(struct finder *f)
{
    size_t room = f->room > 0 ? 2 * f->room : FIRST_ROOM;
    struct by_point_at *at = realloc(f->at, room * sizeof *at);

    if (at == NULL)
        return false;
    f->at = at;
    free(f->table);
    f->table = malloc(2 * room * sizeof *f->table);
    if (f->table == NULL)
        return false;
    f->room = room;
    memset(f->table, 0xff, 2 * room * sizeof *f->table);
    for (size_t i = 0; i < f->n; i++)
        f->table[search(f, at[i].x, at[i].x2)] = (uint32_t)i;
    return true;
}

/* Returns the number of the point of S, which may be new; NONE: memory is short. */
static uint32_t find(struct finder *f, const struct log_sample *s)
{
    double x = (double)s->x[0], x2 = s->n_x > 1 ? (double)s->x[1] : 0;

    if (f->n == f->room && (f->n == NONE || !grow(f)))
        return NONE;
    size_t place = search(f, x, x2);
    if (f->table[place] == NONE) {
        f->at[f->n] = (struct by_point_at){ .x = x, .x2 = x2, .ops = (double)s->ops };
        f->table[place] = (uint32_t)f->n++;
    }
    return f->table[place];
}

/* Finds the point of each sample of B, numbered as they come. */
static bool find_all(struct by_point *b, struct finder *f)
{
    const struct log_series *series = b->series;

    for (size_t i = 0; i < series->n_samples; i++) {
        const struct log_sample *s = log_sample_next(series, i);

        b->of[i] = s->n_ticks > 0 ? find(f, s) : NONE;
        if (s->n_ticks > 0 && b->of[i] == NONE)
            return false;
        if (s->n_ticks > 0)
            f->at[b->of[i]].n += s->n_ticks;
    }
    return true;
}

static int by_x(const void *a, const void *b)
{
    const struct by_point_at *p = a, *q = b;

    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->x2 > q->x2) - (p->x2 < q->x2);
}

/* Sorts the points, and gives them and their samples the numbers that they have then. False: memory
 * is short. */
static bool number_points(struct by_point *b, struct finder *f)
{
    uint32_t *number = malloc((f->n + 1) * sizeof *number);

    b->next = malloc((f->n + 1) * sizeof *b->next);
    if (number == NULL || b->next == NULL) {
        free(number);
        return false;
    }
    for (size_t i = 0; i < f->n; i++)
        f->at[i].first = i;
    if (f->n > 0)
        qsort(f->at, f->n, sizeof *f->at, by_x);
    for (size_t i = 0; i < f->n; i++) {
        number[f->at[i].first] = (uint32_t)i;
        f->at[i].first = b->n_timings;
        b->n_timings += f->at[i].n;
    }
    for (size_t i = 0; i < b->series->n_samples; i++)
        if (b->of[i] != NONE)
            b->of[i] = number[b->of[i]];
    free(number);
    b->at = f->at;
    b->n = f->n;
    f->at = NULL;
    return true;
}

int by_point_make(struct by_point *b, const struct log_series *series)
{
    struct finder f = { .n = 0 };

    *b = (struct by_point){ .series = series,
                            .of = malloc((series->n_samples + 1) * sizeof *b->of) };
    bool made = b->of != NULL && find_all(b, &f) && number_points(b, &f);
    free(f.at);
    free(f.table);
    if (!made)
        by_point_free(b);
    return made ? 0 : -1;
}

void by_point_free(struct by_point *b)
{
    if (b->series != NULL)
        log_series_release(b->series);
    free(b->at);
    free(b->of);
    free(b->next);
    *b = (struct by_point){ .n = 0 };
}

size_t by_point_together(const struct by_point *b, size_t first, size_t most, size_t *timings)
{
    size_t end = first;

    *timings = 0;
    while (end < b->n && (end == first || *timings + b->at[end].n <= most))
        *timings += b->at[end++].n;
    return end - first;
}

/* Puts those timings of S, the first of which is number AT, into COST that are among the N from
 * FIRST on. */
static void put_costs(const struct log_sample *s, size_t at, size_t first, size_t n, double *cost)
{
    size_t from = at < first ? first - at : 0;
    size_t to = at + s->n_ticks > first + n ? first + n - at : s->n_ticks;

    for (size_t k = from; k < to; k++)
        cost[at + k - first] = (double)s->ticks[k] / (double)s->ops;
    log_sample_release(s);
}

void by_point_costs(const struct by_point *b, size_t first, size_t n, double *cost)
{
    const struct log_series *series = b->series;

    for (size_t i = 0; i < b->n; i++)
        b->next[i] = b->at[i].first;
    for (size_t i = 0; i < series->n_samples; i++) {
        const struct log_sample *s = log_sample_next(series, i);

        if (b->of[i] != NONE) {
            size_t at = b->next[b->of[i]];

            b->next[b->of[i]] += s->n_ticks;
            if (at < first + n && at + s->n_ticks > first)
                put_costs(s, at, first, n, cost);
        }
    }
}
