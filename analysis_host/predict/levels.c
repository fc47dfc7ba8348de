/* Shares of hits by stack distance: exact where the signature has the sets, else by their number.
 */
#include "levels.h"
#include "policy_hits.h"
#include "result/query.h"
#include <math.h>
#include <stdlib.h>

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
    return level == 0 ? m->number[MACHINE_ICACHE_SIZE].value / m->line_bytes
                      : m->level[level].lines;
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

/* ---- caches that do not replace what was used least lately ---- */

static unsigned group_of(double distance)
{
    unsigned group = 0;

    while (group + 1 < SIGNATURE_GROUPS && (double)signature_distance_least(group + 1) <= distance)
        group++;
    return group;
}

enum { PHASES = 64 };

/* Bursts stand for phases: PHASES of them at most, from the whole run. Returns how many. */
static unsigned choose_bursts(const struct signature *s, uint32_t bursts[PHASES])
{
    unsigned n = s->n_bursts < PHASES ? s->n_bursts : PHASES;

    for (unsigned i = 0; i < n; i++)
        bursts[i] = (uint32_t)((2 * (uint64_t)i + 1) * s->n_bursts / (2 * n));
    return n;
}

/* What the policy of a cache makes of touches of each kind. */
struct driven {
    struct policy_touches touches[POLICY_KINDS];
    float hits[POLICY_KINDS];
    double weight[POLICY_KINDS]; /* touches in the bursts that were chosen */
    unsigned n;
    bool in_sets; /* kinds are depths in the sets of cache 1, the last all that are deeper; else
                     groups of distances */
};

static unsigned kind_of(const struct levels *l, const struct signature_access *a, bool in_sets)
{
    if (!in_sets)
        return a->distance;
    double depth = depth_of(a->depth[l->line_sets]);
    if (depth < 0) /* deeper than the signature tells */
        depth = fmax(SIGNATURE_DEEP, (double)signature_distance_least(a->distance) /
                                         signature_line_sets[l->line_sets]);
    return (unsigned)fmin(POLICY_KINDS - 1, depth);
}

/* Counts the touches of BURST. Lines that were never touched before evict one beyond the first
 * LINES. */
static void count_touches(struct policy_phase *phase, struct driven *d, const struct levels *l,
                          const struct signature *s, const struct signature_burst *burst,
                          double lines)
{
    float evict = s->lines > 0 ? (float)fmax(0, 1 - lines / (double)s->lines) : 0;

    for (uint32_t i = 0; i < burst->n_accesses; i++) {
        const struct signature_access *a = &s->accesses[burst->first_access + i];

        if (a->distance >= SIGNATURE_GROUPS) {
            phase->newer += evict;
        } else {
            phase->weight[kind_of(l, a, d->in_sets)]++;
            d->weight[kind_of(l, a, d->in_sets)]++;
        }
    }
}

/* Fills in what the policy of cache N, from 0, makes of D's kinds. False: no bursts, no memory. */
static bool drive(struct driven *d, const struct levels *l, const struct signature *s, unsigned n)
{
    const struct machine_level *at = &l->machine->level[n];
    struct policy_cache cache = { at->policy, (unsigned)at->ways,
                                  d->in_sets ? 1 : at->lines / at->ways,
                                  l->machine->scattered && n > 0 };
    struct policy_phase *phases = calloc(PHASES, sizeof *phases);
    uint32_t bursts[PHASES];
    unsigned n_phases = choose_bursts(s, bursts);
    bool done = false;

    for (unsigned i = 0; phases != NULL && i < n_phases; i++)
        count_touches(&phases[i], d, l, s, &s->bursts[bursts[i]], at->lines);
    if (phases != NULL && n_phases > 0)
        done = policy_hits(d->hits, d->touches, d->n, phases, n_phases, &cache) == 0;
    free(phases);
    return done;
}

static void replace_in_groups(struct levels *l, const struct signature *s, unsigned n)
{
    struct driven d = { .n = SIGNATURE_GROUPS };
    double places = l->machine->page_bytes / l->machine->line_bytes;

    for (unsigned group = 0; group < SIGNATURE_GROUPS; group++)
        d.touches[group] =
            (struct policy_touches){ .least = (double)signature_distance_least(group),
                                     .end = (double)signature_distance_least(group + 1),
                                     .before = n > 0 ? (double)l->hits[n - 1][group] : 0 };
    if (!drive(&d, l, s, n))
        return;
    for (unsigned group = 0; group < SIGNATURE_GROUPS; group++) {
        float before = (float)d.touches[group].before;
        l->hits[n][group] = before + (1 - before) * d.hits[group];
    }
    for (unsigned code = 0; n == 1 && code < SIGNATURE_DEPTHS; code++)
        if (l->deep_hits[code] >= 0) /* as many lines in a set as at that distance */
            l->deep_hits[code] = l->hits[n][group_of(depth_of(code) * places)];
}

/* Depths in the sets of cache 1 are known. */
static void replace_in_first(struct levels *l, const struct signature *s)
{
    struct driven d = { .n = POLICY_KINDS, .in_sets = true };
    double deep = 0, touches = 0;

    for (unsigned depth = 0; depth < POLICY_KINDS; depth++)
        d.touches[depth] = (struct policy_touches){ .least = depth, .end = depth + 1 };
    if (!drive(&d, l, s, 0))
        return;
    for (unsigned depth = SIGNATURE_DEEP; depth < POLICY_KINDS; depth++) {
        deep += d.weight[depth] * (double)d.hits[depth];
        touches += d.weight[depth];
    }
    for (unsigned code = 0; code < SIGNATURE_DEPTHS; code++) {
        double depth = depth_of(code);
        l->first_hits[code] = depth >= 0    ? d.hits[(unsigned)fmin(POLICY_KINDS - 1, depth)]
                              : touches > 0 ? (float)(deep / touches)
                                            : d.hits[SIGNATURE_DEEP];
    }
}

/* True when the policy of AT is another than LRU, and not nearly that either: with lru_plru 86
 * programs on a host moved by less than 0.1 percent in the mean. */
static bool has_policy(const struct machine_level *at)
{
    enum { MOST_WAYS = 64 };

    return at->policy != REPLACEMENT_LRU && at->policy != REPLACEMENT_LRU_PLRU && at->ways >= 2 &&
           at->ways <= MOST_WAYS;
}

static void replace_by_policy(struct levels *l, const struct signature *s)
{

    for (unsigned n = 0; n < l->machine->levels; n++) {
        if (!has_policy(&l->machine->level[n]))
            continue;
        if (n == 0 && l->line_sets >= 0)
            replace_in_first(l, s);
        else
            replace_in_groups(l, s, n);
    }
}

void levels_make(struct levels *l, const struct machine *m, const struct signature *s)
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
    for (unsigned code = 0; code < SIGNATURE_DEPTHS; code++)
        l->first_hits[code] = code < m->level[0].ways;
    replace_by_policy(l, s);
}

static bool hits_first(const struct levels *l, const struct signature_access *a, float chance)
{
    if (l->line_sets >= 0)
        return chance < l->first_hits[a->depth[l->line_sets]];
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

/* ---- Accesses of the whole run by distance, held against the bounds of each cache ---- */

/* Accesses by group of distance. */
static void add_up(double all[SIGNATURE_GROUPS], const struct signature *s)
{
    for (unsigned g = 0; g < SIGNATURE_GROUPS; g++)
        all[g] = 0;
    for (uint32_t i = 0; i < s->n_memory; i++)
        for (unsigned g = 0; g < SIGNATURE_GROUPS; g++)
            all[g] += (double)s->memory[i].distance[g];
}

/* Accesses at a distance of LEAST lines up to END, those of a group spread evenly. */
static double between(const double all[SIGNATURE_GROUPS], double least, double end)
{
    double sum = 0;

    for (unsigned g = 0; g < SIGNATURE_GROUPS; g++) {
        double from = (double)signature_distance_least(g);
        double to = (double)signature_distance_least(g + 1);
        double part = fmin(end, to) - fmax(least, from);
        sum += part > 0 ? all[g] * part / (to - from) : 0;
    }
    return sum;
}

/* Cycles that count, by all that accesses beyond cache 1 take: others pass meanwhile. */
static double exposure(const struct levels *l, const double all[SIGNATURE_GROUPS],
                       const double cause[CAUSES])
{
    const struct machine *m = l->machine;
    double take = 0, count = 0;

    for (unsigned n = 1; n <= m->levels; n++) {
        double end = n < m->levels ? m->level[n].lines : INFINITY;
        take += between(all, m->level[n - 1].lines, end) * m->level[n].latency;
        count += cause[n < m->levels ? CAUSE_CACHE_1 + n : CAUSE_MEMORY];
    }
    return take > 0 ? fmin(1, count / take) : 0;
}

double edges_error(const struct levels *l, const struct signature *s, const double cause[CAUSES])
{
    const struct machine *m = l->machine;
    double all[SIGNATURE_GROUPS], squares = 0;

    add_up(all, s);
    double counts = exposure(l, all, cause);
    for (unsigned n = 1; n < m->levels; n++) {
        const struct result *size = result_find(m->results, id_at(CACHE_SIZE, n + 1));
        if (size == NULL || !size->has_bounds)
            continue;
        double lines = m->level[n].lines; /* of an exclusive cache, of those before it, too */
        double others = size->kind == RESULT_NUMBER ? lines - size->value / m->line_bytes : 0;
        double moved = fmax(between(all, others + size->low / m->line_bytes, lines),
                            between(all, lines, others + size->high / m->line_bytes));
        double cycles = moved * counts * (m->level[n + 1].latency - m->level[n].latency);
        squares += cycles * cycles;
    }
    return sqrt(squares);
}
