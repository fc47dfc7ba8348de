/* Section of the text: patterns, each with its variants by speed. */
#include "report/format/line.h"
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "report/output/visible.h"
#include "result/confidence.h"
#include "result/pattern_texts.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Above this sharing is worth a word. */
#define WORTH_TELLING 1.2
/* An order that is not so much faster than the first one does not win. */
#define WINS 1.05

enum { MOST_NAMES = 512, MOST_LEVELS = 4, COLUMNS = 1 + MOST_LEVELS };

/* Numbers of streams are one pattern each and one line together. */
static bool is_streams(const struct result *r)
{
    return strncmp(r->name.op, "streams_", strlen("streams_")) == 0;
}

/* ---- which order wins where ---- */

/* One pattern: its first order and its fastest one in each level that is shown. */
struct row {
    const char *name;
    const struct result *first[MOST_LEVELS], *fastest[MOST_LEVELS];
};

struct rows {
    struct row at[MOST_NAMES];
    size_t n;
    unsigned level[MOST_LEVELS]; /* of each column; MEMORY_LEVEL is the last */
    unsigned n_levels;
};

/* The inner caches, and memory. */
static void choose_levels(struct rows *rows, const struct results *results)
{
    unsigned caches = cache_levels(results);

    caches = caches < MOST_LEVELS ? caches : MOST_LEVELS - 1;
    for (unsigned i = 0; i < caches; i++)
        rows->level[i] = i + 1;
    rows->level[caches] = MEMORY_LEVEL;
    rows->n_levels = caches + 1;
}

/* The row of pattern NAME, made where there is none; NULL: too many. Answers of one pattern are
 * neighbours. */
static struct row *row_of(struct rows *rows, const char *name)
{
    if (rows->n > 0 && strcmp(rows->at[rows->n - 1].name, name) == 0)
        return &rows->at[rows->n - 1];
    if (rows->n == MOST_NAMES)
        return NULL;
    rows->at[rows->n] = (struct row){ .name = name };
    return &rows->at[rows->n++];
}

static unsigned column_of(const struct rows *rows, unsigned level)
{
    unsigned i = 0;

    while (i < rows->n_levels && rows->level[i] != level)
        i++;
    return i;
}

static void add_rate(struct rows *rows, const struct result *r)
{
    unsigned column = column_of(rows, r->name.level);
    struct row *row = row_of(rows, r->name.op);

    if (row == NULL || column == rows->n_levels || r->kind != RESULT_NUMBER)
        return;
    if (row->first[column] == NULL)
        row->first[column] = r;
    if (row->fastest[column] == NULL || r->value > row->fastest[column]->value)
        row->fastest[column] = r;
}

/* Returns true when FASTEST is faster than FIRST beyond what its timings differ by. */
static bool wins(const struct result *fastest, const struct result *first)
{
    return fastest->value > WINS * first->value &&
           (!fastest->has_bounds || fastest->low >= first->value);
}

static void put_winner(char to[FORMAT_CELL], const struct result *fastest,
                       const struct result *first)
{
    if (first == NULL)
        strcpy(to, "-");
    else if (!wins(fastest, first))
        snprintf(to, FORMAT_CELL, "%s", first->name.type);
    else
        snprintf(to, FORMAT_CELL, "%s %s%.2gx", fastest->name.type,
                 confidence_is_low(fastest) || confidence_is_low(first) ? "~" : "",
                 fastest->value / first->value);
}

static int add_row(struct libscols_table *table, const struct rows *rows, const struct row *row)
{
    char text[COLUMNS][FORMAT_CELL];
    const char *cells[COLUMNS];

    snprintf(text[0], FORMAT_CELL, "%s", row->name);
    for (unsigned i = 0; i < rows->n_levels; i++)
        put_winner(text[i + 1], row->fastest[i], row->first[i]);
    for (unsigned i = 0; i < COLUMNS; i++)
        cells[i] = text[i];
    return format_table_add(table, cells, rows->n_levels + 1);
}

static struct libscols_table *new_table(const struct rows *rows)
{
    struct format_column columns[COLUMNS] = { { .name = "PATTERN" } };
    char names[COLUMNS][16];

    for (unsigned i = 0; i < rows->n_levels; i++) {
        if (rows->level[i] == MEMORY_LEVEL)
            strcpy(names[i], "DRAM");
        else
            snprintf(names[i], sizeof names[i], "L%u", rows->level[i]);
        columns[i + 1].name = names[i];
    }
    return format_table_new(columns, rows->n_levels + 1);
}

static int print_rows(FILE *out, const struct rows *rows)
{
    struct libscols_table *table = new_table(rows);
    int err = 0;

    format_wrap(out, "PATTERNS  ",
                "fastest variant in each level, and its speedup over the first one");
    for (size_t i = 0; i < rows->n && err == 0; i++)
        err = add_row(table, rows, &rows->at[i]);
    return format_table_end(out, table) | err;
}

/* ---- why: what orders move, and what contexts cost each other ---- */

static void print_traffic(FILE *out, const struct results *results)
{
    struct format_line line = { .used = 0 };

    for (const struct result *r = results->at; r < results->at + results->n; r++)
        if (r->name.quantity == PATTERN_TRAFFIC && r->kind == RESULT_NUMBER &&
            r->value > WORTH_TELLING)
            format_line_add(&line, "%s%s %s %.3g", line.used > 0 ? ", " : "", r->name.op,
                            r->name.type, r->value);
    if (line.used > 0)
        format_wrapf(out, "  ", "memory traffic of the first variant over that of: %s", line.text);
}

/* All answers QUANTITY of at least LEAST in one line that begins with ABOUT. */
static void print_costs(FILE *out, const struct results *results, enum quantity quantity,
                        const char *about, double least)
{
    struct format_line line = { .used = 0 };

    for (const struct result *r = results->at; r < results->at + results->n; r++) {
        char text[FORMAT_CELL];

        if (r->name.quantity != quantity || r->kind != RESULT_NUMBER || r->value < least)
            continue;
        format_answer(text, r);
        format_line_add(&line, "%s%s %s", line.used > 0 ? ", " : "", r->name.op, text);
    }
    if (line.used > 0)
        format_wrapf(out, "  ", "%s: %s", about, line.text);
}

static void print_streams(FILE *out, const struct results *results)
{
    struct format_line line = { .used = 0 };

    for (const struct result *r = results->at; r < results->at + results->n; r++) {
        char place[16];

        if (r->name.quantity != PATTERN_STREAMS_BEST)
            continue;
        id_level_text(place, sizeof place, r->name.level);
        format_line_add(&line, "%s%s%.0f in %s",
                        line.used > 0 ? ", " : "fastest number of arrays: ", format_doubt(r),
                        r->value, place);
    }
    if (line.used > 0)
        format_wrap(out, "  streams ", line.text);
}

/* Variants that compute something else are known by nothing but that. */
static void print_wrong(FILE *out, const struct results *results)
{
    for (const struct result *r = results->at; r < results->at + results->n; r++)
        if ((r->name.quantity == KERNEL_BEST || r->name.quantity == KERNEL_BEST_TOGETHER) &&
            r->kind == RESULT_NULL && r->contradicts)
            format_wrapf(out, "  ", "%s.%s %s", r->name.op, r->name.type, r->note);
}

int text_patterns(FILE *out, const struct results *results)
{
    struct rows *rows = calloc(1, sizeof *rows);
    int err = 0;

    if (rows == NULL)
        return -1;
    choose_levels(rows, results);
    for (size_t i = 0; i < results->n; i++)
        if (results->at[i].name.quantity == PATTERN_RATE && !is_streams(&results->at[i]))
            add_rate(rows, &results->at[i]);
    if (rows->n > 0)
        err = print_rows(out, rows);
    free(rows);
    if (results->n == 0) /* then there is no array to point into */
        return err;
    print_traffic(out, results);
    print_costs(out, results, PATTERN_SHARING, "slowdown by false sharing", WORTH_TELLING);
    print_costs(out, results, PATTERN_BARRIER, "barrier", 0);
    print_streams(out, results);
    print_wrong(out, results);
    return err;
}

/* A text of several lines, indented. */
static void print_text(FILE *out, const char *title, const char *text)
{
    if (*text == '\0')
        return;
    fprintf(out, "    %s\n", title);
    while (*text != '\0') {
        size_t n = strcspn(text, "\n");

        fputs("      ", out);
        output_visible(out, text, n);
        fputc('\n', out);
        text += n + (text[n] == '\n');
    }
}

/* The first series of pattern NAME in LOG, if its text is that of PATTERN. */
static bool is_of_log(const struct log *log, const struct pattern_text *pattern)
{
    for (size_t i = log_find_series(&log->run, "pattern", 0); i < log->run.n_series;
         i = log_find_series(&log->run, "pattern", i + 1)) {
        const struct log_series *s = &log->run.series[i];
        const char *name = log_key_text(s->keys, s->n_keys, "name");
        const char *spec = log_key_text(s->keys, s->n_keys, "spec");

        if (name != NULL && spec != NULL && strcmp(name, pattern->name) == 0)
            return strcmp(spec, pattern->spec) == 0;
    }
    return false;
}

void text_pattern_texts(FILE *out, const struct log *log, const struct results *results)
{
    const struct pattern_texts *texts = results->patterns;

    for (size_t i = 0; texts != NULL && i < texts->n; i++) {
        const struct pattern_text *p = &texts->at[i];

        if (!is_of_log(log, p))
            continue;
        fputs("  ", out);
        output_visible(out, p->name, strlen(p->name));
        fputs(": ", out);
        output_visible(out, p->about, strlen(p->about));
        fputc('\n', out);
        print_text(out, "text", p->text);
        for (size_t k = 0; k < p->n_variants; k++) {
            fputs("    variant ", out);
            output_visible(out, p->variant[k].name, strlen(p->variant[k].name));
            fputc('\n', out);
            print_text(out, "relation", p->variant[k].relation);
            print_text(out, "loops", p->variant[k].loops);
        }
    }
}
