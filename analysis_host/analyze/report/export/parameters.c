/* Parameters by the names that C and CMake have for them. */
#include "parameters.h"
#include "kind.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include "values.h"
#include <stdio.h>
#include <string.h>

/* NAME may hold %s for EFFECTIVE and NOMINAL, and %u for the level. */
struct row {
    const char *name;
    enum quantity quantity;
    const char *type; /* of REGISTERS */
    bool both;
    unsigned levels; /* 0: no level in the name, and the first is meant */
};

static const struct row rows[] = {
    { "HWP_CACHE_LEVELS", CACHE_LEVELS, "", false, 0 },
    { "HWP_L%uD_%s_BYTES", CACHE_SIZE, "", true, 4 },
    { "HWP_L%uD_LINE_BYTES", CACHE_LINE, "", false, 4 },
    { "HWP_L%uD_WAYS", CACHE_WAYS, "", false, 4 },
    { "HWP_L%uD_LATENCY_CYCLES", CACHE_LATENCY, "", false, 4 },
    { "HWP_L1I_%s_BYTES", ICACHE_SIZE, "", true, 0 },
    { "HWP_CACHE_LINE_BYTES", CACHE_LINE, "", false, 0 },
    { "HWP_MEMORY_LATENCY_CYCLES", MEMORY_LATENCY, "", false, 0 },
    { "HWP_PAGE_BYTES", TLB_PAGE, "", false, 0 },
    { "HWP_TLB%u_ENTRIES", TLB_ENTRIES, "", false, 3 },
    { "HWP_TLB%u_WAYS", TLB_WAYS, "", false, 3 },
    { "HWP_INT_LIVE_RANGES", REGISTERS, "i32", false, 0 },
    { "HWP_LONG_LIVE_RANGES", REGISTERS, "i64", false, 0 },
    { "HWP_FLOAT_LIVE_RANGES", REGISTERS, "f32", false, 0 },
    { "HWP_DOUBLE_LIVE_RANGES", REGISTERS, "f64", false, 0 },
    { "HWP_CONTEXTS", CONTEXTS_INT, "", false, 0 },
    { "HWP_FREQUENCY_HZ", CPU_FREQUENCY, "", false, 0 },
};

struct taker {
    struct exporter *e;
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
    struct format_note note;

    spell_name(p.name, row->name, level, nominal ? "NOMINAL" : "EFFECTIVE");
    p.result = result_find(t->e->results, *row->type != '\0' ? id_type(row->quantity, row->type)
                                                             : id_at(row->quantity, level));
    if (p.result == NULL && level > 1)
        return; /* there is no such level */
    if (p.result == NULL)
        p.why = "not measured";
    else if (row->quantity == CACHE_SIZE && p.result->kind == RESULT_NULL && p.result->has_bounds &&
             !t->e->strict)
        p.value = export_have(t->e, p.result->name);
    else if (p.result->kind != RESULT_NUMBER)
        p.why = (note = format_note(p.result)).text;
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
                                  .result = result_find(t->e->results, id_at(CACHE_SIZE, 1)),
                                  .why = "the first level's size is not known" };

    if (p.result != NULL && p.result->kind == RESULT_NUMBER) {
        p.value = export_tile(p.result->value);
        p.why = NULL;
    }
    t->take(t->ctx, &p);
}

void export_parameters(struct exporter *e,
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
