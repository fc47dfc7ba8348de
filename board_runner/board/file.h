#ifndef BOARD_FILE_H
#define BOARD_FILE_H

#include "key.h"
#include <stddef.h>

/* Boards as data: targets/<board>/board.txt, lines `key = value`, and a file of the user's own with
 * a section [board] for each board that differs on this desk. A line that begins with # is a
 * comment. */

struct board_value {
    char *text;
    const char *path; /* of the file, for messages; the board's */
    unsigned line;    /* where it stands there, from 1 */
};

struct board_file {
    char *name;    /* as the user calls it */
    char *base;    /* the folder under targets/ that describes it: itself, or what it is like */
    char *path[2]; /* of its board.txt and of the user's file */
    struct board_value *value[BOARD_KEYS];
    size_t n_values[BOARD_KEYS];
};

/* Where boards are looked for. */
struct board_places {
    const char *targets_dir;
    const char *boards; /* the user's file; NULL: none */
};

/* Reads NAME into *BOARD, which board_file_free() gives back in every case: TARGETS_DIR/NAME/
 * board.txt, and over it the section [NAME] of the user's file. A section that says `like = OTHER`
 * stands over OTHER's. A value there replaces all that the board's own file says under the same
 * key; one that names the link replaces the whole link. 0, or -1 after a message with file, line
 * and cause; a board that is not there is answered with the names of those that are. */
int board_file_read(struct board_file *board, const struct board_places *places, const char *name);
void board_file_free(struct board_file *board);

/* Value I of KEY, or what holds where it is not given; NULL: nothing does. */
const char *board_file_text(const struct board_file *board, enum board_key key, size_t i);
/* The same as a number: KEY has one that was checked, or a fallback. */
long board_file_number(const struct board_file *board, enum board_key key);
/* One message about value I of KEY, with its place. */
void board_file_complain(const struct board_file *board, enum board_key key, size_t i,
                         const char *what);

/* The names of all boards in PLACES, sorted, each and the list for the caller to free; of the
 * user's file alone where ONLY_OWN. Their number, or -1 after a message. */
long board_file_names(char ***names, const struct board_places *places, bool only_own);

#endif
