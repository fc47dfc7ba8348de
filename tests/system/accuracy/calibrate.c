/* calibrate FILE ... > calibration_counts.c: adds up the lines that `accuracy --counts`, `property
 * --counts` and `repeats --counts` left, as the table of analysis_host/stats/calibration.h. */
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

static void add(struct kind *kind, unsigned rank, unsigned right, int miss)
{
    struct calibration_count *c = &kind->count[rank];

    c->given++;
    c->right += right;
    if (miss >= 0)
        c->missed[miss]++;
}

/* Adds LINE; returns false where it is none of the kind. */
static bool add_line(struct table *t, const char *line)
{
    char name[KIND_BYTES];
    unsigned rank, right;
    int miss;

    if (sscanf(line, "%95s %u %u %d", name, &rank, &right, &miss) != 4 ||
        rank >= CALIBRATION_RANKS || right > 1 || miss < -1 || miss >= CALIBRATION_MISSES)
        return false;
    struct kind *kind = kind_of(t, name), *all = kind_of(t, CALIBRATION_ALL);
    if (kind == NULL || all == NULL)
        return false;
    add(kind, rank, right, miss);
    add(all, rank, right, miss);
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

int main(int argc, char **argv)
{
    static struct table table;

    if (argc < 2 || argv[1][0] == '-') {
        fprintf(stderr, "usage: calibrate FILE ... > calibration_counts.c\n");
        return 2;
    }
    for (int i = 1; i < argc; i++)
        if (add_file(&table, argv[i]) != 0)
            return 1;
    qsort(table.kind, table.n, sizeof table.kind[0], by_name);
    print_table(&table);
    return fflush(stdout) != 0;
}
