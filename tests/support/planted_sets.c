/* Runs of cache_ways as a board would have sent them, made in memory. */
#include "planted_sets.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct analysis analysis_cache_ways;

enum { MOST_SERIES = 8, MOST_LINES = 40, KEYS = 6, OPS = 1000, PASSES = 5, TEXT = 24 };

static struct log_sample sample(unsigned n, unsigned kind, double cycles)
{
    struct log_sample s = { .x = { n, kind }, .n_x = 2, .ops = OPS, .n_ticks = PASSES };

    s.ticks = calloc(PASSES, sizeof *s.ticks);
    for (unsigned i = 0; i < PASSES; i++)
        s.ticks[i] = (uint64_t)llround(cycles * OPS) + i;
    return s;
}

static void add_key(struct log_series *s, const char *key, uint64_t value)
{
    struct log_key *k = &s->keys[s->n_keys++];

    k->key = strdup(key);
    k->value = malloc(TEXT);
    snprintf(k->value, TEXT, "%llu", (unsigned long long)value);
}

static void fill(struct log_series *s, const struct planted_series *p, struct planted_pages pages)
{
    s->probe = strdup("cache_ways");
    s->keys = calloc(KEYS, sizeof *s->keys);
    add_key(s, "level", p->level);
    add_key(s, "capacity", p->capacity);
    add_key(s, "stride", p->stride);
    add_key(s, "scattered", p->scattered);
    add_key(s, "page", pages.page);
    add_key(s, "contiguous", pages.contiguous);
    s->samples = calloc(2 * MOST_LINES, sizeof *s->samples);
    s->damaged = p->damaged;
    for (unsigned n = 1; n <= MOST_LINES; n++) {
        double tlb = p->tlb ? p->tlb(n) : 0;

        s->samples[s->n_samples++] = sample(n, 0, 4 + p->cost(n) + tlb);
        s->samples[s->n_samples++] = sample(n, 1, 4 + tlb);
    }
}

/* A cycle is a tick. */
static void fill_reference(struct log_series *s)
{
    s->probe = strdup("add_chain");
    s->keys = calloc(KEYS, sizeof *s->keys);
    add_key(s, "kind", 0);
    s->samples = calloc(1, sizeof *s->samples);
    s->samples[s->n_samples++] = sample(1, 0, 1);
}

static void release(struct log_series *s)
{
    for (size_t i = 0; i < s->n_samples; i++)
        free(s->samples[i].ticks);
    for (size_t i = 0; i < s->n_keys; i++) {
        free(s->keys[i].key);
        free(s->keys[i].value);
    }
    free(s->samples);
    free(s->keys);
    free(s->probe);
}

static void known(struct results *out, const char *id, double value)
{
    struct result *r = result_add(out, id_read(id));

    r->value = r->low = r->high = value;
    r->has_bounds = true;
}

void planted_infer(const struct planted_series *series, size_t n, struct planted_pages pages,
                   enum method method, struct results *out)
{
    struct log_series all[MOST_SERIES + 1] = { 0 };
    struct log_run run = { .series = all, .n_series = n + 1, .complete = true };

    fill_reference(&all[0]);
    for (size_t i = 0; i < n; i++)
        fill(&all[i + 1], &series[i], pages);
    *out = (struct results){ 0 };
    known(out, "cache.levels", 2);
    known(out, "cache.1.size", 32768);
    known(out, "cache.1.latency", 4);
    known(out, "cache.2.size", 524288);
    known(out, "cache.2.latency", 14);
    known(out, "memory.latency", 100);
    infer_one(&analysis_cache_ways, &run, method, out);
    for (size_t i = 0; i <= n; i++)
        release(&all[i]);
}

/* A lap over N lines of a set of WAYS ways in the second level, and 24 lines that hit it. */
static double proven_lap(unsigned n, unsigned ways)
{
    return 24 * 14 + n * (n <= ways ? 14 : 50);
}

static void fill_proven(struct log_series *s, unsigned number, unsigned ways)
{
    enum { LINES = 20 };

    s->probe = strdup("cache_ways");
    s->keys = calloc(KEYS, sizeof *s->keys);
    add_key(s, "level", 2);
    add_key(s, "proven", number);
    add_key(s, "pool", 4096); /* candidates, a page each */
    add_key(s, "page", 4096);
    s->samples = calloc(LINES, sizeof *s->samples);
    for (unsigned n = 1; n <= LINES; n++) {
        s->samples[s->n_samples] = sample(n, 0, proven_lap(n, ways));
        s->samples[s->n_samples++].n_x = 1;
    }
}

void planted_proven(const unsigned *ways, size_t n, double size, double confidence,
                    struct results *out)
{
    struct log_series all[MOST_SERIES + 1] = { 0 };
    struct log_run run = { .series = all, .n_series = n + 1, .complete = true };

    fill_reference(&all[0]);
    for (size_t i = 0; i < n; i++)
        fill_proven(&all[i + 1], (unsigned)i + 1, ways[i]);
    *out = (struct results){ 0 };
    known(out, "cache.levels", 3);
    known(out, "cache.1.size", 32768);
    known(out, "cache.1.latency", 4);
    known(out, "cache.2.size", size);
    out->at[out->n - 1].confidence = confidence;
    known(out, "cache.2.latency", 14);
    known(out, "cache.3.size", 8 << 20);
    known(out, "cache.3.latency", 50);
    known(out, "memory.latency", 100);
    infer_one(&analysis_cache_ways, &run, METHOD_ROBUST, out);
    for (size_t i = 0; i <= n; i++)
        release(&all[i]);
}
