/* Execution contexts, processors and time slots, from runs put together by hand. */
#include "analysis/analysis.h"
#include "made_run.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct made_run made;
static struct log_key run_keys[3];
static struct log_event events[4];
static uint64_t gaps[4][8];

/* A run on a board of CORES contexts under OS. */
static void begin(const char *cores, const char *os)
{
    made_begin(&made, 1000000000);
    run_keys[0] = made.run.keys[0];
    run_keys[1] = (struct log_key){ "cores", (char *)(uintptr_t)cores };
    run_keys[2] = (struct log_key){ "os", (char *)(uintptr_t)os };
    made.run.keys = run_keys;
    made.run.n_keys = 3;
}

static struct results infer_from(void)
{
    struct results out = { 0 };

    infer_all(&made.run, METHOD_ROBUST, &out);
    return out;
}

/* QUANTITY is not known: its note says FOUND and ends with REMEDY. */
static void is_unknown(const struct results *out, enum quantity quantity, const char *found,
                       const char *remedy)
{
    const struct result *r = result_find(out, id_of(quantity));

    assert_non_null(r);
    if (r->kind != RESULT_NULL || strstr(r->note, found) == NULL ||
        strcmp(format_remedy(&r->remedy).text, remedy) != 0)
        fail_msg("%s, expected %s; %s", r->note, found, remedy);
}

static void contexts_point(uint64_t m, uint64_t ticks)
{
    const uint64_t five[5] = { ticks, ticks + 7, ticks + 3, ticks * 4, ticks + 5 };

    made_sample(&made, m, 0, 1000, five, 5);
}

static void pair(uint64_t a, uint64_t b, uint64_t ticks)
{
    const uint64_t three[3] = { ticks, ticks, ticks };

    made_sample(&made, a, b, 1000, three, 3);
    made.run.series[made.run.n_series - 1]
        .samples[made.run.series[made.run.n_series - 1].n_samples - 1]
        .n_x = 2;
}

struct crowd_case {
    const char *rule;
    const char *os;
    uint64_t time[6]; /* of 1, 2 ... threads; 0: not tried */
    enum result_kind kind;
    double contexts;
};

static const struct crowd_case crowds[] = {
    { "a step after two", "linux", { 1000, 1010, 2000, 2010, 3000 }, RESULT_NUMBER, 2 },
    { "even growth after three", "linux", { 1000, 1001, 1002, 1600, 1700 }, RESULT_NUMBER, 3 },
    { "the second thread waits", "linux", { 1000, 2000, 3000 }, RESULT_NUMBER, 1 },
    { "nobody waits under a system: more would have fitted",
      "linux",
      { 1000, 1001 },
      RESULT_NULL,
      0 },
    { "a bare board ends where its contexts do",
      "none",
      { 1000, 1001, 1000, 1002 },
      RESULT_NUMBER,
      4 },
};

static void counts_contexts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof crowds / sizeof crowds[0]; i++) {
        begin("4", crowds[i].os);
        made_series(&made, "contexts");
        made_key(&made, "kind", 0);
        for (uint64_t m = 0; m < 6 && crowds[i].time[m] > 0; m++)
            contexts_point(m + 1, crowds[i].time[m]);
        struct results out = infer_from();
        const struct result *r = result_find(&out, id_of(CONTEXTS_INT));

        assert_non_null(r);
        if (r->kind != crowds[i].kind ||
            (r->kind == RESULT_NUMBER && r->value != crowds[i].contexts))
            fail_msg("%s: kind %d, %g", crowds[i].rule, (int)r->kind, r->value);
        results_free(&out);
    }
}

static void needs_one_alone(void **state)
{
    (void)state;
    begin("2", "linux");
    made_series(&made, "contexts");
    made_key(&made, "kind", 1);
    contexts_point(2, 1000);
    struct results out = infer_from();

    is_unknown(&out, CONTEXTS_FLOAT, "1 points, none of 1 thread is usable",
               "`probes --only timer_floor,add_chain,contexts --thorough` would tell");
    results_free(&out);
}

static void threads_that_never_wait(void **state)
{
    (void)state;
    begin("2", "linux");
    made_series(&made, "contexts");
    made_key(&made, "kind", 0);
    contexts_point(1, 1000);
    contexts_point(2, 1010);
    struct results out = infer_from();

    is_unknown(&out, CONTEXTS_INT, "up to 2 threads none waits: they took 1.01 times as long",
               "no remedy on this machine: the probe starts no more threads");
    results_free(&out);
}

static void work_that_the_target_lacks(void **state)
{
    (void)state;
    begin("2", "linux");
    made_series(&made, "contexts");
    made_key(&made, "kind", 1);
    made.run.series[0].end = RECORD_END_NO_INSTRUCTION;
    struct results out = infer_from();

    is_unknown(&out, CONTEXTS_FLOAT, "0 points (skip:no instruction)",
               "no remedy on this machine: the target has no such instruction");
    results_free(&out);
}

static void groups_by_interference(void **state)
{
    (void)state;
    begin("4", "linux");
    made_series(&made, "smp_smt");
    for (uint64_t a = 0; a < 4; a++)
        pair(a, a, 1000);
    pair(0, 1, 1010);
    pair(0, 2, 1900);
    pair(0, 3, 990);
    pair(1, 2, 1000);
    pair(1, 3, 2000);
    pair(2, 3, 1005);
    struct results out = infer_from();

    assert_float_equal(result_find(&out, id_of(CONTEXTS_SMP))->value, 2, 0);
    assert_float_equal(result_find(&out, id_of(CONTEXTS_SMT))->value, 2, 0);
    results_free(&out);
}

static void unequal_processors_have_no_one_number(void **state)
{
    (void)state;
    begin("3", "linux");
    made_series(&made, "smp_smt");
    for (uint64_t a = 0; a < 3; a++)
        pair(a, a, 1000);
    pair(0, 1, 2000);
    pair(0, 2, 1000);
    pair(1, 2, 1000);
    struct results out = infer_from();

    assert_float_equal(result_find(&out, id_of(CONTEXTS_SMP))->value, 2, 0);
    is_unknown(&out, CONTEXTS_SMT, "2 processors of 1 to 2 threads",
               "`probes --only timer_floor,add_chain,smp_smt --thorough` would tell");
    results_free(&out);
}

/* A context without its own timing is no processor of its own. */
static void a_lost_point_is_no_processor(void **state)
{
    (void)state;
    begin("2", "linux");
    made_series(&made, "smp_smt");
    pair(0, 0, 1000);
    pair(0, 1, 2000);
    struct results out = infer_from();

    static const char found[] = "context 1 of 2 was not timed alone; 2 points came";
    static const char remedy[] = "`probes --only timer_floor,add_chain,smp_smt` would tell";

    is_unknown(&out, CONTEXTS_SMP, found, remedy);
    is_unknown(&out, CONTEXTS_SMT, found, remedy);
    results_free(&out);
}

static void pinned_threads_contradict(void **state)
{
    (void)state;
    begin("2", "linux");
    made_series(&made, "contexts");
    made_key(&made, "kind", 0);
    contexts_point(1, 1000);
    contexts_point(2, 2000);
    made_series(&made, "smp_smt");
    pair(0, 0, 1000);
    pair(1, 1, 1000);
    pair(0, 1, 1000);
    struct results out = infer_from();
    const struct result *r = result_find(&out, id_of(CONTEXTS_INT));

    assert_float_equal(r->value, 1, 0);
    assert_true(r->evidence <= 0.5);
    assert_float_equal(r->high, 2, 0);
    results_free(&out);
}

/* N gaps of one thread, in microseconds, as events of the last series. */
static void add_gaps(size_t event, const unsigned *us, size_t n)
{
    for (size_t i = 0; i < n; i++)
        gaps[event][i] = (uint64_t)us[i] * 1000;
    events[event] = (struct log_event){ .x = event, .n_values = n, .values = gaps[event] };
    made.run.series[made.run.n_series - 1].events = events;
    made.run.series[made.run.n_series - 1].n_events = event + 1;
}

static void time_slot_is_the_mode(void **state)
{
    static const unsigned a[] = { 4010, 3990, 12000, 4005, 700 }, b[] = { 4000, 8000, 3995, 4020 };

    (void)state;
    begin("1", "linux");
    made_series(&made, "timeslice");
    add_gaps(0, a, 5);
    add_gaps(1, b, 4);
    struct results out = infer_from();

    assert_float_equal(result_find(&out, id_of(OS_TIMESLICE))->value, 0.004, 0.0001);
    results_free(&out);
}

/* Gaps of two slots each, of threads that waited for two others, and runs of one: the published
 * rule sees gaps alone. */
static void time_slot_is_the_median_stretch_by_default(void **state)
{
    static const unsigned a[] = { 8010, 7990, 8000, 8005, 7995, 8000, 900 },
                          b[] = { 4010, 3990, 4000, 4005, 3995, 4000, 120 };
    struct results out = { 0 };

    (void)state;
    begin("1", "linux");
    made_series(&made, "timeslice");
    add_gaps(0, a, 7);
    made_series(&made, "timeslice");
    made_key(&made, "stretch", 1);
    for (size_t i = 0; i < 7; i++)
        gaps[1][i] = (uint64_t)b[i] * 1000;
    events[1] = (struct log_event){ .x = 0, .n_values = 7, .values = gaps[1] };
    made.run.series[made.run.n_series - 1].events = &events[1];
    made.run.series[made.run.n_series - 1].n_events = 1;

    infer_all(&made.run, METHOD_ROBUST, &out);
    assert_float_equal(result_find(&out, id_of(OS_TIMESLICE))->value, 0.004, 0.0001);
    assert_string_equal(result_find(&out, id_of(OS_TIMESLICE))->method, "median_stretch");
    results_free(&out);
    infer_all(&made.run, METHOD_PAPER, &out);
    assert_float_equal(result_find(&out, id_of(OS_TIMESLICE))->value, 0.008, 0.0001);
    assert_string_equal(result_find(&out, id_of(OS_TIMESLICE))->method, "mode");
    results_free(&out);
}

static void few_gaps_are_no_answer(void **state)
{
    static const unsigned a[] = { 4000, 4000 };

    (void)state;
    begin("1", "linux");
    made_series(&made, "timeslice");
    add_gaps(0, a, 2);
    struct results out = infer_from();

    is_unknown(&out, OS_TIMESLICE, "the threads hardly waited: 2 gaps were seen",
               "`probes --only timer_floor,add_chain,timeslice time=60` would tell");
    results_free(&out);
}

static void no_system_has_no_slot(void **state)
{
    (void)state;
    begin("1", "none");
    made_series(&made, "timeslice");
    made.run.series[0].status = "skip:no operating system";
    made.run.series[0].end = RECORD_END_NO_OS;
    struct results out = infer_from();

    assert_int_equal(result_find(&out, id_of(OS_TIMESLICE))->kind, RESULT_NONE);
    results_free(&out);
}

/* A window of 20 ms of one hardware thread, LOST_US of them in gaps; ran by its CPU clock: RAN_US.
 */
static void add_window(size_t event, uint64_t context, unsigned lost_us, unsigned ran_us)
{
    const uint64_t values[] = { 20000000, lost_us * 1000ULL, 3, lost_us * 500ULL,
                                ran_us * 1000ULL };

    memcpy(gaps[event], values, sizeof values);
    events[event] = (struct log_event){ .x = context, .n_values = 5, .values = gaps[event] };
    made.run.series[made.run.n_series - 1].events = events;
    made.run.series[made.run.n_series - 1].n_events = event + 1;
}

static void the_hardware_thread_with_least_time_counts(void **state)
{
    (void)state;
    begin("2", "linux");
    made_series(&made, "timeslice");
    made_key(&made, "alone", 1);
    add_window(0, 0, 100, 20000);
    add_window(1, 0, 100, 20000);
    add_window(2, 1, 10000, 11000);
    add_window(3, 1, 11000, 9000);
    struct results out = infer_from();
    const struct result *r = result_find(&out, id_of(OS_CPU_AVAILABLE));

    assert_null(result_find(&out, id_of(OS_TIMESLICE)));
    assert_float_equal(r->value, 0.475, 1e-9);
    assert_true(r->low >= 0.45 && r->high <= 0.5);
    assert_string_equal(r->note, "6 gaps on hardware thread 1, the longest 5.5 ms");
    assert_float_equal(result_find(&out, id_of(OS_CPU_SCHEDULED))->value, 0.5, 1e-9);
    results_free(&out);
    add_window(0, 0, 19000, 0);
    add_window(1, 0, 19000, 0); /* no CPU clock */
    out = infer_from();
    assert_float_equal(result_find(&out, id_of(OS_CPU_AVAILABLE))->value, 0.05, 1e-9);
    assert_null(result_find(&out, id_of(OS_CPU_SCHEDULED)));
    results_free(&out);
}

/* Series of integer work: threads that the system placed, and with a context each. */
static void placed_and_pinned(uint64_t placed, uint64_t pinned)
{
    begin("2", "linux");
    made_series(&made, "contexts");
    made_key(&made, "kind", 0);
    contexts_point(1, 1000);
    contexts_point(2, placed);
    contexts_point(3, 3000);
    made_series(&made, "contexts");
    made_key(&made, "kind", 0);
    made_key(&made, "pinned", 1);
    contexts_point(1, 1000);
    contexts_point(2, pinned);
}

static void pinned_threads_show_contexts_that_a_busy_system_does_not_use(void **state)
{
    static const struct {
        uint64_t placed, pinned;
        double contexts;
        const char *note;
    } cases[] = {
        { 2000, 1010, 2, "each on a context of its own; 1 where the system places them" },
        { 1010, 1010, 2, "2 where each has a context of its own" },
        { 1010, 2000, 2, "1 where each has a context of its own" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        placed_and_pinned(cases[i].placed, cases[i].pinned);
        struct results out = infer_from();
        const struct result *r = result_find(&out, id_of(CONTEXTS_INT));

        assert_non_null(r);
        if (r->value != cases[i].contexts || strstr(r->note, cases[i].note) == NULL)
            fail_msg("case %zu: %g, %s", i, r->value, r->note);
        assert_true(r->low <= r->value && r->value <= r->high && r->confidence > 0);
        results_free(&out);
    }
}

/* Other programs had the contexts: one thread waits for them, whatever the machine has. */
static void threads_that_never_worked_together_tell_nothing(void **state)
{
    (void)state;
    placed_and_pinned(2000, 1010);
    made.run.series[1].n_samples = 1;
    struct results out = infer_from();

    is_unknown(&out, CONTEXTS_INT, "1 ran side by side where the system placed them",
               "`probes --only timer_floor,add_chain,contexts --thorough` would tell");
    results_free(&out);
    placed_and_pinned(1010, 1010);
    made.run.series[1].n_samples = 1;
    out = infer_from();
    assert_true(result_find(&out, id_of(CONTEXTS_INT))->value == 2);
    results_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pinned_threads_show_contexts_that_a_busy_system_does_not_use),
        cmocka_unit_test(threads_that_never_worked_together_tell_nothing),
        cmocka_unit_test(counts_contexts),
        cmocka_unit_test(needs_one_alone),
        cmocka_unit_test(threads_that_never_wait),
        cmocka_unit_test(work_that_the_target_lacks),
        cmocka_unit_test(groups_by_interference),
        cmocka_unit_test(unequal_processors_have_no_one_number),
        cmocka_unit_test(a_lost_point_is_no_processor),
        cmocka_unit_test(pinned_threads_contradict),
        cmocka_unit_test(time_slot_is_the_mode),
        cmocka_unit_test(time_slot_is_the_median_stretch_by_default),
        cmocka_unit_test(few_gaps_are_no_answer),
        cmocka_unit_test(no_system_has_no_slot),
        cmocka_unit_test(the_hardware_thread_with_least_time_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
