/* Pages of predictions: cards, a figure and tables for each. */
#include "formats.h"
#include "report/figure/figure.h"
#include "report/html/figure_data.h"
#include "report/html/page.h"
#include "report/html/write.h"
#include "rows.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS_SHOWN = 24 };

static const double SHARE_DRAWN = 0.0005; /* of all cycles */

/* Of one program before and after a change. */
struct change {
    const struct prediction *before, *after;
};

static double whole(const struct prediction *p)
{
    return p->cycles + p->system_cycles;
}

/* ---- times ---- */

static void write_duration(FILE *out, const struct prediction *p, double times)
{
    double seconds = p->seconds * times;

    if (p->seconds <= 0)
        fprintf(out, "%.4g cycles", whole(p) * times);
    else if (seconds >= 1)
        fprintf(out, "%.3g s", seconds);
    else if (seconds >= 1e-3)
        fprintf(out, "%.3g ms", 1e3 * seconds);
    else
        fprintf(out, "%.3g us", 1e6 * seconds);
}

static void write_bounds(FILE *out, const struct prediction *p)
{
    if (p->by_paper) {
        fputs("by formula (1) of the paper, which has no interval", out);
        return;
    }
    write_duration(out, p, p->low);
    fputs(" to ", out);
    write_duration(out, p, p->high);
    fputs(" in 90 of 100", out);
}

/* TITLE: what is told from other cards by it. */
static void write_card(FILE *out, const char *title, const struct prediction *p)
{
    fputs("<div class=\"card\"><h3>", out);
    html_text(out, title);
    fputs("</h3><b>", out);
    write_duration(out, p, 1);
    fputs("</b><span>", out);
    write_bounds(out, p);
    fprintf(out, "<br>%.3g cycles an instruction</span></div>\n",
            p->cycles / fmax(1, (double)p->signature->instructions));
}

/* ---- causes ---- */

static size_t rows_shown(const struct prediction *p)
{
    size_t n = 0;

    while (n < p->n_rows && n < ROWS_SHOWN && (n == 0 || p->row[n].share >= 0.005))
        n++;
    return n;
}

/* The figure of a prediction: its cycles and those of its loops by cause. */
struct cause_figure {
    struct figure_spec spec;
    char name[32];
    struct figure_line line[CAUSES];
    struct figure_point point[CAUSES][ROWS_SHOWN + 1];
    struct figure_mark mark[ROWS_SHOWN + 1];
};

/* Adds a row of bars that is called NAME: CYCLES by cause, as shares of ALL. */
static void add_row(struct figure *f, const char *name, const double cycles[CAUSES], double all)
{
    double row = (double)f->n_marks, x = 0;

    for (unsigned c = 0; c < CAUSES; c++) {
        struct figure_line *line = &f->line[c];
        double share = all > 0 ? cycles[c] / all : 0;
        if (share < SHARE_DRAWN)
            continue;
        line->point[line->n_points++] = (struct figure_point){ .x = x,
                                                               .x2 = x + share,
                                                               .low = row,
                                                               .lower = row,
                                                               .middle = row,
                                                               .upper = row,
                                                               .high = row };
        x += share;
    }
    struct figure_mark *mark = &f->mark[f->n_marks++];
    mark->at = mark->low = mark->high = row;
    snprintf(mark->label, sizeof mark->label, "%.36s", name);
}

/* Makes figure number I of a page, of P, from the zeros at D. */
static struct figure make_figure(struct cause_figure *d, size_t i, const struct prediction *p)
{
    struct figure f = {
        .spec = &d->spec, .y_unit = "", .line = d->line, .n_lines = CAUSES, .mark = d->mark
    };

    snprintf(d->name, sizeof d->name, "causes-%zu", i);
    d->spec = (struct figure_spec){
        .name = d->name,
        .title = "Cycles by cause",
        .about = "Cycles of the program and of each loop by cause, as shares of all cycles.",
        .kind = FIGURE_STACK,
        .x_label = "share of all cycles",
        .x_unit = "ratio",
        .y_label = "",
        .y_unit = "",
    };
    for (unsigned c = 0; c < CAUSES; c++) {
        d->line[c].point = d->point[c];
        snprintf(d->line[c].name, sizeof d->line[c].name, "%s %.1f %%", cause_name((enum cause)c),
                 100 * p->cause[c] / whole(p));
    }
    add_row(&f, "all", p->cause, whole(p));
    for (size_t r = 0; r < rows_shown(p); r++)
        add_row(&f, p->row[r].at, p->row[r].cycles, whole(p));
    return f;
}

/* ---- tables ---- */

static void write_rows(FILE *out, const struct prediction *p)
{
    size_t n = rows_shown(p);

    fputs("<div class=\"scroll\"><table><thead><tr><th>loop</th><th>share</th><th>rounds</th>"
          "<th>by</th><th style=\"text-align:left\">why</th></tr></thead><tbody>\n",
          out);
    for (size_t i = 0; i < n; i++) {
        fputs("<tr><th scope=\"row\">", out);
        html_text(out, p->row[i].at);
        fprintf(out, "</th><td>%.1f %%</td><td>", 100 * p->row[i].share);
        if (p->row[i].iterations > 0)
            fprintf(out, "%llu", (unsigned long long)p->row[i].iterations);
        fprintf(out, "</td><td>%s</td><td class=\"text\">", cause_name(p->row[i].by));
        html_text(out, p->row[i].why);
        fputs("</td></tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

static void write_kernels(FILE *out, const struct prediction *p)
{
    if (p->paper.n == 0)
        return;
    fputs("<h2 style=\"margin-top:20px\">Kernels, by the paper's metrics</h2>\n<div "
          "class=\"scroll\"><table><thead><tr>"
          "<th>kernel</th><th>share</th><th "
          "style=\"text-align:left\">like</th><th>distance</th><th>stability</th><th>parallel "
          "ratio</th>"
          "<th>reuse, bytes</th><th>volume, bytes</th></tr></thead><tbody>\n",
          out);
    for (size_t i = 0; i < p->paper.n; i++) {
        const struct paper_kernel *k = &p->paper.kernel[i];

        fputs("<tr><th scope=\"row\">", out);
        html_text(out, rows_kernel(p, k));
        fprintf(out, "</th><td>%.1f %%</td><td class=\"text\">", 100 * k->share);
        html_text(out, k->match->name);
        fprintf(out,
                "%s</td><td>%.2f</td><td>%.3g</td><td>%.3g</td><td>%.3g</td><td>%.3g</td></tr>\n",
                k->good ? "" : " (no good match)", k->distance, k->metrics.stability,
                k->metrics.parallel, k->metrics.reuse_bytes, k->metrics.volume_bytes);
    }
    fputs("</tbody></table></div>\n", out);
}

static void write_contexts(FILE *out, const struct prediction *p)
{
    for (size_t i = 0; i < p->n_contexts; i++) {
        const struct contexts_speedup *c = &p->contexts[i];

        fprintf(out, "<p style=\"margin-top:12px\">%s on %u contexts: ", c->model, c->n);
        write_duration(out, p, contexts_time(p->shared, c->speedup));
        fprintf(out,
                ", if its kernels (%.0f %% of the instructions) get faster as the board's "
                "do, %.2f times.</p>\n",
                100 * p->shared, c->speedup);
    }
}

static void write_doubts(FILE *out, const struct prediction *p)
{
    fputs("<ul>\n", out);
    for (size_t i = 0; i < p->n_problems; i++)
        html_element(out, "li", p->problem[i]);
    for (size_t i = 0; i < p->board->machine.n_missing; i++) {
        fputs("<li class=\"small\">not measured: ", out);
        html_text(out, p->board->machine.missing[i].id);
        fputs(" (", out);
        html_text(out, p->board->machine.missing[i].instead);
        fputs(")</li>\n", out);
    }
    fputs("</ul>\n", out);
}

/* FIGURE: NULL where P has no causes. */
static void write_section(FILE *out, const char *title, const struct prediction *p,
                          const struct figure *figure)
{
    fputs("<section><h2>", out);
    html_text(out, title);
    fputs("</h2>\n", out);
    if (figure != NULL) {
        html_put_figure(out, figure);
        write_rows(out, p);
    }
    write_kernels(out, p);
    write_contexts(out, p);
    fputs("<h2 style=\"margin-top:20px\">Doubts</h2>\n", out);
    write_doubts(out, p);
    fputs("</section>\n", out);
}

/* Writes the sections of the N predictions P, and the end of the page. TITLE: of each; NULL: its
 * board. Returns 0, or -1 without memory. */
static int write_sections(FILE *out, const struct prediction *const *p, const char *const *title,
                          size_t n)
{
    struct cause_figure *description = calloc(n, sizeof *description);
    struct figures all = { .at = calloc(n, sizeof *all.at), .cycle_unit = "" };
    struct html_board board = { p[0]->board->name, &all };
    int status = description != NULL && all.at != NULL ? 0 : -1;

    for (size_t i = 0; status == 0 && i < n; i++) {
        struct figure *figure = p[i]->by_paper ? NULL : &all.at[all.n];
        if (figure != NULL)
            all.at[all.n++] = make_figure(&description[i], i, p[i]);
        write_section(out, title != NULL ? title[i] : p[i]->board->name, p[i], figure);
    }
    fputs("</main>\n", out);
    if (status == 0)
        status = html_figure_data(out, &board, 1, false);
    html_end(out);
    free(description);
    free(all.at);
    return status;
}

static void write_title(FILE *out, const struct signature *s)
{
    html_begin(out, s->program);
    fputs("<h1>", out);
    html_text(out, s->program);
    fputs("</h1>\n<p class=\"small\">", out);
    html_text(out, s->arguments);
}

static void write_lacking(FILE *out, const struct lacking *l)
{
    fputs("<div class=\"card\"><h3>", out);
    html_text(out, l->board);
    fputs("</h3><span>no signature of a program for ", out);
    html_text(out, l->isa);
    fputs("</span></div>\n", out);
}

static int write_page(FILE *out, const void *of, size_t dots)
{
    const struct answers *a = of;
    const struct signature *s = a->prediction[a->order[0]].signature;
    const struct prediction **each = calloc(a->n, sizeof *each);

    (void)dots; /* there are none: bars are few */
    if (each == NULL)
        return -1;
    write_title(out, s);
    fprintf(out, "<br>%llu instructions for %s, predicted from the logs of %zu board%s</p>\n",
            (unsigned long long)s->instructions, s->isa, a->n, a->n == 1 ? "" : "s");
    fputs("<div class=\"cards\">\n", out);
    for (size_t i = 0; i < a->n; i++) {
        each[i] = &a->prediction[a->order[i]];
        write_card(out, each[i]->board->name, each[i]);
    }
    for (size_t i = 0; i < a->n_lacking; i++)
        write_lacking(out, &a->lacking[i]);
    fputs("</div>\n", out);
    int status = write_sections(out, each, NULL, a->n);
    free(each);
    return status;
}

int html_predictions(const char *file, const struct answers *a)
{
    return html_put(file, write_page, a, stderr);
}

/* ---- before and after ---- */

static void write_changes(FILE *out, const struct change *c)
{
    double all = whole(c->before);

    fputs("<section><h2>Cycles by cause</h2>\n<div class=\"scroll\"><table><thead><tr><th>cause"
          "</th><th>before</th><th>after</th><th>change</th></tr></thead><tbody>\n",
          out);
    for (unsigned i = 0; i < CAUSES; i++) {
        double before = c->before->cause[i], after = c->after->cause[i];

        if (before > 0.0005 * all || after > 0.0005 * all)
            fprintf(out,
                    "<tr><th scope=\"row\">%s</th><td>%.4g</td><td>%.4g</td>"
                    "<td>%+.1f %%</td></tr>\n",
                    cause_name((enum cause)i), before, after,
                    all > 0 ? 100 * (after - before) / all : 0);
    }
    fputs("</tbody></table></div>\n</section>\n", out);
}

static int write_comparison(FILE *out, const void *of, size_t dots)
{
    static const char *const title[] = { "before", "after" };
    const struct change *c = of;
    const struct prediction *const each[] = { c->before, c->after };

    (void)dots;
    write_title(out, c->after->signature);
    fputs("<br>on ", out);
    html_text(out, c->after->board->name);
    fprintf(out, ": %.3g times as fast as before; %llu instructions in place of %llu</p>\n",
            answers_gain(c->before, c->after),
            (unsigned long long)c->after->signature->instructions,
            (unsigned long long)c->before->signature->instructions);
    fputs("<div class=\"cards\">\n", out);
    for (size_t i = 0; i < 2; i++)
        write_card(out, title[i], each[i]);
    fputs("</div>\n", out);
    write_changes(out, c);
    return write_sections(out, each, title, 2);
}

int html_comparison(const char *file, const struct prediction *old, const struct prediction *new)
{
    const struct change c = { old, new };

    return html_put(file, write_comparison, &c, stderr);
}
