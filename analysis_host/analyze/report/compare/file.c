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

/* Far beyond any report, whose bytes are all held in memory. */
enum { MOST_REPORT_BYTES = 1 << 28 };

/* BYTES with twice as much *ROOM; NULL with errno set, and BYTES freed, where that is too much. */
static char *twice_the_room(char *bytes, size_t *room)
{
    char *more = NULL;

    errno = EFBIG;
    if (*room < MOST_REPORT_BYTES)
        more = realloc(bytes, *room *= 2);
    if (more == NULL)
        free(bytes);
    return more;
}

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
        bytes = twice_the_room(bytes, &room);
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

/* Copies what RUN says of its machine. -1 where memory is short. */
static int keep_keys(struct compared *c, const struct log_run *run)
{
    c->keys = calloc(run->n_keys + 1, sizeof *c->keys);
    if (c->keys == NULL)
        return -1;
    for (; c->n_keys < run->n_keys; c->n_keys++) {
        struct log_key *k = &c->keys[c->n_keys];

        k->key = strdup(run->keys[c->n_keys].key);
        k->value = strdup(run->keys[c->n_keys].value);
        if (k->key == NULL || k->value == NULL) {
            c->n_keys++;
            return -1;
        }
    }
    return 0;
}

static int log_file(struct compared *c, struct log *log, const char *file, int fd,
                    enum method method, FILE *err)
{
    enum log_status got = log_read(log, fd, 0);

    if (!log->has_run || (got != LOG_OK && got != LOG_READ))
        return compare_refuse(err, file, "is no report and no log that can be read");
    if (log_key_text(log->run.keys, log->run.n_keys, "source") != NULL && log->run.n_series > 1)
        output_say(err, file, "%zu tables: the one that begins at line %llu is read",
                   log->run.n_series, (unsigned long long)log->run.series[0].first_line);
    const char *lost = infer_all(&log->run, method, &c->results);
    if (lost != NULL)
        return compare_refuse(err, ANALYSIS_LOST, lost);
    c->n_problems = problems_count(log, &c->results);
    c->damaged = got != LOG_OK || !log->run.complete;
    for (size_t i = 0; i < log->n_problems; i++)
        c->damaged = c->damaged || *log->problems[i].cost != '\0';
    c->name = strdup(file);
    bool whole = keep_keys(c, &log->run) == 0 && c->name != NULL && !c->results.no_memory;
    return whole ? 0 : compare_refuse(err, file, "out of memory");
}

/* Opens FILE, which must be one: opening a pipe would wait for its writer. Returns -1 after a
 * message on ERR. */
static int open_file(const char *file, FILE *err)
{
    struct stat about;

    if (stat(file, &about) != 0)
        return compare_refuse(err, file, strerror(errno));
    if (!S_ISREG(about.st_mode))
        return compare_refuse(err, file, "is no file; a report or a log is expected");
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    return fd >= 0 ? fd : compare_refuse(err, file, strerror(errno));
}

bool compare_is_report(const char *path)
{
    struct stat about;
    char first = '\0';

    if (path == NULL || stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool is = fd >= 0 && pread(fd, &first, 1, 0) == 1 && first == '{';
    if (fd >= 0)
        close(fd);
    return is;
}

int compare_read_file(struct compared *c, struct log *log, const char *file, enum method method,
                      FILE *err)
{
    struct log own = { 0 };
    char first = '\0';
    int failed, fd = open_file(file, err);

    if (fd < 0)
        return -1;
    if (pread(fd, &first, 1, 0) == 1 && first == '{')
        failed = report_file(c, file, fd, err);
    else
        failed = log_file(c, log != NULL ? log : &own, file, fd, method, err);
    log_free(&own);
    close(fd);
    return failed;
}
