/* The interface of a kernel: one routine in one order, what it computes and moves, and how it is
 * shared by contexts. Kernels are generated from patterns or written by hand. */
#ifndef KERNEL_H
#define KERNEL_H

#include "hal/thread.h"
#include "kernel_values.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whose memory the contexts of one run compute in. */
enum kernel_space {
    KERNEL_UNIFIED,     /* one set of arrays; each context takes a stretch of the parallel loop */
    KERNEL_INDEPENDENT, /* each context its own arrays; stretches as above */
    KERNEL_CYCLIC,      /* one set of arrays; runs of CHUNK iterations are dealt in turn */
};

/* Who runs which iterations of the parallel loop: OpenMP 5.2, section 11.5.3. */
enum kernel_schedule {
    KERNEL_STATIC,  /* known before: a stretch for each context, or chunks in turn */
    KERNEL_DYNAMIC, /* a chunk for each context that asks for one */
    KERNEL_GUIDED,  /* likewise; what is left over the number of contexts, at least a chunk */
};

/* What one whole run at n does, contexts together. */
enum kernel_count {
    KERNEL_ADDS, /* additions and subtractions; an fma is one of these and one multiplication */
    KERNEL_MULS,
    KERNEL_DIVS,
    KERNEL_SQRTS,
    KERNEL_OTHERS, /* operations of other kinds; min and max are none */
    KERNEL_LOADS,  /* array reads as written, equal ones twice */
    KERNEL_STORES,
    KERNEL_ELEMENTS,      /* different elements that are touched */
    KERNEL_WRITTEN,       /* different elements that are written */
    KERNEL_LINES,         /* different lines that hold touched elements; 0: not counted, which is
                           * so where rows do not start on lines */
    KERNEL_LINES_WRITTEN, /* the same of written elements */
    KERNEL_COUNTS,
};

/* A count or a size of 2^64 - 1 or more. */
#define KERNEL_TOO_MANY UINT64_MAX

/* What contexts share that deal the iterations of the parallel loop among them while it runs. Zero
 * before a pass and after it: the context that leaves last makes it so. A barrier is between two
 * passes. */
struct kernel_dealt {
    unsigned long next; /* dynamic: chunks that were taken; guided: iterations */
    unsigned long left; /* contexts that found nothing more to take */
} __attribute__((aligned(128)));

/* One context's share of a run. */
struct kernel_share {
    unsigned context, contexts;  /* number of this one, below CONTEXTS; how many run */
    long from, to;               /* of the parallel loop: FROM <= i < TO; the whole range where
                                  * the kernel has a chunk: when cyclic, floor(i / chunk) % contexts
                                  * == context, too */
    struct hal_barrier *barrier; /* of all contexts; NULL: nobody to wait for */
    struct kernel_dealt *dealt;  /* of all contexts; NULL: one runs alone */
};

/* A checksum that the build computed by the order of the text. */
struct kernel_expected {
    uint64_t n, check;
};

struct kernel {
    const char *name;    /* lower-case letters, digits, '_', at most 23 */
    const char *variant; /* likewise; kernels of one name compute the same */
    const char *type;    /* of the elements: "f64", "f32", "i32", "i64" */
    const char *about;   /* one line for --list */
    const char *clauses; /* the order in the author's words, for NOTE; NULL: as the text has it */

    uint32_t spec;       /* CRC-32 of the kernel's text */
    uint16_t line_bytes; /* power of two: what rows start on, and what lines are counted in */

    /* The n that it takes: least, least + step ... up to most (UINT64_MAX: no end). LEAST and STEP
     * are at least 1. */
    uint64_t least, most, step;
    bool powers; /* of these, powers of two alone */

    enum kernel_space space;
    enum kernel_schedule schedule;
    uint32_t chunk; /* iterations that are dealt at once, at least 1 when cyclic, dynamic or guided;
                     * 0: each context has one stretch */
    bool barrier;   /* all contexts meet after each run, and in it after each parallel loop */

    /* Numbers of contexts to run on, ascending; 0: all that there are. N_CONTEXTS 0: 1, 2, 4 ...
     * and all where RANGE is there, else 1. */
    const uint16_t *contexts;
    unsigned n_contexts;

    /* Returns the bytes of all arrays at n, KERNEL_TOO_MANY included, which no board has. */
    uint64_t (*bytes)(uint64_t n);

    /* Returns a count of one run at n: exact, or KERNEL_TOO_MANY. NULL: nobody counted, and the
     * stream has zeros. */
    uint64_t (*count)(enum kernel_count of, uint64_t n);

    /* The iterations *FROM <= i < *TO of the parallel loop at n, over all passes of loops around
     * it. NULL: no loop is parallel, and a run ignores its share. */
    void (*range)(uint64_t n, long *from, long *to);

    /* Writes every element of the arrays in BASE, which has bytes(n) bytes and starts on a line:
     * the arrays as declared, each in index order, by kernel_value_next(). */
    void (*fill)(void *base, uint64_t n);

    /* Runs SHARE of the kernel once, on arrays filled for the same n. n = 0: does nothing, so that
     * the call can be timed alone. Calls kernel_sync() after each pass of the parallel loop when
     * loops around it are sequential and BARRIER is set; never after the last. */
    void (*run)(void *base, uint64_t n, const struct kernel_share *share);

    /* Returns the fold of every element, in the order of fill(). NULL: variants round otherwise,
     * and the stream has zeros. */
    uint64_t (*check)(const void *base, uint64_t n);

    /* check() after fill() and one run, for a few n. */
    const struct kernel_expected *expected;
    unsigned n_expected;
};

/* Waits until all contexts of SHARE have come as far. */
static inline void kernel_sync(const struct kernel_share *share)
{
    if (share->barrier)
        hal_barrier_wait(share->barrier);
}

/* The kernels of the image that patterns describe, those of one name together, its reference
 * first; ends with NULL. Written by the build. */
extern const struct kernel *const pattern_table[];

/* Those that are written in C, a list for each file, which ends with NULL; ends with NULL. Written
 * by the build. */
extern const struct kernel *const *const kernel_table[];

#endif
