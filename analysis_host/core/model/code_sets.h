/* Ways and way size of a cache of code, from calls of lines at several strides. */
#ifndef MODEL_CODE_SETS_H
#define MODEL_CODE_SETS_H

#include <stdbool.h>
#include <stddef.h>

enum { CODE_KINDS = 2, CODE_STRIDES = 8, CODE_POINTS = 16, CODE_LINES = 32 };

/* What a call costs more where the lines that are drawn from lie a stride apart than where they are
 * in sets of their own. Lines of the KINDS are jumps of different numbers, of which a cache of
 * decoded instructions holds different numbers of lines. */
struct code_sets {
    size_t n_points, n_strides;
    double call, noise;          /* what a call costs at all; typical error of `more` */
    unsigned lines[CODE_POINTS]; /* ascending, the first one 1 */
    double stride[CODE_STRIDES]; /* bytes, each twice the one before */
    double more[CODE_KINDS][CODE_STRIDES][CODE_POINTS]; /* any unit, the same for all */
};

struct code_sets_found {
    unsigned ways;
    double way_bytes;
    size_t agree, asked; /* series, each a stride of a kind, that are best explained by it */
    double miss, misfit; /* what a miss costs; mean distance of costs from those explained */
    bool doubted;        /* a larger way explains costs better, but half of it bends like it */
    double more_jumps;   /* a miss of the second kind of lines in units of one of the first */
};

/* Finds the ways and the way size that explain SETS best. Of N lines drawn alike, a cache that
 * holds W misses N - W in N calls, whatever its policy: N times the cost of a call rises along a
 * straight line from N = W on. The ways are the fewest lines from which on both kinds rise more, at
 * all strides of a way or more; each halving of the stride below doubles them. Where one kind alone
 * begins to rise, a cache of decoded instructions ends.
 * False: at no stride do both kinds begin to rise at one number of lines. *FOUND is zeroed then. */
bool code_sets_find(const struct code_sets *sets, struct code_sets_found *found);

#endif
