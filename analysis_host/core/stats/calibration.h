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
/* The same of how far the answer of another run lies beyond them: runs differ by more. */
extern const double calibration_next[CALIBRATION_MISSES];

/* Answers of one kind and one rank. */
struct calibration_count {
    const char *kind; /* the answer's name without what tells its like apart, "/", its rule */
    unsigned rank;
    unsigned given, right;
    unsigned missed[CALIBRATION_MISSES]; /* of those with bounds, how many were so far off */
    unsigned next[CALIBRATION_MISSES];   /* pairs of runs of one machine: how far the answer of
                                          * another run lay beyond the range of this one */
};

/* The kind under which all are counted once more. */
#define CALIBRATION_ALL "*"

/* What stands behind the answers of one kind. */
struct calibration_kind {
    const char *kind;
    unsigned machines; /* kinds of real machine, and of core in RTL, that it was checked against */
};

/* A table, ascending by kind, then rank. */
struct calibration {
    const struct calibration_count *at;
    size_t n;
    const struct calibration_kind *kinds; /* ascending; a kind that is not there has no machine */
    size_t n_kinds;
};

/* Limits of what is claimed, and where they come from. */
struct calibration_limits {
    double unproven;     /* the most, unless the share right is at least PROVEN */
    double proven;       /* 1 wrong in 200: of 4,486 answers above 0.9 on a Zen 3 guest whose
                          * confidences were not counted, 60 were wrong, 1 in 75 */
    double few_machines; /* the most, of a kind with fewer than MACHINES behind it */
    unsigned machines;   /* counts of a simulator and of one maker's cores gave 0.9997 to wrong
                          * answers on the first machine of another maker */
    double borrowed;     /* what all kinds show counts as so many answers of the one kind */
    double ranges_hold;  /* share of true values, and of other runs', that a range is to hold */
    unsigned fewest;     /* fewer answers with ranges say nothing of a tenth of them */
    double one_answer;   /* of those of a run: pairs of runs may differ in so many */
};
extern const struct calibration_limits calibration_limits;

/* Returns the rank of EVIDENCE: 0 for 0, CALIBRATION_RANKS - 1 for 1. */
unsigned calibration_rank(double evidence);
/* Returns evidence in the middle of RANK. */
double calibration_evidence(unsigned rank);

/* Returns the confidence, 0 to 1, of an answer of KIND with such EVIDENCE: the share of these that
 * is right by TABLE, within calibration_limits. Below all evidence that was counted of this kind
 * the odds fall as those of the evidence do. A kind that was never counted is taken to be right as
 * often as all others of its rank, but no more often than its evidence says. */
double calibration_share(const struct calibration *table, const char *kind, double evidence);

/* Returns the natural logarithm of the ratio by which ranges of answers of KIND with such EVIDENCE
 * have to be wider so that 9 in 10 hold the truth, and 9 in 10 what the next run of the same
 * machine says; 0 where they do, or where fewer than ten with a range were counted. */
double calibration_widening(const struct calibration *table, const char *kind, double evidence);

/* Returns how far answers called NAME (a kind without "/" and its rule) of two runs of one machine
 * are apart at most, beyond the range of the one as its analysis gave it, but for 1 pair in 640 (a
 * run has about 640 answers): an edge of calibration_next, INFINITY for the last; of fewer than 640
 * pairs one edge farther. NAN where fewer than ten pairs were compared. */
double calibration_reach(const struct calibration *table, const char *name);

#endif
