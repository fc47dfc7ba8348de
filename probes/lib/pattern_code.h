/* What code that is generated from patterns calls: arrays, counts, and the loops' arithmetic. */
#ifndef PATTERN_CODE_H
#define PATTERN_CODE_H

#include "kernel.h"

enum pattern_type { PATTERN_F64, PATTERN_F32, PATTERN_I32, PATTERN_I64 };

/* What an array begins with: values, or subscripts. */
enum pattern_index { PATTERN_VALUES, PATTERN_STRIDE, PATTERN_RANDOM };

/* An array as its elements lie in memory: rows of COLUMNS elements, PITCH apart. */
struct pattern_array {
    enum pattern_type type;
    uint64_t rows, columns, pitch;
    enum pattern_index index; /* LOW to LOW + RANGE - 1, each once before any comes again */
    long low, range;
    uint32_t stride; /* every STRIDE-th; before it is shuffled, where random */
};

/* Returns X * Y, or UINT64_MAX where that does not fit. */
uint64_t pattern_product(uint64_t x, uint64_t y);
/* Returns X rounded up to a multiple of BY, a power of two, or UINT64_MAX. */
uint64_t pattern_round(uint64_t x, uint64_t by);

/* The bytes of N arrays, each of whole lines of LINE bytes; KERNEL_TOO_MANY where they do not fit.
 */
uint64_t pattern_bytes(const struct pattern_array *arrays, unsigned n, unsigned line);
/* kernel.fill and kernel.check on N arrays that lie in BASE one after the other. */
void pattern_fill(const struct pattern_array *arrays, unsigned n, unsigned line, void *base);
uint64_t pattern_check(const struct pattern_array *arrays, unsigned n, unsigned line,
                       const void *base);

/* A count as a polynomial whose coefficients go round with n. For SMALLEST <= n <= LARGEST, with
 * k = n / PERIOD and r = n % PERIOD, it is the sum over i of
 * NEWTON[r * (DEGREE + 1) + i] * k (k - 1) ... (k - i + 1) / i!. Below SMALLEST it is TABLE[n]. */
struct pattern_quasi {
    uint64_t smallest, largest;
    uint16_t period, degree;
    const int64_t *newton; /* NULL: they are in SHORT_NEWTON */
    const int32_t *short_newton;
    const uint64_t *table;
};

struct pattern_counts {
    unsigned n_statements;
    const struct pattern_quasi *instances; /* of each statement */
    const uint16_t *weights;               /* of each statement: KERNEL_ADDS to KERNEL_STORES */
    const struct pattern_quasi *sets;      /* KERNEL_ELEMENTS to KERNEL_LINES_WRITTEN */
    bool has_lines;
};

/* kernel.count. */
uint64_t pattern_count(const struct pattern_counts *c, enum kernel_count of, uint64_t n);

/* The largest n that loops can count to. */
#define PATTERN_MOST ((uint64_t)__LONG_MAX__ >> 1)

/* The checksums that the build computed, where elements have the precision of their type. */
#if __FLT_EVAL_METHOD__ == 0
#define PATTERN_EXPECTED(of, n) .expected = of, .n_expected = n,
#else
#define PATTERN_EXPECTED(of, n) .expected = of, .n_expected = 0,
#endif

/* ---- in loops ---- */

static inline long pattern_min(long x, long y)
{
    return x < y ? x : y;
}

static inline long pattern_max(long x, long y)
{
    return x > y ? x : y;
}

/* X / BY rounded down; BY is positive. */
static inline long pattern_floor(long x, long by)
{
    return x / by - (x % by < 0);
}

/* Returns true when the caller's context has the runs of iterations of number RUN. */
static inline bool pattern_is_mine(long run, const struct kernel_share *share)
{
    long of = run % (long)share->contexts;

    return (unsigned long)(of < 0 ? of + (long)share->contexts : of) == share->context;
}

/* ---- in statements ---- */

#define PATTERN_LEAST_AND_MOST(type, word)                                                         \
    static inline type pattern_min_##word(type x, type y)                                          \
    {                                                                                              \
        return y < x ? y : x;                                                                      \
    }                                                                                              \
    static inline type pattern_max_##word(type x, type y)                                          \
    {                                                                                              \
        return y > x ? y : x;                                                                      \
    }
PATTERN_LEAST_AND_MOST(double, f64)
PATTERN_LEAST_AND_MOST(float, f32)
PATTERN_LEAST_AND_MOST(int32_t, i32)
PATTERN_LEAST_AND_MOST(int64_t, i64)

/* One rounding where the processor has the operation, else two. */
#ifdef __FP_FAST_FMA
#define pattern_fma_f64(x, y, z) __builtin_fma(x, y, z)
#else
#define pattern_fma_f64(x, y, z) ((x) * (y) + (z))
#endif
#ifdef __FP_FAST_FMAF
#define pattern_fma_f32(x, y, z) __builtin_fmaf(x, y, z)
#else
#define pattern_fma_f32(x, y, z) ((x) * (y) + (z))
#endif
#define pattern_fma_i32(x, y, z) ((x) * (y) + (z))
#define pattern_fma_i64(x, y, z) ((x) * (y) + (z))
#define pattern_sqrt_f64(x)      __builtin_sqrt(x)
#define pattern_sqrt_f32(x)      __builtin_sqrtf(x)

/* Returns the first run of iterations from number FROM on that the caller's context has; its others
 * follow in steps of the number of contexts. */
static inline long pattern_first(long from, const struct kernel_share *share)
{
    long contexts = (long)share->contexts, of = from % contexts;
    long skip = (long)share->context - (of < 0 ? of + contexts : of);

    return from + (skip < 0 ? skip + contexts : skip);
}

/* ---- loops that a schedule deals in chunks: OpenMP 5.2, section 11.5.3 ---- */

/* One pass of the parallel loop, N iterations from FIRST on, and the chunk that the caller has of
 * it: FROM <= i < TO. */
struct pattern_chunks {
    long from, to, first, base;
    long run; /* static: the caller's next chunk, counted from BASE */
    unsigned long n, chunk;
    unsigned long next; /* of one context alone: iterations taken */
};

static inline struct pattern_chunks pattern_chunks_of(long first, long last, long chunk, long base,
                                                      const struct kernel_share *share)
{
    return (struct pattern_chunks){
        .first = first,
        .base = base,
        .run = pattern_first(pattern_floor(first - base, chunk), share),
        .n = last < first ? 0 : (unsigned long)(last - first) + 1,
        .chunk = (unsigned long)chunk,
    };
}

/* The caller has N iterations from number FROM on, or as many as there are. */
static inline bool pattern_has(struct pattern_chunks *c, unsigned long from, unsigned long n)
{
    c->from = c->first + (long)from;
    c->to = c->from + (long)(n < c->n - from ? n : c->n - from);
    return true;
}

/* Chunks in turn. An iteration has the same context in every pass. */
static inline bool pattern_static(struct pattern_chunks *c, const struct kernel_share *share)
{
    long end = c->first + (long)c->n;

    if (c->n == 0 || c->run > pattern_floor(end - 1 - c->base, (long)c->chunk))
        return false;
    long from = c->base + c->run * (long)c->chunk;
    c->from = pattern_max(from, c->first);
    c->to = pattern_min(from + (long)c->chunk, end);
    c->run += (long)share->contexts;
    return true;
}

/* Nothing is left for the caller: the last context to find so makes all ready for the next pass. */
static inline bool pattern_leave(const struct kernel_share *share)
{
    if (__atomic_add_fetch(&share->dealt->left, 1, __ATOMIC_ACQ_REL) == share->contexts) {
        __atomic_store_n(&share->dealt->next, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&share->dealt->left, 0, __ATOMIC_RELAXED);
    }
    return false;
}

static inline bool pattern_alone(struct pattern_chunks *c, unsigned long n)
{
    unsigned long from = c->next;

    c->next += n;
    return from < c->n && pattern_has(c, from, n);
}

/* The next chunk that nobody has. */
static inline bool pattern_dynamic(struct pattern_chunks *c, const struct kernel_share *share)
{
    if (!share->dealt)
        return pattern_alone(c, c->chunk);
    unsigned long taken = __atomic_fetch_add(&share->dealt->next, 1, __ATOMIC_RELAXED);

    if (c->n == 0 || taken > (c->n - 1) / c->chunk)
        return pattern_leave(share);
    return pattern_has(c, taken * c->chunk, c->chunk);
}

/* Likewise what is left over the number of contexts, rounded up, but at least a chunk. */
static inline bool pattern_guided(struct pattern_chunks *c, const struct kernel_share *share)
{
    if (!share->dealt)
        return pattern_alone(c, c->n);
    unsigned long from = __atomic_load_n(&share->dealt->next, __ATOMIC_RELAXED), n;

    do {
        if (from >= c->n)
            return pattern_leave(share);
        n = (c->n - from + share->contexts - 1) / share->contexts;
        n = n > c->chunk ? n : c->chunk;
        n = n < c->n - from ? n : c->n - from;
    } while (!__atomic_compare_exchange_n(&share->dealt->next, &from, from + n, false,
                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return pattern_has(c, from, n);
}

/* Returns X rounded up to a multiple of BY, a power of two: sizes in memory, which are far below
 * 2^64. */
static inline uint64_t pattern_up(uint64_t x, uint64_t by)
{
    return (x + by - 1) & ~(by - 1);
}

/* The names that loops are written with. */
#define min(x, y)    pattern_min(x, y)
#define max(x, y)    pattern_max(x, y)
#define floord(x, y) pattern_floor(x, y)

/* Before a loop whose iterations may run at once. Four vectors a lap, where code need not be small:
 * with one, counting laps takes as long as the first cache needs for a vector. clang does so by
 * itself. */
#if defined __clang__
#define PATTERN_VECTOR _Pragma("clang loop vectorize(assume_safety)")
#elif defined PATTERN_SMALL
#define PATTERN_VECTOR _Pragma("GCC ivdep")
#else
#define PATTERN_VECTOR _Pragma("GCC ivdep") _Pragma("GCC unroll 4")
#endif

/* ---- stores that ask for no place in a cache, where the processor has some ---- */

#if defined __x86_64__ && !defined __SANITIZE_THREAD__
static inline void pattern_stream_8(void *to, const void *from)
{
    long long bits;

    __builtin_memcpy(&bits, from, sizeof bits);
    __asm__ volatile("movnti %1, %0"
                     : "=m"(*(long long __attribute__((may_alias)) *)to)
                     : "r"(bits));
}

static inline void pattern_stream_4(void *to, const void *from)
{
    int bits;

    __builtin_memcpy(&bits, from, sizeof bits);
    __asm__ volatile("movnti %1, %0" : "=m"(*(int __attribute__((may_alias)) *)to) : "r"(bits));
}
#define PATTERN_STREAM_END __asm__ volatile("sfence" ::: "memory")
#else
static inline void pattern_stream_8(void *to, const void *from)
{
    __builtin_memcpy(to, from, 8);
}

static inline void pattern_stream_4(void *to, const void *from)
{
    __builtin_memcpy(to, from, 4);
}
#define PATTERN_STREAM_END (void)0
#endif

#endif
