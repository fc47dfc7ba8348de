/* Reads folders: which files, and what becomes of each. */
#include "gather.h"
#include "analysis/parallel.h"
#include "boards.h"
#include "log/read.h"
#include "report/json/json.h"
#include "report/output/visible.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- which files ---- */

struct paths {
    char **at;
    size_t n;
};

static bool ends_in(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);

    return n > m && strcmp(name + n - m, end) == 0;
}

/* True for what is not a run of its own: a log whose report is there, and what is not finished or
 * was replaced. */
static bool is_left_out(const char *path)
{
    static const char *const ends[] = { ".part", ".log.previous", ".log.new", ".log.lock" };
    const char *end = ends_in(path, ".log") ? ".log" : ends_in(path, ".log.gz") ? ".log.gz" : NULL;
    char report[4096];
    struct stat about;

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (ends_in(path, ends[i]))
            return true;
    if (end == NULL)
        return false;
    snprintf(report, sizeof report, "%.*s.json", (int)(strlen(path) - strlen(end)), path);
    return stat(report, &about) == 0 && S_ISREG(about.st_mode);
}

/* Adds FILE, or the files of the folder FILE. False after a message on ERR. */
static bool add_paths(struct paths *p, char *file, FILE *err)
{
    bool folder = compare_is_folder(file);
    size_t n = 1;
    char **inside = folder ? compare_files(file, &n, err) : NULL;
    char **more = folder && inside == NULL ? NULL : realloc(p->at, (p->n + n + 1) * sizeof *more);
    bool fits = more != NULL;

    if (folder && inside == NULL)
        return false;
    p->at = fits ? more : p->at;
    for (size_t i = 0; fits && i < n; i++) {
        const char *one = folder ? inside[i] : file;
        if (folder && is_left_out(one))
            continue;
        p->at[p->n] = strdup(one);
        fits = p->at[p->n] != NULL;
        p->n += fits;
    }
    compare_files_free(inside, folder ? n : 0);
    return fits || output_say(err, file, "out of memory");
}

/* ---- a report ---- */

/* A log whose process runs. */
struct worker {
    pid_t pid;    /* 0: none */
    FILE *report; /* the process writes it */
    char *file;
    struct fleet_origin from;
};

struct gathering {
    const struct fleet_sink *taker;
    enum method method;
    unsigned seconds, most, n;
    bool goes_on;
    struct worker at[PARALLEL_MOST];
};

static void refuse(struct gathering *g, const char *file, const char *why)
{
    g->taker->unread(g->taker->of, file, why);
}

/* Gives the N bytes of a report at TEXT to the taker. */
static void take_report(struct gathering *g, struct fleet_origin from, const char *text, size_t n)
{
    struct compared c = { 0 };
    char why[COMPARE_WHY];

    if (compare_parse_report(&c, from.file, text, n, why) != 0) {
        refuse(g, from.file, why);
    } else {
        from.damaged = c.damaged;
        struct fleet_read read = { from, c.keys, c.n_keys, c.n_problems, &c.results };
        g->goes_on = g->goes_on && g->taker->take(g->taker->of, &read);
    }
    compared_free(&c);
}

/* ---- a log: a process each ---- */

/* Analyses the log FD in this process, and writes its report to OUT. Returns the exit status. */
static int analyse(int fd, FILE *out, enum method method)
{
    struct results results = { 0 };
    struct log log = { 0 };

    log_read(&log, fd, 0);
    if (!log.has_run)
        return 3;
    if (infer_all(&log.run, method, &results) != NULL || report_json(out, &log, &results) != 0)
        return 4;
    return fflush(out) == 0 ? 0 : 4;
}

/* Begins to read the log FD of the file FROM. False with errno set. */
static bool start(struct gathering *g, const struct fleet_origin *from, int fd)
{
    struct worker *w = g->at;

    while (w->pid != 0)
        w++;
    *w = (struct worker){ .file = strdup(from->file), .report = tmpfile(), .from = *from };
    w->from.file = w->file;
    w->pid = w->file != NULL && w->report != NULL ? fork() : -1;
    if (w->pid == 0) {
        const struct itimerval limit = { .it_value = { .tv_sec = g->seconds, .tv_usec = 1 } };
        signal(SIGALRM, SIG_DFL);
        setitimer(ITIMER_REAL, &limit, NULL);
        _exit(analyse(fd, w->report, g->method));
    }
    g->n += w->pid > 0;
    if (w->pid > 0)
        return true;
    if (w->report != NULL)
        fclose(w->report);
    free(w->file);
    *w = (struct worker){ 0 };
    return false;
}

/* Waits for one process, and takes its report. */
static void finish_one(struct gathering *g)
{
    struct worker *w = g->at;
    int status = 0;
    pid_t pid;

    while ((pid = waitpid(-1, &status, 0)) < 0 && errno == EINTR)
        continue;
    while (w < g->at + g->most && w->pid != pid)
        w++;
    if (w == g->at + g->most)
        return;
    long n = fseek(w->report, 0, SEEK_END) == 0 ? ftell(w->report) : -1;
    char *text = n < 0 ? NULL : malloc((size_t)n + 1);
    bool whole = text != NULL && fseek(w->report, 0, SEEK_SET) == 0 &&
                 fread(text, 1, (size_t)n, w->report) == (size_t)n;

    if (WIFSIGNALED(status))
        refuse(g, w->file,
               WTERMSIG(status) == SIGALRM ? "took too long to analyse" : "its analysis crashed");
    else if (WEXITSTATUS(status) == 3)
        refuse(g, w->file, "is no report and no log that can be read");
    else if (WEXITSTATUS(status) != 0 || !whole)
        refuse(g, w->file, "out of memory, or of space for its report");
    else
        take_report(g, w->from, text, (size_t)n);
    free(text);
    fclose(w->report);
    free(w->file);
    *w = (struct worker){ 0 };
    g->n--;
}

/* ---- all of it ---- */

static void read_file(struct gathering *g, const char *file)
{
    struct board_file f;
    const char *why = board_file_open(&f, file);
    struct fleet_origin from = { .file = file, .file_time = f.time, .now = (int64_t)time(NULL) };

    memcpy(from.sha256, f.sha256, sizeof from.sha256);
    if (why != NULL)
        refuse(g, file, why);
    else if (g->taker->knows == NULL || !g->taker->knows(g->taker->of, f.sha256)) {
        if (f.report != NULL)
            take_report(g, from, f.report, f.n);
        else if (!start(g, &from, f.fd))
            refuse(g, file, strerror(errno));
    }
    board_file_close(&f);
}

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

long fleet_gather(const struct fleet_sink *taker, char *const *files, size_t n, enum method method,
                  unsigned seconds, FILE *err)
{
    struct gathering g = { .taker = taker, .method = method, .seconds = seconds, .goes_on = true };
    unsigned processors = parallel_processors();
    struct paths p = { 0 };
    time_t began = time(NULL);
    bool listed = true;

    signal(SIGCHLD, SIG_DFL); /* processes are waited for, whatever who started this one ignores */
    g.most = processors < PARALLEL_MOST ? processors : PARALLEL_MOST;
    for (size_t i = 0; i < n && listed; i++)
        listed = add_paths(&p, files[i], err);
    for (size_t i = 0; i < p.n && listed && g.goes_on; i++) {
        while (g.n >= g.most)
            finish_one(&g);
        read_file(&g, p.at[i]);
        show_progress(err, i + 1, p.n, began);
    }
    while (g.n > 0)
        finish_one(&g);
    compare_files_free(p.at, p.n);
    return listed && g.goes_on ? (long)p.n : -1;
}
