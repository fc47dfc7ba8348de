#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <sys/types.h>

/* The way to a board: where its bytes come from and how it is stopped. Each kind is one
 * link_<kind>.c. */

struct link;

struct link_kind {
    /* Asks the board to stop. */
    void (*stop)(struct link *link);
    /* Makes it stop. */
    void (*kill)(struct link *link);
    /* Whether nothing runs any more; then and only then end_text() tells how it ended. */
    bool (*has_ended)(struct link *link);
    /* NULL when it ended well, else what happened: "ended with status 3" (the link's memory). */
    const char *(*end_text)(struct link *link);
    /* Gives everything back; says so when something cannot be stopped, and does not wait for it. */
    void (*close)(struct link *link);
};

struct link {
    const struct link_kind *kind;
    int stream_fd;   /* the record stream, not blocking; -1 after its end */
    int messages_fd; /* words for a person, not blocking; -1 when there are none any more */
    pid_t pid;       /* link_process's own, as is the text */
    char text[64];
};

#endif
