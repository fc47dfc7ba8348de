/* A log as it was read, whatever wrote it: the record stream or another tool's table. Everything
 * here is owned by the struct log and goes with log_free(). */
#ifndef LOG_H
#define LOG_H

#include "record/record.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LOG_FIRST_BYTES = 80, LOG_X = 4, LOG_MEMORY_TICKS = 1 << 20, LOG_MEMORY_SAMPLES = 1 << 16 };

/* Timings of one sample after the other: there are many samples, and most have few. */
struct log_block {
    struct log_block *before;
    size_t n, room;
    uint64_t ticks[];
};

struct log_key {
    char *key, *value;
};

/* One point: repetitions that came in consecutive S with the same x and ops are joined, in order.
 */
struct log_sample {
    uint64_t x[LOG_X];
    unsigned n_x;
    bool spooled; /* its timings are in a file: log_sample_release() once they were read */
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

/* A point that was left out, and why. */
struct log_skip {
    uint64_t x;
    enum record_end end;
};

struct log_series {
    char *probe;
    struct log_key *keys;
    size_t n_keys;
    struct log_sample *samples; /* in the order received */
    size_t n_samples;
    bool spooled; /* they are in a file: log_series_release() once they were read */
    struct log_event *events;
    size_t n_events;
    struct log_skip *skips;
    size_t n_skips;
    uint64_t first_line, last_line;
    uint64_t points_announced; /* S and E sentences, by DONE; 0 when DONE is missing */
    uint64_t points_lost;      /* at least so many of them are missing */
    bool damaged;              /* points are missing, or DONE is */
    bool unread;               /* by infer_table(): no analysis names its probe */
    char *status;              /* of DONE, its words; NULL without DONE */
    enum record_end end;       /* how it ended; RECORD_END_MISSING without DONE */
};

/* Running checksums in DONE and END. */
enum log_sums {
    LOG_SUMS_UNKNOWN, /* no DONE and no END came, or another tool wrote the log */
    LOG_SUMS_THERE,
    LOG_SUMS_MISSING, /* an older image wrote it, or a part of it */
};

struct log_run {
    struct log_key *keys; /* of RUN */
    size_t n_keys;
    struct log_series *series;
    size_t n_series;
    struct log_key *plan; /* probe -> points, as its last PLAN says */
    size_t n_plan;
    size_t n_begun; /* of them, the first: they began, each with a PLAN of its own */
    char **notes;
    size_t n_notes;
    uint64_t first_line, last_line;
    bool complete;         /* began with RUN seq 0 and ended with END */
    bool has_former_names; /* its image calls probes by former names (record/probe_names.h) */
    bool has_first_crc;    /* began with RUN seq 0, */
    uint32_t first_crc;    /* whose checksum this is: further rounds name the run by it */
    enum log_sums sums;
    char *status;             /* of END, its words; NULL without END */
    enum record_end end;      /* how it ended; RECORD_END_MISSING without END */
    struct log_block *blocks; /* what holds the timings of all samples, */
    size_t n_ticks;           /* so many, */
    unsigned adds_a_cycle;    /* of the reference chain, 2 where additions are done twice a cycle:
                                 set by ops_chains_find_cycle(); 0: it was not asked yet, as 1 */
    bool no_spool;            /* no folder takes a file, or no more of it */
    struct log_spool *spool;  /* and those of a long run that are more than LOG_MEMORY_TICKS */
    size_t n_samples;         /* of all series; */
    bool no_sample_spool;     /* where the series that come after LOG_MEMORY_SAMPLES of them */
    struct log_spool *sample_spool; /* have theirs */
    struct log_run *rounds; /* runs that were taken into this one, by log_rounds_take(): without */
    size_t n_rounds;        /* the series that moved, but with all timings and keys */
};

/* Kept of every run, also of those that were not chosen. */
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
    const char *name;   /* of its file, for reports; NULL: it has none; not owned */
    uint32_t crc;       /* CRC-32 of its bytes, packed as they are, */
    uint64_t bytes;     /* so many */
    char *kind;         /* "record stream", "lat_mem_rd" ... */
    struct log_run run; /* the chosen one */
    bool has_run;
    unsigned n_runs, chosen;      /* runs seen; number of the chosen one, from 1 */
    struct log_run_summary *runs; /* of the first n_summaries runs; none for another tool's table */
    size_t n_summaries;
    struct log_problem *problems; /* by line */
    size_t n_problems;
    uint64_t lines, foreign_lines, sentences;
    const char *broken;    /* LOG_READ: why, in words; not owned */
    const char *unpack_by; /* LOG_PACKED: the command that unpacks the log; not owned */
    size_t n_first;        /* of the first line that is not blank, so many bytes: */
    char first[LOG_FIRST_BYTES];
};

/* Returns true when RUN is that of an emulated board, as its board.txt says: times mean nothing. */
bool log_is_emulated(const struct log_run *run);

void log_free(struct log *log);
/* Frees what RUN holds and zeroes it. */
void log_run_free(struct log_run *run);
/* Free what one series or event holds; the timings of a series are the run's. */
void log_series_free(struct log_series *series);
void log_event_free(struct log_event *event);

/* Gives back the memory of the samples of S and of their timings where they are in a file; they may
 * be read again at any time. */
void log_series_release(const struct log_series *s);
/* Returns sample I of S, for what reads a series from its begin to its end: now and then it gives
 * back the memory of those before. */
const struct log_sample *log_sample_next(const struct log_series *s, size_t i);
/* Gives back the memory of the timings of S where they are many and in a file; they may be read
 * again at any time. */
void log_sample_release(const struct log_sample *s);

/* Returns the value of KEY, or NULL. The log owns the text. */
const char *log_key_text(const struct log_key *keys, size_t n_keys, const char *key);
/* Returns the number that KEY has, or OTHERWISE when it is absent or no decimal number. */
uint64_t log_key_number(const struct log_key *keys, size_t n_keys, const char *key,
                        uint64_t otherwise);
/* Returns the same of the keys of SERIES; 0 when it is absent or no decimal number. */
uint64_t log_series_number(const struct log_series *series, const char *key);
/* Returns true when RUN was asked for EFFORT: "quick", "thorough" or "slow", which is quick, too.
 */
bool log_has_effort(const struct log_run *run, const char *effort);
/* Frees all series of RUN but number AT, which is there. */
void log_keep_series(struct log_run *run, size_t at);
/* Returns the index in run->series of the first series of PROBE from index FROM on, or
 * run->n_series. */
size_t log_find_series(const struct log_run *run, const char *probe, size_t from);
/* Returns the index of the first series of PROBE that has samples, or run->n_series. */
size_t log_find_sampled(const struct log_run *run, const char *probe);

#endif
