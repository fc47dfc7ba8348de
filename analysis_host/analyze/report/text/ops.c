/* Section of the text: instructions, in a cell latency and reciprocal throughput; and the roofline
 * of their peaks. */
#include "report/format/ops.h"
#include "report/format/flow.h"
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/peak.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

enum { MOST_TYPES = 6, MOST_OPS = 16, VECTOR_ROWS = 4 };

static const char *const scalars[MOST_TYPES] = { "i8", "i16", "i32", "i64", "f32", "f64" };
static const char *const vectors[] = { "v128", "v256", "v512" };
static const char *const elements[VECTOR_ROWS] = { "i32", "i64", "f32", "f64" };

enum { N_VECTORS = sizeof vectors / sizeof vectors[0] };

/* 12, 3.5 or 0.25: what is within a percent of whole is whole. */
static void short_number(char *to, size_t size, const struct result *r)
{
    if (r == NULL || r->kind == RESULT_NULL)
        snprintf(to, size, "?");
    else if (format_op_is_whole(r->value))
        snprintf(to, size, "%.0f", r->value);
    else
        snprintf(to, size, r->value < 1 ? "%.2f" : "%.1f", r->value);
}

/* Writes "-" for not measured, "none" for no such instruction. Returns false where there is nothing
 * to say. */
static bool op_cell(char to[FORMAT_CELL], const struct results *results, const char *op,
                    const char *type)
{
    const struct result *latency = result_find(results, id_op(OP_LATENCY, op, type));
    const struct result *interval = result_find(results, id_op(OP_RTHROUGHPUT, op, type));

    strcpy(to, "-");
    if (latency == NULL)
        return false;
    if (latency->kind == RESULT_NONE) {
        strcpy(to, "none");
        return true;
    }
    char a[16], b[16];
    short_number(a, sizeof a, latency);
    short_number(b, sizeof b, interval);
    snprintf(to, FORMAT_CELL, "%s%s/%s%s", format_doubt(latency), a,
             interval != NULL ? format_doubt(interval) : "", b);
    return true;
}

/* A row of OP on N types, unless nothing was measured on any. -1 when memory is short. */
static int op_row(struct libscols_table *table, const struct results *results, const char *name,
                  const char *op, const char *const *types, size_t n)
{
    char text[MOST_TYPES][FORMAT_CELL];
    const char *cells[MOST_TYPES + 1] = { name };
    bool any = false;

    for (size_t i = 0; i < n; i++) {
        any |= op_cell(text[i], results, op, types[i]);
        cells[i + 1] = text[i];
    }
    return any ? format_table_add(table, cells, n + 1) : 0;
}

static bool has_type(const struct results *results, const char *type)
{
    for (size_t i = 0; i < FORMAT_OPS; i++)
        if (result_find(results, id_op(OP_LATENCY, format_ops[i], type)) != NULL)
            return true;
    return false;
}

static struct libscols_table *table_of(const char *const *types, size_t n)
{
    struct format_column columns[MOST_TYPES + 1] = { { .name = "OP" } };

    for (size_t i = 0; i < n; i++)
        columns[i + 1] = (struct format_column){ .name = types[i], .right = true };
    return format_table_new(columns, n + 1);
}

static int scalar_table(FILE *out, const struct results *results)
{
    const char *types[MOST_TYPES];
    size_t n = 0;
    int err = 0;

    for (size_t i = 0; i < MOST_TYPES; i++)
        if (has_type(results, scalars[i]))
            types[n++] = scalars[i];
    if (n == 0)
        return 0;
    struct libscols_table *table = table_of(types, n);
    for (size_t i = 0; i < FORMAT_OPS && err == 0; i++)
        err = op_row(table, results, format_ops[i], format_ops[i], types, n);
    return format_table_end(out, table) | err;
}

static int vector_rows(struct libscols_table *table, const struct results *results, const char *op,
                       const char *const *widths, size_t n)
{
    int err = 0;

    for (size_t e = 0; e < VECTOR_ROWS && err == 0; e++) {
        char name[16], type[N_VECTORS][16];
        const char *types[N_VECTORS];

        snprintf(name, sizeof name, "%s %s", op, elements[e]);
        for (size_t i = 0; i < n; i++) {
            snprintf(type[i], sizeof type[i], "%s%s", widths[i], elements[e]);
            types[i] = type[i];
        }
        err = op_row(table, results, name, op, types, n);
    }
    return err;
}

static bool has_width(const struct results *results, const char *width)
{
    char type[16];

    snprintf(type, sizeof type, "%si32", width);
    return has_type(results, type);
}

static int vector_table(FILE *out, const struct results *results)
{
    const char *widths[N_VECTORS];
    size_t n = 0;
    int err = 0;

    for (size_t i = 0; i < N_VECTORS; i++)
        if (has_width(results, vectors[i]))
            widths[n++] = vectors[i];
    if (n == 0)
        return 0;
    struct libscols_table *table = table_of(widths, n);
    for (size_t i = 0; i < FORMAT_OPS && err == 0; i++)
        err = vector_rows(table, results, format_ops[i], widths, n);
    return format_table_end(out, table) | err;
}

/* ---- the first screen ---- */

static const char *const asked[] = { "add", "mul", "fma", "div", "sqrt", "load" };

enum { N_ASKED = sizeof asked / sizeof asked[0], MOST_ASKED_TYPES = 6 };

/* The types that are asked for: of words and of what numbers are computed with, alone and in the
 * widest vectors. */
static size_t asked_types(char types[MOST_ASKED_TYPES][16], const struct results *results)
{
    size_t n = 0;

    for (size_t i = 2; i < MOST_TYPES; i++) /* without i8 and i16 */
        if (has_type(results, scalars[i]))
            strcpy(types[n++], scalars[i]);
    for (size_t i = N_VECTORS; i-- > 0;) {
        size_t before = n;

        for (size_t e = 2; e < VECTOR_ROWS; e++) {
            snprintf(types[n], sizeof types[n], "%s%s", vectors[i], elements[e]);
            n += has_type(results, types[n]);
        }
        if (n > before)
            break;
    }
    return n;
}

static int asked_row(struct libscols_table *table, const struct results *results, const char *type)
{
    char text[N_ASKED][FORMAT_CELL];
    const char *cells[N_ASKED + 1] = { type };

    for (size_t i = 0; i < N_ASKED; i++) {
        (void)op_cell(text[i], results, asked[i], type);
        cells[i + 1] = text[i];
    }
    return format_table_add(table, cells, N_ASKED + 1);
}

/* "; FMA is two instructions": where the compiler has a fused multiply-add and the core has none.
 */
static const char *fma_words(const struct results *results)
{
    static const char *const types[] = { "f32", "f64" };
    unsigned fused = 0, said = 0;

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const struct result *r = result_find(results, id_op(OP_EXISTS, "fma", types[i]));

        said += result_is_number(r);
        fused += result_is_number(r) && r->value != 0;
    }
    return said == 0 || fused == said ? "" : fused == 0 ? "; no fused FMA" : "; FMA fused in part";
}

int text_ops(FILE *out, const struct results *results)
{
    struct format_column columns[N_ASKED + 1] = { { .name = "TYPE" } };
    char types[MOST_ASKED_TYPES][16];
    size_t n = asked_types(types, results);
    int err = 0;

    if (n == 0)
        return 0;
    format_wrapf(out, "INSTRUCTIONS  ", "latency/reciprocal throughput in c%s", fma_words(results));
    for (size_t i = 0; i < N_ASKED; i++)
        columns[i + 1] = (struct format_column){
            .name = strcmp(asked[i], "load") == 0 ? "load (indexed)" : asked[i], .right = true
        };
    struct libscols_table *table = format_table_new(columns, N_ASKED + 1);
    for (size_t i = 0; i < n && err == 0; i++)
        err = asked_row(table, results, types[i]);
    return format_table_end(out, table) | err;
}

/* ---- their peaks ---- */

/* VALUE, which is R in UNIT, after BEFORE. */
static void add_number(struct format_flow *f, const struct result *r, const char *before,
                       double value, const char *unit)
{
    char text[FORMAT_CELL];

    format_number(text, value, unit);
    format_flow_add(f, ", ", "%s%s%s", before, format_doubt(r), text);
}

/* "FP32 ~126, FP64 ~61.5 GFLOP/s; ridge ~5.46, ~2.66 FLOP/B": peaks by time where it is known. */
void text_roofline(FILE *out, const struct results *results)
{
    static const unsigned bits[] = { 32, 64 };
    static const char *const names[] = { "FP32 ", "FP64 " }, *const types[] = { "f32", "f64" };
    const struct result *peak[2], *ridge[2];
    struct format_flow f = { .n = 0 };

    for (size_t i = 0; i < 2; i++) {
        peak[i] = peak_highest(results, bits[i], NULL);
        ridge[i] = result_find(results, id_type(ROOFLINE_RIDGE, types[i]));
    }
    for (size_t i = 0; i < 2; i++) {
        bool last = i == 1 || peak[1] == NULL;
        if (peak[i] != NULL && peak[i]->gflop_per_s > 0)
            add_number(&f, peak[i], names[i], peak[i]->gflop_per_s, last ? "GFLOP/s" : "");
        else if (peak[i] != NULL)
            add_number(&f, peak[i], names[i], peak[i]->value, last ? "FLOP/c" : "");
    }
    for (size_t i = 0, n = f.n; i < 2; i++) {
        bool last = i == 1 || !result_is_number(ridge[1]);
        if (!result_is_number(ridge[i]))
            continue;
        add_number(&f, ridge[i], f.n == n ? "ridge " : "", ridge[i]->value, last ? "FLOP/B" : "");
        if (f.n == n + 1)
            f.item[n].before = "; ";
    }
    format_flow_print(out, "ROOFLINE, 1 thread  ", 2, &f);
}

/* ---- all of them ---- */

int text_all_ops(FILE *out, const struct results *results)
{
    bool any = false;

    for (size_t i = 0; i < MOST_TYPES; i++)
        any |= has_type(results, scalars[i]);
    if (!any)
        return 0;
    format_wrap(out, "ALL INSTRUCTIONS  ", "latency/reciprocal throughput in c");
    int err = scalar_table(out, results);
    return err | vector_table(out, results);
}
