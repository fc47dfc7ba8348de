/* accuracy_realboards DIR: holds the analyses against documented cache sizes.
 *
 * DIR holds truth.csv (file,core,l1d_bytes,l2_bytes,l3_bytes; an empty or absent field: not
 * documented) and the tables it names, as other tools printed them. --levels FILE adds what data
 * sheets say of files that truth.csv leaves open (file,l2_bytes,l3_bytes,source). One row for each
 * documented level of a file, both methods, then how many of each level are right, null and wrong,
 * and `recovered N of M` of the first. A size is right when nominal equals the documented one or,
 * where that is no power of two, when it lies within low..high; null when it is not determined.
 * Exit status: 0 at least as many of each level are right as --least PERCENT[,PERCENT[,PERCENT]]
 * asks for (default 0), 1 fewer, 2 wrong usage or a file that cannot be read, 77 no such directory.
 * --counts FILE appends a line for each size that the default method answered, for `calibrate`. */
#include "analysis/analysis.h"
#include "counts.h"
#include "log/read.h"
#include "result/query.h"
#include "result/result.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { METHODS = 2, LEVELS = 3, SKIPPED = 77, ROWS_MOST = 256 };

static const char *const method_names[METHODS] = { "robust", "paper" };

enum verdict { RIGHT, EMPTY, WRONG, VERDICTS };

static const char *const verdict_names[VERDICTS] = { "ok", "null", "WRONG" };

struct score {
    unsigned n[VERDICTS];
    unsigned sure; /* wrong ones with a confidence above 0.9 */
};

struct request {
    const char *dir, *counts, *levels;
    double least[LEVELS];
};

struct row {
    char file[256], core[128];
    double truth[LEVELS]; /* bytes; 0: not documented */
};

/* Lines of --levels: sizes of the second and third level. */
struct levels {
    struct {
        char file[256];
        double truth[LEVELS];
    } row[ROWS_MOST];
    size_t n;
};

static bool power_of_two(double v)
{
    unsigned long long u = (unsigned long long)v;

    return (u & (u - 1)) == 0;
}

static unsigned documented(const struct score *s)
{
    return s->n[RIGHT] + s->n[EMPTY] + s->n[WRONG];
}

static enum verdict judge(const struct result *r, double truth)
{
    if (r == NULL || r->kind != RESULT_NUMBER)
        return EMPTY;
    if (r->has_nominal && r->nominal == truth)
        return RIGHT;
    bool within = r->has_bounds && r->low <= truth && truth <= r->high;
    return !power_of_two(truth) && within ? RIGHT : WRONG;
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
        printf(" %9s %9s %9s    -", "-", "-", "-");
    else
        printf(" %9.0f %9.0f %9.0f %4.2f", r->has_nominal ? r->nominal : r->value,
               r->has_bounds ? r->low : r->value, r->has_bounds ? r->high : r->value,
               r->confidence);
}

/* Appends a line about R to COUNTS (NULL: none are kept). */
static void count(FILE *counts, const struct result *r, enum verdict verdict)
{
    char line[COUNTS_LINE];

    if (counts == NULL || verdict == EMPTY)
        return;
    counts_line(line, r, verdict == RIGHT, NAN);
    fprintf(counts, "%s\n", line);
}

/* Holds the size of LEVEL (from 0) against ROW's, where that is documented. */
static void hold_level(const struct results *results, const struct row *row, unsigned level,
                       unsigned method, FILE *counts, struct score *score)
{
    char id[32];

    snprintf(id, sizeof id, "cache.%u.size", level + 1);
    const struct result *r = result_find_text(results, id);
    enum verdict verdict = judge(r, row->truth[level]);

    score->n[verdict]++;
    score->sure += verdict == WRONG && r->confidence > 0.9;
    printf("%-20s %-14.14s L%u %-6s %9.0f", row->file, row->core, level + 1, method_names[method],
           row->truth[level]);
    print_size(r);
    printf("  %s%s%s\n", verdict_names[verdict], verdict == EMPTY && r ? ": " : "",
           verdict == EMPTY && r ? r->note : "");
    count(counts, r, verdict);
}

static void hold_levels(const struct results *results, const struct row *row, unsigned method,
                        FILE *counts, struct score score[LEVELS])
{
    for (unsigned level = 0; level < LEVELS; level++)
        if (row->truth[level] > 0)
            hold_level(results, row, level, method, method == 0 ? counts : NULL, &score[level]);
}

static int hold(const char *dir, const struct row *row, FILE *counts,
                struct score score[METHODS][LEVELS])
{
    if (counts != NULL)
        fprintf(counts, "@ real %.60s\n", row->core);
    for (unsigned m = 0; m < METHODS; m++) {
        struct results results = { 0 };

        if (read_results(dir, row->file, m == 0 ? METHOD_ROBUST : METHOD_PAPER, &results) != 0)
            return -1;
        hold_levels(&results, row, m, counts, score[m]);
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
    char *field[2 + LEVELS] = { 0 };

    if (split(line, field, 2 + LEVELS) < 3)
        return false;
    snprintf(row->file, sizeof row->file, "%s", field[0]);
    snprintf(row->core, sizeof row->core, "%s", field[1][0] == '"' ? field[1] + 1 : field[1]);
    row->core[strcspn(row->core, "\"")] = '\0';
    for (unsigned level = 0; level < LEVELS; level++)
        row->truth[level] = field[2 + level] ? strtod(field[2 + level], NULL) : 0;
    return row->truth[0] > 0;
}

/* Reads one line of --levels; false where it is none. */
static bool parse_level(char *line, struct levels *levels)
{
    char *field[4] = { 0 };

    if (split(line, field, 4) != 4 || *field[3] == '\0' || levels->n == ROWS_MOST)
        return false;
    snprintf(levels->row[levels->n].file, sizeof levels->row[0].file, "%s", field[0]);
    for (unsigned k = 1; k < LEVELS; k++)
        levels->row[levels->n].truth[k] = strtod(field[k], NULL);
    levels->n++;
    return true;
}

/* Reads FILE (NULL: none). 0, or -1 with a message. */
static int read_levels(const char *file, struct levels *levels)
{
    char line[1024];
    FILE *in = file != NULL ? fopen(file, "re") : NULL;
    int status = 0;

    if (file == NULL)
        return 0;
    if (in == NULL) {
        fprintf(stderr, "accuracy_realboards: %s: %s\n", file, strerror(errno));
        return -1;
    }
    for (unsigned n = 1; fgets(line, sizeof line, in); n++)
        if (n > 1 && !parse_level(line, levels)) {
            fprintf(stderr, "accuracy_realboards: %s:%u: file,l2_bytes,l3_bytes,source is wanted\n",
                    file, n);
            status = -1;
        }
    fclose(in);
    return status;
}

/* Fills in what ROW leaves open. */
static void add_levels(struct row *row, const struct levels *levels)
{
    for (size_t i = 0; i < levels->n; i++)
        for (unsigned k = 0; k < LEVELS && strcmp(levels->row[i].file, row->file) == 0; k++)
            if (row->truth[k] == 0)
                row->truth[k] = levels->row[i].truth[k];
}

static int hold_all(const char *dir, const struct levels *levels, FILE *counts,
                    struct score score[METHODS][LEVELS])
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
    printf("%-20s %-14s %s %-6s %9s %9s %9s %9s %4s\n", "file", "core", "  ", "method", "truth",
           "nominal", "low", "high", "sure");
    for (unsigned n = 1; fgets(line, sizeof line, truth); n++) {
        if (n == 1)
            continue; /* the header */
        if (!parse(line, &row)) {
            fprintf(stderr,
                    "accuracy_realboards: %s:%u: file,core,l1d_bytes,l2_bytes,l3_bytes is wanted\n",
                    path, n);
            status = -1;
            continue;
        }
        add_levels(&row, levels);
        status = hold(dir, &row, counts, score) != 0 ? -1 : status;
    }
    fclose(truth);
    return status;
}

static void print_scores(struct score score[METHODS][LEVELS])
{
    for (unsigned level = 0; level < LEVELS; level++)
        for (unsigned m = METHODS; m-- > 0;) {
            const struct score *s = &score[m][level];

            if (documented(s) > 0)
                printf("L%u, method %s: of %u documented %u right (%.1f %%), %u null, %u wrong, of "
                       "these %u above 0.9\n",
                       level + 1, method_names[m], documented(s), s->n[RIGHT],
                       100.0 * s->n[RIGHT] / documented(s), s->n[EMPTY], s->n[WRONG], s->sure);
            else
                printf("L%u, method %s: none documented\n", level + 1, method_names[m]);
        }
    printf("recovered %u of %u\n", score[0][0].n[RIGHT], documented(&score[0][0]));
}

/* Reads percentages, at most one for each level, separated by commas. */
static bool parse_least(const char *text, double least[LEVELS])
{
    for (unsigned level = 0; level < LEVELS; level++) {
        char *end;

        least[level] = strtod(text, &end);
        if (end == text || least[level] < 0 || least[level] > 100)
            return false;
        if (*end != ',')
            return *end == '\0';
        text = end + 1;
    }
    return false;
}

static bool reaches(const struct score score[LEVELS], const double least[LEVELS])
{
    bool all = true;

    for (unsigned level = 0; level < LEVELS; level++)
        all = all && 100.0 * score[level].n[RIGHT] >= least[level] * documented(&score[level]);
    return all;
}

/* Reads the command line after its name. */
static bool read_words(int argc, char **argv, struct request *q)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--least") == 0 && i + 1 < argc) {
            if (!parse_least(argv[++i], q->least))
                return false;
        } else if (strcmp(argv[i], "--counts") == 0 && i + 1 < argc) {
            q->counts = argv[++i];
        } else if (strcmp(argv[i], "--levels") == 0 && i + 1 < argc) {
            q->levels = argv[++i];
        } else if (q->dir != NULL || argv[i][0] == '-') {
            return false;
        } else {
            q->dir = argv[i];
        }
    }
    return q->dir != NULL;
}

/* Holds all tables of Q's directory. 0, or -1 where one, or what is to be written, failed. */
static int run(const struct request *q, struct score score[METHODS][LEVELS])
{
    static struct levels levels;
    if (read_levels(q->levels, &levels) != 0)
        return -1;
    FILE *counts = q->counts != NULL ? fopen(q->counts, "ae") : NULL;
    int status =
        q->counts != NULL && counts == NULL ? -1 : hold_all(q->dir, &levels, counts, score);

    if (counts != NULL && fclose(counts) != 0)
        status = -1;
    if (status != 0 && q->counts != NULL && counts == NULL)
        fprintf(stderr, "accuracy_realboards: %s: %s\n", q->counts, strerror(errno));
    return status;
}

int main(int argc, char **argv)
{
    struct score score[METHODS][LEVELS] = { 0 };
    struct request q = { 0 };

    if (!read_words(argc, argv, &q)) {
        fprintf(stderr, "usage: accuracy_realboards DIR [--levels FILE] "
                        "[--least PERCENT[,PERCENT[,PERCENT]]] [--counts FILE]\n");
        return 2;
    }
    if (access(q.dir, R_OK | X_OK) != 0) {
        printf("skipped: no directory %s with tables of real boards\n", q.dir);
        return SKIPPED;
    }
    if (run(&q, score) != 0)
        return 2;
    print_scores(score);
    return reaches(score[0], q.least) ? 0 : 1;
}
