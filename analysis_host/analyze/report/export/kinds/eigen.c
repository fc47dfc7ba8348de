/* --export eigen: macros of Eigen 3.4 (Core/products/GeneralBlockPanelKernel.h), in bytes. Eigen
 * sets itself what is not defined here. */
#include "report/export/kind.h"
#include "report/export/values.h"
#include <stdio.h>

static void write_eigen(struct exporter *e)
{
    unsigned levels = export_levels(e);
    double registers;

    for (unsigned n = 1; n <= 3; n++) {
        double bytes = n <= levels ? export_have(e, id_at(CACHE_SIZE, n)) : 0;

        if (bytes > 0)
            fprintf(e->out, "#define EIGEN_DEFAULT_L%u_CACHE_SIZE %.0f\n", n, bytes);
        else
            fprintf(e->out, "/* %s: Eigen takes its own */\n",
                    n <= levels ? "not known" : "there is no such level");
    }
    if (export_known(e, id_type(REGISTERS, "f64"), &registers) && registers >= 1)
        fprintf(e->out, "#define EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS %.0f\n", registers);
}

const struct export_kind export_eigen = { "Eigen: #include it before Eigen/Core", EXPORT_EFFECTIVE,
                                          COMMENT_C, write_eigen };
