/* No analysis takes more than 2 s for a log of about 1 MB (eight times what a case begins with),
 * whatever it has many of; guarded by ten times that. The times are for people. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "grown_run.h"

#ifndef GROWTH_TIMES
#define GROWTH_TIMES 8
#endif
enum { TIMES = GROWTH_TIMES, LIMIT_S = 20 };

static char trying[64];

static void hung(int signal)
{
    (void)signal;
    (void)!write(STDERR_FILENO, "more than 20 s of processor time: ", 34);
    (void)!write(STDERR_FILENO, trying, strlen(trying));
    (void)!write(STDERR_FILENO, "\n", 1);
    _exit(1);
}

static void guard(const char *what)
{
    const struct itimerval limit = { .it_value = { .tv_sec = LIMIT_S } };

    snprintf(trying, sizeof trying, "%s", what);
    signal(SIGPROF, hung);
    setitimer(ITIMER_PROF, &limit, NULL);
}

static void nothing_grows_beyond_its_bound(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_growth_cases; i++) {
        const struct growth_case *c = &growth_cases[i];
        struct log_run run;

        grown_make(&run, c, TIMES * c->n);
        guard(c->what);
        print_message("%-34s %6zu: %8.2f ms\n", c->what, TIMES * c->n, 1e3 * grown_time(&run, c));
        grown_free(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(nothing_grows_beyond_its_bound) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
