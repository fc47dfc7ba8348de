/* Where a log ends before its run does. */
#include "build_end.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Returns true when RUN has the time that PROBE took, which comes after its last series. */
static bool has_ended(const struct log_run *run, const char *probe)
{
    char key[RECORD_LINE_BYTES];

    snprintf(key, sizeof key, "took.%s", probe);
    return log_key_text(run->keys, run->n_keys, key) != NULL;
}

/* The probe that the last series of RUN is of or was measured for; NULL: there is no series. */
static const char *last_probe(const struct log_run *run)
{
    const struct log_series *s = run->n_series > 0 ? &run->series[run->n_series - 1] : NULL;
    const char *beside = s != NULL ? log_key_text(s->keys, s->n_keys, "beside") : NULL;

    return beside != NULL ? beside : s != NULL ? s->probe : NULL;
}

/* The plan's probes up to the last one of which RUN has a series, that included. */
static size_t begun_of(const struct log_run *run)
{
    size_t n = run->n_begun;

    for (size_t i = n; i < run->n_plan; i++)
        if (log_find_series(run, run->plan[i].key, 0) < run->n_series)
            n = i + 1;
    return n;
}

void log_build_end_report(struct log_build *b, uint64_t line)
{
    const struct log_run *run = &b->log->run;
    size_t begun = begun_of(run);
    const char *probe = begun > 0 ? run->plan[begun - 1].key : last_probe(run);
    bool is_done =
        run->n_plan == 0 && run->n_series > 0 && run->series[run->n_series - 1].status != NULL;
    bool is_over = probe != NULL && (is_done || has_ended(run, probe));
    size_t whole = begun > 0 && !is_over ? begun - 1 : begun;
    char where[RECORD_LINE_BYTES + 40] = "before its first probe", of_plan[80] = "";

    if (probe != NULL)
        snprintf(where, sizeof where, "%s probe %s", is_over ? "after" : "in the middle of", probe);
    if (run->n_plan > 0)
        snprintf(of_plan, sizeof of_plan, "; %zu of %zu probe%s %s whole", whole, run->n_plan,
                 log_build_plural(run->n_plan), whole == 1 ? "is" : "are");
    log_build_problem(b, line, "the rest of the run", "the log ends %s%s", where, of_plan);
}
