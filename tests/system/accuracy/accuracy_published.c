/* accuracy_published DIR --cores FILE: holds the analyses against tables that others published.
 *
 * DIR holds logs in which ramlat or tinymembench ran under a heading that names the core, as
 * sbc-bench prints them ("Executing ramlat on cpu0 (Cortex-A76), results in ns:"). FILE
 * (core,l1d_bytes,source) says what the core's design fixes the first level at; each core has
 * further levels of cache. Each table of a core that FILE names is analysed by itself. One row for
 * each table that is wrong (a size that is no power of two is right where the bounds hold it), or
 * said to have one level with a confidence above 0.9; then for each core and tool how many are
 * right, null and wrong. Exit status: 0 where at most --most PERCENT (default 100) of each tool's
 * tables are wrong above 0.8 or said to have one level above 0.9, 1 more, 2 wrong usage or a file
 * that cannot be read, 77 no such directory. */
#include "analysis/analysis.h"
#include "log/read.h"
#include "result/query.h"
#include "result/result.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SKIPPED = 77, CORES_MOST = 64, TOOLS = 2 };

static const char *const tools[TOOLS] = { "ramlat", "tinymembench" };

struct score {
    unsigned right, empty, wrong;
    unsigned sure;      /* wrong ones above 0.8 */
    unsigned one_level; /* one level above 0.9 */
};

struct core {
    char name[64];
    double truth; /* bytes */
    struct score score[TOOLS];
};

struct cores {
    struct core at[CORES_MOST];
    size_t n;
};

/* Reads a field, between quotation marks or up to a comma, into TEXT; moves *AT past the comma. */
static void take_field(char **at, char *text, size_t size)
{
    char end = **at == '"' ? '"' : ',';
    char *from = *at + (end == '"');
    size_t n = strcspn(from, end == '"' ? "\"\n" : ",\n");

    snprintf(text, size, "%.*s", (int)n, from);
    *at = from + n;
    *at += strcspn(*at, ",\n");
    *at += **at == ',';
}

static int read_cores(const char *file, struct cores *cores)
{
    char line[512], bytes[32];
    FILE *in = fopen(file, "re");

    if (in == NULL) {
        fprintf(stderr, "accuracy_published: %s: %s\n", file, strerror(errno));
        return -1;
    }
    for (unsigned n = 1; fgets(line, sizeof line, in) && cores->n < CORES_MOST; n++) {
        struct core *c = &cores->at[cores->n];
        char *at = line;

        take_field(&at, c->name, sizeof c->name);
        take_field(&at, bytes, sizeof bytes);
        c->truth = strtod(bytes, NULL);
        cores->n += c->truth > 0;
        if (n > 1 && !(c->truth > 0))
            fprintf(stderr, "accuracy_published: %s:%u: core,l1d_bytes,source is wanted\n", file,
                    n);
    }
    fclose(in);
    return 0;
}

static struct core *core_of(struct cores *cores, const struct log_series *s)
{
    const char *name = log_key_text(s->keys, s->n_keys, "name");

    for (size_t i = 0; i < cores->n && name != NULL; i++)
        if (strcmp(cores->at[i].name, name) == 0)
            return &cores->at[i];
    return NULL;
}

/* Returns true when the known size R is TRUTH or, where rows at powers of two cannot show TRUTH,
 * its bounds hold it. */
static bool is_right(const struct result *r, double truth)
{
    bool power = exp2(floor(log2(truth))) == truth;

    return (r->has_nominal && r->nominal == truth) ||
           (!power && r->has_bounds && r->low <= truth && truth <= r->high);
}

/* Holds the only table of RUN against CORE. */
static void hold(struct log_run *run, const char *file, struct core *core)
{
    struct results out = { 0 };
    const struct log_series *s = &run->series[0];
    const char *tool = log_key_text(s->keys, s->n_keys, "source");
    struct score *score = &core->score[tool != NULL && strcmp(tool, tools[1]) == 0];

    infer_all(run, METHOD_ROBUST, &out);
    const struct result *size = result_find_text(&out, "cache.1.size");
    const struct result *levels = result_find_text(&out, "cache.levels");
    bool known = size != NULL && size->kind == RESULT_NUMBER;
    bool right = known && is_right(size, core->truth);
    bool one = levels != NULL && levels->kind == RESULT_NUMBER && levels->value <= 1 &&
               levels->confidence > 0.9;

    score->right += right;
    score->empty += !known;
    score->wrong += known && !right;
    score->sure += known && !right && size->confidence > 0.8;
    score->one_level += one;
    if ((known && !right) || one)
        printf("%s:%llu %s %s: L1 %.0f @%.2f for %.0f%s\n", file, (unsigned long long)s->first_line,
               tool, core->name, known ? size->value : 0, known ? size->confidence : 0, core->truth,
               one ? ", one level" : "");
    results_free(&out);
}

/* Reads PATH and keeps table AT alone, from 0. False: there is none. */
static bool read_table(const char *path, size_t at, struct log *log)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    (void)log_read(log, fd, 0);
    close(fd);
    bool has = log->has_run && at < log->run.n_series &&
               log_key_text(log->run.keys, log->run.n_keys, "source") != NULL;
    if (has)
        log_keep_series(&log->run, at);
    else
        log_free(log);
    return has;
}

static void hold_file(const char *dir, const char *name, struct cores *cores)
{
    char path[1024];
    struct log log;

    snprintf(path, sizeof path, "%s/%s", dir, name);
    for (size_t at = 0; read_table(path, at, &log); at++) {
        struct core *core = core_of(cores, &log.run.series[0]);

        if (core != NULL)
            hold(&log.run, name, core);
        log_free(&log);
    }
}

static void add(struct score *sum, const struct score *s)
{
    sum->right += s->right;
    sum->empty += s->empty;
    sum->wrong += s->wrong;
    sum->sure += s->sure;
    sum->one_level += s->one_level;
}

static unsigned tables_of(const struct score *s)
{
    return s->right + s->empty + s->wrong;
}

static void print_score(const char *name, const char *tool, const struct score *s)
{
    if (tables_of(s) > 0)
        printf("%-24s %-12s %4u right %4u null %4u wrong (%u above 0.8); one level above 0.9: %u\n",
               name, tool, s->right, s->empty, s->wrong, s->sure, s->one_level);
}

/* Prints all scores. Returns true where at most MOST percent of each tool's are wrong or of one
 * level, and surely so. */
static bool print_scores(const struct cores *cores, double most)
{
    struct score sum[TOOLS] = { 0 };
    bool few = true;

    for (size_t i = 0; i < cores->n; i++)
        for (unsigned t = 0; t < TOOLS; t++) {
            print_score(cores->at[i].name, tools[t], &cores->at[i].score[t]);
            add(&sum[t], &cores->at[i].score[t]);
        }
    for (unsigned t = 0; t < TOOLS; t++) {
        print_score("all", tools[t], &sum[t]);
        few = few && 100.0 * (sum[t].sure + sum[t].one_level) <= most * tables_of(&sum[t]);
    }
    return few;
}

int main(int argc, char **argv)
{
    static struct cores cores;
    double most = 100;

    if ((argc != 4 && argc != 6) || strcmp(argv[2], "--cores") != 0 ||
        (argc == 6 && strcmp(argv[4], "--most") != 0)) {
        fprintf(stderr, "usage: accuracy_published DIR --cores FILE [--most PERCENT]\n");
        return 2;
    }
    if (argc == 6)
        most = strtod(argv[5], NULL);
    DIR *dir = opendir(argv[1]);
    if (dir == NULL) {
        printf("skipped: no directory %s with published tables\n", argv[1]);
        return SKIPPED;
    }
    if (read_cores(argv[3], &cores) != 0) {
        closedir(dir);
        return 2;
    }
    for (const struct dirent *e; (e = readdir(dir)) != NULL;)
        if (e->d_name[0] != '.')
            hold_file(argv[1], e->d_name, &cores);
    closedir(dir);
    return print_scores(&cores, most) ? 0 : 1;
}
