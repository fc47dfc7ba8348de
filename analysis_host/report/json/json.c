#include "json.h"
#include "locality.h"
#include "result/verdict.h"
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Schema pontoon.report/1. Keys are written in the order in which they are set; a failed allocation
 * yields NULL, which jansson's setters refuse, and is seen in OK. */

static void set(json_t *object, const char *key, json_t *value, bool *ok)
{
    if (json_object_set_new(object, key, value) != 0)
        *ok = false;
}

/* TEXT; bytes that are not UTF-8 come from the wire and become '?'. */
static json_t *string(const char *text)
{
    json_t *whole = json_string(text);

    if (whole != NULL)
        return whole;
    char *copy = strdup(text);
    if (copy == NULL)
        return NULL;
    for (char *p = copy; *p != '\0'; p++)
        if ((unsigned char)*p >= 0x80)
            *p = '?';
    whole = json_string(copy);
    free(copy);
    return whole;
}

/* Integral values as integers: 2^53 and below are exact in a double. */
static json_t *number(double value)
{
    if (!isfinite(value))
        return json_null();
    if (value == floor(value) && fabs(value) <= 9007199254740992.0)
        return json_integer((json_int_t)value);
    return json_real(value);
}

static json_t *number_or_null(bool there, double value)
{
    return there ? number(value) : json_null();
}

static json_t *value_of(const struct result *r)
{
    if (r->kind == RESULT_NAME)
        return string(r->text);
    if (r->kind == RESULT_NUMBER && strcmp(r->unit, "bool") == 0)
        return json_boolean(r->value != 0);
    return number_or_null(r->kind == RESULT_NUMBER, r->value);
}

static json_t *result(const struct result *r, const struct results *all, bool *ok)
{
    json_t *o = json_object();

    set(o, "id", string(r->id), ok);
    bool table = strcmp(r->unit, "table") == 0 && all->locality != NULL;
    set(o, "value", table ? json_pairs(all->locality) : value_of(r), ok);
    set(o, "nominal", number_or_null(r->has_nominal, r->nominal), ok);
    set(o, "unit", string(r->unit), ok);
    set(o, "low", number_or_null(r->has_bounds, r->low), ok);
    set(o, "high", number_or_null(r->has_bounds, r->high), ok);
    set(o, "confidence", number(r->confidence), ok);
    set(o, "method", string(r->method), ok);
    set(o, "probe", string(r->probe), ok);
    set(o, "note", string(r->note), ok);
    if (r->ns > 0)
        set(o, "ns", number(r->ns), ok);
    if (r->gb_per_s > 0)
        set(o, "gb_per_s", number(r->gb_per_s), ok);
    if (r->damaged)
        set(o, "damaged", json_true(), ok);
    return o;
}

/* RUN keys that are numbers by definition, claims among them; the others stay text, whatever they
 * look like. */
static json_t *run_value(const struct log_key *k)
{
    static const char *const numbers[] = { "format", "word", "cores", "tick_hz", "tick_min" };

    bool is_number = strncmp(k->key, "claim.", strlen("claim.")) == 0;

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        is_number |= strcmp(k->key, numbers[i]) == 0;
    uint64_t n = log_key_number(k, 1, k->key, UINT64_MAX);
    if (is_number && n <= INT64_MAX)
        return json_integer((json_int_t)n);
    return string(k->value);
}

static json_t *run(const struct log_run *run, bool *ok)
{
    json_t *o = json_object();

    /* The first of two equal keys counts, as in log_key_text(). */
    for (size_t i = 0; i < run->n_keys; i++) {
        json_t *key = string(run->keys[i].key);
        if (key == NULL)
            *ok = false;
        else if (json_object_get(o, json_string_value(key)) == NULL)
            set(o, json_string_value(key), run_value(&run->keys[i]), ok);
        json_decref(key);
    }
    return o;
}

static json_t *problem(const struct log_problem *p, bool *ok)
{
    json_t *o = json_object();

    set(o, "line", json_integer((json_int_t)p->line), ok);
    set(o, "what", string(p->what), ok);
    set(o, "cost", string(p->cost), ok);
    return o;
}

static void append(json_t *array, json_t *value, bool *ok)
{
    if (json_array_append_new(array, value) != 0)
        *ok = false;
}

static json_t *report(const struct log *log, const struct results *results, bool *ok)
{
    json_t *answers = json_array();
    json_t *problems = json_array();
    json_t *o = json_object();

    for (size_t i = 0; i < results->n; i++)
        append(answers, result(&results->at[i], results, ok), ok);
    for (size_t i = 0; i < problems_count(log, results); i++)
        append(problems, problem(problem_at(log, results, i), ok), ok);
    set(o, "schema", json_string("pontoon.report/1"), ok);
    set(o, "run", run(&log->run, ok), ok);
    set(o, "results", answers, ok);
    set(o, "locality", json_locality(results->locality), ok);
    set(o, "problems", problems, ok);
    return o;
}

int report_json(FILE *out, const struct log *log, const struct results *results)
{
    bool ok = true;
    json_t *o = report(log, results, &ok);

    if (ok)
        json_dumpf(o, out, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    fputc('\n', out);
    json_decref(o);
    return ok ? 0 : -1;
}
