/* What probes of the pipeline and of the operating system tell, from runs put together by hand. */
#include "analysis/analysis.h"
#include "made_ops.h"
#include "result/query.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { OPS = 512, PASSES = 9 };

extern const struct analysis analysis_branch, analysis_bypass, analysis_fetch, analysis_os_costs,
    analysis_icache_ways, analysis_store_forward, analysis_issue, analysis_reorder_buffer;

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

/* ---- os_costs ---- */

/* Passes of TICKS an operation, of which one was interrupted and one is a little faster. */
static void passes(uint64_t x, uint64_t ticks)
{
    for (unsigned i = 0; i < PASSES; i++)
        made_point(&made, x, 0, OPS, OPS * (i == 2 ? 9 * ticks : i == 5 ? ticks - 1 : ticks));
}

static void touch_series(const char *of)
{
    made_series(&made, "os_costs");
    made_key_text(&made, "of", of);
}

static void system_takes_what_was_planted(void **state)
{
    (void)state;
    touch_series("own");
    passes(0, 1300);
    passes(1, 250);
    touch_series("copied");
    passes(0, 640);
    passes(1, 1450);
    touch_series("file");
    passes(0, 160);
    touch_series("call");
    passes(0, 190);
    touch_series("map");
    passes(0, 5400);
    touch_series("read");
    passes(0, 410);
    touch_series("list");
    passes(0, 270);
    touch_series("grow");
    passes(1, 2400);
    passes(32, 700);
    infer_one(&analysis_os_costs, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "os.mmap_munmap", 5400, 0.001);
    made_is(&out, "os.read", 410, 0.001);
    made_is(&out, "os.readdir", 270, 0.001);
    made_is(&out, "os.append", 2400, 0.001);
    made_is(&out, "os.append_bulk", 700, 0.001);
    assert_null(result_find(&out, id_of(OS_OPEN_CLOSE))); /* its series is not there */
    made_is(&out, "os.page_fault.anonymous", 1300, 0.001);
    made_is(&out, "os.page_fault.zero_page", 640, 0.001);
    made_is(&out, "os.page_fault.copy_on_write", 1450, 0.001);
    made_is(&out, "os.munmap.page", 250, 0.001);
    made_is(&out, "os.page_fault.file", 160, 0.001);
    made_is(&out, "os.syscall", 190, 0.001);
    const struct result *r = made_answer(&out, "os.page_fault.anonymous");
    assert_true(r->low <= 1299 && r->high >= 1300 && r->evidence > 0.7 && r->evidence < 1);
}

static void passes_that_differ_are_doubted(void **state)
{
    (void)state;
    touch_series("own");
    for (unsigned i = 1; i <= PASSES; i++)
        made_point(&made, 0, 0, OPS, OPS * 1000 * i);
    infer_one(&analysis_os_costs, &made.run, METHOD_ROBUST, &out);
    assert_true(made_answer(&out, "os.page_fault.anonymous")->evidence < 0.4);
    made_is_unknown(&out, "os.munmap.page", "");
}

static void board_without_a_system_has_none(void **state)
{
    (void)state;
    made_series(&made, "os_costs");
    made.series[made.run.n_series - 1].end = RECORD_END_NO_OS;
    infer_one(&analysis_os_costs, &made.run, METHOD_ROBUST, &out);
    assert_int_equal(made_answer(&out, "os.page_fault.anonymous")->kind, RESULT_NONE);
    assert_int_equal(made_answer(&out, "os.syscall")->kind, RESULT_NONE);
    assert_null(result_find(&out, id_of(OS_MUNMAP_PAGE)));
}

static void clock_of_unknown_rate_leaves_it_open(void **state)
{
    (void)state;
    made_begin(&made, 0);
    touch_series("call");
    passes(0, 190);
    infer_one(&analysis_os_costs, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "os.syscall", "rate of the clock");
}

/* ---- issue ---- */

enum { CYCLE = 2, CHAIN = 9, REFERENCE = 99 }; /* ticks; numbers of chains */

/* TIMINGS, of which one in QUIET takes COST ticks for OPS operations, the others 1.6 times that. */
static void windows(uint64_t x, double cost, unsigned timings, unsigned quiet)
{
    for (unsigned i = 0; i < timings; i++)
        made_point(&made, x, 0, 10000,
                   (uint64_t)(10000 * cost * (i % quiet == 0 || x == CHAIN ? 1 : 1.6)));
}

static void plant_issue(unsigned quiet)
{
    made_series(&made, "issue");
    windows(0, CYCLE / 4.0, 30, quiet);
    windows(1, CYCLE / 6.0, 30, quiet);
    windows(2, CYCLE / 5.0, 30, quiet);
    windows(3, CYCLE / 2.0, 30, quiet);
    windows(4, CYCLE, 30, quiet);
    windows(5, 4 * CYCLE, 30, quiet);
    windows(6, CYCLE / 2.0, 30, quiet);
    windows(7, CYCLE * 0.52, 30, quiet);
    windows(CHAIN, CYCLE, 30, 1);
}

static void planted_width_is_found(void **state)
{
    (void)state;
    plant_issue(1);
    infer_one(&analysis_issue, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "issue.width", 6, 0.001);
    made_is(&out, "issue.width.shared", 6, 0.001);
    made_is(&out, "core.store.rthroughput", 0.5, 0.001);
    made_is(&out, "core.store.new_line", 1, 0.001);
    made_is(&out, "core.store.combining_lines", 4, 0.001);
    made_is(&out, "core.load.fp.rthroughput", 0.5, 0.001);
    made_is(&out, "core.call_return", 4, 0.001);
    const struct result *r = made_answer(&out, "issue.width");
    assert_true(r->has_nominal && r->nominal == 6 && r->evidence > 0.9);
    assert_non_null(strstr(r->note, "integer and fp additions"));
}

/* Stores to FEW lines in turn take FEW cycles, to many MANY, to one half of one. */
static void plant_stores(double few, double many)
{
    made_series(&made, "issue");
    windows(0, CYCLE / 4.0, 30, 1);
    windows(3, CYCLE / 2.0, 30, 1);
    windows(4, CYCLE * many, 30, 1);
    windows(7, CYCLE * few, 30, 1);
    windows(CHAIN, CYCLE, 30, 1);
    infer_one(&analysis_issue, &made.run, METHOD_ROBUST, &out);
}

static void stores_to_few_lines_may_take_as_long_as_to_many(void **state)
{
    (void)state;
    plant_stores(0.95, 1);
    made_is(&out, "core.store.combining_lines", 1, 0.001);
}

static void lines_are_not_told_where_all_stores_take_the_same(void **state)
{
    (void)state;
    plant_stores(0.5, 0.5);
    made_is_unknown(&out, "core.store.combining_lines", "times as long");
}

/* A neighbour leaves one window in ten quiet: the width is that of the quiet ones. */
static void neighbour_shows_in_the_median(void **state)
{
    (void)state;
    plant_issue(10);
    infer_one(&analysis_issue, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "issue.width", 6, 0.001);
    made_is(&out, "issue.width.shared", 6 / 1.6, 0.001);
    assert_true(made_answer(&out, "issue.width")->evidence < 0.2);
}

static void width_without_a_chain_is_unknown(void **state)
{
    (void)state;
    plant_issue(1);
    made.series[0].n_samples = 240;
    infer_one(&analysis_issue, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "issue.width", "reference chain");
    assert_int_equal(out.n, 1);
}

/* ---- reorder_buffer ---- */

/* Loads of 200 alone; with up to FITS operations between two of them overlap. */
static void plant_window(unsigned fits, unsigned most)
{
    made_series(&made, "reorder_buffer");
    made_point(&made, 0, 0, 100, 100 * 200);
    for (unsigned x = 8; x <= most; x += 8)
        made_point(&made, x, 0, 100, 100 * (x <= fits ? 104 : 205));
}

static void planted_window_is_found(void **state)
{
    (void)state;
    plant_window(240, 576);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.rob.entries", 256, 0);
    const struct result *r = made_answer(&out, "core.rob.entries");
    assert_true(r->low == 243 && r->high == 288 && r->evidence > 0.9);
}

/* One point that was disturbed moves nothing, and is seen in the evidence. */
static void disturbed_point_moves_no_window(void **state)
{
    (void)state;
    plant_window(240, 576);
    made.of[0].ticks[10][0] = 100 * 300;
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.rob.entries", 256, 0);
    assert_true(made_answer(&out, "core.rob.entries")->evidence < 0.98);
}

/* Memory where one chain alone hits more often than two: the step tells the window all the same. */
static void chain_alone_that_is_too_cheap_hides_no_window(void **state)
{
    (void)state;
    made_series(&made, "reorder_buffer");
    made_point(&made, 0, 0, 100, 100 * 130);
    for (unsigned x = 8; x <= 576; x += 8)
        made_point(&made, x, 0, 100, 100 * ((x <= 400 ? 104 : 180) + x / 10 + x % 7));
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.rob.entries", 416, 0);
    assert_true(made_answer(&out, "core.rob.entries")->evidence > 0.9);
}

/* Operations that take long are no step. */
static void dear_operations_in_order_are_no_window(void **state)
{
    (void)state;
    made_series(&made, "reorder_buffer");
    made_point(&made, 0, 0, 100, 100 * 80);
    for (unsigned x = 8; x <= 576; x += 8)
        made_point(&made, x, 0, 100, 100 * (80 + x + x % 5));
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.rob.entries", 1, 0);
}

static void processor_in_order_has_a_window_of_one(void **state)
{
    (void)state;
    plant_window(0, 576);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.rob.entries", 1, 0);
    assert_non_null(strstr(made_answer(&out, "core.rob.entries")->note, "never overlap"));
}

static void window_beyond_the_sweep_is_unknown(void **state)
{
    (void)state;
    plant_window(1000, 576);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "core.rob.entries", "with 576 a load takes 0.52");
    begin(state);
    plant_window(24, 48);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "core.rob.entries", "6 numbers; alone: yes");
}

/* The same with operations that wait for the load before them. */
static void plant_waiting(const char *of, unsigned step, unsigned fits, unsigned most)
{
    made_series(&made, "reorder_buffer");
    made_key_text(&made, "of", of);
    made_point(&made, 0, 0, 100, 100 * 200);
    for (unsigned x = step; x <= most; x += step)
        made_point(&made, x, 0, 100, 100 * (x <= fits ? 104 : 205));
}

/* Loads of 200 alone of a core that two threads share in SHARED of the 12 passes: then half of FITS
 * operations overlap. */
static void plant_shared(unsigned fits, unsigned shared)
{
    uint64_t ticks[MADE_TICKS];

    made_series(&made, "reorder_buffer");
    made_point(&made, 0, 0, 100, 100 * 200);
    for (unsigned x = 8; x <= 576; x += 8) {
        for (unsigned i = 0; i < MADE_TICKS; i++) {
            unsigned fit = i < shared ? fits / 2 : fits;

            unsigned each = i < shared ? x / 5 : x / 10; /* operations start half as often */

            ticks[i] = 100 * ((x <= fit ? 104 : 205) + each + (x + 5 * i) % 9);
        }
        ticks[x / 8 % MADE_TICKS] += x % 40 == 0 ? 100 * 700 : 0; /* an interruption */
        made_sample(&made, x, 0, 100, ticks, MADE_TICKS);
    }
}

/* The answer is the whole of it however long the other thread was there; half of it is named, and
 * the share of the time. */
static void shared_core_has_its_whole_window(void **state)
{
    (void)state;
    for (unsigned shared = 2; shared <= 10; shared++) {
        (void)begin(state);
        plant_shared(240, shared);
        infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
        made_is(&out, "core.rob.entries", 256, 0);
        made_is(&out, "neighbour.share", shared / 12.0, 0.1);
        const struct result *r = made_answer(&out, "core.rob.entries");
        assert_true(r->low >= 227 && r->high <= 300);
        assert_non_null(strstr(r->note, " % of the passes"));
        assert_non_null(strstr(r->note, "another thread had the rest"));
    }
}

static void core_of_one_thread_has_no_neighbour(void **state)
{
    (void)state;
    plant_shared(240, 0);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.rob.entries", 256, 0);
    assert_null(result_find(&out, id_of(NEIGHBOUR_SHARE)));
    assert_null(strstr(made_answer(&out, "core.rob.entries")->note, "thread"));
}

/* One that is there in all passes cannot be told from a window of half the size by these; where
 * issue saw it come and go, the answer is in doubt. */
static void window_of_a_core_shared_all_the_while_is_doubted(void **state)
{
    (void)state;
    plant_shared(240, MADE_TICKS);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.rob.entries", 136, 0);
    assert_true(made_answer(&out, "core.rob.entries")->evidence > 0.9);
    (void)begin(state);
    made_series(&made, "issue");
    for (unsigned i = 0; i < 60; i++)
        made_point(&made, 0, 0, 100, i % 3 == 0 ? 180 : 100);
    plant_shared(240, MADE_TICKS);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    assert_true(made_answer(&out, "core.rob.entries")->evidence < 0.3);
    assert_non_null(
        strstr(made_answer(&out, "core.rob.entries")->note, "on the core in 33 % of the time"));
}

/* Rows that differ from timing to timing tell of one, too. */
static void window_beside_rows_that_differ_is_doubted(void **state)
{
    (void)state;
    for (unsigned differ = 0; differ < 2; differ++) {
        (void)begin(state);
        made_chain(&made, 0, 1000, 1000);
        made_chain(&made, 0, 9000, 9000);
        plant_shared(240, MADE_TICKS);
        made_series(&made, "reorder_buffer");
        made_key_text(&made, "of", "rows");
        uint64_t ticks[12], alone[12];
        for (unsigned i = 0; i < 12; i++) {
            alone[i] = 3840;
            ticks[i] = 3840 - 10 * (differ ? 10 + 6 * i : 60);
        }
        made_sample(&made, 0, 0, 3840, alone, 12);
        made_sample(&made, 384, 0, 3840, ticks, 12);
        infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
        const struct result *r = made_answer(&out, "core.rob.entries");
        assert_true(differ ? r->evidence < 0.3 : r->evidence > 0.9);
        assert_true((strstr(r->note, "rows of operations differ") != NULL) == (differ == 1));
    }
}

/* What was timed after later probes counts, too: the neighbour was there all the time before. */
static void later_passes_show_the_whole_window(void **state)
{
    (void)state;
    plant_shared(240, MADE_TICKS);
    plant_shared(240, 3);
    made_key(&made, "again", 1);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.rob.entries", 256, 0);
    made_is(&out, "neighbour.share", 15 / 24.0, 0.1);
    assert_null(strstr(made_answer(&out, "core.rob.entries")->note, "in all of these passes"));
}

/* A queue that shows one mode beside a thread that was there most of the time may be half of it. */
static void queue_of_a_core_shared_most_of_the_time_is_doubted(void **state)
{
    (void)state;
    plant_shared(240, 8);
    plant_waiting("reals", 4, 80, 256);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.scheduler.fp.entries", 82, 0);
    assert_true(made_answer(&out, "core.scheduler.fp.entries")->evidence < 0.3);
}

static void planted_queues_are_found(void **state)
{
    (void)state;
    plant_window(240, 576);
    plant_waiting("int", 3, 60, 192);
    plant_waiting("fp", 4, 120, 256);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.rob.entries", 256, 0);
    made_is(&out, "core.scheduler.int.entries", 61.5, 0);
    made_is(&out, "core.scheduler.fp.entries", 122, 0);
    const struct result *r = made_answer(&out, "core.scheduler.int.entries");
    assert_true(r->low == 60 && r->high == 65 && r->evidence > 0.9);
}

/* The window is full as soon as the queue would be, and tells nothing of it. */
static void window_that_is_full_first_hides_the_queue(void **state)
{
    (void)state;
    plant_window(120, 576);
    plant_waiting("words", 3, 120, 192);
    plant_waiting("reals", 4, 1000, 256);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "core.scheduler.int.entries", "overlap with up to 120 that wait");
    made_is_unknown(&out, "core.scheduler.fp.entries", "with 256 a load takes 0.52");
}

static void nothing_waits_beside_others_in_order(void **state)
{
    (void)state;
    plant_window(0, 576);
    plant_waiting("words", 3, 0, 192);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.rob.entries", 1, 0);
    made_is_unknown(&out, "core.scheduler.int.entries", "never overlap");
}

/* 12 timings of one row that goes on, and of rows of 384 that overlap by SHARE of them. */
static void plant_rows(const char *of, double share)
{
    uint64_t alone[12], rows[12];

    for (unsigned i = 0; i < 12; i++) {
        alone[i] = 384 * 100 + i;
        rows[i] = (uint64_t)(384 * 100 * (1 - share));
    }
    made_series(&made, "reorder_buffer");
    made_key_text(&made, "of", of);
    made_sample(&made, 0, 0, 384, alone, 12);
    made_sample(&made, 384, 0, 384, rows, 12);
}

static void rows_that_overlap_are_found(void **state)
{
    (void)state;
    plant_window(240, 576);
    plant_rows("int_rows", 60 / 384.0);
    plant_rows("fp_rows", 96 / 384.0);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.scheduler.int.depth", 60, 1);
    made_is(&out, "core.scheduler.fp.depth", 96, 1);
    assert_true(made_answer(&out, "core.scheduler.int.depth")->evidence > 0.9);
}

/* Beside a neighbour an operation takes 1.07 cycles. */
static void rows_beside_a_neighbour_tell_nothing(void **state)
{
    (void)state;
    made_chain(&made, 0, 1000, 1000 * 100);
    plant_rows("real_rows", 60 / 384.0);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.scheduler.fp.depth", 60, 1);
    begin(state);
    made_chain(&made, 0, 1000, 1000 * 94);
    plant_rows("rows", 15 / 384.0);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "core.scheduler.int.depth", "one row takes 1.06 cycles");
}

/* Half of the timings are beside a neighbour. */
static void rows_that_differ_tell_nothing(void **state)
{
    (void)state;
    plant_rows("rows", 60 / 384.0);
    for (unsigned i = 0; i < 6; i++)
        made.of[0].ticks[1][i] = (uint64_t)(384 * 100 * (1 - 15 / 384.0));
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "core.scheduler.int.depth", "6 of 12 are within a tenth of 60");
}

static void rows_that_do_not_overlap_tell_nothing(void **state)
{
    (void)state;
    plant_window(64, 576);
    plant_rows("rows", 60 / 384.0);
    plant_rows("real_rows", 0.7);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "core.scheduler.int.depth", "rows overlap by 60, and the window holds");
    made_is_unknown(&out, "core.scheduler.fp.depth", "rows of 384 overlap by 269");
}

static void few_numbers_of_waiting_operations_tell_nothing(void **state)
{
    (void)state;
    plant_waiting("words", 3, 9, 18);
    infer_one(&analysis_reorder_buffer, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "core.scheduler.int.entries", "6 numbers; alone: yes");
}

/* ---- store_forward, bypass ---- */

static void chain(uint64_t x, double cycles)
{
    for (unsigned i = 0; i < 3; i++)
        made_point(&made, x, 0, 1000, (uint64_t)(1000 * CYCLE * cycles) + i);
}

static void planted_forwarding_is_found(void **state)
{
    (void)state;
    made_series(&made, "store_forward");
    chain(0, 5);
    chain(1, 0.5);
    chain(2, 14);
    chain(3, 7);
    chain(4, 41);
    chain(5, 4);
    chain(6, 6.75);
    chain(7, 604);
    for (unsigned k = 0; k < 5; k++) /* 4, 8, 12, 16, 24 pairs: 12 are predicted */
        chain(8 + k, k < 3 ? 1.25 : 5.5);
    chain(REFERENCE, 1);
    infer_one(&analysis_store_forward, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.store_forward.alias_penalty", 2.75, 0.01);
    made_is(&out, "core.load.unaligned", 600, 0.01);
    made_is(&out, "core.store_forward.latency", 5, 0.01);
    made_is(&out, "core.store_forward.stack", 0.5, 0.01);
    made_is(&out, "core.store_forward.failed", 14, 0.01);
    made_is(&out, "core.store_forward.fp", 7, 0.01);
    made_is(&out, "core.store.evicted_line", 41, 0.01);
    made_is(&out, "core.store_forward.predicted", 0.25, 0.01);
    made_is(&out, "core.store_forward.pairs", 12, 0);
    assert_true(made_answer(&out, "core.store_forward.pairs")->high == 15);
}

/* Pairs of any number cost the same: none is predicted, or all are. */
static void forwarding_without_prediction_has_no_pairs(void **state)
{
    (void)state;
    made_series(&made, "store_forward");
    chain(0, 5);
    for (unsigned k = 8; k < 13; k++)
        chain(k, 5.9);
    chain(REFERENCE, 1);
    infer_one(&analysis_store_forward, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.store_forward.predicted", 4.9, 0.01);
    assert_int_equal(made_answer(&out, "core.store_forward.pairs")->kind, RESULT_NONE);
}

static void forwarding_without_a_cycle_is_unknown(void **state)
{
    (void)state;
    made_series(&made, "store_forward");
    chain(0, 5);
    infer_one(&analysis_store_forward, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "core.store_forward.latency", "10 ticks");
    assert_null(result_find(&out, id_of(STORE_FORWARD_ALIAS_PENALTY)));
    assert_null(result_find(&out, id_of(STORE_FORWARD_STACK)));
}

static void plant_bypass(void)
{
    made_series(&made, "bypass");
    chain(0, 3);
    chain(1, 4);
    chain(2, 9);         /* 3 + 4 and a cycle each way */
    chain(3, 3 + 1 + 6); /* 3 each way */
    chain(4, 5);
    chain(5, 5 + 2 + 3 + 3);
    chain(REFERENCE, 1);
}

static void planted_bypasses_are_found(void **state)
{
    (void)state;
    plant_bypass();
    infer_one(&analysis_bypass, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "core.bypass.int_to_fp", 3, 0.01);
    made_is(&out, "core.bypass.add_to_mul", 1, 0.01);
    made_is(&out, "core.bypass.fp_load", 2, 0.01);
}

static void bypass_without_all_chains_or_reals(void **state)
{
    (void)state;
    plant_bypass();
    made.series[0].n_samples = 15;
    infer_one(&analysis_bypass, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "core.bypass.int_to_fp", "15 points");
    begin(state);
    made_series(&made, "bypass");
    made.series[0].end = RECORD_END_NO_INSTRUCTION;
    infer_one(&analysis_bypass, &made.run, METHOD_ROBUST, &out);
    assert_int_equal(made_answer(&out, "core.bypass.int_to_fp")->kind, RESULT_NONE);
}

/* ---- code ---- */

static void plant_cache(unsigned level, double bytes)
{
    struct result *r = result_add(&out, id_at(CACHE_SIZE, level));

    r->kind = RESULT_NUMBER;
    r->value = bytes;
    if (level == 1)
        r = result_add(&out, id_of(CACHE_LEVELS));
    r->kind = RESULT_NUMBER;
    r->value = level == 1 ? 2 : bytes;
}

/* Lines of 1 cycle up to 32 KiB, of 3 up to 512 KiB, else of 40; in order of half that,
 * without jumps of a third. */
static void plant_code(unsigned doublings)
{
    static const char *const orders[] = { "random", "line", "straight" };

    made_chain(&made, 0, 1000, 1000 * CYCLE);
    for (unsigned order = 0; order < 3; order++) {
        made_series(&made, "fetch");
        made_key_text(&made, "order", orders[order]);
        for (unsigned i = 0; i < doublings; i++) {
            double kib = 2 << i, cost = kib <= 32 ? 1 : kib <= 512 ? 3 : 40;

            made_point(&made, (uint64_t)(kib * 1024), 0, 1000,
                       (uint64_t)(1000 * CYCLE * cost / (1 + order)));
        }
    }
    plant_cache(1, 32768);
    plant_cache(2, 524288);
}

static void planted_code_is_found(void **state)
{
    (void)state;
    plant_code(11);
    infer_one(&analysis_fetch, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "fetch.cache.1.latency", 1, 0.001);
    made_is(&out, "fetch.cache.2.latency", 3, 0.001);
    made_is(&out, "fetch.memory.latency", 40, 0.001);
    made_is(&out, "fetch.cache.2.sequential", 1.5, 0.001);
    made_is(&out, "fetch.cache.2.straight_line", 1, 0.001);
    assert_non_null(strstr(made_answer(&out, "fetch.memory.latency")->note, "2 MiB"));
}

/* A thread on the same core slowed the sweep, and not what was timed again of it. */
static void code_timed_again_counts_where_it_is_faster(void **state)
{
    (void)state;
    plant_code(11);
    made_series(&made, "fetch");
    made_key_text(&made, "order", "straight");
    made_key_text(&made, "again", "1");
    made_point(&made, 131072, 0, 1000, (uint64_t)(1000 * CYCLE * 0.5));
    made_point(&made, 2097152, 0, 1000, (uint64_t)(1000 * CYCLE * 50));
    infer_one(&analysis_fetch, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "fetch.cache.2.straight_line", 0.5, 0.001);
    made_is(&out, "fetch.memory.straight_line", 40.0 / 3, 0.001);
    made_is(&out, "fetch.cache.2.sequential", 1.5, 0.001);
}

/* A sweep that ends in a level says nothing of those beyond; a port that writes no code, nothing.
 */
static void short_sweep_and_no_code(void **state)
{
    (void)state;
    plant_code(8);
    infer_one(&analysis_fetch, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "fetch.cache.2.latency", 3, 0.001);
    assert_null(result_find(&out, id_at(FETCH_LATENCY, MEMORY_LEVEL)));
    begin(state);
    made_series(&made, "fetch");
    made.series[0].end = RECORD_END_NOTHING;
    infer_one(&analysis_fetch, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "fetch.cache.1.latency", "writes none");
}

/* ---- icache_ways ---- */

/* Calls of 40 cycles, and 10 more where a line of so many is not among WAYS ways of WAY bytes, or
 * COSTLIER times as much where it has twice the jumps. */
static void plant_sets(unsigned ways, double way, double costlier)
{
    static const unsigned lines[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24 };

    for (uint64_t jumps = 4; jumps <= 8; jumps *= 2) {
        made_series(&made, "icache_ways");
        for (uint64_t stride = 512; stride <= 65536; stride *= 2)
            for (size_t i = 0; i < 2 * sizeof lines / sizeof lines[0]; i++) {
                struct log_series *s = &made.series[made.run.n_series - 1];
                double n = lines[i / 2], held = ways * fmax(1, way / (double)stride),
                       miss = jumps > 4 ? 10 * costlier : 10,
                       cost = 40 + (i % 2 ? miss * fmax(0, 1 - held / n) : 0);

                made_point(&made, stride, lines[i / 2], 1000, (uint64_t)(1000 * cost));
                s->samples[s->n_samples - 1].x[2] = i % 2;
                s->samples[s->n_samples - 1].n_x = 3;
            }
    }
}

static void planted_code_sets_are_found(void **state)
{
    (void)state;
    plant_sets(8, 4096, 1);
    infer_one(&analysis_icache_ways, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "icache.1.ways", 8, 0);
    made_is(&out, "icache.1.size", 32768, 0);
}

/* Many ways, or fewer points than there should be. */
static void code_sets_that_show_nothing(void **state)
{
    (void)state;
    plant_sets(64, 4096, 1);
    infer_one(&analysis_icache_ways, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "icache.1.ways", "there is none");
    begin(state);
    plant_sets(8, 4096, 1);
    made.series[1].n_samples--;
    infer_one(&analysis_icache_ways, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "icache.1.ways", "256 and 255 points came");
}

/* What each jump of a line pays is a branch target buffer's. */
static void targets_are_no_code(void **state)
{
    for (double costlier = 0.4; costlier <= 2; costlier *= 5) {
        begin(state);
        plant_sets(8, 4096, costlier);
        infer_one(&analysis_icache_ways, &made.run, METHOD_ROBUST, &out);
        made_is_unknown(&out, "icache.1.ways", "branch target buffer of 8 lines, ways of 4 KiB");
        assert_null(result_find(&out, id_at(ICACHE_SIZE, 1)));
    }
}

/* ---- jumps ---- */

/* Jumps of 4 cycles; a wrong guess costs 20 more, which patterns of more than LEARNT and more than
 * TARGETS in turn have always. */
static void plant_jumps(unsigned learnt, unsigned targets)
{
    made_chain(&made, 0, 1000, 1000);
    made_series(&made, "branch");
    made_key(&made, "kind", 2);
    made_point(&made, 0, 0, 6400, 6400 * 4);
    made_point(&made, 1, 0, 6400, 6400 * 4 + 6300 * 20);
    for (unsigned kind = 3; kind < 5; kind++) {
        made_series(&made, "branch");
        made_key(&made, "kind", kind);
        for (unsigned x = 1; x <= (kind == 3 ? 4096 : 64); x *= 2)
            made_point(&made, x, 0, OPS, OPS * (x <= (kind == 3 ? learnt : targets) ? 4 : 24));
    }
}

static void planted_jumps_are_found(void **state)
{
    (void)state;
    plant_jumps(512, 32);
    infer_one(&analysis_branch, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "branch.indirect.penalty", 20, 0.001);
    made_is(&out, "branch.indirect.history", 512, 0);
    made_is(&out, "branch.indirect.targets", 32, 0);
    assert_true(made_answer(&out, "branch.indirect.history")->high == 1023);
    assert_null(result_find(&out, id_of(BRANCH_PENALTY)));
}

/* Jumps to one place of 2 cycles, to four of MORE cycles more. */
static void plant_places(double more)
{
    plant_jumps(512, 32);
    made_series(&made, "branch");
    made_key(&made, "kind", 5);
    made_point(&made, 1, 0, OPS, OPS * 2);
    made_point(&made, 4, 0, OPS, (uint64_t)(OPS * (2 + more)));
}

static void jumps_to_several_places_take_longer(void **state)
{
    static const double more[] = { 3, 0.5, 0, -0.25 };

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        begin(NULL);
        plant_places(more[i]);
        infer_one(&analysis_branch, &made.run, METHOD_ROBUST, &out);
        made_is(&out, "branch.indirect.multi_target", fmax(0, more[i]), 0.001);
        const struct result *r = made_answer(&out, "branch.indirect.multi_target");
        assert_true(r->has_bounds && r->low <= r->value && r->value <= r->high);
    }
}

static void jumps_to_several_places_that_are_not_learnt_are_told(void **state)
{
    (void)state;
    plant_places(12);
    infer_one(&analysis_branch, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "branch.indirect.multi_target",
                    "to several: 14 cycles, mispredicted: 20 more");

    begin(NULL);
    plant_places(3);
    made.series[4].n_samples = 1;
    infer_one(&analysis_branch, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "branch.indirect.multi_target", "1 of 2 points");
}

/* Functions that jump to four places each in an order of 16 are predicted, and the loop's jump is
 * not: what the loop shows is no limit of the processor. */
static void loop_that_hides_what_is_learnt_says_nothing(void **state)
{
    (void)state;
    plant_jumps(4, 4);
    made_series(&made, "branch");
    made_key(&made, "kind", 5);
    made_point(&made, 1, 0, OPS, OPS * 2);
    made_point(&made, 4, 0, OPS, OPS * 5);
    infer_one(&analysis_branch, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "branch.indirect.history", "in the loop up to 4 were predicted");
    made_is_unknown(&out, "branch.indirect.targets", "in an order of 16, to 4 targets each");
    made_is(&out, "branch.indirect.penalty", 20, 0.001);
    made_is(&out, "branch.indirect.multi_target", 3, 0.001);

    begin(NULL); /* functions that are not predicted either contradict nothing */
    plant_jumps(4, 4);
    made_series(&made, "branch");
    made_key(&made, "kind", 5);
    made_point(&made, 1, 0, OPS, OPS * 2);
    made_point(&made, 4, 0, OPS, OPS * 20);
    infer_one(&analysis_branch, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "branch.indirect.history", 4, 0);
}

static void log_without_jumps_says_nothing_of_them(void **state)
{
    (void)state;
    plant_jumps(512, 32);
    made.run.n_series = 1;
    infer_one(&analysis_branch, &made.run, METHOD_ROBUST, &out);
    assert_int_equal(out.n, 0);
}

static void jumps_without_a_cycle_are_unknown(void **state)
{
    (void)state;
    plant_jumps(512, 32);
    made.series[0].n_samples = 0;
    infer_one(&analysis_branch, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "branch.indirect.penalty", "a cycle is 0 ticks");
    made_is(&out, "branch.indirect.targets", 32, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(planted_width_is_found, begin),
        cmocka_unit_test_setup(stores_to_few_lines_may_take_as_long_as_to_many, begin),
        cmocka_unit_test_setup(lines_are_not_told_where_all_stores_take_the_same, begin),
        cmocka_unit_test_setup(neighbour_shows_in_the_median, begin),
        cmocka_unit_test_setup(width_without_a_chain_is_unknown, begin),
        cmocka_unit_test_setup(planted_window_is_found, begin),
        cmocka_unit_test_setup(disturbed_point_moves_no_window, begin),
        cmocka_unit_test_setup(shared_core_has_its_whole_window, begin),
        cmocka_unit_test_setup(core_of_one_thread_has_no_neighbour, begin),
        cmocka_unit_test_setup(window_of_a_core_shared_all_the_while_is_doubted, begin),
        cmocka_unit_test_setup(window_beside_rows_that_differ_is_doubted, begin),
        cmocka_unit_test_setup(later_passes_show_the_whole_window, begin),
        cmocka_unit_test_setup(queue_of_a_core_shared_most_of_the_time_is_doubted, begin),
        cmocka_unit_test_setup(chain_alone_that_is_too_cheap_hides_no_window, begin),
        cmocka_unit_test_setup(dear_operations_in_order_are_no_window, begin),
        cmocka_unit_test_setup(processor_in_order_has_a_window_of_one, begin),
        cmocka_unit_test_setup(window_beyond_the_sweep_is_unknown, begin),
        cmocka_unit_test_setup(planted_queues_are_found, begin),
        cmocka_unit_test_setup(window_that_is_full_first_hides_the_queue, begin),
        cmocka_unit_test_setup(nothing_waits_beside_others_in_order, begin),
        cmocka_unit_test_setup(few_numbers_of_waiting_operations_tell_nothing, begin),
        cmocka_unit_test_setup(rows_that_overlap_are_found, begin),
        cmocka_unit_test_setup(rows_beside_a_neighbour_tell_nothing, begin),
        cmocka_unit_test_setup(rows_that_differ_tell_nothing, begin),
        cmocka_unit_test_setup(rows_that_do_not_overlap_tell_nothing, begin),
        cmocka_unit_test_setup(planted_forwarding_is_found, begin),
        cmocka_unit_test_setup(forwarding_without_prediction_has_no_pairs, begin),
        cmocka_unit_test_setup(forwarding_without_a_cycle_is_unknown, begin),
        cmocka_unit_test_setup(planted_bypasses_are_found, begin),
        cmocka_unit_test_setup(bypass_without_all_chains_or_reals, begin),
        cmocka_unit_test_setup(planted_code_is_found, begin),
        cmocka_unit_test_setup(code_timed_again_counts_where_it_is_faster, begin),
        cmocka_unit_test_setup(short_sweep_and_no_code, begin),
        cmocka_unit_test_setup(planted_code_sets_are_found, begin),
        cmocka_unit_test_setup(code_sets_that_show_nothing, begin),
        cmocka_unit_test_setup(targets_are_no_code, begin),
        cmocka_unit_test_setup(planted_jumps_are_found, begin),
        cmocka_unit_test_setup(jumps_to_several_places_take_longer, begin),
        cmocka_unit_test_setup(jumps_to_several_places_that_are_not_learnt_are_told, begin),
        cmocka_unit_test_setup(loop_that_hides_what_is_learnt_says_nothing, begin),
        cmocka_unit_test_setup(log_without_jumps_says_nothing_of_them, begin),
        cmocka_unit_test_setup(jumps_without_a_cycle_are_unknown, begin),
        cmocka_unit_test_setup(system_takes_what_was_planted, begin),
        cmocka_unit_test_setup(passes_that_differ_are_doubted, begin),
        cmocka_unit_test_setup(board_without_a_system_has_none, begin),
        cmocka_unit_test_setup(clock_of_unknown_rate_leaves_it_open, begin),
    };

    return cmocka_run_group_tests(tests, NULL, end);
}
