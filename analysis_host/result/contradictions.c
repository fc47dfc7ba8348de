#include "contradictions.h"
#include <stdio.h>
#include <string.h>

/* The number that ID has, or a negative value when it has none. */
static double number(const struct results *results, const char *id)
{
    const struct result *r = results_find(results, id);

    return r != NULL && r->kind == RESULT_NUMBER ? r->value : -1;
}

/* Whether WHAT of cache LEVEL is not below that of the next one outwards; INNER and OUTER are ids.
 */
static size_t must_grow(struct log *log, const struct results *results, const char *inner,
                        const char *outer)
{
    double a = number(results, inner);
    double b = number(results, outer);

    if (a < 0 || b < 0 || a < b)
        return 0;
    log_problem(log, 0, "", "results contradict each other: %s is %.6g, %s is %.6g", inner, a,
                outer, b);
    return 1;
}

/* Analyses say in their note where their own answer contradicts another. */
static size_t notes(struct log *log, const struct results *results)
{
    size_t n = 0;

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        if (strstr(r->note, "contradict") == NULL)
            continue;
        log_problem(log, 0, "", "%s: %s", r->id, r->note);
        n++;
    }
    return n;
}

size_t report_contradictions(struct log *log, const struct results *results)
{
    static const char *const parts[] = { "size", "latency" };
    size_t found = notes(log, results);
    char inner[48], outer[48];
    unsigned level = 1;

    for (;; level++) {
        snprintf(outer, sizeof outer, "cache.%u.size", level + 1);
        if (results_find(results, outer) == NULL)
            break;
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
            snprintf(inner, sizeof inner, "cache.%u.%s", level, parts[i]);
            snprintf(outer, sizeof outer, "cache.%u.%s", level + 1, parts[i]);
            found += must_grow(log, results, inner, outer);
        }
    }
    snprintf(inner, sizeof inner, "cache.%u.latency", level);
    return found + must_grow(log, results, inner, "memory.latency");
}
