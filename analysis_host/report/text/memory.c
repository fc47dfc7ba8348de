/* Section of the text: the memory hierarchy, a row for each cache, one for memory. In a cell "-" is
 * not measured, "?" not determined, and "!" in doubt; the doubts say why. */
#include "report/format/missing.h"
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/confidence.h"
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

/* Longest first part of an id that names a cache, "cache.16."; no machine has as many. */
enum { PREFIX = 24, MOST_LEVELS = 16 };

static void answer_cell(char *to, const struct result *r)
{
    strcpy(to, "-");
    if (r != NULL)
        format_answer(to, r);
}

static const struct result *part(const struct results *results, const char *prefix,
                                 const char *name)
{
    char id[PREFIX + 16];

    snprintf(id, sizeof id, "%s%s", prefix, name);
    return results_find(results, id);
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

/* What one context reads, without its confidence: its table has that. */
static void bandwidth_cell(char *to, const struct results *results, const char *prefix)
{
    char id[PREFIX + 24];

    snprintf(id, sizeof id, "bandwidth.%sread", prefix);
    answer_cell(to, results_find(results, id));
}

static void fill_row(struct row *row, const struct results *results, const char *prefix)
{
    const struct result *size = part(results, prefix, "size");
    const struct result *time = part(results, prefix, "latency");
    const struct result *sure = size != NULL ? size : time;

    answer_cell(row->value[EFFECTIVE], size);
    strcpy(row->value[NOMINAL], "-");
    if (size != NULL && size->has_nominal)
        format_number(row->value[NOMINAL], size->nominal, size->unit);
    answer_cell(row->value[WAYS], part(results, prefix, "ways"));
    answer_cell(row->value[LINE], part(results, prefix, "line"));
    latency_cells(row, time);
    bandwidth_cell(row->value[BANDWIDTH], results, prefix);
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

/* Whether the table has something to say of level PREFIX. */
static bool has_level(const struct results *results, const char *prefix)
{
    static const char *const parts[] = { "size", "line", "ways", "latency" };

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (part(results, prefix, parts[i]) != NULL)
            return true;
    return false;
}

static int print_rows(FILE *out, const struct results *results)
{
    struct libscols_table *table = format_table_new(columns, N_COLUMNS);
    struct row row;
    char prefix[PREFIX];
    int err = 0;

    for (unsigned i = 1; i <= MOST_LEVELS && err == 0; i++) {
        snprintf(row.level, sizeof row.level, "L%u%s", i, i == 1 ? " data" : "");
        snprintf(prefix, sizeof prefix, "cache.%u.", i);
        if (!has_level(results, prefix))
            continue;
        fill_row(&row, results, prefix);
        err = add_row(table, &row);
    }
    strcpy(row.level, "memory");
    fill_row(&row, results, "memory.");
    if (err == 0)
        err = add_row(table, &row);
    return format_table_end(out, table) | err;
}

static bool any_level(const struct results *results)
{
    bool any = results_find(results, "memory.latency") != NULL ||
               results_find(results, "cache.levels") != NULL;
    char prefix[PREFIX];

    for (unsigned i = 1; i <= MOST_LEVELS && !any; i++) {
        snprintf(prefix, sizeof prefix, "cache.%u.", i);
        any = has_level(results, prefix);
    }
    return any;
}

int text_memory(FILE *out, const struct log *log, const struct results *results)
{
    const struct result *levels = results_find(results, "cache.levels");
    char count[FORMAT_CELL] = "", why[120];

    if (!any_level(results)) {
        format_missing(why, sizeof why, log, "cache_size");
        format_wrap(out, "MEMORY HIERARCHY  ", why);
        return 0;
    }
    if (levels != NULL)
        format_answer(count, levels);
    fputs("MEMORY HIERARCHY  what a C program gets", out);
    if (levels != NULL)
        fprintf(out, "; levels of data cache: %s", count);
    fputs("\n", out);
    int err = print_rows(out, results);
    fputs("  - not measured   ? not determined   ! in doubt, see DOUBTS\n", out);
    return err;
}
