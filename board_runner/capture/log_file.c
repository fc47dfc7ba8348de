/* Writes the log, and keeps the first error. */
#include "log_file.h"
#include "clock.h"
#include "complain.h"
#include "record/visible.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { PIECE_BYTES = 256 };

static int keep_errno(struct log_file *log)
{
    if (log->err == 0)
        log->err = errno;
    return -1;
}

/* Opens PATH. A pipe without a reader is waited for, which is said. Returns -1 with errno. */
static int open_path(const char *path, bool append)
{
    int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | (append ? O_APPEND : 0);
    int fd = open(path, flags | O_NONBLOCK, 0666);

    if (fd < 0 && errno == ENXIO) {
        complain("%s: waits for a reader", path);
        return open(path, flags, 0666);
    }
    if (fd >= 0)
        (void)fcntl(fd, F_SETFL, flags & O_APPEND);
    return fd;
}

/* Returns true if a person reads what is written: not for a line to another machine. */
static bool is_terminal(const struct log_file *log)
{
    return isatty(log->fd) && (log->fd == STDOUT_FILENO || tcgetsid(log->fd) == getsid(0));
}

int log_file_open(struct log_file *log, const char *path, bool append, char why[LOG_WHY_BYTES])
{
    *log = (struct log_file){ .name = path != NULL ? path : "standard output",
                              .append = append,
                              .sync_ms = -1 };
    log->fd = path != NULL ? open_path(path, append) : STDOUT_FILENO;
    if (log->fd < 0) {
        (void)snprintf(why, LOG_WHY_BYTES, "%s", strerror(errno));
        return keep_errno(log);
    }
    log->terminal = is_terminal(log);
    if (log_lock(&log->lock, log->fd, path, why) == 0)
        return 0;
    errno = EBUSY;
    (void)keep_errno(log);
    return log_file_close(log);
}

void log_file_begin(struct log_file *log)
{
    bool keep = log->begun || log->append || log->fd == STDOUT_FILENO;

    log->begun = true;
    /* Fails on a pipe or a device, which have nothing to drop. */
    if (!keep && ftruncate(log->fd, 0) != 0)
        errno = 0;
}

/* Returns true when the write may be tried again; waits first where it would have blocked. */
static int can_retry(const struct log_file *log)
{
    struct pollfd out = { .fd = log->fd, .events = POLLOUT };

    if (errno == EAGAIN || errno == EWOULDBLOCK)
        return poll(&out, 1, -1) >= 0 || errno == EINTR;
    return errno == EINTR;
}

/* Writes all N bytes. Returns how many fitted, fewer than N with err set. */
static size_t write_all(struct log_file *log, const char *bytes, size_t n)
{
    size_t at = 0;

    while (at < n && log->err == 0) {
        ssize_t done = write(log->fd, bytes + at, n - at);

        if (done >= 0)
            at += (size_t)done;
        else if (!can_retry(log))
            (void)keep_errno(log);
    }
    return at;
}

/* Writes the N bytes of a piece as record/visible.h shows each alone; line ends stay. */
static void show_piece(struct log_file *log, const char *bytes, size_t n)
{
    char text[VISIBLE_BYTES * PIECE_BYTES + 1];
    size_t at = 0;

    for (size_t i = 0; i < n; i++) {
        bool ends = bytes[i] == '\n', cr = i + 1 < n && bytes[i] == '\r' && bytes[i + 1] == '\n';

        if (ends)
            text[at++] = '\n';
        else if (!cr)
            at += visible_text(text + at, sizeof text - at, bytes + i, 1);
    }
    if (write_all(log, text, at) == at)
        log->n_bytes += n;
}

static void show_all(struct log_file *log, const char *bytes, size_t n)
{
    for (size_t at = 0; at < n && log->err == 0; at += PIECE_BYTES)
        show_piece(log, bytes + at, n - at < PIECE_BYTES ? n - at : PIECE_BYTES);
}

int log_file_put(struct log_file *log, const char *bytes, size_t n)
{
    log_file_begin(log);
    if (log->terminal)
        show_all(log, bytes, n);
    else
        log->n_bytes += write_all(log, bytes, n);
    if (log->sync_ms < 0)
        log->sync_ms = clock_now_ms() + LOG_FILE_SYNC_MS;
    return log->err == 0 ? 0 : -1;
}

int log_file_sync(struct log_file *log)
{
    bool wanted = log->sync_ms >= 0;

    log->sync_ms = -1;
    /* A pipe, a terminal or a device has no disk. */
    if (wanted && fsync(log->fd) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
        return keep_errno(log);
    return log->err == 0 ? 0 : -1;
}

int log_file_close(struct log_file *log)
{
    (void)log_file_sync(log);
    log_unlock(&log->lock);
    if (log->fd >= 0 && close(log->fd) != 0 && errno != EINTR)
        (void)keep_errno(log);
    log->fd = -1;
    return log->err == 0 ? 0 : -1;
}
