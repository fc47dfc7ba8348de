#ifndef PORT_LOCK_H
#define PORT_LOCK_H

#include "port.h"

/* One program a serial line. The lock is the file that terminal programs look for, too
 * (/run/lock/LCK..ttyUSB0, the owner's process number in ten columns: the Filesystem Hierarchy
 * Standard, 5.9), held by flock() besides, so that a lock of a killed program does not last. */

/* Locks DEVICE into *PORT. 0, or -1 with WHY filled: by whom it is in use. */
int port_lock(struct port *port, const char *device, char why[PORT_WHY_BYTES]);
void port_unlock(struct port *port);

#endif
