/* A build without libserialport: every UART is refused with the reason. */
#include "port_uart.h"
#include <stdio.h>

static int refuse_without_uart(char why[PORT_WHY_BYTES])
{
    (void)snprintf(why, PORT_WHY_BYTES, "%s", port_uart_missing());
    return -1;
}

const char *port_uart_missing(void)
{
    return "built without libserialport: serial lines other than pseudo-terminals cannot be used";
}

long port_uart_list(struct port_usb **list, char why[PORT_WHY_BYTES])
{
    *list = NULL;
    return refuse_without_uart(why);
}

int port_uart_open(struct port *port, const struct port_setup *setup, char why[PORT_WHY_BYTES])
{
    (void)port;
    (void)setup;
    return refuse_without_uart(why);
}

void port_uart_close(struct port *port)
{
    (void)port;
}
