/* branch.btb.N.ways: from jumps that are powers of two apart, the most that one set holds. */
#include "btb.h"
#include "model/jump_ways.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include <math.h>

/* As many entries as this share of what one set holds: all of them are in one set. */
#define ONE_SET 0.67

struct rows {
    const struct log_series *series; /* the first */
    struct jump_row row[JUMP_ROWS];
    size_t n;
};

static struct jump_row *row_of(struct rows *r, double apart)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->row[i].apart == apart)
            return &r->row[i];
    if (r->n == JUMP_ROWS || (r->n > 0 && apart < r->row[r->n - 1].apart))
        return NULL;
    r->row[r->n] = (struct jump_row){ .apart = apart };
    return &r->row[r->n++];
}

/* Costs of the jumps of S at all places, beside those of ROW at one. */
static void add_all(struct jump_row *row, const struct log_series *s, double cycle)
{
    size_t kept = 0;

    for (size_t i = 0, at = 0; i < row->n; i++) {
        while (at < s->n_samples && (double)s->samples[at].x[0] < row->jumps[i])
            at++;
        double ticks = at < s->n_samples && (double)s->samples[at].x[0] == row->jumps[i]
                           ? point_cost(&s->samples[at])
                           : NAN;
        if (!isfinite(ticks))
            continue;
        row->jumps[kept] = row->jumps[i];
        row->one[kept] = row->one[i];
        row->all[kept++] = ticks / cycle;
    }
    row->n = kept;
}

static void add_one(struct jump_row *row, const struct log_series *s, double cycle)
{
    for (size_t i = 0; i < s->n_samples && row->n < JUMP_ROW_POINTS; i++) {
        double jumps = (double)s->samples[i].x[0], ticks = point_cost(&s->samples[i]);

        if (!isfinite(ticks) || (row->n > 0 && jumps <= row->jumps[row->n - 1]))
            continue;
        row->jumps[row->n] = jumps;
        row->one[row->n++] = ticks / cycle;
    }
}

/* Rows of which RUN has both series, ascending. */
static void gather(struct rows *r, const struct log_run *run, double cycle)
{
    uint64_t done[JUMP_ROWS] = { 0 };
    size_t kept = 0;

    for (size_t s = log_find_series(run, "btb", 0); s < run->n_series;
         s = log_find_series(run, "btb", s + 1)) {
        const struct log_series *at = &run->series[s];
        uint64_t places = log_key_number(at->keys, at->n_keys, BTB_PLACES, 0);
        struct jump_row *row =
            places > 0 ? row_of(r, (double)log_key_number(at->keys, at->n_keys, "apart", 0)) : NULL;

        if (row == NULL)
            continue;
        r->series = r->series != NULL ? r->series : at;
        if (places == 1) {
            add_one(row, at, cycle);
        } else {
            add_all(row, at, cycle);
            done[row - r->row] = 1;
        }
    }
    for (size_t i = 0; i < r->n; i++)
        if (done[i] > 0)
            r->row[kept++] = r->row[i];
    r->n = kept;
}

/* Says what else than one set of level E ends at W->ways jumps; false: nothing. NEARER: ways that
 * the level before shows, 0: none; EDGE: entries of all levels. */
static bool is_other(struct result *r, const struct jump_ways *w, const struct jump_edge *edge,
                     unsigned e, double nearer)
{
    const char *wanted = "needs distances from which on all jumps are in one set";

    for (unsigned k = 0; k < e; k++)
        if (w->ways <= nearer || (edge[k].last <= w->next && w->ways <= edge[k].next)) {
            result_unknown(r, wanted,
                           result_words("at most %.0f: a nearer level holds these", w->ways).text,
                           remedy_never("a nearer level holds as many jumps as a set of this one"));
            return true;
        }
    if (w->ways >= ONE_SET * edge[e].last) {
        result_unknown(r, wanted,
                       result_words("all %.0f entries are held at each distance", w->ways).text,
                       remedy_never("the buffer is fully associative, or its index is hashed"));
        return true;
    }
    return false;
}

static void unknown(struct result *r, const struct jump_ways *w, const struct rows *rows)
{
    const char *wanted = "needs distances from which on as many jumps are held";
    double apart = rows->n > 0 ? rows->row[rows->n - 1].apart / 1024 : 0;

    if (w->found == JUMP_WAYS_AS_MANY)
        result_unknown(r, wanted,
                       result_words("jumps at one place of lines up to %.0f KiB apart cost what "
                                    "jumps at different places do",
                                    apart)
                           .text,
                       remedy_never("the index is hashed, or has no bits within a line, or the "
                                    "buffer is fully associative"));
    else if (w->found == JUMP_WAYS_FALL)
        result_unknown(r, wanted, result_words("%.0f are held at one distance alone", w->ways).text,
                       remedy_never("caches hide what larger distances would show"));
    else
        result_unknown(
            r, wanted,
            result_words("%u of %u distances hold %.0f, others fewer", w->same, w->shown, w->ways)
                .text,
            remedy_run("btb,branch,icache_ways"));
}

/* Returns how near LEAST to MOST entries are to a power of two of sets of WAYS: 1 where one is. */
static double near_sets(double least, double most, double ways)
{
    double sets = exp2(round(log2((least + most) / 2 / ways)));

    return sets * ways >= least && sets * ways <= most
               ? 1
               : fmax(evidence_near(sets * ways, least), evidence_near(sets * ways, most));
}

/* No number of jumps costs more than fewer: no buffer, or one whose end was not seen. */
static void no_levels(struct results *out, const struct log_series *s)
{
    const struct result *entries = result_find(out, id_at(BRANCH_BTB_ENTRIES, 1));
    bool none = entries != NULL && entries->kind == RESULT_NONE;

    if (!none)
        result_unknown(result_add_from(out, id_at(BRANCH_BTB_WAYS, 1), s), "needs a level",
                       "no number of jumps costs more than fewer",
                       remedy_of(out, id_at(BRANCH_BTB_ENTRIES, 1), "btb"));
}

void btb_add_ways(struct results *out, const struct log_run *run, const struct jump_edge *edge,
                  unsigned n, double cycle)
{
    struct rows rows = { 0 };
    double nearer = 0;

    gather(&rows, run, cycle);
    if (n == 0 && rows.series != NULL)
        no_levels(out, rows.series);
    for (unsigned e = 0; e < n && rows.series != NULL; e++) {
        struct result *r = result_add_from(out, id_at(BRANCH_BTB_WAYS, e + 1), rows.series);
        struct jump_ways w = jump_ways_of(rows.row, rows.n, edge[e].cost - edge[0].cost,
                                          edge[e].beyond - edge[e].cost);

        if (w.found != JUMP_WAYS_SHOWN) {
            unknown(r, &w, &rows);
        } else if (result_measured(out, id_at(BRANCH_BTB_ENTRIES, e + 1)) <= 0) {
            result_unknown(r, "needs a level of which all entries are seen",
                           "its number of entries is not known",
                           remedy_never("jumps nearer to each other are not written"));
        } else if (!is_other(r, &w, edge, e, nearer)) {
            r->value = w.ways;
            r->has_bounds = true;
            r->low = w.ways;
            r->high = w.next - 1;
            r->evidence = evidence_agreement(w.same, w.shown > w.same ? w.same + 1 : w.same) *
                          near_sets(edge[e].last, edge[e].next, w.ways);
            result_remark(r, "jumps %.3g KiB apart and more are in one set", w.apart / 1024);
        }
        if (w.shown > 0)
            nearer = w.ways;
    }
}
