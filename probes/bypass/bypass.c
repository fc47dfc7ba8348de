/* What it takes to go from one kind of unit to another: between words and floating-point numbers,
 * from an addition to a multiplication, from a load to a floating-point register.
 *
 * One series: x = kind of chain (enum bypass_kind), ops = its steps. x = 99: the reference chain,
 * in the same rounds. */
#include "bypass/kernel.h"
#include "lib/turns.h"

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return BYPASS_KINDS + 1;
}

static enum record_end run(struct probe_run *run)
{
    if (!bypass_has_fp())
        return RECORD_END_NO_INSTRUCTION;
    turns_send(run, bypass_run, BYPASS_KINDS, BYPASS_LAP);
    return RECORD_END_OK;
}

const struct probe probe_bypass = {
    .rank = 67,
    .about = "bypass delays: int to FP, FP loads, addition to multiplication",
    .points = points,
    .run = run,
};
