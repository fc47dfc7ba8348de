/* Section of the text: the tree of contexts; groups that are alike share a line. */
#include "result/locality.h"
#include "report/format/groups.h"
#include "report/format/line.h"
#include "report/format/missing.h"
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/query.h"
#include "sections.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WHO_BYTES = 40, MOST_LINES = 10, DEEPEST = 20, N_COLUMNS = 5 };

static const struct format_column columns[N_COLUMNS] = {
    { .name = "CONTEXTS", .tree = true },
    { .name = "LATENCY", .right = true },
    { .name = "", .right = true },
    { .name = "BLOCKS", .right = true },
    { .name = "SHARE" },
};

struct cells {
    char who[2 * WHO_BYTES], cycles[FORMAT_CELL], ns[FORMAT_CELL], rate[FORMAT_CELL],
        share[FORMAT_CELL];
};

/* The rate of the best size of block; NaN: none was measured. */
static double best_rate(const struct locality *l, const struct locality_node *node)
{
    double best = NAN;

    for (size_t i = 0; i < l->n_blocks; i++)
        best = fmax(best, node->rate[i]);
    return best;
}

/* "0-3 | 4-7", or "0-3 ... (16 groups)": N groups from AT on. */
static void name_groups(char to[2 * WHO_BYTES], const struct locality *l, size_t at, size_t n)
{
    char one[WHO_BYTES];

    format_members(to, WHO_BYTES, l, &l->nodes[at]);
    for (size_t i = 1; i < n; i++) {
        size_t used = strlen(to);

        format_members(one, sizeof one, l, &l->nodes[at + i]);
        if (used + strlen(" | ") + strlen(one) >= WHO_BYTES) {
            snprintf(to + used, WHO_BYTES, " ... (%zu groups)", n);
            return;
        }
        snprintf(to + used, WHO_BYTES, " | %.*s", WHO_BYTES - 4, one);
    }
}

/* Describes N groups from AT on, which are alike, in one row. */
static void describe_groups(struct cells *c, const struct locality *l, size_t at, size_t n)
{
    const struct locality_node *node = &l->nodes[at];
    double rate = best_rate(l, node);

    name_groups(c->who, l, at, n);
    strcpy(c->cycles, "-");
    strcpy(c->ns, "-");
    strcpy(c->rate, "-");
    strcpy(c->share, "-");
    if (!isnan(node->cycles))
        snprintf(c->cycles, sizeof c->cycles, "%.4g cy", node->cycles);
    if (!isnan(node->cycles) && l->cycle_ns > 0)
        snprintf(c->ns, sizeof c->ns, "%.3g ns", node->cycles * l->cycle_ns);
    if (!isnan(rate))
        snprintf(c->rate, sizeof c->rate, "%.3g B/cy", rate);
    if (node->caches != 0)
        format_shared_caches(c->share, sizeof c->share, node->caches);
}

/* "0-1: 86.3 cy, 23.4 ns; 11 B/cy; share L1, L2". */
static void one_group(FILE *out, const struct locality *l)
{
    struct format_line line = { 0 };
    struct cells c;

    describe_groups(&c, l, 0, 1);
    format_line_add(&line, "%s: a line takes %s", c.who, c.cycles);
    if (strcmp(c.ns, "-") != 0)
        format_line_add(&line, ", %s", c.ns);
    if (strcmp(c.rate, "-") != 0)
        format_line_add(&line, "; blocks %s", c.rate);
    if (l->nodes[0].caches != 0)
        format_line_add(&line, "; share %s", c.share);
    format_wrap(out, "LOCALITY   ", line.text);
}

static int print_tree(FILE *out, const struct locality *l)
{
    struct libscols_table *table = format_table_new(columns, N_COLUMNS);
    struct libscols_line *parent[DEEPEST + 1] = { NULL };
    size_t lines = 0, more = 0;
    int err = table == NULL ? -1 : 0;

    for (size_t i = 0, n; i < l->n_nodes && err == 0; i += n) {
        unsigned depth = l->nodes[i].depth < DEEPEST ? l->nodes[i].depth : DEEPEST;
        struct cells c;

        n = format_alike_groups(l, i);
        more += lines == MOST_LINES ? n : 0;
        if (lines == MOST_LINES)
            continue;
        lines++;
        describe_groups(&c, l, i, n);
        const char *cells[N_COLUMNS] = { c.who, c.cycles, c.ns, c.rate, c.share };
        parent[depth] =
            format_table_below(table, depth > 0 ? parent[depth - 1] : NULL, cells, N_COLUMNS);
        err = parent[depth] != NULL ? 0 : -1;
    }
    err |= format_table_end(out, table);
    if (more > 0)
        fprintf(out, "  ... and %zu more groups, all with analyze -v\n", more);
    return err;
}

static void print_missing(FILE *out, const struct log *log, const struct results *results)
{
    const struct result *pairs = result_find(results, id_of(CORE_TO_CORE_LATENCY));
    const char *cores = log_key_text(log->run.keys, log->run.n_keys, "cores");
    char why[120];

    format_missing(why, sizeof why, log, "core_to_core");
    if (pairs != NULL && *pairs->note != '\0')
        format_wrapf(out, "LOCALITY   ", "%s%s", pairs->kind == RESULT_NULL ? "? " : "",
                     pairs->note);
    else
        format_wrap(out, "LOCALITY   ",
                    cores != NULL && strcmp(cores, "1") == 0 ? "none (one context)" : why);
}

int text_locality(FILE *out, const struct log *log, const struct results *results)
{
    const struct locality *l = results->locality;

    if (l == NULL || l->n_nodes == 0) {
        print_missing(out, log, results);
        return 0;
    }
    if (l->n_nodes == 1) {
        one_group(out, l);
        return 0;
    }
    format_wrap(out, "LOCALITY   ", "to hand a line over; blocks one way");
    return print_tree(out, l);
}
