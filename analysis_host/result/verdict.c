/* Holds the answers against each other and against what the log lost. */
#include "verdict.h"
#include "query.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds the printf-like problem to R; nothing but no_memory where memory is short. */
static void add_problem(struct results *r, const char *what, ...)
    __attribute__((format(printf, 2, 3)));
static void add_problem(struct results *r, const char *what, ...)
{
    enum { LONGEST = RESULT_NOTE + ID_BYTES };
    struct log_problem *grown = realloc(r->problems, (r->n_problems + 1) * sizeof *grown);
    char text[LONGEST];
    va_list args;

    if (grown == NULL) {
        r->no_memory = true;
        return;
    }
    r->problems = grown;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    struct log_problem p = { .what = strdup(text), .cost = strdup("") };
    if (p.what == NULL || p.cost == NULL) {
        free(p.what);
        free(p.cost);
        r->no_memory = true;
        return;
    }
    r->problems[r->n_problems++] = p;
}

static int by_name(const void *a, const void *b)
{
    const struct result *const *one = a, *const *two = b;
    int order = strcmp((*one)->id, (*two)->id);

    return order != 0 ? order : (*one > *two) - (*one < *two);
}

/* The answers of R by name, to be freed; those of one name as they stand in R. NULL where there is
 * none or memory is short. */
static struct result **sorted_by_name(struct results *r)
{
    struct result **all = r->n > 0 ? malloc(r->n * sizeof *all) : NULL;

    for (size_t i = 0; all != NULL && i < r->n; i++)
        all[i] = &r->at[i];
    if (all != NULL)
        qsort(all, r->n, sizeof *all, by_name);
    else
        r->no_memory |= r->n > 0;
    return all;
}

/* Leaves out the answers that have no id any more. */
static void close_ranks(struct results *r)
{
    size_t kept = 0;

    for (size_t i = 0; i < r->n; i++)
        if (r->at[i].id[0] != '\0')
            r->at[kept++] = r->at[i];
    r->n = kept;
}

void verdict_repetitions(struct results *r)
{
    struct result **all = sorted_by_name(r), *first = NULL;

    for (size_t i = 0; all != NULL && i < r->n; i++) {
        if (first == NULL || strcmp(first->id, all[i]->id) != 0) {
            first = all[i];
            continue;
        }
        add_problem(r, "%s: measured twice; the first answer stands", first->id);
        all[i]->id[0] = '\0';
    }
    free(all);
    close_ranks(r);
}

/* What INNER names must be below what OUTER does, where both are numbers. */
static void must_grow(struct results *r, struct result_id inner, struct result_id outer)
{
    const struct result *a = result_find(r, inner), *b = result_find(r, outer);

    if (!result_is_number(a) || !result_is_number(b) || a->value < b->value)
        return;
    add_problem(r, "results contradict each other: %s is %.6g, %s is %.6g", a->id, a->value, b->id,
                b->value);
}

void verdict_contradictions(struct results *r)
{
    static const enum quantity growing[] = { CACHE_SIZE, CACHE_LATENCY };
    unsigned level = 1;

    for (size_t i = 0; i < r->n; i++)
        if (r->at[i].contradicts)
            add_problem(r, "%s: %s", r->at[i].id, r->at[i].note);
    for (; result_find(r, id_at(CACHE_SIZE, level + 1)) != NULL; level++)
        for (size_t i = 0; i < sizeof growing / sizeof growing[0]; i++)
            must_grow(r, id_at(growing[i], level), id_at(growing[i], level + 1));
    must_grow(r, id_at(CACHE_LATENCY, level), id_of(MEMORY_LATENCY));
}

size_t problems_count(const struct log *log, const struct results *r)
{
    return log->n_problems + r->n_problems;
}

const struct log_problem *problem_at(const struct log *log, const struct results *r, size_t i)
{
    return i < log->n_problems ? &log->problems[i] : &r->problems[i - log->n_problems];
}

bool verdict_damaged(const struct log *log, const struct results *r)
{
    for (size_t i = 0; i < log->n_problems; i++)
        if (*log->problems[i].cost != '\0')
            return true;
    for (size_t i = 0; i < r->n; i++)
        if (r->at[i].damaged)
            return true;
    return !log->run.complete;
}

bool verdict_answered(const struct results *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->at[i].kind == RESULT_NUMBER || r->at[i].kind == RESULT_NAME)
            return true;
    return false;
}

bool verdict_contradicts(const struct results *r)
{
    return r->n_problems > 0;
}
