/* Kernels that read, write, copy and combine a piece of memory as fast as they can. */
#include "stream.h"
#include "nontemporal.h"

_Static_assert(sizeof(stream_word) <= STREAM_MOST_WORD_BYTES, "a sink holds a word");

/* In every word that is written: some processors write zeros past their caches several times as
 * fast as anything else. */
#define NOT_ZERO 0x9e3779b9u

/* 1: passes count laps, as a call for each costs the first cache of a fast processor up to a tenth
 * of what it brings; 0 where loops are to be small. */
#ifndef LAPS_IN_A_PASS
#define LAPS_IN_A_PASS 1
#endif

enum { SUMS = 8, FEWEST_STEPS = 4 };

#define INLINE static inline __attribute__((always_inline))

/* STATEMENT for every word of a step: k is its stream, u its place there. */
#define EACH_WORD(statement)                                                                       \
    _Pragma("GCC unroll 4") for (unsigned k = 0; k < streams; k++)                                 \
        _Pragma("GCC unroll 4") for (unsigned u = 0; u < unroll; u++) statement

/* What every pass does: N steps from P, TIMES times, AT[k] in part K. STREAMS and UNROLL are
 * constants in every call, so that all of AT are registers. */
#define EACH_STEP(at, parts, statement)                                                            \
    const size_t part_words = s->part_words;                                                       \
    for (size_t again = LAPS_IN_A_PASS ? times : 1; again > 0; again--) {                          \
        stream_word *at[parts];                                                                    \
        _Pragma("GCC unroll 6") for (unsigned k = 0; k < (parts); k++) at[k] = p + k * part_words; \
        for (size_t left = n; left > 0; left--) {                                                  \
            EACH_WORD(statement);                                                                  \
            _Pragma("GCC unroll 6") for (unsigned k = 0; k < (parts); k++) at[k] += unroll;        \
        }                                                                                          \
    }

INLINE stream_word *sink_of(struct stream *s)
{
    return (stream_word *)(void *)s->sink;
}

INLINE void read_pass(struct stream *s, stream_word *p, size_t n, size_t times, unsigned streams,
                      unsigned unroll)
{
    stream_word sum[SUMS] = { { 0 } };

    EACH_STEP(at, streams, sum[(k * unroll + u) % SUMS] ^= at[k][u]);
#pragma GCC unroll 8
    for (unsigned i = 0; i < SUMS; i++)
        *sink_of(s) ^= sum[i];
}

INLINE void write_pass(struct stream *s, stream_word *p, size_t n, size_t times, unsigned streams,
                       unsigned unroll)
{
    const stream_word what = *sink_of(s) | NOT_ZERO;

    EACH_STEP(at, streams, at[k][u] = what);
}

#if NONTEMPORAL
INLINE void nt_write_pass(struct stream *s, stream_word *p, size_t n, size_t times,
                          unsigned streams, unsigned unroll)
{
    const stream_word what = *sink_of(s) | NOT_ZERO;

    EACH_STEP(at, streams, NONTEMPORAL_STORE(&at[k][u], what));
}
#endif

/* The array that is written comes after those that are read. */
INLINE void copy_pass(struct stream *s, stream_word *p, size_t n, size_t times, unsigned streams,
                      unsigned unroll)
{
    EACH_STEP(at, 2 * streams, at[streams + k][u] = at[k][u]);
}

INLINE void triad_pass(struct stream *s, stream_word *p, size_t n, size_t times, unsigned streams,
                       unsigned unroll)
{
    EACH_STEP(at, 3 * streams, at[2 * streams + k][u] = at[k][u] + 2 * at[streams + k][u]);
}

typedef void pass_fn(struct stream *, void *, size_t, size_t);

#define PASS(op, streams, unroll)                                                                  \
    static void op##_##streams##_##unroll(struct stream *s, void *p, size_t n, size_t times)       \
    {                                                                                              \
        op##_pass(s, p, n, times, streams, unroll);                                                \
    }
#define TWO(op)  PASS(op, 1, 1) PASS(op, 1, 4) PASS(op, 2, 1) PASS(op, 2, 4)
#define FOUR(op) TWO(op) PASS(op, 3, 1) PASS(op, 3, 4) PASS(op, 4, 1) PASS(op, 4, 4)

/* Three or four streams of several arrays are more addresses than many targets have registers. */
FOUR(read)
FOUR(write)
TWO(copy)
TWO(triad)
#if NONTEMPORAL
FOUR(nt_write)
#endif

#define TWO_NAMES(op)  op##_1_1, op##_1_4, op##_2_1, op##_2_4
#define FOUR_NAMES(op) TWO_NAMES(op), op##_3_1, op##_3_4, op##_4_1, op##_4_4

static pass_fn *const passes[STREAM_OPS][STREAM_VARIANTS] = {
    [STREAM_READ] = { FOUR_NAMES(read) },         [STREAM_WRITE] = { FOUR_NAMES(write) },
    [STREAM_COPY] = { TWO_NAMES(copy) },          [STREAM_TRIAD] = { TWO_NAMES(triad) },
#if NONTEMPORAL
    [STREAM_NT_WRITE] = { FOUR_NAMES(nt_write) },
#endif
};

size_t stream_set(struct stream *s, enum stream_op op, unsigned variant)
{
    static const unsigned char arrays[STREAM_OPS] = { 1, 1, 2, 3, 1 };
    unsigned streams = stream_count(variant), unroll = stream_unroll(variant);
    size_t steps = s->bytes / sizeof(stream_word) / (streams * arrays[op]) / unroll;

    if (!passes[op][variant] || steps <= FEWEST_STEPS)
        return 0;
    s->pass = passes[op][variant];
    s->steps = steps - (steps % 2 == 0); /* odd: streams are not all in one set of a cache */
    s->part_words = s->steps * unroll;
    s->step_words = unroll;
    s->at %= s->steps;
    return (size_t)streams * unroll * arrays[op] * sizeof(stream_word);
}

size_t stream_word_bytes(void)
{
    return sizeof(stream_word);
}

int stream_has(enum stream_op op)
{
    return passes[op][0] != 0;
}

/* Its own copies of what a pass may not change: read anew each time, they cost a pass through the
 * first cache 3 percent. */
void stream_run(void *stream, uint64_t steps)
{
    struct stream *s = stream;
    pass_fn *const pass = s->pass;
    char *const base = s->base;
    const size_t lap = s->steps, step_bytes = s->step_words * sizeof(stream_word);
    size_t at = s->at;

    while (steps > 0) {
        size_t left = lap - at, times = 1;
        size_t n = steps < left ? (size_t)steps : left;

        if (LAPS_IN_A_PASS && n == lap)
            times = (size_t)(steps / lap);
        pass(s, base + at * step_bytes, n, times);
        at = n == left ? 0 : at + n;
        steps -= (uint64_t)times * n;
    }
    s->at = at;
}
