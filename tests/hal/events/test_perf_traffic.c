/* Lines that Linux counts, over a perf_event_open(2) that the test plays (--wrap). The port asks
 * for counters before main(), so that each case is a program of its own: this one again, with the
 * case in its environment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <hal/cache.h>
#include <hal/os_reported.h>
#include <hal/traffic.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST_FILE = 1000, FILES = 64, STREAM_BYTES = 2048 * 64 };

static struct {
    uint64_t type[FILES], config[FILES];
    uint64_t value[FILES];
    unsigned opened, reads_since_flush[FILES];
    size_t flushed_bytes;
} chip;

long __wrap_syscall(long number, ...);
ssize_t __wrap_read(int file, void *to, size_t n);
int __wrap_close(int file);

static bool is_case(const char *name)
{
    const char *played = getenv("PLAYED_PERF");

    return played != NULL && strcmp(played, name) == 0;
}

long __wrap_syscall(long number, ...)
{
    va_list words;

    va_start(words, number);
    const struct perf_event_attr *event = va_arg(words, const struct perf_event_attr *);
    va_end(words);
    if (number != SYS_perf_event_open || is_case("refused") || chip.opened == FILES) {
        errno = EACCES;
        return -1;
    }
    chip.type[chip.opened] = event->type;
    chip.config[chip.opened] = event->config;
    return FIRST_FILE + (long)chip.opened++;
}

int __wrap_close(int file)
{
    (void)file;
    return 0;
}

/* Lines that were flushed, which come in between the first reading and the second. */
static uint64_t lines_of_walk(unsigned file)
{
    bool streamed = chip.flushed_bytes == STREAM_BYTES;

    if (chip.type[file] != PERF_TYPE_HW_CACHE ||
        (chip.config[file] >> 8 & 0xff) != PERF_COUNT_HW_CACHE_OP_READ || is_case("stands"))
        return 0;
    if (is_case("last_is_demand") && streamed &&
        (chip.config[file] & 0xff) == PERF_COUNT_HW_CACHE_LL)
        return 100;
    if (is_case("demand") && streamed)
        return 300;
    return streamed ? 2048 + 20 : 256 + 5;
}

ssize_t __wrap_read(int file, void *to, size_t n)
{
    unsigned i = (unsigned)(file - FIRST_FILE);

    assert_true(i < chip.opened && n == sizeof(uint64_t));
    if (++chip.reads_since_flush[i] == 2)
        chip.value[i] += lines_of_walk(i);
    memcpy(to, &chip.value[i], n);
    return (ssize_t)n;
}

int hal_cache_flush(const void *start, size_t n_bytes)
{
    (void)start;
    chip.flushed_bytes = n_bytes;
    memset(chip.reads_since_flush, 0, sizeof chip.reads_since_flush);
    return is_case("no_flush") ? -1 : 0;
}

bool hal_os_reported(unsigned i, struct hal_os_reported *reported)
{
    if (i > 0)
        return false;
    *reported = (struct hal_os_reported){ "cache.levels", 3 };
    return true;
}

static const struct played {
    const char *name;
    unsigned levels;
    const char *why;
} cases[] = {
    { "all", 2, NULL },
    { "demand", 0, "leave out lines that were prefetched" },
    { "last_is_demand", 0, "leave out lines that were prefetched" },
    { "stands", 0, "do not advance by the lines of a walk" },
    { "no_flush", 0, "do not advance by the lines of a walk" },
    { "refused", 0, "permission denied" },
};

/* What the port says in the program that plays CASE; 0: it is as it should be. */
static int child(const char *name)
{
    struct hal_traffic moved;

    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct played *c = &cases[i];

        if (strcmp(c->name, name) != 0)
            continue;
        if (hal_traffic_levels() != c->levels || (hal_traffic_name() != NULL) != (c->levels > 0))
            return 1;
        if (c->why != NULL && strstr(hal_traffic_lacking(), c->why) == NULL)
            return 2;
        for (unsigned level = 0; level < c->levels; level++)
            if (hal_traffic_read(level, &moved) != 0 || !moved.in_only || moved.in_lines == 0)
                return 3;
        return hal_traffic_read(c->levels, &moved) == -1 ? 0 : 4;
    }
    return 5;
}

static void counters_are_believed_by_their_trial(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int status = 0;
        pid_t pid = fork();

        if (pid == 0) {
            (void)setenv("PLAYED_PERF", cases[i].name, 1);
            execl("/proc/self/exe", "test_perf_traffic", cases[i].name, (char *)NULL);
            _exit(9);
        }
        assert_int_equal(waitpid(pid, &status, 0), pid);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            fail_msg("case %s: status %#x", cases[i].name, (unsigned)status);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(counters_are_believed_by_their_trial) };

    if (argc > 1)
        return child(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
