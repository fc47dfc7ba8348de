/* Reads several boards, from files or a folder. */
#include "compare.h"
#include "report/output/visible.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- files ---- */

static int is_visible(const struct dirent *d)
{
    return d->d_name[0] != '.';
}

/* DIR/NAME, or NULL where memory is short. */
static char *join_path(const char *dir, const char *name)
{
    size_t room = strlen(dir) + strlen(name) + 2;
    char *path = malloc(room);

    if (path != NULL)
        snprintf(path, room, "%s/%s", dir, name);
    return path;
}

bool compare_is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Paths of the files among the N_NAMES entries of DIR, which are freed; NULL with errno set. */
static char **file_paths(const char *dir, struct dirent **names, size_t n_names, size_t *n)
{
    char **files = calloc(n_names + 1, sizeof *files);
    bool whole = files != NULL;

    for (size_t i = 0; i < n_names; i++) {
        char *path = whole ? join_path(dir, names[i]->d_name) : NULL;
        whole = whole && path != NULL;
        if (whole && !compare_is_folder(path))
            files[(*n)++] = path;
        else
            free(path);
        free(names[i]);
    }
    if (whole)
        return files;
    compare_files_free(files, *n);
    errno = ENOMEM;
    return NULL;
}

char **compare_files(const char *dir, size_t *n, FILE *err)
{
    struct dirent **names = NULL;
    int n_names = scandir(dir, &names, is_visible, alphasort);

    *n = 0;
    char **files = n_names < 0 ? NULL : file_paths(dir, names, (size_t)n_names, n);
    if (files == NULL)
        output_say(err, dir, "%s", strerror(errno));
    free(names);
    return files;
}

void compare_files_free(char **files, size_t n)
{
    for (size_t i = 0; i < n && files != NULL; i++)
        free(files[i]);
    free(files);
}

/* ---- boards ---- */

/* Adds FILE. 0; 1 when it cannot be read or is damaged. */
static int add_board(struct compared_boards *b, const char *file, enum method method, FILE *err)
{
    struct compared *c = &b->at[b->n];
    struct log *log = b->log != NULL ? &b->log[b->n] : NULL;

    if (compare_read_file(c, log, file, method, err) != 0) {
        compared_free(c);
        if (log != NULL)
            log_free(log);
        return 1;
    }
    if (c->damaged)
        output_say(err, file, "is damaged; analyze it alone for the problems");
    b->n++;
    return c->damaged;
}

int compare_read_boards(struct compared_boards *b, char *const *files, size_t n, bool keep_logs,
                        enum method method, FILE *err)
{
    int status = 0;

    b->at = calloc(n + 1, sizeof *b->at);
    b->log = keep_logs ? calloc(n + 1, sizeof *b->log) : NULL;
    if (b->at == NULL || (keep_logs && b->log == NULL))
        return -1;
    for (size_t i = 0; i < n; i++)
        status |= add_board(b, files[i], method, err);
    return status;
}

void compared_boards_free(struct compared_boards *b)
{
    for (size_t i = 0; i < b->n; i++) {
        compared_free(&b->at[i]);
        if (b->log != NULL)
            log_free(&b->log[i]);
    }
    free(b->at);
    free(b->log);
    *b = (struct compared_boards){ 0 };
}

int compare_folder(FILE *out, const char *dir, enum method method, FILE *err)
{
    struct compared_boards boards = { 0 };
    size_t n = 0;
    char **files = compare_files(dir, &n, err);

    if (files == NULL)
        return 2;
    if (n > COMPARE_MOST) {
        output_say(err, dir,
                   "has %zu files; --compare shows %d boards side by side at most, and "
                   "--fleet says which of many differ",
                   n, COMPARE_MOST);
        compare_files_free(files, n);
        return 2;
    }
    int status = compare_read_boards(&boards, files, n, false, method, err);
    compare_files_free(files, n);
    if (status >= 0 && boards.n == 0) {
        output_say(err, dir, "holds no report and no log that can be read");
        status = 3;
    } else if (status >= 0 && compare_table(out, boards.at, boards.n) != 0) {
        status = -1;
    }
    compared_boards_free(&boards);
    return status;
}
