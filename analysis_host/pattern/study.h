/* One file, read and checked: what the commands of the program start from. */
#ifndef STUDY_H
#define STUDY_H

#include "schedule.h"

struct study {
    char *text; /* of the file */
    struct faults faults;
    struct pattern *pattern; /* NULL: the file could not be read */
    bool related;            /* the relation is made */
    struct relation relation;
    bool keeps_bounds; /* all is whole, and subscripts stay in their arrays */
    struct schedule schedules[MOST_VARIANTS];
    bool legal[MOST_VARIANTS];
};

/* Reads and checks FILE, whose N_GIVEN lets are GIVEN. -1 after a message on standard error where
 * it cannot be read. The caller frees it either way. */
int study_make(struct study *s, const char *file, struct let_given *given, unsigned n_given);
/* Reads FILE and checks nothing but its language. Otherwise the same. */
int study_read(struct study *s, const char *file, struct let_given *given, unsigned n_given);
/* Checks the rest of what study_read() read. */
void study_check(struct study *s);
void study_free(struct study *s);

/* Writes the faults to standard error; 2 where there are some, else 0. */
int study_tell(struct study *s);

#endif
