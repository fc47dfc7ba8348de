/* Rules about caches, DRAM and other memories. */
#include "result/query.h"
#include "rules.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEVELS = 4, CONTEXTS = 1024 };

/* True where the board states that it has a data cache. */
static bool states_cache(const struct audit_input *in, double *levels)
{
    double size;

    return (audit_claimed(in->claims, id_of(CACHE_LEVELS).text, levels) && *levels > 0) ||
           (audit_claimed(in->claims, id_at(CACHE_SIZE, 1).text, &size) && size > 0 &&
            (*levels = 1) > 0);
}

/* True where no operating system, and no other guest, takes part of the caches. */
static bool is_bare(const struct audit_input *in)
{
    const char *os = log_key_text(in->run->keys, in->run->n_keys, "os");

    return os != NULL && strcmp(os, "none") == 0;
}

/* A cache that is off looks like none. */
static void no_cache(const struct audit_input *in, struct audit_output *out)
{
    const struct result *r = result_find(in->results, id_of(CACHE_LEVELS));
    double stated;

    if (!states_cache(in, &stated) || r == NULL || r->kind == RESULT_NULL)
        return;
    out->applied = true;
    double found = r->kind == RESULT_NONE ? 0 : r->value;
    if (found > 0 && (found >= stated || !is_bare(in)))
        return;
    struct audit_finding *f =
        found > 0 ? audit_add(out, "%.0f of %.0f cache levels were found: an outer cache is off",
                              found, stated)
                  : audit_add(out, "no data cache was found: the caches or the MMU are off");
    audit_measured(f, r);
    audit_stated(f, r->id, stated, "count");
    f->of = "speed of loads";
    f->look = audit_look(in->run, "caches");
}

/* A cache that programs get less of than there is. */
static void cache_size(const struct audit_input *in, struct audit_output *out)
{
    for (unsigned level = 1; level <= LEVELS; level++) {
        const struct result *r = audit_answer(in, id_at(CACHE_SIZE, level));
        double stated;

        if (r == NULL || !audit_claimed(in->claims, r->id, &stated))
            continue;
        out->applied = true;
        if (audit_high(r) >= 0.75 * stated)
            continue;
        struct audit_finding *f = audit_add(out, "programs get a part of cache level %u", level);
        audit_measured(f, r);
        audit_stated(f, r->id, stated, "B");
        f->loss = 1 - audit_high(r) / stated;
        f->of = "this cache";
        f->look = audit_look(in->run, "cache_size");
    }
}

static bool is_name(const struct result *r, const char *name)
{
    return r != NULL && r->kind == RESULT_NAME && strcmp(r->text, name) == 0;
}

/* A cache that passes every store on, though the board states that it keeps them or no other cache
 * is left that could. */
static void write_through(const struct audit_input *in, struct audit_output *out)
{
    const unsigned levels = cache_levels(in->results);

    for (unsigned level = 1; level <= levels; level++) {
        const struct result *r = result_find(in->results, id_at(CACHE_WRITE, level));
        char claim[ID_BYTES];
        double back = level == levels;

        snprintf(claim, sizeof claim, "cache.%u.write_back", level);
        bool claimed = audit_claimed(in->claims, claim, &back);
        if (r == NULL || r->kind != RESULT_NAME || (level < levels && !claimed))
            continue;
        out->applied = true;
        if (!is_name(r, "through") || back == 0)
            continue;
        struct audit_finding *f =
            audit_add(out, "cache level %u writes every store through", level);
        audit_measured(f, r);
        snprintf(f->may.what, sizeof f->may.what, "%s", claimed ? claim : "write policy");
        snprintf(f->may.text, sizeof f->may.text, claimed ? "yes" : "back");
        const struct result *read = audit_answer(in, id_together(1, "read", 1));
        const struct result *write = audit_answer(in, id_together(1, "write", 1));
        if (read != NULL && write != NULL && audit_high(write) < audit_low(read)) {
            f->loss = 1 - audit_high(write) / audit_low(read);
            audit_rests_on(f, read);
            audit_rests_on(f, write);
        }
        f->of = "bandwidth of stores";
        f->look = audit_look(in->run, "write");
    }
}

/* The highest bandwidth of DRAM by several contexts at once; NULL where there is none. */
static const struct result *best_together(const struct audit_input *in)
{
    const struct result *best = NULL;

    for (size_t i = 0; i < in->results->n; i++) {
        const struct result *r = &in->results->at[i];

        if (r->name.quantity == BANDWIDTH_TOGETHER && r->name.level == MEMORY_LEVEL &&
            strcmp(r->name.op, "read") == 0 && result_is_number(r) && r->gb_per_s > 0 &&
            (best == NULL || r->gb_per_s > best->gb_per_s))
            best = r;
    }
    return best;
}

/* Well built systems read at 60 to 95 % of the peak of their DRAM, if the cores ask for so much:
 * all together must be slower than so many alone. */
static void dram_rate(const struct audit_input *in, struct audit_output *out)
{
    const struct result *r = best_together(in),
                        *one = audit_answer(in, id_together(MEMORY_LEVEL, "read", 1));
    double stated;

    if (!audit_claimed(in->claims, "memory.bandwidth", &stated) || r == NULL || one == NULL ||
        r->gb_per_s >= 0.8 * one->gb_per_s * r->name.contexts)
        return;
    out->applied = true;
    double share = r->gb_per_s * 1e9 / stated;
    if (share >= 0.55)
        return;
    struct audit_finding *f = audit_add(
        out, "all threads together read DRAM at %.0f %% of the peak that the board states",
        100 * share);
    audit_measured(f, r);
    audit_rests_on(f, one);
    f->is.value = r->gb_per_s * 1e9;
    snprintf(f->is.unit, sizeof f->is.unit, "B/s");
    audit_stated(f, "memory.bandwidth", stated, "B/s");
    f->loss = 1 - share / 0.8;
    f->of = "bandwidth of DRAM";
    f->look = audit_look(in->run, "dram");
}

/* True where probe prefetch found no prefetcher at any level. */
static bool no_prefetcher(const struct audit_input *in, const struct result **found)
{
    static const enum quantity parts[] = { PREFETCH_STRIDE, PREFETCH_ADJACENT };
    unsigned known = 0;

    for (unsigned level = 1; level <= LEVELS; level++)
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
            const struct result *r = result_find(in->results, id_at(parts[i], level));

            if (r == NULL || r->kind == RESULT_NULL)
                continue;
            known++;
            *found = r;
            if (r->kind != RESULT_NONE && !is_name(r, "none"))
                return false;
        }
    return known > 0;
}

/* Reading in order is no faster than so many independent misses that the core has under way. */
static void prefetcher(const struct audit_input *in, struct audit_output *out)
{
    const struct result *found = NULL,
                        *read = audit_answer(in, id_together(MEMORY_LEVEL, "read", 1));
    const struct result *latency = audit_answer(in, id_of(MEMORY_LATENCY));
    bool none = no_prefetcher(in, &found);

    if (found == NULL || read == NULL || latency == NULL || !(audit_sampled_high(latency) > 0))
        return;
    out->applied = true;
    const double line = cache_nominal(in->results, cache_levels(in->results), CACHE_LINE);
    double mlp = result_measured(in->results, id_of(MEMORY_MLP));
    mlp = mlp >= 1 ? mlp : 1;
    /* Twice the rate of misses one after another is what two lines ahead give. */
    double may = 2 * mlp * line / audit_sampled_high(latency);
    if (!none || line <= 0 || audit_sampled_high(read) >= may)
        return;
    struct audit_finding *f =
        audit_add(out, "no hardware prefetcher was seen, and reading in order "
                       "waits for each miss");
    audit_measured(f, read);
    audit_rests_on(f, found);
    audit_rests_on(f, latency);
    audit_number(&f->may, "two lines ahead", may, "B/cycle");
    f->loss = 1 - audit_sampled_high(read) / may;
    f->of = "bandwidth of one thread";
    f->look = audit_look(in->run, "prefetch");
}

/* A local read on each node: one with less bandwidth misses a channel. */
static void node_bandwidth(const struct audit_input *in, struct audit_output *out)
{
    const struct result *least = NULL, *most = NULL;

    for (unsigned node = 0; node < CONTEXTS; node++) {
        const struct result *r =
            result_find(in->results, id_nodes(NUMA_NODE_BANDWIDTH, node, node));

        if (r == NULL)
            break;
        if (!result_is_number(r))
            continue;
        least = least == NULL || audit_sampled_high(r) < audit_sampled_high(least) ? r : least;
        most = most == NULL || audit_sampled_low(r) > audit_sampled_low(most) ? r : most;
    }
    if (least == NULL || least == most)
        return;
    out->applied = true;
    if (audit_sampled_high(least) >= 0.85 * audit_sampled_low(most))
        return;
    struct audit_finding *f =
        audit_add(out, "one NUMA node reads its own memory slower than another");
    audit_measured(f, least);
    audit_rests_on(f, most);
    audit_number(&f->may, most->id, most->value, most->unit);
    f->loss = 1 - audit_sampled_high(least) / audit_sampled_low(most);
    f->of = "bandwidth of this node";
    f->look = audit_look(in->run, "node");
}

const struct audit_rule audit_memory_rules[] = {
    { "no_cache", "a claim of cache levels or of the size of the first, and probe cache_size",
      no_cache },
    { "cache_size", "claims of cache sizes, and probe cache_size", cache_size },
    { "write_through",
      "probes cache_size and write_policy; for inner levels a claim: cache.1.write_back",
      write_through },
    { "dram_rate", "claim memory.bandwidth, probe bandwidth, and threads that saturate DRAM",
      dram_rate },
    { "prefetcher", "probes prefetch (--also prefetch), bandwidth and cache_size", prefetcher },
    { "node_bandwidth", "probe numa, on several NUMA nodes", node_bandwidth },
    { NULL, NULL, NULL },
};
