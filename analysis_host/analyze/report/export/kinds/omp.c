/* --export omp: a place for each context (OpenMP 5.0, chapter 6), in the system's own numbers. */
#include "report/export/kind.h"
#include "report/export/values.h"
#include <stdio.h>

static void write_omp(struct exporter *e)
{
    double contexts = export_have(e, id_of(CONTEXTS_FLOAT));

    if (!(contexts > 0))
        contexts = export_need(e, id_of(CONTEXTS_FLOAT));
    fprintf(e->out, "export OMP_NUM_THREADS=%.0f\n", contexts);
    fprintf(e->out, "export OMP_PLACES='{0}:%.0f'\n", contexts);
    fputs("export OMP_PROC_BIND=close\n", e->out);
}

const struct export_kind export_omp = { "OpenMP: . FILE in the shell", EXPORT_EFFECTIVE,
                                        COMMENT_HASH, write_omp };
