/* Looks up once what each static instruction costs on a machine. */
#include "micro.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of floating-point and vector registers: on x86 those of the x87 come first. */
enum { FIRST_X87 = 24, FIRST_FP = 32, END_FP = 64 };

/* A choice that takes more cycles than this is two operations. */
#define TWO_OPERATIONS 1.5

/* Shortest intervals of any operation of a group; the first number of a floating-point register. */
struct costs {
    double integer, vector;
    unsigned first_fp;
    bool x86;
};

static bool is_x86(const struct signature *s)
{
    return strcmp(s->isa, "x86_64") == 0 || strcmp(s->isa, "i386") == 0;
}

static double least_interval(const struct machine *m, const uint8_t *ops, const uint8_t *types,
                             double least)
{
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 2; k++) {
            const struct machine_cost *one = &m->cost[ops[i]][types[k]][types[k] >= TYPE_F32];
            least = one->known ? fmin(least, one->interval) : least;
        }
    return least;
}

/* The unit of a class, where an operation starts every INTERVAL cycles. */
static struct booking of_class(unsigned unit, double interval)
{
    return (struct booking){ UINT64_C(1) << unit, interval };
}

/* One of UNITS of the board, where an operation starts every INTERVAL cycles on all of them. */
static struct booking of_units(uint32_t units, double interval)
{
    return (struct booking){ (uint64_t)units << UNIT_MEASURED,
                             interval * __builtin_popcount(units) };
}

static void make_costs(struct costs *c, const struct machine *m)
{
    static const uint8_t integers[] = { OP_ADD, OP_LOGIC, OP_SHIFT, OP_MOVE };
    static const uint8_t fp_ops[] = { OP_FADD, OP_FMUL, OP_FMA, OP_VADD };

    c->integer = least_interval(m, integers, (const uint8_t[]){ TYPE_I32, TYPE_I64 }, 1);
    c->vector = least_interval(m, fp_ops, (const uint8_t[]){ TYPE_F32, TYPE_F64 }, 1) / 2;
}

static bool is_vector(const struct signature_instruction *i)
{
    return i->vector > 0 || (i->op >= OP_FADD && i->op <= OP_SHUFFLE);
}

static bool computes(unsigned op)
{
    return (op >= OP_MOVE && op <= OP_CROSS) || op == OP_OTHER || op == OP_ATOMIC;
}

/* On x86 a locked operation is a fence, too: it is over when its store has left for the cache. */
static void take_atomic(struct micro *to, const struct machine *m)
{
    to->latency = (float)m->number[MACHINE_ATOMIC_LATENCY].value;
    to->unit = of_class(OP_ATOMIC, m->number[MACHINE_ATOMIC_LATENCY].value);
}

static void take_unit(struct micro *to, const struct signature_instruction *i,
                      const struct machine *m, const struct costs *costs)
{
    /* logic on vectors of floats is that of integers */
    unsigned type = i->op == OP_VADD && i->type >= TYPE_F32 ? TYPE_I32 : i->type;
    const struct machine_cost *cost = &m->cost[i->op][type][machine_vector(i->vector)];
    bool vector = is_vector(i);
    uint32_t units = m->units[i->op][i->vector > 0];
    double least = vector ? costs->vector : costs->integer;

    to->latency = (float)cost->latency;
    if (i->op == OP_SHUFFLE)
        to->latency = (float)m->number[MACHINE_SHUFFLE_LATENCY].value;
    to->group = units != 0 ? of_units(units, cost->known ? cost->interval : least)
                           : of_class(vector ? UNIT_VECTOR : UNIT_INTEGER, least);
    if (i->op == OP_SHUFFLE)
        to->unit = of_class(i->op, m->number[MACHINE_SHUFFLE_RTHROUGHPUT].value);
    else if (units == 0 && cost->known && cost->interval > least * 1.05) /* one for both of FP */
        to->unit = of_class(i->op == OP_FSQRT ? OP_FDIV : i->op, cost->interval);
}

/* The stack pointer moves by itself: what push, pop and calls make of it waits for nothing. */
static void keep_stack_pointer(struct micro *to)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < to->n_writes; i++)
        if (to->n_addresses == 0 || to->writes[i] != to->addresses[0])
            to->writes[kept++] = to->writes[i];
    to->n_writes = (uint8_t)kept;
}

/* A move between registers takes a slot and nothing else where operations run out of order. */
static void take_idiom(struct micro *to, const struct signature_instruction *i,
                       const struct machine *m)
{
    if (i->idiom == IDIOM_ZERO)
        to->n_reads = 0;
    if (i->idiom == IDIOM_STACK)
        keep_stack_pointer(to);
    if (i->idiom == IDIOM_TWO_FLAGS) {
        to->slots = 2;
        to->latency *= 2;
    }
    if (i->idiom == IDIOM_SIGNED) {
        to->slots = m->selection > TWO_OPERATIONS ? 2 : 1;
        to->latency = (float)m->selection;
    }
    if ((i->idiom != IDIOM_MOVE && i->idiom != IDIOM_ZERO) || m->in_order)
        return;
    to->latency = 0;
    to->group = to->unit = (struct booking){ 0 };
}

/* The units of its loads, stores and branch. */
static void take_memory(struct micro *to, const struct signature_instruction *i,
                        const struct machine *m)
{
    const struct machine_number *n = m->number;
    bool measured = m->units[OP_LOAD][0] != 0;
    double load = n[to->vector ? MACHINE_LOAD_FP_RTHROUGHPUT : MACHINE_LOAD_RTHROUGHPUT].value;
    double branch = n[MACHINE_BRANCH_RTHROUGHPUT].value;

    if (i->loads > 0)
        to->load = measured ? of_units(m->units[OP_LOAD][0], load) : of_class(UNIT_LOADS, load);
    if (i->stores > 0 && measured)
        to->store = of_units(m->units[OP_STORE][0], n[MACHINE_STORE_RTHROUGHPUT].value);
    if (i->end != END_CUT && i->end != END_SYSCALL)
        to->branch =
            measured ? of_units(m->units[OP_BRANCH][0], branch) : of_class(UNIT_BRANCHES, branch);
}

static void take_load(struct micro *to, const struct signature_instruction *i,
                      const struct machine *m)
{
    if (i->loads == 0)
        return;
    if (to->vector)
        to->load_more = (float)m->number[MACHINE_BYPASS_FP_LOAD].value;
    if (i->n_addresses > 1)
        to->load_more += (float)m->number[MACHINE_INDEXED_LOAD].value;
    if (i->op == OP_LOAD || i->op == OP_MOVE) { /* the data is the result */
        to->latency = 0;
        to->group = to->unit = (struct booking){ 0 };
    }
}

/* A floating-point comparison whose result is an integer goes to the other register file. */
static bool compares_fp(const struct signature_instruction *i, const struct costs *costs)
{
    return i->op == OP_FADD && i->n_writes > 0 &&
           (i->writes[0] < costs->first_fp || i->writes[0] >= END_FP);
}

static bool all_fp(const uint8_t *registers, unsigned n, const struct costs *costs)
{
    for (unsigned i = 0; i < n; i++)
        if (registers[i] < costs->first_fp || registers[i] >= END_FP)
            return false;
    return true;
}

/* A conversion between floating-point registers is a floating-point addition, which hands its
 * result on no sooner to any; the row of the probe goes to the other registers. */
static bool stays_fp(const struct signature_instruction *i, const struct costs *costs)
{
    return i->op == OP_CONVERT && all_fp(i->reads, i->n_reads, costs) &&
           all_fp(i->writes, i->n_writes, costs);
}

static uint8_t domain_of(const struct signature_instruction *i)
{
    if (i->op == OP_FADD)
        return DOMAIN_FP_ADD;
    return i->op >= OP_FMUL && i->op <= OP_SHUFFLE ? DOMAIN_FP : DOMAIN_OTHER;
}

static void take_registers(struct micro *to, const struct signature_instruction *i)
{
    to->n_reads = i->n_reads;
    to->n_addresses = i->n_addresses;
    to->n_writes = i->n_writes;
    memcpy(to->reads, i->reads, sizeof to->reads);
    memcpy(to->addresses, i->addresses, sizeof to->addresses);
    memcpy(to->writes, i->writes, sizeof to->writes);
}

static void make_one(struct micro *to, const struct signature_instruction *i,
                     const struct machine *m, const struct costs *costs)
{
    *to = (struct micro){ .slots = 1,
                          .op = i->op,
                          .end = i->end,
                          .loads = i->loads,
                          .stores = i->stores,
                          .length = i->length,
                          .domain = domain_of(i),
                          .moves = i->idiom == IDIOM_MOVE,
                          .vector = is_vector(i) || i->type >= TYPE_F32 };
    take_registers(to, i);
    if (computes(i->op))
        take_unit(to, i, m, costs);
    if (compares_fp(i, costs))
        to->latency =
            (float)fmax((double)to->latency, 1 + m->number[MACHINE_BYPASS_INT_TO_FP].value);
    if (i->op == OP_CROSS)
        to->latency = (float)m->number[MACHINE_BYPASS_INT_TO_FP].value;
    if (i->op == OP_ATOMIC && costs->x86 && !m->in_order)
        take_atomic(to, m);
    if (stays_fp(i, costs))
        to->latency = (float)(m->cost[OP_FADD][i->type][0].latency +
                              2 * m->number[MACHINE_BYPASS_ADD_TO_MUL].value);
    if (i->op == OP_LEA && costs->x86) {
        to->latency *= 2;
        to->slots = 2;
    }
    take_load(to, i, m);
    take_memory(to, i, m);
    take_idiom(to, i, m);
    if (i->end == END_CONDITIONAL)
        to->latency = 1;
    to->waits = to->group.units != 0 || i->end == END_CONDITIONAL || i->op == OP_STORE;
}

static uint8_t queues_of(const struct micro *i)
{
    unsigned q = i->slots > 0 ? 1U << QUEUE_ROB : 0;

    if (i->loads > 0)
        q |= 1U << QUEUE_LOADS;
    if (i->stores > 0)
        q |= 1U << QUEUE_STORES;
    if (i->n_writes > 0 && (i->latency > 0 || i->loads > 0))
        q |= 1U << (i->vector ? QUEUE_VECTOR_REGISTERS : QUEUE_INT_REGISTERS);
    if (i->end == END_CONDITIONAL || i->end == END_RETURN || i->end == END_INDIRECT ||
        i->end == END_CALL_INDIRECT)
        q |= 1U << QUEUE_BRANCHES;
    return (uint8_t)q;
}

/* On x86 a comparison and the branch that follows it are one operation. */
static void fuse(struct micro *micro, const struct signature *s)
{
    for (uint32_t i = 1; i < s->n_code; i++) {
        const struct signature_instruction *before = &s->code[i - 1];
        if (s->code[i].end == END_CONDITIONAL && before->stores == 0 &&
            (before->op == OP_ADD || before->op == OP_LOGIC) &&
            before->address + before->length == s->code[i].address)
            micro[i].slots = 0;
    }
}

struct micro *micro_make(const struct signature *s, const struct machine *m)
{
    struct micro *micro = malloc((s->n_code + 1) * sizeof *micro);
    struct costs costs;

    if (micro == NULL)
        return NULL;
    make_costs(&costs, m);
    costs.x86 = is_x86(s);
    costs.first_fp = is_x86(s) ? FIRST_X87 : FIRST_FP;
    for (uint32_t i = 0; i < s->n_code; i++)
        make_one(&micro[i], &s->code[i], m, &costs);
    if (is_x86(s))
        fuse(micro, s);
    for (uint32_t i = 0; i < s->n_code; i++) /* what is fused takes no entry of the ROB */
        micro[i].queues = queues_of(&micro[i]);
    return micro;
}
