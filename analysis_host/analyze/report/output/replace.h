/* Writes an output: a file is replaced as a whole, what is no file is written as it is. */
#ifndef OUTPUT_REPLACE_H
#define OUTPUT_REPLACE_H

#include <stddef.h>

/* Makes FILE hold the N bytes of TEXT, or leaves it as it was: they are written beside it, then
 * renamed, and a signal that ends the program waits for that. A new file's mode is as the umask
 * says, an old one's stays; a symbolic link stays one. What is no regular file, a device or a pipe,
 * is written as it is, and so is a name of an open descriptor. Returns 0, or an errno. */
int output_replace(const char *file, const char *text, size_t n);

/* Returns 0 where output_replace() can write FILE, as far as folders and rights tell before; or an
 * errno. For programs that work for minutes until they write. */
int output_check(const char *file);

/* Writes the N bytes of TEXT to FD, which stays open. Returns 0, or an errno. */
int output_bytes(int fd, const char *text, size_t n);

/* Returns the descriptor that FILE is a name of ("/dev/stdout", "/dev/fd/5"), or -1. */
int output_descriptor(const char *file);

/* Returns the path that FILE leads to through symbolic links, to be freed; NULL with errno. Nothing
 * has to be there. */
char *output_behind_links(const char *file);

#endif
