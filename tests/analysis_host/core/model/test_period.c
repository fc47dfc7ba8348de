/* The period of events: found through noise, bursts and events that are missing; none where there
 * is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "model/period.h"
#include "random.h"

enum { STRETCHES = 8, MOST = 4096, SPAN = 3000 };

static double at[STRETCHES][MOST];
static struct period_stretch stretches[STRETCHES];

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* Events every PERIOD, each with a chance of SEEN, up to JITTER late, and N others at random. */
static void make(double period, double seen, double jitter, size_t n, struct random *rng)
{
    for (size_t i = 0; i < STRETCHES; i++) {
        size_t count = 0;

        for (double t = period * random_share(rng); t < SPAN && period > 0; t += period)
            if (random_share(rng) < seen)
                at[i][count++] = t + jitter * random_share(rng);
        for (size_t k = 0; k < n; k++)
            at[i][count++] = SPAN * random_share(rng);
        qsort(at[i], count, sizeof at[i][0], ascending);
        stretches[i] = (struct period_stretch){ at[i], count };
    }
}

static void a_period_is_found_through_noise(void **state)
{
    static const struct {
        double period, seen, jitter;
        size_t others;
    } cases[] = { { 7.8, 1, 0.4, 0 },      { 7.8, 1, 0.4, 300 },    { 3.9, 0.7, 0.3, 200 },
                  { 7.8125, 0.3, 2, 200 }, { 15.6, 0.5, 0.3, 150 }, { 1.95, 0.9, 0.3, 100 },
                  { 7.8, 1, 0, 0 } };
    struct random rng = { 7 };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct period p;

        make(cases[i].period, cases[i].seen, cases[i].jitter, cases[i].others, &rng);
        if (!period_find(stretches, STRETCHES, SPAN, 1, 40, &p))
            fail_msg("case %zu: none, chance %g at %g", i, p.chance, p.period);
        if (fabs(p.period / cases[i].period - 1) > 0.002 || p.low > cases[i].period ||
            p.high < cases[i].period || p.agree < 5)
            fail_msg("case %zu: %g (%g to %g), %zu agree", i, p.period, p.low, p.high, p.agree);
    }
}

/* Of random events, and of bursts, whose spectrum is not flat. */
static void no_period_is_found_where_there_is_none(void **state)
{
    struct random rng = { 11 };
    unsigned found = 0;

    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        struct period p;

        make(0, 0, 0, 20 + 10 * i, &rng);
        for (size_t s = 0; s < STRETCHES && i % 2 == 1; s++) {
            for (size_t k = 0; k < stretches[s].n; k++) /* ten to a burst of 20 */
                at[s][k] = fmod(97.0 * (double)(k / 10) * random_share(&rng), SPAN) +
                           20 * random_share(&rng);
            qsort(at[s], stretches[s].n, sizeof at[s][0], ascending);
        }
        found += period_find(stretches, STRETCHES, SPAN + 20, 1, 40, &p);
    }
    assert_int_equal(found, 0);
}

static void too_little_gives_none(void **state)
{
    struct period p;

    (void)state;
    stretches[0] = (struct period_stretch){ NULL, 0 };
    assert_false(period_find(stretches, 1, SPAN, 1, 40, &p));
    assert_false(period_find(stretches, 0, SPAN, 1, 40, &p));
    assert_false(period_find(stretches, 1, 10, 1, 40, &p));
    assert_false(period_find(stretches, 1, SPAN, 0, 40, &p));
}

static void the_phase_is_that_of_most_events(void **state)
{
    const double times[] = { 2, 10, 18, 26, 34, 37 };
    const struct period_stretch s = { times, 6 };

    (void)state;
    double phase = period_phase(&s, 8);
    assert_true(fabs(phase - 0.25) < 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_period_is_found_through_noise),
        cmocka_unit_test(no_period_is_found_where_there_is_none),
        cmocka_unit_test(too_little_gives_none),
        cmocka_unit_test(the_phase_is_that_of_most_events),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
