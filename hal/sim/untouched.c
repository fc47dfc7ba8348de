/* Untouched pages and system calls that take what the machine file says. */
#include "hal/untouched.h"
#include "board.h"

/* Without time slots there is no operating system. */
static bool has_system(void)
{
    return sim_board()->machine.timeslot_ns > 0;
}

static uint64_t at_of(const struct hal_block *block)
{
    return (uintptr_t)block->start - sim_board()->arena;
}

int hal_untouched_map(struct hal_block *block, size_t size_bytes, enum hal_untouched kind)
{
    struct sim_board *b = sim_board();
    const struct sim_touch own = { b->machine.touch_16ths, b->machine.touch_read_16ths,
                                   b->machine.touch_copy_16ths };
    const struct sim_touch file = { b->machine.touch_file_16ths, 0, 0 };

    *block = (struct hal_block){ 0 };
    if (!has_system() || hal_alloc(block, size_bytes, b->machine.page_bytes, HAL_PAGES_BASE) != 0)
        return -1;
    sim_model_pass(b->model, b->machine.map_16ths);
    sim_model_unmap(b->first, at_of(block), block->size_bytes);
    sim_model_leave_untouched(b->model, at_of(block), block->size_bytes,
                              kind == HAL_UNTOUCHED_FILE ? file : own);
    return 0;
}

void hal_untouched_unmap(struct hal_block *block)
{
    struct sim_board *b = sim_board();

    if (block->start != NULL)
        sim_model_pass(b->model, sim_model_touched(b->model) * b->machine.return_16ths);
    sim_model_leave_untouched(b->model, 0, 0, (struct sim_touch){ 0 });
    hal_free(block);
}

int hal_untouched_call(void)
{
    if (!has_system())
        return -1;
    sim_model_pass(sim_board()->model, sim_board()->machine.call_16ths);
    return 0;
}
