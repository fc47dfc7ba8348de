/* Queues of the core, from runs put together by hand. */
#include "analysis/analysis.h"
#include "made_ops.h"
#include "result/query.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

extern const struct analysis analysis_core_queues, analysis_reorder_buffer;

static struct made_run made;
static struct results out;

static int begin(void **state)
{
    (void)state;
    results_free(&out);
    out = (struct results){ 0 };
    made_begin(&made, 1000000000); /* a tick is a nanosecond */
    return 0;
}

static int end(void **state)
{
    (void)state;
    results_free(&out);
    return 0;
}

/* Loads of 200 alone; with up to FITS operations of the kind OF they overlap, and in SHARED of the
 * 12 timings of each point with up to half of them. */
static void plant(const char *of, unsigned fits, unsigned shared)
{
    uint64_t ticks[MADE_TICKS];

    made_series(&made, "core_queues");
    made_key_text(&made, "of", of);
    made_point(&made, 0, 0, 100, 100 * 200);
    for (unsigned x = 1; x <= fits + 24; x += x + 20 < fits && x % 8 == 0 ? 8 : 1) {
        for (unsigned i = 0; i < MADE_TICKS; i++) {
            unsigned fit = i < shared ? fits / 2 : fits;

            ticks[i] = 100 * ((x <= fit ? 104 : 205) + x / 10 + (x + 5 * i) % 9);
        }
        made_sample(&made, x, 0, 100, ticks, MADE_TICKS);
    }
}

/* No-ops beside the kind OF as plant() has it: in the SHARED of its timings that another thread has
 * half of they take twice as long. LEAST: a moment in which they take so much; 0: none. */
static void plant_widths(const char *of, unsigned fits, unsigned shared, uint64_t least)
{
    uint64_t ticks[MADE_TICKS];

    made_series(&made, "core_queues");
    made_key_text(&made, "of", "width");
    made_key_text(&made, "beside", of);
    for (unsigned x = 1; x <= fits + 24; x += x + 20 < fits && x % 8 == 0 ? 8 : 1) {
        for (unsigned i = 0; i < MADE_TICKS; i++)
            ticks[i] = (i < shared ? 2000 : 1000) + (x + i) % 5;
        made_sample(&made, x, 0, 1000, ticks, MADE_TICKS);
    }
    if (least == 0)
        return;
    made_series(&made, "core_queues");
    made_key_text(&made, "of", "width");
    made_point(&made, 0, 0, 1000, least);
}

static void run_below_linux(void)
{
    static struct log_key keys[] = { { "os", "linux" } };

    made.run.keys = keys;
    made.run.n_keys = 1;
}

static void infer(void)
{
    infer_one(&analysis_core_queues, &made.run, METHOD_ROBUST, &out);
}

/* What the loads around and the use of the first take is added. */
static void each_kind_tells_of_its_structure(void **state)
{
    (void)state;
    plant("nop", 253, 0);
    plant("int", 161, 0);
    plant("fp", 140, 0);
    plant("load", 70, 0);
    plant("store", 64, 0);
    plant("int_after", 95, 0);
    plant("fp_after", 63, 0);
    plant("load_after", 43, 0);
    plant("branch", 47, 0);
    infer();
    made_is(&out, "core.rob.entries", 256, 0);
    made_is(&out, "core.registers.int.free", 164, 0);
    made_is(&out, "core.registers.vector.free", 140, 0);
    made_is(&out, "core.load_queue.entries", 72, 0);
    made_is(&out, "core.store_queue.entries", 64, 0);
    made_is(&out, "core.scheduler.int.entries", 96, 0);
    made_is(&out, "core.scheduler.fp.entries", 64, 0);
    made_is(&out, "core.scheduler.load.entries", 44, 0);
    made_is(&out, "core.branches.in_flight", 47, 0);
    const struct result *r = made_answer(&out, "core.store_queue.entries");
    assert_true(r->low == 62 && r->high == 66 && r->evidence > 0.9);
}

/* The answer is the whole queue; what was left beside another thread is named with its share. */
static void second_mode_is_named(void **state)
{
    (void)state;
    for (unsigned shared = 3; shared <= 9; shared += 3) {
        (void)begin(state);
        plant("store", 64, shared);
        infer();
        made_is(&out, "core.store_queue.entries", 64, 0);
        const char *note = made_answer(&out, "core.store_queue.entries")->note;
        assert_non_null(strstr(note, "32 in "));
        assert_non_null(strstr(note, " % of the passes: another thread had the rest"));
    }
}

/* Few passes in which the core had all say nothing certain of the whole. */
static void whole_of_few_passes_is_unknown(void **state)
{
    (void)state;
    plant("store", 64, 11);
    infer();
    made_is_unknown(&out, "core.store_queue.entries", "part of its entries: 32");
}

/* Below an operating system one mode may be that of half, unless no-ops show that no other thread
 * was there. On a bare board there is none. */
static void one_mode_is_doubted_below_a_system(void **state)
{
    enum { BARE, ALONE, SYSTEM, CASES };

    for (unsigned c = BARE; c < CASES; c++) {
        (void)begin(state);
        plant("nop", 125, 0);
        if (c != BARE)
            run_below_linux();
        if (c == ALONE)
            plant_widths("nop", 125, 0, 0);
        infer();
        const struct result *r = made_answer(&out, "core.rob.entries");
        assert_true(c == SYSTEM ? r->evidence < 0.3 : r->evidence > 0.9);
        assert_true((strstr(r->note, "probe issue shows whether one was there") != NULL) ==
                    (c == SYSTEM));
    }
}

/* Passes beside which no-ops were slow are left out; where hardly any others are left, or no-ops
 * were quicker for a moment, all passes may be of half. */
static void passes_are_sorted_by_no_ops(void **state)
{
    for (unsigned c = 0; c < 3; c++) {
        unsigned fits = c == 0 ? 253 : 125, shared = c == 0 ? 8 : c == 1 ? MADE_TICKS : 0;

        (void)begin(state);
        run_below_linux();
        plant("nop", fits, c == 0 ? shared : 0);
        plant_widths("nop", fits, shared, c == 1 ? 1000 : c == 2 ? 500 : 0);
        infer();
        const struct result *r = made_answer(&out, "core.rob.entries");
        made_is(&out, "core.rob.entries", fits + 3, 0);
        assert_true(c == 0 ? r->evidence > 0.9 : r->evidence < 0.3);
        assert_non_null(
            strstr(r->note, c == 0 ? "of the passes, left out" : "in 100 % of the time"));
    }
}

/* Beside another thread operations take longer: what overlaps comes near what does not. */
static void slow_operations_hide_no_step(void **state)
{
    (void)state;
    made_series(&made, "core_queues");
    made_key_text(&made, "of", "load");
    made_point(&made, 0, 0, 100, 100 * 400);
    for (unsigned x = 4; x <= 120; x += x > 80 ? 1 : 4)
        for (unsigned i = 0; i < 3; i++)
            made_point(&made, x, 0, 100, 100 * ((x <= 94 ? 220 + x : 440) + (x + 5 * i) % 9));
    infer();
    made_is(&out, "core.load_queue.entries", 96, 0);
}

/* What else the operations fill: the reorder buffer, registers that loads write, the load queue. */
static void structure_that_is_full_first_bounds_the_others(void **state)
{
    (void)state;
    plant("nop", 253, 0);
    plant("branch", 252, 0);
    plant("int", 120, 0);
    plant("load", 119, 0);
    infer();
    made_is_unknown(&out, "core.branches.in_flight",
                    "at least 252: the reorder buffer is full first");
    made_is_unknown(&out, "core.load_queue.entries",
                    "at least 121: the registers for renaming are full first");
    made_is(&out, "core.registers.int.free", 123, 0);
}

/* Loads that take what those of one chain take are of a core in order; others are not. */
static void core_in_order_has_none(void **state)
{
    (void)state;
    for (unsigned cost = 204; cost <= 404; cost += 200) {
        (void)begin(state);
        made_series(&made, "core_queues");
        made_key_text(&made, "of", "store");
        made_point(&made, 0, 0, 100, 100 * 200);
        for (unsigned x = 1; x <= 12; x++)
            made_point(&made, x, 0, 100, 100 * (cost + x % 3));
        infer();
        const struct result *r = made_answer(&out, "core.store_queue.entries");
        assert_int_equal(r->kind, cost < 300 ? RESULT_NONE : RESULT_NULL);
        assert_true(cost > 300 || strstr(r->note, "never overlap") != NULL);
    }
}

static void queue_beyond_the_sweep_is_unknown(void **state)
{
    (void)state;
    made_series(&made, "core_queues");
    made_key_text(&made, "of", "branch");
    made_point(&made, 0, 0, 100, 100 * 200);
    for (unsigned x = 8; x <= 768; x += 40)
        made_point(&made, x, 0, 100, 100 * 104);
    infer();
    made_is_unknown(&out, "core.branches.in_flight", "a load takes 0.52");
    begin(state);
    plant("branch", 0, 0);
    made.series[0].n_samples = 3;
    infer();
    made_is_unknown(&out, "core.branches.in_flight", "2 numbers; alone: yes");
}

/* The mix of operations of probe reorder_buffer, with up to FITS between loads. */
static void plant_mix(unsigned fits)
{
    made_series(&made, "reorder_buffer");
    made_point(&made, 0, 0, 100, 100 * 200);
    for (unsigned x = 8; x <= 576; x += 8)
        made_point(&made, x, 0, 100, 100 * (x <= fits ? 104 : 205));
}

/* Operations that do nothing decide; but half of what the mix shows is another thread's doing. */
static void mix_shows_who_had_half(void **state)
{
    (void)state;
    plant_mix(232);
    plant("nop", 253, 0);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    infer();
    made_is(&out, "core.rob.entries", 256, 0);
    begin(state);
    plant_mix(232);
    plant("nop", 125, 0);
    plant("store", 32, 0);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    infer();
    made_is(&out, "core.rob.entries", 248, 0);
    made_is_unknown(&out, "core.store_queue.entries", "the core had part of its entries: 32");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(each_kind_tells_of_its_structure, begin),
        cmocka_unit_test_setup(second_mode_is_named, begin),
        cmocka_unit_test_setup(whole_of_few_passes_is_unknown, begin),
        cmocka_unit_test_setup(one_mode_is_doubted_below_a_system, begin),
        cmocka_unit_test_setup(passes_are_sorted_by_no_ops, begin),
        cmocka_unit_test_setup(slow_operations_hide_no_step, begin),
        cmocka_unit_test_setup(structure_that_is_full_first_bounds_the_others, begin),
        cmocka_unit_test_setup(core_in_order_has_none, begin),
        cmocka_unit_test_setup(queue_beyond_the_sweep_is_unknown, begin),
        cmocka_unit_test_setup(mix_shows_who_had_half, begin),
    };

    return cmocka_run_group_tests(tests, NULL, end);
}
