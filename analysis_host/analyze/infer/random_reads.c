/* Cache levels and sizes from another tool's table of reads at random places. */
#include "model/random_reads.h"
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/curve.h"
#include <stdio.h>
#include <string.h>

/* A table, by one read and by two at once. */
struct source {
    const struct log_series *series;
    struct curve one, two;
};

/* Fills S. False: the run has no such table, or memory is short. */
static bool source_find(const struct log_run *run, struct source *s)
{
    enum { AT_ONCE = 2 };

    if (!curve_is_of_random_reads(run))
        return false;
    *s = (struct source){ .series = &run->series[log_find_sampled(run, "cache_size")] };
    if (curve_make(&s->one, run, s->series) != 0)
        return false;
    curve_take_chains(&s->one, AT_ONCE, &s->two);
    return true;
}

static void source_free(struct source *s)
{
    curve_free(&s->one);
    curve_free(&s->two);
}

/* The system was asked for large pages; whether it granted them, the log's reader looked at. */
static bool has_small_pages(const struct log_series *s)
{
    const char *pages = log_key_text(s->keys, s->n_keys, "pages");

    return pages == NULL || strcmp(pages, "hugepage") != 0;
}

/* A latency: the table has only what a read costs beyond the first level, MORE nanoseconds. */
static void add_latency(const struct source *s, struct result_id id, double more, bool at_least,
                        struct results *out)
{
    result_unknown(result_add_from(out, id, s->series), "needs the first level's own latency",
                   result_words("the table gives the increment over it only: %s%.2f ns",
                                at_least ? "at least " : "", more)
                       .text,
                   remedy_run("cache_size"));
}

static void add_size(const struct source *s, const struct latency_level *level, unsigned k,
                     struct results *out)
{
    struct result *size = result_add_from(out, id_at(CACHE_SIZE, k + 1), s->series);

    if (!level->sized)
        result_unknown(size, "needs an octave on either side of the end of a cache", level->why,
                       remedy_run("cache_size"));
    else
        size->value = level->nominal > 0 ? level->nominal : level->size;
    size->evidence = level->sized ? level->evidence : 0;
    size->has_nominal = level->sized && level->nominal > 0;
    size->nominal = level->sized ? level->nominal : 0;
    size->has_bounds = true;
    size->low = level->size_low;
    size->high = level->size_high;
    if (level->sized)
        snprintf(size->note, sizeof size->note, "%s", level->why);
}

/* The number of levels. False: it is not known, and nothing else is. */
static bool add_count(const struct source *s, const struct random_reads *r, struct results *out)
{
    static const double least_first = 16 * 1024;
    struct result *count = result_add_from(out, id_of(CACHE_LEVELS), s->series);
    double first = s->one.at[0].x;

    if (first > least_first) {
        result_unknown(count, "needs buffers from 16 KiB down",
                       result_words("the least is %s: smaller caches may lie before it",
                                    words_bytes(first).text)
                           .text,
                       remedy_run("cache_size"));
        return false;
    }
    if (r->n == 0) {
        result_unknown(count, "needs 8 rows or more, the first ones at no cost",
                       result_words("%zu rows; the first ones cost up to %.1f ns", s->one.n,
                                    s->one.at[s->one.n > 1].y)
                           .text,
                       remedy_run("cache_size"));
        return false;
    }
    if (r->n == 1 && r->doubted == 0) {
        result_unknown(
            count, "needs a buffer larger than the first level",
            result_words("no step up to %s", words_bytes(s->one.at[s->one.n - 1].x).text).text,
            remedy_run("cache_size"));
        return false;
    }
    if (r->doubted > 0) {
        result_unknown(
            count, "needs steps that TLB misses do not explain",
            result_words("one from %s on may be TLB misses", words_bytes(r->doubted_at).text).text,
            remedy_run("cache_size,tlb_size"));
        return true;
    }
    count->value = (double)(r->n - 1);
    count->evidence = r->evidence;
    return true;
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct source s;
    struct random_reads r;

    if (method == METHOD_PAPER || !source_find(run, &s))
        return;
    random_reads_levels(&s.one, &s.two, has_small_pages(s.series), &r);
    if (s.one.n > 0 && add_count(&s, &r, out)) {
        for (unsigned k = 0; k + 1 < r.n; k++) {
            add_size(&s, &r.level[k], k, out);
            add_latency(&s, id_at(CACHE_LATENCY, k + 1), r.level[k].latency, false, out);
        }
        if (r.doubted == 0)
            add_latency(&s, id_of(MEMORY_LATENCY), r.level[r.n - 1].latency, r.ends_in_rise, out);
    }
    source_free(&s);
}

const struct analysis analysis_random_reads = {
    .about = "cache levels and sizes from another tool's table of random reads",
    .probe = "cache_size",
    .method = "random_reads",
    .infer = infer,
};
