/* Logs of cache_policy and write_policy as a machine that is known would have sent them. */
#define _DEFAULT_SOURCE
#include "planted_visits.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 64, TEXT = 24, OPS = 1000000, PASSES = 5 };

static struct log_series *last(struct planted_log *log)
{
    return &log->series[log->run.n_series - 1];
}

void planted_begin(struct planted_log *log)
{
    *log = (struct planted_log){ .run = { .complete = true } };
    log->run.series = log->series;
    planted_series(log, "add_chain");
    planted_key(log, "kind", 0);
    planted_sample(log, 1, 0, 1);
}

void planted_series(struct planted_log *log, const char *probe)
{
    struct log_series *s = &log->series[log->run.n_series++];

    s->probe = strdup(probe);
    s->keys = calloc(ROOM, sizeof *s->keys);
    s->samples = calloc(ROOM, sizeof *s->samples);
    s->events = calloc(ROOM, sizeof *s->events);
}

void planted_key(struct planted_log *log, const char *key, uint64_t value)
{
    struct log_series *s = last(log);
    struct log_key *k = &s->keys[s->n_keys++];

    k->key = strdup(key);
    k->value = malloc(TEXT);
    snprintf(k->value, TEXT, "%llu", (unsigned long long)value);
}

void planted_event(struct planted_log *log, uint64_t x, const uint64_t *values, size_t n)
{
    struct log_series *s = last(log);
    struct log_event *e = &s->events[s->n_events++];

    *e = (struct log_event){ .x = x, .n_values = n, .values = malloc(n * sizeof *values) };
    memcpy(e->values, values, n * sizeof *values);
}

void planted_sample(struct planted_log *log, uint64_t x, uint64_t x2, double cycles)
{
    struct log_series *s = last(log);
    struct log_sample *p = &s->samples[s->n_samples++];

    *p = (struct log_sample){ .x = { x, x2 }, .n_x = 2, .ops = OPS, .n_ticks = PASSES };
    p->ticks = malloc(PASSES * sizeof *p->ticks);
    for (unsigned i = 0; i < PASSES; i++)
        p->ticks[i] = (uint64_t)llround(cycles * OPS) + i;
}

void planted_known(struct results *out, const char *id, double value)
{
    struct result *r = result_add(out, id_read(id));

    r->kind = RESULT_NUMBER;
    r->value = value;
}

void planted_free(struct planted_log *log)
{
    for (size_t i = 0; i < log->run.n_series; i++) {
        struct log_series *s = &log->series[i];

        for (size_t k = 0; k < s->n_samples; k++)
            free(s->samples[k].ticks);
        for (size_t k = 0; k < s->n_events; k++)
            free(s->events[k].values);
        for (size_t k = 0; k < s->n_keys; k++) {
            free(s->keys[k].key);
            free(s->keys[k].value);
        }
        free(s->probe);
        free(s->keys);
        free(s->samples);
        free(s->events);
    }
}
