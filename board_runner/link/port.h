/* Serial lines: a device or a USB identity, its settings, and the link over it. */
#ifndef PORT_H
#define PORT_H

#include "link.h"
#include <stdbool.h>
#include <stddef.h>

enum { PORT_NAME_BYTES = 256, PORT_SERIAL_BYTES = 64, PORT_WHY_BYTES = 768 };

/* The identity of a port on USB, whatever number its device got. */
struct port_usb_id {
    unsigned vendor, product;
    char serial[PORT_SERIAL_BYTES]; /* "": any */
};

struct port_usb {
    char device[PORT_NAME_BYTES];
    struct port_usb_id id;
};

/* The settings of a line. Texts are the caller's. */
struct port_setup {
    const char *name; /* a device, or VENDOR:PRODUCT[:SERIAL] where is_usb */
    bool is_usb;
    unsigned baud;
    const char *parity; /* of port_parities */
    const char *flow;   /* of port_flows */
};

/* The words for parity and for flow control, NULL after the last; the first means none. */
extern const char *const port_parities[], *const port_flows[];

/* Reads VENDOR:PRODUCT[:SERIAL], hexadecimal but for SERIAL. Returns false when TEXT is no such
 * thing. */
bool port_usb_id_read(struct port_usb_id *id, const char *text);
/* Returns the one of the N ports in LIST that matches ID. Returns NULL when none or several match,
 * with all of them named in WHY. */
const struct port_usb *port_choose(const struct port_usb *list, size_t n,
                                   const struct port_usb_id *id, char why[PORT_WHY_BYTES]);

/* ---- a line ---- */

/* Real UARTs are opened through libserialport where the build has it, pseudo-terminals through
 * termios. */

struct port {
    int fd;                               /* reads and writes do not block; -1: not open */
    char device[PORT_NAME_BYTES];         /* what was opened */
    void *uart;                           /* of port_uart_open(); NULL for a pseudo-terminal */
    int lock_fd;                          /* of the device, with flock(); -1: not open */
    char lock_path[PORT_NAME_BYTES + 16]; /* of the lock file that terminal programs know */
};

/* Finds the device that SETUP means and opens nothing. Returns 0, or -1 with WHY filled. */
int port_device(const struct port_setup *setup, char device[PORT_NAME_BYTES],
                char why[PORT_WHY_BYTES]);
/* Finds, locks, opens and sets up the line. flock() of the device keeps other runs of this program
 * away. Terminal programs look for the lock file /run/lock/LCK..ttyUSB0 with the owner's process
 * number in ten columns (Filesystem Hierarchy Standard, 5.9): theirs is respected while its process
 * lives, and one is written for them. Returns 0, or -1 with WHY filled and nothing open. */
int port_open(struct port *port, const struct port_setup *setup, char why[PORT_WHY_BYTES]);
/* Gives back what port_open() took; the descriptor may be closed already (fd -1). */
void port_close(struct port *port);

/* ---- a line as a link ---- */

/* Makes *LINK the link over PORT, which is open and which link->kind->close() closes. Returns 0, or
 * an errno with PORT as it was. */
int link_serial_start(struct link *link, struct port *port);

/* ---- real UARTs: port_uart.c, or port_no_uart.c for a build without libserialport ---- */

/* Lists the ports on USB in *LIST, for the caller to free. Returns their number, or -1 with WHY
 * filled. */
long port_uart_list(struct port_usb **list, char why[PORT_WHY_BYTES]);
/* Appends to WHY which serial ports there are. */
void port_uart_names(char why[PORT_WHY_BYTES]);
/* Opens DEVICE and sets it up; reads and writes of *FD do not block. Returns a handle for
 * port_uart_close(), or NULL with WHY filled and *FD -1. */
void *port_uart_open(const char *device, const struct port_setup *setup, int *fd,
                     char why[PORT_WHY_BYTES]);
/* Closes UART and its descriptor. */
void port_uart_close(void *uart);
/* Returns NULL, or why this build knows no UARTs. A literal. */
const char *port_uart_missing(void);

#endif
