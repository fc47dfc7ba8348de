/* Bounds of a figure. */
#include "figure.h"
#include <math.h>

double figure_x_extreme(const struct figure *f, double sign)
{
    double most = -INFINITY;

    for (size_t l = 0; l < f->n_lines; l++)
        for (size_t i = 0; i < f->line[l].n_points; i++)
            most = fmax(most, sign * f->line[l].point[i].x);
    return sign * most;
}
