/* accuracy_core2core DIR: holds trees of hardware threads against documented groups.
 *
 * DIR holds matrices of core-to-core-latency and truth.csv, with a row for each matrix:
 * file,machine,groups,also_right. Groups are SIZExCOUNT, as "2x64 16x8": 64 groups of 2 hardware
 * threads and 8 of 16; also_right are sizes of groups that are there and need not show. A group of
 * any other size, or more of a size than documented, is a phantom; the whole machine is no group.
 *
 * Prints a row for each machine whose tree is not exact, then the sums. --list prints all; --half 0
 * or 1 takes the first, third ... or the second, fourth ... machine alone; --least GROUPS,TREES and
 * --phantoms MOST are percentages. Exit status: 0, 1 fewer groups or exact trees or more phantoms
 * than asked for, 2 wrong usage or a file that cannot be read, 77 no such directory. */
#include "analysis/analysis.h"
#include "log/read.h"
#include "result/result.h"
#include "result/topology.h"
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SKIPPED = 77, MOST_CONTEXTS = 1024, FIELDS = 4 };

struct request {
    const char *dir;
    bool list;
    int half; /* -1: all */
    double least_groups, least_trees, most_phantoms;
};

struct score {
    unsigned documented, found, phantoms, machines, exact;
};

/* Splits LINE at commas outside quotation marks. Returns the number of fields. */
static unsigned split(char *line, char *field[FIELDS])
{
    unsigned n = 0;

    line[strcspn(line, "\r\n")] = '\0';
    while (n < FIELDS) {
        bool quoted = *line == '"';
        field[n++] = line + quoted;
        line += quoted ? 1 + strcspn(line + 1, "\"") : strcspn(line, ",");
        if (quoted && *line == '"')
            *line++ = '\0';
        if (*line == '\0')
            break;
        *line++ = '\0';
    }
    return n;
}

/* Counts the groups of each size in the tree of the matrix at PATH. -1 when it gives none. */
static int count_groups(const char *path, unsigned of_size[MOST_CONTEXTS + 1])
{
    struct results results = { 0 };
    struct log log;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool read = fd >= 0 && log_read(&log, fd, 0) == LOG_OK;

    memset(of_size, 0, (MOST_CONTEXTS + 1) * sizeof *of_size);
    if (read)
        infer_all(&log.run, METHOD_ROBUST, &results);
    const struct topology *l = results.topology;
    for (size_t i = 0; l != NULL && i < l->n_nodes; i++)
        if (l->nodes[i].count < l->n)
            of_size[l->nodes[i].count]++;
    int found = l != NULL ? 0 : -1;
    if (fd >= 0) {
        log_free(&log);
        close(fd);
    }
    results_free(&results);
    return found;
}

/* Takes the documented groups, "2x64 16x8", out of OF_SIZE; what differs is appended to DIFFERS. */
static void take_documented(const char *groups, unsigned of_size[MOST_CONTEXTS + 1],
                            struct score *one, char *differs, size_t room)
{
    unsigned size, count;
    int used;

    for (; sscanf(groups, " %ux%u%n", &size, &count, &used) == 2; groups += used) {
        if (size > MOST_CONTEXTS)
            continue;
        unsigned found = of_size[size] < count ? of_size[size] : count;
        size_t at = strlen(differs);

        one->documented += count;
        one->found += found;
        of_size[size] -= found;
        if (found < count)
            snprintf(differs + at, room - at, " -%ux%u", size, count - found);
    }
}

static void take_phantoms(const char *also_right, unsigned of_size[MOST_CONTEXTS + 1],
                          struct score *one, char *differs, size_t room)
{
    unsigned size;
    int used;

    for (; sscanf(also_right, " %u%n", &size, &used) == 1; also_right += used)
        if (size <= MOST_CONTEXTS)
            of_size[size] = 0;
    for (size = 0; size <= MOST_CONTEXTS; size++) {
        size_t at = strlen(differs);

        one->phantoms += of_size[size];
        if (of_size[size] > 0)
            snprintf(differs + at, room - at, " +%ux%u", size, of_size[size]);
    }
}

static int hold(const struct request *q, char *field[FIELDS], struct score *all)
{
    static unsigned of_size[MOST_CONTEXTS + 1];
    char path[1024], differs[400] = "";
    struct score one = { .machines = 1 };

    snprintf(path, sizeof path, "%s/%s", q->dir, field[0]);
    if (count_groups(path, of_size) != 0) {
        fprintf(stderr, "accuracy_core2core: %s: no tree\n", path);
        return -1;
    }
    take_documented(field[2], of_size, &one, differs, sizeof differs);
    take_phantoms(field[3], of_size, &one, differs, sizeof differs);
    one.exact = one.found == one.documented && one.phantoms == 0;
    if (q->list || !one.exact)
        printf("%-60.60s %3u of %3u groups, %2u phantoms%s\n", field[1], one.found, one.documented,
               one.phantoms, differs);
    *all =
        (struct score){ all->documented + one.documented, all->found + one.found,
                        all->phantoms + one.phantoms, all->machines + 1, all->exact + one.exact };
    return 0;
}

static int hold_all(const struct request *q, FILE *truth, struct score *all)
{
    char line[1024], *field[FIELDS];

    if (fgets(line, sizeof line, truth) == NULL)
        return -1;
    for (int row = 0; fgets(line, sizeof line, truth) != NULL; row++)
        if (split(line, field) == FIELDS && (q->half < 0 || row % 2 == q->half) &&
            hold(q, field, all) != 0)
            return -1;
    return all->machines > 0 ? 0 : -1;
}

static int usage(void)
{
    fputs("usage: accuracy_core2core DIR [--list] [--half 0|1] [--least GROUPS,TREES] "
          "[--phantoms MOST]\n",
          stderr);
    return 2;
}

int main(int argc, char **argv)
{
    struct request q = { .half = -1, .most_phantoms = 100 };
    struct score s = { 0 };
    char path[1024];

    for (int i = 1; i < argc; i++) {
        bool last = i + 1 == argc;

        if (strcmp(argv[i], "--list") == 0)
            q.list = true;
        else if (strcmp(argv[i], "--half") == 0 && !last)
            q.half = atoi(argv[++i]);
        else if (strcmp(argv[i], "--phantoms") == 0 && !last)
            q.most_phantoms = atof(argv[++i]);
        else if (strcmp(argv[i], "--least") == 0 && !last) {
            if (sscanf(argv[++i], "%lf,%lf", &q.least_groups, &q.least_trees) != 2)
                return usage();
        } else if (*argv[i] != '-' && q.dir == NULL)
            q.dir = argv[i];
        else
            return usage();
    }
    if (q.dir == NULL)
        return usage();
    snprintf(path, sizeof path, "%s/truth.csv", q.dir);
    FILE *truth = fopen(path, "re");
    if (truth == NULL) {
        printf("skipped: %s: no matrices of real machines here (-DPONTOON_CORE2CORE=DIR)\n", path);
        return SKIPPED;
    }
    int held = hold_all(&q, truth, &s);
    fclose(truth);
    if (held != 0)
        return 2;
    double groups = 100.0 * s.found / s.documented, trees = 100.0 * s.exact / s.machines;
    double phantoms = 100.0 * s.phantoms / s.documented;
    printf("%u machines: %u of %u documented groups (%.1f %%), %u phantoms (%.1f %%), %u trees "
           "exact (%.0f %%)\n",
           s.machines, s.found, s.documented, groups, s.phantoms, phantoms, s.exact, trees);
    return groups < q.least_groups || trees < q.least_trees || phantoms > q.most_phantoms;
}
