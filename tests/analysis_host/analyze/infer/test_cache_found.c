/* The policy of a second level by laps over lines that evict each other: planted as each policy
 * would have them. */
#include "analysis/analysis.h"
#include "made_run.h"
#include "model/cache_replay.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { LAPS = 1000, L1 = 4, L2 = 14, MEMORY = 160, FILLERS = 24, MORE = 6 };

extern const struct analysis analysis_cache_found;

static struct made_run made;
static struct results out;

static void add_number(struct result_id id, double value)
{
    struct result *r = result_add(&out, id);

    r->value = r->nominal = value;
    r->has_nominal = true;
    r->evidence = 1;
}

static void begin_alone(unsigned ways)
{
    out = (struct results){ 0 };
    add_number(id_of(CACHE_LEVELS), 2);
    add_number(id_at(CACHE_LATENCY, 1), L1);
    add_number(id_at(CACHE_LATENCY, 2), L2);
    add_number(id_of(MEMORY_LATENCY), MEMORY);
    add_number(id_at(CACHE_WAYS, 2), ways);
    made_begin(&made, 1000000000);
    made_chain(&made, 0, LAPS, LAPS); /* a cycle is a tick */
}

/* The same after an analysis that did not find the policy. */
static void begin(unsigned ways)
{
    begin_alone(ways);
    result_unknown(result_add(&out, id_at(CACHE_POLICY, 2)), "", "not observable",
                   (struct remedy){ .kind = REMEDY_UNSAID });
}

static double misses(enum replacement_policy policy, unsigned ways, unsigned n)
{
    struct cache_replay_machine m = { .level = { { 1, 64, ways, policy, CACHE_REPLAY_NINE, 0 } },
                                      .n_levels = 1,
                                      .memory = n };
    uint64_t at[64];

    for (unsigned i = 0; i < n; i++)
        at[i] = i * 64;
    struct cache_replay *replay = cache_replay_new(&m, at, n);
    double all = cache_replay_cycles(replay, &m, 9);

    cache_replay_free(replay);
    return all;
}

/* Laps over up to LINES lines of a set of WAYS under POLICY, whose misses cost COSTLY times what
 * the latencies say and with two lines too many ODD cycles more. */
static void plant_laps(enum replacement_policy policy, unsigned ways, unsigned lines, double costly,
                       double odd)
{
    made_series(&made, "cache_ways");
    made_key(&made, "level", 2);
    made_key(&made, "proven", 1);
    for (unsigned n = 1; n <= lines; n++) {
        double lap = (FILLERS + n) * L2 + misses(policy, ways, n) * costly * (MEMORY - L2) +
                     (n == ways + 2 ? odd : 0);

        made_point(&made, n, 0, LAPS, (uint64_t)(lap * LAPS));
    }
}

static void plant(enum replacement_policy policy, unsigned ways, double odd)
{
    plant_laps(policy, ways, ways + MORE, 1, odd);
}

static const struct result *infer(void)
{
    infer_one(&analysis_cache_found, &made.run, METHOD_ROBUST, &out);
    return result_find(&out, id_at(CACHE_POLICY, 2));
}

static void policies_that_keep_some_lines_are_told(void **state)
{
    static const enum replacement_policy told[] = { REPLACEMENT_RANDOM, REPLACEMENT_NRU_RANDOM,
                                                    REPLACEMENT_BITPLRU };
    static const unsigned ways[] = { 6, 8, 12, 16 };

    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
            begin(ways[k]);
            plant(told[i], ways[k], 0);
            plant(told[i], ways[k], 0);
            const struct result *r = infer();
            if (r->kind != RESULT_NAME)
                fail_msg("%s of %u ways: %s", replacement_names[told[i]], ways[k], r->note);
            assert_string_equal(r->text, replacement_names[told[i]]);
            assert_non_null(strstr(r->note, "laps over 2 sets"));
            assert_string_equal(r->method, "found_sets");
            results_free(&out);
        }
}

/* A run of the probes that a remedy names has no samples of cache_policy. */
static void the_answer_needs_no_other_probe(void **state)
{
    (void)state;
    begin_alone(8);
    plant(REPLACEMENT_RANDOM, 8, 0);
    const struct result *r = infer();
    assert_non_null(r);
    assert_string_equal(r->text, "random");
    results_free(&out);
}

/* Laps of which every load misses under any policy say what a miss costs. */
static void misses_may_cost_more_than_latencies_say(void **state)
{
    static const double costly[] = { 1.4, 4 };
    enum { MANY = 16 };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        begin(MANY);
        plant_laps(REPLACEMENT_NRU_RANDOM, MANY, 2 * MANY + MORE, costly[i], 0);
        const struct result *r = infer();
        assert_int_equal(r->kind, i == 0 ? RESULT_NAME : RESULT_NULL);
        if (i == 0)
            assert_string_equal(r->text, "nru_random");
        results_free(&out);
    }
}

static void policies_that_lose_all_lines_are_not_told_apart(void **state)
{
    (void)state;
    begin(8);
    plant(REPLACEMENT_LRU, 8, 0);
    const struct result *r = infer();
    assert_int_equal(r->kind, RESULT_NULL);
    assert_non_null(strstr(r->note, "do not tell these apart: lru, "));
    assert_non_null(strstr(r->note, "plru"));
    assert_null(strstr(r->note, "random"));
    assert_non_null(strstr(format_remedy(&r->remedy).text, "no remedy on this machine: "));
    results_free(&out);
}

/* ---- orders ---- */

enum { ORDERS = 5, SETS = 3, MOST_VISITS = 64 };

static struct log_event events[SETS][ORDERS];
static uint64_t visits[SETS][ORDERS][MOST_VISITS];

/* Misses a visit of LAP, N lines of one set of WAYS under POLICY. */
static double misses_of(enum replacement_policy policy, unsigned ways, const uint64_t *lap,
                        unsigned n)
{
    struct cache_replay_machine m = { .level = { { 1, 64, ways, policy, CACHE_REPLAY_NINE, 0 } },
                                      .n_levels = 1,
                                      .memory = 1 };
    uint64_t at[MOST_VISITS];

    for (unsigned i = 0; i < n; i++)
        at[i] = lap[i] * 64;
    struct cache_replay *replay = cache_replay_new(&m, at, n);
    double all = cache_replay_cycles(replay, &m, 7);

    cache_replay_free(replay);
    return all;
}

/* Two of N lines in random order after each other, by a generator of its own. */
static void draw(uint64_t *lap, unsigned n, uint32_t *state)
{
    for (unsigned half = 0; half < 2; half++, lap += n)
        for (unsigned i = 0; i < n; i++) {
            *state = *state * 1664525 + 1013904223;
            unsigned j = (*state >> 8) % (i + 1);

            lap[i] = lap[j];
            lap[j] = i;
        }
}

/* Orders of SETS sets of WAYS, of which the first N_ODD cost as if their lines were of more sets.
 */
static void plant_orders(enum replacement_policy policy, unsigned ways, unsigned n_odd)
{
    uint32_t state = 7;

    for (unsigned set = 0; set < SETS; set++) {
        made_series(&made, "cache_orders");
        made_key(&made, "level", 2);
        made_key(&made, "proven", set + 1);
        for (unsigned i = 0; i < ORDERS; i++) {
            unsigned n = ways + ways / 2 + 2 - i, fillers = 2 + i % 2;
            uint64_t *lap = visits[set][i];

            draw(lap, n, &state);
            double cost = (fillers + 1) * L2 + (MEMORY - L2) * misses_of(policy, ways, lap, 2 * n) +
                          (set < n_odd ? (i % 3) * 60 : 0);

            made_point(&made, i, fillers, LAPS, (uint64_t)(cost * LAPS / (fillers + 1)));
            events[set][i] = (struct log_event){ .x = i, .n_values = 2 * n, .values = lap };
        }
        made.run.series[made.run.n_series - 1].events = events[set];
        made.run.series[made.run.n_series - 1].n_events = ORDERS;
    }
}

static void orders_tell_policies_that_lose_all_lines(void **state)
{
    static const enum replacement_policy told[] = { REPLACEMENT_LRU, REPLACEMENT_PLRU };

    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        for (unsigned ways = 8; ways <= 16; ways *= 2)
            for (unsigned n_odd = 0; n_odd <= 2; n_odd++) {
                begin(ways);
                plant(told[i], ways, 0);
                plant_orders(told[i], ways, n_odd);
                const struct result *r = infer();
                /* Trees of 16 ways settle in other states than those that are tried. */
                if (n_odd == 2 || (told[i] == REPLACEMENT_PLRU && ways == 16)) {
                    assert_int_equal(r->kind, RESULT_NULL);
                } else {
                    assert_string_equal(r->text, replacement_names[told[i]]);
                    assert_string_equal(r->method, "found_orders");
                    assert_non_null(strstr(r->note, "random orders over 3 sets"));
                }
                results_free(&out);
            }
}

static void what_no_policy_explains_is_null(void **state)
{
    (void)state;
    begin(8);
    plant(REPLACEMENT_RANDOM, 8, 6 * (MEMORY - L2));
    const struct result *r = infer();
    assert_int_equal(r->kind, RESULT_NULL);
    assert_non_null(strstr(r->note, "no policy that is known"));
    results_free(&out);
}

static void an_exclusive_level_and_one_that_is_known_are_left_alone(void **state)
{
    (void)state;
    begin(8);
    struct result *inclusion = result_add(&out, id_at(CACHE_INCLUSION, 2));

    inclusion->kind = RESULT_NAME;
    snprintf(inclusion->text, sizeof inclusion->text, "exclusive");
    plant(REPLACEMENT_RANDOM, 8, 0);
    assert_non_null(strstr(infer()->note, "not observable"));
    results_free(&out);

    begin(8);
    struct result *policy = (struct result *)(uintptr_t)result_find(&out, id_at(CACHE_POLICY, 2));

    policy->kind = RESULT_NAME;
    snprintf(policy->text, sizeof policy->text, "lru");
    plant(REPLACEMENT_RANDOM, 8, 0);
    assert_string_equal(infer()->text, "lru");
    results_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policies_that_keep_some_lines_are_told),
        cmocka_unit_test(the_answer_needs_no_other_probe),
        cmocka_unit_test(misses_may_cost_more_than_latencies_say),
        cmocka_unit_test(policies_that_lose_all_lines_are_not_told_apart),
        cmocka_unit_test(orders_tell_policies_that_lose_all_lines),
        cmocka_unit_test(what_no_policy_explains_is_null),
        cmocka_unit_test(an_exclusive_level_and_one_that_is_known_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
