/* The model's clock as hal/timer.h has it. */
#include "hal/timer.h"
#include "board.h"

/* The clock is the model's: it advances by what is accessed and computed, never by itself. */

int hal_timer_start(void)
{
    sim_board();
    return 0;
}

uint64_t hal_timer_now_ticks(void)
{
    uint64_t ticks = sim_model_read_ticks(sim_board()->model);

    sim_threads_point(sim_board_now.model);
    return ticks;
}

unsigned hal_timer_bits(void)
{
    return 64;
}

uint64_t hal_timer_hz(void)
{
    return sim_board()->machine.mhz * 1000000;
}

const char *hal_timer_name(void)
{
    return "virtual";
}
