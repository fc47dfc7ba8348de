/* Links that lead nowhere or to a process, and reading descriptors. */
#include "link.h"
#include "say.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void nothing(struct link *link)
{
    (void)link;
}

static bool always(struct link *link)
{
    (void)link;
    return true;
}

static const char *no_text(struct link *link)
{
    (void)link;
    return NULL;
}

void link_none(struct link *link)
{
    static const struct link_kind none = {
        true, nothing, nothing, always, no_text, no_text, nothing
    };

    *link = (struct link){ .kind = &none, .stream_fd = -1, .messages_fd = -1, .input_fd = -1 };
}

/* ---- descriptors ---- */

int descriptor_pipe(int ends[2])
{
    if (pipe(ends) != 0) {
        ends[0] = ends[1] = -1;
        return errno;
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
}

void descriptor_unblock(int fd)
{
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
}

size_t descriptor_read(int *fd, char *bytes, size_t room)
{
    ssize_t n = read(*fd, bytes, room);

    if (n > 0)
        return (size_t)n;
    if (n == 0 || (errno != EAGAIN && errno != EINTR))
        descriptor_close(fd);
    return 0;
}

void descriptor_close(int *fd)
{
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}

/* ---- a process ---- */

extern char **environ;

/* The process is not reaped before close(): until then its number, which is the group's too, cannot
 * be another process's. */
static void signal_group(struct link *link, int signal)
{
    (void)kill(-link->pid, signal);
}

static void stop_group(struct link *link)
{
    signal_group(link, SIGTERM);
}

static void kill_group(struct link *link)
{
    signal_group(link, SIGKILL);
}

static bool peek_end(struct link *link, siginfo_t *info, int options)
{
    info->si_pid = 0;
    while (waitid(P_PID, (id_t)link->pid, info, WEXITED | WNOWAIT | options) != 0)
        if (errno != EINTR)
            return true; /* no such child: nothing runs */
    return info->si_pid != 0;
}

static bool has_ended(struct link *link)
{
    siginfo_t info;

    return peek_end(link, &info, WNOHANG);
}

int link_process_status(struct link *link)
{
    siginfo_t info;

    if (!peek_end(link, &info, WNOHANG) || info.si_pid == 0 || info.si_code != CLD_EXITED)
        return -1;
    return info.si_status;
}

static const char *end_text(struct link *link)
{
    siginfo_t info;

    if (!peek_end(link, &info, WNOHANG) || info.si_pid == 0)
        return NULL;
    if (info.si_code == CLD_EXITED && info.si_status == 0)
        return NULL;
    if (info.si_code == CLD_EXITED)
        (void)snprintf(link->text, sizeof link->text, "ended with status %d", info.si_status);
    else
        (void)snprintf(link->text, sizeof link->text, "was ended by signal %d (%s)", info.si_status,
                       strsignal(info.si_status));
    return link->text;
}

/* Waits for the end for a second at most: a program of another user (sudo) cannot be killed, and
 * must not hold up this one. */
static void close_link(struct link *link)
{
    const struct timespec moment = { .tv_nsec = 10000000 };

    descriptor_close(&link->stream_fd);
    descriptor_close(&link->messages_fd);
    descriptor_close(&link->input_fd);
    for (unsigned i = 0; i < 100 && !has_ended(link); i++)
        (void)nanosleep(&moment, NULL);
    if (!has_ended(link))
        complain("process %ld could not be stopped and still runs", (long)link->pid);
    else
        (void)waitpid(link->pid, NULL, WNOHANG);
}

/* Returns NULL: end_text() says everything. */
static const char *lost_text(struct link *link)
{
    (void)link;
    return NULL;
}

static const struct link_kind link_process = { false,    stop_group, kill_group, has_ended,
                                               end_text, lost_text,  close_link };

/* A process group of its own keeps a Ctrl-C from the board until board_runner has decided. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    static const int own[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ, SIGCHLD };
    sigset_t defaults, none;

    (void)sigemptyset(&defaults);
    (void)sigemptyset(&none);
    for (unsigned i = 0; i < sizeof own / sizeof own[0]; i++)
        (void)sigaddset(&defaults, own[i]);
    (void)posix_spawnattr_setsigdefault(attributes, &defaults);
    (void)posix_spawnattr_setsigmask(attributes, &none);
    (void)posix_spawnattr_setpgroup(attributes, 0);
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
                                                    POSIX_SPAWN_SETPGROUP);
}

/* Starts ARGV. IN is -1 where its input is to be empty. Returns 0 or an errno. */
static int spawn(pid_t *pid, char *const *argv, int in, int out, int messages)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int err = posix_spawn_file_actions_init(&files);

    if (err != 0)
        return err;
    err = posix_spawnattr_init(&attributes);
    if (err == 0) {
        err = in < 0
                  ? posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
                  : posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
        if (err == 0)
            err = posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
        if (err == 0)
            err = posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
        if (err == 0)
            err = set_attributes(&attributes);
        if (err == 0)
            err = posix_spawnp(pid, argv[0], &files, &attributes, argv, environ);
        (void)posix_spawnattr_destroy(&attributes);
    }
    (void)posix_spawn_file_actions_destroy(&files);
    return err;
}

int link_process_start(struct link *link, char *const *argv, bool with_input)
{
    int in[2] = { -1, -1 }, out[2] = { -1, -1 }, messages[2] = { -1, -1 };
    int err = descriptor_pipe(out);

    if (err == 0)
        err = descriptor_pipe(messages);
    if (err == 0 && with_input)
        err = descriptor_pipe(in);
    if (err == 0)
        err = spawn(&link->pid, argv, in[0], out[1], messages[1]);
    descriptor_close(&in[0]);
    descriptor_close(&out[1]);
    descriptor_close(&messages[1]);
    if (err != 0) {
        descriptor_close(&in[1]);
        descriptor_close(&out[0]);
        descriptor_close(&messages[0]);
        return err;
    }
    descriptor_unblock(out[0]);
    descriptor_unblock(messages[0]);
    if (with_input)
        descriptor_unblock(in[1]);
    link->kind = &link_process;
    link->stream_fd = out[0];
    link->messages_fd = messages[0];
    link->input_fd = in[1];
    return 0;
}
