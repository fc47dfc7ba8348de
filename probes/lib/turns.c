/* Times chains alternately. */
#include "turns.h"
#include "measure.h"
#include "reference.h"

enum { ROUNDS = 12 };

static struct measure_kernel kernel_of(void (*const *chains)(void *, uint64_t), unsigned k,
                                       unsigned n)
{
    if (k == n)
        return *reference_kernel(REFERENCE_ADD);
    return (struct measure_kernel){ chains[k], 0 };
}

void turns_send(struct probe_run *run, void (*const *chains)(void *ctx, uint64_t steps), unsigned n,
                uint64_t lap)
{
    uint64_t ticks[TURNS_MOST + 1][ROUNDS], ops[TURNS_MOST + 1];
    unsigned n_ticks[TURNS_MOST + 1] = { 0 };

    for (unsigned k = 0; k <= n; k++) {
        const struct measure_kernel kernel = kernel_of(chains, k, n);

        if (kernel.run)
            ops[k] = measure_enough_ops(run->plan, &kernel, k == n ? REFERENCE_LAP : lap, 0);
    }
    for (unsigned r = 0; r < ROUNDS; r++)
        for (unsigned k = 0; k <= n; k++) {
            const struct measure_kernel kernel = kernel_of(chains, k, n);

            if (!kernel.run)
                continue;
            kernel.run(kernel.ctx, k == n ? REFERENCE_LAP : lap); /* other code ran meanwhile */
            n_ticks[k] += measure_rounds(&kernel, ops[k], &ticks[k][n_ticks[k]], 1);
        }
    probe_series(run, run->name, 0);
    for (unsigned k = 0; k <= n; k++) {
        const uint64_t x = k == n ? TURNS_REFERENCE : k;

        if (n_ticks[k] > 0)
            probe_sample(run, &x, 1, ops[k], ticks[k], n_ticks[k]);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}
