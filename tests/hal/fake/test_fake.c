/* The fake port lies as it is told and not otherwise. */
#include "fake.h"
#include <hal/alloc.h>
#include <hal/console.h>
#include <hal/thread.h>
#include <hal/timer.h>
#include <stdarg.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

static int reset(void **state)
{
    (void)state;
    fake_reset();
    return 0;
}

/* ---- timer ---- */

enum { MOST_READINGS = 6 };

struct clock_case {
    const char *rule;
    struct fake_timer timer;
    uint64_t readings[MOST_READINGS];
};

static const uint64_t uneven_ticks[] = { 1, 10, 100 };

static const struct clock_case clock_cases[] = {
    { "steps by what was asked",
      { .step_ticks = 5, .granularity_ticks = 1, .bits = 64 },
      { 5, 10, 15, 20, 25, 30 } },
    { "a script of steps is used over and over",
      { .steps = uneven_ticks, .n_steps = 3, .granularity_ticks = 1, .bits = 64 },
      { 1, 11, 111, 112, 122, 222 } },
    { "a coarse clock stands, then jumps",
      { .step_ticks = 4, .granularity_ticks = 10, .bits = 64 },
      { 0, 0, 10, 10, 20, 20 } },
    { "wraps at its bits",
      { .step_ticks = 0x4000, .granularity_ticks = 1, .bits = 16 },
      { 0x4000, 0x8000, 0xc000, 0, 0x4000, 0x8000 } },
    { "goes back once, at the reading asked for",
      { .step_ticks = 10,
        .granularity_ticks = 1,
        .bits = 64,
        .back_at_reading = 3,
        .back_ticks = 15 },
      { 10, 20, 15, 25, 35, 45 } },
    { "going back below zero wraps",
      { .step_ticks = 1,
        .granularity_ticks = 1,
        .bits = 16,
        .back_at_reading = 2,
        .back_ticks = 3 },
      { 1, 0xffff, 0, 1, 2, 3 } },
    { "a stuck clock stands",
      { .stuck = true, .step_ticks = 5, .granularity_ticks = 1, .bits = 64, .now_ticks = 7 },
      { 7, 7, 7, 7, 7, 7 } },
};

static void clock_reads_as_scripted(void **state)
{
    (void)state;
    for (size_t c = 0; c < sizeof clock_cases / sizeof clock_cases[0]; c++) {
        fake_reset();
        fake.timer = clock_cases[c].timer;
        for (unsigned i = 0; i < MOST_READINGS; i++)
            if (hal_timer_now_ticks() != clock_cases[c].readings[i])
                fail_msg("%s: reading %u", clock_cases[c].rule, i + 1);
        assert_int_equal(fake.timer.readings, MOST_READINGS);
    }
}

static void stuck_clock_does_not_start(void **state)
{
    (void)state;
    assert_int_equal(hal_timer_start(), 0);
    fake.timer.stuck = true;
    assert_int_equal(hal_timer_start(), -1);
}

static void clock_says_what_it_is_told(void **state)
{
    (void)state;
    fake.timer.hz = 0;
    fake.timer.bits = 32;
    fake.timer.name = "liar";
    assert_int_equal(hal_timer_hz(), 0);
    assert_int_equal(hal_timer_bits(), 32);
    assert_string_equal(hal_timer_name(), "liar");
}

/* ---- alloc ---- */

static void memory_ends_at_its_limit(void **state)
{
    struct hal_block a, b;

    (void)state;
    fake.memory.limit_bytes = 1000;
    assert_int_equal(hal_alloc_limit_bytes(), 1000);
    assert_int_equal(hal_alloc(&a, 600, 64, HAL_PAGES_BASE), 0);
    assert_int_equal(hal_alloc(&b, 401, 64, HAL_PAGES_BASE), -1);
    assert_null(b.start);
    assert_int_equal(hal_alloc(&b, 400, 64, HAL_PAGES_BASE), 0);
    assert_int_equal(fake.memory.blocks, 2);
    fake.memory.limit_bytes = 10; /* less than is held already */
    struct hal_block c;
    assert_int_equal(hal_alloc(&c, 1, 1, HAL_PAGES_BASE), -1);
    hal_free(&a);
    hal_free(&b);
    assert_int_equal(fake.memory.held_bytes, 0);
    assert_int_equal(fake.memory.blocks, 0);
    assert_int_equal(fake.memory.most_held_bytes, 1000);
}

static void page_kind_can_be_refused(void **state)
{
    struct hal_block block;

    (void)state;
    assert_int_equal(hal_alloc(&block, 100, 64, HAL_PAGES_CONTIGUOUS), 0);
    assert_int_equal(block.page_bytes, fake.memory.large_page_bytes);
    assert_true(block.contiguous);
    hal_free(&block);
    fake.memory.refuse_large = true;
    assert_int_equal(hal_alloc(&block, 100, 64, HAL_PAGES_CONTIGUOUS), 0);
    assert_int_equal(block.page_bytes, fake.memory.base_page_bytes);
    assert_false(block.contiguous);
    hal_free(&block);
}

/* ---- thread ---- */

static void note_context(void *arg)
{
    *(unsigned *)arg = fake.threads.current;
}

static void threads_run_where_and_when_asked(void **state)
{
    (void)state;
    fake.threads.contexts = 3;
    for (unsigned at_join = 0; at_join < 2; at_join++) {
        struct hal_thread thread = { { 0 } };
        unsigned ran_on = 99;
        fake.threads.at_join = at_join;
        assert_int_equal(hal_thread_start(&thread, 2, note_context, &ran_on), HAL_THREAD_OK);
        assert_int_equal(ran_on, at_join ? 99 : 2);
        hal_thread_join(&thread);
        assert_int_equal(ran_on, 2);
        assert_int_equal(fake.threads.current, 0);
    }
    assert_int_equal(fake.threads.starts, 2);
    assert_int_equal(fake.threads.joins, 2);
}

static void starts_answer_as_told(void **state)
{
    static const enum hal_thread_status answers[] = { HAL_THREAD_BUSY, HAL_THREAD_FAILED };
    struct hal_thread thread;
    unsigned ran_on = 99;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        fake.threads.answer = answers[i];
        assert_int_equal(hal_thread_start(&thread, 0, note_context, &ran_on), answers[i]);
        assert_int_equal(hal_thread_pin(0), answers[i]);
        assert_int_equal(hal_thread_pin(1), HAL_THREAD_NO_CONTEXT);
    }
    assert_int_equal(ran_on, 99);
    assert_int_equal(fake.threads.starts, 0);
}

static void barrier_of_many_never_hangs(void **state)
{
    struct hal_barrier barrier = { .n = 5 };

    (void)state;
    hal_barrier_wait(&barrier);
    hal_barrier_wait(&barrier);
    assert_int_equal(fake.threads.barrier_waits, 2);
}

/* ---- console ---- */

static void console_loses_what_follows(void **state)
{
    (void)state;
    fake.console.fail_after_bytes = 5;
    assert_int_equal(hal_console_put("abc", 3), 0);
    assert_int_equal(hal_console_put("def", 3), -1);
    assert_int_equal(hal_console_put("g", 1), -1);
    assert_int_equal(hal_console_put("", 0), -1);
    assert_string_equal(fake.console.out, "abcde");
    assert_int_equal(fake.console.n_out, 5);
}

static void console_feeds_every_byte(void **state)
{
    (void)state;
    fake.console.in = "a\xff\0";
    fake.console.n_in = 3;
    assert_int_equal(hal_console_get(), 'a');
    assert_int_equal(hal_console_get(), 0xff);
    assert_int_equal(hal_console_get(), 0);
    assert_int_equal(hal_console_get(), -1);
}

static void complaints_stay_out_of_the_stream(void **state)
{
    (void)state;
    hal_console_complain("one");
    hal_console_complain("two");
    assert_string_equal(fake.console.complaints, "one\ntwo\n");
    assert_int_equal(fake.console.n_out, 0);
}

static void leave(void *arg)
{
    hal_console_exit(*(int *)arg);
}

static void stay(void *arg)
{
    (void)arg;
}

static void exit_comes_back_with_its_status(void **state)
{
    int status = 42;

    (void)state;
    assert_true(fake_exits(leave, &status));
    assert_int_equal(fake.console.exit_status, 42);
    assert_false(fake_exits(stay, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(clock_reads_as_scripted, reset),
        cmocka_unit_test_setup(stuck_clock_does_not_start, reset),
        cmocka_unit_test_setup(clock_says_what_it_is_told, reset),
        cmocka_unit_test_setup(memory_ends_at_its_limit, reset),
        cmocka_unit_test_setup(page_kind_can_be_refused, reset),
        cmocka_unit_test_setup(threads_run_where_and_when_asked, reset),
        cmocka_unit_test_setup(starts_answer_as_told, reset),
        cmocka_unit_test_setup(barrier_of_many_never_hangs, reset),
        cmocka_unit_test_setup(console_loses_what_follows, reset),
        cmocka_unit_test_setup(console_feeds_every_byte, reset),
        cmocka_unit_test_setup(complaints_stay_out_of_the_stream, reset),
        cmocka_unit_test_setup(exit_comes_back_with_its_status, reset),
    };
    return cmocka_run_group_tests(tests, NULL, reset);
}
