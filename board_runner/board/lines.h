/* Lines of a file of keys: `key = value`, `[section]`, # before a comment. */
#ifndef BOARD_LINES_H
#define BOARD_LINES_H

#include <stdbool.h>

struct board_line {
    const char *path;
    unsigned line;       /* from 1 */
    const char *section; /* of the line; NULL in a file without sections */
    const char *key;     /* NULL: this line begins the section */
    const char *value;   /* may be "" */
};

/* Calls TAKE with CTX and each line of PATH that is no comment, until TAKE returns something else
 * than 0; texts last as long as the call. PATH is a regular file of at most 1 MiB. Where SECTIONS,
 * every key has to be in a section; otherwise the file has none. Returns 0, or -1 after a
 * message with the line. */
int board_lines_read(const char *path, bool sections,
                     int (*take)(void *ctx, const struct board_line *line), void *ctx);
/* Writes one message with the place, WHAT and WORD. Returns -1. */
int board_lines_refuse(const char *path, unsigned line, const char *what, const char *word);

#endif
