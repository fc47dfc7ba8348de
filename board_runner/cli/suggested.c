/* Runs `analyze --suggest` and reads its JSON, which is checked: its words are typed on boards. */
#include "suggested.h"
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA "pontoon.suggested/1"
/* What analyze --wanted writes: the same. */
#define FORMER_SCHEMA "pontoon.wanted/1"

static bool refuse(char *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(char *why, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vsnprintf(why, ASK_WHY_BYTES, format, args);
    va_end(args);
    return false;
}

/* ---- JSON ---- */

/* The texts of KEY of OBJECT, ending with NULL, for free(). NULL with WHY where it is no array of
 * texts. */
static const char **texts_of(const json_t *object, const char *key, char *why)
{
    const json_t *array = json_object_get(object, key);
    size_t n = json_array_size(array);
    const char **texts = json_is_array(array) ? calloc(n + 1, sizeof *texts) : NULL;

    for (size_t i = 0; texts != NULL && i < n; i++) {
        texts[i] = json_string_value(json_array_get(array, i));
        if (texts[i] == NULL) {
            free(texts);
            texts = NULL;
        }
    }
    if (texts == NULL)
        (void)refuse(why, "\"%s\" is no array of texts", key);
    return texts;
}

/* Word of one run: visible, without blanks, so that it stays one word wherever it is typed. */
static bool is_word(const char *text)
{
    for (const char *p = text; *p != '\0'; p++)
        if (*p <= ' ' || *p > '~' || strchr("'\"\\$`;&|<>(){}", *p) != NULL)
            return false;
    return *text != '\0';
}

static bool fits_line(const char *const *words, char *why)
{
    size_t n = 0, bytes = 0;

    for (; words[n] != NULL; n++) {
        if (!is_word(words[n]))
            return refuse(why, "an option has bytes that no option has");
        bytes += strlen(words[n]) + 1;
    }
    if (n == 0 || n > SUGGESTED_WORDS || bytes > SUGGESTED_LINE + 1)
        return refuse(why,
                      "the options of a run are %zu words of %zu bytes; from 1 to %d words of "
                      "%d bytes can be typed",
                      n, bytes, SUGGESTED_WORDS, SUGGESTED_LINE);
    return true;
}

/* The ids of the answers of RUN, for free(); NULL with WHY. */
static const char **ids_of(const json_t *run, char *why)
{
    const json_t *answers = json_object_get(run, "answers");
    size_t n = json_array_size(answers);
    const char **ids = json_is_array(answers) ? calloc(n + 1, sizeof *ids) : NULL;

    for (size_t i = 0; ids != NULL && i < n; i++) {
        ids[i] = json_string_value(json_object_get(json_array_get(answers, i), "id"));
        if (ids[i] == NULL) {
            free(ids);
            ids = NULL;
        }
    }
    if (ids == NULL)
        (void)refuse(why, "a run has no \"answers\" with ids");
    return ids;
}

static bool take_run(struct suggested *w, const json_t *run, char *why)
{
    w->options = texts_of(run, "options", why);
    if (w->options == NULL || !fits_line(w->options, why))
        return false;
    w->probes = texts_of(run, "probes", why);
    w->ids = w->probes != NULL ? ids_of(run, why) : NULL;
    w->seconds = json_number_value(json_object_get(run, "seconds"));
    return w->ids != NULL;
}

static bool take_object(struct suggested *w, const json_t *object, char *why)
{
    const char *schema = json_string_value(json_object_get(object, "schema"));
    const json_t *runs = json_object_get(object, "runs");

    if (schema == NULL || (strcmp(schema, SCHEMA) != 0 && strcmp(schema, FORMER_SCHEMA) != 0))
        return refuse(why, "it is not of schema " SCHEMA);
    if (!json_is_array(runs))
        return refuse(why, "it has no \"runs\"");
    w->open = texts_of(object, "open", why);
    if (json_object_get(object, "closed") != NULL) /* an older analyze does not say */
        w->closed = texts_of(object, "closed", why);
    else
        w->closed = calloc(1, sizeof *w->closed);
    return w->open != NULL && w->closed != NULL &&
           (json_array_size(runs) == 0 || take_run(w, json_array_get(runs, 0), why));
}

bool suggested_read(struct suggested *w, const char *text, size_t n, char *why)
{
    json_error_t error;

    *w = (struct suggested){ .json = json_loadb(text, n, 0, &error) };
    if (w->json == NULL)
        return refuse(why, "line %d: %s", error.line, error.text);
    if (take_object(w, w->json, why))
        return true;
    suggested_free(w);
    return false;
}

void suggested_free(struct suggested *w)
{
    free(w->options);
    free(w->probes);
    free(w->ids);
    free(w->open);
    free(w->closed);
    json_decref(w->json);
    *w = (struct suggested){ .json = NULL };
}

bool suggested_has(const char *const *list, const char *id)
{
    for (; *list != NULL; list++)
        if (strcmp(*list, id) == 0)
            return true;
    return false;
}

/* ---- the program ---- */

enum ask_end suggested_ask(struct suggested *w, const char *program, const char *log, char *why)
{
    const char *argv[] = { program, "--suggest", "--", log, NULL };
    char *text;
    size_t n;
    enum ask_end end = ask_program(argv, &text, &n, why);

    *w = (struct suggested){ .json = NULL };
    if (end == ASK_READ && !suggested_read(w, text != NULL ? text : "", n, why))
        end = ASK_FAILED;
    free(text);
    return end;
}
