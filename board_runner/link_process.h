#ifndef LINK_PROCESS_H
#define LINK_PROCESS_H

#include "link.h"

/* Starts ARGV (argv[0] is looked up in PATH) as a process group of its own, its standard input
 * empty, its standard output the stream and its standard error the messages. Fills *LINK, to be
 * closed with link->kind->close(). 0, or an errno with nothing started. */
int link_process_start(struct link *link, char *const *argv);

#endif
