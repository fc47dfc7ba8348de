#ifndef OPTIONS_H
#define OPTIONS_H

#include "probe.h"
#include <stdbool.h>

/* What the command line of `probes` asks for, the same words on a host and on a board. */
struct options {
    bool list, help;
    const char *only; /* names joined by ','; NULL: all */
    struct plan plan; /* effort, max_bytes, page_bytes, line_bytes, seed; 0 where not given */
};

/* Reads ARGC words of ARGV into *OPTIONS. NULL, or a message for a person (static memory) about the
 * first word that cannot be obeyed. Nothing is half obeyed. */
const char *options_read(struct options *options, int argc, char *const *argv);

/* Whether NAME is among the names in ONLY (NULL: yes). */
bool options_wanted(const char *only, const char *name);

#endif
