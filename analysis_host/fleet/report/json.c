/* The report of a fleet for programs: one object of schema pontoon.fleet/1. */
#include "fleet.h"
#include <jansson.h>
#include <math.h>
#include <string.h>

enum { MOST_CHANGES = 32 };

static void set(json_t *o, const char *key, json_t *value, bool *ok)
{
    if (json_object_set_new(o, key, value) != 0)
        *ok = false;
}

static void append(json_t *array, json_t *value, bool *ok)
{
    if (json_array_append_new(array, value) != 0)
        *ok = false;
}

/* TEXT; bytes beyond ASCII become '?' where it is no UTF-8. */
static json_t *text_of(const char *text)
{
    json_t *whole = json_string(text);
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
    if (value == floor(value) && fabs(value) < 1e15)
        return json_integer((json_int_t)value);
    return json_real(value);
}

static json_t *value_of(const struct fleet *f, uint8_t kind, double value)
{
    if (kind == RESULT_NUMBER)
        return number_of(value);
    if (kind == RESULT_NAME)
        return text_of(f->texts.at[(size_t)value]);
    return kind == RESULT_NONE ? json_string("none") : json_null();
}

static json_t *board_name(const struct fleet *f, size_t board)
{
    return text_of(fleet_board_name(f, board));
}

/* ---- kinds ---- */

/* The settings that boards of a kind share, from lines of KEY=VALUE. */
static json_t *settings_of(const char *group, bool *ok)
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
        set(o, line, text_of(value + 1), ok);
    }
    return o;
}

static json_t *usual_object(const struct fleet *f, const struct fleet_typical *u, size_t name,
                            bool *ok)
{
    json_t *o = json_object(), *modes = json_array();

    for (unsigned i = 0; i < u->n_ways; i++) {
        json_t *mode = json_object();
        set(mode, "value", value_of(f, u->kind, u->way[i].value), ok);
        set(mode, "boards", json_integer((json_int_t)u->way[i].boards), ok);
        append(modes, mode, ok);
    }
    set(o, "id", text_of(f->names[name].id.text), ok);
    set(o, "unit", text_of(f->names[name].unit), ok);
    set(o, "median", value_of(f, u->kind, u->way[0].value), ok);
    set(o, "spread", number_of(u->spread), ok);
    set(o, "n", json_integer((json_int_t)u->n), ok);
    set(o, "runs", json_integer((json_int_t)u->runs), ok);
    set(o, "modes", modes, ok);
    return o;
}

static json_t *kind_object(const struct fleet *f, uint32_t kind, bool *ok)
{
    const struct fleet_kind *k = &f->kinds[kind];
    json_t *o = json_object(), *boards = json_array(), *usual = json_array();

    for (size_t i = 0; i < f->n_boards; i++)
        if (f->boards[i].kind == kind)
            append(boards, board_name(f, i), ok);
    for (size_t i = 0; i < f->n_names; i++)
        if (k->usual[i].n_ways > 0)
            append(usual, usual_object(f, &k->usual[i], i, ok), ok);
    set(o, "name", json_string(k->name), ok);
    set(o, "key", settings_of(f->texts.at[k->group], ok), ok);
    set(o, "boards", boards, ok);
    set(o, "usual", usual, ok);
    return o;
}

/* ---- findings ---- */

static json_t *runs_array(const struct fleet *f, const struct fleet_finding *found, bool *ok)
{
    const struct fleet_board *b = &f->boards[found->board];
    json_t *runs = json_array();

    for (size_t i = b->first; i < b->first + b->n; i++) {
        const struct fleet_answer *a = fleet_answer(&f->runs[i], found->name);
        json_t *pair = json_array();
        append(pair, json_integer(f->runs[i].began), ok);
        append(pair, a != NULL ? value_of(f, a->kind, a->value) : json_null(), ok);
        append(runs, pair, ok);
    }
    return runs;
}

static json_t *changes_array(const struct fleet *f, const struct fleet_finding *found, bool *ok)
{
    struct fleet_change change[MOST_CHANGES];
    size_t n = fleet_changes(f, found, change, MOST_CHANGES);
    json_t *changes = json_array();

    for (size_t i = 0; i < n; i++) {
        json_t *o = json_object();
        set(o, "key", text_of(change[i].key), ok);
        set(o, "was", change[i].was != NULL ? text_of(change[i].was) : json_null(), ok);
        set(o, "is", change[i].is != NULL ? text_of(change[i].is) : json_null(), ok);
        append(changes, o, ok);
    }
    return changes;
}

static json_t *finding_object(const struct fleet *f, size_t at, bool *ok)
{
    const struct fleet_finding *found = &f->findings[at];
    json_t *o = json_object();
    bool follows = found->cause != at;

    set(o, "board", board_name(f, found->board), ok);
    set(o, "kind", json_string(f->kinds[f->boards[found->board].kind].name), ok);
    set(o, "id", text_of(f->names[found->name].id.text), ok);
    set(o, "unit", text_of(f->names[found->name].unit), ok);
    set(o, "value", value_of(f, found->kind, found->value), ok);
    set(o, "usual", value_of(f, found->usual_kind, found->usual), ok);
    set(o, "spread", number_of(found->spread), ok);
    set(o, "runs", runs_array(f, found, ok), ok);
    set(o, "since", found->dated ? json_integer(f->runs[found->since].began) : json_null(), ok);
    set(o, "follows",
        follows ? text_of(f->names[f->findings[found->cause].name].id.text) : json_null(), ok);
    set(o, "changed", changes_array(f, found, ok), ok);
    set(o, "together", json_integer((json_int_t)found->together), ok);
    return o;
}

static json_t *findings_array(const struct fleet *f, enum fleet_verdict verdict, bool *ok)
{
    json_t *findings = json_array();

    for (size_t i = 0; i < f->n_findings; i++)
        if (f->findings[i].verdict == verdict)
            append(findings, finding_object(f, i, ok), ok);
    return findings;
}

static json_t *alone_array(const struct fleet *f, bool *ok)
{
    json_t *alone = json_array();

    for (size_t i = 0; i < f->n_boards; i++) {
        const struct fleet_board *b = &f->boards[i];
        if (b->kind != FLEET_NO_KIND)
            continue;
        json_t *o = json_object();
        bool near = b->nearest != FLEET_NO_KIND;
        set(o, "board", board_name(f, i), ok);
        set(o, "nearest", near ? json_string(f->kinds[b->nearest].name) : json_null(), ok);
        set(o, "anchors", json_integer(b->anchors), ok);
        set(o, "differ", json_integer(b->differ), ok);
        set(o, "key", settings_of(f->texts.at[b->group], ok), ok);
        append(alone, o, ok);
    }
    return alone;
}

/* ---- all of it ---- */

static json_t *made_from(const struct fleet *f, bool *ok)
{
    int64_t first = 0, last = 0;
    json_t *o = json_object();

    for (size_t i = 0; i < f->n_runs; i++) {
        first = i == 0 || f->runs[i].began < first ? f->runs[i].began : first;
        last = i == 0 || f->runs[i].began > last ? f->runs[i].began : last;
    }
    set(o, "runs", json_integer((json_int_t)f->n_runs), ok);
    set(o, "boards", json_integer((json_int_t)f->n_boards), ok);
    set(o, "first", json_integer(first), ok);
    set(o, "last", json_integer(last), ok);
    return o;
}

static json_t *unread_array(const struct fleet *f, bool *ok)
{
    json_t *unread = json_array();

    for (size_t i = 0; i < f->n_unread; i++) {
        json_t *o = json_object();
        set(o, "file", text_of(f->unread[i].file), ok);
        set(o, "why", text_of(f->unread[i].why), ok);
        append(unread, o, ok);
    }
    return unread;
}

int report_fleet_json(FILE *out, const struct fleet *f)
{
    bool ok = true;
    json_t *o = json_object(), *kinds = json_array();

    for (uint32_t i = 0; i < f->n_kinds; i++)
        append(kinds, kind_object(f, i, &ok), &ok);
    set(o, "schema", json_string("pontoon.fleet/1"), &ok);
    set(o, "made_from", made_from(f, &ok), &ok);
    set(o, "kinds", kinds, &ok);
    set(o, "different", findings_array(f, FLEET_DIFFERENT, &ok), &ok);
    set(o, "suspect", findings_array(f, FLEET_SUSPECT, &ok), &ok);
    set(o, "alone", alone_array(f, &ok), &ok);
    set(o, "not_read", unread_array(f, &ok), &ok);
    if (ok)
        json_dumpf(o, out, JSON_INDENT(1) | JSON_REAL_PRECISION(7));
    fputc('\n', out);
    json_decref(o);
    return ok ? 0 : -1;
}
