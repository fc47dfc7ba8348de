/* Locks a log by the kernel, and leaves a note of who writes it. */
#include "log_lock.h"
#include "format.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HOST_BYTES = 65, NOTE_BYTES = 160 };

/* A process that writes a log. */
struct writer {
    long pid; /* 0: not known */
    unsigned long long start;
    char host[HOST_BYTES];
};

enum kernel_answer { LOCKED, HELD, NO_LOCKS };

/* Returns when process PID started, in ticks since the machine did; 0 if it is not there. The
 * number of a dead process may be another's. */
static unsigned long long start_of(long pid)
{
    char path[40], text[1024] = "";
    unsigned long long start = 0;

    (void)snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *in = fopen(path, "re");
    if (in == NULL)
        return 0;
    (void)fread(text, 1, sizeof text - 1, in);
    (void)fclose(in);
    const char *at = strrchr(text, ')'); /* proc(5): the name before it may hold anything */
    for (unsigned field = 2; at != NULL && field < 22; field++)
        at = strchr(at + 1, ' ');
    if (at != NULL)
        start = strtoull(at, NULL, 10);
    return start;
}

static struct writer this_process(void)
{
    struct writer me = { .pid = (long)getpid() };

    me.start = start_of(me.pid);
    if (gethostname(me.host, sizeof me.host - 1) != 0 || me.host[0] == '\0')
        (void)strcpy(me.host, "?");
    return me;
}

static bool is_same(const struct writer *a, const struct writer *b)
{
    return a->pid == b->pid && a->start == b->start && strcmp(a->host, b->host) == 0;
}

static bool is_here(const struct writer *w)
{
    struct writer me = this_process();

    return strcmp(w->host, me.host) == 0;
}

/* Returns true unless W is known to be dead: what runs on another host cannot be seen. */
static bool may_live(const struct writer *w)
{
    return !is_here(w) || (w->start != 0 && start_of(w->pid) == w->start);
}

/* Reads the note at PATH. Returns false where there is none, or nothing of use in it. */
static bool read_note(const char *path, struct writer *w)
{
    char text[NOTE_BYTES] = "";
    *w = (struct writer){ .pid = 0 };
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

    if (fd < 0)
        return false;
    ssize_t n = read(fd, text, sizeof text - 1);
    (void)close(fd);
    return n > 0 && sscanf(text, "%ld %llu %64s", &w->pid, &w->start, w->host) == 3 && w->pid > 0;
}

/* Makes a new file with a note of this process. Returns 0, or -1 with errno and no file. */
static int write_note(const char *path)
{
    struct writer me = this_process();
    char text[NOTE_BYTES];
    int n = snprintf(text, sizeof text, "%ld %llu %s\n", me.pid, me.start, me.host);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

    if (fd < 0)
        return -1;
    bool written = write(fd, text, (size_t)n) == n;
    if (close(fd) == 0 && written)
        return 0;
    (void)unlink(path);
    return -1;
}

/* Asks the kernel for the lock; *HOLDER: who has it, 0 if that cannot be told. */
static enum kernel_answer ask_kernel(int fd, long *holder)
{
    struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

    *holder = 0;
    if (fcntl(fd, F_SETLK, &whole) == 0)
        return LOCKED;
    if (errno != EACCES && errno != EAGAIN)
        return NO_LOCKS;
    if (fcntl(fd, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK && whole.l_pid > 0)
        *holder = whole.l_pid;
    return HELD;
}

/* Says who writes the log: HOLDER by the kernel, which knows processes of this machine, and by the
 * note, which knows hosts, but may be another's where the log has several names. */
static int refuse(const char *note, long holder, char why[LOG_WHY_BYTES])
{
    struct writer w;
    bool noted = note != NULL && read_note(note, &w) && (holder == 0 || w.pid == holder);
    const char *where = noted && !is_here(&w) ? w.host : "";

    if (!noted && holder == 0)
        (void)snprintf(why, LOG_WHY_BYTES, "another process is writing it");
    else
        (void)snprintf(why, LOG_WHY_BYTES, "process %ld%s%s is writing it", noted ? w.pid : holder,
                       *where != '\0' ? " on host " : "", where);
    return -1;
}

static void say_taken_over(const struct writer *dead, char why[LOG_WHY_BYTES])
{
    (void)snprintf(why, LOG_WHY_BYTES,
                   "process %ld%s%s, which was writing it, is dead: its lock is taken over",
                   dead->pid, is_here(dead) ? "" : " on host ", is_here(dead) ? "" : dead->host);
}

/* Replaces the note of a dead process, with the kernel's lock held. */
static void renew_note(struct log_lock *lock, char why[LOG_WHY_BYTES])
{
    struct writer before;

    /* A living one writes a file that had this name before. */
    if (read_note(lock->note, &before) && !(is_here(&before) && may_live(&before)))
        say_taken_over(&before, why);
    (void)unlink(lock->note);
    if (write_note(lock->note) == 0)
        return;
    free(lock->note); /* a folder that cannot be written: the kernel's lock holds without it */
    lock->note = NULL;
}

/* Puts a note of this process in place of BEFORE, unless another process did so meanwhile. Returns
 * 0, or -1 with errno: EEXIST if another one has it now. */
static int exchange_note(const char *path, const struct writer *before)
{
    struct writer now;

    if (read_note(path, &now) && !is_same(&now, before)) {
        errno = EEXIST;
        return -1;
    }
    if (unlink(path) != 0 && errno != ENOENT)
        return -1;
    return write_note(path);
}

/* Does so with a second note that keeps others from it. */
static int replace_note(const char *path, const struct writer *before)
{
    char *guard = format_text("%s.take", path);
    int err = guard != NULL ? write_note(guard) : -1;

    if (err == 0) {
        err = exchange_note(path, before);
        int kept = errno;
        (void)unlink(guard);
        errno = kept;
    }
    free(guard);
    return err;
}

static int say_unlocked(const char *note, char why[LOG_WHY_BYTES])
{
    (void)snprintf(why, LOG_WHY_BYTES,
                   "its file system has no locks, and %s cannot be written (%s): another run into "
                   "it would not be seen",
                   note, strerror(errno));
    return 1;
}

static int refuse_by_note(const char *note, const struct writer *w, char why[LOG_WHY_BYTES])
{
    (void)refuse(note, 0, why);
    if (!is_here(w))
        format_append(why, LOG_WHY_BYTES, "; remove %s if that process is dead", note);
    return -1;
}

/* Another process is taking over the lock of a dead one, or was killed while it did. */
static int refuse_late(const char *note, char why[LOG_WHY_BYTES])
{
    (void)snprintf(why, LOG_WHY_BYTES, "another process takes it over; remove %s.take if none does",
                   note);
    return -1;
}

/* Locks by the note alone. Returns 0, -1 with the writer in WHY, or 1 with a remark there. */
static int lock_by_note(const char *note, char why[LOG_WHY_BYTES])
{
    struct writer before;

    if (write_note(note) == 0)
        return 0;
    if (errno != EEXIST)
        return say_unlocked(note, why);
    bool known = read_note(note, &before);
    if (known && may_live(&before))
        return refuse_by_note(note, &before, why);
    if (replace_note(note, &before) != 0)
        return errno == EEXIST ? refuse_late(note, why) : say_unlocked(note, why);
    if (known)
        say_taken_over(&before, why);
    return 0;
}

/* Returns the path of the note, for the caller to free; NULL for what has no name. */
static char *note_of(const char *path)
{
    char *real = path != NULL ? realpath(path, NULL) : NULL;
    char *note = real != NULL ? format_text("%s.lock", real) : NULL;

    free(real);
    return note;
}

/* Returns true for what two processes could mix their bytes in, and a lock can be had of. */
static bool is_lockable(int fd)
{
    struct stat facts;

    return fstat(fd, &facts) == 0 && (S_ISREG(facts.st_mode) || S_ISFIFO(facts.st_mode));
}

int log_lock(struct log_lock *lock, int fd, const char *path, char why[LOG_WHY_BYTES])
{
    long holder;
    int err = 0;

    why[0] = '\0';
    lock->note = NULL;
    if (!is_lockable(fd))
        return 0;
    enum kernel_answer answer = ask_kernel(fd, &holder);
    lock->note = note_of(path);
    if (answer == HELD)
        err = refuse(lock->note, holder, why);
    else if (lock->note != NULL && answer == LOCKED)
        renew_note(lock, why);
    else if (lock->note != NULL)
        err = lock_by_note(lock->note, why);
    if (err != 0) {
        free(lock->note);
        lock->note = NULL;
    }
    return err < 0 ? -1 : 0;
}

void log_unlock(struct log_lock *lock)
{
    struct writer me = this_process(), now;

    if (lock->note != NULL && read_note(lock->note, &now) && is_same(&now, &me))
        (void)unlink(lock->note);
    free(lock->note);
    lock->note = NULL;
}
