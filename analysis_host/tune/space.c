/* Which ways to build a product there are, and the cheapest of them. */
#include "space.h"
#include <math.h>
#include <stdlib.h>

/* Tiles whose cost and waste together are so near are alike: fewer loads decide. */
#define ALIKE 0.02
/* More columns of C than ways: sides that are powers of two put all into one set. */
#define COLLISION 1.04
/* Shares of the time that C from memory, and B from the last cache, may take. */
#define SHARE_OF_C 0.05
#define SHARE_OF_B 0.02

enum { MOST_ROWS = 128, MOST_COLUMNS = 16, LEAST_KC = 16, MOST_KC = 1024 };

/* ---- tiles ---- */

struct scored_tile {
    struct tune_tile tile;
    double cost, loads;
};

static struct scored_tile score(const struct tune_machine *m, const struct tune_arithmetic *a,
                                struct tune_tile tile)
{
    double ways = m->levels > 0 && m->level[0].ways > 0 ? m->level[0].ways : 8;
    double collides = tile.columns > ways ? COLLISION : 1;

    return (struct scored_tile){ tile, tune_tile_cycles(a, tile) * tune_tile_waste(tile) * collides,
                                 tune_tile_loads(a, tile) };
}

static int by_cost(const void *one, const void *other)
{
    const struct scored_tile *a = one, *b = other;

    return a->cost != b->cost ? (a->cost > b->cost) - (a->cost < b->cost)
                              : (a->loads > b->loads) - (a->loads < b->loads);
}

/* Moves the tile with the fewest loads among those as cheap as the first of N to the front. */
static void prefer_fewer_loads(struct scored_tile *at, unsigned n)
{
    unsigned best = 0;

    for (unsigned i = 1; i < n && at[i].cost <= at[0].cost * (1 + ALIKE); i++)
        if (at[i].loads < at[best].loads)
            best = i;
    struct scored_tile first = at[best];
    for (unsigned i = best; i > 0; i--)
        at[i] = at[i - 1];
    at[0] = first;
}

enum { MOST_SCORED = 1024 };

/* Every tile that the registers hold. */
static unsigned score_all(const struct tune_machine *m, const struct tune_arithmetic *a,
                          struct scored_tile *at)
{
    unsigned n = 0;

    for (unsigned rows = a->lanes; rows <= MOST_ROWS; rows += a->lanes)
        for (unsigned columns = 1; columns <= MOST_COLUMNS && n < MOST_SCORED; columns++) {
            struct tune_tile tile = { rows, columns };
            if (tune_tile_fits(a, tile))
                at[n++] = score(m, a, tile);
        }
    return n;
}

unsigned tune_space_tiles(const struct tune_machine *m, const struct tune_arithmetic *a,
                          struct tune_tile *tile, unsigned most)
{
    static struct scored_tile at[MOST_SCORED];
    unsigned n = a->tiles;

    for (unsigned i = 0; i < a->tiles; i++)
        at[i] = score(m, a, a->tile[i]);
    if (n == 0)
        n = score_all(m, a, at);
    qsort(at, n, sizeof at[0], by_cost);
    n = n < MOST_SCORED ? n : MOST_SCORED;
    for (unsigned i = 0; i < n && i < most; i++) {
        prefer_fewer_loads(at + i, n - i);
        tile[i] = at[i].tile;
    }
    return n < most ? n : most;
}

/* ---- blocks on a grid ---- */

static int by_price(const void *one, const void *other)
{
    const struct tune_priced *a = one, *b = other;

    if (a->cost != b->cost)
        return (a->cost > b->cost) - (a->cost < b->cost);
    return a->blocks.kc != b->blocks.kc
               ? (a->blocks.kc < b->blocks.kc) - (a->blocks.kc > b->blocks.kc)
               : (a->blocks.mc > b->blocks.mc) - (a->blocks.mc < b->blocks.mc);
}

/* Heights of A's block: tiles by 1, 2, 3, 4, 6, 8, 12 ..., up to twice the second level or what the
 * side holds. */
static unsigned next_height(unsigned tiles)
{
    bool is_power = (tiles & (tiles - 1)) == 0;

    return tiles < 2 ? tiles + 1 : is_power ? tiles / 2 * 3 : tiles / 3 * 4;
}

static double most_bytes(const struct tune_machine *m)
{
    return 2 * m->level[m->levels > 1 ? 1 : 0].bytes;
}

unsigned tune_space_blocks(const struct tune_machine *m, const struct tune_arithmetic *a,
                           struct tune_tile tile, struct tune_priced *at)
{
    static const unsigned depths[] = { 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024 };
    unsigned n = 0;

    for (unsigned i = 0; i < sizeof depths / sizeof depths[0] && depths[i] <= TUNE_SIDE; i++)
        for (unsigned tiles = 1; n < TUNE_MOST_BLOCKS; tiles = next_height(tiles)) {
            struct tune_blocks b = { tile, depths[i], tiles * tile.rows };
            if (tiles > 1 && (b.mc > TUNE_SIDE || (double)b.mc * b.kc * a->bytes > most_bytes(m)))
                break;
            at[n++] = (struct tune_priced){ b, tune_blocks_cost(m, a, &b, TUNE_SIDE) };
        }
    qsort(at, n, sizeof at[0], by_price);
    return n;
}

/* ---- blocks in closed form ---- */

static unsigned multiple(double value, unsigned of, double least)
{
    return (unsigned)fmax(least, floor(value / of) * of);
}

/* Steps before C is read and written again: memory gives a vector of C and takes it while 2 / kc of
 * the multiply-adds are done. Two strips of B stay within the first level. */
static unsigned depth_by_rule(const struct tune_machine *m, const struct tune_arithmetic *a,
                              struct tune_tile tile)
{
    double vector = a->lanes * a->bytes, most = MOST_KC;
    double kc = 2 * vector / (SHARE_OF_C * a->interval * m->level[m->levels].read);

    if (m->levels > 0)
        most = m->level[0].bytes / (2.0 * tile.columns * a->bytes);
    return multiple(fmin(fmin(kc, most), MOST_KC) + 4, 8, LEAST_KC);
}

bool tune_space_bounded(const struct tune_machine *m, const struct tune_arithmetic *a,
                        struct tune_tile tile)
{
    double wanted = a->lanes * a->bytes / (tile.columns * a->interval);
    unsigned after = m->levels > 2 ? 2 : m->levels;

    return wanted > m->level[after].read / 2;
}

/* Bytes of a cache that blocks count on: its low bound; where that is in doubt, and may be a small
 * part of the cache, the geometric mean of it and what was measured. */
static double safe_bytes(const struct tune_level *l)
{
    return l->in_doubt ? sqrt(l->low * l->bytes) : l->low;
}

struct tune_blocks tune_space_rule(const struct tune_machine *m, const struct tune_arithmetic *a,
                                   struct tune_tile tile, bool bounded)
{
    struct tune_blocks b = { tile, depth_by_rule(m, a, tile), 0 };
    double held = safe_bytes(&m->level[m->levels > 1 ? 1 : 0]) / 2 / (b.kc * a->bytes);
    double read = m->level[m->levels > 0 ? m->levels - 1 : 0].read; /* holds a panel of B */
    double wanted = a->lanes * a->bytes / (SHARE_OF_B * a->interval * read);

    b.mc = multiple(bounded ? held : fmin(fmax(held, wanted), 4 * held), tile.rows, tile.rows);
    return b;
}
