/* Shares of hits by stack distance: exact where the signature has the sets, else by their number.
 */
#include "levels.h"
#include <math.h>

/* Returns the share of distances from LEAST to END that are below CAPACITY. */
static double share_below(double least, double end, double capacity)
{
    if (capacity >= end)
        return 1;
    return capacity <= least ? 0 : (capacity - least) / (end - least);
}

/* Chance that fewer than WAYS of the lines between two touches fell into the set of the line: they
 * fall into it at random, MEAN of them. */
static double poisson_below(double mean, double ways)
{
    double term = exp(-mean), sum = 0;

    for (double k = 0; k < ways; k++) {
        sum += term;
        term *= mean / (k + 1);
    }
    return fmin(1, sum);
}

double levels_share(unsigned distance, double capacity, double ways, bool scattered)
{
    double least = (double)signature_distance_least(distance);
    double end = (double)signature_distance_least(distance + 1);

    if (ways <= 0 || !scattered || ways >= capacity)
        return share_below(least, end, capacity);
    return poisson_below((least + end) / 2 / (capacity / ways), ways);
}

/* Which of the numbers of sets of SETS[] has CAPACITY by WAYS; -1: none. */
static int which_sets(const unsigned *sets, double capacity, double ways)
{
    for (int i = 0; i < SIGNATURE_SETS && ways > 0 && ways <= SIGNATURE_DEEP; i++)
        if (fabs(capacity / ways - sets[i]) < 0.5)
            return i;
    return -1;
}

/* Middle of the depths that CODE of a signature stands for; below 0: not told. */
static double depth_of(unsigned code)
{
    if (code < SIGNATURE_DEEP)
        return code;
    if (code < SIGNATURE_DEEPER)
        return -1;
    return SIGNATURE_DEEP + (double)(signature_distance_least(code - SIGNATURE_DEEPER) +
                                     signature_distance_least(code - SIGNATURE_DEEPER + 1)) /
                                2;
}

/* Pages lie in random frames, but what is at one place of each competes for the few sets of cache 2
 * that this place can be in: strides of powers of two overflow them long before the cache. */
static void make_deep(struct levels *l)
{
    const struct machine *m = l->machine;
    double ways = m->level[1].ways, lines_of_page = m->page_bytes / m->line_bytes;
    double places = ways > 0 && m->levels > 1 ? m->level[1].lines / ways / lines_of_page : 0;

    for (unsigned code = 0; code < SIGNATURE_DEPTHS; code++) {
        double depth = depth_of(code);
        l->deep_hits[code] = depth < 0 || places < 1 || !m->scattered
                                 ? -1
                                 : (float)poisson_below(depth / places, ways);
    }
}

static double code_capacity(const struct machine *m, unsigned level)
{
    return level == 0 ? m->number[MACHINE_CODE_BYTES].value / m->line_bytes : m->level[level].lines;
}

static void make_group(struct levels *l, unsigned group)
{
    const struct machine *m = l->machine;

    for (unsigned n = 0; n < m->levels; n++) {
        const struct machine_level *at = &m->level[n];
        l->hits[n][group] = (float)levels_share(group, at->lines, at->ways, m->scattered && n > 0);
        l->code_hits[n][group] =
            (float)levels_share(group, code_capacity(m, n), n > 0 ? at->ways : 0, m->scattered);
    }
    for (unsigned n = 0; n < m->tlbs; n++)
        l->tlb_hits[n][group] = (float)levels_share(group, m->tlb[n].entries, 0, false);
}

void levels_make(struct levels *l, const struct machine *m)
{
    l->machine = m;
    /* Under a system a new page was just written with zeros, so that its lines are near. Those of
     * files come from memory: since they were read others took their places. */
    l->cold = m->os && m->levels > 1 && !m->serial ? 1 : m->levels;
    l->line_sets = which_sets(signature_line_sets, m->level[0].lines, m->level[0].ways);
    for (unsigned n = 0; n < m->tlbs; n++)
        l->page_sets[n] = which_sets(signature_page_sets, m->tlb[n].entries, m->tlb[n].ways);
    l->page_lines = which_sets(signature_line_sets, m->page_bytes / m->line_bytes, 1);
    make_deep(l);
    for (unsigned group = 0; group < SIGNATURE_GROUPS; group++)
        make_group(l, group);
}

static bool hits_first(const struct levels *l, const struct signature_access *a, float chance)
{
    if (l->line_sets >= 0)
        return a->depth[l->line_sets] < l->machine->level[0].ways;
    return chance < l->hits[0][a->distance];
}

/* Share of the accesses like A that hit in cache N. */
static float share_of(const struct levels *l, const struct signature_access *a, unsigned n)
{
    if (n == 1 && l->page_lines >= 0 && l->deep_hits[a->depth[l->page_lines]] >= 0)
        return l->deep_hits[a->depth[l->page_lines]];
    return l->hits[n][a->distance];
}

unsigned levels_of(const struct levels *l, const struct signature_access *a, float chance)
{
    unsigned n = 1;

    if (a->distance >= SIGNATURE_GROUPS)
        return (a->flags & ACCESS_FILE) != 0 ? l->machine->levels : l->cold;
    if (l->machine->levels == 0 || hits_first(l, a, chance))
        return 0;
    while (n < l->machine->levels && chance >= share_of(l, a, n))
        n++;
    return n;
}

static bool tlb_hits(const struct levels *l, unsigned n, const struct signature_access *a,
                     float chance)
{
    int sets = l->page_sets[n];

    if (sets >= 0)
        return a->page_depth[sets] < l->machine->tlb[n].ways;
    return a->page_distance < SIGNATURE_GROUPS && chance < l->tlb_hits[n][a->page_distance];
}

double levels_translation(const struct levels *l, const struct signature_access *a, float chance)
{
    const struct machine *m = l->machine;

    for (unsigned n = 0; n < m->tlbs; n++)
        if (tlb_hits(l, n, a, chance))
            return m->tlb[n].penalty;
    return m->tlbs > 0 ? m->walk : 0;
}

unsigned levels_of_code(const struct levels *l, unsigned distance, float chance)
{
    unsigned n = 0;

    if (distance >= SIGNATURE_GROUPS)
        return l->machine->levels > 1 ? l->machine->levels - 1 : l->machine->levels;
    while (n < l->machine->levels && chance >= l->code_hits[n][distance])
        n++;
    return n;
}
