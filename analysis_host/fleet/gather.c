/* Reads folders: which files, in which order, and what becomes of each. */
#include "gather.h"
#include "report/output/visible.h"
#include "worker.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct paths {
    char **at;
    size_t n;
    bool no_memory;
};

static void add_path(struct paths *p, const char *dir, const char *name)
{
    char **more = realloc(p->at, (p->n + 1) * sizeof *more);
    size_t room = strlen(dir) + strlen(name) + 2;
    char *path = malloc(room);

    if (more != NULL)
        p->at = more;
    if (more == NULL || path == NULL) {
        p->no_memory = true;
        free(path);
        return;
    }
    snprintf(path, room, "%s%s%s", dir, *dir != '\0' ? "/" : "", name);
    p->at[p->n++] = path;
}

static void free_paths(struct paths *p)
{
    for (size_t i = 0; i < p->n; i++)
        free(p->at[i]);
    free(p->at);
}

static bool ends_in(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);

    return n > m && strcmp(name + n - m, end) == 0;
}

/* True when NAME, without ".log" or ".log.gz", stands in DIR as a report. */
static bool has_report(const char *dir, const char *name)
{
    const char *end = ends_in(name, ".log") ? ".log" : ends_in(name, ".log.gz") ? ".log.gz" : NULL;
    char path[4096];
    struct stat about;

    if (end == NULL)
        return false;
    snprintf(path, sizeof path, "%s/%.*s.json", dir, (int)(strlen(name) - strlen(end)), name);
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* Also true for what board_runner leaves beside a log: the one before it, and what came in place of
 * another. */
static bool is_left_out(const char *dir, const char *name)
{
    return name[0] == '.' || ends_in(name, ".part") || ends_in(name, ".log.previous") ||
           ends_in(name, ".log.new") || ends_in(name, ".log.lock") || has_report(dir, name);
}

static bool is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds the files of DIR; false where it cannot be read. */
static bool add_folder(struct paths *p, const char *dir)
{
    DIR *open = opendir(dir);
    size_t first = p->n;

    if (open == NULL)
        return false;
    for (struct dirent *d; (d = readdir(open)) != NULL;)
        if (!is_left_out(dir, d->d_name))
            add_path(p, dir, d->d_name);
    closedir(open);
    for (size_t i = first; i < p->n; i++)
        if (is_folder(p->at[i])) {
            free(p->at[i]);
            memmove(&p->at[i], &p->at[i + 1], (p->n - i - 1) * sizeof *p->at);
            p->n--;
            i--;
        }
    if (p->n > first)
        qsort(p->at + first, p->n - first, sizeof *p->at, by_path);
    return true;
}

/* ---- progress ---- */

/* On a terminal, from the second second on. */
static void show_progress(FILE *err, size_t done, size_t all, time_t began)
{
    static time_t shown;
    time_t now = time(NULL);

    if (now - began < 2 || (now == shown && done < all) || !isatty(fileno(err)))
        return;
    shown = now;
    fprintf(err, "\r%zu of %zu files%s", done, all, done < all ? "" : "\r\033[K");
    fflush(err);
}

/* ---- all of it ---- */

static bool read_paths(const struct fleet_sink *taker, const struct paths *p, enum method method,
                       unsigned seconds, FILE *err)
{
    struct workers *workers = workers_new(taker, method, seconds);
    time_t began = time(NULL);
    bool goes_on = workers != NULL;

    for (size_t i = 0; goes_on && i < p->n; i++) {
        goes_on = workers_read(workers, p->at[i]);
        show_progress(err, i + 1, p->n, began);
    }
    return workers_end(workers) && goes_on;
}

long fleet_gather(const struct fleet_sink *taker, char *const *files, size_t n, enum method method,
                  unsigned seconds, FILE *err)
{
    struct paths p = { 0 };
    long read = -1;

    for (size_t i = 0; i < n; i++) {
        if (!is_folder(files[i]))
            add_path(&p, "", files[i]);
        else if (!add_folder(&p, files[i])) {
            output_say(err, files[i], "%s", strerror(errno));
            free_paths(&p);
            return -1;
        }
    }
    if (p.no_memory)
        output_say(err, files[0], "out of memory");
    else if (read_paths(taker, &p, method, seconds, err))
        read = (long)p.n;
    free_paths(&p);
    return read;
}
