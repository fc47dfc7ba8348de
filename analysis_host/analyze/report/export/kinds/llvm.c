/* --export llvm=DIR: a scheduling model for LLVM 19 (TARGET.td) and flags.txt. Each unit of
 * core.units is a ProcResource; operations of several units use a ProcResGroup of them. LLVM wants
 * a group that has both where two groups overlap: the last one, of all units. */
#include "model/unit_model.h"
#include "report/export/kind.h"
#include "report/export/llvm_types.h"
#include "report/export/simulated.h"
#include "report/export/values.h"
#include "report/format/value.h"
#include "result/query.h"
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { UNITS = 32, GROUPS = 48, GROUP_NAME = UNITS + 12, LEFT = 1024 };

/* A unit or group of units, and the entries of its scheduler. */
struct group {
    uint32_t units;
    struct simulated_value buffer; /* value 0: LLVM's default, those of the reorder buffer */
};

struct model {
    struct exporter *e;
    const struct llvm_target *target;
    struct group group[GROUPS];
    size_t n_groups;
    unsigned n_units;
    bool in_order;
    unsigned n_left;
    char left[SIMULATED_FROM]; /* the first that is not known: for --strict */
};

/* ---- units ---- */

/* "add_i64" where the type says that the machine's word is meant, else its units as they are. */
static struct result_id units_id(const struct exporter *e, const char *units, bool word)
{
    char op[ID_WORD];

    snprintf(op, sizeof op, "%.12s%s%.6s", units, word ? "_" : "", word ? simulated_word(e) : "");
    return id_op(OP_UNITS, word ? op : units, NULL);
}

/* The units of the answer ID, a bit each; 0: not known. */
static uint32_t units_of(const struct exporter *e, struct result_id id)
{
    const struct result *r = result_find(e->results, id);

    return r != NULL && r->kind == RESULT_NAME ? unit_model_units(r->text) : 0;
}

static unsigned count_of(uint32_t units)
{
    return (unsigned)__builtin_popcount(units);
}

/* "PontoonP015". */
static const char *group_name(char to[GROUP_NAME], uint32_t units)
{
    static const char name[] = "PontoonP";
    const size_t digits = sizeof name - 2; /* the text of units begins with a letter, too */

    unit_model_text(to + digits, GROUP_NAME - digits, units);
    memcpy(to, name, sizeof name - 1);
    return to;
}

/* The group of UNITS, which is added if need be; NULL: none, or no place is left. */
static struct group *group_of(struct model *m, uint32_t units)
{
    for (size_t i = 0; i < m->n_groups; i++)
        if (m->group[i].units == units)
            return &m->group[i];
    if (units == 0 || m->n_groups == GROUPS)
        return NULL;
    m->group[m->n_groups] = (struct group){ .units = units };
    return &m->group[m->n_groups++];
}

/* The units that any of the N operations use; WORD: those of the machine's word. */
static uint32_t all_units(const struct exporter *e, const char *const *op, size_t n, bool word)
{
    uint32_t units = 0;

    for (size_t i = 0; i < n; i++)
        units |= units_of(e, units_id(e, op[i], word));
    return units;
}

/* The entries ID are those of the scheduler of UNITS. */
static void add_scheduler(struct model *m, uint32_t units, enum quantity entries)
{
    struct simulated_value v = simulated_count(m->e, id_of(entries));
    struct group *g = group_of(m, units);

    if (g != NULL && v.value > 0 && !(g->buffer.value > 0))
        g->buffer = v;
}

static void find_groups(struct model *m)
{
    static const char *const ints[] = { "add", "xor", "shift", "mul", "div" };
    static const char *const memory[] = { "load", "store" };
    static const char *const reals[] = { "add_f64", "mul_f64",     "fma_f64",     "cmp_f64",
                                         "div_f64", "add_v128i32", "mul_v128i32", "shift_v128i32" };
    struct exporter *e = m->e;

    m->n_units = (unsigned)fmin(UNITS, simulated_count(e, id_of(CORE_UNITS)).value);
    for (unsigned u = 0; u < m->n_units; u++)
        (void)group_of(m, UINT32_C(1) << u);
    for (size_t i = 0; i < m->target->n_types; i++) {
        const struct llvm_type *t = &m->target->type[i];

        (void)group_of(m, units_of(e, units_id(e, t->units, t->units_word)));
    }
    if (!m->in_order) {
        add_scheduler(m, all_units(e, ints, 5, true), CORE_SCHEDULER_INT_ENTRIES);
        add_scheduler(m, all_units(e, reals, 8, false), CORE_SCHEDULER_FP_ENTRIES);
        add_scheduler(m, all_units(e, memory, 2, true), CORE_SCHEDULER_LOAD_ENTRIES);
    }
    (void)group_of(m, (uint32_t)((UINT64_C(1) << m->n_units) - 1));
}

static void put_group(const struct model *m, const struct group *g)
{
    char name[GROUP_NAME];
    const char *between = "";
    bool buffered = g->buffer.value > 0 || m->in_order;

    if (g->buffer.value > 0)
        fprintf(m->e->out, "// %s\n", g->buffer.from);
    if (count_of(g->units) == 1) {
        fprintf(m->e->out, "def %s : ProcResource<1>", group_name(name, g->units));
    } else {
        fprintf(m->e->out, "def %s : ProcResGroup<[", group_name(name, g->units));
        for (unsigned u = 0; u < UNITS; u++)
            if ((g->units >> u & 1) != 0) {
                fprintf(m->e->out, "%s%s", between, group_name(name, UINT32_C(1) << u));
                between = ", ";
            }
        fputs("]>", m->e->out);
    }
    if (buffered)
        fprintf(m->e->out, " { let BufferSize = %.0f; }\n", g->buffer.value);
    else
        fputs(";\n", m->e->out);
}

/* ---- types ---- */

static void leave(struct model *m, const char *name, const char *why)
{
    fprintf(m->e->out, "// %s is not written: %s\n", name, why);
    if (m->n_left++ == 0)
        snprintf(m->left, sizeof m->left, "%.40s: %.180s", name, why);
}

/* The latency of a load into an integer or, FP, a vector register. */
static struct simulated_value load_latency(struct exporter *e, bool fp)
{
    struct simulated_value v = simulated_value(e, id_at(CACHE_LATENCY, 1));
    const struct result *more = result_find(e->results, id_of(BYPASS_FP_LOAD));
    size_t used = strlen(v.from);

    if (!fp || !(v.value > 0))
        return v;
    if (!result_is_number(more)) {
        v.value = 0;
        snprintf(v.from, sizeof v.from, "%s was not %s", id_of(BYPASS_FP_LOAD).text,
                 more == NULL ? "measured" : "determined");
        return v;
    }
    snprintf(v.from + used, sizeof v.from - used, "; %.60s %.3g c, %sconfidence %.2f", more->id,
             more->value, *format_doubt(more) != '\0' ? "doubtful: " : "", more->confidence);
    v.value += more->value;
    return v;
}

static struct simulated_value latency_of(struct exporter *e, const struct llvm_type *t,
                                         const char *type)
{
    struct simulated_value one = { 1, "latency 1: no register waits" };

    switch (t->latency) {
    case LLVM_LOAD:
    case LLVM_FP_LOAD:
        return load_latency(e, t->latency == LLVM_FP_LOAD);
    case LLVM_NO_RESULT:
        return one;
    default:
        return simulated_value(e, id_op(OP_LATENCY, t->op, type));
    }
}

/* Cycles between two operations of T. */
static struct simulated_value interval_of(struct exporter *e, const struct llvm_type *t,
                                          const char *type)
{
    return simulated_value(e, strcmp(t->op, "store") == 0 ? id_of(CORE_STORE_RTHROUGHPUT)
                                                          : id_op(OP_RTHROUGHPUT, t->op, type));
}

static void put_write(FILE *out, const char *name, const char *suffix, const char *groups,
                      double latency, const char *busy)
{
    fprintf(out, "def : WriteRes<%s%s, [%s]> { let Latency = %.0f; let ReleaseAtCycles = [%s]; }\n",
            name, suffix, groups, fmax(1, round(latency)), busy);
}

/* The same instruction with a load: it uses a unit of each, and its result is later by the load. */
static void put_with_load(const struct model *m, const struct llvm_type *t, const char *group,
                          double latency, double busy)
{
    uint32_t units = units_of(m->e, units_id(m->e, "load", true));
    struct simulated_value load = load_latency(m->e, t->pair == LLVM_WITH_FP_LOAD);
    char groups[2 * GROUP_NAME + 4], name[GROUP_NAME], cycles[40];

    if (t->pair == LLVM_ALONE || units == 0 || !(load.value > 0))
        return;
    snprintf(groups, sizeof groups, "%s, %s", group, group_name(name, units));
    snprintf(cycles, sizeof cycles, "%.0f, 1", busy);
    put_write(m->e->out, t->name, "Ld", groups, latency + round(load.value), cycles);
}

/* fma that is no instruction of this machine. */
static bool is_absent(const struct exporter *e, const struct llvm_type *t, const char *type)
{
    const struct result *r = result_find(e->results, id_op(OP_EXISTS, t->op, type));

    return r != NULL && (r->kind == RESULT_NONE || (result_is_number(r) && r->value == 0));
}

static void put_type(struct model *m, const struct llvm_type *t)
{
    struct exporter *e = m->e;
    const char *type = t->type != NULL ? t->type : simulated_word(e);
    struct result_id id = units_id(e, t->units, t->units_word);
    const struct result *r = result_find(e->results, id);
    struct simulated_value latency = latency_of(e, t, type), interval = interval_of(e, t, type);
    uint32_t units = units_of(e, id);
    char name[GROUP_NAME], cycles[40], why[ID_BYTES + 24];

    if (!(latency.value > 0) || is_absent(e, t, type)) {
        leave(m, t->name,
              latency.value > 0 ? "the processor has no such instruction" : latency.from);
        return;
    }
    if (units == 0) {
        snprintf(why, sizeof why, "%s was not %s", id.text, r == NULL ? "measured" : "determined");
        leave(m, t->name, why);
        return;
    }
    double busy = fmax(1, round(interval.value * count_of(units)));
    fprintf(e->out, "// %s; %s%s; %s %s, %sconfidence %.2f\n", latency.from,
            interval.value > 0 ? "" : "a cycle each: ", interval.from, id.text, r->text,
            *format_doubt(r) != '\0' ? "doubtful: " : "", r->confidence);
    snprintf(cycles, sizeof cycles, "%.0f", busy);
    put_write(e->out, t->name, "", group_name(name, units), latency.value, cycles);
    put_with_load(m, t, name, fmax(1, round(latency.value)), busy);
}

/* x86: other operands of an instruction with a load are needed when the load is done. */
static void put_reads(const struct model *m)
{
    static const char *const fp[] = { "ReadAfterVecLd", "ReadAfterVecXLd", "ReadAfterVecYLd" };
    double word = fmax(1, round(load_latency(m->e, false).value));
    double real = fmax(1, round(load_latency(m->e, true).value));

    if (strcmp(m->target->name, "X86") != 0)
        return;
    fputs("\n// The latencies of WriteLoad and WriteFLoad.\n", m->e->out);
    fprintf(m->e->out, "def : ReadAdvance<ReadAfterLd, %.0f>;\n", word);
    for (size_t i = 0; i < sizeof fp / sizeof fp[0]; i++)
        fprintf(m->e->out, "def : ReadAdvance<%s, %.0f>;\n", fp[i], real);
}

/* ---- the model ---- */

static void set(struct model *m, const char *name, struct simulated_value v)
{
    if (v.value > 0)
        fprintf(m->e->out, "  let %s = %.0f; // %s\n", name, v.value, v.from);
    else
        leave(m, name, v.from);
}

static void put_model(struct model *m)
{
    struct exporter *e = m->e;
    struct simulated_value load = load_latency(e, false);

    load.value = load.value > 0 ? fmax(1, round(load.value)) : 0;
    fputs("def PontoonModel : SchedMachineModel {\n", e->out);
    set(m, "IssueWidth", simulated_count(e, id_of(ISSUE_WIDTH)));
    if (m->in_order)
        fprintf(e->out, "  let MicroOpBufferSize = 0; // %s: none, it executes in order\n",
                id_of(CORE_ROB_ENTRIES).text);
    else
        set(m, "MicroOpBufferSize", simulated_count(e, id_of(CORE_ROB_ENTRIES)));
    set(m, "LoadLatency", load);
    set(m, "MispredictPenalty", simulated_count(e, id_of(BRANCH_PENALTY)));
    fputs("  // LoopMicroOpBufferSize stays LLVM's: the loop buffer is not measured\n"
          "  let CompleteModel = 0;\n}\n\nlet SchedModel = PontoonModel in {\n",
          e->out);
}

static const struct llvm_model *nearest(const struct model *m)
{
    return llvm_model_nearest(m->target, simulated_count(m->e, id_of(ISSUE_WIDTH)).value,
                              m->in_order ? 0
                                          : simulated_count(m->e, id_of(CORE_ROB_ENTRIES)).value);
}

static void put_head(const struct model *m)
{
    const struct llvm_model *near = nearest(m);

    fprintf(
        m->e->out,
        "// Scheduling model for LLVM 19; %s values of a log of Pontoon. Copy llvm/lib/Target/%s/\n"
        "// %s, whose width and buffer are the nearest, and replace what this file\n"
        "// defines. The other types inherit from that model. A comment says where a number comes\n"
        "// from. Units are numbered as in the report, not as the maker numbers them.\n"
        "// Not measured: %s.\n"
        "// Division is C's, with the extension of the dividend. An instruction counts as one "
        "uop.\n\n",
        export_values_name(m->e->values), m->target->name, near->file, m->target->not_measured);
}

static void put_flags(const struct model *m)
{
    static const struct {
        const char *option;
        enum quantity quantity;
    } options[] = { { "-lqueue", CORE_LOAD_QUEUE_ENTRIES },
                    { "-squeue", CORE_STORE_QUEUE_ENTRIES },
                    { "-dispatch", ISSUE_WIDTH } };

    fprintf(
        m->e->out,
        "# Flags that need no rebuild of LLVM. Caches: analyze --export clang and --export gcc.\n"
        "# clang: the nearest model of LLVM's own, by issue width and reorder buffer\n%s=%s\n"
        "# llvm-mca: the same model, with these numbers in place of its own\n-mcpu=%s\n",
        strcmp(m->target->name, "RISCV") == 0 || strcmp(m->target->name, "X86") == 0 ? "-mtune"
                                                                                     : "-mcpu",
        nearest(m)->mcpu, nearest(m)->mcpu);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        struct simulated_value v = simulated_count(m->e, id_of(options[i].quantity));
        const struct result *r = result_find(m->e->results, id_of(options[i].quantity));

        /* a width below the true one slows every block: LLVM's own is nearer than a doubtful one */
        bool far = options[i].quantity == ISSUE_WIDTH && *format_doubt(r) != '\0';

        if (v.value > 0 && !far)
            fprintf(m->e->out, "# %s\n%s=%.0f\n", v.from, options[i].option, v.value);
        else
            fprintf(m->e->out, "# %s is not written: %s\n", options[i].option, v.from);
    }
}

/* The groups whose units are more than LEAST and at most MOST. */
static void put_groups(const struct model *m, unsigned least, unsigned most)
{
    for (size_t i = 0; i < m->n_groups; i++)
        if (count_of(m->group[i].units) > least && count_of(m->group[i].units) <= most)
            put_group(m, &m->group[i]);
}

static void put_schedule(struct model *m)
{
    struct simulated_value units = simulated_count(m->e, id_of(CORE_UNITS));

    put_head(m);
    put_model(m);
    fprintf(m->e->out, "// %s\n", units.from);
    put_groups(m, 0, 1);
    put_groups(m, 1, UNITS);
    fputc('\n', m->e->out);
    for (size_t i = 0; i < m->target->n_types; i++)
        put_type(m, &m->target->type[i]);
    put_reads(m);
    fputs("} // SchedModel\n", m->e->out);
    if (m->n_left > 0 && m->e->strict)
        export_refuse(m->e, "%s", m->left);
    if (m->n_left > 0)
        export_note(m->e, "defaults", "%u values stay LLVM's; comments name them", m->n_left);
}

/* "host_posix.td": the target of the log, as letters, digits and '_'. */
static const char *schedule_name(const struct exporter *e)
{
    static char name[64];

    snprintf(name, sizeof name - 3, "%s", export_run_text(e, "target", "board"));
    for (char *p = name; *p != '\0'; p++)
        if (!isalnum((unsigned char)*p))
            *p = '_';
    return strcat(name, ".td");
}

static void write_llvm(struct exporter *e)
{
    static struct model m; /* too large for the stack */
    const char *arch = export_run_text(e, "arch", "unknown");
    const struct result *rob = result_find(e->results, id_of(CORE_ROB_ENTRIES));

    m = (struct model){ .e = e, .target = llvm_target_find(arch) };
    if (m.target == NULL) {
        export_refuse(e, "LLVM models are for x86-64, AArch64 and RISC-V, and this log is of %.40s",
                      arch);
        return;
    }
    if (!(export_need(e, id_of(CORE_UNITS)) > 0) || !(export_need(e, id_of(ISSUE_WIDTH)) > 0) ||
        !(export_need(e, id_at(CACHE_LATENCY, 1)) > 0))
        return;
    m.in_order = rob != NULL && rob->kind == RESULT_NONE;
    find_groups(&m);
    if (e->file == 0) {
        e->file_name = schedule_name(e);
        put_schedule(&m);
    } else if (e->file == 1) {
        e->file_name = "flags.txt";
        put_flags(&m);
    }
}

const struct export_kind export_llvm = {
    "LLVM: llvm=DIR has a scheduling model (.td) for lib/Target, and flags that need no rebuild",
    EXPORT_NOMINAL, COMMENT_FOLDER, write_llvm
};
