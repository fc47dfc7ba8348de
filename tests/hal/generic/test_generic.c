/* The generic allocator's own rules, with an arena of 64 KiB. */
#include <hal/alloc.h>
#include <hal/console.h>
#include <hal/thread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>

#include <cmocka.h>

enum { ARENA_BYTES = HAL_ARENA_BYTES };

static struct hal_block take(size_t size_bytes)
{
    struct hal_block block;

    assert_int_equal(hal_alloc(&block, size_bytes, 1, HAL_PAGES_BASE), 0);
    return block;
}

static void the_whole_arena_can_be_had(void **state)
{
    struct hal_block more;
    struct hal_block all = take(ARENA_BYTES);

    (void)state;
    assert_int_equal(hal_alloc(&more, 1, 1, HAL_PAGES_BASE), -1);
    assert_null(more.start);
    hal_free(&all);
    assert_int_equal(hal_alloc(&more, ARENA_BYTES + 1, 1, HAL_PAGES_BASE), -1);
}

static void the_limit_fits_page_aligned(void **state)
{
    struct hal_block block;

    (void)state;
    assert_true(hal_alloc_limit_bytes() < ARENA_BYTES);
    assert_int_equal(hal_alloc(&block, hal_alloc_limit_bytes(), 4096, HAL_PAGES_BASE), 0);
    hal_free(&block);
}

static void an_alignment_beyond_the_arena_is_refused(void **state)
{
    struct hal_block block;

    (void)state;
    assert_int_equal(hal_alloc(&block, 1, SIZE_MAX / 2 + 1, HAL_PAGES_BASE), -1);
    assert_null(block.start);
}

static void last_in_first_out_comes_back_at_once(void **state)
{
    struct hal_block a = take(1000);
    struct hal_block b = take(1000);
    void *was = b.start;

    (void)state;
    hal_free(&b);
    b = take(1000);
    assert_ptr_equal(b.start, was);
    hal_free(&b);
    hal_free(&a);
}

static void out_of_order_comes_back_when_all_are_free(void **state)
{
    struct hal_block a = take(ARENA_BYTES / 2);
    struct hal_block b = take(ARENA_BYTES / 4);
    struct hal_block c;

    (void)state;
    hal_free(&a);
    assert_int_equal(hal_alloc(&c, ARENA_BYTES / 2, 1, HAL_PAGES_BASE), -1);
    hal_free(&b);
    c = take(ARENA_BYTES);
    hal_free(&c);
}

static void bad_arguments_are_refused(void **state)
{
    struct hal_block block;

    (void)state;
    assert_int_equal(hal_alloc(&block, 0, 1, HAL_PAGES_BASE), -1);
    assert_int_equal(hal_alloc(&block, 1, 0, HAL_PAGES_BASE), -1);
    assert_int_equal(hal_alloc(&block, 1, 48, HAL_PAGES_BASE), -1);
}

static void there_is_one_context_and_it_is_busy(void **state)
{
    struct hal_thread thread;
    struct hal_barrier barrier = { .n = 1 };

    (void)state;
    assert_int_equal(hal_thread_contexts(), 1);
    assert_int_equal(hal_thread_start(&thread, 0, NULL, NULL), HAL_THREAD_BUSY);
    assert_int_equal(hal_thread_start(&thread, 1, NULL, NULL), HAL_THREAD_NO_CONTEXT);
    hal_barrier_wait(&barrier);
}

static void lost_output_stays_lost(void **state)
{
    int how = 0;

    (void)state;
    (void)fflush(stdout);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int good = dup(STDOUT_FILENO);
        if (freopen("/dev/full", "w", stdout) == NULL)
            _exit(77);
        int first = hal_console_put("x", 1);
        (void)dup2(good, STDOUT_FILENO);
        _exit(first == -1 && hal_console_put("", 0) == -1 ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how));
    if (WEXITSTATUS(how) == 77)
        skip(); /* no /dev/full here */
    assert_int_equal(WEXITSTATUS(how), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_arena_can_be_had),
        cmocka_unit_test(the_limit_fits_page_aligned),
        cmocka_unit_test(an_alignment_beyond_the_arena_is_refused),
        cmocka_unit_test(last_in_first_out_comes_back_at_once),
        cmocka_unit_test(out_of_order_comes_back_when_all_are_free),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(there_is_one_context_and_it_is_busy),
        cmocka_unit_test(lost_output_stays_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
