/* Writes the log, and keeps the first error. */
#include "log_file.h"
#include "clock.h"
#include "record/visible.h"
#include "say.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

/* Locks FD, a log. Returns 0 with "" or a remark in WHY, or -1 with the process that has the lock.
 * A record lock, as F_GETLK reports its holder: this process opens no log twice. */
static int lock(int fd, char why[LOG_WHY_BYTES])
{
    struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    struct stat facts;

    why[0] = '\0';
    if (fstat(fd, &facts) != 0 || (!S_ISREG(facts.st_mode) && !S_ISFIFO(facts.st_mode)) ||
        fcntl(fd, F_SETLK, &whole) == 0)
        return 0;
    if (errno != EACCES && errno != EAGAIN) {
        (void)snprintf(why, LOG_WHY_BYTES,
                       "cannot be locked (%s): another run into it would not be noticed",
                       strerror(errno));
        return 0;
    }
    if (fcntl(fd, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK && whole.l_pid > 0)
        (void)snprintf(why, LOG_WHY_BYTES, "process %ld is writing it", (long)whole.l_pid);
    else
        (void)snprintf(why, LOG_WHY_BYTES, "another process is writing it");
    return -1;
}

/* Returns true if a person reads what is written: not for a line to another machine. */
static bool is_terminal(const struct log_file *log)
{
    return isatty(log->fd) && (log->fd == STDOUT_FILENO || tcgetsid(log->fd) == getsid(0));
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

/* ---- what the file held before ---- */

static int no_memory(void)
{
    errno = ENOMEM;
    return -1;
}

/* Fills in the paths. Returns 0, or -1 with errno. */
static int set_paths(struct log_file *log, const char *path)
{
    struct stat facts;
    bool is_link = lstat(path, &facts) == 0 && S_ISLNK(facts.st_mode);

    log->path = is_link ? realpath(path, NULL) : format_text("%s", path);
    if (log->path == NULL)
        return -1;
    log->new_path = format_text("%s.new", log->path);
    log->previous_path = format_text("%s.previous", log->path);
    return log->new_path != NULL && log->previous_path != NULL ? 0 : no_memory();
}

/* Lets bytes go to LOG.new while the file stays as it is. Returns 0, or -1 with WHY filled. */
static int hold_back(struct log_file *log, const char *path, char why[LOG_WHY_BYTES])
{
    char taken[LOG_WHY_BYTES];
    int fd = set_paths(log, path) == 0
                 ? open(log->new_path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW, 0666)
                 : -1;

    if (fd >= 0 && lock(fd, taken) == 0 && ftruncate(fd, 0) == 0) {
        log->before_fd = log->fd;
        log->fd = fd;
        return 0;
    }
    (void)snprintf(why, LOG_WHY_BYTES,
                   "a log is there, which stays until another begins, and %s.new cannot be "
                   "written: ",
                   path);
    format_append(why, LOG_WHY_BYTES, "%s", fd >= 0 ? taken : strerror(errno));
    if (fd >= 0)
        (void)close(fd);
    return -1;
}

/* Looks at what the file holds. Returns 0, or -1 with WHY filled. */
static int look_before(struct log_file *log, const char *path, char why[LOG_WHY_BYTES])
{
    struct stat facts;

    if (path == NULL || fstat(log->fd, &facts) != 0 || !S_ISREG(facts.st_mode) ||
        facts.st_size == 0)
        return 0;
    log->before_bytes = (uint64_t)facts.st_size;
    return hold_back(log, path, why);
}

static int refuse_open(struct log_file *log, int err)
{
    errno = err;
    (void)keep_errno(log);
    return log_file_close(log);
}

int log_file_open(struct log_file *log, const char *path, bool append, char why[LOG_WHY_BYTES])
{
    struct stat facts;

    *log = (struct log_file){ .name = path != NULL ? path : "standard output",
                              .append = append,
                              .before_fd = -1,
                              .sync_ms = -1 };
    log->made = path != NULL && lstat(path, &facts) != 0;
    log->fd = path != NULL ? open_path(path, append) : STDOUT_FILENO;
    if (log->fd < 0) {
        (void)snprintf(why, LOG_WHY_BYTES, "%s", strerror(errno));
        return keep_errno(log);
    }
    log->terminal = is_terminal(log);
    if (lock(log->fd, why) != 0)
        return refuse_open(log, EBUSY);
    return look_before(log, path, why) == 0 ? 0 : refuse_open(log, EACCES);
}

/* Gives the file of before its second name, so that there is a LOG at every moment. File systems
 * without links get a rename. */
static int keep_previous(const struct log_file *log)
{
    (void)unlink(log->previous_path);
    if (link(log->path, log->previous_path) == 0)
        return 0;
    return rename(log->path, log->previous_path);
}

/* Writes what LOG.new holds to the end of the file of before, which gets all bytes from now on. */
static int move_to_end(struct log_file *log)
{
    char bytes[4096];
    int from = log->fd;
    ssize_t n;

    log->fd = log->before_fd;
    log->before_fd = -1;
    off_t at = 0;
    for (; (n = pread(from, bytes, sizeof bytes, at)) > 0; at += n)
        if (write_all(log, bytes, (size_t)n) != (size_t)n)
            break;
    if (n < 0)
        (void)keep_errno(log);
    (void)close(from);
    if (log->err == 0)
        (void)unlink(log->new_path);
    return log->err == 0 ? 0 : -1;
}

int log_file_begin(struct log_file *log)
{
    if (log->begun || log->err != 0)
        return log->err == 0 ? 0 : -1;
    log->begun = true;
    if (log->before_fd < 0)
        return 0;
    if (log->append)
        return move_to_end(log);
    if (keep_previous(log) == 0 && rename(log->new_path, log->path) == 0)
        return 0;
    log->begun = false;
    return keep_errno(log);
}

bool log_file_is_as_it_was(const struct log_file *log)
{
    return !log->begun && log->before_bytes > 0;
}

bool log_file_has_previous(const struct log_file *log)
{
    return log->begun && !log->append && log->before_bytes > 0;
}

/* ---- bytes ---- */

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

/* Removes the empty file that this log made. */
static void remove_empty(const struct log_file *log)
{
    struct stat facts;
    bool held = log->new_path != NULL && log_file_is_as_it_was(log);

    if (log->fd < 0 || log->err != 0 || fstat(log->fd, &facts) != 0 || !S_ISREG(facts.st_mode) ||
        facts.st_size > 0)
        return;
    if (held)
        (void)unlink(log->new_path);
    else if (log->made)
        (void)unlink(log->name);
}

static void close_fd(struct log_file *log, int *fd)
{
    if (*fd >= 0 && close(*fd) != 0 && errno != EINTR)
        (void)keep_errno(log);
    *fd = -1;
}

int log_file_close(struct log_file *log)
{
    (void)log_file_sync(log);
    remove_empty(log);
    close_fd(log, &log->fd);
    close_fd(log, &log->before_fd);
    return log->err == 0 ? 0 : -1;
}

void log_file_free(struct log_file *log)
{
    free(log->path);
    free(log->new_path);
    free(log->previous_path);
    log->path = log->new_path = log->previous_path = NULL;
}
