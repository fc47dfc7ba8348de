/* What the traffic and the times of kernels are worth, as "Applying the Roofline Model" asks in its
 * chapters 3 and 4: lines that were counted against those that a kernel must move, how far
 * timings are apart, and what several contexts gain. */
#include "report/format/table.h"
#include "report/format/value.h"
#include "series/kernels.h"
#include "text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRAFFIC_COLUMNS = 7, TOGETHER_COLUMNS = 5, MOST_TIMINGS = 64 };

/* ---- errors and spreads ---- */

/* The error of X, which should be 1, as the thesis takes it (3.1): the same for twice and half. */
static double error_of(double x)
{
    return x > 1 ? x - 1 : 1 / x - 1;
}

/* The timings of R at N, which were taken; NULL: none. */
static const struct log_sample *sample_of(const struct kernel_run *r, uint64_t n)
{
    for (size_t i = 0; i < r->series->n_samples; i++) {
        const struct log_sample *s = &r->series->samples[i];

        if (s->n_x == 2 && s->x[0] == n && s->x[1] == 0)
            return s;
    }
    return NULL;
}

static double least_of(const uint64_t *ticks, size_t n)
{
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < n; i++)
        least = ticks[i] < least ? ticks[i] : least;
    return (double)least;
}

/* How far the lowest of the first half of S's timings and that of the second half are apart. */
static double spread_of_minima(const struct log_sample *s)
{
    size_t half = s->n_ticks / 2;
    double a = least_of(s->ticks, half), b = least_of(s->ticks + half, s->n_ticks - half);

    return error_of(a / b);
}

static void put_share(char to[FORMAT_CELL], double share)
{
    snprintf(to, FORMAT_CELL, "%.1f %%", 100 * share);
}

static void put_spreads(char all[FORMAT_CELL], char minima[FORMAT_CELL], const struct kernel_run *r,
                        const struct kernel_point *p)
{
    const struct log_sample *s = sample_of(r, p->n);

    strcpy(all, "-");
    strcpy(minima, "-");
    if (s == NULL || p->timings < 2 || !(p->least > 0))
        return;
    put_share(all, p->most / p->least - 1);
    put_share(minima, spread_of_minima(s));
    log_sample_release(s);
}

/* ---- chapter 3: traffic ---- */

static void put_counted(char counted[FORMAT_CELL], char error[FORMAT_CELL],
                        const struct kernel_run *r, const struct kernel_point *p, double expected)
{
    strcpy(counted, "-");
    strcpy(error, "-");
    if (p->levels == 0)
        return;
    double bytes = kernel_counted_bytes(r, p);
    snprintf(counted, FORMAT_CELL, "%.0f", bytes);
    if (bytes > 0 && expected > 0)
        put_share(error, error_of(bytes / expected));
}

static int add_point(struct libscols_table *table, const struct kernel_run *r,
                     const struct kernel_point *p)
{
    char text[TRAFFIC_COLUMNS][FORMAT_CELL];
    const char *cells[TRAFFIC_COLUMNS];
    double expected = kernel_compulsory_bytes(r, p);

    snprintf(text[0], FORMAT_CELL, "%.16s %.14s %.9s", r->name, r->variant, r->state);
    snprintf(text[1], FORMAT_CELL, "%llu", (unsigned long long)p->n);
    snprintf(text[2], FORMAT_CELL, "%.0f", expected);
    put_counted(text[3], text[4], r, p, expected);
    put_spreads(text[5], text[6], r, p);
    for (unsigned i = 0; i < TRAFFIC_COLUMNS; i++)
        cells[i] = text[i];
    return format_table_add(table, cells, TRAFFIC_COLUMNS);
}

/* Traffic is what the text says where nothing is in the caches before. */
static bool begins_cold(const struct kernel_run *r)
{
    return strncmp(r->state, "cold", 4) == 0 || strncmp(r->state, "code", 4) == 0;
}

static int add_points(struct libscols_table *table, const struct kernels *all, size_t *rows)
{
    int err = 0;

    for (const struct kernel_run *r = all->run; r < all->run + all->n; r++)
        for (size_t i = 0; i < r->n_points && begins_cold(r) && r->contexts == 1; i++)
            if (r->point[i].counted && r->point[i].timings > 0 &&
                kernel_compulsory_bytes(r, &r->point[i]) > 0) {
                err |= add_point(table, r, &r->point[i]);
                ++*rows;
            }
    return err;
}

/* ---- chapter 4: contexts ---- */

/* The same loops as R's on one context, in the same state; NULL: none. */
static const struct kernel_run *alone(const struct kernels *all, const struct kernel_run *r)
{
    for (const struct kernel_run *one = all->run; one < all->run + all->n; one++)
        if (one->contexts == 1 && strcmp(one->name, r->name) == 0 &&
            strcmp(one->variant, r->variant) == 0 && strcmp(one->state, r->state) == 0)
            return one;
    return NULL;
}

static int add_together(struct libscols_table *table, const struct kernel_run *r,
                        const struct kernel_point *p, const struct kernel_point *one)
{
    char text[TOGETHER_COLUMNS][FORMAT_CELL];
    const char *cells[TOGETHER_COLUMNS];

    snprintf(text[0], FORMAT_CELL, "%.20s %.20s", r->name, r->variant);
    snprintf(text[1], FORMAT_CELL, "%llu", (unsigned long long)p->n);
    snprintf(text[2], FORMAT_CELL, "%u", r->contexts);
    snprintf(text[3], FORMAT_CELL, "%.20s", r->space);
    snprintf(text[4], FORMAT_CELL, "%.2f", p->ticks / one->ticks);
    for (unsigned i = 0; i < TOGETHER_COLUMNS; i++)
        cells[i] = text[i];
    return format_table_add(table, cells, TOGETHER_COLUMNS);
}

static int add_contexts(struct libscols_table *table, const struct kernels *all, size_t *rows)
{
    int err = 0;

    for (const struct kernel_run *r = all->run; r < all->run + all->n; r++) {
        const struct kernel_run *one = r->contexts > 1 ? alone(all, r) : NULL;

        for (size_t i = 0; one != NULL && i < r->n_points; i++) {
            const struct kernel_point *same = kernels_at(one, r->point[i].n);

            if (r->point[i].timings == 0 || same == NULL || !(same->ticks > 0))
                continue;
            err |= add_together(table, r, &r->point[i], same);
            ++*rows;
        }
    }
    return err;
}

/* ---- both ---- */

typedef int add_rows(struct libscols_table *table, const struct kernels *all, size_t *rows);

/* Adds the rows of all kernels of RUN to TABLE and prints it under TITLE, or that there are NONE.
 */
static int print_table(FILE *out, const struct log_run *run, struct libscols_table *table,
                       add_rows *add, const char *title, const char *none, size_t *rows)
{
    size_t before = *rows;
    int err = table == NULL ? -1 : 0;

    fputs(title, out);
    for (unsigned i = 0; i < KERNEL_PROBES && err == 0; i++) {
        struct kernels all;

        err = kernels_read(&all, run, kernel_probes[i], METHOD_ROBUST);
        if (err == 0)
            err = add(table, &all, rows);
        kernels_free(&all);
    }
    if (table != NULL)
        err |= format_table_end(out, table);
    if (*rows == before)
        fputs(none, out);
    return err;
}

int report_validation(FILE *out, const struct log *log, size_t *rows)
{
    static const struct format_column traffic[TRAFFIC_COLUMNS] = {
        { .name = "KERNEL" },
        { .name = "n", .right = true },
        { .name = "EXPECTED", .right = true },
        { .name = "COUNTED", .right = true },
        { .name = "ERR", .right = true },
        { .name = "SPREAD", .right = true },
        { .name = "MINIMA", .right = true },
    };
    static const struct format_column together[TOGETHER_COLUMNS] = {
        { .name = "KERNEL" }, { .name = "n", .right = true },    { .name = "ON", .right = true },
        { .name = "ARRAYS" }, { .name = "TIME", .right = true },
    };

    *rows = 0;
    int err = print_table(
        out, &log->run, format_table_new(traffic, TRAFFIC_COLUMNS), add_points,
        "TRAFFIC    cold caches, bytes to and from memory; how far timings are apart, and\n"
        "           how far the lowest of half of them and of the others are\n",
        "  no kernel ran in cold caches: `state=cold` of probes kernels and pattern does it\n",
        rows);
    return err | print_table(out, &log->run, format_table_new(together, TOGETHER_COLUMNS),
                             add_contexts, "CONTEXTS   time of several, by that of one\n",
                             "  no kernel ran on several contexts and on one at the same n\n",
                             rows);
}
