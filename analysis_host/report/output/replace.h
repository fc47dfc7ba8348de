/* Files that are replaced as a whole. */
#ifndef OUTPUT_REPLACE_H
#define OUTPUT_REPLACE_H

#include <stddef.h>

/* Makes FILE hold the N bytes of TEXT, or leaves it as it was: they are written beside it, then
 * renamed. What is no regular file, a device say, is written as it is. Returns 0, or an errno. */
int output_replace(const char *file, const char *text, size_t n);

#endif
