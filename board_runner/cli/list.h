/* The commands list and check: what is known of boards without touching one. */
#ifndef LIST_H
#define LIST_H

#include "request.h"

/* Both write to standard output and return the exit status. */

/* Lists all boards: name and description, how it is reached, what is missing for it. */
int list_boards(const struct request *request);
/* Tells what would be done for request->words[0], and what is missing for it. Returns
 * EXIT_NOT_STARTED when something is. */
int list_check(const struct request *request);

#endif
