/* Reads the ways off laps over lines of one set. */
#include "eviction_set.h"
#include <math.h>

/* Lines that the slope is taken from: fewer than nearly any level has ways. */
enum { SLOPE_LINES = 4 };
/* A level's latency and the slope may differ by so many times. */
static const double same_latency = 1.4;
/* Misses that a line too many adds to a lap at least: under any policy the line that it replaces
 * and itself, when fetched again. */
static const double overflows = 1;

/* The level whose latency is nearest to SLOPE; LEVELS: none is near. */
static size_t level_of(double slope, const double *latency, size_t levels)
{
    size_t best = levels;
    double least = log(same_latency);

    for (size_t k = 0; k < levels; k++) {
        double off = slope > 0 && latency[k] > 0 ? fabs(log(slope / latency[k])) : INFINITY;

        if (off < least && latency[k + 1] > latency[k]) {
            least = off;
            best = k;
        }
    }
    return best;
}

bool eviction_set_fit(struct eviction_set_fit *fit, const double *laps, size_t n,
                      const double *latency, size_t levels)
{
    *fit = (struct eviction_set_fit){ .level = levels };
    if (n <= SLOPE_LINES)
        return false;
    double slope = (laps[SLOPE_LINES - 1] - laps[0]) / (SLOPE_LINES - 1);
    size_t level = fit->level = level_of(slope, latency, levels);

    if (level == levels)
        return false;
    double step = latency[level + 1] - latency[level];
    for (size_t i = SLOPE_LINES; i < n; i++) {
        double usual = (laps[i - 1] - laps[0]) / (double)(i - 1);

        fit->misses = (laps[i] - laps[i - 1] - usual) / step;
        fit->ways = (unsigned)i;
        if (fit->misses > overflows)
            return true;
    }
    return false;
}
