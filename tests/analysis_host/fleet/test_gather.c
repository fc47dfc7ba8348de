/* Files that are read in processes of their own: one that takes too long costs its own run only.
 * test_gather RECORDING: a log. */
#include "fleet/gather.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ENOUGH_SECONDS = 600 };

static const char *recording;

struct taken {
    unsigned runs, unread;
    char why[80];
};

static bool take(void *of, const struct fleet_read *read)
{
    struct taken *t = of;

    assert_true(read->results->n > 0);
    t->runs++;
    return true;
}

static void unread(void *of, const char *file, const char *why)
{
    struct taken *t = of;

    assert_string_equal(file, recording);
    snprintf(t->why, sizeof t->why, "%s", why);
    t->unread++;
}

/* Reads the recording N times, SECONDS each. */
static struct taken read_it(unsigned n, unsigned seconds)
{
    struct taken t = { 0 };
    struct fleet_sink taker = { .of = &t, .take = take, .unread = unread };
    char *files[] = { (char *)(uintptr_t)recording, (char *)(uintptr_t)recording,
                      (char *)(uintptr_t)recording };

    assert_in_range(n, 1, 3);
    assert_int_equal(fleet_gather(&taker, files, n, METHOD_ROBUST, seconds, stderr), n);
    return t;
}

static void logs_are_read(void **state)
{
    (void)state;
    struct taken t = read_it(3, ENOUGH_SECONDS);

    assert_int_equal(t.runs, 3);
    assert_int_equal(t.unread, 0);
}

/* Without any time each is stopped, and the next one is read nevertheless. */
static void one_that_takes_too_long_is_named(void **state)
{
    (void)state;
    struct taken t = read_it(3, 0);

    assert_int_equal(t.runs, 0);
    assert_int_equal(t.unread, 3);
    assert_string_equal(t.why, "took too long to analyse");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_are_read),
        cmocka_unit_test(one_that_takes_too_long_is_named),
    };

    if (argc != 2) {
        fputs("usage: test_gather RECORDING\n", stderr);
        return 2;
    }
    recording = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
