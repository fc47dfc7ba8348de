/* Blocks that the model prices, against every block of its grid on modelled machines.
 * test_blocks FILE...: machine files; those with fewer than two levels are passed over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gemm_trace.h"
#include "machine_truth.h"
#include "tune/space.h"
#include <stdio.h>

static char **files;
static int n_files;

/* How near the choice comes to the best of all, as ratios of times. */
struct standing {
    double first, five, worst;
    struct tune_blocks choice, best;
};

static double trace_cycles(const struct sim_machine *s, const struct tune_blocks *b)
{
    const struct gemm_trace g = { TUNE_SIDE, 8, b->tile.rows, b->tile.columns, b->kc, b->mc };
    double cycles = gemm_trace_cycles(s, &g);

    assert_true(cycles > 0);
    return cycles;
}

static struct standing compare_all(const struct sim_machine *s)
{
    static struct tune_priced at[TUNE_MOST_BLOCKS];
    struct tune_machine m = machine_truth(s);
    struct tune_arithmetic a = machine_truth_f64(&m);
    unsigned n = tune_space_blocks(&m, &a, (struct tune_tile){ 4, 4 }, at);
    double first = 0, five = 0, least = 0, most = 0;
    struct standing r = { .choice = at[0].blocks };

    for (unsigned i = 0; i < n; i++) {
        double cycles = trace_cycles(s, &at[i].blocks);
        if (i == 0)
            first = five = least = cycles;
        if (i < 5 && cycles < five)
            five = cycles;
        if (cycles <= least)
            r.best = at[i].blocks;
        least = cycles < least ? cycles : least;
        most = cycles > most ? cycles : most;
    }
    r.first = least / first;
    r.five = least / five;
    r.worst = least / most;
    return r;
}

static void test_near_the_optimum(void **state)
{
    (void)state;
    for (int i = 0; i < n_files; i++) {
        struct sim_machine s;
        char why[300];
        if (sim_machine_read(&s, files[i], why, sizeof why) != 0)
            fail_msg("%s", why);
        if (s.n_caches < 2)
            continue;
        struct standing r = compare_all(&s);
        printf("| %s | %.3f | %.3f | %.2f | %u x %u | %u x %u |\n", s.name, r.first, r.five,
               r.worst, r.choice.kc, r.choice.mc, r.best.kc, r.best.mc);
        fflush(stdout);
        assert_true(r.worst < 0.95); /* else every choice would do */
        assert_true(r.first >= 0.95);
        assert_true(r.five >= 0.98);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_near_the_optimum) };

    files = argv + 1;
    n_files = argc - 1;
    return n_files == 0 ? 2 : cmocka_run_group_tests(tests, NULL, NULL);
}
