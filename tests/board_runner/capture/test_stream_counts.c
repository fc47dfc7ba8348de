/* Counts of record streams: points, probes, share of the plan, faults. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "capture/stream_counts.h"
#include <stdio.h>
#include <string.h>

static struct stream_counts counts;
static char over[256]; /* names of the probes that were over, each with a blank */

static void note_over(void *ctx, const struct stream_counts *t, const struct stream_probe *probe)
{
    (void)ctx;
    (void)t;
    strcat(strcat(over, probe->name), " ");
}

static char foretold[64]; /* by the probe that began last */

static void note_begins(void *ctx, const struct stream_probe *probe)
{
    (void)ctx;
    (void)snprintf(foretold, sizeof foretold, "%s %u %u", probe->name, (unsigned)probe->takes_ms,
                   (unsigned)probe->sends_bytes);
}

/* Takes "TYPE,field,..." as a sentence with number SEQ. */
static void say(uint32_t seq, const char *text)
{
    char copy[128], *field[8];
    struct record_sentence s = { .seq = seq, .field = field };

    (void)snprintf(copy, sizeof copy, "%s", text);
    s.type = strtok(copy, ",");
    for (char *f; (f = strtok(NULL, ",")) != NULL;)
        field[s.n_fields++] = f;
    stream_counts_sentence(&counts, &s);
}

static void say_all(const char *const *texts)
{
    for (uint32_t seq = 0; *texts != NULL; texts++)
        say(strncmp(*texts, "RUN", 3) == 0 ? (seq = 0) : ++seq, *texts);
}

static int set_up(void **state)
{
    (void)state;
    counts = (struct stream_counts){ .over = note_over, .begins = note_begins };
    over[0] = foretold[0] = '\0';
    return 0;
}

static const char *const begin_two[] = { "RUN,format=1", "PLAN,a,4", "PLAN,b,2", "PROBE,a", NULL };

static void test_points_go_to_the_planned_probe(void **state)
{
    static const char *const more[] = { "S,1,1,9",         "DONE,a,1,ok", "PROBE,ref,beside=a",
                                        "S,1,1,9",         "S,2,1,9",     "DONE,ref,2,ok",
                                        "PROBE,unplanned", "S,1,1,9",     NULL };
    (void)state;
    say_all(begin_two);
    say_all(more);
    assert_string_equal(stream_counts_current(&counts)->name, "a");
    assert_int_equal(stream_counts_current(&counts)->points, 4);
    assert_string_equal(over, "");
}

/* The first PLAN knows less than the one of a probe that begins. */
static void test_a_probe_foretells_its_time(void **state)
{
    static const char *const more[] = { "PLAN,c,9,20000,700", "PLAN,a,4", "S,1,1,9", NULL };
    static const char *const begins[] = { "PLAN,c,8,30000,900", NULL };

    (void)state;
    say_all(begin_two);
    say_all(more);
    assert_string_equal(foretold, "");
    say_all(begins);
    assert_string_equal(foretold, "c 30000 900");
    assert_int_equal(stream_counts_current(&counts)->planned, 8);
}

static void test_a_companion_with_a_planned_name_stays_a_companion(void **state)
{
    static const char *const more[] = { "PROBE,b,beside=a", "S,1,1,9", NULL };

    (void)state;
    say_all(begin_two);
    say_all(more);
    assert_string_equal(stream_counts_current(&counts)->name, "a");
    assert_string_equal(over, "");
}

static void test_a_probe_is_over_when_the_next_begins(void **state)
{
    (void)state;
    say_all(begin_two);
    say(5, "DONE,a,0,skip:no memory");
    assert_string_equal(over, "");
    say(6, "PROBE,b");
    assert_string_equal(over, "a ");
    assert_string_equal(counts.probe[0].status, "skip:no memory");
    say(7, "END,7,ok");
    assert_string_equal(over, "a b ");
    assert_true(stream_counts_whole(&counts));
}

static void test_a_second_plan_begins_its_probe(void **state)
{
    static const char *const more[] = { "S,1,1,9", "DONE,a,1,ok", "PLAN,b,8", NULL };

    (void)state;
    say_all(begin_two);
    say(4, "PLAN,a,6"); /* begun already: only its points change */
    assert_string_equal(over, "");
    assert_int_equal(stream_counts_current(&counts)->planned, 6);
    say_all(more);
    assert_string_equal(over, "a ");
    assert_string_equal(stream_counts_current(&counts)->name, "b");
    assert_int_equal(stream_counts_current(&counts)->planned, 8);
    assert_int_equal(counts.n_probes, 2);
    say(8, "PROBE,b");
    assert_string_equal(over, "a ");
    say(9, "PLAN,c,1"); /* first heard of: it waits */
    assert_string_equal(stream_counts_current(&counts)->name, "b");
    say(10, "PLAN,c,1");
    assert_string_equal(over, "a b ");
}

static void test_share_never_exceeds_the_plan(void **state)
{
    (void)state;
    assert_true(stream_counts_share(&counts) == 0);
    say_all(begin_two);
    assert_true(stream_counts_share(&counts) == 0);
    for (uint32_t i = 0; i < 2; i++)
        say(5 + i, "S,1,1,9");
    assert_true(stream_counts_share(&counts) > 0.33 && stream_counts_share(&counts) < 0.34);
    for (uint32_t i = 0; i < 100; i++)
        say(7 + i, "S,1,1,9");
    assert_true(stream_counts_share(&counts) > 0.66 && stream_counts_share(&counts) < 0.67);
    say(200, "PROBE,b");
    say(201, "END,201,ok");
    assert_true(stream_counts_share(&counts) == 1);
}

static void test_a_reset_begins_a_new_run(void **state)
{
    (void)state;
    say_all(begin_two);
    say(5, "S,1,1,9");
    stream_counts_fault(&counts, RECORD_BAD_CRC, 7, 0);
    say_all(begin_two);
    assert_int_equal(counts.runs, 2);
    assert_int_equal(counts.n_probes, 2);
    assert_int_equal(counts.faults, 0);
    assert_int_equal(counts.faults_before, 1);
    say(9, "END,9,ok");
    assert_true(stream_counts_whole(&counts));
}

static void test_a_second_run_sentence_adds_to_the_first(void **state)
{
    (void)state;
    say(0, "RUN,format=1");
    say(1, "RUN,os=none");
    assert_int_equal(counts.runs, 1);
}

static void test_faults_make_a_run_less_than_whole(void **state)
{
    (void)state;
    say(4, "END,4,ok");
    assert_false(stream_counts_whole(&counts)); /* no RUN */
    counts = (struct stream_counts){ 0 };
    say(0, "RUN,format=1");
    assert_false(stream_counts_whole(&counts)); /* no END */
    stream_counts_fault(&counts, RECORD_GAP, 12, 3);
    stream_counts_fault(&counts, RECORD_BAD_CRC, 15, 0);
    say(9, "END,9,ok");
    assert_false(stream_counts_whole(&counts));
    assert_int_equal(counts.first_fault, RECORD_GAP);
    assert_int_equal(counts.first_fault_line, 12);
}

static void test_nothing_counts_after_the_end(void **state)
{
    (void)state;
    say_all(begin_two);
    say(5, "END,5,ok");
    stream_counts_fault(&counts, RECORD_BAD_FORM, 9, 0);
    say(0, "RUN,format=1");
    assert_true(stream_counts_whole(&counts));
    assert_int_equal(counts.runs, 1);
}

static void test_any_sentence_is_survived(void **state)
{
    static const char *const odd[] = { "S", "PLAN", "PROBE", "DONE", "PLAN,a", "NEW,1", "E", NULL };
    char plan[16];

    (void)state;
    say_all(odd);
    for (uint32_t i = 0; i < 3 * STREAM_PROBES; i++) {
        (void)snprintf(plan, sizeof plan, "PLAN,p%u,1", (unsigned)i);
        say(10 + i, plan);
    }
    assert_int_equal(counts.n_probes, STREAM_PROBES);
    say(9000, "END");
    assert_true(counts.ended);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_points_go_to_the_planned_probe, set_up),
        cmocka_unit_test_setup(test_a_probe_foretells_its_time, set_up),
        cmocka_unit_test_setup(test_a_companion_with_a_planned_name_stays_a_companion, set_up),
        cmocka_unit_test_setup(test_a_probe_is_over_when_the_next_begins, set_up),
        cmocka_unit_test_setup(test_a_second_plan_begins_its_probe, set_up),
        cmocka_unit_test_setup(test_share_never_exceeds_the_plan, set_up),
        cmocka_unit_test_setup(test_a_reset_begins_a_new_run, set_up),
        cmocka_unit_test_setup(test_a_second_run_sentence_adds_to_the_first, set_up),
        cmocka_unit_test_setup(test_faults_make_a_run_less_than_whole, set_up),
        cmocka_unit_test_setup(test_nothing_counts_after_the_end, set_up),
        cmocka_unit_test_setup(test_any_sentence_is_survived, set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
