/* Head of the page of several boards: a card for each. */
#include "boards.h"
#include "label.h"
#include "report/compare/compare.h"
#include "report/format/value.h"
#include "report/html/assets.h"
#include "report/html/figure_data.h"
#include "report/html/sections.h"
#include "report/html/write.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>

static const char *key(const struct overlay *o, size_t i, const char *name)
{
    const struct compared *c = &o->boards.at[i];
    const struct log_run *run = &o->boards.log[i].run;
    const char *value = o->boards.log[i].has_run ? log_key_text(run->keys, run->n_keys, name)
                                                 : log_key_text(c->keys, c->n_keys, name);

    return value != NULL ? value : "";
}

static void put_span(FILE *out, const char *text)
{
    fputs("<span>", out);
    html_text(out, text);
    fputs("</span>\n", out);
}

static void machine_span(FILE *out, const struct overlay *o, size_t i)
{
    const struct log *log = &o->boards.log[i];
    char about[300];

    snprintf(about, sizeof about, "%.60s: %.60s, %.10s bits, cores: %.10s, system: %.60s",
             key(o, i, "target"), key(o, i, "arch"), key(o, i, "word"), key(o, i, "cores"),
             key(o, i, "os"));
    put_span(out, *key(o, i, "arch") != '\0' ? about
                  : log->has_run             ? log->kind
                                             : "machine not known");
}

static void clock_of(FILE *out, const struct overlay *o, size_t i)
{
    const struct result *r = result_find(&o->boards.at[i].results, id_of(CPU_FREQUENCY));
    char hertz[FORMAT_CELL] = "not known", about[100];

    if (r != NULL && r->kind == RESULT_NUMBER && r->value > 0)
        format_value(hertz, r);
    snprintf(about, sizeof about, "processor clock: %s", hertz);
    put_span(out, about);
}

/* The board's name, after a box that shows and hides its figures, where it has some. */
static void board_name(FILE *out, const struct overlay *o, size_t i, bool drawn)
{
    fputs("<label>", out);
    if (drawn && *html_figure_script != '\0')
        fprintf(out, "<input type=\"checkbox\" data-board=\"%zu\" checked>\n", i);
    fprintf(out, "<i></i><b>%c ", html_overlay_letter(i));
    html_text(out, o->names[i]);
    fputs("</b></label>\n", out);
}

static void board_card(FILE *out, const struct overlay *o, size_t i, bool drawn)
{
    const struct compared *c = &o->boards.at[i];
    const struct log *log = &o->boards.log[i];

    fputs("<div class=\"card board\"", out);
    html_overlay_colour(out, i);
    fputs(">\n", out);
    board_name(out, o, i, drawn);
    machine_span(out, o, i);
    clock_of(out, o, i);
    put_span(out, *key(o, i, "cc") != '\0' ? key(o, i, "cc") : "compiler not known");
    html_verdict(out, &c->results, c->n_problems, !log->has_run || log->run.complete);
    put_span(out, c->name);
    if (!log->has_run)
        put_span(out, "A report, no log: its answers are in the table, and it has no curves.");
    fputs("</div>\n", out);
}

void html_overlay_cards(FILE *out, const struct overlay *o, const struct html_board *boards)
{
    fputs("<div class=\"cards\">\n", out);
    for (size_t i = 0; i < o->boards.n; i++)
        board_card(out, o, i, boards[i].figures != NULL);
    fputs("</div>\n", out);
}
