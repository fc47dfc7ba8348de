/* Writes the page of a fleet as pictures in SVG, which need no script. */
#include "page.h"
#include "fleet/column.h"
#include "fleet/report/fleet.h"
#include "report/format/value.h"
#include "report/html/page.h"
#include "report/html/write.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 860,
    LEFT = 130,
    BANDS = 24,
    ROW = 46,
    MOST_DOTS = 2000,
    MOST_ROWS = 60,
    MOST_ANSWERS = 40,
    MOST_SERIES = 60,
    MOST_CHANGES = 8
};
#define BAND_SPREADS 0.5
static const char bad[] = "#c62828", good[] = "#1976d2";

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

static double band_x(size_t band)
{
    return LEFT + (WIDTH - LEFT - 20) * ((double)band + 0.5) / BANDS;
}

static void put_text(FILE *out, double x, double y, const char *anchor, const char *text)
{
    fprintf(
        out,
        "<text x=\"%.0f\" y=\"%.0f\" font-size=\"11\" fill=\"currentColor\" text-anchor=\"%s\">", x,
        y, anchor);
    html_text(out, text);
    fputs("</text>\n", out);
}

static void put_dot(FILE *out, double x, double y, const char *colour, const char *title)
{
    fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>", x, y, colour);
    html_text(out, title);
    fputs("</title></circle>\n", out);
}

/* The boards of KIND as dots, stacked in bands; those that differ are named. */
static void put_dots(FILE *out, const struct fleet *f, uint32_t kind, double bottom)
{
    size_t in_band[BANDS] = { 0 };

    for (size_t i = 0; i < f->n_boards; i++) {
        if (f->boards[i].kind != kind)
            continue;
        bool bad_one = differs(f, i);
        size_t band = band_of(furthest(f, i)), at = in_band[band]++;
        double x = band_x(band) + (double)(at / 6 % 4) * 7 - 10,
               y = bottom - 4 - (double)(at % 6) * 6;
        put_dot(out, x, y, bad_one ? bad : good, fleet_board_name(f, i));
        if (bad_one)
            put_text(out, x + 5, y + 3, "start", fleet_board_name(f, i));
    }
}

/* The same as bars, for more boards than dots. */
static void put_bars(FILE *out, const struct fleet *f, uint32_t kind, double bottom)
{
    size_t in_band[BANDS] = { 0 }, most = 1;

    for (size_t i = 0; i < f->n_boards; i++)
        if (f->boards[i].kind == kind)
            in_band[band_of(furthest(f, i))]++;
    for (size_t i = 0; i < BANDS; i++)
        most = in_band[i] > most ? in_band[i] : most;
    for (size_t i = 0; i < BANDS; i++)
        if (in_band[i] > 0) {
            double high = 2 + (ROW - 12) * (double)in_band[i] / (double)most;
            fprintf(out,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"20\" height=\"%.1f\" fill=\"%s\">"
                    "<title>%zu boards</title></rect>\n",
                    band_x(i) - 10, bottom - high, high, good, in_band[i]);
        }
}

static void put_distances(FILE *out, const struct fleet *f, size_t dots)
{
    bool bars = f->n_boards > (dots < MOST_DOTS ? dots : MOST_DOTS);
    double high = ROW * (double)f->n_kinds + 30;
    char text[60];

    fprintf(out,
            "<h2>Boards by their distance from their kind</h2>\n<svg viewBox=\"0 0 %d %.0f\" "
            "role=\"img\" "
            "aria-label=\"distance from kind\">\n",
            WIDTH, high);
    for (uint32_t k = 0; k < f->n_kinds; k++) {
        double bottom = ROW * (double)(k + 1);
        snprintf(text, sizeof text, "%.8s, %zu boards", f->kinds[k].name, f->kinds[k].n);
        put_text(out, 0, bottom - 8, "start", text);
        fprintf(out, "<path d=\"M%d %.1fH%d\" stroke=\"currentColor\" stroke-opacity=\"0.3\"/>\n",
                LEFT, bottom, WIDTH - 10);
        (bars ? put_bars : put_dots)(out, f, k, bottom);
    }
    for (size_t i = 0; i < BANDS; i += 4) {
        snprintf(text, sizeof text, "%.0f", (double)i * BAND_SPREADS);
        put_text(out, band_x(i) - 12, high - 16, "middle", text);
    }
    put_text(out, WIDTH - 10, high - 2, "end",
             "spreads of the answer that is furthest away; the last band is open");
    fputs("</svg>\n", out);
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

/* ---- runs of each board that differs ---- */

struct scale {
    double least, most;
    size_t n;
};

static double run_x(const struct scale *s, size_t i)
{
    return LEFT + (WIDTH - LEFT - 20) * ((double)i + 0.5) / (double)s->n;
}

static double value_y(const struct scale *s, double value)
{
    return 100 - 80 * (value - s->least) / (s->most - s->least);
}

static struct scale scale_of(const struct fleet *f, const struct fleet_finding *found)
{
    const struct fleet_board *b = &f->boards[found->board];
    struct scale s = { found->usual, found->usual, b->n };

    for (size_t i = 0; i < b->n; i++) {
        const struct fleet_answer *a = fleet_answer(&f->runs[b->first + i], found->name);
        if (a == NULL || a->kind != RESULT_NUMBER)
            continue;
        s.least = fmin(s.least, a->value);
        s.most = fmax(s.most, a->value);
    }
    double margin = fmax((s.most - s.least) / 10, fabs(s.most) / 100 + 1e-12);
    s.least -= margin;
    s.most += margin;
    return s;
}

/* A line where settings changed, with what they were and are. */
static void put_change(FILE *out, const struct fleet *f, const struct scale *s, size_t run,
                       size_t i)
{
    struct fleet_finding here = { .since = run, .dated = true };
    struct fleet_change change[MOST_CHANGES];
    size_t n = fleet_changes(f, &here, change, MOST_CHANGES);
    double x = run_x(s, i) - (WIDTH - LEFT - 20) / (double)s->n / 2;

    if (n == 0)
        return;
    fprintf(out, "<path d=\"M%.1f 10V104\" stroke=\"currentColor\" stroke-dasharray=\"3 3\"/>\n",
            x);
    for (size_t k = 0; k < n; k++) {
        char text[200];
        snprintf(text, sizeof text, "%.40s %.60s -> %.60s", change[k].key,
                 change[k].was != NULL ? change[k].was : "not said",
                 change[k].is != NULL ? change[k].is : "not said");
        put_text(out, x + 3, 18 + 12 * (double)k, "start", text);
    }
}

static void put_runs(FILE *out, const struct fleet *f, const struct fleet_finding *found,
                     const struct scale *s)
{
    const struct fleet_board *b = &f->boards[found->board];
    char day[16];

    for (size_t i = 0; i < b->n; i++) {
        const struct fleet_run *run = &f->runs[b->first + i];
        const struct fleet_answer *a = fleet_answer(run, found->name);
        if (i > 0)
            put_change(out, f, s, b->first + i, i);
        fleet_day(day, run->began);
        if (a != NULL && a->kind == RESULT_NUMBER)
            put_dot(out, run_x(s, i), value_y(s, a->value),
                    b->first + i >= found->since ? bad : good, day);
    }
    fleet_day(day, f->runs[b->first].began);
    put_text(out, LEFT, 118, "start", day);
    fleet_day(day, f->runs[b->first + b->n - 1].began);
    put_text(out, WIDTH - 10, 118, "end", day);
}

static void put_series(FILE *out, const struct fleet *f, const struct fleet_finding *found)
{
    struct scale s = scale_of(f, found);
    char usual[FORMAT_CELL];
    double y = value_y(&s, found->usual), high = value_y(&s, found->usual * (1 + found->spread));

    fputs("<h3>", out);
    html_text(out, fleet_board_name(f, found->board));
    fputs(": ", out);
    html_text(out, f->names[found->name].id.text);
    fprintf(out, "</h3>\n<svg viewBox=\"0 0 %d 122\" role=\"img\" aria-label=\"runs\">\n", WIDTH);
    fprintf(out,
            "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\" "
            "fill-opacity=\"0.15\"/>\n"
            "<path d=\"M%d %.1fH%d\" stroke=\"%s\"/>\n",
            LEFT, high, WIDTH - LEFT - 10, 2 * (y - high) + 0.1, good, LEFT, y, WIDTH - 10, good);
    fleet_value(usual, f, found->name, found->usual_kind, found->usual);
    put_text(out, LEFT - 6, y + 4, "end", usual);
    put_runs(out, f, found, &s);
    fputs("</svg>\n", out);
}

static void put_all_series(FILE *out, const struct fleet *f)
{
    size_t n = 0;

    for (size_t i = 0; i < f->n_findings && n < MOST_SERIES; i++) {
        const struct fleet_finding *found = &f->findings[i];
        if (found->verdict != FLEET_DIFFERENT || found->cause != i ||
            found->kind != RESULT_NUMBER || found->usual_kind != RESULT_NUMBER)
            continue;
        if (n++ == 0)
            fputs("<h2>Runs of the boards that differ</h2>\n", out);
        put_series(out, f, found);
    }
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
    char title[60];

    snprintf(title, sizeof title, "%zu boards", f->n_boards);
    html_begin(out, title);
    html_element(out, "h1", title);
    int failed = put_report(out, f);
    put_distances(out, f, dots);
    put_heat(out, f);
    put_all_series(out, f);
    fputs("</main>\n</body>\n</html>\n", out);
    return failed;
}
