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

uint64_t sim_model_operate(struct sim_model *m, unsigned op_number, uint64_t operands_16ths)
{
    const struct sim_op *op = &m->machine.op[op_number];
    uint64_t *unit = first_free(m, op, op_number);
    uint64_t start = later(later(m->clock_16ths, operands_16ths), *unit);

    *unit = start + op->interval_16ths;
    sim_noise_pass(m, start + m->cycle_16ths / m->machine.issue - m->clock_16ths);
    return start + op->latency_16ths;
}
