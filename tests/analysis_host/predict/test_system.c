/* What the operating system takes, by hand. */
#include "predict/system.h"
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
    BYTES_A_CYCLE = 10
};

static struct machine machine;
static struct signature signature;

static int begin(void **state)
{
    (void)state;
    machine = (struct machine){ .os = true, .levels = 1 };
    machine.level[1].bytes_per_cycle = BYTES_A_CYCLE;
    machine.number[MACHINE_CALL_CYCLES].value = CALL;
    machine.number[MACHINE_TOUCH_CYCLES].value = TOUCH;
    machine.number[MACHINE_READ_CYCLES].value = READ;
    machine.number[MACHINE_COPY_CYCLES].value = COPY;
    machine.number[MACHINE_FILE_CYCLES].value = FILE_PAGE;
    machine.number[MACHINE_MAP_CYCLES].value = MAP;
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

/* As often as a page of a file is begun. */
static void pages_of_files_are_touched(void **state)
{
    (void)state;
    machine.page_bytes = 4096;
    signature.file_bytes = 4097;
    assert_true(system_cycles(&machine, &signature) == 2 * TOUCH);
}

static void calls_cost_by_what_they_do(void **state)
{
    /* getpid, mmap, openat, munmap, and a read of 1000 bytes */
    struct signature_call calls[] = {
        { 39, 5, 0 }, { 9, 2, 0 }, { 257, 3, 0 }, { 11, 1, 0 }, { 0, 1, 1000 }
    };

    (void)state;
    signature.calls = calls;
    signature.n_calls = 5;
    assert_true(system_cycles(&machine, &signature) ==
                6 * CALL + 2 * MAP + 4 * TOUCH + 1000 / BYTES_A_CYCLE);
    strcpy(signature.isa, "aarch64"); /* where 9, 11 and 257 are other calls */
    assert_true(system_cycles(&machine, &signature) == 12 * CALL + 1000 / BYTES_A_CYCLE);
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
        cmocka_unit_test_setup(pages_of_files_are_touched, begin),
        cmocka_unit_test_setup(calls_cost_by_what_they_do, begin),
        cmocka_unit_test_setup(without_a_system_nothing_is_paid, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
