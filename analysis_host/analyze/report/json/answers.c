/* Answers as JSON. */
#include "answers.h"
#include "report/format/remedy.h"
#include "result/confidence.h"
#include "result/query.h"
#include "topology.h"
#include "values.h"
#include <ctype.h>
#include <string.h>

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

json_t *json_answers(const struct results *results, bool *ok)
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

json_t *json_caches(const struct results *results, bool *ok)
{
    json_t *caches = json_array();

    append_levels(caches, results, "data", data_columns, LENGTH(data_columns), ok);
    append_levels(caches, results, "instruction", instruction_columns, LENGTH(instruction_columns),
                  ok);
    return caches;
}
