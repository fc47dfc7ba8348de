/* Skips what faults while something is tried. */
#include "trial.h"
#include "board64.h"

static volatile bool trying, faulted;

void trial_begin(void)
{
    faulted = false;
    trying = true;
    port_fence();
}

bool trial_end(void)
{
    port_fence();
    trying = false;
    return !faulted;
}

bool trial_fault(void)
{
    if (!trying)
        return false;
    faulted = true;
    return true;
}

bool trial_memory(uintptr_t address)
{
    const uint64_t patterns[] = { 0x5555aaaa3333ccccu, 0xaaaa5555cccc3333u };
    volatile uint64_t *at = (volatile uint64_t *)address;
    bool held = true;

    trial_begin();
    uint64_t before = *at;
    for (unsigned i = 0; i < 2; i++) {
        *at = patterns[i];
        port_fence();
        held = *at == patterns[i] && held;
    }
    *at = before;
    return trial_end() && held;
}
