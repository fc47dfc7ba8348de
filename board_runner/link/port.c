/* Finds and opens serial lines: by device or USB identity, UART or pseudo-terminal. */
#include "port.h"
#include "format.h"
#include "port_uart.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

static int find_usb(const struct port_setup *setup, char device[PORT_NAME_BYTES],
                    char why[PORT_WHY_BYTES])
{
    struct port_usb_id id;
    struct port_usb *list = NULL;

    if (!port_usb_id_read(&id, setup->name)) {
        (void)snprintf(why, PORT_WHY_BYTES, "%s: expected VENDOR:PRODUCT[:SERIAL]", setup->name);
        return -1;
    }
    long n = port_uart_list(&list, why);
    const struct port_usb *found = n >= 0 ? port_choose(list, (size_t)n, &id, why) : NULL;
    if (found != NULL)
        (void)snprintf(device, PORT_NAME_BYTES, "%s", found->device);
    free(list);
    return found != NULL ? 0 : -1;
}

static int refuse_errno(const char *device, char why[PORT_WHY_BYTES])
{
    (void)snprintf(why, PORT_WHY_BYTES, "%s: %s", device, strerror(errno));
    return -1;
}

int port_device(const struct port_setup *setup, char device[PORT_NAME_BYTES],
                char why[PORT_WHY_BYTES])
{
    struct stat facts;

    if (setup->is_usb)
        return find_usb(setup, device, why);
    (void)snprintf(device, PORT_NAME_BYTES, "%s", setup->name);
    if (stat(device, &facts) != 0) {
        int err = errno;

        (void)refuse_errno(device, why);
        if (err == ENOENT)
            port_uart_names(why);
        return -1;
    }
    if (!S_ISCHR(facts.st_mode)) {
        (void)snprintf(why, PORT_WHY_BYTES, "%s: not a serial line", device);
        return -1;
    }
    return 0;
}

/* Majors 136 to 143 are Unix98 pseudo-terminals (Linux, Documentation/admin-guide/devices.txt). */
static bool is_pty(const char *device)
{
    struct stat facts;

    return stat(device, &facts) == 0 && major(facts.st_rdev) >= 136 && major(facts.st_rdev) <= 143;
}

/* Speed and parity mean nothing on a pseudo-terminal. Returns its descriptor, or -1 with WHY. */
static int open_pty(const char *device, const struct port_setup *setup, char why[PORT_WHY_BYTES])
{
    struct termios t;
    int fd = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);

    if (fd < 0)
        return refuse_errno(device, why);
    if (tcgetattr(fd, &t) == 0) {
        cfmakeraw(&t);
        t.c_cflag |= CLOCAL | CREAD;
        if (strcmp(setup->flow, "xonxoff") == 0)
            t.c_iflag |= IXON | IXOFF;
        if (tcsetattr(fd, TCSANOW, &t) == 0)
            return fd;
    }
    (void)refuse_errno(device, why);
    (void)close(fd);
    return -1;
}

int port_open(struct port *port, const struct port_setup *setup, char why[PORT_WHY_BYTES])
{
    *port = (struct port){ .fd = -1, .lock.fd = -1 };
    if (port_device(setup, port->device, why) != 0 ||
        port_lock(&port->lock, port->device, why) != 0)
        return -1;
    if (is_pty(port->device))
        port->fd = open_pty(port->device, setup, why);
    else
        port->uart = port_uart_open(port->device, setup, &port->fd, why);
    if (port->fd >= 0)
        return 0;
    port_unlock(&port->lock);
    return -1;
}

/* Unlocks first: once a line that was unplugged is closed, its name may mean another one. */
void port_close(struct port *port)
{
    port_unlock(&port->lock);
    if (port->uart != NULL)
        port_uart_close(port->uart);
    else if (port->fd >= 0)
        (void)close(port->fd);
    port->uart = NULL;
    port->fd = -1;
}
