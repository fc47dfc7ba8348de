/* --export halide: parameters of the autoscheduler Mullapudi2016, in bytes. Its balance is the cost
 * of a load from the last level in arithmetic operations; one takes a cycle. */
#include "report/export/kind.h"
#include "report/export/values.h"
#include <stdio.h>

static void write_halide(struct exporter *e)
{
    unsigned levels = export_levels(e);
    double contexts = export_need(e, id_of(CONTEXTS_FLOAT));

    if (e->refused[0] != '\0')
        return;
    fputs("HALIDE_AUTOSCHEDULER_ARGS=\"autoscheduler=Mullapudi2016", e->out);
    fprintf(e->out, " autoscheduler.parallelism=%.0f", contexts);
    fprintf(e->out, " autoscheduler.last_level_cache_size=%.0f",
            export_need(e, id_at(CACHE_SIZE, levels)));
    fprintf(e->out, " autoscheduler.balance=%.0f\"\n",
            export_need(e, id_at(CACHE_LATENCY, levels)));
}

const struct export_kind export_halide = {
    "Halide: . FILE in the shell, then $HALIDE_AUTOSCHEDULER_ARGS for a generator",
    EXPORT_EFFECTIVE, COMMENT_HASH, write_halide
};
