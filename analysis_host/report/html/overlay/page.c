#include "page.h"
#include "report/format/value.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The page of several boards, and its head. */

char html_overlay_letter(size_t i)
{
    return (char)('A' + (int)i);
}

void html_overlay_colour(FILE *out, size_t i)
{
    if (*html_figure_script != '\0')
        fprintf(out, " style=\"--board:var(--c%zu)\"", i);
    else
        fputs(" style=\"--board:var(--edge)\"", out);
}

/* ---- cards ---- */

static const char *key(const struct overlay *o, size_t i, const char *name)
{
    const struct compared *c = &o->boards.at[i];
    const struct log_run *run = &o->boards.log[i].run;
    const char *value = o->boards.log[i].has_run ? log_key_text(run->keys, run->n_keys, name)
                                                 : log_key_text(c->keys, c->n_keys, name);

    return value != NULL ? value : "";
}

static void span(FILE *out, const char *text)
{
    fputs("<span>", out);
    html_text(out, text);
    fputs("</span>\n", out);
}

static void machine(FILE *out, const struct overlay *o, size_t i)
{
    const struct log *log = &o->boards.log[i];
    char about[300];

    snprintf(about, sizeof about, "%.60s: %.60s, %.10s bits, cores: %.10s, system: %.60s",
             key(o, i, "target"), key(o, i, "arch"), key(o, i, "word"), key(o, i, "cores"),
             key(o, i, "os"));
    span(out, *key(o, i, "arch") != '\0' ? about : log->has_run ? log->kind : "machine not known");
}

static void clock_of(FILE *out, const struct overlay *o, size_t i)
{
    const struct result *r = results_find(&o->boards.at[i].results, "cpu.frequency");
    char hertz[FORMAT_CELL] = "not known", about[100];

    if (r != NULL && r->kind == RESULT_NUMBER && r->value > 0)
        format_value(hertz, r);
    snprintf(about, sizeof about, "processor clock: %s", hertz);
    span(out, about);
}

/* The board's name, behind a box that shows and hides it where there is something to hide. */
static void name(FILE *out, const struct overlay *o, size_t i, bool drawn)
{
    fputs("<label>", out);
    if (drawn && *html_figure_script != '\0')
        fprintf(out, "<input type=\"checkbox\" data-board=\"%zu\" checked>\n", i);
    fprintf(out, "<i></i><b>%c ", html_overlay_letter(i));
    html_text(out, o->names[i]);
    fputs("</b></label>\n", out);
}

static void card(FILE *out, const struct overlay *o, size_t i, bool drawn)
{
    const struct compared *c = &o->boards.at[i];
    const struct log *log = &o->boards.log[i];

    fputs("<div class=\"card board\"", out);
    html_overlay_colour(out, i);
    fputs(">\n", out);
    name(out, o, i, drawn);
    machine(out, o, i);
    clock_of(out, o, i);
    span(out, *key(o, i, "cc") != '\0' ? key(o, i, "cc") : "compiler not known");
    html_verdict(out, &c->results, c->n_problems, !log->has_run || log->run.complete);
    span(out, c->name);
    if (!log->has_run)
        span(out, "A report, no log: its answers are in the table, and it has no curves.");
    fputs("</div>\n", out);
}

void html_overlay_cards(FILE *out, const struct overlay *o, const struct html_board *boards)
{
    fputs("<div class=\"cards\">\n", out);
    for (size_t i = 0; i < o->boards.n; i++)
        card(out, o, i, boards[i].figures != NULL);
    fputs("</div>\n", out);
}

/* ---- the page ---- */

/* Boxes do nothing without scripts: the page's own shows them. */
static void controls(FILE *out, bool curves, bool in_ns)
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

static int body(FILE *out, const struct overlay *o, const struct html_board *boards, bool brief)
{
    size_t n = o->boards.n;
    bool curves = false;

    for (size_t i = 0; i < n; i++)
        curves |= boards[i].figures != NULL;
    fprintf(out, "<header>\n<h1>%zu board%s</h1>\n", n, n == 1 ? "" : "s");
    html_overlay_cards(out, o, boards);
    controls(out, curves, html_overlay_in_ns(boards, n));
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
    err |= body(out, o, boards, dots < HTML_DOTS);
    for (size_t i = 0; i < o->boards.n; i++)
        figures_free(&figures[i]);
    return err;
}

int html_overlay(FILE *out, const struct overlay *o)
{
    return html_fit(out, html_overlay_page, o);
}
