/* One object a prediction. */
#include "formats.h"
#include "report/output/visible.h"
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *seconds_of(const struct prediction *p)
{
    if (p->seconds <= 0)
        return json_null();
    if (p->by_paper)
        return json_pack("{s:f, s:n, s:n, s:n}", "value", p->seconds, "low", "high", "confidence");
    return json_pack("{s:f, s:f, s:f, s:f}", "value", p->seconds, "low", p->seconds * p->low,
                     "high", p->seconds * p->high, "confidence", 0.9);
}

/* TEXT of strangers: a cut letter or another one that is no UTF-8 becomes \\xNN. */
static json_t *string(const char *text)
{
    char shown[800];

    return json_string(output_visible_cell(shown, sizeof shown, text));
}

/* The metrics of kernel I, and what is nearest. */
static json_t *paper_kernel_of(const struct paper_kernel *k)
{
    json_t *to = json_pack("{s:f, s:f, s:f, s:f, s:f}", "share", k->share, "stability",
                           k->metrics.stability, "parallel", k->metrics.parallel, "reuse_bytes",
                           k->metrics.reuse_bytes, "volume_bytes", k->metrics.volume_bytes);

    if (k->match == NULL)
        return to;
    json_object_set_new(to, "match", json_string(k->match->name));
    json_object_set_new(to, "distance", number(k->distance));
    json_object_set_new(to, "good", json_boolean(k->good));
    json_object_set_new(to, "factor", number(k->match->per_instruction));
    return to;
}

static json_t *paper_of(const struct prediction *p)
{
    json_t *kernels = json_array();

    if (p->paper.n == 0) {
        json_decref(kernels);
        return json_null();
    }
    for (size_t i = 0; i < p->paper.n; i++)
        json_array_append_new(kernels, paper_kernel_of(&p->paper.kernel[i]));
    return json_pack("{s:f, s:f, s:f, s:f, s:o}", "cycles", p->paper.cycles, "outside",
                     p->paper.outside, "factor", p->paper.rest_factor, "nearest", p->paper.nearest,
                     "kernels", kernels);
}

static json_t *contexts_of(const struct prediction *p)
{
    json_t *to = json_array();

    for (size_t i = 0; i < p->n_contexts; i++) {
        const struct contexts_speedup *c = &p->contexts[i];
        json_array_append_new(
            to,
            json_pack("{s:s, s:i, s:f, s:I, s:o}", "model", c->model, "n", (int)c->n, "speedup",
                      c->speedup, "kernels", (json_int_t)c->kernels, "seconds",
                      p->seconds > 0 ? json_real(p->seconds * contexts_time(p->shared, c->speedup))
                                     : json_null()));
    }
    return to;
}

/* What passes while the threads of a program run. */
static json_t *threads_of(const struct prediction *p)
{
    const struct threads_time *t = &p->threads;
    double seconds = t->hz > 0 ? t->cycles / t->hz : 0;

    if (t->threads == 0 || p->by_paper)
        return json_null();
    json_t *to =
        json_pack("{s:i, s:i, s:f, s:f}", "n", (int)t->threads, "contexts", (int)t->contexts,
                  "cycles", t->cycles, "running", t->cycles > 0 ? t->processor / t->cycles : 0.0);
    json_object_set_new(to, "seconds",
                        seconds > 0 ? json_pack("{s:f, s:f, s:f, s:f}", "value", seconds, "low",
                                                seconds * p->low, "high", seconds * p->high,
                                                "confidence", 0.9)
                                    : json_null());
    return to;
}

/* Shares of CYCLES by cause, those above 0. */
static json_t *causes_of(const double cycles[CAUSES])
{
    json_t *to = json_object();
    double all = 0;

    for (unsigned c = 0; c < CAUSES; c++)
        all += cycles[c];
    for (unsigned c = 0; c < CAUSES && all > 0; c++)
        if (cycles[c] > 0)
            json_object_set_new(to, cause_name((enum cause)c), number(cycles[c] / all));
    return to;
}

/* Accesses by the cache that has their line, or memory. */
static json_t *accesses_of(const struct prediction *p)
{
    json_t *to = json_object();
    unsigned levels = p->board->machine.levels;

    for (unsigned level = 0; level <= levels; level++) {
        enum cause cause = level < levels ? (enum cause)(CAUSE_CACHE_1 + level) : CAUSE_MEMORY;

        json_object_set_new(to, cause_name(cause), number(p->served[level]));
    }
    return to;
}

static json_t *loop_of(const struct prediction_row *row)
{
    return json_pack("{s:o, s:f, s:s, s:o, s:o, s:I}", "at", string(row->at), "share", row->share,
                     "by", cause_name(row->by), "why", string(row->why), "causes",
                     causes_of(row->cycles), "iterations", (json_int_t)row->iterations);
}

static json_t *numbers_from(const struct machine *m, enum machine_source source)
{
    json_t *to = json_object();

    for (unsigned i = 0; i < MACHINE_PARAMETERS; i++)
        if (m->number[i].source == source)
            json_object_set_new(to, machine_parameter_id((enum machine_parameter)i).text,
                                number(m->number[i].value));
    return to;
}

static json_t *missing_of(const struct machine *m)
{
    json_t *to = json_array();

    for (size_t i = 0; i < m->n_missing; i++)
        json_array_append_new(
            to, json_pack("{s:s, s:s}", "id", m->missing[i].id, "instead", m->missing[i].instead));
    return to;
}

static void add_lists(json_t *to, const struct prediction *p)
{
    json_t *loops = json_array(), *problems = json_array(), *like = json_array();

    for (size_t i = 0; i < p->n_rows; i++)
        json_array_append_new(loops, loop_of(&p->row[i]));
    for (size_t i = 0; i < p->n_problems; i++)
        json_array_append_new(problems, string(p->problem[i]));
    for (unsigned i = 0; i < p->like.n; i++)
        json_array_append_new(like, json_pack("{s:s, s:f}", "kernel", p->like.point[i]->name,
                                              "distance", p->like.distance[i]));
    json_object_set_new(to, "like", like);
    json_object_set_new(to, "loops", loops);
    json_object_set_new(to, "problems", problems);
}

static json_t *object_of(const struct prediction *p)
{
    const struct machine *m = &p->board->machine;
    json_t *to = json_pack("{s:s, s:o, s:o, s:o, s:s}", "schema", "pontoon.prediction/1", "program",
                           string(p->signature->program), "board", string(p->board->name), "log",
                           string(p->board->file), "method",
                           p->by_paper ? "paper"
                           : m->serial ? "whole_run"
                                       : "replay");

    if (to == NULL)
        return NULL;
    json_object_set_new(to, "seconds", seconds_of(p));
    json_object_set_new(to, "shared_seconds",
                        p->shared_seconds > 0 ? json_real(p->shared_seconds) : json_null());
    json_object_set_new(to, "cycles", number(p->cycles));
    json_object_set_new(to, "system_cycles", number(p->system_cycles));
    json_object_set_new(to, "low", p->by_paper ? json_null() : number(p->low));
    json_object_set_new(to, "high", p->by_paper ? json_null() : number(p->high));
    json_object_set_new(to, "shared", p->paper.n > 0 ? number(p->shared) : json_null());
    json_object_set_new(to, "paper", paper_of(p));
    json_object_set_new(to, "contexts", contexts_of(p));
    json_object_set_new(to, "threads", threads_of(p));
    json_object_set_new(to, "instructions", json_integer((json_int_t)p->signature->instructions));
    json_object_set_new(to, "sampling_error", number(p->sampling_error));
    json_object_set_new(to, "causes", causes_of(p->cause));
    json_object_set_new(to, "accesses", accesses_of(p));
    json_object_set_new(to, "fitted", numbers_from(m, MACHINE_FITTED));
    json_object_set_new(to, "assumed", numbers_from(m, MACHINE_ASSUMED));
    json_object_set_new(to, "missing", missing_of(m));
    add_lists(to, p);
    return to;
}

/* A board that no signature is for has no time. */
static json_t *lacking_of(const struct lacking *l)
{
    char why[80];

    snprintf(why, sizeof why, "no signature of a program for %s was given", l->isa);
    return json_pack("{s:s, s:o, s:o, s:n, s:[o]}", "schema", "pontoon.prediction/1", "board",
                     string(l->board), "log", string(l->file), "seconds", "problems", string(why));
}

/* Writes ALL and lets it go. False without memory; errors of OUT stay with it. */
static bool put(FILE *out, json_t *all)
{
    char *text = all != NULL ? json_dumps(all, JSON_INDENT(1) | JSON_PRESERVE_ORDER) : NULL;
    bool whole = text != NULL;

    if (whole)
        fprintf(out, "%s\n", text);
    free(text);
    json_decref(all);
    return whole;
}

bool json_predictions(FILE *out, const struct answers *a)
{
    json_t *all = json_array();

    if (!a->several) {
        json_decref(all);
        return put(out, object_of(&a->prediction[0]));
    }
    for (size_t i = 0; i < a->n; i++)
        json_array_append_new(all, object_of(&a->prediction[a->order[i]]));
    for (size_t i = 0; i < a->n_lacking; i++)
        json_array_append_new(all, lacking_of(&a->lacking[i]));
    if (json_array_size(all) == a->n + a->n_lacking)
        return put(out, all);
    json_decref(all);
    return false;
}

/* Change of the cycles by cause. */
static json_t *changes_of(const struct prediction *old, const struct prediction *new)
{
    json_t *to = json_object();

    for (unsigned c = 0; c < CAUSES; c++)
        if (old->cause[c] > 0 || new->cause[c] > 0)
            json_object_set_new(to, cause_name((enum cause)c),
                                number(new->cause[c] - old->cause[c]));
    return to;
}

bool json_comparison(FILE *out, const struct prediction *old, const struct prediction *new)
{
    return put(out, json_pack("{s:s, s:o, s:f, s:o, s:o, s:o}", "schema", "pontoon.comparison/1",
                              "board", string(old->board->name), "times_as_fast",
                              answers_gain(old, new), "cycles", changes_of(old, new), "before",
                              object_of(old), "after", object_of(new)));
}
