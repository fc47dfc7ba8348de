/* A folder for files that are in nobody's way. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

struct scratch {
    char path[1024];
    bool kept;
};

/* The folder KEEP, made when it is not there; NULL: a new one that scratch_remove() removes. 0, or
 * -1 after a message. */
int scratch_make(struct scratch *scratch, const char *keep);

/* Removes the files and the folder, unless it is kept. */
void scratch_remove(const struct scratch *scratch);

#endif
