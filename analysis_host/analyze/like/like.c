/* Compares answers with documented cores. */
#include "like.h"
#include "result/query.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fitted on recordings of Zen 3, 4 and 5 guests, a Cascade Lake guest's answers, the simulated
 * boards of tests/data/machines, and RTL; docs/results/accuracy.md has what came of it. */
static const struct {
    double most_sure;   /* of one answer: documents err, and steppings differ */
    double near_odds;   /* a core is close where its answers are as many times as likely as those of
                           the best of all cores are by chance */
    double near_share;  /* least share of answers that agree */
    double alike_score; /* cores within this score of the first are not told apart */
    double least_weight; /* an answer of less is not compared */
} limits = {
    .most_sure = 0.9, .near_odds = 20, .near_share = 0.62, .alike_score = 1, .least_weight = 0.1
};

const unsigned like_least_compared = 6;

/* How far an answer of a quantity may be from its document, as a logarithm and in its unit, and
 * what its confidence is multiplied by: below 1 where documents say less than is measured. */
struct tolerance {
    enum quantity quantity;
    double share, units, weight;
};

static const struct tolerance tolerances[] = {
    { CACHE_LATENCY, 0.06, 0.3, 0.9 },  { OP_LATENCY, 0.05, 0.25, 0.9 },
    { CORE_ROB_ENTRIES, 0.12, 0, 0.9 }, { CORE_SCHEDULER_INT_ENTRIES, 0.15, 0, 0.6 },
    { ISSUE_WIDTH, 0.2, 0.3, 0.7 },     { CORE_SCHEDULER_FP_ENTRIES, 0.15, 0, 0.6 },
    { BRANCH_PENALTY, 0.25, 1, 0.3 },   { CACHE_LEVELS, 0, 0, 0.7 },
    { TLB_LEVELS, 0, 0, 0.5 },
};

enum { SHARED_FROM = 3 }; /* other cores and virtual machines use cache levels from this one on */
#define SHARED_WEIGHT 0.3

static struct tolerance tolerance_of(const struct result_id *id)
{
    struct tolerance usual = { id->quantity, 0.03, 0, 1 };

    for (size_t i = 0; i < sizeof tolerances / sizeof tolerances[0]; i++)
        if (tolerances[i].quantity == id->quantity)
            usual = tolerances[i];
    if (id->level >= SHARED_FROM)
        usual.weight *= SHARED_WEIGHT;
    return usual;
}

/* How sure R is for a comparison, 0 to limits.most_sure. */
static double weight_of(const struct result *r)
{
    return fmin(limits.most_sure, r->confidence * tolerance_of(&r->name).weight);
}

static bool agrees(const struct result *r, const struct like_value *v)
{
    const struct tolerance t = tolerance_of(&r->name);
    double low = r->has_bounds ? fmin(r->low, r->value) : r->value;
    double high = r->has_bounds ? fmax(r->high, r->value) : r->value;

    low = fmin(low * exp(-t.share), low - t.units);
    high = fmax(high * exp(t.share), high + t.units);
    for (size_t i = 0; i < v->n; i++)
        if (v->at[i].low <= high && v->at[i].high >= low)
            return true;
    return false;
}

/* Into how many the document's answer is divided: its alternatives, a range being three. */
static double alternatives(const struct like_value *v)
{
    double n = (double)v->n;

    for (size_t i = 0; i < v->n; i++)
        n += v->at[i].high > v->at[i].low ? 2 : 0;
    return n;
}

static const struct like_value *value_of(const struct like_core *core, const struct result_id *id)
{
    for (size_t i = 0; i < core->n; i++)
        if (id_same(&core->at[i].id, id))
            return &core->at[i];
    return NULL;
}

/* Share of all documented cores, and of one that nobody documented, that agree with R. */
static double share_agreeing(const struct like_cores *cores, const struct result *r)
{
    double agree = 1, all = 2;

    for (size_t i = 0; i < cores->n; i++) {
        const struct like_value *v = value_of(&cores->at[i], &r->name);

        if (v == NULL)
            continue;
        all++;
        agree += agrees(r, v) ? 1 / alternatives(v) : 0;
    }
    return agree / all;
}

/* An answer that some core documents. */
struct compared {
    const struct result *answer;
    double sure, share; /* as weight_of() and share_agreeing() have them */
};

enum { COMPARED_MOST = 64 };

struct comparison {
    const struct like_cores *cores;
    struct compared at[COMPARED_MOST];
    size_t n;
};

static bool has(const struct comparison *c, const struct result *r)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].answer == r)
            return true;
    return false;
}

/* Takes R where it is a number that is sure enough. */
static void take(struct comparison *c, const struct result *r)
{
    if (result_is_number(r) && weight_of(r) >= limits.least_weight && c->n < COMPARED_MOST &&
        !has(c, r))
        c->at[c->n++] = (struct compared){ r, weight_of(r), share_agreeing(c->cores, r) };
}

static void take_all(struct comparison *c, const struct results *results)
{
    for (size_t i = 0; i < c->cores->n; i++)
        for (size_t k = 0; k < c->cores->at[i].n; k++)
            take(c, result_find(results, c->cores->at[i].at[k].id));
}

static struct like_candidate compare(const struct comparison *c, const struct like_core *core)
{
    struct like_candidate to = { .core = core };

    for (size_t i = 0; i < c->n; i++) {
        const struct compared *a = &c->at[i];
        const struct like_value *v = value_of(core, &a->answer->name);

        if (v == NULL)
            continue;
        bool same = agrees(a->answer, v);
        to.compared++;
        to.agreed += same;
        to.score +=
            same ? log(a->sure / alternatives(v) / a->share + 1 - a->sure) : log(1 - a->sure);
    }
    return to;
}

static int nearer_first(const void *a, const void *b)
{
    const struct like_candidate *x = a, *y = b;

    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return x->core < y->core ? -1 : x->core > y->core; /* in the order of cores.txt */
}

/* Fills candidates: cores that an image for ARCH runs on; all of them where ARCH is NULL. */
static void compare_all(struct likeness *l, const struct comparison *c, const char *arch)
{
    for (size_t i = 0; i < l->cores.n; i++)
        if (arch == NULL || like_core_runs(&l->cores.at[i], arch))
            l->at[l->n++] = compare(c, &l->cores.at[i]);
    qsort(l->at, l->n, sizeof *l->at, nearer_first);
}

/* In the order of cores.txt. */
static void find_differences(struct likeness *l, const struct comparison *c)
{
    const struct like_core *core = l->at[0].core;

    for (size_t i = 0; i < core->n && l->n_differs < LIKE_DIFFERENCES; i++)
        for (size_t k = 0; k < c->n; k++)
            if (id_same(&c->at[k].answer->name, &core->at[i].id) &&
                !agrees(c->at[k].answer, &core->at[i]))
                l->differs[l->n_differs++] =
                    (struct like_difference){ c->at[k].answer, &core->at[i] };
}

static bool is_close(const struct like_candidate *c, size_t cores)
{
    return c->compared >= like_least_compared &&
           c->score >= log(limits.near_odds * (double)cores) &&
           c->agreed >= limits.near_share * c->compared;
}

static void judge(struct likeness *l, const struct comparison *c)
{
    const struct like_candidate *first = l->at;

    if (l->n == 0) {
        l->verdict = LIKE_NO_ARCH;
    } else if (first->compared < like_least_compared && first->agreed == first->compared) {
        l->verdict = LIKE_FEW;
    } else if (!is_close(first, l->n)) {
        l->verdict = LIKE_NO_CORE;
    } else {
        l->verdict = LIKE_FOUND;
        while (l->n_alike < l->n && l->n_alike < LIKE_NAMED && is_close(&l->at[l->n_alike], l->n) &&
               l->at[l->n_alike].score > first->score - limits.alike_score)
            l->n_alike++;
        find_differences(l, c);
    }
}

/* The simulated board and tables of other tools name no architecture. */
static const char *arch_of(const struct log_run *run)
{
    const char *arch = log_key_text(run->keys, run->n_keys, "arch");

    return arch != NULL && strcmp(arch, "sim") == 0 ? NULL : arch;
}

struct likeness *like_find(const struct log_run *run, const struct results *results)
{
    struct likeness *l = calloc(1, sizeof *l);
    char why[LIKE_WHY];

    if (l == NULL)
        return NULL;
    if (!like_cores_read(&l->cores, like_cores_text, why) ||
        (l->at = calloc(l->cores.n, sizeof *l->at)) == NULL) {
        like_free(l);
        return NULL;
    }
    if (log_is_emulated(run)) {
        l->verdict = LIKE_EMULATED;
    } else {
        struct comparison c = { .cores = &l->cores };

        take_all(&c, results);
        compare_all(l, &c, arch_of(run));
        judge(l, &c);
    }
    return l;
}

void like_free(struct likeness *l)
{
    if (l == NULL)
        return;
    like_cores_free(&l->cores);
    free(l->at);
    free(l);
}
