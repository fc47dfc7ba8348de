/* The kernels of the shipped patterns: every variant computes what the text says, alone and shared
 * by contexts, and writes nothing beyond its bytes. */
#include "lib/kernel.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CONTEXTS = 3, GUARD = 4096, GUARD_BYTE = 0x5a };

static const uint64_t sizes[] = { 1, 2, 3, 4, 5, 7, 8, 9, 16, 37, 50, 101 };
enum { SIZES = sizeof sizes / sizeof sizes[0] };

struct context {
    pthread_t thread;
    const struct kernel *kernel;
    void *base;
    uint64_t n;
    struct kernel_share share;
};

static void *run_context(void *arg)
{
    struct context *c = arg;

    c->kernel->run(c->base, c->n, &c->share);
    return NULL;
}

/* The stretch of context I of N, as probes cut it. */
static struct kernel_share share_of(const struct kernel *k, uint64_t n, unsigned i, unsigned of,
                                    struct hal_barrier *barrier)
{
    static struct kernel_dealt dealt; /* zero after each run */
    struct kernel_share s = { .context = i,
                              .contexts = of,
                              .barrier = of > 1 ? barrier : NULL,
                              .dealt = of > 1 ? &dealt : NULL };
    long from = 0, to = 0;

    if (k->range != NULL)
        k->range(n, &from, &to);
    s.from = k->chunk > 0 ? from : from + (to - from) * (long)i / (long)of;
    s.to = k->chunk > 0 ? to : from + (to - from) * (long)(i + 1) / (long)of;
    return s;
}

static void run_shared(const struct kernel *k, void *base, uint64_t n, unsigned of)
{
    struct hal_barrier barrier = { .n = of };
    struct context contexts[CONTEXTS];

    for (unsigned i = 0; i < of; i++) {
        contexts[i] = (struct context){ .kernel = k, .base = base, .n = n };
        contexts[i].share = share_of(k, n, i, of, &barrier);
    }
    for (unsigned i = 1; i < of; i++)
        assert_int_equal(pthread_create(&contexts[i].thread, NULL, run_context, &contexts[i]), 0);
    run_context(&contexts[0]);
    for (unsigned i = 1; i < of; i++)
        pthread_join(contexts[i].thread, NULL);
}

/* One run at N by OF contexts; its checksum. */
static uint64_t check_of(const struct kernel *k, uint64_t n, unsigned of)
{
    uint64_t bytes = k->bytes(n);
    unsigned char *base = aligned_alloc(k->line_bytes, bytes + GUARD);

    assert_non_null(base);
    memset(base, GUARD_BYTE, bytes + GUARD);
    k->fill(base, n);
    k->run(base, 0, &(struct kernel_share){ 0 });
    run_shared(k, base, n, of);
    uint64_t check = k->check(base, n);
    for (unsigned i = 0; i < GUARD; i++)
        if (base[bytes + i] != GUARD_BYTE)
            fail_msg("%s.%s writes beyond its bytes at n = %llu", k->name, k->variant,
                     (unsigned long long)n);
    free(base);
    return check;
}

static bool takes(const struct kernel *k, uint64_t n)
{
    return n >= k->least && n <= k->most && (n - k->least) % k->step == 0;
}

static void expect(const struct kernel *k, uint64_t n, unsigned of, uint64_t want)
{
    uint64_t got = check_of(k, n, of);

    if (got != want)
        fail_msg("%s.%s at n = %llu, contexts %u: %016llx in place of %016llx", k->name, k->variant,
                 (unsigned long long)n, of, (unsigned long long)got, (unsigned long long)want);
}

static void test_variants_agree(void **state)
{
    const struct kernel *first = NULL;
    unsigned n_kernels = 0;

    (void)state;
    for (unsigned i = 0; pattern_table[i] != NULL; i++, n_kernels++) {
        const struct kernel *k = pattern_table[i];
        if (first == NULL || strcmp(first->name, k->name) != 0)
            first = k;
        for (unsigned s = 0; s < SIZES; s++) {
            if (!takes(k, sizes[s]))
                continue;
            uint64_t want = check_of(first, sizes[s], 1);
            expect(k, sizes[s], 1, want);
            /* Contexts that share no loop would all do all of it, those with their own arrays a
             * part. */
            if (k->range != NULL && k->space != KERNEL_INDEPENDENT)
                for (unsigned of = 2; of <= CONTEXTS; of++)
                    expect(k, sizes[s], of, want);
        }
    }
    assert_true(n_kernels >= 60);
}

/* What the generator computed by interpreting the text. */
static void test_text_agrees(void **state)
{
    unsigned n = 0;

    (void)state;
    for (unsigned i = 0; pattern_table[i] != NULL; i++)
        for (unsigned e = 0; e < pattern_table[i]->n_expected; e++, n++)
            expect(pattern_table[i], pattern_table[i]->expected[e].n, 1,
                   pattern_table[i]->expected[e].check);
    assert_true(n >= 100);
}

/* Counts at sizes near 2^64 are right or said to be too many. */
static void test_counts_far_away(void **state)
{
    (void)state;
    for (unsigned i = 0; pattern_table[i] != NULL; i++) {
        const struct kernel *k = pattern_table[i];
        assert_true(k->bytes(UINT64_MAX) == KERNEL_TOO_MANY);
        for (unsigned of = KERNEL_ADDS; of < KERNEL_COUNTS; of++) {
            uint64_t before = 0;
            for (unsigned bit = 3; bit < 64; bit++) {
                uint64_t now = k->count((enum kernel_count)of, UINT64_C(1) << bit);
                if (now < before)
                    fail_msg("%s.%s: count %u falls from %llu to %llu at n = 2^%u", k->name,
                             k->variant, of, (unsigned long long)before, (unsigned long long)now,
                             bit);
                before = now;
            }
        }
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variants_agree),
        cmocka_unit_test(test_text_agrees),
        cmocka_unit_test(test_counts_far_away),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
