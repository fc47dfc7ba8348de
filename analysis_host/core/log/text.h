/* The text of a log as the readers take it: UTF-8 with line feeds, whatever the file has. */
#ifndef LOG_TEXT_H
#define LOG_TEXT_H

#include "input.h"
#include <iconv.h>

/* Zero-initialise, set INPUT. */
struct log_text {
    struct log_input *input; /* borrowed */
    bool decided;            /* how the text is written, from its first bytes */
    bool converts;           /* from UTF-16 or UTF-32, by ICONV */
    bool lone_cr;            /* lines end in CR */
    bool after_cr;           /* the last byte was one, told as a line feed already */
    iconv_t iconv;
    size_t n_raw; /* bytes in RAW that are not converted yet */
    char *raw;    /* LOG_INPUT_BYTES; owned */
};

/* As log_input_read(), which reads the bytes; a byte order mark is left out. SIZE is at least
 * LOG_INPUT_BYTES. */
ssize_t log_text_read(struct log_text *t, char *out, size_t size);
void log_text_close(struct log_text *t);

#endif
