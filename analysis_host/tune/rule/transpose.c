/* Transposition: the square tile that costs least, columns apart by any distance and by powers of
 * two priced alike. It is for columns that share sets. Others take a wider one where misses hide
 * each other: fewer lines belong to two tiles, and these cost more than what the first level
 * loses. ROWS of a choice is the one side, COLUMNS the other. */
#include "tune/model.h"
#include "tune/rule.h"
#include <math.h>
#include <stdio.h>

enum { MOST_TILE = 128, RANKED = 3, WIDER = 4 };

static double price(const struct tune_machine *m, const struct tune_arithmetic *a, unsigned t)
{
    return (tune_transpose_cost(m, a, t, false) + tune_transpose_cost(m, a, t, true)) / 2;
}

static bool is_ranked(const struct tune_ranked *ranked, unsigned t)
{
    for (unsigned i = 0; i < ranked->n; i++)
        if (ranked->at[i].choice.rows == t)
            return true;
    return false;
}

/* The cheapest tile that is not RANKED; STEP apart. 0: there is none. */
static unsigned cheapest(const struct tune_machine *m, const struct tune_arithmetic *a,
                         unsigned step, const struct tune_ranked *ranked)
{
    unsigned best = 0;

    for (unsigned t = step; t <= MOST_TILE; t += step)
        if (!is_ranked(ranked, t) && (best == 0 || price(m, a, t) < price(m, a, best)))
            best = t;
    return best;
}

/* Sides are multiples of it. Where misses hide each other, two lines: what fetches ahead needs the
 * second, and a tile of one line is mostly the way to it. */
static unsigned least_tile(const struct tune_machine *m, const struct tune_arithmetic *a)
{
    unsigned step = a->lanes > 4 ? a->lanes : 4;

    return m->overlapped && m->levels > 0
               ? (unsigned)fmax(step, fmin(32, 2 * m->level[0].line / a->bytes))
               : step;
}

static void rank(const struct tune_machine *m, const struct tune_arithmetic *a,
                 struct tune_ranked *ranked)
{
    unsigned step = least_tile(m, a);
    struct tune_choice choice = { .kernel = "transpose", .type = a->type, .lanes = a->lanes };

    if (m->levels == 0) {
        snprintf(ranked->why, sizeof ranked->why, "no cache: nothing is gained by tiles");
        return;
    }
    for (unsigned i = 0; i < RANKED; i++) {
        unsigned t = cheapest(m, a, step, ranked);
        choice.rows = t;
        choice.columns = m->overlapped ? WIDER * t < MOST_TILE ? WIDER * t : MOST_TILE : t;
        (void)tune_add(ranked, &choice, price(m, a, t));
    }
}

const struct tune_rule tune_transpose = {
    .about =
        "tile: lines, translation and sets priced, columns apart by any distance and by powers "
        "of two",
    .rank = rank,
};
