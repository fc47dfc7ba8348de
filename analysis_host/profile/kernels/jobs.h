/* Work that is shared among processes: this one and copies of it. */
#ifndef KERNEL_JOBS_H
#define KERNEL_JOBS_H

#include "profile/options.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct jobs {
    unsigned n;
    size_t first;          /* thing that the jobs begin with: for the caller's use */
    FILE *part[JOBS_MOST]; /* of each job: a file of its own to write to */
};

/* Makes J of N jobs, or of as many as it may use processors where N is 0; at most JOBS_MOST.
 * Returns false, with errno, where a file cannot be made; end it in any case. */
bool jobs_begin(struct jobs *j, unsigned n);

/* A job: returns 0, or what the others are to end for, too. */
typedef int job_run(void *ctx, unsigned number, const struct jobs *j);

/* Calls JOB with CTX and each number of a job, all at once: number 0 in this process, the others in
 * copies of it, which end with it, and by SIGTERM where number 0 does not return 0. Returns when
 * all are done: false, with errno, where a copy could not be made or did not come to its end. */
bool jobs_run(struct jobs *j, job_run *job, void *ctx);

void jobs_end(struct jobs *j);

/* Returns N bytes of zeros that all jobs see and write to; NULL, with errno, without memory. Free
 * them with their number; NULL is fine. */
void *jobs_shared(size_t n);
void jobs_free_shared(void *at, size_t n);

#endif
