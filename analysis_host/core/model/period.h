/* The period of events in time. */
#ifndef MODEL_PERIOD_H
#define MODEL_PERIOD_H

#include <stdbool.h>
#include <stddef.h>

/* Events of one stretch of time. */
struct period_stretch {
    const double *at; /* ascending, from 0 */
    size_t n;
};

struct period {
    double period, low, high;
    double chance; /* that events at random times show as strong a period anywhere */
    size_t agree;  /* stretches whose own strongest period is this one, or an integer part of it */
};

/* Finds the period that the events of N STRETCHES have in common, whatever its phase in each, from
 * SHORTEST on to LONGEST, in the unit of time, by the sum of their periodograms (A. Schuster, 1898)
 * relative to the median around each frequency, which takes out what is not periodic, as bursts.
 * Events at random times give a sum with a gamma distribution. Of a period whose half, third ...
 * are as strong it takes the whole one. SPAN: length of the longest stretch, at least 16 SHORTEST.
 * Returns false where no period is stronger than events at random times show with a chance of
 * 1e-6, or memory is short. */
bool period_find(const struct period_stretch *stretches, size_t n, double span, double shortest,
                 double longest, struct period *period);

/* Returns the phase, 0 to 1, of most of the events of STRETCH in PERIOD. */
double period_phase(const struct period_stretch *stretch, double period);

#endif
