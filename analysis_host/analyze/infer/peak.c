/* roofline.TYPE.ridge, where memory begins to be enough ("Applying the Roofline Model", chapter 5);
 * and, for logs in which probe peaks did not run, peak.TYPE.MIX from the throughput of single
 * operations. */
#include "result/peak.h"
#include "analysis/analysis.h"
#include "result/element.h"
#include "result/query.h"
#include "result/remedy.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TYPES = 16 };

/* Rates of the operations of one type; 0: not known. */
struct ceilings {
    char type[ID_WORD];
    double lanes, add, mul, fma; /* elements of a vector; starts of operations a cycle */
    int fused; /* 1: there is a fused instruction, 0: there is none, -1: not known */
};

static double throughput_of_op(const struct results *results, const char *op, const char *type)
{
    return result_measured(results, id_op(OP_THROUGHPUT, op, type));
}

/* 1, 0 or -1, as fused of struct ceilings. */
static int fused_exists(const struct results *results, const char *type)
{
    const struct result *r = result_find(results, id_op(OP_EXISTS, "fma", type));

    return result_is_number(r) ? r->value > 0 : -1;
}

/* Fills ALL, room for MOST_TYPES, with every type of which additions were answered. */
static unsigned gather_ceilings(struct ceilings *all, const struct results *results)
{
    unsigned n = 0;

    for (size_t i = 0; i < results->n && n < MOST_TYPES; i++) {
        const struct result_id *name = &results->at[i].name;
        struct ceilings c = { .lanes = 0 };
        struct element element;

        if (name->quantity != OP_THROUGHPUT || strcmp(name->op, "add") != 0 ||
            !element_read(name->type, &element) || !element.is_float)
            continue;
        memcpy(c.type, name->type, sizeof c.type);
        c.lanes = element.lanes;
        c.add = throughput_of_op(results, "add", c.type);
        c.mul = throughput_of_op(results, "mul", c.type);
        c.fma = throughput_of_op(results, "fma", c.type);
        c.fused = fused_exists(results, c.type);
        all[n++] = c;
    }
    return n;
}

static struct result *peak_result(struct results *out, const struct ceilings *c, const char *mix)
{
    return result_add(out, id_op(PEAK_RATE, mix, c->type));
}

/* Answers MIX with FLOP for each operation OP that starts. */
static void from_operation(struct results *out, const struct ceilings *c, const char *mix,
                           const char *op, double flop)
{
    struct result_id id = id_op(OP_THROUGHPUT, op, c->type);
    const struct result *found = result_find(out, id);
    bool none = found != NULL && found->kind == RESULT_NONE;
    double starts = result_measured(out, id), sure = found != NULL ? found->confidence : 0;
    struct result *r = peak_result(out, c, mix);

    if (none) {
        result_none(r);
    } else if (starts > 0) {
        r->value = starts * flop;
        r->evidence = sure;
    } else {
        result_unknown(
            r, result_words("needs %s", id.text).text,
            result_words("not known; starts a cycle: add %.3g, mul %.3g", c->add, c->mul).text,
            remedy_of(out, id, "ops"));
    }
}

static void fused(struct results *out, const struct ceilings *c)
{
    struct result_id id = id_op(OP_EXISTS, "fma", c->type);

    if (c->fused == 0)
        result_none(peak_result(out, c, "fma"));
    else if (c->fused < 0)
        result_unknown(peak_result(out, c, "fma"), result_words("needs %s", id.text).text,
                       result_words("not known; starts a cycle: add %.3g, mul %.3g, fma %.3g",
                                    c->add, c->mul, c->fma)
                           .text,
                       remedy_of(out, id, "ops"));
    else
        from_operation(out, c, "fma", "fma", 2 * c->lanes);
}

/* As many additions as multiplications. Where nothing is fused, that is what the compiler makes of
 * a product and a sum; else they were never timed side by side. */
static void balanced(struct results *out, const struct ceilings *c)
{
    if (c->fused == 0) {
        from_operation(out, c, "balanced", "fma", 2 * c->lanes);
        return;
    }
    struct result *r = peak_result(out, c, "balanced");
    result_unknown(r, "needs additions and multiplications timed side by side",
                   result_words("FLOP/cycle, timed one by one: add %.4g, mul %.4g",
                                c->add * c->lanes, c->mul * c->lanes)
                       .text,
                   remedy_run("peaks"));
    if (c->add > 0 && c->mul > 0) {
        r->has_bounds = true;
        r->low = 2 * c->lanes / (1 / c->add + 1 / c->mul);
        r->high = 2 * c->lanes * fmin(c->add, c->mul);
    }
}

/* Where the highest ceiling of BITS wide numbers, ELEMENT, meets reading memory, which SERIES
 * timed. */
static void ridge(struct results *out, const struct log_series *series, unsigned bits,
                  const char *element)
{
    struct result_id memory = id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read");
    const struct result *best = peak_highest(out, bits, NULL), *read = result_find(out, memory);

    if (best == NULL || read == NULL)
        return;
    struct result_words words =
        result_words("%.4g FLOP/cycle with %s", best->value, best->name.type);
    double peak = best->value, bandwidth = result_measured(out, memory);
    double sure = best->confidence * read->confidence;
    double least = fmin(best->confidence, read->confidence);
    bool bounded = best->has_bounds && read->has_bounds && read->low > 0;
    bool timed = best->gflop_per_s > 0 && read->gb_per_s > 0;
    double by_time = timed ? best->gflop_per_s / read->gb_per_s : 0;
    const double ends[] = { best->low / best->value * read->value / read->high,
                            best->high / best->value * read->value / read->low };
    struct result *r = result_add_from(out, id_type(ROOFLINE_RIDGE, element), series);

    result_by(r, "ratio");
    if (bandwidth <= 0) {
        result_unknown(r, result_words("needs %s", memory.text).text,
                       result_words("not known; %s", words.text).text,
                       remedy_of(out, memory, "cache_size,bandwidth"));
        return;
    }
    r->value = timed ? by_time : peak / bandwidth; /* their clocks may differ */
    r->evidence = sure;
    r->sure_at_most = least;
    if (bounded) {
        r->has_bounds = true;
        r->low = r->value * ends[0];
        r->high = r->value * ends[1];
    }
    snprintf(r->note, sizeof r->note, "%s", words.text);
}

/* What single operations say of all types, where nothing better was measured. */
static void divide(struct results *out)
{
    struct ceilings all[MOST_TYPES];
    unsigned n = gather_ceilings(all, out);

    for (unsigned i = 0; i < n; i++) {
        from_operation(out, &all[i], "add", "add", all[i].lanes);
        from_operation(out, &all[i], "mul", "mul", all[i].lanes);
        balanced(out, &all[i]);
        fused(out, &all[i]);
    }
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t moved = log_find_series(run, "bandwidth", 0);

    (void)method;
    if (log_find_series(run, "peaks", 0) == run->n_series)
        divide(out);
    if (moved == run->n_series)
        return;
    ridge(out, &run->series[moved], 32, "f32");
    ridge(out, &run->series[moved], 64, "f64");
}

const struct analysis analysis_peak = {
    .about = "roofline ceilings: FLOP/cycle and the ridge",
    .probe = "ops",
    .also = { "ops" },
    .method = "throughput",
    .after = { "ops", "peaks", "bandwidth" },
    .infer = infer,
};
