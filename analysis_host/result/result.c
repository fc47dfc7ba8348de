#include "result.h"
#include "locality.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 32 };

/* Room for one more result; a scratch one when memory is short, so that callers need not check. */
static struct result *room(struct results *r)
{
    static struct result scratch;

    /* Room doubles whenever n reaches FIRST_ROOM times a power of two. */
    bool full = r->n == 0 || (r->n >= FIRST_ROOM && (r->n & (r->n - 1)) == 0);
    size_t want = r->n == 0 ? FIRST_ROOM : 2 * r->n;
    struct result *grown = full ? realloc(r->at, want * sizeof *grown) : r->at;

    if (grown == NULL) {
        r->no_memory = true;
        return &scratch;
    }
    r->at = grown;
    return &r->at[r->n++];
}

struct result *results_add(struct results *r, const char *unit, const char *id, ...)
{
    struct result *one = room(r);
    va_list args;

    memset(one, 0, sizeof *one);
    snprintf(one->unit, sizeof one->unit, "%s", unit);
    va_start(args, id);
    vsnprintf(one->id, sizeof one->id, id, args);
    va_end(args);
    return one;
}

const struct result *results_find(const struct results *r, const char *id)
{
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->at[i].id, id) == 0)
            return &r->at[i];
    return NULL;
}

void results_free(struct results *r)
{
    free(r->at);
    locality_free(r->locality);
    free(r->nodes);
    free(r->processor);
    *r = (struct results){ 0 };
}

void result_unknown(struct result *r, const char *why, ...)
{
    va_list args;

    r->kind = RESULT_NULL;
    r->value = 0;
    r->confidence = 0;
    r->has_nominal = false;
    r->has_bounds = false;
    va_start(args, why);
    vsnprintf(r->note, sizeof r->note, why, args);
    va_end(args);
}

/* The smallest rank that is at least FROM; false when there is none. */
static bool next_rank(unsigned from, unsigned *rank)
{
    bool found = false;

    for (unsigned i = 0; i < analysis_table_count; i++) {
        unsigned here = analysis_table[i].analysis->rank;
        if (here >= from && (!found || here < *rank)) {
            *rank = here;
            found = true;
        }
    }
    return found;
}

void infer_all(const struct log_run *run, enum method method, struct results *out)
{
    unsigned rank = 0;

    for (bool more = next_rank(0, &rank); more; more = rank < ~0u && next_rank(rank + 1, &rank))
        for (unsigned i = 0; i < analysis_table_count; i++)
            if (analysis_table[i].analysis->rank == rank)
                analysis_table[i].analysis->infer(run, method, out);
}
