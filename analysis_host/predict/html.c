/* The page in SVG and tables, which need no script. */
#include "html.h"
#include "report/html/page.h"
#include "report/html/write.h"
#include "rows.h"
#include <math.h>
#include <stdio.h>

enum { WIDTH = 900, LEFT = 250, RIGHT = 60, ROW = 26, BAR = 18, ROWS_SHOWN = 24 };

/* Of one program before and after a change. */
struct change {
    const struct prediction *before, *after;
};

/* A colour for each cause, by day and by night. */
static const char *const colour[CAUSES] = {
    "#4c78a8", "#f58518", "#b279a2", "#9ecae9", "#54a24b", "#88d27a", "#b79a20",
    "#e45756", "#79706e", "#d67195", "#8a6d3b", "#439894", "#a5a5a5",
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

/* One bar: CYCLES by cause, of ALL, at height Y. */
static void write_bar(FILE *out, const double cycles[CAUSES], double all, unsigned y)
{
    double x = LEFT, most = WIDTH - LEFT - RIGHT;

    for (unsigned c = 0; c < CAUSES; c++) {
        double width = all > 0 ? most * cycles[c] / all : 0;

        if (width < 0.3)
            continue;
        fprintf(out,
                "<rect x=\"%.1f\" y=\"%u\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>%s "
                "%.1f %%</title></rect>",
                x, y, width, BAR, colour[c], cause_name((enum cause)c), 100 * cycles[c] / all);
        x += width;
    }
    fputc('\n', out);
}

static void write_bar_text(FILE *out, const char *at, double share, unsigned y)
{
    fprintf(out, "<text x=\"0\" y=\"%u\" fill=\"currentColor\">", y + BAR - 4);
    html_text(out, at);
    fprintf(out, "</text><text x=\"%d\" y=\"%u\" text-anchor=\"end\" fill=\"currentColor\">", WIDTH,
            y + BAR - 4);
    fprintf(out, "%.0f %%</text>\n", 100 * share);
}

static size_t rows_shown(const struct prediction *p)
{
    size_t n = 0;

    while (n < p->n_rows && n < ROWS_SHOWN && (n == 0 || p->row[n].share >= 0.005))
        n++;
    return n;
}

static void write_stack(FILE *out, const struct prediction *p)
{
    size_t n = rows_shown(p);

    fprintf(out,
            "<figure><svg viewBox=\"0 0 %d %zu\" font-size=\"13\" role=\"img\" aria-label=\"cycles "
            "of loops by cause\">\n",
            WIDTH, (n + 1) * ROW + 4);
    write_bar_text(out, "all", 1, 0);
    write_bar(out, p->cause, whole(p), 0);
    for (size_t i = 0; i < n; i++) {
        char at[40];

        snprintf(at, sizeof at, "%.36s", p->row[i].at);
        write_bar_text(out, at, p->row[i].share, (unsigned)(i + 1) * ROW);
        write_bar(out, p->row[i].cycles, whole(p), (unsigned)(i + 1) * ROW);
    }
    fputs("</svg></figure>\n", out);
}

static void write_keys(FILE *out, const struct prediction *p)
{
    fputs("<p class=\"keys\">", out);
    for (unsigned c = 0; c < CAUSES; c++)
        if (p->cause[c] > 0.0005 * whole(p))
            fprintf(out,
                    "<span><i style=\"height:10px;background:%s\"></i>%s %.1f&nbsp;%%</span>\n",
                    colour[c], cause_name((enum cause)c), 100 * p->cause[c] / whole(p));
    fputs("</p>\n", out);
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

static void write_section(FILE *out, const char *title, const struct prediction *p)
{
    fputs("<section><h2>", out);
    html_text(out, title);
    fputs("</h2>\n", out);
    if (!p->by_paper) {
        fputs("<p>Cycles of each loop by what they are due to, as shares of the whole.</p>\n", out);
        write_stack(out, p);
        write_keys(out, p);
        write_rows(out, p);
    }
    write_kernels(out, p);
    write_contexts(out, p);
    fputs("<h2 style=\"margin-top:20px\">Doubts</h2>\n", out);
    write_doubts(out, p);
    fputs("</section>\n", out);
}

static void write_title(FILE *out, const struct signature *s)
{
    html_begin(out, s->program);
    fputs("<h1>", out);
    html_text(out, s->program);
    fputs("</h1>\n<p class=\"small\">", out);
    html_text(out, s->arguments);
}

static void write_end(FILE *out)
{
    fputs("</main>\n</body>\n</html>\n", out);
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

    (void)dots; /* there are none: bars are few */
    write_title(out, s);
    fprintf(out, "<br>%llu instructions for %s, predicted from the logs of %zu board%s</p>\n",
            (unsigned long long)s->instructions, s->isa, a->n, a->n == 1 ? "" : "s");
    fputs("<div class=\"cards\">\n", out);
    for (size_t i = 0; i < a->n; i++)
        write_card(out, a->prediction[a->order[i]].board->name, &a->prediction[a->order[i]]);
    for (size_t i = 0; i < a->n_lacking; i++)
        write_lacking(out, &a->lacking[i]);
    fputs("</div>\n", out);
    for (size_t i = 0; i < a->n; i++)
        write_section(out, a->prediction[a->order[i]].board->name, &a->prediction[a->order[i]]);
    write_end(out);
    return 0;
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
    const struct change *c = of;

    (void)dots;
    write_title(out, c->after->signature);
    fputs("<br>on ", out);
    html_text(out, c->after->board->name);
    fprintf(out, ": %.3g times as fast as before; %llu instructions in place of %llu</p>\n",
            answers_gain(c->before, c->after),
            (unsigned long long)c->after->signature->instructions,
            (unsigned long long)c->before->signature->instructions);
    fputs("<div class=\"cards\">\n", out);
    write_card(out, "before", c->before);
    write_card(out, "after", c->after);
    fputs("</div>\n", out);
    write_changes(out, c);
    write_section(out, "before", c->before);
    write_section(out, "after", c->after);
    write_end(out);
    return 0;
}

int html_comparison(const char *file, const struct prediction *old, const struct prediction *new)
{
    const struct change c = { old, new };

    return html_put(file, write_comparison, &c, stderr);
}
