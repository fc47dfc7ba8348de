/* Lines that come together: one longer line, or one fetched beside the other. */
#ifndef SERIES_TOGETHER_H
#define SERIES_TOGETHER_H

#include "log/log.h"

/* After one half of 2 * BYTES was loaded (probes/prefetch, key flush). */
enum together {
    TOGETHER_UNKNOWN,  /* not measured, or the timings say neither */
    TOGETHER_NOT,      /* the other half was not there */
    TOGETHER_ONE_LINE, /* it was, and left with the first when that was flushed */
    TOGETHER_APART,    /* it was, and stayed: it was fetched as a line of its own */
};

enum together together_of(const struct log_run *run, double bytes);

#endif
