/* What a change of a program gains on a board, on a screen. */
#include "report/output/visible.h"
#include "screen.h"
#include "text.h"
#include <math.h>
#include <string.h>

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
static bool write_doubts(FILE *out, const char *whose, const struct prediction *p,
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
    bool first = write_doubts(out, "both", new, old, true, true);
    first = write_doubts(out, "before", old, new, false, first);
    write_doubts(out, "after", new, old, false, first);
    if (verbose)
        screen_machine(out, &old->board->machine);
}
