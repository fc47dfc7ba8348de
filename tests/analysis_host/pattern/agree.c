/* agree: every variant in the table computes what the text says, at two sizes; exit status 1 after
 * a message where one does not. For targets that an emulator plays, which have no test library. */
#include "lib/kernel.h"
#include <stdio.h>
#include <stdlib.h>

static int differs(const struct kernel *k, const struct kernel_expected *want)
{
    struct kernel_share share = { .contexts = 1 };
    void *base = aligned_alloc(k->line_bytes, k->bytes(want->n));

    if (base == NULL)
        return 1;
    if (k->range != NULL)
        k->range(want->n, &share.from, &share.to);
    k->fill(base, want->n);
    k->run(base, want->n, &share);
    uint64_t got = k->check(base, want->n);
    free(base);
    if (got == want->check)
        return 0;
    printf("%s.%s at n = %llu: %016llx in place of %016llx\n", k->name, k->variant,
           (unsigned long long)want->n, (unsigned long long)got, (unsigned long long)want->check);
    return 1;
}

void hal_barrier_wait(struct hal_barrier *barrier)
{
    (void)barrier;
}

int main(void)
{
    int wrong = 0;
    unsigned n = 0;

    for (unsigned i = 0; pattern_table[i] != NULL; i++)
        for (unsigned e = 0; e < pattern_table[i]->n_expected; e++, n++)
            wrong += differs(pattern_table[i], &pattern_table[i]->expected[e]);
    printf("%u checksums, %d wrong\n", n, wrong);
    return wrong > 0 || n == 0;
}
