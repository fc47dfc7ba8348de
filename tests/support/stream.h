/* Streams written down by hand. */
#ifndef STREAM_H
#define STREAM_H

#include <stddef.h>

/* Fills TO (SIZE bytes, ample) with TEXT, in which {body} stands for the sentence $PT,body*checksum
 * without a line end. A + at the end of BODY stands for the running checksum of the sentences since
 * {0,RUN...}. Returns the number of bytes. */
size_t stream_make(char *to, size_t size, const char *text);

#endif
