/* GCC's --param settings (GCC 12, "Optimize Options"): sizes in KiB, lines in bytes. */
#include "gcc_params.h"
#include "kind.h"
#include "values.h"
#include <math.h>
#include <stdio.h>

struct params {
    struct exporter *e;
    void (*param)(void *ctx, const char *setting);
    void *ctx;
};

static void give_setting(const struct params *p, const char *name, double value)
{
    char setting[80];

    snprintf(setting, sizeof setting, "%s=%.0f", name, value);
    p->param(p->ctx, setting);
}

static void set_if_known(const struct params *p, const char *name, struct result_id id)
{
    double value;

    if (export_known(p->e, id, &value) && value >= 1)
        give_setting(p, name, round(value));
}

void export_gcc_params(struct exporter *e, void (*param)(void *ctx, const char *setting), void *ctx)
{
    struct params p = { e, param, ctx };
    unsigned last = export_last_sized(e, export_levels(e));
    double first = export_have(e, id_at(CACHE_SIZE, 1)),
           line = export_have(e, id_at(CACHE_LINE, 1));
    double outer = last > 0 ? export_have(e, id_at(CACHE_SIZE, last)) : 0;
    if (e->refused[0] != '\0')
        return;
    if (first > 0)
        give_setting(&p, "l1-cache-size", floor(first / 1024));
    if (line > 0)
        give_setting(&p, "l1-cache-line-size", line);
    /* The last level, as GCC's own driver has it with -march=native. */
    if (outer > 0)
        give_setting(&p, "l2-cache-size", floor(outer / 1024));
    if (first > 0)
        give_setting(&p, "loop-block-tile-size", export_tile(first));
    /* A cycle is the time of an addition: about an instruction. */
    set_if_known(&p, "prefetch-latency", id_of(MEMORY_LATENCY));
    set_if_known(&p, "simultaneous-prefetches", id_of(MEMORY_MLP));
    set_if_known(&p, "min-pagesize", id_of(TLB_PAGE));
}
