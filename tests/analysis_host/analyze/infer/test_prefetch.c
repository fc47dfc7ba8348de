/* Lines that are fetched before they are asked for: planted costs. */
#include "analysis/analysis.h"
#include "made_run.h"
#include "result/query.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { OPS = 1000, L1 = 4, L2 = 12, L3 = 40, MEMORY = 200, LINE = 64 };
enum { LOADED, ELSEWHERE, ONWARD, BACK, PAIR };

extern const struct analysis analysis_prefetch;

static struct made_run made;
static struct results out;

static void add_number(struct result_id id, double value)
{
    struct result *r = result_add(&out, id);

    r->value = r->nominal = value;
    r->has_nominal = true;
}

/* A machine of three levels, and nothing else told of it. */
static int begin(void **state)
{
    (void)state;
    results_free(&out);
    out = (struct results){ 0 };
    add_number(id_of(CACHE_LEVELS), 3);
    add_number(id_at(CACHE_LATENCY, 1), L1);
    add_number(id_at(CACHE_LATENCY, 2), L2);
    add_number(id_at(CACHE_LATENCY, 3), L3);
    add_number(id_of(MEMORY_LATENCY), MEMORY);
    made_begin(&made, 1000000000);
    made_chain(&made, 0, OPS, OPS); /* a cycle is a tick */
    return 0;
}

static int end(void **state)
{
    (void)state;
    results_free(&out);
    return 0;
}

static void plant(uint64_t loads, uint64_t stride, uint64_t streams)
{
    made_series(&made, "prefetch");
    made_key(&made, "loads", loads);
    made_key(&made, "stride", stride);
    made_key(&made, "streams", streams);
    made_key(&made, "line", LINE);
}

/* Three timings of LOADS loads, of 40 cycles each, and a test of KIND that takes COST. */
static void test(uint64_t loads, uint64_t kind, uint64_t bytes, uint64_t cost)
{
    for (uint64_t i = 0; i < 3; i++) {
        struct log_series *s = &made.run.series[made.run.n_series - 1];

        made_point(&made, kind, 1, OPS * (loads + 1), OPS * (loads * L3 + cost) + i);
        s->samples[s->n_samples - 1].x[1] = bytes;
        s->samples[s->n_samples - 1].n_x = 2;
    }
}

static void plant_single(uint64_t onward, uint64_t back, uint64_t pair)
{
    plant(1, 0, 1);
    test(1, LOADED, 0, L1);
    test(1, ELSEWHERE, 0, L3);
    test(1, ONWARD, LINE, onward);
    test(1, BACK, LINE, back);
    test(1, PAIR, LINE, pair);
}

/* What a load of the other half costs where nothing, the first half, both were flushed. */
static void plant_flush(uint64_t kept, uint64_t flushed, uint64_t both)
{
    const uint64_t costs[] = { kept, flushed, both };

    made_series(&made, "prefetch");
    made_key(&made, "flush", 1);
    for (uint64_t kind = 0; kind < 3; kind++)
        test(0, kind, LINE, costs[kind]);
}

/* Loads in a row, whose next line costs NEXT. */
static void plant_row(uint64_t stride, uint64_t streams, uint64_t next)
{
    plant(6, stride, streams);
    test(6, LOADED, 0, L1);
    test(6, ELSEWHERE, 0, L3);
    test(6, ONWARD, stride, next);
}

static void analyse(void)
{
    out.source = (struct result_source){ .probe = analysis_prefetch.probe,
                                         .method = analysis_prefetch.method };
    analysis_prefetch.infer(&made.run, METHOD_ROBUST, &out);
}

static void name_is(enum quantity quantity, unsigned level, const char *text)
{
    const struct result *r = result_find(&out, id_at(quantity, level));

    assert_non_null(r);
    assert_int_equal(r->kind, RESULT_NAME);
    assert_string_equal(r->text, text);
}

static void neighbours_have_names(void **state)
{
    static const struct {
        uint64_t onward, back, pair;
        const char *text;
    } cases[] = {
        { L3, L3, (L2 + L3) / 2, "none" },
        { L2, L3, (L2 + L3) / 2, "next" },
        { L3, L2, (L2 + L3) / 2, "previous" },
        { L2, L2, L2, "both" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin(state);
        plant_single(cases[i].onward, cases[i].back, cases[i].pair);
        analyse();
        name_is(PREFETCH_ADJACENT, 1, "none");
        name_is(PREFETCH_ADJACENT, 2, cases[i].text);
        assert_null(result_find(&out, id_at(PREFETCH_ADJACENT, 3)));
    }
}

static void pairs_are_told_from_lines_by_a_flush(void **state)
{
    plant_single(L3, L3, L2);
    plant_flush(L2, L2, MEMORY);
    analyse();
    name_is(PREFETCH_ADJACENT, 2, "pair");
    begin(state);
    plant_single(L3, L3, L2);
    plant_flush(L2, MEMORY, MEMORY);
    analyse();
    name_is(PREFETCH_ADJACENT, 2, "none");
    begin(state);
    plant_single(L3, L3, L2);
    analyse();
    assert_int_equal(result_find(&out, id_at(PREFETCH_ADJACENT, 2))->kind, RESULT_NULL);
}

static void control_in_the_first_level_tells_nothing(void **state)
{
    (void)state;
    plant(1, 0, 1);
    test(1, LOADED, 0, L1);
    test(1, ELSEWHERE, 0, L1);
    test(1, ONWARD, LINE, L1);
    test(1, BACK, LINE, L1);
    test(1, PAIR, LINE, L1);
    analyse();
    assert_int_equal(result_find(&out, id_at(PREFETCH_ADJACENT, 1))->kind, RESULT_NULL);
}

static void streams_are_followed_as_far_as_planted(void **state)
{
    (void)state;
    plant_row(LINE, 1, L2);
    test(6, ONWARD, 2 * LINE, L2);
    test(6, ONWARD, 4 * LINE, L3);
    plant_row(8 * LINE, 1, L2);
    plant_row(16 * LINE, 1, L3);
    plant_row(LINE, 4, L2);
    plant_row(LINE, 8, L3);
    analyse();
    assert_true(result_measured(&out, id_at(PREFETCH_STRIDE, 2)) == 8 * LINE);
    assert_true(result_measured(&out, id_at(PREFETCH_AHEAD, 2)) == 2);
    assert_true(result_find(&out, id_at(PREFETCH_AHEAD, 2))->high == 3);
    assert_true(result_measured(&out, id_at(PREFETCH_STREAMS, 2)) == 4);
    assert_true(result_find(&out, id_at(PREFETCH_STREAMS, 2))->high == 7);
}

static void no_stream_is_followed(void **state)
{
    (void)state;
    plant_row(LINE, 1, L3);
    analyse();
    assert_int_equal(result_find(&out, id_at(PREFETCH_STRIDE, 2))->kind, RESULT_NONE);
    assert_null(result_find(&out, id_at(PREFETCH_AHEAD, 2)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(neighbours_have_names, begin, end),
        cmocka_unit_test_setup_teardown(pairs_are_told_from_lines_by_a_flush, begin, end),
        cmocka_unit_test_setup_teardown(control_in_the_first_level_tells_nothing, begin, end),
        cmocka_unit_test_setup_teardown(streams_are_followed_as_far_as_planted, begin, end),
        cmocka_unit_test_setup_teardown(no_stream_is_followed, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
