/* Ways of a first TLB from pages a stride apart, on planted costs: one that is full overflows at
 * once, and one that others take entries of does not. */
#include "analysis/analysis.h"
#include "made_run.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { OPS = 1000, HIT = 4, MISS = 11, MOST_PAGES = 96, STRIDES = 6 };

extern const struct analysis analysis_tlb_ways;

static struct made_run made;
static struct results out;

static struct result *add_number(struct result_id id, double value)
{
    struct result *r = result_add(&out, id);

    r->value = r->nominal = r->low = r->high = value;
    r->has_nominal = r->has_bounds = true;
    r->evidence = 1;
    return r;
}

/* A first TLB of ENTRIES in all, as pages side by side told. */
static void begin(double entries)
{
    out = (struct results){ 0 };
    add_number(id_of(TLB_LEVELS), 1);
    add_number(id_at(TLB_ENTRIES, 1), entries);
    add_number(id_at(TLB_WAYS, 1), entries);
    made_begin(&made, 1000000000);
    made_chain(&made, 0, OPS, OPS); /* a cycle is a tick */
}

static void add_point(uint64_t n, uint64_t x2, double cost)
{
    struct log_series *s = &made.run.series[made.run.n_series - 1];

    made_point(&made, n, x2, OPS, (uint64_t)(cost * OPS));
    s->samples[s->n_samples - 1].n_x = 2;
}

/* Pages side by side: up to FIT cost a hit, from ALL on a miss, evenly more between. */
static void plant_side_by_side(double fit, double all)
{
    made_series(&made, "tlb_size");
    for (uint64_t n = 8; n <= MOST_PAGES; n += 2) {
        double share = n <= fit ? 0 : n >= all ? 1 : ((double)n - fit) / (all - fit);

        add_point(n, 0, HIT + share * (MISS - HIT));
    }
}

/* At strides of 1, 2, 4 ... pages FIT, half of it ..., but LEAST at the fewest, cost a hit, and one
 * more costs a miss. */
static void plant_strides(uint64_t fit, uint64_t least)
{
    made_series(&made, "tlb_ways");
    made_key(&made, "fillers", 0);
    for (unsigned i = 0; i < STRIDES; i++) {
        uint64_t here = fit >> i > least ? fit >> i : least, stride = (uint64_t)1 << i;

        add_point(2, stride, HIT);
        add_point(here - 1, stride, HIT);
        add_point(here, stride, HIT);
        add_point(here + 1, stride, MISS);
        add_point(MOST_PAGES, stride, MISS);
    }
}

static const struct result *infer(enum quantity of)
{
    infer_one(&analysis_tlb_ways, &made.run, METHOD_ROBUST, &out);
    return result_find(&out, id_at(of, 1));
}

static void assert_refused(const char *found)
{
    static const enum quantity both[] = { TLB_ENTRIES, TLB_WAYS };

    for (size_t i = 0; i < 2; i++) {
        const struct result *r = result_find(&out, id_at(both[i], 1));

        assert_int_equal(r->kind, RESULT_NULL);
        assert_non_null(strstr(r->note, "needs a full TLB to overflow at once"));
        if (strstr(r->note, found) == NULL)
            fail_msg("no \"%s\" in: %s", found, r->note);
        assert_non_null(strstr(format_remedy(&r->remedy).text, "tlb_page,tlb_size,tlb_ways"));
    }
}

static void a_full_tlb_that_overflows_at_once_is_told(void **state)
{
    (void)state;
    begin(64);
    plant_side_by_side(64, 66);
    plant_strides(64, 64);
    const struct result *ways = infer(TLB_WAYS);
    assert_int_equal(ways->kind, RESULT_NUMBER);
    assert_true(ways->value == 64);
    assert_non_null(strstr(ways->note, "fully associative: 64 pages fit"));
    assert_true(result_nominal(&out, id_at(TLB_ENTRIES, 1)) == 64);
    results_free(&out);
}

/* Pages far apart of which as many as a small first cache has lines fit: it is the cache that
 * overflows. */
static void lines_that_fill_the_first_cache_are_no_ways(void **state)
{
    enum { LINE = 128 };

    (void)state;
    for (unsigned lines = 32; lines <= 64; lines *= 2) {
        begin(64);
        add_number(id_at(CACHE_SIZE, 1), lines * LINE);
        add_number(id_at(CACHE_LINE, 1), LINE);
        plant_side_by_side(64, 66);
        plant_strides(64, 32);
        assert_true(infer(TLB_WAYS)->value == (lines == 32 ? 64 : 32));
        results_free(&out);
    }
}

/* 63 pages side by side and 64 ways are one full TLB of 64. */
static void entries_of_a_full_tlb_are_its_ways(void **state)
{
    (void)state;
    begin(63);
    ((struct result *)(uintptr_t)result_find(&out, id_at(TLB_ENTRIES, 1)))->nominal = 64;
    plant_side_by_side(63, 66);
    plant_strides(64, 64);
    assert_true(infer(TLB_WAYS)->value == 64);
    assert_true(result_measured(&out, id_at(TLB_ENTRIES, 1)) == 64);
    results_free(&out);
}

/* A step at half as many entries again is no TLB of its own. */
static void a_step_close_to_another_is_no_tlb(void **state)
{
    static const enum quantity open[] = { TLB_ENTRIES, TLB_PENALTY };

    (void)state;
    for (unsigned close = 0; close < 2; close++) {
        begin(64);
        add_number(id_at(TLB_ENTRIES, 2), 2048);
        add_number(id_at(TLB_ENTRIES, 3), close ? 3072 : 4096);
        add_number(id_at(TLB_PENALTY, 3), 50);
        (void)infer(TLB_ENTRIES);
        for (unsigned i = 0; i < 2; i++)
            assert_int_equal(result_find(&out, id_at(open[i], 3))->kind,
                             close ? RESULT_NULL : RESULT_NUMBER);
        const struct result *levels = result_find(&out, id_of(TLB_LEVELS));
        assert_int_equal(levels->kind, close ? RESULT_NULL : RESULT_NUMBER);
        if (close)
            assert_non_null(strstr(levels->note, "steps at 2048 and 3072 entries"));
        assert_int_equal(result_find(&out, id_at(TLB_ENTRIES, 2))->kind, RESULT_NUMBER);
        results_free(&out);
    }
}

static void a_short_rise_is_at_once(void **state)
{
    (void)state;
    begin(64);
    plant_side_by_side(64, 72);
    plant_strides(64, 64);
    assert_true(infer(TLB_WAYS)->kind == RESULT_NUMBER);
    assert_true(result_nominal(&out, id_at(TLB_ENTRIES, 1)) == 64);
    results_free(&out);
}

/* Evenly from 48 pages to 88: fewer than a tenth of the step at 50, nine tenths at 84. */
static void one_that_overflows_bit_by_bit_is_refused(void **state)
{
    (void)state;
    begin(64);
    plant_side_by_side(48, 88);
    plant_strides(64, 64);
    infer(TLB_WAYS);
    assert_refused("64 pages fit side by side, 64 far apart; the cost rises over 68 % more pages");
    results_free(&out);
}

static void one_that_holds_fewer_pages_far_apart_is_refused(void **state)
{
    (void)state;
    begin(64);
    plant_side_by_side(64, 66);
    plant_strides(52, 52);
    infer(TLB_WAYS);
    assert_refused("52 far apart");
    results_free(&out);
}

/* Of few ways of many sets it is never asked: those overflow set by set. */
static void sets_may_overflow_bit_by_bit(void **state)
{
    (void)state;
    begin(64);
    plant_side_by_side(48, 88);
    plant_strides(64, 4);
    const struct result *ways = infer(TLB_WAYS);
    assert_int_equal(ways->kind, RESULT_NUMBER);
    assert_true(ways->value == 4);
    assert_true(result_nominal(&out, id_at(TLB_ENTRIES, 1)) == 64);
    results_free(&out);
}

/* 100 pages of other sets beside those of one leave no room of their own in 128 entries: two of
 * four ways seem to be there. */
static void fillers_that_crowd_a_second_tlb_tell_nothing(void **state)
{
    (void)state;
    for (unsigned fillers = 40; fillers <= 100; fillers += 60) {
        begin(64);
        add_number(id_at(TLB_ENTRIES, 2), 128);
        add_number(id_at(TLB_WAYS, 2), 4);
        plant_strides(64, 64);
        made_series(&made, "tlb_ways");
        made_key(&made, "fillers", fillers);
        for (unsigned i = 6; i < 12; i++)
            for (uint64_t n = 1; n <= 16; n++) {
                double all = n <= 2 ? 0 : MISS * (double)n / (double)(n + fillers);

                add_point(n, (uint64_t)1 << i, HIT + all);
            }
        infer(TLB_WAYS);
        assert_true(result_measured(&out, id_at(TLB_WAYS, 2)) == (fillers > 64 ? 4 : 2));
        results_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_tlb_that_overflows_at_once_is_told),
        cmocka_unit_test(lines_that_fill_the_first_cache_are_no_ways),
        cmocka_unit_test(entries_of_a_full_tlb_are_its_ways),
        cmocka_unit_test(a_step_close_to_another_is_no_tlb),
        cmocka_unit_test(a_short_rise_is_at_once),
        cmocka_unit_test(one_that_overflows_bit_by_bit_is_refused),
        cmocka_unit_test(one_that_holds_fewer_pages_far_apart_is_refused),
        cmocka_unit_test(sets_may_overflow_bit_by_bit),
        cmocka_unit_test(fillers_that_crowd_a_second_tlb_tell_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
