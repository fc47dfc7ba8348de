/* Takes runs in any order and puts them into one that depends on nothing but their content. */
#include "fleet.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = UINT16_MAX };
static const int64_t year_2020 = 1577836800, one_day = 86400;

/* ---- taking runs ---- */

static bool counts_whole(const char *unit)
{
    return strcmp(unit, "B") == 0 || strcmp(unit, "count") == 0;
}

uint32_t fleet_name(struct fleet *f, const char *id, const char *unit)
{
    uint32_t at = fleet_text_find(&f->name_texts, id);

    if (at < f->n_names)
        return at;
    struct result_id name = id_read(id);
    at = fleet_text(&f->name_texts, name.text);

    if (f->name_texts.no_memory || at >= MOST_NAMES)
        return UINT32_MAX;
    if (at < f->n_names)
        return at;
    struct fleet_name *names = realloc(f->names, (f->n_names + 1) * sizeof *names);
    if (names == NULL)
        return UINT32_MAX;
    f->names = names;
    names[f->n_names] = (struct fleet_name){ .id = name, .discrete = true };
    id_unit_read(names[f->n_names++].unit, sizeof names->unit, &name, unit);
    return at;
}

double fleet_number(const char *unit, bool has_nominal, double nominal, double value)
{
    return has_nominal && counts_whole(unit) ? nominal : value;
}

bool fleet_is_discrete(const char *unit, double number)
{
    return number == floor(number) && (counts_whole(unit) || strcmp(unit, "bool") == 0);
}

uint8_t fleet_percent(double confidence)
{
    return (uint8_t)lround(100 * fmin(fmax(confidence, 0), 1));
}

void fleet_run_answer(struct fleet *f, struct fleet_run *run, const struct fleet_given *given)
{
    struct fleet_answer *a = &run->answers[run->n_answers++];
    struct fleet_name *name = &f->names[given->name];
    const char *text = given->kind == RESULT_NAME ? id_word_read(&name->id, given->text) : "";

    *a = (struct fleet_answer){ .name = (uint16_t)given->name,
                                .kind = given->kind,
                                .sure = fleet_percent(given->confidence) };
    if (strcmp(text, "none") == 0) { /* reports of a fleet have one word for both kinds */
        a->kind = RESULT_NONE;
    } else if (given->kind == RESULT_NAME) {
        a->value = (float)fleet_text(&f->texts, text);
    } else if (given->kind == RESULT_NUMBER) {
        double number = fleet_number(name->unit, given->has_nominal, given->nominal, given->value);
        if (isfinite(number)) {
            name->discrete = name->discrete && fleet_is_discrete(name->unit, number);
            a->value = (float)number;
        } else {
            a->kind = RESULT_NULL;
        }
    }
}

/* Of a damaged log, answers that rest on whole series count. */
static bool take_answers(struct fleet *f, struct fleet_run *run, const struct results *results)
{
    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        if (strcmp(r->unit, "table") == 0 || r->damaged)
            continue;
        struct fleet_given given = { fleet_name(f, r->id, r->unit),
                                     (uint8_t)r->kind,
                                     r->has_nominal,
                                     r->value,
                                     r->nominal,
                                     r->confidence,
                                     r->text };
        if (given.name == UINT32_MAX)
            return false;
        fleet_run_answer(f, run, &given);
    }
    return !f->texts.no_memory;
}

static bool take_settings(struct fleet *f, struct fleet_run *run, const struct log_key *keys,
                          size_t n)
{
    run->settings = calloc(n + 1, sizeof *run->settings);
    if (run->settings == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        run->settings[run->n_settings++] =
            (struct fleet_setting){ fleet_text(&f->texts, keys[i].key),
                                    fleet_text(&f->texts, keys[i].value) };
    return !f->texts.no_memory;
}

char *fleet_node(const char *file, const struct log_key *keys, size_t n)
{
    const char *node = log_key_text(keys, n, "node");
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;

    if (node != NULL && *node != '\0')
        return strdup(node);
    return strndup(name, strcspn(name, ".") > 0 ? strcspn(name, ".") : strlen(name));
}

/* A clock that says 1970 or next year was never set. */
static void take_identity(struct fleet *f, struct fleet_run *run, const struct fleet_origin *from,
                          const struct log_key *keys, size_t n)
{
    char *node = fleet_node(from->file, keys, n);
    const char *said = log_key_text(keys, n, "node");
    uint64_t began = log_key_number(keys, n, "began", 0);
    uint64_t latest = from->now > 0 ? (uint64_t)(from->now + one_day) : INT64_MAX;

    run->node_by_file = said == NULL || *said == '\0';
    run->node = node != NULL ? fleet_text(&f->texts, node) : 0;
    f->texts.no_memory = f->texts.no_memory || node == NULL;
    free(node);
    run->began_by_file = began < (uint64_t)year_2020 || began > latest;
    run->began = run->began_by_file ? from->file_time : (int64_t)began;
    run->source = fleet_text(&f->texts, from->file);
    memcpy(run->sha256, from->sha256, sizeof run->sha256);
    run->damaged = from->damaged;
}

static bool room_for_run(struct fleet *f)
{
    if (f->n_runs < f->room_runs)
        return true;
    size_t room = f->room_runs == 0 ? 64 : 2 * f->room_runs;
    struct fleet_run *runs = realloc(f->runs, room * sizeof *runs);

    if (runs == NULL)
        return false;
    f->runs = runs;
    f->room_runs = room;
    return true;
}

void fleet_run_free(struct fleet_run *run)
{
    free(run->answers);
    free(run->settings);
}

struct fleet_run *fleet_run_begin(struct fleet *f, const struct fleet_origin *from,
                                  const struct log_key *keys, size_t n_keys, size_t n_answers)
{
    struct fleet_run run = { .answers = calloc(n_answers + 1, sizeof *run.answers) };

    take_identity(f, &run, from, keys, n_keys);
    if (run.answers == NULL || !room_for_run(f) || !take_settings(f, &run, keys, n_keys)) {
        fleet_run_free(&run);
        f->no_memory = true;
        return NULL;
    }
    f->runs[f->n_runs] = run;
    return &f->runs[f->n_runs++];
}

bool fleet_add(struct fleet *f, const struct fleet_origin *from, const struct log_key *keys,
               size_t n_keys, const struct results *results)
{
    struct fleet_run *run = fleet_run_begin(f, from, keys, n_keys, results->n);

    f->no_memory = run == NULL || !take_answers(f, run, results);
    return !f->no_memory;
}

void fleet_add_unread(struct fleet *f, const char *file, const char *why)
{
    struct fleet_unread *more = realloc(f->unread, (f->n_unread + 1) * sizeof *more);

    if (more == NULL) {
        f->no_memory = true;
        return;
    }
    f->unread = more;
    more[f->n_unread] = (struct fleet_unread){ strdup(file), strdup(why) };
    if (more[f->n_unread].file == NULL || more[f->n_unread].why == NULL) {
        free(more[f->n_unread].file);
        free(more[f->n_unread].why);
        f->no_memory = true;
    } else {
        f->n_unread++;
    }
}

void fleet_free(struct fleet *f)
{
    for (size_t i = 0; i < f->n_runs; i++)
        fleet_run_free(&f->runs[i]);
    for (size_t i = 0; i < f->n_kinds; i++)
        free(f->kinds[i].usual);
    for (size_t i = 0; i < f->n_unread; i++) {
        free(f->unread[i].file);
        free(f->unread[i].why);
    }
    free(f->runs);
    free(f->kinds);
    free(f->unread);
    free(f->names);
    free(f->boards);
    free(f->findings);
    free(f->wrong);
    fleet_texts_free(&f->texts);
    fleet_texts_free(&f->name_texts);
    *f = (struct fleet){ 0 };
}

/* ---- look-ups ---- */

const char *fleet_setting(const struct fleet *f, const struct fleet_run *run, const char *key)
{
    for (size_t i = 0; i < run->n_settings; i++)
        if (strcmp(f->texts.at[run->settings[i].key], key) == 0)
            return f->texts.at[run->settings[i].value];
    return NULL;
}

const struct fleet_answer *fleet_answer(const struct fleet_run *run, size_t name)
{
    size_t low = 0, high = run->n_answers;

    while (low < high) {
        size_t mid = (low + high) / 2;
        if (run->answers[mid].name < name)
            low = mid + 1;
        else
            high = mid;
    }
    return low < run->n_answers && run->answers[low].name == name ? &run->answers[low] : NULL;
}

const char *fleet_board_name(const struct fleet *f, size_t board)
{
    return f->texts.at[f->boards[board].name];
}
