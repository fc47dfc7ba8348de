/* Numbers for the configurations of other simulators, and where they come from. */
#include "simulated.h"
#include "report/format/value.h"
#include "result/query.h"
#include "values.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* "core.rob.entries 248 (235-279), confidence 0.93". */
static void describe(char to[SIMULATED_FROM], const struct result *r, double value)
{
    char number[FORMAT_CELL], range[FORMAT_CELL];

    format_number(number, value, r->unit);
    bool wide = format_range(range, r);
    snprintf(to, SIMULATED_FROM, "%s %s%s%s%s, %sconfidence %.2f", r->id, number, wide ? " (" : "",
             range, wide ? ")" : "", *format_doubt(r) != '\0' ? "doubtful: " : "", r->confidence);
}

struct simulated_value simulated_value(struct exporter *e, struct result_id id)
{
    const struct result *r = result_find(e->results, id);
    struct simulated_value v = { 0 };

    if (export_known(e, id, &v.value) && v.value > 0) {
        describe(v.from, r, v.value);
    } else if (r != NULL && r->kind == RESULT_NULL && r->has_bounds && r->low > 0 && !e->strict) {
        char low[FORMAT_CELL], high[FORMAT_CELL];

        v.value = export_have(e, id);
        format_number(low, r->low, r->unit);
        format_number(high, r->high, r->unit);
        snprintf(v.from, sizeof v.from, "%s: low bound, %s to %s seen", id.text, low, high);
    } else {
        v.value = 0;
        snprintf(v.from, sizeof v.from, "%s was not %s", id.text,
                 r == NULL ? "measured" : "determined");
    }
    return v;
}

struct simulated_value simulated_first(struct exporter *e, const struct result_id *id, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct simulated_value v = simulated_value(e, id[i]);

        if (v.value > 0)
            return v;
    }
    return simulated_value(e, id[0]);
}

struct simulated_value simulated_count(struct exporter *e, struct result_id id)
{
    struct simulated_value v = simulated_value(e, id);

    v.value = v.value > 0 ? fmax(1, round(v.value)) : 0;
    return v;
}

/* ---- caches ---- */

/* The power of two nearest to what LINES come to in WAYS ways. */
static double sets_of(double lines, double ways)
{
    return exp2(fmax(0, round(log2(lines / ways))));
}

/* By how much LINES in WAYS ways miss the size, as a share of it. */
static double off(double lines, double ways)
{
    return fabs(sets_of(lines, ways) * ways - lines) / lines;
}

/* Ways that keep the size of LINES with a power of two of sets: usual numbers first. */
static double choose_ways(double lines)
{
    static const double usual[] = { 8, 16, 12, 10, 14, 9, 11, 13, 15 };
    double best = usual[0];

    for (size_t i = 1; i < sizeof usual / sizeof usual[0]; i++)
        if (off(lines, usual[i]) < off(lines, best) - 1e-9)
            best = usual[i];
    return best;
}

/* The most that a size may change so that measured ways can be kept. */
#define KEEPS_SIZE 0.03

/* Simulators have one size of line, that of the first cache. */
static struct simulated_cache cache_of(struct exporter *e, struct result_id size,
                                       struct result_id ways)
{
    struct simulated_value bytes = simulated_value(e, size),
                           width = simulated_value(e, id_at(CACHE_LINE, 1)),
                           found = simulated_count(e, ways);
    struct simulated_cache c = { 0 };
    const char *chosen = "";

    if (!(bytes.value > 0) || !(width.value > 0)) {
        snprintf(c.from, sizeof c.from, "%s", bytes.value > 0 ? width.from : bytes.from);
        return c;
    }
    double lines = fmax(1, round(bytes.value / width.value));
    c.line_bytes = width.value;
    c.ways = found.value;
    if (!(c.ways > 0)) {
        c.ways = fmin(lines, choose_ways(lines));
        chosen = ", chosen so that the sets are a power of two";
    } else if (off(lines, c.ways) > KEEPS_SIZE) {
        c.ways = choose_ways(lines);
        chosen = ", changed so that the sets are a power of two";
    }
    c.sets = sets_of(lines, c.ways);
    c.bytes = c.sets * c.ways * c.line_bytes;
    snprintf(c.from, sizeof c.from, "%s; %s%s", bytes.from, found.from, chosen);
    return c;
}

struct simulated_cache simulated_data_cache(struct exporter *e, unsigned level)
{
    return cache_of(e, id_at(CACHE_SIZE, level), id_at(CACHE_WAYS, level));
}

struct simulated_cache simulated_instruction_cache(struct exporter *e)
{
    return cache_of(e, id_at(ICACHE_SIZE, 1), id_at(ICACHE_WAYS, 1));
}

/* ---- latencies, and what is in flight ---- */

struct simulated_value simulated_step(struct exporter *e, unsigned level, unsigned levels)
{
    struct simulated_value v =
        simulated_value(e, level > levels ? id_of(MEMORY_LATENCY) : id_at(CACHE_LATENCY, level));

    if (!(v.value > 0) || level == 1)
        return v;
    double before = simulated_value(e, id_at(CACHE_LATENCY, level - 1)).value;
    size_t used = strlen(v.from);

    if (before > 0 && before < v.value) {
        v.value -= before;
        snprintf(v.from + used, sizeof v.from - used, ", less %.3g c of cache %u", before,
                 level - 1);
    }
    return v;
}

struct simulated_value simulated_misses(struct exporter *e, unsigned level)
{
    const struct result_id ids[] = { id_at(CACHE_MSHR, level), id_of(MEMORY_MLP),
                                     id_at(CACHE_MLP, level + 1) };
    struct simulated_value v = simulated_first(e, ids, sizeof ids / sizeof ids[0]);

    v.value = v.value > 0 ? fmax(1, round(v.value)) : 0;
    return v;
}

struct simulated_value simulated_units(struct exporter *e, const char *op, const char *type)
{
    struct simulated_value v = simulated_value(e, id_op(OP_RTHROUGHPUT, op, type));

    v.value = v.value > 0 ? fmax(1, round(1 / v.value)) : 0;
    return v;
}

const char *simulated_word(const struct exporter *e)
{
    const struct result *r = result_find(e->results, id_op(OP_LATENCY, "add", "i64"));

    return result_is_number(r) ? "i64" : "i32";
}
