/* Who is near whom: core_to_core.latency and the locality tree (BlackjackBench section 3.1.4),
 * cache.N.shared_by. */
#include "result/topology.h"
#include "analysis/analysis.h"
#include "model/partition.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CACHES = 8, MOST_CONTEXTS = 1024, ALL_KNOWN = 16, SOME_KNOWN = 8 };

/* Two that share a cache slow each other down at least so much; a level's size is so well known. */
static const double shares = 1.25, size_fits = 1.4, part_of_level = 0.75;

/* ---- pairs ---- */

static bool is_pair(const struct log_sample *p, unsigned first, size_t n)
{
    return p->n_x >= first + 2 && p->x[first] < n && p->x[first + 1] < n && p->n_ticks > 0 &&
           p->ops > 0;
}

/* Cycles of an operation of one context alone on X[2] bytes (0 of flags). NaN: not measured. */
static double alone_cycles(const struct log_series *s, uint64_t bytes, double tick_cycles)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x >= 2 && p->x[0] == p->x[1] && p->n_ticks > 0 &&
            (p->n_x < 3 ? 0 : p->x[2]) == bytes)
            return point_cost(p) * tick_cycles;
    }
    return NAN;
}

static void set_both(double *table, size_t n, uint64_t a, uint64_t b, double value)
{
    table[a * n + b] = table[b * n + a] = value;
}

/* A hand-over is what the pair takes beyond the same accesses of one alone. */
static void gather_lines(struct topology *l, const struct log_series *s, double tick_cycles)
{
    double alone = alone_cycles(s, 0, tick_cycles);

    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (!is_pair(p, 0, l->n) || p->x[0] == p->x[1])
            continue;
        double all = point_cost(p) * tick_cycles;
        double cycles = all - alone > all / 10 ? all - alone : all;
        l->n_pairs += isnan(l->cycles[p->x[0] * l->n + p->x[1]]) ? 1 : 0;
        if (cycles > 0)
            set_both(l->cycles, l->n, p->x[0], p->x[1], cycles);
    }
}

static void gather_blocks(struct topology *l, const struct log_series *s, double tick_cycles)
{
    double line = (double)log_series_number(s, "line");

    for (size_t i = 0; i < s->n_samples && line > 0; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x < 3 || p->x[2] == 0 || !is_pair(p, 0, l->n) || p->x[0] == p->x[1])
            continue;
        double *rate = topology_block(l, (double)p->x[2]);
        double cycles = point_cost(p) * tick_cycles;
        if (rate && cycles > 0)
            set_both(rate, l->n, p->x[0], p->x[1], line / cycles);
    }
}

static bool gather_pairs(struct topology *l, const struct log_run *run, double tick_cycles)
{
    bool damaged = false;

    for (size_t i = log_find_series(run, "core_to_core", 0); i < run->n_series;
         i = log_find_series(run, "core_to_core", i + 1)) {
        const struct log_series *s = &run->series[i];

        damaged |= s->damaged;
        if (log_series_number(s, "kind") == 0)
            gather_lines(l, s, tick_cycles);
        else
            gather_blocks(l, s, tick_cycles);
    }
    return damaged;
}

/* ---- caches ---- */

/* For each context and cache the number of the instance, the least context of it; NULL: unknown. */
struct sharing {
    size_t n;
    unsigned *group[CACHES];
    bool *refuted[CACHES];  /* n * n: the two were seen not to share */
    size_t *known[CACHES];  /* others of which it is known whether they share; see count_known() */
    double nearest[CACHES]; /* how near to the limit the least certain pair was, relative */
};

/* The level that a working set of BYTES was made for, from 1; 0: none. */
static unsigned level_of(const struct results *out, double bytes)
{
    double best = log(size_fits);
    unsigned found = 0;

    for (unsigned i = 1; i <= CACHES; i++) {
        double off = fabs(log(bytes / part_of_level / cache_measured(out, i, CACHE_SIZE)));

        if (off < best) {
            best = off;
            found = i;
        }
    }
    return found;
}

/* A and B at work on BYTES each; A and A: alone. */
struct meeting {
    uint64_t x[3]; /* bytes, A, B */
    double cost;   /* of A's loads */
};

static int by_place(const void *a, const void *b)
{
    const struct meeting *p = a, *q = b;

    for (unsigned i = 0; i < 3; i++)
        if (p->x[i] != q->x[i])
            return p->x[i] < q->x[i] ? -1 : 1;
    return 0;
}

static int by_place_and_cost(const void *a, const void *b)
{
    const struct meeting *p = a, *q = b;
    int place = by_place(a, b);

    return place != 0 ? place : (p->cost > q->cost) - (p->cost < q->cost);
}

/* The meetings of S, each once, with the least of its costs, as a pair need not share for one to be
 * disturbed; ascending, to be freed. NULL without memory. */
static struct meeting *meetings_of(const struct log_series *s, size_t n_contexts, size_t *n)
{
    struct meeting *all = malloc((s->n_samples + 1) * sizeof *all);
    size_t kept = 0;

    *n = 0;
    for (size_t i = 0; all && i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x == 3 && is_pair(p, 1, n_contexts))
            all[(*n)++] = (struct meeting){ { p->x[0], p->x[1], p->x[2] }, point_median(p) };
    }
    if (all)
        qsort(all, *n, sizeof *all, by_place_and_cost);
    for (size_t i = 0; i < *n; i++)
        if (kept == 0 || by_place(&all[i], &all[kept - 1]) != 0)
            all[kept++] = all[i];
    *n = kept;
    return all;
}

/* Returns the cost of a load of A beside B, both on BYTES; NaN: not measured. */
static double cost_of(const struct meeting *all, size_t n, uint64_t bytes, uint64_t a, uint64_t b)
{
    const struct meeting key = { .x = { bytes, a, b } };
    const struct meeting *found = bsearch(&key, all, n, sizeof *all, by_place);

    return found ? found->cost : NAN;
}

/* Returns the cost of M's contexts beside each other over that of each alone: the lesser of both
 * sides, where both were timed, as one can be disturbed by others. NaN: not measured. */
static double slowdown(const struct meeting *all, size_t n, const struct meeting *m)
{
    uint64_t bytes = m->x[0], a = m->x[1], b = m->x[2];

    return fmin(m->cost / cost_of(all, n, bytes, a, a),
                cost_of(all, n, bytes, b, a) / cost_of(all, n, bytes, b, b));
}

static int begin_groups(struct sharing *sh, unsigned cache)
{
    if (sh->group[cache])
        return 0;
    sh->group[cache] = calloc(sh->n, sizeof *sh->group[cache]);
    sh->refuted[cache] = calloc(sh->n * sh->n, sizeof *sh->refuted[cache]);
    sh->nearest[cache] = INFINITY;
    if (sh->group[cache])
        partition_apart(sh->group[cache], sh->n);
    return sh->group[cache] && sh->refuted[cache] ? 0 : -1;
}

/* Joins the contexts of M in the cache of LEVEL, or notes that they do not share it. */
static int judge(struct sharing *sh, const struct meeting *m, double ratio, unsigned level)
{
    unsigned cache = level - 1;

    if (begin_groups(sh, cache) != 0)
        return -1;
    sh->nearest[cache] = fmin(sh->nearest[cache], fabs(ratio / shares - 1));
    if (ratio > shares)
        partition_join(sh->group[cache], sh->n, m->x[1], m->x[2]);
    else
        sh->refuted[cache][m->x[1] * sh->n + m->x[2]] = true;
    return 0;
}

static int gather_sharing(struct sharing *sh, const struct log_series *s, const struct results *out)
{
    size_t n = 0;
    struct meeting *all = meetings_of(s, sh->n, &n);
    int err = all ? 0 : -1;

    for (size_t i = 0; i < n && err == 0; i++) {
        unsigned level = level_of(out, (double)all[i].x[0]);
        double ratio = slowdown(all, n, &all[i]);

        if (level != 0 && ratio > 0 && all[i].x[1] != all[i].x[2])
            err = judge(sh, &all[i], ratio, level);
    }
    free(all);
    return err;
}

/* The members of each group of CACHE, by the group's number; to be freed, NULL without memory. */
static size_t *members_of(const struct sharing *sh, unsigned cache)
{
    size_t *members = calloc(sh->n, sizeof *members);

    for (size_t i = 0; members && i < sh->n; i++)
        members[sh->group[cache][i]]++;
    return members;
}

/* Fills APART, n * n: groups of which some members were refuted with each other. */
static void part_groups(const struct sharing *sh, unsigned cache, bool *apart)
{
    const unsigned *group = sh->group[cache];

    for (size_t a = 0; a < sh->n; a++)
        for (size_t b = 0; b < sh->n; b++)
            if (sh->refuted[cache][a * sh->n + b])
                apart[group[a] * sh->n + group[b]] = apart[group[b] * sh->n + group[a]] = true;
}

/* Counts for each context of CACHE of how many others it is known whether they share it, from all
 * pairs together: those of its own group, and of each group that one of these was refuted with. -1
 * without memory. */
static int count_known(struct sharing *sh, unsigned cache)
{
    size_t *members = members_of(sh, cache), *known = calloc(sh->n, sizeof *known);
    size_t *of_group = calloc(sh->n, sizeof *of_group);
    bool *apart = calloc(sh->n * sh->n, sizeof *apart);
    int counted = members && known && of_group && apart ? 0 : -1;

    if (counted == 0)
        part_groups(sh, cache, apart);
    for (size_t g = 0; counted == 0 && g < sh->n; g++)
        for (size_t h = 0; members[g] > 0 && h < sh->n; h++)
            of_group[g] += h == g ? members[g] - 1 : apart[g * sh->n + h] ? members[h] : 0;
    for (size_t i = 0; counted == 0 && i < sh->n; i++)
        known[i] = of_group[sh->group[cache][i]];
    free(members);
    free(of_group);
    free(apart);
    sh->known[cache] = known;
    return counted;
}

static size_t known_partners(const struct sharing *sh, unsigned cache, size_t context)
{
    return sh->known[cache] ? sh->known[cache][context] : 0;
}

/* Others that each context has to be sure with: all of few contexts, some of more. */
static size_t least_partners(const struct sharing *sh)
{
    return sh->n <= ALL_KNOWN ? sh->n - 1 : SOME_KNOWN;
}

/* The first context that is sure with too few others for CACHE; n: there is none. */
static size_t unsure_context(const struct sharing *sh, unsigned cache)
{
    size_t i = 0;

    while (i < sh->n && known_partners(sh, cache, i) >= least_partners(sh))
        i++;
    return i;
}

static bool enough(const struct sharing *sh, unsigned cache)
{
    return unsure_context(sh, cache) == sh->n;
}

/* The working sets of S, each once and at most four: "24 KiB, 768 KiB". */
static struct result_words working_sets(const struct log_series *s)
{
    enum { SETS = 4 };
    uint64_t seen[SETS];
    struct result_words words = { .text = "" };
    unsigned n = 0;

    for (size_t i = 0; i < s->n_samples && n < SETS; i++) {
        size_t used = strlen(words.text);
        unsigned k = 0;

        seen[n] = s->samples[i].x[0];
        while (seen[k] != seen[n])
            k++;
        if (k < n)
            continue;
        snprintf(words.text + used, sizeof words.text - used, "%s%.20s", n > 0 ? ", " : "",
                 words_bytes((double)seen[n]).text);
        n++;
    }
    return words;
}

/* No pair of working sets was made for LEVEL. */
static void unknown_working_sets(struct result *r, const struct results *out,
                                 const struct log_series *s, unsigned level)
{
    if (s->n_samples == 0) {
        remedy_unsampled_series(r, s);
        return;
    }
    result_unknown(r, "needs two working sets that fit alone and not together",
                   result_words("L%u is %s; sharing walked %s", level,
                                words_bytes(cache_measured(out, level, CACHE_SIZE)).text,
                                working_sets(s).text)
                       .text,
                   remedy_sizes("cache_size,sharing", out));
}

static void unknown_partners(struct result *r, const struct sharing *sh, unsigned level)
{
    size_t context = unsure_context(sh, level - 1);

    result_unknown(
        r, result_words("needs each context tried with %zu others", least_partners(sh)).text,
        result_words("context %zu is sure with %zu of %zu: the time was over", context,
                     known_partners(sh, level - 1, context), sh->n - 1)
            .text,
        remedy_up_to("cache_size,sharing", "time", 60));
}

static void unknown_instances(struct result *r, const struct partition_sizes *sizes)
{
    result_unknown(r, "needs the same number of contexts at each instance of the cache",
                   result_words("%zu instances serve %zu to %zu contexts", sizes->groups,
                                sizes->least, sizes->most)
                       .text,
                   remedy_thorough("cache_size,sharing"));
}

static void answer_sharing(struct result *r, const struct results *out, const struct log_series *s,
                           const struct sharing *sh, unsigned level)
{
    if (!sh->group[level - 1]) {
        unknown_working_sets(r, out, s, level);
        return;
    }
    if (!enough(sh, level - 1)) {
        unknown_partners(r, sh, level);
        return;
    }
    struct partition_sizes sizes = partition_sizes(sh->group[level - 1], sh->n);
    if (sizes.least != sizes.most) {
        unknown_instances(r, &sizes);
        return;
    }
    r->value = (double)sizes.most;
    r->evidence = evidence_clamp(sh->nearest[level - 1]);
}

static void answer_caches(const struct log_run *run, struct sharing *sh, struct results *out)
{
    size_t at = log_find_series(run, "sharing", 0);

    if (at >= run->n_series)
        return;
    const struct log_series *s = &run->series[at];
    if (gather_sharing(sh, s, out) != 0)
        out->no_memory = true;
    for (unsigned i = 0; i < CACHES; i++)
        if (sh->group[i] && sh->refuted[i] && count_known(sh, i) != 0)
            out->no_memory = true;
    for (unsigned i = 1; i <= CACHES && cache_measured(out, i, CACHE_SIZE) > 0; i++) {
        double sure_of_level = result_find(out, id_at(CACHE_SIZE, i))->confidence;
        struct result *r = result_add_from(out, id_at(CACHE_SHARED_BY, i), s);

        if (s->end == RECORD_END_ALONE)
            result_none(r);
        else
            answer_sharing(r, out, s, sh, i);
        r->evidence = fmin(r->evidence, sure_of_level);
    }
}

/* ---- the answer ---- */

/* Levels for what is shared, where groups nest; those that do not are told in R's note. */
static void add_caches(struct topology *l, const struct sharing *sh, struct result *r)
{
    for (unsigned i = 0; i < CACHES; i++) {
        unsigned depth;

        if (!sh->group[i] || !enough(sh, i))
            continue;
        struct partition_sizes sizes = partition_sizes(sh->group[i], l->n);
        if (sizes.most == 1 || sizes.least == l->n)
            continue;
        if (group_tree_insert(&l->levels, sh->group[i], &depth) != 0)
            snprintf(r->note, sizeof r->note,
                     "the contexts that share cache %u are not those that are near each other",
                     i + 1);
    }
}

static void no_memory(struct result *r, size_t contexts)
{
    result_unknown(r, "needs memory for a table of pairs",
                   result_words("there is none for %zu contexts", contexts).text,
                   remedy_never("analyze runs out of memory"));
}

static void answer_pairs(struct result *r, struct topology *l, const struct sharing *sh)
{
    if (l->n_pairs == 0) {
        result_unknown(r, "needs pairs of contexts",
                       result_words("0 of %zu pairs were measured", l->n * (l->n - 1) / 2).text,
                       remedy_up_to("core_to_core", "time", 60));
        return;
    }
    if (topology_cluster(l) != 0) {
        no_memory(r, l->n);
        return;
    }
    add_caches(l, sh, r);
    if (topology_make_tree(l, (const unsigned *const *)sh->group, CACHES) != 0) {
        no_memory(r, l->n);
        return;
    }
    r->value = (double)l->n_pairs;
    double measured = evidence_near((double)l->n_pairs, (double)(l->n * (l->n - 1) / 2));
    r->evidence = r->note[0] ? evidence_doubted(measured) : measured;
    if (l->levels.by_twins > 0 && !r->note[0])
        snprintf(r->note, sizeof r->note,
                 "no gap shows %u group%s; the other groups of the same size do",
                 l->levels.by_twins, l->levels.by_twins == 1 ? "" : "s");
    if (l->n_pairs < l->n * (l->n - 1) / 2 && !r->note[0])
        snprintf(r->note, sizeof r->note, "%zu of %zu pairs were measured", l->n_pairs,
                 l->n * (l->n - 1) / 2);
}

/* There is no table of pairs of N contexts; CYCLE: ticks, 0: not known. */
static void unknown_pairs(struct result *r, size_t n, double cycle)
{
    if (n > 1 && cycle > 0)
        no_memory(r, n);
    else
        result_unknown(
            r,
            result_words("needs 2 to %d contexts, key cores of the run, and the cycle",
                         MOST_CONTEXTS)
                .text,
            result_words("%zu contexts, a cycle is %.3g ticks (0: not known)", n, cycle).text,
            remedy_run("core_to_core"));
}

static void pairs(const struct log_run *run, const struct sharing *sh, struct results *out)
{
    size_t at = log_find_series(run, "core_to_core", 0);
    double cycle = point_cycle(run), hz = point_tick_hz(run);
    bool foreign = log_key_text(run->keys, run->n_keys, "source") != NULL;

    if (at >= run->n_series)
        return;
    if (foreign) /* ns in ticks of 1 ps, or cycles in thousandths */
        cycle = hz > 0 ? hz / 1e9 : 1000;
    struct result *r = result_add_from(out, id_of(CORE_TO_CORE_LATENCY), &run->series[at]);
    result_by(r, "clique_refinement");
    if (run->series[at].end == RECORD_END_ALONE) {
        result_none(r);
        return;
    }
    struct topology *l = sh->n > 1 && cycle > 0 ? topology_new(sh->n) : NULL;
    if (!l) {
        unknown_pairs(r, sh->n, cycle);
        return;
    }
    l->cycle_ns = hz > 0 ? cycle * 1e9 / hz : 0;
    l->in_ns = foreign && hz > 0;
    r->damaged = gather_pairs(l, run, 1 / cycle);
    answer_pairs(r, l, sh);
    if (r->kind == RESULT_NUMBER)
        out->topology = l;
    else
        topology_free(l);
}

static void free_level(struct sharing *sh, unsigned i)
{
    free(sh->group[i]);
    free(sh->refuted[i]);
    free(sh->known[i]);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    uint64_t n = log_key_number(run->keys, run->n_keys, "cores", 0);
    struct sharing sh = { .n = n > MOST_CONTEXTS ? 0 : (size_t)n };

    (void)method;
    answer_caches(run, &sh, out);
    pairs(run, &sh, out);
    for (unsigned i = 0; i < CACHES; i++)
        free_level(&sh, i);
}

const struct analysis analysis_topology = {
    .about = "pairs of contexts, who is near whom, shared caches",
    .probe = "sharing",
    .also = { "core_to_core" },
    .method = "two_working_sets",
    .after = { "cache_levels", "cache_ways" },
    .infer = infer,
};
