/* Reads kinds from a report of a fleet, and holds one board against them. */
#include "column.h"
#include "report/output/visible.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Share of a kind's boards that agree in each of three runs, for one run to be believed. */
#define AGREE 0.97

static const char schema[] = "pontoon.fleet/1";

/* ---- kinds from JSON ---- */

/* The index of the name ID among those of the board, or n_names. */
static size_t name_called(const struct fleet *f, const char *id)
{
    size_t i = 0;

    while (i < f->n_names && strcmp(f->names[i].id.text, id) != 0)
        i++;
    return i;
}

/* Reads the value of a mode; false where it is none. */
static bool read_value(struct fleet *f, const struct result_id *id, const json_t *v, uint8_t *kind,
                       double *value)
{
    const char *text = json_string_value(v);

    *kind = RESULT_NUMBER;
    *value = json_number_value(v);
    if (text == NULL)
        return json_is_number(v);
    *kind = strcmp(text, "none") == 0 ? RESULT_NONE : RESULT_NAME;
    if (*kind == RESULT_NAME)
        *value = fleet_text(&f->texts, id_word_read(id, text));
    return true;
}

static bool read_modes(struct fleet *f, struct fleet_typical *u, const struct result_id *id,
                       const json_t *modes)
{
    for (size_t i = 0; i < json_array_size(modes) && i < FLEET_WAYS; i++) {
        const json_t *mode = json_array_get(modes, i), *n = json_object_get(mode, "boards");
        uint8_t kind;
        if (!json_is_integer(n) || json_integer_value(n) < 0 ||
            !read_value(f, id, json_object_get(mode, "value"), &kind, &u->way[i].value))
            return false;
        u->kind = kind;
        u->way[i].boards = (size_t)json_integer_value(n);
        u->n_ways++;
    }
    return u->n_ways > 0;
}

static bool read_usual(struct fleet *f, struct fleet_kind *kind, const json_t *o)
{
    const char *id = json_string_value(json_object_get(o, "id"));
    const json_t *spread = json_object_get(o, "spread"), *n = json_object_get(o, "n");

    if (id == NULL || !json_is_number(spread) || json_number_value(spread) < 0 ||
        !json_is_integer(n) || json_integer_value(n) < 0)
        return false;
    struct result_id read = id_read(id);
    size_t name = name_called(f, read.text);
    struct fleet_typical u = { .spread = json_number_value(spread),
                               .n = (size_t)json_integer_value(n),
                               .runs = FLEET_RECENT * (size_t)json_integer_value(n) };
    if (!read_modes(f, &u, &read, json_object_get(o, "modes")))
        return false;
    if (name < f->n_names)
        kind->usual[name] = u;
    return true;
}

/* The settings KEY as lines KEY=VALUE, as boards keep them. */
static bool read_group(struct fleet *f, struct fleet_kind *kind, json_t *key)
{
    char text[2000] = "";
    size_t used = 0;
    const char *name;
    json_t *value;

    json_object_foreach(key, name, value)
    {
        if (!json_is_string(value) || used >= sizeof text)
            return false;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s=%s\n", name,
                                 json_string_value(value));
    }
    kind->group = fleet_text(&f->texts, text);
    return json_is_object(key) && used < sizeof text;
}

static bool read_kind(struct fleet *f, struct fleet_kind *kind, const json_t *o)
{
    const char *name = json_string_value(json_object_get(o, "name"));
    const json_t *usual = json_object_get(o, "usual");

    kind->usual = calloc(f->n_names + 1, sizeof *kind->usual);
    if (name == NULL || !json_is_array(usual) || kind->usual == NULL ||
        !read_group(f, kind, json_object_get(o, "key")))
        return false;
    snprintf(kind->name, sizeof kind->name, "%s", name);
    kind->n = json_array_size(json_object_get(o, "boards"));
    for (size_t i = 0; i < json_array_size(usual); i++)
        if (!read_usual(f, kind, json_array_get(usual, i)))
            return false;
    return true;
}

/* Says what of FILE is wrong. Returns -1. */
static int refuse(FILE *err, const char *file, const char *why)
{
    output_say(err, file, "%s", why);
    return -1;
}

static int read_all(struct fleet *f, const char *file, const json_t *o, FILE *err)
{
    const char *said = json_string_value(json_object_get(o, "schema"));
    const json_t *kinds = json_object_get(o, "kinds");

    if (said == NULL || strcmp(said, schema) != 0) {
        output_say(err, file, "is no report of schema %s%s%.40s", schema,
                   said != NULL ? ", but of " : "", said != NULL ? said : "");
        return -1;
    }
    f->kinds = calloc(json_array_size(kinds) + 1, sizeof *f->kinds);
    if (f->kinds == NULL)
        return refuse(err, file, "out of memory");
    for (size_t i = 0; i < json_array_size(kinds); i++)
        if (!read_kind(f, &f->kinds[f->n_kinds++], json_array_get(kinds, i))) {
            output_say(err, file, "kinds[%zu] is not as schema %s has it", i, schema);
            return -1;
        }
    return json_is_array(kinds) ? 0 : refuse(err, file, "has no array \"kinds\"");
}

int fleet_read_kinds(struct fleet *f, const char *file, FILE *err)
{
    json_error_t at;
    json_t *o = json_load_file(file, JSON_REJECT_DUPLICATES, &at);

    if (o == NULL) {
        output_say(err, file, "%d:%d: %s", at.line, at.column, at.text);
        return -1;
    }
    int failed = read_all(f, file, o, err);
    json_decref(o);
    return failed;
}

/* ---- the board ---- */

/* True when the last run of the board has all settings of KIND. */
static bool shares_settings(const struct fleet *f, const struct fleet_kind *kind)
{
    const struct fleet_run *run = &f->runs[f->boards[0].first + f->boards[0].n - 1];
    char line[1000];

    for (const char *at = f->texts.at[kind->group]; *at != '\0';) {
        size_t n = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, at);
        char *value = strchr(line, '=');
        if (value == NULL)
            return false;
        *value++ = '\0';
        const char *own = fleet_setting(f, run, line);
        if (own == NULL || strcmp(own, value) != 0)
            return false;
        at += n + (at[n] == '\n');
    }
    return true;
}

/* True when one run may say that a board differs: a quantity, or what next to no board wavers in.
 */
static bool is_steady(const struct fleet_typical *u)
{
    size_t agree = u->way[0].boards + (u->n_ways > 1 ? u->way[1].boards : 0);

    return u->spread > 0 || (double)agree >= AGREE * (double)u->n;
}

static bool judge(struct fleet *f)
{
    const struct fleet_kind *kind = &f->kinds[f->boards[0].kind];
    const struct fleet_rules rules = { .boards = kind->n, .surprise = 40 };
    struct fleet_column column = { 0 };
    bool fits = fleet_column_of_kind(&column, f, f->boards[0].kind);

    f->findings = calloc(f->n_names + 1, sizeof *f->findings);
    fits = fits && f->findings != NULL;
    for (size_t i = 0; fits && i < f->n_names; i++) {
        struct fleet_finding *found = &f->findings[f->n_findings];
        if (fleet_is_of_screen(f, i))
            continue;
        *found = (struct fleet_finding){ .name = (uint32_t)i, .cause = f->n_findings };
        fleet_column_fill(&column, f, i);
        f->n_findings +=
            is_steady(&kind->usual[i]) &&
            fleet_judge(&kind->usual[i], &rules, &column, 0, kind->usual[i].spread <= 0, found);
    }
    fleet_column_free(&column);
    return fits;
}

bool fleet_fit(struct fleet *f)
{
    struct fleet_board *b = &f->boards[0];
    double least_near = 2, least = 2;

    b->recent[0] = b->first + b->n - 1;
    b->n_recent = 1;
    for (uint32_t k = 0; k < f->n_kinds; k++) {
        struct fleet_distance d = fleet_distance(f, 0, f->kinds[k].usual);
        if (d.is_near && d.share < least_near && shares_settings(f, &f->kinds[k])) {
            b->kind = k;
            least_near = d.share;
        }
        if (d.share >= least)
            continue;
        b->nearest = k;
        b->anchors = d.compared;
        b->differ = d.differ;
        least = d.share;
    }
    return (b->kind == FLEET_NO_KIND || judge(f)) && fleet_find_wrong(f);
}
