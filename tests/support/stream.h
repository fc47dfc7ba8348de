/* Streams written down by hand. */
#ifndef STREAM_H
#define STREAM_H

#include <stddef.h>

/* Streams written down by hand: in TEXT, {body} stands for the sentence $PT,body*checksum without a
 * line end; everything else stands for itself. Fills TO (SIZE bytes, ample); the number of bytes.
 */
size_t stream_make(char *to, size_t size, const char *text);

#endif
