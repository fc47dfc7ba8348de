/* Figures as JSON, for the script of the page that draws them. */
#include "figure_data.h"
#include "assets.h"
#include "page.h"
#include "report/figure/figure.h"
#include "report/figure/figures.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *finite_number(double value)
{
    if (!isfinite(value))
        return json_null();
    return value == floor(value) && fabs(value) < 1e15 ? json_integer((json_int_t)value)
                                                       : json_real(value);
}

static json_t *points_of(const struct figure_line *l)
{
    json_t *all = json_array();

    for (size_t i = 0; i < l->n_points; i++) {
        const struct figure_point *p = &l->point[i];
        const double values[] = { p->x,
                                  p->x2,
                                  p->low,
                                  p->lower,
                                  p->middle,
                                  p->upper,
                                  p->high,
                                  (double)p->n,
                                  p->x_high > 0 ? p->x_low : p->x,
                                  p->x_high > 0 ? p->x_high : p->x,
                                  (double)p->marked };
        size_t n = sizeof values / sizeof values[0] - (p->x_high > 0 || p->marked ? 0 : 3);
        json_t *one = json_array();
        for (size_t k = 0; k < n; k++)
            json_array_append_new(one, finite_number(values[k]));
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *dots_of(const struct figure_line *l)
{
    json_t *all = json_array();

    for (size_t i = 0; i < l->n_dots; i++) {
        json_array_append_new(all, finite_number(l->dot[i].x));
        json_array_append_new(all, finite_number(l->dot[i].y));
    }
    return all;
}

/* Names and labels of format_value.c and keys, which may be anything: html_text() has no hand in
 * this. */
static json_t *text_of(const char *text)
{
    json_t *whole = json_string(text);

    return whole != NULL ? whole : json_string("?");
}

static json_t *line_of(const struct figure_line *l, size_t board, bool overlay)
{
    json_t *o =
        json_pack("{s:I,s:o,s:b,s:o,s:b,s:I,s:I,s:o,s:o}", "board", (json_int_t)board, "name",
                  text_of(l->name), "measured", l->measured, "group", text_of(l->group), "damaged",
                  l->damaged, "first", (json_int_t)l->first_line, "last", (json_int_t)l->last_line,
                  "points", points_of(l), "dots", overlay ? json_array() : dots_of(l));

    if (l->gflop_per_s > 0)
        json_object_set_new(o, "gflops", finite_number(l->gflop_per_s));
    if (*l->choice != '\0' && !overlay)
        json_object_set_new(o, "choice", text_of(l->choice));
    return o;
}

static json_t *mark_of(const struct figure_mark *m, size_t board)
{
    return json_pack("{s:I,s:o,s:b,s:b,s:o,s:o,s:o,s:o,s:o}", "board", (json_int_t)board, "label",
                     text_of(m->label), "across", m->across, "reported", m->reported, "at",
                     finite_number(m->at), "low", finite_number(m->low), "high",
                     finite_number(m->high), "from", finite_number(m->from), "to",
                     finite_number(m->to));
}

/* Heights stay with their own board's figure: what several boards have in common is x. */
static void add_board(json_t *lines, json_t *marks, const struct figure *f, size_t board,
                      bool overlay)
{
    for (size_t i = 0; i < f->n_lines; i++)
        if (!overlay || *f->line[i].group != '\0')
            json_array_append_new(lines, line_of(&f->line[i], board, overlay));
    for (size_t i = 0; i < f->n_marks; i++)
        if (!overlay || (!f->mark[i].across && !f->mark[i].reported))
            json_array_append_new(marks, mark_of(&f->mark[i], board));
}

/* Figure K of all boards that have it; NULL where none has. */
static json_t *figure_of(const struct html_board *boards, size_t n, size_t k, bool overlay)
{
    static const char *const kinds[] = {
        "curve", "bars", "histogram", "scatter", "matrix", "stack"
    };
    const struct figure_spec *spec = NULL;
    json_t *lines = json_array(), *marks = json_array();

    for (size_t i = 0; i < n; i++) {
        const struct figures *all = boards[i].figures;
        if (all == NULL || k >= all->n || *all->at[k].missing != '\0')
            continue;
        spec = all->at[k].spec;
        add_board(lines, marks, &all->at[k], i, overlay);
    }
    if (spec == NULL || (overlay && spec->alone)) {
        json_decref(lines);
        json_decref(marks);
        return NULL;
    }
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:b,s:b,s:b,s:o,s:o}", "name", spec->name,
                     "title", spec->title, "kind", kinds[spec->kind], "xLabel", spec->x_label,
                     "xUnit", spec->x_unit, "yLabel", spec->y_label, "yUnit", spec->y_unit, "logX",
                     spec->log_x, "logY", spec->log_y, "picks", spec->picks, "lines", lines,
                     "marks", marks);
}

/* What a load of the first level takes, in the unit of cycles; 0: not known. */
static double first_level(const struct figures *all)
{
    for (size_t i = 0; i < all->n; i++) {
        const struct figure *f = &all->at[i];
        if (strcmp(f->spec->name, "latency") != 0 || *f->missing != '\0')
            continue;
        for (size_t k = 0; k < f->n_marks; k++)
            if (f->mark[k].across)
                return f->mark[k].at;
        return f->line[0].n_points > 0 ? f->line[0].point[0].middle : 0;
    }
    return 0;
}

static json_t *board_of(const struct html_board *b)
{
    const struct figures *f = b->figures;

    return json_pack("{s:o,s:s,s:f,s:o}", "name", text_of(b->name), "unit",
                     f != NULL ? f->cycle_unit : "", "cycleNs", f != NULL ? f->cycle_ns : 0.0,
                     "first", finite_number(f != NULL ? first_level(f) : 0));
}

json_t *html_figures_json(const struct html_board *boards, size_t n, bool overlay)
{
    json_t *all = json_array(), *list = json_array();
    size_t most = 0;

    for (size_t i = 0; i < n; i++) {
        json_array_append_new(list, board_of(&boards[i]));
        if (boards[i].figures != NULL && boards[i].figures->n > most)
            most = boards[i].figures->n;
    }
    for (size_t k = 0; k < most; k++) {
        json_t *one = figure_of(boards, n, k, overlay);
        if (one != NULL)
            json_array_append_new(all, one);
    }
    return json_pack("{s:b,s:o,s:o}", "overlay", overlay, "boards", list, "figures", all);
}

int html_figure_data(FILE *out, const struct html_board *boards, size_t n, bool overlay)
{
    if (*html_figure_script == '\0')
        return 0;
    json_t *o = html_figures_json(boards, n, overlay);
    char *text =
        o == NULL ? NULL : json_dumps(o, JSON_COMPACT | JSON_ESCAPE_SLASH | JSON_REAL_PRECISION(5));

    json_decref(o);
    if (text == NULL)
        return -1;
    html_data(out, "figures", text);
    free(text);
    return 0;
}
