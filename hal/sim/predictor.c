/* Guesses basic blocks by the history of blocks before each. */
#include "predictor.h"
#include <stdlib.h>

enum { HISTORY = 128, SITES = 4096, BUCKETS = 4096, TARGETS = 64, NONE = -1 };

#define FACTOR 0x9e3779b97f4a7c15u /* of a block in the hash, by its age */

/* A history that a site knows, and what came after it. */
struct known {
    uint64_t history;
    uintptr_t after;
    int32_t next; /* in its bucket */
};

/* A block, and what came after it. Histories are kept in a ring: the oldest is dropped. */
struct site {
    uintptr_t block, last;
    uintptr_t target[TARGETS];
    uint64_t n_targets;
    struct known *ring; /* SIZE of them, N in use, AT the next to be written */
    uint64_t size, n, at;
    int32_t bucket[BUCKETS];
};

static struct site *sites[SITES]; /* by block; the host's memory is all that ends them */
static uintptr_t before[HISTORY]; /* a ring of blocks */
static unsigned newest;
static uint64_t history;
static struct site *last_site;

static struct site *make_site(uintptr_t block)
{
    struct site *s = calloc(1, sizeof *s);

    if (s == NULL)
        return NULL;
    s->block = block;
    for (unsigned i = 0; i < BUCKETS; i++)
        s->bucket[i] = NONE;
    return s;
}

/* The site of BLOCK; NULL where there is no room for it: it is then always predicted. */
static struct site *site_of(uintptr_t block)
{
    unsigned i = (unsigned)(block * FACTOR >> 52) % SITES;

    for (unsigned tries = 0; tries < SITES; tries++, i = (i + 1) % SITES) {
        if (sites[i] == NULL)
            sites[i] = make_site(block);
        if (sites[i] == NULL || sites[i]->block == block)
            return sites[i];
    }
    return NULL;
}

static void add_target(struct site *s, uintptr_t block)
{
    for (uint64_t i = 0; i < s->n_targets; i++)
        if (s->target[i] == block)
            return;
    if (s->n_targets < TARGETS)
        s->target[s->n_targets++] = block;
}

static int32_t *bucket_of(struct site *s, uint64_t key)
{
    return &s->bucket[key >> 40 & (BUCKETS - 1)];
}

static struct known *find(struct site *s, uint64_t key)
{
    for (int32_t i = *bucket_of(s, key); i != NONE; i = s->ring[i].next)
        if (s->ring[i].history == key)
            return &s->ring[i];
    return NULL;
}

static void drop(struct site *s, int32_t number)
{
    int32_t *link = bucket_of(s, s->ring[number].history);

    while (*link != number)
        link = &s->ring[*link].next;
    *link = s->ring[number].next;
}

/* Makes room for SIZE histories, when more successors than before turn up; forgets all. */
static bool resize(struct site *s, uint64_t size)
{
    if (s->size == size)
        return s->ring != NULL;
    free(s->ring);
    s->ring = malloc((size_t)size * sizeof *s->ring);
    s->size = size;
    s->n = s->at = 0;
    for (unsigned i = 0; i < BUCKETS; i++)
        s->bucket[i] = NONE;
    return s->ring != NULL;
}

static void learn(struct site *s, uint64_t key, uintptr_t block)
{
    int32_t number = (int32_t)s->at;
    int32_t *bucket = bucket_of(s, key);

    if (s->n == s->size)
        drop(s, number);
    else
        s->n++;
    s->ring[number] = (struct known){ key, block, *bucket };
    *bucket = number;
    s->at = (s->at + 1) % s->size;
}

/* Returns true when BLOCK was not predicted at site S. */
static bool is_wrong(struct site *s, uintptr_t block, uint64_t directions, uint64_t jumps,
                     uint64_t targets)
{
    uintptr_t guess = s->last;

    add_target(s, block);
    s->last = block;
    if (s->n_targets < 2)
        return false;
    if (s->n_targets > targets || !resize(s, s->n_targets == 2 ? directions : jumps))
        return guess != block;
    struct known *known = find(s, history);
    if (known == NULL) {
        learn(s, history, block);
        return guess != block;
    }
    bool wrong = known->after != block;
    known->after = block;
    return wrong;
}

/* The hash is a polynomial of the blocks, so that the oldest can be taken out. */
static void remember(uintptr_t block)
{
    static uint64_t oldest_factor;

    if (oldest_factor == 0) {
        oldest_factor = 1;
        for (unsigned i = 0; i < HISTORY; i++)
            oldest_factor *= FACTOR;
    }
    newest = (newest + 1) % HISTORY;
    history = history * FACTOR + block - before[newest] * oldest_factor;
    before[newest] = block;
}

enum sim_prediction sim_predict(uintptr_t block, uint64_t directions, uint64_t jumps,
                                uint64_t targets)
{
    bool wrong = last_site != NULL && is_wrong(last_site, block, directions, jumps, targets);
    bool several = last_site != NULL && last_site->n_targets > 2;

    remember(block);
    last_site = site_of(block);
    return wrong ? SIM_WRONG : several ? SIM_PREDICTED_OF_SEVERAL : SIM_PREDICTED;
}
