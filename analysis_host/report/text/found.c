/* What each probe found, a line each: for whoever watches a run. */
#include "report/format/line.h"
#include "report/format/value.h"
#include "result/query.h"
#include "text.h"
#include <stdio.h>
#include <string.h>

enum { MOST_BYTES = 160 };

static bool is_one_of(const char *word, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

/* Of many operations and types a few stand for all, and one context for several. */
static bool is_typical(const struct result_id *id)
{
    static const char *const ops[] = { "add", "mul", "fma", "div", "read" };
    static const char *const types[] = { "i32", "f64" };
    const char *name = quantity_row(id->quantity)->id;
    bool op = strstr(name, "{op}") == NULL || is_one_of(id->op, ops, sizeof ops / sizeof ops[0]);
    bool type = strstr(name, "{type}") == NULL ||
                is_one_of(id->type, types, sizeof types / sizeof types[0]);

    return op && type && id->contexts <= 1 && id->context == 0 &&
           id->quantity != CORE_TO_CORE_LATENCY;
}

/* Appends what is told apart: "L2 ", "DRAM ", "add f64 ", with what the label has before the value,
 * or else the field's term. */
static void put_name(struct format_line *line, const struct result_id *id)
{
    const struct quantity_row *row = quantity_row(id->quantity);
    bool level = strstr(row->id, "{level}") != NULL || strstr(row->id, "{place}") != NULL ||
                 id->quantity == MEMORY_LATENCY || id->quantity == MEMORY_MLP;
    size_t n = strcspn(row->label, "%");

    format_line_add(line, "%.*s", (int)n, row->label);
    if (level)
        format_line_add(line, id->level == MEMORY_LEVEL ? "DRAM " : "L%u ", id->level);
    if (*id->op != '\0')
        format_line_add(line, "%s ", id->op);
    if (*id->type != '\0')
        format_line_add(line, "%s ", id->type);
    if (n == 0 && !level && *id->op == '\0' && *id->type == '\0')
        format_line_add(line, "%s ", row->term);
}

/* Returns what separates B from A where it says more of the same; NULL where it does not. */
static const char *joint(const struct result_id *a, const struct result_id *b)
{
    if (a == NULL || a->quantity == b->quantity || a->level != b->level)
        return NULL;
    if (a->quantity == OP_LATENCY && b->quantity == OP_RTHROUGHPUT && strcmp(a->op, b->op) == 0 &&
        strcmp(a->type, b->type) == 0)
        return "/";
    return strstr(quantity_row(a->quantity)->id, "{level}") != NULL && *b->op == '\0' ? " " : NULL;
}

/* Appends what PROBE found, the answers that are known. */
static void put_answers(struct format_line *line, const struct results *results, const char *probe)
{
    const struct result_id *last = NULL;

    for (size_t i = 0; i < results->n && line->used < MOST_BYTES; i++) {
        const struct result *r = &results->at[i];
        char value[FORMAT_CELL];

        if (r->name.quantity >= QUANTITIES || strcmp(r->probe, probe) != 0 ||
            (r->kind != RESULT_NUMBER && r->kind != RESULT_NAME) || !is_typical(&r->name) ||
            quantity_row(r->name.quantity)->kind == ID_DERIVED)
            continue;
        format_answer(value, r);
        const char *more = joint(last, &r->name);
        if (more != NULL) {
            format_line_add(line, "%s%s", more, value);
        } else {
            format_line_add(line, "%s", line->used > 0 ? ", " : "");
            put_name(line, &r->name);
            format_line_add(line, "%s", value);
        }
        const char *after = strchr(quantity_row(r->name.quantity)->label, '%');
        format_line_add(line, "%s", after != NULL ? after + 1 : "");
        last = &r->name;
    }
}

/* True where a series of RUN before number AT has the same probe. */
static bool is_again(const struct log_run *run, size_t at)
{
    return log_find_series(run, run->series[at].probe, 0) < at;
}

void report_found(FILE *out, const struct log *log, const struct results *results,
                  const char *probe)
{
    const struct log_run *run = &log->run;

    for (size_t i = 0; i < run->n_series; i++) {
        struct format_line line = { 0 };
        const char *name = run->series[i].probe;

        if (is_again(run, i) || (probe != NULL && strcmp(probe, name) != 0))
            continue;
        put_answers(&line, results, name);
        if (line.used > 0)
            fprintf(out, "%-16s %s\n", name, line.text);
    }
}
