#ifndef LINK_PROCESS_H
#define LINK_PROCESS_H

#include "link.h"

/* Starts ARGV (argv[0] is looked up in PATH) as a process group of its own, its standard output the
 * stream, its standard error the messages and its standard input what it is told where WITH_INPUT,
 * else empty. Fills *LINK, to be closed with link->kind->close(). 0, or an errno with nothing
 * started. */
int link_process_start(struct link *link, char *const *argv, bool with_input);
/* The status that the process of LINK ended with, or -1 while it runs and where a signal ended it.
 */
int link_process_status(struct link *link);

#endif
