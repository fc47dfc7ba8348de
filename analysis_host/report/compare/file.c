/* Reads one board from its file: a report, or a log that is analysed. */
#include "compare.h"
#include "log/read.h"
#include "report/output/visible.h"
#include "result/verdict.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The bytes of FD in memory that the caller frees; NULL with errno set. */
static char *all_bytes(int fd, size_t *n)
{
    size_t room = 1 << 16;
    char *bytes = malloc(room);
    ssize_t got = 1;

    for (*n = 0; bytes != NULL && got != 0;) {
        got = read(fd, bytes + *n, room - *n);
        if (got < 0 && errno != EINTR) {
            free(bytes);
            return NULL;
        }
        *n += got > 0 ? (size_t)got : 0;
        if (*n < room)
            continue;
        char *more = realloc(bytes, room *= 2);
        if (more == NULL)
            free(bytes);
        bytes = more;
    }
    return bytes;
}

static int report_file(struct compared *c, const char *file, int fd, FILE *err)
{
    size_t n = 0;
    char *bytes = all_bytes(fd, &n);

    if (bytes == NULL)
        return compare_refuse(err, file, strerror(errno));
    int failed = compare_read_report(c, file, bytes, n, err);
    free(bytes);
    return failed;
}

static int log_file(struct compared *c, struct log *log, const char *file, int fd,
                    enum method method, FILE *err)
{
    enum log_status got = log_read(log, fd, 0);

    if (!log->has_run || (got != LOG_OK && got != LOG_READ))
        return compare_refuse(err, file, "is no report and no log that can be read");
    if (log_key_text(log->run.keys, log->run.n_keys, "source") != NULL && log->run.n_series > 1)
        output_say(err, file, "one of %zu tables; the first is used", log->run.n_series);
    const char *lost = infer_all(&log->run, method, &c->results);
    if (lost != NULL)
        return compare_refuse(err, ANALYSIS_LOST, lost);
    c->n_problems = problems_count(log, &c->results);
    c->damaged = got != LOG_OK || !log->run.complete;
    for (size_t i = 0; i < log->n_problems; i++)
        c->damaged = c->damaged || *log->problems[i].cost != '\0';
    c->name = strdup(file);
    return c->name != NULL && !c->results.no_memory ? 0
                                                    : compare_refuse(err, file, "out of memory");
}

int compare_read_file(struct compared *c, struct log *log, const char *file, enum method method,
                      FILE *err)
{
    struct log own = { 0 };
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    char first = '\0';
    struct stat about;
    int failed;

    if (fd < 0)
        return compare_refuse(err, file, strerror(errno));
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode))
        failed = compare_refuse(err, file, "is no file; a report or a log is expected");
    else if (pread(fd, &first, 1, 0) == 1 && first == '{')
        failed = report_file(c, file, fd, err);
    else
        failed = log_file(c, log != NULL ? log : &own, file, fd, method, err);
    log_free(&own);
    close(fd);
    return failed;
}
