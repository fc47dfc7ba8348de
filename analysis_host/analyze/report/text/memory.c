/* Section of the text: caches and memory, a row each; what the system reports otherwise, policies,
 * loaded latency, and the TLB. */
#include "items.h"
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/confidence.h"
#include "result/os_reported.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

enum { MOST_LEVELS = 9, INDENT = 2 };

static const struct result *at_level(const struct results *results, enum quantity quantity,
                                     unsigned level)
{
    return result_find(results, id_at(quantity, level));
}

/* ---- the table ---- */

enum { LEVEL, SIZE, WAYS, LINE, CYCLES, NS, ALONE, TOGETHER, COLUMNS };

struct row {
    char cell[COLUMNS][FORMAT_CELL];
};

static void answer_cell(char *to, const struct result *r)
{
    strcpy(to, "-");
    if (r != NULL && r->kind != RESULT_NONE)
        format_answer(to, r);
}

/* 4.0, 31.5, 452: tenths below 100. */
static void tenths(char *to, const char *doubt, double value, const char *unit)
{
    snprintf(to, FORMAT_CELL, "%s%.*f %s", doubt, value < 99.95 ? 1 : 0, value, unit);
}

/* Cycles and nanoseconds: either may be known without the other. */
static void latency_cells(struct row *row, const struct result *r)
{
    bool in_ns = result_is_number(r) && strcmp(r->unit, "ns") == 0;
    double ns = r == NULL ? 0 : in_ns ? r->value : r->ns;

    strcpy(row->cell[NS], "-");
    bool without_cycles = in_ns || (ns > 0 && !result_is_number(r));
    answer_cell(row->cell[CYCLES], without_cycles ? NULL : r);
    if (result_is_number(r) && !in_ns && r->value < 1e6)
        tenths(row->cell[CYCLES], format_doubt(r), r->value, "c");
    if (ns > 0 && ns < 1e9)
        tenths(row->cell[NS], format_doubt(r), ns, "ns");
}

/* "187 (62.8)": GB/s, and bytes a cycle; these alone where the cycle's length is unknown. */
static void bandwidth_cell(char *to, const struct result *r)
{
    char rate[FORMAT_CELL], bytes[FORMAT_CELL];

    answer_cell(to, r);
    if (!result_is_number(r) || !(r->gb_per_s > 0))
        return;
    format_number(rate, r->gb_per_s, "");
    format_number(bytes, r->value, "");
    snprintf(to, FORMAT_CELL, "%s%.16s (%.16s)", format_doubt(r), rate, bytes);
}

/* The most hardware threads that read together; 1: one alone; 0: none. */
static unsigned most_together(const struct results *results)
{
    unsigned most = 0;

    for (size_t i = 0; i < results->n; i++) {
        const struct result_id *id = &results->at[i].name;
        unsigned n = id->quantity == BANDWIDTH_ALONE      ? 1
                     : id->quantity == BANDWIDTH_TOGETHER ? id->contexts
                                                          : 0;
        most = strcmp(id->op, "read") == 0 && n > most ? n : most;
    }
    return most;
}

/* The row of data cache LEVEL, or of DRAM for MEMORY_LEVEL. */
static void fill_row(struct row *row, const struct results *results, unsigned level, unsigned all)
{
    bool memory = level == MEMORY_LEVEL;
    struct result_id latency = memory ? id_of(MEMORY_LATENCY) : id_at(CACHE_LATENCY, level);

    *row = (struct row){ .cell = { "DRAM" } };
    if (!memory) {
        snprintf(row->cell[LEVEL], FORMAT_CELL, "L%u%s", level, level == 1 ? "d" : "");
        answer_cell(row->cell[SIZE], at_level(results, CACHE_SIZE, level));
        answer_cell(row->cell[WAYS], at_level(results, CACHE_WAYS, level));
        answer_cell(row->cell[LINE], at_level(results, CACHE_LINE, level));
    }
    latency_cells(row, result_find(results, latency));
    bandwidth_cell(row->cell[ALONE],
                   result_find(results, id_moving(BANDWIDTH_ALONE, level, "read")));
    bandwidth_cell(row->cell[TOGETHER], result_find(results, id_together(level, "read", all)));
}

static void fill_code_row(struct row *row, const struct results *results)
{
    *row = (struct row){ .cell = { "L1i" } };
    answer_cell(row->cell[SIZE], at_level(results, ICACHE_SIZE, 1));
    answer_cell(row->cell[WAYS], at_level(results, ICACHE_WAYS, 1));
}

static int add_row(struct libscols_table *table, const struct row *row, size_t columns)
{
    const char *cells[COLUMNS];

    for (size_t i = 0; i < columns; i++)
        cells[i] = row->cell[i];
    return format_table_add(table, cells, columns);
}

/* True when the table has something to say of data cache LEVEL. */
static bool has_level(const struct results *results, unsigned level)
{
    static const enum quantity parts[] = { CACHE_SIZE, CACHE_LINE, CACHE_WAYS, CACHE_LATENCY };

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (at_level(results, parts[i], level) != NULL)
            return true;
    return false;
}

static int print_rows(FILE *out, const struct results *results)
{
    unsigned all = most_together(results);
    char together[FORMAT_CELL];
    const struct format_column columns[COLUMNS] = {
        { .name = "LEVEL" },
        { .name = "SIZE", .right = true },
        { .name = "WAYS", .right = true },
        { .name = "LINE", .right = true },
        { .name = "LATENCY", .right = true },
        { .name = "", .right = true },
        { .name = all > 1 ? "READ, 1 THREAD" : "READ", .right = true },
        { .name = together, .right = true },
    };
    size_t n = all > 1 ? COLUMNS : all == 1 ? TOGETHER : ALONE;
    struct row row;
    int err = 0;

    snprintf(together, sizeof together, "%u THREADS", all);
    struct libscols_table *table = format_table_new(columns, n);
    for (unsigned i = 1; i <= MOST_LEVELS && err == 0; i++) {
        if (has_level(results, i)) {
            fill_row(&row, results, i, all);
            err = add_row(table, &row, n);
        }
        if (i == 1 && (at_level(results, ICACHE_SIZE, 1) || at_level(results, ICACHE_WAYS, 1))) {
            fill_code_row(&row, results);
            err |= add_row(table, &row, n);
        }
    }
    fill_row(&row, results, MEMORY_LEVEL, all);
    if (err == 0)
        err = add_row(table, &row, n);
    return format_table_end(out, table) | err;
}

/* ---- below the table ---- */

/* "L3 32 MiB, 16 ways": what the system says of cache LEVEL where it differs from the answer, or
 * where there is none. *SAID: it has said something. */
static void add_reported(struct format_flow *f, const struct log_run *run,
                         const struct results *results, unsigned level, bool *said)
{
    static const struct {
        enum quantity quantity;
        const char *before, *after;
    } parts[] = { { CACHE_SIZE, "", "" },
                  { CACHE_WAYS, "", " ways" },
                  { CACHE_LINE, "", " lines" },
                  { CACHE_SHARED_BY, "shared by ", "" } };
    bool named = false;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const struct result *r = at_level(results, parts[i].quantity, level);
        char number[FORMAT_CELL], name[20] = "", source[32] = "";
        double value;

        if (r == NULL || !os_reported_value(run, r->id, &value) ||
            (r->kind == RESULT_NULL ? parts[i].quantity == CACHE_SHARED_BY
                                    : !os_reported_contradicts(r, value)))
            continue;
        format_number(number, value, r->unit);
        if (!*said)
            snprintf(source, sizeof source, "%.20s says ", os_reported_name(run));
        if (!named)
            snprintf(name, sizeof name, "L%u%s ", level, level == 1 ? "d" : "");
        format_flow_add(f, *said ? ", " : "; ", "%s%s%s%s%s", source, name, parts[i].before, number,
                        parts[i].after);
        *said = named = true;
    }
}

/* "range L3 6-7.9 MiB; OS says L3 32 MiB, 16 ways": what a row has no room for. */
static void print_notes(FILE *out, const struct log_run *run, const struct results *results)
{
    struct format_flow f = { .n = 0 };
    bool said = false;

    for (unsigned level = 1; level <= MOST_LEVELS; level++) {
        const struct result *size = at_level(results, CACHE_SIZE, level);
        char name[16], value[FORMAT_CELL], range[FORMAT_CELL];

        if (size == NULL || *format_doubt(size) == '\0' || !format_range(range, size))
            continue;
        text_level(name, &size->name);
        format_number(value, size->value, size->unit);
        const char *unit = strchr(range, ' ') == NULL ? strrchr(value, ' ') : NULL;
        format_flow_add(&f, ", ", "%s%s %s%s", f.n == 0 ? "range " : "", name, range,
                        unit != NULL ? unit : "");
    }
    for (unsigned level = 1; level <= MOST_LEVELS; level++)
        add_reported(&f, run, results, level, &said);
    format_flow_print(out, "  ", 2 * INDENT, &f);
}

/* The doubts say which are not determined. */
static void add_policy(struct text_items *items, const struct result *r)
{
    if (r != NULL && r->kind != RESULT_NULL)
        text_item(items, r);
}

/* "L1d tree-PLRU, write-back, write-allocate, private; L2 ...". */
static void print_policies(FILE *out, const struct results *results)
{
    static const enum quantity parts[] = { CACHE_POLICY, CACHE_INCLUSION, CACHE_WRITE,
                                           CACHE_ALLOCATE, CACHE_SHARED_BY };
    struct text_items items = { .between = NULL };

    for (unsigned level = 1; level <= MOST_LEVELS; level++)
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            add_policy(&items, at_level(results, parts[i], level));
    format_flow_print(out, "  ", 2 * INDENT, &items.flow);
}

/* What the other threads moved while R was measured, GB/s; 0: its note does not say so. */
static double moved_of(const struct result *r)
{
    const char *moved = r != NULL ? strstr(r->note, "moved ") : NULL;
    double rate = 0;

    return moved != NULL && sscanf(moved, "moved %lf GB/s", &rate) == 1 ? rate : 0;
}

/* "loaded latency, others read: DRAM ~1x at 15.8 GB/s, L3 1x at 16.3 GB/s". */
static void print_loaded(FILE *out, const struct results *results)
{
    struct format_flow f = { .n = 0 };

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        char name[16], ratio[FORMAT_CELL], rate[FORMAT_CELL] = "";

        if (r->name.quantity != LOADED_RATIO || strcmp(r->name.op, "read") != 0 ||
            r->kind == RESULT_NONE)
            continue;
        struct result_id latency = id_moving(LOADED_LATENCY, r->name.level, "read");
        double moved = moved_of(result_find(results, latency));
        text_level(name, &r->name);
        format_answer(ratio, r);
        if (moved > 0)
            snprintf(rate, sizeof rate, " at %.3g GB/s", moved);
        format_flow_add(&f, ", ", "%s %s%s%s", name, ratio, r->kind == RESULT_NUMBER ? "x" : "",
                        rate);
    }
    format_flow_print(out, "  loaded latency, others read: ", 2 * INDENT, &f);
}

/* "DRAM read 156 ns idle, 160 at half, 175 at most, 18.4 GB/s". */
static void add_loaded_curve(struct format_flow *f, const struct results *results,
                             const struct result *idle)
{
    const struct result_id *id = &idle->name;
    const struct result *half = result_find(results, id_moving(LOADED_HALF, id->level, id->op));
    const struct result *full = result_find(results, id_moving(LOADED_LATENCY, id->level, id->op));
    const struct result *most =
        result_find(results, id_moving(LOADED_BANDWIDTH, id->level, id->op));
    char name[16], rate[FORMAT_CELL] = "";

    if (!result_is_number(idle) || !result_is_number(most) || !(idle->ns > 0))
        return;
    text_level(name, id);
    if (most->gb_per_s > 0)
        snprintf(rate, sizeof rate, ", %s%.3g GB/s", format_doubt(most), most->gb_per_s);
    format_flow_add(f, "; ", "%s %s %s%.3g ns idle", name, id->op, format_doubt(idle), idle->ns);
    if (result_is_number(half))
        format_flow_add(f, ", ", "%s%.3g at half", format_doubt(half), half->ns);
    if (result_is_number(full))
        format_flow_add(f, ", ", "%s%.3g at most%s", format_doubt(full), full->ns, rate);
}

/* Of memory, while others read and copy: -v has the rest. */
static void print_loaded_curves(FILE *out, const struct results *results)
{
    struct format_flow f = { .n = 0 };

    for (size_t i = 0; i < results->n; i++)
        if (results->at[i].name.quantity == LOADED_IDLE &&
            results->at[i].name.level == MEMORY_LEVEL &&
            (strcmp(results->at[i].name.op, "read") == 0 ||
             strcmp(results->at[i].name.op, "copy") == 0))
            add_loaded_curve(&f, results, &results->at[i]);
    format_flow_print(out, "  latency over bandwidth: ", 2 * INDENT, &f);
}

/* ---- the TLB ---- */

static void tlb_level(struct text_items *items, const struct results *results, unsigned level)
{
    const struct result *entries = at_level(results, TLB_ENTRIES, level);
    const struct result *ways = at_level(results, TLB_WAYS, level);
    const struct result *penalty = at_level(results, TLB_PENALTY, level);

    text_item(items, entries);
    if (result_is_number(ways) && result_is_number(entries) && ways->value >= entries->value)
        format_flow_add(&items->flow, ", ", "%sfully associative", format_doubt(ways));
    else
        text_item(items, ways);
    if (level > 1 || (result_is_number(penalty) && penalty->value > 0))
        text_item(items, penalty);
}

static void print_tlb(FILE *out, const struct results *results)
{
    static const enum quantity pages[] = { TLB_PAGE, TLB_WALK, HUGE_PAGE_GRANTED,
                                           HUGE_PAGE_TLB_REACH };
    const struct result *levels = result_find(results, id_of(TLB_LEVELS));
    struct text_items entries = { .between = NULL }, rest = { .between = NULL };

    if (result_is_number(levels) && levels->value == 0)
        format_flow_add(&entries.flow, "", "%snone seen", format_doubt(levels));
    else if (levels != NULL && at_level(results, TLB_ENTRIES, 1) == NULL)
        text_item(&entries, levels);
    for (unsigned i = 1; i <= MOST_LEVELS; i++)
        tlb_level(&entries, results, i);
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        const struct result *r = result_find(results, id_of(pages[i]));
        if (r != NULL && (pages[i] != TLB_PAGE || result_is_number(r)))
            text_item(&rest, r);
    }
    format_flow_print(out, "TLB entries  ", INDENT, &entries.flow);
    format_flow_print(out, entries.flow.n > 0 ? "  " : "TLB  ", 2 * INDENT, &rest.flow);
}

/* "DRAM  refresh every 7.81 us, 350 ns long; row hit 50 ns, conflict 90 ns; 16 banks". */
static void print_dram(FILE *out, const struct results *results)
{
    static const enum quantity parts[] = { DRAM_REFRESH_INTERVAL, DRAM_REFRESH_DURATION,
                                           DRAM_ROW_HIT,          DRAM_ROW_MISS,
                                           DRAM_ROW_CONFLICT,     DRAM_BANKS,
                                           DRAM_BANK_BITS };
    struct text_items items = { .between = NULL };

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        add_policy(&items, result_find(results, id_of(parts[i])));
    format_flow_print(out, "DRAM  ", INDENT, &items.flow);
}

/* ---- all of it ---- */

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
    const struct result *nodes = result_find(results, id_of(NUMA_NODES));
    struct text_items numa = { .between = NULL };
    int err = 0;

    if (any_level(results)) {
        format_wrap(out, "MEMORY  ",
                    most_together(results) > 0
                        ? "load-to-use latency in c and ns; bandwidth in GB/s (bytes/c)"
                        : "load-to-use latency in c and ns");
        err = print_rows(out, results);
        print_notes(out, &log->run, results);
    }
    print_policies(out, results);
    print_loaded(out, results);
    print_loaded_curves(out, results);
    err |= text_regions(out, log, results);
    print_tlb(out, results);
    print_dram(out, results);
    if (result_is_number(nodes) && nodes->value > 1)
        text_items(&numa, results, SECTION_NUMA);
    format_flow_print(out, "NUMA  ", INDENT, &numa.flow);
    return err;
}
