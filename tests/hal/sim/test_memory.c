/* Memory that is busy: against mean value analysis of closed queueing networks. */
#include "model.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_CONTEXTS = 8, ARENA = 1 << 26, EACH = ARENA / MOST_CONTEXTS, LINE = 64 };

#define SERVICE 30
#define LATENCY 200

static struct sim_model *all[MOST_CONTEXTS];
static uint64_t at[MOST_CONTEXTS], wakes[MOST_CONTEXTS];

static void begin(const char *keys, unsigned n)
{
    struct sim_machine machine;
    char text[500], error[200];

    snprintf(text, sizeof text,
             "[machine]\ncores = 8\n[cache 1]\nsize = 4K\nways = 2\nline = 64\nlatency = 1\n"
             "[memory]\nlatency = %d\n%s",
             LATENCY, keys);
    if (sim_machine_parse(&machine, text, strlen(text), "m", error, sizeof error) != 0)
        fail_msg("%s", error);
    all[0] = sim_model_new(&machine, ARENA);
    assert_non_null(all[0]);
    sim_model_map(all[0], 0, ARENA, false);
    for (unsigned i = 0; i < n; i++) {
        if (i > 0)
            all[i] = sim_model_join(all, i);
        assert_non_null(all[i]);
        at[i] = wakes[i] = 0;
    }
}

static void end(unsigned n)
{
    while (n > 0)
        sim_model_free(all[--n]);
}

/* The N contexts access ACCESSES lines, each its own ones, in the order of their clocks, the first
 * in turn with no pause, others after PAUSE cycles each. *LATENCY_OF the first: mean cycles of an
 * access. Returns lines a cycle of all. */
static double run(unsigned n, unsigned accesses, bool store, int pause, double *latency)
{
    uint64_t took = 0, first = 0;

    for (unsigned i = 0; i < accesses; i++) {
        unsigned next = 0;

        for (unsigned c = 1; c < n; c++)
            if (sim_model_clock_16ths(all[c]) < sim_model_clock_16ths(all[next]))
                next = c;
        uint64_t before = sim_model_clock_16ths(all[next]);
        uint64_t address = (uint64_t)next * EACH + at[next] % EACH;

        at[next] += LINE;
        if (store)
            sim_model_store(all[next], address);
        else
            sim_model_load(all[next], address);
        first += next == 0;
        took += next == 0 ? sim_model_clock_16ths(all[next]) - before : 0;
        if (next > 0)
            sim_model_compute(all[next], pause);
    }
    *latency = (double)took / SIM_16THS / (double)first;
    return accesses * (double)SIM_16THS / (double)sim_model_clock_16ths(all[0]);
}

/* Exact mean value analysis (Reiser and Lavenberg 1980) of one queue that serves a line in SERVICE
 * cycles, with one customer who is away for LATENCY - SERVICE cycles between two visits, and OTHERS
 * who are away PAUSE longer. *LATENCY: of a line of the first. Returns lines a cycle of all. */
static double analysed(unsigned others, double pause, double *latency)
{
    double queue[2][MOST_CONTEXTS] = { { 0 } },
           rate = 0; /* waiting, by whether the first is there, and others */
    const double away = LATENCY - SERVICE;

    for (unsigned first = 0; first < 2; first++)
        for (unsigned n = 0; n <= others; n++) {
            double of_first = first ? SERVICE * (1 + queue[0][n]) : 0;
            double of_others = n > 0 ? SERVICE * (1 + queue[first][n - 1]) : 0;
            double rate_first = first ? 1 / (away + of_first) : 0;
            double rate_others = n > 0 ? n / (away + pause + of_others) : 0;

            queue[first][n] = rate_first * of_first + rate_others * of_others;
            rate = rate_first + rate_others;
            *latency = away + of_first;
        }
    return rate;
}

static void near(const char *what, double is, double wanted, double share)
{
    if (is < wanted * (1 - share) || is > wanted * (1 + share))
        fail_msg("%s: %g, not %g", what, is, wanted);
}

static void idle_memory_has_its_latency(void **state)
{
    double latency;

    (void)state;
    begin("service = 30\n", 1);
    (void)run(1, 40000, false, 0, &latency);
    near("idle latency", latency, LATENCY, 0.01);
    end(1);
}

static void latency_rises_as_analysed(void **state)
{
    static const int pauses[] = { 0, 100, 400, 2000 };

    (void)state;
    for (unsigned n = 2; n <= MOST_CONTEXTS; n += 3)
        for (size_t p = 0; p < sizeof pauses / sizeof pauses[0]; p++) {
            double latency, wanted_latency, wanted = analysed(n - 1, pauses[p], &wanted_latency);

            begin("service = 30\n", n);
            near("rate", run(n, 200000, false, pauses[p], &latency), wanted, 0.01);
            near("latency", latency, wanted_latency, 0.02);
            end(n);
        }
}

/* Each line is read and written back: two services, and a turn for so many. */
static void writes_hold_memory_up(void **state)
{
    double latency;

    (void)state;
    begin("service = 80\nturnaround = 320\nwrite_queue = 16\n", 8);
    near("rate of stores", run(8, 200000, true, 0, &latency), 1 / (2 * 80 + 320 / 16.0), 0.01);
    end(8);
}

static void memory_without_service_is_never_busy(void **state)
{
    double latency;

    (void)state;
    begin("", 8);
    near("rate", run(8, 10000, false, 0, &latency), 8.0 / LATENCY, 0.001);
    near("latency", latency, LATENCY, 0.0001);
    end(8);
}

static void nodes_have_memory_of_their_own(void **state)
{
    double latency, analysed_latency, of_one = analysed(3, 0, &analysed_latency);

    (void)state;
    begin("service = 30\n[coherence]\ngroups = 0-3,4-7\n", 8);
    near("rate", run(8, 200000, false, 0, &latency), 2 * of_one, 0.01);
    near("latency", latency, analysed_latency, 0.02);
    end(8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_memory_has_its_latency),
        cmocka_unit_test(latency_rises_as_analysed),
        cmocka_unit_test(writes_hold_memory_up),
        cmocka_unit_test(memory_without_service_is_never_busy),
        cmocka_unit_test(nodes_have_memory_of_their_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
