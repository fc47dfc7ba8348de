/* The posix port's choice of a clock: this machine's candidates one by one, and clocks that lie. */
#include "clocks.h"
#include <hal/timer.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <setjmp.h>

#include <cmocka.h>

static void every_candidate_keeps_the_contract(void **state)
{
    (void)state;
    for (unsigned i = 0; i < posix_clock_count; i++) {
        const struct posix_clock *clock = &posix_clocks[i];
        if (posix_timer_choose(clock, 1) != 0) {
            print_message("%s: not usable here\n", clock->name);
            assert_true(i + 1 < posix_clock_count); /* the system's clock always is */
            continue;
        }
        assert_string_equal(hal_timer_name(), clock->name);
        assert_int_equal(hal_timer_bits(), clock->bits);
        assert_true(hal_timer_hz() > 0);
        uint64_t first = hal_timer_now_ticks(), last = first;
        for (unsigned k = 0; k < 100000; k++) {
            uint64_t now = hal_timer_now_ticks();
            assert_true(now >= last);
            last = now;
        }
        assert_true(last > first);
    }
}

/* ---- clocks that lie ---- */

static uint64_t readings;

static uint64_t stuck_ticks(void)
{
    return 7;
}

static uint64_t back_ticks(void)
{
    return ++readings == 100 ? 50 : readings;
}

static uint64_t forbidden_ticks(void)
{
    (void)raise(SIGILL);
    return ++readings;
}

static uint64_t forbidden_later_ticks(void)
{
    if (++readings > 5000)
        (void)raise(SIGSEGV);
    return readings;
}

static uint64_t hurrying_ticks(void)
{
    static uint64_t origin_ns;

    if (origin_ns == 0)
        origin_ns = posix_reference_ns();
    uint64_t us = (posix_reference_ns() - origin_ns) / 1000;
    return us * us; /* faster and faster */
}

static uint64_t triple_ticks(void)
{
    return posix_reference_ns() * 3;
}

static uint64_t narrow_ticks(void)
{
    return posix_reference_ns() & 0xffffffff;
}

static uint64_t coarse_ticks(void)
{
    return posix_reference_ns() / 1000000;
}

struct liar {
    const char *rule;
    struct posix_clock clock;
    enum posix_clock_fault fault;
};

static const struct liar liars[] = {
    { "a stuck clock is seen", { "stuck", 64, 1000, stuck_ticks }, POSIX_CLOCK_STUCK },
    { "going back is seen", { "back", 64, 1000, back_ticks }, POSIX_CLOCK_BACK },
    { "a forbidden reading does not kill",
      { "forbidden", 64, 1000, forbidden_ticks },
      POSIX_CLOCK_UNREADABLE },
    { "not at a later reading either",
      { "later", 64, 1000, forbidden_later_ticks },
      POSIX_CLOCK_UNREADABLE },
    { "a changing rate is seen", { "hurrying", 64, 0, hurrying_ticks }, POSIX_CLOCK_UNSTEADY },
    { "an honest clock passes", { "triple", 64, 0, triple_ticks }, POSIX_CLOCK_OK },
    { "a wrap is not going back", { "narrow", 32, 1000000000, narrow_ticks }, POSIX_CLOCK_OK },
    { "a coarse clock passes", { "coarse", 64, 1000, coarse_ticks }, POSIX_CLOCK_OK },
};

static void faults_are_told_apart(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof liars / sizeof liars[0]; i++) {
        struct posix_clock_facts facts;
        readings = 0;
        enum posix_clock_fault fault = posix_clock_measure(&liars[i].clock, &facts);
        if (fault != liars[i].fault)
            fail_msg("%s: fault %d", liars[i].rule, (int)fault);
    }
}

static void signal_handlers_come_back(void **state)
{
    static const struct posix_clock forbidden = { "forbidden", 64, 1000, forbidden_ticks };
    struct posix_clock_facts facts;
    struct sigaction before, after;

    (void)state;
    (void)sigaction(SIGILL, NULL, &before);
    assert_int_equal(posix_clock_measure(&forbidden, &facts), POSIX_CLOCK_UNREADABLE);
    (void)sigaction(SIGILL, NULL, &after);
    assert_true(before.sa_handler == after.sa_handler);
}

static void the_rate_is_found(void **state)
{
    static const struct posix_clock triple = { "triple", 64, 0, triple_ticks };

    (void)state;
    assert_int_equal(posix_timer_choose(&triple, 1), 0);
    assert_in_range(hal_timer_hz(), 2997000000u, 3003000000u); /* a part in a thousand */
}

static void the_finer_clock_wins_wherever_it_stands(void **state)
{
    static const struct posix_clock fine = { "fine", 64, 1000000000, posix_reference_ns };
    static const struct posix_clock coarse = { "coarse", 64, 1000, coarse_ticks };
    struct posix_clock orders[2][2] = { { coarse, fine }, { fine, coarse } };

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(posix_timer_choose(orders[i], 2), 0);
        assert_string_equal(hal_timer_name(), "fine");
    }
    assert_int_equal(hal_timer_start(), 0); /* the tables above end with this function */
}

static void without_a_clock_start_says_so(void **state)
{
    static const struct posix_clock bad[] = { { "stuck", 64, 1000, stuck_ticks },
                                              { "forbidden", 64, 1000, forbidden_ticks } };

    (void)state;
    assert_int_equal(hal_timer_start(), 0);
    const char *name = hal_timer_name();
    assert_int_equal(posix_timer_choose(bad, 2), -1);
    assert_string_equal(hal_timer_name(), name);
}

struct rate_case {
    const char *rule;
    double rates_hz[POSIX_RATES];
    uint64_t hz;
};

static const struct rate_case rate_cases[] = {
    { "all agree", { 1e9, 1e9, 1e9, 1e9, 1e9 }, 1000000000 },
    { "two outliers above", { 1e9, 9e9, 1e9, 5e9, 1e9 }, 1000000000 },
    { "two outliers below", { 1, 24e6, 24e6, 2, 24e6 }, 24000000 },
    { "an outlier on either side", { 1, 24e6, 24e6, 9e9, 24e6 }, 24000000 },
    { "the closest three, their middle", { 1000, 2000.4, 2000.2, 2000.6, 3000 }, 2000 },
    { "no three agree", { 100, 200, 300, 400, 500 }, 0 },
    { "two and two are not three", { 100, 100, 200, 200, 300 }, 0 },
    { "a stuck clock has no rate", { 0, 0, 0, 0, 0 }, 0 },
};

static void best_agreement_gives_the_rate(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rate_cases / sizeof rate_cases[0]; i++) {
        double rates_hz[POSIX_RATES];
        memcpy(rates_hz, rate_cases[i].rates_hz, sizeof rates_hz);
        if (posix_rate_agreed_hz(rates_hz) != rate_cases[i].hz)
            fail_msg("%s", rate_cases[i].rule);
    }
}

static void a_counter_the_kernel_forbids_does_not_kill(void **state)
{
    (void)state;
#ifdef PR_SET_TSC
    int how = 0;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        if (prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0) != 0)
            _exit(77);
        /* The system's clock may read the same counter: then there is none, but the program lives.
         */
        int started = hal_timer_start();
        _exit(started == 0 && strcmp(hal_timer_name(), "tsc") == 0 ? 1 : 0);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how));
    if (WEXITSTATUS(how) == 77)
        skip();
    assert_int_equal(WEXITSTATUS(how), 0);
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_candidate_keeps_the_contract),
        cmocka_unit_test(faults_are_told_apart),
        cmocka_unit_test(signal_handlers_come_back),
        cmocka_unit_test(the_rate_is_found),
        cmocka_unit_test(the_finer_clock_wins_wherever_it_stands),
        cmocka_unit_test(without_a_clock_start_says_so),
        cmocka_unit_test(best_agreement_gives_the_rate),
        cmocka_unit_test(a_counter_the_kernel_forbids_does_not_kill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
