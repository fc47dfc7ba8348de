/* Charges basic blocks of timed loops that compute. */
#include "board.h"
#include "predictor.h"

/* Called by gcc from probes compiled with -fsanitize-coverage=trace-pc: one call at the start of
 * each basic block, which is charged a cycle. A kernel whose every operation follows a case
 * label of its own thus takes one cycle an operation. Only files whose timed loops compute are
 * compiled so (hal/sim/port.cmake); elsewhere blocks are free and accesses are all.
 *
 * All probes are compiled with -fsanitize-coverage=trace-cmp: one call for each comparison that is
 * left after optimization, which is charged what the machine file says of a loop's own work. */

static bool block_charged; /* the block under way was */

static void charge(int additions)
{
    if (!sim_board_now.model)
        return;
    sim_model_add(sim_board_now.model, additions);
    sim_threads_point(sim_board_now.model);
}

/* Charges what the machine takes to find BLOCK, the next. */
static void charge_guess(uintptr_t block)
{
    const struct sim_machine *m = &sim_board_now.machine;

    if (!sim_board_now.model || m->wrong_16ths == 0)
        return;
    enum sim_prediction p = sim_predict(block, m->directions, m->jumps, m->jump_targets);
    if (p == SIM_WRONG)
        sim_model_pass(sim_board_now.model, m->wrong_16ths);
    else if (p == SIM_PREDICTED_OF_SEVERAL && m->several_16ths > 0)
        sim_model_pass(sim_board_now.model, m->several_16ths);
}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    charge_guess((uintptr_t)__builtin_return_address(0));
    charge(1);
    block_charged = true;
}

static void charge_loop(void)
{
    if (!sim_board_now.model || sim_board_now.machine.loop_16ths == 0)
        return;
    sim_model_loop(sim_board_now.model);
    sim_threads_point(sim_board_now.model);
}

/* The block that enters a lap of cases is predicted: its cycle is given back. The choice itself is
 * a comparison and a branch. */
void __sanitizer_cov_trace_switch(uint64_t value, void *cases);
void __sanitizer_cov_trace_switch(uint64_t value, void *cases)
{
    (void)value;
    (void)cases;
    if (block_charged)
        charge(-1);
    block_charged = false;
    charge_loop();
}

#define COMPARISON(name, type)                                                                     \
    void __sanitizer_cov_trace_##name(type a, type b);                                             \
    void __sanitizer_cov_trace_##name(type a, type b)                                              \
    {                                                                                              \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        charge_loop();                                                                             \
    }
COMPARISON(cmp1, uint8_t)
COMPARISON(cmp2, uint16_t)
COMPARISON(cmp4, uint32_t)
COMPARISON(cmp8, uint64_t)
COMPARISON(cmpf, float)
COMPARISON(cmpd, double)
COMPARISON(const_cmp1, uint8_t)
COMPARISON(const_cmp2, uint16_t)
COMPARISON(const_cmp4, uint32_t)
COMPARISON(const_cmp8, uint64_t)

/* ---- operations of generated kernels: not inlined there, where comparisons are charged ---- */

uint64_t sim_operate(enum sim_op_name op, enum sim_type_name type, uint64_t operands)
{
    uint64_t ready =
        sim_model_operate(sim_board_now.model, (unsigned)op * SIM_TYPES + (unsigned)type, operands);

    sim_threads_point(sim_board_now.model);
    return ready;
}

uint64_t sim_add_live(enum sim_type_name type, unsigned live, unsigned to, uint64_t to_16ths,
                      unsigned from, uint64_t from_16ths)
{
    uint64_t ready = sim_model_add_live(sim_board_now.model, (unsigned)type, live, to, to_16ths,
                                        from, from_16ths);

    sim_threads_point(sim_board_now.model);
    return ready;
}

uint64_t sim_multiply_add(enum sim_type_name type, uint64_t a, uint64_t x, uint64_t y)
{
    if (sim_board_now.machine.op[SIM_FMA * SIM_TYPES + (unsigned)type].described)
        return sim_operate(SIM_FMA, type, a);
    return sim_operate(SIM_ADD, type, sim_later(sim_operate(SIM_MUL, type, sim_later(a, x)), y));
}
