/* Ceilings of the roofline ("Applying the Roofline Model", chapter 5): peak.TYPE.MIX from the
 * throughput of single operations, and roofline.TYPE.ridge, where memory begins to be enough. */
#include "analysis/analysis.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TYPES = 16, TYPE_NAME = 16 };

/* What the operations of one type give, flop a cycle; 0: not known. */
struct ceilings {
    char type[TYPE_NAME];
    double lanes, add, mul, fma; /* elements of a vector; starts of operations a cycle */
    int fused; /* 1: there is a fused instruction, 0: there is none, -1: not known */
};

static const struct result *part(const struct results *results, const char *op, const char *type,
                                 const char *what)
{
    char id[48];

    snprintf(id, sizeof id, "op.%s.%s.%s", op, type, what);
    const struct result *r = results_find(results, id);
    return r != NULL && r->kind == RESULT_NUMBER ? r : NULL;
}

static double throughput(const struct results *results, const char *op, const char *type)
{
    const struct result *r = part(results, op, type, "throughput");

    return r != NULL ? r->value : 0;
}

/* Elements of TYPE, "f64" or "v256f32"; 0: it is no type of floating-point numbers. */
static double lanes_of(const char *type)
{
    unsigned vector_bits = 0, bits = 0;

    if (sscanf(type, "v%4uf%2u", &vector_bits, &bits) == 2 && bits > 0)
        return (double)(vector_bits / bits);
    return sscanf(type, "f%2u", &bits) == 1 ? 1 : 0;
}

/* Whether ID is op.add.TYPE.throughput, and of which type. */
static bool type_of(const char *id, char *type)
{
    char last[16];

    return sscanf(id, "op.add.%15[a-z0-9].%15s", type, last) == 2 &&
           strcmp(last, "throughput") == 0 && lanes_of(type) > 0;
}

static unsigned gather(struct ceilings *all, const struct results *results)
{
    char type[TYPE_NAME];
    unsigned n = 0;

    for (size_t i = 0; i < results->n && n < MOST_TYPES; i++) {
        if (!type_of(results->at[i].id, type))
            continue;
        const struct result *exists = part(results, "fma", type, "exists");
        struct ceilings c = { .lanes = lanes_of(type),
                              .add = throughput(results, "add", type),
                              .mul = throughput(results, "mul", type),
                              .fma = throughput(results, "fma", type),
                              .fused = exists == NULL ? -1 : exists->value > 0 };

        memcpy(c.type, type, sizeof c.type);
        all[n++] = c;
    }
    return n;
}

static struct result *add(struct results *out, const struct ceilings *c, const char *mix)
{
    struct result *r = results_add(out, "flop per cycle", "peak.%s.%s", c->type, mix);

    snprintf(r->probe, sizeof r->probe, "ops");
    snprintf(r->method, sizeof r->method, "throughput");
    r->confidence = 0.9;
    return r;
}

static void single(struct result *r, double starts, double flop)
{
    if (starts > 0)
        r->value = starts * flop;
    else
        result_unknown_prose(r, "the throughput of the operation is not known");
}

static void fused(struct result *r, const struct ceilings *c)
{
    if (c->fused == 0) {
        r->kind = RESULT_NONE;
        r->confidence = 0;
        snprintf(r->note, sizeof r->note, "none");
    } else if (c->fused < 0) {
        result_unknown_prose(r, "whether there is a fused multiply-add is not known");
    } else {
        single(r, c->fma, 2 * c->lanes);
    }
}

/* As many additions as multiplications. Where nothing is fused, that is what the compiler makes of
 * a product and a sum; else they were never timed side by side. */
static void balanced(struct result *r, const struct ceilings *c)
{
    if (c->fused == 0) {
        single(r, c->fma, 2 * c->lanes);
        return;
    }
    result_unknown_prose(r, "not known whether one unit does both: they were timed one by one");
    if (c->add > 0 && c->mul > 0) {
        r->has_bounds = true;
        r->low = 2 * c->lanes / (1 / c->add + 1 / c->mul);
        r->high = 2 * c->lanes * fmin(c->add, c->mul);
    }
}

static double highest(const struct ceilings *c)
{
    double most = fmax(c->add, c->mul) * c->lanes;

    return c->fused >= 0 ? fmax(most, 2 * c->fma * c->lanes) : most;
}

static void ridge(struct results *out, const struct ceilings *all, unsigned n, const char *element)
{
    const struct result *memory = results_find(out, "bandwidth.memory.read");
    double bandwidth = memory != NULL && memory->kind == RESULT_NUMBER ? memory->value : 0;
    double most = 0;
    const char *type = "";

    for (unsigned i = 0; i < n; i++)
        if (strstr(all[i].type, element) != NULL && highest(&all[i]) > most) {
            most = highest(&all[i]);
            type = all[i].type;
        }
    if (most <= 0 || memory == NULL)
        return;
    struct result *r = results_add(out, "flop per B", "roofline.%s.ridge", element);
    snprintf(r->probe, sizeof r->probe, "bandwidth");
    snprintf(r->method, sizeof r->method, "ratio");
    if (bandwidth <= 0) {
        result_unknown_prose(r, "bandwidth of memory is not known");
        return;
    }
    r->value = most / bandwidth;
    r->confidence = 0.8;
    snprintf(r->note, sizeof r->note, "%.4g flop per cycle with %s", most, type);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct ceilings all[MOST_TYPES];
    unsigned n = gather(all, out);

    (void)run;
    (void)method;
    for (unsigned i = 0; i < n; i++) {
        single(add(out, &all[i], "add"), all[i].add, all[i].lanes);
        single(add(out, &all[i], "mul"), all[i].mul, all[i].lanes);
        balanced(add(out, &all[i], "balanced"), &all[i]);
        fused(add(out, &all[i], "fma"), &all[i]);
    }
    ridge(out, all, n, "f32");
    ridge(out, all, n, "f64");
}

const struct analysis analysis_peak = {
    .about = "roofline ceilings: flop per cycle and the ridge",
    .probe = "ops",
    .method = "throughput",
    .after = { "ops", "bandwidth" },
    .infer = infer,
};
