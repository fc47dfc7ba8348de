/* Reads a report of schema pontoon.report/2, or of 1, whose ids and units have other names. */
#include "compare.h"
#include "report/output/visible.h"
#include "result/remedy.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where in a report something is not as it must be. */
struct place {
    const char *file;
    size_t index; /* of the result */
    FILE *err;
    bool bad;
};

static void say_wrong(struct place *p, const char *key, const char *expected)
{
    if (!p->bad)
        output_say(p->err, p->file, "results[%zu].%s: %s is expected", p->index, key, expected);
    p->bad = true;
}

/* Copies the text of KEY into TO; absent, or longer than SIZE - 1 bytes, is wrong. */
static void read_text(struct place *p, const json_t *o, const char *key, char *to, size_t size)
{
    const json_t *v = json_object_get(o, key);

    if (!json_is_string(v) || json_string_length(v) >= size)
        say_wrong(p, key, "a short text");
    else
        memcpy(to, json_string_value(v), json_string_length(v) + 1);
}

/* Returns true when KEY has a number; null and nothing are no number, anything else is wrong. */
static bool read_number(struct place *p, const json_t *o, const char *key, double *to)
{
    const json_t *v = json_object_get(o, key);

    if (json_is_number(v))
        *to = json_number_value(v);
    else if (v != NULL && !json_is_null(v))
        say_wrong(p, key, "a number or null");
    return json_is_number(v);
}

/* True when the answer O says that the machine has none. Reports made before answers had a kind say
 * so by the note "none", which schema pontoon.report/1 fixes for them. */
static bool has_no_such_thing(const json_t *o)
{
    const char *kind = json_string_value(json_object_get(o, "kind"));

    if (kind == NULL)
        kind = json_string_value(json_object_get(o, "note"));
    return kind != NULL && strcmp(kind, "none") == 0;
}

static void read_value(struct place *p, const json_t *o, struct result *r)
{
    const json_t *v = json_object_get(o, "value");
    char text[sizeof r->text] = "";

    r->kind = has_no_such_thing(o) ? RESULT_NONE : RESULT_NULL;
    if (json_is_string(v)) {
        r->kind = RESULT_NAME;
        read_text(p, o, "value", text, sizeof text);
        snprintf(r->text, sizeof r->text, "%s", id_word_read(&r->name, text));
    } else if (json_is_number(v) || json_is_boolean(v)) {
        r->kind = RESULT_NUMBER;
        r->value = json_is_number(v) ? json_number_value(v) : json_is_true(v);
    } else if (json_is_object(v)) {
        r->kind = RESULT_NUMBER; /* a table: as in a log's answers, how many rows it has */
        r->value = (double)json_array_size(json_object_get(v, "rows"));
    } else if (!json_is_null(v)) {
        say_wrong(p, "value", "a number, a name, true, false, a table or null");
    }
}

/* The note ends with it. Reports made before answers had a remedy have none. */
static void read_remedy(struct place *p, const json_t *o, struct result *r)
{
    char words[sizeof r->remedy.words] = "";
    const char *at;

    if (json_object_get(o, "remedy") == NULL)
        return;
    read_text(p, o, "remedy", words, sizeof words);
    r->remedy = remedy_text("%s", words);
    if (*words != '\0' && (at = strstr(r->note, words)) != NULL && at >= r->note + strlen("; "))
        r->note[at - r->note - (ptrdiff_t)strlen("; ")] = '\0';
}

static void read_result(struct place *p, const json_t *o, struct results *out)
{
    char id[sizeof out->at->id] = "", unit[ID_WORD] = "";
    double low = 0, high = 0;

    if (!json_is_object(o)) {
        say_wrong(p, "", "an object");
        return;
    }
    read_text(p, o, "id", id, sizeof id);
    struct result *r = result_add(out, id_read(id));

    read_text(p, o, "unit", unit, sizeof unit);
    id_unit_read(r->unit, sizeof r->unit, &r->name, unit);
    read_text(p, o, "note", r->note, sizeof r->note);
    read_remedy(p, o, r);
    read_value(p, o, r);
    r->has_nominal = read_number(p, o, "nominal", &r->nominal);
    r->has_bounds = read_number(p, o, "low", &low) && read_number(p, o, "high", &high);
    r->low = low;
    r->high = high;
    read_number(p, o, "confidence", &r->confidence);
    r->damaged = json_is_true(json_object_get(o, "damaged"));
}

static char *as_text(const json_t *v)
{
    char text[40];

    if (json_is_string(v))
        return strdup(json_string_value(v));
    if (!json_is_real(v))
        return json_dumps(v, JSON_ENCODE_ANY);
    snprintf(text, sizeof text, "%.2f", json_real_value(v)); /* as the record stream has it */
    return strdup(text);
}

static int read_keys(struct compared *c, json_t *run)
{
    const char *key;
    json_t *v;

    c->keys = calloc(json_object_size(run) + 1, sizeof *c->keys);
    if (c->keys == NULL)
        return -1;
    json_object_foreach(run, key, v)
    {
        struct log_key *k = &c->keys[c->n_keys];
        k->key = strdup(key);
        k->value = as_text(v);
        c->n_keys++;
        if (k->key == NULL || k->value == NULL)
            return -1;
    }
    return 0;
}

static bool has_cost(const json_t *problems)
{
    for (size_t i = 0; i < json_array_size(problems); i++) {
        const char *cost = json_string_value(json_object_get(json_array_get(problems, i), "cost"));
        if (cost != NULL && *cost != '\0')
            return true;
    }
    return false;
}

int compare_refuse(FILE *err, const char *file, const char *why)
{
    output_say(err, file, "%s", why);
    return -1;
}

/* True when SAID, NULL for none, is a schema that can be read; else after a message. */
static bool is_known_schema(const char *name, const char *said, FILE *err)
{
    static const char family[] = "pontoon.report/";
    bool newer = said != NULL && strncmp(said, family, strlen(family)) == 0;

    if (said != NULL && (strcmp(said, REPORT_SCHEMA_1) == 0 || strcmp(said, REPORT_SCHEMA) == 0))
        return true;
    output_say(err, name,
               "is no report of schema " REPORT_SCHEMA_1 " or " REPORT_SCHEMA "%s%.40s%s",
               said != NULL ? ", but of " : "", said != NULL ? said : "",
               newer ? ": a newer analyze reads it" : "");
    return false;
}

static int read_whole(struct compared *c, const char *name, const json_t *o, FILE *err)
{
    const char *said = json_string_value(json_object_get(o, "schema"));
    const json_t *results = json_object_get(o, "results");
    struct place p = { .file = name, .err = err };

    if (!is_known_schema(name, said, err))
        return -1;
    if (!json_is_array(results) || !json_is_object(json_object_get(o, "run")))
        return compare_refuse(err, name, "a report has an object \"run\" and an array \"results\"");
    for (; p.index < json_array_size(results) && !p.bad; p.index++)
        read_result(&p, json_array_get(results, p.index), &c->results);
    c->n_problems = json_array_size(json_object_get(o, "problems"));
    c->damaged = has_cost(json_object_get(o, "problems"));
    if (!p.bad && (read_keys(c, json_object_get(o, "run")) != 0 || c->results.no_memory))
        return compare_refuse(err, name, "out of memory");
    return p.bad ? -1 : 0;
}

int compare_read_report(struct compared *c, const char *name, const char *bytes, size_t n,
                        FILE *err)
{
    json_error_t at;
    json_t *o = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &at);

    if (o == NULL) {
        fputs("analyze: ", err);
        output_visible(err, name, strlen(name));
        fprintf(err, ":%d:%d: ", at.line, at.column);
        output_visible(err, at.text, strlen(at.text));
        fputc('\n', err);
        return -1;
    }
    c->name = strdup(name);
    int failed =
        c->name == NULL ? compare_refuse(err, name, "out of memory") : read_whole(c, name, o, err);
    json_decref(o);
    return failed;
}

void compared_free(struct compared *c)
{
    for (size_t i = 0; i < c->n_keys; i++) {
        free(c->keys[i].key);
        free(c->keys[i].value);
    }
    free(c->keys);
    free(c->name);
    results_free(&c->results);
    *c = (struct compared){ 0 };
}
