/* Captures what a port's console writes, for the contract test: one file for each kind of console.
 */
#ifndef CAPTURE_H
#define CAPTURE_H

#include <stddef.h>

/* Keeps all bytes that the console writes from here on. */
void capture_begin(void);

/* Gives the console back. Fills TEXT with the bytes kept, zero-terminated, cut to N_BYTES - 1, and
 * returns their number before the cut. */
size_t capture_end(char *text, size_t n_bytes);

#endif
