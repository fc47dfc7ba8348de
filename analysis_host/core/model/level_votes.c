/* Whether the levels of a curve stay when a part of what was measured is left out. */
#include "level_votes.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* When two curves show the same level. Origin: the latencies and ends of levels in runs of one
 * machine, which differ by less, and of neighbouring levels, which differ by more. */
static const struct {
    double latency; /* most ratio of latencies */
    double octaves; /* most distance of the ends */
    double
        most_apart; /* octaves between the last points of a curve of which some may be left out */
} same = { 1.35, 0.5, 0.7 };

void level_votes_begin(struct level_votes *v, const struct curve *curve, const struct curve *chains,
                       size_t n_chains)
{
    *v = (struct level_votes){ .whole = latency_levels_outline(curve, chains, n_chains) };
    v->least = v->most = v->whole.n;
    for (size_t k = 0; k < v->whole.n; k++)
        v->level[k].low = v->level[k].high = v->whole.latency[k];
}

static double ratio(double a, double b)
{
    return fmin(a, b) > 0 ? fmax(a, b) / fmin(a, b) : INFINITY;
}

/* Takes what O says of level K, which is another level in it: the last one is the last. */
static void ask_level(struct level_votes *v, size_t k, const struct latency_outline *o,
                      const char *left_out)
{
    struct level_vote *vote = &v->level[k];
    bool last = k + 1 == v->whole.n;
    size_t at = last && o->n > 0 ? o->n - 1 : k;
    double moved = 0;
    bool there = at < o->n && ratio(o->latency[at], v->whole.latency[k]) <= same.latency;

    if (there && !last) {
        moved = at + 1 < o->n ? fabs(log2(o->half[at] / v->whole.half[k])) : INFINITY;
        there = moved <= same.octaves;
    }
    if (!there) {
        if (vote->against++ == 0)
            snprintf(vote->why, sizeof vote->why, "%s", left_out);
        return;
    }
    vote->shift = fmax(vote->shift, moved);
    vote->low = fmin(vote->low, o->latency[at]);
    vote->high = fmax(vote->high, o->latency[at]);
}

void level_votes_ask(struct level_votes *v, const struct curve *curve, const struct curve *chains,
                     size_t n_chains, const char *left_out)
{
    struct latency_outline o = latency_levels_outline(curve, chains, n_chains);

    if (o.n == 0)
        return;
    if (o.open && !v->whole.open) {
        /* Without its end the curve ends in a rise, and tells of what comes before alone. */
        for (size_t k = 0; k + 2 < o.n && k < v->whole.n; k++)
            ask_level(v, k, &o, left_out);
        return;
    }
    v->asked++;
    v->least = o.n < v->least ? o.n : v->least;
    v->most = o.n > v->most ? o.n : v->most;
    if (o.n != v->whole.n && v->against++ == 0) {
        v->other = o.n;
        snprintf(v->why, sizeof v->why, "%s", left_out);
    }
    for (size_t k = 0; k < v->whole.n; k++)
        ask_level(v, k, &o, left_out);
}

void level_votes_ask_ends(struct level_votes *v, const struct curve *curve,
                          const struct curve *chains, size_t n_chains)
{
    static const struct {
        size_t after, out; /* points that stay at the end, points left out before them */
        const char *words;
    } ends[] = { { 0, 1, "the last point" },
                 { 0, 2, "the last 2 points" },
                 { 0, 3, "the last 3 points" },
                 { 1, 1, "the last point but one" },
                 { 2, 1, "the last point but two" } };
    enum { FEWEST = 8 };
    struct curve c = *curve;
    size_t n = curve->n;

    if (n < FEWEST || log2(curve->at[n - 1].x / curve->at[n - 2].x) > same.most_apart)
        return;
    c.at = malloc(n * sizeof *c.at);
    for (size_t i = 0; c.at && i < sizeof ends / sizeof ends[0]; i++) {
        size_t kept = n - ends[i].after - ends[i].out;

        memcpy(c.at, curve->at, kept * sizeof *c.at);
        memcpy(c.at + kept, curve->at + n - ends[i].after, ends[i].after * sizeof *c.at);
        c.n = kept + ends[i].after;
        level_votes_ask(v, &c, chains, n_chains, ends[i].words);
    }
    free(c.at);
}
