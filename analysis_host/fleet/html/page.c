/* The page of a fleet: its report, and figures of boards by their distance from their kind and of
 * the runs of those that differ. */
#include "page.h"
#include "fleet/column.h"
#include "fleet/report/fleet.h"
#include "report/figure/figures.h"
#include "report/format/value.h"
#include "report/html/assets.h"
#include "report/html/figure_data.h"
#include "report/html/page.h"
#include "report/html/sections.h"
#include "report/html/write.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BANDS = 24, MOST_ROWS = 60, MOST_ANSWERS = 40, MOST_SERIES = 60, MOST_CHANGES = 8 };
enum { FEW_SERIES = 8 }; /* pictures by gnuplot, where there is no script */
#define BAND_SPREADS 0.5

/* ---- how far boards are from their kind ---- */

/* Spreads between BOARD and its kind, of the quantity that is furthest away. */
static double furthest(const struct fleet *f, size_t board)
{
    const struct fleet_typical *usual = f->kinds[f->boards[board].kind].usual;
    double most = 0;
    unsigned way;

    for (size_t i = 0; i < f->n_names; i++) {
        double middle = usual[i].spread > 0 ? fleet_middle(f, board, i) : NAN;
        if (!isnan(middle))
            most = fmax(most, fabs(fleet_spreads(&usual[i], middle, &way)));
    }
    return most;
}

static bool differs(const struct fleet *f, size_t board)
{
    for (size_t i = 0; i < f->n_findings; i++)
        if (f->findings[i].board == board && f->findings[i].verdict == FLEET_DIFFERENT)
            return true;
    return false;
}

static size_t band_of(double spreads)
{
    double band = spreads / BAND_SPREADS;

    return band < BANDS - 1 ? (size_t)band : BANDS - 1;
}

/* ---- figures ---- */

/* A figure with the words that are its own. */
struct drawn {
    struct figure_spec spec;
    char name[24];
    const struct fleet_finding *found; /* of a series; NULL: of a kind */
    uint32_t kind;
};

struct drawing {
    struct figures all;
    struct drawn *at; /* of each figure */
};

/* Begins a figure with room for so many points of each of 2 lines, and marks; NULL where memory is
 * short. */
static struct figure *begin(struct drawing *d, struct drawn what, size_t points, size_t marks)
{
    size_t n = d->all.n;
    struct drawn *own = &d->at[n];
    struct figure *f = &d->all.at[n];

    *own = what;
    snprintf(own->name, sizeof own->name, "fleet-%zu", n);
    own->spec.name = own->name;
    *f = (struct figure){ .spec = &own->spec,
                          .y_unit = own->spec.y_unit,
                          .line = calloc(2, sizeof *f->line),
                          .mark = calloc(marks + 1, sizeof *f->mark) };
    d->all.n++;
    for (int i = 0; i < 2 && f->line != NULL; i++)
        f->line[i].point = calloc(points + 1, sizeof *f->line[i].point);
    f->n_lines = f->line != NULL ? 2 : 0;
    bool fits =
        f->mark != NULL && f->line != NULL && f->line[0].point != NULL && f->line[1].point != NULL;
    d->all.no_memory |= !fits;
    return fits ? f : NULL;
}

static void add_point(struct figure_line *l, double x, double x2, double y)
{
    l->point[l->n_points++] = (struct figure_point){
        .x = x, .x2 = x2, .low = y, .lower = y, .middle = y, .upper = y, .high = y, .n = 1
    };
}

/* Boards of KIND counted by how far they are from it; those that differ are named. */
static void draw_kind(struct drawing *d, const struct fleet *f, uint32_t kind)
{
    const struct drawn what = {
        { .title = "boards by distance from their kind",
          .kind = FIGURE_HISTOGRAM,
          .x_label = "spreads of the answer that is furthest away; the last bar is open",
          .x_unit = "count",
          .y_label = "boards",
          .y_unit = "count" },
        "",
        NULL,
        kind
    };
    size_t in_band[BANDS] = { 0 };
    struct figure *to = begin(d, what, BANDS, f->n_boards);

    if (to == NULL)
        return;
    for (size_t i = 0; i < f->n_boards; i++) {
        if (f->boards[i].kind != kind)
            continue;
        size_t band = band_of(furthest(f, i));
        in_band[band]++;
        if (!differs(f, i))
            continue;
        struct figure_mark *m = &to->mark[to->n_marks++];
        m->at = m->low = m->high = BAND_SPREADS * ((double)band + 0.5);
        snprintf(m->label, sizeof m->label, "%.60s", fleet_board_name(f, i));
    }
    snprintf(to->line[0].name, sizeof to->line[0].name, "boards");
    for (size_t i = 0; i < BANDS; i++)
        add_point(&to->line[0], BAND_SPREADS * (double)i, BAND_SPREADS * (double)(i + 1),
                  (double)in_band[i]);
    to->n_lines = 1;
    free(to->line[1].point);
}

/* The runs of FOUND's board: those that are as its kind, those that are not, what is usual, and
 * settings that changed between two runs. */
static void draw_runs(struct drawing *d, const struct fleet *f, const struct fleet_finding *found)
{
    const struct fleet_board *b = &f->boards[found->board];
    const struct drawn what = { { .title = "runs of a board that differs",
                                  .kind = FIGURE_CURVE,
                                  .x_label = "run",
                                  .x_unit = "count",
                                  .y_label = "value",
                                  .y_unit = f->names[found->name].unit },
                                "",
                                found,
                                b->kind };
    struct figure *to = begin(d, what, b->n, 1 + MOST_CHANGES * b->n);
    double spread = found->usual * found->spread;
    char usual[FORMAT_CELL];

    if (to == NULL)
        return;
    fleet_value(usual, f, found->name, found->usual_kind, found->usual);
    to->mark[0] = (struct figure_mark){ .across = true,
                                        .at = found->usual,
                                        .low = found->usual - spread,
                                        .high = found->usual + spread,
                                        .from = 1,
                                        .to = (double)b->n };
    snprintf(to->mark[to->n_marks++].label, sizeof to->mark->label, "its kind: %s", usual);
    snprintf(to->line[0].name, sizeof to->line[0].name, "as its kind");
    snprintf(to->line[1].name, sizeof to->line[1].name, "different");
    for (size_t i = 0; i < b->n; i++) {
        const struct fleet_answer *a = fleet_answer(&f->runs[b->first + i], found->name);
        struct fleet_finding here = { .since = b->first + i, .dated = i > 0 };
        struct fleet_change change[MOST_CHANGES];
        size_t n = fleet_changes(f, &here, change, MOST_CHANGES);

        for (size_t k = 0; k < n; k++) {
            struct figure_mark *m = &to->mark[to->n_marks++];
            m->at = m->low = m->high = (double)i + 0.5;
            snprintf(m->label, sizeof m->label, "%.18s %.18s -> %.18s", change[k].key,
                     change[k].was != NULL ? change[k].was : "not said",
                     change[k].is != NULL ? change[k].is : "not said");
        }
        if (a != NULL && a->kind == RESULT_NUMBER)
            add_point(&to->line[b->first + i >= found->since], (double)i + 1, 0, a->value);
    }
}

/* All figures with MOST series at most; free_drawing(). */
static void draw(struct drawing *d, const struct fleet *f, size_t most)
{
    *d = (struct drawing){ .all = { .cycle_unit = "cycle" } };
    d->all.at = calloc(f->n_kinds + most + 1, sizeof *d->all.at);
    d->at = calloc(f->n_kinds + most + 1, sizeof *d->at);
    d->all.no_memory = d->all.at == NULL || d->at == NULL;
    for (uint32_t k = 0; k < f->n_kinds && !d->all.no_memory; k++)
        draw_kind(d, f, k);
    for (size_t i = 0, n = 0; i < f->n_findings && n < most && !d->all.no_memory; i++) {
        const struct fleet_finding *found = &f->findings[i];
        if (found->verdict != FLEET_DIFFERENT || found->cause != i ||
            found->kind != RESULT_NUMBER || found->usual_kind != RESULT_NUMBER)
            continue;
        draw_runs(d, f, found);
        n++;
    }
}

static void free_drawing(struct drawing *d)
{
    figures_free(&d->all);
    free(d->at);
}

/* Figure I under its heading: the script draws it, or gnuplot did. */
static void put_figure(FILE *out, const struct fleet *f, const struct drawing *d, size_t i)
{
    const struct drawn *what = &d->at[i];
    char day[16];

    fputs("<h3>", out);
    if (what->found == NULL) {
        fprintf(out, "%.8s, %zu boards</h3>\n", f->kinds[what->kind].name, f->kinds[what->kind].n);
    } else {
        const struct fleet_board *b = &f->boards[what->found->board];
        html_text(out, fleet_board_name(f, what->found->board));
        fputs(": ", out);
        html_text(out, f->names[what->found->name].id.text);
        fleet_day(day, f->runs[b->first].began);
        fprintf(out, "</h3>\n<p class=\"small\">%zu runs, %s to ", b->n, day);
        fleet_day(day, f->runs[b->first + b->n - 1].began);
        fprintf(out, "%s</p>\n", day);
    }
    fprintf(out, "<figure data-figure=\"%s\">\n", what->name);
    if (*html_figure_script == '\0')
        html_picture(out, &d->all.at[i]);
    fputs("</figure>\n", out);
}

/* ---- boards that differ, by answers ---- */

/* The names of all findings, each once; returns how many, MOST_ANSWERS at most. */
static size_t found_names(const struct fleet *f, uint32_t name[MOST_ANSWERS])
{
    size_t n = 0;

    for (uint32_t i = 0; i < f->n_names && n < MOST_ANSWERS; i++)
        for (size_t k = 0; k < f->n_findings; k++)
            if (f->findings[k].name == i && f->findings[k].verdict == FLEET_DIFFERENT) {
                name[n++] = i;
                break;
            }
    return n;
}

/* How BOARD is beside its kind: a colour, deeper the further away. */
static void put_cell(FILE *out, const struct fleet *f, size_t board, uint32_t name)
{
    const struct fleet_typical *u = &f->kinds[f->boards[board].kind].usual[name];
    double middle = fleet_middle(f, board, name);
    double ratio = u->n_ways > 0 && u->kind == RESULT_NUMBER && u->way[0].value > 0
                       ? log(middle / u->way[0].value)
                       : NAN;
    char value[FORMAT_CELL] = "-";

    if (!isnan(middle))
        fleet_value(value, f, name, RESULT_NUMBER, middle);
    fprintf(out, "<td style=\"background:rgba(%s,%.2f)\" title=\"",
            ratio > 0 ? "198,40,40" : "25,118,210", isnan(ratio) ? 0 : fmin(fabs(ratio) * 2, 0.85));
    html_text(out, f->names[name].id.text);
    fputs("\">", out);
    html_text(out, value);
    fputs("</td>", out);
}

static void put_heat(FILE *out, const struct fleet *f)
{
    uint32_t name[MOST_ANSWERS];
    size_t n = found_names(f, name), rows = 0;

    if (n == 0)
        return;
    fputs("<h2>Boards that differ, by answers</h2>\n<div "
          "style=\"overflow-x:auto\"><table>\n<tr><th>board"
          "</th><th>kind</th>",
          out);
    for (size_t i = 0; i < n; i++)
        html_element(out, "th", f->names[name[i]].id.text);
    fputs("</tr>\n", out);
    for (size_t i = 0; i < f->n_boards && rows < MOST_ROWS; i++) {
        if (f->boards[i].kind == FLEET_NO_KIND || !differs(f, i))
            continue;
        fputs("<tr>", out);
        html_element(out, "th", fleet_board_name(f, i));
        html_element(out, "td", f->kinds[f->boards[i].kind].name);
        for (size_t k = 0; k < n; k++)
            put_cell(out, f, i, name[k]);
        fputs("</tr>\n", out);
        rows++;
    }
    fputs("</table></div>\n", out);
}

/* ---- all of it ---- */

/* The report for people stands above the figures. */
static int put_report(FILE *out, const struct fleet *f)
{
    char *text = NULL;
    size_t n = 0;
    FILE *report = open_memstream(&text, &n);
    int failed = report == NULL || report_fleet_text(report, f) != 0;

    if (report != NULL)
        failed |= fclose(report) != 0;
    if (!failed)
        html_element(out, "pre", text);
    free(text);
    return failed ? -1 : 0;
}

int html_fleet_page(FILE *out, const void *of, size_t dots)
{
    const struct fleet *f = of;
    size_t most = *html_figure_script == '\0' ? FEW_SERIES : MOST_SERIES * dots / HTML_DOTS;
    struct drawing d;
    char title[60];

    draw(&d, f, most);
    snprintf(title, sizeof title, "%zu boards", f->n_boards);
    html_begin(out, title);
    html_element(out, "h1", title);
    int failed = put_report(out, f);
    for (size_t i = 0; i < d.all.n && !d.all.no_memory; i++) {
        if (i == 0)
            fputs("<h2>Boards by their distance from their kind</h2>\n", out);
        if (i == f->n_kinds) {
            put_heat(out, f);
            fputs("<h2>Runs of the boards that differ</h2>\n", out);
        }
        put_figure(out, f, &d, i);
    }
    if (d.all.n <= f->n_kinds)
        put_heat(out, f);
    fputs("</main>\n", out);
    if (!d.all.no_memory)
        failed |= html_figure_data(out, &(struct html_board){ title, &d.all }, 1, false);
    failed |= d.all.no_memory ? -1 : 0;
    html_end(out);
    free_drawing(&d);
    return failed;
}
