/* The report as JSON, schema pontoon.report/1. Keys are written in the order in which they are set.
 * A failed allocation yields NULL, which jansson's setters refuse; OK keeps that. */
#include "json.h"
#include "kernels.h"
#include "locality.h"
#include "result/regions.h"
#include "result/verdict.h"
#include "values.h"
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Integral values as integers: 2^53 and below are exact in a double. */
static json_t *number_value(double value)
{
    if (!isfinite(value))
        return json_null();
    if (value == floor(value) && fabs(value) <= 9007199254740992.0)
        return json_integer((json_int_t)value);
    return json_real(value);
}

static json_t *number_or_null(bool there, double value)
{
    return there ? number_value(value) : json_null();
}

static json_t *value_of(const struct result *r)
{
    if (r->kind == RESULT_NAME)
        return json_text(r->text);
    if (r->kind == RESULT_NUMBER && strcmp(r->unit, "bool") == 0)
        return json_boolean(r->value != 0);
    return number_or_null(r->kind == RESULT_NUMBER, r->value);
}

static const char *const kind_words[] = { [RESULT_NUMBER] = "number",
                                          [RESULT_NAME] = "name",
                                          [RESULT_NULL] = "unknown",
                                          [RESULT_NONE] = "none" };

static json_t *result_object(const struct result *r, const struct results *all, bool *ok)
{
    json_t *o = json_object();

    json_set_value(o, "id", json_text(r->id), ok);
    bool table = strcmp(r->unit, "table") == 0 && all->locality != NULL;
    json_set_value(o, "value", table ? json_pairs(all->locality) : value_of(r), ok);
    json_set_value(o, "nominal", number_or_null(r->has_nominal, r->nominal), ok);
    json_set_value(o, "unit", json_text(r->unit), ok);
    json_set_value(o, "low", number_or_null(r->has_bounds, r->low), ok);
    json_set_value(o, "high", number_or_null(r->has_bounds, r->high), ok);
    json_set_value(o, "confidence", number_value(r->confidence), ok);
    json_set_value(o, "method", json_text(r->method), ok);
    json_set_value(o, "probe", json_text(r->probe), ok);
    json_set_value(o, "note", json_text(r->note), ok);
    json_set_value(o, "kind", json_text(kind_words[r->kind]), ok);
    if (r->kind == RESULT_NULL)
        json_set_value(o, "remedy", json_text(r->remedy), ok);
    if (r->ns > 0)
        json_set_value(o, "ns", number_value(r->ns), ok);
    if (r->gb_per_s > 0)
        json_set_value(o, "gb_per_s", number_value(r->gb_per_s), ok);
    if (r->gflop_per_s > 0)
        json_set_value(o, "gflop_per_s", number_value(r->gflop_per_s), ok);
    if (r->damaged)
        json_set_value(o, "damaged", json_true(), ok);
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
    return json_text(k->value);
}

static json_t *run_object(const struct log_run *run, bool *ok)
{
    json_t *o = json_object();

    /* The first of two equal keys counts, as in log_key_text(). */
    for (size_t i = 0; i < run->n_keys; i++) {
        json_t *key = json_text(run->keys[i].key);
        if (key == NULL)
            *ok = false;
        else if (json_object_get(o, json_string_value(key)) == NULL)
            json_set_value(o, json_string_value(key), run_value(&run->keys[i]), ok);
        json_decref(key);
    }
    return o;
}

/* The keys of each further round. */
static json_t *rounds_array(const struct log_run *run, bool *ok)
{
    json_t *rounds = json_array();

    for (size_t i = 0; i < run->n_rounds; i++)
        json_append_value(rounds, run_object(&run->rounds[i], ok), ok);
    return rounds;
}

static json_t *problem_object(const struct log_problem *p, bool *ok)
{
    json_t *o = json_object();

    json_set_value(o, "line", json_integer((json_int_t)p->line), ok);
    json_set_value(o, "what", json_text(p->what), ok);
    json_set_value(o, "cost", json_text(p->cost), ok);
    return o;
}

/* Null where no DONE or END came, or another tool wrote the log. */
static json_t *running_checksum(const struct log *log)
{
    if (log->run.sums == LOG_SUMS_UNKNOWN)
        return json_null();
    return json_boolean(log->run.sums == LOG_SUMS_THERE);
}

/* Memories that the board names, as it tells them. */
static json_t *regions_array(const struct region_facts *at, size_t n, bool *ok)
{
    json_t *regions = json_array();

    for (size_t i = 0; i < n; i++) {
        json_t *o = json_object();

        json_set_value(o, "name", json_text(at[i].name), ok);
        json_set_value(o, "kind", json_text(at[i].kind), ok);
        json_set_value(o, "start", json_integer((json_int_t)at[i].start), ok);
        json_set_value(o, "bytes", json_integer((json_int_t)at[i].bytes), ok);
        json_set_value(o, "usual", json_boolean(at[i].usual), ok);
        json_set_value(o, "writes", json_boolean(at[i].writes), ok);
        json_set_value(o, "runs", json_boolean(at[i].runs), ok);
        json_set_value(o, "cached", json_boolean(at[i].cached), ok);
        json_append_value(regions, o, ok);
    }
    return regions;
}

static json_t *contradictions_array(const struct results *results, bool *ok)
{
    json_t *all = json_array();

    for (size_t i = 0; i < results->n_contradictions; i++) {
        json_t *o = json_object();

        json_set_value(o, "among", json_string(results->contradictions[i].among), ok);
        json_set_value(o, "what", json_text(results->contradictions[i].what), ok);
        json_append_value(all, o, ok);
    }
    return all;
}

static json_t *report_object(const struct log *log, const struct results *results, bool *ok)
{
    json_t *answers = json_array();
    json_t *problems = json_array();
    json_t *o = json_object();
    struct region_facts regions[REGIONS_MOST];
    size_t n_regions = regions_read(regions, &log->run);

    for (size_t i = 0; i < results->n; i++)
        json_append_value(answers, result_object(&results->at[i], results, ok), ok);
    for (size_t i = 0; i < problems_count(log, results); i++)
        json_append_value(problems, problem_object(problem_at(log, results, i), ok), ok);
    json_set_value(o, "schema", json_string("pontoon.report/1"), ok);
    json_set_value(o, "run", run_object(&log->run, ok), ok);
    json_set_value(o, "emulated", json_boolean(log_is_emulated(&log->run)), ok);
    if (log->run.n_rounds > 0)
        json_set_value(o, "rounds", rounds_array(&log->run, ok), ok);
    json_set_value(o, "running_checksum", running_checksum(log), ok);
    json_set_value(o, "results", answers, ok);
    json_set_value(o, "locality", json_locality(results->locality), ok);
    if (n_regions > 0)
        json_set_value(o, "regions", regions_array(regions, n_regions, ok), ok);
    if (json_has_kernels(&log->run))
        json_set_value(o, "roofline", json_kernels(&log->run, results), ok);
    json_set_value(o, "problems", problems, ok);
    json_set_value(o, "contradictions", contradictions_array(results, ok), ok);
    return o;
}

static int write_object(FILE *out, const struct log *log, const struct results *results,
                        size_t flags)
{
    bool ok = true;
    json_t *o = report_object(log, results, &ok);

    if (ok)
        json_dumpf(o, out, flags);
    fputc('\n', out);
    json_decref(o);
    return ok ? 0 : -1;
}

int report_json(FILE *out, const struct log *log, const struct results *results)
{
    return write_object(out, log, results, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
}

int report_json_compact(FILE *out, const struct log *log, const struct results *results)
{
    return write_object(out, log, results, JSON_COMPACT | JSON_REAL_PRECISION(9));
}
