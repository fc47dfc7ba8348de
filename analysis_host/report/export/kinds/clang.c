#include "report/export/kind.h"
#include "report/export/values.h"
#include <math.h>
#include <stdio.h>

/* Polly's options take bytes and cycles (LLVM 14, polly/lib/Transform/ScheduleOptimizer.cpp and
 * MatmulOptimizer.cpp). */

static void set(struct exporter *e, const char *name, double value)
{
    fprintf(e->out, "-mllvm -%s=%.0f\n", name, value);
}

static void level(struct exporter *e, unsigned n, const char *ordinal)
{
    char id[40], name[80];
    double ways;

    snprintf(id, sizeof id, "cache.%u.size", n);
    snprintf(name, sizeof name, "polly-target-%s-cache-level-size", ordinal);
    set(e, name, export_need(e, id));
    snprintf(id, sizeof id, "cache.%u.ways", n);
    snprintf(name, sizeof name, "polly-target-%s-cache-level-associativity", ordinal);
    if (export_known(e, id, &ways))
        set(e, name, ways);
    else
        fprintf(e->out, "# %s is not known: Polly takes its own\n", id);
}

/* The widest vectors of doubles, or of floats, whose FMA was measured. */
static void vectors(struct exporter *e)
{
    static const struct {
        const char *type;
        unsigned bits;
    } types[] = { { "v512f64", 512 }, { "v256f64", 256 }, { "v128f64", 128 },
                  { "v512f32", 512 }, { "v256f32", 256 }, { "v128f32", 128 } };
    char latency[48], throughput[48];
    double cycles, rate;

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        snprintf(latency, sizeof latency, "op.fma.%s.latency", types[i].type);
        snprintf(throughput, sizeof throughput, "op.fma.%s.throughput", types[i].type);
        if (!export_known(e, latency, &cycles) || !export_known(e, throughput, &rate))
            continue;
        set(e, "polly-target-latency-vector-fma", round(cycles));
        set(e, "polly-target-throughput-vector-fma", fmax(1, round(rate)));
        set(e, "polly-target-vector-register-bitwidth", types[i].bits);
        return;
    }
    fputs("# no multiply-add of vectors was measured: Polly takes its own\n", e->out);
}

static void write(struct exporter *e)
{
    unsigned levels = export_levels(e);
    double line = export_need(e, "cache.1.line"), instructions;

    level(e, 1, "1st");
    if (levels > 1)
        level(e, 2, "2nd");
    set(e, "polly-target-first-level-cache-line-size", line);
    vectors(e);
    /* A cycle is the time of an addition: about an instruction. */
    if (export_known(e, "memory.latency", &instructions))
        set(e, "prefetch-distance", round(instructions));
}

const struct export_kind export_clang = { "clang with Polly: clang --config FILE -mllvm -polly",
                                          EXPORT_EFFECTIVE, COMMENT_HASH, write };
