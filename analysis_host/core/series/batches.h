/* Batches of misses of probe mlp: how many are in flight at once. */
#ifndef SERIES_BATCHES_H
#define SERIES_BATCHES_H

#include "log/log.h"
#include <stdbool.h>

struct batches {
    double at; /* the most misses in flight: where the time of a batch steps up; NaN: it does
                  not */
    double low,
        high;      /* AT, by parts of the passes and of the points, the farthest tenth left out */
    double agree;  /* share of those within one of AT */
    double jump;   /* height of the step, as a share */
    double gain;   /* at most, of a batch over as many loads one after the other */
    double most;   /* loads of the largest batch */
    double held;   /* after so many loads the loop used what they had loaded; 0: not told */
    double shared; /* share of the passes that were slow for half of AT and more; 0: none */
};

/* Fills B from S, a series of=batch. Each point counts by the mean of its lower eighth but for the
 * least: what disturbs only slows, and a thread next to this one may have a part of the buffers.
 * Returns false where there are too few points. */
bool batches_read(struct batches *b, const struct log_series *s);

#endif
