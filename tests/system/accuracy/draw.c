/* Draws machine files at random: the same seed and index draw the same machine. */
#include "draw.h"
#include "policy/splitmix.h"
#include <stdbool.h>

enum { LARGEST_BYTES = 16 << 20, REACH_MOST_BYTES = 8 << 20, CACHES_MOST = 4 };

struct drawn_cache {
    unsigned size_bytes, ways, line_bytes, latency_cycles;
    bool exclusive;
};

struct drawn {
    uint64_t rng;
    unsigned page_bytes, n_caches;
    struct drawn_cache cache[CACHES_MOST];
};

static unsigned below(struct drawn *d, unsigned n)
{
    return splitmix_below(&d->rng, n);
}

static unsigned between(struct drawn *d, unsigned least, unsigned most)
{
    return least + below(d, most - least + 1);
}

static bool one_in(struct drawn *d, unsigned n)
{
    return below(d, n) == 0;
}

#define PICK(d, list) (list)[below((d), sizeof(list) / sizeof((list)[0]))]

/* Draws ways and size of C, of at least LEAST_BYTES: 1, 3, 5 or 7 times a power of two, and a power
 * of two of sets. */
static void draw_size(struct drawn *d, struct drawn_cache *c, unsigned least_bytes)
{
    static const unsigned ways[] = {
        1, 2, 2, 3, 4, 4, 4, 5, 6, 7, 8, 8, 8, 10, 12, 14, 16, 16, 20
    };

    c->ways = PICK(d, ways);
    c->size_bytes = c->ways * c->line_bytes;
    while (c->size_bytes < least_bytes)
        c->size_bytes *= 2;
    c->size_bytes <<= below(d, 3);
}

/* Draws cache I (0: the first) beyond those that are drawn. false: there is no room for it. */
static bool draw_cache(struct drawn *d, unsigned i)
{
    struct drawn_cache *c = &d->cache[i];
    const struct drawn_cache *above = c - 1;

    if (i == 0) {
        c->line_bytes = 16u << below(d, 4);
        c->latency_cycles = between(d, 1, 5);
        draw_size(d, c, 4096u << below(d, 4));
        return true;
    }
    c->line_bytes = above->line_bytes << (one_in(d, 3) && above->line_bytes < 256);
    c->latency_cycles = above->latency_cycles * between(d, 3, 8) / 2 + 1;
    c->exclusive = c->line_bytes == above->line_bytes && !above->exclusive && one_in(d, 6);
    draw_size(d, c, 4 * above->size_bytes);
    return c->size_bytes <= LARGEST_BYTES;
}

/* Returns true for a half of an exclusive pair: a program gets the sum only where both halves evict
 * the oldest line. */
static bool paired(const struct drawn *d, unsigned i)
{
    return d->cache[i].exclusive || (i + 1 < d->n_caches && d->cache[i + 1].exclusive);
}

/* Trees are full only over a power of two of ways. */
static const char *draw_policy(struct drawn *d, unsigned i)
{
    static const char *const policies[] = { "lru",  "lru",     "lru", "lru",
                                            "fifo", "bitplru", "nru", "random" };
    unsigned ways = d->cache[i].ways;

    if (paired(d, i))
        return "lru";
    if ((ways & (ways - 1)) == 0 && one_in(d, 6))
        return "plru";
    return PICK(d, policies);
}

static void write_cache(struct drawn *d, unsigned i, FILE *out)
{
    const struct drawn_cache *c = &d->cache[i];
    bool virtual = i == 0 ? !one_in(d, 4) : one_in(d, 8);
    const char *inclusion = c->exclusive ? "exclusive" : one_in(d, 4) ? "inclusive" : "nine";

    fprintf(out, "\n[cache %u]\nsize = %u\nways = %u\nline = %u\nlatency = %u\n", i + 1,
            c->size_bytes, c->ways, c->line_bytes, c->latency_cycles);
    fprintf(out, "policy = %s\nindex = %s\n", draw_policy(d, i), virtual ? "virtual" : "physical");
    if (i > 0)
        fprintf(out, "inclusion = %s\n", inclusion);
}

static void write_tlbs(struct drawn *d, FILE *out)
{
    static const unsigned ways[] = { 0, 0, 2, 4 };
    unsigned entries = 16u << below(d, 4), penalty = between(d, 4, 10);

    while (entries * d->page_bytes > REACH_MOST_BYTES / 2)
        entries /= 2;
    fprintf(out, "\n[tlb 1]\nentries = %u\nways = %u\n", entries, PICK(d, ways));
    if (one_in(d, 2)) {
        do
            entries *= 2;
        while (entries * d->page_bytes <= REACH_MOST_BYTES / 2 && !one_in(d, 3));
        fprintf(out, "\n[tlb 2]\nentries = %u\nways = %u\npenalty = %u\n", entries, PICK(d, ways),
                penalty);
    }
    fprintf(out, "\n[walk]\npenalty = %u\n", 2 * penalty + between(d, 5, 40));
}

void draw_machine(uint64_t seed, uint64_t index, FILE *out)
{
    static const unsigned mhz[] = { 48, 200, 600, 1000, 1800, 3000 };
    struct drawn d = { .rng = seed * 1000003 + index, .page_bytes = 4096u };
    unsigned wanted;

    splitmix(&d.rng);
    wanted = between(&d, 1, CACHES_MOST);
    d.page_bytes <<= one_in(&d, 4) ? between(&d, 1, 4) : 0;
    while (d.n_caches < wanted && draw_cache(&d, d.n_caches))
        d.n_caches++;
    fprintf(out, "[machine]\nname = drawn-%llu-%llu\nmhz = %u\npage = %u\n",
            (unsigned long long)seed, (unsigned long long)index, PICK(&d, mhz), d.page_bytes);
    for (unsigned i = 0; i < d.n_caches; i++)
        write_cache(&d, i, out);
    fprintf(out, "\n[memory]\nlatency = %u\n",
            d.cache[d.n_caches - 1].latency_cycles * between(&d, 2, 6) + 20);
    write_tlbs(&d, out);
}
