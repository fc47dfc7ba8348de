/* Writes machine files for the simulated board. The comment "fit ID" of a latency is for
 * fit_latencies (analysis_host/fit). A cache whose ways or policy are not known becomes
 * fully associative and LRU: it misses only where its size makes it miss. */
#include "machine_file.h"
#include "result/query.h"
#include "values.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CACHES = 4, MOST_TLBS = 2, USUAL_PAGE = 4096, USUAL_MHZ = 1000 };

static void put_size(struct exporter *e, const char *key, double bytes)
{
    const char *unit = fmod(bytes, 1 << 20) == 0 ? "M" : fmod(bytes, 1 << 10) == 0 ? "K" : "";
    double by = *unit == 'M' ? 1 << 20 : *unit == 'K' ? 1 << 10 : 1;

    fprintf(e->out, "%s = %.0f%s\n", key, bytes / by, unit);
}

/* The name that answer ID is, or NULL. */
static const char *name_of(const struct exporter *e, struct result_id id)
{
    const struct result *r = result_find(e->results, id);

    return r != NULL && r->kind == RESULT_NAME ? r->text : NULL;
}

static bool is_word(const char *text, const char *const *words)
{
    for (; text != NULL && *words != NULL; words++)
        if (strcmp(text, *words) == 0)
            return true;
    return false;
}

/* ---- caches ---- */

/* What is written of a cache. */
struct cache {
    double bytes, line, ways; /* ways 0: fully associative */
    const char *policy;
};

/* The bound of the size of cache LEVEL that LAST asks for; BYTES where it has none. */
static double bound_of(struct exporter *e, unsigned level, double bytes, enum machine_last last)
{
    const struct result *r = result_find(e->results, id_at(CACHE_SIZE, level));

    if (last == MACHINE_NOMINAL || r == NULL || !r->has_bounds)
        return bytes;
    if (last == MACHINE_HIGH && r->kind == RESULT_NULL)
        export_note(e, r->id, "high bound, %.0f to %.0f bytes seen", r->low, r->high);
    return last == MACHINE_LOW ? r->low : r->high;
}

/* The number of cores that the file gives. */
static double cores_of(const struct exporter *e)
{
    double cores = (double)log_key_number(e->log->run.keys, e->log->run.n_keys, "cores", 1);

    return fmin(4096, fmax(1, cores));
}

static struct cache cache_of(struct exporter *e, unsigned level, bool is_last,
                             enum machine_last last)
{
    static const char *const policies[] = { "lru",    "fifo",       "plru",     "bitplru", "nru",
                                            "random", "nru_random", "lru_plru", NULL };
    const char *policy = name_of(e, id_at(CACHE_POLICY, level));
    double bytes = is_last ? bound_of(e, level, 0, last) : 0;
    struct export_cache c = export_cache(e, level);
    struct cache to = { bytes > 0 ? bytes : c.bytes, c.line_bytes, 0, "lru" };

    if (c.ways >= 1 && is_word(policy, policies)) {
        to.ways = c.ways;
        to.policy = policy;
    }
    double way = to.line * fmax(1, to.ways);
    to.bytes = fmax(1, round(to.bytes / way)) * way;
    return to;
}

static void put_choice(struct exporter *e, const char *key, struct result_id id,
                       const char *const *words)
{
    const char *name = name_of(e, id);

    if (is_word(name, words))
        fprintf(e->out, "%s = %s\n", key, name);
}

/* Cache LEVEL of the machine is cache AS of the file, where what the board needs of it is known:
 * size, line, latency. Returns whether it was written. */
static bool put_cache(struct exporter *e, unsigned level, unsigned levels, enum machine_last last,
                      unsigned as)
{
    static const char *const writes[] = { "back", "through", NULL };
    static const char *const inclusions[] = { "nine", "inclusive", "exclusive", NULL };
    struct cache c = cache_of(e, level, level == levels, last);
    const char *allocate = name_of(e, id_at(CACHE_ALLOCATE, level));
    double shared = 1, latency = export_have(e, id_at(CACHE_LATENCY, level));

    if (!(c.bytes > 0) || !(c.line > 0) || !(latency > 0)) {
        fprintf(e->out, "# cache %u of the machine is left out: not all of it is known\n", level);
        return false;
    }
    fprintf(e->out, "[cache %u]\n", as);
    put_size(e, "size", c.bytes);
    if (c.ways == 0)
        fprintf(e->out, "# ways or policy of cache %u are not known: fully associative, LRU\n",
                level);
    fprintf(e->out, "ways = %.0f\nline = %.0f\nlatency = %.3f", c.ways, c.line, latency);
    if (as == level)
        fprintf(e->out, "  # fit %s", id_at(CACHE_LATENCY, level).text);
    fprintf(e->out, "\npolicy = %s\n", c.policy);
    put_choice(e, "write", id_at(CACHE_WRITE, level), writes);
    if (allocate != NULL)
        fprintf(e->out, "allocate = %s\n", strcmp(allocate, "write") == 0 ? "yes" : "no");
    if (as > 1)
        put_choice(e, "inclusion", id_at(CACHE_INCLUSION, level), inclusions);
    if (export_known(e, id_at(CACHE_SHARED_BY, level), &shared) && shared >= 1 &&
        shared <= cores_of(e))
        fprintf(e->out, "shared_by = %.0f\n", shared);
    return true;
}

/* ---- translation, memory ---- */

static void put_penalty(struct exporter *e, struct result_id id)
{
    double cycles;

    if (export_known(e, id, &cycles) && cycles >= 0.0625)
        fprintf(e->out, "penalty = %.3f\n", cycles);
}

static void put_tlb(struct exporter *e, unsigned level)
{
    double entries, ways;

    if (!export_known(e, id_at(TLB_ENTRIES, level), &entries) || entries < 1)
        return;
    fprintf(e->out, "[tlb %u]\nentries = %.0f\n", level, entries);
    if (export_known(e, id_at(TLB_WAYS, level), &ways) && ways >= 1 && fmod(entries, ways) == 0)
        fprintf(e->out, "ways = %.0f\n", ways);
    else
        fprintf(e->out, "# ways of TLB %u are not known: fully associative\n", level);
    if (level > 1)
        put_penalty(e, id_at(TLB_PENALTY, level));
}

/* Pages as the board saw them: the key of its first sweep. */
static double key_of_sweep(const struct exporter *e, const char *key, double otherwise)
{
    const struct log_run *run = &e->log->run;
    size_t at = log_find_series(run, "cache_size", 0);
    uint64_t value = at < run->n_series ? log_key_number(run->series[at].keys,
                                                         run->series[at].n_keys, key, UINT64_MAX)
                                        : UINT64_MAX;

    return value == UINT64_MAX ? otherwise : (double)value;
}

static void put_frames(struct exporter *e)
{
    double page = key_of_sweep(e, "page", USUAL_PAGE);

    fputs("[frames]\n", e->out);
    if (key_of_sweep(e, "contiguous", 1) == 0)
        fputs("# frames of pages did not follow each other\nallocation = random\n", e->out);
    if (page > USUAL_PAGE)
        put_size(e, "large", page);
}

static void put_machine(struct exporter *e)
{
    double hz = 0, mhz = USUAL_MHZ;

    if (export_known(e, id_of(CPU_FREQUENCY), &hz))
        mhz = fmin(100000, fmax(1, round(hz / 1e6)));
    fprintf(e->out, "[machine]\nname = %s\ncores = %.0f\nmhz = %.0f\npage = 4K\n",
            export_run_text(e, "target", "unknown"), cores_of(e), mhz);
}

static const char *const last_words[] = { [MACHINE_NOMINAL] = "as it is built",
                                          [MACHINE_LOW] = "at its lower bound",
                                          [MACHINE_HIGH] = "at its upper bound" };

void machine_file(struct exporter *e, enum machine_last last)
{
    unsigned levels = export_levels(e);

    if (levels > MOST_CACHES)
        export_refuse(e, "the simulated board has at most %d levels of cache, not %u", MOST_CACHES,
                      levels);
    fprintf(e->out, "# for the simulated board; size of the last cache: %s\n", last_words[last]);
    put_machine(e);
    unsigned written = 0;
    for (unsigned i = 1; i <= levels && e->refused[0] == '\0'; i++)
        written += put_cache(e, i, levels, last, written + 1);
    if (written == 0)
        export_refuse(e,
                      "size, line and latency of a cache are needed, and of none they are known");
    double memory = export_have(e, id_of(MEMORY_LATENCY));
    fprintf(e->out, "[memory]\nlatency = %.3f  # fit %s\n",
            memory > 0 ? memory : export_need(e, id_of(MEMORY_LATENCY)),
            id_of(MEMORY_LATENCY).text);
    for (unsigned i = 1; i <= MOST_TLBS; i++)
        put_tlb(e, i);
    fputs("[walk]\n", e->out);
    put_penalty(e, id_of(TLB_WALK));
    put_frames(e);
}
