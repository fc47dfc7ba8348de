/* The interface of a probe: its declaration, the plan it works by, and the calls that send series.
 */
#ifndef PROBE_H
#define PROBE_H

#include "record/record.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum probe_effort { EFFORT_QUICK, EFFORT_NORMAL, EFFORT_THOROUGH };

/* Caches that a plan has, and values that an option takes at most. */
enum { PLAN_CACHES = 4, OPTION_VALUES = 8 };

/* Values that later probes need: given from outside, else measured crudely by earlier probes. */
struct plan {
    enum probe_effort effort; /* EFFORT_QUICK where slow */
    bool slow;             /* --slow: few points and short samples, for 20 million cycles in all */
    size_t max_bytes;      /* largest working set of any sweep */
    size_t line_bytes;     /* stride that touches each line once or less often */
    size_t page_bytes;     /* pages under the last large allocation; 0: unknown */
    uint64_t tick_min;     /* smallest step of the clock, ticks */
    uint64_t sample_ticks; /* shortest timed region that measure accepts, ticks */
    uint64_t seed;         /* of the shuffles */
    uint64_t round;        /* from 2 in a run that asks again; 0: the first */
    const char *of;        /* of a further round: checksum of the first sentence of round 1 */
    /* Caches as cache_size saw them, crudely, or as they were given (0 of them: not known):
     * capacity, bytes, and what a load costs in each and, last, beyond all, in 1/256 ticks (0: not
     * measured yet). */
    unsigned n_caches;
    size_t cache_bytes[PLAN_CACHES];
    uint64_t cache_cost[PLAN_CACHES + 1];
    size_t beyond_bytes; /* least working set that cost nearly what the largest did; 0: not known */
    /* The ways that cache_ways saw, as crudely: lines that a set holds (0: not seen), and the
     * capacity divided by these, bytes. */
    unsigned cache_ways[PLAN_CACHES];
    size_t cache_way_bytes[PLAN_CACHES];
    unsigned cache_line[PLAN_CACHES]; /* as cache_line saw it, bytes; 0: not seen */
    /* Given from outside alone; 0: not given. */
    unsigned given_ways[PLAN_CACHES];
    uint64_t most_pages;        /* of a sweep over pages */
    size_t most_distance_bytes; /* between loads, of a sweep over distances */
    uint64_t budget_seconds;    /* for a probe whose time is limited */
    unsigned paces;             /* of traffic, in loaded_curve; 0: not given */
    /* Of kernels, given from outside; NULL or 0: not given. Texts are words joined by ','. */
    const char *kernels, *patterns, *spaces, *schedules;
    uint64_t kernel_n[PLAN_CACHES], kernel_contexts[OPTION_VALUES]; /* 0 after the last */
    unsigned kernel_states; /* bit S: enum kernel_state S; 0: warm alone */
    bool exact_n;           /* powers of two are kept */
    const char *events;     /* counted around each timing, joined by ','; NULL: none */
    uint64_t kernel_laps;   /* of a kernel that an emulator watches, untimed; 0: not given */
    const char *tune; /* of probe tune, given from outside: candidates joined by ','; NULL: none */
    size_t tune_side; /* side of its matrices; 0: not given */
};

/* The state of a probe while it runs. */
struct probe_run {
    struct record_out *out;
    const char *name; /* the folder's */
    struct plan *plan;
    unsigned n_series; /* PROBE sentences sent */
    unsigned n_points; /* S and E sentences sent since PROBE: what DONE counts */
    unsigned refusals; /* hal_thread_refusals() when the probe began */
    uint64_t rng;
};

/* Words that a key takes in place of numbers: KEY=WORD[,WORD...]. */
struct probe_words {
    const void *of; /* what the functions below are called with; theirs to know */
    const char *(*at)(const void *of, unsigned i); /* the Ith that there is; NULL: no more */
    /* The Kth thing that word I may choose, for --list; NULL: there are no more. NULL: none. */
    const char *(*part)(const void *of, unsigned i, unsigned k);
    /* Returns true when the N bytes at TEXT are a word, or a word and one of its parts. */
    bool (*has)(const void *of, const char *text, size_t n);
    const char *lacking; /* of a refusal, before the words: "no such pattern; in this image:" */
    /* Puts TEXT, all of whose words there are, into PLAN, which keeps the pointer. */
    void (*take)(struct plan *plan, const char *text);
};

/* A key of the command line, KEY=VALUE[,VALUE...]. It belongs to the probes that name it. */
enum { OPTION_KEY_BYTES = 16 };
struct probe_option {
    const char *key;      /* shorter than OPTION_KEY_BYTES */
    const char *value;    /* what a value is, for --help: "SIZE", "N,..." */
    const char *about;    /* one line for --help */
    const char *wanted;   /* "a size of at least 4K, as in max=64M": for --help and for refusals */
    uint64_t least, most; /* of each value */
    bool power;           /* each value is a power of two */
    bool ascending;       /* each value is larger than the one before */
    uint16_t zero_bits;   /* bits that are 0 in each value: 1023 for multiples of 1024 */
    uint8_t n_values;     /* so many at most, 1 to OPTION_VALUES */
    /* Puts the N values, all as wanted, into PLAN. */
    void (*take)(struct plan *plan, const uint64_t *values, unsigned n);
    const struct probe_words *words; /* NULL: the values are numbers */
};

/* A word that goes with a key: of PROBE, of RUN. */
struct probe_word {
    const char *key, *text;
};

/* About how long a probe takes, and what it sends. */
struct probe_forecast {
    uint32_t ms;    /* without the time that the line takes; 0: not known */
    uint32_t bytes; /* 0: not known */
};

/* What few probes have; NULL: this one has not. */
struct probe_extra {
    const struct probe_word *(*facts)(void); /* keys that RUN carries of it, up to a NULL */
    /* Fills TO, zeroed before, for PLAN: of a probe that takes more than some seconds. */
    void (*forecast)(const struct plan *plan, struct probe_forecast *to);
    /* Both or none. again() times a little of what run() timed once more and sends nothing; it
     * is called by probe_between(), which run() may call itself, and between the probes that come
     * after, as a neighbour on the same core may slow all that is timed within seconds.
     * send_again() is called after the last probe, sends that in series with the same keys and
     * again=1, and frees what run() kept for it. */
    void (*again)(struct probe_run *run);
    void (*send_again)(struct probe_run *run);
    unsigned again_share; /* again() may take one part of so many of the run; 0: all such probes
                           * take a sixteenth together */
};

struct probe {
    uint8_t rank;  /* probes run in ascending rank: 0 clock, 10 reference, 20 sizes, 30 lines ... */
    bool optional; /* runs only where --only or --also names it */
    bool slow;     /* is among the probes of --slow */
    const char *about;                           /* one line for --list */
    const struct probe_option *const *options;   /* keys that it takes, up to a NULL; NULL: none */
    const struct probe_extra *extra;             /* NULL: nothing of it */
    unsigned (*points)(const struct plan *plan); /* S that it will send, for PLAN */
    enum record_end (*run)(struct probe_run *run);
};

/* Generated from the folders under probes/ (cmake/tables.cmake). */
struct probe_entry {
    const char *name;
    const struct probe *probe;
};
extern const struct probe_entry probe_table[];
extern const unsigned probe_table_count;

/* A series: probe_series() sends PROBE with its keys, up to a NULL key; then S or E; then
 * probe_done() sends DONE with the count. */
struct probe_key {
    const char *key;
    uint64_t value;
};
void probe_series(struct probe_run *run, const char *name, const struct probe_key *keys);
/* The same with words for values, up to a NULL key; a key whose text is NULL is left out. */
void probe_series_words(struct probe_run *run, const char *name, const struct probe_word *words);
/* The same with numbers after the words. */
void probe_series_both(struct probe_run *run, const char *name, const struct probe_word *words,
                       const struct probe_key *keys);
/* The same for a companion series NAME that was measured together with series BESIDE. */
void probe_series_beside(struct probe_run *run, const char *name, const char *beside);

/* One S: X joined by ':' (N_X of them), OPS covered by each of the N_TICKS timings. Long lists are
 * split over several S with the same x; each of these sentences counts in DONE. */
void probe_sample(struct probe_run *run, const uint64_t *x, unsigned n_x, uint64_t ops,
                  const uint64_t *ticks, unsigned n_ticks);
/* E for X with its N values, split over as many sentences as it takes; each counts in DONE. */
void probe_event(struct probe_run *run, uint64_t x, const uint16_t *values, unsigned n);
void probe_event_wide(struct probe_run *run, uint64_t x, const uint64_t *values, unsigned n);
/* SKIP: point X was left out because of END, which is not RECORD_END_OK. DONE does not count it. */
void probe_skip(struct probe_run *run, uint64_t x, enum record_end end);
/* Where END may come of threads that the system refused to pin since the probe began, or of max=,
 * DONE says that in its place. */
void probe_done(struct probe_run *run, const char *name, enum record_end end);

/* A NOTE of the texts of PARTS, up to a NULL, one after the other; cut where the sentence is full.
 */
void probe_note(struct record_out *out, const char *const *parts);

/* Lets earlier probes time again. A probe that takes seconds calls it between its own timings: what
 * caches hold and which memory is allocated changes. */
void probe_between(void);
/* The same now, however much of the run that takes. */
void probe_again(void);

/* Returns true when A and B are the same text. */
bool probe_same_text(const char *a, const char *b);

/* Next number of the run's own generator (xorshift64*), never the same for two seeds. */
uint64_t probe_random(struct probe_run *run);

enum { ORDER_MOST = 64 }; /* probes of an image */

/* Fills INDEX with the numbers that all probes have in probe_table, in ascending rank; how many
 * they are, at most ORDER_MOST. */
unsigned order_all(unsigned index[ORDER_MOST]);

#endif
