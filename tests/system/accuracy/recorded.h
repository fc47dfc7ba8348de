/* Logs of boards that ran before. The same program, machine file and options write the same bytes,
 * so that one run serves every campaign that asks for it. */
#ifndef RECORDED_H
#define RECORDED_H

#include "boards.h"

/* Writes the recorded log of BOARD to its log_file. False when there is none, or no folder for
 * them. */
bool recorded_take(const struct boards *boards, const struct board *board);

/* Keeps BOARD's log_file for the next one; a message where that cannot be done. The board ended
 * well. */
void recorded_leave(const struct boards *boards, const struct board *board);

#endif
