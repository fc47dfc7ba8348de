/* Figures of the page: one under its title, and those that show how an analysis decided, folded. */
#include "report/figure/figures.h"
#include "assets.h"
#include "figure_data.h"
#include "report/figure/figure.h"
#include "report/figure/plots.h"
#include "sections.h"
#include "write.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char no_picture[] =
    "<p class=\"missing\">gnuplot is not installed, or could not draw this figure. The tables have "
    "the numbers.</p>\n";

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

void html_put_figure(FILE *out, const struct figure *f)
{
    fprintf(out,
            "<div class=\"figure\" id=\"figure-%s\"><h3>%s</h3>\n<p class=\"small\">%s</p>\n"
            "<figure data-figure=\"%s\">\n",
            f->spec->name, f->spec->title, f->spec->about, f->spec->name);
    if (*html_figure_script == '\0')
        html_picture(out, f);
    fputs("</figure>\n", out);
    say_sampled(out, f);
    say_left_out(out, f);
    fputs("</div>\n", out);
}

static const struct figure *find(const struct html_parts *p, const char *name)
{
    for (size_t i = 0; i < p->figures->n; i++)
        if (strcmp(p->figures->at[i].spec->name, name) == 0 && *p->figures->at[i].missing == '\0')
            return &p->figures->at[i];
    return NULL;
}

bool html_has_figure(const struct html_parts *p, const char *name)
{
    return find(p, name) != NULL;
}

void html_figure(FILE *out, const struct html_parts *p, const char *name)
{
    const struct figure *f = find(p, name);

    if (f != NULL)
        html_put_figure(out, f);
}

/* Those that a section of the page has. */
static bool is_shown(const char *name)
{
    static const char *const shown[] = { "latency",
                                         "tlb",
                                         "mlp",
                                         "core_to_core",
                                         "core_to_core_bandwidth",
                                         "core_to_core_states",
                                         "loaded",
                                         "roofline",
                                         "speed",
                                         "threads",
                                         "patterns",
                                         "loaded_curve",
                                         "bandwidth" };

    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        if (strcmp(shown[i], name) == 0)
            return true;
    return false;
}

void html_analysis(FILE *out, const struct html_parts *p)
{
    size_t n = 0;

    for (size_t i = 0; i < p->figures->n; i++)
        n += *p->figures->at[i].missing == '\0' && !is_shown(p->figures->at[i].spec->name);
    if (n == 0)
        return;
    fprintf(out,
            "<details id=\"analysis\"><summary>Figures of the analysis (%zu): how each answer "
            "was found</summary>\n",
            n);
    if (*html_figure_script == '\0')
        fputs("<p class=\"small\">This program was built without the script that draws figures "
              "(npm): the pictures are gnuplot's, where it is installed.</p>\n",
              out);
    for (size_t i = 0; i < p->figures->n; i++)
        if (*p->figures->at[i].missing == '\0' && !is_shown(p->figures->at[i].spec->name))
            html_put_figure(out, &p->figures->at[i]);
    fputs("</details>\n", out);
}
