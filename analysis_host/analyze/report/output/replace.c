/* Writes an output: a file is replaced as a whole, what is no file is written as it is. */
#include "replace.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 };

/* ---- what is no file ---- */

int output_bytes(int fd, const char *text, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, text, n);
        if (done < 0 && errno != EINTR)
            return errno;
        text += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return 0;
}

/* Closes FD in any case. Returns 0, or an errno. */
static int write_and_close(int fd, const char *text, size_t n)
{
    int why = output_bytes(fd, text, n);

    if (close(fd) != 0 && why == 0)
        why = errno;
    return why;
}

static int write_device(const char *file, const char *text, size_t n)
{
    int fd = open(file, O_WRONLY | O_CLOEXEC | O_NOCTTY);

    return fd < 0 ? errno : write_and_close(fd, text, n);
}

int output_descriptor(const char *file)
{
    static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
    static const char *const names[] = { "/dev/stdin", "/dev/stdout", "/dev/stderr" };

    for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++)
        if (strcmp(file, names[i]) == 0)
            return i;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        const char *digits = file + strlen(folders[i]);
        if (strncmp(file, folders[i], strlen(folders[i])) == 0 && *digits != '\0' &&
            strspn(digits, "0123456789") == strlen(digits) && strlen(digits) < 9)
            return (int)strtol(digits, NULL, 10);
    }
    return -1;
}

/* ---- where a name leads ---- */

/* Returns TARGET as seen from the folder of LINK, to be freed; NULL where memory is short. */
static char *beside_link(const char *link, const char *target)
{
    const char *slash = *target == '/' ? NULL : strrchr(link, '/');
    size_t n = slash == NULL ? 0 : (size_t)(slash - link) + 1;
    char *path = malloc(n + strlen(target) + 1);

    if (path != NULL) {
        memcpy(path, link, n);
        strcpy(path + n, target);
    }
    return path;
}

char *output_behind_links(const char *file)
{
    char target[PATH_MAX];
    char *path = strdup(file);

    for (unsigned links = 0; path != NULL; links++) {
        ssize_t n = readlink(path, target, sizeof target - 1);
        if (n < 0)
            return path;
        target[n] = '\0';
        char *next = links < MOST_LINKS ? beside_link(path, target) : NULL;
        errno = links < MOST_LINKS ? ENOMEM : ELOOP;
        free(path);
        path = next;
    }
    return NULL;
}

/* ---- files ---- */

/* mkstemp() lets nobody else read: a new file is as the umask says, one in the place of OLD as that
 * was, and of its owner where that may be. Returns 0, or an errno. */
static int set_mode(int fd, const struct stat *old)
{
    mode_t mask = umask(0);

    umask(mask);
    if (old != NULL && (old->st_uid != geteuid() || old->st_gid != getegid()) &&
        fchown(fd, old->st_uid, old->st_gid) != 0 && errno != EPERM)
        return errno;
    return fchmod(fd, old != NULL ? old->st_mode & 0777 : 0666 & ~mask) == 0 ? 0 : errno;
}

/* Returns the template of a hidden name in the folder of FILE, to be freed; NULL where memory is
 * short. */
static char *name_beside(const char *file)
{
    return beside_link(file, ".pontoon.XXXXXX");
}

/* Puts the N bytes of TEXT into BESIDE, a template for mkstemp(), then renames that to FILE.
 * Returns 0, or an errno with nothing left behind. */
static int write_and_rename(char *beside, const char *file, const struct stat *old,
                            const char *text, size_t n)
{
    int fd = mkstemp(beside);

    if (fd < 0)
        return errno;
    int why = set_mode(fd, old);
    int written = write_and_close(fd, text, n);
    if (why == 0)
        why = written;
    if (why == 0 && rename(beside, file) != 0)
        why = errno;
    if (why != 0)
        unlink(beside);
    return why;
}

/* Signals that end the program wait until there is no file beside FILE any more: a moment, as the
 * bytes are there. */
static int write_beside(const char *file, const struct stat *old, const char *text, size_t n)
{
    static const int ends[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
    char *beside = name_beside(file);
    sigset_t held, before;

    if (beside == NULL)
        return ENOMEM;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        sigaddset(&held, ends[i]);
    sigprocmask(SIG_BLOCK, &held, &before);
    int why = write_and_rename(beside, file, old, text, n);
    sigprocmask(SIG_SETMASK, &before, NULL);
    free(beside);
    return why;
}

/* FILE is there, and a regular one: OLD. A link to it stays one. */
static int replace_file(const char *file, const struct stat *old, const char *text, size_t n)
{
    if (faccessat(AT_FDCWD, file, W_OK, AT_EACCESS) != 0)
        return errno;
    char *real = realpath(file, NULL);
    if (real == NULL)
        return errno;
    int why = write_beside(real, old, text, n);
    free(real);
    return why;
}

static int make_file(const char *file, const char *text, size_t n)
{
    char *real = output_behind_links(file);

    if (real == NULL)
        return errno;
    int why = write_beside(real, NULL, text, n);
    free(real);
    return why;
}

/* ---- before there is anything to write ---- */

/* Returns 0 where a file can be made or renamed in the folder of PATH, which this call cuts; or an
 * errno. */
static int check_folder(char *path)
{
    char *slash = strrchr(path, '/');

    if (slash != NULL)
        slash[1] = '\0';
    return faccessat(AT_FDCWD, slash == NULL ? "." : path, W_OK | X_OK, AT_EACCESS) == 0 ? 0
                                                                                         : errno;
}

int output_check(const char *file)
{
    struct stat old;
    bool there = stat(file, &old) == 0;

    if (*file == '\0' || (!there && errno != ENOENT))
        return errno;
    if (there && S_ISDIR(old.st_mode))
        return EISDIR;
    if (there && faccessat(AT_FDCWD, file, W_OK, AT_EACCESS) != 0)
        return errno;
    if (output_descriptor(file) >= 0 || (there && !S_ISREG(old.st_mode)))
        return 0;
    char *real = there ? realpath(file, NULL) : output_behind_links(file);
    int why = real == NULL ? errno : check_folder(real);
    free(real);
    return why;
}

int output_replace(const char *file, const char *text, size_t n)
{
    int fd = output_descriptor(file);
    struct stat old;

    if (fd >= 0)
        return output_bytes(fd, text, n);
    if (stat(file, &old) != 0)
        return errno == ENOENT ? make_file(file, text, n) : errno;
    if (S_ISDIR(old.st_mode))
        return EISDIR;
    return S_ISREG(old.st_mode) ? replace_file(file, &old, text, n) : write_device(file, text, n);
}
