/* Writes the JSON schema of reports. */
#include "log/run_keys.h"
#include "reference.h"
#include "report/json/values.h"
#include "result/id.h"
#include <jansson.h>
#include <string.h>

/* ---- quantities ---- */

static json_t *quantity_of(enum quantity quantity, bool *ok)
{
    const struct quantity_row *row = quantity_row(quantity);
    char word[ID_BYTES];
    json_t *o = json_object();

    quantity_word(word, sizeof word, quantity);
    json_set_value(o, "const", json_string(word), ok);
    json_set_value(o, "title", json_string(row->term), ok);
    json_set_value(o, "description",
                   json_sprintf("%s Unit %s. Id %s.", row->about, row->unit, row->id), ok);
    return o;
}

/* True when an earlier row has the same word: that of one hardware thread, without {contexts}. */
static bool is_listed(enum quantity quantity)
{
    char word[ID_BYTES], other[ID_BYTES];

    quantity_word(word, sizeof word, quantity);
    for (enum quantity q = 0; q < quantity; q++) {
        quantity_word(other, sizeof other, q);
        if (strcmp(word, other) == 0)
            return true;
    }
    return false;
}

static void set_quantities(json_t *quantity, bool *ok)
{
    json_t *all = json_array();

    for (enum quantity q = 0; q < QUANTITIES; q++)
        if (!is_listed(q))
            json_append_value(all, quantity_of(q, ok), ok);
    json_set_value(quantity, "oneOf", all, ok);
}

/* ---- parts of ids ---- */

static bool is_number(const char *word)
{
    return strcmp(word, "level") == 0 || strcmp(word, "contexts") == 0 ||
           strcmp(word, "context") == 0;
}

static void set_parts(json_t *properties, bool *ok)
{
    const char *word, *about;

    for (size_t i = 0; id_brace(i, &word, &about); i++) {
        json_t *o = json_object();
        json_set_value(o, "type", json_string(is_number(word) ? "integer" : "string"), ok);
        json_set_value(o, "description", json_string(about), ok);
        json_set_value(properties, word, o, ok);
    }
}

/* ---- keys of RUN ---- */

static void set_run_keys(json_t *run, bool *ok)
{
    json_t *properties = json_object_get(run, "properties");
    json_t *patterns = json_object_get(run, "patternProperties");
    enum log_value value;
    const char *name;

    for (size_t i = 0; log_run_key(i, &name, &value); i++) {
        const char *type = value == LOG_VALUE_NUMBER ? "integer" : "number";
        json_t *o = json_pack("{s:[s, s]}", "type", type, "string");
        size_t n = strlen(name);

        if (name[n - 1] == '.') {
            char pattern[60];
            snprintf(pattern, sizeof pattern, "^%.*s\\.", (int)n - 1, name);
            json_set_value(patterns, pattern, o, ok);
        } else {
            json_set_value(properties, name, o, ok);
        }
    }
}

int reference_schema(FILE *out, const char *template, FILE *err)
{
    json_error_t at;
    bool ok = true;
    json_t *schema = json_load_file(template, JSON_REJECT_DUPLICATES, &at);

    if (schema == NULL) {
        fprintf(err, "%s:%d: %s\n", template, at.line, at.text);
        return -1;
    }
    json_t *defs = json_object_get(schema, "$defs");
    json_t *properties = json_object_get(json_object_get(defs, "result"), "properties");
    set_quantities(json_object_get(properties, "quantity"), &ok);
    set_parts(properties, &ok);
    set_run_keys(json_object_get(defs, "run"), &ok);
    if (ok)
        ok = json_dumpf(schema, out, JSON_INDENT(1)) == 0;
    fputc('\n', out);
    json_decref(schema);
    if (!ok)
        fprintf(err, "%s: out of memory, or not the template of the schema\n", template);
    return ok ? 0 : -1;
}
