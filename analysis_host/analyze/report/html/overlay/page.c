/* The page of several boards, from its sections. */
#include "page.h"
#include "boards.h"
#include "report/figure/figures.h"
#include "report/html/assets.h"
#include "report/html/figure_data.h"
#include "report/html/page.h"
#include "sections.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Boxes do nothing without scripts: the page's own shows them. */
static void put_controls(FILE *out, bool curves, bool in_ns)
{
    fputs("<p class=\"controls\" hidden>\n", out);
    if (curves && *html_figure_script != '\0')
        fprintf(out,
                "<label><input type=\"checkbox\" id=\"in-ns\"%s> nanoseconds</label>\n"
                "<label><input type=\"checkbox\" id=\"relative\"> relative to each board's first "
                "level</label>\n",
                in_ns ? " checked" : "");
    fputs("</p>\n", out);
}

static int write_body(FILE *out, const struct overlay *o, const struct html_board *boards,
                      bool brief)
{
    size_t n = o->boards.n;
    bool curves = false;

    for (size_t i = 0; i < n; i++)
        curves |= boards[i].figures != NULL;
    fprintf(out, "<header>\n<h1>%zu board%s</h1>\n", n, n == 1 ? "" : "s");
    html_overlay_cards(out, o, boards);
    put_controls(out, curves, html_overlay_in_ns(boards, n));
    fputs("</header>\n", out);
    html_overlay_figures(out, boards, n);
    int err = html_overlay_table(out, o, brief);
    fputs("</main>\n", out);
    err |= html_figure_data(out, boards, n, true);
    html_end(out);
    return err;
}

int html_overlay_page(FILE *out, const void *of, size_t dots)
{
    const struct overlay *o = of;
    struct figures figures[OVERLAY_MOST];
    struct html_board boards[OVERLAY_MOST];
    char title[40];
    int err = 0;

    for (size_t i = 0; i < o->boards.n; i++) {
        const struct log *log = &o->boards.log[i];
        figures[i] = (struct figures){ 0 };
        if (log->has_run)
            figures_make(&figures[i], &log->run, &o->boards.at[i].results, dots);
        boards[i] = (struct html_board){ o->names[i], log->has_run ? &figures[i] : NULL };
        err |= figures[i].no_memory;
    }
    snprintf(title, sizeof title, "%zu boards", o->boards.n);
    html_begin(out, title);
    err |= write_body(out, o, boards, dots < HTML_DOTS);
    for (size_t i = 0; i < o->boards.n; i++)
        figures_free(&figures[i]);
    return err;
}

int html_overlay(FILE *out, const struct overlay *o)
{
    return html_fit(out, html_overlay_page, o);
}
