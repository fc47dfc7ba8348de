/* The scoreboard of operations. */
#include "licence.h"
#include "load.h"
#include "memory.h"
#include "model.h"
#include "noise.h"
#include "translate.h"

/* In order: operations start in the order of the program, at most as many a cycle as the machine
 * issues, each when its operands and a unit are there. With a window they enter in that order, each
 * when the one so many before it has left and fewer than so many wait, start when operands and unit
 * are there, and leave in order. Units are taken in the order of the program; of a machine that
 * looks at several for one that can start by whichever can first. */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The unit of OP that is free first. */
static uint64_t *first_free(struct sim_units *units, const struct sim_op *op, unsigned number)
{
    uint64_t *unit = units->free_16ths[number];
    uint64_t *first = unit;

    for (uint64_t u = 1; u < op->units; u++)
        if (unit[u] < *first)
            first = &unit[u];
    return first;
}

static uint64_t less(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Time from the start of an operation until its unit takes the next one: twice as long beside a
 * neighbour, but no longer than its result takes, so that chains stay as they are. */
static uint64_t held_16ths(const struct sim_op *op, bool shared)
{
    uint64_t most = later(op->interval_16ths, op->latency_16ths);

    return shared ? less(2 * op->interval_16ths, most) : op->interval_16ths;
}

/* Time until the next operation of any kind may start: twice as long with a neighbour, too, but a
 * cycle at most. */
static uint64_t issue_16ths(const struct sim_model *m, bool shared)
{
    uint64_t slot = m->cycle_16ths / m->machine.issue;

    return shared ? less(2 * slot, m->cycle_16ths) : slot;
}

/* The clock moves to where the operation enters, or starts, and on by its share of a cycle. */
static void enter(struct sim_model *m, uint64_t at)
{
    sim_noise_pass(m, later(m->clock_16ths, at) + issue_16ths(m, sim_noise_shared(m)) -
                          m->clock_16ths);
}

void sim_model_hold(struct sim_model *m, enum sim_queue queue)
{
    m->holds |= 1u << queue;
}

static bool holds(const struct sim_model *m, unsigned queue)
{
    return m->machine.held[queue] > 0 && (m->holds >> queue & 1) != 0;
}

/* When QUEUE has room for the next operation. A neighbour has half of the queues of memory. */
static uint64_t queue_room_16ths(const struct sim_model *m, unsigned queue, bool shared)
{
    const struct sim_held *q = &m->held[queue];
    uint64_t entries = m->machine.held[queue];
    uint64_t own = shared && queue <= SIM_STORES ? (entries + 1) / 2 : entries;

    return q->n < own ? 0 : q->left_16ths[(q->n - own) % entries];
}

/* When the next operation can enter at the earliest. A neighbour has half of the window. */
static uint64_t room_16ths(const struct sim_model *m)
{
    bool shared = sim_noise_shared(m);
    uint64_t window = m->machine.window, own = shared ? (window + 1) / 2 : window, room = 0;

    if (window > 0 && m->n_started >= own)
        room = m->left_16ths[(m->n_started - own) % window];
    for (unsigned q = 0; q < SIM_QUEUES; q++)
        if (holds(m, q))
            room = later(room, queue_room_16ths(m, q, shared));
    return room;
}

static void leave(struct sim_model *m, uint64_t finished)
{
    if (m->machine.window > 0) {
        m->last_left_16ths = later(m->last_left_16ths, finished);
        m->left_16ths[m->n_started++ % m->machine.window] = m->last_left_16ths;
        for (unsigned q = 0; q < SIM_QUEUES; q++)
            if (holds(m, q))
                m->held[q].left_16ths[m->held[q].n++ % m->machine.held[q]] = m->last_left_16ths;
    }
    m->holds = 0;
}

/* Lets an operation enter the window, to wait in QUEUE; NULL: in none. Returns when it can start at
 * the earliest. */
static uint64_t enter_window(struct sim_model *m, struct scheduler *queue)
{
    uint64_t entered = later(m->clock_16ths, room_16ths(m));

    if (queue != NULL)
        entered = (uint64_t)scheduler_dispatch(queue, (double)entered);
    enter(m, entered);
    return queue != NULL ? (uint64_t)scheduler_enter(queue, (double)entered) : entered;
}

/* Returns when an operation starts that cannot do so before EARLIEST, and waits until then in
 * QUEUE; NULL: in none. */
static uint64_t start_at(struct sim_model *m, uint64_t earliest, struct scheduler *queue)
{
    if (m->machine.window == 0) {
        uint64_t start = later(m->clock_16ths, earliest);
        enter(m, start);
        return start;
    }
    uint64_t entered = enter_window(m, queue), start = later(entered, earliest);
    if (queue != NULL)
        scheduler_issue(queue, (double)entered, (double)start);
    return start;
}

/* Takes the first of the turns of OP's units that is free, not before EARLIEST; returns its time.
 * What is so long ago that its turns are forgotten was free. HELD: turns that it takes. */
static uint64_t take_turn(struct sim_turn turn[SIM_TURNS], const struct sim_op *op,
                          uint64_t earliest, uint64_t held)
{
    for (uint64_t number = earliest / op->interval_16ths;; number++) {
        struct sim_turn *t = &turn[number % SIM_TURNS];

        if (t->number > number)
            return earliest;
        if (t->number < number)
            *t = (struct sim_turn){ number, 0 };
        if (t->taken < op->units) {
            t->taken += held;
            return later(earliest, number * op->interval_16ths);
        }
    }
}

/* The same of an operation that may start before others that came earlier and wait. */
static uint64_t start_past(struct sim_model *m, const struct sim_op *op, struct sim_turn *turn,
                           uint64_t operands_16ths, struct scheduler *queue)
{
    uint64_t held = held_16ths(op, sim_noise_shared(m)) / op->interval_16ths;
    uint64_t entered = enter_window(m, queue);
    uint64_t start = take_turn(turn, op, later(entered, operands_16ths), later(held, 1));

    scheduler_issue(queue, (double)entered, (double)start);
    return start;
}

/* Whether PORT is free for the HELD cycles from CYCLE on. */
static bool is_free(const struct sim_port *port, uint64_t cycle, uint64_t held)
{
    for (uint64_t c = cycle; c < cycle + held; c++)
        if (port->busy[c % SIM_TURNS] == c + 1)
            return false;
    return true;
}

/* The port of OP that is free for the HELD cycles from CYCLE on, of several the one that the fewest
 * operations may start on; NULL: none is. */
static struct sim_port *free_port(struct sim_port *ports, const struct sim_op *op, uint64_t cycle,
                                  uint64_t held)
{
    struct sim_port *best = NULL;

    for (unsigned i = 0; i < SIM_PORTS; i++)
        if ((op->ports >> i & 1) != 0 && (best == NULL || ports[i].wanted < best->wanted) &&
            is_free(&ports[i], cycle, held))
            best = &ports[i];
    return best;
}

/* Takes the first cycles, not before EARLIEST, in which a port of OP is free; returns when the
 * operation starts. */
static uint64_t take_port(struct sim_model *m, const struct sim_op *op, uint64_t earliest)
{
    uint64_t held = (held_16ths(op, sim_noise_shared(m)) + SIM_16THS - 1) / SIM_16THS;
    uint64_t cycle = earliest / SIM_16THS;
    struct sim_port *port;

    while ((port = free_port(m->integer->port, op, cycle, held)) == NULL)
        cycle++;
    for (uint64_t c = cycle; c < cycle + held; c++)
        port->busy[c % SIM_TURNS] = c + 1;
    return later(earliest, cycle * SIM_16THS);
}

/* Starts OP on one of its ports, when its operands are there. */
static uint64_t start_on_port(struct sim_model *m, const struct sim_op *op, uint64_t operands_16ths,
                              struct scheduler *queue)
{
    if (m->machine.window == 0) {
        uint64_t start = take_port(m, op, later(m->clock_16ths, operands_16ths));
        enter(m, start);
        return start;
    }
    uint64_t entered = enter_window(m, queue);
    uint64_t start = take_port(m, op, later(entered, operands_16ths));
    scheduler_issue(queue, (double)entered, (double)start);
    return start;
}

uint64_t sim_model_operate(struct sim_model *m, unsigned op_number, uint64_t operands_16ths)
{
    const struct sim_op *op = &m->machine.op[op_number];
    bool real = op_number % SIM_TYPES >= SIM_F32;
    struct sim_units *units = real ? m->floating : m->integer;
    uint64_t start;

    if (op_number % SIM_TYPES + 1 == m->machine.licence_type)
        sim_licence_use(m);
    if (op->ports != 0) {
        start = start_on_port(m, op, operands_16ths, &m->scheduler[real]);
    } else if (units->turn != NULL && m->machine.window > 0) {
        start = start_past(m, op, units->turn[op_number], operands_16ths, &m->scheduler[real]);
    } else {
        uint64_t *unit = first_free(units, op, op_number);
        start = start_at(m, later(operands_16ths, *unit), &m->scheduler[real]);
        *unit = start + held_16ths(op, sim_noise_shared(m));
    }
    leave(m, start + op->latency_16ths);
    return start + op->latency_16ths;
}

/* VARIABLE of LIVE on TYPE lives in memory. */
static bool is_spilt(const struct sim_model *m, unsigned type, unsigned live, unsigned variable)
{
    uint64_t registers = type >= SIM_F32 ? m->machine.registers_real : m->machine.registers;

    return registers > 0 && live > registers && variable + 1 >= registers;
}

uint64_t sim_model_add_live(struct sim_model *m, unsigned type, unsigned live, unsigned to,
                            uint64_t to_16ths, unsigned from, uint64_t from_16ths)
{
    if (is_spilt(m, type, live, from))
        from_16ths = sim_model_operate(m, SIM_LOAD * SIM_TYPES + type, from_16ths);
    if (is_spilt(m, type, live, to))
        to_16ths = sim_model_operate(m, SIM_LOAD * SIM_TYPES + type, to_16ths);
    uint64_t sum = sim_model_operate(m, SIM_ADD * SIM_TYPES + type, later(to_16ths, from_16ths));
    if (is_spilt(m, type, live, to)) /* a buffer takes it: nothing waits but for its turn */
        (void)sim_model_start(m, 0, 0);
    return sum;
}

static uint64_t start_in(struct sim_model *m, struct scheduler *queue, uint64_t operands_16ths,
                         uint64_t latency_16ths)
{
    uint64_t finished = start_at(m, operands_16ths, queue) + latency_16ths;

    leave(m, finished);
    return finished;
}

uint64_t sim_model_start(struct sim_model *m, uint64_t operands_16ths, uint64_t latency_16ths)
{
    return start_in(m, NULL, operands_16ths, latency_16ths);
}

uint64_t sim_model_start_load(struct sim_model *m, uint64_t at, uint64_t operands_16ths)
{
    uint64_t translation = sim_translate(m, at, false), latency = 0, served = m->memory_hits;

    if (translation != UINT64_MAX)
        latency = translation +
                  (m->n_levels == 0 ? m->memory_16ths : sim_load_16ths(m, at, at + m->to_physical));
    if (m->memory && m->memory_hits != served)
        latency +=
            sim_memory_serve(m, at + m->to_physical, true, later(m->clock_16ths, operands_16ths));
    return start_in(m, &m->scheduler[2], operands_16ths, latency);
}

/* ---- loads in flight ---- */

/* Returns the level that served the last load; HITS: of each level before it. */
static unsigned served_by(const struct sim_model *m, const uint64_t hits[SIM_CACHES])
{
    unsigned level = 0;

    while (level < m->n_levels && m->level[level].hits == hits[level])
        level++;
    return level;
}

/* The buffer of cache LEVEL that is free first; NULL: it has any number. */
static uint64_t *first_buffer(struct sim_model *m, unsigned level)
{
    uint64_t *buffer = m->miss_free_16ths[level], *first = buffer;

    for (uint64_t i = 1; i < m->machine.cache[level].misses; i++)
        if (buffer[i] < *first)
            first = &buffer[i];
    return m->machine.cache[level].misses > 0 ? first : NULL;
}

static uint64_t follow_alone(struct sim_model *m, uint64_t at, uint64_t operands)
{
    if (operands > m->clock_16ths)
        sim_noise_pass(m, operands - m->clock_16ths);
    sim_model_load(m, at);
    return m->clock_16ths;
}

uint64_t sim_model_follow(struct sim_model *m, uint64_t at, uint64_t operands_16ths)
{
    enum { LOAD = SIM_LOAD * SIM_TYPES + SIM_I64 };
    uint64_t *buffer[SIM_CACHES] = { NULL }, hits[SIM_CACHES], served = m->memory_hits;

    if (m->n_levels == 0 || m->machine.cache[0].misses == 0)
        return follow_alone(m, at, operands_16ths);
    uint64_t translation = sim_translate(m, at, false);
    if (translation == UINT64_MAX)
        return sim_model_start(m, operands_16ths, 0);
    for (unsigned i = 0; i < m->n_levels; i++)
        hits[i] = m->level[i].hits;
    uint64_t latency = translation + sim_load_16ths(m, at, at + m->to_physical);
    uint64_t *unit = first_free(m->integer, &m->machine.op[LOAD], LOAD);
    uint64_t earliest = later(operands_16ths, *unit);

    for (unsigned i = 0; i < served_by(m, hits); i++) {
        buffer[i] = first_buffer(m, i);
        earliest = buffer[i] ? later(earliest, *buffer[i]) : earliest;
    }
    if (m->memory && m->memory_hits != served)
        latency += sim_memory_serve(m, at + m->to_physical, true, later(m->clock_16ths, earliest));
    uint64_t start = start_at(m, earliest, NULL);
    *unit = start + held_16ths(&m->machine.op[LOAD], sim_noise_shared(m));
    for (unsigned i = 0; i < m->n_levels; i++)
        if (buffer[i])
            *buffer[i] = start + latency;
    leave(m, start + latency);
    return start + latency;
}
