#include "compare.h"
#include "stats.h"
#include "text.h"
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ID = 24, CELL = 14, BOARDS = (TEXT_COLUMNS - ID) / CELL, OUTLIER_FROM = 3 };

/* ---- outliers ---- */

/* What is usual for an answer. */
struct usual {
    double median, spread; /* spread < 0: too few boards to say */
};

static struct usual usual_of(const struct compared *boards, size_t n, const char *id,
                             double *scratch)
{
    struct usual u = { 0, -1 };
    size_t known = 0;

    for (size_t i = 0; i < n; i++) {
        const struct result *r = results_find(&boards[i].results, id);
        if (r != NULL && r->kind == RESULT_NUMBER)
            scratch[known++] = r->value;
    }
    if (known < OUTLIER_FROM)
        return u;
    u.median = stats_median(scratch, known);
    for (size_t i = 0; i < known; i++)
        scratch[i] = fabs(scratch[i] - u.median);
    u.spread = 1.4826 * stats_median(scratch, known);
    return u;
}

/* 1.4826: a median deviation as a standard deviation, for normally distributed values. */
static bool outlier(const struct usual *u, const struct result *r)
{
    bool beside = r->has_bounds ? r->high < u->median || r->low > u->median : r->value != u->median;

    return u->spread >= 0 && beside && fabs(r->value - u->median) > 3 * u->spread;
}

/* ---- the table ---- */

/* Short enough for a column. */
static void cell(char out[TEXT_CELL], const struct result *r)
{
    if (r == NULL || r->kind == RESULT_NONE)
        snprintf(out, TEXT_CELL, "-");
    else if (r->kind == RESULT_NULL)
        snprintf(out, TEXT_CELL, "?");
    else
        text_value(out, r);
    out[CELL - 2] = '\0';
}

static void row(FILE *out, const char *id, const struct compared *boards, size_t n,
                const struct usual *u)
{
    char text[TEXT_CELL];

    fprintf(out, "%-*.*s", ID, ID - 1, id);
    for (size_t i = 0; i < n; i++) {
        const struct result *r = results_find(&boards[i].results, id);
        bool mark = r != NULL && r->kind == RESULT_NUMBER && outlier(u, r);
        cell(text, r);
        fprintf(out, "%*s%c", CELL - 1, text, mark ? '*' : ' ');
    }
    fputc('\n', out);
}

/* The name of a file without folder and endings, its last letters where it is long. */
static void title(FILE *out, const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    size_t n = strcspn(name, ".");
    size_t shown = n < CELL - 2 ? n : CELL - 2;

    fprintf(out, "%*.*s ", CELL - 1, (int)shown, name + n - shown);
}

/* Whether an earlier board has ID: then its row was drawn. */
static bool drawn(const struct compared *boards, size_t before, const char *id)
{
    for (size_t i = 0; i < before; i++)
        if (results_find(&boards[i].results, id) != NULL)
            return true;
    return false;
}

static void block(FILE *out, const struct compared *all, size_t n, size_t from, double *scratch)
{
    size_t shown = n - from < BOARDS ? n - from : BOARDS;

    fprintf(out, "%-*s", ID, "ID");
    for (size_t i = 0; i < shown; i++)
        title(out, all[from + i].name);
    fputc('\n', out);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < all[i].results.n; k++) {
            const char *id = all[i].results.at[k].id;
            if (drawn(all, i, id))
                continue;
            struct usual u = usual_of(all, n, id, scratch);
            row(out, id, all + from, shown, &u);
        }
}

int compare_table(FILE *out, const struct compared *boards, size_t n)
{
    double *scratch = calloc(n + 1, sizeof *scratch);

    if (scratch == NULL)
        return -1;
    for (size_t from = 0; from < n; from += BOARDS) {
        block(out, boards, n, from, scratch);
        fputc('\n', out);
    }
    fputs("-: none, or not measured   ?: not determined   *: far from the other boards\n", out);
    free(scratch);
    return 0;
}

/* ---- the folder ---- */

static int visible(const struct dirent *d)
{
    return d->d_name[0] != '.';
}

/* Adds DIR/NAME to the N boards. 0; 1 when it cannot be read or is damaged; a folder is nothing. */
static int add(struct compared *boards, size_t *n, const char *dir, const char *name,
               enum method method, FILE *err)
{
    char path[4096];
    struct stat about;

    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path)
        return 1;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        return 0;
    if (compare_read_file(&boards[*n], path, method, err) != 0) {
        compared_free(&boards[*n]);
        return 1;
    }
    if (boards[*n].damaged)
        fprintf(err, "analyze: %s: is damaged; analyze it alone for the problems\n", path);
    return boards[(*n)++].damaged;
}

int compare_folder(FILE *out, const char *dir, enum method method, FILE *err)
{
    struct dirent **names = NULL;
    int n_names = scandir(dir, &names, visible, alphasort);
    int status = 0;
    size_t n = 0;

    if (n_names < 0) {
        fprintf(err, "analyze: %s: %s\n", dir, strerror(errno));
        return 2;
    }
    struct compared *boards = calloc((size_t)n_names + 1, sizeof *boards);
    for (int i = 0; i < n_names; i++) {
        if (boards != NULL)
            status |= add(boards, &n, dir, names[i]->d_name, method, err);
        free(names[i]);
    }
    free(names);
    if (n == 0 && boards != NULL)
        fprintf(err, "analyze: %s: holds no report and no log that can be read\n", dir);
    int drawn = boards == NULL ? -1 : n == 0 ? 3 : compare_table(out, boards, n);
    for (size_t i = 0; i < n; i++)
        compared_free(&boards[i]);
    free(boards);
    return drawn != 0 ? drawn : status;
}
