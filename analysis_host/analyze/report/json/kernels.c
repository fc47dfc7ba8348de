/* Kernels as JSON. */
#include "kernels.h"
#include "result/pattern_texts.h"
#include "series/kernels.h"
#include "series/point.h"
#include "values.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- ceilings ---- */

/* Bandwidths; those of NUMA nodes are of one context, and of reads. */
static bool is_bandwidth(const struct result *r)
{
    return r->name.quantity == BANDWIDTH_ALONE || r->name.quantity == BANDWIDTH_TOGETHER ||
           r->name.quantity == NUMA_LOCAL_BANDWIDTH || r->name.quantity == NUMA_REMOTE_BANDWIDTH;
}

static json_t *ceiling(const struct result *r)
{
    bool moves = is_bandwidth(r);
    bool together = r->name.quantity == BANDWIDTH_TOGETHER || r->name.quantity == PEAK_TOGETHER;
    unsigned contexts = together ? r->name.contexts : 1;

    return json_pack("{s:s, s:o, s:i}", "id", r->id, moves ? "byte_per_cycle" : "flop_per_cycle",
                     json_finite(r->value), "contexts", (int)contexts);
}

static json_t *ceilings(const struct results *results)
{
    json_t *list = json_array();

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];

        if (r->kind == RESULT_NUMBER &&
            (r->name.quantity == PEAK_RATE || r->name.quantity == PEAK_TOGETHER || is_bandwidth(r)))
            json_array_append_new(list, ceiling(r));
    }
    return list;
}

/* ---- points ---- */

static json_t *cycles(const struct kernel_point *p, double cycle)
{
    if (p->timings == 0 || !(cycle > 0))
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:I}", "floor", json_finite(p->floor / cycle),
                     "min", json_finite(p->least / cycle), "lower", json_finite(p->lower / cycle),
                     "median", json_finite(p->ticks / cycle), "upper",
                     json_finite(p->upper / cycle), "max", json_finite(p->most / cycle), "n",
                     (json_int_t)p->timings);
}

static json_t *point(const struct kernel_run *r, const struct kernel_point *p)
{
    const struct replay_point *again = p->replayed;
    json_t *traffic =
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:s}", "compulsory",
                  json_finite(kernel_compulsory_bytes(r, p)), "every_access",
                  json_finite(kernel_access_bytes(r, p)), "counted",
                  p->levels > 0 ? json_finite(kernel_counted_bytes(r, p)) : json_null(), "replayed",
                  again != NULL ? json_finite(replay_bytes(again)) : json_null(), "low",
                  again != NULL ? json_finite(again->low) : json_null(), "high",
                  again != NULL ? json_finite(again->high) : json_null(), "boundary", "memory");

    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "n", json_finite((double)p->n),
                     "work", json_finite(kernel_work(p)), "bytes",
                     json_finite((double)p->count[KERNEL_BYTES]), "elements",
                     json_finite((double)p->count[KERNEL_ELEMENTS]), "traffic", traffic, "cycles",
                     cycles(p, r->cycle), "overhead", json_finite(kernel_overhead(r, p)), "walks",
                     p->walks_counted ? json_integer((json_int_t)p->walks) : json_null());
}

static json_t *points(const struct kernel_run *r)
{
    json_t *list = json_array();

    for (size_t i = 0; i < r->n_points; i++)
        if (r->point[i].counted)
            json_array_append_new(list, point(r, &r->point[i]));
    return list;
}

/* ---- series ---- */

/* The check of the first size, as hexadecimal digits: the same for every order of a pattern. */
static json_t *check_of(const struct kernels *all, const struct kernel_run *r)
{
    const char *other;
    char text[17];

    if (kernels_disagree(all, r, &other) != 0)
        return json_false();
    for (size_t i = 0; i < r->n_points; i++)
        if (kernel_check(&r->point[i]) != 0) {
            snprintf(text, sizeof text, "%016llx", (unsigned long long)kernel_check(&r->point[i]));
            return json_string(text);
        }
    return json_null();
}

/* What the file of patterns says of R, where it is the same pattern. */
static void set_text(json_t *o, const struct kernel_run *r, const struct results *results)
{
    const struct pattern_text *text = pattern_texts_find(results->patterns, r->name);
    const struct pattern_variant *v = NULL;

    if (text != NULL && strcmp(text->spec, r->spec) == 0)
        v = pattern_variant_find(text, r->variant);
    json_object_set_new(o, "relation", v != NULL ? json_string(v->relation) : json_null());
    json_object_set_new(o, "legal", v != NULL ? json_boolean(v->legal) : json_null());
}

static json_t *series(const struct kernels *all, const struct kernel_run *r,
                      const struct results *results)
{
    json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:s, s:I, s:b, s:s}", "probe",
                          r->series->probe, "name", r->name, "variant", r->variant, "variant_of",
                          kernels_reference(all, r)->variant, "type", r->type, "state", r->state,
                          "contexts", (json_int_t)r->contexts, "space", r->space, "chunk",
                          (json_int_t)r->chunk, "barrier", r->barrier, "spec", r->spec);

    if (o == NULL) /* a word of the log that is no UTF-8 */
        return json_null();
    json_object_set_new(o, "check", check_of(all, r));
    set_text(o, r, results);
    json_object_set_new(o, "points", points(r));
    return o;
}

/* Appends the series of PROBE to LIST; -1 without memory. */
static int add_probe(json_t *list, const struct log_run *run, const char *probe,
                     const struct results *results)
{
    struct kernels all;
    int err = kernels_read(&all, run, probe, METHOD_ROBUST);

    kernels_replay(&all, results->replay);

    for (size_t i = 0; i < all.n && err == 0; i++)
        err = json_array_append_new(list, series(&all, &all.run[i], results));
    kernels_free(&all);
    return err;
}

json_t *json_kernels(const struct log_run *run, const struct results *results)
{
    json_t *list = json_array();
    int err = 0;

    for (unsigned i = 0; i < KERNEL_PROBES && err == 0; i++)
        err = add_probe(list, run, kernel_probes[i], results);
    if (err != 0) {
        json_decref(list);
        return NULL;
    }
    return json_pack("{s:o, s:o}", "ceilings", ceilings(results), "series", list);
}

bool json_has_kernels(const struct log_run *run)
{
    for (unsigned i = 0; i < KERNEL_PROBES; i++)
        if (log_find_series(run, kernel_probes[i], 0) < run->n_series)
            return true;
    return false;
}
