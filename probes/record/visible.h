/* Bytes from outside as text that commands no terminal. */
#ifndef VISIBLE_H
#define VISIBLE_H

#include <stddef.h>
#include <stdint.h>

/* A name, a note or a message of a board may hold escape sequences, carriage returns, or characters
 * that turn the direction of the text after them. The host programs show such bytes as \xNN. */

enum { VISIBLE_BYTES = 4 }; /* most that one byte becomes */

/* Returns the length of the character at BYTES, of N > 0 that are there, if a terminal may get it:
 * printable ASCII, or UTF-8 that is no control, turns no direction and can be seen. Returns 0 if
 * its first byte is to be shown as \xNN. Freestanding. */
unsigned visible_length(const char *bytes, size_t n);
/* Writes the N bytes at BYTES to TEXT, of ROOM > 0 bytes, as a string: \xNN for each byte that must
 * be shown so, line ends among them. Cuts before the first character that does not fit. Returns
 * the string's length. Freestanding. */
size_t visible_text(char *text, size_t room, const char *bytes, size_t n);

/* Returns the length of the UTF-8 character at BYTES, of which N are there, at least 1, and its
 * code point in *CODE; 0 where none begins. */
unsigned visible_character(const char *bytes, size_t n, uint32_t *code);

#endif
