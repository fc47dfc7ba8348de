/* Writes pontoon.suggested/1. */
#include "suggested.h"
#include "result/suggested.h"
#include "values.h"
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The words of TEXT, which BY separates, as an array. */
static json_t *words_array(char *text, const char *by, bool *ok)
{
    json_t *array = json_array();
    char *rest = NULL;

    for (char *w = strtok_r(text, by, &rest); w != NULL; w = strtok_r(NULL, by, &rest))
        json_append_value(array, json_text(w), ok);
    return array;
}

static json_t *why_of(const struct result *r)
{
    char why[RESULT_NOTE + 80];

    if (r->kind == RESULT_NULL)
        snprintf(why, sizeof why, "%s", r->note);
    else
        snprintf(why, sizeof why, "%.0f%% sure%s%s", 100 * r->confidence, *r->note ? "; " : "",
                 r->note);
    return json_text(why);
}

static json_t *answer_object(const struct result *r, bool *ok)
{
    json_t *o = json_object();

    json_set_value(o, "id", json_text(r->id), ok);
    json_set_value(o, "kind", json_string(r->kind == RESULT_NULL ? "unknown" : "doubt"), ok);
    json_set_value(o, "confidence", json_real(r->confidence), ok);
    json_set_value(o, "why", why_of(r), ok);
    return o;
}

static json_t *run_object(const struct suggested *w, unsigned i, bool *ok)
{
    const struct suggested_run *run = &w->run[i];
    char line[SUGGESTED_LINE + 1], probes[SUGGESTED_LINE + 1];
    json_t *o = json_object(), *answers = json_array();

    (void)suggested_line(w, i, line);
    memcpy(probes, run->probes, sizeof probes);
    for (size_t k = 0; k < w->n_answers; k++)
        if (w->answer[k].run == i)
            json_append_value(answers, answer_object(w->answer[k].result, ok), ok);
    json_set_value(o, "options", words_array(line, " ", ok), ok);
    json_set_value(o, "probes", words_array(probes, ",", ok), ok);
    json_set_value(o, "seconds", run->seconds > 0 ? json_real(run->seconds) : json_null(), ok);
    json_set_value(o, "seconds_are_least", json_boolean(run->seconds_least), ok);
    json_set_value(o, "answers", answers, ok);
    return o;
}

/* The ids of R that are open or, where CLOSED, unknown and no run would tell. */
static json_t *ids_of(const struct results *r, bool closed, bool *ok)
{
    json_t *ids = json_array();

    for (size_t i = 0; i < r->n; i++)
        if (suggested_is_open(&r->at[i]) != closed && (!closed || r->at[i].kind == RESULT_NULL))
            json_append_value(ids, json_text(r->at[i].id), ok);
    return ids;
}

static json_t *suggested_object(const struct suggested *w, const struct log_run *run,
                                const struct results *results, const char *schema, bool *ok)
{
    const char *target = log_key_text(run->keys, run->n_keys, "target");
    json_t *o = json_object(), *runs = json_array();
    char of[sizeof "00000000"];

    snprintf(of, sizeof of, "%08" PRIX32, w->of);
    for (unsigned i = 0; i < w->n_runs; i++)
        json_append_value(runs, run_object(w, i, ok), ok);
    json_set_value(o, "schema", json_string(schema), ok);
    json_set_value(o, "target", target != NULL ? json_text(target) : json_null(), ok);
    json_set_value(o, "round", w->round > 0 ? json_integer(w->round) : json_null(), ok);
    json_set_value(o, "of", w->round > 0 ? json_string(of) : json_null(), ok);
    json_set_value(o, "open", ids_of(results, false, ok), ok);
    json_set_value(o, "closed", ids_of(results, true, ok), ok);
    json_set_value(o, "runs", runs, ok);
    return o;
}

int suggested_json(FILE *out, const struct log *log, const struct results *results,
                   const char *schema)
{
    struct suggested *w = calloc(1, sizeof *w); /* large */
    bool ok = w != NULL && suggested_find(w, &log->run, results) == 0;
    json_t *o = ok ? suggested_object(w, &log->run, results, schema, &ok) : NULL;

    if (ok)
        json_dumpf(o, out, JSON_INDENT(1) | JSON_REAL_PRECISION(3));
    fputc('\n', out);
    json_decref(o);
    if (w != NULL)
        suggested_free(w);
    free(w);
    return ok ? 0 : -1;
}
