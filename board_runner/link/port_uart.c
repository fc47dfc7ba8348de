/* UARTs through libserialport. */
#include "port.h"
#include "say.h"
#include <errno.h>
#include <grp.h>
#include <libserialport.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *port_uart_missing(void)
{
    return NULL;
}

/* Fills *USB with PORT's device and identity. Returns false when PORT is not on USB. */
static bool usb_of(struct port_usb *usb, const struct sp_port *port)
{
    int vendor, product;

    if (sp_get_port_transport(port) != SP_TRANSPORT_USB ||
        sp_get_port_usb_vid_pid(port, &vendor, &product) != SP_OK)
        return false;
    const char *serial = sp_get_port_usb_serial(port);
    *usb = (struct port_usb){ .id = { (unsigned)vendor, (unsigned)product, "" } };
    (void)snprintf(usb->device, sizeof usb->device, "%s", sp_get_port_name(port));
    (void)snprintf(usb->id.serial, sizeof usb->id.serial, "%s", serial != NULL ? serial : "");
    return true;
}

long port_uart_list(struct port_usb **list, char why[PORT_WHY_BYTES])
{
    struct sp_port **ports = NULL;
    size_t n_all = 0, n = 0;

    *list = NULL;
    if (sp_list_ports(&ports) != SP_OK) {
        (void)snprintf(why, PORT_WHY_BYTES, "the serial ports cannot be listed");
        return -1;
    }
    while (ports[n_all] != NULL)
        n_all++;
    *list = calloc(n_all + 1, sizeof **list);
    for (size_t i = 0; i < n_all && *list != NULL; i++)
        n += usb_of(&(*list)[n], ports[i]);
    sp_free_port_list(ports);
    return (long)n;
}

void port_uart_names(char why[PORT_WHY_BYTES])
{
    struct sp_port **ports = NULL;
    const char *separator = "; serial ports here: ";

    if (sp_list_ports(&ports) != SP_OK)
        return;
    for (size_t i = 0; ports[i] != NULL; i++) {
        const char *about = sp_get_port_description(ports[i]);

        format_append(why, PORT_WHY_BYTES, "%s%s%s%s%s", separator, sp_get_port_name(ports[i]),
                      about != NULL ? " (" : "", about != NULL ? about : "",
                      about != NULL ? ")" : "");
        separator = ", ";
    }
    if (ports[0] == NULL)
        format_append(why, PORT_WHY_BYTES, "; there is no serial port here: is it plugged in?");
    sp_free_port_list(ports);
}

/* Appends the group that may use DEVICE, where this user may not. */
static void add_group(const char *device, char why[PORT_WHY_BYTES])
{
    struct stat facts;

    if (access(device, R_OK | W_OK) == 0 || errno != EACCES || stat(device, &facts) != 0)
        return;
    const struct group *group = getgrgid(facts.st_gid);
    if (group != NULL)
        format_append(why, PORT_WHY_BYTES, " (the group %s may use it)", group->gr_name);
}

static enum sp_parity parity_of(const char *word)
{
    return strcmp(word, "odd") == 0    ? SP_PARITY_ODD
           : strcmp(word, "even") == 0 ? SP_PARITY_EVEN
                                       : SP_PARITY_NONE;
}

static enum sp_flowcontrol flow_of(const char *word)
{
    return strcmp(word, "rtscts") == 0    ? SP_FLOWCONTROL_RTSCTS
           : strcmp(word, "xonxoff") == 0 ? SP_FLOWCONTROL_XONXOFF
                                          : SP_FLOWCONTROL_NONE;
}

static enum sp_return set_up(struct sp_port *uart, const struct port_setup *setup)
{
    enum sp_return err = sp_set_baudrate(uart, (int)setup->baud);

    if (err == SP_OK)
        err = sp_set_bits(uart, 8);
    if (err == SP_OK)
        err = sp_set_stopbits(uart, 1);
    if (err == SP_OK)
        err = sp_set_parity(uart, parity_of(setup->parity));
    if (err == SP_OK)
        err = sp_set_flowcontrol(uart, flow_of(setup->flow));
    return err;
}

static void say_refused(const char *device, enum sp_return err, char why[PORT_WHY_BYTES])
{
    char *text = err == SP_ERR_FAIL ? sp_last_error_message() : NULL;

    (void)snprintf(why, PORT_WHY_BYTES, "%s: %s", device,
                   text != NULL         ? text
                   : err == SP_ERR_SUPP ? "the line does not support these settings"
                                        : "not a serial line");
    if (text != NULL)
        sp_free_error_message(text);
    add_group(device, why);
}

void *port_uart_open(const char *device, const struct port_setup *setup, int *fd,
                     char why[PORT_WHY_BYTES])
{
    struct sp_port *uart = NULL;
    enum sp_return err = sp_get_port_by_name(device, &uart);

    if (err == SP_OK)
        err = sp_open(uart, SP_MODE_READ_WRITE);
    if (err == SP_OK)
        err = set_up(uart, setup);
    if (err == SP_OK)
        err = sp_get_port_handle(uart, fd);
    if (err == SP_OK)
        return uart;
    *fd = -1;
    say_refused(device, err, why);
    port_uart_close(uart);
    return NULL;
}

void port_uart_close(void *uart)
{
    if (uart == NULL)
        return;
    (void)sp_close(uart);
    sp_free_port(uart);
}
