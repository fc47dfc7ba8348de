/* The scoreboard of operations. */
#include "load.h"
#include "model.h"
#include "noise.h"
#include "translate.h"

/* In order: operations start in the order of the program, at most as many a cycle as the machine
 * issues, each when its operands and a unit are there. With a window they enter in that order, each
 * when the one so many before it has left and fewer than so many wait, start when operands and unit
 * are there, and leave in order. */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The unit of OP that is free first. */
static uint64_t *first_free(struct sim_model *m, const struct sim_op *op, unsigned number)
{
    struct sim_units *units = number % SIM_TYPES >= SIM_F32 ? m->floating : m->integer;
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

/* Time until the next operation of any kind may start: twice as long beside a neighbour, too, but a
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

/* When the next operation can enter at the earliest. */
static uint64_t room_16ths(const struct sim_model *m)
{
    return m->machine.window == 0 ? 0 : m->left_16ths[m->n_started % m->machine.window];
}

static void leave(struct sim_model *m, uint64_t finished)
{
    if (m->machine.window == 0)
        return;
    m->last_left_16ths = later(m->last_left_16ths, finished);
    m->left_16ths[m->n_started++ % m->machine.window] = m->last_left_16ths;
}

/* Returns when an operation starts that cannot do so before EARLIEST, and waits until then in
 * QUEUE; NULL: in none. */
static uint64_t start_at(struct sim_model *m, uint64_t earliest, struct waiting *queue)
{
    uint64_t entered = later(m->clock_16ths, room_16ths(m));

    if (m->machine.window == 0) {
        enter(m, later(entered, earliest));
        return later(entered, earliest);
    }
    if (queue != NULL)
        entered = (uint64_t)waiting_enter(queue, waiting_room(queue, (double)entered));
    enter(m, entered);
    if (queue != NULL)
        waiting_note(queue, (double)entered, (double)later(entered, earliest));
    return later(entered, earliest);
}

uint64_t sim_model_operate(struct sim_model *m, unsigned op_number, uint64_t operands_16ths)
{
    const struct sim_op *op = &m->machine.op[op_number];
    uint64_t *unit = first_free(m, op, op_number);
    struct waiting *queue = &m->waiting[op_number % SIM_TYPES >= SIM_F32];
    uint64_t start = start_at(m, later(operands_16ths, *unit), queue);

    *unit = start + held_16ths(op, sim_noise_shared(m));
    leave(m, start + op->latency_16ths);
    return start + op->latency_16ths;
}

uint64_t sim_model_start(struct sim_model *m, uint64_t operands_16ths, uint64_t latency_16ths)
{
    uint64_t finished = start_at(m, operands_16ths, NULL) + latency_16ths;

    leave(m, finished);
    return finished;
}

uint64_t sim_model_start_load(struct sim_model *m, uint64_t at, uint64_t operands_16ths)
{
    uint64_t translation = sim_translate(m, at, false), latency = 0;

    if (translation != UINT64_MAX)
        latency = translation +
                  (m->n_levels == 0 ? m->memory_16ths : sim_load_16ths(m, at, at + m->to_physical));
    return sim_model_start(m, operands_16ths, latency);
}
