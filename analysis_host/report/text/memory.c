/* Section of the text: the memory hierarchy, a row for each cache, one for memory. In a cell "-" is
 * not measured, "?" not determined, and "!" in doubt; the doubts say why. */
#include "report/format/missing.h"
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/confidence.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

enum { EFFECTIVE, NOMINAL, WAYS, LINE, CYCLES, NS, BANDWIDTH, SURE, N_VALUES };

static const struct format_column columns[] = {
    { .name = "LEVEL" },
    { .name = "EFFECTIVE", .right = true },
    { .name = "NOMINAL", .right = true },
    { .name = "WAYS", .right = true },
    { .name = "LINE", .right = true },
    { .name = "LATENCY", .right = true },
    { .name = "", .right = true },
    { .name = "BANDWIDTH", .right = true },
    { .name = "SURE", .right = true },
};

enum { N_COLUMNS = sizeof columns / sizeof columns[0] };
_Static_assert(N_COLUMNS == N_VALUES + 1, "the first column is the level's name");

struct row {
    char level[FORMAT_CELL];
    char value[N_VALUES][FORMAT_CELL];
};

/* No machine has as many. */
enum { MOST_LEVELS = 16 };

static void answer_cell(char *to, const struct result *r)
{
    strcpy(to, "-");
    if (r != NULL)
        format_answer(to, r);
}

static const struct result *latency_of(const struct results *results, unsigned level)
{
    return result_find(results,
                       level == MEMORY_LEVEL ? id_of(MEMORY_LATENCY) : id_at(CACHE_LATENCY, level));
}

/* Cycles and nanoseconds: either may be known without the other. */
static void latency_cells(struct row *row, const struct result *r)
{
    bool known = r != NULL && r->kind == RESULT_NUMBER;
    bool in_ns = known && strcmp(r->unit, "ns") == 0;
    double ns = r == NULL ? 0 : in_ns ? r->value : r->ns;
    const char *doubt = known && confidence_is_low(r) ? "!" : "";

    answer_cell(row->value[CYCLES], r);
    strcpy(row->value[NS], "-");
    if (ns > 0)
        snprintf(row->value[NS], FORMAT_CELL, "%.*f ns%s", ns < 99.95 ? 1 : 0, ns,
                 in_ns ? doubt : "");
    if (in_ns)
        strcpy(row->value[CYCLES], "-");
    else if (known && r->value < 1e6)
        snprintf(row->value[CYCLES], FORMAT_CELL, "%.*f cy%s", r->value < 99.95 ? 1 : 0, r->value,
                 doubt);
}

/* The row of cache LEVEL, or of memory for MEMORY_LEVEL. */
static void fill_row(struct row *row, const struct results *results, unsigned level)
{
    const struct result *size = result_find(results, id_at(CACHE_SIZE, level));
    const struct result *time = latency_of(results, level);
    const struct result *sure = size != NULL ? size : time;

    answer_cell(row->value[EFFECTIVE], size);
    strcpy(row->value[NOMINAL], "-");
    if (size != NULL && size->has_nominal)
        format_number(row->value[NOMINAL], size->nominal, size->unit);
    answer_cell(row->value[WAYS], result_find(results, id_at(CACHE_WAYS, level)));
    answer_cell(row->value[LINE], result_find(results, id_at(CACHE_LINE, level)));
    latency_cells(row, time);
    /* One context reading, without its confidence: the table of bandwidth has that. */
    answer_cell(row->value[BANDWIDTH],
                result_find(results, id_moving(BANDWIDTH_ALONE, level, "read")));
    strcpy(row->value[SURE], "-");
    if (sure != NULL && sure->kind == RESULT_NUMBER)
        format_percent(row->value[SURE], sure->confidence);
}

static int add_row(struct libscols_table *table, const struct row *row)
{
    const char *cells[N_COLUMNS] = { row->level };

    for (unsigned i = 0; i < N_VALUES; i++)
        cells[i + 1] = row->value[i];
    return format_table_add(table, cells, N_COLUMNS);
}

/* True when the table has something to say of cache LEVEL. */
static bool has_level(const struct results *results, unsigned level)
{
    static const enum quantity parts[] = { CACHE_SIZE, CACHE_LINE, CACHE_WAYS, CACHE_LATENCY };

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (result_find(results, id_at(parts[i], level)) != NULL)
            return true;
    return false;
}

static int print_rows(FILE *out, const struct results *results)
{
    struct libscols_table *table = format_table_new(columns, N_COLUMNS);
    struct row row;
    int err = 0;

    for (unsigned i = 1; i <= MOST_LEVELS && err == 0; i++) {
        snprintf(row.level, sizeof row.level, "L%u%s", i, i == 1 ? " data" : "");
        if (!has_level(results, i))
            continue;
        fill_row(&row, results, i);
        err = add_row(table, &row);
    }
    strcpy(row.level, "memory");
    fill_row(&row, results, MEMORY_LEVEL);
    if (err == 0)
        err = add_row(table, &row);
    return format_table_end(out, table) | err;
}

static bool any_level(const struct results *results)
{
    bool any = result_find(results, id_of(MEMORY_LATENCY)) != NULL ||
               result_find(results, id_of(CACHE_LEVELS)) != NULL;

    for (unsigned i = 1; i <= MOST_LEVELS && !any; i++)
        any = has_level(results, i);
    return any;
}

int text_memory(FILE *out, const struct log *log, const struct results *results)
{
    const struct result *levels = result_find(results, id_of(CACHE_LEVELS));
    char count[FORMAT_CELL] = "", why[120];

    if (!any_level(results)) {
        format_missing(why, sizeof why, log, "cache_size");
        format_wrap(out, "MEMORY HIERARCHY  ", why);
        return 0;
    }
    if (levels != NULL)
        format_answer(count, levels);
    format_wrapf(out, "MEMORY HIERARCHY  ", "what a C program gets%s%s",
                 levels != NULL ? "; levels of data cache: " : "", count);
    int err = print_rows(out, results);
    if (format_columns() < FORMAT_COLUMNS)
        format_wrap(out, "  ", "- not measured, ? not determined, ! in doubt, see DOUBTS");
    else
        fputs("  - not measured   ? not determined   ! in doubt, see DOUBTS\n", out);
    return err;
}
