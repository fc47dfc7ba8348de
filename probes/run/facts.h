/* What RUN says: of the build, of the board, and of what was asked for. */
#ifndef FACTS_H
#define FACTS_H

#include "options.h"

/* Sends RUN 0, the beginning of a run, in as many sentences as it takes. */
void facts_send(struct record_out *out, const struct options *options);

#endif
