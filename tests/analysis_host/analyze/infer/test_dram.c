/* DRAM from made samples: refresh, rows and banks, and what is not known where they do not show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "made_run.h"
#include "random.h"
#include "result/query.h"

extern const struct analysis analysis_dram;

enum {
    LINES = 256,
    DISTANCES = 16,
    RETESTED = 256,
    TIMINGS = 8,
    OPEN = 160,     /* ticks of two loads */
    CONFLICT = 210, /* and in two rows of a bank */
    STRETCHES = 8,
    SLOW = 300,
    LOADS = 4000,
    APART = 300, /* ticks from load to load */
};

#define BYTES ((uint64_t)64 << 20)

static struct made_run made;
static struct log_event events[STRETCHES + DISTANCES];
static uint64_t values[STRETCHES][2 * SLOW], sums[DISTANCES][LINES], address[LINES];

static const uint64_t masks[] = { 1 << 13 | 1 << 17, 1 << 14 | 1 << 18, 1 << 15 | 1 << 19 };

static bool same_bank(uint64_t bits, size_t n_masks)
{
    for (size_t i = 0; i < n_masks; i++)
        if (__builtin_parityll(bits & masks[i]))
            return false;
    return true;
}

/* A sum of timings of a pair, CONFLICT where it shares one of 2^N_MASKS banks. */
static uint64_t pair_sum(uint64_t bits, size_t n_masks, struct random *r)
{
    uint64_t two = same_bank(bits, n_masks) ? CONFLICT : OPEN;

    return TIMINGS * two + random_below(r, 60);
}

static void add_events(size_t first, size_t n)
{
    made.series[made.run.n_series - 1].events = &events[first];
    made.series[made.run.n_series - 1].n_events = n;
}

static int falling(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? 1 : x > y ? -1 : 0;
}

/* Pairs of lines in 2^N_MASKS banks; UINT_MAX masks: no two lines conflict. */
static void make_pairs(size_t n_masks, bool conflicts, bool known, struct random *r)
{
    uint64_t slowest[DISTANCES * LINES], n = 0;

    for (size_t i = 0; i < LINES; i++)
        address[i] = random_below(r, BYTES / 64) * 64;
    made_series(&made, "dram");
    made_key(&made, "pairs", 1);
    made_key(&made, "lines", LINES);
    made_key(&made, "timings", TIMINGS);
    made_key(&made, "bytes", BYTES);
    for (size_t d = 0; d < DISTANCES; d++) {
        for (size_t i = 0; i < LINES; i++) {
            uint64_t bits = address[i] ^ address[(i + d + 1) % LINES];
            sums[d][i] =
                conflicts ? pair_sum(bits, n_masks, r) : TIMINGS * OPEN + random_below(r, 60);
            slowest[n++] = sums[d][i];
        }
        events[STRETCHES + d] =
            (struct log_event){ .x = d + 1, .n_values = LINES, .values = sums[d] };
    }
    add_events(STRETCHES, DISTANCES);
    qsort(slowest, n, sizeof slowest[0], falling);
    made_series(&made, "dram");
    made_key(&made, "retest", 1);
    for (size_t d = 0, k = 0; d < DISTANCES; d++)
        for (size_t i = 0; i < LINES && k < RETESTED; i++) {
            uint64_t bits = address[i] ^ address[(i + d + 1) % LINES], again[4];
            if (sums[d][i] < slowest[RETESTED - 1])
                continue;
            for (size_t t = 0; t < 4; t++)
                again[t] =
                    conflicts ? pair_sum(bits, n_masks, r) : TIMINGS * OPEN + random_below(r, 60);
            made_sample(&made, d + 1, i, 2 * TIMINGS, again, 4);
            struct log_series *s = &made.series[made.run.n_series - 1];
            s->samples[s->n_samples - 1].n_x = 3;
            s->samples[s->n_samples - 1].x[1] = i;
            s->samples[s->n_samples - 1].x[2] = known ? bits : 0;
            k++;
        }
}

static void make_states(uint64_t open, uint64_t idle)
{
    const uint64_t ticks[] = { open + 20, idle + 20, 20 };

    made_series(&made, "dram");
    made_key(&made, "states", 1);
    for (uint64_t x = 0; x < 3; x++) {
        const uint64_t same[4] = { ticks[x], ticks[x], ticks[x], ticks[x] };
        made_sample(&made, x, 0, 1, same, 4);
    }
}

/* Slow loads every PERIOD (0: at random), which wait for up to LASTS, and as many others. */
static void make_refresh(double period, double lasts, struct random *r)
{
    made_series(&made, "dram");
    made_key(&made, "refresh", 1);
    made_key(&made, "loads", LOADS);
    for (size_t s = 0; s < STRETCHES; s++) {
        double times[SLOW], wait[SLOW], first = period * random_share(r);
        const uint64_t usual[3] = { 80, 80, 80 };
        size_t n = 0;
        for (size_t i = 0; i < SLOW; i++) { /* ascending: one an equal part of the time */
            double at = ((double)i + random_share(r)) * LOADS * APART / SLOW;
            bool other = period <= 0 || i % 2 == 1;
            double near = other ? at : first + period * round((at - first) / period);
            if (n > 0 && near <= times[n - 1])
                continue;
            times[n] = near;
            wait[n++] = other ? 30 * random_share(r) : lasts - 100 * random_share(r);
        }
        for (size_t i = 0; i < n; i++) {
            values[s][2 * i] = (uint64_t)times[i] - (i > 0 ? (uint64_t)times[i - 1] : 0);
            values[s][2 * i + 1] = 80 + (uint64_t)fmax(0, wait[i]);
        }
        made_sample(&made, s, 0, 1, usual, 3);
        events[s] = (struct log_event){ .x = s, .n_values = 2 * n, .values = values[s] };
    }
    add_events(0, STRETCHES);
}

static struct results infer_from(void)
{
    struct results out = { 0 };

    infer_one(&analysis_dram, &made.run, METHOD_ROBUST, &out);
    return out;
}

static void is_near(const struct results *out, enum quantity quantity, double value, double share)
{
    const struct result *r = result_find(out, id_of(quantity));

    assert_non_null(r);
    if (r->kind != RESULT_NUMBER || fabs(r->value / value - 1) > share)
        fail_msg("%s: %g, expected %g; %s", r->id, r->value, value, r->note);
    if (r->low > value * (1 + share) || r->high < value * (1 - share) || r->confidence > 0.95)
        fail_msg("%s: %g to %g at %g", r->id, r->low, r->high, r->confidence);
}

static void is_unknown(const struct results *out, enum quantity quantity, const char *says)
{
    const struct result *r = result_find(out, id_of(quantity));

    assert_non_null(r);
    if (r->kind != RESULT_NULL || strstr(r->note, says) == NULL || r->remedy.kind == REMEDY_UNSAID)
        fail_msg("%s: kind %d; %s", r->id, (int)r->kind, r->note);
}

static void rows_banks_and_bits_are_found(void **state)
{
    struct random r = { 3 };

    (void)state;
    made_begin(&made, 1000000000);
    make_refresh(7800, 350, &r);
    make_states(80, 95);
    make_pairs(3, true, true, &r);
    struct results out = infer_from();

    is_near(&out, DRAM_REFRESH_INTERVAL, 7800, 0.005);
    is_near(&out, DRAM_REFRESH_DURATION, 335, 0.1); /* less what a closed row costs */
    is_near(&out, DRAM_ROW_HIT, 80, 0.01);
    is_near(&out, DRAM_ROW_MISS, 95, 0.01);
    is_near(&out, DRAM_ROW_CONFLICT, 105, 0.03);
    is_near(&out, DRAM_BANKS, 8, 0);
    const struct result *bits = result_find(&out, id_of(DRAM_BANK_BITS));
    assert_string_equal(bits->text, "13^17 14^18 15^19");
    results_free(&out);
}

/* Without addresses the share of conflicts says how many banks there are. */
static void banks_are_found_by_the_rate_of_conflicts(void **state)
{
    struct random r = { 4 };

    (void)state;
    for (size_t n_masks = 1; n_masks <= 3; n_masks++) {
        made_begin(&made, 1000000000);
        make_states(80, 95);
        make_pairs(n_masks, true, false, &r);
        struct results out = infer_from();
        is_near(&out, DRAM_BANKS, exp2((double)n_masks), 0);
        is_unknown(&out, DRAM_BANK_BITS, "physical addresses");
        results_free(&out);
    }
}

static void nothing_is_told_where_nothing_shows(void **state)
{
    static const enum quantity rows[] = { DRAM_ROW_HIT, DRAM_ROW_MISS, DRAM_ROW_CONFLICT,
                                          DRAM_BANKS, DRAM_BANK_BITS };
    struct random r = { 5 };

    (void)state;
    made_begin(&made, 1000000000);
    make_refresh(0, 0, &r);
    make_states(80, 95);
    make_pairs(0, false, true, &r);
    struct results out = infer_from();

    is_unknown(&out, DRAM_REFRESH_INTERVAL, "even distances");
    is_unknown(&out, DRAM_REFRESH_DURATION, "no period");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        is_unknown(&out, rows[i], "have one mode");
    results_free(&out);
}

/* A row that is as it was, or that others changed, is not closed. */
static void a_row_that_is_not_closed_is_not_told_as_one(void **state)
{
    static const uint64_t idle[] = { 80, 81, 110, 300 };
    struct random r = { 6 };

    (void)state;
    for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++) {
        made_begin(&made, 1000000000);
        make_states(80, idle[i]);
        make_pairs(3, true, false, &r);
        struct results out = infer_from();
        is_unknown(&out, DRAM_ROW_MISS, "after a pause");
        is_near(&out, DRAM_ROW_HIT, 80, 0.01);
        results_free(&out);
    }
}

static void no_slow_load_is_no_refresh(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "dram");
    made_key(&made, "refresh", 1);
    made_key(&made, "loads", LOADS);
    for (uint64_t s = 0; s < STRETCHES; s++)
        made_point(&made, s, 0, 1, 80);
    struct results out = infer_from();
    assert_int_equal(result_find(&out, id_of(DRAM_REFRESH_INTERVAL))->kind, RESULT_NONE);
    assert_int_equal(result_find(&out, id_of(DRAM_REFRESH_DURATION))->kind, RESULT_NONE);
    results_free(&out);
}

static void without_a_rate_times_are_not_known(void **state)
{
    struct random r = { 7 };

    (void)state;
    made_begin(&made, 0);
    make_refresh(7800, 350, &r);
    make_states(80, 95);
    make_pairs(3, true, true, &r);
    struct results out = infer_from();
    is_unknown(&out, DRAM_REFRESH_INTERVAL, "");
    is_unknown(&out, DRAM_ROW_HIT, "");
    is_near(&out, DRAM_BANKS, 8, 0);
    results_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_banks_and_bits_are_found),
        cmocka_unit_test(banks_are_found_by_the_rate_of_conflicts),
        cmocka_unit_test(nothing_is_told_where_nothing_shows),
        cmocka_unit_test(a_row_that_is_not_closed_is_not_told_as_one),
        cmocka_unit_test(no_slow_load_is_no_refresh),
        cmocka_unit_test(without_a_rate_times_are_not_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
