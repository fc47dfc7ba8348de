/* When threads run and wait, on signatures whose times can be counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

#include "made_program.h"
#include "predict/threads.h"
#include "result/result.h"

enum { THREADS = 4, ROWS = 64, WORK = 1000000 };

static struct machine machine;
static struct results results;
static struct signature_thread thread[THREADS];
static struct signature_sync sync_rows[ROWS];
static struct signature signature;
static struct core_model none; /* no bursts: every instruction takes as long as the mean */
static struct threads_system no_system;

/* A cycle an instruction, and a system that costs nothing. */
static int begin(void **state)
{
    (void)state;
    made_machine(&machine, &results, 4, 200);
    machine.number[MACHINE_OS_SYSCALL].value = 0;
    machine.handover = 0;
    signature = (struct signature){ .thread = thread, .sync = sync_rows };
    for (unsigned i = 0; i < THREADS; i++)
        thread[i] = (struct signature_thread){ 0 };
    return 0;
}

static int end(void **state)
{
    (void)state;
    results_free(&results);
    return 0;
}

static void add(uint32_t of, enum signature_sync_kind kind, uint64_t at, uint32_t by,
                uint64_t by_at)
{
    sync_rows[signature.n_sync++] = (struct signature_sync){
        .thread = of, .kind = (uint8_t)kind, .at = at, .by = by, .by_at = by_at
    };
}

/* The main thread begins N - 1 others at its start; all run so many INSTRUCTIONS. */
static void fork_threads(uint32_t n, uint64_t instructions)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0)
            add(0, SYNC_CREATE, 0, i, 0);
        thread[i].instructions = instructions;
    }
    signature.n_thread = n;
    signature.instructions = n * instructions;
}

static void end_threads(void)
{
    for (uint32_t i = 0; i < signature.n_thread; i++)
        add(i, SYNC_END, thread[i].instructions, SIGNATURE_NONE, 0);
}

static struct threads_time compose(unsigned contexts)
{
    struct threads_bursts of = { 1, (double)signature.instructions, &none };
    struct threads_time time;

    assert_true(threads_compose(&time, &signature, &machine, &of, 1, &no_system, contexts));
    return time;
}

static void is_near(double value, double wanted)
{
    if (!(fabs(value - wanted) <= 0.001 * wanted))
        fail_msg("%.0f in place of %.0f", value, wanted);
}

static void halves_take_half_on_two_contexts(void **state)
{
    (void)state;
    fork_threads(2, WORK);
    end_threads();
    struct threads_time two = compose(2), one = compose(1);
    is_near(two.cycles, WORK);
    is_near(two.processor, 2 * WORK);
    assert_int_equal(two.most, 2);
    is_near(one.cycles, 2 * WORK);
    is_near(one.processor, 2 * WORK);
}

static void three_threads_share_two_contexts(void **state)
{
    (void)state;
    fork_threads(3, WORK);
    end_threads();
    is_near(compose(2).cycles, 1.5 * WORK);
    is_near(compose(3).cycles, WORK);
}

/* Thread 1 goes on where the first has ended. */
static void a_chain_gains_nothing(void **state)
{
    (void)state;
    fork_threads(2, WORK);
    add(1, SYNC_WAIT, 0, 0, WORK);
    end_threads();
    is_near(compose(2).cycles, 2 * WORK);
    is_near(compose(2).processor, 2 * WORK);
}

/* Each of two is slower in one half: with a barrier between them both wait for the slower one. */
static void a_barrier_adds_up_the_slowest(void **state)
{
    (void)state;
    fork_threads(2, WORK);
    thread[0].instructions = 3 * WORK;
    add(1, SYNC_WAIT, WORK, 0, 2 * WORK);
    thread[1].instructions = 3 * WORK;
    add(0, SYNC_SPIN, 2 * WORK + 1, 1, WORK + 1);
    end_threads();
    signature.instructions = 6 * WORK;
    is_near(compose(2).cycles, 4 * WORK);
}

/* A sleeper is woken 70 calls later, one that spins at once, and one whose wait is shorter than a
 * call does not sleep. */
static void sleeping_costs_what_the_system_does(void **state)
{
    (void)state;
    machine.number[MACHINE_OS_SYSCALL].value = WORK / 1000;
    fork_threads(2, WORK);
    add(1, SYNC_SPIN, 0, 0, WORK);
    end_threads();
    is_near(compose(2).cycles, 2 * WORK);
    sync_rows[1].kind = SYNC_WAIT;
    is_near(compose(2).cycles, 2 * WORK + 70 * WORK / 1000);
    sync_rows[1].by_at = 1 + 100 * WORK / 1000; /* as the new thread begins */
    is_near(compose(2).cycles, WORK + 100 * WORK / 1000);
}

static void a_second_speed_holds_for_two(void **state)
{
    struct threads_bursts of[2] = { { 1, 2 * WORK, &none }, { 2, 3 * WORK, &none } };
    struct threads_time time;

    (void)state;
    fork_threads(2, WORK);
    end_threads();
    assert_true(threads_compose(&time, &signature, &machine, of, 2, &no_system, 2));
    is_near(time.cycles, 1.5 * WORK);
    assert_true(threads_compose(&time, &signature, &machine, of, 2, &no_system, 1));
    is_near(time.cycles, 2 * WORK);
}

static void what_the_system_does_counts_for_its_thread(void **state)
{
    struct threads_bursts of = { 1, 2 * WORK, &none };
    const struct threads_system system = { .page = 1000, .call = 10, .byte = 0.5, .start = 7000 };
    struct threads_time time;

    (void)state;
    fork_threads(2, WORK);
    end_threads();
    sync_rows[2].pages = 100;
    sync_rows[2].calls = 50;
    sync_rows[2].bytes = 20000;
    assert_true(threads_compose(&time, &signature, &machine, &of, 1, &system, 2));
    is_near(time.cycles, WORK + 7000 + 100000 + 500 + 10000);
}

static void circles_end(void **state)
{
    (void)state;
    fork_threads(2, WORK);
    add(0, SYNC_AFTER, 10, 1, 20);
    add(1, SYNC_AFTER, 10, 0, 20);
    end_threads();
    is_near(compose(2).cycles, WORK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(halves_take_half_on_two_contexts, begin, end),
        cmocka_unit_test_setup_teardown(three_threads_share_two_contexts, begin, end),
        cmocka_unit_test_setup_teardown(a_chain_gains_nothing, begin, end),
        cmocka_unit_test_setup_teardown(a_barrier_adds_up_the_slowest, begin, end),
        cmocka_unit_test_setup_teardown(sleeping_costs_what_the_system_does, begin, end),
        cmocka_unit_test_setup_teardown(a_second_speed_holds_for_two, begin, end),
        cmocka_unit_test_setup_teardown(what_the_system_does_counts_for_its_thread, begin, end),
        cmocka_unit_test_setup_teardown(circles_end, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
