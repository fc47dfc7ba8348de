/* Products of matrices in memory of their own: filled, checked against plain loops, and timed. */
#include "product.h"
#include "hal/alloc.h"
#include "hal/timer.h"
#include "lib/measure.h"

/* Three matrices and a workspace follow each other; lines between them are guards. */
enum { GUARD = 64, ALIGN = 4096 };

static struct hal_block block;
static size_t matrix_bytes, work_bytes;

static char *matrix(unsigned i)
{
    return (char *)block.start + i * (matrix_bytes + GUARD);
}

static bool is_single(const char *type)
{
    return probe_same_text(type, "f32");
}

static size_t work_of(const struct tune_candidate *c, size_t n)
{
    return c->tile ? c->tile->work_bytes(c->first, c->second, n) : 0;
}

int product_memory_get(const struct tune_candidate *at, unsigned count, size_t n)
{
    work_bytes = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!at[i].tile)
            continue;
        size_t side = product_check_side(&at[i]) > n ? product_check_side(&at[i]) : n;
        work_bytes = work_of(&at[i], side) > work_bytes ? work_of(&at[i], side) : work_bytes;
        n = side;
    }
    matrix_bytes = (n * n * sizeof(double) + GUARD - 1) / GUARD * GUARD;
    size_t bytes = 3 * (matrix_bytes + GUARD) + work_bytes;
    if (bytes > hal_alloc_limit_bytes())
        return -1;
    return hal_alloc(&block, bytes, ALIGN, HAL_PAGES_LARGE);
}

void product_memory_give_back(void)
{
    hal_free(&block);
}

/* ---- numbers: small integers, so that every order of additions gives the same ---- */

static int number_at(size_t i, unsigned seed)
{
    return (int)((i * 7 + i / 5 * 3 + seed) % 9) - 4;
}

static void set(char *to, const char *type, size_t i, int value)
{
    if (is_single(type))
        ((float *)(void *)to)[i] = (float)value;
    else
        ((double *)(void *)to)[i] = value;
}

static long element(const char *from, const char *type, size_t i)
{
    return is_single(type) ? (long)((const float *)(const void *)from)[i]
                           : (long)((const double *)(const void *)from)[i];
}

static void fill_matrix(unsigned m, const char *type, size_t n)
{
    for (size_t i = 0; i < n * n; i++)
        set(matrix(m), type, i, m == 2 ? 0 : number_at(i, m));
}

void product_fill(const char *type, size_t n)
{
    for (unsigned m = 0; m < 3; m++)
        fill_matrix(m, type, n);
}

uint64_t product_fold(const char *type, size_t n)
{
    uint64_t fold = 0;

    for (size_t i = 0; i < n * n; i++)
        fold = fold * 31 + (uint64_t)element(matrix(2), type, i);
    return fold;
}

/* ---- one product ---- */

/* C = A B of sides M, N, K in matrices of LD rows. */
static int multiply(const struct tune_candidate *c, size_t m, size_t n, size_t k, size_t ld)
{
    const struct tile_gemm args = {
        .m = m,
        .n = n,
        .k = k,
        .alpha = 1,
        .beta = 0,
        .a = matrix(0),
        .b = matrix(1),
        .c = matrix(2),
        .lda = ld,
        .ldb = ld,
        .ldc = ld,
        .kc = c->first,
        .mc = c->second,
        .nc = n,
        .work = matrix(3),
        .work_bytes = work_bytes,
    };

    return c->tile->gemm(&args);
}

static uint64_t now(bool by_thread)
{
    return by_thread ? hal_timer_thread_ns() : hal_timer_now_ticks();
}

uint64_t product_time(const struct tune_candidate *c, size_t n, bool by_thread)
{
    uint64_t begin = now(by_thread);

    if (multiply(c, n, n, n, n) != 0)
        return MEASURE_NONE;
    uint64_t end = now(by_thread);
    return by_thread ? end - begin : measure_between_ticks(begin, end);
}

/* ---- the check ---- */

size_t product_check_side(const struct tune_candidate *c)
{
    return 2 * (c->rows > c->columns ? c->rows : c->columns) + 3;
}

static long expected(const char *type, size_t i, size_t j, size_t k, size_t ld)
{
    long sum = 0;

    for (size_t p = 0; p < k; p++)
        sum += element(matrix(0), type, p * ld + i) * element(matrix(1), type, j * ld + p);
    return sum;
}

enum { UNTOUCHED = 77 };

/* Every element of the product of M x N, and what else is in its columns of LD. */
static bool is_expected(const char *type, size_t m, size_t n, size_t k, size_t ld)
{
    for (size_t j = 0; j < ld; j++)
        for (size_t i = 0; i < ld; i++) {
            long wanted = i < m && j < n ? expected(type, i, j, k, ld) : UNTOUCHED;
            if (element(matrix(2), type, j * ld + i) != wanted)
                return false;
        }
    return true;
}

bool product_is_right(const struct tune_candidate *c)
{
    size_t ld = product_check_side(c), m = ld - 2, n = 2 * c->columns + 1, k = ld - 1;

    for (unsigned i = 0; i < 2; i++)
        fill_matrix(i, c->type, ld);
    for (size_t i = 0; i < ld * ld; i++)
        set(matrix(2), c->type, i, UNTOUCHED);
    n = n < ld ? n : ld;
    return multiply(c, m, n, k, ld) == 0 && is_expected(c->type, m, n, k, ld);
}
