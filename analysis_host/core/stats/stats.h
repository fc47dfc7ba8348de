/* Rules on arrays of numbers: no input, no output, no state. Section numbers are those of the
 * BlackjackBench paper (Danalis, Luszczek, Marin, Vetter and Dongarra).
 *
 * Units: y, out and every value returned share the caller's unit, usually ticks or cycles per
 * operation. An index counts points from 0.
 *
 * Memory: the caller owns every array; only stats_qt_clusters() gives memory away.
 *
 * A value is "refused" when it is NaN or infinite or, where the text says that Y is ticks,
 * negative. */
#ifndef STATS_H
#define STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "No such point". */
#define STATS_NONE SIZE_MAX

enum stats_status {
    STATS_OK = 0,
    STATS_BAD_VALUE,     /* an element of an array is refused */
    STATS_BAD_PARAMETER, /* a parameter is out of the range given for it */
    STATS_NO_MEMORY,
};

/* Makes a curve rise: out[i] = the least of y[i] ... y[n-1] (4.1). OUT has n elements and may be Y.
 * One low outlier pulls down every point before it. n = 0 is fine.
 * STATS_BAD_VALUE leaves OUT as it was. */
enum stats_status stats_enforce_monotonicity(const double *y, size_t n, double *out);

/* The last point before the first real step (4.2.1): the first i whose relative rise
 * (y[i+1] - y[i]) / y[i] is above the mean of all n - 1 of them. Y is ticks.
 * A fall is never a step. A rise from zero is infinite: always a step, left out of the mean.
 * STATS_NONE when no rise qualifies: n < 2, a flat or falling curve, every rise the same,
 * a value refused. */
size_t stats_first_step(const double *y, size_t n);

/* The last point before the greatest relative rise (y[i+1] - y[i]) / y[i] (4.2.2); the first of
 * several equal ones. Y is ticks; a rise from zero is infinite.
 * STATS_NONE when nothing rises, n < 2 or a value is refused. */
size_t stats_biggest_relative_step(const double *y, size_t n);

/* The last point before the greatest scaled rise (y[i+1] - y[i]) * y[i] (4.2.2), which prefers
 * steps that start high; the first of several equal ones. Y is ticks; a rise from zero scales to
 * nothing. STATS_NONE when no scaled rise is above zero, n < 2 or a value is refused. */
size_t stats_biggest_scaled_step(const double *y, size_t n);

/* The share of its mean that a cluster may be wide, as published (4.2.3). */
#define STATS_QT_FRACTION 0.25

struct stats_cluster {
    size_t first;        /* its points are members[first] ... members[first + count - 1] */
    size_t count;        /* points in it, at least 1 */
    size_t found;        /* 0 for the first one taken out, the largest */
    double x_max;        /* size of the level, in the unit of x */
    double y_min, y_max; /* y_min is the level's latency by 4.2.3 */
    double y_mean;
};

struct stats_clusters {
    size_t n;                 /* clusters: the number of levels */
    struct stats_cluster *at; /* by ascending y_min, then y_max, then found */
    size_t *members;          /* indices of points, grouped by cluster, ascending in each */
    size_t *cluster_of;       /* for each point the index in at[] */
};

/* Quality-threshold clustering with a diameter that varies (4.2.3, figure 11).
 *
 * How the pseudocode is read. Every point left starts a candidate cluster A. A takes the point j
 * that makes max - min of A with j least; it stops when that diameter is greater than FRACTION
 * times the mean of A before j came in, or when no point is left. The largest candidate is taken
 * out; what is left is clustered again, after the loop over the starts and not inside it.
 *
 * Ties, which the paper leaves open. Points stand in the order of y, then of index. Of equal
 * diameters, the point next to the cluster in that order comes first, and of two such the lower
 * one. Of candidates equally large, the one whose lowest member is lowest. So the order of the
 * points in the arrays matters for points of equal y only.
 *
 * Y is ticks, their sum finite; X (any finite unit, often bytes) has N elements too; FRACTION is at
 * least 0 and below 1.
 * On STATS_OK fills *OUT, to be freed with stats_clusters_free(); N = 0 gives no clusters.
 * Otherwise *OUT is empty and need not be freed: STATS_BAD_PARAMETER, STATS_BAD_VALUE or
 * STATS_NO_MEMORY.
 *
 * Means are sums divided by counts in double precision: a point that lies at the limit to within
 * rounding may fall on either side.
 * Cost: for each cluster at most N times the points of the largest one: 0.05 s for 3,000 points. */
enum stats_status stats_qt_clusters(const double *x, const double *y, size_t n, double fraction,
                                    struct stats_clusters *out);
/* Frees what *CLUSTERS owns and empties it; an empty one is fine. */
void stats_clusters_free(struct stats_clusters *clusters);

/* The least of Y. NaN when n is 0 or a value is refused. */
double stats_min(const double *y, size_t n);

/* The second value in ascending order, so one low outlier is ignored; with six runs, 3.3.1.
 * Equal values count one by one: of 3 3 5 it is 3. NaN when n < 2
 * or a value is refused. */
double stats_second_lowest(const double *y, size_t n);

/* A time below which the undisturbed one does not lie, with a chance of LEVEL (0.9), where
 * disturbances only add: the least of Y is above it by about as much as the lower half of Y is
 * apart. Half a normal distribution keeps LEVEL; disturbances that are evenly spread keep 0.87 in
 * place of 0.9, exponential ones 0.93. May be below 0. NaN when n < 2, LEVEL is not within 0 to 1,
 * a value is refused or memory is short. */
double stats_undisturbed_low(const double *y, size_t n, double level);

/* The value below which the share Q (0 to 1) of Y lies, linear between neighbours: Q = 0 is the
 * least, 1 the greatest. Works on a copy. NaN when n is 0, Q is out of range, a value is
 * refused or memory is short. */
double stats_quantile(const double *y, size_t n, double q);

/* stats_quantile() at one half. */
double stats_median(const double *y, size_t n);

/* Bounds of the median of what Y was drawn from, whatever its distribution: the innermost two of Y
 * that hold it with a chance of LEVEL (0 to 1), or the least and the greatest where N is too small
 * for that. Returns the chance that *LOW to *HIGH do hold it. NaN, and bounds of NaN, when n is 0,
 * LEVEL is out of range, a value is refused or memory is short. */
double stats_median_bounds(const double *y, size_t n, double level, double *low, double *high);

/* The commonest value (3.6): the mean of what is in the fullest bin of a histogram whose bins are
 * BIN_WIDTH wide and centred on multiples of it; the lowest of several equally full ones. When
 * COUNT is not NULL, *COUNT becomes the number of values in that bin, 0 on failure.
 * NaN when n is 0, BIN_WIDTH is not above 0, a value is refused or memory is short. */
double stats_mode(const double *y, size_t n, double bin_width, size_t *count);

/* Two groups of numbers. */
struct stats_modes {
    double low, high;  /* their means */
    double split;      /* between the groups */
    double share_high; /* of the numbers that are in the upper one */
};

/* Returns true when the numbers Y have two modes, and fills *MODES. The groups are those of the
 * greatest variance between them (N. Otsu, "A Threshold Selection Method from Gray-Level
 * Histograms", 1979, on the values themselves: two means in one dimension). They are modes where a
 * valley is between them, by a sign test: a band in the middle, a quarter as wide as the means are
 * apart, holds fewer values than the densest one as wide on either side, which a density with one
 * mode shows with a chance of 0.001. Groups of fewer than 3 values, or 5 percent, are outliers and
 * left out. False also when memory is short or a value is refused. *MODES holds NaN where there are
 * no two groups. */
bool stats_two_modes(const double *y, size_t n, struct stats_modes *modes);

/* The rising curve nearest to Y in weighted least squares, by pooling adjacent violators. Unlike
 * stats_enforce_monotonicity() one outlier is averaged away with its neighbours. WEIGHT has n
 * elements above 0, or is NULL: all the same. OUT has n elements and may be Y, but not WEIGHT. On
 * failure OUT is as it was. n = 0 is fine. */
enum stats_status stats_isotonic(const double *y, const double *weight, size_t n, double *out);

/* P[X >= at_least] for X binomial of TRIALS trials with chance P each. A page of n, in random
 * frames over c colours, shares its colour with at least a others with
 * stats_binomial_tail(n - 1, 1.0 / c, a).
 *
 * Relative error below 1e-8 for up to 10^7 trials, also far out in the upper tail.
 * NaN when P is not within 0 to 1. Time grows with the square root of TRIALS. */
double stats_binomial_tail(uint64_t trials, double p, uint64_t at_least);

/* P[X = K] for the same X, TRIALS and K whole numbers, 1 <= K <= TRIALS, P above 0 and below 1. */
double stats_binomial_chance(double trials, double p, double k);

/* Returns the number with the smallest odd factor within LOW to HIGH; of several powers of two the
 * one nearest to VALUE in proportion. What a cache whose sets are a power of two holds. 0 when no
 * whole number lies within. */
double stats_round_number(double value, double low, double high);

/* Returns the odd factor of whole number N: 352 = 32 * 11 gives 11. 0 gives 0. */
double stats_odd_part(double n);

#endif
