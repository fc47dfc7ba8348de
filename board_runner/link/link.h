/* A link: where a board's bytes come from, how it is told something and how it is stopped. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <sys/types.h>

/* Each kind of link is a file: process.c, serial.c, none.c. */

struct link;
struct port;

struct link_kind {
    /* The end of the board's program cannot be seen: after its last word it is left alone. */
    bool endless;
    /* Asks the board to stop. */
    void (*stop)(struct link *link);
    /* Makes the board stop. */
    void (*kill)(struct link *link);
    /* Returns true once nothing runs any more; only then do the next two tell how it ended. */
    bool (*has_ended)(struct link *link);
    /* Returns NULL for a good end, else the reason ("ended with status 3"), kept in the link. */
    const char *(*end_text)(struct link *link);
    /* Returns NULL unless the link broke, else how ("/dev/ttyUSB0 is gone"), kept in the link. */
    const char *(*lost_text)(struct link *link);
    /* Gives everything back. Writes a message when something cannot be stopped, and does not wait
     * for it. */
    void (*close)(struct link *link);
};

struct link {
    const struct link_kind *kind;
    int stream_fd;   /* the record stream, not blocking; -1 after its end */
    int messages_fd; /* words for a person, not blocking; -1 after their end */
    int input_fd;    /* what the board is told, not blocking; -1: it cannot be told anything */
    pid_t pid;       /* this and the rest belong to the kinds */
    struct port *port;
    char text[320];
};

/* Makes *LINK a link that leads nowhere, for the time before there is a real one. */
void link_none(struct link *link);

#endif
