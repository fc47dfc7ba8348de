#include "store.h"
#include "record.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 512 }; /* of a problem, longer than what a sentence can bring in */

/* Lists have room for the next power of two: so no list needs to store its room. */
static size_t room_for(size_t n)
{
    size_t room = n > 0;

    while (room < n)
        room *= 2;
    return room;
}

void *log_grown(void *items, size_t n, size_t add, size_t size)
{
    return n + add <= room_for(n) ? items : realloc(items, room_for(n + add) * size);
}

static void key_free(struct log_key *k)
{
    free(k->key);
    free(k->value);
}

bool log_keys_add(struct log_key **keys, size_t *n_keys, const char *key, const char *value)
{
    struct log_key *more = log_grown(*keys, *n_keys, 1, sizeof *more);

    if (more == NULL)
        return false;
    *keys = more;
    struct log_key k = { strdup(key), strdup(value) };
    if (k.key == NULL || k.value == NULL) {
        key_free(&k);
        return false;
    }
    more[(*n_keys)++] = k;
    return true;
}

static void keys_free(struct log_key *keys, size_t n_keys)
{
    for (size_t i = 0; i < n_keys; i++)
        key_free(&keys[i]);
    free(keys);
}

/* ---- timings: of all samples of a run one behind the other, as there are many and most are few
 * ---- */

enum { BLOCK_TICKS = 1 << 13 };

struct log_block {
    struct log_block *before;
    size_t n, room;
    uint64_t ticks[];
};

/* A block that holds the timings of S alone grows; else a new one begins with them. */
static struct log_block *roomier(struct log_run *run, const struct log_sample *s, size_t n)
{
    struct log_block *now = run->blocks;
    bool alone = now != NULL && s->n_ticks > 0 && s->ticks == now->ticks;
    size_t room = 2 * (s->n_ticks + n);

    if (room < BLOCK_TICKS)
        room = BLOCK_TICKS;
    struct log_block *b = realloc(alone ? now : NULL, sizeof *b + room * sizeof *b->ticks);
    if (b == NULL)
        return NULL;
    b->room = room;
    if (!alone) {
        b->before = now;
        b->n = s->n_ticks;
        if (s->n_ticks > 0)
            memcpy(b->ticks, s->ticks, s->n_ticks * sizeof *b->ticks);
    }
    return run->blocks = b;
}

bool log_ticks_add(struct log_run *run, struct log_sample *s, const uint64_t *ticks, size_t n)
{
    struct log_block *b = run->blocks;

    if (b == NULL || b->room - b->n < n) {
        b = roomier(run, s, n);
        if (b == NULL)
            return false;
        s->ticks = b->ticks;
    } else if (s->n_ticks == 0) {
        s->ticks = b->ticks + b->n;
    }
    memcpy(b->ticks + b->n, ticks, n * sizeof *ticks);
    b->n += n;
    s->n_ticks += n;
    return true;
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

static void series_free(struct log_series *s)
{
    for (size_t i = 0; i < s->n_events; i++)
        log_event_free(&s->events[i]);
    keys_free(s->keys, s->n_keys);
    free(s->samples);
    free(s->events);
    free(s->probe);
    free(s->status);
}

void log_keep_series(struct log_run *run, size_t at)
{
    struct log_series kept = run->series[at];

    for (size_t i = 0; i < run->n_series; i++)
        if (i != at)
            series_free(&run->series[i]);
    run->series[0] = kept;
    run->n_series = 1;
}

void log_run_free(struct log_run *run)
{
    for (size_t i = 0; i < run->n_series; i++)
        series_free(&run->series[i]);
    for (size_t i = 0; i < run->n_notes; i++)
        free(run->notes[i]);
    keys_free(run->keys, run->n_keys);
    keys_free(run->plan, run->n_plan);
    blocks_free(run->blocks);
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

void log_problem(struct log *log, uint64_t line, const char *cost, const char *what, ...)
{
    char text[TEXT_BYTES];
    va_list args;

    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    struct log_problem *more = log_grown(log->problems, log->n_problems, 1, sizeof *more);
    if (more == NULL)
        return;
    log->problems = more;
    struct log_problem p = { .line = line, .what = strdup(text), .cost = strdup(cost) };
    if (p.what == NULL || p.cost == NULL) {
        free(p.what);
        free(p.cost);
        return;
    }
    more[log->n_problems++] = p;
}

bool log_problem_cost(struct log *log, size_t index, const char *cost, ...)
{
    char text[TEXT_BYTES];
    va_list args;

    va_start(args, cost);
    vsnprintf(text, sizeof text, cost, args);
    va_end(args);
    char *copy = strdup(text);
    if (copy == NULL)
        return false;
    free(log->problems[index].cost);
    log->problems[index].cost = copy;
    return true;
}
