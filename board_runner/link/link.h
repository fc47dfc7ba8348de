#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <sys/types.h>

/* The way to a board: where its bytes come from, how it is told something and how it is stopped.
 * Each kind is one link_<kind>.c. */

struct link;
struct port;

struct link_kind {
    /* The board's program has no end that can be seen: after its last word it is left alone. */
    bool endless;
    /* Asks the board to stop. */
    void (*stop)(struct link *link);
    /* Makes it stop. */
    void (*kill)(struct link *link);
    /* Whether nothing runs any more; then and only then the two below tell how it ended. */
    bool (*has_ended)(struct link *link);
    /* NULL when it ended well, else what happened: "ended with status 3" (the link's memory). */
    const char *(*end_text)(struct link *link);
    /* NULL unless the way to the board broke: "/dev/ttyUSB0 is gone" (the link's memory). */
    const char *(*lost_text)(struct link *link);
    /* Gives everything back; says so when something cannot be stopped, and does not wait for it. */
    void (*close)(struct link *link);
};

struct link {
    const struct link_kind *kind;
    int stream_fd;   /* the record stream, not blocking; -1 after its end */
    int messages_fd; /* words for a person, not blocking; -1 when there are none any more */
    int input_fd;    /* what the board is told, not blocking; -1: it cannot be told anything */
    pid_t pid;       /* these are the kinds' own */
    struct port *port;
    char text[320];
};

/* A link that leads nowhere, for what happens before there is one. */
void link_none(struct link *link);

#endif
