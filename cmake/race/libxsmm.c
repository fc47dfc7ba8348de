/* LIBXSMM's code for one size, as the race of tuned kernels asks for it: C = A B + C. */
#include <libxsmm.h>

void *fixed_f64(int m, int n, int k);
void *fixed_f32(int m, int n, int k);

void *fixed_f64(int m, int n, int k)
{
    return (void *)libxsmm_dmmdispatch(m, n, k, 0, 0, 0, 0, 0, 0, 0);
}

void *fixed_f32(int m, int n, int k)
{
    return (void *)libxsmm_smmdispatch(m, n, k, 0, 0, 0, 0, 0, 0, 0);
}
