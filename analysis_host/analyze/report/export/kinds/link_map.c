/* --export link_map: a part of a linker script for GNU ld (manual, sections MEMORY and
 * REGION_ALIAS): memories that the board names, and which of them suits what. */
#include "report/export/kind.h"
#include "report/export/values.h"
#include "result/query.h"
#include "result/regions.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Costs of a memory in the state in which the image runs; NAN: not known, or it has no such. */
struct memory {
    struct region_facts facts;
    double load, store, fetch;    /* cycles */
    double load_rate, store_rate; /* bytes a cycle */
    double hot_load, hot_store,
        hot_fetch; /* of what is used again: a cache's, where one holds it */
};

struct map {
    struct memory at[REGIONS_MOST];
    size_t n;
    double first_cache; /* cycles of a load there; NAN: not known */
};

static double value_of(const struct exporter *e, enum quantity quantity, const char *name,
                       const char *action)
{
    double value;

    return export_known(e, id_op(quantity, name, action), &value) && value > 0 ? value : NAN;
}

/* What is used again, where caches hold it, costs what the first of them does; a jump is taken to
 * cost no more. */
static double hot(const struct map *map, const struct memory *m, double cost)
{
    return m->facts.cached && !isnan(map->first_cache) && !(cost < map->first_cache)
               ? map->first_cache
               : cost;
}

static void add_memory(struct exporter *e, struct map *map, const struct region_facts *facts)
{
    struct memory *m = &map->at[map->n++];
    const char *name = facts->name;

    *m = (struct memory){ .facts = *facts,
                          .load = value_of(e, REGION_LATENCY, name, "load"),
                          .store = value_of(e, REGION_LATENCY, name, "store"),
                          .fetch = value_of(e, REGION_LATENCY, name, "fetch"),
                          .load_rate = value_of(e, REGION_BANDWIDTH, name, "load"),
                          .store_rate = value_of(e, REGION_BANDWIDTH, name, "store") };
    m->hot_load = hot(map, m, m->load);
    m->hot_store = facts->writes ? hot(map, m, m->store) : NAN;
    m->hot_fetch = facts->runs ? hot(map, m, m->fetch) : NAN;
}

static void read_map(struct exporter *e, struct map *map)
{
    struct region_facts facts[REGIONS_MOST];
    size_t n = regions_read(facts, &e->log->run);

    map->n = 0;
    if (!export_known(e, id_at(CACHE_LATENCY, 1), &map->first_cache))
        map->first_cache = NAN;
    for (size_t i = 0; i < n; i++)
        if (facts[i].usual)
            add_memory(e, map, &facts[i]);
}

/* ---- MEMORY ---- */

static void put_cost(FILE *out, const char *what, double cycles)
{
    if (!isnan(cycles))
        fprintf(out, ", %s %.3g", what, cycles);
}

static void put_size(FILE *out, uint64_t bytes)
{
    if (bytes % 1024 == 0)
        fprintf(out, "%lluK", (unsigned long long)(bytes / 1024));
    else
        fprintf(out, "%llu", (unsigned long long)bytes);
}

static void put_memories(FILE *out, const struct map *map)
{
    fputs("\n/* Cycles of a lone load, store and jump; of a memory behind caches where they miss. "
          "*/\n"
          "MEMORY\n{\n",
          out);
    for (size_t i = 0; i < map->n; i++) {
        const struct memory *m = &map->at[i];

        fprintf(out, "    %s (r%s%s) : ORIGIN = 0x%08llx, LENGTH = ", m->facts.name,
                m->facts.writes ? "w" : "", m->facts.runs ? "x" : "",
                (unsigned long long)m->facts.start);
        put_size(out, m->facts.bytes);
        fprintf(out, " /* %s", m->facts.kind);
        put_cost(out, "load", m->load);
        put_cost(out, "store", m->store);
        put_cost(out, "jump", m->fetch);
        fprintf(out, "%s */\n", m->facts.cached ? ", behind caches" : "");
    }
    fputs("}\n", out);
}

/* ---- what goes where ---- */

static double for_code(const struct memory *m)
{
    return m->hot_fetch;
}

static double for_stack(const struct memory *m)
{
    return m->hot_load + m->hot_store;
}

/* Cycles to bring a byte in and another out. */
static double for_buffers(const struct memory *m)
{
    return m->facts.writes ? 1 / m->load_rate + 1 / m->store_rate : NAN;
}

static double by_size(const struct memory *m)
{
    return m->facts.writes ? 1 / (double)m->facts.bytes : NAN;
}

static double in_flash(const struct memory *m)
{
    return m->facts.writes ? NAN : 1 / (double)m->facts.bytes;
}

/* Costs that differ by less are the same. */
#define SAME 1.03

/* Of memories that cost the same: for data one where no code runs, then the larger. */
static bool suits_more(const struct memory *a, const struct memory *b, bool for_data)
{
    if (for_data && a->facts.runs != b->facts.runs)
        return !a->facts.runs;
    return a->facts.bytes > b->facts.bytes;
}

/* The memory of least COST, other than EXCEPT (NULL: any); NULL: none has one. */
static const struct memory *least(const struct map *map, double (*cost)(const struct memory *),
                                  const struct memory *except)
{
    const struct memory *best = NULL;

    for (size_t i = 0; i < map->n; i++) {
        const struct memory *m = &map->at[i];

        if (m == except || isnan(cost(m)))
            continue;
        if (best == NULL || cost(m) * SAME < cost(best) ||
            (cost(m) < cost(best) * SAME && suits_more(m, best, cost != for_code)))
            best = m;
    }
    return best;
}

/* An alias for the memory of least COST, and why: UNITS of it, and of the next. */
static void put_alias(FILE *out, const struct map *map, const char *alias, const char *what,
                      const char *units, double (*cost)(const struct memory *))
{
    const struct memory *best = least(map, cost, NULL);

    if (best == NULL) {
        fprintf(out, "/* %s: no memory's cost is known. */\n", what);
        return;
    }
    const struct memory *next = least(map, cost, best);
    fprintf(out, "/* %s: %s, %.3g %s%s", what, best->facts.name, cost(best), units,
            best->facts.cached ? " where a cache holds it" : "");
    if (next != NULL)
        fprintf(out, "; next %s, %.3g", next->facts.name, cost(next));
    fprintf(out, ". */\nREGION_ALIAS(\"%s\", %s)\n", alias, best->facts.name);
}

/* Where the image lies before it starts, if code has to be copied to be fast. */
static void put_load(FILE *out, const struct map *map)
{
    const struct memory *flash = least(map, in_flash, NULL), *code = least(map, for_code, NULL);

    if (flash == NULL || code == NULL)
        return;
    fprintf(out, "/* The image lies in %s%s. */\nREGION_ALIAS(\"REGION_LOAD\", %s)\n",
            flash->facts.name,
            flash == code ? ", where it runs best"
                          : "; code that is to be fast is copied: > REGION_CODE AT > REGION_LOAD",
            flash->facts.name);
}

static void put_large(FILE *out, const struct map *map)
{
    const struct memory *large = least(map, by_size, NULL);

    if (large != NULL)
        fprintf(out,
                "/* What fits nowhere else: %s, the largest. */\n"
                "REGION_ALIAS(\"REGION_LARGE\", %s)\n",
                large->facts.name, large->facts.name);
}

static void write_link_map(struct exporter *e)
{
    static struct map map;

    read_map(e, &map);
    if (regions_alone(&e->log->run))
        export_refuse(e, "the board has one memory, or names no others");
    else if (map.n < 2)
        export_refuse(e, "memories of the board are needed and were not measured: probe regions");
    else if (least(&map, for_code, NULL) == NULL && least(&map, for_stack, NULL) == NULL)
        export_refuse(e, "no memory's cost is known: analyze -v says why");
    put_memories(e->out, &map);
    fputc('\n', e->out);
    put_alias(e->out, &map, "REGION_CODE", "Code that runs often", "cycles a jump", for_code);
    put_load(e->out, &map);
    put_alias(e->out, &map, "REGION_STACK", "Stack and small data", "cycles a load and a store",
              for_stack);
    put_alias(e->out, &map, "REGION_BUFFERS", "Buffers that are gone through",
              "cycles a byte in and out", for_buffers);
    put_large(e->out, &map);
}

const struct export_kind export_link_map = {
    "GNU ld: INCLUDE it; which memory for code, stack, buffers, and why", EXPORT_EFFECTIVE,
    COMMENT_C, write_link_map
};
