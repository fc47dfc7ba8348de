/* --export champsim: a configuration of ChampSim (its config.sh reads JSON and ignores keys that it
 * does not know). The key "//KEY" says where the value of KEY comes from. Latencies of levels add
 * up in ChampSim, with cycles of its own: fit_latencies fits those marked "fit". */
#include "report/export/kind.h"
#include "report/export/simulated.h"
#include "report/export/values.h"
#include "result/query.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LEFT = 700, USUAL_MHZ = 4000 };

/* A file in the making. */
struct json {
    struct exporter *e;
    char left[MOST_LEFT]; /* keys that keep ChampSim's default */
    unsigned n_left;
    bool first;  /* of its object */
    bool inside; /* of an object of the configuration */
};

static void open_object(struct json *j, const char *key, const char *open)
{
    fprintf(j->e->out, "%s\n  \"%s\": %s", j->first ? "" : ",", key, open);
    j->first = j->inside = true;
}

static void close_object(struct json *j, const char *close)
{
    fprintf(j->e->out, "\n  %s", close);
    j->first = j->inside = false;
}

/* A key that keeps its default because of WHY. */
static void leave(struct json *j, const char *object, const char *key, const char *why)
{
    size_t used = strlen(j->left);

    snprintf(j->left + used, sizeof j->left - used, "%s%s%s%s: %s", used > 0 ? "; " : "", object,
             *object != '\0' ? "." : "", key, why);
    j->n_left++;
}

/* "KEY": VALUE, "//KEY": "FROM". */
static void put(struct json *j, const char *key, double value, const char *from)
{
    fprintf(j->e->out, "%s\n%s\"%s\": %.0f, \"//%s\": \"%s\"", j->first ? "" : ",",
            j->inside ? "    " : "  ", key, value, key, from);
    j->first = false;
}

static void put_value(struct json *j, const char *object, const char *key, struct simulated_value v)
{
    if (v.value > 0)
        put(j, key, fmax(1, round(v.value)), v.from);
    else
        leave(j, object, key, v.from);
}

static void put_latency(struct json *j, const char *object, unsigned level, unsigned levels)
{
    struct simulated_value v = simulated_step(j->e, level, levels);
    char from[SIMULATED_FROM + ID_BYTES + 8];

    snprintf(from, sizeof from, "fit %s; %s", id_at(CACHE_LATENCY, level).text, v.from);
    if (v.value > 0)
        put(j, "latency", fmax(1, round(v.value)), from);
    else
        leave(j, object, "latency", v.from);
}

/* ---- the core ---- */

static void put_widths(struct json *j)
{
    static const char *const width[] = { "fetch_width", "decode_width", "dispatch_width",
                                         "execute_width", "retire_width" };
    struct simulated_value v = simulated_count(j->e, id_of(ISSUE_WIDTH));

    for (size_t i = 0; v.value > 0 && i < sizeof width / sizeof width[0]; i++)
        put(j, width[i], v.value, v.from);
    if (!(v.value > 0))
        leave(j, "ooo_cpu", "fetch_width to retire_width", v.from);
}

/* Integer and floating-point schedulers together. */
static struct simulated_value scheduler(struct exporter *e)
{
    struct simulated_value v = simulated_count(e, id_of(CORE_SCHEDULER_INT_ENTRIES)),
                           fp = simulated_count(e, id_of(CORE_SCHEDULER_FP_ENTRIES));
    char both[2 * SIMULATED_FROM + 4];

    if (!(v.value > 0) || !(fp.value > 0))
        return v.value > 0 ? v : fp.value > 0 ? fp : v;
    snprintf(both, sizeof both, "%s; %s", v.from, fp.from);
    v.value += fp.value;
    snprintf(v.from, sizeof v.from, "%.*s", SIMULATED_FROM - 1, both);
    return v;
}

static void put_core(struct json *j, double mhz, const char *from)
{
    open_object(j, "ooo_cpu", "[ {");
    put(j, "frequency", mhz, from);
    put_widths(j);
    put_value(j, "ooo_cpu", "rob_size", simulated_count(j->e, id_of(CORE_ROB_ENTRIES)));
    put_value(j, "ooo_cpu", "scheduler_size", scheduler(j->e));
    put_value(j, "ooo_cpu", "lq_size", simulated_count(j->e, id_of(CORE_LOAD_QUEUE_ENTRIES)));
    put_value(j, "ooo_cpu", "sq_size", simulated_count(j->e, id_of(CORE_STORE_QUEUE_ENTRIES)));
    put_value(j, "ooo_cpu", "lq_width", simulated_units(j->e, "load", simulated_word(j->e)));
    struct simulated_value stores = simulated_value(j->e, id_of(CORE_STORE_RTHROUGHPUT));
    stores.value = stores.value > 0 ? fmax(1, round(1 / stores.value)) : 0;
    put_value(j, "ooo_cpu", "sq_width", stores);
    close_object(j, "} ]");
}

/* ---- caches, TLBs, memory ---- */

/* Whether cache LEVEL could be written as NAME. Beyond the last level of the machine is memory. */
static bool put_cache(struct json *j, const char *name, unsigned level, unsigned levels)
{
    struct simulated_cache c =
        level == 0 ? simulated_instruction_cache(j->e) : simulated_data_cache(j->e, level);

    if (!(c.bytes > 0)) {
        leave(j, name, "sets and ways", c.from);
        return false;
    }
    open_object(j, name, "{");
    put(j, "sets", c.sets, c.from);
    put(j, "ways", c.ways, "see sets");
    if (level > 0) {
        put_latency(j, name, level, levels);
        put_value(j, name, "mshr_size", simulated_misses(j->e, level));
    }
    if (level == levels && level < 3)
        fprintf(j->e->out, ",\n    \"lower_level\": \"DRAM\", \"//lower_level\": \"the last cache "
                           "of the board\"");
    close_object(j, "}");
    return true;
}

static void put_tlb(struct json *j, const char *name, unsigned level)
{
    struct simulated_value entries = simulated_count(j->e, id_at(TLB_ENTRIES, level)),
                           ways = simulated_count(j->e, id_at(TLB_WAYS, level));

    if (!(entries.value > 0)) {
        leave(j, name, "sets and ways", entries.from);
        return;
    }
    open_object(j, name, "{");
    double sets = ways.value > 0 ? exp2(round(log2(fmax(1, entries.value / ways.value)))) : 1;
    put(j, "sets", sets, entries.from);
    put(j, "ways", fmax(1, round(entries.value / sets)),
        ways.value > 0 ? ways.from : "ways not known: fully associative");
    if (level > 1)
        put_value(j, name, "latency", simulated_value(j->e, id_at(TLB_PENALTY, level)));
    close_object(j, "}");
}

/* One channel whose clock is the core's, so that a step of a latency is a cycle, and whose width
 * gives about the measured bandwidth. */
static void put_memory(struct json *j, unsigned levels, double mhz)
{
    struct simulated_value v = simulated_step(j->e, levels + 1, levels);
    const struct result *read =
        result_find(j->e->results, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read"));
    char from[SIMULATED_FROM + ID_BYTES + 120];

    if (!(v.value > 0)) {
        leave(j, "physical_memory", "latencies", v.from);
        return;
    }
    open_object(j, "physical_memory", "{");
    put(j, "data_rate", 2 * mhz, "twice the core's clock: one step of tCAS is one cycle");
    if (result_is_number(read) && read->gb_per_s > 0) {
        double width = exp2(fmax(0, round(log2(read->gb_per_s * 1000 / (2 * mhz)))));

        snprintf(from, sizeof from, "%s %.3g GB/s, confidence %.2f; this gives %.3g GB/s", read->id,
                 read->gb_per_s, read->confidence, width * 2 * mhz / 1000);
        put(j, "channel_width", fmin(64, width), from);
    } else {
        leave(j, "physical_memory", "channel_width", "no bandwidth of memory is known");
    }
    double part = fmax(1, round(v.value / 3));
    snprintf(from, sizeof from, "fit %s; a third of %s", id_of(MEMORY_LATENCY).text, v.from);
    put(j, "tCAS", part, from);
    put(j, "tRCD", part, "a third of the same");
    put(j, "tRP", part, "a third of the same");
    close_object(j, "}");
}

static void put_sizes(struct json *j)
{
    struct simulated_value line = simulated_value(j->e, id_at(CACHE_LINE, 1)),
                           page = simulated_value(j->e, id_of(TLB_PAGE));

    put_value(j, "", "block_size", line);
    put_value(j, "", "page_size", page);
}

static void put_defaults(struct json *j)
{
    fprintf(j->e->out, ",\n  \"//mispredict_penalty\": \"ChampSim adds its own pipeline to it: it "
                       "and the branch predictor stay ChampSim's\"");
    if (j->n_left == 0)
        return;
    fprintf(j->e->out, ",\n  \"//defaults\": \"%s%s\"", j->left,
            strlen(j->left) + 1 == MOST_LEFT ? " ..." : "");
    if (j->e->strict)
        export_refuse(j->e, "%s", j->left);
    export_note(j->e, "defaults", "%u values stay ChampSim's; the key //defaults names them",
                j->n_left);
}

static void write_champsim(struct exporter *e)
{
    struct json j = { .e = e };
    unsigned levels = export_levels(e);
    struct simulated_value hz = simulated_value(e, id_of(CPU_FREQUENCY));
    double mhz = hz.value > 0 ? round(hz.value / 1e6) : USUAL_MHZ;

    if (levels > 3)
        export_refuse(
            e, "ChampSim's default hierarchy has three levels of cache, and this machine has %u",
            levels);
    fprintf(e->out,
            "{\n  \"//\": \"Made by analyze --export champsim: %s values of %s. //KEY says where "
            "KEY comes from. ./config.sh FILE && make\",\n  \"num_cores\": 1",
            export_values_name(e->values), export_run_text(e, "target", "a board"));
    put_sizes(&j);
    put_core(&j, mhz, hz.value > 0 ? hz.from : "not measured: ChampSim's default");
    (void)put_cache(&j, "L1I", 0, levels);
    if (!put_cache(&j, "L1D", 1, levels))
        export_refuse(e, "size and line of cache 1 are needed, and not known");
    if (levels > 1)
        (void)put_cache(&j, "L2C", 2, levels);
    if (levels > 2)
        (void)put_cache(&j, "LLC", 3, levels);
    put_tlb(&j, "DTLB", 1);
    put_tlb(&j, "STLB", 2);
    put_memory(&j, levels, mhz);
    put_defaults(&j);
    fputs("\n}\n", e->out);
}

const struct export_kind export_champsim = { "ChampSim: ./config.sh FILE, then fit_latencies",
                                             EXPORT_NOMINAL, COMMENT_OWN, write_champsim };
