/* calibrate FILE ... > calibration_counts.c: adds up the lines that `accuracy --counts`, `property
 * --counts` and `repeats --counts` left, as the table of analysis_host/stats/calibration.h.
 * calibrate --rows FILE ...: as lines of sums, which it reads as well: KIND RANK GIVEN RIGHT, then
 * how many lay in each class of misses. */
#define _GNU_SOURCE
#include "stats/calibration.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS_MOST = 1024, KIND_BYTES = 96 };

struct kind {
    char name[KIND_BYTES];
    struct calibration_count count[CALIBRATION_RANKS];
};

struct table {
    struct kind kind[KINDS_MOST];
    size_t n;
};

/* Returns the kind NAME of T, new where it is not there; NULL: there are too many. */
static struct kind *kind_of(struct table *t, const char *name)
{
    size_t i = 0;

    while (i < t->n && strcmp(t->kind[i].name, name) != 0)
        i++;
    if (i == KINDS_MOST)
        return NULL;
    if (i == t->n)
        snprintf(t->kind[t->n++].name, KIND_BYTES, "%s", name);
    return &t->kind[i];
}

static void add_counts(struct calibration_count *to, const struct calibration_count *c)
{
    to->given += c->given;
    to->right += c->right;
    for (size_t m = 0; m < CALIBRATION_MISSES; m++)
        to->missed[m] += c->missed[m];
}

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
    unsigned *m = c->missed;

    *c = (struct calibration_count){ .given = 0 };
    return sscanf(line, "%95s %u %u %u %u %u %u %u %u %u %u %u", name, &c->rank, &c->given,
                  &c->right, &m[0], &m[1], &m[2], &m[3], &m[4], &m[5], &m[6], &m[7]) == 12 &&
           c->right <= c->given;
}

/* Adds LINE; returns false where it is none of the kind. */
static bool add_line(struct table *t, const char *line)
{
    char name[KIND_BYTES];
    struct calibration_count c;

    if ((!read_sums(line, name, &c) && !read_answer(line, name, &c)) || c.rank >= CALIBRATION_RANKS)
        return false;
    struct kind *kind = kind_of(t, name), *all = kind_of(t, CALIBRATION_ALL);
    if (kind == NULL || all == NULL)
        return false;
    add_counts(&kind->count[c.rank], &c);
    if (kind != all)
        add_counts(&all->count[c.rank], &c);
    return true;
}

static int add_file(struct table *t, const char *file)
{
    char line[256];
    unsigned n = 0;
    FILE *in = fopen(file, "re");

    if (in == NULL) {
        perror(file);
        return -1;
    }
    while (fgets(line, sizeof line, in) != NULL) {
        n++;
        if (line[0] == '#')
            continue;
        if (!add_line(t, line)) {
            fprintf(stderr, "%s:%u: no line of counts: %s", file, n, line);
            fclose(in);
            return -1;
        }
    }
    fclose(in);
    return 0;
}

static int by_name(const void *a, const void *b)
{
    const struct kind *p = a, *q = b;

    return strcmp(p->name, q->name);
}

static void print_count(const char *name, unsigned rank, const struct calibration_count *c)
{
    printf("    { \"%s\", %u, %u, %u, {", name, rank, c->given, c->right);
    for (size_t m = 0; m < CALIBRATION_MISSES; m++)
        printf("%s%u", m > 0 ? ", " : " ", c->missed[m]);
    printf(" } },\n");
}

static void print_table(const struct table *t)
{
    printf("/* Answers of known truth: kind, rank of the evidence, given, right, and how far the "
           "truth lay\n"
           " * beyond their bounds. Made by `calibrate`: tests/system/accuracy/README.md. */\n"
           "#include \"calibrate.h\"\n\n"
           "/* clang-format off */\n"
           "static const struct calibration_count counts[] = {\n");
    for (size_t i = 0; i < t->n; i++)
        for (unsigned rank = 0; rank < CALIBRATION_RANKS; rank++)
            if (t->kind[i].count[rank].given > 0)
                print_count(t->kind[i].name, rank, &t->kind[i].count[rank]);
    printf("};\n"
           "/* clang-format on */\n\n"
           "const struct calibration result_counted = { counts, sizeof counts / sizeof counts[0] "
           "};\n");
}

/* All but the kind under which all are counted. */
static void print_rows(const struct table *t)
{
    for (size_t i = 0; i < t->n; i++)
        for (unsigned rank = 0; rank < CALIBRATION_RANKS; rank++) {
            const struct calibration_count *c = &t->kind[i].count[rank];

            if (c->given == 0 || strcmp(t->kind[i].name, CALIBRATION_ALL) == 0)
                continue;
            printf("%s %u %u %u", t->kind[i].name, rank, c->given, c->right);
            for (size_t m = 0; m < CALIBRATION_MISSES; m++)
                printf(" %u", c->missed[m]);
            putchar('\n');
        }
}

int main(int argc, char **argv)
{
    static struct table table;
    bool rows = argc > 1 && strcmp(argv[1], "--rows") == 0;
    int first = rows ? 2 : 1;

    if (argc <= first || argv[first][0] == '-') {
        fprintf(stderr, "usage: calibrate [--rows] FILE ... > calibration_counts.c\n");
        return 2;
    }
    for (int i = first; i < argc; i++)
        if (add_file(&table, argv[i]) != 0)
            return 1;
    qsort(table.kind, table.n, sizeof table.kind[0], by_name);
    if (rows)
        print_rows(&table);
    else
        print_table(&table);
    return fflush(stdout) != 0;
}
