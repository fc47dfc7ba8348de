/* System calls that take what the machine file says; one that it does not name is not there. */
#include "hal/os_work.h"
#include "board.h"

enum { ENTRIES = 20 };

/* Returns DONE, where it takes any time. */
static size_t take(uint64_t cost_16ths, size_t done)
{
    sim_model_pass(sim_board()->model, cost_16ths);
    return cost_16ths > 0 ? done : 0;
}

size_t hal_os_work(enum hal_os_work work, size_t n)
{
    const struct sim_machine *m = &sim_board()->machine;

    if (m->timeslot_ns == 0) /* without time slots there is no operating system */
        return 0;
    switch (work) {
    case HAL_OS_READ:
        return take(m->read_16ths, 1);
    case HAL_OS_WRITE:
        return take(m->write_16ths, 1);
    case HAL_OS_FIND:
        return take(m->find_16ths, 1);
    case HAL_OS_OPEN:
        return take(m->open_16ths, 1);
    case HAL_OS_LIST:
        return take(ENTRIES * m->list_16ths, ENTRIES);
    case HAL_OS_GROW:
        return take(m->grow_16ths + (n - 1) * m->grow_more_16ths, n);
    case HAL_OS_EMPTY:
        return m->grow_16ths > 0;
    }
    return 0;
}
