/* Serial lines: finds one by device or USB identity, locks, opens and sets it up, as a link. */
#include "port.h"
#include "say.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
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

/* ---- open and close ---- */

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

/* ---- one program a line ---- */

/* Follows the process number in our lock files: they are valid while flock() is held. */
static const char own[] = "board_runner";

/* Fills in the path of the lock file, which has the device's real name: a link has another. */
static void name_lock(struct port *port)
{
    char *real = realpath(port->device, NULL);
    const char *name = real != NULL ? real : port->device;
    const char *dir = access("/run/lock", W_OK) == 0 ? "/run/lock" : "/tmp";

    name += strncmp(name, "/dev/", 5) == 0 ? 5 : 0;
    (void)snprintf(port->lock_path, sizeof port->lock_path, "%s/LCK..%s", dir, name);
    for (char *slash = port->lock_path + strlen(dir) + 1; *slash != '\0'; slash++)
        if (*slash == '/')
            *slash = '_';
    free(real);
}

/* Returns the process that the lock file names; 0: none. *OURS: board_runner wrote it. */
static long lock_owner(const struct port *port, bool *ours)
{
    char text[64] = "";
    int fd = open(port->lock_path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;

    if (fd >= 0)
        (void)close(fd);
    *ours = n > 0 && strstr(text, own) != NULL;
    return n > 0 ? strtol(text, NULL, 10) : 0;
}

static void unlock(struct port *port)
{
    bool ours;

    if (port->lock_fd < 0)
        return;
    if (lock_owner(port, &ours) == (long)getpid())
        (void)unlink(port->lock_path);
    (void)close(port->lock_fd);
    port->lock_fd = -1;
}

/* Returns 0, or -1 with the owner in WHY. A device that cannot be opened is left to port_open(). */
static int lock(struct port *port, char why[PORT_WHY_BYTES])
{
    bool ours;

    name_lock(port);
    long pid = lock_owner(port, &ours);
    bool theirs = pid > 0 && !ours && (kill((pid_t)pid, 0) == 0 || errno == EPERM);
    port->lock_fd = theirs ? -1 : open(port->device, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    bool taken = theirs || (port->lock_fd < 0 ? errno == EBUSY
                                              : flock(port->lock_fd, LOCK_EX | LOCK_NB) != 0);
    if (taken) {
        if (port->lock_fd >= 0)
            (void)close(port->lock_fd);
        port->lock_fd = -1;
        (void)snprintf(why, PORT_WHY_BYTES, "%s is in use by ", port->device);
        if (pid > 0)
            format_append(why, PORT_WHY_BYTES, "process %ld", pid);
        else
            format_append(why, PORT_WHY_BYTES, "another program");
        return -1;
    }
    /* Where another user's dead process left a file that cannot be removed, flock() has to do. */
    (void)unlink(port->lock_path);
    int fd = port->lock_fd < 0
                 ? -1
                 : open(port->lock_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd >= 0) {
        (void)dprintf(fd, "%10ld %s\n", (long)getpid(), own);
        (void)close(fd);
    }
    return 0;
}

int port_open(struct port *port, const struct port_setup *setup, char why[PORT_WHY_BYTES])
{
    *port = (struct port){ .fd = -1, .lock_fd = -1 };
    if (port_device(setup, port->device, why) != 0 || lock(port, why) != 0)
        return -1;
    if (is_pty(port->device))
        port->fd = open_pty(port->device, setup, why);
    else
        port->uart = port_uart_open(port->device, setup, &port->fd, why);
    if (port->fd >= 0)
        return 0;
    unlock(port);
    return -1;
}

/* Unlocks first: once a line that was unplugged is closed, its name may mean another one. */
void port_close(struct port *port)
{
    unlock(port);
    if (port->uart != NULL)
        port_uart_close(port->uart);
    else if (port->fd >= 0)
        (void)close(port->fd);
    port->uart = NULL;
    port->fd = -1;
}

/* ---- as a link ---- */

/* Does nothing: a board cannot be stopped through its serial line. */
static void leave_alone(struct link *link)
{
    (void)link;
}

static bool has_ended(struct link *link)
{
    return link->stream_fd < 0;
}

static const char *end_text(struct link *link)
{
    (void)link;
    return NULL;
}

static const char *lost_text(struct link *link)
{
    if (link->stream_fd >= 0)
        return NULL;
    (void)snprintf(link->text, sizeof link->text, "%s is gone", link->port->device);
    return link->text;
}

static void close_link(struct link *link)
{
    if (link->stream_fd >= 0)
        (void)close(link->stream_fd);
    link->stream_fd = link->input_fd = -1;
    port_close(link->port);
}

static const struct link_kind link_port = { true,     leave_alone, leave_alone, has_ended,
                                            end_text, lost_text,   close_link };

/* Duplicates the descriptor: a reader closes its own when the line ends, the port keeps one. */
int link_serial_start(struct link *link, struct port *port)
{
    int fd = fcntl(port->fd, F_DUPFD_CLOEXEC, 0);

    if (fd < 0)
        return errno;
    *link = (struct link){
        .kind = &link_port, .stream_fd = fd, .messages_fd = -1, .input_fd = port->fd, .port = port
    };
    return 0;
}
