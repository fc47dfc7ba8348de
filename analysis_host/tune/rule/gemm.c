/* C += A B: the register tile by formula or ladder, block sizes by price or in closed form. */
#include "tune/model.h"
#include "tune/rule.h"
#include "tune/space.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the second level's low bound: B's columns and C come through it, too. */
#define SHARE 0.75

enum { TILES = 4, OF_ONE_TILE = 2, LEAST_NC = 256, MOST_NC = 8192 };

/* Share of the last cache that a packed panel of B fills before parts of it are lost; a panel of
 * size / KEPT comes from memory as a whole. */
#define KEPT 0.75

/* Cycles of a multiply-add that columns of B at a time decide, with BYTES in the last cache: blocks
 * of A are copied again for each panel, and each block fetches the panel. */
static double panel_cost(const struct tune_machine *m, const struct tune_arithmetic *a,
                         const struct tune_blocks *b, double nc, double bytes)
{
    double cache = m->level[m->levels - 1].read, memory = m->level[m->levels].read;
    double copy = a->bytes * (1 / memory + 1 / cache) + 2 * a->load / a->lanes;
    double lost = (nc * b->kc * a->bytes / bytes - KEPT) / (1 / KEPT - KEPT);
    double fetch = a->bytes * (1 / cache + fmin(1, fmax(0, lost)) * (1 / memory - 1 / cache));

    return copy / nc + fetch / b->mc;
}

/* Columns of B that are packed at once: the cheapest, where the size of the last cache is in doubt
 * by what both its bounds cost. */
static unsigned panel(const struct tune_machine *m, const struct tune_arithmetic *a,
                      const struct tune_blocks *b)
{
    const unsigned nr = b->tile.columns;
    const struct tune_level *last = &m->level[m->levels > 0 ? m->levels - 1 : 0];
    double low = last->in_doubt ? last->low : last->bytes;
    double high = last->in_doubt ? last->high : last->bytes;
    double least = INFINITY, best = LEAST_NC;

    for (double nc = LEAST_NC; nc <= MOST_NC && m->levels > 0; nc += LEAST_NC / 2) {
        double cost = panel_cost(m, a, b, nc, low) + panel_cost(m, a, b, nc, high);
        if (cost < least) {
            least = cost;
            best = nc;
        }
    }
    return (unsigned)(best / nr) * nr;
}

/* Bytes whose pages the first TLB knows: a column of A is a page or more from the next. */
static double translated_bytes(const struct tune_machine *m)
{
    return m->tlbs > 0 && !m->large_pages ? m->tlb[0].entries * m->page : INFINITY;
}

/* Bytes of A up to which copying it does not pay: it stays where misses are cheap. */
static double direct_bytes(const struct tune_machine *m)
{
    if (m->levels == 0)
        return INFINITY;
    return m->overlapped && m->levels > 1 ? fmin(SHARE * m->level[1].low, translated_bytes(m))
                                          : tune_usable(m, 0);
}

static void add(struct tune_ranked *ranked, const struct tune_machine *m,
                const struct tune_arithmetic *a, const struct tune_blocks *b)
{
    double direct = direct_bytes(m);
    struct tune_choice choice = { .kernel = "gemm",
                                  .type = a->type,
                                  .rows = b->tile.rows,
                                  .columns = b->tile.columns,
                                  .lanes = a->lanes,
                                  .kc = b->kc,
                                  .mc = b->mc,
                                  .nc = panel(m, a, b),
                                  .direct_bytes = isinf(direct) ? UINT64_MAX : (uint64_t)direct };

    (void)tune_add(ranked, &choice, tune_blocks_cost(m, a, b, TUNE_SIDE));
}

/* Misses hide each other: closed form. Whether A's block has to stay in the second level is the
 * doubtful part, so the other answer comes second. */
static void rank_by_rule(const struct tune_machine *m, const struct tune_arithmetic *a,
                         const struct tune_tile *tile, unsigned tiles, struct tune_ranked *ranked)
{
    for (unsigned i = 0; i < tiles; i++) {
        bool bounded = tune_space_bounded(m, a, tile[i]);
        struct tune_blocks b = tune_space_rule(m, a, tile[i], bounded);
        struct tune_blocks other = tune_space_rule(m, a, tile[i], !bounded);
        add(ranked, m, a, &b);
        if (i == 0)
            add(ranked, m, a, &other);
    }
}

static int by_cost(const void *one, const void *other)
{
    const struct tune_priced *a = one, *b = other;

    return (a->cost > b->cost) - (a->cost < b->cost);
}

/* One miss after the other: the cheapest of a grid, at most two of one tile. */
static void rank_by_price(const struct tune_machine *m, const struct tune_arithmetic *a,
                          const struct tune_tile *tile, unsigned tiles, struct tune_ranked *ranked)
{
    static struct tune_priced all[TUNE_MOST_BLOCKS];
    struct tune_priced best[TILES * OF_ONE_TILE];
    unsigned n = 0;

    for (unsigned i = 0; i < tiles; i++) {
        unsigned found = tune_space_blocks(m, a, tile[i], all);
        for (unsigned k = 0; k < found && k < OF_ONE_TILE; k++) {
            best[n] = all[k];
            best[n++].cost *= tune_tile_waste(tile[i]);
        }
    }
    qsort(best, n, sizeof best[0], by_cost);
    for (unsigned i = 0; i < n; i++)
        add(ranked, m, a, &best[i].blocks);
}

static void rank(const struct tune_machine *m, const struct tune_arithmetic *a,
                 struct tune_ranked *ranked)
{
    struct tune_tile tile[TILES];
    unsigned tiles = tune_space_tiles(m, a, tile, TILES);

    if (tiles == 0)
        snprintf(ranked->why, sizeof ranked->why, "no tile fits %g registers", a->registers);
    else if (m->levels == 0 || m->overlapped)
        rank_by_rule(m, a, tile, tiles, ranked);
    else
        rank_by_price(m, a, tile, tiles, ranked);
}

const struct tune_rule tune_gemm = {
    .about = "tile: fewest cycles with edge waste, then fewest loads; blocks: priced, or in closed "
             "form where misses hide each other",
    .rank = rank,
};
