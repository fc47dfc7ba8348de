/* A build without libserialport: every UART is refused with the reason. */
#include "port.h"
#include <stdio.h>

static void say_missing(char why[PORT_WHY_BYTES])
{
    (void)snprintf(why, PORT_WHY_BYTES, "%s", port_uart_missing());
}

const char *port_uart_missing(void)
{
    return "built without libserialport: serial lines other than pseudo-terminals cannot be used; "
           "install it (Debian's libserialport-dev) and build again";
}

long port_uart_list(struct port_usb **list, char why[PORT_WHY_BYTES])
{
    *list = NULL;
    say_missing(why);
    return -1;
}

void port_uart_names(char why[PORT_WHY_BYTES])
{
    (void)why; /* nobody knows them */
}

void *port_uart_open(const char *device, const struct port_setup *setup, int *fd,
                     char why[PORT_WHY_BYTES])
{
    (void)device;
    (void)setup;
    *fd = -1;
    say_missing(why);
    return NULL;
}

void port_uart_close(void *uart)
{
    (void)uart;
}
