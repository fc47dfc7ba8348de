/* Sections of the page: a figure each. */
#include "report/figure/figures.h"
#include "assets.h"
#include "report/figure/figure.h"
#include "report/figure/plots.h"
#include "sections.h"
#include "write.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char no_picture[] =
    "<p class=\"missing\">gnuplot is not installed, or could not draw it: the numbers stand in the "
    "tables.</p>\n";

/* A picture by gnuplot, as data, so that nothing in it can act on the page. */
void html_picture(FILE *out, const struct figure *f)
{
    char *svg = plots_svg(f);

    if (svg == NULL) {
        fputs(no_picture, out);
        return;
    }
    fprintf(out, "<img alt=\"%s\" src=\"data:image/svg+xml;base64,", f->spec->title);
    html_base64(out, svg, strlen(svg));
    fputs("\">\n", out);
    free(svg);
}

static void say_sampled(FILE *out, const struct figure *f)
{
    size_t dots = 0, timings = 0;

    for (size_t i = 0; i < f->n_lines; i++) {
        dots += f->line[i].n_dots;
        timings += f->line[i].timings;
    }
    if (dots > 0 && dots < timings)
        fprintf(out,
                "<p class=\"small\">%zu of %zu timings are drawn, evenly chosen; the line and "
                "its quartiles are of all.</p>\n",
                dots, timings);
}

static void say_left_out(FILE *out, const struct figure *f)
{
    if (f->n_left_out == 0)
        return;
    fprintf(out,
            "<p class=\"small\">%zu more series have no room here; the report in JSON has them: ",
            f->n_left_out);
    html_text(out, f->left_out);
    fputs("</p>\n", out);
}

static void figure_section(FILE *out, const struct figure *f)
{
    fprintf(out, "<section><h2>%s</h2>\n", f->spec->title);
    if (*f->missing != '\0') {
        fputs("<p class=\"missing\">", out);
        html_text(out, f->missing);
        fputs("</p></section>\n", out);
        return;
    }
    fprintf(out, "<p>%s</p>\n<figure data-figure=\"%s\">\n", f->spec->about, f->spec->name);
    if (*html_figure_script == '\0')
        html_picture(out, f);
    fputs("</figure>\n", out);
    say_sampled(out, f);
    say_left_out(out, f);
    fputs("</section>\n", out);
}

void html_figures(FILE *out, const struct figures *figures)
{
    if (*html_figure_script == '\0')
        fputs("<p class=\"small\">This program was built without the script that draws figures "
              "(npm): the pictures are gnuplot's, where it is installed.</p>\n",
              out);
    for (size_t i = 0; i < figures->n; i++)
        figure_section(out, &figures->at[i]);
}
