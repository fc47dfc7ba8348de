/* What is usual for an answer among the boards of a kind: one value or two, and how runs scatter.
 */
#include "column.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 1.4826: a median deviation as a standard deviation, for normally distributed values. */
#define MAD_TO_SPREAD 1.4826
#define LEAST_SPREAD  0.01 /* as a share; timings of one machine differ by so much anyway */
#define WAY_APART     5    /* spreads between two ways */
#define WAY_SHARE     0.05
enum { WAY_BOARDS = 3, MANY_BOARDS = 20, FEW_BOARDS = 10 };

bool fleet_equal(uint8_t kind_a, double a, uint8_t kind_b, double b)
{
    return kind_a == kind_b && (kind_a == RESULT_NONE || a == b);
}

/* ---- quantities ---- */

static bool is_quantity(const struct column_value *v)
{
    return v->there && v->kind == RESULT_NUMBER && v->value > 0;
}

/* The middle of what the runs of CELL say, as a logarithm; false where none does. */
static bool cell_middle(const struct column_cell *cell, double *middle)
{
    double said[FLEET_RECENT];
    size_t n = 0;

    for (size_t i = 0; i < cell->n; i++)
        if (is_quantity(&cell->run[i]))
            said[n++] = log(cell->run[i].value);
    if (n > 0)
        *middle = stats_median(said, n);
    return n > 0;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* Spread of the N sorted numbers at Y around MIDDLE; TO is room for as many. */
static double spread_around(const double *y, size_t n, double middle, double *to)
{
    for (size_t i = 0; i < n; i++)
        to[i] = fabs(y[i] - middle);
    return fmax(MAD_TO_SPREAD * stats_median(to, n), LEAST_SPREAD);
}

static size_t fewest_in_way(size_t n)
{
    size_t part = (size_t)ceil(WAY_SHARE * (double)n);

    return part > WAY_BOARDS ? part : WAY_BOARDS;
}

/* The first board of the upper way among N sorted middles Y, or 0 where they have one way. */
static size_t split_ways(const double *y, size_t n, double *scratch)
{
    size_t fewest = fewest_in_way(n), at = 0;

    for (size_t i = fewest; i + fewest <= n; i++)
        if (at == 0 || y[i] - y[i - 1] > y[at] - y[at - 1])
            at = i;
    if (at == 0)
        return 0;
    double low = spread_around(y, at, stats_median(y, at), scratch);
    double high = spread_around(y + at, n - at, stats_median(y + at, n - at), scratch);

    return y[at] - y[at - 1] > WAY_APART * fmax(low, high) ? at : 0;
}

static void set_ways(struct fleet_typical *u, const double *y, size_t n, double *scratch)
{
    size_t at = split_ways(y, n, scratch);
    struct fleet_way low = { exp(stats_median(y, at > 0 ? at : n)), at > 0 ? at : n };

    u->kind = RESULT_NUMBER;
    u->n_ways = at > 0 ? 2 : 1;
    u->way[0] = low;
    if (at == 0)
        return;
    struct fleet_way high = { exp(stats_median(y + at, n - at)), n - at };

    u->way[0] = high.boards > low.boards ? high : low;
    u->way[1] = high.boards > low.boards ? low : high;
}

static void quantity_ways(struct fleet_typical *u, struct fleet_column *c)
{
    double *y = c->scratch, middle;

    for (size_t i = 0; i < c->n; i++)
        if (cell_middle(&c->cell[i], &middle))
            y[u->n++] = middle;
    qsort(y, u->n, sizeof *y, by_value);
    if (u->n > 0)
        set_ways(u, y, u->n, y + u->n);
}

double fleet_spreads(const struct fleet_typical *u, double value, unsigned *way)
{
    double least = INFINITY;

    *way = 0;
    if (u->n_ways == 0 || u->kind != RESULT_NUMBER || value <= 0 || u->spread <= 0)
        return 0;
    for (unsigned i = 0; i < u->n_ways; i++) {
        double apart = log(value / u->way[i].value) / u->spread;
        if (fabs(apart) >= fabs(least))
            continue;
        least = apart;
        *way = i;
    }
    return least;
}

/* Spread of N distances Y from the middle: the greater of two estimates, by the median and by the
 * squares of what lies within 3 of those, since too small a spread makes alarms. */
static double spread_of(double *y, size_t n)
{
    double least = MAD_TO_SPREAD * stats_median(y, n), sum = 0;
    size_t within = 0;

    for (size_t i = 0; i < n; i++)
        if (y[i] <= 3 * least) {
            sum += y[i] * y[i];
            within++;
        }
    return fmax(within > 0 ? sqrt(sum / (double)within) : 0, fmax(least, LEAST_SPREAD));
}

/* Spread of single runs, each around its way. */
static void quantity_spread(struct fleet_typical *u, const struct fleet_column *c)
{
    unsigned way;

    u->spread = 1; /* fleet_spreads() gives logarithms then */
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->cell[i].n; k++)
            if (is_quantity(&c->cell[i].run[k]))
                c->scratch[u->runs++] = fabs(fleet_spreads(u, c->cell[i].run[k].value, &way));
    u->spread = spread_of(c->scratch, u->runs);
}

static void count_beyond(struct fleet_typical *u, const struct fleet_column *c)
{
    unsigned way;

    u->above = u->below = 0;
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->cell[i].n; k++) {
            if (!is_quantity(&c->cell[i].run[k]))
                continue;
            double apart = fleet_spreads(u, c->cell[i].run[k].value, &way);
            u->above += apart > 3;
            u->below += apart < -3;
        }
}

/* ---- what is discrete ---- */

/* The value that the runs of CELL agree in, in *V; false where they do not, or none has one. */
static bool cell_value(const struct column_cell *cell, struct column_value *v, bool *wavers)
{
    bool found = false;

    *wavers = false;
    for (size_t i = 0; i < cell->n; i++) {
        const struct column_value *r = &cell->run[i];
        if (!r->there || r->kind == RESULT_NULL)
            continue;
        *wavers = *wavers || (found && !fleet_equal(v->kind, v->value, r->kind, r->value));
        *v = *r;
        found = true;
    }
    return found && !*wavers;
}

static int by_kind_and_value(const void *a, const void *b)
{
    const struct column_value *x = a, *y = b;

    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return x->kind == RESULT_NONE || x->value == y->value ? 0 : x->value < y->value ? -1 : 1;
}

/* Puts a value of N boards among the ways: of values of equally many boards the lower is first. */
static void offer_way(struct fleet_typical *u, const struct column_value *v, size_t n)
{
    struct fleet_way way = { v->value, n };

    if (u->n_ways == 0 || n > u->way[0].boards) {
        u->way[1] = u->way[0];
        u->way[0] = way;
        u->kind = v->kind;
    } else if (v->kind == u->kind && (u->n_ways == 1 || n > u->way[1].boards)) {
        u->way[1] = way;
    }
    u->n_ways = u->n_ways < 2 ? u->n_ways + 1 : 2;
}

/* Offers each value among the N sorted VALUES with its count. */
static void offer_ways(struct fleet_typical *u, const struct column_value *values, size_t n)
{
    for (size_t i = 0, first = 0; i < n; i++)
        if (i + 1 == n || by_kind_and_value(&values[i], &values[i + 1]) != 0) {
            offer_way(u, &values[i], i + 1 - first);
            first = i + 1;
        }
}

static void discrete_usual(struct fleet_typical *u, struct fleet_column *c)
{
    struct column_value v;
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++) {
        bool wavers, agrees = cell_value(&c->cell[i], &v, &wavers);
        u->n += agrees || wavers;
        u->wavering += wavers;
        if (agrees)
            c->values[n++] = v;
    }
    if (n > 0)
        qsort(c->values, n, sizeof *c->values, by_kind_and_value);
    offer_ways(u, c->values, n);
    if (u->n_ways == 2 && u->way[1].boards < fewest_in_way(u->n))
        u->n_ways = 1;
}

/* ---- both ---- */

static bool is_lacking(const struct column_cell *cell)
{
    for (size_t i = 0; i < cell->n; i++)
        if (!cell->run[i].there || cell->run[i].kind != RESULT_NULL)
            return false;
    return cell->n > 0;
}

static double usual_confidence(const struct fleet_column *c)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->cell[i].n; k++)
            if (c->cell[i].run[k].there && c->cell[i].run[k].kind != RESULT_NULL)
                c->scratch[n++] = c->cell[i].run[k].sure;
    return n > 0 ? stats_median(c->scratch, n) : 0;
}

void fleet_typical_of(struct fleet_typical *u, struct fleet_column *c, bool discrete)
{
    *u = (struct fleet_typical){ .sure = usual_confidence(c) };
    for (size_t i = 0; i < c->n; i++)
        u->lack += is_lacking(&c->cell[i]);
    if (discrete) {
        discrete_usual(u, c);
        return;
    }
    quantity_ways(u, c);
    if (u->n_ways == 0)
        return;
    quantity_spread(u, c);
    count_beyond(u, c);
}

void fleet_typical_borrow(struct fleet_typical *u, size_t boards, double spread)
{
    double own = u->spread * (spread > 0 || boards >= MANY_BOARDS ? 1
                              : boards < FEW_BOARDS               ? 2
                                                                  : 1.5);

    u->spread = boards >= MANY_BOARDS ? u->spread : fmax(own, spread);
}

/* ---- columns: what the boards of a kind say of one answer ---- */

void fleet_column_free(struct fleet_column *c)
{
    free(c->cell);
    free(c->scratch);
    free(c->values);
    *c = (struct fleet_column){ 0 };
}

bool fleet_column_of_kind(struct fleet_column *c, const struct fleet *f, uint32_t kind)
{
    c->cell = calloc(f->n_boards + 1, sizeof *c->cell);
    c->scratch = calloc(FLEET_RECENT * f->n_boards + 1, sizeof *c->scratch);
    c->values = calloc(f->n_boards + 1, sizeof *c->values);
    if (c->cell == NULL || c->scratch == NULL || c->values == NULL)
        return false;
    for (size_t i = 0; i < f->n_boards; i++)
        if (f->boards[i].kind == kind)
            c->cell[c->n++] =
                (struct column_cell){ .board = (uint32_t)i, .n = f->boards[i].n_recent };
    return true;
}

/* Caches of a board with fewer or more levels than its kind are other caches. */
static bool is_of_level(const struct fleet_name *name)
{
    return name->id.level > 0 && name->id.quantity != QUANTITY_UNKNOWN &&
           strstr(name->id.text, "cache.") != NULL;
}

static double levels_of(const struct fleet *f, const struct fleet_run *run)
{
    for (size_t i = 0; i < f->n_names && f->names[i].id.quantity <= CACHE_LEVELS; i++)
        if (f->names[i].id.quantity == CACHE_LEVELS) {
            const struct fleet_answer *a = fleet_answer(run, i);
            return a != NULL && a->kind == RESULT_NUMBER ? a->value : -1;
        }
    return -1;
}

static double kind_levels(const struct fleet *f, uint32_t kind)
{
    const struct fleet_kind *k = &f->kinds[kind];

    for (size_t i = 0; i < f->n_names && k->usual != NULL; i++)
        if (f->names[i].id.quantity == CACHE_LEVELS && k->usual[i].n_ways > 0)
            return k->usual[i].way[0].value;
    return -1;
}

static void fill_cell(struct column_cell *cell, const struct fleet *f, size_t name)
{
    const struct fleet_board *b = &f->boards[cell->board];

    for (size_t i = 0; i < cell->n; i++) {
        const struct fleet_answer *a = fleet_answer(&f->runs[b->recent[i]], name);
        cell->run[i] = (struct column_value){ .there = a != NULL };
        if (a != NULL)
            cell->run[i] = (struct column_value){ true, a->kind, a->sure, a->value };
    }
}

void fleet_column_fill(struct fleet_column *c, const struct fleet *f, size_t name)
{
    bool of_level = is_of_level(&f->names[name]);
    double levels = of_level && c->n > 0 ? kind_levels(f, f->boards[c->cell[0].board].kind) : -1;

    for (size_t i = 0; i < c->n; i++) {
        struct column_cell *cell = &c->cell[i];
        fill_cell(cell, f, name);
        if (levels < 0)
            continue;
        for (size_t k = 0; k < cell->n; k++) {
            double own = levels_of(f, &f->runs[f->boards[cell->board].recent[k]]);
            if (own >= 0 && own != levels)
                cell->run[k] = (struct column_value){ 0 };
        }
    }
}

/* ---- one board ---- */

double fleet_middle(const struct fleet *f, size_t board, size_t name)
{
    const struct fleet_board *b = &f->boards[board];
    double said[FLEET_RECENT];
    size_t n = 0;

    for (size_t i = 0; i < b->n_recent; i++) {
        const struct fleet_answer *a = fleet_answer(&f->runs[b->recent[i]], name);
        if (a != NULL && a->kind == RESULT_NUMBER && a->value > 0)
            said[n++] = a->value;
    }
    return n > 0 ? stats_median(said, n) : NAN;
}

bool fleet_is_of_way(const struct fleet *f, size_t board, size_t name, unsigned way)
{
    const struct fleet_board *b = &f->boards[board];
    const struct fleet_typical *u = &f->kinds[b->kind].usual[name];
    struct column_cell cell = { .n = b->n_recent };
    struct column_value v = { .there = false };
    unsigned nearest;
    double middle;
    bool wavers;

    for (size_t i = 0; i < cell.n; i++) {
        const struct fleet_answer *a = fleet_answer(&f->runs[b->recent[i]], name);
        if (a != NULL)
            cell.run[i] = (struct column_value){ true, a->kind, a->sure, a->value };
    }
    if (way >= u->n_ways)
        return false;
    if (f->names[name].discrete)
        return cell_value(&cell, &v, &wavers) &&
               fleet_equal(v.kind, v.value, u->kind, u->way[way].value);
    if (!cell_middle(&cell, &middle))
        return false;
    fleet_spreads(u, exp(middle), &nearest);
    return nearest == way;
}

/* ---- of the whole fleet ---- */

/* The middle of the spreads that large kinds have of NAME; 0 for none. */
static double borrowed_spread(const struct fleet *f, size_t name, double *scratch)
{
    size_t n = 0;

    for (size_t k = 0; k < f->n_kinds; k++)
        if (f->kinds[k].n >= MANY_BOARDS && f->kinds[k].usual[name].spread > 0)
            scratch[n++] = f->kinds[k].usual[name].spread;
    return n > 0 ? stats_median(scratch, n) : 0;
}

static bool usual_of_kind(struct fleet *f, uint32_t kind)
{
    struct fleet_column column = { 0 };

    f->kinds[kind].usual = calloc(f->n_names + 1, sizeof *f->kinds[kind].usual);
    bool fits = f->kinds[kind].usual != NULL && fleet_column_of_kind(&column, f, kind);
    for (size_t i = 0; fits && i < f->n_names; i++) {
        if (fleet_is_of_screen(f, i))
            continue;
        fleet_column_fill(&column, f, i);
        fleet_typical_of(&f->kinds[kind].usual[i], &column, f->names[i].discrete);
    }
    fleet_column_free(&column);
    return fits;
}

bool fleet_find_typical(struct fleet *f)
{
    double *scratch = calloc(f->n_kinds + 1, sizeof *scratch);
    bool fits = scratch != NULL;

    for (uint32_t k = 0; fits && k < f->n_kinds; k++)
        fits = usual_of_kind(f, k);
    for (size_t i = 0; fits && i < f->n_names; i++) {
        double spread = borrowed_spread(f, i, scratch);
        for (uint32_t k = 0; k < f->n_kinds; k++)
            fleet_typical_borrow(&f->kinds[k].usual[i], f->kinds[k].n, spread);
    }
    free(scratch);
    return fits;
}
