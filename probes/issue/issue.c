/* How many operations a processor starts in a cycle, alone and with a neighbour on its core.
 *
 * Series: x = mix (enum issue_kind): 0: additions of words; 1: and of floating-point numbers; 2:
 * and stores; 3: stores to one line; 4: stores, each to another line than the one before; 5: calls
 * of a function, each with its return; 6: loads of floating-point numbers; 7: stores to four lines
 * in turn; 8: an addition of words after every two no-ops, where the port writes code. ops =
 * operations, the loop's own not counted. x = 9: the reference chain, timed with them. Each timing
 * is as short as the clock allows, and they are many: of a core that is shared some are quiet. The
 * second series, again=1, has those taken between later probes. */
#include "hal/code.h"
#include "issue/kernel.h"
#include "lib/measure.h"
#include "lib/no_ops.h"
#include "lib/reference.h"
#include "lib/windows.h"
#include "run/probe.h"

enum { NO_OPS = ISSUE_KINDS, CHAIN, KINDS, FIRST = 32, MORE = 4 };

static struct hal_block code; /* no-ops; all zero: not written */
static struct windows windows[KINDS];
static uint64_t ops[KINDS];

static struct measure_kernel kernel_of(unsigned k)
{
    if (k == CHAIN)
        return *reference_kernel(REFERENCE_ADD);
    return k == NO_OPS ? no_ops_kernel(&code) : (struct measure_kernel){ issue_run[k], 0 };
}

static uint64_t lap_of(unsigned k)
{
    if (k == NO_OPS)
        return NO_OPS_LAP;
    return k == CHAIN ? REFERENCE_LAP : issue_lap((enum issue_kind)k);
}

static void visit(unsigned times)
{
    for (unsigned i = 0; i < times; i++)
        for (unsigned k = 0; k < KINDS; k++) {
            const struct measure_kernel kernel = kernel_of(k);

            if (ops[k] == 0)
                continue;
            kernel.run(kernel.ctx, lap_of(k)); /* other code ran meanwhile */
            windows_keep(&windows[k], measure_ticks(&kernel, ops[k]));
        }
}

static void send(struct probe_run *run, const struct probe_key *keys)
{
    probe_series(run, run->name, keys);
    for (unsigned k = 0; k < KINDS; k++) {
        const uint64_t x = k;

        windows_send(run, &x, 1, ops[k], &windows[k]);
        windows[k] = (struct windows){ .n = 0 };
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static unsigned points(const struct plan *plan)
{
    const unsigned kinds = hal_code_knows(HAL_CODE_NOP) ? KINDS : KINDS - 1;

    (void)plan;
    return 2 * 2 * kinds; /* a point of many timings takes two sentences */
}

static enum record_end run(struct probe_run *run)
{
    (void)no_ops_write(&code);
    for (unsigned k = 0; k < KINDS; k++) {
        const struct measure_kernel kernel = kernel_of(k);

        windows[k] = (struct windows){ .n = 0 };
        ops[k] =
            k == NO_OPS && !code.start ? 0 : measure_enough_ops(run->plan, &kernel, lap_of(k), 0);
    }
    visit(FIRST);
    send(run, 0);
    return RECORD_END_OK;
}

static void again(struct probe_run *run)
{
    (void)run;
    visit(MORE);
}

static void send_again(struct probe_run *run)
{
    const struct probe_key keys[] = { { "again", 1 }, { 0, 0 } };

    if (windows[CHAIN].n > 0)
        send(run, keys);
    hal_code_free(&code);
}

static const struct probe_extra extra = {
    .again = again,
    .send_again = send_again,
};

const struct probe probe_issue = {
    .rank = 59,
    .slow = true,
    .about = "issue width, alone and with an SMT sibling; store, load and call throughput",
    .extra = &extra,
    .points = points,
    .run = run,
};
