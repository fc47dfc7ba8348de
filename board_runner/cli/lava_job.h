/* Job definitions for LAVA, a scheduler of sites with many boards. */
#ifndef LAVA_JOB_H
#define LAVA_JOB_H

#include "request.h"

/* Writes a job for the board request->words[0] to standard output: it deploys the image, starts it
 * and waits for END (https://docs.lavasoftware.org/lava/job-submission.html). Returns the exit
 * status; EXIT_USAGE after a message when LAVA has no way to such a board. */
int lava_job_write(const struct request *request);

#endif
