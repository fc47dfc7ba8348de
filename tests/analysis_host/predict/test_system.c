/* What the operating system takes, by hand. */
#include "predict/prediction.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    CALL = 100,
    TOUCH = 5000,
    READ = 2000,
    COPY = 6000,
    FILE_PAGE = 800,
    MAP = 30000,
    READ_CALL = 300,
    WRITE_CALL = 400,
    FIND = 700,
    OPEN = 1500,
    ENTRY = 250,
    GROW = 2500,
    GROW_MANY = 600,
    PAGE = 4096,
    BYTES_A_CYCLE = 10
};

static struct machine machine;
static struct signature signature;

static int begin(void **state)
{
    (void)state;
    machine = (struct machine){ .os = true, .levels = 1 };
    machine.level[1].bytes_per_cycle = BYTES_A_CYCLE;
    machine.number[MACHINE_OS_SYSCALL].value = CALL;
    machine.number[MACHINE_OS_PAGE_FAULT_ANONYMOUS].value = TOUCH;
    machine.number[MACHINE_OS_PAGE_FAULT_ZERO_PAGE].value = READ;
    machine.number[MACHINE_OS_PAGE_FAULT_COPY_ON_WRITE].value = COPY;
    machine.number[MACHINE_OS_PAGE_FAULT_FILE].value = FILE_PAGE;
    machine.number[MACHINE_OS_MMAP_MUNMAP].value = MAP;
    machine.number[MACHINE_OS_READ].value = READ_CALL;
    machine.number[MACHINE_OS_WRITE].value = WRITE_CALL;
    machine.number[MACHINE_OS_STAT].value = FIND;
    machine.number[MACHINE_OS_OPEN_CLOSE].value = OPEN;
    machine.number[MACHINE_OS_READDIR].value = ENTRY;
    machine.number[MACHINE_OS_APPEND].value = GROW;
    machine.number[MACHINE_OS_APPEND_BULK].value = GROW_MANY;
    signature = (struct signature){ .isa = "x86_64" };
    return 0;
}

static void pages_of_data_and_of_code_are_touched(void **state)
{
    (void)state;
    signature.pages = 7;
    signature.code_pages = 3;
    assert_true(system_cycles(&machine, &signature) == 7 * TOUCH + 3 * FILE_PAGE);
}

/* Those that are never stored in are as others are. */
static void pages_read_first_are_touched_twice(void **state)
{
    (void)state;
    signature.pages = 7;
    signature.pages_read = 4;
    signature.pages_copied = 3;
    assert_true(system_cycles(&machine, &signature) == 4 * TOUCH + 3 * (READ + COPY));
}

static bool near(double cycles, double wanted)
{
    return fabs(cycles - wanted) < 1e-6 * wanted;
}

/* Each is of its kind; what is not named is short. Of four that were closed three had been opened.
 */
static void counted_calls_cost_by_what_they_do(void **state)
{
    struct signature_call calls[] = { { 0, 100, 5 * PAGE + 1000 } };

    (void)state;
    signature.calls = calls;
    signature.n_calls = 1;
    signature.works[WORK_READ].count = 20;
    signature.works[WORK_WRITE].count = 7;
    signature.works[WORK_FIND].count = 5;
    signature.works[WORK_OPEN].count = 3;
    signature.works[WORK_CLOSE].count = 4;
    signature.works[WORK_LIST] = (struct signature_works){ 2, 320 }; /* ten entries */
    signature.works[WORK_MAP].count = 6;
    signature.works[WORK_CHANGE].count = 8;
    signature.works[WORK_GROW] = (struct signature_works){ 2, 5 };
    assert_true(near(system_cycles(&machine, &signature),
                     (100 - 57 + 1) * CALL + 22 * READ_CALL + 7 * WRITE_CALL + 5 * FIND + 3 * OPEN +
                         10 * ENTRY + 6 * MAP + 8 * TOUCH + 2 * GROW + 3 * GROW_MANY +
                         1000.0 / BYTES_A_CYCLE));
}

/* Where a signature has numbers of calls alone: getpid, mmap, openat, munmap, and a read of 1000
 * bytes. */
static void calls_cost_by_their_numbers(void **state)
{
    struct signature_call calls[] = {
        { 39, 5, 0 }, { 9, 2, 0 }, { 257, 3, 0 }, { 11, 1, 0 }, { 0, 1, 1000 }
    };

    (void)state;
    signature.calls = calls;
    signature.n_calls = 5;
    assert_true(near(system_cycles(&machine, &signature),
                     5 * CALL + 2 * MAP + 3 * OPEN + TOUCH + READ_CALL + 1000.0 / BYTES_A_CYCLE));
    strcpy(signature.isa, "aarch64"); /* where 9 and 11 look attributes up, and the rest is short */
    assert_true(
        near(system_cycles(&machine, &signature), 9 * CALL + 3 * FIND + 1000.0 / BYTES_A_CYCLE));
}

/* One of two writes fills both pages that a file was given. */
static void pages_of_files_are_filled_by_writes(void **state)
{
    struct signature_call calls[] = { { 1, 1, 4097 }, { 39, 1, 0 } };

    (void)state;
    machine.page_bytes = PAGE;
    signature.calls = calls;
    signature.n_calls = 2;
    signature.file_bytes = PAGE + 1;
    assert_true(near(system_cycles(&machine, &signature), CALL + GROW + GROW_MANY));
}

static void without_a_system_nothing_is_paid(void **state)
{
    (void)state;
    signature.pages = 7;
    machine.os = false;
    assert_true(system_cycles(&machine, &signature) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(pages_of_data_and_of_code_are_touched, begin),
        cmocka_unit_test_setup(pages_read_first_are_touched_twice, begin),
        cmocka_unit_test_setup(counted_calls_cost_by_what_they_do, begin),
        cmocka_unit_test_setup(calls_cost_by_their_numbers, begin),
        cmocka_unit_test_setup(pages_of_files_are_filled_by_writes, begin),
        cmocka_unit_test_setup(without_a_system_nothing_is_paid, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
