/* What a way to compute costs, by formula. */
#include "model.h"
#include <math.h>

/* Share of a TLB's entries that data get: code and stack need some. */
#define TLB_SHARE 0.9
/* Share of a cache that a block may fill, others being used beside it. */
#define CACHE_SHARE 0.75
/* Share of a level's low bound where sets fill by chance. */
#define CHANCE_SHARE 0.5
/* Bytes between columns that are a power of two apart. */
#define POWER_APART 4096

/* ---- the published rule ---- */

unsigned tune_square(unsigned limit)
{
    unsigned m = 0;

    while ((m + 1) * (m + 1) + 2 * (m + 1) <= limit)
        m++;
    return m;
}

unsigned tune_square_of_lines(unsigned limit, unsigned line)
{
    unsigned m = 0;

    while ((m + 4) * (m + 4) + (m + 4) + line * (m + 4) <= limit)
        m += 4;
    return m;
}

struct tune_tile tune_even_tile(unsigned limit)
{
    struct tune_tile best = { 0, 0 };
    double most = 0;

    for (unsigned rows = 2; rows <= limit; rows += 2)
        for (unsigned columns = 2; columns <= rows; columns += 2) {
            double work = 2.0 * rows * columns, moved = (double)rows * columns + rows + columns;
            if (moved <= limit && work / (work + moved) > most) {
                most = work / (work + moved);
                best = (struct tune_tile){ rows, columns };
            }
        }
    return best;
}

/* ---- tiles ---- */

static double vectors_of(const struct tune_arithmetic *a, struct tune_tile tile)
{
    return ceil((double)tile.rows / a->lanes);
}

double tune_tile_cycles(const struct tune_arithmetic *a, struct tune_tile tile)
{
    double mv = vectors_of(a, tile), nr = tile.columns;
    double step = fmax(fmax(mv * nr * a->interval, (mv + nr) * a->load), a->latency);

    return step / ((double)tile.rows * nr);
}

bool tune_tile_fits(const struct tune_arithmetic *a, struct tune_tile tile)
{
    double mv = vectors_of(a, tile);

    return mv * tile.columns + mv + 1 <= a->registers;
}

double tune_tile_loads(const struct tune_arithmetic *a, struct tune_tile tile)
{
    double mv = vectors_of(a, tile);

    return (mv + tile.columns) / (mv * tile.columns);
}

double tune_tile_waste(struct tune_tile tile)
{
    static const double sides[] = { 256, 384, 512, 768, 1024 };
    const unsigned n = sizeof sides / sizeof sides[0];
    double sum = 0;

    for (unsigned i = 0; i < n; i++)
        sum += ceil(sides[i] / tile.rows) * tile.rows * ceil(sides[i] / tile.columns) *
               tile.columns / (sides[i] * sides[i]);
    return sum / n;
}

/* ---- memory ---- */

double tune_usable(const struct tune_machine *m, unsigned level)
{
    const struct tune_level *l = &m->level[level];

    if (level >= m->levels)
        return 0;
    return l->scattered ? CHANCE_SHARE * l->low : CACHE_SHARE * l->bytes;
}

/* A line of the first level that comes from LEVEL. Caches between have longer lines perhaps: these
 * bring its neighbours along, which come from the level before then. */
static double cost_from(const struct tune_machine *m, unsigned level)
{
    double cost = 0;

    if (m->overlapped)
        return level == 0 ? 0 : m->level[0].line / m->level[level].read;
    for (unsigned i = 1; i <= level; i++) {
        double far = m->level[i].latency - m->level[0].latency;
        double brought = fmax(1, m->level[i - 1].line / m->level[0].line);
        cost = (far + (brought - 1) * cost) / brought;
    }
    return cost;
}

/* Share of blocks of BYTES that LEVEL, from 0, does not keep: none up to what is usable of it, all
 * of what is a third larger. */
static double share_lost(const struct tune_machine *m, unsigned level, double bytes)
{
    double usable = tune_usable(m, level);

    return fmin(1, fmax(0, (bytes / usable - 1) / (1 / CACHE_SHARE - 1)));
}

double tune_line_cost(const struct tune_machine *m, double bytes)
{
    double cost = 0, lost = 1;

    for (unsigned level = 0; level < m->levels && lost > 0; level++) {
        double next = lost * share_lost(m, level, bytes);
        cost += (lost - next) * cost_from(m, level);
        lost = next;
    }
    return cost + lost * cost_from(m, m->levels);
}

double tune_page_cost(const struct tune_machine *m, double bytes)
{
    for (unsigned i = 0; i < m->tlbs; i++)
        if (TLB_SHARE * m->tlb[i].entries * m->page >= bytes)
            return m->tlb[i].penalty;
    return m->tlbs > 0 ? m->walk : 0;
}

/* ---- blocks ---- */

/* Sides and bytes of a packed product. */
struct sides {
    double mr, nr, kc, mc, n, es, line;
    double block, strip, tile; /* bytes of A's block, B's strip, C's tile */
};

static struct sides sides_of(const struct tune_machine *m, const struct tune_arithmetic *a,
                             const struct tune_blocks *b, unsigned n)
{
    struct sides s = { .mr = b->tile.rows,
                       .nr = b->tile.columns,
                       .kc = fmin(b->kc, n),
                       .mc = fmin(b->mc, n),
                       .n = n,
                       .es = a->bytes };

    s.line = m->levels > 0 ? m->level[0].line : s.es;
    s.block = s.mc * s.kc * s.es;
    s.strip = s.nr * s.kc * s.es;
    s.tile = s.mr * s.nr * s.es;
    return s;
}

/* A of one tile: its block was used in the strip before. */
static double cost_of_a(const struct tune_machine *m, const struct sides *s)
{
    double bytes = s->mr * s->kc * s->es;

    return bytes / s->line * tune_line_cost(m, s->block + s->strip + s->tile) +
           bytes / m->page * tune_page_cost(m, s->block + s->strip);
}

/* B of one tile: its strip was used in the tile before. The first tile of a block fetches it: since
 * then came the rest of B, a block of A from its matrix and packed, and its rows of C. */
static double cost_of_b(const struct tune_machine *m, const struct sides *s)
{
    double used = (s->mr + s->nr) * s->kc * s->es + s->tile;
    double since = s->n * s->kc * s->es + 2 * s->block + s->n * s->mc * s->es;
    double first = tune_line_cost(m, since);

    return s->nr * s->kc * s->es / s->line * (tune_line_cost(m, used) + first * s->mr / s->mc);
}

/* C of one tile, beyond hits. */
static double cost_of_c(const struct tune_machine *m, const struct sides *s)
{
    double lines = s->nr * ceil(s->mr * s->es / s->line);
    double apart = s->n * s->es >= m->page ? 1 : s->n * s->es / m->page;
    double between = s->nr * m->page + (s->mr + s->nr) * s->kc * s->es;

    return lines * tune_line_cost(m, s->n * s->n * s->es) +
           s->nr * apart * tune_page_cost(m, between);
}

/* Lines of A are longer than a tile is high: the next strip that is packed comes back to them after
 * KC others. */
static double cost_of_coming_back(const struct tune_machine *m, const struct sides *s)
{
    double visits = fmax(1 / s->mr, s->es / s->line) - s->es / s->line;

    return visits * tune_line_cost(m, s->kc * s->line + s->mr * s->kc * s->es);
}

/* Copying, for a multiply-add: A by its N columns of use, B by its N rows. */
static double cost_of_packing(const struct tune_machine *m, const struct sides *s, double hit)
{
    double from = tune_line_cost(m, s->n * s->n * s->es), share = s->es / s->line;
    double a = share * (from + tune_line_cost(m, s->block)) + cost_of_coming_back(m, s);
    double b = share * (from + tune_line_cost(m, s->n * s->kc * s->es));

    return (a + b + 4 * hit) / s->n;
}

double tune_blocks_cost(const struct tune_machine *m, const struct tune_arithmetic *a,
                        const struct tune_blocks *blocks, unsigned n)
{
    struct sides s = sides_of(m, a, blocks, n);
    double work = s.mr * s.nr * s.kc, hit = a->load;
    double mv = ceil(s.mr / a->lanes);
    double loads = (mv + s.nr) * s.kc * a->load;
    double arithmetic = tune_tile_cycles(a, blocks->tile) * work;
    double fetched = cost_of_a(m, &s) + cost_of_b(m, &s);
    double c = cost_of_c(m, &s) + 2 * mv * s.nr * hit;
    double packing = cost_of_packing(m, &s, hit);

    if (m->overlapped)
        return (fmax(fmax(arithmetic, loads), fetched) + c) / work + packing;
    return (fmax(arithmetic, loads) + fetched + c) / work + packing;
}

/* ---- transposition ---- */

/* Columns 4096 bytes apart of which the first level keeps a line each. */
static double columns_kept(const struct tune_machine *m)
{
    const struct tune_level *l = &m->level[0];
    double ways = l->ways > 0 ? l->ways : 4;

    return ways * fmax(1, l->bytes / ways / POWER_APART);
}

/* A tile reads T columns and writes T others, a line of each again and again. */
double tune_transpose_cost(const struct tune_machine *m, const struct tune_arithmetic *a,
                           unsigned t, bool collide)
{
    double es = a->bytes, elements = m->level[0].line / es;
    double lines = collide ? ceil(t / elements) : t / elements + 1; /* of a column */
    double kept = collide ? columns_kept(m) : t;
    bool fits = 2.0 * t * t * es <= tune_usable(m, 0) && t <= kept;
    double again = fits ? 0 : (1 - lines / t) * tune_line_cost(m, 2 * m->level[0].bytes);
    double pages = tune_page_cost(m, (t + 1) * m->page);

    return 2 * lines / t * tune_line_cost(m, INFINITY) + again + pages +
           2 * tune_page_cost(m, 2.0 * t * m->page) / t + 2 * a->load;
}
