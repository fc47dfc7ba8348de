/* Kernels written by hand, with the interface of generated ones. */
#include "planted_kernels.h"

enum { LINE = 64, WORDS = LINE / 8 };

static uint64_t row_bytes(uint64_t n)
{
    return n > (UINT64_MAX - LINE) / 8 ? KERNEL_TOO_MANY : (n * 8 + LINE - 1) / LINE * LINE;
}

static uint64_t triad_bytes(uint64_t n)
{
    return row_bytes(n) > UINT64_MAX / 3 ? KERNEL_TOO_MANY : 3 * row_bytes(n);
}

static uint64_t triad_count(enum kernel_count of, uint64_t n)
{
    static const uint8_t each[KERNEL_COUNTS] = {
        [KERNEL_ADDS] = 1,    [KERNEL_MULS] = 1,     [KERNEL_LOADS] = 2, [KERNEL_STORES] = 1,
        [KERNEL_WRITTEN] = 1, [KERNEL_ELEMENTS] = 3, [KERNEL_LINES] = 3, [KERNEL_LINES_WRITTEN] = 1
    };
    uint64_t of_each = n;

    if (of == KERNEL_LINES || of == KERNEL_LINES_WRITTEN)
        of_each = n / WORDS + (n % WORDS > 0);
    return each[of] > 0 && of_each > (UINT64_MAX - 1) / each[of] ? KERNEL_TOO_MANY
                                                                 : each[of] * of_each;
}

static void triad_range(uint64_t n, long *from, long *to)
{
    *from = 0;
    *to = (long)n;
}

static double *array(void *base, uint64_t n, unsigned i)
{
    return (double *)((char *)base + i * row_bytes(n));
}

static void triad_fill(void *base, uint64_t n)
{
    uint32_t state = KERNEL_VALUES_BEGIN;

    for (unsigned a = 0; a < 3; a++)
        for (uint64_t i = 0; i < n; i++)
            array(base, n, a)[i] = 1 + (double)kernel_value_next(&state) / KERNEL_VALUES;
}

static uint64_t triad_check(const void *base, uint64_t n)
{
    uint64_t folded = KERNEL_FOLD_BEGIN;

    for (unsigned a = 0; a < 3; a++)
        for (uint64_t i = 0; i < n; i++) {
            union {
                double value;
                uint64_t bits;
            } word = { ((const double *)((const char *)base + a * row_bytes(n)))[i] };

            folded = kernel_fold(folded, word.bits);
        }
    return folded;
}

static void triad_stretch(void *base, uint64_t n, long from, long to)
{
    double *restrict a = array(base, n, 0);
    const double *restrict b = array(base, n, 1), *restrict c = array(base, n, 2);

    for (long i = from; i < to; i++)
        a[i] = b[i] + 3 * c[i];
}

static void triad_run(void *base, uint64_t n, const struct kernel_share *share)
{
    (void)share;
    triad_stretch(base, n, 0, (long)n);
}

static void triad_run_share(void *base, uint64_t n, const struct kernel_share *share)
{
    triad_stretch(base, n, share->from, share->to);
}

static void triad_run_dealt(void *base, uint64_t n, const struct kernel_share *share)
{
    for (long i = share->context; i < share->to; i += share->contexts)
        triad_stretch(base, n, i, i + 1);
}

static void triad_run_wrong(void *base, uint64_t n, const struct kernel_share *share)
{
    (void)share;
    triad_stretch(base, n, 0, (long)n - 1);
}

/* By a program of another language from the definitions of fill() and check(). */
static const struct kernel_expected expected[] = { { 8, UINT64_C(0x72d2a24a10f6708b) } };

#define TRIAD(VARIANT, RUN)                                                                        \
    .name = "triad", .variant = VARIANT, .type = "f64", .about = "a triad", .spec = 0x12345678,    \
    .line_bytes = LINE, .least = 1, .most = UINT64_MAX, .step = 1, .bytes = triad_bytes,           \
    .count = triad_count, .fill = triad_fill, .run = RUN, .check = triad_check

const struct kernel planted_triad = { TRIAD("plain", triad_run), .expected = expected,
                                      .n_expected = 1 };
const struct kernel planted_triad_shared = { TRIAD("shared", triad_run_share),
                                             .clauses = "parallel i; space unified; barrier yes",
                                             .barrier = true, .range = triad_range };
const struct kernel planted_triad_dealt = { TRIAD("dealt", triad_run_dealt),
                                            .clauses = "parallel i; space cyclic 1; barrier no",
                                            .space = KERNEL_CYCLIC, .chunk = 1,
                                            .range = triad_range };
const struct kernel planted_triad_own = { TRIAD("own", triad_run_share),
                                          .clauses = "parallel i; space independent; barrier no",
                                          .space = KERNEL_INDEPENDENT, .range = triad_range };
const struct kernel planted_triad_wrong = { TRIAD("wrong", triad_run_wrong) };

const struct kernel planted_other = { .name = "other",
                                      .variant = "plain",
                                      .type = "f64",
                                      .about = "a triad",
                                      .spec = 1,
                                      .line_bytes = LINE,
                                      .least = 4,
                                      .most = 100,
                                      .step = 2,
                                      .bytes = triad_bytes,
                                      .count = triad_count,
                                      .fill = triad_fill,
                                      .run = triad_run,
                                      .check = triad_check };
