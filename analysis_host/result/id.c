/* Prints and reads the names of answers, from one table of name and unit. */
#include "id.h"
#include "element.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In a name or unit, {level} is a number, {context} one from 0 on, {place} is "cache.N" or
 * "memory". */
static const struct {
    const char *name, *unit;
} table[QUANTITIES] = {
    [CPU_FREQUENCY] = { "cpu.frequency", "Hz" },
    [TIMER_STEP] = { "timer.step", "ns" },
    [TIMER_READ] = { "timer.read", "ns" },
    [CACHE_LEVELS] = { "cache.levels", "count" },
    [CACHE_SIZE] = { "cache.{level}.size", "B" },
    [CACHE_LATENCY] = { "cache.{level}.latency", "cycle" },
    [MEMORY_LATENCY] = { "memory.latency", "cycle" },
    [CACHE_LINE] = { "cache.{level}.line", "B" },
    [CACHE_WAYS] = { "cache.{level}.ways", "count" },
    [PUBLISHED_WAYS] = { "xray.cache.{level}.ways", "count" },
    [PUBLISHED_SIZE] = { "xray.cache.{level}.size", "B" },
    [CACHE_POLICY] = { "cache.{level}.policy", "name" },
    [CACHE_INCLUSION] = { "cache.{level}.inclusion", "name" },
    [PREFETCH_ADJACENT] = { "prefetch.{level}.adjacent", "name" },
    [PREFETCH_STRIDE] = { "prefetch.{level}.stride", "B" },
    [PREFETCH_AHEAD] = { "prefetch.{level}.ahead", "count" },
    [PREFETCH_STREAMS] = { "prefetch.{level}.streams", "count" },
    [PREFETCH_DIRECTION] = { "prefetch.{level}.direction", "name" },
    [PREFETCH_PAGE] = { "prefetch.{level}.page", "name" },
    [TLB_PAGE] = { "tlb.page", "B" },
    [TLB_LEVELS] = { "tlb.levels", "count" },
    [TLB_ENTRIES] = { "tlb.{level}.entries", "count" },
    [TLB_WAYS] = { "tlb.{level}.ways", "count" },
    [TLB_PENALTY] = { "tlb.{level}.penalty", "cycle" },
    [TLB_WALK] = { "tlb.walk", "cycle" },
    [PAGE_LARGE] = { "page.large", "name" },
    [CACHE_WRITE] = { "cache.{level}.write", "name" },
    [CACHE_ALLOCATE] = { "cache.{level}.allocate", "name" },
    [REGION_LATENCY] = { "region.{op}.{type}.latency", "cycle" },
    [REGION_BANDWIDTH] = { "region.{op}.{type}.bandwidth", "B per cycle" },
    [OP_LATENCY] = { "op.{op}.{type}.latency", "cycle" },
    [OP_INTERVAL] = { "op.{op}.{type}.interval", "cycle" },
    [OP_THROUGHPUT] = { "op.{op}.{type}.throughput", "op per i32 add" },
    [OP_IN_FLIGHT] = { "op.{op}.{type}.in_flight", "count" },
    [OP_EXISTS] = { "op.{op}.{type}.exists", "bool" },
    [REGISTERS] = { "regs.{type}", "count" },
    [CACHE_MLP] = { "cache.{level}.mlp", "count" },
    [MEMORY_MLP] = { "memory.mlp", "count" },
    [BRANCH_PENALTY] = { "branch.penalty", "cycle" },
    [BRANCH_PATTERN] = { "branch.pattern", "count" },
    [BRANCH_INDIRECT_PENALTY] = { "branch.indirect.penalty", "cycle" },
    [BRANCH_INDIRECT_PATTERN] = { "branch.indirect.pattern", "count" },
    [BRANCH_INDIRECT_TARGETS] = { "branch.indirect.targets", "count" },
    [BRANCH_INDIRECT_SEVERAL] = { "branch.indirect.several", "cycle" },
    [ICACHE_SIZE] = { "icache.{level}.size", "B" },
    [ICACHE_WAYS] = { "icache.{level}.ways", "count" },
    [CODE_LINE] = { "code.{place}.line", "cycle" },
    [CODE_IN_ORDER] = { "code.{place}.in_order", "cycle" },
    [ISSUE_WIDTH] = { "issue.width", "op per cycle" },
    [ISSUE_SHARED] = { "issue.shared", "op per cycle" },
    [ISSUE_STORE] = { "issue.store", "cycle" },
    [ISSUE_STORE_LINE] = { "issue.store.line", "cycle" },
    [ISSUE_STORE_LINES] = { "issue.store.lines", "count" },
    [ISSUE_LOAD_REAL] = { "issue.load.real", "cycle" },
    [ISSUE_CALL] = { "issue.call", "cycle" },
    [WINDOW_SIZE] = { "window.size", "count" },
    [WINDOW_WAITING] = { "window.waiting", "count" },
    [WINDOW_WAITING_REAL] = { "window.waiting.real", "count" },
    [WINDOW_AHEAD] = { "window.ahead", "count" },
    [WINDOW_AHEAD_REAL] = { "window.ahead.real", "count" },
    [NEIGHBOUR_SHARE] = { "neighbour.share", "share" },
    [FORWARD_LATENCY] = { "forward.latency", "cycle" },
    [FORWARD_SAME] = { "forward.same", "cycle" },
    [FORWARD_PART] = { "forward.part", "cycle" },
    [FORWARD_REAL] = { "forward.real", "cycle" },
    [FORWARD_EVICTED] = { "forward.evicted", "cycle" },
    [BYPASS_CROSS] = { "bypass.cross", "cycle" },
    [BYPASS_ADD_MUL] = { "bypass.add.mul", "cycle" },
    [BYPASS_LOAD_VECTOR] = { "bypass.load.vector", "cycle" },
    [CONTEXTS_INT] = { "contexts.int", "count" },
    [CONTEXTS_FLOAT] = { "contexts.float", "count" },
    [CONTEXTS_MEMORY] = { "contexts.memory", "count" },
    [CONTEXTS_SMP] = { "contexts.smp", "count" },
    [CONTEXTS_SMT] = { "contexts.smt", "count" },
    [CONTEXT_CYCLE] = { "context.{context}.cycle", "ns" },
    [CONTEXT_LATENCY] = { "context.{context}.memory.latency", "cycle" },
    [OS_TIMESLOT] = { "os.timeslot", "s" },
    [OS_CALL] = { "os.call", "ns" },
    [OS_MAP] = { "os.map", "ns" },
    [OS_READ] = { "os.read", "ns" },
    [OS_WRITE] = { "os.write", "ns" },
    [OS_FIND] = { "os.find", "ns" },
    [OS_OPEN] = { "os.open", "ns" },
    [OS_LIST] = { "os.list", "ns" },
    [OS_GROW] = { "os.grow", "ns" },
    [OS_GROW_MANY] = { "os.grow.many", "ns" },
    [FIRST_TOUCH_PAGE] = { "first_touch.page", "ns" },
    [FIRST_TOUCH_READ] = { "first_touch.read", "ns" },
    [FIRST_TOUCH_COPIED] = { "first_touch.copied", "ns" },
    [FIRST_TOUCH_RETURN] = { "first_touch.return", "ns" },
    [FIRST_TOUCH_FILE] = { "first_touch.file", "ns" },
    [BANDWIDTH_ALONE] = { "bandwidth.{place}.{op}", "B per cycle" },
    [BANDWIDTH_TOGETHER] = { "bandwidth.{place}.{op}.{contexts}", "B per cycle" },
    [BANDWIDTH_TRAFFIC] = { "bandwidth.{place}.{op}.traffic", "B per cycle" },
    [BANDWIDTH_SATURATION] = { "bandwidth.{place}.{op}.saturation", "count" },
    [CACHE_SHARED_BY] = { "cache.{level}.shared_by", "count" },
    [COHERENCE_PAIRS] = { "coherence.pairs", "table" },
    [NUMA_NODES] = { "numa.nodes", "count" },
    [NUMA_NEAR_LATENCY] = { "numa.near.latency", "cycle" },
    [NUMA_NEAR_BANDWIDTH] = { "numa.near.bandwidth", "B per cycle" },
    [NUMA_FAR_LATENCY] = { "numa.far.latency", "cycle" },
    [NUMA_FAR_BANDWIDTH] = { "numa.far.bandwidth", "B per cycle" },
    [LOADED_LATENCY] = { "loaded.{place}.{op}.latency", "cycle" },
    [LOADED_RATIO] = { "loaded.{place}.{op}.ratio", "times" },
    [PEAK_IMBALANCE] = { "peak.{type}.imbalance", "times" },
    [PEAK_CLOCK] = { "peak.{type}.clock", "times" },
    [CPU_FREQUENCY_UNDER] = { "cpu.frequency.under.{type}", "times" },
    [CPU_FREQUENCY_TRANSITION] = { "cpu.frequency.under.{type}.transition", "ns" },
    [PEAK_RATE] = { "peak.{type}.{op}", "flop per cycle" },
    [PEAK_TOGETHER] = { "peak.{type}.{op}.{contexts}", "flop per cycle" },
    [ROOFLINE_RIDGE] = { "roofline.{type}.ridge", "flop per B" },
    [KERNEL_BEST] = { "kernel.{op}.{type}.{state}.best", "flop per cycle" },
    [KERNEL_AT] = { "kernel.{op}.{type}.{state}.at", "count" },
    [KERNEL_INTENSITY] = { "kernel.{op}.{type}.{state}.intensity", "flop per B" },
    [KERNEL_ROOF] = { "kernel.{op}.{type}.{state}.roof", "share" },
    [KERNEL_LIMIT] = { "kernel.{op}.{type}.{state}.limit", "name" },
    [KERNEL_BEST_TOGETHER] = { "kernel.{op}.{type}.{state}.{contexts}.best", "flop per cycle" },
    [KERNEL_AT_TOGETHER] = { "kernel.{op}.{type}.{state}.{contexts}.at", "count" },
    [KERNEL_INTENSITY_TOGETHER] = { "kernel.{op}.{type}.{state}.{contexts}.intensity",
                                    "flop per B" },
    [KERNEL_ROOF_TOGETHER] = { "kernel.{op}.{type}.{state}.{contexts}.roof", "share" },
    [KERNEL_LIMIT_TOGETHER] = { "kernel.{op}.{type}.{state}.{contexts}.limit", "name" },
    [PATTERN_STREAMS_BEST] = { "pattern.streams.best.{place}", "count" },
    [PATTERN_RATE] = { "pattern.{op}.{type}.{place}", "B per cycle" },
    [PATTERN_SPEEDUP] = { "pattern.{op}.{type}.speedup", "times" },
    [PATTERN_SPEEDUP_AT] = { "pattern.{op}.{type}.speedup.at", "count" },
    [PATTERN_TRAFFIC] = { "pattern.{op}.{type}.traffic", "times" },
    [PATTERN_SHARING] = { "pattern.{op}.sharing", "times" },
    [PATTERN_BARRIER] = { "pattern.{op}.barrier", "cycle" },
    [TUNE_TILE] = { "tune.{op}.{type}.tile", "name" },
    [TUNE_KC] = { "tune.{op}.{type}.kc", "count" },
    [TUNE_MC] = { "tune.{op}.{type}.mc", "count" },
    [TUNE_RATE] = { "tune.{op}.{type}.rate", "flop per cycle" },
    [TUNE_OF_PEAK] = { "tune.{op}.{type}.of_peak", "share" },
    [TUNE_LEAD] = { "tune.{op}.{type}.lead", "share" },
};

void id_level_text(char *to, size_t size, unsigned level)
{
    if (level == MEMORY_LEVEL)
        snprintf(to, size, "memory");
    else
        snprintf(to, size, "cache.%u", level);
}

/* Moves *NAME past WORD in braces, which it must begin with; else false. */
static bool skip_brace(const char **name, const char *word)
{
    size_t n = strlen(word);

    if (strncmp(*name, word, n) != 0)
        return false;
    *name += n;
    return true;
}

/* The text of the brace that *NAME begins with, at most SIZE bytes; *NAME is moved past it. */
static void print_brace(char *to, size_t size, const char **name, const struct result_id *id)
{
    if (skip_brace(name, "{level}"))
        snprintf(to, size, "%u", id->level);
    else if (skip_brace(name, "{place}"))
        id_level_text(to, size, id->level);
    else if (skip_brace(name, "{contexts}"))
        snprintf(to, size, "%u", id->contexts);
    else if (skip_brace(name, "{context}"))
        snprintf(to, size, "%u", id->context);
    else if (skip_brace(name, "{op}"))
        snprintf(to, size, "%s", id->op);
    else if (skip_brace(name, "{type}"))
        snprintf(to, size, "%s", id->type);
    else if (skip_brace(name, "{state}"))
        snprintf(to, size, "%s", id->state);
}

/* Fills TO, SIZE bytes, with TEMPLATE as ID fills its braces. */
static void fill(char *to, size_t size, const char *template, const struct result_id *id)
{
    size_t used = 0;

    while (*template != '\0' && used + 1 < size) {
        if (*template != '{') {
            to[used++] = *template ++;
            continue;
        }
        print_brace(to + used, size - used, &template, id);
        used += strlen(to + used);
    }
    to[used] = '\0';
}

static void print(struct result_id *id)
{
    fill(id->text, sizeof id->text, table[id->quantity].name, id);
}

void id_kind(char *to, size_t size, const struct result_id *id)
{
    struct result_id one = { .quantity = id->quantity,
                             .level = id->level < 3 ? id->level : 3,
                             .contexts = 2,
                             .op = "op",
                             .type = "type",
                             .state = "state" };

    fill(to, size, one.quantity < QUANTITIES ? table[one.quantity].name : id->text, &one);
}

void id_unit(char *to, size_t size, const struct result_id *id)
{
    struct element e;
    bool peak = id->quantity == PEAK_RATE || id->quantity == PEAK_TOGETHER;

    if (peak && element_read(id->type, &e) && !e.is_float)
        snprintf(to, size, "op per cycle");
    else
        fill(to, size, id->quantity < QUANTITIES ? table[id->quantity].unit : "", id);
}

/* Fills TO with WORD; what is too long is cut. */
static void keep_word(char to[ID_WORD], const char *word)
{
    snprintf(to, ID_WORD, "%s", word ? word : "");
}

struct result_id id_of(enum quantity quantity)
{
    return id_at(quantity, MEMORY_LEVEL);
}

struct result_id id_at(enum quantity quantity, unsigned level)
{
    struct result_id id = { .quantity = quantity, .level = level };

    print(&id);
    return id;
}

struct result_id id_op(enum quantity quantity, const char *op, const char *type)
{
    struct result_id id = { .quantity = quantity };

    keep_word(id.op, op);
    keep_word(id.type, type);
    print(&id);
    return id;
}

struct result_id id_type(enum quantity quantity, const char *type)
{
    return id_op(quantity, NULL, type);
}

struct result_id id_moving(enum quantity quantity, unsigned level, const char *op)
{
    struct result_id id = { .quantity = quantity, .level = level };

    keep_word(id.op, op);
    print(&id);
    return id;
}

struct result_id id_together(unsigned level, const char *op, unsigned contexts)
{
    struct result_id id = id_moving(contexts > 1 ? BANDWIDTH_TOGETHER : BANDWIDTH_ALONE, level, op);

    if (contexts > 1) {
        id.contexts = contexts;
        print(&id);
    }
    return id;
}

struct result_id id_context(enum quantity quantity, unsigned context)
{
    struct result_id id = { .quantity = quantity, .context = context };

    print(&id);
    return id;
}

struct result_id id_peak(const char *mix, const char *type, unsigned contexts)
{
    struct result_id id = id_op(contexts > 1 ? PEAK_TOGETHER : PEAK_RATE, mix, type);

    if (contexts > 1) {
        id.contexts = contexts;
        print(&id);
    }
    return id;
}

struct result_id id_kernel(enum quantity quantity, const char *name, const char *variant,
                           const char *state, unsigned contexts)
{
    struct result_id id = id_op(quantity, name, variant);

    keep_word(id.state, state);
    if (contexts > 1) {
        id.quantity += KERNEL_BEST_TOGETHER - KERNEL_BEST;
        id.contexts = contexts;
    }
    print(&id);
    return id;
}

struct result_id id_pattern_rate(const char *name, const char *variant, unsigned level)
{
    struct result_id id = id_op(PATTERN_RATE, name, variant);

    id.level = level;
    print(&id);
    return id;
}

/* ---- reading ---- */

/* Reads decimal digits at *TEXT, without a leading zero, and moves it past them. */
static bool read_number(const char **text, unsigned *value)
{
    char *end;
    unsigned long n = strtoul(*text, &end, 10);

    if (**text < '1' || **text > '9' || n > 1000000)
        return false;
    *value = (unsigned)n;
    *text = end;
    return true;
}

/* The same of a number that may be 0. */
static bool read_from_zero(const char **text, unsigned *value)
{
    *value = 0;
    return skip_brace(text, "0") || read_number(text, value);
}

/* Reads what stands before the next point or the end. */
static bool read_word(const char **text, char to[ID_WORD])
{
    size_t n = strcspn(*text, ".");

    if (n == 0 || n >= ID_WORD)
        return false;
    snprintf(to, ID_WORD, "%.*s", (int)n, *text);
    *text += n;
    return true;
}

static bool read_place(const char **text, unsigned *level)
{
    if (skip_brace(text, "cache."))
        return read_number(text, level);
    *level = MEMORY_LEVEL;
    return skip_brace(text, "memory");
}

/* Reads the brace that *NAME begins with from *TEXT; both are moved past it. */
static bool read_brace(const char **name, const char **text, struct result_id *id)
{
    if (skip_brace(name, "{level}"))
        return read_number(text, &id->level);
    if (skip_brace(name, "{place}"))
        return read_place(text, &id->level);
    if (skip_brace(name, "{contexts}"))
        return read_number(text, &id->contexts);
    if (skip_brace(name, "{context}"))
        return read_from_zero(text, &id->context);
    if (skip_brace(name, "{op}"))
        return read_word(text, id->op);
    if (skip_brace(name, "{state}"))
        return read_word(text, id->state);
    return skip_brace(name, "{type}") && read_word(text, id->type);
}

/* True when TEXT is a name of QUANTITY; then fills *ID. */
static bool read_as(enum quantity quantity, const char *text, struct result_id *id)
{
    const char *name = table[quantity].name;

    *id = (struct result_id){ .quantity = quantity };
    while (*name != '\0')
        if (*name == '{') {
            if (!read_brace(&name, &text, id))
                return false;
        } else if (*name++ != *text++) {
            return false;
        }
    return *text == '\0';
}

struct result_id id_read(const char *text)
{
    struct result_id id;

    for (enum quantity q = 0; q < QUANTITIES; q++)
        if (read_as(q, text, &id)) {
            print(&id);
            return id;
        }
    id = (struct result_id){ .quantity = QUANTITY_UNKNOWN };
    snprintf(id.text, sizeof id.text, "%s", text);
    return id;
}

bool id_same(const struct result_id *a, const struct result_id *b)
{
    return a->quantity == b->quantity && strcmp(a->text, b->text) == 0;
}
