#include "text.h"
#include <string.h>

/* The memory hierarchy: a row for each cache, one for memory. In a cell "-" is not measured and "?"
 * not determined; the doubts say why. */

enum { EFFECTIVE, NOMINAL, WAYS, LINE, CYCLES, NS, SURE, N_VALUES };

static const struct text_column columns[] = {
    { "LEVEL", false }, { "EFFECTIVE", true },   { "NOMINAL", true }, { "WAYS", true },
    { "LINE", true },   { "LATENCY(cy)", true }, { "ns", true },      { "SURE", true },
};

enum { N_COLUMNS = sizeof columns / sizeof columns[0] };
_Static_assert(N_COLUMNS == N_VALUES + 1, "the first column is the level's name");

struct row {
    char level[TEXT_CELL];
    char value[N_VALUES][TEXT_CELL];
};

/* Longest first part of an id that names a cache: "cache.4294967295." */
enum { PREFIX = 24 };

static void cell(char *to, const struct result *r)
{
    if (r == NULL)
        strcpy(to, "-");
    else if (r->kind == RESULT_NULL)
        strcpy(to, "?");
    else
        text_value(to, r);
}

static const struct result *part(const struct results *results, const char *prefix,
                                 const char *name)
{
    char id[PREFIX + 16];

    snprintf(id, sizeof id, "%s%s", prefix, name);
    return results_find(results, id);
}

/* 4.25 below 10, 12.3 below 100, 250 above. */
static void plain(char *to, double value, int most_decimals)
{
    int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;

    snprintf(to, TEXT_CELL, "%.*f", decimals < most_decimals ? decimals : most_decimals, value);
}

/* Cycles and nanoseconds: either may be known without the other. */
static void latency(struct row *row, const struct result *r)
{
    bool known = r != NULL && r->kind == RESULT_NUMBER;
    bool in_ns = known && strcmp(r->unit, "ns") == 0;
    double ns = r == NULL ? 0 : in_ns ? r->value : r->ns;

    cell(row->value[CYCLES], r);
    strcpy(row->value[NS], known ? "-" : row->value[CYCLES]);
    if (ns > 0)
        plain(row->value[NS], ns, 2);
    if (in_ns)
        strcpy(row->value[CYCLES], "-");
    else if (known)
        plain(row->value[CYCLES], r->value, 1);
}

static void fill(struct row *row, const struct results *results, const char *prefix)
{
    const struct result *size = part(results, prefix, "size");
    const struct result *time = part(results, prefix, "latency");
    const struct result *sure = size != NULL ? size : time;

    cell(row->value[EFFECTIVE], size);
    strcpy(row->value[NOMINAL], "-");
    if (size != NULL && size->has_nominal)
        text_number(row->value[NOMINAL], size->nominal, size->unit);
    cell(row->value[WAYS], part(results, prefix, "ways"));
    cell(row->value[LINE], part(results, prefix, "line"));
    latency(row, time);
    strcpy(row->value[SURE], "-");
    if (sure != NULL && sure->kind == RESULT_NUMBER)
        text_percent(row->value[SURE], sure->confidence);
}

static int add(struct libscols_table *table, const struct row *row)
{
    const char *cells[N_COLUMNS] = { row->level };

    for (unsigned i = 0; i < N_VALUES; i++)
        cells[i + 1] = row->value[i];
    return text_table_add(table, cells, N_COLUMNS);
}

/* The number N of "cache.N.part"; 0 for other ids. */
static unsigned level_of(const char *id)
{
    unsigned level = 0;
    int end = 0;

    if (sscanf(id, "cache.%4u.%n", &level, &end) != 1 || end == 0)
        return 0;
    return level;
}

static unsigned deepest(const struct results *results)
{
    unsigned most = 0;

    for (size_t i = 0; i < results->n; i++)
        if (level_of(results->at[i].id) > most)
            most = level_of(results->at[i].id);
    return most;
}

static bool has_level(const struct results *results, unsigned level)
{
    for (size_t i = 0; i < results->n; i++)
        if (level_of(results->at[i].id) == level)
            return true;
    return false;
}

static int print_rows(FILE *out, const struct results *results)
{
    struct libscols_table *table = text_table_new(columns, N_COLUMNS);
    unsigned levels = deepest(results);
    struct row row;
    char prefix[PREFIX];
    int err = 0;

    for (unsigned i = 1; i <= levels && err == 0; i++) {
        if (!has_level(results, i))
            continue;
        snprintf(row.level, sizeof row.level, "L%u%s", i, i == 1 ? " data" : "");
        snprintf(prefix, sizeof prefix, "cache.%u.", i);
        fill(&row, results, prefix);
        err = add(table, &row);
    }
    strcpy(row.level, "memory");
    fill(&row, results, "memory.");
    if (err == 0)
        err = add(table, &row);
    return text_table_end(out, table) | err;
}

int text_memory(FILE *out, const struct results *results)
{
    const struct result *levels = results_find(results, "cache.levels");
    char count[TEXT_CELL] = "";

    if (levels != NULL)
        text_value(count, levels);
    if (levels == NULL && deepest(results) == 0 &&
        results_find(results, "memory.latency") == NULL) {
        fputs("MEMORY HIERARCHY  not measured\n", out);
        return 0;
    }
    fputs("MEMORY HIERARCHY  what a C program gets", out);
    if (levels != NULL)
        fprintf(out, "; levels of data cache: %s", count);
    fputs("\n", out);
    int err = print_rows(out, results);
    fputs("  -: not measured   ?: not determined, see DOUBTS\n", out);
    return err;
}

bool text_memory_shows(const char *id)
{
    static const char *const parts[] = { "size", "line", "ways", "latency" };
    static const char *const whole[] = { "cache.levels", "memory.latency", "cpu.frequency" };
    const char *last = strrchr(id, '.');

    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        if (strcmp(id, whole[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (level_of(id) != 0 && strcmp(last + 1, parts[i]) == 0)
            return true;
    return false;
}
