/* How long a stored value takes to be loaded again.
 *
 * One series: x = 0: store and load name the place by two registers; 1: both by the stack pointer;
 * 2: the load takes twice as many bytes as were stored; 3: a floating-point number, by two
 * registers. ops = times that the value went through memory, each after the one before. x = 99: the
 * reference chain, in the same rounds. */
#include "forward/kernel.h"
#include "lib/turns.h"

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return FORWARD_KINDS + 1;
}

static enum record_end run(struct probe_run *run)
{
    turns_send(run, forward_run, FORWARD_KINDS, FORWARD_LAP);
    return RECORD_END_OK;
}

const struct probe probe_forward = {
    .rank = 66,
    .about = "from a store to a load of the same place",
    .points = points,
    .run = run,
};
