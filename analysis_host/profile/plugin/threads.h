/* Threads of the program: in which order they run, what each waits for, and which lines one takes
 * from another. The emulator runs threads far slower than a board, and at other speeds: here each
 * has a clock of instructions, and none may be far ahead of the slowest that runs (as simulators
 * with lax barriers do: Miller et al., "Graphite", 2010). So they meet as on processors of equal
 * speed. */
#ifndef PLUGIN_THREADS_H
#define PLUGIN_THREADS_H

#include "collect.h"
#include "noted.h"
#include <pthread.h>

enum {
    THREADS_AHEAD = 1000, /* instructions that a thread may be ahead */
    THREADS_HOT = 4000,   /* a line that changes its owner again so soon is contended */
    THREADS_GRAIN = 4000, /* of the instructions of a thread that another one waits for */
    THREADS_LOCK = 200,   /* instructions within which a thread that was woken takes a lock */
    THREADS_CALL = 500,   /* instructions that a system call counts as */
    THREADS_LOOK = 32,    /* instructions after a spin hint that belong to its loop */
    THREADS_WORDS = 4096, /* addresses that threads wait at */
};

/* Who woke the threads at an address last. */
struct threads_word {
    uint64_t address, at, clock;
    uint32_t by;
};

/* What is known of a thread beside what collect.h counts. */
struct threads_one {
    uint32_t number;               /* of the thread, in the order of their beginnings */
    uint64_t clock, looked;        /* instructions, and those of others that it waited for */
    bool runs;                     /* it does not sleep */
    uint32_t spin;                 /* instructions left that belong to a spin loop */
    uint64_t waits_at;             /* futex that the system call waits at; 0: none */
    uint64_t since;                /* how many waits began before this one */
    uint64_t wait_clock;           /* when that wait began */
    struct threads_word doubt;     /* a short wait that is over: for a lock, or for what BY did */
    uint64_t child_word;           /* that the system clears, and wakes, as the next thread ends */
    uint64_t end_word;             /* likewise as this one ends; 0: none */
    uint64_t pages, calls, bytes;  /* at its last row */
    uint64_t calls_now, bytes_now; /* so far */
    struct threads_seen *seen;     /* how far it waited for each other thread */
    uint32_t n_seen;
};

/* Who stored last to a line, who has it since, and who ever stored to it. */
struct threads_line {
    uint32_t owner;            /* number + 1 */
    uint32_t holders, writers; /* a bit for each number, modulo 32 */
    uint64_t at, clock;        /* instructions and clock of the owner at its last store */
    uint64_t changed, hot;     /* clock of the last change of owners; until when it is contended */
};

/* All 0, but ISA and LINE_SHIFT: no thread has begun. */
struct threads {
    enum signature_isa isa;
    unsigned line_shift;
    struct threads_one *one[COLLECT_THREADS]; /* by processor of the emulator */
    unsigned n;                               /* processors that were ever used */
    unsigned waiting;                         /* threads that are too far ahead */
    uint64_t waits;                           /* that began */
    pthread_cond_t step;
    struct line_map numbers; /* of lines */
    struct threads_line *lines;
    uint32_t n_lines, room_lines;
    struct threads_word word[THREADS_WORDS];
    struct signature_thread *row; /* by number; owned */
    uint32_t n_rows;
    struct signature_sync *sync; /* owned */
    uint32_t n_sync, room_sync;
};

/* All functions are called within the plugin's lock, but for the first. THREAD is the emulator's
 * number of a processor, C is what collect.h knows of it. Without memory the process ends. */

void threads_begin(struct threads *t, enum signature_isa isa, unsigned line_shift);

/* THREAD, which collect_thread_begins() knows already, is begun by BY (the same: by none). */
void threads_start(struct threads *t, const struct collect *c, unsigned thread, unsigned by);

/* THREAD is about to run N instructions; SPINS: they have a hint that it spins. Returns false where
 * they belong to a loop that waits, which is no work. May let others run first, without LOCK. */
bool threads_ran(struct threads *t, struct collect *c, unsigned thread, unsigned n, bool spins,
                 pthread_mutex_t *lock);

/* THREAD accesses ADDRESS: of an access to two lines the first counts. Sets what the thread takes
 * from others (collect_thread.takes). */
void threads_accessed(struct threads *t, struct collect *c, unsigned thread, bool store,
                      uint64_t address);

/* A system call of THREAD begins, and returns VALUE after it moved N_BYTES. */
void threads_called(struct threads *t, struct collect *c, unsigned thread, int64_t number,
                    const uint64_t arguments[6]);
void threads_returned(struct threads *t, struct collect *c, unsigned thread, int64_t number,
                      int64_t value, uint64_t n_bytes);

/* Forgets what ran; threads stay. */
void threads_restart(struct threads *t);

/* Gives S the rows of T, where more than one thread ran. */
void threads_result(struct threads *t, struct collect *c, struct signature *s);

#endif
