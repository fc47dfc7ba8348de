#ifndef LOG_H
#define LOG_H

#include "record.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What was read, whatever wrote it: the record stream or another tool's table. Everything here is
 * owned by the struct log and goes with log_free(). */

enum { LOG_X = 4 };

struct log_key {
    char *key, *value;
};

/* One point: repetitions that came in consecutive S with the same x and ops are joined, in order.
 */
struct log_sample {
    uint64_t x[LOG_X];
    unsigned n_x;
    uint64_t ops; /* operations that each timing covers, at least 1 */
    size_t n_ticks;
    uint64_t *ticks; /* the run owns them */
    uint64_t line;   /* of its first S */
};

struct log_event {
    uint64_t x;
    size_t n_values;
    uint64_t *values;
    uint64_t line;
};

struct log_series {
    char *probe;
    struct log_key *keys;
    size_t n_keys;
    struct log_sample *samples; /* in the order received */
    size_t n_samples;
    struct log_event *events;
    size_t n_events;
    uint64_t first_line, last_line;
    uint64_t points_announced; /* S and E sentences, by DONE; 0 when DONE is missing */
    uint64_t points_lost;      /* at least so many of them are missing */
    bool damaged;              /* points are missing, or DONE is */
    char *status;              /* of DONE, its words; NULL without DONE */
    enum record_end end;       /* how it ended; RECORD_END_MISSING without DONE */
};

struct log_run {
    struct log_key *keys; /* of RUN */
    size_t n_keys;
    struct log_series *series;
    size_t n_series;
    struct log_key *plan; /* probe -> points */
    size_t n_plan;
    char **notes;
    size_t n_notes;
    uint64_t first_line, last_line;
    bool complete;            /* began with RUN seq 0 and ended with END */
    char *status;             /* of END, its words; NULL without END */
    enum record_end end;      /* how it ended; RECORD_END_MISSING without END */
    struct log_block *blocks; /* what holds the timings; for log_store.c alone */
};

/* What is kept of every run, also of those that were not chosen. */
struct log_run_summary {
    uint64_t first_line, last_line;
    size_t n_series;
    bool complete;
};

struct log_problem {
    uint64_t line;
    char *what; /* "bad crc" ... */
    char *cost; /* "1 point of cache_size"; "" when nothing was lost */
};

struct log {
    char *kind;         /* "record stream", "lat_mem_rd" ... */
    struct log_run run; /* the chosen one */
    bool has_run;
    unsigned n_runs, chosen;      /* runs seen; number of the chosen one, from 1 */
    struct log_run_summary *runs; /* of the first n_summaries runs; none for another tool's table */
    size_t n_summaries;
    struct log_problem *problems; /* by line */
    size_t n_problems;
    uint64_t lines, foreign_lines, sentences;
    const char *broken; /* LOG_READ: why, in words; not owned */
};

enum log_status {
    LOG_OK = 0,
    LOG_EMPTY,     /* no bytes at all */
    LOG_UNKNOWN,   /* bytes, but no sentence and no table that is known */
    LOG_NO_RUN,    /* --run asked for a run that is not there */
    LOG_NO_MEMORY, /* what was read until then is in *log */
    LOG_READ,      /* the input broke; what was read until then is in *log */
};

/* Reads FD (plain or gzip) to its end. RUN_WANTED: number of the run from 1, 0: the last complete
 * one, else the last. Fills *LOG in every case; log_free() it in every case. */
enum log_status log_read(struct log *log, int fd, unsigned run_wanted);
void log_free(struct log *log);

/* The value of KEY, or NULL. The log owns the text. */
const char *log_key_text(const struct log_key *keys, size_t n_keys, const char *key);
/* The number behind KEY, or OTHERWISE when it is absent or no decimal number. */
uint64_t log_key_number(const struct log_key *keys, size_t n_keys, const char *key,
                        uint64_t otherwise);
/* The same of the keys of SERIES; 0 when it is absent or no decimal number. */
uint64_t log_series_number(const struct log_series *series, const char *key);
/* Frees all series of RUN but number AT, which is there. */
void log_keep_series(struct log_run *run, size_t at);
/* The FROMth and later series of PROBE: index into run->series, or run->n_series when none. */
size_t log_find_series(const struct log_run *run, const char *probe, size_t from);
/* The first series of PROBE that has samples: index, or run->n_series when none has. */
size_t log_find_sampled(const struct log_run *run, const char *probe);

/* Adds a problem; printf-like WHAT. Silently dropped when memory is short. */
void log_problem(struct log *log, uint64_t line, const char *cost, const char *what, ...)
    __attribute__((format(printf, 4, 5)));

#endif
