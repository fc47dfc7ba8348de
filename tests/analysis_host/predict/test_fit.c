/* The fit, on kernels whose times were made on a machine that is known: it finds that machine
 * again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "made_program.h"
#include "predict/core_model.h"
#include "predict/fit.h"

enum { K = 600, KERNELS = 12 };

static struct made_program *program[KERNELS];
static struct database database;
static struct machine machine;
static struct results results;

/* Additions, EVERY-th of which waits for the one before. */
static void add_mixed(struct made_program *p, unsigned every)
{
    for (unsigned i = 0; i < K; i++)
        made_program_add(p, OP_ADD, i % every == 0 ? 1 : 0, i % every == 0 ? 1 : 2 + i % 40);
}

/* Stores and loads of one place, with additions between. */
static void add_forwarded(struct made_program *p, unsigned between)
{
    for (unsigned i = 0; i < K / 4; i++) {
        struct signature_instruction *store = made_program_add(p, OP_STORE, 1, 0);
        made_program_load(p, 4096, 0)->store = 1;
        store->loads = 0;
        store->stores = 1;
        made_program_add(p, OP_LOAD, 0, 1);
        made_program_load(p, 4096, 0);
        for (unsigned k = 0; k < between; k++)
            made_program_add(p, OP_ADD, 1, 1);
    }
}

static double time_on(const struct machine *m, const struct signature *s)
{
    struct core_model bursts;
    struct levels levels;

    levels_make(&levels, m, s);
    assert_int_equal(core_model_replay(&bursts, s, &levels, 0, 1, CORE_MODEL_ALL), 0);
    double cycles = bursts.cycles / bursts.instructions * (double)s->instructions;
    core_model_free(&bursts);
    return cycles;
}

static int begin(void **state)
{
    (void)state;
    made_machine(&machine, &results, 6, 200);
    machine.number[MACHINE_STORE_FORWARD_LATENCY].value = 4;
    for (size_t i = 0; i < results.n; i++) /* as many additions as the width lets start */
        if (results.at[i].name.quantity == OP_RTHROUGHPUT && results.at[i].value < 1)
            results.at[i].value = 0.1;
    machine_find_costs(&machine);
    for (unsigned p = 0; p < MACHINE_PARAMETERS; p++)
        machine.number[p].source = MACHINE_MEASURED;
    database = (struct database){ .point = calloc(KERNELS, sizeof *database.point), .n = KERNELS };
    for (unsigned i = 0; i < KERNELS; i++) {
        struct database_point *p = &database.point[i];
        program[i] = made_program_new();
        if (i % 2 == 0)
            add_mixed(program[i], 8 + i);
        else
            add_forwarded(program[i], i / 2);
        made_program_end(program[i], END_CUT, false);
        p->signature = program[i]->signature;
        p->measured = time_on(&machine, &p->signature);
        snprintf(p->family, sizeof p->family, "family%u", i / 2);
    }
    machine.number[MACHINE_ISSUE_WIDTH] = (struct machine_number){ 4, MACHINE_ASSUMED };
    machine.number[MACHINE_STORE_FORWARD_LATENCY] = (struct machine_number){ 8, MACHINE_ASSUMED };
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (unsigned i = 0; i < KERNELS; i++)
        free(program[i]);
    free(database.point);
    results_free(&results);
    return 0;
}

static void near(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.3f in place of %.3f, to within %.3f", value, wanted, within);
}

static void finds_the_machine_again(void **state)
{
    struct fit fit;

    (void)state;
    machine.number[MACHINE_STORE_FORWARD_LATENCY].value = 8;
    assert_int_equal(fit_make(&fit, &database, &machine, 0), 0);
    near(machine.number[MACHINE_ISSUE_WIDTH].value, 6, 0);
    assert_int_equal(machine.number[MACHINE_ISSUE_WIDTH].source, MACHINE_FITTED);
    near(machine.number[MACHINE_STORE_FORWARD_LATENCY].value, 4, 0);
    assert_int_equal(fit.n, KERNELS);
    assert_true(fit.low > 0.8 && fit.low <= 1 && fit.high >= 1 && fit.high < 1.25);
}

static void what_was_measured_stays(void **state)
{
    struct fit fit;

    (void)state;
    machine.number[MACHINE_ISSUE_WIDTH].source = MACHINE_MEASURED;
    assert_int_equal(fit_make(&fit, &database, &machine, 0), 0);
    near(machine.number[MACHINE_ISSUE_WIDTH].value, 4, 0);
    assert_true(fit.high < 1.01 &&
                fit.low < 0.9); /* a width of 4 is too slow for kernels of a width of 6 */
}

/* Every kernel of a family is judged by a machine that did not see it. */
static void a_family_is_left_out(void **state)
{
    struct fit fit;

    (void)state;
    for (unsigned i = 0; i < 2; i++)
        database.point[i].measured *= 1.4;
    assert_int_equal(fit_make(&fit, &database, &machine, 0), 0);
    assert_true(database.point[0].residual > 0.25);
    assert_true(fit.high > 1.3);
}

/* What one kernel alone asks for is no trait of the machine, however much it gains. */
static void one_family_decides_nothing(void **state)
{
    struct fit fit;

    (void)state;
    machine.number[MACHINE_ISSUE_WIDTH] = (struct machine_number){ 6, MACHINE_ASSUMED };
    machine.number[MACHINE_STORE_FORWARD_LATENCY] = (struct machine_number){ 4, MACHINE_ASSUMED };
    for (unsigned i = 0; i < KERNELS; i++)
        if (i % 2 == 1) /* of the last family alone */
            database.point[i].measured *= i + 1 == KERNELS ? 1.6 : 1;
    assert_int_equal(fit_make(&fit, &database, &machine, 0), 0);
    near(machine.number[MACHINE_STORE_FORWARD_LATENCY].value, 4, 0);
    assert_true(fit.error_before > 0.02);
    near(fit.error_after, fit.error_before, 0);
}

static void the_others_fit_is_better_where_it_is_kept(void **state)
{
    struct fit fit;

    (void)state;
    assert_int_equal(fit_make(&fit, &database, &machine, 0), 0);
    assert_true(fit.error_after < 0.5 * fit.error_before);
}

static void too_few_are_not_fitted(void **state)
{
    struct fit fit;

    (void)state;
    database.n = FIT_FEWEST - 1;
    assert_int_equal(fit_make(&fit, &database, &machine, 0), 0);
    assert_int_equal(fit.tried, 0);
    assert_int_equal(machine.number[MACHINE_ISSUE_WIDTH].source, MACHINE_ASSUMED);
}

static void what_is_unlike_is_told(void **state)
{
    struct fit fit;
    struct fit_like like;
    double cause[CAUSES] = { 0 };

    (void)state;
    assert_int_equal(fit_make(&fit, &database, &machine, 0), 0);
    cause[CAUSE_WIDTH] = 100;
    fit_compare(&like, &fit, &database, cause);
    assert_false(like.unlike);
    assert_int_equal(like.n, FIT_LIKE);
    assert_true(like.distance[0] <= like.distance[1]);
    cause[CAUSE_MEMORY] = 1e6;
    fit_compare(&like, &fit, &database, cause);
    assert_true(like.unlike);
}

#define FITS(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FITS(finds_the_machine_again),    FITS(what_was_measured_stays),
        FITS(a_family_is_left_out),       FITS(too_few_are_not_fitted),
        FITS(one_family_decides_nothing), FITS(the_others_fit_is_better_where_it_is_kept),
        FITS(what_is_unlike_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
