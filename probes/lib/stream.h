/* Kernels that move as many bytes as they can through a piece of memory: it is cut into as many
 * parts as there are streams, and all are gone through side by side ("Applying the Roofline Model",
 * chapter 5). Words are vectors where the target has them. */
#ifndef STREAM_H
#define STREAM_H

#include <stddef.h>
#include <stdint.h>

enum stream_op {
    STREAM_READ,     /* all words combined by exclusive or */
    STREAM_WRITE,    /* the same word everywhere */
    STREAM_COPY,     /* a = b */
    STREAM_TRIAD,    /* a = b + 2 c, on integers, which no number makes slow */
    STREAM_NT_WRITE, /* as write, past the caches */
    STREAM_OPS
};

/* Numbers of streams, each with and without the loop unrolled. */
enum { STREAM_VARIANTS = 8, STREAM_MOST_WORD_BYTES = 64 };

/* Of the words that are moved; stream.c may be compiled for wider vectors than its callers. */
size_t stream_word_bytes(void);

static inline unsigned stream_count(unsigned variant)
{
    return variant / 2 + 1;
}

/* Words of each stream in a step. */
static inline unsigned stream_unroll(unsigned variant)
{
    return variant % 2 ? 4 : 1;
}

struct stream {
    _Alignas(128) char *base; /* aligned to a word; this and the next set by the caller */
    size_t bytes;
    size_t steps; /* of a whole lap; stream.c's own from here */
    size_t at;    /* where the last call stopped */
    size_t part_words;
    size_t step_words;
    void (*pass)(struct stream *, void *, size_t, size_t);
    _Alignas(STREAM_MOST_WORD_BYTES) unsigned char sink[STREAM_MOST_WORD_BYTES]; /* a word */
};

/* Makes S ready for OP in VARIANT (below STREAM_VARIANTS), near where it stopped before. Bytes that
 * a step moves, read and written ones counted once each, whatever a cache adds; 0: there is no such
 * kernel, or there are too few bytes. */
size_t stream_set(struct stream *s, enum stream_op op, unsigned variant);

/* Returns 1 when there are kernels of OP, else 0: the compiler may have no stores past the caches.
 */
int stream_has(enum stream_op op);

/* Takes STEPS steps, lap after lap. Context of measure_kernel: the struct stream. */
void stream_run(void *stream, uint64_t steps);

#endif
