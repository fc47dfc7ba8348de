/* Probes that time again, between those that come after, what they timed. */
#ifndef AGAIN_H
#define AGAIN_H

#include "probe.h"

/* Forgets all probes. Time is counted from here. */
void again_begin(void);

/* From now on probe_between() calls PROBE, whose run is RUN, which is copied. Nothing for a probe
 * without again(), and where there is no room for more. */
void again_add(const struct probe *probe, const struct probe_run *run);

/* Sends what all of them kept. */
void again_send(void);

#endif
