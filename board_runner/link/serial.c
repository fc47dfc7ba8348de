/* A board on a serial line: it can be heard and told, never stopped. */
#include "serial.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

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
