#ifndef HANDOVER_H
#define HANDOVER_H

#include "request.h"

/* Descriptions of request->words[0] for the schedulers of sites with many boards, to standard
 * output. Each answers the exit status: EXIT_USAGE after a message where the board cannot be
 * described so. */

/* A job definition for LAVA (https://docs.lavasoftware.org/lava/job-submission.html): deploys the
 * image, starts it, and waits for END. */
int handover_lava(const struct request *request);
/* An environment file for labgrid (https://labgrid.readthedocs.io, "Configuration"). */
int handover_labgrid(const struct request *request);

#endif
