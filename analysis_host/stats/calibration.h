/* From evidence to confidence, by what became of answers whose truth is known.
 *
 * Evidence (stats/evidence.h) falls into ranks of equal width in its log odds. Of each kind of
 * answer and each rank it was counted how many were given and how many were right. The share that
 * is right may not fall as evidence grows (isotonic regression), and few answers of one kind are
 * completed by what all kinds together show at this rank. */
#ifndef STATS_CALIBRATION_H
#define STATS_CALIBRATION_H

#include <stddef.h>

enum {
    CALIBRATION_RANKS = 24,
    CALIBRATION_MISSES = 8, /* classes of how far the truth lies beyond an answer's bounds */
};

/* Upper edges of the classes of misses, natural logarithms of ratios; 0: within the bounds. */
extern const double calibration_miss[CALIBRATION_MISSES];

/* Answers of one kind and one rank. */
struct calibration_count {
    const char *kind; /* the answer's name without what tells its like apart, "/", its rule */
    unsigned rank;
    unsigned given, right;
    unsigned missed[CALIBRATION_MISSES]; /* of those with bounds, how many were so far off */
};

/* The kind under which all are counted once more. */
#define CALIBRATION_ALL "*"

/* A table, ascending by kind, then rank. */
struct calibration {
    const struct calibration_count *at;
    size_t n;
};

/* More than this is claimed only where fewer than 1 in 200 answers were wrong. A kind that was
 * never counted is taken to be right as often as all others of its rank, but no more often than its
 * evidence says, nor than this. */
#define CALIBRATION_UNPROVEN 0.9

/* Returns the rank of EVIDENCE: 0 for 0, CALIBRATION_RANKS - 1 for 1. */
unsigned calibration_rank(double evidence);
/* Returns evidence in the middle of RANK. */
double calibration_evidence(unsigned rank);

/* Returns the confidence, 0 to 1, of an answer of KIND with such EVIDENCE: the share of these that
 * is right by TABLE, but at most CALIBRATION_UNPROVEN where 1 in 200 or more of them are wrong.
 * Below all evidence that was counted of this kind the odds fall as those of the evidence do. */
double calibration_share(const struct calibration *table, const char *kind, double evidence);

/* Returns the natural logarithm of the ratio by which bounds of answers of KIND with such EVIDENCE
 * have to be wider so that 9 in 10 hold the truth; 0 where they do, or where fewer than ten with
 * bounds were counted. */
double calibration_widening(const struct calibration *table, const char *kind, double evidence);

#endif
