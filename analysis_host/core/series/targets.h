/* What probe branch shows of the prediction of targets. */
#ifndef SERIES_TARGETS_H
#define SERIES_TARGETS_H

#include "log/log.h"

enum targets_known {
    TARGETS_NOT_MEASURED,
    TARGETS_FREE,      /* a jump to a random place costs what one to a single place costs */
    TARGETS_PREDICTED, /* it costs more */
};

/* Returns which, of jumps in series of RUN's probe branch. */
enum targets_known targets_known(const struct log_run *run);

#endif
