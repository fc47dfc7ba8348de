/* The report as JSON, schema pontoon.report/2. Keys are written in the order in which they are set.
 * A failed allocation yields NULL, which jansson's setters refuse; OK keeps that. */
#include "json.h"
#include "answers.h"
#include "kernels.h"
#include "like/like.h"
#include "log/run_keys.h"
#include "result/regions.h"
#include "result/verdict.h"
#include "stats/calibration.h"
#include "topology.h"
#include "values.h"
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static json_t *run_value(const struct log_key *k)
{
    int64_t number = 0;
    double decimal = 0;

    switch (log_run_value(k, &number, &decimal)) {
    case LOG_VALUE_NUMBER:
        return json_integer(number);
    case LOG_VALUE_DECIMAL:
        return json_real(decimal);
    default:
        return json_text(k->value);
    }
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

    json_set_value(o, "line", p->line > 0 ? json_integer((json_int_t)p->line) : json_null(), ok);
    json_set_value(o, "what", json_text(p->what), ok);
    json_set_value(o, "cost", *p->cost != '\0' ? json_text(p->cost) : json_null(), ok);
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

/* Documented cores that the answers resemble, and what differs from the first. */
static json_t *like_object(const struct likeness *like, bool *ok)
{
    static const char *const verdicts[] = { [LIKE_FOUND] = "resembles",
                                            [LIKE_NO_CORE] = "no core is close",
                                            [LIKE_FEW] = "too few answers",
                                            [LIKE_EMULATED] = "emulated",
                                            [LIKE_NO_ARCH] = "no core of this architecture" };
    json_t *o = json_object(), *cores = json_array(), *differs = json_array();

    for (size_t i = 0; i < like->n_alike; i++) {
        json_t *core = json_object();

        json_set_value(core, "name", json_text(like->at[i].core->name), ok);
        json_set_value(core, "family", json_text(like->at[i].core->family), ok);
        json_set_value(core, "agreed", json_integer(like->at[i].agreed), ok);
        json_set_value(core, "compared", json_integer(like->at[i].compared), ok);
        json_append_value(cores, core, ok);
    }
    for (size_t i = 0; i < like->n_differs; i++) {
        json_t *difference = json_object();

        json_set_value(difference, "id", json_text(like->differs[i].answer->id), ok);
        json_set_value(difference, "value", json_finite(like->differs[i].answer->value), ok);
        json_set_value(difference, "documented", json_text(like->differs[i].documented->text), ok);
        json_set_value(difference, "source", json_text(like->differs[i].documented->from), ok);
        json_append_value(differs, difference, ok);
    }
    json_set_value(o, "verdict", json_string(verdicts[like->verdict]), ok);
    json_set_value(o, "cores", cores, ok);
    json_set_value(o, "differs", differs, ok);
    return o;
}

static json_t *problems_array(const struct log *log, const struct results *results, bool *ok)
{
    json_t *problems = json_array();

    for (size_t i = 0; i < problems_count(log, results); i++)
        json_append_value(problems, problem_object(problem_at(log, results, i), ok), ok);
    return problems;
}

/* Which log: the last part of its file's name, and a checksum of its bytes. */
static json_t *log_object(const struct log *log, bool *ok)
{
    const char *slash = log->name != NULL ? strrchr(log->name, '/') : NULL;
    json_t *o = json_object();
    char crc[9];

    snprintf(crc, sizeof crc, "%08" PRIX32, log->crc);
    json_set_value(
        o, "name",
        log->name == NULL ? json_null() : json_text(slash != NULL ? slash + 1 : log->name), ok);
    json_set_value(o, "kind", log->kind != NULL ? json_text(log->kind) : json_null(), ok);
    json_set_value(o, "bytes", json_integer((json_int_t)log->bytes), ok);
    json_set_value(o, "crc32", json_string(crc), ok);
    return o;
}

/* When the run began, as ISO 8601 has it, UTC; null where its RUN does not say. */
static json_t *time_of(const struct log_run *run)
{
    enum { DAY = 86400 };
    uint64_t began = log_key_number(run->keys, run->n_keys, "began", UINT64_MAX);
    time_t at = (time_t)began;
    struct tm utc;
    char text[40];

    if (began >= (uint64_t)DAY * 366 * 8000 || gmtime_r(&at, &utc) == NULL ||
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc) == 0)
        return json_null();
    return json_string(text);
}

/* What wrote the report, and of what. */
static void set_header(json_t *o, const struct log *log, bool *ok)
{
    json_set_value(o, "schema", json_string(REPORT_SCHEMA), ok);
    json_set_value(o, "analyze", json_string(PONTOON_VERSION), ok);
    json_set_value(o, "log", log_object(log, ok), ok);
    json_set_value(o, "time", time_of(&log->run), ok);
    json_set_value(o, "bounds_level", json_real(calibration_limits.ranges_hold), ok);
}

static json_t *report_object(const struct log *log, const struct results *results, bool *ok)
{
    json_t *o = json_object();
    struct region_facts regions[REGIONS_MOST];
    size_t n_regions = regions_read(regions, &log->run);

    set_header(o, log, ok);
    json_set_value(o, "run", run_object(&log->run, ok), ok);
    json_set_value(o, "emulated", json_boolean(log_is_emulated(&log->run)), ok);
    if (log->run.n_rounds > 0)
        json_set_value(o, "rounds", rounds_array(&log->run, ok), ok);
    json_set_value(o, "running_checksum", running_checksum(log), ok);
    json_set_value(o, "results", json_answers(results, ok), ok);
    json_set_value(o, "caches", json_caches(results, ok), ok);
    json_set_value(o, "locality", json_topology(results->topology), ok);
    if (n_regions > 0)
        json_set_value(o, "regions", regions_array(regions, n_regions, ok), ok);
    if (json_has_kernels(&log->run))
        json_set_value(o, "roofline", json_kernels(&log->run, results), ok);
    if (results->like != NULL)
        json_set_value(o, "like", like_object(results->like, ok), ok);
    json_set_value(o, "problems", problems_array(log, results, ok), ok);
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
