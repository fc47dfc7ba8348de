#include "text.h"
#include "report.h"
#include <string.h>

/* Answers that share a line: those whose id begins with PREFIX and ends with SUFFIX. */
struct group {
    const char *title, *prefix, *suffix;
    bool always; /* say "not measured" where there are none */
};

static const struct group groups[] = {
    { "TLB        ", "tlb.", "", true },      { "REGISTERS  ", "regs.", "", true },
    { "CONTEXTS   ", "contexts.", "", true }, { "SCHEDULER  ", "os.", "", false },
    { "PARALLEL   ", "", ".mlp", false },     { "BRANCHES   ", "branch.", "", false },
    { "ICACHE     ", "icache.", "", false },  { "TIMER      ", "timer.", "", false },
    { "NUMA       ", "numa.", "", false },    { "LOADED     ", "loaded.", "", false },
};

enum { N_GROUPS = sizeof groups / sizeof groups[0] };

static bool in_group(const struct group *g, const char *id)
{
    size_t n = strlen(id), prefix = strlen(g->prefix), suffix = strlen(g->suffix);

    return n >= prefix + suffix && strncmp(id, g->prefix, prefix) == 0 &&
           strcmp(id + n - suffix, g->suffix) == 0;
}

static void group_line(FILE *out, const struct group *g, const struct results *results)
{
    char line[1000] = "";
    size_t used = 0;

    for (size_t i = 0; i < results->n && used < sizeof line; i++) {
        const struct result *r = &results->at[i];
        char value[TEXT_CELL];
        if (!in_group(g, r->id))
            continue;
        text_value(value, r);
        size_t prefix = strlen(g->prefix);
        int n = snprintf(line + used, sizeof line - used, "%s%.*s %s", used ? ", " : "",
                         (int)(strlen(r->id) - prefix - strlen(g->suffix)), r->id + prefix, value);
        used += (size_t)n;
    }
    if (used > 0)
        text_wrap(out, g->title, line);
    else if (g->always)
        text_wrap(out, g->title, "not measured");
}

static bool is_other(const char *id)
{
    for (size_t i = 0; i < N_GROUPS; i++)
        if (in_group(&groups[i], id))
            return false;
    return !text_memory_shows(id) && !text_locality_shows(id) && !text_bandwidth_shows(id) &&
           strncmp(id, "op.", 3) != 0;
}

static int add_other(struct libscols_table *table, const struct result *r)
{
    char value[TEXT_CELL], sure[TEXT_CELL] = "-", nominal[TEXT_CELL] = "-";

    text_value(value, r);
    if (r->kind == RESULT_NUMBER || r->kind == RESULT_NAME)
        text_percent(sure, r->confidence);
    if (r->has_nominal)
        text_number(nominal, r->nominal, r->unit);
    const char *cells[] = { r->id, value, nominal, sure };
    return text_table_add(table, cells, sizeof cells / sizeof cells[0]);
}

/* What no section of its own shows, so that a new analysis is seen at once. */
static int others(FILE *out, const struct results *results)
{
    static const struct text_column columns[] = {
        { "ID", false }, { "VALUE", true }, { "NOMINAL", true }, { "SURE", true }
    };
    size_t n = 0;
    int err = 0;

    for (size_t i = 0; i < results->n; i++)
        n += is_other(results->at[i].id);
    if (n == 0)
        return 0;
    fputs("OTHER\n", out);
    struct libscols_table *table = text_table_new(columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < results->n && err == 0; i++)
        if (is_other(results->at[i].id))
            err = add_other(table, &results->at[i]);
    return text_table_end(out, table) | err;
}

int report_text(FILE *out, const struct log *log, const struct results *results, bool verbose)
{
    text_machine(out, log, results);
    fputc('\n', out);
    int err = text_memory(out, results);
    for (size_t i = 0; i < N_GROUPS; i++)
        group_line(out, &groups[i], results);
    text_locality(out, results);
    err |= text_ops(out, results, verbose);
    text_roofline(out, results);
    err |= text_bandwidth(out, results);
    err |= others(out, results);
    fputc('\n', out);
    if (verbose) {
        text_curves(out, log, results);
        text_evidence(out, log, results);
    }
    text_doubts(out, log, results, verbose);
    text_next(out, log, results, verbose);
    return err;
}
