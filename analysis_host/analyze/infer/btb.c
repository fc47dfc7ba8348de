/* branch.btb.N.entries, branch.btb.N.penalty and branch.btb.N.ways: from laps of jumps, the numbers
 * of them from which on each costs more, and how much. */
#include "btb/btb.h"
#include "analysis/analysis.h"
#include "model/jump_levels.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/point.h"
#include "series/targets.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>

/* Jumps up to so far apart show entries: more of them fit the instruction cache. */
#define NEAR 32
/* Numbers that differ by this factor at most are one: neighbours of the sweep. */
#define SAME 1.13
/* Footprints from this share of the instruction cache on may be its end. */
#define FITS 0.75
/* What the end of the instruction cache adds to a jump grows with the bytes to the next, by this
 * factor at least where they are doubled. */
#define GROWS 1.5
/* Cycles by which rises differ that are one. */
#define AS_LONG 0.5
/* What a lap has besides its jumps, and may have entries, too: the call, the loop around. The first
 * jumps hide behind it. On some processors each instruction has WORD bytes: no more jumps fit. */
enum { AROUND = 4, HIDDEN = 5, WORD = 4 };

struct found {
    const struct log_series *series;
    struct jump_curve curve[JUMP_CURVES];
    struct jump_edge edge[JUMP_CURVES][JUMP_LEVELS_MOST];
    unsigned n_edges[JUMP_CURVES];
    unsigned n;    /* curves */
    double least;  /* bytes: the nearest that jumps can be */
    double icache; /* bytes; 0: not known */
    bool by_bytes; /* an edge was left out, as it follows the bytes of code */
};

/* Costs of the jumps of S beyond those of the first few. False: too few points. */
static bool read_curve(struct jump_curve *c, const struct log_series *s, double cycle)
{
    double few = NAN;

    c->apart = (double)log_key_number(s->keys, s->n_keys, "apart", 0);
    c->n = 0;
    for (size_t i = 0; i < s->n_samples && c->n < JUMP_POINTS; i++) {
        double jumps = (double)s->samples[i].x[0], ticks = point_cost(&s->samples[i]) * jumps;

        if (jumps == HIDDEN)
            few = ticks;
        if (jumps <= HIDDEN || !isfinite(few) || !isfinite(ticks) ||
            (c->n > 0 && jumps <= c->jumps[c->n - 1]))
            continue;
        c->jumps[c->n] = jumps;
        c->cost[c->n++] = (ticks - few) / (jumps - HIDDEN) / cycle;
    }
    return c->apart > 0 && c->n > 0;
}

static void gather(struct found *f, const struct log_run *run, double cycle)
{
    for (size_t s = log_find_sampled(run, "btb"); s < run->n_series && f->n < JUMP_CURVES;
         s = log_find_series(run, "btb", s + 1)) {
        const struct log_series *at = &run->series[s];

        if (log_key_number(at->keys, at->n_keys, BTB_PLACES, 0) > 0)
            continue;
        if (f->series == NULL)
            f->series = at;
        f->least = (double)log_key_number(at->keys, at->n_keys, "least", 0);
        if (read_curve(&f->curve[f->n], at, cycle)) {
            f->n_edges[f->n] = jump_edges(&f->curve[f->n], f->edge[f->n]);
            f->n++;
        }
    }
}

static bool is_same(double a, double b)
{
    return fmax(a, b) <= SAME * fmin(a, b);
}

/* Curves other than number K, of jumps that are near, with an edge at JUMPS. */
static unsigned also_at(const struct found *f, unsigned k, double jumps)
{
    unsigned n = 0;

    for (unsigned i = 0; i < f->n; i++)
        for (unsigned e = 0; i != k && f->curve[i].apart <= NEAR && e < f->n_edges[i]; e++)
            n += is_same(f->edge[i][e].last, jumps);
    return n;
}

/* The rise at the edge E of curve K, where other distances have one at as many bytes of code, is
 * that of an instruction cache: it grows with the distance. No other distance: false. */
static bool is_by_bytes(const struct found *f, unsigned k, unsigned e)
{
    const struct jump_edge *of = &f->edge[k][e];
    double apart = f->curve[k].apart, rise = of->beyond - of->cost;

    for (unsigned i = 0; i < f->n; i++)
        for (unsigned o = 0; f->curve[i].apart != apart && o < f->n_edges[i]; o++) {
            const struct jump_edge *other = &f->edge[i][o];
            double times = f->curve[i].apart / apart, more = (other->beyond - other->cost) / rise;

            if (is_same(other->last * f->curve[i].apart, of->last * apart) &&
                (times > 1 ? more >= GROWS : more <= 1 / GROWS))
                return true;
        }
    return false;
}

/* Leaves out edges that the end of the instruction cache makes, unless the same number of jumps of
 * another distance has one. */
static void leave_out_icache(struct found *f)
{
    bool drop[JUMP_CURVES][JUMP_LEVELS_MOST] = { 0 };

    for (unsigned i = 0; i < f->n; i++)
        for (unsigned e = 0; e < f->n_edges[i]; e++)
            drop[i][e] =
                also_at(f, i, f->edge[i][e].last) == 0 &&
                ((f->icache > 0 && f->edge[i][e].last * f->curve[i].apart >= FITS * f->icache) ||
                 is_by_bytes(f, i, e));
    for (unsigned i = 0; i < f->n; i++) {
        unsigned kept = 0;

        for (unsigned e = 0; e < f->n_edges[i]; e++)
            if (drop[i][e])
                f->by_bytes = true;
            else
                f->edge[i][kept++] = f->edge[i][e];
        f->n_edges[i] = kept;
    }
}

/* The number of levels that most curves of near jumps show. */
static unsigned levels(const struct found *f)
{
    unsigned votes[JUMP_LEVELS_MOST + 1] = { 0 }, most = 0;

    for (unsigned i = 0; i < f->n; i++)
        if (f->curve[i].apart <= NEAR)
            votes[f->n_edges[i]]++;
    for (unsigned n = 0; n <= JUMP_LEVELS_MOST; n++)
        if (votes[n] > 0 && votes[n] >= votes[most])
            most = n;
    return most;
}

/* Near curves of LEVELS levels whose level E ends at LAST. */
static unsigned ends_at(const struct found *f, unsigned n_levels, unsigned e, double last)
{
    unsigned n = 0;

    for (unsigned i = 0; i < f->n; i++)
        n += f->curve[i].apart <= NEAR && f->n_edges[i] == n_levels && f->edge[i][e].last == last;
    return n;
}

/* True where level E of curve A is a better answer than that of B: it holds more; of two numbers
 * that are neighbours that of more curves. */
static bool is_better(const struct found *f, unsigned n_levels, unsigned e, unsigned a, unsigned b)
{
    double x = f->edge[a][e].last, y = f->edge[b][e].last;
    unsigned of_x = ends_at(f, n_levels, e, x), of_y = ends_at(f, n_levels, e, y);

    return is_same(x, y) && of_x != of_y ? of_x > of_y : x > y;
}

/* The curve of near jumps of LEVELS levels that shows most of level E. */
static unsigned best_of(const struct found *f, unsigned n_levels, unsigned e)
{
    unsigned best = JUMP_CURVES;

    for (unsigned i = 0; i < f->n; i++)
        if (f->curve[i].apart <= NEAR && f->n_edges[i] == n_levels &&
            (best == JUMP_CURVES || is_better(f, n_levels, e, i, best)))
            best = i;
    return best;
}

/* How curves of near jumps stand to level E of curve BEST. */
struct support {
    unsigned asked, same, folded; /* curves; as many jumps; as many bytes of code */
};

static struct support support(const struct found *f, unsigned n_levels, unsigned e, unsigned best)
{
    struct support s = { 0 };
    double jumps = f->edge[best][e].last, apart = f->curve[best].apart;

    for (unsigned i = 0; i < f->n; i++) {
        if (f->curve[i].apart > NEAR)
            continue;
        s.asked++;
        if (f->n_edges[i] != n_levels)
            continue;
        if (is_same(f->edge[i][e].last, jumps))
            s.same++;
        else
            s.folded += f->curve[i].apart > apart &&
                        is_same(f->edge[i][e].last * f->curve[i].apart, jumps * apart);
    }
    return s;
}

/* Adds how many entries level E has, by curve BEST. */
static void answer_entries(struct results *out, const struct found *f, unsigned n_levels,
                           unsigned e, unsigned best)
{
    const struct jump_edge *edge = &f->edge[best][e];
    struct result *r = result_add_from(out, id_at(BRANCH_BTB_ENTRIES, e + 1), f->series);
    struct support s = support(f, n_levels, e, best);

    if (s.same == 1 && s.folded > 0 && f->curve[best].apart == f->least && f->least > WORD) {
        result_unknown(
            r, "needs jumps so near to each other that nearer ones are not more",
            result_words("at least %.0f: so many jumps %.0f bytes apart are held, and half of "
                         "them twice as far apart",
                         edge->last, f->least)
                .text,
            remedy_never("jumps nearer to each other are not written"));
        return;
    }
    r->value = edge->last;
    r->has_bounds = true;
    r->low = edge->last;
    r->high = fmax(edge->next - 1, edge->last + AROUND);
    r->has_nominal = true;
    r->nominal = stats_round_number(r->value, r->low, r->high);
    r->evidence = evidence_agreement(s.same + s.folded, s.asked);
    if (s.same + s.folded < s.asked)
        r->evidence = evidence_doubted(r->evidence);
    result_remark(r, "%u of %u distances; a jump costs %.3g cycles, beyond %.3g", s.same + s.folded,
                  s.asked, edge->cost, edge->beyond);
}

/* The cost of JUMPS on C; NAN: not timed. */
static double cost_of(const struct jump_curve *c, double jumps)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->jumps[i] == jumps)
            return c->cost[i];
    return NAN;
}

/* What a jump costs more beyond a level, in a lap of JUMPS; 0: in the usual lap of the plateau. */
struct rise {
    double cycles, jumps;
};

/* The rise at level E of curve K. Under random replacement costs rise until no jump is held, so the
 * most jumps on the next plateau count that cost as much twice as far apart: the end of an
 * instruction cache makes those dearer. */
static struct rise rise_of(const struct found *f, unsigned k, unsigned e)
{
    const struct jump_curve *c = &f->curve[k], *far = NULL;
    const struct jump_edge *edge = &f->edge[k][e];

    for (unsigned i = 0; i < f->n; i++)
        if (f->curve[i].apart == 2 * c->apart)
            far = &f->curve[i];
    for (size_t i = c->n; far != NULL && i-- > 0 && c->jumps[i] >= edge->next;)
        if (c->jumps[i] <= edge->until && fabs(cost_of(far, c->jumps[i]) - c->cost[i]) < AS_LONG)
            return (struct rise){ fmax(c->cost[i], edge->beyond) - edge->cost, c->jumps[i] };
    return (struct rise){ edge->beyond - edge->cost, 0 };
}

/* What a jump costs more beyond level E: of the near curve that shows it with most jumps. */
static void answer_penalty(struct results *out, const struct found *f, unsigned n_levels,
                           unsigned e, unsigned best)
{
    struct result *r = result_add_from(out, id_at(BRANCH_BTB_PENALTY, e + 1), f->series);
    struct support s = support(f, n_levels, e, best);
    struct rise rise[JUMP_CURVES], most = { INFINITY, 0 };
    unsigned n = 0, near = 0;

    r->low = INFINITY;
    for (unsigned i = 0; i < f->n; i++)
        if (f->curve[i].apart <= NEAR && f->n_edges[i] == n_levels)
            rise[n++] = rise_of(f, i, e);
    for (unsigned i = 0; i < n; i++) {
        if (rise[i].jumps > most.jumps ||
            (rise[i].jumps == most.jumps && rise[i].cycles < most.cycles))
            most = rise[i];
        r->low = fmin(r->low, rise[i].cycles);
        r->high = fmax(r->high, rise[i].cycles);
    }
    r->value = most.cycles;
    r->has_bounds = true;
    for (unsigned i = 0; i < n; i++)
        near += fabs(rise[i].cycles - r->value) < AS_LONG;
    r->evidence = evidence_agreement(near, s.asked);
    result_remark(r, "%u of %u distances", near, s.asked);
}

/* No number of jumps costs more than fewer. */
static void no_levels(struct results *out, const struct found *f, const struct log_run *run)
{
    struct result *r = result_add_from(out, id_at(BRANCH_BTB_ENTRIES, 1), f->series);
    const struct jump_curve *c = &f->curve[0];
    struct result_words words =
        f->by_bytes ? result_words("costs rise with the bytes of code, as at the end of an "
                                   "instruction cache")
                    : result_words("a jump costs %.3g cycles in laps of up to %.0f",
                                   c->cost[c->n - 1], c->jumps[c->n - 1]);

    if (targets_known(run) == TARGETS_FREE && !f->by_bytes) {
        result_none(r);
        r->evidence = evidence_agreement(c->n, c->n);
        return;
    }
    result_unknown(r, "needs a number of jumps from which on each costs more", words.text,
                   targets_known(run) == TARGETS_NOT_MEASURED
                       ? remedy_run("branch,btb,icache_ways")
                       : remedy_never("the buffer holds more, or the instruction cache ends "
                                      "first"));
}

static void answer(struct results *out, struct found *f, const struct log_run *run, double cycle)
{
    struct jump_edge edge[JUMP_LEVELS_MOST];

    leave_out_icache(f);
    unsigned n = levels(f);

    for (unsigned e = 0; e < n; e++) {
        unsigned best = best_of(f, n, e);

        answer_entries(out, f, n, e, best);
        answer_penalty(out, f, n, e, best);
        edge[e] = f->edge[best][e];
    }
    if (n == 0)
        no_levels(out, f, run);
    btb_add_ways(out, run, edge, n, cycle);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    double cycle = point_cycle(run);
    struct found *f;

    (void)method;
    if (log_find_series(run, "btb", 0) >= run->n_series)
        return;
    f = calloc(1, sizeof *f);
    if (f != NULL) {
        f->icache = result_measured(out, id_at(ICACHE_SIZE, 1));
        if (cycle > 0)
            gather(f, run, cycle);
    }
    if (f != NULL && f->n > 0) {
        answer(out, f, run, cycle);
    } else {
        struct result *r = result_add(out, id_at(BRANCH_BTB_ENTRIES, 1));

        if (f == NULL)
            remedy_no_memory(r, JUMP_CURVES * JUMP_POINTS);
        else
            remedy_unsampled(r, run, "btb");
    }
    free(f);
}

const struct analysis analysis_btb = {
    .about = "entries and ways of the branch target buffer, cost of its misses",
    .probe = "btb",
    .method = "jump_plateaus",
    .after = { "branch", "icache", "icache_ways" },
    .infer = infer,
};
