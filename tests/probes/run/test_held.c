/* Sentences are kept until they may leave; a part that leaves inside a series is followed by a
 * wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake.h"
#include "run/held.h"
#include <string.h>

enum { LINE = 64, HZ = 10000, WAIT_TICKS = HZ / 100 };

static char line[LINE];

static int set_up(void **state)
{
    (void)state;
    fake_reset();
    fake.timer.hz = HZ;
    memset(line, 'a', sizeof line);
    return 0;
}

/* Puts so many lines; returns the ticks that it took. */
static uint64_t put(size_t lines)
{
    uint64_t begin_ticks = fake.timer.now_ticks;

    for (size_t i = 0; i < lines; i++)
        assert_int_equal(held_put(NULL, line, LINE), 0);
    return fake.timer.now_ticks - begin_ticks;
}

static void begin(uint64_t silence_ticks)
{
    const struct plan plan = { .sample_ticks = 3 };

    held_begin(&plan, silence_ticks);
}

static void nothing_leaves_before_it_is_sent(void **state)
{
    (void)state;
    begin(0);
    (void)put(10);
    assert_int_equal(fake.console.n_out, 0);
    uint64_t before_ticks = fake.timer.now_ticks;
    assert_int_equal(held_send(NULL), 0);
    assert_int_equal(fake.console.n_out, 10 * LINE);
    assert_true(fake.timer.now_ticks - before_ticks < WAIT_TICKS);
    assert_int_equal(held_send(NULL), 0);
    assert_int_equal(fake.console.n_out, 10 * LINE);
}

static void a_full_part_leaves_whole_and_is_waited_for(void **state)
{
    (void)state;
    begin(0);
    (void)put(HELD_BYTES / LINE);
    assert_int_equal(fake.console.n_out, 0);
    assert_true(put(1) >= WAIT_TICKS);
    assert_int_equal(fake.console.n_out, HELD_BYTES);
    assert_true(put(1) < WAIT_TICKS);
    assert_int_equal(held_send(NULL), 0);
    assert_int_equal(fake.console.n_out, HELD_BYTES + 2 * LINE);
}

static void a_long_silence_is_broken(void **state)
{
    (void)state;
    begin(1000);
    (void)put(1);
    fake.timer.now_ticks += 600;
    (void)put(1);
    assert_int_equal(fake.console.n_out, 0);
    fake.timer.now_ticks += 600;
    assert_true(put(1) >= WAIT_TICKS);
    assert_int_equal(fake.console.n_out, 2 * LINE);
    fake.timer.now_ticks += 600;
    (void)put(1);
    assert_int_equal(fake.console.n_out, 2 * LINE);
}

static void the_wait_ends_with_any_clock(void **state)
{
    static const struct fake_timer clocks[] = {
        { .step_ticks = 1, .granularity_ticks = 1, .bits = 64 }, /* of unknown rate */
        { .hz = 1 << 30, .step_ticks = 1, .granularity_ticks = 1, .bits = 16 }, /* too narrow */
        { .hz = HZ, .granularity_ticks = 1, .bits = 64 },                       /* stopped */
    };

    (void)state;
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        (void)set_up(NULL);
        fake.timer = clocks[i];
        begin(0);
        (void)put(HELD_BYTES / LINE + 1);
        assert_int_equal(fake.console.n_out, HELD_BYTES);
    }
}

static void bytes_that_are_lost_are_told(void **state)
{
    (void)state;
    fake.console.fail_after_bytes = 100;
    begin(0);
    (void)put(HELD_BYTES / LINE);
    assert_int_equal(held_put(NULL, line, LINE), -1);
    assert_int_equal(held_put(NULL, line, LINE), 0); /* kept; the next send tells again */
    assert_int_equal(held_send(NULL), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(nothing_leaves_before_it_is_sent, set_up),
        cmocka_unit_test_setup(a_full_part_leaves_whole_and_is_waited_for, set_up),
        cmocka_unit_test_setup(a_long_silence_is_broken, set_up),
        cmocka_unit_test_setup(the_wait_ends_with_any_clock, set_up),
        cmocka_unit_test_setup(bytes_that_are_lost_are_told, set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
