/* A log that is being built from sentences and faults, as the record reader gives them. Holds at
 * most two runs: the one under way and the best one before it. */
#ifndef LOG_BUILD_H
#define LOG_BUILD_H

#include "log.h"
#include "record/record.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LOG_BUILD_PROBLEMS = 1000, /* a log of pure damage must not fill the memory */
    LOG_BUILD_SUMMARIES = 4096,
    LOG_BUILD_BAD = 8,
    LOG_BUILD_COLUMNS = 1024,
};

/* Sentences that were not whole within their line, and where they broke off. */
struct log_build_breaks {
    uint64_t n, first_line;
    uint32_t at_column[LOG_BUILD_COLUMNS]; /* how many after so many bytes of their line, */
    uint32_t at_length[LOG_BUILD_COLUMNS]; /* and from their '$' on */
};

/* A problem whose cost is known only when the series closes: COUNT sentences went missing there. */
struct log_build_loss {
    size_t problem;
    uint64_t count;
};

/* Harmless faults of one kind, reported as one problem: a log may be full of them. */
struct log_build_tally {
    uint64_t n, first_line, last_line;
};

/* The series under way, which is the last one of the run. */
struct log_build_series {
    bool open;
    uint64_t received; /* S and E since PROBE, good or not */
    uint64_t missing;  /* numbers that were left out since PROBE */
    bool apart;        /* the next S is not joined to the last */
    /* Counts before the first gap, where there is one: what comes after it may be of another
     * series. */
    uint64_t sure_received;
    size_t sure_samples, sure_events, sure_skips;
    struct log_build_loss *losses;
    size_t n_losses;
};

struct log_build {
    struct log *log;
    unsigned wanted;                     /* number of a run, 0: the last complete one */
    bool no_memory;                      /* once set, everything is ignored */
    unsigned run_of[LOG_BUILD_PROBLEMS]; /* run that each problem is in, 0: none */
    bool of_loss[LOG_BUILD_PROBLEMS];    /* it came of sentences that were lost */
    uint64_t untold;                     /* problems beyond LOG_BUILD_PROBLEMS */
    uint64_t told_line;                  /* of the last of them */

    struct log_run run; /* under way */
    bool in_run;
    bool began;   /* with RUN, seq 0 */
    bool refused; /* in a format that is not known */
    struct log_build_series series;
    uint64_t summed_line; /* of the last DONE, else of the run's first sentence */
    size_t summed_series; /* series that had begun by then */
    bool sum_is_wrong;    /* the running checksum of the DONE or END that comes next does not fit */

    int kept_rank; /* of log->run; the higher, the better */

    /* Broken sentences since the last good one: the next gap tells whether they are its cause. */
    size_t bad[LOG_BUILD_BAD];
    uint64_t n_bad;

    struct log_build_tally repeated, late;

    struct log_build_breaks breaks[RECORD_JOINED_TEXT + 1]; /* by how they were joined */
    bool is_cut;                /* and all others at one place, which is reported */
    bool at_end, at_end_of_run; /* the log is over, and so is the run under way */

    /* S and E outside any series, since the last DONE or PROBE. */
    uint64_t n_orphans;
    size_t orphans;
};

/* Index of a problem that there was no room for. */
#define LOG_BUILD_UNTOLD SIZE_MAX

/* Adds a problem and returns its index, or LOG_BUILD_UNTOLD. */
size_t log_build_problem(struct log_build *b, uint64_t line, const char *cost, const char *what,
                         ...) __attribute__((format(printf, 4, 5)));
/* Notes that problem INDEX, which may be LOG_BUILD_UNTOLD, came of sentences that were lost, and
 * returns INDEX. */
size_t log_build_loss(struct log_build *b, size_t index);
/* Sets its cost; INDEX may be LOG_BUILD_UNTOLD. */
void log_build_cost(struct log_build *b, size_t index, const char *cost, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns a copy of TEXT; NULL, and sets no_memory, when memory is short. */
char *log_build_copy(struct log_build *b, const char *text);
/* Returns the name of the probe that the stream calls NAME, which may be a former name; the run
 * then notes it. NAME, or static. */
const char *log_build_probe(struct log_build *b, const char *name);
/* Adds field TEXT ("key=value") to a list of keys. Former names of probes in "took.PROBE" and in
 * the value of "beside" become those of today. */
void log_build_key(struct log_build *b, uint64_t line, struct log_key **keys, size_t *n_keys,
                   const char *text);
/* Notes whether S, a DONE or END, has a running checksum. */
void log_build_sums(struct log_build *b, const struct record_sentence *s);
/* Returns the ending of a noun that N counts: "" or "s". */
const char *log_build_plural(uint64_t n);

/* ---- calls of the record reader ---- */

/* Takes what a record reader calls with; BUILD is a struct log_build. */
void log_build_breaks_take(void *build, const struct record_break *b);

/* Tells them, one problem for all that have one cause. Where they were cut at one column, that is
 * told in place of the problems that came of it. Call at the end, when all costs are known. */
void log_build_breaks_report(struct log_build *b);

/* Take what a record reader calls with; BUILD is a struct log_build. */
void log_build_runs_sentence(void *build, const struct record_sentence *s);
void log_build_runs_fault(void *build, enum record_fault fault, uint64_t line, uint64_t count);
/* Ends the input: chooses the run and orders the problems. */
void log_build_runs_end(struct log_build *b);

/* Take a sentence of its type. */
void log_build_series_probe(struct log_build *b, const struct record_sentence *s);
void log_build_series_sample(struct log_build *b, const struct record_sentence *s);
void log_build_series_event(struct log_build *b, const struct record_sentence *s);
void log_build_series_skip(struct log_build *b, const struct record_sentence *s);
void log_build_series_done(struct log_build *b, const struct record_sentence *s);
/* Notes that COUNT sentences are missing inside the series, reported as problem INDEX. */
void log_build_series_gap(struct log_build *b, size_t index, uint64_t count);
/* Tells that the running checksum of S, a DONE or END, does not fit, and drops the points of all
 * series since the last one that did. */
void log_build_series_foreign(struct log_build *b, const struct record_sentence *s);
/* Ends a series without its DONE: at LINE came what only comes after a DONE, or the run ended. */
void log_build_series_cut(struct log_build *b, uint64_t line);

#endif
