/* test_edges <recording> ...: each probe in the first of them that has its samples: no number of a
 * log decides how long an analysis works. Each key of each probe, each x, the operations and the
 * timings are replaced by 0, 1, 2^31, 2^32, 2^63 - 1, 2^63 and 2^64 - 1, and the analyses that read
 * the probe run, as on a log whose checksums are right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "analysis/analysis.h"
#include "grown_run.h"
#include "log/read.h"

enum { LIMIT_S = 10, KEYS_MOST = 32, FIELDS = LOG_X + 2, OPS = LOG_X, TICKS = LOG_X + 1 };

static const uint64_t edges[] = {
    0, 1, (uint64_t)1 << 31, (uint64_t)1 << 32, INT64_MAX, (uint64_t)1 << 63, UINT64_MAX
};

enum { EDGES = sizeof edges / sizeof edges[0] };

/* What is tried, for the message of the guard. */
static char trying[128];

static void hung(int signal)
{
    (void)signal;
    (void)!write(STDERR_FILENO, "more than 10 s of processor time: ", 34);
    (void)!write(STDERR_FILENO, trying, strlen(trying));
    (void)!write(STDERR_FILENO, "\n", 1);
    _exit(1);
}

/* Guards what follows against hanging: by processor time, of which one analysis takes far less. */
static void guard(void)
{
    const struct itimerval limit = { .it_value = { .tv_sec = LIMIT_S } };

    signal(SIGPROF, hung);
    setitimer(ITIMER_PROF, &limit, NULL);
}

/* A recording, and its answers by either method as it is. */
struct recording {
    struct log log;
    struct results known[METHOD_PAPER + 1];
    unsigned order[64];
};

/* Copies what other probes told: analyses look it up. */
static void copy_known(struct results *out, const struct results *known, const char *probe)
{
    for (size_t i = 0; i < known->n; i++)
        if (strcmp(known->at[i].probe, probe) != 0)
            *result_add(out, known->at[i].name) = known->at[i];
}

static void infer_reading(struct recording *r, const char *probe)
{
    for (unsigned method = METHOD_ROBUST; method <= METHOD_PAPER; method++) {
        struct results out = { 0 };

        guard();
        copy_known(&out, &r->known[method], probe);
        for (unsigned i = 0; i < analysis_table_count; i++)
            if (analysis_reads(analysis_table[r->order[i]].analysis, probe))
                infer_one(analysis_table[r->order[i]].analysis, &r->log.run, (enum method)method,
                          &out);
        results_free(&out);
    }
}

/* ---- changes ---- */

static void try_key(struct recording *r, size_t first, const char *key)
{
    struct log_run *run = &r->log.run;
    const char *probe = run->series[first].probe;
    char *kept[1024] = { NULL }, text[24];

    assert_true(run->n_series <= 1024);
    for (unsigned e = 0; e < EDGES; e++) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)edges[e]);
        snprintf(trying, sizeof trying, "%s, key %s=%s", probe, key, text);
        for (size_t s = first; s < run->n_series; s++)
            for (size_t k = 0; k < run->series[s].n_keys; k++)
                if (strcmp(run->series[s].probe, probe) == 0 &&
                    strcmp(run->series[s].keys[k].key, key) == 0) {
                    kept[s] = e == 0 ? run->series[s].keys[k].value : kept[s];
                    run->series[s].keys[k].value = text;
                }
        infer_reading(r, probe);
    }
    for (size_t s = first; s < run->n_series; s++)
        for (size_t k = 0; k < run->series[s].n_keys; k++)
            if (kept[s] != NULL && strcmp(run->series[s].keys[k].key, key) == 0)
                run->series[s].keys[k].value = kept[s];
}

/* FIELD of P: x, OPS or the first of TICKS; NULL: it has none such. */
static uint64_t *field_of(struct log_sample *p, unsigned field)
{
    if (field < LOG_X)
        return field < p->n_x ? &p->x[field] : NULL;
    if (field == OPS)
        return &p->ops;
    return p->n_ticks > 0 ? &p->ticks[0] : NULL;
}

/* Sets FIELD of each STEP-th sample of S from FROM on to VALUE. */
static void set_field(struct log_series *s, unsigned field, size_t from, size_t step,
                      uint64_t value)
{
    for (size_t i = from; i < s->n_samples; i += step) {
        uint64_t *at = field_of(&s->samples[i], field);

        if (at != NULL && (field != OPS || value > 0))
            *at = value;
    }
}

/* Tries FIELD of the first sample of series AT, then of all. */
static void try_field(struct recording *r, size_t at, unsigned field)
{
    struct log_series *s = &r->log.run.series[at];
    uint64_t *kept = calloc(s->n_samples + 1, sizeof *kept);

    assert_non_null(kept);
    for (size_t i = 0; i < s->n_samples; i++)
        kept[i] = field_of(&s->samples[i], field) ? *field_of(&s->samples[i], field) : 0;
    for (unsigned e = 0; e < EDGES; e++)
        for (unsigned all = 0; all < 2; all++) {
            snprintf(trying, sizeof trying, "%s, field %u of %s = %llu", s->probe, field,
                     all ? "all points" : "the first point", (unsigned long long)edges[e]);
            set_field(s, field, 0, all ? 1 : s->n_samples, edges[e]);
            infer_reading(r, s->probe);
            for (size_t i = 0; i < s->n_samples; i++)
                if (field_of(&s->samples[i], field))
                    *field_of(&s->samples[i], field) = kept[i];
        }
    free(kept);
}

static void try_events(struct recording *r, size_t at)
{
    struct log_series *s = &r->log.run.series[at];

    for (unsigned e = 0; e < EDGES && s->n_events > 0; e++) {
        uint64_t x = s->events[0].x, value = s->events[0].values[0];

        snprintf(trying, sizeof trying, "%s, event %llu", s->probe, (unsigned long long)edges[e]);
        s->events[0].x = edges[e];
        infer_reading(r, s->probe);
        s->events[0].x = x;
        s->events[0].values[0] = edges[e];
        infer_reading(r, s->probe);
        s->events[0].values[0] = value;
    }
}

/* Tries all of the probe of series FIRST: its keys in all series, and the points of the first
 * series that has some. */
static void try_probe(struct recording *r, size_t first)
{
    struct log_run *run = &r->log.run;
    const char *probe = run->series[first].probe;
    size_t at = log_find_sampled(run, probe);
    clock_t begin = clock();

    for (size_t k = 0; k < run->series[first].n_keys; k++)
        try_key(r, first, run->series[first].keys[k].key);
    for (unsigned field = 0; field < FIELDS && at < run->n_series; field++)
        if (field_of(&run->series[at].samples[0], field) != NULL)
            try_field(r, at, field);
    if (run->series[first].n_events > 0)
        try_events(r, first);
    print_message("%-14s %6.2f s\n", probe, (double)(clock() - begin) / CLOCKS_PER_SEC);
}

/* Keys of the run that decide how many there are of something. */
static void try_run(struct recording *r)
{
    struct log_run *run = &r->log.run;

    for (size_t k = 0; k < run->n_keys; k++) {
        char *kept = run->keys[k].value, text[24];

        if (strcmp(run->keys[k].key, "cores") != 0 && strcmp(run->keys[k].key, "word") != 0 &&
            strcmp(run->keys[k].key, "tick_hz") != 0)
            continue;
        for (unsigned e = 0; e < EDGES; e++) {
            static const char *const probes[] = { "smp_smt", "core_to_core", "cache_policy",
                                                  "numa" };

            snprintf(text, sizeof text, "%llu", (unsigned long long)edges[e]);
            snprintf(trying, sizeof trying, "run, key %s=%s", run->keys[k].key, text);
            run->keys[k].value = text;
            for (unsigned i = 0; i < sizeof probes / sizeof probes[0]; i++)
                infer_reading(r, probes[i]);
        }
        run->keys[k].value = kept;
    }
}

static char **recordings;
static int n_recordings;

/* Returns true the first time that it is asked about PROBE. */
static bool is_new(const char *probe)
{
    static char tried[64][32];
    static unsigned n;

    for (unsigned i = 0; i < n; i++)
        if (strcmp(tried[i], probe) == 0)
            return false;
    assert_true(n < 64);
    snprintf(tried[n++], sizeof tried[0], "%s", probe);
    return true;
}

static void read_recording(struct recording *r, const char *file)
{
    int fd = open(file, O_RDONLY | O_CLOEXEC);

    *r = (struct recording){ .log = { 0 } };
    assert_true(fd >= 0);
    assert_int_equal(log_read(&r->log, fd, 0), LOG_OK);
    close(fd);
}

static void infer_known(struct recording *r)
{
    assert_null(analysis_order(analysis_table, analysis_table_count, r->order));
    for (unsigned method = METHOD_ROBUST; method <= METHOD_PAPER; method++)
        infer_all(&r->log.run, (enum method)method, &r->known[method]);
}

static void try_all(struct recording *r)
{
    infer_known(r);
    for (size_t s = 0; s < r->log.run.n_series; s++)
        if (r->log.run.series[s].n_samples > 0 && is_new(r->log.run.series[s].probe))
            try_probe(r, log_find_series(&r->log.run, r->log.run.series[s].probe, 0));
    try_run(r);
    for (unsigned method = METHOD_ROBUST; method <= METHOD_PAPER; method++)
        results_free(&r->known[method]);
    log_free(&r->log);
}

static void try_recording(const char *file)
{
    struct recording r;

    read_recording(&r, file);
    try_all(&r);
}

/* Probes that no recording has. */
static void try_grown(const struct growth_case *c)
{
    enum { POINTS = 256 };
    struct recording r = { .log = { .has_run = true } };

    grown_make(&r.log.run, c, POINTS);
    try_all(&r);
}

static void no_number_decides_how_long_it_takes(void **state)
{
    (void)state;
    for (int i = 0; i < n_recordings; i++)
        try_recording(recordings[i]);
    for (size_t i = 0; i < n_growth_cases; i++)
        try_grown(&growth_cases[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(no_number_decides_how_long_it_takes) };

    recordings = argv + 1;
    n_recordings = argc - 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
