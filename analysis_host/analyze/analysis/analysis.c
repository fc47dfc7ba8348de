/* Runs the analyses, each after those whose answers it looks up. */
#include "analysis.h"
#include "result/calibrate.h"
#include "result/confidence.h"
#include "result/reconcile.h"
#include "result/suggested.h"
#include "result/verdict.h"
#include "series/ops_chains.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ANALYSES_MOST = 63 }; /* as many as struct result_origin tells apart */

/* True when all that ANALYSIS comes after are among the first N_PLACED of ORDER. */
static bool can_run(const struct analysis *analysis, const struct analysis_entry *table,
                    const unsigned *order, unsigned n_placed)
{
    for (unsigned k = 0; k < ANALYSIS_AFTER && analysis->after[k]; k++) {
        unsigned i = 0;

        while (i < n_placed && strcmp(table[order[i]].name, analysis->after[k]) != 0)
            i++;
        if (i == n_placed)
            return false;
    }
    return true;
}

/* The first of TABLE that can run and is not placed yet, or N. */
static unsigned next_to_place(const struct analysis_entry *table, unsigned n, const bool *placed,
                              const unsigned *order, unsigned n_placed)
{
    for (unsigned i = 0; i < n; i++)
        if (!placed[i] && can_run(table[i].analysis, table, order, n_placed))
            return i;
    return n;
}

const char *analysis_order(const struct analysis_entry *table, unsigned n, unsigned *order)
{
    bool placed[ANALYSES_MOST] = { false };

    if (n > ANALYSES_MOST)
        return table[ANALYSES_MOST].name;
    for (unsigned done = 0; done < n; done++) {
        unsigned next = next_to_place(table, n, placed, order, done);

        if (next == n) {
            for (next = 0; placed[next];)
                next++;
            return table[next].name;
        }
        placed[next] = true;
        order[done] = next;
    }
    return NULL;
}

/* Returns the first quantity after those that are listed together with FIRST; unknown ones are the
 * last. */
static enum quantity end_of_group(enum quantity first)
{
    enum quantity end = first + 1;

    while (end < QUANTITIES && strcmp(quantity_row(end)->group, quantity_row(first)->group) == 0)
        end++;
    return end;
}

/* Sorts the answers by group; those of one group stay in the order in which analyses gave them. */
static void list_by_group(struct results *out)
{
    struct result *sorted = out->n > 0 ? malloc(out->n * sizeof *sorted) : NULL;
    size_t n = 0;

    if (sorted == NULL) {
        out->no_memory |= out->n > 0;
        return;
    }
    for (enum quantity first = 0, end; n < out->n; first = end) {
        end = end_of_group(first);
        for (size_t i = 0; i < out->n; i++)
            if (out->at[i].name.quantity >= first && out->at[i].name.quantity < end)
                sorted[n++] = out->at[i];
    }
    memcpy(out->at, sorted, n * sizeof *sorted);
    free(sorted);
    results_index(out);
}

void infer_one(const struct analysis *analysis, struct log_run *run, enum method method,
               struct results *out)
{
    size_t known = out->n;

    ops_chains_find_cycle(run);
    out->source.probe = analysis->probe;
    out->source.method = analysis->method;
    analysis->infer(run, method, out);
    for (size_t i = known; i < out->n; i++)
        result_calibrate(&out->at[i]);
    for (size_t i = 0; i < run->n_series; i++)
        log_series_release(&run->series[i]);
}

/* Returns which analyses entry I of TABLE reads: bit 1 + K for entry K. READS has those of all that
 * come before it: it reads what they read, too. */
static uint64_t reads_of(const struct analysis_entry *table, unsigned n, unsigned i,
                         const uint64_t *reads)
{
    const struct analysis *of = table[i].analysis;
    uint64_t all = 0;

    for (unsigned k = 0; k < ANALYSIS_AFTER && of->after[k]; k++)
        for (unsigned j = 0; j < n; j++)
            if (strcmp(table[j].name, of->after[k]) == 0)
                all |= reads[j] | (uint64_t)1 << (1 + j);
    return all;
}

/* Times of an emulated board mean nothing, and nearly all answers are made of times. */
static void doubt_all(struct results *out)
{
    for (size_t i = 0; i < out->n; i++)
        out->at[i].confidence = fmin(out->at[i].confidence, CONFIDENCE_EMULATED);
}

bool analysis_reads(const struct analysis *a, const char *probe)
{
    bool named = strcmp(a->probe, probe) == 0;

    for (unsigned i = 0; i < ANALYSIS_ALSO && a->also[i] != NULL && !named; i++)
        named = strcmp(a->also[i], probe) == 0;
    return named;
}

/* Marks the series of RUN whose probe none of the N analyses of TABLE names. */
static void mark_unread(const struct analysis_entry *table, unsigned n, struct log_run *run)
{
    for (size_t i = 0; i < run->n_series; i++) {
        const char *probe = run->series[i].probe;

        run->series[i].unread = true;
        for (unsigned k = 0; k < n && run->series[i].unread; k++) {
            run->series[i].unread = !analysis_reads(table[k].analysis, probe);
        }
    }
}

const char *infer_table(const struct analysis_entry *table, unsigned n, struct log_run *run,
                        enum method method, struct results *out)
{
    unsigned order[ANALYSES_MOST];
    uint64_t reads[ANALYSES_MOST];
    const char *lost = analysis_order(table, n, order);

    if (lost != NULL)
        return lost;
    mark_unread(table, n, run);
    for (unsigned i = 0; i < n; i++) {
        unsigned at = order[i];

        reads[at] = reads_of(table, n, at, reads);
        out->source.from.analysis = (unsigned char)(1 + at);
        out->source.from.hidden = ~(reads[at] | (uint64_t)1 << (1 + at) | 1);
        infer_one(table[at].analysis, run, method, out);
    }
    out->source = (struct result_source){ 0 };
    results_reconcile(out);
    list_by_group(out);
    verdict_repetitions(out);
    verdict_cycle(out);
    verdict_contradictions(out);
    if (log_is_emulated(run))
        doubt_all(out);
    suggested_mark_tried(run, out);
    verdict_processors(out, (double)log_key_number(run->keys, run->n_keys, "cores", 0));
    return NULL;
}

const char *infer_all(struct log_run *run, enum method method, struct results *out)
{
    return infer_table(analysis_table, analysis_table_count, run, method, out);
}

static bool is_among(const char *name, const char *const *names, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

const char *infer_without(const char *const *names, unsigned n, struct log_run *run,
                          enum method method, struct results *out)
{
    struct analysis_entry table[ANALYSES_MOST];
    unsigned left = 0;

    for (unsigned i = 0; i < analysis_table_count && left < ANALYSES_MOST; i++)
        if (!is_among(analysis_table[i].name, names, n))
            table[left++] = analysis_table[i];
    return infer_table(table, left, run, method, out);
}
