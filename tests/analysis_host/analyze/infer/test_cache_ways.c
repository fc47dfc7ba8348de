/* The analysis `ways` on planted series. */
#include "analysis/analysis.h"
#include "planted_sets.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define KIB 1024u

static double nothing(unsigned n)
{
    (void)n;
    return 0;
}

/* Cycles that N lines add in the first level: one set of 8 ways, or 32 lines in several sets. */
static double first_8(unsigned n)
{
    return n <= 8 ? 0 : 10;
}

static double first_32(unsigned n)
{
    return n <= 32 ? 0 : fmin(10, 2.5 * (n - 32));
}

static double first_8_softly(unsigned n)
{
    return n <= 8 ? 0 : 10 * (1 - pow(0.85, n - 8));
}

static double first_6(unsigned n)
{
    return n <= 6 ? 0 : 10;
}

/* Cycles that N lines add in the second level: free in the first one's 8 ways, then LINES lines
 * fit. */
static double second(unsigned n, unsigned lines)
{
    return n <= 8 ? 0 : n <= lines ? 10 : 96;
}

static double second_16(unsigned n)
{
    return second(n, 16);
}

static double second_24(unsigned n)
{
    return second(n, 24);
}

static double second_32(unsigned n)
{
    return second(n, 32);
}

static double tlb_4(unsigned n)
{
    return n <= 4 ? 0 : 30;
}

static const struct planted_pages contiguous = { 4096, true }, random_frames = { 4096, false };

#define FIRST(stride, cost)                                                                        \
    {                                                                                              \
        1, 32 * KIB, stride, false, cost, NULL, false                                              \
    }
#define SECOND(stride, cost)                                                                       \
    {                                                                                              \
        2, 512 * KIB, stride, false, cost, NULL, false                                             \
    }

struct ways_case {
    const char *rule, *id;
    struct planted_series series[3];
    size_t n;
    const struct planted_pages *pages;
    double ways;      /* 0: null */
    const char *note; /* part of it */
};

static const struct ways_case cases[] = {
    { "an exact edge is the ways",
      "cache.1.ways",
      { FIRST(32 * KIB, first_8), FIRST(1 * KIB, first_32) },
      2,
      &contiguous,
      8,
      "" },
    { "a soft edge begins at the ways",
      "cache.1.ways",
      { FIRST(32 * KIB, first_8_softly), FIRST(1 * KIB, first_32) },
      2,
      &contiguous,
      8,
      "gradual" },
    { "no edge is no number",
      "cache.1.ways",
      { FIRST(32 * KIB, nothing) },
      1,
      &contiguous,
      0,
      "not observable" },
    { "a step that the control has too is the TLB's",
      "cache.1.ways",
      { { 1, 32 * KIB, 32 * KIB, false, nothing, tlb_4, false } },
      1,
      &contiguous,
      0,
      "not observable" },
    { "the TLB's step does not hide the ways",
      "cache.1.ways",
      { { 1, 32 * KIB, 32 * KIB, false, first_8, tlb_4, false } },
      1,
      &contiguous,
      8,
      "" },
    { "sets that do not give the capacity are no sets",
      "cache.1.ways",
      { FIRST(32 * KIB, first_6), FIRST(1 * KIB, first_32) },
      2,
      &contiguous,
      0,
      "no sets explain" },
    { "a deeper level's own step counts, not the nearer one's",
      "cache.2.ways",
      { SECOND(512 * KIB, second_16), SECOND(16 * KIB, second_32) },
      2,
      &contiguous,
      16,
      "" },
    { "strides that are parts of a way tell no ways",
      "cache.2.ways",
      { SECOND(16 * KIB, second_32) },
      1,
      &contiguous,
      0,
      "too small" },
    { "random frames hide a level whose ways are larger than a page",
      "cache.2.ways",
      { SECOND(512 * KIB, second_16), SECOND(16 * KIB, second_32) },
      2,
      &random_frames,
      0,
      "random frames" },
    { "a first level within a page shows on random frames",
      "cache.1.ways",
      { FIRST(32 * KIB, first_8), FIRST(1 * KIB, first_32) },
      2,
      &random_frames,
      8,
      "" },
    { "lines that follow no rule must agree beyond the first level",
      "cache.2.ways",
      { SECOND(512 * KIB, second_16), { 2, 512 * KIB, 32 * KIB, true, second_24, NULL, false } },
      2,
      &contiguous,
      0,
      "no sets explain" },
    { "in the first level they cost certainty only",
      "cache.1.ways",
      { FIRST(32 * KIB, first_8), { 1, 32 * KIB, 4 * KIB, true, first_6, NULL, false } },
      2,
      &contiguous,
      8,
      "predicted" },
    { "a level without series is null",
      "cache.2.ways",
      { FIRST(32 * KIB, first_8) },
      1,
      &contiguous,
      0,
      "no samples" },
};

static void check(const struct ways_case *c)
{
    struct results out;

    planted_infer(c->series, c->n, *c->pages, METHOD_ROBUST, &out);
    const struct result *r = result_find_text(&out, c->id);
    bool right =
        r &&
        (c->ways > 0 ? r->kind == RESULT_NUMBER && r->value == c->ways : r->kind == RESULT_NULL) &&
        strstr(r->note, c->note) != NULL;
    if (!right)
        print_error("%s: %g, \"%s\"\n", c->rule, r ? r->value : -1, r ? r->note : "no result");
    results_free(&out);
    assert_true(right);
}

static void rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(&cases[i]);
}

/* A null ends with what would tell: the sizes that the curve shows, where the board had others. */
static void tells_remedy(const struct planted_series *series, const struct planted_pages *pages,
                         unsigned level, const char *found, const char *remedy)
{
    struct results out;

    planted_infer(series, 1, *pages, METHOD_ROBUST, &out);
    const struct result *r = result_find(&out, id_at(CACHE_WAYS, level));
    assert_int_equal(r->kind, RESULT_NULL);
    if (strstr(r->note, found) == NULL || strstr(format_remedy(&r->remedy).text, remedy) == NULL)
        fail_msg("%s, expected %s; %s", r->note, found, remedy);
    results_free(&out);
}

static void nulls_say_what_would_tell(void **state)
{
    struct planted_series first = FIRST(32 * KIB, first_8), short_of = SECOND(16 * KIB, second_32);
    struct planted_series none = FIRST(32 * KIB, nothing), nearby = FIRST(32 * KIB, nothing);
    struct planted_series second = SECOND(512 * KIB, second_16);

    (void)state;
    nearby.capacity = 36 * KIB;
    tells_remedy(&first, &contiguous, 2,
                 "512 KiB; no samples of this size: cache_ways measured sets of 32 KiB",
                 "cache_size,cache_ways capacity=32K,512K`");
    tells_remedy(&short_of, &contiguous, 2, "32 ways or a part of that", " max=20M`");
    tells_remedy(&none, &contiguous, 1, "up to 40", "no remedy on this machine: a hashed index");
    tells_remedy(&nearby, &contiguous, 1, "up to 40", " capacity=32K,512K`");
    tells_remedy(&second, &random_frames, 2, "pages of 4 KiB", "no remedy on this machine: ");
}

/* A third level of 8 MiB is half as large as all candidates together: the board left it out, and
 * would again. */
static void too_large_for_the_candidates_is_not_asked_for(void **state)
{
    const unsigned ways[] = { 8, 8, 8 };
    struct results out;

    (void)state;
    planted_proven(ways, 3, 512 * KIB, 0.9, &out);
    const struct result *r = result_find(&out, id_at(CACHE_WAYS, 3));
    assert_int_equal(r->kind, RESULT_NULL);
    assert_non_null(strstr(r->note, "cache.3, 8 MiB; not observable: pages of 4 KiB"));
    assert_false(result_has_remedy(r));
    results_free(&out);
}

static void damage_is_told(void **state)
{
    struct planted_series series = FIRST(32 * KIB, first_8);
    struct results out;

    (void)state;
    series.damaged = true;
    planted_infer(&series, 1, contiguous, METHOD_ROBUST, &out);
    const struct result *r = result_find_text(&out, "cache.1.ways");
    assert_non_null(r);
    assert_true(r->damaged);
    assert_true(r->kind == RESULT_NUMBER && r->evidence <= 0.7);
    results_free(&out);
}

/* The published rule takes the outer level's step for the inner level's where the outer one is
 * bigger. */
static void published_rule_takes_biggest_step(void **state)
{
    struct planted_series series[] = { FIRST(32 * KIB, second_16) };
    struct results out;

    (void)state;
    planted_infer(series, 1, contiguous, METHOD_PAPER, &out);
    const struct result *r = result_find_text(&out, "cache.1.ways");
    assert_non_null(r);
    assert_true(r->value == 16);
    results_free(&out);
}

struct rounding {
    const char *rule;
    unsigned ways[4];
    size_t n;
    double size, confidence, rounded;
};

static void doubtful_size_is_rounded_to_proven_ways(void **state)
{
    static const struct rounding all[] = {
        { "below", { 8, 8, 8 }, 3, 448 * KIB, 0.8, 512 * KIB },
        { "above", { 8, 8, 8 }, 3, 640 * KIB, 0.8, 512 * KIB },
        { "other ways", { 12, 12, 12 }, 3, 640 * KIB, 0.8, 768 * KIB },
        { "a size that is sure stays", { 8, 8, 8 }, 3, 640 * KIB, 0.9, 640 * KIB },
        { "but not against four sets", { 8, 8, 8, 8 }, 4, 640 * KIB, 0.9, 512 * KIB },
        { "sets that disagree round nothing", { 8, 8, 9, 8 }, 4, 640 * KIB, 0.8, 640 * KIB },
        { "two sets are few", { 8, 8 }, 2, 640 * KIB, 0.8, 640 * KIB },
    };

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct results out;

        planted_proven(all[i].ways, all[i].n, all[i].size, all[i].confidence, &out);
        const struct result *size = result_find_text(&out, "cache.2.size");
        const struct result *ways = result_find_text(&out, "cache.2.ways");
        if (!(ways->value > 0) || !(size->value >= all[i].rounded && size->value <= all[i].rounded))
            fail_msg("%s: %.0f ways, %.0f bytes", all[i].rule, ways->value, size->value);
        assert_true(size->low <= all[i].size && size->high >= all[i].size);
        results_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubtful_size_is_rounded_to_proven_ways),
        cmocka_unit_test(rules),
        cmocka_unit_test(nulls_say_what_would_tell),
        cmocka_unit_test(too_large_for_the_candidates_is_not_asked_for),
        cmocka_unit_test(damage_is_told),
        cmocka_unit_test(published_rule_takes_biggest_step),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
