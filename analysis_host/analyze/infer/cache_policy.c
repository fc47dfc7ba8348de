/* Replacement policy and inclusion of each cache level, from orders of visits to one set: every
 * policy is replayed on the orders that the probe sent, and what it would have cost is held against
 * what was measured. */
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
#include <stdlib.h>
#include <string.h>

enum {
    MOST_SEQUENCES = 16,
    COPIED = 7, /* sequences before it are visited in copies, or with fillers */
    STARTS = 3, /* states to begin from: some policies settle differently */
    APART_BYTES = 64,
    USUAL_PAGE_BYTES = 4096,
    MOST_LAP = 8192,   /* loads, copies included, as the probe's header says */
    MOST_BEFORE = 1024 /* ways of the level before */
};

/* In misses a load: what a guess may be off, what a worse one must be off, and how many times as
 * much as the best. */
static const double fits = 0.03, differs = 0.004, ratio = 2;
/* What noise makes of a right guess is off by up to so much, and then all others are so many times
 * as far off. */
static const double fits_noisy = 0.06, ratio_noisy = 5;
/* Confidence of a level whose samples, or those of a nearer one, leave more than one possible. */
static const double unexplained = 0.75;
/* The scale of cycles may be off so many times. */
static const double most_scale = 1.06;
/* What all replays of a log may cost, as cache_replay_work() and its like count it: a second or
 * two. The most that a simulated machine took is about 110 million, a recording 9 million. */
static const double most_work = 1.5e8;

struct sequence {
    unsigned number;
    size_t n; /* loads of a lap, copies included */
    uint64_t *at[2];
    double cycles; /* what kind 0 costs more than kind 1 */
};

/* A level's series, ready to be replayed. */
struct orders {
    struct sequence sequence[MOST_SEQUENCES];
    size_t n;
    bool damaged;
};

struct guess {
    bool possible;
    double off; /* root mean square, misses a load */
};

struct level_fit {
    struct guess guess[REPLACEMENT_POLICIES][CACHE_REPLAY_INCLUSIONS];
    unsigned policy, inclusion; /* the best */
    bool cut;                   /* not all were tried: the work would be too much */
};

/* The lower evidence of a level's size and ways: what is replayed rests on them. */
static double sure_of_shape(const struct results *out, unsigned level)
{
    const struct result *size = result_find(out, id_at(CACHE_SIZE, level));
    const struct result *ways = result_find(out, id_at(CACHE_WAYS, level));

    return fmin(size ? size->evidence : 0, ways ? ways->evidence : 0);
}

static double memory_latency(const struct results *out)
{
    return result_measured(out, id_of(MEMORY_LATENCY));
}

/* ---- orders ---- */

struct pattern {
    uint64_t stride, groups, spread, page, pointer_bytes;
};

/* The address of visit V to line I of copy G: what the probe's header says. */
static uint64_t visit_address(const struct pattern *p, uint64_t i, uint64_t g, uint64_t v,
                              unsigned kind)
{
    uint64_t at = i * p->stride + g * p->spread;
    uint64_t lines = p->page > APART_BYTES ? p->page / APART_BYTES : 1, e = i * p->groups + g;

    if (kind == 1)
        at = at / p->page * p->page + (e + e / lines) % lines * APART_BYTES;
    return at + v * p->pointer_bytes;
}

/* A step of a lap. */
struct visit {
    uint64_t line, step;
};

static int by_line(const void *a, const void *b)
{
    const struct visit *p = a, *q = b;

    if (p->line != q->line)
        return p->line < q->line ? -1 : 1;
    return (p->step > q->step) - (p->step < q->step);
}

/* Returns how often each step's line was visited before in the lap of N VISITS, which it sorts;
 * to be freed. NULL when memory is short. */
static uint64_t *visits_before(struct visit *visits, size_t n)
{
    uint64_t *before = malloc(n * sizeof *before);

    if (before == NULL)
        return NULL;
    qsort(visits, n, sizeof *visits, by_line);
    for (size_t i = 0; i < n; i++)
        before[visits[i].step] =
            i > 0 && visits[i].line == visits[i - 1].line ? before[visits[i - 1].step] + 1 : 0;
    return before;
}

/* Fills both kinds of addresses of W, a lap of N VISITS. False: memory is short. */
static bool place_visits(struct sequence *w, const struct pattern *p, struct visit *visits,
                         size_t n)
{
    struct visit *sorted = malloc(n * sizeof *sorted);
    uint64_t *before = NULL;
    size_t to = 0;

    if (sorted != NULL) {
        memcpy(sorted, visits, n * sizeof *sorted);
        before = visits_before(sorted, n);
    }
    for (size_t i = 0; before != NULL && i < n; i++)
        for (uint64_t g = 0; g < p->groups; g++, to++)
            for (unsigned kind = 0; kind < 2; kind++)
                w->at[kind][to] = visit_address(p, visits[i].line, g, before[i], kind);
    free(sorted);
    free(before);
    return to > 0;
}

/* The lap of sequence NUMBER of SERIES as addresses of both kinds. False: it is not there whole,
 * has more loads than the probe visits, or memory is short. */
static bool read_visits(struct sequence *w, const struct log_series *s, struct pattern p,
                        struct visit *visits)
{
    size_t parts = 0, steps = 0;

    for (size_t i = 0; i < s->n_events && parts < MOST_SEQUENCES; i++) {
        const struct log_event *e = &s->events[i];

        if (e->x != w->number)
            continue;
        if (e->n_values > MOST_LAP - steps)
            return false;
        for (size_t k = 0; k < e->n_values; k++, steps++)
            visits[steps] = (struct visit){ e->values[k], steps };
        parts++;
    }
    if (steps == 0 || p.groups > MOST_LAP / steps)
        return false;
    w->n = steps * p.groups;
    for (unsigned kind = 0; kind < 2; kind++)
        w->at[kind] = malloc((w->n + 1) * sizeof *w->at[kind]);
    return w->at[0] && w->at[1] && place_visits(w, &p, visits, steps);
}

static bool read_order(struct sequence *w, const struct log_series *s, struct pattern p)
{
    struct visit *visits = malloc(MOST_LAP * sizeof *visits); /* large */
    bool read = visits != NULL && read_visits(w, s, p, visits);

    free(visits);
    return read;
}

static void free_sequence(struct sequence *w)
{
    free(w->at[0]);
    free(w->at[1]);
}

static void free_orders(struct orders *o)
{
    for (size_t i = 0; i < o->n; i++)
        free_sequence(&o->sequence[i]);
}

/* Loads of a visit in sequence NUMBER of S, with those of lines between two visits, which hit. */
static double loads_of_visit(const struct log_series *s, unsigned number)
{
    return number < COPIED ? 1 + (double)log_series_number(s, "fillers") : 1;
}

/* Sequences that lost part of their order to damage would be replayed wrongly: none of a damaged
 * series is taken. */
static struct orders read_orders(const struct log_run *run, const struct log_series *s)
{
    struct orders o = { .damaged = s->damaged };
    struct curve c;
    struct pattern p = { log_series_number(s, "stride"), log_series_number(s, "groups"),
                         log_series_number(s, "spread"), log_series_number(s, "page"),
                         log_key_number(run->keys, run->n_keys, "word", 64) / 8 };

    p.page = p.page > 0 ? p.page : USUAL_PAGE_BYTES;
    if (s->damaged || p.stride == 0 || p.groups == 0 || curve_make(&c, run, s) != 0)
        return o;
    for (unsigned number = 0; number < MOST_SEQUENCES; number++) {
        const struct curve_point *set = curve_at(&c, number, 0), *control = curve_at(&c, number, 1);
        struct pattern here = p;
        struct sequence *w = &o.sequence[o.n];

        if (!set || !control)
            continue;
        here.groups = number < COPIED ? p.groups : 1;
        *w = (struct sequence){ .number = number,
                                .cycles =
                                    (set->typical - control->typical) * loads_of_visit(s, number) };
        if (read_order(w, s, here))
            o.n++;
        else
            free_sequence(w);
    }
    curve_free(&c);
    return o;
}

/* ---- guesses ---- */

/* Own size of an exclusive level of WAYS of which a program gets SUM bytes, after a level of ABOVE
 * bytes, which holds as many whole ways more as go into it, at most MOST_BEFORE. A way is likeliest
 * a power of two. 0: the sizes do not go together. */
static double own_size(double sum, double ways, double above)
{
    double best = 0;

    for (double more = 0; more * sum <= above * (ways + more) && more <= MOST_BEFORE; more++) {
        double way = sum / (ways + more);

        if (floor(above / way) == more && fmod(sum, ways + more) == 0 &&
            (best == 0 || stats_odd_part(way) < stats_odd_part(best)))
            best = way;
    }
    return ways * best;
}

/* Level K (from 0) as its size and ways are known, and as INCLUSION has it: an exclusive level's
 * size is what is left of the sum. False: the sizes do not go together. */
static bool shape_of(struct cache_replay_level *l, const struct results *out, unsigned k,
                     enum cache_replay_inclusion inclusion,
                     const struct cache_replay_machine *before)
{
    double size = cache_nominal(out, k + 1, CACHE_SIZE),
           ways = cache_nominal(out, k + 1, CACHE_WAYS);
    double line = cache_nominal(out, k + 1, CACHE_LINE);

    if (line <= 0)
        line = APART_BYTES;
    *l = (struct cache_replay_level){ .inclusion = inclusion,
                                      .line_bytes = (uint64_t)line,
                                      .latency = cache_nominal(out, k + 1, CACHE_LATENCY) };
    if (inclusion == CACHE_REPLAY_EXCLUSIVE) {
        const struct cache_replay_level *above = &before->level[k - 1];
        double above_bytes = cache_nominal(out, k, CACHE_SIZE), sum = size;

        size = own_size(sum, ways, above_bytes);
        if (fmod(size, ways * line) != 0 || size == 0) {
            ways -= above->ways; /* the answer may be the sum of both levels' ways */
            size = ways > 0 ? own_size(sum, ways, above_bytes) : 0;
        }
    }
    l->ways = ways > 0 ? (unsigned)ways : 0;
    l->sets = ways > 0 && size > 0 ? (uint64_t)(size / ways / line) : 0;
    return l->ways > 0 && l->sets > 0 && fmod(size, ways * line) == 0;
}

/* Mean square distance, in units of STEP, of what was measured from SCALE times what is predicted;
 * for each sequence the nearest of the states it may settle in. */
static double distance_from(const struct orders *o, double told[MOST_SEQUENCES][STARTS],
                            double scale, double step)
{
    double sum = 0;

    for (size_t i = 0; i < o->n; i++) {
        double least = HUGE_VAL;

        for (unsigned s = 0; s < STARTS; s++)
            least = fmin(least, fabs(scale * told[i][s] - o->sequence[i].cycles));
        sum += least * least / step / step;
    }
    return o->n > 0 ? sqrt(sum / (double)o->n) : HUGE_VAL;
}

/* What the orders cost under each policy of a level: cycles a load that KIND 0 costs more than kind
 * 1, for each state to begin from. */
struct told {
    double cycles[REPLACEMENT_POLICIES][MOST_SEQUENCES][STARTS];
};

/* The distance of the orders from what is TOLD of them, at the best scale of the clock within
 * MOST_SCALE. */
static struct guess guess_from(const struct orders *o, double told[MOST_SEQUENCES][STARTS],
                               double step)
{
    double best = HUGE_VAL;

    for (double scale = 1 / most_scale; scale <= most_scale; scale *= 1.01)
        best = fmin(best, distance_from(o, told, scale, step));
    return (struct guess){ .possible = isfinite(best), .off = best };
}

/* Returns true when POLICY has another name: with two ways a tree, or a bit each, is the order of
 * use, as are trees of one way each; one tree is plru; and a hit takes its line out of an exclusive
 * level, which then has no order but that of coming.
 */
static bool is_another_name(unsigned policy, const struct cache_replay_level *l)
{
    return (l->ways <= 2 && (policy == REPLACEMENT_PLRU || policy == REPLACEMENT_BITPLRU ||
                             policy == REPLACEMENT_NRU_RANDOM)) ||
           (l->ways == 1 && policy != REPLACEMENT_LRU) ||
           (policy == REPLACEMENT_LRU_PLRU && !replacement_has_trees(l->ways)) ||
           (l->inclusion == CACHE_REPLAY_EXCLUSIVE && policy == REPLACEMENT_FIFO);
}

/* Takes the work of replaying O on M, under every policy of level K where POLICIES, from *LEFT.
 * False: there is less left. */
static bool take_work(const struct orders *o, struct cache_replay_machine m, unsigned k,
                      bool policies, double *left)
{
    double work = 0;

    for (size_t i = 0; i < o->n; i++)
        work += 2 * cache_replay_work_of_new(&m, o->sequence[i].n) +
                cache_replay_work(&m, o->sequence[i].n);
    for (unsigned p = 0; policies && p < REPLACEMENT_POLICIES; p++) {
        if (is_another_name(p, &m.level[k]))
            continue;
        m.level[k].policy = p;
        for (size_t i = 0; i < o->n; i++)
            work += STARTS * cache_replay_work(&m, o->sequence[i].n);
    }
    if (work > *left)
        return false;
    *left -= work;
    return true;
}

static double control_cycles(const struct sequence *w, const struct cache_replay_machine *m)
{
    struct cache_replay *replay = cache_replay_new(m, w->at[1], w->n);
    double cycles = cache_replay_cycles(replay, m, 1);

    cache_replay_free(replay);
    return cycles;
}

/* What is told of all sequences of ORDERS on MACHINE, under every policy of level K: each by
 * itself, so that threads may share them. */
struct asked {
    struct told *told;
    const struct orders *orders;
    const struct cache_replay_machine *machine;
    unsigned k;
};

static void tell_sequence(void *of, size_t i)
{
    const struct asked *a = of;
    const struct sequence *w = &a->orders->sequence[i];
    struct cache_replay_machine m = *a->machine;
    unsigned k = a->k;
    double control = control_cycles(w, &m);
    struct cache_replay *replay = cache_replay_new(&m, w->at[0], w->n);

    for (unsigned p = 0; p < REPLACEMENT_POLICIES; p++) {
        if (is_another_name(p, &m.level[k]))
            continue;
        m.level[k].policy = p;
        for (unsigned s = 0; s < STARTS; s++)
            a->told->cycles[p][i][s] = cache_replay_cycles(replay, &m, s + 1) - control;
    }
    cache_replay_free(replay);
}

/* Replays every policy of level K of M and keeps how far each is off. False: that takes more work
 * than *LEFT. */
static bool guess_policies(struct level_fit *fit, const struct orders *o,
                           const struct cache_replay_machine *m, unsigned k, double step,
                           double *left)
{
    enum cache_replay_inclusion inclusion = m->level[k].inclusion;
    struct told told;
    struct asked asked = { &told, o, m, k };

    if (!take_work(o, *m, k, step > 0, left))
        return false;
    if (step <= 0)
        return true;
    parallel_each(o->n, tell_sequence, &asked);
    for (unsigned p = 0; p < REPLACEMENT_POLICIES; p++)
        if (!is_another_name(p, &m->level[k]))
            fit->guess[p][inclusion] = guess_from(o, told.cycles[p], step);
    return true;
}

/* Finds the best guess of FIT; of equal ones the first, inclusion by inclusion. */
static void choose_best(struct level_fit *fit)
{
    double least = HUGE_VAL;

    for (unsigned i = 0; i < CACHE_REPLAY_INCLUSIONS; i++)
        for (unsigned p = 0; p < REPLACEMENT_POLICIES; p++) {
            const struct guess *g = &fit->guess[p][i];

            if (!g->possible || g->off >= least)
                continue;
            least = g->off;
            fit->policy = p;
            fit->inclusion = i;
        }
}

/* Replays every policy and inclusion of level K, the levels before it as MACHINE has them, those
 * after it as LRU; stops where that takes more work than *LEFT. */
static struct level_fit fit_level(const struct orders *o, const struct results *out,
                                  const struct cache_replay_machine *known, unsigned k,
                                  unsigned levels, double *left)
{
    struct level_fit fit = { .policy = REPLACEMENT_POLICIES };
    struct cache_replay_machine m = *known;

    m.memory = memory_latency(out);
    for (unsigned inclusion = 0; inclusion < (k > 0 ? CACHE_REPLAY_INCLUSIONS : 1); inclusion++) {
        struct cache_replay_level *l = &m.level[k];

        if (!shape_of(l, out, k, inclusion, known))
            continue;
        m.n_levels = k + 1;
        while (m.n_levels < levels && m.n_levels < CACHE_REPLAY_LEVELS &&
               shape_of(&m.level[m.n_levels], out, m.n_levels, CACHE_REPLAY_NINE, &m))
            m.n_levels++;
        double next = k + 1 < m.n_levels ? l[1].latency : cache_nominal(out, k + 2, CACHE_LATENCY);
        if (m.n_levels == k + 1 && next > 0)
            m.memory = next;
        double step = (k + 1 < m.n_levels ? next : m.memory) - l->latency;

        if (!guess_policies(&fit, o, &m, k, step, left)) {
            fit.cut = true;
            return fit;
        }
    }
    choose_best(&fit);
    return fit;
}

/* ---- answers ---- */

/* The least that guesses of POLICY (or, where that is REPLACEMENT_POLICIES, of INCLUSION) are off.
 */
static double least_off(const struct level_fit *fit, unsigned policy, unsigned inclusion)
{
    double least = HUGE_VAL;

    for (unsigned p = 0; p < REPLACEMENT_POLICIES; p++)
        for (unsigned i = 0; i < CACHE_REPLAY_INCLUSIONS; i++)
            if ((policy == REPLACEMENT_POLICIES || p == policy) &&
                (inclusion == CACHE_REPLAY_INCLUSIONS || i == inclusion) &&
                fit->guess[p][i].possible)
                least = fmin(least, fit->guess[p][i].off);
    return least;
}

/* Returns true when a guess that is OFF explains the samples nearly as well as the BEST. */
static bool as_good(double off, double best)
{
    return off < fmax(ratio * best, best + differs);
}

/* Answers that NAMES stand for, how far each is OFF, and what would tell where none or several are.
 */
struct guesses {
    double off[REPLACEMENT_POLICIES];
    const char *const *names;
    unsigned n;
    struct remedy remedy;
    bool other_shape; /* the board took other ways or another size than the answers say */
};

/* Lists the guesses that explain the samples in ALL, SIZE bytes, and returns their number. *BEST
 * and *NEXT: how far the best is off, and the best that is not listed. */
static unsigned list_good(const struct guesses *g, char *all, size_t size, double *best,
                          double *next)
{
    unsigned good = 0;

    *best = *next = HUGE_VAL;
    *all = '\0';
    for (unsigned i = 0; i < g->n; i++)
        *best = fmin(*best, g->off[i]);
    for (unsigned i = 0; i < g->n; i++) {
        size_t used = strlen(all);

        if (as_good(g->off[i], *best))
            snprintf(all + used, size - used, "%s%s", good++ ? ", " : "", g->names[i]);
        else
            *next = fmin(*next, g->off[i]);
    }
    return good;
}

/* Returns what would tell where even the best of G is off by BEST: nothing, where that is more than
 * noise makes of a right guess. */
static struct remedy remedy_of_none(const struct guesses *g, double best)
{
    enum { FAR = 4 };

    return isfinite(best) && best > FAR * fits && !g->other_shape ? remedy_no_policy() : g->remedy;
}

/* Writes the name of the guess that explains the samples to R, and how sure: at most MOST. */
static void set_name(struct result *r, const struct guesses *g, double most)
{
    double best, next;
    char all[64];
    unsigned good = list_good(g, all, sizeof all, &best, &next);

    bool noisy = best > fits && best <= fits_noisy && next >= ratio_noisy * best;
    if (best > fits && !noisy) {
        result_unknown(r, result_words("needs one off by %.2f misses a load or less", fits).text,
                       result_words("no policy that is known explains the samples: the best (%s) "
                                    "is off by %.2f",
                                    all, best)
                           .text,
                       remedy_of_none(g, best));
    } else if (good > 1) {
        result_unknown(
            r, result_words("needs all others off by %.3f misses more", differs).text,
            result_words("the samples do not tell these apart, off by %.3f at best: %s", best, all)
                .text,
            g->remedy);
    } else {
        r->kind = RESULT_NAME;
        snprintf(r->text, sizeof r->text, "%.*s", (int)sizeof r->text - 1, all);
        double evidence = noisy ? evidence_doubted(evidence_margin(best, next))
                                : evidence_margin(best, fmin(next, fits + differs));
        r->evidence = fmin(most, evidence);
        snprintf(r->note, sizeof r->note, "off by %.3f misses a load, the next guess by %.3f", best,
                 isfinite(next) ? next : 1);
    }
}

static const char whole_run[] = "cache_size,cache_ways,cache_policy";

/* The run with all sizes and ways that are known, 0 for ways that are not. */
static struct remedy remedy_shape(const struct results *out)
{
    struct remedy remedy = remedy_sizes(whole_run, out);
    char ways[REMEDY_VALUE] = "";
    unsigned levels = cache_levels(out);

    for (unsigned k = 1; k <= levels && k <= CACHE_REPLAY_LEVELS; k++) {
        size_t used = strlen(ways);

        snprintf(ways + used, sizeof ways - used, "%s%.0f", k > 1 ? "," : "",
                 cache_nominal(out, k, CACHE_WAYS));
    }
    if (levels > 0)
        remedy_add_key(&remedy, "ways", ways);
    return remedy;
}

/* Returns true when S measured level K with other ways or another size than the answers say. */
static bool took_other_shape(const struct results *out, const struct log_series *s, unsigned k)
{
    double ways = (double)log_series_number(s, "ways");
    double bytes = ways * (double)log_series_number(s, "stride");

    return ways != cache_nominal(out, k + 1, CACHE_WAYS) ||
           bytes != cache_nominal(out, k + 1, CACHE_SIZE);
}

/* Adds the answer ID, from series S where there is one. */
static struct result *add_from(struct results *out, const struct log_series *s, struct result_id id)
{
    return s ? result_add_from(out, id, s) : result_add(out, id);
}

/* Returns true when nothing of an exclusive level K's sum would show: none of its ways goes into
 * the nearer one. */
static bool sum_hidden(const struct results *out, unsigned k)
{
    return k > 0 && cache_nominal(out, k + 1, CACHE_SIZE) / cache_nominal(out, k + 1, CACHE_WAYS) >
                        cache_nominal(out, k, CACHE_SIZE);
}

/* The least that the guesses of each policy are off. */
static struct guesses policies_of(const struct level_fit *fit)
{
    struct guesses g = { .names = replacement_names, .n = REPLACEMENT_POLICIES };

    for (unsigned p = 0; p < g.n; p++)
        g.off[p] = least_off(fit, p, CACHE_REPLAY_INCLUSIONS);
    return g;
}

static struct guesses inclusions_of(const struct level_fit *fit)
{
    struct guesses g = { .names = cache_replay_inclusion_names, .n = CACHE_REPLAY_INCLUSIONS };

    for (unsigned i = 0; i < g.n; i++)
        g.off[i] = least_off(fit, REPLACEMENT_POLICIES, i);
    return g;
}

/* LRU_OR_FIFO: an exclusive level of lru, which fifo would look like. */
static void set_policy(struct result *r, bool one_way, const struct guesses *policies, double most,
                       bool lru_or_fifo)
{
    if (one_way) {
        result_none(r);
        return;
    }
    set_name(r, policies, most);
    if (r->kind == RESULT_NAME && lru_or_fifo)
        snprintf(r->text, sizeof r->text, "lru or fifo");
}

/* MOST: how sure what the replay rests on is. */
static void add_names(struct results *out, const struct log_series *s, unsigned k,
                      const struct level_fit *fit, double most)
{
    struct guesses policies = policies_of(fit), inclusions = inclusions_of(fit);
    double *off = inclusions.off;

    /* In its own shape, where the board took another, or with more timings. */
    policies.other_shape = inclusions.other_shape = took_other_shape(out, s, k);
    policies.remedy = inclusions.remedy =
        policies.other_shape ? remedy_shape(out) : remedy_thorough(whole_run);

    if (sum_hidden(out, k) && as_good(off[CACHE_REPLAY_EXCLUSIVE], off[CACHE_REPLAY_NINE]) &&
        as_good(off[CACHE_REPLAY_NINE], off[CACHE_REPLAY_EXCLUSIVE])) {
        off[CACHE_REPLAY_EXCLUSIVE] = HUGE_VAL; /* either would do, but few caches are exclusive */
        most = fmin(most, unexplained);
    }
    set_policy(result_add_from(out, id_at(CACHE_POLICY, k + 1), s),
               cache_nominal(out, k + 1, CACHE_WAYS) == 1, &policies, most,
               fit->policy == REPLACEMENT_LRU && fit->inclusion == CACHE_REPLAY_EXCLUSIVE &&
                   isfinite(off[CACHE_REPLAY_EXCLUSIVE]));
    if (k > 0)
        set_name(result_add_from(out, id_at(CACHE_INCLUSION, k + 1), s), &inclusions, most);
}

/* Words for what is missing before a level can be replayed. */
struct gap {
    struct result_words wanted, found;
    struct remedy remedy;
};

static void add_unknown(struct results *out, const struct log_series *s, unsigned k,
                        const struct gap *g)
{
    result_unknown(add_from(out, s, id_at(CACHE_POLICY, k + 1)), g->wanted.text, g->found.text,
                   g->remedy);
    if (k > 0)
        result_unknown(add_from(out, s, id_at(CACHE_INCLUSION, k + 1)), g->wanted.text,
                       g->found.text, g->remedy);
}

/* The series of level K (from 0) as the board counts them, which is not always as the analysis
 * does: the one whose ways and stride make the size. */
static const struct log_series *series_of(const struct log_run *run, const struct results *out,
                                          unsigned k)
{
    const struct log_series *best = NULL;
    double size = cache_nominal(out, k + 1, CACHE_SIZE), least = log2(1.5);

    for (size_t s = log_find_series(run, "cache_policy", 0); s < run->n_series;
         s = log_find_series(run, "cache_policy", s + 1)) {
        const struct log_series *here = &run->series[s];
        double off = fabs(log2(
            (double)(log_series_number(here, "ways") * log_series_number(here, "stride")) / size));

        if (off < least) {
            least = off;
            best = here;
        }
    }
    return best;
}

/* The gap of level K where cache_policy has no series S of it, or none that can be used. False:
 * there is no gap. */
static bool lacks_samples(struct gap *g, const struct log_series *s, const struct results *out,
                          unsigned k)
{
    double ways = cache_nominal(out, k + 1, CACHE_WAYS);

    g->wanted = result_words("needs visits to one set of cache.%u, %s", k + 1,
                             words_bytes(cache_nominal(out, k + 1, CACHE_SIZE)).text);
    g->remedy = ways > 0 ? remedy_shape(out) : remedy_of(out, id_at(CACHE_WAYS, k + 1), whole_run);
    if (!s) {
        g->found = result_words("not measured: the board did not see the ways of level %u", k + 1);
    } else if (s->damaged) {
        g->found = result_words("the series is damaged: %llu points lost",
                                (unsigned long long)s->points_lost);
        g->remedy = remedy_run(whole_run);
    } else if (s->n_samples == 0 && log_series_number(s, "contiguous") == 0) {
        g->found = result_words("not observable: pages of %s in random frames",
                                words_bytes((double)log_series_number(s, "page")).text);
        g->remedy = remedy_frames();
    } else if (s->n_samples == 0) {
        g->found = result_words("no samples of %llu ways, %s apart",
                                (unsigned long long)log_series_number(s, "ways"),
                                words_bytes((double)log_series_number(s, "stride")).text);
    } else {
        return false;
    }
    return true;
}

/* The same where answers about level K or a nearer one are not known. */
static bool lacks_answers(struct gap *g, const struct results *out, unsigned k, bool nearer_known)
{
    bool without_memory = memory_latency(out) <= 0;

    if (cache_nominal(out, k + 1, CACHE_WAYS) <= 0) {
        g->wanted = result_words("needs the ways of this level");
        g->found = result_words("%s is not known", id_at(CACHE_WAYS, k + 1).text);
        g->remedy = remedy_of(out, id_at(CACHE_WAYS, k + 1), whole_run);
    } else if (cache_nominal(out, k + 1, CACHE_LATENCY) <= 0 || without_memory) {
        g->wanted = result_words("needs the latencies of this level and of memory");
        g->found = result_words("%s or %s is not known", id_at(CACHE_LATENCY, k + 1).text,
                                id_of(MEMORY_LATENCY).text);
        g->remedy = remedy_of(
            out, without_memory ? id_of(MEMORY_LATENCY) : id_at(CACHE_LATENCY, k + 1), whole_run);
    } else if (!nearer_known) {
        g->wanted = result_words("needs all nearer levels");
        g->found = result_words("cache.%u is not known well enough", k);
        g->remedy = remedy_of(out, id_at(CACHE_POLICY, k), whole_run);
    } else {
        return false;
    }
    return true;
}

/* The gap of level K whose replays were cut. */
static struct gap gap_of_work(const struct orders *o, unsigned k)
{
    size_t loads = 0;

    for (size_t i = 0; i < o->n; i++)
        loads += o->sequence[i].n;
    return (struct gap){
        .wanted = result_words("needs replays of at most %.0f million loads, of all levels "
                               "together",
                               most_work / 1e6),
        .found = result_words("more of them, since the %zu orders of cache.%u have %zu loads", o->n,
                              k + 1, loads),
        .remedy = remedy_run(whole_run),
    };
}

/* Adds level K to M as the fit has it, so that the levels after it can be replayed. */
static bool add_level(struct cache_replay_machine *m, const struct results *out, unsigned k,
                      const struct level_fit *fit)
{
    if (fit->policy == REPLACEMENT_POLICIES ||
        !shape_of(&m->level[k], out, k, (enum cache_replay_inclusion)fit->inclusion, m))
        return false;
    m->level[k].policy = (enum replacement_policy)fit->policy;
    m->n_levels = k + 1;
    return true;
}

static void add_policies(const struct log_run *run, unsigned levels, struct results *out)
{
    struct cache_replay_machine m = { .n_levels = 0 };
    bool known = true; /* all levels before */
    double sure = 1;   /* of them and this one */
    double left = most_work;

    for (unsigned k = 0; k < levels && k < CACHE_REPLAY_LEVELS; k++) {
        const struct log_series *s = series_of(run, out, k);
        struct gap gap;

        if (lacks_samples(&gap, s, out, k) || lacks_answers(&gap, out, k, known)) {
            add_unknown(out, s, k, &gap);
            known = false;
            continue;
        }
        struct orders o = read_orders(run, s);
        struct level_fit fit = fit_level(&o, out, &m, k, levels, &left);

        known = !fit.cut;
        if (fit.cut) {
            gap = gap_of_work(&o, k);
            add_unknown(out, s, k, &gap);
        } else {
            sure = fmin(sure, sure_of_shape(out, k + 1));
            add_names(out, s, k, &fit, sure);
            if (least_off(&fit, REPLACEMENT_POLICIES, CACHE_REPLAY_INCLUSIONS) > fits)
                sure = fmin(sure, unexplained);
            known = add_level(&m, out, k, &fit);
        }
        free_orders(&o);
    }
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    if (method == METHOD_PAPER || log_find_series(run, "cache_policy", 0) >= run->n_series)
        return;
    add_policies(run, cache_levels(out), out);
}

const struct analysis analysis_cache_policy = {
    .about = "replacement policy and inclusion of each cache level",
    .probe = "cache_policy",
    .also = { "cache_visits" },
    .method = "replay",
    .after = { "cache_levels", "cache_line", "cache_ways" },
    .infer = infer,
};
