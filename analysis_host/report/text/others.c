/* Section of the text: answers that no other section shows. */
#include "report/format/table.h"
#include "report/format/value.h"
#include "result/confidence.h"
#include "sections.h"
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

/* Ids that some section shows, on the first screen or behind -v. A '*' in the middle stands for no
 * dot, one at the end for anything. */
static const char *const known[] = {
    "cpu.frequency",
    "cache.levels",
    "memory.latency",
    "cache.*.size",
    "cache.*.line",
    "cache.*.ways",
    "cache.*.latency",
    "cache.*.policy",
    "cache.*.inclusion",
    "cache.*.write",
    "cache.*.allocate",
    "cache.*.shared_by",
    "cache.*.mlp",
    "memory.mlp",
    "tlb.page",
    "tlb.levels",
    "tlb.walk",
    "tlb.*.entries",
    "tlb.*.ways",
    "tlb.*.penalty",
    "regs.*",
    "contexts.int",
    "contexts.float",
    "contexts.memory",
    "contexts.sm[pt]",
    "os.timeslot",
    "branch.penalty",
    "branch.pattern",
    "icache.1.size",
    "timer.step",
    "timer.read",
    "numa.nodes",
    "numa.*.latency",
    "numa.*.bandwidth",
    "loaded.memory.*.ratio",
    "loaded.cache.*.*.ratio",
    "loaded.memory.*.latency",
    "loaded.cache.*.*.latency",
    "coherence.pairs",
    "bandwidth.*",
    "peak.*",
    "roofline.*",
    "op.*.*.latency",
    "op.*.*.throughput",
    "op.*.*.interval",
    "op.*.*.in_flight",
    "op.fma.*.exists",
};

static unsigned count_dots(const char *text)
{
    unsigned n = 0;

    for (; *text != '\0'; text++)
        n += *text == '.';
    return n;
}

static bool is_known(const char *id)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (fnmatch(known[i], id, 0) == 0 &&
            (known[i][strlen(known[i]) - 1] == '*' || count_dots(known[i]) == count_dots(id)))
            return true;
    return false;
}

static int add_answer(struct libscols_table *table, const struct result *r)
{
    char value[FORMAT_CELL], sure[FORMAT_CELL] = "-", nominal[FORMAT_CELL] = "-";

    format_answer(value, r);
    if (result_is_known(r))
        format_percent(sure, r->confidence);
    if (r->has_nominal)
        format_number(nominal, r->nominal, r->unit);
    const char *cells[] = { r->id, value, nominal, sure };
    return format_table_add(table, cells, sizeof cells / sizeof cells[0]);
}

int text_others(FILE *out, const struct results *results, bool verbose)
{
    enum { FEW = 6 };
    static const struct format_column columns[] = { { .name = "ID" },
                                                    { .name = "VALUE", .right = true },
                                                    { .name = "NOMINAL", .right = true },
                                                    { .name = "SURE", .right = true } };
    size_t n = 0, most = verbose ? SIZE_MAX : FEW;
    int err = 0;

    for (size_t i = 0; i < results->n; i++)
        n += !is_known(results->at[i].id);
    if (n == 0)
        return 0;
    fputs("OTHER\n", out);
    struct libscols_table *table = format_table_new(columns, sizeof columns / sizeof columns[0]);
    size_t shown = 0;
    for (size_t i = 0; i < results->n && shown < most && err == 0; i++)
        if (!is_known(results->at[i].id)) {
            err = add_answer(table, &results->at[i]);
            shown++;
        }
    err |= format_table_end(out, table);
    if (n > shown)
        fprintf(out, "  ... and %zu more, all with analyze -v\n", n - shown);
    return err;
}
