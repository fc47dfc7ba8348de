/* Rules of fleets on values that a person can follow. */
#include "fleet/boards.h"
#include "fleet/column.h"
#include "fleet/fleet.h"
#include "fleet/report/fleet.h"
#include "made_fleet.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <cmocka.h>

/* ---- names ---- */

static void is_folded(const char *const *names, size_t n, const char *wanted)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    fleet_hostlist(out, names, n, ",");
    fclose(out);
    assert_string_equal(text, wanted);
    free(text);
}

static void names_fold_into_ranges(void **state)
{
    static const char *const plain[] = { "n9", "n10", "n11", "n13" };
    static const char *const padded[] = { "n01", "n02", "n10" };
    static const char *const mixed[] = { "n9", "n09", "n10" };
    static const char *const others[] = { "7", "a b1", "a b2", "a1b1", "a1b2", "login" };

    (void)state;
    is_folded(plain, 4, "n[9-11,13]");
    is_folded(padded, 3, "n[01-02,10]");
    is_folded(mixed, 3, "n9,n[09-10]");
    is_folded(others, 6, "7,a b1,a b2,a1b[1-2],login");
    is_folded(plain, 0, "");
}

static void names_are_ordered_as_people_count(void **state)
{
    (void)state;
    assert_true(fleet_natural("n9", "n10") < 0);
    assert_true(fleet_natural("n10", "n9") > 0);
    assert_true(fleet_natural("n09", "n9") != 0);
    assert_true(fleet_natural("a2b10", "a2b9") > 0);
    assert_int_equal(fleet_natural("n1", "n1"), 0);
    assert_true(fleet_natural("n1", "n1a") < 0);
}

/* Writes TEXT to FILE, packed or not. */
static void write_file(const char *file, const char *text, bool packed)
{
    gzFile out = gzopen(file, packed ? "wb" : "wbT");

    assert_non_null(out);
    assert_int_equal(gzwrite(out, text, (unsigned)strlen(text)), strlen(text));
    assert_int_equal(gzclose(out), Z_OK);
}

static void sum_of(const char *file, uint8_t sum[FLEET_SHA])
{
    struct board_file f;

    assert_null(board_file_open(&f, file));
    memcpy(sum, f.sha256, FLEET_SHA);
    board_file_close(&f);
}

static void sums_are_of_what_a_file_unpacks_to(void **state)
{
    uint8_t plain[FLEET_SHA], packed[FLEET_SHA], other[FLEET_SHA];

    (void)state;
    write_file("sum.plain", "abc", false);
    write_file("sum.packed", "abc", true);
    write_file("sum.other", "abd", false);
    sum_of("sum.plain", plain);
    sum_of("sum.packed", packed);
    sum_of("sum.other", other);
    assert_memory_equal(plain, packed, FLEET_SHA);
    assert_memory_not_equal(plain, other, FLEET_SHA);
#ifdef PONTOON_LIBCRYPTO /* FIPS 180-4's example */
    static const uint8_t abc[] = { 0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea };
    assert_memory_equal(plain, abc, sizeof abc);
#endif
}

/* ---- one answer ---- */

enum { BOARDS = 20 };

struct table {
    struct column_cell cell[BOARDS];
    double scratch[FLEET_RECENT * BOARDS + 1];
    struct column_value value[BOARDS];
    struct fleet_column column;
    struct fleet_typical usual;
};

/* Three runs of 20 boards that say about 100. */
static void fill(struct table *t, uint8_t kind)
{
    *t = (struct table){ 0 };
    t->column = (struct fleet_column){ t->cell, BOARDS, t->scratch, t->value };
    for (uint32_t i = 0; i < BOARDS; i++) {
        t->cell[i] = (struct column_cell){ .board = i, .n = FLEET_RECENT };
        for (unsigned k = 0; k < FLEET_RECENT; k++)
            t->cell[i].run[k] =
                (struct column_value){ true, kind, 95, 100 + (i * 7 + k * 3) % 5 - 2.0 };
    }
}

/* What is found of the first board. */
static bool judge_first(struct table *t, bool discrete, struct fleet_finding *found)
{
    struct fleet_rules rules = { BOARDS, fleet_surprise(BOARDS), 10 * BOARDS, true };

    *found = (struct fleet_finding){ 0 };
    fleet_typical_of(&t->usual, &t->column, discrete);
    return fleet_judge(&t->usual, &rules, &t->column, 0, discrete, found);
}

static void set_runs(struct table *t, unsigned board, double a, double b, double c)
{
    t->cell[board].run[0].value = a;
    t->cell[board].run[1].value = b;
    t->cell[board].run[2].value = c;
}

static void fill_equal(struct table *t, double value)
{
    fill(t, RESULT_NUMBER);
    for (unsigned i = 0; i < BOARDS; i++)
        set_runs(t, i, value, value, value);
}

static void three_runs_on_one_side_are_different(void **state)
{
    struct fleet_finding found;
    struct table t;

    (void)state;
    fill(&t, RESULT_NUMBER);
    assert_false(judge_first(&t, false, &found));
    set_runs(&t, 0, 120, 121, 122);
    assert_true(judge_first(&t, false, &found));
    assert_int_equal(found.verdict, FLEET_DIFFERENT);
    assert_true(found.value == 121);
    set_runs(&t, 0, 120, 121, 80);
    assert_false(judge_first(&t, false, &found));
    set_runs(&t, 0, 100, 121, 122);
    assert_true(judge_first(&t, false, &found));
    assert_int_equal(found.verdict, FLEET_SUSPECT);
    set_runs(&t, 0, 120, 121, 100);
    assert_false(judge_first(&t, false, &found));
}

/* All runs of a board agree: that is evidence, however unsure they are. Near the limit a doubt
 * tips the balance. */
static void doubts_weigh_and_do_not_veto(void **state)
{
    struct fleet_finding found;
    struct table t;

    (void)state;
    fill(&t, RESULT_NUMBER);
    set_runs(&t, 0, 120, 121, 122);
    t.cell[0].run[0].sure = t.cell[0].run[1].sure = 5;
    assert_true(judge_first(&t, false, &found));
    assert_int_equal(found.verdict, FLEET_DIFFERENT);
    set_runs(&t, 0, 105, 105, 105);
    assert_false(judge_first(&t, false, &found));
    t.cell[0].run[0].sure = t.cell[0].run[1].sure = 95;
    assert_true(judge_first(&t, false, &found));
    fill_equal(&t, 8);
    set_runs(&t, 0, 7, 7, 7);
    t.cell[0].run[0].sure = 5;
    assert_true(judge_first(&t, true, &found));
    assert_int_equal(found.verdict, FLEET_DIFFERENT);
}

/* How runs scatter is known from the kind itself, however unsure a run alone is. */
static void what_its_kind_is_no_surer_of_is_a_finding(void **state)
{
    struct fleet_finding found;
    struct table t;

    (void)state;
    fill(&t, RESULT_NUMBER);
    for (unsigned i = 0; i < BOARDS; i++)
        for (unsigned k = 0; k < FLEET_RECENT; k++)
            t.cell[i].run[k].sure = 40;
    assert_false(judge_first(&t, false, &found));
    set_runs(&t, 0, 120, 121, 122);
    assert_true(judge_first(&t, false, &found));
    assert_int_equal(found.verdict, FLEET_DIFFERENT);
}

static void a_value_that_boards_share_is_a_second_way(void **state)
{
    struct fleet_finding found;
    struct table t;

    (void)state;
    fill(&t, RESULT_NUMBER);
    for (unsigned i = 0; i < 4; i++)
        set_runs(&t, i, 150, 151, 152);
    assert_false(judge_first(&t, false, &found));
    assert_int_equal(t.usual.n_ways, 2);
    assert_int_equal(t.usual.way[0].boards, 16);
    assert_int_equal(t.usual.way[1].boards, 4);
}

static void discrete_answers_are_equal_or_not(void **state)
{
    struct fleet_finding found;
    struct table t;

    (void)state;
    fill_equal(&t, 8);
    assert_false(judge_first(&t, true, &found));
    set_runs(&t, 0, 7, 7, 7);
    assert_true(judge_first(&t, true, &found));
    assert_int_equal(found.verdict, FLEET_DIFFERENT);
    set_runs(&t, 0, 8, 7, 7);
    assert_true(judge_first(&t, true, &found));
    assert_int_equal(found.verdict, FLEET_SUSPECT);
    set_runs(&t, 0, 7, 9, 7);
    assert_false(judge_first(&t, true, &found));
    for (unsigned i = 1; i < 3; i++) /* two others waver to 7, but in one run each */
        set_runs(&t, i, 8, 7, 8);
    set_runs(&t, 0, 7, 7, 7);
    assert_true(judge_first(&t, true, &found));
    assert_int_equal(found.verdict, FLEET_DIFFERENT);
    for (unsigned i = 1; i < 5; i++)
        set_runs(&t, i, 8, 7, 8);
    assert_false(judge_first(&t, true, &found));
}

static void what_only_one_board_does_not_know_is_a_finding(void **state)
{
    struct fleet_finding found;
    struct table t;

    (void)state;
    fill_equal(&t, 8);
    for (unsigned k = 0; k < FLEET_RECENT; k++)
        t.cell[0].run[k] = (struct column_value){ true, RESULT_NULL, 0, 0 };
    assert_true(judge_first(&t, true, &found));
    assert_int_equal(found.kind, RESULT_NULL);
    t.cell[1] = t.cell[0];
    assert_false(judge_first(&t, true, &found));
}

/* ---- runs of boards ---- */

struct said {
    const char *node, *boot, *model, *began;
    unsigned char sum;
};

static void add_run(struct fleet *f, const struct said *said)
{
    struct log_key keys[] = { { "target", "t" },
                              { "node", (char *)said->node },
                              { "boot", (char *)said->boot },
                              { "model", (char *)said->model },
                              { "began", (char *)said->began } };
    struct fleet_origin from = { .file = "logs/board.x.log",
                                 .file_time = 1700000000,
                                 .now = 1800000000 };
    struct results results = { 0 };
    struct result *r = result_add(&results, id_read("cache.levels"));

    strcpy(r->unit, "count");
    r->value = 3;
    from.sha256[0] = said->sum;
    assert_true(fleet_add(f, &from, keys, said->node != NULL ? 5 : 1, &results));
    results_free(&results);
}

static void sealed(struct fleet *f, const struct said *said, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_run(f, &said[i]);
    assert_true(fleet_seal(f));
}

static void a_run_that_comes_twice_counts_once(void **state)
{
    static const struct said said[] = { { "a", "1", "x", "1700000001", 1 },
                                        { "a", "1", "x", "1700000001", 1 },
                                        { "a", "1", "x", "1700000001", 2 },
                                        { "a", "1", "x", "1700000002", 3 } };
    struct fleet f = { 0 };

    (void)state;
    sealed(&f, said, 4);
    assert_int_equal(f.n_boards, 1);
    assert_int_equal(f.n_runs, 2);
    assert_int_equal(f.twice, 2);
    fleet_free(&f);
}

static void two_machines_of_one_name_are_refused(void **state)
{
    static const struct said at_once[] = { { "a", "1", "x", "1700000001", 1 },
                                           { "a", "2", "y", "1700000001", 2 },
                                           { "b", "1", "x", "1700000001", 3 } };
    static const struct said by_turns[] = { { "a", "1", "x", "1700000001", 1 },
                                            { "a", "2", "x", "1700000002", 2 },
                                            { "a", "1", "x", "1700000003", 3 } };
    static const struct said restarted[] = { { "a", "1", "x", "1700000001", 1 },
                                             { "a", "2", "x", "1700000002", 2 },
                                             { "a", "3", "y", "1700000003", 3 } };
    struct fleet f = { 0 };

    (void)state;
    sealed(&f, at_once, 3);
    assert_int_equal(f.n_boards, 1);
    assert_int_equal(f.n_unread, 1);
    assert_string_equal(f.unread[0].file, "a");
    fleet_free(&f);
    sealed(&f, by_turns, 3);
    assert_int_equal(f.n_boards, 0);
    fleet_free(&f);
    sealed(&f, restarted, 3);
    assert_int_equal(f.n_boards, 1);
    assert_int_equal(f.n_unread, 0);
    fleet_free(&f);
}

static void a_clock_that_was_never_set_gives_way_to_the_file(void **state)
{
    static const struct said said[] = { { "a", "1", "x", "12", 1 },
                                        { "b", "1", "x", "1900000000", 2 },
                                        { "c", "1", "x", "1750000000", 3 },
                                        { NULL, NULL, NULL, NULL, 4 } };
    struct fleet f = { 0 };

    (void)state;
    sealed(&f, said, 4);
    assert_int_equal(f.n_boards, 4);
    assert_int_equal(f.runs[0].began, 1700000000);
    assert_true(f.runs[0].began_by_file);
    assert_true(f.runs[1].began_by_file);
    assert_int_equal(f.runs[3].began, 1750000000);
    assert_false(f.runs[3].began_by_file);
    assert_string_equal(fleet_board_name(&f, 2), "board"); /* its log has no name */
    assert_true(f.boards[2].by_file);
    fleet_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_fold_into_ranges),
        cmocka_unit_test(names_are_ordered_as_people_count),
        cmocka_unit_test(sums_are_of_what_a_file_unpacks_to),
        cmocka_unit_test(three_runs_on_one_side_are_different),
        cmocka_unit_test(doubts_weigh_and_do_not_veto),
        cmocka_unit_test(what_its_kind_is_no_surer_of_is_a_finding),
        cmocka_unit_test(a_value_that_boards_share_is_a_second_way),
        cmocka_unit_test(discrete_answers_are_equal_or_not),
        cmocka_unit_test(what_only_one_board_does_not_know_is_a_finding),
        cmocka_unit_test(a_run_that_comes_twice_counts_once),
        cmocka_unit_test(two_machines_of_one_name_are_refused),
        cmocka_unit_test(a_clock_that_was_never_set_gives_way_to_the_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
