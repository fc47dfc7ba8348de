/* The scoreboard of arithmetic operations. */
#include "model.h"
#include "noise.h"

/* An in-order scoreboard: operations start in the order of the program, at most as many a cycle as
 * the machine issues, each when its operands and a unit are there. */

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

/* Time until the next operation may start at all: likewise, and no longer than a cycle. */
static uint64_t issue_16ths(const struct sim_model *m, bool shared)
{
    uint64_t slot = m->cycle_16ths / m->machine.issue;

    return shared ? less(2 * slot, m->cycle_16ths) : slot;
}

uint64_t sim_model_operate(struct sim_model *m, unsigned op_number, uint64_t operands_16ths)
{
    const struct sim_op *op = &m->machine.op[op_number];
    uint64_t *unit = first_free(m, op, op_number);
    uint64_t start = later(later(m->clock_16ths, operands_16ths), *unit);

    bool shared = sim_noise_shared(m);

    *unit = start + held_16ths(op, shared);
    sim_noise_pass(m, start + issue_16ths(m, shared) - m->clock_16ths);
    return start + op->latency_16ths;
}
