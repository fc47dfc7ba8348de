/* Replaces a file as a whole. */
#include "replace.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Closes FD in any case. 0, or an errno. */
static int write_all(int fd, const char *text, size_t n)
{
    int why = 0;

    while (n > 0 && why == 0) {
        ssize_t done = write(fd, text, n);
        if (done >= 0) {
            text += done;
            n -= (size_t)done;
        } else if (errno != EINTR) {
            why = errno;
        }
    }
    if (close(fd) != 0 && why == 0)
        why = errno;
    return why;
}

static int write_device(const char *file, const char *text, size_t n)
{
    int fd = open(file, O_WRONLY | O_CLOEXEC);

    return fd < 0 ? errno : write_all(fd, text, n);
}

/* mkstemp() lets nobody else read; a new file is as the umask says, an old one as it was. */
static mode_t mode_of(const struct stat *old)
{
    mode_t mask;

    if (old != NULL)
        return old->st_mode & 0777;
    mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static int write_beside(const char *file, mode_t mode, const char *text, size_t n)
{
    char *beside = malloc(strlen(file) + sizeof ".XXXXXX");
    int why;

    if (beside == NULL)
        return ENOMEM;
    strcat(strcpy(beside, file), ".XXXXXX");
    int fd = mkstemp(beside);
    if (fd < 0) {
        why = errno;
        free(beside);
        return why;
    }
    why = fchmod(fd, mode) == 0 ? 0 : errno;
    int written = write_all(fd, text, n);
    if (why == 0)
        why = written;
    if (why == 0 && rename(beside, file) != 0)
        why = errno;
    if (why != 0)
        unlink(beside);
    free(beside);
    return why;
}

int output_replace(const char *file, const char *text, size_t n)
{
    struct stat old;

    if (stat(file, &old) != 0)
        return errno == ENOENT ? write_beside(file, mode_of(NULL), text, n) : errno;
    if (S_ISDIR(old.st_mode))
        return EISDIR;
    if (!S_ISREG(old.st_mode))
        return write_device(file, text, n);
    char *real = realpath(file, NULL); /* a link stays one */
    if (real == NULL)
        return errno;
    int why = write_beside(real, mode_of(&old), text, n);
    free(real);
    return why;
}
