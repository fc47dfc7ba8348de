/* --export clang: options of Clang with Polly, in bytes and cycles (LLVM 14,
 * polly/lib/Transform/ScheduleOptimizer.cpp and MatmulOptimizer.cpp). */
#include "report/export/kind.h"
#include "report/export/values.h"
#include <math.h>
#include <stdio.h>

static void set_option(struct exporter *e, const char *name, double value)
{
    fprintf(e->out, "-mllvm -%s=%.0f\n", name, value);
}

static void set_level(struct exporter *e, unsigned n, const char *ordinal)
{
    const struct result_id ways_id = id_at(CACHE_WAYS, n);
    char name[80];
    double ways;

    double bytes = export_have(e, id_at(CACHE_SIZE, n));

    snprintf(name, sizeof name, "polly-target-%s-cache-level-size", ordinal);
    if (bytes > 0)
        set_option(e, name, bytes);
    snprintf(name, sizeof name, "polly-target-%s-cache-level-associativity", ordinal);
    if (export_known(e, ways_id, &ways))
        set_option(e, name, ways);
    else
        fprintf(e->out, "# %s is not known: Polly takes its own\n", ways_id.text);
}

/* The widest vectors of doubles, or of floats, whose FMA was measured. */
static void set_vectors(struct exporter *e)
{
    static const struct {
        const char *type;
        unsigned bits;
    } types[] = { { "v512f64", 512 }, { "v256f64", 256 }, { "v128f64", 128 },
                  { "v512f32", 512 }, { "v256f32", 256 }, { "v128f32", 128 } };
    double cycles, rate;

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (!export_known(e, id_op(OP_LATENCY, "fma", types[i].type), &cycles) ||
            !export_known(e, id_op(OP_THROUGHPUT, "fma", types[i].type), &rate))
            continue;
        set_option(e, "polly-target-latency-vector-fma", round(cycles));
        set_option(e, "polly-target-throughput-vector-fma", fmax(1, round(rate)));
        set_option(e, "polly-target-vector-register-bitwidth", types[i].bits);
        return;
    }
    fputs("# no multiply-add of vectors was measured: Polly takes its own\n", e->out);
}

static void write_clang(struct exporter *e)
{
    unsigned levels = export_levels(e);
    double line = export_have(e, id_at(CACHE_LINE, 1)), instructions;

    set_level(e, 1, "1st");
    if (levels > 1)
        set_level(e, 2, "2nd");
    if (line > 0)
        set_option(e, "polly-target-first-level-cache-line-size", line);
    set_vectors(e);
    /* A cycle is the time of an addition: about an instruction. */
    if (export_known(e, id_of(MEMORY_LATENCY), &instructions))
        set_option(e, "prefetch-distance", round(instructions));
}

const struct export_kind export_clang = { "clang with Polly: clang --config FILE -mllvm -polly",
                                          EXPORT_EFFECTIVE, COMMENT_HASH, write_clang };
