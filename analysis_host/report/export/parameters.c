/* Parameters by the names that C and CMake have for them. */
#include "parameters.h"
#include "kind.h"
#include "values.h"
#include <stdio.h>
#include <string.h>

/* A name may hold %s for EFFECTIVE and NOMINAL, and %u, as the id, for the level. */
struct row {
    const char *name, *id;
    bool both;
    unsigned levels; /* 0: no level in the name */
};

static const struct row rows[] = {
    { "HWP_CACHE_LEVELS", "cache.levels", false, 0 },
    { "HWP_L%uD_%s_BYTES", "cache.%u.size", true, 4 },
    { "HWP_L%uD_LINE_BYTES", "cache.%u.line", false, 4 },
    { "HWP_L%uD_WAYS", "cache.%u.ways", false, 4 },
    { "HWP_L%uD_LATENCY_CYCLES", "cache.%u.latency", false, 4 },
    { "HWP_L1I_%s_BYTES", "icache.1.size", true, 0 },
    { "HWP_CACHE_LINE_BYTES", "cache.1.line", false, 0 },
    { "HWP_MEMORY_LATENCY_CYCLES", "memory.latency", false, 0 },
    { "HWP_PAGE_BYTES", "tlb.page", false, 0 },
    { "HWP_TLB%u_ENTRIES", "tlb.%u.entries", false, 3 },
    { "HWP_TLB%u_WAYS", "tlb.%u.ways", false, 3 },
    { "HWP_INT_LIVE_RANGES", "regs.i32", false, 0 },
    { "HWP_LONG_LIVE_RANGES", "regs.i64", false, 0 },
    { "HWP_FLOAT_LIVE_RANGES", "regs.f32", false, 0 },
    { "HWP_DOUBLE_LIVE_RANGES", "regs.f64", false, 0 },
    { "HWP_CONTEXTS", "contexts.int", false, 0 },
    { "HWP_FREQUENCY_HZ", "cpu.frequency", false, 0 },
};

struct taker {
    const struct exporter *e;
    void (*take)(void *ctx, const struct export_parameter *p);
    void *ctx;
};

/* NAME with at most one %u and one %s, in this order. */
static void spell_name(char out[40], const char *name, unsigned level, const char *which)
{
    size_t n = 0;

    for (; *name != '\0' && n < 39; name++) {
        bool number = name[0] == '%' && name[1] == 'u', word = name[0] == '%' && name[1] == 's';
        if (!number && !word) {
            out[n++] = *name;
            continue;
        }
        n += (size_t)(number ? snprintf(out + n, 40 - n, "%u", level)
                             : snprintf(out + n, 40 - n, "%s", which));
        name++;
        if (number && level > 1 && name[1] == 'D')
            name++; /* data alone is in the first level only */
    }
    out[n < 39 ? n : 39] = '\0';
}

static void give_parameter(const struct taker *t, const struct row *row, unsigned level,
                           bool nominal)
{
    struct export_parameter p = { .why = NULL };
    char id[40];

    spell_name(p.name, row->name, level, nominal ? "NOMINAL" : "EFFECTIVE");
    spell_name(id, row->id, level, "");
    p.result = results_find(t->e->results, id);
    if (p.result == NULL && level > 1)
        return; /* there is no such level */
    if (p.result == NULL)
        p.why = "not measured";
    else if (p.result->kind != RESULT_NUMBER)
        p.why = p.result->note;
    else if (nominal && !p.result->has_nominal)
        p.why = "no value that hardware is built in is near";
    else
        p.value = nominal ? p.result->nominal : p.result->value;
    t->take(t->ctx, &p);
}

/* The side of a tile follows from the size. */
static void give_tile(const struct taker *t)
{
    struct export_parameter p = { .name = "HWP_TILE_F64_L1",
                                  .result = results_find(t->e->results, "cache.1.size"),
                                  .why = "the first level's size is not known" };

    if (p.result != NULL && p.result->kind == RESULT_NUMBER) {
        p.value = export_tile(p.result->value);
        p.why = NULL;
    }
    t->take(t->ctx, &p);
}

void export_parameters(const struct exporter *e,
                       void (*take)(void *ctx, const struct export_parameter *p), void *ctx)
{
    struct taker t = { e, take, ctx };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (unsigned level = 1; level <= (rows[i].levels > 0 ? rows[i].levels : 1); level++) {
            give_parameter(&t, &rows[i], level, false);
            if (rows[i].both)
                give_parameter(&t, &rows[i], level, true);
        }
    give_tile(&t);
}
