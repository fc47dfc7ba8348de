/* What the program's system calls do with files: which of them read and write one, make it longer,
 * look one up, open it or list a folder. */
#ifndef FILES_H
#define FILES_H

#include "collect.h"

/* A call of NUMBER with its first four arguments begins on THREAD. */
void files_call(struct collect *c, unsigned thread, int64_t number, const uint64_t arguments[4]);
/* It returned VALUE: what it did is counted. */
void files_return(struct collect *c, unsigned thread, int64_t number, int64_t value);

/* Returns whether NUMBER is an open file of this process, which the emulator has under the number
 * that the program knows. */
bool files_is_file(int number);

#endif
