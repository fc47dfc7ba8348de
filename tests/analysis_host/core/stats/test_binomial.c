/* stats_binomial_tail(): against exact sums, monotone, and refuses what is no chance. */
#include "stats/stats.h"
#include "table.h"

static const struct {
    const char *rule;
    uint64_t trials;
    double p;
    uint64_t at_least;
    double want;
} cases[] = {
    { "nothing wanted is certain", 5, 0.1, 0, 1 },
    { "nothing wanted of no trials is certain", 0, 0.5, 0, 1 },
    { "more than the trials is impossible", 3, 0.9, 4, 0 },
    { "something of no trials is impossible", 0, 0.5, 1, 0 },
    { "no chance", 5, 0, 1, 0 },
    { "certainty", 5, 1, 5, 1 },
    { "one trial", 1, 0.25, 1, 0.25 },
    { "all of ten coins", 10, 0.5, 10, 0.0009765625 },
    { "half of ten coins or more: 638 of 1024", 10, 0.5, 5, 0.623046875 },
    { "one of three or more: one less the chance of none", 3, 0.1, 1, 0.271 },
    /* The rest was summed with 60 decimal digits. */
    { "three of a hundred rare ones", 100, 0.01, 3, 7.937320225218033598e-2 },
    { "a 4 MB cache of 64 colours, 1024 pages: half the load", 1023, 1.0 / 64, 8,
      9.903267812786313851e-1 },
    { "a 4 MB cache of 64 colours, 1024 pages: full", 1023, 1.0 / 64, 16, 5.324747421248043899e-1 },
    { "4096 pages", 4095, 1.0 / 64, 64, 5.162323252584212208e-1 },
    { "a million pages near the mean", 1000000, 1.0 / 128, 7812, 5.037878546474852115e-1 },
    { "a million pages far out", 1000000, 1.0 / 128, 8500, 7.052283612821947571e-15 },
    { "a million pages further than a double can say", 1000000, 0.01, 20000, 0 },
    { "three million coins", 3000000, 0.5, 1500000, 5.002303294137867562e-1 },
    { "ten million", 10000000, 0.3, 3001000, 2.451773929912952621e-1 },
    { "ten million of one in a million", 10000000, 1e-6, 30, 2.509902422128129291e-7 },
    { "two million near certain", 2000000, 0.999, 1997990, 5.942215007148061723e-1 },
    { "as good as certain stays within one", 5000, 0.4, 3, 1 },
};

static void tails_are_those_of_exact_sums(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        check_rule(cases[i].rule,
                   near(stats_binomial_tail(cases[i].trials, cases[i].p, cases[i].at_least),
                        cases[i].want, 1e-8));
}

static void a_higher_bar_is_never_likelier(void **state)
{
    double last = 1;

    (void)state;
    for (uint64_t a = 0; a <= 3000; a++) {
        double tail = stats_binomial_tail(100000, 1.0 / 64, a);
        assert_true(tail >= 0 && tail <= last * (1 + 1e-12));
        last = tail;
    }
    assert_true(last < 1e-100);
}

static void a_chance_beyond_zero_to_one_is_refused(void **state)
{
    (void)state;
    assert_true(isnan(stats_binomial_tail(10, -0.1, 3)));
    assert_true(isnan(stats_binomial_tail(10, 1.1, 3)));
    assert_true(isnan(stats_binomial_tail(10, NAN, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tails_are_those_of_exact_sums),
        cmocka_unit_test(a_higher_bar_is_never_likelier),
        cmocka_unit_test(a_chance_beyond_zero_to_one_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
