/* Kernels that read, write, copy and combine a piece of memory as fast as they can. */
#include "stream.h"
#include "nontemporal.h"

_Static_assert(sizeof(stream_word) <= STREAM_MOST_WORD_BYTES, "a sink holds a word");

/* In every word that is written: some processors write zeros past their caches several times as
 * fast as anything else. */
#define NOT_ZERO 0x9e3779b9u

enum { SUMS = 8, FEWEST_STEPS = 4 };

#define INLINE static inline __attribute__((always_inline))

/* The beginning of every pass: AT[k] goes through part K. STREAMS and UNROLL are constants
 * in every call, so that all of AT are registers. */
#define FOLLOW(at, parts)                                                                          \
    stream_word *at[parts];                                                                        \
    _Pragma("GCC unroll 6") for (unsigned k = 0; k < (parts); k++) at[k] = p + k * s->part_words

/* The same statement for every word of a step: k is its stream, u its place there. */
#define EACH_WORD                                                                                  \
    _Pragma("GCC unroll 4") for (unsigned k = 0; k < streams; k++)                                 \
        _Pragma("GCC unroll 4") for (unsigned u = 0; u < unroll; u++)

#define STEP(at, parts)                                                                            \
    _Pragma("GCC unroll 6") for (unsigned k = 0; k < (parts); k++) at[k] += unroll

INLINE stream_word *sink_of(struct stream *s)
{
    return (stream_word *)(void *)s->sink;
}

INLINE void read_pass(struct stream *s, stream_word *p, size_t n, unsigned streams, unsigned unroll)
{
    stream_word sum[SUMS] = { { 0 } };

    FOLLOW(at, streams);
    for (; n > 0; n--) {
        EACH_WORD
        sum[(k * unroll + u) % SUMS] ^= at[k][u];
        STEP(at, streams);
    }
#pragma GCC unroll 8
    for (unsigned i = 0; i < SUMS; i++)
        *sink_of(s) ^= sum[i];
}

INLINE void write_pass(struct stream *s, stream_word *p, size_t n, unsigned streams,
                       unsigned unroll)
{
    const stream_word what = *sink_of(s) | NOT_ZERO;

    FOLLOW(at, streams);
    for (; n > 0; n--) {
        EACH_WORD
        at[k][u] = what;
        STEP(at, streams);
    }
}

#if NONTEMPORAL
INLINE void nt_write_pass(struct stream *s, stream_word *p, size_t n, unsigned streams,
                          unsigned unroll)
{
    const stream_word what = *sink_of(s) | NOT_ZERO;

    FOLLOW(at, streams);
    for (; n > 0; n--) {
        EACH_WORD
        NONTEMPORAL_STORE(&at[k][u], what);
        STEP(at, streams);
    }
}
#endif

/* The array that is written comes after those that are read. */
INLINE void copy_pass(struct stream *s, stream_word *p, size_t n, unsigned streams, unsigned unroll)
{
    FOLLOW(at, 2 * streams);
    for (; n > 0; n--) {
        EACH_WORD
        at[streams + k][u] = at[k][u];
        STEP(at, 2 * streams);
    }
}

INLINE void triad_pass(struct stream *s, stream_word *p, size_t n, unsigned streams,
                       unsigned unroll)
{
    FOLLOW(at, 3 * streams);
    for (; n > 0; n--) {
        EACH_WORD
        at[2 * streams + k][u] = at[k][u] + 2 * at[streams + k][u];
        STEP(at, 3 * streams);
    }
}

typedef void pass_fn(struct stream *, void *, size_t);

#define PASS(op, streams, unroll)                                                                  \
    static void op##_##streams##_##unroll(struct stream *s, void *p, size_t n)                     \
    {                                                                                              \
        op##_pass(s, p, n, streams, unroll);                                                       \
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
        size_t left = lap - at;
        size_t n = steps < left ? (size_t)steps : left;

        pass(s, base + at * step_bytes, n);
        at = n == left ? 0 : at + n;
        steps -= n;
    }
    s->at = at;
}
