/* The contents of RUN: facts about the build, the board and the command line. */
#ifndef FACTS_H
#define FACTS_H

#include "options.h"

/* Sends RUN 0, the beginning of a run, in as many sentences as it takes. */
void facts_send(struct record_out *out, const struct options *options);

/* Sends a further RUN: the probe PROBE took TICKS of the timer. Nothing where its rate is not
 * known.
 */
void facts_took(struct record_out *out, const char *probe, uint64_t ticks);

/* Sends that the system refuses to pin threads: pinning=ERROR, "EPERM". */
void facts_pinning(struct record_out *out, const char *error);

#endif
