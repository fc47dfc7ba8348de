/* Models of the miss ratio of a cyclic walk by cache and frames, and the model that fits a rise. */
#ifndef MODEL_MISS_RATIO_H
#define MODEL_MISS_RATIO_H

#include <stdbool.h>
#include <stddef.h>

/* The miss ratio grows with the working set around a capacity: how depends on replacement and
 * frames. */

/* A rise that miss_ratio_fit() explains. The caller owns the arrays. */
struct miss_ratio_rise {
    const double *x;     /* working sets, ascending, bytes */
    const double *share; /* 0: all hit, 1: all miss */
    size_t n;            /* at least 2 */
    double page;         /* bytes of a page, for random frames */
    bool contiguous;     /* frames are known to be contiguous */
    bool scattered;      /* frames are known not to be */
    bool one_draw;       /* frames are one draw: models that fit half as well count, too */
};

struct miss_ratio_fit {
    const char *name;                   /* the model, a literal; NULL: none, or no memory */
    bool replaced_at_random;            /* the model has random replacement */
    double capacity;                    /* best fit, bytes */
    double capacity_low, capacity_high; /* all that fit nearly as well; scattered: and
                                         * the best of each policy that could be meant */
    double ways;                        /* of the best fit; 0: the model has none */
    double rms;                         /* of the best fit, share of the rise */
};

/* Fills FIT with the model that explains RISE best: sets that overflow one after the other (LRU),
 * random replacement, and, unless RISE is contiguous, pages in random frames under either policy or
 * under that of lines not used lately.
 */
void miss_ratio_fit(const struct miss_ratio_rise *rise, struct miss_ratio_fit *fit);

/* Return the miss ratio of a cyclic walk over X bytes in a cache of C bytes and WAYS ways.
 * LRU: (x - C) (WAYS + 1) / x, at most 1. Sets overflow one after the other between C and C + C /
 * WAYS, and each misses with all its WAYS + 1 lines. */
double miss_ratio_lru(double x, double c, double ways);
/* Random replacement: some sets hold a line more than the others, and each misses by its lines. */
double miss_ratio_random(double x, double c, double ways);
/* LRU, pages of PAGE bytes in random frames: P[Binomial(n - 1, 1/colours) >= WAYS], n = x / PAGE
 * pages, colours = C / (WAYS PAGE). */
double miss_ratio_frames(double x, double c, double ways, double page);
/* Both: a colour that holds k > WAYS pages misses as a set of k lines under random replacement. */
double miss_ratio_frames_random(double x, double c, double ways, double page);
/* The same where any of the lines that were not used lately is replaced (nru_random in
 * replacement.h): no line is left only where a set holds nearly twice its ways. */
double miss_ratio_frames_recent(double x, double c, double ways, double page);

#endif
