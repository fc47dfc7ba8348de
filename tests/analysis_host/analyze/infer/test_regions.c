/* Memories that a board names, from runs put together by hand. */
#include "analysis/analysis.h"
#include "made_run.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include "result/regions.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { LOAD_CHAIN, LOAD_WORDS, LOAD_WIDEST, STORE_APART, STORE_WORDS, STORE_WIDEST };
enum { JUMPS = 6, JUMP_LOADS, STRAIGHT, KINDS, OPS = 1000, ROUNDS = 6 };

static struct made_run made;
static struct results out;

static int end(void **state)
{
    (void)state;
    results_free(&out);
    return 0;
}

/* A tick is a nanosecond, a cycle two of them. */
static void begin(void)
{
    made_begin(&made, 1000000000);
    made_chain(&made, 0, OPS, 2 * OPS);
    made_chain(&made, 0, 2 * OPS, 4 * OPS);
}

static void region(const char *name, const char *state, bool writes, bool runs, bool cold)
{
    made_series(&made, "regions");
    made_key_text(&made, "region", name);
    made_key_text(&made, "kind", "sram");
    if (state)
        made_key_text(&made, "state", state);
    made_key(&made, "start", 0x20000000);
    made_key(&made, "bytes", 65536);
    made_key(&made, "writes", writes);
    made_key(&made, "runs", runs);
    made_key(&made, "cold", cold);
    made_key(&made, "footprint", 32768);
}

/* Six timings, one of which was interrupted. */
static void kind(uint64_t kind, uint64_t ops, uint64_t cost)
{
    uint64_t ticks[ROUNDS];

    for (unsigned i = 0; i < ROUNDS; i++)
        ticks[i] = cost + i + (i == 3 ? cost : 0);
    made_sample(&made, kind, 0, ops, ticks, ROUNDS);
}

static void infer(void)
{
    out = (struct results){ 0 };
    infer_all(&made.run, METHOD_ROBUST, &out);
}

static const struct result *find(const char *id)
{
    const struct result *r = result_find_text(&out, id);

    if (r == NULL)
        fail_msg("no %s", id);
    return r;
}

static void is_about(const char *id, double value)
{
    const struct result *r = find(id);

    if (r->kind != RESULT_NUMBER || fabs(r->value - value) > 0.02 * value)
        fail_msg("%s is %g (%s), not %g", id, r->value, r->note, value);
    assert_true(r->evidence > 0.5 && r->evidence < 1);
    assert_true(r->low <= r->value && r->value <= r->high);
}

static void all_kinds(void)
{
    kind(LOAD_CHAIN, OPS, 10000);
    kind(LOAD_WORDS, 4000, 4000);
    kind(LOAD_WIDEST, 16000, 4000);
    kind(STORE_APART, OPS, 6000);
    kind(STORE_WORDS, 4000, 2000);
    kind(STORE_WIDEST, 4000, 3000);
    kind(JUMPS, OPS, 20000);
    kind(JUMP_LOADS, OPS, 4000);
    kind(STRAIGHT, 8000, 4000);
}

/* Cycles of two ticks; the faster width; the jump without both of its loads. */
static void every_answer_of_a_memory(void **state)
{
    (void)state;
    begin();
    region("sram", NULL, true, true, true);
    all_kinds();
    infer();
    is_about("region.sram.load.latency", 5);
    is_about("region.sram.load.bandwidth", 8);
    is_about("region.sram.store.latency", 3);
    is_about("region.sram.store.bandwidth", 4);
    is_about("region.sram.fetch.latency", 6);
    is_about("region.sram.fetch.bandwidth", 4);
    assert_true(fabs(find("region.sram.load.latency")->ns - 10) < 0.1);
    assert_non_null(strstr(find("region.sram.load.bandwidth")->note, "32 bits at a time: 2 B"));
}

/* What a memory does not do is none; a state is a name of its own. */
static void flash_is_only_read(void **state)
{
    (void)state;
    begin();
    region("flash", NULL, false, true, true);
    kind(LOAD_CHAIN, OPS, 10000);
    kind(JUMPS, OPS, 20000);
    kind(JUMP_LOADS, OPS, 4000);
    region("flash", "plain", false, false, true);
    kind(LOAD_CHAIN, OPS, 30000);
    infer();
    is_about("region.flash.load.latency", 5);
    is_about("region.flash_plain.load.latency", 15);
    assert_int_equal(find("region.flash.store.latency")->kind, RESULT_NONE);
    assert_int_equal(find("region.flash.store.bandwidth")->kind, RESULT_NONE);
    assert_int_equal(find("region.flash_plain.fetch.latency")->kind, RESULT_NONE);
    assert_int_equal(find("region.flash.load.bandwidth")->kind, RESULT_NULL);
}

static void what_caches_may_hold_is_not_determined(void **state)
{
    (void)state;
    begin();
    region("ddr", NULL, true, true, false);
    all_kinds();
    infer();
    const struct result *r = find("region.ddr.load.latency");

    assert_int_equal(r->kind, RESULT_NULL);
    assert_non_null(strstr(r->note, "caches may have held the 32 KiB"));
    assert_non_null(strstr(format_remedy(&r->remedy).text, "cache_size,regions"));
    assert_int_equal(find("region.ddr.fetch.bandwidth")->kind, RESULT_NULL);
}

/* A processor that goes on while it loads, and a clock whose cycle nobody measured. */
static void jumps_for_nothing_and_no_cycle(void **state)
{
    (void)state;
    begin();
    region("tcm", NULL, true, true, true);
    kind(JUMPS, OPS, 7000);
    kind(JUMP_LOADS, OPS, 4000);
    infer();
    assert_int_equal(find("region.tcm.fetch.latency")->kind, RESULT_NULL);
    results_free(&out);
    made_begin(&made, 1000000000);
    region("tcm", NULL, true, true, true);
    all_kinds();
    infer();
    assert_int_equal(find("region.tcm.load.latency")->kind, RESULT_NULL);
}

/* Names from a log cannot break those of answers; a name that comes twice counts once. */
static void odd_names(void **state)
{
    struct region_facts facts[REGIONS_MOST];

    (void)state;
    begin();
    region("A.b{op}", NULL, true, true, true);
    kind(LOAD_CHAIN, OPS, 10000);
    region("A.b{op}", NULL, true, true, true);
    kind(LOAD_CHAIN, OPS, 90000);
    made_series(&made, "regions");
    infer();
    is_about("region.__b_op_.load.latency", 5);
    assert_int_equal(regions_read(facts, &made.run), 1);
    assert_int_equal(facts[0].start, 0x20000000);
    assert_false(regions_alone(&made.run));
}

static void one_memory(void **state)
{
    (void)state;
    begin();
    made_series(&made, "regions");
    made.run.series[made.run.n_series - 1].end = RECORD_END_NOTHING;
    infer();
    assert_true(regions_alone(&made.run));
    for (size_t i = 0; i < out.n; i++)
        assert_true(out.at[i].name.quantity != REGION_LATENCY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_answer_of_a_memory, end),
        cmocka_unit_test_teardown(flash_is_only_read, end),
        cmocka_unit_test_teardown(what_caches_may_hold_is_not_determined, end),
        cmocka_unit_test_teardown(jumps_for_nothing_and_no_cycle, end),
        cmocka_unit_test_teardown(odd_names, end),
        cmocka_unit_test_teardown(one_memory, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
