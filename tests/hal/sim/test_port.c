/* The port of the simulated board: clock, pages, memory, and each access of a probe seen once. */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "board.h"
#include "hal/alloc.h"
#include "hal/timer.h"
#include "kernels.h"
#include "lib/pointer_chase.h"
#include "lib/reference.h"

#define MIB ((size_t)1 << 20)

static uint64_t seen(void)
{
    const struct sim_board *b = sim_board();
    uint64_t n = 0;

    for (unsigned level = 0; level <= b->machine.n_caches; level++)
        n += sim_model_hits(b->model, level);
    return n;
}

/* Exit status of a child that starts the clock with PATH as its machine file. */
static int status_with_machine(const char *path)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        if (path)
            setenv(SIM_MACHINE_VARIABLE, path, 1);
        else
            unsetenv(SIM_MACHINE_VARIABLE);
        close(STDERR_FILENO); /* what it complains of is not this test's */
        _exit(hal_timer_start());
    }
    assert_true(child > 0);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Runs first: afterwards this process has its board. */
static void machine_file_is_needed(void **state)
{
    (void)state;
    assert_int_equal(status_with_machine(0), 2);
    assert_int_equal(status_with_machine(""), 2);
    assert_int_equal(status_with_machine("no/such.machine"), 2);
    assert_int_equal(status_with_machine(PORT_MACHINE), 0);
    setenv(SIM_MACHINE_VARIABLE, PORT_MACHINE, 1);
}

static void clock_is_the_machines(void **state)
{
    (void)state;
    assert_int_equal(hal_timer_start(), 0);
    assert_int_equal(hal_timer_hz(), 500000000);
    assert_int_equal(hal_timer_bits(), 64);
    uint64_t begin = hal_timer_now_ticks();
    assert_int_equal(hal_timer_now_ticks() - begin, SIM_READ_CYCLES);
}

static void pages_are_granted_as_the_machine_has_them(void **state)
{
    static const struct {
        enum hal_pages pages;
        size_t size, page;
        bool contiguous;
    } cases[] = {
        { HAL_PAGES_BASE, 64 * 1024, 4096, false },
        { HAL_PAGES_BASE, 4096, 4096, true },
        { HAL_PAGES_LARGE, 3 * MIB, 2 * MIB, false },
        { HAL_PAGES_LARGE, 64 * 1024, 2 * MIB, true },
        { HAL_PAGES_CONTIGUOUS, 2 * MIB, 2 * MIB, true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hal_block b;
        assert_int_equal(hal_alloc(&b, cases[i].size, 64, cases[i].pages), 0);
        assert_int_equal(b.page_bytes, cases[i].page);
        assert_int_equal(b.contiguous, cases[i].contiguous);
        assert_true(b.size_bytes >= cases[i].size);
        assert_int_equal((uintptr_t)b.start % cases[i].page, 0);
        hal_free(&b);
        assert_null(b.start);
    }
}

static void allocation_takes_no_time_and_no_accesses(void **state)
{
    struct hal_block b;

    (void)state;
    uint64_t accesses = seen();
    uint64_t begin = hal_timer_now_ticks();
    assert_int_equal(hal_alloc(&b, 8 * MIB, 64, HAL_PAGES_BASE), 0);
    hal_free(&b);
    assert_int_equal(hal_timer_now_ticks() - begin, SIM_READ_CYCLES);
    assert_int_equal(seen(), accesses);
}

static void blocks_do_not_overlap_and_are_used_again(void **state)
{
    struct hal_block b[8];

    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(hal_alloc(&b[i], (i + 1) * 10000, (size_t)4096 << i, HAL_PAGES_BASE), 0);
        assert_int_equal((uintptr_t)b[i].start % ((uintptr_t)4096 << i), 0);
        memset(b[i].start, (int)i + 1, b[i].size_bytes);
    }
    for (unsigned i = 0; i < 8; i++)
        for (size_t k = 0; k < b[i].size_bytes; k++)
            assert_int_equal(((char *)b[i].start)[k], i + 1);
    void *third = b[2].start;
    hal_free(&b[2]);
    assert_int_equal(hal_alloc(&b[2], 30000, 4096 << 2, HAL_PAGES_BASE), 0);
    assert_ptr_equal(b[2].start, third);
    assert_int_equal(*(char *)b[2].start, 0);
    for (unsigned i = 0; i < 8; i++)
        hal_free(&b[i]);
    hal_free(&b[0]); /* all zero: left alone */
}

static void memory_that_is_not_there_is_refused(void **state)
{
    struct hal_block b, all_zero = { 0 };

    (void)state;
    assert_int_equal(hal_alloc(&b, SIZE_MAX / 2, 64, HAL_PAGES_BASE), -1);
    assert_memory_equal(&b, &all_zero, sizeof b);
    assert_int_equal(hal_alloc_limit_bytes(), 128 * MIB); /* 8 times the last cache */
}

/* ---- what the compiler's calls show ---- */

static void each_access_is_seen_once(void **state)
{
    struct hal_block b;

    (void)state;
    assert_int_equal(hal_alloc(&b, 16384, 64, HAL_PAGES_BASE), 0);
    void **chain = b.start;
    for (unsigned i = 0; i < 32; i++)
        chain[i * 8] = &chain[(i + 1) % 32 * 8];

    uint64_t n = seen();
    assert_ptr_equal(kernel_chase(b.start), b.start);
    assert_int_equal(seen() - n, KERNEL_LOADS);
    n = seen();
    kernel_read_twice(b.start);
    assert_int_equal(seen() - n, 2);
    n = seen();
    kernel_increment(b.start);
    assert_int_equal(seen() - n, 2);
    n = seen();
    kernel_copy(b.start, (struct kernel_big *)b.start + 4);
    assert_int_equal(seen() - n, 2 * sizeof(struct kernel_big) / 32);
    n = seen();
    kernel_unaligned((struct kernel_packed *)b.start);
    assert_int_equal(seen() - n, 1);
    kernel_unaligned((struct kernel_packed *)((char *)b.start + 27));
    assert_int_equal(seen() - n, 3);
    n = seen();
    assert_int_equal(kernel_atomic((uint32_t *)b.start + 1000), 0);
    assert_int_equal(((uint32_t *)b.start)[1000], 1);
    assert_int_equal(seen() - n, 1);
    hal_free(&b);
}

/* The probes' own loop, compiled as for the simulated board: neither the compiler's optimiser nor
 * its instrumentation may merge loads or leave some out. */
static void walk_of_the_probes_is_seen_load_by_load(void **state)
{
    struct hal_block b;

    (void)state;
    assert_int_equal(hal_alloc(&b, 16384, 64, HAL_PAGES_BASE), 0);
    struct chase chain = { .base = b.start, .slot_bytes = 64, .segment_bytes = 4096 };
    chase_init(&chain);
    assert_int_equal(chase_lay(&chain, 256), 256);
    for (uint64_t steps = 1; steps <= 1024; steps = steps * 3 + 1) {
        uint64_t n = seen();
        chase_walk(&chain, steps);
        assert_int_equal(seen() - n, steps);
    }
    hal_free(&b);
}

static void accesses_elsewhere_are_not_seen(void **state)
{
    uint32_t here = 0;

    (void)state;
    uint64_t n = seen();
    kernel_increment(&here);
    assert_int_equal(here, 1);
    assert_int_equal(seen(), n);
}

/* A chase through the caches takes the latency of each, to the tick. */
static void chase_takes_the_latencies(void **state)
{
    struct hal_block b;

    (void)state;
    assert_int_equal(hal_alloc(&b, 2 * MIB, 64, HAL_PAGES_LARGE), 0);
    void **chain = b.start;
    for (unsigned i = 0; i < KERNEL_LOADS; i++) /* 8K apart: two sets of the first cache */
        chain[i * 1024] = &chain[(i + 1) % KERNEL_LOADS * 1024];
    kernel_chase(b.start);
    uint64_t begin = hal_timer_now_ticks();
    kernel_chase(b.start);
    assert_int_equal(hal_timer_now_ticks() - begin, KERNEL_LOADS * 20 + SIM_READ_CYCLES);
    hal_free(&b);
}

/* The reference chains: one cycle an operation, beyond what entering the kernel costs. */
static void reference_operation_is_one_cycle(void **state)
{
    (void)state;
    for (int kind = 0; kind < REFERENCE_KINDS; kind++) {
        const struct measure_kernel *k = reference_kernel((enum reference_kind)kind);
        uint64_t at[3];
        at[0] = hal_timer_now_ticks();
        k->run(k->ctx, REFERENCE_LAP * 10);
        at[1] = hal_timer_now_ticks();
        k->run(k->ctx, REFERENCE_LAP * 1010);
        at[2] = hal_timer_now_ticks();
        assert_int_equal((at[2] - at[1]) - (at[1] - at[0]), REFERENCE_LAP * 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machine_file_is_needed),
        cmocka_unit_test(clock_is_the_machines),
        cmocka_unit_test(pages_are_granted_as_the_machine_has_them),
        cmocka_unit_test(allocation_takes_no_time_and_no_accesses),
        cmocka_unit_test(blocks_do_not_overlap_and_are_used_again),
        cmocka_unit_test(memory_that_is_not_there_is_refused),
        cmocka_unit_test(each_access_is_seen_once),
        cmocka_unit_test(walk_of_the_probes_is_seen_load_by_load),
        cmocka_unit_test(accesses_elsewhere_are_not_seen),
        cmocka_unit_test(chase_takes_the_latencies),
        cmocka_unit_test(reference_operation_is_one_cycle),
    };

    return cmocka_run_group_tests(tests, 0, 0);
}
