/* Section of the page: latency and reciprocal throughput of operations, scalars and vectors. */
#include "cell.h"
#include "report/format/ops.h"
#include "report/format/value.h"
#include "result/query.h"
#include "sections.h"
#include "write.h"
#include <stdio.h>
#include <string.h>

/* All columns of a table are visible on 1,040 pixels. */
enum { MOST_TYPES = 24, MOST_COLUMNS = 8 };

struct types {
    char of[MOST_TYPES][ID_WORD];
    size_t n;
};

static bool has_type(const struct types *types, const char *type)
{
    for (size_t i = 0; i < types->n; i++)
        if (strcmp(types->of[i], type) == 0)
            return true;
    return false;
}

/* Scalars, or vectors, in the order of the answers. */
static struct types types_of(const struct results *results, bool vectors)
{
    struct types types = { .n = 0 };

    for (size_t i = 0; i < results->n && types.n < MOST_TYPES; i++) {
        const struct result_id *id = &results->at[i].name;

        if (id->quantity == OP_LATENCY && (id->type[0] == 'v') == vectors &&
            !has_type(&types, id->type))
            strcpy(types.of[types.n++], id->type);
    }
    return types;
}

/* "4", "3.5" or "0.25". */
static void op_number(char to[FORMAT_CELL], const struct result *r)
{
    if (!result_is_number(r))
        *to = '\0';
    else if (format_op_is_whole(r->value))
        snprintf(to, FORMAT_CELL, "%.0f", r->value);
    else
        snprintf(to, FORMAT_CELL, r->value < 1 ? "%.2f" : "%.1f", r->value);
}

static void op_cell(FILE *out, const struct results *results, const char *op, const char *type)
{
    const struct result *latency = result_find(results, id_op(OP_LATENCY, op, type));
    const struct result *rthroughput = result_find(results, id_op(OP_RTHROUGHPUT, op, type));
    char text[FORMAT_CELL];

    fputs("<td>", out);
    if (latency != NULL || rthroughput != NULL) {
        op_number(text, latency);
        html_answer_text(out, latency, text);
        if (latency == NULL || latency->kind != RESULT_NONE) {
            fputs(" / ", out);
            op_number(text, rthroughput);
            html_answer_text(out, rthroughput, text);
        }
    }
    fputs("</td>", out);
}

static bool has_op(const struct results *results, const char *op, const struct types *types)
{
    for (size_t i = 0; i < types->n; i++)
        if (result_find(results, id_op(OP_LATENCY, op, types->of[i])) != NULL)
            return true;
    return false;
}

static void put_table(FILE *out, const struct results *results, const struct types *types,
                      const char *title, size_t from, size_t to)
{
    fprintf(out, "<div class=\"scroll\"><h3>%s</h3><table class=\"first ops\"><thead><tr><th></th>",
            title);
    for (size_t t = from; t < to; t++)
        html_element(out, "th", types->of[t]);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t i = 0; i < FORMAT_OPS; i++) {
        if (!has_op(results, format_ops[i], types))
            continue;
        fprintf(out, "<tr><th scope=\"row\">%s</th>", format_ops[i]);
        for (size_t t = from; t < to; t++)
            op_cell(out, results, format_ops[i], types->of[t]);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

/* TYPES in as many tables as they need, beside each other where there is room. */
static void put_tables(FILE *out, const struct results *results, const struct types *types,
                       const char *title)
{
    size_t tables = (types->n + MOST_COLUMNS - 1) / MOST_COLUMNS;
    size_t each = tables > 0 ? (types->n + tables - 1) / tables : 0;

    for (size_t from = 0; from < types->n; from += each)
        put_table(out, results, types, title, from,
                  from + each < types->n ? from + each : types->n);
}

/* "fma is one instruction: f32 yes, f64 no". */
static void fma_words(FILE *out, const struct results *results)
{
    static const char *const types[] = { "f32", "f64" };
    bool begun = false;

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const struct result *r = result_find(results, id_op(OP_EXISTS, "fma", types[i]));

        if (r == NULL)
            continue;
        fprintf(out, "%s%s ", begun ? ", " : " Fused multiply-add instruction: ", types[i]);
        html_answer(out, r);
        begun = true;
    }
    fputs(begun ? "." : "", out);
}

void html_instructions(FILE *out, const struct html_parts *p)
{
    struct types scalars = types_of(p->results, false), vectors = types_of(p->results, true);

    if (scalars.n + vectors.n == 0) {
        html_units(out, p);
        return;
    }
    fputs("<p>Latency / reciprocal throughput in core cycles, as uops.info defines them: cycles "
          "until a dependent operation can use the result, and cycles an operation when "
          "many independent ones run. A load adds an index to its address.",
          out);
    fma_words(out, p->results);
    fputs("</p>\n<div class=\"tables\">\n", out);
    put_tables(out, p->results, &scalars, "Scalars");
    put_tables(out, p->results, &vectors, "Vectors");
    fputs("</div>\n", out);
    html_units(out, p);
}
