/* The metrics of a signature. */
#include "paper_metrics.h"
#include <stddef.h>

bool paper_metrics_of(struct paper_metrics *m, const struct signature *s)
{
    const struct signature_kernel *most = NULL;

    for (uint32_t i = 0; i < s->n_kernels; i++)
        if (most == NULL || s->kernels[i].executed > most->executed)
            most = &s->kernels[i];
    if (most != NULL)
        *m = (struct paper_metrics){ most->stability, most->parallel, most->reuse_bytes,
                                     (double)most->volume_bytes };
    return most != NULL;
}
