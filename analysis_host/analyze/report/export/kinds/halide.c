/* --export halide: parameters of the autoscheduler Mullapudi2016, in bytes. Its balance is the cost
 * of a load from the last level in arithmetic operations; one takes a cycle. */
#include "report/export/kind.h"
#include "report/export/values.h"
#include <stdio.h>

/* The autoscheduler has a value of its own for each. */
static void set_if_known(struct exporter *e, const char *name, struct result_id id)
{
    double value = export_have(e, id);

    if (value > 0)
        fprintf(e->out, " autoscheduler.%s=%.0f", name, value);
}

static void write_halide(struct exporter *e)
{
    unsigned levels = export_levels(e);

    if (e->refused[0] != '\0')
        return;
    fputs("HALIDE_AUTOSCHEDULER_ARGS=\"autoscheduler=Mullapudi2016", e->out);
    set_if_known(e, "parallelism", id_of(CONTEXTS_FLOAT));
    set_if_known(e, "last_level_cache_size", id_at(CACHE_SIZE, levels));
    set_if_known(e, "balance", id_at(CACHE_LATENCY, levels));
    fputs("\"\n", e->out);
}

const struct export_kind export_halide = {
    "Halide: . FILE in the shell, then $HALIDE_AUTOSCHEDULER_ARGS for a generator",
    EXPORT_EFFECTIVE, COMMENT_HASH, write_halide
};
