/* Exports that were asked for: reads the orders, makes and writes the files. */
#include "orders.h"
#include "kind.h"
#include "report/output/replace.h"
#include "report/output/visible.h"
#include "values.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct export_kind_entry *kind_named(const char *name, size_t n)
{
    for (unsigned i = 0; i < export_table_count; i++)
        if (strlen(export_table[i].name) == n && memcmp(export_table[i].name, name, n) == 0)
            return &export_table[i];
    return NULL;
}

bool export_orders_to_output(const struct export_orders *x)
{
    for (size_t i = 0; i < x->n; i++)
        if (x->at[i].file == NULL)
            return true;
    return false;
}

const char *export_orders_add(struct export_orders *x, const char *text)
{
    size_t n = strcspn(text, "=");
    struct export_order o = { kind_named(text, n), text[n] == '=' ? text + n + 1 : NULL };

    if (o.kind == NULL)
        return "no such kind; --export=list names them";
    if (o.file != NULL && *o.file == '\0')
        return "the name of the file is missing";
    if (o.file != NULL && strcmp(o.file, "-") == 0)
        o.file = NULL;
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

    if (kind->export_kind->comment != COMMENT_OWN)
        fprintf(e->out, "%s Made by analyze --export %s: %s values of %s.%s\n", begin, kind->name,
                export_values_name(e->values), export_run_text(e, "target", "a board"), end);
}

/* The text of KIND in memory that the caller frees, *N bytes; NULL where memory is short. */
static char *make_text(struct exporter *e, const struct export_kind_entry *kind, size_t *n)
{
    char *text = NULL;

    e->values = kind->export_kind->values;
    e->refused[0] = '\0';
    e->out = open_memstream(&text, n);
    if (e->out == NULL)
        return NULL;
    put_statement(e, kind);
    kind->export_kind->write(e);
    bool whole = ferror(e->out) == 0;
    if (fclose(e->out) == 0 && whole)
        return text;
    free(text);
    return NULL;
}

char *export_text(const char *name, const struct log *log, const struct results *results)
{
    const struct export_kind_entry *kind = kind_named(name, strlen(name));
    struct exporter e = { .log = log, .results = results };
    size_t n = 0;
    char *text = kind == NULL ? NULL : make_text(&e, kind, &n);

    if (text == NULL || e.refused[0] == '\0')
        return text;
    free(text);
    return NULL;
}

static enum export_status say_failed(FILE *err, const char *file, int why)
{
    output_say(err, file, "%s", strerror(why));
    return EXPORT_FAILED;
}

static enum export_status write_order(struct exporter *e, const struct export_order *o,
                                      const char *from, int (*put)(const char *, size_t), FILE *err)
{
    enum export_status status = EXPORT_WRITTEN;
    size_t n = 0;
    char *text = make_text(e, o->kind, &n);
    int why = 0;

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
    free(text);
    return status;
}

enum export_status export_orders_write(const struct export_orders *x, const struct log *log,
                                       const struct results *results, const char *from,
                                       int (*put)(const char *text, size_t n), FILE *err)
{
    struct exporter e = { .log = log, .results = results };
    enum export_status worst = EXPORT_WRITTEN;

    for (size_t i = 0; i < x->n; i++) {
        enum export_status status = write_order(&e, &x->at[i], from, put, err);
        if (status > worst)
            worst = status;
    }
    return worst;
}
