/* Events of Linux' perf_event_open(2), by name. */
#ifndef PERF_H
#define PERF_H

#include <hal/events.h>

#if __has_include(<linux/perf_event.h>)
#include <linux/perf_event.h>
#include <stdbool.h>

/* Fills EVENT, which counts a program alone and not the system, for NAME: a name of perf, rN with
 * the hexadecimal code N, or, where the image was built with libpfm4, a name of this processor's
 * events. KIND, not NULL: what a trial can show. Returns NULL, or why not, a literal. */
const char *perf_encode(const char *name, struct perf_event_attr *event, enum hal_event_kind *kind);

/* Opens EVENT for the thread that calls, in the group of LEADER (-1: a new one). A file, or -1 and
 * *WHY, a literal. */
int perf_open(struct perf_event_attr *event, int leader, const char **why);
#endif

#endif
