/* --export gem5: a Python module for a configuration of gem5: units and queues of O3CPU, classic
 * caches, TLBs, branch predictor, SimpleMemory. Parameters that gem5 has no default for and that no
 * answer gives are those of gem5's configs/common/Caches.py. Latencies of levels add up in gem5,
 * with cycles of its own: fit_latencies fits those marked "fit". */
#include "report/export/kind.h"
#include "report/export/simulated.h"
#include "report/export/values.h"
#include "result/query.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LEFT = 60, MOST_BTBS = 4 };

/* A module in the making, and the parameters that keep gem5's default. */
struct module {
    struct exporter *e;
    unsigned n_left;
    char left[SIMULATED_FROM + MOST_LEFT]; /* the first: for --strict */
};

/* The line printf-like, and after it where its number comes from. */
static void __attribute__((format(printf, 3, 4)))
line(struct module *m, const char *from, const char *text, ...)
{
    va_list args;

    va_start(args, text);
    vfprintf(m->e->out, text, args);
    va_end(args);
    fprintf(m->e->out, "  # %s\n", from);
}

/* NAME keeps gem5's default because of WHY. */
static void leave(struct module *m, const char *name, const char *why)
{
    fprintf(m->e->out, "    # %s stays gem5's: %s\n", name, why);
    if (m->n_left++ == 0)
        snprintf(m->left, sizeof m->left, "%.40s: %.*s", name, SIMULATED_FROM - 1, why);
}

static void set(struct module *m, const char *name, struct simulated_value v)
{
    if (v.value > 0)
        line(m, v.from, "    %s = %.0f", name, v.value);
    else
        leave(m, name, v.from);
}

/* ---- functional units ---- */

/* A class of gem5's operations, and what it is of ours; the last two are gem5's own numbers. */
struct operation {
    const char *name, *op, *type; /* type NULL: a word */
    double latency;
    bool pipelined;
};

static void put_operation(struct module *m, const struct operation *o, const char *type)
{
    struct simulated_value latency = { 0 }, interval = { 0 };
    char from[2 * SIMULATED_FROM + 8] = "gem5's own: no measured operation is the same";

    if (o->op != NULL) {
        latency = simulated_value(m->e, id_op(OP_LATENCY, o->op, type));
        interval = simulated_value(m->e, id_op(OP_RTHROUGHPUT, o->op, type));
        snprintf(from, sizeof from, "%s", latency.from);
    }
    double cycles = latency.value > 0 ? fmax(1, round(latency.value)) : o->latency;
    /* One that is not pipelined starts an operation every LATENCY cycles, another every one. */
    bool pipelined = interval.value > 0 ? interval.value < sqrt(cycles) : o->pipelined;
    if (interval.value > 0 && cycles > 1) {
        size_t used = strlen(from);
        snprintf(from + used, sizeof from - used, "; %s", interval.from);
    }
    if (o->op != NULL && !(latency.value > 0))
        snprintf(from, sizeof from, "gem5's own: %s", latency.from);
    line(m, from, "        OpDesc(opClass=\"%s\", opLat=%.0f%s),", o->name, cycles,
         pipelined ? "" : ", pipelined=False");
}

/* A unit named NAME with the N operations; COUNT of OP of TYPE start in a cycle. */
static void put_unit(struct module *m, const char *name, const struct operation *o, size_t n,
                     const char *op, const char *type)
{
    struct simulated_value count = simulated_units(m->e, op, type);

    fprintf(m->e->out, "\n\nclass Measured%s(FUDesc):\n    opList = [\n", name);
    for (size_t i = 0; i < n; i++)
        put_operation(m, &o[i], type);
    fputs("    ]\n", m->e->out);
    if (count.value > 0)
        line(m, count.from, "    count = %.0f", count.value);
    else
        line(m, count.from, "    count = 1");
}

static bool is_x86(const struct exporter *e)
{
    const char *arch = export_run_text(e, "arch", "");

    return strcmp(arch, "x86_64") == 0 || strncmp(arch, "i686", 4) == 0;
}

static void put_units(struct module *m)
{
    static const struct operation alu[] = { { "IntAlu", "add", NULL, 1, true } };
    static const struct operation mult[] = { { "IntMult", "mul", NULL, 3, true },
                                             { "IntDiv", "div", NULL, 20, false } };
    /* A division of x86 is a loop of operations of this class in gem5. */
    static const struct operation x86_mult[] = { { "IntMult", "mul", NULL, 3, true },
                                                 { "IntDiv", NULL, NULL, 1, false } };
    static const struct operation fp[] = { { "FloatAdd", "add", "f64", 2, true },
                                           { "FloatCmp", "cmp", "f64", 2, true },
                                           { "FloatCvt", "cvt", "f64", 2, true } };
    static const struct operation fp_mult[] = { { "FloatMult", "mul", "f64", 4, true },
                                                { "FloatMultAcc", "fma", "f64", 5, true },
                                                { "FloatMisc", NULL, NULL, 3, true },
                                                { "FloatDiv", "div", "f64", 12, false },
                                                { "FloatSqrt", "sqrt", "f64", 24, false } };
    const char *word = simulated_word(m->e);
    struct simulated_value loads = simulated_units(m->e, "load", word);

    put_unit(m, "IntALU", alu, 1, "add", word);
    put_unit(m, "IntMultDiv", is_x86(m->e) ? x86_mult : mult, 2, "mul", word);
    put_unit(m, "FP_ALU", fp, 3, "add", "f64");
    put_unit(m, "FP_MultDiv", fp_mult, 5, "mul", "f64");
    fputs("\n\nclass MeasuredRdWrPort(RdWrPort):\n", m->e->out);
    set(m, "count", loads);
    if (!(loads.value > 0))
        fputs("    pass\n", m->e->out);
    fputs("\n\nclass MeasuredFUPool(FUPool):\n"
          "    # SIMD_Unit and the units after it are gem5's own.\n"
          "    FUList = [\n"
          "        MeasuredIntALU(),\n        MeasuredIntMultDiv(),\n        MeasuredFP_ALU(),\n"
          "        MeasuredFP_MultDiv(),\n        MeasuredRdWrPort(),\n        SIMD_Unit(),\n"
          "        PredALU(),\n        IprPort(),\n    ]\n",
          m->e->out);
}

/* ---- caches and memory ---- */

static const char *policy_of(const struct exporter *e, unsigned level)
{
    static const char *const names[][2] = {
        { "lru", "LRURP" }, { "plru", "TreePLRURP" }, { "fifo", "FIFORP" }, { "random", "RandomRP" }
    };
    const struct result *r = result_find(e->results, id_at(CACHE_POLICY, level));

    for (size_t i = 0; r != NULL && r->kind == RESULT_NAME && i < sizeof names / sizeof names[0];
         i++)
        if (strcmp(r->text, names[i][0]) == 0)
            return names[i][1];
    return NULL;
}

static void put_policy(struct module *m, unsigned level)
{
    const struct result *r = result_find(m->e->results, id_at(CACHE_INCLUSION, level));
    struct result_id id = id_at(CACHE_POLICY, level);
    const struct result *found = result_find(m->e->results, id);
    const char *policy = policy_of(m->e, level);

    if (policy != NULL)
        line(m, id.text, "    replacement_policy = %s()", policy);
    else
        fprintf(m->e->out, "    # replacement_policy stays gem5's, LRU: %s %s\n", id.text,
                found == NULL                ? "was not measured"
                : found->kind == RESULT_NAME ? found->text
                                             : "was not determined");
    if (level > 1 && r != NULL && r->kind == RESULT_NAME)
        line(m, r->id, "    clusivity = \"%s\"",
             strcmp(r->text, "exclusive") == 0 ? "mostly_excl" : "mostly_incl");
}

/* What gem5 requires and no answer gives. */
static void put_required(struct module *m, unsigned level)
{
    struct simulated_value misses = simulated_misses(m->e, level);

    fputs("    response_latency = 1  # least: what a miss takes on top is fitted\n", m->e->out);
    if (misses.value > 0)
        line(m, misses.from, "    mshrs = %.0f", misses.value);
    else
        fprintf(m->e->out, "    mshrs = %d  # of configs/common/Caches.py: %s\n",
                level == 1 ? 4 : 20, misses.from);
    fprintf(m->e->out, "    tgts_per_mshr = %d  # of configs/common/Caches.py\n",
            level == 1 ? 20 : 12);
}

static void put_geometry(struct module *m, const struct simulated_cache *c)
{
    line(m, c->from, "    size = \"%.0fB\"", c->bytes);
    line(m, "see size", "    assoc = %.0f", c->ways);
}

/* Class NAME for data cache LEVEL. Whether it could be written. */
static bool put_cache(struct module *m, unsigned level, unsigned levels, const char *name)
{
    struct simulated_cache c = simulated_data_cache(m->e, level);
    struct simulated_value v = simulated_step(m->e, level, levels);
    char from[SIMULATED_FROM + ID_BYTES + 8];

    if (!(c.bytes > 0) || !(v.value > 0)) {
        fprintf(m->e->out, "\n\n# no class %s: %s\n", name, c.bytes > 0 ? v.from : c.from);
        m->n_left++;
        return false;
    }
    snprintf(from, sizeof from, "fit %s; %s", id_at(CACHE_LATENCY, level).text, v.from);
    fprintf(m->e->out, "\n\nclass %s(Cache):\n", name);
    put_geometry(m, &c);
    line(m, from, "    tag_latency = %.0f", fmax(1, round(v.value)));
    line(m, from, "    data_latency = %.0f", fmax(1, round(v.value)));
    put_required(m, level);
    put_policy(m, level);
    return true;
}

static void put_instruction_cache(struct module *m)
{
    struct simulated_cache c = simulated_instruction_cache(m->e);

    fputs("\n\nclass L1I(L1D):\n    # latency and mshrs are those of L1D: not measured\n",
          m->e->out);
    if (c.bytes > 0)
        put_geometry(m, &c);
    else
        fprintf(m->e->out, "    # size and assoc are those of L1D: %s\n", c.from);
    fputs("    is_read_only = True\n", m->e->out);
}

static void put_memory(struct module *m, unsigned levels)
{
    struct simulated_value v = simulated_step(m->e, levels + 1, levels);
    const struct result *read =
        result_find(m->e->results, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read"));
    const struct result *latency = result_find(m->e->results, id_of(MEMORY_LATENCY));
    char from[SIMULATED_FROM + ID_BYTES + 8];
    bool timed = v.value > 0 && result_is_number(latency) && latency->ns > 0;
    bool read_known = result_is_number(read) && read->gb_per_s > 0;

    fputs("\n\nclass Memory(SimpleMemory):\n", m->e->out);
    snprintf(from, sizeof from, "fit %s; %s", id_of(MEMORY_LATENCY).text, v.from);
    if (timed)
        line(m, from, "    latency = \"%.1fns\"", v.value * latency->ns / latency->value);
    else
        leave(m, "latency", v.value > 0 ? "the clock is not known" : v.from);
    if (read_known) {
        snprintf(from, sizeof from, "%s %.3g GB/s, confidence %.2f", read->id, read->gb_per_s,
                 read->confidence);
        line(m, from, "    bandwidth = \"%.2fGiB/s\"", read->gb_per_s * 1e9 / 1073741824);
    } else {
        leave(m, "bandwidth", "no bandwidth of memory is known");
    }
    if (!timed && !read_known)
        fputs("    pass\n", m->e->out);
}

static void put_caches(struct module *m, unsigned levels)
{
    char name[12] = "L1D";

    if (!put_cache(m, 1, levels, name))
        export_refuse(m->e, "size, line and latency of cache 1 are needed, and not known");
    put_instruction_cache(m);
    for (unsigned level = 2; level <= levels; level++) {
        snprintf(name, sizeof name, "L%u", level);
        (void)put_cache(m, level, levels, name);
    }
    put_memory(m, levels);
}

/* ---- the core ---- */

/* Entries that are free for renaming, and those of the architecture, which gem5 counts too. */
static void put_registers(struct module *m, enum quantity quantity, const char *name,
                          unsigned named)
{
    struct simulated_value v = simulated_count(m->e, id_of(quantity));
    size_t used = strlen(v.from);

    if (v.value > 0) {
        v.value += named;
        snprintf(v.from + used, sizeof v.from - used, ", and %u of the architecture", named);
    }
    set(m, name, v);
}

static void put_queues(struct module *m)
{
    static const char *const width[] = { "cpu.fetchWidth",    "cpu.decodeWidth", "cpu.renameWidth",
                                         "cpu.dispatchWidth", "cpu.issueWidth",  "cpu.wbWidth",
                                         "cpu.commitWidth" };
    struct simulated_value issue = simulated_count(m->e, id_of(ISSUE_WIDTH)),
                           ints = simulated_count(m->e, id_of(CORE_SCHEDULER_INT_ENTRIES)),
                           fp = simulated_count(m->e, id_of(CORE_SCHEDULER_FP_ENTRIES));
    bool x86 = is_x86(m->e);

    for (size_t i = 0; i < sizeof width / sizeof width[0]; i++)
        set(m, width[i], issue);
    set(m, "cpu.numROBEntries", simulated_count(m->e, id_of(CORE_ROB_ENTRIES)));
    if (ints.value > 0 && fp.value > 0) { /* gem5 has one queue */
        fprintf(m->e->out, "    # %s\n", fp.from);
        ints.value += fp.value;
    }
    set(m, "cpu.numIQEntries", ints.value > 0 ? ints : fp);
    set(m, "cpu.LQEntries", simulated_count(m->e, id_of(CORE_LOAD_QUEUE_ENTRIES)));
    set(m, "cpu.SQEntries", simulated_count(m->e, id_of(CORE_STORE_QUEUE_ENTRIES)));
    put_registers(m, CORE_REGISTERS_INT_FREE, "cpu.numPhysIntRegs", x86 ? 16 : 32);
    put_registers(m, CORE_REGISTERS_VECTOR_FREE, "cpu.numPhysFloatRegs", x86 ? 16 : 32);
    put_registers(m, CORE_REGISTERS_VECTOR_FREE, "cpu.numPhysVecRegs", x86 ? 16 : 32);
    fputs("    cpu.fuPool = MeasuredFUPool()\n", m->e->out);
}

/* The parameter PART of a child of the branch predictor, or NAME in gem5 before version 24. */
static void put_predictor_part(struct module *m, struct simulated_value v, const char *part,
                               const char *name)
{
    if (!(v.value > 0)) {
        leave(m, name, v.from);
        return;
    }
    fprintf(m->e->out, "    if hasattr(cpu.branchPred, \"%s\"):\n", part);
    line(m, v.from, "        cpu.branchPred.%s.numEntries = %.0f", part, v.value);
    fprintf(m->e->out, "    else:\n        cpu.branchPred.%s = %.0f\n", name, v.value);
}

static void put_predictor(struct module *m)
{
    struct result_id btb[MOST_BTBS];

    for (unsigned i = 0; i < MOST_BTBS; i++) /* the outermost that is known */
        btb[i] = id_at(BRANCH_BTB_ENTRIES, MOST_BTBS - i);
    struct simulated_value entries = simulated_first(m->e, btb, MOST_BTBS);
    if (!(entries.value > 0)) /* the reason is that of the level that every buffer has */
        entries = simulated_value(m->e, btb[MOST_BTBS - 1]);
    put_predictor_part(m, entries, "btb", "BTBEntries");
    put_predictor_part(m, simulated_count(m->e, id_of(BRANCH_RETURN_STACK_ENTRIES)), "ras",
                       "RASSize");
    fputs("    # The predictor's kind and the delays between stages stay gem5's: the penalty of a\n"
          "    # misprediction follows from them.\n",
          m->e->out);
}

static void put_tlbs(struct module *m)
{
    struct simulated_value first = simulated_count(m->e, id_at(TLB_ENTRIES, 1)),
                           second = simulated_count(m->e, id_at(TLB_ENTRIES, 2)),
                           ways = simulated_count(m->e, id_at(TLB_WAYS, 2));

    set(m, "cpu.mmu.dtb.size", first);
    if (!(second.value > 0)) {
        leave(m, "the second TLB", second.from);
        return;
    }
    fputs("    if hasattr(cpu.mmu, \"l2_shared\"):  # of Arm only\n", m->e->out);
    line(m, second.from, "        cpu.mmu.l2_shared.size = %.0f", second.value);
    line(m, ways.from, "        cpu.mmu.l2_shared.assoc = %.0f",
         ways.value > 0 ? ways.value : second.value);
}

static void put_core(struct module *m)
{
    struct simulated_value hz = simulated_value(m->e, id_of(CPU_FREQUENCY)),
                           line_bytes = simulated_value(m->e, id_at(CACHE_LINE, 1));

    fputs("\n\ndef configure_system(system):\n"
          "    \"\"\"Sets the clock and the line; system.clk_domain must exist.\"\"\"\n",
          m->e->out);
    if (hz.value > 0)
        line(m, hz.from, "    system.clk_domain.clock = \"%.0fMHz\"", hz.value / 1e6);
    else
        leave(m, "system.clk_domain.clock", hz.from);
    set(m, "system.cache_line_size", line_bytes);
    fputs("\n\ndef configure_core(cpu):\n    \"\"\"Sets queues, widths, units and TLBs of an "
          "O3CPU.\"\"\"\n",
          m->e->out);
    put_queues(m);
    put_predictor(m);
    put_tlbs(m);
}

static void write_gem5(struct exporter *e)
{
    struct module m = { .e = e };
    unsigned levels = export_levels(e);

    fputs(
        "# import it, then configure_system(system), configure_core(cpu), and build the caches of\n"
        "# its classes. A comment says where a number comes from; fit: fit_latencies changes it.\n"
        "from m5.objects import *\n",
        e->out);
    put_units(&m);
    put_caches(&m, levels);
    put_core(&m);
    if (m.n_left == 0)
        return;
    if (e->strict)
        export_refuse(e, "%s", m.left);
    export_note(e, "defaults", "%u values stay gem5's; comments name them", m.n_left);
}

const struct export_kind export_gem5 = {
    "gem5: import FILE (.py) in a configuration, then fit_latencies", EXPORT_NOMINAL, COMMENT_HASH,
    write_gem5
};
