/* The answer on a screen. */
#include "text.h"
#include "report/output/visible.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROWS_SHOWN = 12, COLUMNS = 80, AT_COLUMNS = 28 };

/* Text of a duration with its unit. */
struct duration {
    char text[32];
};

static struct duration duration(double seconds)
{
    static const struct {
        double least;
        const char *unit;
    } units[] = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "us" }, { 0, "ns" } };
    struct duration d;
    unsigned i = 0;

    while (seconds < units[i].least)
        i++;
    snprintf(d.text, sizeof d.text, "%.3g %s",
             seconds / (units[i].least > 0 ? units[i].least : 1e-9), units[i].unit);
    return d;
}

/* Writes WORDS in lines of 80 columns, the first after LEAD, further ones as far in. */
static void wrap(FILE *out, const char *lead, const char *words)
{
    size_t in = strlen(lead), at = in;

    fputs(lead, out);
    while (*words != '\0') {
        size_t n = strcspn(words, " ");
        if (at > in && at + 1 + n > COLUMNS) {
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

static void write_total(FILE *out, const struct prediction *p)
{
    const struct signature *s = p->signature;
    char head[600], program[200], name[200];

    output_visible_cell(program, sizeof program, s->program);
    output_visible_cell(name, sizeof name, p->board->name);
    if (p->by_paper)
        snprintf(head, sizeof head, "%s on %s: %s by formula (1), which has no interval", program,
                 name, p->seconds > 0 ? duration(p->seconds).text : "cycles alone");
    else if (p->seconds > 0)
        snprintf(head, sizeof head, "%s on %s: %s, %s to %s (90 %%)", program, name,
                 duration(p->seconds).text, duration(p->seconds * p->low).text,
                 duration(p->seconds * p->high).text);
    else
        snprintf(head, sizeof head, "%s on %s: %.4g cycles, %.4g to %.4g (90 %%)", program, name,
                 p->cycles + p->system_cycles, (p->cycles + p->system_cycles) * p->low,
                 (p->cycles + p->system_cycles) * p->high);
    wrap(out, "", head);
    if (p->shared_seconds > 0)
        fprintf(out, "  on a quiet core; %s beside a neighbour on the core\n",
                duration(p->shared_seconds).text);
    fprintf(out, "  %.4g cycles of %.4g instructions, %.3g each%s\n", p->cycles,
            (double)s->instructions, p->cycles / (double)s->instructions,
            p->system_cycles > 0 ? ", and system" : "");
}

/* "max3x3.plain n=44 (0.12)", and what is told of it. */
static void write_paper_kernel(FILE *out, const struct prediction *p, const struct paper_kernel *k)
{
    const struct signature *s = p->signature;
    bool known = k->loop < s->n_loops && s->loops[k->loop].function < s->n_functions;
    char lead[160], words[300], at[AT_COLUMNS + 1];

    output_visible_cell(at, sizeof at,
                        known ? s->functions[s->loops[k->loop].function].name : "outside loops");
    snprintf(lead, sizeof lead, "  %-*s %4.0f %%  ", AT_COLUMNS, at, 100 * k->share);
    snprintf(words, sizeof words,
             "%s %s (%.2f), %.3g cycles an instruction; stability %.3g, parallel ratio %.3g, reuse "
             "%.3g bytes, volume %.3g bytes",
             k->good ? "like" : "like none; the nearest is", k->match->name, k->distance,
             k->match->per_instruction, k->metrics.stability, k->metrics.parallel,
             k->metrics.reuse_bytes, k->metrics.volume_bytes);
    wrap(out, lead, words);
}

static void write_paper(FILE *out, const struct prediction *p)
{
    fprintf(out, "  %-*s  SHARE  OF INSTRUCTIONS\n", AT_COLUMNS - 1, "KERNEL");
    for (size_t i = 0; i < p->paper.n; i++)
        write_paper_kernel(out, p, &p->paper.kernel[i]);
    fprintf(out, "  %-*s %4.0f %%  %.3g cycles an instruction, the mean of the board's kernels\n",
            AT_COLUMNS, "outside kernels", 100 * p->paper.outside, p->paper.rest_factor);
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
                 duration(p->seconds * contexts_time(p->shared, c->speedup)).text, c->speedup);
    }
    if (p->n_contexts > 0 && p->seconds > 0)
        wrap(out, "CONTEXTS  ", words);
}

/* Writes TEXT in WIDTH columns, cut where it is longer. */
static void write_cell(FILE *out, const char *text, int width)
{
    char shown[256];

    output_visible_cell(shown, (size_t)width + 1, text);
    fprintf(out, "%-*s", width, shown);
}

static void write_row(FILE *out, const struct prediction_row *row)
{
    char lead[160], at[AT_COLUMNS + 1];

    output_visible_cell(at, sizeof at, row->at);
    snprintf(lead, sizeof lead, "  %-*s %4.0f %%  %-10s  ", AT_COLUMNS, at, 100 * row->share,
             cause_name(row->by));
    wrap(out, lead, row->why);
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
    wrap(out, "CAUSES    ", words);
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
        wrap(out, "LIKE      ", words);
}

static void write_missing(FILE *out, const struct prediction *p)
{
    const struct machine *m = &p->board->machine;
    char words[(ID_BYTES + 70) * MACHINE_MISSING] = "";

    for (size_t i = 0; i < m->n_missing; i++) {
        size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s (%s)", used > 0 ? ", " : "",
                 m->missing[i].id, m->missing[i].instead);
    }
    if (m->n_missing > 0)
        wrap(out, "MISSING   ", words);
}

static const char *source_of(enum machine_source source)
{
    static const char *const words[] = { "measured", "fitted", "assumed" };

    return words[source];
}

static void write_machine(FILE *out, const struct prediction *p)
{
    fputs("MACHINE\n", out);
    for (unsigned i = 0; i < MACHINE_PARAMETERS; i++)
        fprintf(out, "  %-22s %10.4g  %s\n", machine_parameter_name((enum machine_parameter)i),
                p->board->machine.number[i].value, source_of(p->board->machine.number[i].source));
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
        wrap(out, i == 0 ? "DOUBTS    " : "          ", p->problem[i]);
    wrap(out, "NOT SEEN  ",
         "how the system starts a process, subnormal numbers, divisions whose time depends on "
         "their values, locks between threads, "
         "what other programs "
         "do to shared caches");
    if (verbose) {
        write_missing(out, p);
        write_machine(out, p);
    } else if (p->board->machine.n_missing > 0) {
        fprintf(out, "MISSING   %zu numbers of the board (-v names them)\n",
                p->board->machine.n_missing);
    }
}

void text_ranking(FILE *out, const struct prediction *p, const size_t *order, size_t n)
{
    char low[32], high[32];

    fprintf(out, "  %-32s %12s   %-24s %s\n", "BOARD", "TIME", "90 %", "MOSTLY");
    for (size_t i = 0; i < n; i++) {
        const struct prediction *one = &p[order[i]];
        snprintf(low, sizeof low, "%s",
                 one->by_paper ? "-" : duration(one->seconds * one->low).text);
        snprintf(high, sizeof high, "%s",
                 one->by_paper ? "-" : duration(one->seconds * one->high).text);
        fputs("  ", out);
        write_cell(out, one->board->name, 32);
        fprintf(out, " %12s   %-10s to %-10s %s\n", duration(one->seconds).text, low, high,
                one->n_rows > 0 ? cause_name(one->row[0].by) : "-");
    }
}

static void write_change(FILE *out, enum cause cause, double before, double after, double all)
{
    if (fabs(after - before) >= 0.005 * all)
        fprintf(out, "  %-12s %+12.4g cycles  %+6.1f %%\n", cause_name(cause), after - before,
                100 * (after - before) / all);
}

void text_comparison(FILE *out, const struct prediction *old, const struct prediction *new)
{
    double before = old->cycles + old->system_cycles, after = new->cycles + new->system_cycles;
    char head[300], name[100];

    output_visible_cell(name, sizeof name, old->board->name);
    snprintf(head, sizeof head, "on %s: %.4g cycles before, %.4g after: %.3g times as fast", name,
             before, after, after > 0 ? before / after : 0);
    wrap(out, "", head);
    fprintf(out, "  %-12s %+12.4g         %+6.1f %%\n", "instructions",
            (double)new->signature->instructions - (double)old->signature->instructions,
            100 *
                ((double)new->signature->instructions / (double)old->signature->instructions - 1));
    for (unsigned c = 0; c < CAUSES; c++)
        write_change(out, (enum cause)c, old->cause[c], new->cause[c], before);
}
