/* Writes the log, and keeps the first error. */
#include "log_file.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

static int keep_errno(struct log_file *log)
{
    if (log->err == 0)
        log->err = errno;
    return -1;
}

int log_file_open(struct log_file *log, const char *path, bool append)
{
    *log = (struct log_file){ .name = path != NULL ? path : "standard output", .append = append };
    log->fd = path != NULL
                  ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : 0), 0666)
                  : STDOUT_FILENO;
    return log->fd >= 0 ? 0 : keep_errno(log);
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

int log_file_put(struct log_file *log, const char *bytes, size_t n)
{
    log_file_begin(log);
    while (n > 0 && log->err == 0) {
        ssize_t done = write(log->fd, bytes, n);
        if (done < 0 && can_retry(log))
            continue;
        if (done < 0)
            return keep_errno(log);
        bytes += done;
        n -= (size_t)done;
        log->n_bytes += (uint64_t)done;
    }
    return log->err == 0 ? 0 : -1;
}

int log_file_close(struct log_file *log)
{
    if (log->fd >= 0 && close(log->fd) != 0 && errno != EINTR)
        (void)keep_errno(log);
    log->fd = -1;
    return log->err == 0 ? 0 : -1;
}
