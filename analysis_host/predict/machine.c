/* From a log's answers to a machine that programs can be replayed on. */
#include "machine.h"
#include "machine_units.h"
#include "policy/scheduler.h"
#include "result/os_reported.h"
#include "result/query.h"
#include "result/remedy.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Seconds of a page's first touch and of a system call under Linux. */
#define ASSUMED_TOUCH 1.3e-6
#define ASSUMED_CALL  0.3e-6

/* Without their answers: times of cache 2 that a store takes whose line was evicted before it left;
 * first touches that a mapping takes with its table of pages; pages of a file that one touch maps.
 */
#define REFETCHES     3
#define MAP_TOUCHES   4
#define PAGES_AT_ONCE 6

/* A row of predict/parameters.def: the answer that gives a number, or the name of a constant that
 * no probe measures; what stands in without it, and the bounds that a fit stays in. */
struct parameter {
    const char *constant; /* NULL: an answer gives it */
    enum quantity quantity;
    unsigned level;
    const char *op, *type;
    double otherwise, bounds[2];
};

#define ANSWER(name, quantity, level, op, type, otherwise, low, high)                              \
    [MACHINE_##name] = { NULL, quantity, level, op, type, otherwise, { low, high } },
#define CONSTANT(name, id, otherwise, low, high, source)                                           \
    [MACHINE_##name] = { id, QUANTITY_UNKNOWN, MEMORY_LEVEL, "", "", otherwise, { low, high } },
static const struct parameter parameters[MACHINE_PARAMETERS] = {
#include "parameters.def"
};
#undef ANSWER
#undef CONSTANT

struct result_id machine_parameter_id(enum machine_parameter number)
{
    const struct parameter *p = &parameters[number];

    if (p->constant != NULL)
        return id_read(p->constant);
    return *p->op != '\0' ? id_op(p->quantity, p->op, p->type) : id_at(p->quantity, p->level);
}

const double *machine_parameter_bounds(enum machine_parameter number)
{
    return parameters[number].bounds;
}

static void miss(struct machine *m, const char *id, const char *instead)
{
    struct machine_missing *one = &m->missing[m->n_missing];

    if (m->n_missing == MACHINE_MISSING)
        return;
    snprintf(one->id, sizeof one->id, "%s", id);
    snprintf(one->instead, sizeof one->instead, "%s", instead);
    m->n_missing++;
}

/* The answer to ID as measured; 0, and a note that INSTEAD is done, where there is none. */
static double value_or_miss(struct machine *m, struct result_id id, const char *instead)
{
    double value = result_measured(m->results, id);

    if (value <= 0)
        miss(m, id.text, instead);
    return value > 0 ? value : 0;
}

/* ---- operations ---- */

/* Rows of the probe `ops` that stand for an operation, the nearest first. */
static const char *const rows_of[SIGNATURE_OPS][3] = {
    [OP_MOVE] = { "and", "add" },
    [OP_ADD] = { "add" },
    [OP_LOGIC] = { "and", "xor", "add" },
    [OP_SHIFT] = { "shift", "add" },
    [OP_LEA] = { "add" },
    [OP_MUL] = { "mul" },
    [OP_DIV] = { "div", "mod" },
    [OP_BITS] = { "add" },
    [OP_FADD] = { "add" },
    [OP_FMUL] = { "mul" },
    [OP_FMA] = { "fma", "mul" },
    [OP_FDIV] = { "div" },
    [OP_FSQRT] = { "sqrt", "div" },
    [OP_CONVERT] = { "cvt", "add" },
    [OP_VADD] = { "add", "xor" },
    [OP_VMUL] = { "mul" },
    [OP_SHUFFLE] = { "xor", "add" },
    [OP_OTHER] = { "add" },
    [OP_ATOMIC] = { "add" },
};

static bool is_fp(unsigned op, unsigned type)
{
    return (op >= OP_FADD && op <= OP_CONVERT) || type == TYPE_F32 || type == TYPE_F64;
}

/* Fills TO with the types to look under, the nearest first; returns how many. */
static unsigned types_near(unsigned op, unsigned type, unsigned vector, char to[4][ID_WORD])
{
    bool wide = type == TYPE_I64 || type == TYPE_F64 || type == TYPE_NONE;
    const char *kind = is_fp(op, type) ? "f" : "i";
    unsigned n = 0;

    if (vector >= 16) {
        snprintf(to[n++], ID_WORD, "v%u%s%d", vector * 8, kind, wide ? 64 : 32);
        snprintf(to[n++], ID_WORD, "v%u%s%d", vector * 8, kind, wide ? 32 : 64);
    }
    snprintf(to[n++], ID_WORD, "%s%d", kind, wide ? 64 : 32);
    snprintf(to[n++], ID_WORD, "%s%d", kind, wide ? 32 : 64);
    return n;
}

static struct machine_cost cost_of_row(const struct machine *m, const char *row, const char *type)
{
    struct machine_cost cost = {
        .latency = result_nominal(m->results, id_op(OP_LATENCY, row, type)),
        .interval = result_measured(m->results, id_op(OP_RTHROUGHPUT, row, type))
    };

    cost.known = cost.latency > 0 && cost.interval > 0;
    return cost;
}

/* COST, or less where the board divides shorter numbers sooner: the probe's numbers use the whole
 * width of their type, those of programs mostly do not. */
static struct machine_cost short_division(const struct machine *m, struct machine_cost cost)
{
    static const char *const types[] = { "i8", "i16", "i32" };

    for (unsigned i = 0; i < 3; i++) {
        struct machine_cost one = cost_of_row(m, "div", types[i]);
        if (one.known && one.latency < cost.latency)
            cost = one;
    }
    return cost;
}

static struct machine_cost find_cost(const struct machine *m, unsigned op, unsigned type,
                                     unsigned vector)
{
    char types[4][ID_WORD];
    unsigned n = types_near(op, type, vector, types);

    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < 3 && rows_of[op][k] != NULL; k++) {
            struct machine_cost cost = cost_of_row(m, rows_of[op][k], types[i]);
            if (cost.known)
                return op == OP_DIV && !is_fp(op, type) ? short_division(m, cost) : cost;
        }
    return (struct machine_cost){ .latency = 1 };
}

unsigned machine_vector(unsigned bytes)
{
    return bytes < 16 ? 0 : bytes < 32 ? 1 : bytes < 64 ? 2 : 3;
}

/* The probe compares and chooses. It is the shortest type that counts: of longer ones compilers
 * make vectors. */
static double selection_of(const struct machine *m)
{
    static const char *const types[] = { "i8", "i16", "i32", "i64" };

    for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
        struct machine_cost both = cost_of_row(m, "cmp", types[i]);
        struct machine_cost add = cost_of_row(m, "add", types[i]);
        if (both.known && add.known)
            return fmax(1, both.latency - add.latency);
    }
    return 1;
}

void machine_find_costs(struct machine *m)
{
    m->selection = selection_of(m);
    for (unsigned op = 0; op < SIGNATURE_OPS; op++)
        for (unsigned type = 0; type <= TYPE_F64; type++)
            for (unsigned v = 0; v < MACHINE_VECTORS; v++)
                m->cost[op][type][v] = find_cost(m, op, type, v == 0 ? 0 : 8U << v);
}

/* ---- memory ---- */

static double bandwidth_of(struct machine *m, unsigned level)
{
    double read = result_measured(m->results, id_moving(BANDWIDTH_ALONE, level, "read"));

    if (read <= 0)
        read = result_measured(m->results, id_moving(BANDWIDTH_ALONE, level, "copy"));
    if (read <= 0)
        miss(m, id_moving(BANDWIDTH_ALONE, level, "read").text, "no limit");
    return read > 0 ? read : 0;
}

static double in_flight(struct machine *m, struct result_id id, double otherwise)
{
    double n = result_measured(m->results, id);
    char instead[64];

    if (n >= 1)
        return n;
    snprintf(instead, sizeof instead, "%.0f at once", otherwise);
    miss(m, id.text, instead);
    return otherwise;
}

/* Hardware is clocked: what is within 5 in 1000 of a whole number of cycles is that. */
static double whole_cycles(double cycles)
{
    return fabs(cycles - round(cycles)) <= 0.005 * cycles ? round(cycles) : cycles;
}

/* An answer below is as likely to be wrong. */
#define SURE 0.5

static enum replacement_policy policy_of(const struct machine *m, unsigned n)
{
    const struct result *r = result_find(m->results, id_at(CACHE_POLICY, n));

    if (r == NULL || r->kind != RESULT_NAME || r->confidence < SURE)
        return REPLACEMENT_LRU;
    for (unsigned p = 0; p < REPLACEMENT_POLICIES; p++)
        if (strcmp(r->text, replacement_names[p]) == 0)
            return (enum replacement_policy)p;
    return REPLACEMENT_LRU;
}

/* Bytes that stand for the unknown size of level N. */
static double instead_of_size(struct machine *m, const struct log_run *run, unsigned n)
{
    const char *why;
    double before = n > 1 ? m->level[n - 2].lines * m->line_bytes : 0;
    double bytes = cache_size_instead(m->results, run, n, before, &why);
    char instead[64];

    snprintf(instead, sizeof instead, "%.20s, %s", words_bytes(bytes).text, why);
    miss(m, id_at(CACHE_SIZE, n).text, instead);
    return bytes;
}

static void read_level(struct machine *m, const struct log_run *run, unsigned n)
{
    struct machine_level *l = &m->level[n - 1];
    double bytes = cache_measured(m->results, n, CACHE_SIZE);

    if (bytes <= 0)
        bytes = instead_of_size(m, run, n);
    l->lines = bytes / m->line_bytes;
    l->ways = cache_nominal(m->results, n, CACHE_WAYS);
    if (l->ways <= 0)
        miss(m, id_at(CACHE_WAYS, n).text, "fully associative");
    l->latency = whole_cycles(cache_nominal(m->results, n, CACHE_LATENCY));
    l->mlp = in_flight(m, id_at(CACHE_MLP, n), 8);
    l->bytes_per_cycle = bandwidth_of(m, n);
    l->policy = policy_of(m, n);
    const struct result *nominal = result_find(m->results, id_at(CACHE_SIZE, n));
    if (n == 1 && nominal != NULL && nominal->has_nominal)
        l->lines = nominal->nominal / m->line_bytes;
}

/* An exclusive cache holds what the levels above do not. */
static void add_exclusive(struct machine *m)
{
    for (unsigned n = 2; n <= m->levels; n++) {
        const struct result *r = result_find(m->results, id_at(CACHE_INCLUSION, n));
        if (r != NULL && r->kind == RESULT_NAME && strcmp(r->text, "exclusive") == 0)
            m->level[n - 1].lines += m->level[n - 2].lines;
    }
}

static void read_memory(struct machine *m)
{
    struct machine_level *l = &m->level[m->levels];

    l->lines = INFINITY;
    l->latency = whole_cycles(latency_at(m->results, m->levels + 1, m->levels));
    if (l->latency <= 0) {
        miss(m, id_of(MEMORY_LATENCY).text, "three times the last cache");
        l->latency = m->levels > 0 ? 3 * m->level[m->levels - 1].latency : 100;
    }
    l->mlp = in_flight(m, id_of(MEMORY_MLP), 8);
    l->bytes_per_cycle = bandwidth_of(m, MEMORY_LEVEL);
}

static void read_tlbs(struct machine *m)
{
    double n = value_or_miss(m, id_of(TLB_LEVELS), "no translation costs anything");

    m->page_bytes = result_nominal(m->results, id_of(TLB_PAGE));
    m->tlbs = n > MACHINE_TLBS ? MACHINE_TLBS : (unsigned)fmax(0, n);
    for (unsigned i = 0; i < m->tlbs; i++) {
        m->tlb[i].entries = result_nominal(m->results, id_at(TLB_ENTRIES, i + 1));
        m->tlb[i].ways = result_nominal(m->results, id_at(TLB_WAYS, i + 1));
        m->tlb[i].penalty = whole_cycles(result_measured(m->results, id_at(TLB_PENALTY, i + 1)));
        if (m->tlb[i].ways <= 0)
            miss(m, id_at(TLB_WAYS, i + 1).text, "fully associative");
    }
    m->walk = m->tlbs > 0 ? whole_cycles(result_measured(m->results, id_of(TLB_WALK))) : 0;
}

static void read_hierarchy(struct machine *m, const struct log_run *run)
{
    m->line_bytes = cache_nominal(m->results, 1, CACHE_LINE);
    if (m->line_bytes <= 0)
        m->line_bytes = 64;
    m->levels = cache_levels(m->results);
    m->levels = m->levels > MACHINE_CACHES ? MACHINE_CACHES : m->levels;
    for (unsigned n = 1; n <= m->levels; n++)
        read_level(m, run, n);
    add_exclusive(m);
    read_memory(m);
    read_tlbs(m);
}

/* ---- branch targets ---- */

static void read_btbs(struct machine *m)
{
    const struct result *first = result_find(m->results, id_at(BRANCH_BTB_ENTRIES, 1));

    for (unsigned n = 1; n <= MACHINE_BTBS; n++) {
        struct machine_btb *b = &m->btb[m->btbs];

        b->entries = result_measured(m->results, id_at(BRANCH_BTB_ENTRIES, n));
        b->penalty = result_measured(m->results, id_at(BRANCH_BTB_PENALTY, n));
        if (!(b->entries > 0 && b->penalty > 0))
            break;
        m->btbs++;
    }
    if (m->btbs == 0 && !(first != NULL && first->kind == RESULT_NONE))
        miss(m, id_at(BRANCH_BTB_PENALTY, 1).text, "0: all targets are held");
}

/* ---- numbers ---- */

/* Most additions that start in a cycle, and a quarter more: the front end feeds other units, too.
 */
static double assumed_width(const struct machine *m)
{
    double i32 = result_measured(m->results, id_op(OP_RTHROUGHPUT, "add", "i32"));
    double i64 = result_measured(m->results, id_op(OP_RTHROUGHPUT, "add", "i64"));
    double least = i32 > 0 && (i64 <= 0 || i32 < i64) ? i32 : i64;
    double starts = least > 0 ? round(1 / least) : 1;

    return starts <= 2 ? starts : round(starts * 1.25);
}

/* Cycles in which memory's rate copies a page; 0: no system, or no rate. */
static double page_copy(const struct machine *m)
{
    double rate = m->level[m->levels].bytes_per_cycle;

    return m->os && rate > 0 ? m->page_bytes / rate : 0;
}

static double assumed(const struct machine *m, enum machine_parameter p)
{
    switch (p) {
    case MACHINE_ISSUE_WIDTH:
        return assumed_width(m);
    case MACHINE_FETCH_LATENCY_2: /* lines of code are asked for ahead, a few at once */
        return m->levels > 1 ? 0.2 * m->level[1].latency : 0;
    case MACHINE_FETCH_LATENCY_3:
        return m->levels > 2 ? 0.4 * m->level[2].latency : 0;
    case MACHINE_FETCH_LATENCY_MEMORY:
        return 0.3 * m->level[m->levels].latency;
    case MACHINE_FETCH_STRAIGHT_2: /* as lines that a jump leads to */
        return m->number[MACHINE_FETCH_LATENCY_2].value;
    case MACHINE_FETCH_STRAIGHT_3:
        return m->number[MACHINE_FETCH_LATENCY_3].value;
    case MACHINE_FETCH_STRAIGHT_MEMORY:
        return m->number[MACHINE_FETCH_LATENCY_MEMORY].value;
    case MACHINE_ROB_ENTRIES: /* in order, operations wait for their operands alone */
        return m->in_order ? 64 : parameters[p].otherwise;
    case MACHINE_LOAD_FP_RTHROUGHPUT: /* fewer units load into vector registers than into integer
                                         registers */
        return fmax(m->number[MACHINE_LOAD_RTHROUGHPUT].value,
                    m->serial ? 0 : parameters[p].otherwise);
    case MACHINE_STORE_FORWARD_PREDICTED:
        return m->number[MACHINE_STORE_FORWARD_LATENCY].value;
    case MACHINE_SHUFFLE_LATENCY: /* as other operations on vectors of integers */
        return fmax(1, m->cost[OP_VADD][TYPE_I32][machine_vector(16)].latency);
    case MACHINE_INDIRECT_PENALTY: /* its row comes after that of other branches */
        return m->number[MACHINE_BRANCH_PENALTY].value;
    case MACHINE_CALL_RETURN:
        return 2 * m->number[MACHINE_TAKEN_BRANCH].value;
    case MACHINE_STORE_EVICTED_LINE: /* the line driven out is written, and this one comes again */
        return REFETCHES * m->level[m->levels > 1 ? 1 : m->levels].latency;
    case MACHINE_OS_PAGE_FAULT_ZERO_PAGE: /* a page of zeros is there already */
        return m->number[MACHINE_OS_PAGE_FAULT_ANONYMOUS].value / 2;
    case MACHINE_OS_PAGE_FAULT_COPY_ON_WRITE:
        return m->number[MACHINE_OS_PAGE_FAULT_ANONYMOUS].value;
    case MACHINE_OS_PAGE_FAULT_FILE: /* several pages of a file are mapped at once */
        return m->number[MACHINE_OS_PAGE_FAULT_ANONYMOUS].value / PAGES_AT_ONCE;
    case MACHINE_OS_MMAP_MUNMAP:
        return MAP_TOUCHES * m->number[MACHINE_OS_PAGE_FAULT_ANONYMOUS].value;
    case MACHINE_OS_PAGE_FAULT_ANONYMOUS:
        return m->os ? ASSUMED_TOUCH * m->hz : 0;
    case MACHINE_OS_SYSCALL:
        return m->os ? ASSUMED_CALL * m->hz : 0;
    case MACHINE_OS_READ:
    case MACHINE_OS_WRITE:
        return m->number[MACHINE_OS_SYSCALL].value;
    case MACHINE_OS_STAT:
        return m->number[MACHINE_OS_PAGE_FAULT_ANONYMOUS].value;
    case MACHINE_OS_OPEN_CLOSE: /* and it is closed */
        return m->number[MACHINE_OS_PAGE_FAULT_ANONYMOUS].value +
               m->number[MACHINE_OS_SYSCALL].value;
    case MACHINE_OS_APPEND:
        return m->number[MACHINE_OS_SYSCALL].value + m->number[MACHINE_OS_APPEND_BULK].value;
    case MACHINE_OS_APPEND_BULK: /* its bytes are copied, too */
        return m->number[MACHINE_OS_PAGE_FAULT_ANONYMOUS].value + page_copy(m);
    default:
        return parameters[p].otherwise;
    }
}

/* Cycles that an answer in ns or us takes. */
static double in_cycles(const struct machine *m, const struct result *r)
{
    double unit = strcmp(r->unit, "ns") == 0 ? 1e-9 : strcmp(r->unit, "us") == 0 ? 1e-6 : 0;

    return unit > 0 ? r->value * unit * m->hz : r->value;
}

/* Cycles that the system takes to get a touched page back; 0: not measured. */
static double return_of_page(const struct machine *m)
{
    const struct result *r = result_find(m->results, id_of(OS_MUNMAP_PAGE));

    return result_is_number(r) ? in_cycles(m, r) : 0;
}

/* The probe of operations loads from a table at an index: what that takes longer than following
 * pointers does. */
static double longer_by_index(const struct machine *m, const struct result *r)
{
    double more = whole_cycles(r->value) - m->level[0].latency;

    return fmin(3, fmax(0, more));
}

/* Returns what P is where R answers it. In order, operations wait for each other, and how many have
 * begun does not matter. */
static double as_measured(const struct machine *m, enum machine_parameter p, const struct result *r)
{
    if (p == MACHINE_ROB_ENTRIES && m->in_order)
        return assumed(m, p);
    if (p == MACHINE_INDEXED_LOAD)
        return longer_by_index(m, r);
    if (p == MACHINE_BYPASS_ADD_TO_MUL)
        return fmin(3, fmax(0, r->value));
    bool returned =
        p == MACHINE_OS_PAGE_FAULT_ANONYMOUS || p == MACHINE_OS_PAGE_FAULT_COPY_ON_WRITE;
    return in_cycles(m, r) + (returned ? return_of_page(m) : 0);
}

static bool ahead(enum machine_parameter p)
{
    return p == MACHINE_SCHEDULER_INT_DEPTH || p == MACHINE_SCHEDULER_FP_DEPTH;
}

/* The answer that gives P. Boards with words of 32 bits load no others. */
static const struct result *answer_of(const struct machine *m, enum machine_parameter p)
{
    const struct result *r = result_find(m->results, machine_parameter_id(p));

    if (!result_is_number(r) && p == MACHINE_LOAD_RTHROUGHPUT)
        r = result_find(m->results, id_op(OP_RTHROUGHPUT, "load", "i32"));
    if (!result_is_number(r) && p == MACHINE_INDEXED_LOAD)
        r = result_find(m->results, id_op(OP_LATENCY, "load", "i32"));
    return r;
}

static void read_number(struct machine *m, enum machine_parameter p)
{
    const struct result *r = answer_of(m, p);
    struct machine_number *to = &m->number[p];
    char instead[64];

    if (result_is_number(r) && (r->value > 0 || parameters[p].bounds[0] == 0)) {
        *to = (struct machine_number){ as_measured(m, p, r), MACHINE_MEASURED };
        return;
    }
    if (p == MACHINE_BRANCH_RTHROUGHPUT && m->units[OP_BRANCH][0] != 0) { /* a cycle each */
        *to = (struct machine_number){ 1.0 / __builtin_popcount(m->units[OP_BRANCH][0]),
                                       MACHINE_MEASURED };
        return;
    }
    *to = (struct machine_number){ assumed(m, p), MACHINE_ASSUMED };
    snprintf(instead, sizeof instead, "%.3g", to->value);
    if (to->value == SCHEDULER_MOST)
        snprintf(instead, sizeof instead, "as many as %s", ahead(p) ? "wait" : "the window holds");
    miss(m, machine_parameter_id(p).text, instead);
}

/* The middle of the bank; the longest pattern tells a smaller or larger one. Of random
 * directions gone round, as the probe has them, the tables of the bank learn some 1200, 3600 and
 * 12000 as that counts it; between two lies their geometric mean. */
static unsigned predictor_of(const struct results *results)
{
    const struct result *r = result_find(results, id_of(BRANCH_HISTORY));

    if (!result_is_number(r))
        return 2;
    return r->value < 512 ? 0 : r->value < 2048 ? 1 : r->value < 6500 ? 2 : 3;
}

static bool has_key(const struct log_run *run, const char *key, const char *value)
{
    const char *text = log_key_text(run->keys, run->n_keys, key);

    return text != NULL && strcmp(text, value) == 0;
}

static bool starts_in_order(const struct machine *m)
{
    const struct result *r = result_find(m->results, id_of(CORE_ROB_ENTRIES));

    return result_is_number(r) && r->value <= 2;
}

/* ---- several threads ---- */

enum { MANY_CONTEXTS = 4096 };

static double cycles_of(const struct machine *m, struct result_id id, double otherwise)
{
    const struct result *r = result_find(m->results, id);

    return result_is_number(r) && r->value > 0 ? in_cycles(m, r) : otherwise;
}

static unsigned count_of(const struct machine *m, enum quantity quantity)
{
    double n = result_nominal(m->results, id_of(quantity));

    return n >= 1 ? (unsigned)fmin(MANY_CONTEXTS, n) : 1;
}

/* A cache is one core's where the log says so; without an answer the last is shared by all. */
static unsigned own_levels(const struct machine *m)
{
    unsigned n = 0;

    while (n < m->levels) {
        double by = result_nominal(m->results, id_at(CACHE_SHARED_BY, n + 1));
        bool own = by >= 1 ? by * m->cores <= m->contexts : n + 1 < m->levels;
        if (!own && m->cores > 1)
            break;
        n++;
    }
    return n;
}

static void read_sharing(struct machine *m)
{
    double atomic = m->number[MACHINE_ATOMIC_LATENCY].value;

    m->cores = count_of(m, CONTEXTS_SMP);
    m->contexts = m->cores * count_of(m, CONTEXTS_SMT);
    m->own_levels = own_levels(m);
    m->handover =
        cycles_of(m, id_placed(CORE_TO_CORE_STATE, "modified", 1), m->level[m->levels].latency);
    m->contended = cycles_of(m, id_busy(ATOMIC_CONTENDED, "compare_swap", 2), m->handover);
    m->contended = fmax(atomic, m->contended);
    m->false_sharing = cycles_of(m, id_of(FALSE_SHARING), 0);
}

/* Bytes a cycle that each of N threads moves, where it alone moves ALONE. */
static double bandwidth_each(const struct machine *m, unsigned level, unsigned n, double alone)
{
    for (unsigned k = n; k > 1; k--) {
        double all = result_measured(m->results, id_together(level, "read", k));
        if (all > 0)
            return fmin(alone, all / n);
    }
    return alone;
}

void machine_busy(struct machine *m, unsigned n)
{
    double clock =
        n > 1 ? result_measured(m->results, id_busy(CPU_FREQUENCY_CONTEXTS, NULL, n)) : 0;

    if (clock > 0)
        m->hz *= fmin(1, clock);
    for (unsigned k = 0; k <= m->levels && n > 1; k++) {
        struct machine_level *l = &m->level[k];
        bool memory = k == m->levels;
        double by = memory ? n : result_nominal(m->results, id_at(CACHE_SHARED_BY, k + 1));
        double sharers = fmin(n, fmax(1, by));
        if (!memory)
            l->lines /= sharers;
        if (sharers > 1 || memory)
            l->bytes_per_cycle =
                bandwidth_each(m, memory ? MEMORY_LEVEL : k + 1, n, l->bytes_per_cycle);
    }
}

static void make_serial(struct machine *m)
{
    m->number[MACHINE_ISSUE_WIDTH].value = 1;
    m->in_order = true;
    m->n_missing = 0;
}

bool machine_read(struct machine *m, const struct log_run *run, const struct results *results,
                  const char **why)
{
    const char *instead;

    memset(m, 0, sizeof *m);
    m->results = results;
    m->hz = result_measured(results, id_of(CPU_FREQUENCY));
    m->serial = has_key(run, "hal", "sim");
    m->os = log_key_text(run->keys, run->n_keys, "os") != NULL && !has_key(run, "os", "none");
    m->scattered = m->os && !m->serial;
    m->in_order = starts_in_order(m);
    m->predictor = predictor_of(results);
    m->shared = result_measured(results, id_of(ISSUE_WIDTH_SHARED));
    read_hierarchy(m, run);
    read_btbs(m);
    machine_find_costs(m);
    if (m->level[0].latency <= 0) {
        *why = "the log tells no latency of memory (cache_size)";
        return false;
    }
    if (!m->serial && !m->cost[OP_ADD][TYPE_I64][0].known) {
        *why = "the log tells nothing of operations (probe ops did not run)";
        return false;
    }
    instead = m->serial ? NULL : machine_find_units(m->units, results);
    if (instead != NULL)
        miss(m, id_of(CORE_UNITS).text, instead);
    for (unsigned p = 0; p < MACHINE_PARAMETERS; p++)
        read_number(m, (enum machine_parameter)p);
    read_sharing(m);
    if (m->serial)
        make_serial(m);
    return true;
}

/* ---- shared ---- */

/* A neighbour takes so much of every rate, and of what is kept of operations. */
static void slow_down(struct machine *m, double times)
{
    static const uint8_t rates[] = { MACHINE_LOAD_RTHROUGHPUT,   MACHINE_LOAD_FP_RTHROUGHPUT,
                                     MACHINE_STORE_RTHROUGHPUT,  MACHINE_STORE_NEW_LINE,
                                     MACHINE_BRANCH_RTHROUGHPUT, MACHINE_SHUFFLE_RTHROUGHPUT };
    static const uint8_t kept[] = { MACHINE_ISSUE_WIDTH,          MACHINE_ROB_ENTRIES,
                                    MACHINE_STORE_QUEUE_ENTRIES,  MACHINE_LOAD_QUEUE_ENTRIES,
                                    MACHINE_INT_REGISTERS,        MACHINE_VECTOR_REGISTERS,
                                    MACHINE_BRANCHES_IN_FLIGHT,   MACHINE_SCHEDULER_INT_ENTRIES,
                                    MACHINE_SCHEDULER_FP_ENTRIES, MACHINE_SCHEDULER_INT_DEPTH,
                                    MACHINE_SCHEDULER_FP_DEPTH,   MACHINE_FETCH_BYTES };

    for (unsigned i = 0; i < sizeof rates; i++)
        m->number[rates[i]].value *= times;
    for (unsigned i = 0; i < sizeof kept; i++)
        if (m->number[kept[i]].value < fmin(SCHEDULER_MOST, QUEUE_MOST)) /* which are any number */
            m->number[kept[i]].value /= times;
    for (unsigned op = 0; op < SIGNATURE_OPS; op++)
        for (unsigned type = 0; type <= TYPE_F64; type++)
            for (unsigned v = 0; v < MACHINE_VECTORS; v++)
                m->cost[op][type][v].interval *= times;
}

bool machine_share(struct machine *m)
{
    double alone = result_measured(m->results, id_of(ISSUE_WIDTH));

    if (m->serial || alone <= 0 || m->shared <= 0)
        return false;
    slow_down(m, fmax(1, alone / m->shared));
    return true;
}
