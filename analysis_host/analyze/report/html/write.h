/* Text, JSON and bytes as parts of a page: whatever a log says never becomes markup. */
#ifndef HTML_WRITE_H
#define HTML_WRITE_H

#include <stddef.h>
#include <stdio.h>

/* TEXT as text or as the value of a quoted attribute: markup is escaped, what is not printable
 * ASCII becomes '?'. */
void html_text(FILE *out, const char *text);
/* <TAG>TEXT</TAG>. */
void html_element(FILE *out, const char *tag, const char *text);
/* JSON as the content of a script element that holds data: '<' only stands in its strings, and is
 * written \u003c there, as browsers look for more than the end tag. */
void html_json(FILE *out, const char *json);

/* N bytes in base64 (RFC 4648), without line breaks. */
void html_base64(FILE *out, const char *bytes, size_t n);

#endif
