/* The report of a fleet for programs: one object of schema pontoon.fleet/1. What lacks memory is
 * NULL, and so is what it would be part of. */
#include "fleet.h"
#include <jansson.h>
#include <math.h>
#include <string.h>

enum { MOST_CHANGES = 32 };

/* Appends VALUE to *ARRAY; where either is NULL, *ARRAY is NULL afterwards. */
static void append(json_t **array, json_t *value)
{
    if (*array != NULL && value != NULL && json_array_append_new(*array, value) == 0)
        return;
    if (*array == NULL)
        json_decref(value);
    json_decref(*array);
    *array = NULL;
}

/* TEXT, null for NULL; bytes beyond ASCII become '?' where it is no UTF-8. */
static json_t *text_of(const char *text)
{
    json_t *whole = text != NULL ? json_string(text) : json_null();
    char copy[512];

    if (whole != NULL)
        return whole;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *p = copy; *p != '\0'; p++)
        if ((unsigned char)*p >= 0x80)
            *p = '?';
    return json_string(copy);
}

static json_t *number_of(double value)
{
    if (!isfinite(value))
        return json_null();
    return value == floor(value) && fabs(value) < 1e15 ? json_integer((json_int_t)value)
                                                       : json_real(value);
}

static json_t *value_of(const struct fleet *f, uint8_t kind, double value)
{
    if (kind == RESULT_NUMBER)
        return number_of(value);
    if (kind == RESULT_NAME)
        return text_of(f->texts.at[(size_t)value]);
    return kind == RESULT_NONE ? json_string("none") : json_null();
}

/* The settings that boards of a kind share, from lines of KEY=VALUE. */
static json_t *settings_of(const char *group)
{
    json_t *o = json_object();
    char line[1024];

    for (const char *at = group; *at != '\0';
         at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != 0)) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        char *value = strchr(line, '=');
        if (value == NULL)
            continue;
        *value = '\0';
        if (json_object_set_new(o, line, text_of(value + 1)) != 0) {
            json_decref(o);
            return NULL;
        }
    }
    return o;
}

static json_t *kind_object(const struct fleet *f, uint32_t kind)
{
    const struct fleet_kind *k = &f->kinds[kind];
    json_t *boards = json_array(), *usual = json_array();

    for (size_t i = 0; i < f->n_boards; i++)
        if (f->boards[i].kind == kind)
            append(&boards, text_of(fleet_board_name(f, i)));
    for (size_t i = 0; i < f->n_names; i++) {
        const struct fleet_typical *u = &k->usual[i];
        json_t *modes = json_array();

        for (unsigned way = 0; way < u->n_ways; way++)
            append(&modes, json_pack("{s:o,s:I}", "value", value_of(f, u->kind, u->way[way].value),
                                     "boards", (json_int_t)u->way[way].boards));
        if (u->n_ways > 0)
            append(&usual,
                   json_pack("{s:o,s:o,s:o,s:o,s:I,s:I,s:o}", "id", text_of(f->names[i].id.text),
                             "unit", text_of(f->names[i].unit), "median",
                             value_of(f, u->kind, u->way[0].value), "spread", number_of(u->spread),
                             "n", (json_int_t)u->n, "runs", (json_int_t)u->runs, "modes", modes));
        else
            json_decref(modes);
    }
    return json_pack("{s:s,s:o,s:o,s:o}", "name", k->name, "key",
                     settings_of(f->texts.at[k->group]), "boards", boards, "usual", usual);
}

static json_t *finding_object(const struct fleet *f, size_t at)
{
    const struct fleet_finding *found = &f->findings[at];
    const struct fleet_board *b = &f->boards[found->board];
    const struct fleet_name *name = &f->names[found->name];
    const char *cause =
        found->cause != at ? f->names[f->findings[found->cause].name].id.text : NULL;
    struct fleet_change change[MOST_CHANGES];
    size_t n = fleet_changes(f, found, change, MOST_CHANGES);
    json_t *runs = json_array(), *changes = json_array();

    for (size_t i = b->first; i < b->first + b->n; i++) {
        const struct fleet_answer *a = fleet_answer(&f->runs[i], found->name);
        append(&runs, json_pack("[I,o]", (json_int_t)f->runs[i].began,
                                a != NULL ? value_of(f, a->kind, a->value) : json_null()));
    }
    for (size_t i = 0; i < n; i++)
        append(&changes, json_pack("{s:o,s:o,s:o}", "key", text_of(change[i].key), "was",
                                   text_of(change[i].was), "is", text_of(change[i].is)));
    return json_pack(
        "{s:o,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:I,s:o}", "board",
        text_of(fleet_board_name(f, found->board)), "kind", f->kinds[b->kind].name, "id",
        text_of(name->id.text), "unit", text_of(name->unit), "value",
        value_of(f, found->kind, found->value), "usual",
        value_of(f, found->usual_kind, found->usual), "spread", number_of(found->spread), "runs",
        runs, "since", found->dated ? json_integer(f->runs[found->since].began) : json_null(),
        "follows", text_of(cause), "changed", changes, "together", (json_int_t)found->together,
        "look_at", text_of(found->channels ? FLEET_LOOK_CHANNELS : NULL));
}

static json_t *findings_array(const struct fleet *f, enum fleet_verdict verdict)
{
    json_t *findings = json_array();

    for (size_t i = 0; i < f->n_findings; i++)
        if (f->findings[i].verdict == verdict)
            append(&findings, finding_object(f, i));
    return findings;
}

static json_t *wrong_array(const struct fleet *f)
{
    json_t *all = json_array();

    for (size_t i = 0; i < f->n_wrong; i++) {
        const struct fleet_wrong *wrong = &f->wrong[i];
        const struct fleet_run *last = &f->runs[wrong->last];
        append(&all,
               json_pack("{s:o,s:s,s:I,s:I,s:o}", "board",
                         text_of(fleet_board_name(f, wrong->board)), "id",
                         f->names[wrong->name].id.text, "runs", (json_int_t)wrong->runs, "last",
                         (json_int_t)last->began, "file", text_of(f->texts.at[last->source])));
    }
    return all;
}

int report_fleet_json(FILE *out, const struct fleet *f)
{
    json_t *kinds = json_array(), *alone = json_array(), *unread = json_array();
    int64_t first = 0, last = 0;

    for (uint32_t i = 0; i < f->n_kinds; i++)
        append(&kinds, kind_object(f, i));
    for (size_t i = 0; i < f->n_boards; i++) {
        const struct fleet_board *b = &f->boards[i];
        if (b->kind == FLEET_NO_KIND)
            append(&alone,
                   json_pack(
                       "{s:o,s:o,s:I,s:I,s:o}", "board", text_of(fleet_board_name(f, i)), "nearest",
                       text_of(b->nearest != FLEET_NO_KIND ? f->kinds[b->nearest].name : NULL),
                       "anchors", (json_int_t)b->anchors, "differ", (json_int_t)b->differ, "key",
                       settings_of(f->texts.at[b->group])));
    }
    for (size_t i = 0; i < f->n_unread; i++)
        append(&unread, json_pack("{s:o,s:o}", "file", text_of(f->unread[i].file), "why",
                                  text_of(f->unread[i].why)));
    for (size_t i = 0; i < f->n_runs; i++) {
        first = i == 0 || f->runs[i].began < first ? f->runs[i].began : first;
        last = i == 0 || f->runs[i].began > last ? f->runs[i].began : last;
    }
    json_t *o =
        json_pack("{s:s,s:{s:I,s:I,s:I,s:I},s:o,s:o,s:o,s:o,s:o,s:o}", "schema", "pontoon.fleet/1",
                  "made_from", "runs", (json_int_t)f->n_runs, "boards", (json_int_t)f->n_boards,
                  "first", (json_int_t)first, "last", (json_int_t)last, "kinds", kinds, "wrong",
                  wrong_array(f), "different", findings_array(f, FLEET_DIFFERENT), "suspect",
                  findings_array(f, FLEET_SUSPECT), "alone", alone, "not_read", unread);
    if (o != NULL)
        json_dumpf(o, out, JSON_INDENT(1) | JSON_REAL_PRECISION(7));
    fputc('\n', out);
    json_decref(o);
    return o != NULL ? 0 : -1;
}
