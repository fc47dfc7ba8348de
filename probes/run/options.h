/* The command line of `probes`: its words, and the keys that probes declare. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "probe.h"
#include <stdbool.h>

enum { OPTIONS_GIVEN = 32 }; /* words of a command line: what a bare board can be given */

/* The requests of the command line, the same words on a host and on a board. */
struct options {
    bool list, help;
    bool anonymous;   /* leave out which machine it is */
    const char *only; /* names joined by ','; NULL: all that are not optional */
    const char *also; /* names of further ones; NULL: none */
    struct plan plan; /* with what the keys gave; 0 where not given */
    unsigned n_given;
    const char *given[OPTIONS_GIVEN]; /* the words KEY=VALUE, the caller's */
};

/* Reads ARGC words of ARGV into *OPTIONS, which keeps pointers to them. NULL, or a message for a
 * person (static memory) about the first word that cannot be obeyed. Nothing is half obeyed. */
const char *options_read(struct options *options, int argc, char *const *argv);

/* Returns true when the run is to hold ENTRY. */
bool options_wanted(const struct options *options, const struct probe_entry *entry);

/* Returns the name of the Nth probe that the command line calls by its former name
 * (record/probe_names.h); NULL: there are no more. */
const char *options_renamed(const struct options *options, unsigned n);

/* The Nth key that there is, each once: first those of all probes, then those that some probes
 * declare. NULL: there are no more. */
const struct probe_option *options_key(unsigned n);

/* Returns true when every run takes OPTION, whatever its probes. */
bool options_common(const struct probe_option *option);

/* Returns true when PROBE declares OPTION. */
bool options_declared(const struct probe *probe, const struct probe_option *option);

#endif
