/* Judges pairs of operations by what their loops take. */
#include "unit_pair.h"
#include "stats/evidence.h"
#include <math.h>

/* Relative differences of time, as logarithms. A loop tells of one shared unit, or of all, where
 * that makes it so much longer. */
#define TELLS     0.06
#define TELLS_ALL 0.12
/* A loop refutes that they share where it is nearer to the time of separate units, and so much
 * below that of shared ones; it agrees where it has come so much of the way. */
#define REFUTES 0.5
#define BELOW   0.04
#define AGREES  0.7
/* A loop that takes so much longer needs one more shared unit. */
#define MUCH_SLOWER 0.1
/* How much longer one loop has to be where no second one tells. Schedulers that choose the unit
 * before an operation is ready lose up to a fifth where all units are busy. */
#define CLEAR 0.2
/* Where the front end is as busy as the units are, a loop may be slow for both reasons: */
#define FRONT_END_BUSY 0.9
#define CLEAR_BUSY     0.3
#define AGREES_BUSY    0.85

/* What a loop says: how much longer than without sharing it is, and would be with one shared unit
 * and with all. */
struct view {
    double now, one, all;
    bool busy; /* the front end, too */
};

/* What all loops say together. */
struct votes {
    bool refuted, not_all, opposed;
    unsigned n_agree, n_agree_busy;
    double refute, agree; /* how clearly: shares of the way */
    double longest;       /* loop that agrees */
    size_t best;          /* the loop that tells most */
};

static struct view view_of(const struct unit_pair_loop *l, const struct unit_op *first,
                           const struct unit_op *second)
{
    unsigned all = first->units < second->units ? first->units : second->units;
    struct unit_loop_cost cost = { l->a, l->b, fmax(l->alone, l->front_end) };
    double none = unit_model_cycles(&cost, first, second, 0);

    return (struct view){ .now = log(l->cycles / none),
                          .one = log(unit_model_cycles(&cost, first, second, 1) / none),
                          .all = log(unit_model_cycles(&cost, first, second, all) / none),
                          .busy = l->front_end > FRONT_END_BUSY * none };
}

static double share(double part, double of)
{
    return of > 0 ? fmax(0, fmin(1, part / of)) : 0;
}

static void vote_agree(struct votes *t, const struct view *v, double of)
{
    t->n_agree++;
    t->agree = fmax(t->agree, share(v->now, of));
    t->longest = fmax(t->longest, v->now);
}

/* Of a loop whose front end is busy, only a time near that of all units shared counts. */
static void vote_busy(struct votes *t, const struct view *v)
{
    if (v->now > CLEAR_BUSY && v->now > AGREES_BUSY * v->all) {
        t->n_agree_busy++;
        vote_agree(t, v, v->all);
    }
}

static void vote(struct votes *t, const struct view *v)
{
    if (v->all > TELLS_ALL && v->now < REFUTES * v->all && v->all - v->now > BELOW)
        t->not_all = true;
    if (v->one > TELLS && v->now < REFUTES * v->one && v->one - v->now > BELOW) {
        t->refuted = true;
        t->refute = fmax(t->refute, 1 - share(v->now, v->one));
    } else if (v->busy) {
        vote_busy(t, v);
    } else if (v->one > TELLS && v->now > AGREES * v->one) {
        vote_agree(t, v, v->one);
    } else if (v->one > TELLS) {
        t->opposed = true;
    } else if (v->all > TELLS_ALL && v->now > AGREES * v->all) {
        vote_agree(t, v, v->all);
    }
}

static bool agree(const struct votes *t)
{
    if (t->n_agree == 0 || t->opposed || (t->n_agree_busy == t->n_agree && t->not_all))
        return false;
    return t->longest > CLEAR || t->n_agree > 1;
}

/* Whether all loops may take what they do where SHARED units are the same: none is much faster; or,
 * where SLOWER, none is much slower, but for those whose front end is busy. */
static bool allows(const struct unit_pair_loop *loop, size_t n, const struct unit_op *first,
                   const struct unit_op *second, unsigned shared, bool slower)
{
    for (size_t i = 0; i < n; i++) {
        struct unit_loop_cost cost = { loop[i].a, loop[i].b,
                                       fmax(loop[i].alone, loop[i].front_end) };
        double way = log(loop[i].cycles / unit_model_cycles(&cost, first, second, shared));

        if (slower ? way > MUCH_SLOWER && !view_of(&loop[i], first, second).busy : way < -TELLS)
            return false;
    }
    return true;
}

/* The fewest and the most units that both may share by all loops: LOW and HIGH of J. */
static void bound_shared(struct unit_judgement *j, const struct unit_pair_loop *loop, size_t n,
                         const struct unit_op *first, const struct unit_op *second)
{
    unsigned all = first->units < second->units ? first->units : second->units;

    j->low = j->verdict == UNIT_SHARED;
    j->high = j->verdict == UNIT_APART ? 0 : all;
    while (j->high > j->low && !allows(loop, n, first, second, j->high, false))
        j->high--;
    while (j->verdict == UNIT_SHARED && j->low < j->high &&
           !allows(loop, n, first, second, j->low, true))
        j->low++;
}

struct unit_judgement unit_pair_judge(const struct unit_pair_loop *loop, size_t n,
                                      const struct unit_op *first, const struct unit_op *second)
{
    struct unit_judgement j = { .verdict = UNIT_HIDDEN };
    struct votes t = { 0 };
    double best = -1;

    for (size_t i = 0; i < n; i++) {
        struct view v = view_of(&loop[i], first, second);
        vote(&t, &v);
        if (v.one > best || (best <= TELLS && v.all > TELLS_ALL && v.all > best)) {
            best = v.one > TELLS ? v.one : v.all;
            j.cycles = loop[i].cycles;
            j.least = loop[i].cycles / exp(v.now);
            j.shared = j.least * exp(v.one > TELLS ? v.one : v.all);
        }
    }
    if (t.refuted) {
        j.verdict = UNIT_APART;
        j.evidence = t.n_agree > 0 ? evidence_doubted(t.refute) : t.refute;
    } else if (agree(&t)) {
        j.verdict = UNIT_SHARED;
        j.evidence = t.agree;
    } else if (t.not_all) {
        j.verdict = UNIT_NOT_ALL;
    } else if (t.n_agree > 0 || t.opposed) {
        j.verdict = UNIT_UNCLEAR;
    }
    bound_shared(&j, loop, n, first, second);
    return j;
}
