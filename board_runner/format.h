/* Texts made by a format, as long as they need to be. */
#ifndef FORMAT_H
#define FORMAT_H

/* Returns the text that printf() would write, for the caller to free; NULL when there is no memory.
 */
char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
