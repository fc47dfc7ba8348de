/* Latency over bandwidth: loaded.LEVEL.OP.idle, .half (latency at half of the greatest bandwidth),
 * .bandwidth (the greatest) and .knee (the bandwidth at which the latency is twice that of idle
 * memory); and loaded.LEVEL.OP.latency and .ratio of operations of which probe loaded_latency has
 * none. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/load_curve.h"
#include "series/throughput.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* At the knee the latency is so many times that of idle memory (the beginning of the saturated
 * range of "A Mess of Memory System Benchmarking, Simulation and Application Profiling", MICRO
 * 2024). */
#define KNEE 2.0

/* Fewer paces are no curve. */
enum { FEWEST_PACES = 3 };

static const char *op_of(const struct log_series *s)
{
    switch (log_key_number(s->keys, s->n_keys, "kind", UINT64_MAX)) {
    case 0:
        return "read";
    case 2:
        return "copy";
    case 3:
        return "triad";
    case 4:
        return "nt_write";
    default:
        return NULL;
    }
}

static void answer_latency(struct result *r, const struct load_point *p,
                           const struct throughput_units *units)
{
    r->value = p->latency / units->cycle_ticks;
    r->has_bounds = true;
    r->low = fmin(p->latency_low, p->latency) / units->cycle_ticks;
    r->high = fmax(p->latency_high, p->latency) / units->cycle_ticks;
    r->ns = units->tick_hz > 0 ? p->latency * 1e9 / units->tick_hz : 0;
    r->evidence = evidence_near(p->latency_low, p->latency_high) * evidence_agreement(p->n, p->n);
}

static void answer_bandwidth(struct result *r, const struct load_point *p,
                             const struct throughput_units *units)
{
    r->value = p->bandwidth * units->cycle_ticks;
    r->has_bounds = true;
    r->low = fmin(p->bandwidth_low, p->bandwidth) * units->cycle_ticks;
    r->high = fmax(p->bandwidth_high, p->bandwidth) * units->cycle_ticks;
    r->gb_per_s = p->bandwidth * units->tick_hz / 1e9;
    r->evidence =
        evidence_near(p->bandwidth_low, p->bandwidth_high) * evidence_agreement(p->n, p->n);
}

/* A curve that cannot be read: what is missing. False: it can. */
static bool refuse(struct result *r, const struct load_curve *c, const struct log_series *s,
                   const struct throughput_units *units)
{
    if (s->end == RECORD_END_NO_INSTRUCTION)
        remedy_unsampled_series(r, s);
    else if (!(units->cycle_ticks > 0))
        result_unknown(r, "needs the length of a cycle, from probe add_chain",
                       result_words("%u paces are known in ticks only", c->n).text,
                       remedy_run("loaded_curve"));
    else if (c->n < FEWEST_PACES || c->at[0].pace != 0)
        result_unknown(r,
                       "needs loads timed with idle memory and with traffic of at least two paces",
                       result_words("%u paces have timings", c->n).text,
                       remedy_thorough("cache_size,loaded_curve"));
    else
        return false;
    return true;
}

/* The widest of the answer to half of the least and the most that the greatest bandwidth may be. */
static void widen_half(struct result *r, const struct load_curve *c, const struct load_point *most,
                       const struct throughput_units *units)
{
    struct load_point p;

    if (load_curve_latency(c, most->bandwidth_low / 2, &p))
        r->low = fmin(r->low, p.latency_low / units->cycle_ticks);
    if (load_curve_latency(c, most->bandwidth_high / 2, &p))
        r->high = fmax(r->high, p.latency_high / units->cycle_ticks);
}

static void answer_half(struct result *r, const struct load_curve *c, const struct load_point *most,
                        const struct throughput_units *units)
{
    struct load_point p;

    if (c->at[0].bandwidth > most->bandwidth / 2) {
        result_unknown(
            r, "needs a chase that moves less than half of the greatest bandwidth",
            result_words("alone it moves %.2g of it", c->at[0].bandwidth / most->bandwidth).text,
            remedy_never("its threads are too few"));
        return;
    }
    if (!load_curve_latency(c, most->bandwidth / 2, &p)) {
        result_unknown(
            r, "needs paces below and above half of the greatest bandwidth",
            result_words("the chase alone moves %.2g of it", c->at[0].bandwidth / most->bandwidth)
                .text,
            remedy_with("cache_size,loaded_curve", "paces", "16"));
        return;
    }
    answer_latency(r, &p, units);
    widen_half(r, c, most, units);
}

static void answer_knee(struct result *r, const struct load_curve *c, double idle,
                        const struct throughput_units *units)
{
    const struct load_point *last = &c->at[c->n - 1];
    struct load_point p;

    if (!load_curve_bandwidth(c, KNEE * idle, &p)) {
        result_none(r);
        result_remark(r, "the latency rises to %.3g times that of idle memory",
                      last->latency / idle);
        return;
    }
    answer_bandwidth(r, &p, units);
    r->low = r->high = r->value;
    for (unsigned i = 0; i + 1 < c->n; i++) /* the two points that it lies between */
        if (c->at[i].latency < KNEE * idle && c->at[i + 1].latency >= KNEE * idle) {
            r->low = fmin(r->low, c->at[i].bandwidth * units->cycle_ticks);
            r->high = fmax(r->high, c->at[i + 1].bandwidth * units->cycle_ticks);
        }
    r->evidence = evidence_near(r->low, r->high) * evidence_agreement(p.n, p.n);
}

/* What probe loaded_latency has not answered: the latency at the fastest pace. */
static void answer_loaded(struct results *out, const struct log_series *s,
                          const struct result_id *id, const struct load_point *idle,
                          const struct load_point *full, const struct throughput_units *units)
{
    const struct result_id latency = id_moving(LOADED_LATENCY, id->level, id->op);

    if (result_find(out, latency) != NULL)
        return;
    struct result *r = result_add_from(out, latency, s);
    answer_latency(r, full, units);
    if (units->tick_hz > 0)
        snprintf(r->note, sizeof r->note, "all threads moved %.1f GB/s",
                 full->bandwidth * units->tick_hz / 1e9);
    struct result *ratio = result_add_from(out, id_moving(LOADED_RATIO, id->level, id->op), s);
    ratio->value = fmax(1, full->latency / idle->latency);
    ratio->has_bounds = true;
    ratio->low = fmin(ratio->value, full->latency_low / idle->latency_high);
    ratio->high = fmax(ratio->value, full->latency_high / idle->latency_low);
    ratio->evidence = evidence_near(ratio->low, ratio->high) * evidence_agreement(full->n, full->n);
}

static const struct load_point *greatest(const struct load_curve *c)
{
    const struct load_point *most = &c->at[0];

    for (unsigned i = 1; i < c->n; i++)
        if (c->at[i].bandwidth > most->bandwidth)
            most = &c->at[i];
    return most;
}

static void answer(struct results *out, const struct log_series *s, unsigned level, const char *op,
                   const struct throughput_units *units)
{
    const struct result_id id = id_moving(LOADED_IDLE, level, op);
    struct load_curve c = load_curve_of(s, load_curve_line_bytes(out));
    const bool alone = log_key_number(s->keys, s->n_keys, "alone", 0) == 1;
    struct result *r = result_add_from(out, id, s);

    if (refuse(r, &c, s, units))
        return;
    const struct load_point idle = c.at[0], full = c.at[c.n - 1], most = *greatest(&c);
    answer_latency(r, &idle, units);
    r = result_add_from(out, id_moving(LOADED_BANDWIDTH, level, op), s);
    answer_bandwidth(r, &most, units);
    if (alone)
        result_remark(r, "one thread alone: its own streams between its loads");
    if (!alone)
        answer_loaded(out, s, &id, &idle, &full, units);
    load_curve_rise(&c);
    answer_half(result_add_from(out, id_moving(LOADED_HALF, level, op), s), &c, &most, units);
    answer_knee(result_add_from(out, id_moving(LOADED_KNEE, level, op), s), &c, idle.latency,
                units);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    unsigned deepest = throughput_deepest(run, "loaded_curve");
    struct throughput_units units = throughput_units_of(run);

    (void)method;
    for (size_t i = log_find_series(run, "loaded_curve", 0); i < run->n_series;
         i = log_find_series(run, "loaded_curve", i + 1)) {
        const struct log_series *s = &run->series[i];
        unsigned board_level = throughput_board_level(s), level;
        const char *op = op_of(s);

        if (board_level == 0 || op == NULL)
            continue;
        level = throughput_chased_level(out, s, board_level, deepest);
        if (result_find(out, id_moving(LOADED_IDLE, level, op)) == NULL)
            answer(out, s, level, op, &units);
    }
}

const struct analysis analysis_loaded_curve = {
    .about = "latency over bandwidth",
    .probe = "loaded_curve",
    .method = "median",
    .after = { "cache_levels", "cache_line", "cache_ways", "loaded_latency" },
    .infer = infer,
};
