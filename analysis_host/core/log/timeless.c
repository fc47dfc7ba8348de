/* Tells of timings of no ticks. */
#include "timeless.h"
#include "store.h"
#include <stdio.h>
#include <string.h>

/* When a timing of no ticks is a fault. Origin: 1000 operations take 25 ns and more on any
 * processor, and probes time what takes 64 steps of the clock or more (probes/lib/measure.c). */
static const struct {
    uint64_t operations; /* that it covers, at least */
    double share;        /* of a probe's timings, at most */
} fault = { 1000, 0.5 };

/* Timings of one probe, and which of them took no time. */
struct timings {
    size_t all, timeless;
    uint64_t first_line;
    char lines[64]; /* the first of their lines, in words */
};

static void add_line(struct timings *t, uint64_t line)
{
    size_t used = strlen(t->lines);
    char text[24];

    snprintf(text, sizeof text, "%s%llu", used > 0 ? ", " : "", (unsigned long long)line);
    if (used + strlen(text) + sizeof ", ..." <= sizeof t->lines)
        snprintf(t->lines + used, sizeof t->lines - used, "%s", text);
    else if (used > 0 && t->lines[used - 1] != '.')
        snprintf(t->lines + used, sizeof t->lines - used, ", ...");
}

static void count_series(struct timings *t, const struct log_series *s)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = log_sample_next(s, i);
        size_t before = t->timeless;

        for (size_t k = 0; k < p->n_ticks && p->ops >= fault.operations; k++) {
            t->all++;
            t->timeless += p->ticks[k] == 0;
        }
        if (t->timeless > before)
            add_line(t, p->line);
        if (t->timeless > before && before == 0)
            t->first_line = p->line;
        log_sample_release(p);
    }
    log_series_release(s);
}

/* Returns true when a series of RUN before number AT is of the same probe. */
static bool was_counted(const struct log_run *run, size_t at)
{
    return log_find_series(run, run->series[at].probe, 0) < at;
}

/* Moves the last problem of LOG to its place by line. */
static void sort_in(struct log *log)
{
    for (size_t i = log->n_problems;
         i-- > 1 && log->problems[i].line < log->problems[i - 1].line;) {
        struct log_problem last = log->problems[i];

        log->problems[i] = log->problems[i - 1];
        log->problems[i - 1] = last;
    }
}

void log_timeless(struct log *log)
{
    const struct log_run *run = &log->run;

    for (size_t at = 0; at < run->n_series; at++) {
        const char *probe = run->series[at].probe;
        struct timings t = { .all = 0 };

        if (was_counted(run, at) || strcmp(probe, "timer_floor") == 0)
            continue;
        for (size_t s = at; s < run->n_series; s = log_find_series(run, probe, s + 1))
            count_series(&t, &run->series[s]);
        if (t.timeless == 0 || (double)t.timeless > fault.share * (double)t.all)
            continue;
        char cost[80];
        snprintf(cost, sizeof cost, "%zu timings of %.32s", t.timeless, probe);
        log_problem(log, t.first_line, cost,
                    "%zu of %zu timings of %.32s are 0 ticks for a thousand operations or more "
                    "each: the clock is faulty (lines %s)",
                    t.timeless, t.all, probe, t.lines);
        sort_in(log);
    }
}
