/* Shared caches and pairs of contexts, from runs put together by hand. */
#include "analysis/analysis.h"
#include "made_run.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include "result/topology.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

extern const struct analysis analysis_topology;

enum { SHARED_BYTES = 768 * 1024 };

static struct made_run made;
static struct log_key run_keys[2];
static struct results results;

/* A run on CORES contexts with a second cache of 1 MiB. */
static void begin(const char *cores)
{
    made_begin(&made, 1000000000);
    run_keys[0] = made.run.keys[0];
    run_keys[1] = (struct log_key){ "cores", (char *)(uintptr_t)cores };
    made.run.keys = run_keys;
    made.run.n_keys = 2;
    results = (struct results){ .n = 0 };
    result_add(&results, id_of(CACHE_LEVELS))->value = 2;
    for (unsigned level = 1; level <= 2; level++) {
        struct result *size = result_add(&results, id_at(CACHE_SIZE, level));

        size->value = level == 1 ? 32 * 1024 : 1024 * 1024;
        size->confidence = 0.9;
    }
}

/* Context A takes TICKS for its loads through BYTES while B follows as many; A and A: alone. */
static void meet(uint64_t bytes, uint64_t a, uint64_t b, uint64_t ticks)
{
    const uint64_t all[3] = { ticks, ticks, ticks };

    made_sample(&made, bytes, 1, 1000, all, 3);
    struct log_sample *p = &made.run.series[made.run.n_series - 1]
                                .samples[made.run.series[made.run.n_series - 1].n_samples - 1];
    p->x[1] = a;
    p->x[2] = b;
    p->n_x = 3;
}

static const struct result *shared_by(unsigned level)
{
    infer_one(&analysis_topology, &made.run, METHOD_ROBUST, &results);
    const struct result *r = result_find(&results, id_at(CACHE_SHARED_BY, level));
    assert_non_null(r);
    return r;
}

static void is_unknown(const struct result *r, const char *found, const char *remedy)
{
    if (r->kind != RESULT_NULL || strstr(r->note, found) == NULL ||
        strstr(format_remedy(&r->remedy).text, remedy) == NULL)
        fail_msg("%s, expected %s; %s", r->note, found, remedy);
}

static void contexts_share_in_pairs(void **state)
{
    (void)state;
    begin("4");
    made_series(&made, "sharing");
    for (uint64_t a = 0; a < 4; a++)
        meet(SHARED_BYTES, a, a, 1000);
    for (uint64_t a = 0; a < 4; a++)
        for (uint64_t b = a + 1; b < 4; b++)
            meet(SHARED_BYTES, a, b, a / 2 == b / 2 ? 2000 : 1010);
    assert_float_equal(shared_by(2)->value, 2, 0);
    results_free(&results);
}

static void instances_of_different_sizes(void **state)
{
    (void)state;
    begin("3");
    made_series(&made, "sharing");
    for (uint64_t a = 0; a < 3; a++)
        meet(SHARED_BYTES, a, a, 1000);
    meet(SHARED_BYTES, 0, 1, 2000);
    meet(SHARED_BYTES, 0, 2, 1000);
    meet(SHARED_BYTES, 1, 2, 1000);
    is_unknown(shared_by(2), "2 instances serve 1 to 2 contexts", "sharing --thorough");
    results_free(&results);
}

static void too_few_pairs(void **state)
{
    (void)state;
    begin("4");
    made_series(&made, "sharing");
    for (uint64_t a = 0; a < 4; a++)
        meet(SHARED_BYTES, a, a, 1000);
    meet(SHARED_BYTES, 0, 1, 1000);
    is_unknown(shared_by(2), "context 0 is sure with 1 of 3", "sharing time=60");
    results_free(&results);
}

static void working_sets_of_another_level(void **state)
{
    (void)state;
    begin("2");
    made_series(&made, "sharing");
    for (uint64_t a = 0; a < 2; a++)
        meet(128 * 1024, a, a, 1000);
    meet(128 * 1024, 0, 1, 1000);
    meet(192 * 1024, 0, 1, 1000);
    is_unknown(shared_by(2), "L2 is 1 MiB; sharing walked 128 KiB, 192 KiB",
               "sharing capacity=32K,1M");
    results_free(&results);
}

static void a_series_without_points(void **state)
{
    (void)state;
    begin("2");
    made_series(&made, "sharing");
    made.run.series[0].end = RECORD_END_NO_TIME;
    is_unknown(shared_by(1), "0 points (skip:no time left)", "sharing --thorough");
    results_free(&results);
}

static void pairs_need_a_cycle(void **state)
{
    (void)state;
    begin("2");
    made_series(&made, "core_to_core");
    infer_one(&analysis_topology, &made.run, METHOD_ROBUST, &results);
    is_unknown(result_find(&results, id_of(CORE_TO_CORE_LATENCY)), "2 contexts, a cycle is 0 ticks",
               "`probes --only timer_floor,add_chain,core_to_core`");
    results_free(&results);
}

static void pairs_that_were_not_measured(void **state)
{
    (void)state;
    begin("3");
    made_chain(&made, 0, 1000, 1000);
    made_series(&made, "core_to_core");
    infer_one(&analysis_topology, &made.run, METHOD_ROBUST, &results);
    is_unknown(result_find(&results, id_of(CORE_TO_CORE_LATENCY)), "0 of 3 pairs",
               "core_to_core time=60");
    results_free(&results);
}

/* Context A hands B lines of a block of BYTES, one each TICKS. */
static void pass_block(uint64_t bytes, uint64_t a, uint64_t b, uint64_t ticks)
{
    made_sample(&made, a, b, 1, &ticks, 1);
    struct made_series *s = &made.of[made.run.n_series - 1];
    struct log_sample *p = &s->samples[made.run.series[made.run.n_series - 1].n_samples - 1];

    p->n_x = 3;
    p->x[0] = a;
    p->x[1] = b;
    p->x[2] = bytes;
}

/* Pairs of two, and pairs between them: of each size of block the pairs of a group alone. */
static void blocks_are_a_curve_for_each_group(void **state)
{
    enum { SIZES = 12, NEAR = 16, FAR = 64 };
    double rates[16];

    (void)state;
    begin("4");
    made_chain(&made, 0, 1000, 1000);
    made_series(&made, "core_to_core");
    made_key(&made, "kind", 0);
    for (uint64_t a = 0; a < 4; a++)
        for (uint64_t b = a; b < 4; b++) {
            pass_block(0, a, b, a == b ? 1 : a / 2 == b / 2 ? 100 : 400);
            made.run.series[made.run.n_series - 1]
                .samples[made.run.series[made.run.n_series - 1].n_samples - 1]
                .n_x = 2;
        }
    made_series(&made, "core_to_core");
    made_key(&made, "kind", 1);
    made_key(&made, "line", 64);
    for (unsigned i = 0; i < SIZES; i++)
        for (uint64_t a = 0; a < 4; a++)
            for (uint64_t b = a + 1; b < 4; b++)
                pass_block(1024u << i, a, b, a / 2 == b / 2 ? NEAR : FAR);
    infer_one(&analysis_topology, &made.run, METHOD_ROBUST, &results);
    const struct topology *t = results.topology;
    assert_non_null(t);
    assert_int_equal(t->n_blocks, SIZES);
    assert_true(t->block_bytes[0] == 1024u << (SIZES - 1) && t->block_bytes[SIZES - 1] == 1024);
    assert_int_equal(t->n_nodes, 3);
    for (unsigned i = 0; i < SIZES; i++) {
        assert_int_equal(topology_node_rates(t, &t->nodes[0], i, rates), 4);
        assert_float_equal(rates[0], 64.0 / FAR, 0.01);
        assert_int_equal(topology_node_rates(t, &t->nodes[1], i, rates), 1);
        assert_float_equal(rates[0], 64.0 / NEAR, 0.01);
        assert_float_equal(t->nodes[2].rate[i], 64.0 / NEAR, 0.01);
    }
    results_free(&results);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_a_curve_for_each_group),
        cmocka_unit_test(contexts_share_in_pairs),
        cmocka_unit_test(instances_of_different_sizes),
        cmocka_unit_test(too_few_pairs),
        cmocka_unit_test(working_sets_of_another_level),
        cmocka_unit_test(a_series_without_points),
        cmocka_unit_test(pairs_need_a_cycle),
        cmocka_unit_test(pairs_that_were_not_measured),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
