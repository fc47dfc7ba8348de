/* Writes a loop of no-ops and runs it. */
#include "no_ops.h"
#include "hal/code.h"

enum { GROUP_OPS = 3 };

static _Alignas(64) char data[HAL_CODE_DATA_BYTES];

int no_ops_write(struct hal_block *code)
{
    *code = (struct hal_block){ 0 };
    if (!hal_code_knows(HAL_CODE_NOP) ||
        hal_code_alloc(code, NO_OPS_LAP * HAL_CODE_OP_BYTES + HAL_CODE_ENDS_BYTES) != 0)
        return -1;
    char *lap = hal_code_begin(code->start), *at = lap;

    for (unsigned i = 0; i < NO_OPS_LAP / GROUP_OPS; i++) {
        at = hal_code_op(at, HAL_CODE_NOP, i);
        at = hal_code_op(at, HAL_CODE_INT, i);
        at = hal_code_op(at, HAL_CODE_NOP, i);
    }
    (void)hal_code_end(hal_code_lap_end(at, lap));
    if (hal_code_finish(code) == 0)
        return 0;
    hal_code_free(code);
    return -1;
}

static void run(void *ctx, uint64_t n)
{
    struct hal_code_laps laps = { .chain = { data, data }, .data = data };

    laps.laps = (size_t)(n / NO_OPS_LAP);
    hal_code_run_laps(ctx, &laps);
}

struct measure_kernel no_ops_kernel(const struct hal_block *code)
{
    return (struct measure_kernel){ run, code->start };
}
