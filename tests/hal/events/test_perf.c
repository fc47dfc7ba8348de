/* Events of Linux over a perf_event_open(2) that the test plays: the linker gives the calls of
 * hal/posix to it (--wrap). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <hal/events.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FIRST_FILE = 1000, FILES = 8 };

static struct {
    int error; /* of every opening; 0: none */
    unsigned counters;
    bool shared; /* the system counts something else half of the time */
    unsigned opened, open;
    struct counter {
        struct perf_event_attr event;
        int leader;
        bool on;
        uint64_t value, enabled_ns, running_ns;
    } counter[FILES];
} chip;

long __wrap_syscall(long number, ...);
long __real_syscall(long number, ...);
int __wrap_ioctl(int file, unsigned long request, ...);
ssize_t __wrap_read(int file, void *to, size_t n);
int __wrap_close(int file);

long __wrap_syscall(long number, ...)
{
    va_list words;

    if (number != SYS_perf_event_open)
        return __real_syscall(number);
    va_start(words, number);
    const struct perf_event_attr *event = va_arg(words, const struct perf_event_attr *);
    int pid = va_arg(words, int), cpu = va_arg(words, int), leader = va_arg(words, int);
    va_end(words);
    assert_true(pid == 0 && cpu == -1);
    assert_true(event->exclude_kernel && event->exclude_hv && event->size == sizeof *event);
    if (chip.error != 0 || chip.open == chip.counters) {
        errno = chip.error != 0 ? chip.error : EINVAL;
        return -1;
    }
    assert_int_equal(leader, chip.open == 0 ? -1 : FIRST_FILE);
    chip.counter[chip.open] = (struct counter){ .event = *event, .leader = leader };
    chip.opened++;
    return FIRST_FILE + (long)chip.open++;
}

int __wrap_close(int file)
{
    assert_int_equal(file, FIRST_FILE + (int)chip.open - 1);
    chip.open--;
    return 0;
}

/* A second passes between on and off. */
int __wrap_ioctl(int file, unsigned long request, ...)
{
    assert_int_equal(file, FIRST_FILE);
    for (unsigned i = 0; i < chip.open; i++) {
        struct counter *c = &chip.counter[i];

        if (request == PERF_EVENT_IOC_RESET)
            c->value = 0;
        if (request == PERF_EVENT_IOC_DISABLE && c->on) {
            c->enabled_ns += 1000000000;
            c->running_ns += chip.shared ? 500000000 : 1000000000;
        }
        c->on = request == PERF_EVENT_IOC_ENABLE || (c->on && request != PERF_EVENT_IOC_DISABLE);
    }
    return 0;
}

ssize_t __wrap_read(int file, void *to, size_t n)
{
    const struct counter *c = &chip.counter[file - FIRST_FILE];
    const uint64_t words[] = { c->value, c->enabled_ns, c->running_ns };

    assert_true(file >= FIRST_FILE && n == sizeof words);
    assert_int_equal(c->event.read_format,
                     PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING);
    memcpy(to, words, n);
    return (ssize_t)n;
}

static void work(uint32_t type, uint64_t config, uint64_t n)
{
    for (unsigned i = 0; i < chip.open; i++)
        if (chip.counter[i].on && chip.counter[i].event.type == type &&
            chip.counter[i].event.config == config)
            chip.counter[i].value += n;
}

static int clean(void **state)
{
    (void)state;
    for (unsigned i = 0; i < HAL_EVENTS; i++)
        hal_event_drop();
    memset(&chip, 0, sizeof chip);
    chip.counters = HAL_EVENTS;
    return 0;
}

static void counts_are_of_the_work_alone(void **state)
{
    uint64_t counts[HAL_EVENTS];
    enum hal_event_kind kind;

    (void)state;
    assert_null(hal_event_add("instructions", &kind));
    assert_int_equal(kind, HAL_EVENT_INSTRUCTIONS);
    assert_null(hal_event_add("dTLB-load-misses", &kind));
    assert_int_equal(kind, HAL_EVENT_TLB);
    assert_null(hal_event_add("r01C7", &kind));
    unsigned opened = chip.opened;
    for (unsigned round = 1; round < 4; round++) {
        hal_events_begin();
        work(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 100 * round);
        work(PERF_TYPE_HW_CACHE, PERF_COUNT_HW_CACHE_DTLB | PERF_COUNT_HW_CACHE_RESULT_MISS << 16,
             5);
        work(PERF_TYPE_RAW, 0x1c7, 8);
        hal_events_end(counts);
        work(PERF_TYPE_RAW, 0x1c7, 8); /* nothing counts any more */
        assert_int_equal(counts[0], 100 * round);
        assert_int_equal(counts[1], 5);
        assert_int_equal(counts[2], 8);
    }
    assert_int_equal(chip.opened, opened); /* the first thread keeps its counters */
}

static void a_count_of_part_of_the_time_is_lost(void **state)
{
    uint64_t counts[HAL_EVENTS];
    enum hal_event_kind kind;

    (void)state;
    assert_null(hal_event_add("cycles", &kind));
    hal_events_begin();
    chip.shared = true;
    work(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 100);
    hal_events_end(counts);
    assert_true(counts[0] == HAL_EVENT_LOST);
    chip.shared = false;
    hal_events_begin();
    work(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 100);
    hal_events_end(counts);
    assert_int_equal(counts[0], 100);
}

static void refuse(const char *name, int error, const char *words)
{
    enum hal_event_kind kind;

    chip.error = error;
    const char *why = hal_event_add(name, &kind);
    assert_non_null(why);
    assert_non_null(strstr(why, words));
    chip.error = 0;
}

static void what_cannot_be_counted_has_a_reason(void **state)
{
    enum hal_event_kind kind;

    (void)state;
    refuse("instructions", ENOENT, "no such counter");
    refuse("instructions", EACCES, "permission denied (kernel.perf_event_paranoid)");
    refuse("instructions", ENOSYS, "no perf_event_open");
    refuse("NO_SUCH_EVENT", 0, "no event of that name");
    refuse("r12x", 0, "no event of that name");
    chip.shared = true;
    refuse("instructions", 0, "no counter for it");
    chip.shared = false;
    chip.counters = 1;
    assert_null(hal_event_add("cycles", &kind));
    refuse("instructions", 0, "not with those before it");
    uint64_t counts[HAL_EVENTS];
    hal_events_begin(); /* those before go on */
    work(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 3);
    hal_events_end(counts);
    assert_int_equal(counts[0], 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(counts_are_of_the_work_alone, clean),
        cmocka_unit_test_setup(a_count_of_part_of_the_time_is_lost, clean),
        cmocka_unit_test_setup(what_cannot_be_counted_has_a_reason, clean),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
