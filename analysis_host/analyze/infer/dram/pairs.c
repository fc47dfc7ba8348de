/* Rows and banks by pairs of lines that are loaded in turn. */
#include "dram.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SATURATED = 65535, FEWEST_AGAIN = 8, LOW_BIT = 6 };

/* Modes that differ by less, as a share, are one. */
static const double least_step = 0.05;
/* Share of the conflicts whose address bits a function of a bank's number leaves as they are. */
static const double nearly_all = 0.95;
/* Bounds of the share of conflicts, in standard deviations: 99 in 100. */
static const double sigmas = 2.6;

struct timed {
    double *all;   /* ticks of each pair */
    double *again; /* of each that was timed again: the second least of its sums */
    double *mix;   /* AGAIN, and a quarter as many of ALL */
    size_t n_all, n_again, n_mix;
    double least_again; /* of ALL, of those that were timed again */
};

static double second_least(const struct log_sample *p)
{
    uint64_t least = UINT64_MAX, second = UINT64_MAX;

    for (size_t i = 0; i < p->n_ticks; i++) {
        if (p->ticks[i] < least) {
            second = least;
            least = p->ticks[i];
        } else if (p->ticks[i] < second) {
            second = p->ticks[i];
        }
    }
    return second < SATURATED ? (double)second : NAN;
}

/* The sum of the pair of RETEST's sample P in PAIRS, ticks, whose values of one x may stand in
 * several events; infinite where it is lost. */
static double first_sum(const struct log_series *pairs, const struct log_sample *p)
{
    uint64_t before = 0;

    for (size_t i = 0; i < pairs->n_events; i++) {
        const struct log_event *e = &pairs->events[i];
        if (e->x != p->x[0])
            continue;
        if (p->x[1] < before + e->n_values)
            return (double)e->values[p->x[1] - before];
        before += e->n_values;
    }
    return INFINITY;
}

static bool read_timed(const struct log_series *pairs, const struct log_series *retest,
                       struct timed *t)
{
    size_t room = 1, n_again = retest != NULL ? retest->n_samples : 0;

    for (size_t i = 0; i < pairs->n_events; i++)
        room += pairs->events[i].n_values;
    *t = (struct timed){ .all = malloc(room * sizeof *t->all),
                         .again = malloc((n_again + 1) * sizeof *t->again),
                         .mix = malloc((room + n_again) * sizeof *t->mix),
                         .least_again = INFINITY };
    if (t->all == NULL || t->again == NULL || t->mix == NULL)
        return false;
    for (size_t i = 0; i < pairs->n_events; i++)
        for (size_t k = 0; k < pairs->events[i].n_values; k++)
            if (pairs->events[i].values[k] < SATURATED)
                t->all[t->n_all++] = (double)pairs->events[i].values[k];
    for (size_t i = 0; i < n_again; i++) {
        t->again[t->n_again] = second_least(&retest->samples[i]);
        if (isnan(t->again[t->n_again]))
            continue;
        t->mix[t->n_mix++] = t->again[t->n_again++];
        t->least_again = fmin(t->least_again, first_sum(pairs, &retest->samples[i]));
    }
    size_t step = 4 * t->n_all / (t->n_again + 1) + 1;
    for (size_t i = 0; i < t->n_all; i += step)
        t->mix[t->n_mix++] = t->all[i];
    return true;
}

static void free_timed(struct timed *t)
{
    free(t->all);
    free(t->again);
    free(t->mix);
}

/* The median of those of Y on one side of SPLIT; NaN: none is there. */
static double median_beside(const double *y, size_t n, double split, bool above)
{
    double *kept = malloc((n + 1) * sizeof *kept), median = NAN;
    size_t n_kept = 0;

    for (size_t i = 0; i < n && kept != NULL; i++)
        if ((y[i] > split) == above)
            kept[n_kept++] = y[i];
    if (n_kept > 0)
        median = stats_median(kept, n_kept);
    free(kept);
    return median;
}

static size_t above(const double *y, size_t n, double split)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += y[i] > split;
    return count;
}

/* How many of all pairs conflict. Where the pairs that were timed again reach down to the faster
 * mode, all that conflict are among them; else the share of those that do so again counts. */
static double count_conflicts(const struct timed *t, double split)
{
    double again = (double)above(t->again, t->n_again, split);

    if (t->least_again <= split)
        return again;
    return (double)above(t->all, t->n_all, split) * again / (double)t->n_again;
}

/* Two random lines are in one bank of B with a chance of 1 / B. Pairs of few lines are not
 * independent: that adds sqrt(2 B) / lines to the relative deviation. */
static void find_banks(struct dram_pairs *out, double lines)
{
    if (!(out->conflicts >= 3))
        return;
    out->banks = (double)out->n_pairs / out->conflicts;
    double deviation = sigmas * sqrt(1 / out->conflicts + 2 * out->banks / (lines * lines));
    out->low = out->banks / (1 + deviation);
    out->high = out->banks / fmax(0.1, 1 - deviation);
}

/* Functions of the address bits below those of BYTES of memory. */
static bool find_masks(struct dram_pairs *out, const struct log_series *retest, double bytes,
                       double split)
{
    uint64_t *bits = malloc((retest->n_samples + 1) * sizeof *bits);
    unsigned n_bits = bytes > 1 << LOW_BIT ? (unsigned)floor(log2(bytes)) - LOW_BIT : 0;
    size_t n = 0;

    for (size_t i = 0; i < retest->n_samples && bits != NULL; i++) {
        const struct log_sample *p = &retest->samples[i];
        if (p->n_x > 2 && p->x[2] != 0 && second_least(p) > split)
            bits[n++] = p->x[2];
    }
    if (bits != NULL)
        out->n_masks = parity_masks(bits, n, LOW_BIT, n_bits, nearly_all, out->mask);
    for (size_t i = 0; i < n && bits != NULL; i++) {
        bool even = true;
        for (size_t k = 0; k < out->n_masks; k++)
            even = even && __builtin_parityll(bits[i] & out->mask[k]) == 0;
        out->even += even;
    }
    out->n_known = n;
    free(bits);
    return bits != NULL;
}

bool dram_pairs_of(const struct log_series *pairs, const struct log_series *retest,
                   struct dram_pairs *out)
{
    double timings = fmax(1, (double)log_series_number(pairs, "timings"));
    double page = (double)log_series_number(pairs, "page");
    double bytes = (double)log_series_number(pairs, "bytes");
    struct stats_modes modes;
    struct timed t;
    bool whole = read_timed(pairs, retest, &t);

    *out = (struct dram_pairs){ .n_pairs = whole ? t.n_all : 0, .n_again = whole ? t.n_again : 0 };
    if (whole && t.n_all > 0)
        out->open = stats_median(t.all, t.n_all) / timings;
    if (whole && t.n_again >= FEWEST_AGAIN && t.n_all > 0 &&
        stats_two_modes(t.mix, t.n_mix, &modes) && modes.high > (1 + least_step) * modes.low) {
        double open = median_beside(t.all, t.n_all, modes.split, false);
        double conflict = median_beside(t.again, t.n_again, modes.split, true);
        out->conflicts = count_conflicts(&t, modes.split);
        out->differ = open > 0 && conflict > open && out->conflicts >= 3;
        if (out->differ) {
            out->open = open / timings;
            out->conflict = conflict / timings;
            find_banks(out, (double)log_series_number(pairs, "lines"));
            if (log_series_number(pairs, "within") != 0)
                bytes = page;
            whole = find_masks(out, retest, bytes, modes.split);
        }
    }
    free_timed(&t);
    return whole;
}
