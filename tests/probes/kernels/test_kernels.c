/* The kernels of C compute what they say: transforms against their definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/kernel.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static const struct kernel *named(const char *name, const char *variant)
{
    for (const struct kernel *const *const *list = kernel_table; *list; list++)
        for (const struct kernel *const *kernel = *list; *kernel; kernel++)
            if (strcmp((*kernel)->name, name) == 0 && strcmp((*kernel)->variant, variant) == 0)
                return *kernel;
    fail_msg("no kernel %s.%s", name, variant);
    return NULL;
}

/* Runs KERNEL at n so many times; BEFORE: the first values, as many as it has room for. The
 * caller frees what comes back. */
static double *ran(const struct kernel *kernel, uint64_t n, unsigned times, double *before,
                   size_t n_before)
{
    const struct kernel_share share = { .contexts = 1 };
    double *base = aligned_alloc(64, ((size_t)kernel->bytes(n) + 63) / 64 * 64);

    assert_non_null(base);
    kernel->fill(base, n);
    memcpy(before, base, n_before * sizeof *before);
    for (unsigned i = 0; i < times; i++)
        kernel->run(base, n, &share);
    return base;
}

static void assert_near(double value, double wanted)
{
    if (fabs(value - wanted) > 1e-12)
        fail_msg("%.17g instead of %.17g", value, wanted);
}

static void assert_is_fourier(const char *variant, uint64_t n)
{
    double x[2 * MOST], *y = ran(named("fft", variant), n, 1, x, 2 * n);

    for (uint64_t k = 0; k < n; k++) {
        double re = 0, im = 0;

        for (uint64_t j = 0; j < n; j++) {
            double angle = -2 * M_PI * (double)(j * k % n) / (double)n;

            re += x[2 * j] * cos(angle) - x[2 * j + 1] * sin(angle);
            im += x[2 * j] * sin(angle) + x[2 * j + 1] * cos(angle);
        }
        assert_near(y[2 * k], re / sqrt((double)n));
        assert_near(y[2 * k + 1], im / sqrt((double)n));
    }
    free(y);
}

static void fourier_transforms_are_those_of_the_definition(void **state)
{
    (void)state;
    for (uint64_t n = 4; n <= MOST; n *= 2) {
        assert_is_fourier("radix2", n);
        assert_is_fourier("split", n);
    }
}

static void walsh_transforms_are_those_of_the_definition(void **state)
{
    (void)state;
    for (uint64_t n = 2; n <= MOST; n *= 2) {
        double x[MOST], *y = ran(named("wht", "iterative"), n, 1, x, n);
        double *z = ran(named("wht", "recursive"), n, 1, x, n);

        assert_memory_equal(y, z, n * sizeof *y);
        for (uint64_t k = 0; k < n; k++) {
            double sum = 0;

            for (uint64_t j = 0; j < n; j++)
                sum += __builtin_popcountll(j & k) % 2 == 0 ? x[j] : -x[j];
            assert_near(y[k], sum / sqrt((double)n));
        }
        free(y);
        free(z);
    }
}

/* Four transforms give back what there was: laps neither grow nor vanish. */
static void laps_keep_the_length(void **state)
{
    (void)state;
    for (uint64_t n = 4; n <= MOST; n *= 2) {
        double x[2 * MOST], *y = ran(named("fft", "split"), n, 400, x, 2 * n);

        for (uint64_t i = 0; i < 2 * n; i++)
            assert_near(y[i], x[i]);
        free(y);
    }
}

/* A call with n = 0, which is timed alone, touches nothing. */
static void without_numbers_nothing_happens(void **state)
{
    const struct kernel_share share = { .contexts = 1 };

    (void)state;
    for (const struct kernel *const *const *list = kernel_table; *list; list++)
        for (const struct kernel *const *kernel = *list; *kernel; kernel++)
            (*kernel)->run(NULL, 0, &share);
}

enum { GUARD = 64, SEVERAL = 5 };

/* The Ith size at which KERNEL is tried; 0: no further one. */
static uint64_t size_at(const struct kernel *kernel, unsigned i)
{
    uint64_t n = kernel->least;

    for (unsigned k = 0; k < i; k++)
        n = kernel->powers ? 2 * n : n + kernel->step * (1 + k);
    return i < SEVERAL && n <= kernel->most && kernel->bytes(n) < 1 << 20 ? n : 0;
}

/* Memory for KERNEL at n, filled, with bytes after it that nobody may touch. */
static unsigned char *guarded(const struct kernel *kernel, uint64_t n)
{
    size_t n_bytes = (size_t)kernel->bytes(n);
    unsigned char *base = aligned_alloc(64, (n_bytes + GUARD + 63) / 64 * 64);

    assert_non_null(base);
    memset(base + n_bytes, 0x5a, GUARD);
    kernel->fill(base, n);
    return base;
}

static void assert_in_bounds(const struct kernel *kernel, uint64_t n)
{
    unsigned char *base = guarded(kernel, n);
    struct kernel_share share = { .contexts = 1 };

    if (kernel->range)
        kernel->range(n, &share.from, &share.to);
    for (unsigned lap = 0; lap < 2; lap++)
        kernel->run(base, n, &share);
    for (size_t i = 0; i < GUARD; i++)
        if (base[(size_t)kernel->bytes(n) + i] != 0x5a)
            fail_msg("%s.%s writes beyond its arrays at n = %llu", kernel->name, kernel->variant,
                     (unsigned long long)n);
    free(base);
}

static void kernels_stay_in_their_arrays(void **state)
{
    (void)state;
    for (const struct kernel *const *const *list = kernel_table; *list; list++)
        for (const struct kernel *const *kernel = *list; *kernel; kernel++)
            for (unsigned i = 0; size_at(*kernel, i) > 0; i++)
                assert_in_bounds(*kernel, size_at(*kernel, i));
}

/* ---- contexts: threads that meet where a kernel does ---- */

enum { MOST_CONTEXTS = 7 };

static pthread_barrier_t meeting;

void hal_barrier_wait(struct hal_barrier *barrier)
{
    (void)barrier;
    pthread_barrier_wait(&meeting);
}

struct context {
    const struct kernel *kernel;
    void *base;
    uint64_t n;
    struct kernel_share share;
};

static void *run_share(void *ctx)
{
    const struct context *c = ctx;

    for (unsigned lap = 0; lap < 2; lap++) {
        c->kernel->run(c->base, c->n, &c->share);
        kernel_sync(&c->share);
    }
    return NULL;
}

/* Runs two laps of KERNEL in the filled arrays at BASE on so many contexts, and folds them. */
static uint64_t run_shared(const struct kernel *kernel, void *base, uint64_t n, unsigned contexts)
{
    static struct hal_barrier barrier;
    struct context context[MOST_CONTEXTS];
    pthread_t thread[MOST_CONTEXTS];
    long from, to;

    kernel->range(n, &from, &to);
    assert_int_equal(pthread_barrier_init(&meeting, NULL, contexts), 0);
    for (unsigned i = 0; i < contexts; i++) {
        struct kernel_share share = { .context = i,
                                      .contexts = contexts,
                                      .from = from,
                                      .to = to,
                                      .barrier = kernel->barrier ? &barrier : NULL };

        if (kernel->space != KERNEL_CYCLIC) {
            share.from = from + (to - from) * (long)i / (long)contexts;
            share.to = from + (to - from) * (long)(i + 1) / (long)contexts;
        }
        context[i] = (struct context){ kernel, base, n, share };
        assert_int_equal(pthread_create(&thread[i], NULL, run_share, &context[i]), 0);
    }
    for (unsigned i = 0; i < contexts; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    pthread_barrier_destroy(&meeting);
    return kernel->check(base, n);
}

/* What so many contexts make of KERNEL in one set of arrays. */
static uint64_t check_shared(const struct kernel *kernel, uint64_t n, unsigned contexts)
{
    unsigned char *base = guarded(kernel, n);
    uint64_t check = run_shared(kernel, base, n, contexts);

    free(base);
    return check;
}

static void contexts_share_the_work(void **state)
{
    static const unsigned several[] = { 2, 3, MOST_CONTEXTS };

    (void)state;
    for (const struct kernel *const *const *list = kernel_table; *list; list++)
        for (const struct kernel *const *kernel = *list; *kernel; kernel++)
            for (unsigned i = 0; (*kernel)->range && size_at(*kernel, i) > 0; i++)
                for (unsigned k = 0; k < sizeof several / sizeof *several; k++)
                    if (check_shared(*kernel, size_at(*kernel, i), 1) !=
                        check_shared(*kernel, size_at(*kernel, i), several[k]))
                        fail_msg("%s.%s: %u contexts do not share", (*kernel)->name,
                                 (*kernel)->variant, several[k]);
}

/* The kernels of Guerre et al. have both forms. */
static void six_kernels_are_shared_and_dealt(void **state)
{
    static const char *const names[] = { "max3x3",    "deriche",     "fgl",
                                         "quad_tree", "summed_area", "gemm" };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_non_null(named(names[i], "plain")->range);
        assert_int_equal(named(names[i], "plain")->space, KERNEL_UNIFIED);
        assert_int_equal(named(names[i], "dealt")->space, KERNEL_CYCLIC);
    }
}

/* Fills the square of SIDE at X, Y of an image of n times n with one colour. */
static void paint(uint32_t *image, size_t n, size_t x, size_t y, size_t side)
{
    for (size_t row = y; row < y + side; row++)
        for (size_t column = x; column < x + side; column++)
            image[row * n + column] = 100;
}

/* Leaves above the tiles that contexts share: a quarter, a sixteenth, and the whole image. */
static void large_squares_are_leaves_for_several_contexts(void **state)
{
    enum { N = 64 };
    static const size_t squares[][3] = { { 0, 0, 1 }, { 32, 0, 32 }, { 16, 48, 16 }, { 0, 0, 64 } };
    static const char *const variants[] = { "plain", "dealt" };

    (void)state;
    for (size_t i = 0; i < 8; i++) {
        const struct kernel *kernel = named("quad_tree", variants[i % 2]);
        const size_t *square = squares[i / 2];
        uint32_t *image = (uint32_t *)guarded(kernel, N);

        paint(image, N, square[0], square[1], square[2]);
        uint64_t alone = run_shared(kernel, image, N, 1);
        assert_true(run_shared(kernel, image, N, 3) == alone);
        kernel->fill(image, N);
        assert_true(i < 2 || run_shared(kernel, image, N, 1) != alone);
        free(image);
    }
}

/* The array that KERNEL of 4-byte words leaves AT words from the beginning. */
static uint32_t *left(const char *name, uint64_t n, size_t at, size_t n_words)
{
    const struct kernel *kernel = named(name, "plain");
    struct kernel_share share = { .contexts = 1 };
    unsigned char *base = guarded(kernel, n);
    uint32_t *words = calloc(n_words, sizeof *words);

    assert_non_null(words);
    if (kernel->range)
        kernel->range(n, &share.from, &share.to);
    kernel->run(base, n, &share);
    memcpy(words, base + 4 * at, n_words * sizeof *words);
    free(base);
    return words;
}

static void three_sorts_agree(void **state)
{
    enum { N = 1008 };
    uint32_t *quick = left("quick_sort", N, N, N), *heap = left("heap_sort", N, N, N);
    uint32_t *radix = left("radix_sort", N, 2 * N, N);

    (void)state;
    for (size_t i = 0; i < N; i++) {
        assert_true(i == 0 || quick[i - 1] <= quick[i]);
        assert_int_equal(quick[i], heap[i]);
        assert_int_equal(quick[i], radix[i]);
    }
    free(quick);
    free(heap);
    free(radix);
}

static void images_are_those_of_the_definition(void **state)
{
    enum { N = 16 };
    uint32_t *in = left("summed_area", N, 0, N * N), *sums = left("summed_area", N, N * N, N * N);
    uint32_t *most = left("max3x3", N, N * N, N * N), sum = 0, largest = 0;

    (void)state;
    for (size_t y = 0; y <= 5; y++)
        for (size_t x = 0; x <= 7; x++)
            sum += in[y * N + x];
    assert_int_equal(sums[5 * N + 7], sum);
    for (size_t y = 4; y <= 6; y++)
        for (size_t x = 6; x <= 8; x++)
            largest = in[y * N + x] > largest ? in[y * N + x] : largest;
    assert_int_equal(most[5 * N + 7], largest);
    free(in);
    free(sums);
    free(most);
}

/* An even image stays what it is. */
static void smoothing_has_no_gain(void **state)
{
    static const char *const names[] = { "deriche", "fgl" };
    enum { N = 32 };

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        const struct kernel *kernel = named(names[k], "plain");
        const struct kernel_share share = { .contexts = 1, .to = N };
        float *base = (float *)guarded(kernel, N);

        for (size_t i = 0; i < N * N; i++)
            base[i] = 1.5f;
        kernel->run(base, N, &share);
        for (size_t i = 0; i < N * N; i++)
            if (fabsf(base[(kernel->bytes(N) / 4) - N * N + i] - 1.5f) > 0.02f)
                fail_msg("%s makes %f of 1.5", names[k],
                         (double)base[(kernel->bytes(N) / 4) - N * N + i]);
        free(base);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_stay_in_their_arrays),
        cmocka_unit_test(contexts_share_the_work),
        cmocka_unit_test(six_kernels_are_shared_and_dealt),
        cmocka_unit_test(large_squares_are_leaves_for_several_contexts),
        cmocka_unit_test(three_sorts_agree),
        cmocka_unit_test(images_are_those_of_the_definition),
        cmocka_unit_test(smoothing_has_no_gain),
        cmocka_unit_test(fourier_transforms_are_those_of_the_definition),
        cmocka_unit_test(walsh_transforms_are_those_of_the_definition),
        cmocka_unit_test(laps_keep_the_length),
        cmocka_unit_test(without_numbers_nothing_happens),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
