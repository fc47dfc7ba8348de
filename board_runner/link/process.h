/* A program of this machine as a link: an emulator, an image for this machine, ssh, a tool. */
#ifndef LINK_PROCESS_H
#define LINK_PROCESS_H

#include "link.h"

/* Starts ARGV (argv[0] is looked up in PATH) as a process group of its own. Its standard output is
 * the stream, its standard error the messages; its standard input is the link's input where
 * WITH_INPUT, else empty. Fills *LINK, for link->kind->close(). Returns 0, or an errno with nothing
 * started. */
int link_process_start(struct link *link, char *const *argv, bool with_input);
/* Returns the status that LINK's process ended with; -1 while it runs, or when a signal ended it.
 */
int link_process_status(struct link *link);

#endif
