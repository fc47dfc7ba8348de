/* Replacement policy of an outer level behind scattered frames, from laps over sets of lines that
 * were found to evict each other: every policy is replayed on one to six lines too many. */
#include "analysis/analysis.h"
#include "analysis/parallel.h"
#include "model/cache_replay.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/curve.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_WAYS = 32,
    MOST_MORE = 8,
    LEAST_POINTS = 3,
    MOST_LINES = 64, /* of a set */
    LINE = 64,       /* any: sets are replayed, not levels */
    STARTS = 3,      /* states to begin from: some policies settle differently */
    MANY_SETS = 4,   /* what so many sets say on average no noise makes */
    FAR = 2          /* times as many lines as ways: nearly all miss under any policy */
};

/* In misses a load: what a guess may be off, what a worse one must be off, and how many times as
 * much as the best. */
static const double fits = 0.04, differs = 0.02, ratio = 2;
/* The same of orders, which the median set tells. */
static const double fits_orders = 0.02, differs_orders = 0.012;
/* What a miss costs may be so many times what the levels' latencies say: a level that is filled all
 * the time must send away a line for each that comes. */
static const double least_scale = 0.8, most_scale = 2;

/* Misses a load of laps over one, two, three ... lines more than a set has ways, summed over N sets
 * each. */
struct overflow {
    double sum[MOST_MORE];
    size_t n[MOST_MORE];
    double far_sum; /* the same with FAR_LINES in all, over N_FAR sets */
    size_t n_far, far_lines;
    size_t sets;
    bool damaged;
};

/* The most lines of a lap of C, from FAR times WAYS on; NULL: there are not so many. */
static const struct curve_point *farthest(const struct curve *c, unsigned ways)
{
    const struct curve_point *p = NULL;

    for (unsigned n = MOST_LINES; p == NULL && n >= FAR * ways; n--)
        p = curve_at(c, n, 0);
    return p;
}

/* Adds the laps of SERIES, one of a set of WAYS whose misses cost STEP cycles more than its hits.
 * What a line that fits adds to a lap is what a hit costs with the fillers that go with it. */
static void add_set(struct overflow *o, struct curve_reference *reference,
                    const struct log_series *series, unsigned ways, double step)
{
    struct curve c;

    if (curve_make_by(&c, reference, series) != 0)
        return;
    const struct curve_point *one = curve_at(&c, 1, 0), *full = curve_at(&c, ways, 0),
                             *far = farthest(&c, ways);
    bool usable = one != NULL && full != NULL;
    double hit = usable ? (full->typical - one->typical) / (ways - 1) : 0;

    for (unsigned more = 1; usable && more <= MOST_MORE; more++) {
        const struct curve_point *p = curve_at(&c, ways + more, 0);

        if (p == NULL)
            break;
        o->sum[more - 1] += (p->typical - full->typical - more * hit) / step / (ways + more);
        o->n[more - 1]++;
    }
    if (usable && far != NULL && (o->n_far == 0 || (size_t)far->x == o->far_lines)) {
        o->far_lines = (size_t)far->x;
        o->far_sum += (far->typical - full->typical - (far->x - ways) * hit) / step / far->x;
        o->n_far++;
    }
    if (usable) {
        o->sets++;
        o->damaged |= series->damaged;
    }
    curve_free(&c);
}

/* Fills SHARES with the share of the N loads AT that miss in one set of WAYS under POLICY, for each
 * state to begin from. */
static void replay(double shares[STARTS], enum replacement_policy policy, unsigned ways,
                   const uint64_t *at, size_t n)
{
    struct cache_replay_machine m = { .level = { { 1, LINE, ways, policy, CACHE_REPLAY_NINE, 0 } },
                                      .n_levels = 1,
                                      .memory = 1 };
    struct cache_replay *set = cache_replay_new(&m, at, n);

    for (unsigned start = 0; start < STARTS; start++)
        shares[start] = cache_replay_cycles(set, &m, start + 1);
    cache_replay_free(set);
}

/* The same of laps over N lines. */
static void replay_laps(double shares[STARTS], enum replacement_policy policy, unsigned ways,
                        unsigned n)
{
    uint64_t at[MOST_LINES];

    for (unsigned i = 0; i < n; i++)
        at[i] = (uint64_t)i * LINE;
    replay(shares, policy, ways, at, n);
}

/* How many times what the latencies say a miss costs, by the laps of which POLICY has nearly every
 * load miss; 1 where there are none, 0 where it cannot be. */
static double scale_under(const struct overflow *o, enum replacement_policy policy, unsigned ways)
{
    double shares[STARTS], scale;

    if (o->n_far == 0)
        return 1;
    replay_laps(shares, policy, ways, (unsigned)o->far_lines);
    scale = o->far_sum / (double)o->n_far / shares[0];
    return scale >= least_scale && scale <= most_scale ? scale : 0;
}

/* What laps miss a load: measured, and under a policy for each state to begin from. */
struct compared {
    double measured[MOST_MORE], shares[MOST_MORE][STARTS];
    size_t n;
};

/* Root mean square distance where a miss costs SCALE times what the latencies say, each time from
 * the nearest of the states that the policy may settle in. */
static double misfit_at(const struct compared *c, double scale)
{
    double sum = 0;

    for (size_t i = 0; i < c->n; i++) {
        double least = HUGE_VAL;

        for (unsigned start = 0; start < STARTS; start++)
            least = fmin(least, fabs(c->measured[i] / scale - c->shares[i][start]));
        sum += least * least;
    }
    return sqrt(sum / (double)c->n);
}

/* How far POLICY is off O; infinite where O has too few points, or misses would cost what they
 * cannot. A miss costs no less than the latencies say: where laps that miss nearly always say so,
 * they or the latencies are off, and what it costs may be anything between. */
static double misfit(const struct overflow *o, enum replacement_policy policy, unsigned ways)
{
    static const double step = 0.01;
    double scale = scale_under(o, policy, ways);
    struct compared c = { .n = 0 };

    if (!(scale > 0))
        return HUGE_VAL;
    for (; c.n < MOST_MORE && o->n[c.n] > 0; c.n++) {
        c.measured[c.n] = o->sum[c.n] / (double)o->n[c.n];
        replay_laps(c.shares[c.n], policy, ways, ways + (unsigned)c.n + 1);
    }
    if (c.n < LEAST_POINTS)
        return HUGE_VAL;
    double least = misfit_at(&c, scale);
    for (scale += step; scale < 1 + step / 2; scale += step)
        least = fmin(least, misfit_at(&c, scale));
    return least;
}

/* ---- orders that come back to lines ---- */

enum {
    MOST_SETS = 16,
    FEWEST_SETS = 2,
    MOST_ORDERS = 8,
    FEWEST_ORDERS = 4,
    MOST_VISITS = 2 * MOST_LINES
};

/* What a visit of each order of one set costs, cycles, the loads that go with it, and its lines. */
struct orders {
    struct {
        uint64_t at[MOST_VISITS];
        size_t n;
        double loads, cost;
    } one[MOST_ORDERS];
    size_t n;
};

/* The orders of each set of a level that was found. */
struct set_orders {
    struct orders of[MOST_SETS];
    size_t n;
};

/* Adds the visits of order X of S; false: it is not there whole. */
static bool read_visits(struct orders *o, const struct log_series *s, uint64_t x)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_events; i++)
        for (size_t k = 0; s->events[i].x == x && k < s->events[i].n_values; k++) {
            if (n == MOST_VISITS)
                return false;
            o->one[o->n].at[n++] = s->events[i].values[k] * LINE;
        }
    o->one[o->n].n = n;
    return n > 0;
}

/* Reads the orders of SERIES, none of a damaged one. */
static void read_orders(struct orders *o, struct curve_reference *reference,
                        const struct log_series *series)
{
    struct curve c;

    o->n = 0;
    if (series->damaged || curve_make_by(&c, reference, series) != 0)
        return;
    for (size_t i = 0; i < c.n && o->n < MOST_ORDERS; i++) {
        o->one[o->n].loads = c.at[i].x2 + 1;
        o->one[o->n].cost = c.at[i].typical * o->one[o->n].loads;
        if (read_visits(o, series, (uint64_t)c.at[i].x))
            o->n++;
    }
    curve_free(&c);
}

static void read_sets(struct set_orders *sets, struct curve_reference *reference, unsigned level)
{
    const struct log_run *run = reference->run;

    sets->n = 0;
    for (size_t s = log_find_series(run, "cache_orders", 0);
         s < run->n_series && sets->n < MOST_SETS;
         s = log_find_series(run, "cache_orders", s + 1)) {
        if (log_series_number(&run->series[s], "level") != level)
            continue;
        read_orders(&sets->of[sets->n], reference, &run->series[s]);
        sets->n += sets->of[sets->n].n >= FEWEST_ORDERS;
    }
}

/* How far the costs of O are from the best line HIT times loads and MISS times MISSES a visit, root
 * mean square, in misses a visit; infinite where a miss would cost what it cannot beside STEP. */
static double off_line(const struct orders *o, const double *misses, double step)
{
    double ll = 0, lm = 0, mm = 0, lc = 0, mc = 0, sum = 0;

    for (size_t i = 0; i < o->n; i++) {
        double l = o->one[i].loads, m = misses[i], c = o->one[i].cost;

        ll += l * l;
        lm += l * m;
        mm += m * m;
        lc += l * c;
        mc += m * c;
    }
    double hit = (lc * mm - mc * lm) / (ll * mm - lm * lm);
    double miss = (mc * ll - lc * lm) / (ll * mm - lm * lm);

    if (!(miss >= least_scale * step && miss <= most_scale * step))
        return HUGE_VAL;
    for (size_t i = 0; i < o->n; i++) {
        double left = (o->one[i].cost - hit * o->one[i].loads) / miss - misses[i];

        sum += left * left;
    }
    return sqrt(sum / (double)o->n);
}

/* How far POLICY is off the orders of one set of WAYS whose misses cost about STEP more than hits,
 * by the best of the states that it may settle in. */
static double off_set(const struct orders *o, enum replacement_policy policy, unsigned ways,
                      double step)
{
    double misses[STARTS][MOST_ORDERS], least = HUGE_VAL;

    for (size_t i = 0; i < o->n; i++) {
        double shares[STARTS];

        replay(shares, policy, ways, o->one[i].at, o->one[i].n);
        for (unsigned start = 0; start < STARTS; start++)
            misses[start][i] = shares[start];
    }
    for (unsigned start = 0; start < STARTS; start++)
        least = fmin(least, off_line(o, misses[start], step));
    return least;
}

/* How far each policy is off, and which explain the laps nearly as well as the best. */
struct guesses {
    double best, next; /* NEXT: the best that is not listed */
    unsigned good;
    char names[64]; /* of those listed */
    size_t sets;    /* whose orders told; 0: laps did */
};

/* Returns true when POLICY is another one by another name in sets of WAYS. */
static bool is_another_name(unsigned policy, unsigned ways)
{
    return (policy == REPLACEMENT_LRU_PLRU && !replacement_has_trees(ways)) ||
           (ways <= 2 && (policy == REPLACEMENT_PLRU || policy == REPLACEMENT_BITPLRU ||
                          policy == REPLACEMENT_NRU_RANDOM));
}

/* What was measured of sets of WAYS whose misses cost about STEP more than hits, and how far each
 * policy is off that: each number by itself, so that threads may share them. */
struct asked {
    const struct overflow *laps;
    const struct set_orders *orders;
    unsigned ways;
    double step;
    double off_laps[REPLACEMENT_POLICIES], off[REPLACEMENT_POLICIES][MOST_SETS];
};

static void ask_laps(void *of, size_t policy)
{
    struct asked *a = of;
    unsigned p = (unsigned)policy;

    a->off_laps[p] = is_another_name(p, a->ways) ? HUGE_VAL : misfit(a->laps, p, a->ways);
}

/* Number I: each policy of set 0, of set 1 ... */
static void ask_order(void *of, size_t i)
{
    struct asked *a = of;
    unsigned p = (unsigned)(i % REPLACEMENT_POLICIES);
    size_t set = i / REPLACEMENT_POLICIES;

    if (!is_another_name(p, a->ways))
        a->off[p][set] = fmin(off_set(&a->orders->of[set], p, a->ways, a->step), 1);
}

/* How far POLICY is off the orders of the median set: some have a line too many or fillers that
 * share a set. */
static double off_orders(struct asked *a, unsigned policy)
{
    return is_another_name(policy, a->ways) ? HUGE_VAL
                                            : stats_quantile(a->off[policy], a->orders->n, 0.5);
}

/* Lists the policies that explain, by OFF, what was measured nearly as well as the best. */
static struct guesses list_good(const double off[REPLACEMENT_POLICIES], double apart)
{
    struct guesses g = { .best = HUGE_VAL, .next = HUGE_VAL };

    for (unsigned p = 0; p < REPLACEMENT_POLICIES; p++)
        g.best = fmin(g.best, off[p]);
    for (unsigned p = 0; p < REPLACEMENT_POLICIES; p++) {
        size_t used = strlen(g.names);

        if (off[p] < fmax(ratio * g.best, g.best + apart))
            snprintf(g.names + used, sizeof g.names - used, "%s%s", g.good++ ? ", " : "",
                     replacement_names[p]);
        else
            g.next = fmin(g.next, off[p]);
    }
    return g;
}

/* By laps O alone, and, where there are ORDERS that one policy explains, by these: with laps that
 * some policy explains both count. */
static struct guesses guess(const struct overflow *o, const struct set_orders *orders,
                            unsigned ways, double step)
{
    struct asked a = { .laps = o, .orders = orders, .ways = ways, .step = step };
    double both[REPLACEMENT_POLICIES];

    parallel_each(REPLACEMENT_POLICIES, ask_laps, &a);
    struct guesses g = list_good(a.off_laps, differs);
    if (orders->n < FEWEST_SETS || (g.good == 1 && g.best <= fits))
        return g;
    parallel_each(orders->n * REPLACEMENT_POLICIES, ask_order, &a);
    for (unsigned p = 0; p < REPLACEMENT_POLICIES; p++)
        both[p] = fmax(g.best <= fits ? a.off_laps[p] : 0, off_orders(&a, p));
    struct guesses told = list_good(both, differs_orders);
    told.sets = orders->n;
    return told.good == 1 && told.best <= fits_orders ? told : g;
}

static void set_policy(struct result *r, const struct overflow *o, const struct guesses *g,
                       double sure)
{
    struct remedy remedy = remedy_never("laps over lines that were found tell no more");

    if (!isfinite(g->best)) {
        result_unknown(r,
                       result_words("needs misses that cost %.1f to %.0f times what latencies say",
                                    least_scale, most_scale)
                           .text,
                       result_words("laps over %zu sets of lines that evict each other have them "
                                    "cost %.1f times that",
                                    o->sets, o->far_sum / (double)o->n_far)
                           .text,
                       remedy_thorough("cache_size,cache_ways"));
    } else if (g->best > fits) {
        result_unknown(r, result_words("needs one off by %.2f misses a load or less", fits).text,
                       result_words("no policy that is known explains laps over %zu sets of lines "
                                    "that evict each other: the best (%s) is off by %.2f",
                                    o->sets, g->names, g->best)
                           .text,
                       o->sets < MANY_SETS ? remedy_thorough("cache_size,cache_ways")
                                           : remedy_no_policy());
    } else if (g->good > 1) {
        result_unknown(r, "needs visits to one set in several orders",
                       result_words("laps over %zu sets of lines that evict each other do not tell "
                                    "these apart: %s",
                                    o->sets, g->names)
                           .text,
                       remedy);
    } else {
        r->kind = RESULT_NAME;
        r->remedy.kind = REMEDY_UNSAID;
        r->damaged = o->damaged;
        snprintf(r->text, sizeof r->text, "%.*s", (int)sizeof r->text - 1, g->names);
        double most = g->sets > 0 ? fits_orders + differs_orders : fits + differs;
        r->evidence = fmin(sure, evidence_margin(g->best, fmin(g->next, most)));
        snprintf(r->note, sizeof r->note,
                 "%s over %zu sets of lines that evict each other: off by %.3f misses a load, "
                 "the next guess by %.3f",
                 g->sets > 0 ? "random orders" : "laps", g->sets > 0 ? g->sets : o->sets, g->best,
                 g->next);
    }
    snprintf(r->probe, sizeof r->probe, "cache_ways");
    result_by(r, g->sets > 0 ? "found_orders" : "found_sets");
}

static void find_policy(const struct log_run *run, struct curve_reference *reference,
                        struct results *out, unsigned level, unsigned levels)
{
    const struct result *ways = result_find(out, id_at(CACHE_WAYS, level)),
                        *inclusion = result_find(out, id_at(CACHE_INCLUSION, level));
    const struct result *laps = result_find(out, id_at(CACHE_POLICY, level));
    double n = cache_nominal(out, level, CACHE_WAYS);
    double step = latency_at(out, level + 1, levels) - latency_at(out, level, levels);
    struct overflow o = { .sets = 0 };

    /* An exclusive level loses a line with each hit, and has no order of its own. */
    if ((laps != NULL && laps->kind != RESULT_NULL) || !(n >= 2) || n > MOST_WAYS || !(step > 0) ||
        (inclusion != NULL && inclusion->kind == RESULT_NAME &&
         strcmp(inclusion->text, cache_replay_inclusion_names[CACHE_REPLAY_EXCLUSIVE]) == 0))
        return;
    for (size_t s = log_find_series(run, "cache_ways", 0); s < run->n_series;
         s = log_find_series(run, "cache_ways", s + 1))
        if (log_series_number(&run->series[s], "proven") > 0 &&
            log_series_number(&run->series[s], "level") == level)
            add_set(&o, reference, &run->series[s], (unsigned)n, step);
    if (o.sets == 0 || o.n[LEAST_POINTS - 1] == 0)
        return;
    static struct set_orders orders;

    read_sets(&orders, reference, level);
    struct guesses g = guess(&o, &orders, (unsigned)n, step);
    double sure = ways->evidence; /* an answer that is added may move the others */

    if (laps == NULL) {
        set_policy(result_add(out, id_at(CACHE_POLICY, level)), &o, &g, sure);
        return;
    }
    struct result r = *laps;

    set_policy(&r, &o, &g, sure);
    result_revise(out, &r);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    unsigned levels = cache_levels(out);

    if (method == METHOD_PAPER || levels < 2)
        return;
    struct curve_reference reference = curve_reference_of(run);

    /* A level farther out sees only what the second one misses. */
    find_policy(run, &reference, out, 2, levels);
}

const struct analysis analysis_cache_found = {
    .about = "policy of the second level, by sets of lines that were found",
    .probe = "cache_ways",
    .also = { "cache_orders" },
    .method = "found_sets",
    .after = { "cache_ways", "cache_policy", "cache_inclusion" },
    .infer = infer,
};
