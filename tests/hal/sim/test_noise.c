/* Noise of the simulated clock: each kind has the size that its key says, and the same seed gives
 * the same run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "policy/splitmix.h"
#include "walk.h"

#define KIB ((uint64_t)1 << 10)
#define MIB ((uint64_t)1 << 20)

/* 1000 ticks a microsecond; everything that computes takes what it says. */
#define BOARD "[machine]\nmhz = 1000\n[memory]\nlatency = 100\n[noise]\n"

enum { TIMINGS = 20000, CYCLES = 10000 };

struct summary {
    double mean, sd;     /* ticks beyond CYCLES and the reading */
    double share_longer; /* of timings more than 1 percent longer */
    double longest;      /* relative to what it should take */
};

/* TIMINGS timings of CYCLES cycles each. */
static struct summary time_often(const char *text)
{
    struct sim_model *m = walk_model(text, MIB);
    double sum = 0, squares = 0, longer = 0, longest = 0;

    for (unsigned i = 0; i < TIMINGS; i++) {
        uint64_t begin = sim_model_read_ticks(m);
        sim_model_compute(m, CYCLES);
        double took = (double)(sim_model_read_ticks(m) - begin);
        double more = took - CYCLES - SIM_READ_CYCLES;
        sum += more;
        squares += more * more;
        longer += more > CYCLES / 100;
        longest = fmax(longest, took / (CYCLES + SIM_READ_CYCLES));
    }
    sim_model_free(m);
    double mean = sum / TIMINGS;
    return (struct summary){ mean, sqrt(squares / TIMINGS - mean * mean), longer / TIMINGS,
                             longest };
}

static void without_noise_every_timing_is_exact(void **state)
{
    (void)state;
    struct summary s = time_often(BOARD);
    assert_true(s.mean == 0 && s.sd == 0);
}

static void clock_advances_in_steps_of_the_resolution(void **state)
{
    (void)state;
    struct sim_model *m = walk_model(BOARD "resolution = 1000\n", MIB);
    uint64_t last = 0;
    unsigned steps = 0;
    for (unsigned i = 0; i < 100000; i++) {
        uint64_t now = sim_model_read_ticks(m);
        assert_int_equal(now % 1000, 0);
        assert_true(now == last || now == last + 1000);
        steps += now != last;
        last = now;
    }
    assert_int_equal(steps, 100000 * SIM_READ_CYCLES / 1000);
    sim_model_free(m);
}

/* Each timing alone is disturbed, so that the share is that of timings: binomial, 4 sd. */
static void outliers_are_a_share_of_the_timings(void **state)
{
    static const double shares[] = { .01, .05, .2 };
    static const char *const texts[] = { BOARD "outliers = 0.01\n", BOARD "outliers = 0.05\n",
                                         BOARD "outliers = 0.2\n" };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct summary s = time_often(texts[i]);
        double sd = sqrt(shares[i] * (1 - shares[i]) / TIMINGS);
        assert_true(fabs(s.share_longer - shares[i]) < 4 * sd + shares[i] * .01);
        assert_true(s.longest <= 10 && s.longest > 8);
        /* from once to ten times as long, evenly: 4.5 times the time is added on average */
        assert_true(fabs(s.mean / (4.5 * shares[i] * (CYCLES + SIM_READ_CYCLES)) - 1) < .15);
    }
}

static void jitter_has_its_standard_deviation(void **state)
{
    (void)state;
    struct summary s = time_often(BOARD "jitter = 0.02\n");
    assert_true(fabs(s.sd / (CYCLES * .02) - 1) < .03);
    assert_true(fabs(s.mean) < 4 * s.sd / sqrt(TIMINGS));
}

static void clock_never_goes_back(void **state)
{
    (void)state;
    struct sim_model *m = walk_model(
        BOARD "jitter = 1\noutliers = 0.5\ndrift = 0.9\ninterrupt = 1000\ncost = 1000\n", MIB);
    uint64_t last = 0;
    for (unsigned i = 0; i < 100000; i++) {
        uint64_t now = sim_model_read_ticks(m);
        assert_true(now >= last);
        last = now;
    }
    sim_model_free(m);
}

/* 1000 a second of 50 us each take 5 percent of the time away, in timings that they fall into. */
static void interrupts_cost_what_they_cost(void **state)
{
    (void)state;
    struct sim_model *m = walk_model(BOARD "interrupt = 1000\ncost = 50000\n", MIB);
    unsigned n = 0;
    while (sim_model_clock_16ths(m) < (uint64_t)1000000000 * SIM_16THS) {
        uint64_t begin = sim_model_clock_16ths(m);
        sim_model_compute(m, 100);
        uint64_t took = sim_model_clock_16ths(m) - begin;
        assert_true(took == 100 * SIM_16THS || took == 50100 * SIM_16THS);
        n += took > 100 * SIM_16THS;
    }
    assert_in_range(n, 999, 1001);
    sim_model_free(m);
}

/* The clock drifts both ways by up to the given share, and comes back. */
static void drift_is_slow_and_two_sided(void **state)
{
    double least = 1e9, most = 0;

    (void)state;
    struct sim_model *m = walk_model(BOARD "drift = 0.02\n", MIB);
    for (unsigned i = 0; i < 100; i++) {
        uint64_t begin = sim_model_read_ticks(m);
        sim_model_compute(m, 80000000); /* 100 of them are two periods */
        double took = (double)(sim_model_read_ticks(m) - begin) / 80000020;
        least = fmin(least, took);
        most = fmax(most, took);
    }
    assert_true(most > 1.019 && most < 1.0201);
    assert_true(least < .981 && least > .9799);
    sim_model_free(m);
}

#define POLLUTED                                                                                   \
    "[machine]\nmhz = 1000\n[cache 1]\nsize = 32K\nways = 8\nline = 64\nlatency = 4\n"             \
    "[memory]\nlatency = 100\n[noise]\ninterrupt = 10000\n"

/* A full LRU set that gets a foreign line misses on all of its 8 lines in the lap that follows. */
static void pollution_throws_lines_out(void **state)
{
    (void)state;
    struct walk full = { 0, 64, 512 };
    struct sim_model *clean = walk_model(POLLUTED "pollution = 0\n", MIB);
    struct sim_model *dirty = walk_model(POLLUTED "pollution = 10\n", MIB);
    assert_true(walk_cycles(clean, full, 1, 1000) == 4);
    double cycles = walk_cycles(dirty, full, 1, 1000);
    double misses_each = (cycles - 4) / 96 * 512 / (512 * cycles / 100000) / 10;
    assert_true(misses_each > 6 && misses_each < 8.5);
    sim_model_free(clean);
    sim_model_free(dirty);
}

/* ---- determinism ---- */

#define EVERYTHING(seed)                                                                           \
    "[machine]\nmhz = 1500\n[cache 1]\nsize = 8K\nways = 4\nline = 32\nlatency = 2.5\n"            \
    "policy = random\n[cache 2]\nsize = 96K\nways = 6\nline = 64\nlatency = 9\npolicy = nru\n"     \
    "inclusion = inclusive\n[cache 3]\nsize = 320K\nways = 20\nline = 64\nlatency = 30\n"          \
    "index = hash\ninclusion = exclusive\n[memory]\nlatency = 200\n[tlb 1]\nentries = 48\n"        \
    "[tlb 2]\nentries = 192\nways = 6\npenalty = 7\n[walk]\npenalty = 31\n[prefetch]\npair = "     \
    "yes\n"                                                                                        \
    "stride = yes\n[frames]\nallocation = random\n[noise]\ninterrupt = 5000\ncost = 900\n"         \
    "outliers = 0.03\njitter = 0.01\npollution = 13\ndrift = 0.05\nresolution = 3\nseed = " seed

/* All readings of a run of random accesses, folded into a number. */
static uint64_t fingerprint(const char *text)
{
    struct sim_model *m = walk_model(text, 4 * MIB);
    uint64_t rng = 99, sum = 0;

    for (unsigned i = 0; i < 300000; i++) {
        sim_model_load(m, splitmix_below(&rng, i % 7 ? 64 * KIB : 4 * MIB));
        if (i % 50 == 0)
            sum = (sum ^ sim_model_read_ticks(m)) * 0x100000001b3u;
    }
    sim_model_free(m);
    return sum;
}

/* Cycles each of OPERATIONS of add.i32, in one chain or independent. */
static double cycles_of(struct sim_model *m, unsigned operations, bool chain)
{
    const unsigned add = SIM_ADD * SIM_TYPES + SIM_I32;
    uint64_t begin = sim_model_clock_16ths(m), ready = begin;

    for (unsigned i = 0; i < operations; i++)
        ready = sim_model_operate(m, add, chain ? ready : begin);
    uint64_t end = chain ? ready : sim_model_clock_16ths(m);
    return (double)(end - begin) / SIM_16THS / operations;
}

/* For half of all stretches of 10 us, a neighbour takes half of the starts; no chain is longer. */
static void neighbour_halves_rates_and_leaves_chains(void **state)
{
    unsigned shared = 0;

    (void)state;
    struct sim_model *m = walk_model(BOARD "neighbour = 0.5\nstretch = 0.00001\n[cpu]\nissue = 4\n"
                                           "[op add.i32]\nlatency = 1\nunits = 4\n",
                                     MIB);
    for (unsigned stretch = 0; stretch < 1000; stretch++) {
        sim_model_wait_until(m, ((uint64_t)stretch * 10000 + 1) * SIM_16THS);
        assert_true(fabs(cycles_of(m, 1000, true) - 1) < 0.01);
        double rate = cycles_of(m, 1000, false);
        assert_true(fabs(rate - 0.25) < 0.01 || fabs(rate - 0.5) < 0.01);
        shared += rate > 0.3;
    }
    assert_in_range(shared, 440, 560);
    sim_model_free(m);
}

static void same_file_and_seed_give_the_same_run(void **state)
{
    (void)state;
    assert_true(fingerprint(EVERYTHING("1\n")) == fingerprint(EVERYTHING("1\n")));
    assert_true(fingerprint(EVERYTHING("1\n")) != fingerprint(EVERYTHING("2\n")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_noise_every_timing_is_exact),
        cmocka_unit_test(clock_advances_in_steps_of_the_resolution),
        cmocka_unit_test(outliers_are_a_share_of_the_timings),
        cmocka_unit_test(jitter_has_its_standard_deviation),
        cmocka_unit_test(clock_never_goes_back),
        cmocka_unit_test(interrupts_cost_what_they_cost),
        cmocka_unit_test(drift_is_slow_and_two_sided),
        cmocka_unit_test(pollution_throws_lines_out),
        cmocka_unit_test(neighbour_halves_rates_and_leaves_chains),
        cmocka_unit_test(same_file_and_seed_give_the_same_run),
    };

    return cmocka_run_group_tests(tests, 0, 0);
}
