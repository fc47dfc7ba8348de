/* calibrate FILE ... > calibration.counts: adds up the lines that `accuracy --counts`, `property
 * --counts`, `accuracy_realboards --counts` and `repeats --counts` left, as the table of
 * analysis_host/core/stats/calibration.h. A line "@ simulated NAME" or "@ real NAME" says what
 * machine the following lines are of; NAME is LINE/MACHINE where several machines are of one line
 * of cores. calibrate --rows FILE ...: as lines of sums, which it reads as well: KIND RANK GIVEN
 * RIGHT, then how many lay in each class of misses, then, where runs of the machine were compared,
 * how many answers of other runs did. calibrate --left-out FILE ...: what each machine's answers
 * would be said at by the counts of the others, and how many of them were right, by tenths.
 * --rest FILE: sums of simulated machines, of kinds that no other FILE has of simulated ones. */
#define _GNU_SOURCE
#include "stats/calibration.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KINDS_MOST = 1024,
    KIND_BYTES = 96,
    MACHINES_MOST = 512,
    MACHINE_BYTES = 64,
    TENTHS = 10,
    WORST = 20
};

/* What was counted of one machine, by kind and rank. */
struct machine {
    char name[MACHINE_BYTES];
    bool real, rest;
    struct calibration_count *count[KINDS_MOST]; /* CALIBRATION_RANKS each; NULL: none */
};

struct table {
    char kind[KINDS_MOST][KIND_BYTES];
    size_t n_kinds;
    struct machine machine[MACHINES_MOST];
    size_t n_machines;
};

/* Returns the index of NAME among T's kinds, new where it is not there; KINDS_MOST: too many. */
static size_t kind_of(struct table *t, const char *name)
{
    size_t i = 0;

    while (i < t->n_kinds && strcmp(t->kind[i], name) != 0)
        i++;
    if (i == t->n_kinds && i < KINDS_MOST)
        snprintf(t->kind[t->n_kinds++], KIND_BYTES, "%s", name);
    return i;
}

/* Returns the machine NAME of T, new where it is not there; NULL: there are too many. */
static struct machine *machine_of(struct table *t, const char *name, bool real, bool rest)
{
    for (size_t i = 0; i < t->n_machines; i++)
        if (strcmp(t->machine[i].name, name) == 0 && t->machine[i].real == real &&
            t->machine[i].rest == rest)
            return &t->machine[i];
    if (t->n_machines == MACHINES_MOST)
        return NULL;
    struct machine *m = &t->machine[t->n_machines++];

    snprintf(m->name, sizeof m->name, "%s", name);
    m->real = real;
    m->rest = rest;
    return m;
}

/* True where something was counted in C. */
static bool is_counted(const struct calibration_count *c)
{
    bool any = c->given > 0;

    for (size_t m = 0; m < CALIBRATION_MISSES; m++)
        any = any || c->next[m] > 0;
    return any;
}

static void add_counts(struct calibration_count *to, const struct calibration_count *c)
{
    to->given += c->given;
    to->right += c->right;
    for (size_t m = 0; m < CALIBRATION_MISSES; m++) {
        to->missed[m] += c->missed[m];
        to->next[m] += c->next[m];
    }
}

/* ---- reading ---- */

/* Reads one answer. */
static bool read_answer(const char *line, char name[KIND_BYTES], struct calibration_count *c)
{
    unsigned right;
    int miss;

    *c = (struct calibration_count){ .given = 1 };
    if (sscanf(line, "%95s %u %u %d", name, &c->rank, &right, &miss) != 4 || right > 1 ||
        miss < -1 || miss >= CALIBRATION_MISSES)
        return false;
    c->right = right;
    if (miss >= 0)
        c->missed[miss]++;
    return true;
}

/* Reads a line of sums. */
static bool read_sums(const char *line, char name[KIND_BYTES], struct calibration_count *c)
{
    unsigned *m = c->missed, *n = c->next;

    *c = (struct calibration_count){ .given = 0 };
    int read = sscanf(line, "%95s %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u", name,
                      &c->rank, &c->given, &c->right, &m[0], &m[1], &m[2], &m[3], &m[4], &m[5],
                      &m[6], &m[7], &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7]);

    return (read == 12 || read == 20) && c->right <= c->given;
}

/* Adds LINE, of MACHINE; returns false where it is none of counts. */
static bool add_line(struct table *t, struct machine *machine, const char *line)
{
    char name[KIND_BYTES];
    struct calibration_count c;

    if ((!read_sums(line, name, &c) && !read_answer(line, name, &c)) ||
        c.rank >= CALIBRATION_RANKS || machine == NULL)
        return false;
    size_t kind = kind_of(t, name);
    if (kind == KINDS_MOST)
        return false;
    if (machine->count[kind] == NULL)
        machine->count[kind] = calloc(CALIBRATION_RANKS, sizeof *machine->count[kind]);
    if (machine->count[kind] == NULL)
        return false;
    add_counts(&machine->count[kind][c.rank], &c);
    return true;
}

static int add_file(struct table *t, const char *file, bool rest)
{
    char line[256], name[MACHINE_BYTES], sort[16];
    struct machine *machine = NULL;
    bool good = true;
    unsigned n = 0;
    FILE *in = fopen(file, "re");

    if (in == NULL) {
        perror(file);
        return -1;
    }
    while (good && fgets(line, sizeof line, in) != NULL) {
        n++;
        if (line[0] == '#')
            continue;
        if (line[0] != '@') {
            good = add_line(t, machine, line);
        } else {
            bool named = sscanf(line, "@ %15s %63[^\n]", sort, name) == 2;
            bool real = named && strcmp(sort, "real") == 0;
            machine = real || (named && strcmp(sort, "simulated") == 0)
                          ? machine_of(t, name, real, rest)
                          : NULL;
            good = machine != NULL;
        }
    }
    if (!good)
        fprintf(stderr, "%s:%u: no line of counts, or no machine before it: %s", file, n, line);
    fclose(in);
    return good ? 0 : -1;
}

/* ---- adding up ---- */

/* True where a machine of T that is simulated, and none of --rest, has KIND. */
static bool is_simulated_anew(const struct table *t, size_t kind)
{
    for (size_t i = 0; i < t->n_machines; i++)
        if (!t->machine[i].real && !t->machine[i].rest && t->machine[i].count[kind] != NULL)
            return true;
    return false;
}

/* Drops kinds of --rest that other files have. */
static void drop_rest(struct table *t)
{
    for (size_t i = 0; i < t->n_machines; i++)
        for (size_t k = 0; t->machine[i].rest && k < t->n_kinds; k++)
            if (is_simulated_anew(t, k)) {
                free(t->machine[i].count[k]);
                t->machine[i].count[k] = NULL;
            }
}

/* What is added up: of all machines but one. */
struct sums {
    struct calibration_count *at;
    struct calibration_kind *kinds;
    struct calibration calibration;
};

/* True where A and B are machines of one line of cores: what is before the slash of their names. */
static bool same_line(const struct machine *a, const struct machine *b)
{
    size_t n = strcspn(a->name, "/");

    return a->real == b->real && n == strcspn(b->name, "/") && strncmp(a->name, b->name, n) == 0;
}

/* True where the machine I of T counts when OUT is left out, with all of its LINE or alone. */
static bool counts_without(const struct table *t, size_t i, const struct machine *out, bool line)
{
    const struct machine *m = &t->machine[i];

    return out == NULL || (m != out && !(line && same_line(m, out)));
}

/* Returns how many lines of real cores KIND was counted of, but for OUT. */
static unsigned lines_of(const struct table *t, size_t kind, const struct machine *out, bool line)
{
    unsigned n = 0;

    for (size_t i = 0; i < t->n_machines; i++) {
        const struct machine *m = &t->machine[i];
        bool is_new = m->real && m->count[kind] != NULL && counts_without(t, i, out, line);

        for (size_t k = 0; k < i && is_new; k++)
            is_new = t->machine[k].count[kind] == NULL || !same_line(&t->machine[k], m) ||
                     !counts_without(t, k, out, line);
        n += is_new;
    }
    return n;
}

/* Adds to SUM, one for each rank, what was counted of KIND. */
static void add_kind(const struct table *t, size_t kind, const struct machine *out, bool line,
                     struct calibration_count sum[CALIBRATION_RANKS])
{
    for (size_t i = 0; i < t->n_machines; i++)
        for (unsigned rank = 0; t->machine[i].count[kind] != NULL && rank < CALIBRATION_RANKS &&
                                counts_without(t, i, out, line);
             rank++)
            add_counts(&sum[rank], &t->machine[i].count[kind][rank]);
}

static int by_name(const void *a, const void *b)
{
    const struct calibration_count *p = a, *q = b;
    int order = strcmp(p->kind, q->kind);

    return order != 0 ? order : (int)p->rank - (int)q->rank;
}

static int kinds_by_name(const void *a, const void *b)
{
    return strcmp(((const struct calibration_kind *)a)->kind,
                  ((const struct calibration_kind *)b)->kind);
}

/* Puts the SUM of NAME into S. */
static void put_sum(struct sums *s, const char *name, struct calibration_count *sum)
{
    for (unsigned rank = 0; rank < CALIBRATION_RANKS; rank++)
        if (is_counted(&sum[rank])) {
            sum[rank].kind = name;
            sum[rank].rank = rank;
            s->at[s->calibration.n++] = sum[rank];
        }
}

/* Adds T up, but for OUT (NULL: all), alone or with all of its LINE. The caller frees. False where
 * memory is short. */
static bool sum_up(struct sums *s, const struct table *t, const struct machine *out, bool line)
{
    struct calibration_count all[CALIBRATION_RANKS] = { { .given = 0 } };
    size_t n_kinds = 0;

    *s = (struct sums){ .at = calloc((t->n_kinds + 1) * CALIBRATION_RANKS, sizeof *s->at),
                        .kinds = calloc(t->n_kinds + 1, sizeof *s->kinds) };
    if (s->at == NULL || s->kinds == NULL)
        return false;
    for (size_t k = 0; k < t->n_kinds; k++) {
        struct calibration_count sum[CALIBRATION_RANKS] = { { .given = 0 } };
        struct calibration_kind *row = &s->kinds[n_kinds];

        add_kind(t, k, out, line, sum);
        for (unsigned rank = 0; rank < CALIBRATION_RANKS; rank++)
            add_counts(&all[rank], &sum[rank]);
        put_sum(s, t->kind[k], sum);
        *row =
            (struct calibration_kind){ .kind = t->kind[k], .machines = lines_of(t, k, out, line) };
        n_kinds += row->machines > 0;
    }
    put_sum(s, CALIBRATION_ALL, all);
    qsort(s->at, s->calibration.n, sizeof *s->at, by_name);
    qsort(s->kinds, n_kinds, sizeof *s->kinds, kinds_by_name);
    s->calibration.at = s->at;
    s->calibration.kinds = s->kinds;
    s->calibration.n_kinds = n_kinds;
    return true;
}

static void free_sums(struct sums *s)
{
    free(s->at);
    free(s->kinds);
}

/* ---- writing ---- */

static void print_classes(const unsigned class[CALIBRATION_MISSES], const char *between)
{
    for (size_t m = 0; m < CALIBRATION_MISSES; m++)
        printf("%s%u", m > 0 ? between : "", class[m]);
}

/* The lines of result/calibration.counts, which cmake/calibration_counts.cmake reads. */
static void print_table(const struct calibration *c)
{
    printf(
        "# Answers of known truth. A line: what was asked (a name of result/ids.def, its level), "
        "\"/\", its rule; rank of the\n"
        "# evidence; answers given, right; how far the truth lay beyond their ranges (8 classes); "
        "how far answers of other runs\n"
        "# of the same machine did (8). \"* RANK\": all together. \"@ KIND N\": kinds of real "
        "machine or of RTL core that it was\n"
        "# counted on. Made by `calibrate`: tests/system/accuracy/README.md. The build checks the "
        "names.\n");
    for (size_t i = 0; i < c->n; i++) {
        /* The tree of contexts is held to its truth, too; it has no confidence. */
        if (strncmp(c->at[i].kind, "topology.", strlen("topology.")) == 0)
            continue;
        printf("%s %02u %u %u ", c->at[i].kind, c->at[i].rank, c->at[i].given, c->at[i].right);
        print_classes(c->at[i].missed, " ");
        putchar(' ');
        print_classes(c->at[i].next, " ");
        putchar('\n');
    }
    for (size_t i = 0; i < c->n_kinds; i++)
        printf("@ %s %u\n", c->kinds[i].kind, c->kinds[i].machines);
}

static void print_rows(const struct table *t)
{
    for (size_t i = 0; i < t->n_machines; i++) {
        const struct machine *m = &t->machine[i];

        printf("@ %s %s\n", m->real ? "real" : "simulated", m->name);
        for (size_t k = 0; k < t->n_kinds; k++)
            for (unsigned rank = 0; m->count[k] != NULL && rank < CALIBRATION_RANKS; rank++) {
                const struct calibration_count *c = &m->count[k][rank];

                if (!is_counted(c))
                    continue;
                printf("%s %u %u %u ", t->kind[k], rank, c->given, c->right);
                print_classes(c->missed, " ");
                putchar(' ');
                print_classes(c->next, " ");
                putchar('\n');
            }
    }
}

/* ---- leaving one out ---- */

/* Answers by tenth of the confidence that the other machines' counts give. */
struct tenths {
    double given[TENTHS], right[TENTHS], said[TENTHS];
};

/* More answers than right of one kind on one machine, by what the others say. */
struct shortfall {
    const char *kind, *machine;
    double given, said, right;
};

/* Puts S among the N_WORST where it belongs. */
static void offer_worst(struct shortfall worst[WORST], struct shortfall s)
{
    for (size_t i = 0; i < WORST; i++)
        if (s.said - s.right > worst[i].said - worst[i].right) {
            struct shortfall less = worst[i];

            worst[i] = s;
            s = less;
        }
}

static void hold_machine(const struct table *t, const struct machine *m,
                         const struct calibration *others, struct tenths *to,
                         struct shortfall worst[WORST])
{
    for (size_t k = 0; k < t->n_kinds; k++) {
        struct shortfall s = { .kind = t->kind[k], .machine = m->name };

        for (unsigned rank = 0; m->count[k] != NULL && rank < CALIBRATION_RANKS; rank++) {
            const struct calibration_count *c = &m->count[k][rank];
            double said = calibration_share(others, t->kind[k], calibration_evidence(rank));
            size_t tenth = (size_t)fmin(TENTHS - 1, floor(said * TENTHS));

            to->given[tenth] += c->given;
            to->right[tenth] += c->right;
            to->said[tenth] += said * c->given;
            s.given += c->given;
            s.said += said * c->given;
            s.right += c->right;
        }
        offer_worst(worst, s);
    }
}

static void print_cell(const struct tenths *s, unsigned tenth)
{
    if (s->given[tenth] > 0)
        printf(" %.0f | %.0f %% | %.0f %% |", s->given[tenth],
               100 * s->said[tenth] / s->given[tenth], 100 * s->right[tenth] / s->given[tenth]);
    else
        printf(" | | |");
}

/* Prints the table; false where memory is short. */
static bool print_left_out(const struct table *t)
{
    enum { ALONE, WITH_LINE, SIMULATED, COLUMNS };
    static struct tenths sum[COLUMNS];
    static struct shortfall worst[COLUMNS][WORST];

    for (size_t i = 0; i < t->n_machines; i++)
        for (unsigned line = 0; line <= t->machine[i].real; line++) {
            const struct machine *m = &t->machine[i];
            struct sums others;

            if (!sum_up(&others, t, m, line))
                return free_sums(&others), false;
            unsigned column = !m->real ? SIMULATED : line != 0 ? WITH_LINE : ALONE;
            hold_machine(t, m, &others.calibration, &sum[column], worst[column]);
            free_sums(&others);
        }
    printf(
        "| confidence | real: answers | said | right | its line of cores left out: answers | said "
        "| right | simulated: answers | said | right |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (unsigned tenth = 0; tenth < TENTHS; tenth++) {
        printf("| %.1f to %.1f |", tenth / 10.0, (tenth + 1) / 10.0);
        for (unsigned c = 0; c < COLUMNS; c++)
            print_cell(&sum[c], tenth);
        putchar('\n');
    }
    printf("\n| machine left out | kind that falls short most | answers | said | right |\n"
           "| --- | --- | --- | --- | --- |\n");
    for (size_t i = 0; i < WORST && worst[ALONE][i].given > 0; i++) {
        const struct shortfall *s = &worst[ALONE][i];

        printf("| %s | %s | %.0f | %.0f %% | %.0f %% |\n", s->machine, s->kind, s->given,
               100 * s->said / s->given, 100 * s->right / s->given);
    }
    return true;
}

/* ---- */

static int usage(void)
{
    fprintf(stderr, "usage: calibrate [--rows|--left-out] [--rest FILE] FILE ...\n");
    return 2;
}

int main(int argc, char **argv)
{
    static struct table table;
    const char *way = "";
    bool any = false;

    for (int i = 1; i < argc; i++) {
        bool rest = strcmp(argv[i], "--rest") == 0 && i + 1 < argc;

        if (strcmp(argv[i], "--rows") == 0 || strcmp(argv[i], "--left-out") == 0) {
            way = argv[i];
            continue;
        }
        if (!rest && argv[i][0] == '-')
            return usage();
        i += rest;
        any = true;
        if (add_file(&table, argv[i], rest) != 0)
            return 1;
    }
    if (!any)
        return usage();
    drop_rest(&table);
    if (strcmp(way, "--rows") == 0) {
        print_rows(&table);
    } else if (strcmp(way, "--left-out") == 0) {
        if (!print_left_out(&table))
            return 1;
    } else {
        struct sums all;

        if (!sum_up(&all, &table, NULL, false))
            return 1;
        print_table(&all.calibration);
        free_sums(&all);
    }
    return fflush(stdout) != 0;
}
