/* Runs of `probes` that would settle what a log leaves open: unknown answers whose remedy is a run,
 * and doubtful ones, merged into as few runs as possible. */
#ifndef SUGGESTED_H
#define SUGGESTED_H

#include "log/log.h"
#include "remedy.h"
#include "result.h"
#include <stdbool.h>
#include <stddef.h>

/* A line that is typed on a bare board holds so many bytes and words (probes/run/options.h). */
enum { SUGGESTED_LINE = 511, SUGGESTED_WORDS = 32, SUGGESTED_RUNS = 16 };
/* Words of it that are no key: --only, its probes, --thorough and --round. */
enum { SUGGESTED_KEYS = SUGGESTED_WORDS - 4 };

/* One run, as options of `probes`. */
struct suggested_run {
    char probes[SUGGESTED_LINE + 1]; /* joined by commas */
    struct remedy_key key[SUGGESTED_KEYS];
    unsigned n_keys;
    bool thorough;
    double seconds;     /* as long as its probes took in the log; 0: not known */
    bool seconds_least; /* of their timings alone: the log has no times of probes */
};

/* An answer that is open, and the run that would settle it. */
struct suggested_answer {
    const struct result *result; /* the results own it */
    unsigned run;                /* index of its run */
};

struct suggested {
    unsigned
        n_open; /* answers that are unknown, with a remedy, or doubtful; with a run or without */
    struct suggested_run run[SUGGESTED_RUNS];
    unsigned n_runs;
    struct suggested_answer *answer; /* those with a run; owned */
    size_t n_answers;
    unsigned round;        /* number of the next round; 0: the log is none that a round can name */
    uint32_t of;           /* the checksum by which it names round 1 */
    bool has_former_names; /* the image that wrote the last round knows probes by former names */
};

/* Returns true when R is open: unknown, though a run would tell or was to tell, or doubtful. */
bool suggested_is_open(const struct result *r);

/* Says of each answer in R which is unknown, and whose remedy was asked for in RUN or in a round of
 * it, that this did not tell. */
void suggested_mark_tried(const struct log_run *run, struct results *r);

/* Fills W with what RUN and its answers R leave open. What was asked before, in RUN or in a round
 * of it, is not asked again. A doubtful answer is measured again once, where its probe took at most
 * 2 s and the answer is as near to being sure as runs differ (result_may_reach()). Returns 0, or -1
 * without memory. To be freed with suggested_free(). */
int suggested_find(struct suggested *w, const struct log_run *run, const struct results *r);
void suggested_free(struct suggested *w);

/* Writes the options of run I, with the names that the image has for its probes, joined by blanks,
 * to LINE (SUGGESTED_LINE + 1 bytes). Returns how many
 * they are. */
unsigned suggested_line(const struct suggested *w, unsigned i, char *line);

#endif
