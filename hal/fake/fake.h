/* A port whose clock, memory, threads and console do what a test says. */
#ifndef HAL_FAKE_H
#define HAL_FAKE_H

#include <hal/events.h>
#include <hal/identity.h>
#include <hal/os_reported.h>
#include <hal/thread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A port that lies on demand. As it starts it is honest: a clock of one tick a reading, one
 * context, 64 MiB, a console that keeps what is put. A test scripts it by writing the fields of
 * FAKE marked "script", at any time, and reads the others. One thread. */

struct fake_timer {
    bool stuck;            /* script: hal_timer_start() gives -1, readings stay as they are */
    uint64_t step_ticks;   /* script: each reading is that much later than the last */
    const uint64_t *steps; /* script: or as late as these say, N_STEPS of them, over and over */
    size_t n_steps;        /* script: 0: STEP_TICKS counts */
    uint64_t granularity_ticks; /* script: readings are rounded down to multiples of it, >= 1 */
    uint64_t back_at_reading;   /* script: at this reading, 1 for the first, the clock is ... */
    uint64_t back_ticks;        /* script: ... set back by this; 0: never */
    unsigned bits;              /* script: readings are modulo 2^bits, 1 to 64 */
    uint64_t hz;                /* script: 0: unknown */
    const char *name;           /* script */
    uint64_t now_ticks;         /* script: time, before rounding and wrapping */
    uint64_t readings;          /* made so far */
};

struct fake_memory {
    size_t limit_bytes;      /* script: all blocks together; beyond it hal_alloc() gives -1 */
    bool refuse_large;       /* script: base pages whatever is asked, contiguous never */
    size_t base_page_bytes;  /* script */
    size_t large_page_bytes; /* script */
    size_t held_bytes;       /* in blocks that are not freed */
    unsigned blocks;         /* not freed */
    size_t most_held_bytes;  /* highest HELD_BYTES so far */
};

struct fake_threads {
    unsigned contexts; /* script: at least 1 */
    bool at_join;      /* script: threads run inside join, else inside start */
    enum hal_thread_status
        answer;             /* script: what start and pin answer instead of doing it, if not OK */
    const char *error;      /* script: of each FAILED that start and pin answer */
    bool moved;             /* script: what hal_thread_moved() answers */
    unsigned refusals;      /* FAILED so far */
    unsigned current;       /* context of the code that runs now */
    unsigned starts, joins; /* so far, those that succeeded */
    unsigned barrier_waits; /* so far: a barrier lets everybody pass at once */
};

struct fake_console {
    size_t fail_after_bytes; /* script: the stream takes so many and loses all that follow */
    const char *in;          /* script: bytes to be received, N_IN of them */
    size_t n_in;             /* script */
    size_t in_taken;         /* of IN, so far */
    bool lost;               /* a put failed; all later ones do */
    char *out;               /* what was put, zero-terminated, NULL when nothing was; the port's */
    size_t n_out;
    char *complaints; /* the same for complaints, a line each */
    size_t n_complaints;
    bool exited;     /* hal_console_exit() was called ... */
    int exit_status; /* ... with this */
};

struct fake_report {
    const char *const *notes; /* script: what start-up says, up to a NULL; NULL: nothing */
    uint64_t
        fault_at_reading; /* script: at this reading of the clock the processor faults; 0: never */
    const char *fault;    /* script: what is reported of it */
    void (*tell)(const char *text); /* who was named */
};

struct fake_traffic {
    bool in_only;      /* script */
    bool walks;        /* script: walks of page tables are counted */
    unsigned levels;   /* script: that are counted */
    uint64_t readings; /* so far; each finds LEVEL + 1 more lines in, and ten times as many out */
};

struct fake_events {
    unsigned most;                        /* script: that are counted at once */
    enum hal_event_kind kind[HAL_EVENTS]; /* script: of the first that is added ... */
    uint64_t counts[HAL_EVENTS];          /* script: what it counts between begin and end */
    unsigned n, begins;                   /* that are counted now; calls so far */
};

struct fake_cache {
    bool flushes_lines, flushes_code; /* script: it can */
    unsigned flushes, code_flushes;   /* calls so far */
    size_t last_bytes;                /* of the last flush */
};

struct fake_os_reported {
    const char *source;               /* script */
    const struct hal_os_reported *at; /* script: N of them */
    unsigned n;                       /* script */
};

struct fake_identity {
    const struct hal_identity *at; /* script: N of them */
    unsigned n;                    /* script */
};

struct fake_untouched {
    bool there;        /* script: there is an operating system; its pages are ordinary memory */
    bool no_file;      /* script: of files it has none */
    unsigned calls;    /* so far */
    size_t file_pages; /* appended to a file, and not taken from it again */
};

struct fake_code {
    bool there, never_runs; /* script: code can be written; it may not be run */
    uint64_t last_jumps;    /* of the last run */
};

struct fake {
    struct fake_code code;
    struct fake_untouched untouched;
    struct fake_timer timer;
    struct fake_memory memory;
    struct fake_threads threads;
    struct fake_console console;
    struct fake_report report;
    struct fake_os_reported os_reported;
    struct fake_identity identity;
    struct fake_traffic traffic;
    struct fake_events events;
    struct fake_cache cache;
};

extern struct fake fake;

/* Makes the port honest and empty again. Blocks that are held stay the caller's to free. */
void fake_reset(void);

/* Runs FN(ARG) and comes back also when it calls hal_console_exit(), which outside of this ends the
 * program. True when it did; the status is then in fake.console.exit_status. Not to be nested. */
bool fake_exits(void (*fn)(void *arg), void *arg);

#endif
