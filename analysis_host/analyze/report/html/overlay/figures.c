/* Sections of the page of several boards: a figure each. */
#include "report/figure/figures.h"
#include "label.h"
#include "report/figure/figure.h"
#include "report/html/assets.h"
#include "report/html/figure_data.h"
#include "report/html/sections.h"
#include "report/html/write.h"
#include "sections.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct figure *figure_of(const struct html_board *b, size_t k)
{
    return b->figures != NULL && k < b->figures->n ? &b->figures->at[k] : NULL;
}

static bool is_drawn(const struct html_board *b, size_t k)
{
    const struct figure *f = figure_of(b, k);

    return f != NULL && *f->missing == '\0';
}

/* The first board that has figure K, or NULL. */
static const struct figure *first_drawn(const struct html_board *boards, size_t n, size_t k)
{
    for (size_t i = 0; i < n; i++)
        if (is_drawn(&boards[i], k))
            return figure_of(&boards[i], k);
    return NULL;
}

static size_t count_figures(const struct html_board *boards, size_t n)
{
    size_t most = 0;

    for (size_t i = 0; i < n; i++)
        if (boards[i].figures != NULL && boards[i].figures->n > most)
            most = boards[i].figures->n;
    return most;
}

bool html_overlay_in_ns(const struct html_board *boards, size_t n)
{
    size_t cycles = 0, ns = 0;

    for (size_t i = 0; i < n; i++) {
        const struct figures *f = boards[i].figures;
        bool scaled = f != NULL && strcmp(f->cycle_unit, "cycle") == 0;
        cycles += scaled;
        ns += f != NULL && (scaled ? f->cycle_ns > 0 : strcmp(f->cycle_unit, "ns") == 0);
    }
    return ns > cycles;
}

/* ---- without a script: latency by gnuplot ---- */

/* Nanoseconds in the unit of B's figures; 0: not known. */
static double unit_ns(const struct html_board *b)
{
    return strcmp(b->figures->cycle_unit, "cycle") == 0 ? b->figures->cycle_ns
           : strcmp(b->figures->cycle_unit, "ns") == 0  ? 1
                                                        : 0;
}

/* Adds line L of board B to TO, which has room, its medians times BY. */
static bool add_line(struct figure *to, const struct figure_line *l, const struct html_board *b,
                     char letter, double by)
{
    struct figure_point *point = calloc(l->n_points + 1, sizeof *point);
    struct figure_line *new = &to->line[to->n_lines];

    if (point == NULL)
        return false;
    to->n_lines++;
    *new = *l;
    snprintf(new->name, sizeof new->name, "%c %.44s", letter, b->name);
    new->n_dots = 0;
    new->point = point;
    for (size_t i = 0; i < l->n_points; i++) {
        point[i] = l->point[i];
        point[i].middle *= by;
    }
    return true;
}

/* Adds step M to TO, which has room; steps with the same words are one with all their letters. */
static void add_step(struct figure *to, const struct figure_mark *m, char letter)
{
    char words[sizeof m->label];

    for (size_t i = 0; i < to->n_marks; i++) {
        struct figure_mark *old = &to->mark[i];
        const char *after = strchr(old->label, ' ');
        if (after == NULL || strcmp(after + 1, m->label) != 0)
            continue;
        snprintf(words, sizeof words, "%.*s%c %.40s", (int)(after - old->label), old->label, letter,
                 m->label);
        strcpy(old->label, words);
        return;
    }
    struct figure_mark *new = &to->mark[to->n_marks++];
    *new = *m;
    new->low = new->high = m->at;
    snprintf(new->label, sizeof new->label, "%c %.40s", letter, m->label);
}

/* Adds what of FROM can be laid over others. */
static bool lay_figure(struct figure *to, const struct figure *from, const struct html_board *b,
                       char letter, double by)
{
    for (size_t i = 0; i < from->n_lines; i++)
        if (*from->line[i].group != '\0' && !add_line(to, &from->line[i], b, letter, by))
            return false;
    for (size_t i = 0; i < from->n_marks; i++)
        if (!from->mark[i].across && !from->mark[i].reported)
            add_step(to, &from->mark[i], letter);
    return true;
}

/* Room for all lines and marks of figure K. */
static bool make_room(struct figure *to, const struct html_board *boards, size_t n, size_t k)
{
    size_t lines = 1, marks = 1;

    for (size_t i = 0; i < n; i++)
        if (is_drawn(&boards[i], k)) {
            lines += figure_of(&boards[i], k)->n_lines;
            marks += figure_of(&boards[i], k)->n_marks;
        }
    to->line = calloc(lines, sizeof *to->line);
    to->mark = calloc(marks, sizeof *to->mark);
    return to->line != NULL && to->mark != NULL;
}

/* Factor for board B's values in figure K; 0: it has none, or not in that unit. */
static double unit_factor(const struct html_board *b, size_t k, bool in_ns)
{
    if (!is_drawn(b, k))
        return 0;
    return in_ns ? unit_ns(b) : strcmp(b->figures->cycle_unit, "cycle") == 0;
}

static void letter_and_name(FILE *out, const struct html_board *boards, size_t i)
{
    fprintf(out, "%c ", html_overlay_letter(i));
    html_text(out, boards[i].name);
}

/* Boards whose values are in no unit that the picture could have. */
static void not_told(FILE *out, const struct html_board *boards, size_t n, size_t k, bool in_ns)
{
    for (size_t i = 0; i < n; i++) {
        if (!is_drawn(&boards[i], k) || unit_factor(&boards[i], k, in_ns) > 0)
            continue;
        fputs("<p class=\"small\">Not in the picture, as it cannot be told in ", out);
        fputs(in_ns ? "ns: " : "cycles: ", out);
        letter_and_name(out, boards, i);
        fputs(".</p>\n", out);
    }
}

void html_overlay_picture(FILE *out, const struct html_board *boards, size_t n, size_t k)
{
    struct figure all = { .spec = first_drawn(boards, n, k)->spec };
    bool in_ns = html_overlay_in_ns(boards, n), whole = make_room(&all, boards, n, k);

    all.y_unit = in_ns ? "ns" : "cycle";
    for (size_t i = 0; i < n && whole; i++) {
        double by = unit_factor(&boards[i], k, in_ns);
        if (by > 0)
            whole =
                lay_figure(&all, figure_of(&boards[i], k), &boards[i], html_overlay_letter(i), by);
    }
    if (whole && all.n_lines > 0)
        html_picture(out, &all);
    not_told(out, boards, n, k, in_ns);
    for (size_t i = 0; i < all.n_lines; i++)
        free(all.line[i].point);
    free(all.line);
    free(all.mark);
}

/* ---- sections ---- */

/* Why board B has no part in figure K; NULL where it has. */
static const char *missing_reason(const struct html_board *b, size_t k)
{
    const struct figure *f = figure_of(b, k);

    return f == NULL ? "a report, which has no curves" : *f->missing != '\0' ? f->missing : NULL;
}

static bool same_reason(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

/* Boards that have no part in figure K for the same reason as board FROM. */
static void absent_with(FILE *out, const struct html_board *boards, size_t n, size_t k, size_t from)
{
    for (size_t i = from; i < n; i++)
        if (same_reason(missing_reason(&boards[from], k), missing_reason(&boards[i], k))) {
            fputs(i > from ? ", " : "", out);
            letter_and_name(out, boards, i);
        }
    fputs(": ", out);
    html_text(out, missing_reason(&boards[from], k));
    fputs(".<br>\n", out);
}

static void absent(FILE *out, const struct html_board *boards, size_t n, size_t k)
{
    bool begun = false;

    for (size_t i = 0; i < n; i++) {
        bool told = missing_reason(&boards[i], k) == NULL;
        for (size_t j = 0; j < i && !told; j++)
            told = same_reason(missing_reason(&boards[j], k), missing_reason(&boards[i], k));
        if (told)
            continue;
        fputs(begun ? "" : "<p class=\"small\">", out);
        absent_with(out, boards, n, k, i);
        begun = true;
    }
    fputs(begun ? "</p>\n" : "", out);
}

static bool left_out(const struct html_board *boards, size_t n, size_t k)
{
    for (size_t i = 0; i < n; i++)
        for (size_t l = 0; is_drawn(&boards[i], k) && l < figure_of(&boards[i], k)->n_lines; l++)
            if (*figure_of(&boards[i], k)->line[l].group == '\0')
                return true;
    return false;
}

static void section(FILE *out, const struct html_board *boards, size_t n, size_t k)
{
    const struct figure *f = first_drawn(boards, n, k);
    bool script = *html_figure_script != '\0';

    fprintf(out, "<section><h2>%s</h2>\n<p>%s</p>\n<figure data-figure=\"%s\">\n", f->spec->title,
            f->spec->about, f->spec->name);
    if (!script)
        html_overlay_picture(out, boards, n, k);
    fputs("</figure>\n", out);
    if (left_out(boards, n, k))
        fputs("<p class=\"small\">One curve of each board is drawn; its own page has the "
              "others.</p>\n",
              out);
    absent(out, boards, n, k);
    fputs("</section>\n", out);
}

/* Titles of those figures of which WANTED holds, after LEAD. */
static void list(FILE *out, const struct html_board *boards, size_t n, const char *lead,
                 bool (*wanted)(const struct html_board *, size_t, size_t))
{
    bool begun = false;

    for (size_t i = 0, k; i < n; i++) {
        if (boards[i].figures == NULL)
            continue;
        for (k = 0; k < boards[i].figures->n; k++)
            if (wanted(boards, n, k)) {
                fprintf(out, "%s%s%s", begun ? ", " : "<p class=\"small\">", begun ? "" : lead,
                        boards[i].figures->at[k].spec->title);
                begun = true;
            }
        break;
    }
    fputs(begun ? ".</p>\n" : "", out);
}

static bool nowhere(const struct html_board *boards, size_t n, size_t k)
{
    return first_drawn(boards, n, k) == NULL;
}

static bool alone(const struct html_board *boards, size_t n, size_t k)
{
    const struct figure *f = first_drawn(boards, n, k);

    return f != NULL && f->spec->alone;
}

/* Without a script, latency alone has a picture. */
static bool without_script(const struct html_board *boards, size_t n, size_t k)
{
    const struct figure *f = first_drawn(boards, n, k);

    return f != NULL && strcmp(f->spec->name, "latency") != 0;
}

void html_overlay_figures(FILE *out, const struct html_board *boards, size_t n)
{
    bool script = *html_figure_script != '\0';

    if (count_figures(boards, n) == 0)
        fputs("<p class=\"missing\">No board has curves: reports hold answers only.</p>\n", out);
    for (size_t k = 0; k < count_figures(boards, n); k++)
        if (!nowhere(boards, n, k) &&
            !(script ? alone(boards, n, k) : without_script(boards, n, k)))
            section(out, boards, n, k);
    if (!script)
        fputs("<p class=\"small\">This program was built without the script that draws figures "
              "(npm): the picture is gnuplot's, where it is installed.</p>\n",
              out);
    list(out, boards, n, "On each board's own page: ", script ? alone : without_script);
    list(out, boards, n, "Measured on none of these boards: ", nowhere);
}
