/* Serial lines: finds, locks, opens and sets up one, and ends with a descriptor for poll(). */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>

/* Real UARTs are opened through libserialport where the build has it, pseudo-terminals through
 * termios. */

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

struct port {
    int fd;                       /* reads and writes do not block; -1: not open */
    char device[PORT_NAME_BYTES]; /* what was opened */
    void *uart;                   /* libserialport's; NULL for a pseudo-terminal */
    int lock_fd;                  /* of port_lock.h; -1: not locked */
    char lock[PORT_NAME_BYTES];   /* path of the lock file */
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

/* Finds the device that SETUP means and opens nothing. Returns 0, or -1 with WHY filled. */
int port_device(const struct port_setup *setup, char device[PORT_NAME_BYTES],
                char why[PORT_WHY_BYTES]);
/* Finds, locks, opens and sets up the line. Returns 0, or -1 with WHY filled and nothing open. */
int port_open(struct port *port, const struct port_setup *setup, char why[PORT_WHY_BYTES]);
/* Gives back what port_open() took; the descriptor may be closed already (fd -1). */
void port_close(struct port *port);

#endif
