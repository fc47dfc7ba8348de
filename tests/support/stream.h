/* Streams written down by hand. */
#ifndef STREAM_H
#define STREAM_H

#include <stddef.h>

/* Fills TO (SIZE bytes, ample) with TEXT, in which {body} stands for the sentence $PT,body*checksum
 * without a line end. Returns the number of bytes. */
size_t stream_make(char *to, size_t size, const char *text);

#endif
