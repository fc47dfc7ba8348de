/* A board as data: what its board.txt and the user's file say about it. */
#ifndef BOARD_FILE_H
#define BOARD_FILE_H

#include "key.h"
#include <stddef.h>

/* targets/<board>/board.txt has lines `key = value`. A file of the user's own has a section [board]
 * with such lines for each board that differs on this desk. */

struct board_value {
    char *text;
    const char *path; /* of its file, for messages; the board's */
    unsigned line;    /* in that file, from 1 */
};

struct board_file {
    char *name;    /* as the user calls it */
    char *base;    /* its folder under targets/: its own name, or the one that `like` gives */
    char *path[2]; /* of its board.txt and of the user's file */
    struct board_value *value[BOARD_KEYS];
    size_t n_values[BOARD_KEYS];
};

/* Places that are searched for boards. */
struct board_places {
    const char *targets_dir;
    const char *boards; /* the user's file; NULL: none */
};

/* Reads targets_dir/NAME/board.txt and then the section [NAME] of the user's file into *BOARD, for
 * board_file_free() in every case. With `like = OTHER` in the section, OTHER's board.txt is read. A
 * value in the section replaces all that board.txt has under its key; one that names the link
 * replaces the whole link, and `run` or `ssh` also what is said of a port. Returns 0, or -1 after a
 * message with file, line and cause; the message about an unknown board lists the known ones. */
int board_file_read(struct board_file *board, const struct board_places *places, const char *name);
/* Frees what board_file_read() filled in. */
void board_file_free(struct board_file *board);

/* Returns value I of KEY, or for I = 0 the key's fallback; NULL when there is neither. */
const char *board_file_text(const struct board_file *board, enum board_key key, size_t i);
/* Returns value 0 of KEY as a number; KEY must be one whose values are numbers. */
long board_file_number(const struct board_file *board, enum board_key key);
/* Writes a message about value I of KEY, with its place. */
void board_file_complain(const struct board_file *board, enum board_key key, size_t i,
                         const char *what);

/* Lists the names of all boards in PLACES, or of the user's file alone where ONLY_OWN, sorted; each
 * and the list are for the caller to free. Returns their number, or -1 after a message. */
long board_file_names(char ***names, const struct board_places *places, bool only_own);

#endif
