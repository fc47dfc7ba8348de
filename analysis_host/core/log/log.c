/* Finds keys and series in a log, and frees it. */
#include "log.h"
#include "record/record.h"
#include "spool.h"
#include <stdlib.h>
#include <string.h>

static void keys_free(struct log_key *keys, size_t n_keys)
{
    for (size_t i = 0; i < n_keys; i++) {
        free(keys[i].key);
        free(keys[i].value);
    }
    free(keys);
}

static void blocks_free(struct log_block *b)
{
    while (b != NULL) {
        struct log_block *before = b->before;
        free(b);
        b = before;
    }
}

void log_event_free(struct log_event *e)
{
    free(e->values);
}

void log_series_free(struct log_series *s)
{
    for (size_t i = 0; i < s->n_events; i++)
        log_event_free(&s->events[i]);
    keys_free(s->keys, s->n_keys);
    if (!s->spooled)
        free(s->samples);
    free(s->events);
    free(s->skips);
    free(s->probe);
    free(s->status);
}

void log_sample_release(const struct log_sample *s)
{
    enum { MANY = 1024 };

    if (s->spooled && s->n_ticks >= MANY)
        log_spool_release(s->ticks, s->n_ticks * sizeof *s->ticks);
}

/* Gives back the memory of samples FIRST to END - 1 of S and of their timings. Timings in a file
 * stand one after the other, as their samples do. */
static void release_part(const struct log_series *s, size_t first, size_t end)
{
    if (!s->spooled || first >= end)
        return;
    const struct log_sample *from = &s->samples[first], *last = &s->samples[end - 1];
    const struct log_sample *with = from; /* the first with timings in the file */

    while (!with->spooled && with < last)
        with++;
    if (with->spooled && last->spooled && last->ticks >= with->ticks)
        log_spool_release(with->ticks, (size_t)(last->ticks + last->n_ticks - with->ticks) *
                                           sizeof *last->ticks);
    log_spool_release(from, (size_t)(last + 1 - from) * sizeof *from);
}

void log_series_release(const struct log_series *s)
{
    release_part(s, 0, s->n_samples);
}

const struct log_sample *log_sample_next(const struct log_series *s, size_t i)
{
    enum { RELEASED = 1 << 14 };

    if (i > 0 && i % RELEASED == 0)
        release_part(s, i - RELEASED, i);
    return &s->samples[i];
}

void log_keep_series(struct log_run *run, size_t at)
{
    struct log_series kept = run->series[at];

    for (size_t i = 0; i < run->n_series; i++)
        if (i != at)
            log_series_free(&run->series[i]);
    run->series[0] = kept;
    run->n_series = 1;
}

void log_run_free(struct log_run *run)
{
    for (size_t i = 0; i < run->n_rounds; i++)
        log_run_free(&run->rounds[i]);
    free(run->rounds);
    for (size_t i = 0; i < run->n_series; i++)
        log_series_free(&run->series[i]);
    for (size_t i = 0; i < run->n_notes; i++)
        free(run->notes[i]);
    keys_free(run->keys, run->n_keys);
    keys_free(run->plan, run->n_plan);
    blocks_free(run->blocks);
    log_spool_free(run->spool);
    log_spool_free(run->sample_spool);
    free(run->series);
    free(run->notes);
    free(run->status);
    *run = (struct log_run){ 0 };
}

void log_free(struct log *log)
{
    for (size_t i = 0; i < log->n_problems; i++) {
        free(log->problems[i].what);
        free(log->problems[i].cost);
    }
    log_run_free(&log->run);
    free(log->problems);
    free(log->runs);
    free(log->kind);
    *log = (struct log){ 0 };
}

const char *log_key_text(const struct log_key *keys, size_t n_keys, const char *key)
{
    for (size_t i = 0; i < n_keys; i++)
        if (strcmp(keys[i].key, key) == 0)
            return keys[i].value;
    return NULL;
}

uint64_t log_key_number(const struct log_key *keys, size_t n_keys, const char *key,
                        uint64_t otherwise)
{
    const char *text = log_key_text(keys, n_keys, key);
    uint64_t value = otherwise;

    if (text != NULL)
        (void)record_parse_number(text, &value);
    return value;
}

uint64_t log_series_number(const struct log_series *series, const char *key)
{
    return log_key_number(series->keys, series->n_keys, key, 0);
}

bool log_has_effort(const struct log_run *run, const char *effort)
{
    const char *given = log_key_text(run->keys, run->n_keys, "effort");

    if (given != NULL && strcmp(given, "slow") == 0 && strcmp(effort, "quick") == 0)
        return true;
    return given != NULL && strcmp(given, effort) == 0;
}

size_t log_find_series(const struct log_run *run, const char *probe, size_t from)
{
    while (from < run->n_series && strcmp(run->series[from].probe, probe) != 0)
        from++;
    return from < run->n_series ? from : run->n_series;
}

size_t log_find_sampled(const struct log_run *run, const char *probe)
{
    size_t at = log_find_series(run, probe, 0);

    while (at < run->n_series && run->series[at].n_samples == 0)
        at = log_find_series(run, probe, at + 1);
    return at;
}

bool log_is_emulated(const struct log_run *run)
{
    return log_key_number(run->keys, run->n_keys, "given.emulated", 0) == 1;
}
