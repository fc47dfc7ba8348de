/* Sections of the text that take a line each. In them "?" is not determined and "!" in doubt. */
#include "report/format/line.h"
#include "report/format/missing.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/confidence.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

enum { MOST_LEVELS = 9, TITLE = 12 };

/* Contexts whose cycles differ by more are told apart. */
#define UNEQUAL 1.03

static const struct result *at_level(const struct results *results, enum quantity quantity,
                                     unsigned level)
{
    return result_find(results, id_at(quantity, level));
}

static bool is_number(const struct result *r, double value)
{
    return r != NULL && r->kind == RESULT_NUMBER && r->value == value;
}

/* Puts what separates parts of a line, unless it is the first. */
static void next_part(struct format_line *line, const char *separator)
{
    if (line->used > 0)
        format_line_add(line, "%s", separator);
}

/* TITLE and LINE; where LINE is empty, that nothing was measured, and why: PROBE did not. */
static void print_line(FILE *out, const char *title, const struct format_line *line,
                       const struct log *log, const char *probe)
{
    char lead[TITLE], why[120];

    snprintf(lead, sizeof lead, "%-11s", title);
    format_missing(why, sizeof why, log, probe);
    format_wrap(out, lead, line->used > 0 ? line->text : why);
}

/* ---- TLB ---- */

static void tlb_ways(struct format_line *line, const struct results *results, unsigned level)
{
    const struct result *ways = at_level(results, TLB_WAYS, level);
    const struct result *entries = at_level(results, TLB_ENTRIES, level);
    char value[FORMAT_CELL];

    if (ways == NULL)
        return;
    format_answer(value, ways);
    if (entries != NULL && ways->kind == RESULT_NUMBER && result_is_number(entries) &&
        ways->value >= entries->value)
        format_line_add(line, ", fully associative%s", confidence_is_low(ways) ? "!" : "");
    else
        format_line_add(line, ", %s ways", value);
}

static void tlb_level(struct format_line *line, const struct results *results, unsigned level)
{
    const struct result *entries = at_level(results, TLB_ENTRIES, level);

    if (entries == NULL)
        return;
    next_part(line, "; ");
    format_line_add(line, "L%u", level);
    format_line_answer(line, results, " ", entries->name, " entries");
    tlb_ways(line, results, level);
    format_line_answer(line, results, ", +", id_at(TLB_PENALTY, level), "");
}

/* Appends the display word for R's name, of N WORDS; if there is none, BEFORE and the value.
 * Appends nothing where there is no R. */
static void name_or_answer(struct format_line *line, const struct result *r, const char *before,
                           const char *const words[][2], size_t n)
{
    char value[FORMAT_CELL];

    if (r == NULL)
        return;
    format_answer(value, r);
    next_part(line, ", ");
    for (size_t i = 0; i < n && r->kind == RESULT_NAME; i++)
        if (strcmp(r->text, words[i][0]) == 0) {
            format_line_add(line, "%s%s", words[i][1], confidence_is_low(r) ? "!" : "");
            return;
        }
    format_line_add(line, "%s%s", before, value);
}

/* "huge pages granted, no TLB reach gained"; nothing of a board without. */
static void huge_pages(struct format_line *line, const struct results *results)
{
    static const char *const grants[][2] = { { "yes", "huge pages granted" },
                                             { "no", "huge pages not granted" } };
    static const char *const reaches[][2] = { { "gained", "TLB reach gained" },
                                              { "none", "no TLB reach gained" } };
    const struct result *granted = result_find(results, id_of(HUGE_PAGE_GRANTED));
    const struct result *reach = result_find(results, id_of(HUGE_PAGE_TLB_REACH));

    if (granted != NULL && granted->kind != RESULT_NONE)
        name_or_answer(line, granted, "huge pages ", grants, 2);
    if (reach != NULL && reach->kind != RESULT_NONE)
        name_or_answer(line, reach, "TLB reach of huge pages ", reaches, 2);
}

static void tlb(FILE *out, const struct log *log, const struct results *results)
{
    const struct result *levels = result_find(results, id_of(TLB_LEVELS));
    struct format_line line = { 0 };

    format_line_answer(&line, results, "page ", id_of(TLB_PAGE), "");
    if (is_number(levels, 0))
        format_line_add(&line, "%sno level seen%s", line.used > 0 ? "; " : "",
                        confidence_is_low(levels) ? "!" : "");
    else if (levels != NULL && at_level(results, TLB_ENTRIES, 1) == NULL)
        format_line_answer(&line, results, line.used > 0 ? "; levels " : "levels ",
                           id_of(TLB_LEVELS), "");
    for (unsigned i = 1; i < MOST_LEVELS; i++)
        tlb_level(&line, results, i);
    format_line_answer(&line, results, line.used > 0 ? "; walk " : "walk ", id_of(TLB_WALK), "");
    huge_pages(&line, results);
    print_line(out, "TLB", &line, log, "tlb_size");
}

/* ---- caches but for what the table has ---- */

static void sharing(struct format_line *line, const struct result *shared)
{
    char value[FORMAT_CELL];

    if (shared == NULL)
        return;
    format_answer(value, shared);
    next_part(line, ", ");
    if (is_number(shared, 1))
        format_line_add(line, "private%s", confidence_is_low(shared) ? "!" : "");
    else
        format_line_add(line, "shared by %s", value);
}

/* "lru, write back, stores allocate, private". */
static void cache(struct format_line *line, const struct results *results, unsigned level)
{
    static const char *const inclusions[][2] = { { "inclusive", "inclusive" },
                                                 { "exclusive", "exclusive" },
                                                 { "nine", "nine (not inclusive)" } };
    static const char *const writes[][2] = { { "back", "write back" },
                                             { "through", "write through" } };
    static const char *const allocates[][2] = { { "write", "stores allocate" },
                                                { "read", "only loads allocate" } };
    const struct result *policy = at_level(results, CACHE_POLICY, level);
    bool known = policy != NULL && policy->kind == RESULT_NAME;

    name_or_answer(line, policy, known ? "" : "policy ", NULL, 0);
    name_or_answer(line, at_level(results, CACHE_INCLUSION, level), "inclusion ", inclusions, 3);
    name_or_answer(line, at_level(results, CACHE_WRITE, level), "write ", writes, 2);
    name_or_answer(line, at_level(results, CACHE_ALLOCATE, level), "allocate ", allocates, 2);
    sharing(line, at_level(results, CACHE_SHARED_BY, level));
}

/* Levels that are alike share a part: "L2-L4 policy ?". */
static void caches(FILE *out, const struct log *log, const struct results *results)
{
    struct format_line line = { 0 }, same;

    for (unsigned i = 1, end; i < MOST_LEVELS; i = end) {
        struct format_line one = { 0 };
        cache(&one, results, i);
        for (end = i + 1; end < MOST_LEVELS; end++) {
            same = (struct format_line){ 0 };
            cache(&same, results, end);
            if (strcmp(one.text, same.text) != 0)
                break;
        }
        if (one.used == 0)
            continue;
        next_part(&line, "; ");
        format_line_add(&line, "L%u", i);
        if (end > i + 1)
            format_line_add(&line, "-L%u", end - 1);
        format_line_add(&line, " %s", one.text);
    }
    if (line.used == 0 && is_number(result_find(results, id_of(CACHE_LEVELS)), 0))
        format_line_add(&line, "none");
    print_line(out, "CACHES", &line, log, "cache_policy");
}

/* ---- registers, contexts, the rest of a processor ---- */

static void registers(FILE *out, const struct log *log, const struct results *results)
{
    struct format_line line = { 0 };

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        char before[48];

        if (r->name.quantity != REGISTERS)
            continue;
        snprintf(before, sizeof before, "%s%.40s ", line.used > 0 ? ", " : "", r->name.type);
        format_line_answer(&line, results, before, r->name, "");
    }
    print_line(out, "REGISTERS", &line, log, "live_ranges");
}

static void processors(struct format_line *line, const struct results *results)
{
    const struct result *smp = result_find(results, id_of(CONTEXTS_SMP));
    const struct result *smt = result_find(results, id_of(CONTEXTS_SMT));

    if (smp == NULL)
        return;
    next_part(line, "; ");
    format_line_answer(line, results, "", smp->name, is_number(smp, 1) ? " core" : " cores");
    if (smt != NULL)
        format_line_answer(line, results, " of ", smt->name,
                           is_number(smt, 1) ? " thread" : " threads");
}

static void time_slot(struct format_line *line, const struct log *log,
                      const struct results *results)
{
    const char *os = log_key_text(log->run.keys, log->run.n_keys, "os");
    char why[120];

    next_part(line, "; ");
    if (result_find(results, id_of(OS_TIMESLICE)) != NULL) {
        format_line_answer(line, results, "time slot ", id_of(OS_TIMESLICE), "");
    } else if (os != NULL && strcmp(os, "none") == 0) {
        format_line_add(line, "time slot none (no OS)");
    } else {
        format_missing(why, sizeof why, log, "timeslice");
        format_line_add(line, "time slot %s", why);
    }
}

/* "context 2 is 1.25 times as slow as context 0": what is more than their own scatter; or that they
 * are equal. Nothing of one context. */
static void slowest(struct format_line *line, const struct results *results)
{
    const struct result *slow = NULL, *fast = NULL;

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];

        if (r->name.quantity != CONTEXT_CYCLE || !result_is_number(r) || confidence_is_low(r))
            continue;
        slow = slow == NULL || r->value > slow->value ? r : slow;
        fast = fast == NULL || r->value < fast->value ? r : fast;
    }
    if (slow == fast)
        return;
    next_part(line, "; ");
    if (slow->value > UNEQUAL * fast->value && slow->low > fast->high)
        format_line_add(line, "context %u is %.2f times as slow as context %u", slow->name.context,
                        slow->value / fast->value, fast->name.context);
    else
        format_line_add(line, "equally fast");
}

static void contexts(FILE *out, const struct log *log, const struct results *results)
{
    static const struct {
        enum quantity quantity;
        const char *name;
    } kinds[] = { { CONTEXTS_INT, "int " },
                  { CONTEXTS_FLOAT, "float " },
                  { CONTEXTS_MEMORY, "memory " } };
    struct format_line line = { 0 };
    char why[120];

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (result_find(results, id_of(kinds[i].quantity)) != NULL) {
            next_part(&line, ", ");
            format_line_answer(&line, results, kinds[i].name, id_of(kinds[i].quantity), "");
        }
    if (line.used == 0) {
        format_missing(why, sizeof why, log, "contexts");
        format_line_add(&line, "%s", why);
    }
    processors(&line, results);
    slowest(&line, results);
    time_slot(&line, log, results);
    print_line(out, "CONTEXTS", &line, log, "contexts");
}

static void loads_at(struct format_line *line, const struct results *results, struct result_id id,
                     const char *name)
{
    char before[40];

    snprintf(before, sizeof before, "%s%s ", line->used > 0 ? ", " : "loads at once: ", name);
    format_line_answer(line, results, before, id, "");
}

/* "loads at once: L1 9, L2 7, memory 20". */
static void loads(struct format_line *line, const struct results *results)
{
    char name[8];

    for (unsigned i = 1; i < MOST_LEVELS; i++) {
        snprintf(name, sizeof name, "L%u", i);
        loads_at(line, results, id_at(CACHE_MLP, i), name);
    }
    loads_at(line, results, id_of(MEMORY_MLP), "memory");
}

/* Adds that WHAT is missing, and the reason. */
static void part_missing(struct format_line *line, const struct log *log, const char *what,
                         const char *probe)
{
    char why[120];

    format_missing(why, sizeof why, log, probe);
    next_part(line, "; ");
    format_line_add(line, "%s %s", what, why);
}

static void branches(struct format_line *line, const struct log *log, const struct results *results)
{
    if (result_find(results, id_of(BRANCH_PENALTY)) == NULL) {
        part_missing(line, log, "misprediction", "branch");
        return;
    }
    next_part(line, "; ");
    format_line_answer(line, results, "misprediction ", id_of(BRANCH_PENALTY), "");
    format_line_answer(line, results, ", patterns learnt up to ", id_of(BRANCH_HISTORY), "");
}

static void processor(FILE *out, const struct log *log, const struct results *results)
{
    struct format_line line = { 0 };

    loads(&line, results);
    bool any = line.used > 0 || result_find(results, id_of(BRANCH_PENALTY)) != NULL ||
               result_find(results, id_at(ICACHE_SIZE, 1)) != NULL;
    if (any && line.used == 0)
        part_missing(&line, log, "loads at once", "mlp");
    if (any)
        branches(&line, log, results);
    if (any && result_find(results, id_at(ICACHE_SIZE, 1)) == NULL)
        part_missing(&line, log, "code cache", "icache");
    format_line_answer(&line, results, "; code cache ", id_at(ICACHE_SIZE, 1), "");
    print_line(out, "PROCESSOR", &line, log, "mlp");
}

/* ---- memory that is far, or busy ---- */

/* Adds ", NAME 117 cy and 10.7 B/cy" of memory that is near or far. */
static void numa_side(struct format_line *line, const struct results *results, const char *name,
                      enum quantity latency, enum quantity bandwidth)
{
    const struct result *r = result_find(results, id_of(latency));
    char before[40];

    if (r == NULL || r->kind == RESULT_NONE)
        return;
    snprintf(before, sizeof before, ", %s ", name);
    format_line_answer(line, results, before, r->name, "");
    format_line_answer(line, results, " and ", id_of(bandwidth), "");
}

/* "nodes 2, near 117 cy and 10.7 B/cy, far ...": of one, memory's own row says the rest. */
static void memory_nodes(struct format_line *line, const struct results *results)
{
    const struct result *nodes = result_find(results, id_of(NUMA_NODES));

    if (nodes == NULL)
        return;
    format_line_answer(line, results, "nodes ", nodes->name, "");
    if (!is_number(nodes, 1)) {
        numa_side(line, results, "near", NUMA_LOCAL_LATENCY, NUMA_LOCAL_BANDWIDTH);
        numa_side(line, results, "far", NUMA_REMOTE_LATENCY, NUMA_REMOTE_BANDWIDTH);
    }
}

static void busy_level(struct format_line *line, const struct result *r, const char *separator)
{
    unsigned level = r->name.level;

    if (level == MEMORY_LEVEL)
        format_line_add(line, "%smemory ", separator);
    else
        format_line_add(line, "%sL%u ", separator, level);
    if (r->kind == RESULT_NUMBER)
        format_line_add(line, "%.3g%s", r->value, confidence_is_low(r) ? "!" : "");
    else
        format_line_add(line, "?");
}

/* "while others read: L3 3.16, memory 6.1 times the latency". */
static void loaded_memory(struct format_line *line, const struct results *results)
{
    bool any = false;

    for (size_t i = 0; i < results->n; i++) {
        const struct result_id *id = &results->at[i].name;

        if (id->quantity != LOADED_RATIO || strcmp(id->op, "read") != 0)
            continue;
        if (!any)
            format_line_add(line, "%swhile others read:", line->used > 0 ? "; " : "");
        busy_level(line, &results->at[i], any ? ", " : " ");
        any = true;
    }
    if (any)
        format_line_add(line, " times the latency");
}

static void memory(FILE *out, const struct log *log, const struct results *results)
{
    struct format_line line = { 0 };

    memory_nodes(&line, results);
    loaded_memory(&line, results);
    if (line.used > 0)
        print_line(out, "MEMORY", &line, log, "numa");
}

void text_lines(FILE *out, const struct log *log, const struct results *results)
{
    tlb(out, log, results);
    caches(out, log, results);
    registers(out, log, results);
    contexts(out, log, results);
    processor(out, log, results);
    memory(out, log, results);
}
