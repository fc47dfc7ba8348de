#ifndef CAPTURE_H
#define CAPTURE_H

#include <stddef.h>

/* Where a port's console leads, for the contract test: one file for each way. */

/* From here on what the console puts is kept. */
void capture_begin(void);

/* The console leads where it did before. Fills TEXT with what was kept, zero-terminated, cut to
 * N_BYTES - 1, and gives its whole length, bytes. */
size_t capture_end(char *text, size_t n_bytes);

#endif
