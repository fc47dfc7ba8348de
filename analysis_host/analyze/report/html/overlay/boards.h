/* Boards of one page, and what each is called there. */
#ifndef OVERLAY_BOARDS_H
#define OVERLAY_BOARDS_H

#include "report/compare/compare.h"

enum { OVERLAY_MOST = 8 }; /* boards in a page: as many as there are colours to tell apart */

struct overlay {
    struct compared_boards boards; /* with their logs */
    char **names;                  /* of each, no two alike; owned */
};

/* Names O's boards after their files: without folder and endings, with as much of them as tells two
 * apart, and with a number where the same file is there twice. -1 where memory is short, else 0. */
int overlay_name(struct overlay *o);

/* Releases O's boards and names. */
void overlay_free(struct overlay *o);

#endif
