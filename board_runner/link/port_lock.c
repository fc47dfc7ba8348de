/* Locks a serial line by the lock file that terminal programs know, and by flock(). */
#include "port_lock.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Follows the process number in our locks, whose holder flock() tells; a lock of another program
 * holds while its process lives. */
static const char own[] = " board_runner";

/* Fills LOCK with the lock's path, made of DEVICE's real name: a symbolic link has another name. */
static void name_lock(char lock[PORT_NAME_BYTES], const char *device)
{
    char *real = realpath(device, NULL);
    const char *name = real != NULL ? real : device;
    const char *dir = access("/run/lock", W_OK) == 0 ? "/run/lock" : "/tmp";

    if (strncmp(name, "/dev/", 5) == 0)
        name += 5;
    (void)snprintf(lock, PORT_NAME_BYTES, "%s/LCK..%s", dir, name);
    for (char *slash = lock + strlen(dir) + 1; *slash != '\0'; slash++)
        if (*slash == '/')
            *slash = '_';
    free(real);
}

/* Returns the process number that the lock names, or 0; *OURS: board_runner wrote it. */
static long lock_owner(int fd, bool *ours)
{
    char text[64] = "";
    ssize_t n = pread(fd, text, sizeof text - 1, 0);

    *ours = n > 0 && strstr(text, own) != NULL;
    return n > 0 ? strtol(text, NULL, 10) : 0;
}

static bool is_still_there(int fd, const char *path)
{
    struct stat held, named;

    return fstat(fd, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
}

static int refuse_in_use(int fd, const char *device, long pid, char why[PORT_WHY_BYTES])
{
    (void)snprintf(why, PORT_WHY_BYTES, "%s is in use by process %ld", device, pid);
    (void)close(fd);
    return -1;
}

/* Takes the lock whose file FD is, unless a living process has it. Returns 0, -1 with WHY filled,
 * or 1 when the file was replaced meanwhile. Closes FD unless it returns 0. */
static int take_lock(int fd, struct port_lock *lock, const char *device, char why[PORT_WHY_BYTES])
{
    bool ours;
    long pid = lock_owner(fd, &ours);

    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        for (unsigned i = 0; i < 100 && pid <= 0;
             i++) { /* its owner is about to write its number */
            (void)usleep(10000);
            pid = lock_owner(fd, &ours);
        }
        return refuse_in_use(fd, device, pid, why);
    }
    if (!is_still_there(fd, lock->path)) {
        (void)close(fd);
        return 1;
    }
    pid = lock_owner(fd, &ours);
    if (pid > 0 && !ours && (kill((pid_t)pid, 0) == 0 || errno == EPERM))
        return refuse_in_use(fd, device, pid, why);
    /* What another user's dead process left cannot be written; flock() holds without. */
    bool theirs = (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY;
    char text[64];
    int n = snprintf(text, sizeof text, "%10ld%s\n", (long)getpid(), own);
    if (!theirs && (ftruncate(fd, 0) != 0 || pwrite(fd, text, (size_t)n, 0) != n)) {
        (void)snprintf(why, PORT_WHY_BYTES, "%s: %s", lock->path, strerror(errno));
        (void)close(fd);
        return -1;
    }
    lock->fd = fd;
    return 0;
}

int port_lock(struct port_lock *lock, const char *device, char why[PORT_WHY_BYTES])
{
    int taken = 1;

    name_lock(lock->path, device);
    while (taken > 0) {
        int fd = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);

        if (fd < 0 && errno == EACCES) /* another user's lock can only be read */
            fd = open(lock->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (fd < 0) {
            (void)snprintf(why, PORT_WHY_BYTES, "%s: %s", lock->path, strerror(errno));
            return -1;
        }
        taken = take_lock(fd, lock, device, why);
    }
    return taken;
}

void port_unlock(struct port_lock *lock)
{
    if (lock->fd < 0)
        return;
    (void)unlink(lock->path);
    (void)close(lock->fd);
    lock->fd = -1;
}
