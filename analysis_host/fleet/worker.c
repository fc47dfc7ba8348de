/* Processes that analyse a log each, and send its report through a pipe. */
#include "worker.h"
#include "analysis/analysis.h"
#include "log/read.h"
#include "report/compare/compare.h"
#include "report/json/json.h"
#include "sha256.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

enum { READ_BYTES = 1 << 13, MOST_WORKERS = 16, MOST_BYTES = 1 << 28, WHY = 240 };

/* One file on its way; of a report TEXT has all bytes at once. */
struct worker {
    pid_t pid;
    int fd; /* the report comes here */
    char *file, *text;
    size_t n, room;
    struct fleet_origin from;
    time_t until;
};

struct workers {
    const struct fleet_sink *taker;
    enum method method;
    unsigned seconds, most, n;
    bool goes_on;
    struct worker at[MOST_WORKERS];
};

/* ---- bytes of a file ---- */

static bool add_bytes(struct worker *w, const char *bytes, size_t n)
{
    if (w->n + n > MOST_BYTES)
        return false;
    if (w->n + n + 1 > w->room) {
        size_t room = 2 * (w->n + n) + 4096;
        char *more = realloc(w->text, room);
        if (more == NULL)
            return false;
        w->text = more;
        w->room = room;
    }
    memcpy(w->text + w->n, bytes, n);
    w->n += n;
    return true;
}

/* Opens FILE where it is one, else says why not: opening a pipe would wait for its writer. */
static int open_file(const char *file, struct stat *about, char *why)
{
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (fd >= 0 && fstat(fd, about) == 0 && S_ISREG(about->st_mode))
        return fd;
    snprintf(why, WHY, "%s", fd < 0 && errno != ENXIO ? strerror(errno) : "is no regular file");
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Sums up what FD unpacks to and, where it begins with a brace, keeps it. Returns NULL, or why that
 * failed. */
static const char *scan(struct worker *w, int fd)
{
    gzFile in = gzdopen(dup(fd), "rb");
    struct sha256 sum;
    char bytes[READ_BYTES];
    int got = 0;
    bool report = false, fits = in != NULL;

    sha256_begin(&sum);
    for (bool first = true; fits && (got = gzread(in, bytes, sizeof bytes)) > 0; first = false) {
        report = first ? bytes[0] == '{' : report;
        sha256_add(&sum, bytes, (size_t)got);
        fits = !report || add_bytes(w, bytes, (size_t)got);
    }
    sha256_end(&sum, w->from.sha256);
    if (in != NULL)
        gzclose(in);
    if (!fits)
        return "is too large";
    return got < 0 && report ? "cannot be unpacked" : NULL;
}

/* ---- what becomes of a file ---- */

static void refuse(struct workers *ws, const struct worker *w, const char *why)
{
    ws->taker->unread(ws->taker->of, w->file, why);
}

static void free_worker(struct worker *w)
{
    free(w->file);
    free(w->text);
    *w = (struct worker){ .fd = -1 };
}

/* Cuts the program's and the file's name and the line's end off the message in TEXT. */
static const char *bare_message(char *text, const char *file)
{
    char *colon = strstr(text, file);

    text[strcspn(text, "\n")] = '\0';
    return colon != NULL && strncmp(colon + strlen(file), ":", 1) == 0
               ? colon + strlen(file) + 1 + (colon[strlen(file) + 1] == ' ')
               : text;
}

/* Gives the report in W's text to the taker. */
static void take_report(struct workers *ws, struct worker *w)
{
    struct compared c = { 0 };
    char *said = NULL;
    size_t n = 0;
    FILE *err = open_memstream(&said, &n);

    if (err == NULL) {
        refuse(ws, w, "out of memory");
        return;
    }
    int failed = compare_read_report(&c, w->file, w->text, w->n, err);
    if (fclose(err) != 0 || failed != 0) {
        refuse(ws, w,
               said != NULL && *said != '\0' ? bare_message(said, w->file) : "out of memory");
    } else {
        w->from.file = w->file;
        w->from.damaged = c.damaged;
        ws->goes_on =
            ws->goes_on &&
            ws->taker->take(ws->taker->of, &(struct fleet_read){ w->from, c.keys, c.n_keys,
                                                                 c.n_problems, &c.results });
    }
    free(said);
    compared_free(&c);
}

/* ---- processes ---- */

/* Analyses the log FD in this process, and writes its report to OUT. Returns the exit status. */
static int analyse(int fd, int out, enum method method)
{
    struct results results = { 0 };
    struct log log = { 0 };
    FILE *to = fdopen(out, "w");

    log_read(&log, fd, 0);
    if (to == NULL || !log.has_run)
        return 3;
    if (infer_all(&log.run, method, &results) != NULL || report_json(to, &log, &results) != 0)
        return 4;
    return fclose(to) == 0 ? 0 : 4;
}

static bool start(struct worker *w, int fd, enum method method)
{
    int ends[2];

    if (pipe(ends) != 0)
        return false;
    w->pid = fork();
    if (w->pid == 0) {
        close(ends[0]);
        if (lseek(fd, 0, SEEK_SET) != 0)
            _exit(4);
        _exit(analyse(fd, ends[1], method));
    }
    close(ends[1]);
    w->fd = ends[0];
    if (w->pid > 0)
        return true;
    close(ends[0]);
    return false;
}

static void finish(struct workers *ws, struct worker *w, bool in_time)
{
    int status = 0;

    close(w->fd);
    if (!in_time)
        kill(w->pid, SIGKILL);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!in_time)
        refuse(ws, w, "took too long to analyse");
    else if (WIFSIGNALED(status))
        refuse(ws, w, "its analysis crashed");
    else if (WEXITSTATUS(status) == 3)
        refuse(ws, w, "is no report and no log that can be read");
    else if (WEXITSTATUS(status) != 0)
        refuse(ws, w, "out of memory");
    else
        take_report(ws, w);
    free_worker(w);
}

/* Takes what W sent; true when that was its end. */
static bool drain(struct worker *w)
{
    char bytes[READ_BYTES];
    ssize_t got = read(w->fd, bytes, sizeof bytes);

    if (got > 0)
        return !add_bytes(w, bytes, (size_t)got);
    return got == 0 || errno != EINTR;
}

/* Waits until one of the processes ended or sent something. */
static void wait_for_one(struct workers *ws)
{
    struct pollfd fds[MOST_WORKERS];
    time_t now = time(NULL);

    for (unsigned i = 0; i < ws->most; i++)
        fds[i] = (struct pollfd){ .fd = ws->at[i].fd, .events = POLLIN };
    poll(fds, ws->most, 1000);
    for (unsigned i = 0; i < ws->most; i++) {
        struct worker *w = &ws->at[i];
        if (w->fd < 0)
            continue;
        bool ended = (fds[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0 && drain(w);
        if (!ended && now < w->until)
            continue;
        finish(ws, w, ended);
        ws->n--;
    }
}

static struct worker *free_place(struct workers *ws)
{
    while (ws->n >= ws->most)
        wait_for_one(ws);
    for (unsigned i = 0; i < ws->most; i++)
        if (ws->at[i].fd < 0)
            return &ws->at[i];
    return NULL;
}

/* ---- all of it ---- */

struct workers *workers_new(const struct fleet_sink *taker, enum method method, unsigned seconds)
{
    struct workers *ws = calloc(1, sizeof *ws);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    if (ws == NULL)
        return NULL;
    *ws = (struct workers){ .taker = taker, .method = method, .seconds = seconds, .goes_on = true };
    ws->most = cores < 1 ? 1 : cores > MOST_WORKERS ? MOST_WORKERS : (unsigned)cores;
    for (unsigned i = 0; i < MOST_WORKERS; i++)
        ws->at[i].fd = -1;
    return ws;
}

/* Reads W's file from FD: a report, or the beginning of a log's way through its process. */
static void read_file(struct workers *ws, struct worker *w, int fd)
{
    const char *wrong = scan(w, fd);

    if (wrong != NULL)
        refuse(ws, w, wrong);
    else if (ws->taker->knows != NULL && ws->taker->knows(ws->taker->of, w->from.sha256))
        ;
    else if (w->n > 0)
        take_report(ws, w);
    else if (start(w, fd, ws->method)) {
        w->until = time(NULL) + ws->seconds;
        ws->n++;
        return;
    } else
        refuse(ws, w, strerror(errno));
    free_worker(w);
}

bool workers_read(struct workers *ws, const char *file)
{
    struct worker *w = free_place(ws);
    char why[WHY] = "";
    struct stat about;

    if (!ws->goes_on)
        return false;
    w->file = strdup(file);
    int fd = w->file != NULL ? open_file(file, &about, why) : -1;
    if (fd < 0) {
        ws->taker->unread(ws->taker->of, file, w->file != NULL ? why : "out of memory");
        free_worker(w);
        return true;
    }
    w->from.file_time = (int64_t)about.st_mtime;
    w->from.now = (int64_t)time(NULL);
    read_file(ws, w, fd);
    close(fd);
    return ws->goes_on;
}

bool workers_end(struct workers *ws)
{
    if (ws == NULL)
        return false;
    while (ws->n > 0)
        wait_for_one(ws);
    bool goes_on = ws->goes_on;
    free(ws);
    return goes_on;
}
