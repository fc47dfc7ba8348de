/* Exports that were asked for: reads the orders, makes and writes the files. */
#define _GNU_SOURCE /* asprintf() */
#include "orders.h"
#include "kind.h"
#include "record/similar_names.h"
#include "report/format/line.h"
#include "report/output/replace.h"
#include "report/output/visible.h"
#include "values.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* True when the N bytes at NAME are KIND, in which '-' may stand for '_'. */
static bool is_kind(const char *kind, const char *name, size_t n)
{
    if (strlen(kind) != n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (name[i] != kind[i] && !(name[i] == '-' && kind[i] == '_'))
            return false;
    return true;
}

static const struct export_kind_entry *kind_named(const char *name, size_t n)
{
    for (unsigned i = 0; i < export_table_count; i++)
        if (is_kind(export_table[i].name, name, n))
            return &export_table[i];
    return NULL;
}

static bool is_folder(const struct export_kind_entry *kind)
{
    return kind->export_kind->comment == COMMENT_FOLDER;
}

bool export_orders_to_output(const struct export_orders *x)
{
    for (size_t i = 0; i < x->n; i++)
        if (x->at[i].file == NULL)
            return true;
    return false;
}

/* What is wrong with the N bytes of TEXT, which are no kind; valid until the next call. */
static const char *no_such_kind(const char *text, size_t n)
{
    static char wrong[200];
    char typed[SIMILAR_NAMES_BYTES], question[120];
    struct similar_names near = { .typed = typed };

    snprintf(typed, sizeof typed, "%.*s", (int)n, text);
    for (unsigned i = 0; i < export_table_count; i++)
        similar_names_add(&near, export_table[i].name, NULL);
    bool asks = similar_names_question(&near, "", question, sizeof question);
    snprintf(wrong, sizeof wrong, "no such kind; %s%s--export=list names them", question,
             asks ? " " : "");
    return wrong;
}

const char *export_orders_add(struct export_orders *x, const char *text)
{
    size_t n = strcspn(text, "=");
    struct export_order o = { kind_named(text, n), text[n] == '=' ? text + n + 1 : NULL };

    if (o.kind == NULL)
        return no_such_kind(text, n);
    if (o.file != NULL && *o.file == '\0')
        return "the name of the file is missing";
    if (o.file != NULL && strcmp(o.file, "-") == 0)
        o.file = NULL;
    if (o.file == NULL && is_folder(o.kind))
        return "it is a folder: KIND=DIR names it";
    if (o.file == NULL && export_orders_to_output(x))
        return "one kind alone can go to standard output; KIND=FILE takes it to a file";
    if (x->n == EXPORT_MOST_ORDERS)
        return "too many of them";
    x->at[x->n++] = o;
    return NULL;
}

void export_kinds_list(FILE *out)
{
    for (unsigned i = 0; i < export_table_count; i++)
        fprintf(out, "%-11s %s (%s)\n", export_table[i].name, export_table[i].export_kind->about,
                export_values_name(export_table[i].export_kind->values));
}

static void put_statement(struct exporter *e, const struct export_kind_entry *kind)
{
    const char *begin = kind->export_kind->comment == COMMENT_C ? "/*" : "#";
    const char *end = kind->export_kind->comment == COMMENT_C ? " */" : "";

    if (kind->export_kind->comment == COMMENT_OWN)
        return;
    fprintf(e->out, "%s Made by analyze --export %s: %s values of %s.%s\n", begin, kind->name,
            export_values_name(e->values), export_run_text(e, "target", "a board"), end);
    for (size_t i = 0; i < e->n_notes; i++)
        fprintf(e->out, "%s %s: %s%s\n", begin, e->note[i].id, e->note[i].text, end);
}

/* Where KIND writes its first byte, its notes are not known: it is written once into BODY, and then
 * behind them. */
static bool put_body(struct exporter *e, const struct export_kind_entry *kind)
{
    char *body = NULL;
    size_t n = 0;
    FILE *out = e->out;

    e->out = open_memstream(&body, &n);
    bool whole = e->out != NULL;
    if (whole)
        kind->export_kind->write(e);
    whole = whole && ferror(e->out) == 0;
    whole = e->out != NULL && fclose(e->out) == 0 && whole;
    e->out = out;
    put_statement(e, kind);
    whole = whole && fwrite(body, 1, n, out) == n;
    free(body);
    return whole;
}

/* The text of KIND in memory that the caller frees, *N bytes; NULL where memory is short. */
static char *make_text(struct exporter *e, const struct export_kind_entry *kind, size_t *n)
{
    char *text = NULL;

    e->values = kind->export_kind->values;
    e->refused[0] = '\0';
    e->n_notes = 0;
    e->out = open_memstream(&text, n);
    if (e->out == NULL)
        return NULL;
    bool whole = put_body(e, kind) && ferror(e->out) == 0;
    if (fclose(e->out) == 0 && whole)
        return text;
    free(text);
    return NULL;
}

static enum export_status say_failed(FILE *err, const char *file, int why)
{
    output_say(err, file, "%s", strerror(why));
    return EXPORT_FAILED;
}

/* ---- folders ---- */

enum { MOST_FILES = 64 };

struct made_file {
    char *path, *text;
    size_t n;
};

static void free_files(struct made_file *file, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(file[i].path);
        free(file[i].text);
    }
}

/* Makes file I of O's folder. 1, 0 where there is no more of it, or -1 without memory. */
static int make_file(struct exporter *e, const struct export_order *o, size_t i,
                     struct made_file *file)
{
    e->out = open_memstream(&file->text, &file->n);
    if (e->out == NULL)
        return -1;
    e->file = i;
    e->file_name = NULL;
    o->kind->export_kind->write(e);
    bool whole = ferror(e->out) == 0;
    if (fclose(e->out) != 0 || !whole)
        return -1;
    if (e->file_name == NULL)
        return 0;
    return asprintf(&file->path, "%s/%s", o->file, e->file_name) < 0 ? (file->path = NULL, -1) : 1;
}

/* Makes all files of O's folder in memory. How many, or -1 without memory. */
static int make_files(struct exporter *e, const struct export_order *o, struct made_file *file)
{
    e->values = o->kind->export_kind->values;
    e->refused[0] = '\0';
    e->n_notes = 0;
    for (int i = 0; i < MOST_FILES; i++) {
        int made = make_file(e, o, (size_t)i, &file[i]);
        if (made <= 0)
            return made < 0 ? -1 : i;
    }
    return MOST_FILES;
}

static enum export_status replace_files(const struct export_order *o, const struct made_file *file,
                                        int n, FILE *err)
{
    if (mkdir(o->file, 0777) != 0 && errno != EEXIST)
        return say_failed(err, o->file, errno);
    for (int i = 0; i < n; i++) {
        int why = output_replace(file[i].path, file[i].text, file[i].n);
        if (why != 0)
            return say_failed(err, file[i].path, why);
    }
    return EXPORT_WRITTEN;
}

static enum export_status write_folder(struct exporter *e, const struct export_order *o,
                                       const char *from, FILE *err)
{
    struct made_file file[MOST_FILES] = { { NULL, NULL, 0 } };
    int n = make_files(e, o, file);
    enum export_status status;

    if (n < 0) {
        status = say_failed(err, from, ENOMEM);
    } else if (e->refused[0] != '\0') {
        output_say(err, from, "--export=%s: %s; nothing was written", o->kind->name, e->refused);
        status = EXPORT_REFUSED;
    } else {
        status = replace_files(o, file, n, err);
    }
    free_files(file, MOST_FILES);
    return status;
}

/* ---- texts ---- */

/* What stands in the place of values that are not known, in one line. */
static void say_notes(const struct exporter *e, const struct export_order *o, const char *from,
                      FILE *err)
{
    struct format_line line = { 0 };

    for (size_t i = 0; i < e->n_notes; i++)
        format_line_add(&line, "%s%s: %s", i > 0 ? "; " : "", e->note[i].id, e->note[i].text);
    if (line.used > 0)
        output_say(err, from, "--export=%s: %s (--strict refuses)", o->kind->name, line.text);
}

char *export_text(const char *name, const struct log *log, const struct results *results)
{
    const struct export_kind_entry *kind = kind_named(name, strlen(name));
    struct exporter e = { .log = log, .results = results };
    size_t n = 0;
    bool is_text = kind != NULL && !is_folder(kind);
    char *text = is_text ? make_text(&e, kind, &n) : NULL;

    if (text == NULL || e.refused[0] == '\0')
        return text;
    free(text);
    return NULL;
}

static enum export_status write_order(struct exporter *e, const struct export_order *o,
                                      const char *from, int (*put)(const char *, size_t), FILE *err)
{
    enum export_status status = EXPORT_WRITTEN;
    size_t n = 0;
    int why = 0;

    if (is_folder(o->kind))
        return write_folder(e, o, from, err);
    char *text = make_text(e, o->kind, &n);
    if (text == NULL)
        return say_failed(err, from, ENOMEM);
    if (e->refused[0] != '\0') {
        output_say(err, from, "--export=%s: %s; nothing was written", o->kind->name, e->refused);
        status = EXPORT_REFUSED;
    } else if (o->file == NULL) {
        status = put(text, n) == 0 ? EXPORT_WRITTEN : EXPORT_FAILED;
    } else if ((why = output_replace(o->file, text, n)) != 0) {
        status = say_failed(err, o->file, why);
    }
    if (status == EXPORT_WRITTEN)
        say_notes(e, o, from, err);
    free(text);
    return status;
}

enum export_status export_orders_write(const struct export_orders *x, const struct log *log,
                                       const struct results *results, const char *from,
                                       int (*put)(const char *text, size_t n), FILE *err)
{
    struct exporter e = { .log = log, .results = results, .strict = x->strict, .sizes = x->sizes };
    enum export_status worst = EXPORT_WRITTEN;

    for (size_t i = 0; i < x->n; i++) {
        enum export_status status = write_order(&e, &x->at[i], from, put, err);
        if (status > worst)
            worst = status;
    }
    return worst;
}
