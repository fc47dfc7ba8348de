/* Whether a board differs from its kind in one answer: three runs beyond what scatters, on one
 * side. */
#include "column.h"
#include "stats/stats.h"
#include <math.h>

enum { LACK_BOARDS = 10 };

/* What makes a finding. `fleet_truth --all` holds them against made-up fleets:
 * docs/design/fleets.md. */
static const struct {
    double beyond;     /* spreads; each of three runs: DIFFERENT. Normal noise: 1 run in 370 */
    double beyond_two; /* each of the last two: SUSPECT */
    double beyond_one; /* the last: SUSPECT */
    double least_share;
    double others_waver;  /* share of others' runs beyond as well */
    double others_say_so; /* the same of what is discrete, */
    double others_usual;  /* and the least share of them that have a usual value */
    double others_lack;
    double each_beyond;  /* spreads; each of three runs whose mean is DIFFERENT, */
    double most_counted; /* and more of one run does not help the mean */
    double alarms;       /* by chance, in a fleet */
    double sure;         /* percent; a run of a quantity that is less sure, and than half of its */
    double least_weight; /* kind's runs, weighs less, but not less than this */
} limits = { .beyond = 3,
             .beyond_two = 4,
             .beyond_one = 5.1,
             .least_share = 0.03,
             .others_waver = 0.05,
             .others_say_so = 0.01,
             .others_usual = 0.5,
             .others_lack = 0.02,
             .each_beyond = 1.5,
             .most_counted = 5,
             .alarms = 0.05,
             .sure = 60,
             .least_weight = 0.7 };

/* What V weighs: how these answers scatter is known, whatever one run knows of itself. So a doubt
 * makes a run count for less, and never for nothing. */
static double weight_of(const struct fleet_typical *u, const struct column_value *v)
{
    double usual = fmin(limits.sure, u->sure);

    return v->sure >= usual ? 1 : fmax(v->sure / usual, limits.least_weight);
}

/* ---- quantities ---- */

/* How far run I of CELL is from its kind, spreads; 0 where it does not count. */
static double spreads_of(const struct fleet_typical *u, const struct column_cell *cell, size_t i,
                         unsigned *way)
{
    const struct column_value *v = &cell->run[i];

    if (!v->there || v->kind != RESULT_NUMBER)
        return 0;
    double apart = fleet_spreads(u, v->value, way);
    return fabs(apart) * u->spread < log1p(limits.least_share) ? 0 : apart * weight_of(u, v);
}

/* True when the last N runs of CELL are all beyond LIMIT on one side. */
static bool are_beyond(const double *apart, size_t n_runs, size_t n, double limit)
{
    bool above = true, below = true;

    for (size_t i = n_runs - n; n <= n_runs && i < n_runs; i++) {
        above = above && apart[i] > limit;
        below = below && apart[i] < -limit;
    }
    return n <= n_runs && (above || below);
}

/* True when runs of the other boards lie beyond on that side, too: the answer wavers. */
static bool others_are_beyond(const struct fleet_typical *u, const double *apart, size_t n)
{
    size_t own = 0, all = apart[n - 1] > 0 ? u->above : u->below;

    for (size_t i = 0; i < n; i++)
        own += apart[n - 1] > 0 ? apart[i] > limits.beyond : apart[i] < -limits.beyond;
    return all > own && (double)(all - own) > limits.others_waver * (double)u->runs;
}

double fleet_surprise(double n)
{
    double low = 0, high = 40;

    for (int i = 0; i < 60; i++) {
        double mid = (low + high) / 2;
        *(erfc(mid / sqrt(2)) * fmax(n, 1) > limits.alarms ? &low : &high) = mid;
    }
    return high;
}

/* True when the mean of three runs cannot be chance: normal noise, whose spread N runs told, gives
 * Student's distribution (the first term of its expansion). */
static bool mean_is_beyond(const struct fleet_typical *u, const struct fleet_rules *rules,
                           const double *apart)
{
    double z = rules->surprise, sum = 0;
    size_t own = 0, beyond = u->above + u->below;

    for (size_t i = 0; i < FLEET_RECENT; i++) {
        sum += fmin(fabs(apart[i]), limits.most_counted);
        own += fabs(apart[i]) > limits.beyond;
    }
    if (rules->heavy || (double)(beyond - own) > fmax(1, FLEET_LIGHT_TAIL * (double)u->runs))
        return false;
    return sum / sqrt(FLEET_RECENT) > z * (1 + (z * z + 1) / (4 * (double)u->runs));
}

static double middle_value(const struct column_cell *cell, size_t last)
{
    double said[FLEET_RECENT];
    size_t n = 0;

    for (size_t i = cell->n - last; i < cell->n; i++)
        said[n++] = cell->run[i].value;
    return stats_median(said, n);
}

/* How many of the last runs of CELL make a finding; 0: none. */
static size_t runs_beyond(const struct fleet_typical *u, const struct fleet_rules *rules,
                          const double *apart, size_t n)
{
    if (are_beyond(apart, n, FLEET_RECENT, limits.beyond) ||
        (are_beyond(apart, n, FLEET_RECENT, limits.each_beyond) && mean_is_beyond(u, rules, apart)))
        return FLEET_RECENT;
    if (are_beyond(apart, n, 2, limits.beyond_two))
        return 2;
    /* where disturbances are usual, one run is none */
    return !rules->heavy && are_beyond(apart, n, 1, limits.beyond_one) ? 1 : 0;
}

static bool judge_quantity(const struct fleet_typical *u, const struct fleet_rules *rules,
                           const struct column_cell *cell, struct fleet_finding *found)
{
    double apart[FLEET_RECENT];
    unsigned way = 0;

    for (size_t i = 0; i < cell->n; i++)
        apart[i] = spreads_of(u, cell, i, &way);
    size_t last = runs_beyond(u, rules, apart, cell->n);
    if (last == 0 || others_are_beyond(u, apart, cell->n))
        return false;
    found->verdict = last == FLEET_RECENT ? FLEET_DIFFERENT : FLEET_SUSPECT;
    found->kind = found->usual_kind = RESULT_NUMBER;
    found->value = middle_value(cell, last);
    found->usual = u->way[way].value;
    found->spread = u->spread;
    return true;
}

/* ---- what is discrete ---- */

static bool is_way(const struct fleet_typical *u, const struct column_value *v)
{
    for (unsigned i = 0; i < u->n_ways; i++)
        if (fleet_equal(u->kind, u->way[i].value, v->kind, v->value))
            return true;
    return false;
}

/* The side of the usual value that V is on: numbers above and below, anything else by itself. */
static int side_of(const struct fleet_typical *u, const struct column_value *v)
{
    if (v->kind != RESULT_NUMBER || u->kind != RESULT_NUMBER)
        return 0;
    return v->value > u->way[0].value ? 1 : -1;
}

/* True when V is what LIMIT is, or further from the usual value on its side. */
static bool is_as_far(const struct fleet_typical *u, const struct column_value *v,
                      const struct column_value *limit)
{
    int side = side_of(u, limit);

    if (!v->there || v->kind == RESULT_NULL || is_way(u, v))
        return false;
    if (side == 0 || v->kind != RESULT_NUMBER)
        return fleet_equal(v->kind, v->value, limit->kind, limit->value);
    return side > 0 ? v->value >= limit->value : v->value <= limit->value;
}

/* True when the last N runs of CELL surely have values that its kind has not: on one side, or one
 * name. *NEAREST gets the value nearest to the usual one. */
static bool are_unlike(const struct fleet_typical *u, const struct column_cell *cell, size_t n,
                       struct column_value *nearest)
{
    *nearest = cell->run[cell->n - 1];
    for (size_t i = cell->n - n; i < cell->n; i++) {
        const struct column_value *v = &cell->run[i];
        if (!v->there || v->kind == RESULT_NULL || is_way(u, v) ||
            side_of(u, v) != side_of(u, nearest))
            return false;
        if (is_as_far(u, nearest, v))
            *nearest = *v;
        else if (!is_as_far(u, v, nearest))
            return false;
    }
    return true;
}

/* The other boards' runs of one answer. */
struct others {
    double runs, usual, as_far; /* all, of a usual value, and as far from it as the one judged */
};

static struct others count_others(const struct fleet_typical *u, const struct fleet_column *c,
                                  size_t at, const struct column_value *limit)
{
    struct others o = { 0, 0, 0 };

    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->cell[i].n && i != at; k++) {
            const struct column_value *v = &c->cell[i].run[k];

            if (!v->there || v->kind == RESULT_NULL)
                continue;
            o.runs++;
            o.usual += is_way(u, v);
            o.as_far += is_as_far(u, v, limit);
        }
    return o;
}

/* True when N runs as far as LIMIT are no chance: next to none of the others' are, or runs that
 * waver as often as theirs would not agree N times on any board of the fleet. */
static bool others_agree(const struct fleet_typical *u, const struct fleet_rules *rules,
                         const struct fleet_column *c, size_t at, const struct column_value *limit,
                         size_t n)
{
    struct others o = count_others(u, c, at, limit);
    double share = (o.as_far + 1) / (o.runs + 2);

    return u->n >= FLEET_KIND_BOARDS && o.usual >= limits.others_usual * o.runs &&
           (o.as_far <= limits.others_say_so * o.runs ||
            pow(share, (double)n) * rules->discrete < limits.alarms);
}

static bool judge_discrete(const struct fleet_typical *u, const struct fleet_rules *rules,
                           const struct fleet_column *c, size_t at, struct fleet_finding *found)
{
    const struct column_cell *cell = &c->cell[at];
    struct column_value nearest;
    size_t last = 0;

    if (u->n_ways == 0)
        return false;
    if (cell->n == FLEET_RECENT && are_unlike(u, cell, FLEET_RECENT, &nearest))
        last = FLEET_RECENT;
    else if (are_unlike(u, cell, cell->n < 2 ? cell->n : 2, &nearest))
        last = 2;
    if (last == 0 || !others_agree(u, rules, c, at, &nearest, last))
        return false;
    found->verdict = last == FLEET_RECENT ? FLEET_DIFFERENT : FLEET_SUSPECT;
    found->kind = nearest.kind;
    found->value = nearest.value;
    found->usual = u->way[0].value;
    found->usual_kind = u->kind;
    return true;
}

/* ---- what is not known ---- */

static bool judge_lack(const struct fleet_typical *u, size_t boards, const struct column_cell *cell,
                       struct fleet_finding *found)
{
    bool lacks = cell->n == FLEET_RECENT;

    for (size_t i = 0; i < cell->n; i++)
        lacks = lacks && cell->run[i].there && cell->run[i].kind == RESULT_NULL;
    if (!lacks || boards < LACK_BOARDS || u->n_ways == 0 || u->n + u->lack < boards ||
        (double)(u->lack - 1) > limits.others_lack * (double)boards)
        return false;
    found->verdict = FLEET_DIFFERENT;
    found->kind = RESULT_NULL;
    found->usual = u->way[0].value;
    found->usual_kind = u->kind;
    found->spread = u->spread;
    return true;
}

bool fleet_judge(const struct fleet_typical *u, const struct fleet_rules *rules,
                 const struct fleet_column *column, size_t at, bool discrete,
                 struct fleet_finding *found)
{
    const struct column_cell *cell = &column->cell[at];

    if (cell->n == 0)
        return false;
    if (judge_lack(u, rules->boards, cell, found))
        return true;
    return discrete ? judge_discrete(u, rules, column, at, found)
                    : judge_quantity(u, rules, cell, found);
}
