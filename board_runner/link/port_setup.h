/* Serial lines by name: a device or a USB identity, and the settings of a line. */
#ifndef PORT_SETUP_H
#define PORT_SETUP_H

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

#endif
