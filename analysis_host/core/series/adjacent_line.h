/* Adjacent lines that arrive together: one longer line, or a prefetch of the adjacent line. */
#ifndef SERIES_ADJACENT_LINE_H
#define SERIES_ADJACENT_LINE_H

#include "log/log.h"

/* After one half of 2 * BYTES was loaded (probes/prefetch, key flush). */
enum adjacent_line {
    ADJACENT_LINE_UNKNOWN, /* not measured, or the timings say neither */
    ADJACENT_LINE_ABSENT,  /* the other half was not there */
    ADJACENT_LINE_SAME,    /* it was, and left with the first when that was flushed */
    ADJACENT_LINE_FETCHED, /* it was, and stayed: it was fetched as a line of its own */
};

enum adjacent_line adjacent_line_of(const struct log_run *run, double bytes);

#endif
