/* Events that the user names (events=): counted around each timing of a kernel, on all of its
 * contexts. */
#ifndef EVENTS_H
#define EVENTS_H

#include "hal/events.h"
#include "run/probe.h"

/* The key of the probes that count events. */
extern const struct probe_option events_key;

/* Starts to count the events that the plan names. One that the machine cannot count, and one whose
 * counter a trial shows not to count, is left out, and the stream says why: series "events" with
 * the keys of, event and why, and DONE without a point. Nothing where the plan names none. */
void events_open(struct probe_run *run);
/* Counts nothing any more. */
void events_close(void);

/* Events that are counted; the name of each; whether a trial has shown that its counter counts. */
unsigned events_count(void);
const char *events_name_at(unsigned i);
bool events_proved(unsigned i);

/* Around what is timed, on CONTEXT, which calls. */
void events_begin(unsigned context);
void events_end(unsigned context);

/* Fills COUNTS with what contexts 0 to N - 1 counted last, together. */
void events_sum(unsigned n, uint64_t counts[HAL_EVENTS]);

#endif
