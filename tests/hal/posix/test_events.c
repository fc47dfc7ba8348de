/* Events that this system counts, against what it did. Skipped where it counts none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <hal/events.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGES = 300 };

/* Touches PAGES new pages while events are counted; the faults that were. */
static uint64_t faults_of_new_pages(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    volatile char *at =
        mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t counts[HAL_EVENTS] = { 0 };

    assert_true(at != MAP_FAILED);
    (void)madvise((void *)(uintptr_t)at, PAGES * page, MADV_NOHUGEPAGE);
    hal_events_begin();
    for (unsigned i = 0; i < PAGES; i++)
        at[i * page] = 1;
    hal_events_end(counts);
    (void)munmap((void *)(uintptr_t)at, PAGES * page);
    return counts[0];
}

static void *count_in_thread(void *to)
{
    uint64_t *count = to;

    *count = faults_of_new_pages();
    return NULL;
}

static void new_pages_are_page_faults(void **state)
{
    enum hal_event_kind kind;
    const char *why = hal_event_add("page-faults", &kind);

    (void)state;
    if (why != NULL) {
        print_message("%s\n", why);
        skip();
    }
    for (unsigned round = 0; round < 3; round++) {
        uint64_t count = faults_of_new_pages();

        assert_in_range(count, PAGES, PAGES + 4);
    }
    for (unsigned round = 0; round < 2; round++) {
        uint64_t count = 0;
        pthread_t thread;

        assert_int_equal(pthread_create(&thread, NULL, count_in_thread, &count), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_in_range(count, PAGES, PAGES + 4);
    }
    hal_event_drop();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(new_pages_are_page_faults) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
