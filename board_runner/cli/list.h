#ifndef LIST_H
#define LIST_H

#include "request.h"

/* What can be known of boards without touching one. Both write to standard output and answer the
 * exit status. */

/* All boards: name and what it is, how it is reached, what is missing. */
int list_boards(const struct request *request);
/* What would be done for request->words[0], and what is missing for it: EXIT_NOT_STARTED when
 * something is. */
int list_check(const struct request *request);

#endif
