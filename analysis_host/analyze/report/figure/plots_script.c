/* The script and the table that gnuplot draws a figure from. */
#include "plots_script.h"
#include "figure.h"
#include "report/format/value.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Names come from a log, and gnuplot runs what stands in backquotes: these bytes alone go there. */
static void put_quoted(FILE *out, const char *text)
{
    static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 "
                               ".,:=()/%+-~";

    fputc('\'', out);
    for (; *text != '\0'; text++)
        fputc(strchr(safe, *text) != NULL ? *text : '_', out);
    fputc('\'', out);
}

void plots_table(FILE *out, const struct figure *f)
{
    for (size_t l = 0; l < f->n_lines; l++) {
        const struct figure_line *line = &f->line[l];
        if (line->n_dots > 0) {
            fputs("# single timings: x, y\n", out);
            for (size_t i = 0; i < line->n_dots; i++)
                fprintf(out, "%.9g %.9g\n", line->dot[i].x, line->dot[i].y);
            fputs("\n\n", out);
        }
        fputs("# x, x2, least, quartile, median, quartile, most, timings\n", out);
        for (size_t i = 0; i < line->n_points; i++) {
            const struct figure_point *p = &line->point[i];
            fprintf(out, "%.9g %.9g %.9g %.9g %.9g %.9g %.9g %zu\n", p->x, p->x2, p->low, p->lower,
                    p->middle, p->upper, p->high, p->n);
        }
        fputs("\n\n", out);
    }
}

static void axis_label(FILE *out, char name, const char *label, const char *unit)
{
    static const char *const plain[] = { "B", "count", "ratio" };
    char words[120];
    bool bare = false;

    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        bare |= strcmp(unit, plain[i]) == 0;
    snprintf(words, sizeof words, bare ? "%s" : "%s (%s)", label, unit);
    fprintf(out, "set %clabel ", name);
    put_quoted(out, words);
    fputc('\n', out);
}

/* Powers of two in KiB and so on, at most a dozen: gnuplot's own prefix for 1024 is a small k. */
static void byte_tics(FILE *out, const struct figure *f)
{
    double low = figure_x_extreme(f, -1), high = figure_x_extreme(f, 1);
    double step = pow(2, fmax(1, ceil(log2(high / low) / 12)));
    char words[FORMAT_CELL];

    fputs("set xtics (", out);
    for (double x = pow(2, floor(log2(low))); x <= high; x *= step) {
        format_number(words, x, "B");
        put_quoted(out, words);
        fprintf(out, " %.9g%s", x, x * step <= high ? ", " : ")\n");
    }
}

static void put_axes(FILE *out, const struct figure *f)
{
    bool bars = f->spec->kind == FIGURE_BARS;

    axis_label(out, 'x', f->spec->x_label, f->spec->x_unit);
    axis_label(out, 'y', f->spec->y_label, f->y_unit);
    if (f->spec->log_x || bars)
        fputs("set logscale x 2\n", out);
    if (f->spec->log_y)
        fputs("set logscale y\n", out);
    if (strcmp(f->spec->x_unit, "B") == 0 && figure_x_extreme(f, -1) > 0)
        byte_tics(out, f);
    if (bars)
        fprintf(out, "set xrange [%.9g:%.9g]\n", 0.7 * figure_x_extreme(f, -1),
                1.6 * figure_x_extreme(f, 1));
    if (bars || f->spec->kind == FIGURE_HISTOGRAM)
        fputs("set yrange [0:*]\n", out);
    if (f->spec->kind == FIGURE_MATRIX)
        fputs("set offsets 0.5, 0.5, 0.5, 0.5\n", out);
}

/* The names of rows, the first on top. */
static void name_rows(FILE *out, const struct figure *f)
{
    fprintf(out, "unset ylabel\nset yrange [%zu.5:-0.5]\nset ytics (", f->n_marks - 1);
    for (size_t i = 0; i < f->n_marks; i++) {
        put_quoted(out, f->mark[i].label);
        fprintf(out, " %.9g%s", f->mark[i].at, i + 1 < f->n_marks ? ", " : ")\n");
    }
}

static void mark_at_x(FILE *out, const struct figure_mark *m)
{
    if (m->low < m->high)
        fprintf(out,
                "set object rectangle from first %.9g, graph 0 to first %.9g, graph 1 behind "
                "fillcolor rgb '#888888' fillstyle solid 0.15 noborder\n",
                m->low, m->high);
    fprintf(
        out,
        "set arrow from first %.9g, graph 0 to first %.9g, graph 1 nohead dashtype %d linecolor "
        "rgb '#666666'\nset label ",
        m->at, m->at, m->reported ? 3 : 2);
    put_quoted(out, m->label);
    if (m->reported)
        fprintf(out, " at first %.9g, graph 0.02 left rotate by 90 offset 0.6,0\n", m->at);
    else
        fprintf(out, " at first %.9g, graph 0.98 right rotate by 90 offset -0.6,0\n", m->at);
}

static void mark_at_y(FILE *out, const struct figure_mark *m)
{
    fprintf(out,
            "set arrow from first %.9g, first %.9g to first %.9g, first %.9g nohead linewidth 2 "
            "linecolor rgb '#b03a2e'\nset label ",
            m->from, m->at, m->to, m->at);
    put_quoted(out, m->label);
    fprintf(out, " at first %.9g, first %.9g offset 0.5,0.6\n", m->from, m->at);
}

static void put_marks(FILE *out, const struct figure *f)
{
    for (size_t i = 0; i < f->n_marks; i++)
        if (f->mark[i].across)
            mark_at_y(out, &f->mark[i]);
        else
            mark_at_x(out, &f->mark[i]);
}

/* A ceiling is a line, a series of points a joined one. */
static void put_scatter(FILE *out, const struct figure *f, size_t k)
{
    fputs(f->line[k].measured ? "using 1:5 with linespoints pointtype 7 pointsize 0.4"
                              : "using 1:5 with lines linewidth 1.5",
          out);
}

/* Writes how the points of line K are drawn. */
static void put_style(FILE *out, const struct figure *f, size_t k)
{
    switch (f->spec->kind) {
    case FIGURE_CURVE:
        fputs("using 1:5 with lines linewidth 1.5", out);
        break;
    case FIGURE_BARS:
        fprintf(out, "using ($1*%.3f):5 with impulses linewidth 12", pow(1.12, (double)k));
        break;
    case FIGURE_SCATTER:
        put_scatter(out, f, k);
        break;
    case FIGURE_HISTOGRAM:
        fprintf(out, "using (%s):5:($2-$1) with boxes fillstyle solid 0.6",
                f->spec->log_x ? "sqrt($1*$2)" : "($1+$2)/2");
        break;
    case FIGURE_MATRIX:
        fputs("using 1:2:(sprintf('%.3g', $5)) with labels title ", out);
        return;
    case FIGURE_STACK:
        fputs("using 1:5:1:2:($5-0.35):($5+0.35) with boxxyerror fillstyle solid 0.8", out);
        break;
    }
    fprintf(out, " linecolor %zu title ", k + 1);
}

/* Returns true when the panel of line FIRST has line L: those of its choice, or of no choice. */
static bool is_drawn(const struct figure *f, size_t first, size_t l)
{
    return *f->line[l].choice == '\0' || strcmp(f->line[l].choice, f->line[first].choice) == 0;
}

/* Returns true when no line before L has its choice. */
static bool is_new_choice(const struct figure *f, size_t l)
{
    for (size_t i = 0; i < l; i++)
        if (strcmp(f->line[i].choice, f->line[l].choice) == 0)
            return false;
    return true;
}

/* Panels of a picture: of curves one for each choice; of others the first choice alone. */
static size_t panels(const struct figure *f)
{
    size_t n = 0;

    for (size_t l = 0; l < f->n_lines && f->spec->kind == FIGURE_CURVE; l++)
        n += is_new_choice(f, l);
    return n > 0 ? n : 1;
}

/* Writes line L, whose part of TABLE is number INDEX, and whose dots stand before it. */
static void put_line(FILE *out, const struct figure *f, size_t l, const char *table, size_t index)
{
    if (f->line[l].n_dots > 0)
        fprintf(out,
                "'%s' index %zu using 1:2 with points pointtype 7 pointsize 0.15 linecolor %zu "
                "notitle, ",
                table, index - 1, l + 1);
    fprintf(out, "'%s' index %zu ", table, index);
    put_style(out, f, l);
    put_quoted(out, f->line[l].name);
    if (f->line[l].measured)
        fprintf(out,
                ", '%s' index %zu using 1:4:3:7:6:($1*0.03) with candlesticks whiskerbars "
                "linecolor %zu notitle",
                table, index, l + 1);
}

/* The panel of line FIRST. */
static void put_plot(FILE *out, const struct figure *f, size_t first, const char *table)
{
    const char *before = "plot ";
    size_t index = 0;

    for (size_t l = 0; l < f->n_lines; l++) {
        index += f->line[l].n_dots > 0;
        if (is_drawn(f, first, l)) {
            fputs(before, out);
            put_line(out, f, l, table, index);
            before = ", ";
        }
        index++;
    }
    fputc('\n', out);
}

static void put_title(FILE *out, const char *title, const char *choice)
{
    char words[200];

    snprintf(words, sizeof words, *choice == '\0' ? "%s" : "%s: %s", title, choice);
    fputs("set title ", out);
    put_quoted(out, words);
    fputc('\n', out);
}

/* A panel below the other for each choice. */
static void put_panels(FILE *out, const struct figure *f, size_t n, const char *table)
{
    fprintf(out, "set multiplot layout %zu,1\n", n);
    for (size_t l = 0; l < f->n_lines; l++)
        if (is_new_choice(f, l)) {
            put_title(out, f->spec->title, f->line[l].choice);
            put_plot(out, f, l, table);
        }
    fputs("unset multiplot\n", out);
}

void plots_script(FILE *out, const struct figure *f, const char *table, const char *picture)
{
    size_t n = panels(f);

    fprintf(out, "set terminal svg size 900,%zu noenhanced font 'sans,13' background '#ffffff'\n",
            520 * n);
    if (picture != NULL)
        fprintf(out, "set output '%s'\n", picture);
    put_title(out, f->spec->title, "");
    fputs("set grid\nset key outside right top\n", out);
    put_axes(out, f);
    bool named =
        f->spec->kind == FIGURE_STACK || (f->spec->kind == FIGURE_MATRIX && f->n_marks > 0);
    if (named)
        name_rows(out, f);
    else
        put_marks(out, f);
    if (n > 1)
        put_panels(out, f, n, table);
    else
        put_plot(out, f, 0, table);
}
