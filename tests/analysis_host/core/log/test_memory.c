/* The log reader when memory runs out, at each of its allocations: an error, and nothing leaks. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "log/read.h"
#include "stream.h"

/* ---- an allocator that fails once, or from then on ---- */

static bool counting, for_ever;
static unsigned left; /* allocations until the first that fails */

static bool fails(void)
{
    if (!counting)
        return false;
    if (left > 0) {
        left--;
        return false;
    }
    counting = for_ever;
    return true;
}

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
char *__wrap_strdup(const char *text);

void *__wrap_malloc(size_t n)
{
    return fails() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
    return fails() ? NULL : __real_realloc(p, n);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

/* ---- */

/* All kinds of sentences and faults; every point sends its x as its only timing or value. */
static const char stream[] =
    "{0,RUN,format=1,a=b}\n{1,PLAN,p,9}{2,NOTE,n}\n{3,PROBE,p,line=4}\n{4,S,1,1,1}{5,S,1,1,1}\n"
    "{7,S,2,1,2}{8,E,3,3}{9,DONE,p,5,ok}\n{10,PROBE,q}{11,S,4,1,4}\n{13,S,5,1,5}\n{14,END,14,ok}\n"
    "{0,RUN,format=1}\n{1,PROBE,p,line=8}{2,S,6,1,6}$PT,3,S*00000000\n{4,X}{5,DONE,p,3,ok}\n";

static void check_samples(const struct log_series *s)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        assert_true(s->samples[i].n_ticks > 0);
        for (size_t k = 0; k < s->samples[i].n_ticks; k++)
            assert_int_equal(s->samples[i].ticks[k], s->samples[i].x[0]);
    }
    for (size_t i = 0; i < s->n_events; i++)
        assert_int_equal(s->events[i].values[0], s->events[i].x);
}

static enum log_status read_failing(int fd, unsigned after)
{
    struct log log;

    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    left = after;
    counting = true;
    enum log_status status = log_read(&log, fd, 0);
    counting = false;
    for (size_t i = 0; i < log.run.n_series; i++)
        check_samples(&log.run.series[i]);
    if (status != LOG_OK)
        assert_int_equal(status, LOG_NO_MEMORY);
    log_free(&log);
    return status;
}

/* Whichever allocation fails: no crash, no wrong value, and the status says it. */
static void every_allocation(void **state)
{
    char bytes[4096];
    size_t n = stream_make(bytes, sizeof bytes, stream);
    int fd = memfd_create("log", MFD_CLOEXEC);

    (void)state;
    assert_int_equal(write(fd, bytes, n), (ssize_t)n);
    for (unsigned ever = 0; ever <= 1; ever++) {
        unsigned n_failed = 0;
        for_ever = ever;
        while (n_failed < 1000 && read_failing(fd, n_failed) == LOG_NO_MEMORY)
            n_failed++;
        assert_in_range(n_failed, 50, 999);
    }
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
