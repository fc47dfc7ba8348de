/* The answer on a screen. */
#include "text.h"
#include "report/output/visible.h"
#include "rows.h"
#include "screen.h"
#include <stdio.h>
#include <string.h>

enum { ROWS_SHOWN = 12, AT_COLUMNS = 28 };

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
