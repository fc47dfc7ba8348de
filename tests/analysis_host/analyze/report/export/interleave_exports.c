/* interleave_exports BANDWIDTH ...: the script of --export interleave for a machine with a NUMA
 * node for each BANDWIDTH (bytes a tick, 1 GHz), two contexts a node, on standard output; or the
 * reason for a refusal on standard error, and status 3. */
#include "report/export/orders.h"
#include "result/nodes.h"
#include "result/result.h"
#include <stdio.h>
#include <stdlib.h>

static int put(const char *text, size_t n)
{
    return fwrite(text, 1, n, stdout) == n ? 0 : -1;
}

int main(int argc, char **argv)
{
    static struct memory_nodes nodes;
    char cores[12];
    struct log_key keys[] = { { "target", "fake" },
                              { "cores", cores },
                              { "tick_hz", "1000000000" } };
    struct log log = { .run = { .keys = keys, .n_keys = sizeof keys / sizeof keys[0] } };
    struct results r = { .nodes = &nodes };
    struct export_orders x = { 0 };

    if (argc < 2 || argc - 1 > NODES_TOUCHERS / 2 || export_orders_add(&x, "interleave") != NULL)
        return 2;
    nodes.n = (unsigned)argc - 1;
    nodes.n_touchers = nodes.n_readers = 2 * nodes.n;
    snprintf(cores, sizeof cores, "%u", 2 * nodes.n);
    for (unsigned c = 0; c < 2 * nodes.n; c++) {
        nodes.toucher[c] = nodes.reader[c] = c;
        nodes.node[c] = c / 2;
        for (unsigned n = 0; n < nodes.n; n++) {
            nodes.load_ticks[c][n] = n == c / 2 ? 100 : 200;
            nodes.bytes_a_tick[c][n] = atof(argv[n + 1]) * (n == c / 2 ? 1 : 0.5);
        }
    }
    struct result *contexts = result_add(&r, id_of(CONTEXTS_INT));
    contexts->value = 2 * nodes.n;
    enum export_status status = export_orders_write(&x, &log, &r, "fake.log", put, stderr);
    r.nodes = NULL;
    results_free(&r);
    return status == EXPORT_WRITTEN ? 0 : 3;
}
