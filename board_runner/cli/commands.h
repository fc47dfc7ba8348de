/* The commands of board_runner. Each returns the exit status, after its messages. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "request.h"
#include <stdbool.h>
#include <stdint.h>

/* What a run was like, for another one. */
struct run_outcome {
    char *log;        /* path, for the caller to free; NULL: standard output, or it did not begin */
    int64_t start_ms; /* from the beginning to the first sentence; -1: none came */
    bool by_hand;     /* somebody has to start the board */
    bool found;       /* what each probe found was said */
};

/* Starts the board NAME, captures its stream and judges it. Fills *OUTCOME, zeroed before. */
int run_once(const struct request *request, const char *name, struct run_outcome *outcome);
/* Captures the serial line request->words[0]; somebody else starts the board. */
int run_capture(const struct request *request);

/* Returns output_dir/NAME.HOST.log, for the caller to free, and makes the folder; NULL after a
 * message. HOST is the machine that the image runs on; NULL: this machine. */
char *run_log_path(const struct request *request, const char *name, const char *host);

/* ---- rounds ---- */

enum { ROUNDS_MOST = 20 };

/* Runs board NAME once and, where the request or the default wants further rounds and the log is
 * complete, up to so many rounds, all in one log; stops when no run is suggested or the last round
 * settled nothing. Returns the exit status: that of the round that failed, after which earlier ones
 * stay valid in the log. */
int rounds_run(const struct request *request, const char *name);

/* Runs board NAME again with the words WANTED, which end with NULL, in place of those of the
 * request that they replace; its stream is appended to LOG. Returns the exit status, after
 * messages.
 */
int rounds_again(const struct request *request, const char *name, const char *log,
                 const char *const *suggested);

/* ---- several boards ---- */

/* Runs each board by a board_runner of its own, with a log of its own. Boards on one serial line,
 * one host or this machine run one after another, all others at the same time. Ends with a table on
 * standard output. PROGRAM is the path of board_runner itself.
 *
 * Returns EXIT_COMPLETE when all logs are complete, else the status of the first board, in the
 * order of their names on the command line, whose log is not. */
int fleet_run(const struct request *request, const char *program);

/* ---- tune ---- */

/* Runs board request->words[0], asks `analyze --export tuning` for a plan (or reads request->plan),
 * and runs the board again with its candidates as options, into the same log. Returns the exit
 * status: whatever breaks after the first run, that run stays valid in the log. */
int tune_board(const struct request *request);

/* ---- list and check ---- */

/* Both write to standard output and return the exit status. */

/* Lists all boards: name and description, how it is reached, what is missing for it. */
int list_boards(const struct request *request);
/* Tells what would be done for request->words[0], and what is missing for it. Returns
 * EXIT_NOT_STARTED when something is. */
int list_check(const struct request *request);

/* ---- jobs for schedulers ---- */

/* Each writes to standard output the description of the board request->words[0], and returns the
 * exit status: EXIT_USAGE after a message where the scheduler has no way to such a board, or where
 * a value cannot be written. */

/* A job for LAVA: deploys the image, starts it and waits for END
 * (https://docs.lavasoftware.org/lava/job-submission.html). */
int jobs_lava(const struct request *request);

/* An environment file for labgrid: how the board is reached, and its image
 * (https://labgrid.readthedocs.io, "Configuration"). */
int jobs_labgrid(const struct request *request);

/* A script for sbatch: one run of a board that is a program of the node that the job comes to. Its
 * log appears whole in request->output_dir, with its report where the node has `analyze`. */
int jobs_slurm(const struct request *request);

#endif
