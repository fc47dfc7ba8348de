/* Several boards on a screen: the fastest first, with what is doubted of each. */
#include "report/output/visible.h"
#include "screen.h"
#include "text.h"
#include <string.h>

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

static void write_doubts(FILE *out, const struct answers *a)
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

static void write_missing(FILE *out, const struct answers *a)
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
    write_doubts(out, a);
    if (!verbose) {
        write_missing(out, a);
        return;
    }
    for (size_t i = 0; i < a->n; i++) {
        const struct prediction *p = &a->prediction[a->order[i]];

        screen_wrap(out, "\nBOARD     ", label_of(a, p).text);
        screen_machine(out, &p->board->machine);
    }
}
