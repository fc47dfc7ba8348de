#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>

/* Serial lines: real UARTs through libserialport where the build has it, pseudo-terminals through
 * termios. Both end as a descriptor for poll(). */

enum { PORT_NAME_BYTES = 256, PORT_SERIAL_BYTES = 64, PORT_WHY_BYTES = 768 };

/* A port on USB: what it is known by, whatever number its device got. */
struct port_usb_id {
    unsigned vendor, product;
    char serial[PORT_SERIAL_BYTES]; /* "": any */
};

struct port_usb {
    char device[PORT_NAME_BYTES];
    struct port_usb_id id;
};

/* How a line is set up. Texts are the caller's. */
struct port_setup {
    const char *name; /* a device, or VENDOR:PRODUCT[:SERIAL] where IS_USB */
    bool is_usb;
    unsigned baud;
    const char *parity; /* of port_parities */
    const char *flow;   /* of port_flows */
};

struct port {
    int fd;                       /* reads and writes do not block; -1: not open */
    char device[PORT_NAME_BYTES]; /* what was opened */
    void *uart;                   /* libserialport's; NULL for a pseudo-terminal */
    int lock_fd;
    char lock[PORT_NAME_BYTES];
};

/* The words for parity and for flow control, NULL after the last; the first means none. */
extern const char *const port_parities[], *const port_flows[];

/* VENDOR:PRODUCT[:SERIAL], hex and hex; false when TEXT is no such thing. */
bool port_usb_id_read(struct port_usb_id *id, const char *text);
/* The one of the N ports in LIST that ID means; NULL with WHY filled when there is none or more
 * than one, which are all named then. */
const struct port_usb *port_choose(const struct port_usb *list, size_t n,
                                   const struct port_usb_id *id, char why[PORT_WHY_BYTES]);

/* The device that SETUP means to DEVICE. 0, or -1 with WHY filled. Opens nothing. */
int port_device(const struct port_setup *setup, char device[PORT_NAME_BYTES],
                char why[PORT_WHY_BYTES]);
/* Finds, locks, opens and sets up the line. 0, or -1 with WHY filled and nothing open. */
int port_open(struct port *port, const struct port_setup *setup, char why[PORT_WHY_BYTES]);
/* Gives back what port_open() took; the descriptor may be closed already (fd -1). */
void port_close(struct port *port);

#endif
