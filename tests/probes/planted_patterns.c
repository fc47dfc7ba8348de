/* In place of the table that the build generates: triads written by hand, which take a tick an
 * element on the fake port's clock. */
#include "fake.h"
#include "planted_kernels.h"

#define SLOWLY(name)                                                                               \
    static void run_##name(void *base, uint64_t n, const struct kernel_share *share)               \
    {                                                                                              \
        fake.timer.now_ticks += n + 1;                                                             \
        planted_##name.run(base, n, share);                                                        \
    }
SLOWLY(triad)
SLOWLY(triad_dealt)
SLOWLY(triad_wrong)
SLOWLY(other)

static struct kernel kernels[4];
const struct kernel *const pattern_table[] = { &kernels[0], &kernels[1], &kernels[2], &kernels[3],
                                               NULL };

static __attribute__((constructor)) void make_table(void)
{
    kernels[0] = planted_triad;
    kernels[0].run = run_triad;
    kernels[1] = planted_triad_dealt;
    kernels[1].run = run_triad_dealt;
    kernels[2] = planted_triad_wrong;
    kernels[2].run = run_triad_wrong;
    kernels[3] = planted_other;
    kernels[3].run = run_other;
}
