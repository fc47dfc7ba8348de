#ifndef BOARD_LINES_H
#define BOARD_LINES_H

#include <stdbool.h>

/* The lines of a file of keys: `key = value`, `[section]`, # before a comment. */

struct board_line {
    const char *path;
    unsigned line;       /* from 1 */
    const char *section; /* that it stands in; NULL in a file without sections */
    const char *key;     /* NULL: the section begins here */
    const char *value;   /* may be "" */
};

/* Hands each line of PATH that is no comment to TAKE, until that answers something else than 0;
 * texts last as long as the call. SECTIONS: every key has to stand in one; otherwise there are
 * none. 0, or -1 after a message with the line. */
int board_lines_read(const char *path, bool sections,
                     int (*take)(void *ctx, const struct board_line *line), void *ctx);
/* One message with the place. -1. */
int board_lines_refuse(const char *path, unsigned line, const char *what, const char *word);

#endif
