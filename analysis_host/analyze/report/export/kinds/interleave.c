/* --export interleave: a shell script that sets the weights of Linux's weighted interleave
 * (Documentation/ABI/testing/sysfs-kernel-mm-mempolicy-weighted-interleave): pages of a program go
 * to NUMA nodes in the ratio of the bandwidths that were measured. Weights are 1 to 255. */
#include "report/export/kind.h"
#include "report/export/topology/places.h"
#include "report/export/topology/topology.h"
#include "result/nodes.h"
#include <math.h>
#include <stdio.h>

enum { MOST_WEIGHT = 255, MOST_PARTS = 16 };

/* The ratio may be off by this share of a weight. */
#define CLOSE_ENOUGH 0.05

/* Weights of N bandwidths in PARTS parts for the least of them; by how much the worst is off. */
static double weights_by(const double *bandwidth, unsigned n, double least, unsigned parts,
                         unsigned *weight)
{
    double worst = 0;

    for (unsigned i = 0; i < n; i++) {
        double exact = bandwidth[i] / least * parts;

        weight[i] = (unsigned)fmin(MOST_WEIGHT, fmax(1, round(exact)));
        worst = fmax(worst, fabs(weight[i] / exact - 1));
    }
    return worst;
}

/* The smallest weights whose ratio is close enough, else the closest: few pages in a row go to one
 * node then. */
static void choose_weights(const double *bandwidth, unsigned n, unsigned *weight)
{
    double least = bandwidth[0], best = INFINITY;
    unsigned best_parts = 1;

    for (unsigned i = 1; i < n; i++)
        least = fmin(least, bandwidth[i]);
    for (unsigned parts = 1; parts <= MOST_PARTS && best > CLOSE_ENOUGH; parts++) {
        double off = weights_by(bandwidth, n, least, parts, weight);

        if (off < best) {
            best = off;
            best_parts = parts;
        }
    }
    (void)weights_by(bandwidth, n, least, best_parts, weight);
}

static const char head[] =
    "# Weights of weighted interleave, by bandwidth. They hold until the next start of the "
    "system.\n"
    "#   sudo sh FILE            sets them (Linux 6.9 and later)\n"
    "#   sudo sh FILE --reset    the kernel's own weights\n"
    "#   numactl --weighted-interleave=all PROGRAM    uses them (numactl 2.0.18 and later)\n"
    "# SYSFS=DIR in the environment stands for /sys.\n"
    "set -eu\n"
    "sys=${SYSFS:-/sys}\n"
    "folder=$sys/kernel/mm/mempolicy/weighted_interleave\n"
    "reset=${1:-}\n"
    "seen=' '\n\n"
    "fail() {\n"
    "    echo \"weighted interleave: $*; nothing more was set\" >&2\n"
    "    exit 1\n"
    "}\n\n"
    "# weight CPU WEIGHT: of the memory that is local to CPU\n"
    "weight() {\n"
    "    set -- \"$@\" \"$sys/devices/system/cpu/cpu$1\"/node[0-9]*\n"
    "    [ -e \"$3\" ] || fail \"cpu$1 has no NUMA node in $sys\"\n"
    "    node=${3##*/node}\n"
    "    case $seen in *\" $node \"*) fail \"node $node is local to more CPUs than in the log\" ;; "
    "esac\n"
    "    seen=\"$seen$node \"\n"
    "    [ \"$reset\" != --reset ] || set -- \"$1\" 0\n"
    "    [ -w \"$folder/node$node\" ] || fail \"$folder/node$node cannot be written\"\n"
    "    echo \"$2\" >\"$folder/node$node\" || fail \"$folder/node$node refuses $2\"\n"
    "    echo \"node$node $2\"\n"
    "}\n\n"
    "case $reset in '' | --reset) ;; *) fail \"$reset: the only option is --reset\" ;; esac\n"
    "[ -d \"$folder\" ] || fail \"$folder is missing: needs Linux 6.9 and several NUMA nodes\"\n";

static void write_weights(struct exporter *e, const struct export_topology *t)
{
    double bandwidth[EXPORT_MEMORIES] = { 0 };
    unsigned weight[EXPORT_MEMORIES];

    for (unsigned i = 0; i < t->n_memories; i++) {
        bandwidth[i] = (double)t->memory[i].mib_per_s[i];
        if (!(bandwidth[i] > 0)) {
            export_refuse(e, "the bandwidth of NUMA node %u is needed, and not known", i);
            return;
        }
    }
    choose_weights(bandwidth, t->n_memories, weight);
    fputs(head, e->out);
    for (unsigned i = 0; i < t->n_memories; i++)
        fprintf(e->out, "weight %u %u # %.3g GB/s, one thread of its CPUs reading\n",
                t->order[t->memory[i].first], weight[i], bandwidth[i] * 1048576 / 1e9);
}

static void write_interleave(struct exporter *e)
{
    struct export_topology t = { 0 };

    export_places(e, &t);
    if (e->refused[0] == '\0' && t.n_memories < 2)
        export_refuse(e, "weights need two NUMA nodes, and the log has %s",
                      e->results->nodes == NULL  ? "none: numa was not measured"
                      : e->results->nodes->n > 1 ? "some whose contexts are not near each other"
                                                 : "one");
    if (e->refused[0] == '\0')
        write_weights(e, &t);
    export_places_free(&t);
}

const struct export_kind export_interleave = {
    "Linux's weighted interleave by bandwidth of NUMA nodes: sudo sh FILE", EXPORT_EFFECTIVE,
    COMMENT_HASH, write_interleave
};
