/* Sets of a cache under their policy, driven by touches at depths that are drawn. */
#include "policy_hits.h"
#include "policy/splitmix.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    SETS = 8,      /* of fewer and of more lines */
    DEEPEST = 127, /* deeper lines are forgotten */
    TOUCHES = 200000,
    FEW = 16, /* touches of a kind that tell nothing of it: its depths do */
    NOWHERE = 255
};

/* A set: its lines, the newest first. */
struct set {
    uint8_t line[DEEPEST + 1], way_of[DEEPEST + 1]; /* the latter by line */
    uint8_t line_in[NOWHERE];                       /* by way */
    unsigned n;
};

/* By kind and by depth, each touch as often as its phase has of it. */
struct counts {
    double hits[POLICY_KINDS], touches[POLICY_KINDS];
    double hits_at[DEEPEST + 1], touches_at[DEEPEST + 1];
    unsigned drawn[POLICY_KINDS];
};

struct drive {
    const struct policy_cache *cache;
    const struct policy_touches *kinds;
    unsigned n;
    double until[POLICY_KINDS + 1]; /* of the phase's weights, summed up; the last are new lines */
    double between, share;          /* of this phase: where in kinds, and among sets */
    double others;                  /* lines of this phase but one */
    double weight;                  /* of a touch */
    bool settled;
    struct set set[SETS];
    struct replacement replacement;
    struct counts counts;
    uint64_t random, lots;
};

static double uniform(struct drive *d)
{
    return (double)(splitmix(&d->random) >> 11) * 0x1p-53;
}

/* How many of lines at random, MEAN of them, fall into a set that has more in all but SHARE of the
 * cases: Poisson's distribution. */
static double at_random(double mean, double share)
{
    double term = exp(-mean), sum = term, k = 0;

    if (mean > DEEPEST)
        return DEEPEST;
    while (sum < share && k < DEEPEST) {
        term *= mean / ++k;
        sum += term;
    }
    return k;
}

/* How many of N come about that have CHANCE each. */
static unsigned draw(struct drive *d, unsigned n, double chance)
{
    unsigned k = 0;

    for (unsigned i = 0; i < n && chance < 1; i++)
        k += uniform(d) < chance;
    return chance < 1 ? k : n;
}

/* Depth of a touch in set number I of which OTHERS lines were touched since. Lines in a row are as
 * many in each set; at random, each of the phase's lines that fall into the set may be among them.
 */
static unsigned depth_of(struct drive *d, unsigned i, double others)
{
    const struct policy_cache *c = d->cache;
    double all = fmax(d->others, others);

    if (!c->random)
        return (unsigned)fmin(DEEPEST, others / c->sets);
    return draw(d, (unsigned)at_random(all / c->sets, (i + d->share) / SETS), others / all);
}

static unsigned draw_kind(struct drive *d)
{
    double at = uniform(d) * d->until[d->n];
    unsigned low = 0, high = d->n;

    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (at < d->until[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Puts the line at DEPTH of S first; where it has not so many, a new one. Returns it. */
static unsigned bring_first(struct set *s, unsigned depth)
{
    unsigned line = depth < s->n ? s->line[depth] : s->n;

    if (depth >= s->n && s->n < DEEPEST) {
        depth = s->n++;
        s->way_of[line] = NOWHERE;
    } else if (depth >= s->n) { /* in the place of the oldest */
        depth = s->n - 1;
        line = s->line[depth];
        if (s->way_of[line] != NOWHERE)
            s->line_in[s->way_of[line]] = NOWHERE;
        s->way_of[line] = NOWHERE;
    }
    memmove(s->line + 1, s->line, depth);
    s->line[0] = (uint8_t)line;
    return line;
}

/* True when LINE of set NUMBER is in the cache, which it is afterwards. */
static bool serve(struct drive *d, unsigned number, unsigned line)
{
    struct set *s = &d->set[number];

    if (s->way_of[line] != NOWHERE) {
        replacement_use(&d->replacement, number, s->way_of[line]);
        return true;
    }
    uint32_t way = replacement_insert(&d->replacement, number);
    if (s->line_in[way] != NOWHERE)
        s->way_of[s->line_in[way]] = NOWHERE;
    s->line_in[way] = (uint8_t)line;
    s->way_of[line] = (uint8_t)way;
    return false;
}

static void count(struct drive *d, unsigned kind, unsigned depth, bool hit)
{
    struct counts *c = &d->counts;

    c->drawn[kind]++;
    c->touches[kind] += d->weight;
    c->hits[kind] += hit ? d->weight : 0;
    c->touches_at[depth] += d->weight;
    c->hits_at[depth] += hit ? d->weight : 0;
}

/* Where kind K is in this phase. */
static double others_of(const struct drive *d, const struct policy_touches *k)
{
    return k->least + d->between * (k->end - k->least);
}

static void touch(struct drive *d, unsigned number)
{
    unsigned kind = draw_kind(d), depth = DEEPEST;
    const struct policy_touches *k = &d->kinds[kind];

    if (kind < d->n)
        depth = depth_of(d, number, others_of(d, k));
    unsigned line = bring_first(&d->set[number], depth);
    if (kind < d->n && k->before > 0 && uniform(d) < k->before)
        return;
    bool hit = serve(d, number, line);
    if (d->settled && kind < d->n)
        count(d, kind, depth, hit);
}

/* Touches that move no line of any set, and find theirs: the last one of their set. */
static bool is_last(const struct policy_cache *c, const struct policy_touches *k)
{
    return k->end <= c->sets && (!c->random || k->before >= 1);
}

/* Lines of the phase but one: the farthest that is touched not too seldom. */
static double find_others(const struct drive *d, const struct policy_phase *phase)
{
    double sum = 0;
    unsigned k = d->n;

    for (unsigned i = 0; i < d->n; i++)
        sum += (double)phase->weight[i] * (1 - d->kinds[i].before);
    for (double above = 0; k > 1 && above <= 0.01 * sum; k--)
        above += (double)phase->weight[k - 1] * (1 - d->kinds[k - 1].before);
    return others_of(d, &d->kinds[k < d->n ? k : k - 1]);
}

static void run_phase(struct drive *d, const struct policy_phase *phase, unsigned touches)
{
    double sum = 0;

    for (unsigned k = 0; k < d->n; k++) {
        sum += is_last(d->cache, &d->kinds[k]) ? 0 : (double)phase->weight[k];
        d->until[k] = sum;
    }
    d->until[d->n] = sum + (double)phase->newer;
    d->between = uniform(d);
    d->share = uniform(d);
    d->weight = d->until[d->n];
    d->others = find_others(d, phase);
    for (unsigned i = 0; d->weight > 0 && i < touches; i++) {
        d->settled = i >= touches / 3;
        touch(d, i % SETS);
    }
}

/* What depths of touches of kind K say. */
static double by_depths(struct drive *d, const struct policy_touches *k)
{
    double sum = 0;

    for (unsigned i = 0; i < SETS; i++) {
        unsigned depth = depth_of(d, i, (k->least + k->end) / 2);
        double touches = d->counts.touches_at[depth];
        sum += touches > 0 ? d->counts.hits_at[depth] / touches : depth < d->cache->ways;
    }
    return sum / SETS;
}

/* What was counted of kind K. */
static double share_of(struct drive *d, unsigned k)
{
    if (is_last(d->cache, &d->kinds[k]))
        return 1;
    return d->counts.drawn[k] >= FEW ? d->counts.hits[k] / d->counts.touches[k]
                                     : by_depths(d, &d->kinds[k]);
}

int policy_hits(float *hits, const struct policy_touches *kinds, unsigned n,
                const struct policy_phase *phases, unsigned n_phases,
                const struct policy_cache *cache)
{
    struct drive *d = calloc(1, sizeof *d);

    if (d == NULL)
        return -1;
    d->cache = cache;
    d->kinds = kinds;
    d->n = n;
    d->random = 1;
    d->lots = 2;
    for (unsigned i = 0; i < SETS; i++) {
        memset(d->set[i].way_of, NOWHERE, sizeof d->set[i].way_of);
        memset(d->set[i].line_in, NOWHERE, sizeof d->set[i].line_in);
    }
    int status = replacement_make(&d->replacement, SETS, cache->ways, cache->policy, &d->lots);
    for (unsigned i = 0; status == 0 && i < n_phases; i++)
        run_phase(d, &phases[i], TOUCHES / n_phases);
    d->share = 0.5;
    for (unsigned k = 0; status == 0 && k < n; k++)
        hits[k] = (float)share_of(d, k);
    replacement_free(&d->replacement);
    free(d);
    return status;
}
