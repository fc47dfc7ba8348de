/* Finds and opens serial lines: by device or USB identity, UART or pseudo-terminal. */
#include "port.h"
#include "format.h"
#include "port_lock.h"
#include "port_uart.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

const char *const port_parities[] = { "none", "odd", "even", NULL };
const char *const port_flows[] = { "none", "rtscts", "xonxoff", NULL };

static bool read_hex(const char **at, unsigned *value)
{
    char *end;
    unsigned long number = strtoul(*at, &end, 16);
    size_t n = (size_t)(end - *at);

    if (n == 0 || n > 4 || strspn(*at, "0123456789abcdefABCDEF") != n)
        return false;
    *value = (unsigned)number;
    *at = end;
    return true;
}

bool port_usb_id_read(struct port_usb_id *id, const char *text)
{
    *id = (struct port_usb_id){ .vendor = 0 };
    if (!read_hex(&text, &id->vendor) || *text++ != ':' || !read_hex(&text, &id->product))
        return false;
    if (*text == '\0')
        return true;
    if (*text++ != ':' || *text == '\0' || strlen(text) >= sizeof id->serial)
        return false;
    (void)strcpy(id->serial, text);
    return true;
}

static bool id_matches(const struct port_usb_id *have, const struct port_usb_id *want)
{
    return have->vendor == want->vendor && have->product == want->product &&
           (want->serial[0] == '\0' || strcasecmp(have->serial, want->serial) == 0);
}

static void add_name(char why[PORT_WHY_BYTES], const char *separator, const struct port_usb *usb)
{
    format_append(why, PORT_WHY_BYTES, "%s%s (%04x:%04x:%s)", separator, usb->device,
                  usb->id.vendor, usb->id.product, usb->id.serial);
}

static void say_all(char why[PORT_WHY_BYTES], const struct port_usb *list, size_t n,
                    const struct port_usb_id *want)
{
    const char *separator = " ";

    for (size_t i = 0; i < n; i++) {
        if (want != NULL && !id_matches(&list[i].id, want))
            continue;
        add_name(why, separator, &list[i]);
        separator = ", ";
    }
}

const struct port_usb *port_choose(const struct port_usb *list, size_t n,
                                   const struct port_usb_id *id, char why[PORT_WHY_BYTES])
{
    const struct port_usb *found = NULL;
    unsigned n_found = 0;

    for (size_t i = 0; i < n; i++) {
        if (!id_matches(&list[i].id, id))
            continue;
        found = &list[i];
        n_found++;
    }
    if (n_found == 1)
        return found;
    (void)snprintf(why, PORT_WHY_BYTES, "usb %04x:%04x%s%s: ", id->vendor, id->product,
                   id->serial[0] != '\0' ? ":" : "", id->serial);
    if (n_found > 1) {
        format_append(why, PORT_WHY_BYTES, "%u ports match; name one:", n_found);
        say_all(why, list, n, id);
    } else {
        format_append(why, PORT_WHY_BYTES, "no such port; there %s:", n == 1 ? "is" : "are");
        say_all(why, list, n, NULL);
        format_append(why, PORT_WHY_BYTES, "%s", n == 0 ? " none" : "");
    }
    return NULL;
}

static int find_usb(const struct port_setup *setup, char device[PORT_NAME_BYTES],
                    char why[PORT_WHY_BYTES])
{
    struct port_usb_id id;
    struct port_usb *list = NULL;

    if (!port_usb_id_read(&id, setup->name)) {
        (void)snprintf(why, PORT_WHY_BYTES, "%s: no VENDOR:PRODUCT[:SERIAL]", setup->name);
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
    if (stat(device, &facts) != 0)
        return refuse_errno(device, why);
    if (!S_ISCHR(facts.st_mode)) {
        (void)snprintf(why, PORT_WHY_BYTES, "%s: no serial line", device);
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

/* Speed and parity mean nothing on a pseudo-terminal. */
static int open_pty(struct port *port, const struct port_setup *setup, char why[PORT_WHY_BYTES])
{
    struct termios t;

    port->fd = open(port->device, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (port->fd < 0)
        return refuse_errno(port->device, why);
    if (tcgetattr(port->fd, &t) == 0) {
        cfmakeraw(&t);
        t.c_cflag |= CLOCAL | CREAD;
        if (strcmp(setup->flow, "xonxoff") == 0)
            t.c_iflag |= IXON | IXOFF;
        if (tcsetattr(port->fd, TCSANOW, &t) == 0)
            return 0;
    }
    int answer = refuse_errno(port->device, why);
    (void)close(port->fd);
    port->fd = -1;
    return answer;
}

int port_open(struct port *port, const struct port_setup *setup, char why[PORT_WHY_BYTES])
{
    *port = (struct port){ .fd = -1, .lock_fd = -1 };
    if (port_device(setup, port->device, why) != 0 || port_lock(port, port->device, why) != 0)
        return -1;
    int err = is_pty(port->device) ? open_pty(port, setup, why) : port_uart_open(port, setup, why);
    if (err != 0)
        port_unlock(port);
    return err;
}

/* Unlocks first: once a line that was unplugged is closed, its name may mean another one. */
void port_close(struct port *port)
{
    port_unlock(port);
    if (port->uart != NULL)
        port_uart_close(port);
    else if (port->fd >= 0)
        (void)close(port->fd);
    port->fd = -1;
}
