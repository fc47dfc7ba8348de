/* What each probe found, a line each: for whoever watches a run. */
#include "items.h"
#include "report/format/value.h"
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

/* True where R's row has no words in its label, as a table shows it. */
static bool is_of_table(const struct result *r)
{
    return *quantity_row(r->name.quantity)->label == '%';
}

/* Adds R, of a table: "L2 512 KiB", "add f64 3 c", or else the field's term with the value. */
static void add_of_table(struct text_items *items, const struct result *r)
{
    const struct result_id *id = &r->name;
    const struct quantity_row *row = quantity_row(id->quantity);
    bool level = strstr(row->id, "{level}") != NULL || strstr(row->id, "{place}") != NULL ||
                 id->quantity == MEMORY_LATENCY || id->quantity == MEMORY_MLP;
    char value[FORMAT_CELL], at[16] = "";

    format_answer(value, r);
    if (level)
        text_level(at, id);
    if (!level && *id->op == '\0' && *id->type == '\0')
        format_flow_add(&items->flow, ", ", "%s %s", row->term, value);
    else
        format_flow_add(&items->flow, ", ", "%s%s%s%s%s%s%s", at, level ? " " : "", id->op,
                        *id->op != '\0' ? " " : "", id->type, *id->type != '\0' ? " " : "", value);
}

/* True where B, of a table, says more of what A names: a size's latency, a latency's throughput. */
static bool goes_on(const struct result *a, const struct result *b)
{
    return a != NULL && is_of_table(a) && is_of_table(b) && a->name.quantity != b->name.quantity &&
           a->name.level == b->name.level && strcmp(a->name.op, b->name.op) == 0 &&
           strcmp(a->name.type, b->name.type) == 0 &&
           (a->name.level != MEMORY_LEVEL || *a->name.op != '\0');
}

/* Adds what PROBE found, the answers that are known. */
static void add_answers(struct text_items *items, const struct results *results, const char *probe)
{
    const struct result *last = NULL;

    for (size_t i = 0; i < results->n && items->flow.used < MOST_BYTES; i++) {
        const struct result *r = &results->at[i];
        char value[FORMAT_CELL];

        if (r->name.quantity >= QUANTITIES || strcmp(r->probe, probe) != 0 ||
            (r->kind != RESULT_NUMBER && r->kind != RESULT_NAME) || !is_typical(&r->name) ||
            quantity_row(r->name.quantity)->kind == ID_DERIVED)
            continue;
        format_answer(value, r);
        const char *label = quantity_row(r->name.quantity)->label, *bare = strstr(label, "%#");

        if (goes_on(last, r))
            format_flow_add(&items->flow, *r->name.op != '\0' ? "/" : " ", "%s", value);
        else if (bare != NULL) /* its section names the unit */
            format_flow_add(&items->flow, ", ", "%.*s%s", (int)(bare - label), label, value);
        else if (is_of_table(r))
            add_of_table(items, r);
        else
            text_item(items, r);
        last = r;
    }
}

static void print_line(FILE *out, const char *probe, const struct format_flow *flow)
{
    fprintf(out, "%-16s ", probe);
    for (size_t i = 0; i < flow->n; i++) {
        size_t end = i + 1 < flow->n ? flow->item[i + 1].at : flow->used;

        fprintf(out, "%s%.*s", i > 0 ? flow->item[i].before : "",
                (int)strnlen(flow->text + flow->item[i].at, end - flow->item[i].at),
                flow->text + flow->item[i].at);
    }
    fputc('\n', out);
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
        struct text_items items = { .between = ", " };
        const char *name = run->series[i].probe;

        if (is_again(run, i) || (probe != NULL && strcmp(probe, name) != 0))
            continue;
        add_answers(&items, results, name);
        if (run->series[i].unread)
            format_flow_add(&items.flow, ", ", "no analysis reads its samples");
        if (items.flow.n > 0)
            print_line(out, name, &items.flow);
    }
}
