/* Serial lines: finds, locks, opens and sets up one, and ends with a descriptor for poll(). */
#ifndef PORT_H
#define PORT_H

#include "port_lock.h"
#include "port_setup.h"

/* Real UARTs are opened through libserialport where the build has it, pseudo-terminals through
 * termios. */

struct port {
    int fd;                       /* reads and writes do not block; -1: not open */
    char device[PORT_NAME_BYTES]; /* what was opened */
    void *uart;                   /* of port_uart_open(); NULL for a pseudo-terminal */
    struct port_lock lock;
};

/* Finds the device that SETUP means and opens nothing. Returns 0, or -1 with WHY filled. */
int port_device(const struct port_setup *setup, char device[PORT_NAME_BYTES],
                char why[PORT_WHY_BYTES]);
/* Finds, locks, opens and sets up the line. Returns 0, or -1 with WHY filled and nothing open. */
int port_open(struct port *port, const struct port_setup *setup, char why[PORT_WHY_BYTES]);
/* Gives back what port_open() took; the descriptor may be closed already (fd -1). */
void port_close(struct port *port);

#endif
