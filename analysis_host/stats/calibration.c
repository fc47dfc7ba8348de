/* From evidence to confidence, by what became of answers whose truth is known. */
#include "calibration.h"
#include "evidence.h"
#include "stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Log odds of the first rank's upper edge, and the width of a rank: odds of 1 to 148 up to 1096
 * to 1. */
static const double first_edge = -5, rank_width = 0.5;
/* What all kinds together show counts as so many answers of the one kind. */
static const double borrowed = 2;
/* Fewer answers with bounds than these say nothing of a tenth of them. */
enum { FEWEST_BOUNDS = 10 };
static const double bounds_hold = 0.9;
/* Share that has to be right before more than CALIBRATION_UNPROVEN is claimed. */
static const double one_in_200 = 0.995;

const double calibration_miss[CALIBRATION_MISSES] = {
    0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3, INFINITY
};

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
    double missed[CALIBRATION_RANKS][CALIBRATION_MISSES];
};

static void add_count(struct ranks *ranks, const struct calibration_count *count)
{
    unsigned rank = count->rank < CALIBRATION_RANKS ? count->rank : CALIBRATION_RANKS - 1;

    ranks->given[rank] += count->given;
    ranks->right[rank] += count->right;
    for (size_t m = 0; m < CALIBRATION_MISSES; m++)
        ranks->missed[rank][m] += count->missed[m];
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

/* Returns what is claimed where SHARE was right. */
static double claimed(double share)
{
    return share < one_in_200 ? fmin(share, CALIBRATION_UNPROVEN) : share;
}

double calibration_share(const struct calibration *table, const char *kind, double evidence)
{
    unsigned rank = calibration_rank(evidence);
    double usual = share_of_all(table, rank);
    struct ranks own;

    if (!(sum_up(&own, table, kind) > 0))
        return fmin(fmin(usual, CALIBRATION_UNPROVEN), evidence_clamp(evidence));
    struct block block = block_of(&own, rank);
    double share = (block.right + borrowed * usual) / (block.given + borrowed);
    return claimed(rank < block.first ? below(share, block.first - rank) : share);
}

double calibration_widening(const struct calibration *table, const char *kind, double evidence)
{
    double bounds = 0, held = 0;
    struct ranks own;

    (void)sum_up(&own, table, kind);
    struct block block = block_of(&own, calibration_rank(evidence));
    for (unsigned i = block.first; i <= block.last; i++)
        for (size_t m = 0; m < CALIBRATION_MISSES; m++)
            bounds += own.missed[i][m];
    for (size_t m = 0; bounds >= FEWEST_BOUNDS && m + 1 < CALIBRATION_MISSES; m++) {
        double before = held, nearer = m > 0 ? calibration_miss[m - 1] : 0;

        for (unsigned i = block.first; i <= block.last; i++)
            held += own.missed[i][m];
        if (held >= bounds_hold * bounds) /* those of one class lie evenly in it */
            return nearer + (calibration_miss[m] - nearer) * (bounds_hold * bounds - before) /
                                (held - before);
    }
    return bounds >= FEWEST_BOUNDS ? calibration_miss[CALIBRATION_MISSES - 2] : 0;
}
