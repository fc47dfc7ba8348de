/* dram.refresh.*, dram.row_*.latency, dram.banks, dram.bank_bits: refresh by the period of slow
 * loads, rows and banks by pairs of lines that are loaded in turn (P. Pessl et al., "DRAMA",
 * USENIX Security 2016). */
#include "dram/dram.h"
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fewer than three kinds of real machine stand for these answers. */
static const double most_sure = 0.95;

/* Evidence of a period that luck explains with a chance of 1e-6: 0.58, of 1e-20: 0.94. */
static const double chance_root = 1.0 / 16;

enum { OPEN, IDLE, CACHED, STATES };

/* What is known of the run. */
struct dram {
    const struct log_run *run;
    struct results *out;
    double tick_ns;
    bool no_memory;
    bool has_refresh, has_pairs, has_within;
    struct dram_refresh refresh;
    struct dram_pairs pairs, within; /* of lines anywhere, and in one page */
    double state[STATES], state_low[STATES], state_high[STATES]; /* ticks of a load; NaN */
};

/* The first series of probe dram with key KEY; WITHIN: 1, of lines of one page. */
static const struct log_series *find_series(const struct log_run *run, const char *key,
                                            uint64_t within)
{
    for (size_t at = log_find_series(run, "dram", 0); at < run->n_series;
         at = log_find_series(run, "dram", at + 1)) {
        const struct log_series *s = &run->series[at];

        if (log_series_number(s, key) != 0 && log_series_number(s, "within") == within)
            return s;
    }
    return NULL;
}

/* ---- what the series say ---- */

/* The mean of the timings of P from the 20th to the 75th of 100, whatever the clock's step;
 * bounds: their quartiles. */
static void read_state(struct dram *d, unsigned state, const struct log_sample *p)
{
    double *ticks = malloc((p->n_ticks + 1) * sizeof *ticks), sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < p->n_ticks && ticks != NULL; i++)
        ticks[i] = (double)p->ticks[i];
    if (ticks != NULL && p->n_ticks > 0) {
        double low = stats_quantile(ticks, p->n_ticks, 0.2);
        double high = stats_quantile(ticks, p->n_ticks, 0.75);
        for (size_t i = 0; i < p->n_ticks; i++)
            if (ticks[i] >= low && ticks[i] <= high) {
                sum += ticks[i];
                n++;
            }
        d->state[state] = sum / (double)n;
        d->state_low[state] = fmin(d->state[state], stats_quantile(ticks, p->n_ticks, 0.25));
        d->state_high[state] = fmax(d->state[state], stats_quantile(ticks, p->n_ticks, 0.75));
    }
    d->no_memory |= ticks == NULL;
    free(ticks);
}

static void read_states(struct dram *d)
{
    const struct log_series *s = find_series(d->run, "states", 0);

    for (unsigned i = 0; i < STATES; i++)
        d->state[i] = d->state_low[i] = d->state_high[i] = NAN;
    for (size_t i = 0; s != NULL && i < s->n_samples; i++)
        if (s->samples[i].x[0] < STATES)
            read_state(d, (unsigned)s->samples[i].x[0], &s->samples[i]);
}

static bool read_pairs(struct dram *d, uint64_t within, struct dram_pairs *to)
{
    const struct log_series *pairs = find_series(d->run, "pairs", within);

    if (pairs == NULL || pairs->n_events == 0)
        return false;
    d->no_memory |= !dram_pairs_of(pairs, find_series(d->run, "retest", within), to);
    return true;
}

/* ---- refresh ---- */

static void set_bounds(struct result *r, double value, double low, double high)
{
    r->value = value;
    r->has_bounds = true;
    r->low = fmin(value, low);
    r->high = fmax(value, high);
    r->sure_at_most = most_sure;
}

static void answer_interval(struct dram *d, struct result *r)
{
    const struct dram_refresh *f = &d->refresh;
    const struct period *p = &f->period;

    if (f->found) {
        set_bounds(r, p->period * d->tick_ns, p->low * d->tick_ns, p->high * d->tick_ns);
        r->evidence = 1 - pow(p->chance, chance_root);
        snprintf(
            r->note, sizeof r->note,
            "%zu of %zu stretches of time show it each by itself; by luck all with a chance of "
            "%.1g",
            p->agree, f->n_stretches, p->chance);
    } else if (f->n_slow <= f->n_stretches) { /* one an interval would be hundreds */
        result_none(r);
        r->evidence = evidence_agreement(f->n_stretches, f->n_stretches);
    } else {
        result_unknown(
            r, "needs slow loads of a flushed line at even distances in time",
            result_words("%zu slow loads in %.3g ms; random ones show as strong a period "
                         "with a chance of %.2g",
                         f->n_slow, f->span * d->tick_ns / 1e6, p->chance)
                .text,
            remedy_run("dram"));
    }
}

/* After a refresh the row is closed: the part of the delay that this explains is taken out. */
static void answer_length(struct dram *d, struct result *r)
{
    const struct dram_refresh *f = &d->refresh;
    double closed = d->state[IDLE] - d->state[OPEN];

    if (!f->found || !(f->lasts > 0)) {
        result_unknown(r, "needs loads that wait for a refresh, apart from other slow loads",
                       f->found ? "as many slow loads come far from a refresh as at one"
                                : "no period of slow loads was found",
                       remedy_run("dram"));
        return;
    }
    closed = d->pairs.differ && closed > 0 && closed < f->lasts_low ? closed : 0;
    set_bounds(r, (f->lasts - closed) * d->tick_ns, (f->lasts_low - closed) * d->tick_ns,
               (f->lasts_high - closed) * d->tick_ns);
    r->evidence = evidence_near(f->lasts_low, f->lasts_high);
}

static void answer_refresh(struct dram *d, const struct log_series *s)
{
    struct result *r = result_add_from(d->out, id_of(DRAM_REFRESH_INTERVAL), s);

    answer_interval(d, r);
    bool none = r->kind == RESULT_NONE;
    r = result_add_from(d->out, id_of(DRAM_REFRESH_DURATION), s);
    if (none)
        result_none(r);
    else
        answer_length(d, r);
}

/* ---- rows ---- */

static void one_mode(const struct dram *d, struct result *r)
{
    result_unknown(r, "needs pairs of lines of which some, in two rows of a bank, cost more",
                   result_words("%zu pairs have one mode, two loads in %.3g ns, and the slowest do "
                                "not repeat",
                                d->pairs.n_pairs, d->pairs.open * d->tick_ns)
                       .text,
                   remedy_text("a run without neighbours, on bare hardware; nothing where the "
                               "memory controller closes rows after each access"));
}

/* The latency of a load in STATE, ticks beyond that of a load that hits in L1. */
static double beyond_cached(const struct dram *d, double ticks)
{
    return (ticks - d->state[CACHED]) * d->tick_ns;
}

static void answer_hit(const struct dram *d, struct result *r)
{
    set_bounds(r, beyond_cached(d, d->state[OPEN]), beyond_cached(d, d->state_low[OPEN]),
               beyond_cached(d, d->state_high[OPEN]));
    r->evidence = evidence_near(r->low, r->high);
}

static void answer_conflict(const struct dram *d, struct result *r)
{
    double more = (d->pairs.conflict - d->pairs.open) / 2;
    const struct dram_refresh *f = &d->refresh;

    /* A refresh closes both rows: neither of the two loads after it has a conflict. */
    double refreshed = f->found && f->lasts > 0 ? 2 * f->lasts / f->period.period : 0;
    set_bounds(r, beyond_cached(d, d->state[OPEN] + more),
               beyond_cached(d, d->state_low[OPEN] + more),
               beyond_cached(d, d->state_high[OPEN] + more / (1 - fmin(refreshed, 0.5))));
    r->evidence = evidence_near(r->low, r->high);
}

/* A row is closed some time after it was used, by a refresh at the latest. */
static void answer_miss(const struct dram *d, struct result *r)
{
    double hit = d->state[OPEN], conflict = hit + (d->pairs.conflict - d->pairs.open) / 2;
    double share = (d->state[IDLE] - hit) / (conflict - hit);

    if (!(share > 0.1 && share < 0.9)) {
        result_unknown(r, "needs rows that are closed while nothing is loaded",
                       result_words("a load after a pause takes %.3g ns, a row hit %.3g, a row "
                                    "conflict %.3g",
                                    beyond_cached(d, d->state[IDLE]), beyond_cached(d, hit),
                                    beyond_cached(d, conflict))
                           .text,
                       remedy_run("dram"));
        return;
    }
    set_bounds(r, beyond_cached(d, d->state[IDLE]), beyond_cached(d, d->state_low[IDLE]),
               beyond_cached(d, d->state_high[IDLE]));
    r->evidence = evidence_near(r->low, r->high);
}

static void answer_rows(struct dram *d, const struct log_series *s)
{
    static const struct {
        enum quantity quantity;
        void (*answer)(const struct dram *d, struct result *r);
    } parts[] = { { DRAM_ROW_HIT, answer_hit },
                  { DRAM_ROW_MISS, answer_miss },
                  { DRAM_ROW_CONFLICT, answer_conflict } };

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct result *r = result_add_from(d->out, id_of(parts[i].quantity), s);

        if (!d->pairs.differ)
            one_mode(d, r);
        else if (isnan(d->state[OPEN]) || isnan(d->state[IDLE]) || isnan(d->state[CACHED]))
            result_unknown(r, "needs single loads in each state of a row", "none was timed",
                           remedy_run("dram"));
        else
            parts[i].answer(d, r);
    }
}

/* ---- banks ---- */

/* The number nearest to VALUE in proportion, within LOW to HIGH, of 1, 2, 4 ... times FACTOR; 0:
 * there is none. */
static double nearest_power(double value, double low, double high, double factor)
{
    double n = factor * exp2(round(log2(value / factor)));

    return n >= low && n <= high && n >= 1 ? n : 0;
}

/* Channels, ranks, groups and banks are powers of two, or three times one. */
static void answer_by_rate(const struct dram *d, struct result *r)
{
    const struct dram_pairs *p = &d->pairs;
    double power = nearest_power(p->banks, p->low, p->high, 1);
    double triple = nearest_power(p->banks, p->low, p->high, 3);
    double rival = power > 0 ? triple : 0;

    set_bounds(r, power > 0 ? power : triple > 0 ? triple : round(p->banks), p->low, p->high);
    if (rival > 0)
        r->evidence = evidence_doubted(
            evidence_margin(fabs(log(p->banks / power)), fabs(log(p->banks / rival))));
    else
        r->evidence = evidence_margin(fabs(log(p->banks / r->value)),
                                      fmax(log(p->high / p->low), log(sqrt(2))));
    snprintf(r->note, sizeof r->note, "%.0f of %zu pairs of lines conflict", p->conflicts,
             p->n_pairs);
}

/* Functions of address bits, where they are as many as the rate of conflicts says. */
static bool answer_by_bits(const struct dram *d, struct result *r)
{
    const struct dram_pairs *p = &d->pairs;
    double banks = exp2((double)p->n_masks);

    if (p->n_masks == 0 || banks < p->low || banks > p->high)
        return false;
    result_by(r, "address_bits");
    set_bounds(r, banks, banks, banks);
    r->evidence = evidence_agreement(p->even, p->n_known);
    snprintf(r->note, sizeof r->note,
             "%zu functions of address bits; %.0f of %zu pairs of lines conflict", p->n_masks,
             p->conflicts, p->n_pairs);
    return true;
}

/* "13^17" of MASK at the end of TEXT, which has room for SIZE bytes. */
static void add_function(char *text, size_t size, uint64_t mask)
{
    const char *between = *text != '\0' ? " " : "";

    for (unsigned bit = 0; bit < 64; bit++)
        if (mask >> bit & 1) {
            size_t used = strlen(text);
            snprintf(text + used, size - used, "%s%u", between, bit);
            between = "^";
        }
}

static void answer_bits(const struct dram *d, struct result *r)
{
    const struct dram_pairs *p = d->pairs.n_masks == 0 && d->has_within ? &d->within : &d->pairs;
    char text[2 * RESULT_WORDS] = "";

    if (p->n_masks == 0) {
        result_unknown(
            r, "needs conflicts of lines whose physical addresses are known",
            result_words("%zu conflicts of such lines, %zu functions", p->n_known, p->n_masks).text,
            remedy_text("a bare board, or huge pages that hold several rows of a bank"));
        return;
    }
    for (size_t i = 0; i < p->n_masks; i++)
        add_function(text, sizeof text, p->mask[i]);
    r->kind = RESULT_NAME;
    snprintf(r->text, sizeof r->text, "%.*s", (int)sizeof r->text - 1, text);
    r->evidence = evidence_agreement(p->even, p->n_known);
    r->sure_at_most = most_sure;
    snprintf(r->note, sizeof r->note, "%.300s: parity of these address bits%s", text,
             p == &d->within ? ", of those in a huge page" : "");
}

static void answer_banks(struct dram *d, const struct log_series *s)
{
    struct result *r = result_add_from(d->out, id_of(DRAM_BANKS), s);

    if (!d->pairs.differ)
        one_mode(d, r);
    else if (!answer_by_bits(d, r))
        answer_by_rate(d, r);
    r = result_add_from(d->out, id_of(DRAM_BANK_BITS), s);
    if (!d->pairs.differ && !d->within.differ)
        one_mode(d, r);
    else
        answer_bits(d, r);
}

/* ---- all ---- */

static void without_rate(struct dram *d, const struct log_series *s)
{
    static const enum quantity all[] = { DRAM_REFRESH_INTERVAL, DRAM_REFRESH_DURATION, DRAM_ROW_HIT,
                                         DRAM_ROW_MISS, DRAM_ROW_CONFLICT };

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        remedy_no_rate(result_add_from(d->out, id_of(all[i]), s), point_tick_hz_off(d->run),
                       "loads were timed, in ticks");
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    double hz = point_tick_hz(run);
    struct dram d = { .run = run, .out = out, .tick_ns = hz > 0 ? 1e9 / hz : 1 };
    const struct log_series *refresh = find_series(run, "refresh", 0);
    const struct log_series *pairs = find_series(run, "pairs", 0);

    (void)method;
    if (refresh == NULL && pairs == NULL) {
        size_t at = log_find_series(run, "dram", 0);
        if (at < run->n_series)
            remedy_unsampled(result_add_from(out, id_of(DRAM_REFRESH_INTERVAL), &run->series[at]),
                             run, "dram");
        return;
    }
    read_states(&d);
    d.has_pairs = read_pairs(&d, 0, &d.pairs);
    d.has_within = read_pairs(&d, 1, &d.within);
    if (refresh != NULL && hz > 0)
        d.no_memory |= !dram_refresh_of(refresh, d.tick_ns, &d.refresh);
    if (d.no_memory) {
        out->no_memory = true;
        return;
    }
    if (!(hz > 0))
        without_rate(&d, refresh != NULL ? refresh : pairs);
    else if (refresh != NULL)
        answer_refresh(&d, refresh);
    if (d.has_pairs && hz > 0)
        answer_rows(&d, pairs);
    if (d.has_pairs)
        answer_banks(&d, pairs);
}

const struct analysis analysis_dram = {
    .about = "refresh, rows and banks of DRAM",
    .probe = "dram",
    .method = "conflicts",
    .infer = infer,
};
