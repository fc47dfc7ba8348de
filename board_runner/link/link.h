/* A link: where a board's bytes come from, how it gets input and how it is stopped. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stddef.h>
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
    /* Returns true once nothing runs any more; only then do the next two say how it ended. */
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
    int input_fd;    /* the board's input, not blocking; -1: it has none */
    pid_t pid;       /* this and the rest belong to the kinds */
    struct port *port;
    char text[320];
};

/* Makes *LINK a link that leads nowhere, for the time before there is a real one. */
void link_none(struct link *link);

/* ---- descriptors ---- */

/* Opens a pipe whose ends no other program inherits. Returns 0, or an errno with both ends -1. */
int descriptor_pipe(int ends[2]);
/* Makes reads and writes of FD return at once. */
void descriptor_unblock(int fd);
/* Reads at most ROOM bytes that are there on *FD. Returns their number, 0 for none; at the end of
 * the file, or after an error, closes *FD and makes it -1. */
size_t descriptor_read(int *fd, char *bytes, size_t room);
/* Closes *FD, unless it is -1, and makes it -1. */
void descriptor_close(int *fd);

/* ---- a process ---- */

/* Starts ARGV (argv[0] is looked up in PATH) as a process group of its own. Its standard output is
 * the stream, its standard error the messages; its standard input is the link's input where
 * WITH_INPUT, else empty. Fills *LINK, for link->kind->close(). Returns 0, or an errno with nothing
 * started. */
int link_process_start(struct link *link, char *const *argv, bool with_input);
/* Returns the status that LINK's process ended with; -1 while it runs, or when a signal ended it.
 */
int link_process_status(struct link *link);

#endif
