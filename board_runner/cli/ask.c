/* Runs another program and keeps what it writes; reads what `analyze --suggest` and `--found`
 * answer. */
#include "ask.h"
#include "capture/clock.h"
#include "capture/interrupts.h"
#include "link/link.h"
#include "say.h"
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool refuse(char *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(char *why, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vsnprintf(why, ASK_WHY_BYTES, format, args);
    va_end(args);
    return false;
}

enum { MOST_BYTES = 4 << 20, LONGEST_MS = 300000, STATUS_MS = 10000, LAST_WORDS = 4096 };

/* What the program writes. */
struct answer {
    char *text;
    size_t n;
    bool failed;            /* too much, or no memory */
    char words[LAST_WORDS]; /* the first of its messages */
    size_t n_words;
};

static void take_text(struct answer *a, const char *bytes, size_t n)
{
    char *grown = a->n + n <= MOST_BYTES ? realloc(a->text, a->n + n) : NULL;

    if (grown == NULL) {
        a->failed = true;
        return;
    }
    memcpy(grown + a->n, bytes, n);
    a->text = grown;
    a->n += n;
}

static void take_words(struct answer *a, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n && a->n_words + 1 < sizeof a->words; i++)
        a->words[a->n_words++] = bytes[i] != '\0' ? bytes[i] : ' ';
    a->words[a->n_words] = '\0';
}

/* Reads what is there. Returns false when nothing more can come. */
static bool read_some(struct link *link, struct answer *a)
{
    char bytes[4096];
    size_t n;

    while (link->stream_fd >= 0 &&
           (n = descriptor_read(&link->stream_fd, bytes, sizeof bytes)) > 0 && !a->failed)
        take_text(a, bytes, n);
    while (link->messages_fd >= 0 &&
           (n = descriptor_read(&link->messages_fd, bytes, sizeof bytes)) > 0)
        take_words(a, bytes, n);
    return link->stream_fd >= 0 || link->messages_fd >= 0 || !link->kind->has_ended(link);
}

static enum ask_end watch(struct link *link, struct answer *a, int64_t longest_ms, char *why)
{
    int64_t due_ms = clock_now_ms() + longest_ms;

    while (read_some(link, a)) {
        struct pollfd fds[] = { { .fd = interrupts_fd(), .events = POLLIN },
                                { .fd = link->stream_fd, .events = POLLIN },
                                { .fd = link->messages_fd, .events = POLLIN } };

        if (interrupts_wanted() || a->failed || clock_now_ms() > due_ms) {
            link->kind->kill(link);
            (void)refuse(why, a->failed ? "it says more than %d MiB" : "it did not end within %d s",
                         a->failed ? MOST_BYTES >> 20 : (int)(longest_ms / 1000));
            return interrupts_wanted() ? ASK_INTERRUPTED : ASK_FAILED;
        }
        (void)poll(fds, 3, 1000);
        interrupts_clear();
    }
    return ASK_READ;
}

/* Status of analyze: 0 and 1, a damaged log, come with an answer, 3 says that there is none. */
static enum ask_end judge(struct link *link, const struct answer *a, char *why)
{
    enum { NOTHING = 3 };
    int status = link_process_status(link);

    if (status == 0 || status == 1)
        return ASK_READ;
    (void)refuse(why, "it %s%s%.*s", link->kind->end_text(link), a->n_words > 0 ? ": " : "",
                 (int)strcspn(a->words, "\n"), a->words);
    return status == NOTHING ? ASK_NOTHING : ASK_FAILED;
}

enum ask_end ask_program(const char *const *argv, char **text, size_t *n, char *why)
{
    return ask_within(argv, LONGEST_MS, text, n, why);
}

enum ask_end ask_within(const char *const *argv, int64_t longest_ms, char **text, size_t *n,
                        char *why)
{
    struct answer a = { .n = 0 };
    struct link link;

    *text = NULL;
    *n = 0;
    link_none(&link);
    if (access(argv[0], X_OK) != 0) {
        (void)refuse(why, "%s", strerror(errno));
        return ASK_NO_PROGRAM;
    }
    int err = link_process_start(&link, (char *const *)(size_t)argv, false);
    if (err != 0) {
        (void)refuse(why, "%s", strerror(err));
        return ASK_FAILED;
    }
    enum ask_end end = watch(&link, &a, longest_ms, why);
    if (end == ASK_READ)
        end = judge(&link, &a, why);
    link.kind->close(&link);
    *text = a.text;
    *n = a.n;
    return end;
}

int ask_status(const char *const *argv, char *said, size_t room)
{
    struct answer a = { .n = 0 };
    char why[ASK_WHY_BYTES];
    struct link link;

    said[0] = '\0';
    link_none(&link);
    if (link_process_start(&link, (char *const *)(size_t)argv, false) != 0)
        return -1;
    bool ended = watch(&link, &a, STATUS_MS, why) == ASK_READ;
    int status = ended ? link_process_status(&link) : -1;
    link.kind->close(&link);
    (void)snprintf(said, room, "%s", a.words);
    free(a.text);
    return status;
}

/* ---- analyze --suggest ---- */

#define SCHEMA "pontoon.suggested/1"
/* What analyze --wanted writes: the same. */
#define FORMER_SCHEMA "pontoon.wanted/1"

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

/* ---- analyze --found ---- */

enum { NAME_COLUMNS = 17 }; /* of a line: the probe's name and a blank */

/* Returns what analyze says to OPTION of the finder's log, for free(); NULL: nothing. */
static char *ask(const struct finder *f, const char *option)
{
    enum { BRIEFLY_MS = 2000 };
    const char *argv[] = { f->analyze, option, "--", f->log, NULL };
    char *text, why[ASK_WHY_BYTES];
    size_t n;

    enum ask_end end = ask_within(argv, BRIEFLY_MS, &text, &n, why);
    char *whole = end == ASK_READ && n > 0 ? realloc(text, n + 1) : NULL;
    if (whole == NULL)
        free(text);
    else
        whole[n] = '\0';
    return whole;
}

void found_ask(void *ctx, const char *probe, char *text, size_t room)
{
    char option[64];

    text[0] = '\0';
    if (snprintf(option, sizeof option, "--found=%s", probe) >= (int)sizeof option)
        return;
    char *line = ask(ctx, option);
    if (line != NULL && strcspn(line, "\n") > NAME_COLUMNS)
        (void)snprintf(text, room, "%.*s", (int)strcspn(line + NAME_COLUMNS, "\n"),
                       line + NAME_COLUMNS);
    free(line);
}

/* Returns how many bytes of LINE fit on a screen, up to a comma where it is longer. */
static size_t fitting(const char *line)
{
    enum { COLUMNS = 76 };
    size_t n = strlen(line);

    while (n > COLUMNS)
        for (n--; n > 0 && strncmp(line + n, ", ", 2) != 0;)
            n--;
    return n;
}

void found_say(const struct finder *f, bool all)
{
    char *lines = ask(f, "--found"), *rest = lines;

    if (lines == NULL)
        return;
    for (char *line = strsep(&rest, "\n"); all && line != NULL; line = strsep(&rest, "\n"))
        if (*line != '\0')
            say_line(stderr, "   %.*s", (int)fitting(line), line);
    free(lines);
    (void)fputs("now: analyze ", stderr);
    shell_word_print(stderr, f->log);
    (void)fputs("     page: analyze --html page.html ", stderr);
    shell_word_print(stderr, f->log);
    (void)fputc('\n', stderr);
}
