/* Judges answers together that a slow part of a board moves alike: each scatters by itself, their
 * middle less, and what a run's noise does to all of them is in the spread of that middle. */
#include "component.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>

enum { FEWEST = 4, CLOCK_PART = FLEET_PARTS - 1 };

#define MOST_SPREAD 2 /* times the middle of theirs: answers that scatter more do not help */

/* What an answer does where its part is slow: 1 it grows, -1 it falls; 0: it is of no part. */
static int grows_when_slow(enum quantity q)
{
    switch (q) {
    case CACHE_LATENCY:
    case MEMORY_LATENCY:
    case CONTEXT_LATENCY:
    case CONTEXT_CYCLE:
    case LOADED_LATENCY:
    case NUMA_LOCAL_LATENCY:
    case NUMA_REMOTE_LATENCY:
        return 1;
    case CPU_FREQUENCY:
    case BANDWIDTH_ALONE:
    case BANDWIDTH_TOGETHER:
    case BANDWIDTH_TRAFFIC:
    case NUMA_LOCAL_BANDWIDTH:
    case NUMA_REMOTE_BANDWIDTH:
        return -1;
    default:
        return 0;
    }
}

unsigned fleet_part(const struct result_id *id)
{
    if (grows_when_slow(id->quantity) == 0)
        return FLEET_PARTS;
    if (id->quantity == CPU_FREQUENCY || id->quantity == CONTEXT_CYCLE)
        return CLOCK_PART;
    return id->level < CLOCK_PART ? id->level : FLEET_PARTS;
}

struct parts {
    const struct fleet *fleet;
    const struct fleet_typical *usual; /* of the kind */
    size_t *name;                      /* of the part, rising */
    size_t n;
    float *slow; /* of each board, run and name: by how much it is slower, a logarithm; NAN: none */
    struct fleet_column column;
};

static bool is_of_part(const struct parts *p, size_t name, unsigned part)
{
    const struct fleet_typical *u = &p->usual[name];

    return !p->fleet->names[name].discrete && u->n_ways > 0 && u->spread > 0 &&
           u->n >= FLEET_KIND_BOARDS && fleet_part(&p->fleet->names[name].id) == part;
}

/* Fills p->name with the answers of PART that scatter little. False where memory is short. */
static bool choose_names(struct parts *p, unsigned part)
{
    double *spread = calloc(p->fleet->n_names + 1, sizeof *spread);
    size_t n = 0;

    p->name = calloc(p->fleet->n_names + 1, sizeof *p->name);
    if (spread == NULL || p->name == NULL)
        return free(spread), false;
    for (size_t i = 0; i < p->fleet->n_names; i++)
        if (is_of_part(p, i, part))
            spread[n++] = p->usual[i].spread;
    double most = n > 0 ? MOST_SPREAD * stats_median(spread, n) : 0;
    for (size_t i = 0; i < p->fleet->n_names; i++)
        if (is_of_part(p, i, part) && p->usual[i].spread <= most)
            p->name[p->n++] = i;
    free(spread);
    return true;
}

static float slower_by(const struct parts *p, size_t name, const struct column_value *v)
{
    const struct fleet_typical *u = &p->usual[name];
    unsigned way;

    if (!v->there || v->kind != RESULT_NUMBER || !(v->value > 0))
        return NAN;
    double apart = fleet_spreads(u, v->value, &way) * u->spread;
    return (float)(apart * grows_when_slow(p->fleet->names[name].id.quantity));
}

/* False where memory is short. */
static bool gather_slow(struct parts *p, uint32_t kind)
{
    if (!fleet_column_of_kind(&p->column, p->fleet, kind))
        return false;
    p->slow = malloc((p->column.n * FLEET_RECENT * p->n + 1) * sizeof *p->slow);
    for (size_t i = 0; i < p->n && p->slow != NULL; i++) {
        fleet_column_fill(&p->column, p->fleet, p->name[i]);
        for (size_t c = 0; c < p->column.n; c++)
            for (size_t run = 0; run < p->column.cell[c].n; run++)
                p->slow[(c * FLEET_RECENT + run) * p->n + i] =
                    slower_by(p, p->name[i], &p->column.cell[c].run[run]);
    }
    return p->slow != NULL;
}

/* Puts the middle of what run RUN of each board says into the column, as a factor. SCRATCH: room
 * for a number a name. */
static void fill_middles(struct parts *p, double *scratch)
{
    for (size_t c = 0; c < p->column.n; c++)
        for (size_t run = 0; run < p->column.cell[c].n; run++) {
            const float *slow = &p->slow[(c * FLEET_RECENT + run) * p->n];
            size_t n = 0;

            for (size_t i = 0; i < p->n; i++)
                if (!isnan(slow[i]))
                    scratch[n++] = slow[i];
            p->column.cell[c].run[run] = (struct column_value){ 0 };
            if (n >= FEWEST)
                p->column.cell[c].run[run] = (struct column_value){ true, RESULT_NUMBER, 100,
                                                                    exp(stats_median(scratch, n)) };
        }
}

/* FOUND speaks of the factor; makes it speak of the first answer of the part that the board has.
 * False where it has none. */
static bool name_it(const struct parts *p, struct fleet_finding *found)
{
    for (size_t i = 0; i < p->n; i++) {
        double value = fleet_middle(p->fleet, found->board, p->name[i]);
        unsigned way;

        if (isnan(value))
            continue;
        (void)fleet_spreads(&p->usual[p->name[i]], value, &way);
        found->name = (uint32_t)p->name[i];
        found->value = value;
        found->usual = p->usual[p->name[i]].way[way].value;
        found->together = p->n;
        return true;
    }
    return false;
}

static bool judge_all(struct parts *p, const struct fleet_rules *rules,
                      bool (*take)(void *arg, const struct fleet_finding *found), void *arg)
{
    struct fleet_typical usual;
    bool fits = true;

    fleet_typical_of(&usual, &p->column, false);
    fleet_typical_borrow(&usual, rules->boards, 0);
    for (size_t c = 0; c < p->column.n && fits; c++) {
        struct fleet_finding found = { .board = p->column.cell[c].board };

        if (fleet_judge(&usual, rules, &p->column, c, false, &found) &&
            found.kind == RESULT_NUMBER && name_it(p, &found))
            fits = take(arg, &found);
    }
    return fits;
}

bool fleet_judge_component(const struct fleet *fleet, uint32_t kind, unsigned part,
                           const struct fleet_rules *rules,
                           bool (*take)(void *arg, const struct fleet_finding *found), void *arg)
{
    struct parts p = { .fleet = fleet, .usual = fleet->kinds[kind].usual };
    double *scratch = NULL;
    bool fits = choose_names(&p, part);

    if (fits && p.n >= FEWEST) {
        scratch = calloc(p.n, sizeof *scratch);
        fits = scratch != NULL && gather_slow(&p, kind);
        if (fits)
            fill_middles(&p, scratch);
        fits = fits && judge_all(&p, rules, take, arg);
    }
    free(scratch);
    free(p.name);
    free(p.slow);
    fleet_column_free(&p.column);
    return fits;
}
