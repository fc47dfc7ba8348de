/* Section of the text: the curves of the figures, each in a line. */
#include "report/figure/figure.h"
#include "report/figure/figures.h"
#include "report/format/wrap.h"
#include "report/output/visible.h"
#include "sections.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 46, NAME = 30, MOST_DOTS = 1000 };

static const char shades[] = " .:-=+*%#@";

/* Height of Y between LEAST and MOST, 0 to 1. */
static double height(const struct figure *f, double y, double least, double most)
{
    if (!(most > least))
        return 0;
    if (f->spec->log_y && least > 0)
        return log(y / least) / log(most / least);
    return (y - least) / (most - least);
}

static void extremes(const struct figure_line *l, double *least, double *most)
{
    *least = INFINITY;
    *most = -INFINITY;
    for (size_t i = 0; i < l->n_points; i++) {
        *least = fmin(*least, l->point[i].middle);
        *most = fmax(*most, l->point[i].middle);
    }
}

/* Column K stands for its share of X; the highest point of it is shown, or the last before it. */
static void print_points(FILE *out, const struct figure *f, const struct figure_line *l)
{
    double first = l->point[0].x, last = l->point[l->n_points - 1].x;
    bool doubling = f->spec->log_x && first > 0;
    double least, most, y = l->point[0].middle;
    size_t i = 0;

    extremes(l, &least, &most);
    for (unsigned k = 0; k < COLUMNS; k++) {
        double share = (k + 1.0) / COLUMNS;
        double end = doubling ? first * pow(last / first, share) : first + (last - first) * share;
        for (bool inside = false; i < l->n_points && l->point[i].x <= end * (1 + 1e-9); i++) {
            y = inside ? fmax(y, l->point[i].middle) : l->point[i].middle;
            inside = true;
        }
        double up = fmin(1, fmax(0, height(f, y, least, most)));
        fputc(shades[lround(up * (double)(sizeof shades - 2))], out);
    }
}

static void print_curve(FILE *out, const struct figure *f, const struct figure_line *l)
{
    char name[NAME + 1];

    snprintf(name, sizeof name, "%.10s %.18s", f->spec->name, l->name);
    fputs("  ", out);
    output_visible(out, name, strlen(name));
    fprintf(out, "%*s|", NAME - (int)strlen(name), "");
    print_points(out, f, l);
    fputs("|\n", out);
}

/* Rises say again what the curve of the registers says. */
static bool is_shown(const struct figure_spec *spec)
{
    return spec->kind == FIGURE_CURVE && strcmp(spec->name, "rises") != 0;
}

void text_curves(FILE *out, const struct log *log, const struct results *results)
{
    struct figures figures;

    if (format_columns() < FORMAT_COLUMNS) {
        format_wrapf(out, "CURVES  ", "wider than this terminal: %d columns show them",
                     FORMAT_COLUMNS);
        return;
    }
    figures_make(&figures, &log->run, results, MOST_DOTS);
    fprintf(out, "CURVES  from the least to the most of each:%s\n", shades);
    for (size_t i = 0; i < figures.n; i++)
        for (size_t l = 0; l < figures.at[i].n_lines; l++)
            if (is_shown(figures.at[i].spec) && figures.at[i].line[l].n_points > 1)
                print_curve(out, &figures.at[i], &figures.at[i].line[l]);
    figures_free(&figures);
}
