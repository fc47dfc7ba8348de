/* The page of several boards: their figures over each other, their answers side by side. */
#include "overlay.h"
#include "fleet/report/compare.h"
#include "report/figure/figure.h"
#include "report/figure/figures.h"
#include "report/format/remedy.h"
#include "report/format/value.h"
#include "report/html/assets.h"
#include "report/html/figure_data.h"
#include "report/html/page.h"
#include "report/html/sections.h"
#include "report/html/write.h"
#include "report/output/visible.h"
#include "result/confidence.h"
#include "result/query.h"
#include <stdlib.h>
#include <string.h>

/* ---- boards: names that tell them apart, letters, colours ---- */

/* As much of FILE as LEVEL says: 0, its name without endings; else so many last parts of its path.
 */
static size_t path_piece(const char **from, const char *file, size_t level)
{
    const char *part = file + strlen(file);
    size_t parts = level > 0 ? level : 1;

    for (; part > file; part--)
        if (part[-1] == '/' && --parts == 0)
            break;
    size_t stem = strcspn(part, ".");
    *from = part;
    return level == 0 && stem > 0 ? stem : strlen(part);
}

static bool same_piece(const char *a, const char *b, size_t level)
{
    const char *x, *y;
    size_t n = path_piece(&x, a, level), m = path_piece(&y, b, level);

    return n == m && memcmp(x, y, n) == 0;
}

/* True when a board of another file looks like board I at LEVEL. */
static bool looks_doubled(const struct compared_boards *b, size_t i, size_t level)
{
    for (size_t k = 0; k < b->n; k++)
        if (strcmp(b->at[k].name, b->at[i].name) != 0 &&
            same_piece(b->at[k].name, b->at[i].name, level))
            return true;
    return false;
}

/* Counts those of the first N boards that are of the file of board I. */
static size_t count_same_file(const struct compared_boards *b, size_t n, size_t i)
{
    size_t found = 0;

    for (size_t k = 0; k < n; k++)
        found += strcmp(b->at[k].name, b->at[i].name) == 0;
    return found;
}

static char *name_of(const struct compared_boards *b, size_t i)
{
    const char *file = b->at[i].name, *from;
    size_t level = 0, n;

    while (n = path_piece(&from, file, level), looks_doubled(b, i, level) && n < strlen(file))
        level++;
    size_t room = n + 24;
    char *name = malloc(room);
    if (name == NULL)
        return NULL;
    if (count_same_file(b, b->n, i) > 1)
        snprintf(name, room, "%.*s (%zu)", (int)n, from, count_same_file(b, i, i) + 1);
    else
        snprintf(name, room, "%.*s", (int)n, from);
    return name;
}

int overlay_name(struct overlay *o)
{
    o->names = calloc(o->boards.n + 1, sizeof *o->names);
    for (size_t i = 0; i < o->boards.n && o->names != NULL; i++) {
        o->names[i] = name_of(&o->boards, i);
        if (o->names[i] == NULL)
            return -1;
    }
    return o->names != NULL ? 0 : -1;
}

void overlay_free(struct overlay *o)
{
    for (size_t i = 0; i < o->boards.n && o->names != NULL; i++)
        free(o->names[i]);
    free(o->names);
    compared_boards_free(&o->boards);
    *o = (struct overlay){ 0 };
}

/* The letter of board I, next to its colour. */
static char letter_of(size_t i)
{
    return (char)('A' + (int)i);
}

/* The attribute that gives an element board I's colour: that of its lines, where a script draws
 * them. */
static void put_colour(FILE *out, size_t i)
{
    if (*html_figure_script != '\0')
        fprintf(out, " style=\"--board:var(--c%zu)\"", i);
    else
        fputs(" style=\"--board:var(--edge)\"", out);
}

/* ---- a card for each ---- */

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
    fprintf(out, "<i></i><b>%c ", letter_of(i));
    html_text(out, o->names[i]);
    fputs("</b></label>\n", out);
}

static void board_card(FILE *out, const struct overlay *o, size_t i, bool drawn)
{
    const struct compared *c = &o->boards.at[i];
    const struct log *log = &o->boards.log[i];

    fputs("<div class=\"card board\"", out);
    put_colour(out, i);
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

static void put_cards(FILE *out, const struct overlay *o, const struct html_board *boards)
{
    fputs("<div class=\"cards\">\n", out);
    for (size_t i = 0; i < o->boards.n; i++)
        board_card(out, o, i, boards[i].figures != NULL);
    fputs("</div>\n", out);
}

/* ---- figures ---- */

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
    fprintf(out, "%c ", letter_of(i));
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
            whole = lay_figure(&all, figure_of(&boards[i], k), &boards[i], letter_of(i), by);
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

/* Boards that have no part in figure K, by reason. */
static void put_absent(FILE *out, const struct html_board *boards, size_t n, size_t k)
{
    const char *why[COMPARE_MOST];
    bool begun = false;

    for (size_t i = 0; i < n; i++)
        why[i] = missing_reason(&boards[i], k);
    for (size_t i = 0; i < n; i++) {
        const char *reason = why[i];
        if (reason == NULL)
            continue;
        fputs(begun ? "" : "<p class=\"small\">", out);
        begun = true;
        for (size_t j = i; j < n; j++)
            if (why[j] != NULL && strcmp(why[j], reason) == 0) {
                fputs(j > i ? ", " : "", out);
                letter_and_name(out, boards, j);
                why[j] = NULL;
            }
        fputs(": ", out);
        html_text(out, reason);
        fputs(".<br>\n", out);
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
    put_absent(out, boards, n, k);
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

static void put_figures(FILE *out, const struct html_board *boards, size_t n)
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

/* ---- answers ---- */

/* Groups of answers, by how their ids begin; what begins otherwise comes last. */
static const struct group {
    const char *title;
    const char *begins[6];
} groups[] = {
    { "Clock", { "cpu.", "timer." } },
    { "Caches and memory", { "cache.", "memory.", "prefetch.", "region." } },
    { "TLB", { "tlb.", "huge_page." } },
    { "Core", { "core.", "issue.", "branch.", "fetch.", "icache.", "regs." } },
    { "Topology", { "context", "core_to_core.", "numa." } },
    { "OS costs", { "os." } },
    { "Bandwidth and peaks", { "bandwidth.", "loaded.", "peak.", "roofline." } },
    { "Others", { "" } },
    { "Instructions", { "op." } },
};
enum { N_GROUPS = sizeof groups / sizeof groups[0], OTHERS = N_GROUPS - 2, OPS = N_GROUPS - 1 };

enum { LONG = 12 }; /* a cell with more letters may take several lines */

static size_t group_of(const char *id)
{
    for (size_t g = 0; g < N_GROUPS; g++)
        for (size_t i = 0; g != OTHERS && i < 6 && groups[g].begins[i] != NULL; i++)
            if (strncmp(id, groups[g].begins[i], strlen(groups[g].begins[i])) == 0)
                return g;
    return OTHERS;
}

/* Writes confidence, bounds and note of an answer, shown to those who point at it. */
static void cell_title(FILE *out, const struct result *r)
{
    char low[FORMAT_CELL], high[FORMAT_CELL];

    fputs(" title=\"", out);
    if (result_is_known(r))
        fprintf(out, "%.0f %% sure", 100 * r->confidence);
    if (r->kind == RESULT_NUMBER && r->has_bounds) {
        format_number(low, r->low, r->unit);
        format_number(high, r->high, r->unit);
        fputs(", from ", out);
        html_text(out, low);
        fputs(" to ", out);
        html_text(out, high);
    }
    if (*r->note != '\0' && result_is_known(r))
        fputs("; ", out);
    html_text(out, format_note(r).text);
    fputc('"', out);
}

static void answer_cell(FILE *out, const struct result *r, bool far, bool brief)
{
    bool doubt = r != NULL && confidence_is_low(r);
    char text[FORMAT_CELL];

    compare_cell(text, r);
    fputs("<td", out);
    if (r == NULL || !result_is_known(r))
        fputs(" class=\"none\"", out);
    else if (doubt || far || strlen(text) > LONG)
        fprintf(out, " class=\"%s%s%s\"", doubt ? "doubt" : "", far ? " far" : "",
                strlen(text) > LONG ? " long" : "");
    if (r != NULL && !brief)
        cell_title(out, r);
    fputc('>', out);
    html_text(out, text);
    fprintf(out, "%s%s</td>", doubt ? " ~" : "", far ? " *" : "");
}

static void answer_row(FILE *out, const struct overlay *o, const struct result_id *id, bool brief)
{
    size_t n = o->boards.n;
    struct fleet_typical usual = compare_usual(o->boards.at, n, id);

    fputs("<tr><th scope=\"row\">", out);
    html_text(out, id->text);
    fputs("</th>", out);
    for (size_t i = 0; i < n; i++) {
        const struct result *r = result_find(&o->boards.at[i].results, *id);
        answer_cell(out, r, compare_far(&usual, r), brief);
    }
    fputs("</tr>\n", out);
}

static void table_head(FILE *out, const struct overlay *o)
{
    fputs("<div class=\"scroll\"><table class=\"answers\"><thead><tr><th>what</th>", out);
    for (size_t i = 0; i < o->boards.n; i++) {
        fputs("<th", out);
        put_colour(out, i);
        fprintf(out, "><i></i>%c ", letter_of(i));
        html_text(out, o->names[i]);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n", out);
}

/* The rows of group G, in the order in which boards have them; nothing where there are none. */
static void group_rows(FILE *out, const struct overlay *o, size_t g, bool brief)
{
    const struct compared *at = o->boards.at;
    bool begun = false;

    for (size_t i = 0; i < o->boards.n; i++)
        for (size_t k = 0; k < at[i].results.n; k++) {
            const struct result_id *id = &at[i].results.at[k].name;
            if (group_of(id->text) != g || compare_has(at, i, id))
                continue;
            if (!begun)
                fprintf(out, "<tbody><tr><th class=\"group\" colspan=\"%zu\">%s</th></tr>\n",
                        o->boards.n + 1, groups[g].title);
            begun = true;
            answer_row(out, o, id, brief);
        }
    if (begun)
        fputs("</tbody>\n", out);
}

static bool has_operations(const struct overlay *o)
{
    for (size_t i = 0; i < o->boards.n; i++)
        for (size_t k = 0; k < o->boards.at[i].results.n; k++)
            if (group_of(o->boards.at[i].results.at[k].id) == OPS)
                return true;
    return false;
}

static void put_table(FILE *out, const struct overlay *o, bool brief)
{
    fputs(
        "<section id=\"answers\"><h2>Answers</h2>\n<p class=\"small\">- none, or not measured; "
        "? not determined; <span class=\"doubt\">~ in doubt</span>, less than 80 % sure; <b>* far "
        "from the other boards</b>: more than three spreads from what is usual among them, or "
        "another value than most of them have.</p>\n",
        out);
    table_head(out, o);
    for (size_t g = 0; g < OPS; g++)
        group_rows(out, o, g, brief);
    fputs("</table></div>\n", out);
    if (has_operations(o)) {
        fputs("<details><summary>Instructions</summary>\n", out);
        table_head(out, o);
        group_rows(out, o, OPS, brief);
        fputs("</table></div></details>\n", out);
    }
    fputs("</section>\n", out);
}

/* ---- all of it ---- */

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
    put_cards(out, o, boards);
    put_controls(out, curves, html_overlay_in_ns(boards, n));
    fputs("</header>\n", out);
    put_figures(out, boards, n);
    put_table(out, o, brief);
    fputs("</main>\n", out);
    int err = html_figure_data(out, boards, n, true);
    html_end(out);
    return err;
}

int html_overlay_page(FILE *out, const void *of, size_t dots)
{
    const struct overlay *o = of;
    struct figures figures[COMPARE_MOST];
    struct html_board boards[COMPARE_MOST];
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

int overlay_write(const char *html, char *const *files, size_t n, enum method method, FILE *err)
{
    const char *folder = n == 1 && compare_is_folder(files[0]) ? files[0] : NULL;
    char **inside = folder != NULL ? compare_files(folder, &n, err) : NULL;
    struct overlay o = { 0 };
    int status = 2;

    if (folder != NULL && inside == NULL)
        return 2;
    if (n > COMPARE_MOST) {
        output_say(err, "--overlay", "%zu boards; a page tells %d apart", n, COMPARE_MOST);
    } else {
        status = compare_read_boards(&o.boards, folder != NULL ? inside : files, n, method, err);
        if (status < 0 || overlay_name(&o) != 0) {
            output_say(err, html, "out of memory: no page was made");
            status = 4;
        } else if (o.boards.n == 0) {
            status = 3;
        } else if (html_put(html, html_overlay_page, &o, err) != 0) {
            status = 4;
        }
    }
    overlay_free(&o);
    compare_files_free(inside, n);
    if (status == 3 && folder != NULL)
        output_say(err, folder, "holds no report and no log that can be read");
    return status;
}
