/* accuracy_realboards DIR: holds the analyses against documented cache sizes.
 *
 * DIR holds truth.csv (file,core,l1d_bytes,l2_bytes; an empty field: not documented) and the tables
 * it names, as other tools printed them. One row a file, both methods, then `recovered N of M`.
 * A size is recovered when nominal equals the documented one or, where that is no power of two,
 * when it lies within low..high. Exit status: 0 at least as many as --least PERCENT asks for
 * (default 0), 1 fewer, 2 wrong usage or a file that cannot be read, 77 no such directory. */
#include "analysis/analysis.h"
#include "log/read.h"
#include "result/query.h"
#include "result/result.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { METHODS = 2, LEVELS = 2, SKIPPED = 77 };

static const char *const method_names[METHODS] = { "robust", "paper" };

struct score {
    unsigned recovered, documented;
};

struct row {
    char file[256], core[128];
    double truth[LEVELS]; /* bytes; 0: not documented */
};

static bool power_of_two(double v)
{
    unsigned long long u = (unsigned long long)v;

    return (u & (u - 1)) == 0;
}

static bool recovered(const struct result *r, double truth)
{
    if (r == NULL || r->kind != RESULT_NUMBER)
        return false;
    if (r->has_nominal && r->nominal == truth)
        return true;
    return !power_of_two(truth) && r->has_bounds && r->low <= truth && truth <= r->high;
}

static int read_results(const char *dir, const char *file, enum method method,
                        struct results *results)
{
    char path[1024];
    struct log log;

    snprintf(path, sizeof path, "%s/%s", dir, file);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        fprintf(stderr, "accuracy_realboards: %s: %s\n", path, strerror(errno));
        return -1;
    }
    bool usable = log_read(&log, fd, 0) == LOG_OK;
    if (usable)
        infer_all(&log.run, method, results);
    else
        fprintf(stderr, "accuracy_realboards: %s: no table that is known\n", path);
    log_free(&log);
    close(fd);
    return usable ? 0 : -1;
}

static void print_size(const struct result *r)
{
    if (r == NULL || r->kind != RESULT_NUMBER)
        printf(" %9s %9s %9s", "-", "-", "-");
    else
        printf(" %9.0f %9.0f %9.0f", r->has_nominal ? r->nominal : r->value,
               r->has_bounds ? r->low : r->value, r->has_bounds ? r->high : r->value);
}

static int hold(const char *dir, const struct row *row, struct score score[METHODS][LEVELS])
{
    for (unsigned m = 0; m < METHODS; m++) {
        struct results results = { 0 };

        if (read_results(dir, row->file, m == 0 ? METHOD_ROBUST : METHOD_PAPER, &results) != 0)
            return -1;
        for (unsigned level = 0; level < LEVELS; level++) {
            const struct result *r =
                result_find_text(&results, level == 0 ? "cache.1.size" : "cache.2.size");
            bool right = recovered(r, row->truth[level]);

            if (row->truth[level] <= 0)
                continue;
            score[m][level].documented++;
            score[m][level].recovered += right;
            printf("%-20s %-14.14s L%u %-6s %9.0f", row->file, row->core, level + 1,
                   method_names[m], row->truth[level]);
            print_size(r);
            printf("  %s\n", right ? "ok" : "WRONG");
        }
        results_free(&results);
    }
    return 0;
}

/* Splits LINE at commas outside quotation marks into at most N fields. Returns their number. */
static unsigned split(char *line, char **field, unsigned n)
{
    unsigned k = 0;
    bool quoted = false;

    field[k++] = line;
    for (char *c = line; *c; c++) {
        if (*c == '"')
            quoted = !quoted;
        if (*c == '\n' || *c == '\r' || (*c == ',' && !quoted && k < n)) {
            if (*c == ',')
                field[k++] = c + 1;
            *c = '\0';
        }
    }
    return k;
}

static bool parse(char *line, struct row *row)
{
    char *field[4] = { 0 };

    if (split(line, field, 4) < 3)
        return false;
    snprintf(row->file, sizeof row->file, "%s", field[0]);
    snprintf(row->core, sizeof row->core, "%s", field[1][0] == '"' ? field[1] + 1 : field[1]);
    row->core[strcspn(row->core, "\"")] = '\0';
    row->truth[0] = strtod(field[2], NULL);
    row->truth[1] = field[3] ? strtod(field[3], NULL) : 0;
    return row->truth[0] > 0;
}

static int hold_all(const char *dir, struct score score[METHODS][LEVELS])
{
    char path[1024], line[1024];
    struct row row;
    int status = 0;

    snprintf(path, sizeof path, "%s/truth.csv", dir);
    FILE *truth = fopen(path, "re");
    if (truth == NULL) {
        fprintf(stderr, "accuracy_realboards: %s: %s\n", path, strerror(errno));
        return -1;
    }
    printf("%-20s %-14s %s %-6s %9s %9s %9s %9s\n", "file", "core", "  ", "method", "truth",
           "nominal", "low", "high");
    for (unsigned n = 1; fgets(line, sizeof line, truth); n++) {
        if (n == 1)
            continue; /* the header */
        if (!parse(line, &row)) {
            fprintf(stderr, "accuracy_realboards: %s:%u: file,core,l1d_bytes,l2_bytes is wanted\n",
                    path, n);
            status = -1;
        } else if (hold(dir, &row, score) != 0) {
            status = -1;
        }
    }
    fclose(truth);
    return status;
}

static void print_scores(struct score score[METHODS][LEVELS])
{
    for (unsigned level = LEVELS; level-- > 0;)
        for (unsigned m = METHODS; m-- > 0;)
            printf("%s L%u, method %s: recovered %u of %u (%.1f %%)\n", level == 0 ? "" : "also",
                   level + 1, method_names[m], score[m][level].recovered,
                   score[m][level].documented,
                   100.0 * score[m][level].recovered /
                       (score[m][level].documented ? score[m][level].documented : 1));
    printf("recovered %u of %u\n", score[0][0].recovered, score[0][0].documented);
}

int main(int argc, char **argv)
{
    struct score score[METHODS][LEVELS] = { 0 };
    double least = 0;

    if (argc == 4 && strcmp(argv[2], "--least") == 0)
        least = strtod(argv[3], NULL);
    else if (argc != 2) {
        fprintf(stderr, "usage: accuracy_realboards DIR [--least PERCENT]\n");
        return 2;
    }
    if (access(argv[1], R_OK | X_OK) != 0) {
        printf("skipped: no directory %s with tables of real boards\n", argv[1]);
        return SKIPPED;
    }
    if (hold_all(argv[1], score) != 0)
        return 2;
    print_scores(score);
    return 100.0 * score[0][0].recovered >= least * score[0][0].documented ? 0 : 1;
}
