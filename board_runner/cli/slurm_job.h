/* Job scripts for Slurm, which gives programs to the nodes of a cluster. */
#ifndef SLURM_JOB_H
#define SLURM_JOB_H

#include "request.h"

/* Writes a script for sbatch to standard output: one run of the board request->words[0], a program
 * of the node that it comes to, into request->output_dir, whose log appears there whole, and with
 * it its report where the node has `analyze`. Returns the exit status; EXIT_USAGE after a message
 * when the board is no program of its machine, or there is no folder. */
int slurm_job_write(const struct request *request);

#endif
