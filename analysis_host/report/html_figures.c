#include "html.h"
#include "plots.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- sections ---- */

static const char no_picture[] =
    "<p class=\"missing\">gnuplot is not installed, or could not draw it: the numbers stand in the "
    "tables.</p>\n";

/* A picture by gnuplot, as data, so that nothing in it can act on the page. */
static void picture(FILE *out, const struct figure *f)
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

static void sampled(FILE *out, const struct figure *f)
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

static void section(FILE *out, const struct figure *f)
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
        picture(out, f);
    fputs("</figure>\n", out);
    sampled(out, f);
    fputs("</section>\n", out);
}

void html_figures(FILE *out, const struct figures *figures)
{
    if (*html_figure_script == '\0')
        fputs("<p class=\"small\">This program was built without the script that draws figures "
              "(npm): the pictures are gnuplot's, where it is installed.</p>\n",
              out);
    for (size_t i = 0; i < figures->n; i++)
        section(out, &figures->at[i]);
}

/* ---- data ---- */

static json_t *number(double value)
{
    if (!isfinite(value))
        return json_null();
    return value == floor(value) && fabs(value) < 1e15 ? json_integer((json_int_t)value)
                                                       : json_real(value);
}

static json_t *points(const struct figure_line *l)
{
    json_t *all = json_array();

    for (size_t i = 0; i < l->n_points; i++) {
        const struct figure_point *p = &l->point[i];
        const double values[] = { p->x,      p->x2,    p->low,  p->lower,
                                  p->middle, p->upper, p->high, (double)p->n };
        json_t *one = json_array();
        for (size_t k = 0; k < sizeof values / sizeof values[0]; k++)
            json_array_append_new(one, number(values[k]));
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *dots(const struct figure_line *l)
{
    json_t *all = json_array();

    for (size_t i = 0; i < l->n_dots; i++) {
        json_array_append_new(all, number(l->dot[i].x));
        json_array_append_new(all, number(l->dot[i].y));
    }
    return all;
}

/* Names and labels of text_value.c and keys, which may be anything: html_text() has no hand in
 * this. */
static json_t *words(const char *text)
{
    json_t *whole = json_string(text);

    return whole != NULL ? whole : json_string("?");
}

static json_t *line_of(const struct figure_line *l)
{
    return json_pack("{s:o,s:b,s:I,s:I,s:o,s:o}", "name", words(l->name), "damaged", l->damaged,
                     "first", (json_int_t)l->first_line, "last", (json_int_t)l->last_line, "points",
                     points(l), "dots", dots(l));
}

static json_t *mark_of(const struct figure_mark *m)
{
    return json_pack("{s:o,s:b,s:o,s:o,s:o,s:o,s:o}", "label", words(m->label), "across", m->across,
                     "at", number(m->at), "low", number(m->low), "high", number(m->high), "from",
                     number(m->from), "to", number(m->to));
}

static json_t *figure_of(const struct figure *f)
{
    static const char *const kinds[] = { "curve", "bars", "histogram", "matrix" };
    json_t *lines = json_array(), *marks = json_array();

    for (size_t i = 0; i < f->n_lines; i++)
        json_array_append_new(lines, line_of(&f->line[i]));
    for (size_t i = 0; i < f->n_marks; i++)
        json_array_append_new(marks, mark_of(&f->mark[i]));
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:b,s:b,s:o,s:o}", "name", f->spec->name,
                     "title", f->spec->title, "kind", kinds[f->spec->kind], "xLabel",
                     f->spec->x_label, "xUnit", f->spec->x_unit, "yLabel", f->spec->y_label,
                     "yUnit", f->y_unit, "logX", f->spec->log_x, "logY", f->spec->log_y, "lines",
                     lines, "marks", marks);
}

json_t *html_figures_json(const struct figures *figures)
{
    json_t *all = json_array();

    for (size_t i = 0; i < figures->n; i++)
        if (figures->at[i].missing[0] == '\0' &&
            json_array_append_new(all, figure_of(&figures->at[i])) != 0) {
            json_decref(all);
            return NULL;
        }
    return json_pack("{s:f,s:o}", "cycleNs", figures->cycle_ns, "figures", all);
}
