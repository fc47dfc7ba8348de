#ifndef BOARD_FILE_H
#define BOARD_FILE_H

#include <stdio.h>

/* targets/<board>/board.txt: how a board's image is started. Lines `key = value`; a line that
 * begins with # is a comment. */

struct board_file {
    char *path;        /* of board.txt, for messages */
    char *about;       /* one line for a person; NULL when the file has none */
    char *run;         /* the command that starts the image (command.h); never NULL after a read */
    unsigned run_line; /* where it stands, from 1 */
};

/* Reads TARGETS_DIR/NAME/board.txt into *BOARD, which board_file_free() gives back in every case.
 * 0, or -1 after a message with file, line and cause; a board that is not there is answered with
 * the names of those that are. */
int board_file_read(struct board_file *board, const char *targets_dir, const char *name);
void board_file_free(struct board_file *board);

/* Writes a line "name  about" to OUT for each board under TARGETS_DIR, by name. 0, or -1 after
 * messages when the folder or a board's file cannot be read. */
int board_file_list(FILE *out, const char *targets_dir);

#endif
