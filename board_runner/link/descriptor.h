/* File descriptors: pipes, reading what is there, closing once. */
#ifndef DESCRIPTOR_H
#define DESCRIPTOR_H

#include <stddef.h>

/* Opens a pipe whose ends no other program inherits. Returns 0, or an errno with both ends -1. */
int descriptor_pipe(int ends[2]);
/* Makes reads and writes of FD return at once. */
void descriptor_unblock(int fd);
/* Reads at most ROOM bytes that are there on *FD. Returns their number, 0 for none; at the end of
 * the file, or after an error, closes *FD and makes it -1. */
size_t descriptor_read(int *fd, char *bytes, size_t room);
/* Closes *FD, unless it is -1, and makes it -1. */
void descriptor_close(int *fd);

#endif
