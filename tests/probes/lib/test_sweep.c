/* A sweep on a clock that moves with the work: what was visited, in which order, and what was sent.
 */
#include "captured.h"
#include "fake.h"
#include "lib/estimate.h"
#include "lib/sweep.h"
#include "record/record.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_VISITS = 64 * SWEEP_POINTS, STEP_TICKS = 64, LAP_OPS = 64, GRAIN = 16 };

/* Work whose cost depends on the point, up to three steps of it; and a diary. */
struct bench {
    uint64_t x;
    uint64_t edge[2], cost[3]; /* ticks an operation up to EDGE[0], up to EDGE[1], beyond */
    uint64_t broken_x;         /* cannot be made ready; 0: none */
    bool all_broken;
    bool restless;         /* every other pass takes a 64th longer */
    uint64_t honest_after; /* visits after which the clock goes on; 0: never changes */
    size_t n_visits;
    uint64_t visited[MOST_VISITS];
};

static struct bench bench;
static struct sweep sweep;
static struct plan plan;
static struct captured sent;
static struct log parsed;

static uint64_t prepare(void *ctx, const uint64_t *x)
{
    struct bench *b = ctx;

    assert_true(b->n_visits < MOST_VISITS);
    b->visited[b->n_visits++] = x[0];
    b->x = x[0];
    if (b->honest_after > 0 && b->n_visits >= b->honest_after)
        fake.timer.step_ticks = STEP_TICKS;
    return b->all_broken || x[0] == b->broken_x ? 0 : LAP_OPS;
}

static void run_work(void *ctx, uint64_t ops)
{
    const struct bench *b = ctx;
    unsigned k = b->x <= b->edge[0] ? 0 : b->x <= b->edge[1] ? 1 : 2;

    fake.timer.now_ticks += b->cost[k] * ops;
    if (b->restless && (b->n_visits - 1) / sweep.n_points % 2 == 1)
        fake.timer.now_ticks += b->cost[k] * ops / 64;
}

/* A flat sweep of N_POINTS from GRAIN on, and a clock each reading of which is long enough for the
 * reference chain, which really runs and takes no time here. */
static void begin(unsigned n_points, unsigned passes)
{
    fake_reset();
    fake.timer.step_ticks = STEP_TICKS;
    bench = (struct bench){ .edge = { UINT64_MAX, UINT64_MAX }, .cost = { 10, 20, 40 } };
    plan = (struct plan){ .tick_min = 1, .sample_ticks = STEP_TICKS, .seed = 1 };
    sweep = (struct sweep){ .name = "stairs",
                            .n_x = 1,
                            .n_points = n_points,
                            .passes = passes,
                            .grain = GRAIN,
                            .prepare = prepare,
                            .kernel = { run_work, &bench } };
    for (unsigned i = 0; i < n_points; i++)
        sweep.x[i][0] = (uint64_t)(i + 1) * GRAIN * 8;
}

static int drop(void **state)
{
    (void)state;
    log_free(&parsed);
    parsed = (struct log){ 0 };
    free(sent.bytes);
    sent = (struct captured){ 0 };
    return 0;
}

static enum record_end run_sweep(void)
{
    struct record_out out = { .put = captured_put, .ctx = &sent };
    struct probe_run run = { .out = &out, .name = "stairs", .plan = &plan, .rng = plan.seed };

    (void)drop(NULL);
    record_begin_run(&out);
    record_key_number(&out, "format", RECORD_FORMAT);
    record_end(&out);
    enum record_end end = sweep_run(&run, &sweep);
    uint32_t before = out.seq;
    record_begin(&out, "END");
    record_number(&out, before);
    record_text(&out, "ok");
    record_sum(&out);
    record_end(&out);
    captured_read(sent.bytes, sent.n, &parsed);
    return end;
}

/* The series of the sweep, and the reference beside it; the stream as a whole is sound. */
static const struct log_series *series_of(const char *probe)
{
    size_t at = log_find_series(&parsed.run, probe, 0);

    for (size_t i = 0; i < parsed.n_problems; i++)
        fail_msg("%s", parsed.problems[i].what);
    assert_true(parsed.run.complete);
    if (at >= parsed.run.n_series)
        fail_msg("no series %s", probe);
    assert_false(parsed.run.series[at].damaged);
    return &parsed.run.series[at];
}

static size_t all_timings(const struct log_series *series)
{
    size_t n = 0;

    for (size_t i = 0; i < series->n_samples; i++)
        n += series->samples[i].n_ticks;
    return n;
}

static void every_point_gets_its_passes(void **state)
{
    static const unsigned numbers[] = { 1, 2, 7, SWEEP_POINTS };

    (void)state;
    for (size_t k = 0; k < 4; k++)
        for (unsigned passes = 1; passes <= SWEEP_PASSES; passes += 5) {
            begin(numbers[k], passes);
            bench.restless = true;
            assert_int_equal(run_sweep(), RECORD_END_OK);
            for (unsigned i = 0; i < numbers[k]; i++)
                assert_int_equal(captured_timings(series_of("stairs"), sweep.x[i][0]), passes);
            assert_int_equal(all_timings(series_of("stairs")), numbers[k] * passes);
            assert_int_equal(bench.n_visits, numbers[k] * passes);
        }
}

static void more_passes_than_there_is_room_for_are_cut(void **state)
{
    (void)state;
    begin(3, SWEEP_PASSES + 5);
    bench.restless = true;
    assert_int_equal(run_sweep(), RECORD_END_OK);
    assert_int_equal(all_timings(series_of("stairs")), 3 * SWEEP_PASSES);
}

static int keep_memory(void *ctx)
{
    (void)ctx;
    return 0;
}

/* Where frames are drawn anew, it takes more of them. */
static void timings_that_agree_are_enough(void **state)
{
    (void)state;
    begin(5, 12);
    assert_int_equal(run_sweep(), RECORD_END_OK);
    assert_int_equal(all_timings(series_of("stairs")), 5 * 4);
    begin(5, 12);
    sweep.renew = keep_memory;
    assert_int_equal(run_sweep(), RECORD_END_OK);
    assert_int_equal(all_timings(series_of("stairs")), 5 * 8);
}

static void done_counts_what_was_sent(void **state)
{
    (void)state;
    begin(10, 3);
    run_sweep();
    assert_int_equal(series_of("stairs")->points_announced, 30); /* a timing each, pass by pass */
    assert_string_equal(series_of("stairs")->status, "ok");
    assert_int_equal(series_of("add_chain")->points_announced, 10);
    assert_string_equal(series_of("add_chain")->status, "ok");
}

static void reference_stands_beside_every_timing(void **state)
{
    (void)state;
    begin(20, 5);
    run_sweep();
    const struct log_series *reference = series_of("add_chain");
    assert_string_equal(log_key_text(reference->keys, reference->n_keys, "beside"), "stairs");
    assert_int_equal(reference->n_samples, 20);
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(captured_timings(reference, sweep.x[i][0]),
                         captured_timings(series_of("stairs"), sweep.x[i][0]));
}

static void cost_is_the_works(void **state)
{
    (void)state;
    begin(8, 2);
    bench.edge[0] = sweep.x[3][0];
    bench.edge[1] = sweep.x[5][0];
    run_sweep();
    const struct log_series *series = series_of("stairs");
    for (size_t i = 0; i < series->n_samples; i++) {
        const struct log_sample *s = &series->samples[i];
        unsigned k = s->x[0] <= bench.edge[0] ? 0 : s->x[0] <= bench.edge[1] ? 1 : 2;

        assert_int_equal(s->ops % LAP_OPS, 0);
        assert_int_equal(s->ticks[0], s->ops * bench.cost[k] + STEP_TICKS);
    }
}

static void two_numbers_a_point_are_sent_joined(void **state)
{
    (void)state;
    begin(4, 2);
    sweep.n_x = 2;
    for (unsigned i = 0; i < 4; i++) {
        sweep.x[i][0] = 100 + i / 2;
        sweep.x[i][1] = 16u << i % 2;
    }
    run_sweep();
    const struct log_series *series = series_of("stairs"), *reference = series_of("add_chain");
    assert_int_equal(series->n_samples, 8);
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(series->samples[i].n_x, 2);
        assert_memory_equal(series->samples[i].x, sweep.x[i % 4], sizeof sweep.x[0]);
        assert_memory_equal(reference->samples[i % 4].x, sweep.x[i % 4], sizeof sweep.x[0]);
    }
}

static void orders_of_passes_differ(void **state)
{
    enum { N = 40 };

    (void)state;
    begin(N, 2);
    run_sweep();
    assert_int_equal(bench.n_visits, 2 * N);
    assert_memory_not_equal(bench.visited, bench.visited + N, N * sizeof bench.visited[0]);
    for (unsigned pass = 0; pass < 2; pass++) {
        unsigned ascending = 0, seen = 0;

        for (unsigned i = 0; i < N; i++) {
            for (unsigned k = 0; k < N; k++)
                seen += bench.visited[pass * N + k] == sweep.x[i][0];
            ascending += i > 0 && bench.visited[pass * N + i] > bench.visited[pass * N + i - 1];
        }
        assert_int_equal(seen, N);
        assert_in_range(ascending, N / 4, N * 3 / 4);
    }
}

static void same_seed_same_order(void **state)
{
    static uint64_t first[20];

    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++)
        for (unsigned again = 0; again < 2; again++) {
            begin(20, 1);
            plan.seed = seed;
            run_sweep();
            if (again)
                assert_memory_equal(bench.visited, first, sizeof first);
            else if (seed == 2)
                assert_memory_not_equal(bench.visited, first, sizeof first);
            memcpy(first, bench.visited, sizeof first);
        }
}

/* Passes of 10 points that take LONG ticks each; how many are made within BUDGET. */
static size_t passes_within(uint64_t budget_ticks)
{
    begin(10, 12);
    bench.restless = true;
    bench.cost[0] = 100000;
    sweep.budget_ticks = budget_ticks;
    assert_int_equal(run_sweep(), RECORD_END_OK);
    size_t passes = all_timings(series_of("stairs")) / 10;
    assert_int_equal(all_timings(series_of("stairs")), 10 * passes); /* whole passes only */
    return passes;
}

static void budget_bounds_the_passes(void **state)
{
    (void)state;
    assert_int_equal(passes_within(0), 12);
    assert_int_equal(passes_within(UINT64_MAX / 8), 12);
    assert_int_equal(passes_within(1), 2); /* the fewest that tell noise from cost */
    size_t some = passes_within((uint64_t)100000 * LAP_OPS * 10 * 12);
    assert_in_range(some, 3, 11);
    assert_true(passes_within((uint64_t)100000 * LAP_OPS * 10 * 16) > some);
}

/* Each visit is far below half of 20 bits, a pass far above. */
static void budget_counts_on_across_wraps(void **state)
{
    (void)state;
    for (unsigned bits = 20; bits <= 64; bits += 44) {
        begin(10, 12);
        bench.restless = true;
        fake.timer.bits = bits;
        bench.cost[0] = 1000;
        sweep.budget_ticks = 10 * 3 * 1000 * LAP_OPS * 4;
        assert_int_equal(run_sweep(), RECORD_END_OK);
        assert_in_range(all_timings(series_of("stairs")), 30, 60);
    }
}

static void share_bounds_the_timings_of_slow_points(void **state)
{
    (void)state;
    begin(3, 10);
    bench.restless = true;
    bench.edge[0] = sweep.x[0][0];
    bench.edge[1] = sweep.x[1][0];
    bench.cost[1] = 1000;
    bench.cost[2] = 1000000;
    sweep.share_ticks = 3 * 5 * (1000 * LAP_OPS + STEP_TICKS); /* five visits of the second */
    run_sweep();
    assert_int_equal(captured_timings(series_of("stairs"), sweep.x[0][0]), 10);
    assert_int_equal(captured_timings(series_of("stairs"), sweep.x[1][0]), 5);
    assert_int_equal(captured_timings(series_of("stairs"), sweep.x[2][0]), 2);
}

/* Points beyond the first N stand on the grain, are new, and lie in the gap below an edge. */
static void check_refined(unsigned n)
{
    for (unsigned i = n; i < sweep.n_points; i++) {
        uint64_t x = sweep.x[i][0];
        bool in_a_rise = false;

        assert_int_equal(x % sweep.grain, 0);
        for (unsigned k = 0; k < i; k++)
            assert_true(sweep.x[k][0] != x);
        for (unsigned k = 0; k + 1 < n; k++)
            for (unsigned e = 0; e < 2; e++)
                in_a_rise |= x > sweep.x[k][0] && x < sweep.x[k + 1][0] &&
                             sweep.x[k][0] <= bench.edge[e] && bench.edge[e] < sweep.x[k + 1][0];
        assert_true(in_a_rise);
        assert_true(captured_timings(series_of("stairs"), x) > 0);
        assert_true(captured_timings(series_of("add_chain"), x) > 0);
    }
}

static void refinement_stays_inside_rises(void **state)
{
    (void)state;
    for (unsigned rounds = 0; rounds <= 3; rounds++) {
        begin(12, 4);
        for (unsigned i = 0; i < 12; i++)
            sweep.x[i][0] = (uint64_t)GRAIN << i;
        bench.edge[0] = 5 * sweep.x[4][0] / 4;
        bench.edge[1] = 7 * sweep.x[9][0] / 4;
        sweep.rounds = rounds;
        assert_int_equal(run_sweep(), RECORD_END_OK);
        assert_in_range(sweep.n_points, 12 + 2 * rounds, 12 + 2 * rounds * SWEEP_REFINED);
        check_refined(12);
    }
}

/* Each round quarters the gap that holds the edge, down to the grain. */
static void refinement_closes_in_on_the_edge(void **state)
{
    uint64_t below = 0, above = UINT64_MAX;

    (void)state;
    begin(4, 2);
    for (unsigned i = 0; i < 4; i++)
        sweep.x[i][0] = (uint64_t)65536 << i;
    bench.edge[0] = 150000;
    sweep.rounds = 8;
    run_sweep();
    for (unsigned i = 0; i < sweep.n_points; i++) {
        uint64_t x = sweep.x[i][0];

        if (x <= bench.edge[0])
            below = x > below ? x : below;
        else
            above = x < above ? x : above;
    }
    assert_int_equal(above - below, GRAIN);
}

static void flat_curve_is_not_refined(void **state)
{
    (void)state;
    begin(12, 3);
    sweep.rounds = 2;
    run_sweep();
    assert_int_equal(sweep.n_points, 12);
}

/* Every gap is a rise: more refined points are wanted than there is room for. */
static void refinement_ends_where_room_does(void **state)
{
    static const unsigned numbers[] = { SWEEP_POINTS, SWEEP_POINTS - 1, SWEEP_POINTS - 4 };

    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        begin(numbers[k], 2);
        bench.edge[0] = sweep.x[20][0];
        bench.edge[1] = sweep.x[60][0];
        for (unsigned i = 0; i < numbers[k]; i++)
            sweep.x[i][0] += (i >= 21 ? 8u * GRAIN : 0) + (i >= 61 ? 8u * GRAIN : 0);
        sweep.rounds = 5;
        assert_int_equal(run_sweep(), RECORD_END_OK);
        assert_int_equal(sweep.n_points, SWEEP_POINTS);
        check_refined(numbers[k]);
    }
}

static void point_that_cannot_be_made_ready_is_left_out(void **state)
{
    (void)state;
    begin(6, 3);
    bench.broken_x = sweep.x[2][0];
    assert_int_equal(run_sweep(), RECORD_END_OK);
    assert_int_equal(captured_timings(series_of("stairs"), bench.broken_x), 0);
    assert_int_equal(captured_timings(series_of("add_chain"), bench.broken_x), 0);
    assert_int_equal(all_timings(series_of("stairs")), 5 * 3);
    assert_int_equal(bench.n_visits, 5 * 3 + 1); /* not tried again */
}

static void nothing_measured_is_said(void)
{
    assert_int_equal(run_sweep(), RECORD_END_CLOCK_BACK);
    const struct log_series *series = series_of("stairs");
    assert_int_equal(series->n_samples, 0);
    assert_string_equal(series->status, record_end_words(RECORD_END_CLOCK_BACK));
    assert_true(log_find_series(&parsed.run, "add_chain", 0) == parsed.run.n_series);
}

static void no_point_ready_is_said(void **state)
{
    (void)state;
    begin(6, 3);
    sweep.rounds = 2;
    bench.all_broken = true;
    nothing_measured_is_said();
}

static void clock_that_always_goes_back_is_said(void **state)
{
    (void)state;
    begin(6, 3);
    sweep.rounds = 2;
    sweep.budget_ticks = 1000;
    fake.timer.step_ticks = (uint64_t)-1000000;
    bench.cost[0] = 0;
    nothing_measured_is_said();
}

/* A clock that goes back at first only: whatever is sent covers at least one operation. */
static void timings_never_cover_no_operation(void **state)
{
    (void)state;
    begin(6, 3);
    fake.timer.step_ticks = (uint64_t)-1000000;
    bench.honest_after = 4;
    bench.cost[0] = 1;
    (void)run_sweep();
    for (size_t s = 0; s < parsed.run.n_series; s++)
        for (size_t i = 0; i < parsed.run.series[s].n_samples; i++)
            assert_true(parsed.run.series[s].samples[i].ops > 0);
    assert_int_equal(parsed.n_problems, 0);
}

static void lowest_is_the_least_cost_of_each_point(void **state)
{
    static struct estimate_point at[SWEEP_POINTS];

    (void)state;
    begin(6, 3);
    bench.edge[0] = sweep.x[2][0];
    bench.broken_x = sweep.x[5][0];
    run_sweep();
    assert_int_equal(sweep_lowest(&sweep, at), 5);
    for (unsigned i = 0; i < 5; i++) {
        uint64_t cost = bench.cost[i > 2] * 256;

        assert_int_equal(at[i].x, sweep.x[i][0]);
        assert_in_range(at[i].cost, cost, cost + 256 * STEP_TICKS / LAP_OPS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_point_gets_its_passes, drop),
        cmocka_unit_test_teardown(timings_that_agree_are_enough, drop),
        cmocka_unit_test_teardown(more_passes_than_there_is_room_for_are_cut, drop),
        cmocka_unit_test_teardown(done_counts_what_was_sent, drop),
        cmocka_unit_test_teardown(reference_stands_beside_every_timing, drop),
        cmocka_unit_test_teardown(cost_is_the_works, drop),
        cmocka_unit_test_teardown(two_numbers_a_point_are_sent_joined, drop),
        cmocka_unit_test_teardown(orders_of_passes_differ, drop),
        cmocka_unit_test_teardown(same_seed_same_order, drop),
        cmocka_unit_test_teardown(budget_bounds_the_passes, drop),
        cmocka_unit_test_teardown(budget_counts_on_across_wraps, drop),
        cmocka_unit_test_teardown(share_bounds_the_timings_of_slow_points, drop),
        cmocka_unit_test_teardown(refinement_stays_inside_rises, drop),
        cmocka_unit_test_teardown(refinement_closes_in_on_the_edge, drop),
        cmocka_unit_test_teardown(flat_curve_is_not_refined, drop),
        cmocka_unit_test_teardown(refinement_ends_where_room_does, drop),
        cmocka_unit_test_teardown(point_that_cannot_be_made_ready_is_left_out, drop),
        cmocka_unit_test_teardown(no_point_ready_is_said, drop),
        cmocka_unit_test_teardown(clock_that_always_goes_back_is_said, drop),
        cmocka_unit_test_teardown(timings_never_cover_no_operation, drop),
        cmocka_unit_test_teardown(lowest_is_the_least_cost_of_each_point, drop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
