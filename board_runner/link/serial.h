/* A board on a serial line as a link. */
#ifndef LINK_SERIAL_H
#define LINK_SERIAL_H

#include "link.h"
#include "port.h"

/* Makes *LINK the link over PORT, which is open and which link->kind->close() closes. Returns 0, or
 * an errno with PORT as it was. */
int link_serial_start(struct link *link, struct port *port);

#endif
