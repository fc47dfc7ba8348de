/* From evidence to confidence, by what became of answers whose truth is known. */
#include "calibration.h"
#include "evidence.h"
#include "stats.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Log odds of the first rank's upper edge, and the width of a rank: odds of 1 to 148 up to 1096
 * to 1. */
static const double first_edge = -5, rank_width = 0.5;

const struct calibration_limits calibration_limits = {
    .unproven = 0.9,
    .proven = 0.995,
    .few_machines = 0.95,
    .machines = 3,
    .borrowed = 2,
    .ranges_hold = 0.9,
    .fewest = 10,
    .one_answer = 1.0 / 640,
};

const double calibration_miss[CALIBRATION_MISSES] = {
    0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3, INFINITY
};

const double calibration_next[CALIBRATION_MISSES] = { 0, 0.01, 0.03, 0.1, 0.2, 0.4, 1, INFINITY };

unsigned calibration_rank(double evidence)
{
    double e = evidence_clamp(evidence);
    double odds = e < 1 ? log(e / (1 - e)) : INFINITY;
    double rank = ceil((odds - first_edge) / rank_width);

    return (unsigned)fmin(fmax(rank, 0), CALIBRATION_RANKS - 1);
}

double calibration_evidence(unsigned rank)
{
    return 1 / (1 + exp(-first_edge - rank_width * (rank - 0.5)));
}

/* What was counted, by rank. */
struct ranks {
    double given[CALIBRATION_RANKS], right[CALIBRATION_RANKS];
    double missed[CALIBRATION_RANKS][CALIBRATION_MISSES],
        next[CALIBRATION_RANKS][CALIBRATION_MISSES];
};

static void add_count(struct ranks *ranks, const struct calibration_count *count)
{
    unsigned rank = count->rank < CALIBRATION_RANKS ? count->rank : CALIBRATION_RANKS - 1;

    ranks->given[rank] += count->given;
    ranks->right[rank] += count->right;
    for (size_t m = 0; m < CALIBRATION_MISSES; m++) {
        ranks->missed[rank][m] += count->missed[m];
        ranks->next[rank][m] += count->next[m];
    }
}

/* Returns the first row of TABLE that is not before KIND. */
static size_t first_of(const struct calibration *table, const char *kind)
{
    size_t from = 0, to = table->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;

        if (strcmp(table->at[middle].kind, kind) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Adds up the rows of KIND. Returns the answers given. */
static double sum_up(struct ranks *ranks, const struct calibration *table, const char *kind)
{
    double given = 0;

    *ranks = (struct ranks){ .given = { 0 } };
    for (size_t i = first_of(table, kind); i < table->n; i++) {
        if (strcmp(table->at[i].kind, kind) != 0)
            break;
        add_count(ranks, &table->at[i]);
        given += table->at[i].given;
    }
    return given;
}

/* Ranks from FIRST to LAST that isotonic regression takes together. */
struct block {
    unsigned first, last;
    double given, right;
};

/* Pools the ranks of R from the lowest up; returns the block that RANK falls into, the lowest where
 * it is below all. Of 0 given where nothing was counted. */
static struct block block_of(const struct ranks *r, unsigned rank)
{
    struct block blocks[CALIBRATION_RANKS];
    size_t n = 0, at = 0;

    for (unsigned i = 0; i < CALIBRATION_RANKS; i++) {
        struct block next = { i, i, r->given[i], r->right[i] };

        if (!(next.given > 0))
            continue;
        while (n > 0 && blocks[n - 1].right * next.given >= next.right * blocks[n - 1].given) {
            n--;
            next = (struct block){ blocks[n].first, i, blocks[n].given + next.given,
                                   blocks[n].right + next.right };
        }
        blocks[n++] = next;
    }
    while (at < n && blocks[at].first <= rank)
        at++;
    return n > 0 ? blocks[at > 0 ? at - 1 : 0] : (struct block){ rank, rank, 0, 0 };
}

/* Returns the share of all answers of TABLE at RANK that is right. */
static double share_of_all(const struct calibration *table, unsigned rank)
{
    struct ranks all;

    (void)sum_up(&all, table, CALIBRATION_ALL);
    struct block block = block_of(&all, rank);
    return (block.right + 1) / (block.given + 2);
}

/* Returns SHARE with its odds lowered as those of the evidence are by so many RANKS. */
static double below(double share, unsigned ranks)
{
    double odds = share / (1 - share) * exp(-rank_width * ranks);

    return odds / (1 + odds);
}

static int by_kind(const void *kind, const void *row)
{
    return strcmp(kind, ((const struct calibration_kind *)row)->kind);
}

/* Returns the kinds of real machine behind KIND. */
static unsigned machines_of(const struct calibration *table, const char *kind)
{
    const struct calibration_kind *row =
        table->n_kinds > 0
            ? bsearch(kind, table->kinds, table->n_kinds, sizeof *table->kinds, by_kind)
            : NULL;

    return row != NULL ? row->machines : 0;
}

/* Returns what is claimed of KIND where SHARE was right. */
static double claimed(const struct calibration *table, const char *kind, double share)
{
    const struct calibration_limits *l = &calibration_limits;

    if (share < l->proven)
        return fmin(share, l->unproven);
    return machines_of(table, kind) >= l->machines ? share : fmin(share, l->few_machines);
}

double calibration_share(const struct calibration *table, const char *kind, double evidence)
{
    const struct calibration_limits *l = &calibration_limits;
    unsigned rank = calibration_rank(evidence);
    double usual = share_of_all(table, rank);
    struct ranks own;

    if (!(sum_up(&own, table, kind) > 0))
        return fmin(fmin(usual, l->unproven), evidence_clamp(evidence));
    struct block block = block_of(&own, rank);
    double share = (block.right + l->borrowed * usual) / (block.given + l->borrowed);
    return claimed(table, kind, rank < block.first ? below(share, block.first - rank) : share);
}

/* Returns the miss that the share ranges_hold of MISSED, answers by class with upper edges EDGE,
 * does not exceed; 0 where they are too few to say. */
static double holding_miss(const double missed[CALIBRATION_MISSES],
                           const double edge[CALIBRATION_MISSES])
{
    double ranges = 0, held = 0;

    for (size_t m = 0; m < CALIBRATION_MISSES; m++)
        ranges += missed[m];
    if (ranges < calibration_limits.fewest)
        return 0;
    for (size_t m = 0; m + 1 < CALIBRATION_MISSES; m++) {
        double before = held, nearer = m > 0 ? edge[m - 1] : 0;
        double wanted = calibration_limits.ranges_hold * ranges;

        held += missed[m];
        if (held >= wanted) /* those of one class lie evenly in it */
            return nearer + (edge[m] - nearer) * (wanted - before) / (held - before);
    }
    return edge[CALIBRATION_MISSES - 2];
}

double calibration_widening(const struct calibration *table, const char *kind, double evidence)
{
    double missed[CALIBRATION_MISSES] = { 0 }, next[CALIBRATION_MISSES] = { 0 };
    struct ranks own;

    (void)sum_up(&own, table, kind);
    struct block block = block_of(&own, calibration_rank(evidence));
    for (size_t m = 0; m < CALIBRATION_MISSES; m++)
        for (unsigned i = block.first; i <= block.last; i++) {
            missed[m] += own.missed[i][m];
            next[m] += own.next[i][m];
        }
    return fmax(holding_miss(missed, calibration_miss), holding_miss(next, calibration_next));
}

double calibration_reach(const struct calibration *table, const char *name)
{
    double next[CALIBRATION_MISSES] = { 0 }, pairs = 0, beyond = 0;
    size_t m = CALIBRATION_MISSES, n = strlen(name);

    for (size_t i = first_of(table, name); i < table->n; i++) {
        const struct calibration_count *c = &table->at[i];

        if (strncmp(c->kind, name, n) != 0)
            break;
        for (size_t k = 0; c->kind[n] == '/' && k < CALIBRATION_MISSES; k++) {
            next[k] += c->next[k];
            pairs += c->next[k];
        }
    }
    if (pairs < calibration_limits.fewest)
        return NAN;
    for (; m > 1; m--) {
        beyond += next[m - 1];
        if (beyond > calibration_limits.one_answer * pairs)
            break;
    }
    bool proven = pairs * calibration_limits.one_answer >= 1 || m == 1;
    return calibration_next[proven || m == CALIBRATION_MISSES ? m - 1 : m];
}
