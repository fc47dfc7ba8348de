/* A run of 60 MB: its timings are all there, and memory does not hold them all at once. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "log/read.h"
#include "series/curve.h"
#include "series/point.h"

enum {
    SERIES = 6,
    FEW_SERIES = 2,
    POINTS = 40,
    SENTENCES = 1100,
    TIMINGS = 18,
    MOST_MB = 30,
    TURNS = 4,
    MOST_TURNS_MB = 40
};

/* ---- the run ---- */

static uint64_t timing(unsigned series, unsigned point, unsigned i)
{
    uint64_t z = ((uint64_t)series << 40 | (uint64_t)point << 20 | i) * 0x9E3779B97F4A7C15u;

    return 1000000000 + (z >> 36);
}

static int put(void *file, const char *bytes, size_t n)
{
    return fwrite(bytes, 1, n, file) == n ? 0 : -1;
}

static void put_sample(struct record_out *o, unsigned series, unsigned point, unsigned i)
{
    record_begin(o, "S");
    record_number(o, 1024 * (point + 1));
    record_number(o, 1000);
    for (unsigned k = 0; k < TIMINGS; k++)
        record_number(o, timing(series, point, i * TIMINGS + k));
    record_end(o);
}

/* The point of sentence I of a series: each SENTENCES times in a row, or each in turn. */
static unsigned point_of(unsigned i, bool in_turn)
{
    return in_turn ? i % POINTS : i / SENTENCES;
}

static void put_series(struct record_out *o, unsigned series, bool in_turn)
{
    record_begin(o, "PROBE");
    record_text(o, "cache_size");
    record_end(o);
    for (unsigned i = 0; i < POINTS * SENTENCES; i++)
        put_sample(o, series, point_of(i, in_turn), in_turn ? i / POINTS : i % SENTENCES);
    record_begin(o, "DONE");
    record_text(o, "cache_size");
    record_number(o, POINTS * SENTENCES);
    record_text(o, "ok");
    record_sum(o);
    record_end(o);
}

static void put_run(int fd, unsigned n_series, bool in_turn)
{
    FILE *out = fdopen(fd, "w");
    struct record_out o = { .put = put, .ctx = out };

    record_begin_run(&o);
    record_key_number(&o, "format", RECORD_FORMAT);
    record_end(&o);
    for (unsigned s = 0; s < n_series; s++)
        put_series(&o, s, in_turn);
    uint32_t n = o.seq;
    record_begin(&o, "END");
    record_number(&o, n);
    record_text(&o, "ok");
    record_sum(&o);
    record_end(&o);
    _exit(fclose(out) == 0 && o.err == 0 ? 0 : 1);
}

/* Reads the run, which another process sends through a pipe. */
static void read_run(struct log *log, unsigned n_series, bool in_turn)
{
    int ends[2], status;

    assert_int_equal(pipe(ends), 0);
    pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0)
        put_run(ends[1], n_series, in_turn);
    close(ends[1]);
    assert_int_equal(log_read(log, ends[0], 0), LOG_OK);
    close(ends[0]);
    assert_int_equal(waitpid(writer, &status, 0), writer);
    assert_int_equal(status, 0);
    assert_int_equal(log->n_problems, 0);
    assert_int_equal(log->run.n_series, n_series);
}

/* ---- what is in it ---- */

static void check_series(const struct log_series *s, unsigned series)
{
    assert_int_equal(s->n_samples, POINTS);
    for (unsigned point = 0; point < POINTS; point++) {
        const struct log_sample *p = &s->samples[point];

        assert_int_equal(p->x[0], 1024 * (point + 1));
        assert_int_equal(p->n_ticks, SENTENCES * TIMINGS);
        for (unsigned i = 0; i < SENTENCES * TIMINGS; i++)
            if (p->ticks[i] != timing(series, point, i))
                fail_msg("series %u, point %u, timing %u", series, point, i);
        log_sample_release(p);
    }
}

static int ascending(const void *a, const void *b)
{
    const uint64_t *p = a, *q = b;

    return (*p > *q) - (*p < *q);
}

/* Sets *LEAST and *MEDIAN to those of N timings of SERIES from point FIRST on. */
static void expected(unsigned series, unsigned first, size_t n, double *least, double *median)
{
    uint64_t *all = malloc(n * sizeof *all);

    assert_non_null(all);
    for (size_t i = 0; i < n; i++)
        all[i] = timing(series, first + (unsigned)(i / (SENTENCES * TIMINGS)),
                        (unsigned)(i % (SENTENCES * TIMINGS)));
    qsort(all, n, sizeof *all, ascending);
    *least = (double)all[0] / 1000;
    *median = 0.5 * ((double)all[n / 2 - 1] / 1000) + 0.5 * ((double)all[n / 2] / 1000);
    free(all);
}

static void check_curve(const struct log *log, unsigned series)
{
    struct curve curve;
    double least, median;

    assert_int_equal(curve_make(&curve, &log->run, &log->run.series[series]), 0);
    assert_int_equal(curve.n, POINTS);
    for (unsigned point = 0; point < POINTS; point += POINTS - 1) {
        expected(series, point, SENTENCES * TIMINGS, &least, &median);
        assert_true(curve.at[point].y == least);
        assert_true(curve.at[point].typical == median);
        assert_int_equal(curve.at[point].n, SENTENCES * TIMINGS);
    }
    curve_free(&curve);
}

static void a_long_run_fits(void **state)
{
    struct log log;
    struct rusage used;

    (void)state;
    read_run(&log, SERIES, false);
    for (unsigned s = 0; s < SERIES; s++)
        check_series(&log.run.series[s], s);
    for (unsigned s = 0; s < SERIES; s++)
        check_curve(&log, s);
    assert_int_equal(getrusage(RUSAGE_SELF, &used), 0);
#ifndef __SANITIZE_ADDRESS__
    assert_in_range(used.ru_maxrss, 1, MOST_MB * 1024);
#endif
    log_free(&log);
}

/* Checks the samples of SERIES, whose points came in turn, and gives them back. */
static void check_turns(const struct log_series *s, unsigned series)
{
    assert_int_equal(s->n_samples, POINTS * SENTENCES);
    for (unsigned i = 0; i < POINTS * SENTENCES; i++) {
        const struct log_sample *p = &s->samples[i];

        assert_int_equal(p->x[0], 1024 * (i % POINTS + 1));
        assert_int_equal(p->n_ticks, TIMINGS);
        for (unsigned k = 0; k < TIMINGS; k++)
            if (p->ticks[k] != timing(series, i % POINTS, i / POINTS * TIMINGS + k))
                fail_msg("series %u, sample %u, timing %u", series, i, k);
    }
    log_series_release(s);
}

/* The same with a sample for each sentence. */
static void points_in_turn_fit(void **state)
{
    struct log log;
    struct rusage used;

    (void)state;
    read_run(&log, TURNS, true);
    assert_false(log.run.series[0].spooled);
    assert_true(log.run.series[TURNS - 1].spooled);
    for (unsigned s = 0; s < TURNS; s++)
        check_turns(&log.run.series[s], s);
    check_curve(&log, TURNS - 1);
    assert_int_equal(getrusage(RUSAGE_SELF, &used), 0);
#ifndef __SANITIZE_ADDRESS__
    assert_in_range(used.ru_maxrss, 1, MOST_TURNS_MB * 1024);
#endif
    log_free(&log);
}

/* The median of so many timings is the one that sorting them gives. */
static void the_median_of_a_long_series(void **state)
{
    struct log log;
    double least, median;

    (void)state;
    read_run(&log, FEW_SERIES, false);
    expected(1, 0, POINTS * SENTENCES * TIMINGS, &least, &median);
    assert_true(point_series_median(&log.run.series[1]) == median);
    log.run.series[1].n_samples = 3;
    log.run.series[1].samples[2].n_ticks--;
    uint64_t *all = malloc(3 * SENTENCES * TIMINGS * sizeof *all);
    assert_non_null(all);
    size_t n = 0;
    for (unsigned point = 0; point < 3; point++)
        for (size_t i = 0; i < log.run.series[1].samples[point].n_ticks; i++)
            all[n++] = timing(1, point, (unsigned)i);
    qsort(all, n, sizeof *all, ascending);
    assert_true(point_series_median(&log.run.series[1]) == (double)all[n / 2] / 1000);
    free(all);
    log_free(&log);
}

/* No folder takes a file: memory has to do, and nothing is missing. */
static void without_a_file(void **state)
{
    struct log log;
    struct rlimit none = { 0, RLIM_INFINITY }, before;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    none.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    (void)signal(SIGXFSZ, SIG_IGN);
    read_run(&log, FEW_SERIES, false);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    for (unsigned s = 0; s < FEW_SERIES; s++)
        check_series(&log.run.series[s], s);
    log_free(&log);

    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    read_run(&log, FEW_SERIES, true);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    for (unsigned s = 0; s < FEW_SERIES; s++)
        check_turns(&log.run.series[s], s);
    log_free(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_run_fits),
        cmocka_unit_test(points_in_turn_fit),
        cmocka_unit_test(the_median_of_a_long_series),
        cmocka_unit_test(without_a_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
