/* Locks of serial lines: one program a line. */
#ifndef PORT_LOCK_H
#define PORT_LOCK_H

#include "port_setup.h"

/* The lock is the file that terminal programs look for, too: /run/lock/LCK..ttyUSB0 with the
 * owner's process number in ten columns (Filesystem Hierarchy Standard, 5.9). flock() holds it
 * besides, so that the lock of a killed program does not last. */

struct port_lock {
    int fd; /* -1: not locked */
    char path[PORT_NAME_BYTES];
};

/* Locks DEVICE. Returns 0, or -1 with its owner, or another cause, in WHY. */
int port_lock(struct port_lock *lock, const char *device, char why[PORT_WHY_BYTES]);
/* Gives the lock back; does nothing where there is none. */
void port_unlock(struct port_lock *lock);

#endif
