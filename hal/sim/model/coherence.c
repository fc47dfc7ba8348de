/* A directory of who wrote each line, and the groups of contexts that pay for it. */
#include "coherence.h"
#include "levels.h"
#include "policy/splitmix.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A directory with one word a line: who has it alone, or who had it last and that others read it
 * since. A line that was never written since contexts began to share is nobody's. */

enum {
    WRITER_BITS = 14,
    CLEAN = 1 << WRITER_BITS, /* with states: its owner has not written it */
    READ_BY_OTHERS = CLEAN << 1,
    MOST_DEPTH = 8
};

static uint16_t *word_of(struct sim_model *m, uint64_t physical)
{
    return &m->coherence->line[physical >> m->coherence->shift];
}

static uint64_t hand_over(const struct sim_model *m, unsigned writer)
{
    const struct sim_coherence *c = m->coherence;

    return c->hand_over_16ths[(uint64_t)writer * c->n_contexts + m->context];
}

uint64_t sim_coherence_load(struct sim_model *m, uint64_t physical)
{
    uint16_t *word = word_of(m, physical);
    unsigned writer = *word & (CLEAN - 1);

    if (writer == 0 || writer == m->context + 1 || *word & READ_BY_OTHERS)
        return 0;
    *word |= READ_BY_OTHERS;
    return hand_over(m, writer - 1);
}

uint64_t sim_coherence_store(struct sim_model *m, uint64_t physical)
{
    uint16_t *word = word_of(m, physical);
    unsigned writer = *word & (CLEAN - 1);
    uint64_t cost = writer != 0 && writer != m->context + 1 ? hand_over(m, writer - 1) : 0;

    *word = (uint16_t)(m->context + 1);
    return cost;
}

/* ---- states ---- */

static bool is_shared(const struct sim_model *m, const struct sim_model *other, unsigned level)
{
    return m->level[level].bank.tags == other->level[level].bank.tags;
}

/* The first level of OWNER with the line that M does not share; n_levels: none. */
static unsigned own_level(const struct sim_model *m, const struct sim_model *owner, uint64_t at,
                          uint64_t physical)
{
    unsigned i = 0;

    while (i < m->n_levels &&
           (is_shared(m, owner, i) || !sim_level_holds(&owner->level[i], at, physical)))
        i++;
    return i;
}

/* What a line of OWNER costs M, as deep in the owner's caches as it is; 0: it has left them. */
static uint64_t transfer(const struct sim_model *m, const struct sim_model *owner, bool clean,
                         uint64_t at, uint64_t physical)
{
    const struct sim_coherence *c = m->coherence;
    const uint64_t *costs = clean ? c->clean_16ths : c->hand_over_16ths;
    unsigned level = own_level(m, owner, at, physical);

    if (level == m->n_levels)
        return 0;
    return costs[(uint64_t)owner->context * c->n_contexts + m->context] +
           owner->level[level].latency_16ths - owner->level[0].latency_16ths;
}

/* Takes the line from all caches that M does not share. */
static void invalidate(const struct sim_model *m, uint64_t at, uint64_t physical)
{
    for (unsigned p = 0; p < m->coherence->n_contexts; p++) {
        struct sim_model *peer = m->coherence->peer[p];

        for (unsigned i = 0; peer && i < m->n_levels; i++)
            if (!is_shared(m, peer, i))
                sim_level_invalidate(&peer->level[i], at, physical);
    }
}

uint64_t sim_coherence_transfer(struct sim_model *m, uint64_t at, uint64_t physical, bool stored)
{
    uint16_t *word = word_of(m, physical), own = (uint16_t)(m->context + 1);
    unsigned writer = *word & (CLEAN - 1);
    struct sim_model *owner = writer != 0 ? m->coherence->peer[writer - 1] : NULL;
    bool shared = *word & READ_BY_OTHERS;
    uint64_t cost = 0;

    if (owner && owner != m && !shared)
        cost = transfer(m, owner, *word & CLEAN, at, physical);
    else if (owner && owner != m && stored)
        cost = hand_over(m, writer - 1);
    if (stored && (*word & ~CLEAN) != own)
        invalidate(m, at, physical);
    if (stored)
        *word = own;
    else if (cost > 0)
        *word = (uint16_t)((writer | READ_BY_OTHERS));
    else if (!shared && owner != m)
        *word = own | CLEAN;
    return cost;
}

void sim_coherence_flush(struct sim_model *m, uint64_t at, uint64_t n_bytes)
{
    uint64_t line = (uint64_t)1 << m->coherence->shift;
    bool large;

    for (uint64_t i = at & ~(line - 1); i < at + n_bytes; i += line) {
        uint64_t page = i >> m->pages.page_shift,
                 inside = i & (((uint64_t)1 << m->pages.page_shift) - 1);
        uint32_t frame = sim_pages_physical(&m->pages, page, &large);

        if (frame != SIM_UNMAPPED)
            *word_of(m, ((uint64_t)frame << m->pages.page_shift) + inside) = 0;
    }
}

/* ---- memory ---- */

uint64_t sim_coherence_memory_16ths(struct sim_model *m, uint64_t physical)
{
    const struct sim_coherence *c = m->coherence;
    uint8_t *node = &c->node[physical >> m->pages.page_shift];
    unsigned own = c->node_of[m->context];

    if (*node == 0)
        *node = (uint8_t)own;
    return *node == own || m->machine.remote_16ths == 0 ? 0
                                                        : m->machine.remote_16ths - m->memory_16ths;
}

void sim_coherence_unmap(struct sim_model *m, uint64_t at_bytes, uint64_t n_bytes)
{
    uint64_t end = (at_bytes + n_bytes) >> m->pages.page_shift;
    bool large;

    for (uint64_t page = at_bytes >> m->pages.page_shift; page < end; page++) {
        uint32_t frame = sim_pages_physical(&m->pages, page, &large);

        if (frame != SIM_UNMAPPED)
            m->coherence->node[frame] = 0;
    }
}

/* ---- groups ---- */

/* For each context the groups that it is in, from the outermost inward, as numbers of their own. */
struct places {
    unsigned path[4096][MOST_DEPTH];
    unsigned deepest;
};

static void put(struct places *p, unsigned context, const unsigned *path, unsigned depth)
{
    memcpy(p->path[context], path, depth * sizeof *path);
    p->deepest = depth > p->deepest ? depth : p->deepest;
}

/* A range on its own is a group, as is what is in parentheses; the text was checked before. */
static void read_groups(struct places *p, const char *at)
{
    unsigned path[MOST_DEPTH] = { 0 }, depth = 0, serial = 0;

    while (*at) {
        if (*at == '(' && depth + 1 < MOST_DEPTH) {
            path[depth++] = ++serial;
            at++;
        } else if (*at == ')') {
            depth--;
            at++;
        } else if (isdigit((unsigned char)*at)) {
            char *end;
            unsigned first = (unsigned)strtoul(at, &end, 10), last = first;

            if (*end == '-')
                last = (unsigned)strtoul(end + 1, &end, 10);
            path[depth] = ++serial;
            for (unsigned c = first; c <= last; c++)
                put(p, c, path, depth + 1);
            at = end;
        } else {
            at++;
        }
    }
}

/* Groups that A and B are both in. */
static unsigned common(const struct places *p, unsigned a, unsigned b)
{
    unsigned n = 0;

    while (n < p->deepest && p->path[a][n] != 0 && p->path[a][n] == p->path[b][n])
        n++;
    return n;
}

/* Near in the innermost group, far without a common one, evenly between. Without groups all are
 * near. */
static uint64_t distance(uint64_t near, uint64_t far, const struct places *p, unsigned a,
                         unsigned b)
{
    if (p->deepest == 0)
        return near;
    return far - (far - near) * common(p, a, b) / p->deepest;
}

/* COST for the pair A, B, changed by its own draw of the spread: -1 to 1, in parts per billion. */
static uint64_t spread(const struct sim_machine *m, uint64_t cost, unsigned a, unsigned b)
{
    uint64_t rng = m->seed * 3 + 2 + ((uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a));
    int64_t draw = (int64_t)(splitmix(&rng) % (2 * SIM_PPB + 1)) - SIM_PPB;

    return cost + (uint64_t)((int64_t)(cost * m->spread_ppb / SIM_PPB) * (draw / 1000) / 1000000);
}

static void place_all(struct sim_coherence *c, const struct sim_machine *m, const struct places *p)
{
    for (unsigned a = 0; a < c->n_contexts; a++) {
        c->node_of[a] = 1 + p->path[a][0];
        for (unsigned b = 0; b < c->n_contexts; b++) {
            uint64_t pair = (uint64_t)a * c->n_contexts + b;

            c->hand_over_16ths[pair] =
                spread(m, distance(m->near_16ths, m->far_16ths, p, a, b), a, b);
            c->clean_16ths[pair] =
                spread(m, distance(m->clean_near_16ths, m->clean_far_16ths, p, a, b), a, b);
        }
    }
}

static unsigned largest_shift(const struct sim_machine *m)
{
    uint64_t line = m->n_caches ? m->cache[m->n_caches - 1].line_bytes : 64;

    return (unsigned)__builtin_ctzll(line);
}

struct sim_coherence *sim_coherence_new(const struct sim_machine *m)
{
    struct sim_coherence *c = calloc(1, sizeof *c);
    struct places *p = calloc(1, sizeof *p);

    if (!c || !p) {
        free(c);
        free(p);
        return 0;
    }
    c->shift = largest_shift(m);
    c->n_contexts = (unsigned)m->cores;
    c->line = calloc(SIM_PHYSICAL_BYTES >> c->shift, sizeof *c->line);
    c->node = calloc(SIM_PHYSICAL_BYTES / m->page_bytes, sizeof *c->node);
    c->hand_over_16ths = calloc((size_t)m->cores * m->cores, sizeof *c->hand_over_16ths);
    c->node_of = calloc(m->cores, sizeof *c->node_of);
    c->clean_16ths = calloc((size_t)m->cores * m->cores, sizeof *c->clean_16ths);
    c->peer = calloc(m->cores, sizeof *c->peer);
    bool made = c->line && c->node && c->hand_over_16ths && c->node_of && c->clean_16ths && c->peer;
    if (made) {
        read_groups(p, m->groups);
        place_all(c, m, p);
    }
    free(p);
    if (made)
        return c;
    sim_coherence_free(c);
    return 0;
}

void sim_coherence_free(struct sim_coherence *c)
{
    if (!c)
        return;
    free(c->line);
    free(c->node);
    free(c->hand_over_16ths);
    free(c->node_of);
    free(c->clean_16ths);
    free(c->peer);
    free(c);
}
