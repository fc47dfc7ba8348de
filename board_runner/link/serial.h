#ifndef LINK_PORT_H
#define LINK_PORT_H

#include "link.h"
#include "port.h"

/* Makes *LINK the way to the board on PORT, which is open and which link->kind->close() closes. 0,
 * or an errno with PORT as it was. */
int link_serial_start(struct link *link, struct port *port);

#endif
