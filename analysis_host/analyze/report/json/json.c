/* The report as JSON, schema pontoon.report/2. Keys are written in the order in which they are set.
 * A failed allocation yields NULL, which jansson's setters refuse; OK keeps that. */
#include "json.h"
#include "like/like.h"
#include "log/log.h"
#include "log/run_keys.h"
#include "report/format/remedy.h"
#include "result/confidence.h"
#include "result/pattern_texts.h"
#include "result/query.h"
#include "result/regions.h"
#include "result/result.h"
#include "result/verdict.h"
#include "series/kernel_events.h"
#include "series/kernels.h"
#include "series/point.h"
#include "stats/calibration.h"
#include "topology.h"
#include "values.h"
#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- answers ---- */

static bool is_table(const struct result *r, const struct results *all)
{
    return r->kind == RESULT_NUMBER && all->topology != NULL && strcmp(r->unit, "table") == 0;
}

static bool has_unit(const struct result *r, const char *unit)
{
    return strcmp(r->unit, unit) == 0;
}

static json_t *value_of(const struct result *r, const struct results *all)
{
    if (r->kind == RESULT_NAME)
        return json_text(r->text);
    if (is_table(r, all))
        return json_pairs(all->topology);
    if (r->kind == RESULT_NUMBER && has_unit(r, "bool"))
        return json_boolean(r->value != 0);
    return json_finite_or_null(r->kind == RESULT_NUMBER, r->value);
}

/* What VALUE is, in one word. */
static const char *kind_of(const struct result *r, const struct results *all)
{
    switch (r->kind) {
    case RESULT_NUMBER:
        return is_table(r, all) ? "table" : has_unit(r, "bool") ? "bool" : "number";
    case RESULT_NAME:
        return "name";
    case RESULT_NONE:
        return "none";
    default:
        return "unknown";
    }
}

static json_t *lower_case(const char *word)
{
    char text[ID_WORD];
    size_t n = 0;

    for (; word[n] != '\0' && n + 1 < sizeof text; n++)
        text[n] = (char)tolower((unsigned char)word[n]);
    text[n] = '\0';
    return json_string(text);
}

/* What the id says, word by word. */
static void set_parts(json_t *o, const struct result *r, bool *ok)
{
    struct id_part parts[ID_PARTS];
    size_t n = id_parts(&r->name, parts);
    char quantity[ID_BYTES];

    if (r->name.quantity >= QUANTITIES)
        return;
    quantity_word(quantity, sizeof quantity, r->name.quantity);
    json_set_value(o, "quantity", json_string(quantity), ok);
    for (size_t i = 0; i < n; i++)
        json_set_value(o, parts[i].word,
                       parts[i].text != NULL ? json_text(parts[i].text)
                                             : json_integer((json_int_t)parts[i].number),
                       ok);
    json_set_value(o, "group", lower_case(quantity_row(r->name.quantity)->group), ok);
    if (quantity_row(r->name.quantity)->kind == ID_DERIVED)
        json_set_value(o, "derived", json_true(), ok);
}

static json_t *answer_object(const struct result *r, const struct results *all, bool *ok)
{
    json_t *o = json_object();

    json_set_value(o, "id", json_text(r->id), ok);
    json_set_value(o, "value", value_of(r, all), ok);
    json_set_value(o, "nominal", json_finite_or_null(r->has_nominal, r->nominal), ok);
    json_set_value(o, "unit", json_text(r->unit), ok);
    json_set_value(o, "low", json_finite_or_null(r->has_bounds, r->low), ok);
    json_set_value(o, "high", json_finite_or_null(r->has_bounds, r->high), ok);
    json_set_value(o, "confidence", json_finite(r->confidence), ok);
    json_set_value(o, "doubtful", json_boolean(confidence_is_low(r)), ok);
    json_set_value(o, "method", json_text(r->method), ok);
    json_set_value(o, "probe", json_text(r->probe), ok);
    json_set_value(o, "note", json_text(format_note(r).text), ok);
    json_set_value(o, "kind", json_string(kind_of(r, all)), ok);
    set_parts(o, r, ok);
    if (r->kind == RESULT_NULL)
        json_set_value(o, "remedy", json_text(format_remedy(&r->remedy).text), ok);
    if (r->ns > 0)
        json_set_value(o, "ns", json_finite(r->ns), ok);
    if (r->gb_per_s > 0)
        json_set_value(o, "gb_per_s", json_finite(r->gb_per_s), ok);
    if (r->gflop_per_s > 0)
        json_set_value(o, "gflop_per_s", json_finite(r->gflop_per_s), ok);
    if (r->damaged)
        json_set_value(o, "damaged", json_true(), ok);
    return o;
}

/* An array with an object for each answer, in the order of ids.def: "id", "value", "nominal",
 * "unit", "low", "high", "confidence", "doubtful", "method", "probe", "note", "kind", "quantity", a
 * key for each brace of its id, "group", "derived", and where there is something to say "remedy",
 * "ns", "gb_per_s", "gflop_per_s", "damaged". Sets *OK to false without memory. */
static json_t *json_answers(const struct results *results, bool *ok)
{
    json_t *answers = json_array();

    for (size_t i = 0; i < results->n; i++)
        json_append_value(answers, answer_object(&results->at[i], results, ok), ok);
    return answers;
}

/* ---- caches ---- */

/* A number of a row: which answer gives it, and in which form. */
struct column {
    const char *key;
    enum quantity quantity;
    enum { AS_IS, NOMINAL, NANOSECONDS, GB_PER_S } form;
};

static const struct column data_columns[] = {
    { "size", CACHE_SIZE, AS_IS },
    { "nominal_size", CACHE_SIZE, NOMINAL },
    { "line", CACHE_LINE, AS_IS },
    { "ways", CACHE_WAYS, AS_IS },
    { "latency_cycles", CACHE_LATENCY, AS_IS },
    { "latency_ns", CACHE_LATENCY, NANOSECONDS },
    { "read_gb_per_s", BANDWIDTH_ALONE, GB_PER_S },
    { "shared_by", CACHE_SHARED_BY, AS_IS },
}, instruction_columns[] = {
    { "size", ICACHE_SIZE, AS_IS },
    { "nominal_size", ICACHE_SIZE, NOMINAL },
    { "ways", ICACHE_WAYS, AS_IS },
};

static const struct result *answer_of(const struct results *results, const struct column *c,
                                      unsigned level)
{
    struct result_id id =
        c->quantity == BANDWIDTH_ALONE ? id_together(level, "read", 1) : id_at(c->quantity, level);

    return result_find(results, id);
}

static json_t *cell_of(const struct result *r, const struct column *c)
{
    if (!result_is_number(r))
        return json_null();
    switch (c->form) {
    case NOMINAL:
        return json_finite_or_null(r->has_nominal, r->nominal);
    case NANOSECONDS:
        return json_finite_or_null(r->ns > 0, r->ns);
    case GB_PER_S:
        return json_finite_or_null(r->gb_per_s > 0, r->gb_per_s);
    default:
        return json_finite(r->value);
    }
}

/* Appends the levels of one TYPE of cache: those that any of the N COLUMNS has an answer about. */
static void append_levels(json_t *caches, const struct results *results, const char *type,
                          const struct column *columns, size_t n, bool *ok)
{
    for (unsigned level = 1; result_find(results, id_at(columns[0].quantity, level)) != NULL;
         level++) {
        json_t *o = json_object(), *doubtful = json_array();

        json_set_value(o, "level", json_integer((json_int_t)level), ok);
        json_set_value(o, "type", json_string(type), ok);
        for (size_t i = 0; i < n; i++) {
            const struct result *r = answer_of(results, &columns[i], level);
            json_set_value(o, columns[i].key, cell_of(r, &columns[i]), ok);
            if (r != NULL && confidence_is_low(r) &&
                !json_is_null(json_object_get(o, columns[i].key)))
                json_append_value(doubtful, json_string(columns[i].key), ok);
        }
        json_set_value(o, "doubtful", doubtful, ok);
        json_append_value(caches, o, ok);
    }
}

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* An array with an object for each level of data and of instruction cache that an answer is about,
 * data first: "level", "type", then numbers, null where not known; "doubtful" lists the keys of
 * those not to rely on. Sets *OK to false without memory. */
static json_t *json_caches(const struct results *results, bool *ok)
{
    json_t *caches = json_array();

    append_levels(caches, results, "data", data_columns, LENGTH(data_columns), ok);
    append_levels(caches, results, "instruction", instruction_columns, LENGTH(instruction_columns),
                  ok);
    return caches;
}

/* ---- kernels of arrays and loops ---- */

/* ---- ceilings ---- */

/* Bandwidths; those of NUMA nodes are of one context, and of reads. */
static bool is_bandwidth(const struct result *r)
{
    return r->name.quantity == BANDWIDTH_ALONE || r->name.quantity == BANDWIDTH_TOGETHER ||
           r->name.quantity == NUMA_NODE_BANDWIDTH || r->name.quantity == NUMA_LOCAL_BANDWIDTH ||
           r->name.quantity == NUMA_REMOTE_BANDWIDTH;
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

/* {"NAME": {"by", "proved", "median", "least", "most", "an_element", "n", "lost"}}: counts of one
 * run at P. */
static json_t *events(const struct log_run *run, const struct kernel_run *r,
                      const struct kernel_point *p)
{
    struct kernel_event event;
    json_t *o = json_object();

    for (size_t i = 0; kernel_event_at(run, r, i, &event); i++) {
        struct kernel_event_count c;

        if (kernel_event_count(&event, p->n, &c) != 0)
            continue;
        bool known = c.n > 0;
        json_t *counts =
            json_pack("{s:s, s:b, s:o, s:o, s:o, s:o, s:I, s:I}", "by", event.by, "proved",
                      event.proved, "median", known ? json_finite(c.median) : json_null(), "least",
                      known ? json_finite(c.least) : json_null(), "most",
                      known ? json_finite(c.most) : json_null(), "an_element",
                      known ? json_finite(c.median / kernel_event_elements(p)) : json_null(), "n",
                      (json_int_t)c.n, "lost", (json_int_t)c.lost);
        json_object_set_new(o, event.name, counts);
    }
    return o;
}

static json_t *point(const struct log_run *run, const struct kernel_run *r,
                     const struct kernel_point *p)
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

    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "n",
                     json_finite((double)p->n), "work", json_finite(kernel_work(p)), "bytes",
                     json_finite((double)p->count[KERNEL_BYTES]), "elements",
                     json_finite((double)p->count[KERNEL_ELEMENTS]), "traffic", traffic, "cycles",
                     cycles(p, r->cycle), "overhead", json_finite(kernel_overhead(r, p)), "walks",
                     p->walks_counted ? json_integer((json_int_t)p->walks) : json_null(), "events",
                     events(run, r, p));
}

static json_t *points(const struct log_run *run, const struct kernel_run *r)
{
    json_t *list = json_array();

    for (size_t i = 0; i < r->n_points; i++)
        if (r->point[i].counted)
            json_array_append_new(list, point(run, r, &r->point[i]));
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
        if (kernels_check(&r->point[i]) != 0) {
            snprintf(text, sizeof text, "%016llx", (unsigned long long)kernels_check(&r->point[i]));
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

static json_t *series(const struct log_run *run, const struct kernels *all,
                      const struct kernel_run *r, const struct results *results)
{
    json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:s, s:I, s:b, s:s, s:s}", "probe",
                          r->series->probe, "name", r->name, "variant", r->variant, "variant_of",
                          kernels_reference(all, r)->variant, "type", r->type, "state", r->state,
                          "contexts", (json_int_t)r->contexts, "space", r->space, "chunk",
                          (json_int_t)r->chunk, "barrier", r->barrier, "spec", r->spec, "schedule",
                          r->schedule);

    if (o == NULL) /* a word of the log that is no UTF-8 */
        return json_null();
    json_object_set_new(o, "check", check_of(all, r));
    set_text(o, r, results);
    json_object_set_new(o, "points", points(run, r));
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
        err = json_array_append_new(list, series(run, &all, &all.run[i], results));
    kernels_free(&all);
    return err;
}

/* [{"probe", "event", "why"}]: events that were named and not counted. */
static json_t *events_lacking(const struct log_run *run)
{
    json_t *list = json_array();

    for (unsigned k = 0; k < KERNEL_PROBES; k++)
        for (size_t i = kernel_events_lacking(run, kernel_probes[k], 0); i < run->n_series;
             i = kernel_events_lacking(run, kernel_probes[k], i + 1)) {
            const struct log_series *s = &run->series[i];
            const char *event = log_key_text(s->keys, s->n_keys, "event");

            json_array_append_new(list,
                                  json_pack("{s:s, s:s?, s:s?}", "probe", kernel_probes[k], "event",
                                            event, "why", log_key_text(s->keys, s->n_keys, "why")));
        }
    return list;
}

/* {"ceilings": [{"id", "flop_per_cycle" or "byte_per_cycle", "contexts"}], "series": [{"probe",
 * "name", "variant", "variant_of", "type", "state", "contexts", "space", "chunk", "barrier",
 * "spec", "schedule", "check", "relation", "legal", "points": [{"n", "work", "bytes", "elements",
 * "traffic":
 * {"compulsory", "every_access", "counted", "replayed", "low", "high", "boundary"}, "cycles":
 * {"floor", "min", "lower", "median", "upper", "max", "n"}, "overhead", "walks",
 * "events"}]}], "events_skipped"}. What is not known is
 * null; cycles are of one run. "check" is false where the variant computes something else. NULL
 * without memory. */
static json_t *json_kernels(const struct log_run *run, const struct results *results)
{
    json_t *list = json_array();
    int err = 0;

    for (unsigned i = 0; i < KERNEL_PROBES && err == 0; i++)
        err = add_probe(list, run, kernel_probes[i], results);
    if (err != 0) {
        json_decref(list);
        return NULL;
    }
    return json_pack("{s:o, s:o, s:o}", "ceilings", ceilings(results), "series", list,
                     "events_skipped", events_lacking(run));
}

/* True when a probe of RUN sent series of kernels. */
static bool json_has_kernels(const struct log_run *run)
{
    for (unsigned i = 0; i < KERNEL_PROBES; i++)
        if (log_find_series(run, kernel_probes[i], 0) < run->n_series)
            return true;
    return false;
}

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
