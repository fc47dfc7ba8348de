/* The sets of a cache that explain how many lines fit at each stride. */
#include "set_mapping.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>

enum { MOST_WAYS = 1024, LEAST_WAY_BYTES = 16, ROUND_ODD = 7, MOST_SEEN = 32 };

static double common_divisor(double a, double b)
{
    while (b > 0) {
        double rest = fmod(a, b);

        a = b;
        b = rest;
    }
    return a;
}

static double sets_reached(const struct set_mapping *s, double stride)
{
    return s->way_bytes / common_divisor(stride, s->way_bytes);
}

double set_mapping_lines(const struct set_mapping *shape, double stride)
{
    return shape->ways * sets_reached(shape, stride);
}

/* A level, and the one whose lines it adds to (NULL: none). */
struct guess {
    struct set_mapping shape;
    const struct set_mapping *before;
};

static double guess_capacity(const struct guess *g)
{
    double bytes = g->shape.ways * g->shape.way_bytes;

    return g->before ? bytes + g->before->ways * g->before->way_bytes : bytes;
}

/* Returns the lines that G holds; *SETS: the sets that they fall into; *OWN: without the level
 * before. */
static double guess_lines(const struct guess *g, double stride, double *sets, double *own)
{
    double lines = *own = set_mapping_lines(&g->shape, stride);

    *sets = sets_reached(&g->shape, stride);
    if (g->before) {
        lines += set_mapping_lines(g->before, stride);
        *sets = fmax(*sets, sets_reached(g->before, stride));
    }
    return lines;
}

/* Returns true when G explains SEEN; *EXACTLY: by a single set. With several sets the first one to
 * overflow raises the cost little, and two levels take turns unevenly: the edge may lie an eighth
 * off, and by all that the level before adds. */
static bool explains(const struct guess *g, const struct set_mapping_seen *seen, bool *exactly)
{
    double sets, own, lines = guess_lines(g, seen->stride, &sets, &own);
    const struct capacity_edge *e = &seen->edge;

    *exactly = false;
    if (!e->plateau)
        return true;
    if (!e->found)
        return lines >= e->lines;
    if (sets > 1 && seen->scattered)
        return e->next > lines / sets && e->lines <= lines;
    if (sets > 1)
        return e->next > fmin(0.875 * lines, own) && e->lines < 1.125 * lines + 1;
    *exactly = true;
    /* One line too many in a large set is seldom missed where replacement is random. */
    double unseen = e->sharp ? 0 : floor(lines / 64);
    return e->lines <= lines + unseen && lines < e->next;
}

/* Returns true when G explains all N edges, one of them exactly. */
static bool explains_all(const struct guess *g, const struct set_mapping_seen *seen, size_t n)
{
    bool exactly = false;

    for (size_t i = 0; i < n; i++) {
        bool here;

        if (!explains(g, &seen[i], &here))
            return false;
        exactly = exactly || here;
    }
    return exactly;
}

static bool power_of_two(double x)
{
    int exponent;

    return x >= 1 && frexp(x, &exponent) == 0.5;
}

/* Returns the distance of G's capacity from VALUE, relative, plus 1 for way sizes that are no power
 * of two, which are believed when nothing else fits; INFINITY when G does not explain all. A pair's
 * capacity may have been read without its smaller half. */
static double misfit_of(const struct guess *g, const struct set_mapping_seen *seen, size_t n,
                        double low, double value, double high)
{
    double capacity = guess_capacity(g);
    double without = g->before ? g->before->ways * g->before->way_bytes : 0;

    if (capacity < low || capacity - without > high || !explains_all(g, seen, n))
        return INFINITY;
    return fabs(capacity / value - 1) + (power_of_two(g->shape.way_bytes) ? 0 : 1);
}

struct search {
    const struct set_mapping_seen *seen;
    size_t n;
    double low, value, high;
};

static void try_guess(const struct search *s, struct guess g, struct guess *best,
                      double *best_misfit)
{
    double here = misfit_of(&g, s->seen, s->n, s->low, s->value, s->high);

    if (here < *best_misfit) {
        *best_misfit = here;
        *best = g;
    }
}

/* Fills BEST with the guess of the least misfit over all numbers of ways, and returns that misfit;
 * BEFORE as in struct guess. */
static double best_guess(const struct search *s, const struct set_mapping *before,
                         struct guess *best)
{
    double least = INFINITY;
    double rest = before ? before->ways * before->way_bytes : 0;

    for (double ways = 1; ways <= MOST_WAYS; ways++) {
        double way = (s->value - rest) / ways;
        struct guess g = { { ways, way }, before };

        if (way < LEAST_WAY_BYTES)
            break;
        if (!before && fmod(way, LEAST_WAY_BYTES) == 0)
            try_guess(s, g, best, &least);
        g.shape.way_bytes = exp2(floor(log2(way)));
        try_guess(s, g, best, &least);
        g.shape.way_bytes *= 2;
        try_guess(s, g, best, &least);
    }
    return least;
}

static enum set_mapping_verdict no_fit(const struct set_mapping_seen *seen, size_t n)
{
    enum set_mapping_verdict verdict = SET_MAPPING_NO_EDGE;

    for (size_t i = 0; i < n; i++) {
        if (seen[i].edge.found && verdict == SET_MAPPING_NO_EDGE)
            verdict = SET_MAPPING_INCONSISTENT;
    }
    return verdict;
}

static double lines_shown(const struct guess *g)
{
    return g->shape.ways + (g->before ? g->before->ways : 0);
}

/* Returns true when an edge that shows G's ways exactly has its next point one line further. */
static bool shown_exactly(const struct guess *g, const struct set_mapping_seen *seen, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool exactly;

        if (explains(g, &seen[i], &exactly) && exactly &&
            seen[i].edge.next == seen[i].edge.lines + 1)
            return true;
    }
    return false;
}

/* Returns true when fewer ways, larger by the same factor (2, 3, 5 or 7), explain all edges too:
 * then the strides were too short to tell. */
static bool could_be_fewer(const struct guess *g, const struct set_mapping_seen *seen, size_t n)
{
    static const double factors[] = { 2, 3, 5, 7 };

    for (size_t f = 0; f < sizeof factors / sizeof factors[0]; f++) {
        struct guess fewer = *g;
        bool exactly, all = fmod(g->shape.ways, factors[f]) == 0;

        fewer.shape.ways /= factors[f];
        fewer.shape.way_bytes *= factors[f];
        /* Sets are nearly always a power of two. */
        all = all && power_of_two(fewer.shape.way_bytes) >= power_of_two(g->shape.way_bytes);
        for (size_t i = 0; all && i < n; i++)
            all = explains(&fewer, &seen[i], &exactly);
        if (all)
            return true;
    }
    return false;
}

static enum set_mapping_verdict settle_fit(struct set_mapping_fit *fit, const struct guess *g,
                                           const struct set_mapping_seen *seen, size_t n)
{
    *fit = (struct set_mapping_fit){ .shape = g->shape,
                                     .exclusive = g->before != NULL,
                                     .lines = lines_shown(g),
                                     .capacity = guess_capacity(g) };
    if (could_be_fewer(g, seen, n))
        return SET_MAPPING_SHORT;
    return shown_exactly(g, seen, n) ? SET_MAPPING_FOUND : SET_MAPPING_BETWEEN;
}

static bool any_sharp(const struct set_mapping_seen *seen, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (seen[i].edge.found && seen[i].edge.sharp)
            return true;
    return false;
}

/* Chooses between a level alone and an exclusive pair with the level before, which shows the sum of
 * both levels' ways. Capacities tell the two apart unless ways are of one size. Then a sum such as
 * 18 = 16 + 2 is a pair, as no cache has 18 ways, and an odd factor up to 7 is ambiguous. */
static enum set_mapping_verdict fit_edges(struct set_mapping_fit *fit, const struct search *s,
                                          const struct set_mapping *before)
{
    static const double tie = 0.02;
    const struct set_mapping_seen *seen = s->seen;
    size_t n = s->n;
    struct guess alone, pair;
    double off_alone = best_guess(s, NULL, &alone), off_pair = INFINITY;

    *fit = (struct set_mapping_fit){ .lines = 0 };
    if (before && before->ways > 0)
        off_pair = best_guess(s, before, &pair);
    /* A pair that fills the victim before it evicts the line that was hit holds one line less. */
    bool one_less = isfinite(off_alone) && before && before->ways > 1 &&
                    stats_odd_part(alone.shape.ways) > ROUND_ODD &&
                    power_of_two(alone.shape.ways + 1 - before->ways);
    /* Accept the pair if its ways are a power of two, or if nothing else fits and the edge is sharp
     * (LRU). */
    bool pair_is_round = off_pair < 1 && (power_of_two(pair.shape.ways) ||
                                          (!isfinite(off_alone) && any_sharp(seen, n)));
    if (!isfinite(off_alone) && !pair_is_round)
        return no_fit(seen, n);
    if (!pair_is_round && one_less) {
        fit->lines = alone.shape.ways;
        return SET_MAPPING_AMBIGUOUS;
    }
    if (!pair_is_round || off_alone + tie < off_pair)
        return settle_fit(fit, &alone, seen, n);
    if (off_pair + tie < off_alone)
        return settle_fit(fit, &pair, seen, n);
    double odd = stats_odd_part(alone.shape.ways);
    if (odd > 1 && odd <= ROUND_ODD) {
        fit->lines = alone.shape.ways;
        return SET_MAPPING_AMBIGUOUS;
    }
    return settle_fit(fit, odd > 1 ? &pair : &alone, seen, n);
}

/* Returns the largest power of two that divides STRIDE. */
static double power_in(double stride)
{
    double power = 1;

    while (stride > 0 && fmod(stride, 2 * power) == 0)
        power *= 2;
    return power;
}

/* Drops the edges of the longest strides, as those of a next level: this level holds as many lines
 * there or more. Returns false, with all kept, when fewer than two other edges would be left. */
static bool drop_longest_strides(struct set_mapping_seen *seen, size_t n)
{
    double longest = 0;
    size_t left = 0;

    for (size_t i = 0; i < n; i++)
        if (seen[i].edge.found)
            longest = fmax(longest, power_in(seen[i].stride));
    for (size_t i = 0; i < n; i++)
        left += seen[i].edge.found && power_in(seen[i].stride) < longest;
    for (size_t i = 0; left >= 2 && i < n; i++)
        if (power_in(seen[i].stride) == longest)
            seen[i].edge.found = false;
    return left >= 2;
}

enum set_mapping_verdict set_mapping_fit(struct set_mapping_fit *fit,
                                         const struct set_mapping_seen *seen, size_t n, double low,
                                         double value, double high,
                                         const struct set_mapping *before)
{
    struct set_mapping_seen kept[MOST_SEEN];
    struct search s = { kept, n < MOST_SEEN ? n : MOST_SEEN, low, value, high };
    bool overruled = false;

    for (size_t i = 0; i < s.n; i++)
        kept[i] = seen[i];
    enum set_mapping_verdict verdict = fit_edges(fit, &s, before);
    while (verdict == SET_MAPPING_INCONSISTENT && drop_longest_strides(kept, s.n)) {
        verdict = fit_edges(fit, &s, before);
        overruled = true;
    }
    if (verdict == SET_MAPPING_NO_EDGE && overruled)
        verdict = SET_MAPPING_INCONSISTENT;
    fit->overruled = overruled;
    return verdict;
}

/* Returns true when V explains SEEN. Lines of several sets take the victim cache from each other,
 * and a hit in it may cost as much as a rise: any part of it may show. */
static bool victims_explain(const struct set_mapping_victims *v,
                            const struct set_mapping_seen *seen)
{
    double sets = sets_reached(&v->shape, seen->stride), own = v->shape.ways * sets;
    const struct capacity_edge *e = &seen->edge;

    if (!e->plateau)
        return true;
    if (!e->found)
        return own + v->lines >= e->lines;
    return e->next > (seen->scattered ? v->shape.ways : own) && e->lines <= own + v->lines;
}

/* Returns true when V explains all N edges, one of a single set and one of several sets. */
static bool victims_explain_all(const struct set_mapping_victims *v,
                                const struct set_mapping_seen *seen, size_t n)
{
    bool one = false, several = false;

    for (size_t i = 0; i < n; i++) {
        double sets = sets_reached(&v->shape, seen[i].stride);

        if (!victims_explain(v, &seen[i]))
            return false;
        one |= seen[i].edge.found && sets == 1;
        several |= seen[i].edge.found && sets > 1;
    }
    return one && several;
}

bool set_mapping_find_victims(struct set_mapping_victims *v, const struct set_mapping_seen *seen,
                              size_t n, double stride, double low, double high)
{
    enum { MOST_OWN = 16, MOST_VICTIMS = 16 }; /* published victim caches have 1 to 15 lines */
    double capacity = 0;

    for (double lines = 1; lines <= MOST_VICTIMS && capacity == 0; lines++)
        for (double ways = 1; ways <= MOST_OWN; ways++)
            for (double way = LEAST_WAY_BYTES; ways * way <= high; way *= 2) {
                const struct set_mapping_victims guess = { { ways, way }, lines };

                if (ways * way + lines * stride < low || !victims_explain_all(&guess, seen, n))
                    continue;
                if (capacity > 0 && ways * way != capacity)
                    return false;
                *v = guess;
                capacity = ways * way;
            }
    return capacity > 0;
}
