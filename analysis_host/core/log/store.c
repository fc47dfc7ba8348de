/* Lists of a log that grow: keys, timings, and any other. */
#include "store.h"
#include "spool.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lists have room for the next power of two: so no list needs to store its room. */
static size_t room_for(size_t n)
{
    size_t room = n > 0;

    while (room < n)
        room *= 2;
    return room;
}

void *log_store_grown(void *items, size_t n, size_t add, size_t size)
{
    return n + add <= room_for(n) ? items : realloc(items, room_for(n + add) * size);
}

bool log_store_key(struct log_key **keys, size_t *n_keys, const char *key, const char *value)
{
    struct log_key *more = log_store_grown(*keys, *n_keys, 1, sizeof *more);

    if (more == NULL)
        return false;
    *keys = more;
    struct log_key k = { strdup(key), strdup(value) };
    if (k.key == NULL || k.value == NULL) {
        free(k.key);
        free(k.value);
        return false;
    }
    more[(*n_keys)++] = k;
    return true;
}

/* ---- samples ---- */

static bool begin_sample_spool(struct log_run *run)
{
    if (run->sample_spool == NULL && !run->no_sample_spool) {
        run->sample_spool = log_spool_new();
        run->no_sample_spool = run->sample_spool == NULL;
    }
    return !run->no_sample_spool;
}

/* Moves the samples of S, of which there may be none, from memory to the file. */
static bool move_to_spool(struct log_run *run, struct log_series *s)
{
    struct log_sample *at = NULL;

    if (s->n_samples > 0) {
        at = log_spool_add(run->sample_spool, s->samples, s->n_samples * sizeof *at);
        if (at == NULL)
            return false;
    }
    free(s->samples);
    s->samples = at;
    s->spooled = true;
    return true;
}

static bool spool_sample(struct log_run *run, struct log_series *s, const struct log_sample *new)
{
    if (!s->spooled && !move_to_spool(run, s))
        return false;
    struct log_sample *at = log_spool_add(run->sample_spool, new, sizeof *at);
    if (at == NULL)
        return false;
    if (s->n_samples++ == 0)
        s->samples = at;
    return true;
}

/* Moves the samples of S back to memory: the disk is full. */
static bool move_to_memory(struct log_series *s)
{
    struct log_sample *at = malloc(room_for(s->n_samples + 1) * sizeof *at);

    if (at == NULL)
        return false;
    if (s->n_samples > 0)
        memcpy(at, s->samples, s->n_samples * sizeof *at);
    s->samples = at;
    s->spooled = false;
    return true;
}

bool log_store_sample(struct log_run *run, struct log_series *s, const struct log_sample *new)
{
    if (++run->n_samples > LOG_MEMORY_SAMPLES && begin_sample_spool(run)) {
        if (spool_sample(run, s, new))
            return true;
        run->no_sample_spool = true;
    }
    if (s->spooled && !move_to_memory(s))
        return false;
    struct log_sample *more = log_store_grown(s->samples, s->n_samples, 1, sizeof *more);
    if (more == NULL)
        return false;
    s->samples = more;
    more[s->n_samples++] = *new;
    return true;
}

/* ---- timings ---- */

enum { BLOCK_TICKS = 1 << 13 };

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

/* The run is long: from here on its timings go to a file. Returns false where there is none to be
 * had, and memory has to do. */
static bool begin_spool(struct log_run *run)
{
    if (run->spool == NULL && !run->no_spool) {
        run->spool = log_spool_new();
        run->no_spool = run->spool == NULL;
    }
    return !run->no_spool;
}

static bool spool_ticks(struct log_run *run, struct log_sample *s, const uint64_t *ticks, size_t n)
{
    uint64_t *at = NULL;

    if (!s->spooled && s->n_ticks > 0) { /* its first ones are in memory */
        at = log_spool_add(run->spool, s->ticks, s->n_ticks * sizeof *s->ticks);
        if (at == NULL)
            return false;
        s->ticks = at;
    }
    s->spooled = true;
    at = log_spool_add(run->spool, ticks, n * sizeof *ticks);
    if (at == NULL)
        return false;
    if (s->n_ticks == 0)
        s->ticks = at;
    s->n_ticks += n;
    return true;
}

bool log_store_ticks(struct log_run *run, struct log_sample *s, const uint64_t *ticks, size_t n)
{
    struct log_block *b = run->blocks;

    run->n_ticks += n;
    if (run->n_ticks > LOG_MEMORY_TICKS && begin_spool(run)) {
        if (spool_ticks(run, s, ticks, n))
            return true;
        run->no_spool = true; /* the disk is full */
    }

    if (b == NULL || b->room - b->n < n || s->spooled) {
        b = roomier(run, s, n);
        if (b == NULL)
            return false;
        s->ticks = b->ticks;
        s->spooled = false;
    } else if (s->n_ticks == 0) {
        s->ticks = b->ticks + b->n;
    }
    memcpy(b->ticks + b->n, ticks, n * sizeof *ticks);
    b->n += n;
    s->n_ticks += n;
    return true;
}

/* ---- problems ---- */

enum { TEXT_BYTES = 512 }; /* of a problem, longer than what a sentence can bring in */

void log_problem(struct log *log, uint64_t line, const char *cost, const char *what, ...)
{
    char text[TEXT_BYTES];
    va_list args;

    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    struct log_problem *more = log_store_grown(log->problems, log->n_problems, 1, sizeof *more);
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
