/* Locks of logs: one board_runner writes a log. */
#ifndef LOG_LOCK_H
#define LOG_LOCK_H

/* The kernel holds the lock on the file itself, whatever its name is, until its process ends in any
 * way. LOG.lock beside it, with process number, start of the process and host, is for messages; on
 * a file system that has no locks it is the lock. */

enum { LOG_WHY_BYTES = 1024 };

struct log_lock {
    char *note; /* path of LOG.lock while it is ours; NULL: none */
};

/* Locks FD, a log open for writing, that PATH names (NULL: standard output, which has no LOG.lock).
 * A terminal and other devices need no lock. Returns 0 with "", or a remark for a person, in WHY:
 * that a dead process left a lock, which is taken over, or that nothing here can lock. Returns -1
 * with the process that writes the log in WHY. */
int log_lock(struct log_lock *lock, int fd, const char *path, char why[LOG_WHY_BYTES]);
/* Removes LOG.lock. The kernel's lock ends when FD is closed: call this first. */
void log_unlock(struct log_lock *lock);

#endif
