/* Which boards differ from their kind: in one answer, or in answers that a slow part moves alike;
 * and which of them follow from another. */
#include "column.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- parts: answers judged together. Each scatters by itself, their middle less, and what a run's
 * noise does to all of them is in the spread of that middle ---- */

/* Memory, four cache levels, the clock. */
enum { PARTS = 6, NO_PART = PARTS, CLOCK_PART = PARTS - 1, FEWEST = 4 };

static bool append(struct fleet *f, const struct fleet_finding *found)
{
    if ((f->n_findings & (f->n_findings + 1)) == 0) { /* room for 1, 3, 7 ... */
        struct fleet_finding *more = realloc(f->findings, (2 * f->n_findings + 1) * sizeof *more);
        if (more == NULL)
            return false;
        f->findings = more;
    }
    f->findings[f->n_findings++] = *found;
    return true;
}

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
    case NUMA_NODE_LATENCY:
        return 1;
    case CPU_FREQUENCY:
    case BANDWIDTH_ALONE:
    case BANDWIDTH_TOGETHER:
    case BANDWIDTH_TRAFFIC:
    case NUMA_LOCAL_BANDWIDTH:
    case NUMA_REMOTE_BANDWIDTH:
    case NUMA_NODE_BANDWIDTH:
        return -1;
    default:
        return 0;
    }
}

/* The part that ID is an answer of: 0 memory, 1 to 4 a cache level, 5 the clock; or NO_PART. */
static unsigned part_of(const struct result_id *id)
{
    if (grows_when_slow(id->quantity) == 0)
        return NO_PART;
    if (id->quantity == CPU_FREQUENCY || id->quantity == CONTEXT_CYCLE)
        return CLOCK_PART;
    return id->level < CLOCK_PART ? id->level : NO_PART;
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
           u->n >= FLEET_KIND_BOARDS && part_of(&p->fleet->names[name].id) == part;
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

/* Adds FOUND, of the part PART, to the first N findings, which are of single answers: where one of
 * them says so already, FOUND adds nothing; a suspicion about the answer that it is named by gives
 * way to it. False where memory is short. */
static bool add_together(struct fleet *f, size_t n, unsigned part,
                         const struct fleet_finding *found)
{
    for (size_t i = 0; i < n; i++) {
        struct fleet_finding *other = &f->findings[i];

        if (other->board != found->board)
            continue;
        if (part_of(&f->names[other->name].id) == part && other->verdict <= found->verdict)
            return true;
        if (other->name == found->name) {
            *other = *found;
            return true;
        }
    }
    return append(f, found);
}

/* Judges boards of KIND by part PART: what the middle of its answers differs by from their usual
 * values, run by run. A finding's name is the part's first answer that the board has. N findings
 * are of single answers. False where memory is short. */
static bool judge_part(struct fleet *f, uint32_t kind, unsigned part,
                       const struct fleet_rules *rules, size_t n)
{
    struct parts p = { .fleet = f, .usual = f->kinds[kind].usual };
    bool fits = choose_names(&p, part);
    double *scratch = fits ? calloc(p.n + 1, sizeof *scratch) : NULL;
    struct fleet_typical usual;

    fits = scratch != NULL && (p.n < FEWEST || gather_slow(&p, kind));
    if (fits && p.n >= FEWEST) {
        fill_middles(&p, scratch);
        fleet_typical_of(&usual, &p.column, false);
        fleet_typical_borrow(&usual, rules->boards, 0);
    }
    for (size_t c = 0; c < p.column.n && fits; c++) {
        struct fleet_finding found = { .board = p.column.cell[c].board };

        if (fleet_judge(&usual, rules, &p.column, c, false, &found) &&
            found.kind == RESULT_NUMBER && name_it(&p, &found))
            fits = add_together(f, n, part, &found);
    }
    free(scratch);
    free(p.name);
    free(p.slow);
    fleet_column_free(&p.column);
    return fits;
}

/* ---- single answers ---- */

static bool judge_kind(struct fleet *f, uint32_t kind, struct fleet_rules rules)
{
    struct fleet_column column = { 0 };
    bool fits = fleet_column_of_kind(&column, f, kind);

    rules.boards = f->kinds[kind].n;
    for (size_t i = 0; fits && i < f->n_names; i++) {
        if (fleet_is_of_screen(f, i))
            continue;
        fleet_column_fill(&column, f, i);
        for (size_t k = 0; fits && k < column.n; k++) {
            struct fleet_finding found = { .board = column.cell[k].board, .name = (uint32_t)i };
            if (fleet_judge(&f->kinds[kind].usual[i], &rules, &column, k, f->names[i].discrete,
                            &found))
                fits = append(f, &found);
        }
    }
    fleet_column_free(&column);
    return fits;
}

static int by_board_and_name(const void *a, const void *b)
{
    const struct fleet_finding *x = a, *y = b;

    if (x->board != y->board)
        return x->board < y->board ? -1 : 1;
    return x->name < y->name ? -1 : x->name > y->name;
}

/* ---- what follows from what ---- */

/* What a finding is about: an answer of the memory path follows from the first of them, an answer
 * of an operation from the first of that operation, and all from the clock. */
enum about {
    ABOUT_CLOCK,
    ABOUT_MEMORY,
    ABOUT_OPERATION,
    ABOUT_CONTEXTS,
    ABOUT_KERNEL,
    ABOUT_OTHER
};

static enum about about_of(const struct result_id *id)
{
    enum quantity q = id->quantity;

    if (q <= TIMER_READ)
        return ABOUT_CLOCK;
    if (q >= OP_LATENCY && q <= OP_EXISTS)
        return ABOUT_OPERATION;
    if (q >= CONTEXTS_INT && q <= CONTEXT_LATENCY)
        return ABOUT_CONTEXTS;
    if (q >= PEAK_RATE && q < QUANTITY_UNKNOWN)
        return ABOUT_KERNEL;
    if (q == REGISTERS || (q >= BRANCH_PENALTY && q <= BRANCH_INDIRECT_MULTI_TARGET) ||
        (q >= FETCH_LATENCY && q <= BYPASS_FP_LOAD) ||
        (q >= OS_TIMESLICE && q <= OS_PAGE_FAULT_FILE) || q == QUANTITY_UNKNOWN)
        return ABOUT_OTHER;
    return ABOUT_MEMORY;
}

static bool follows(const struct result_id *id, const struct result_id *cause)
{
    enum about a = about_of(id), of = about_of(cause);

    if (of == ABOUT_CLOCK || a == ABOUT_KERNEL)
        return true;
    if (a == ABOUT_OPERATION)
        return of == ABOUT_OPERATION && strcmp(id->op, cause->op) == 0;
    return a == of && a != ABOUT_OTHER;
}

/* Findings of one board and verdict follow from an earlier one where they may. */
static void find_causes(struct fleet *f)
{
    for (size_t i = 0, first = 0; i < f->n_findings; i++) {
        struct fleet_finding *found = &f->findings[i];
        if (found->board != f->findings[first].board)
            first = i;
        found->cause = i;
        for (size_t k = first; k < i && found->cause == i; k++)
            if (f->findings[k].cause == k && f->findings[k].verdict == found->verdict &&
                follows(&f->names[found->name].id, &f->names[f->findings[k].name].id))
                found->cause = k;
    }
}

/* The share of runs beyond 3 spreads, of the middle one of all quantities; SCRATCH: room for a
 * number a name. */
static double tail_of(const struct fleet *f, double *scratch)
{
    size_t n = 0;

    for (size_t i = 0; i < f->n_names; i++) {
        size_t runs = 0, beyond = 0;
        for (size_t k = 0; k < f->n_kinds; k++) {
            runs += f->kinds[k].usual[i].runs;
            beyond += f->kinds[k].usual[i].above + f->kinds[k].usual[i].below;
        }
        if (runs > 0)
            scratch[n++] = (double)beyond / (double)runs;
    }
    return n > 0 ? stats_median(scratch, n) : 0;
}

bool fleet_find_different(struct fleet *f)
{
    double *scratch = calloc(f->n_names + 1, sizeof *scratch), quantities = 0;
    struct fleet_rules rules = { 0 };
    bool fits = scratch != NULL;

    for (size_t k = 0; k < f->n_kinds; k++)
        for (size_t i = 0; i < f->n_names; i++) {
            const struct fleet_typical *u = &f->kinds[k].usual[i];
            quantities += u->spread > 0 ? (double)u->n : 0;
            rules.discrete += f->names[i].discrete ? (double)u->n : 0;
        }
    rules.surprise = fleet_surprise(quantities);
    rules.heavy = fits && tail_of(f, scratch) > FLEET_LIGHT_TAIL;
    free(scratch);
    for (uint32_t k = 0; fits && k < f->n_kinds; k++)
        fits = judge_kind(f, k, rules);
    size_t single = f->n_findings;
    for (uint32_t k = 0; k < f->n_kinds; k++)
        for (unsigned part = 0; fits && part < PARTS; part++) {
            rules.boards = f->kinds[k].n;
            fits = judge_part(f, k, part, &rules, single);
        }
    if (f->n_findings > 0)
        qsort(f->findings, f->n_findings, sizeof *f->findings, by_board_and_name);
    find_causes(f);
    fleet_find_channels(f);
    fleet_find_since(f);
    return fits;
}

bool fleet_find(struct fleet *f, const char *by)
{
    return fleet_find_kinds(f, by) && fleet_find_typical(f) && fleet_find_different(f) &&
           fleet_find_wrong(f);
}
