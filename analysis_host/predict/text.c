/* Predictions on a screen. */
#include "formats.h"
#include "report/output/visible.h"
#include "rows.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SCREEN_COLUMNS = 80 };

/* Text of a duration with its unit. */
struct duration {
    char text[32];
};

/* ---- Durations, lines and cells of answers on a screen ---- */

/* Three digits, and never an exponent below 1e6. */
static void write_value(struct duration *d, double value, const char *unit)
{
    bool long_enough = value >= 99.95 && value < 1e6;

    snprintf(d->text, sizeof d->text, long_enough ? "%.0f %s" : "%.3g %s", value, unit);
}

static struct duration screen_duration(double seconds)
{
    static const struct {
        double least;
        const char *unit;
    } units[] = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "us" }, { 0, "ns" } };
    struct duration d;
    unsigned i = 0;

    while (seconds < units[i].least)
        i++;
    write_value(&d, seconds / (units[i].least > 0 ? units[i].least : 1e-9), units[i].unit);
    return d;
}

static struct duration screen_time(const struct prediction *p, double factor)
{
    struct duration d;

    if (p->seconds > 0)
        return screen_duration(p->seconds * factor);
    snprintf(d.text, sizeof d.text, "%.3g cy", (p->cycles + p->system_cycles) * factor);
    return d;
}

static void screen_wrap(FILE *out, const char *lead, const char *words)
{
    size_t in = strlen(lead), at = in;

    fputs(lead, out);
    while (*words != '\0') {
        size_t n = strcspn(words, " ");
        if (at > in && at + 1 + n > SCREEN_COLUMNS) {
            fprintf(out, "\n%*s", (int)in, "");
            at = in;
        } else if (at > in) {
            fputc(' ', out);
            at++;
        }
        output_visible(out, words, n);
        at += n;
        words += n + (words[n] == ' ');
    }
    fputc('\n', out);
}

static void screen_cell(FILE *out, const char *text, int width)
{
    char shown[256];

    output_visible_cell(shown, (size_t)width + 1, text);
    fprintf(out, "%-*s", width, shown);
}

static void write_missing(FILE *out, const struct machine *m)
{
    char words[(ID_BYTES + 70) * MACHINE_MISSING] = "";

    for (size_t i = 0; i < m->n_missing; i++) {
        size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s (%s)", used > 0 ? ", " : "",
                 m->missing[i].id, m->missing[i].instead);
    }
    if (m->n_missing > 0)
        screen_wrap(out, "MISSING   ", words);
}

static const char *source_of(enum machine_source source)
{
    static const char *const words[] = { "measured", "fitted", "assumed" };

    return words[source];
}

static void screen_machine(FILE *out, const struct machine *m)
{
    write_missing(out, m);
    fputs("MACHINE\n", out);
    for (unsigned i = 0; i < MACHINE_PARAMETERS; i++) {
        fprintf(out, "  %-31s %10.4g  %s\n", machine_parameter_id((enum machine_parameter)i).text,
                m->number[i].value, source_of(m->number[i].source));
    }
}

enum { ROWS_SHOWN = 12, AT_COLUMNS = 28 };

/* How long the threads of a program take together. */
static void write_threads(FILE *out, const struct prediction *p)
{
    const struct threads_time *t = &p->threads;
    char words[300], from[32];

    if (t->threads == 0 || p->by_paper)
        return;
    if (t->hz <= 0) {
        snprintf(words, sizeof words, "%u threads on %u hardware thread%s: %.4g cycles pass",
                 t->threads, t->contexts, t->contexts == 1 ? "" : "s", t->cycles);
    } else {
        snprintf(from, sizeof from, "%s", screen_duration(t->cycles / t->hz * p->low).text);
        snprintf(words, sizeof words, "%u threads on %u hardware thread%s: %s pass, ", t->threads,
                 t->contexts, t->contexts == 1 ? "" : "s", screen_duration(t->cycles / t->hz).text);
        size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s to %s; %.2f of them run on average", from,
                 screen_duration(t->cycles / t->hz * p->high).text, t->processor / t->cycles);
    }
    screen_wrap(out, "  ", words);
}

static void write_total(FILE *out, const struct prediction *p)
{
    const struct signature *s = p->signature;
    char head[600], program[200], name[200];

    output_visible_cell(program, sizeof program, s->program);
    output_visible_cell(name, sizeof name, p->board->name);
    if (p->by_paper)
        snprintf(head, sizeof head, "%s on %s: %s by formula (1), which has no interval", program,
                 name, p->seconds > 0 ? screen_duration(p->seconds).text : "cycles alone");
    else if (p->seconds > 0)
        snprintf(head, sizeof head, "%s on %s: %s, %s to %s (90 %%)", program, name,
                 screen_duration(p->seconds).text, screen_duration(p->seconds * p->low).text,
                 screen_duration(p->seconds * p->high).text);
    else
        snprintf(head, sizeof head, "%s on %s: %.4g cycles, %.4g to %.4g (90 %%)", program, name,
                 p->cycles + p->system_cycles, (p->cycles + p->system_cycles) * p->low,
                 (p->cycles + p->system_cycles) * p->high);
    screen_wrap(out, "", head);
    if (p->shared_seconds > 0)
        fprintf(out, "  on a quiet core; %s beside a neighbour on the core\n",
                screen_duration(p->shared_seconds).text);
    fprintf(out, "  %.4g cycles of %.4g instructions, %.3g each%s\n", p->cycles,
            (double)s->instructions, p->cycles / (double)s->instructions,
            p->system_cycles > 0 ? ", and system" : "");
    write_threads(out, p);
}

/* "max3x3.plain n=44 (0.12)", and what is told of it. */
static void write_paper_kernel(FILE *out, const struct prediction *p, const struct paper_kernel *k)
{
    char lead[160], words[300], at[AT_COLUMNS + 1];

    output_visible_cell(at, sizeof at, rows_kernel(p, k));
    snprintf(lead, sizeof lead, "  %-*s %4.0f %%  ", AT_COLUMNS, at, 100 * k->share);
    snprintf(words, sizeof words,
             "%s %s (%.2f), %.3g cycles an instruction; stability %.3g, parallel ratio %.3g, reuse "
             "%.3g bytes, volume %.3g bytes",
             k->good ? "like" : "like none; the nearest is", k->match->name, k->distance,
             k->match->per_instruction, k->metrics.stability, k->metrics.parallel,
             k->metrics.reuse_bytes, k->metrics.volume_bytes);
    screen_wrap(out, lead, words);
}

static void write_paper(FILE *out, const struct prediction *p)
{
    fprintf(out, "  %-*s  SHARE  OF INSTRUCTIONS\n", AT_COLUMNS - 1, "KERNEL");
    for (size_t i = 0; i < p->paper.n; i++)
        write_paper_kernel(out, p, &p->paper.kernel[i]);
    char lead[80], words[100];
    snprintf(lead, sizeof lead, "  %-*s %4.0f %%  ", AT_COLUMNS, "outside kernels",
             100 * p->paper.outside);
    snprintf(words, sizeof words, "%.3g cycles an instruction, the mean of the board's kernels",
             p->paper.rest_factor);
    screen_wrap(out, lead, words);
}

/* "static, 2: 6.2 ms (speedup 1.8); farm, 2: ..." */
static void write_contexts(FILE *out, const struct prediction *p)
{
    char words[900] = "";

    for (size_t i = 0; i < p->n_contexts; i++) {
        const struct contexts_speedup *c = &p->contexts[i];
        size_t used = strlen(words);

        snprintf(words + used, sizeof words - used, "%s%s, %u: %s (speedup %.2f)",
                 used > 0 ? "; " : "", c->model, c->n,
                 screen_duration(p->seconds * contexts_time(p->shared, c->speedup)).text,
                 c->speedup);
    }
    if (p->n_contexts > 0 && p->seconds > 0)
        screen_wrap(out, "CONTEXTS  ", words);
}

static void write_row(FILE *out, const struct prediction_row *row)
{
    char lead[160], at[AT_COLUMNS + 1];

    output_visible_cell(at, sizeof at, row->at);
    snprintf(lead, sizeof lead, "  %-*s %4.0f %%  %-10s%s", AT_COLUMNS, at, 100 * row->share,
             cause_name(row->by), *row->why != '\0' ? "  " : "");
    screen_wrap(out, lead, row->why);
}

static void write_rows(FILE *out, const struct prediction *p)
{
    size_t i = 0;

    fprintf(out, "  %-*s  SHARE  BY          WHY\n", AT_COLUMNS - 1, "LOOP");
    for (; i < p->n_rows && i < ROWS_SHOWN && (i == 0 || p->row[i].share >= 0.01); i++)
        write_row(out, &p->row[i]);
    if (i < p->n_rows)
        fprintf(out, "  ... and %zu more\n", p->n_rows - i);
}

static void write_causes(FILE *out, const struct prediction *p)
{
    double all = p->cycles + p->system_cycles;
    char words[400] = "";

    for (unsigned c = 0; c < CAUSES; c++)
        if (p->cause[c] >= 0.005 * all) {
            size_t used = strlen(words);
            snprintf(words + used, sizeof words - used, "%s%s %.0f %%", used > 0 ? ", " : "",
                     cause_name((enum cause)c), 100 * p->cause[c] / all);
        }
    screen_wrap(out, "CAUSES    ", words);
}

static void write_like(FILE *out, const struct prediction *p)
{
    char words[300] = "";

    for (unsigned i = 0; i < p->like.n; i++) {
        size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s (%.2f)", used > 0 ? ", " : "",
                 p->like.point[i]->name, p->like.distance[i]);
    }
    if (p->like.n > 0)
        screen_wrap(out, "LIKE      ", words);
}

void text_prediction(FILE *out, const struct prediction *p, bool verbose)
{
    write_total(out, p);
    if (p->by_paper) {
        write_paper(out, p);
    } else {
        write_rows(out, p);
        write_causes(out, p);
        write_like(out, p);
    }
    write_contexts(out, p);
    for (size_t i = 0; i < p->n_problems; i++)
        screen_wrap(out, i == 0 ? "DOUBTS    " : "          ", p->problem[i]);
    screen_wrap(
        out, "NOT SEEN  ",
        "how the system starts a process, subnormal numbers, divisions whose time depends on "
        "their values, locks between threads, "
        "what other programs "
        "do to shared caches");
    if (verbose) {
        screen_machine(out, &p->board->machine);
    } else if (p->board->machine.n_missing > 0) {
        fprintf(out, "MISSING   %zu numbers of the board (-v names them)\n",
                p->board->machine.n_missing);
    }
}

/* ---- Several boards on a screen: the fastest first, with what is doubted of each ---- */

enum { NAME_COLUMNS = 26, NAMES_BYTES = 400 };

/* How a board is called here: by its log where another one has its name. */
struct label {
    char text[80];
};

static bool is_shared(const struct answers *a, const struct board *board)
{
    unsigned n = 0;

    for (size_t i = 0; i < a->n; i++)
        n += strcmp(a->prediction[i].board->name, board->name) == 0;
    return n > 1;
}

/* The end of a long path tells more than its begin. */
static struct label label_of(const struct answers *a, const struct prediction *p)
{
    const char *text = is_shared(a, p->board) ? p->board->file : p->board->name;
    size_t n = strlen(text);
    struct label l;

    if (n > NAME_COLUMNS && text == p->board->file)
        snprintf(l.text, sizeof l.text, "...%s", text + n - (NAME_COLUMNS - 3));
    else
        snprintf(l.text, sizeof l.text, "%.79s", text);
    return l;
}

static void write_board(FILE *out, const struct answers *a, const struct prediction *p)
{
    fputs("  ", out);
    screen_cell(out, label_of(a, p).text, NAME_COLUMNS);
    fprintf(out, " %10s   %-9s to %-10s  %s\n", screen_time(p, 1).text,
            p->by_paper ? "-" : screen_time(p, p->low).text,
            p->by_paper ? "-" : screen_time(p, p->high).text,
            p->n_rows > 0 && !p->by_paper ? cause_name(p->row[0].by) : "-");
}

static void write_lacking(FILE *out, const struct lacking *l)
{
    char isa[40];

    output_visible_cell(isa, sizeof isa, l->isa);
    fputs("  ", out);
    screen_cell(out, l->board, NAME_COLUMNS);
    fprintf(out, " %10s   no signature of a program for %s\n", "-", isa);
}

/* True where a board before the one at PLACE has PROBLEM. */
static bool is_told(const struct answers *a, size_t place, const char *problem)
{
    for (size_t i = 0; i < place; i++)
        if (answers_doubt(&a->prediction[a->order[i]], problem))
            return true;
    return false;
}

/* Writes the boards that PROBLEM is of to NAMES; returns how many they are. */
static size_t name_boards(const struct answers *a, const char *problem, char *names)
{
    size_t n = 0;

    *names = '\0';
    for (size_t i = 0; i < a->n; i++) {
        const struct prediction *p = &a->prediction[a->order[i]];
        size_t used = strlen(names);

        if (answers_doubt(p, problem))
            snprintf(names + used, NAMES_BYTES - used, "%s%s", n++ > 0 ? ", " : "",
                     label_of(a, p).text);
    }
    return n;
}

static void write_doubt(FILE *out, const struct answers *a, const char *problem, bool first)
{
    char words[PREDICTION_WORDS + NAMES_BYTES + 8], names[NAMES_BYTES];
    size_t n = name_boards(a, problem, names);

    if (n == a->n)
        snprintf(words, sizeof words, "all: %s", problem);
    else
        snprintf(words, sizeof words, "%s: %s", names, problem);
    screen_wrap(out, first ? "DOUBTS    " : "          ", words);
}

static void rank_doubts(FILE *out, const struct answers *a)
{
    bool first = true;

    for (size_t i = 0; i < a->n; i++) {
        const struct prediction *p = &a->prediction[a->order[i]];

        for (size_t k = 0; k < p->n_problems; k++)
            if (!is_told(a, i, p->problem[k])) {
                write_doubt(out, a, p->problem[k], first);
                first = false;
            }
    }
}

static void rank_missing(FILE *out, const struct answers *a)
{
    size_t n = 0;

    for (size_t i = 0; i < a->n; i++)
        n += a->prediction[i].board->machine.n_missing;
    if (n > 0)
        fprintf(out, "MISSING   %zu numbers of the boards (-v names them)\n", n);
}

void text_ranking(FILE *out, const struct answers *a, bool verbose)
{
    fprintf(out, "  %-*s %10s   %-24s %s\n", NAME_COLUMNS, "BOARD", "TIME", "90 %", "MOSTLY");
    for (size_t i = 0; i < a->n; i++)
        write_board(out, a, &a->prediction[a->order[i]]);
    for (size_t i = 0; i < a->n_lacking; i++)
        write_lacking(out, &a->lacking[i]);
    rank_doubts(out, a);
    if (!verbose) {
        rank_missing(out, a);
        return;
    }
    for (size_t i = 0; i < a->n; i++) {
        const struct prediction *p = &a->prediction[a->order[i]];

        screen_wrap(out, "\nBOARD     ", label_of(a, p).text);
        screen_machine(out, &p->board->machine);
    }
}

/* ---- What a change of a program gains on a board, on a screen ---- */

static void write_one(FILE *out, const char *when, const struct prediction *p)
{
    fprintf(out, "  %-12s %10s   %-9s to %-10s %12.4g %12.4g\n", when, screen_time(p, 1).text,
            screen_time(p, p->low).text, screen_time(p, p->high).text, p->cycles + p->system_cycles,
            (double)p->signature->instructions);
}

/* Change of the cycles of CAUSE, and as a share of ALL, those of before. */
static void write_change(FILE *out, enum cause cause, double change, double all)
{
    if (fabs(change) >= 0.005 * all)
        fprintf(out, "  %-12s %+12.4g cycles  %+6.1f %%\n", cause_name(cause), change,
                100 * change / all);
}

/* Doubts of P: those of OTHER, too, where BOTH, else the others. */
static bool compare_doubts(FILE *out, const char *whose, const struct prediction *p,
                           const struct prediction *other, bool both, bool first)
{
    char words[PREDICTION_WORDS + 16];

    for (size_t i = 0; i < p->n_problems; i++) {
        if (answers_doubt(other, p->problem[i]) != both)
            continue;
        snprintf(words, sizeof words, "%s: %s", whose, p->problem[i]);
        screen_wrap(out, first ? "DOUBTS    " : "          ", words);
        first = false;
    }
    return first;
}

void text_comparison(FILE *out, const struct prediction *old, const struct prediction *new,
                     bool verbose)
{
    double before = old->cycles + old->system_cycles;
    char head[400], name[100], program[200];

    output_visible_cell(name, sizeof name, old->board->name);
    output_visible_cell(program, sizeof program, new->signature->program);
    snprintf(head, sizeof head, "%s on %s: %.3g times as fast as before", program, name,
             answers_gain(old, new));
    screen_wrap(out, "", head);
    fprintf(out, "  %-12s %10s   %-23s %12s %12s\n", "", "TIME", "90 %", "CYCLES", "INSTRUCTIONS");
    write_one(out, "before", old);
    write_one(out, "after", new);
    for (unsigned c = 0; c < CAUSES; c++)
        write_change(out, (enum cause)c, new->cause[c] - old->cause[c], before);
    bool first = compare_doubts(out, "both", new, old, true, true);
    first = compare_doubts(out, "before", old, new, false, first);
    compare_doubts(out, "after", new, old, false, first);
    if (verbose)
        screen_machine(out, &old->board->machine);
}
